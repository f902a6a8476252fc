"""The tokens that players hold: how they are spent, and what they do to shots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated

from builder.errors import PlayError
from builder.scalars import counted
from builder.systems.diceless.aim import in_cover
from builder.systems.diceless.casualties import casualties
from builder.systems.diceless.hazards import gets_hot
from builder.systems.diceless.play.attacks.casualties import protection_of
from builder.systems.diceless.play.attacks.eligibility import attacking_groups
from builder.systems.diceless.play.attacks.fields import BallisticSkill, OnModels
from builder.systems.diceless.play.attacks.firing import OnShot, Shot, rerolls_of
from builder.systems.diceless.play.attacks.squads import Squad, named, squads
from builder.systems.diceless.play.attacks.weapons import Wielders, number_of
from builder.systems.diceless.play.changes import Change, GroupHealthSet, Warped
from builder.systems.diceless.play.state import TOKEN_NAMES, GameState
from builder.systems.diceless.saves import NO_ATTACK
from builder.systems.diceless.tokens import blast_scatter, placing_tokens
from builder.systems.figures import Positive, Whole
from builder.systems.fortyk.model import WeaponMode
from builder.systems.parameters import Choice, Kind, Params, given, one_of
from builder.systems.play.answers import Answers
from builder.systems.play.changes import Held
from builder.systems.play.game import Ref, Stock


def _kind(text: str) -> str:
    kinds = {name: kind for kind, name in TOKEN_NAMES.items()}
    return kinds[one_of(text.replace("_", " "), kinds)]


TokenKind = Annotated[str, Kind(read=_kind, schema={"enum": [*TOKEN_NAMES]})]
"""A kind of tokens, by its id or its name."""


def spent(state: GameState, player: int, kind: str, number: int = 1) -> Held:
    """The change that takes used tokens from whoever holds them.

    Raises:
        PlayError: he has fewer.
    """
    now = tokens_of(state, player, kind)
    if number > now.left:
        has = counted(now.left, f"{TOKEN_NAMES[kind]} token") if now.left else f"no {TOKEN_NAMES[kind]} token"
        raise PlayError(f"{state.sides[player].name} has {has} left; the act tokens sets another number")
    return Held(side=player, kind=kind, left=now.left - number, total=now.total)


def use_warp(state: GameState, player: int, anyway: bool, number: int = 1) -> tuple[Change, Change]:
    """The changes that spend a Warp token and note that one was used: one in each player turn (D-74).

    Raises:
        PlayError: he has none, or one was used and no more were agreed on (`anyway`).
    """
    spending = spent(state, player, "warp", number)
    if (state.extra.warp_used or number > 1) and not anyway:
        told = "a Warp token was used in this player turn: " if state.extra.warp_used else ""
        raise PlayError(f"{told}one Warp token in each player turn; by agreement with --anyway")
    return spending, Warped(used=True)


def tokens_of(state: GameState, player: int, kind: str) -> Stock:
    """The tokens of a kind that a player holds."""
    return state.sides[player].stock.get(kind, Stock(0, 0))


def use_words(state: GameState, player: int, kind: str, number: int) -> str:
    """The use of tokens, for the log: `Gitstompa uses 2 Scatter`."""
    return f"{state.sides[player].name} uses {number} {TOKEN_NAMES[kind]}"


BLASTS = ("blast", "large blast")
"""What Scatter tokens move."""


class HotTokens(Params):
    """The tokens that are used on weapons that get hot."""

    heading = "Tokens of the opponent"
    gets_hot: Positive | None = given("Gets Hot! tokens that the opponent uses on it", default=None)
    borne_by: tuple[str, ...] = given(
        "the groups that bear the Gets Hot! tokens, one for each token, as the player of the target names them",
        attacking_groups,
        default=(),
        when="with --gets-hot",
    )


class ShotTokens(HotTokens):
    """The tokens that are used on a shot."""

    scatter: tuple[Whole, ...] = given(
        "Scatter tokens that the opponent uses on its blasts: 2, or for several 2,1", default=()
    )
    indirect: bool = given(
        "a barrage without line of sight, which is not pulled back", default=False, when="with --scatter"
    )


@dataclass(frozen=True, slots=True)
class Used:
    """What tokens did: the changes, how they came about, what the log says, and how many bearers died, by group."""

    changes: tuple[Change, ...] = ()
    steps: tuple[str, ...] = ()
    text: str = ""
    died: Mapping[str, int] = field(default_factory=dict)


def usable_on(state: GameState, attacker: Ref, shot: Shot) -> Iterator[str]:
    """Yield the names of the parameters for tokens that the opponent holds and can use on a shot."""
    held = {kind for kind in TOKEN_NAMES if tokens_of(state, 1 - attacker.side, kind).left}
    if "gets_hot" in held and "gets hot" in shot.mode.rules and all(each.group for each in shot.wielders):
        yield "gets-hot"
    if "scatter" in held and shot.mode.blast in BLASTS:
        yield "scatter"


def overheated(state: GameState, attacker: Ref, shot: Shot, used: ShotTokens, given: OnShot, ask: Answers) -> Used:
    """Gets Hot! tokens on the bearers of a weapon, one on each at most (D-31).

    Raises:
        PlayError: the weapon has no such rule, or there are fewer bearers or tokens.
    """
    tokens = used.gets_hot or 0
    if not tokens:
        return Used()
    if "gets hot" not in shot.mode.rules:
        raise PlayError(f"{shot.mode.name} has no Gets Hot!: no such token is used on it")
    if tokens > number_of(shot.wielders):
        raise PlayError(f"one Gets Hot! token for each use of the weapon: {number_of(shot.wielders)} at most")
    if any(not each.group for each in shot.wielders):
        raise PlayError(
            "a vehicle's weapons do not get hot in the base game: keep the token for one that a model holds"
        )
    again = bool(rerolls_of(shot.mode, given.firing, given.rerolls).skill)
    groups = _borne(state, attacker, shot.wielders, tokens, used.borne_by, ask)
    return burnt(state, attacker, groups, again, given.skill, OnModels())


def burnt(
    state: GameState,
    attacker: Ref,
    groups: Sequence[tuple[str, int]],
    reroll: bool,
    skill: BallisticSkill,
    given: OnModels,
) -> Used:
    """So many Gets Hot! tokens on models of each group, by its id, one after another (D-31).

    Args:
        state: the game.
        attacker: whose models they are.
        groups: by id, with the tokens on each.
        reroll: the bearers re-roll to hit, or the weapon is twin-linked.
        skill: the BS of the bearers, where it was given.
        given: what was given of them, and not of their target.

    Raises:
        PlayError: the opponent has fewer tokens.
    """
    tokens = sum(here for _, here in groups)
    changes: list[Change] = [spent(state, 1 - attacker.side, "gets_hot", tokens)]
    steps: list[str] = []
    died: dict[str, int] = {}
    lost = 0
    known = squads(state, attacker, with_leader=False)
    said = {named(known, name).group.id: hp for name, hp in (given.losses.lost or {}).items()}
    for squad in known:
        here = dict(groups).get(squad.group.id, 0)
        if not here:
            continue
        pool = squad.pool
        for each, words in _burns(squad, here, reroll, said.get(squad.group.id), skill, given):
            taken = casualties(pool, each)
            pool = taken.value.pool
            steps += (f"{squad.name}: {step}" for step in (*words, *taken.steps))
        change = GroupHealthSet.between(attacker.side, attacker.id, squad.group.id, squad.pool, pool)
        died[squad.group.id] = change.removed
        lost += change.lost
        changes.append(change)
    dead = f", {counted(sum(died.values()), 'bearer')} died" if any(died.values()) else ""
    return Used(tuple(changes), tuple(steps), f"Gets Hot! ×{tokens}: {lost} HP of their own{dead}", died)


def _burns(
    squad: Squad, tokens: int, reroll: bool, said: int | None, skill: BallisticSkill, given: OnModels
) -> Sequence[tuple[int, Sequence[str]]]:
    """HP that each token costs its bearer, never more than he has, and why; or what the player says, in all."""
    if said is not None:
        return [(said, (f"{said} HP lost, set by the player",))]
    profile, most = squad.group.profile, squad.pool.hp_each
    shelter = protection_of(squad, NO_ATTACK, False, given).value
    hurt = gets_hot(shelter, profile.bs if skill.bs is None else skill.bs, reroll)
    over = (f"the bearer has {most} HP: no more are lost",) if hurt.value.hp_lost > most else ()
    return [(min(hurt.value.hp_lost, most), (*hurt.steps, *over))] * tokens


def scattered(state: GameState, attacker: Ref, shot: Shot, used: ShotTokens, given: OnShot) -> Used:
    """Scatter tokens on the blasts of a shot, a number for each blast (D-32).

    Of a multiple barrage each blast after the first is placed with one of them (D-38).

    Raises:
        PlayError: it has no blast, or more tokens than one may take or the opponent has.
    """
    tokens, mode, blasts = used.scatter, shot.mode, shot.areas
    barrage = "barrage" in mode.rules and (blasts is None or blasts > 1)
    steps = list(placing_tokens(blasts).steps) if barrage and blasts else []
    if not sum(tokens):
        return Used((), tuple(steps))
    if mode.blast not in BLASTS:
        raise PlayError(f"{mode.name} fires no blast: no Scatter token is used on it")
    if blasts is not None and len(tokens) > blasts:
        raise PlayError(f"{counted(blasts, 'blast')} of {mode.name}: write a number for each, not {len(tokens)}")
    placed = tokens[1:] if barrage else ()
    if any(number > 1 for number in placed):
        raise PlayError("each blast of a multiple barrage after the first is placed with one token, such as 3,1,1")
    told = []
    for number in tokens[: len(tokens) - len(placed)]:
        try:
            far = blast_scatter(number, _bs(shot, given), _pulled_back(mode, used), state.extra.night)
        except ValueError as error:
            raise PlayError(str(error)) from None
        steps += far.steps
        told.append(f'{far.value}"')
    words = f"moved {', '.join(told)}" + (f", {counted(sum(placed), 'blast')} placed" if any(placed) else "")
    change = spent(state, 1 - attacker.side, "scatter", sum(tokens))
    return Used((change,), tuple(steps), f"Scatter ×{sum(tokens)}: {words}")


def _bs(shot: Shot, given: OnShot) -> int:
    bs = shot.wielders[0].profile.bs or 0 if given.skill.bs is None else given.skill.bs
    return in_cover(bs, given.cover.less_bs)


def _pulled_back(mode: WeaponMode, used: ShotTokens) -> bool:
    """Whether the firer may pull a blast back (D-32)."""
    ordnance = "barrage" in mode.rules and mode.kind == "ordnance"
    return not (used.indirect or ordnance or "orbital" in mode.name.casefold())


def _borne(
    state: GameState, attacker: Ref, bearers: Sequence[Wielders], tokens: int, named: Sequence[str], ask: Answers
) -> list[tuple[str, int]]:
    """So many tokens on the bearers, by the ids of their groups: the player of the target names who bears each (D-31).

    Raises:
        PlayError: a group is named that has no such weapon left, or not so many.
    """
    found = {each.group: 0 for each in bearers}
    opponent = state.sides[1 - attacker.side].name
    for _ in range(tokens):
        free = {each.group: each for each in bearers if found[each.group] < each.weapons}
        choices = [Choice(each.group, f"{each.name} ×{each.weapons}", each.group) for each in free.values()]
        chosen = ask.next("borne-by", named, f"Which group bears the Gets Hot! token? {opponent} names it.", choices)
        known = {each.group: each.name for each in free.values()}
        group = next((id for id, name in known.items() if chosen.casefold() in (id, name.casefold())), None)
        if group is None:
            told = ", ".join(f"{id} ({name})" for id, name in known.items())
            raise PlayError(f"'{chosen}' bears no token of these weapons; there are: {told}")
        found[group] += 1
    return [(group, number) for group, number in found.items() if number]
