"""Tokens that the opponent uses on a shot: Gets Hot! on its bearers (D-31), Scatter on its blasts (D-32, D-38)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from builder.errors import PlayError
from builder.systems.diceless.casualties import Pool, casualties
from builder.systems.diceless.hazards import gets_hot
from builder.systems.diceless.play.arms import Bearers, number_of
from builder.systems.diceless.play.asking import Asking
from builder.systems.diceless.play.attack_parameters import BS, numbers
from builder.systems.diceless.play.changes import Change, Pooled
from builder.systems.diceless.play.finding import Ref
from builder.systems.diceless.play.firing import Shot, rerolls_of
from builder.systems.diceless.play.parameters import wish
from builder.systems.diceless.play.state import GameState, groups_left
from builder.systems.diceless.play.token_acts import spent
from builder.systems.diceless.protection import Protection
from builder.systems.diceless.scatter import blast_scatter, placing_tokens
from builder.systems.diceless.worked import count
from builder.systems.questions import Parameter, positive

GETS_HOT = wish("gets-hot", "Gets Hot! tokens that the opponent uses on it", positive)
SCATTER = wish("scatter", "Scatter tokens that the opponent uses on its blasts: 2, or for several 2,1", numbers)
INDIRECT = Parameter(name="indirect", text="a barrage without line of sight, which is not pulled back")


@dataclass(frozen=True, slots=True)
class Used:
    """What tokens did: the changes, how they came about, what the log says, and how many bearers died, by group."""

    changes: tuple[Change, ...] = ()
    steps: tuple[str, ...] = ()
    text: str = ""
    died: Mapping[str, int] = field(default_factory=dict)


def overheated(state: GameState, attacker: Ref, shot: Shot, asking: Asking) -> Used:
    """Gets Hot! tokens on the bearers of a weapon, one on each at most (D-31).

    Raises:
        PlayError: the weapon has no such rule, or there are fewer bearers or tokens.
    """
    tokens: int = asking[GETS_HOT] or 0
    if not tokens:
        return Used()
    if "gets hot" not in shot.mode.rules:
        raise PlayError(f"{shot.mode.name} has no Gets Hot!: no such token is used on it")
    if tokens > number_of(shot.bearers):
        raise PlayError(f"one Gets Hot! token for each use of the weapon: {number_of(shot.bearers)} at most")
    if any(not each.group for each in shot.bearers):
        raise PlayError("a vehicle has no HP to lose: no Gets Hot! token is used on it")
    again = bool(rerolls_of(shot.mode, asking).skill)
    return burnt(state, attacker, [(each.group, here) for each, here in _spread(shot.bearers, tokens)], again, asking)


def burnt(state: GameState, attacker: Ref, groups: Sequence[tuple[str, int]], reroll: bool, asking: Asking) -> Used:
    """So many Gets Hot! tokens on models of each group, by its id, one after another (D-31).

    Raises:
        PlayError: the opponent has fewer tokens.
    """
    tokens = sum(here for _, here in groups)
    changes: list[Change] = [spent(state, 1 - attacker.side, "gets_hot", tokens)]
    steps: list[str] = []
    died: dict[str, int] = {}
    lost = 0
    left = {group.id: (group, pool) for group, pool in groups_left(state.sides[attacker.side], attacker.id)}
    for identity, here in groups:
        group, before = left[identity]
        guarded = Protection(armour=group.profile.save, invulnerable=group.profile.invulnerable)
        hurt = gets_hot(guarded, asking[BS] or group.profile.bs, reroll)
        steps += (f"{group.name}: {words}" for words in hurt.steps)
        pool: Pool = before
        for _ in range(here):
            taken = casualties(pool, hurt.value.hp_lost)
            pool = taken.value.pool
            steps += (f"{group.name}: {words}" for words in taken.steps)
        change = Pooled.between(attacker.side, attacker.id, group.id, before, pool)
        died[identity] = change.removed
        lost += change.lost
        changes.append(change)
    dead = f", {count(sum(died.values()), 'bearer')} died" if any(died.values()) else ""
    return Used(tuple(changes), tuple(steps), f"Gets Hot! ×{tokens}: {lost} HP of their own{dead}", died)


def scattered(state: GameState, attacker: Ref, shot: Shot, asking: Asking) -> Used:
    """Scatter tokens on the blasts of a shot, a number for each blast (D-32).

    Of a multiple barrage each blast after the first is placed with one of them (D-38).

    Raises:
        PlayError: it has no blast, or more tokens than one may take or the opponent has.
    """
    tokens: Sequence[int] = asking[SCATTER] or ()
    mode, blasts = shot.mode, number_of(shot.bearers)
    steps: list[str] = []
    if "barrage" in mode.rules and blasts > 1:
        steps += placing_tokens(blasts).steps
    if not sum(tokens):
        return Used((), tuple(steps))
    if mode.blast not in ("blast", "large blast"):
        raise PlayError(f"{mode.name} fires no blast: no Scatter token is used on it")
    barrage = "barrage" in mode.rules
    pulled = not (asking[INDIRECT] or (barrage and mode.kind == "ordnance") or "orbital" in mode.name.casefold())
    bs = asking[BS] if asking[BS] is not None else shot.bearers[0].profile.bs or 0
    moved = []
    for number in tokens:
        try:
            far = blast_scatter(number, bs, pulled, state.night)
        except ValueError as error:
            raise PlayError(str(error)) from None
        steps += far.steps
        moved.append(f'{far.value}"')
    change = spent(state, 1 - attacker.side, "scatter", sum(tokens))
    return Used((change,), tuple(steps), f"Scatter ×{sum(tokens)}: moved {', '.join(moved)}")


def _spread(bearers: Sequence[Bearers], tokens: int) -> list[tuple[Bearers, int]]:
    """So many tokens over the bearers, group by group."""
    found = []
    for each in bearers:
        here = min(tokens, each.weapons)
        tokens -= here
        if here:
            found.append((each, here))
    return found
