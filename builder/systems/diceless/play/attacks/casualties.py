"""What an attack costs the models of a unit: DMG divided, saves, HP lost, casualties taken off (D-20 to D-37)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from msgspec import field

from builder.errors import PlayError
from builder.record import Record, replace
from builder.scalars import counted
from builder.systems.calculation import Explained
from builder.systems.common.units import has_rule
from builder.systems.diceless.casualties import casualties, kills_at_once, moonfang_kills, rending, shares
from builder.systems.diceless.damage import HIGHEST
from builder.systems.diceless.hazards import Hazard
from builder.systems.diceless.play.attacks.eligibility import SIDES
from builder.systems.diceless.play.attacks.fields import LARGEST, GivenCover, OnModels, OnTargetUnit, said
from builder.systems.diceless.play.attacks.squads import Squad, is_gun, named, squads
from builder.systems.diceless.play.attacks.strength import ByStrength, strongest, total
from builder.systems.diceless.play.attacks.vehicle_damage import AttackResult, armour_hit, on_hull
from builder.systems.diceless.play.changes import GroupHealthSet
from builder.systems.diceless.play.state import GameState, hull_of, unit_of
from builder.systems.diceless.saves import (
    GUNS_UNHURT_UP_TO,
    NO_ATTACK,
    SAVES,
    Attack,
    Protection,
    Reroll,
    artillery,
    protected,
    save_text,
)
from builder.systems.parameters import Choice
from builder.systems.play.answers import Answers
from builder.systems.play.game import Ref

ETERNAL = "eternal warrior"
"""The rule of models that instant death does not remove (D-26)."""


class Strike(Record, frozen=True, kw_only=True):
    """DMG on models, and what decides on their saves and on what it does to them.

    Args:
        damage: before saves.
        attack: what decides on saves.
        by_strength: how it is made up by S, in proportion, where it may bring instant death (D-26).
        instant_death: all of it brings that by a rule of the weapon, whatever S and T (D-26).
        rending: it rends (D-29).
        moonfang: it removes a model that loses 10 HP or more to the AP2 part (D-107).
        direct: it is HP lost, without saves.
        tougher: what cover adds to T (H-01).
    """

    damage: int
    attack: Attack = NO_ATTACK
    by_strength: ByStrength = field(default_factory=dict)
    instant_death: bool = False
    rending: bool = False
    moonfang: bool = False
    direct: bool = False
    tougher: int = 0

    @classmethod
    def of(cls, hazard: Hazard) -> Strike:
        """The strike that a hazard is."""
        return cls(damage=hazard.damage, attack=hazard.attack, direct=hazard.direct)

    @property
    def measure(self) -> str:
        """What it is counted in: DMG, or HP."""
        return "HP" if self.direct else "DMG"

    @property
    def strength(self) -> int | None:
        """The highest S of it."""
        return strongest(self.by_strength)

    def sudden(self, toughness: int) -> int:
        """DMG of it that brings instant death to models of so much T, the first figure (D-26)."""
        if self.instant_death:
            return self.damage
        parts = self.by_strength.items()
        deadly = [part for strength, part in parts if strength and kills_at_once(strength, toughness)]
        whole = total(self.by_strength)
        return (2 * self.damage * sum(deadly) + whole) // (2 * whole) if any(deadly) else 0


@dataclass(frozen=True, slots=True)
class Casualties:
    """What a strike cost: the changes, how they came about, and the saves that were used.

    HP of models that go `whole`, by instant death or Moonfang, are lost with them.
    """

    changes: tuple[GroupHealthSet, ...] = ()
    steps: tuple[str, ...] = ()
    saves: tuple[int | None, ...] = ()
    whole: bool = False

    @property
    def lost(self) -> int:
        """HP lost by all groups."""
        return sum(change.lost for change in self.changes)

    @property
    def removed(self) -> int:
        """Models removed."""
        return sum(change.removed for change in self.changes)

    @property
    def text(self) -> str:
        """What it came to, for the log."""
        gone = f", {counted(self.removed, 'model')} gone" if self.removed else ""
        return f"{self.lost} HP lost{', whole models' if self.whole else ''}{gone}"

    @property
    def save_words(self) -> str:
        """The saves used, where all groups used the same."""
        if len(set(self.saves)) != 1:
            return ""
        return f" at {save_text(self.saves[0])}" if self.saves[0] else ", no save"


def take(
    hit: Sequence[Squad], strike: Strike, given: OnModels, ask: Answers, among: Sequence[Squad] = ()
) -> Casualties:
    """Return what a strike costs the groups it hits (D-23, D-25, D-26, D-29, D-36).

    Points that cannot be divided evenly go to the groups that the owner chooses: he is asked where that changes
    anything. HP that were given for a group stand, whatever the rules come to.

    Args:
        hit: the groups, at least one.
        strike: what hits them.
        given: what was given of them.
        ask: choices of players.
        among: all groups that may be named, where others of the unit are hit apart.

    Raises:
        PlayError: nobody is left to be hit, or a group that was named is none of these.
    """
    if not hit:
        raise PlayError("no model is left to be hit")
    losses = given.losses
    chosen = losses.first or ((LARGEST,) if given.largest_first else ())
    ordered = [] if chosen == (LARGEST,) else [named(among or hit, name) for name in chosen]
    lost = {named(among or hit, name).group.id: hp for name, hp in (losses.lost or {}).items()}
    over = strike.damage % sum(each.pool.models for each in hit)
    if over and not chosen and len(hit) > 1:
        by_size = sorted(hit, key=lambda each: -each.pool.models)
        if len({_taken(hit, strike, given, [each], lost).changes for each in hit}) > 1:
            points = f"{over} HP" if strike.direct else f"{counted(over, 'point')} of DMG"
            text = f"{points} left over: which group takes {'it' if over == 1 else 'them'} first?"
            choices = [Choice((each.group.id,), each.text, each.group.id) for each in by_size]
            first = ask.one("first", None, f"{text} The owner chooses.", choices)
            ordered = [named(hit, name) for name in first]
    return _taken(hit, strike, given, ordered, lost)


def _taken(
    hit: Sequence[Squad], strike: Strike, given: OnModels, first: Sequence[Squad], typed: Mapping[str, int]
) -> Casualties:
    places = [hit.index(each) for each in first if each in hit]
    divided = shares(strike.damage, [each.pool.models for each in hit], places, strike.measure)
    alone = len(hit) == 1
    steps = [] if alone else list(divided.steps)
    changes: list[GroupHealthSet] = []
    saves: list[int | None] = []
    whole = False
    for squad, share in zip(hit, divided.value, strict=True):
        struck = _struck(squad, replace(strike, damage=share), typed.get(squad.group.id), given)
        steps += (words if alone else f"{squad.name}: {words}" for words in struck.steps)
        saves += struck.value.saves
        changes += struck.value.changes
        whole |= struck.value.whole
    return Casualties(tuple(changes), tuple(steps), tuple(saves), whole)


def _struck(squad: Squad, strike: Strike, typed: int | None, given: OnModels) -> Explained[Casualties]:
    """One group under its share: first the part of it that brings instant death, then the rest."""
    pool = squad.pool
    steps: list[str] = []
    saves: list[int | None] = []
    if typed is not None:
        taken = casualties(pool, typed)
        pool, steps = taken.value.pool, [f"{typed} HP lost, set by the player", *taken.steps]
        hp = typed
    else:
        hp, sudden = 0, _sudden(squad, strike, given)
        parts = [(sudden, True), (strike.damage - sudden, False)]
        for damage, at_once in [part for part in parts if part[0]] or parts[-1:]:
            wound = _wound(squad, replace(strike, damage=damage), at_once, given)
            steps += wound.steps
            saves += wound.value.saves
            for lost, deadly in wound.value.losses:
                taken = casualties(pool, lost, deadly)
                pool = taken.value.pool
                steps += taken.steps
                hp += lost - taken.value.surplus
    change = GroupHealthSet.between(squad.side, squad.unit.id, squad.group.id, squad.pool, pool)
    return Explained(Casualties((change,) if change.lost else (), (), tuple(saves), change.lost > hp), tuple(steps))


def _sudden(squad: Squad, strike: Strike, given: OnModels) -> int:
    """DMG that brings instant death: as said all or none of it, else by the weapon's rule or S and T (D-26).

    An Eternal Warrior is spared.
    """
    said = given.rules.instant_death
    if said is None:
        return 0 if _is_eternal(squad) else strike.sudden(min(HIGHEST, squad.group.profile.t.first + strike.tougher))
    return strike.damage if said else 0


def _is_eternal(squad: Squad) -> bool:
    return has_rule(squad.unit.rules, ETERNAL)


@dataclass(frozen=True, slots=True)
class _Wound:
    """HP that a group loses, each part with whether it brings instant death, and the saves that were used."""

    losses: tuple[tuple[int, bool], ...]
    saves: tuple[int | None, ...] = ()


def _wound(squad: Squad, strike: Strike, sudden: bool, given: OnModels) -> Explained[_Wound]:
    """Return what one part of a strike costs a group."""
    if strike.direct:
        return Explained(_Wound(((strike.damage, sudden),)), (f"{strike.damage} HP lost, no save",))
    sheltered = protection_of(squad, strike.attack, sudden, given)
    shelter = sheltered.value
    steps = [f"{strike.damage} DMG" + (f", S {strike.strength}" if sudden and strike.strength else "")]
    steps += sheltered.steps
    if not strike.rending:
        saved = protected(strike.damage, shelter, strike.attack)
        return Explained(_Wound(((saved.value.hp_lost, sudden),), (saved.value.save,)), (*steps, *saved.steps))
    rent = rending(strike.damage, shelter, strike.attack)
    steps += rent.steps
    if not (strike.moonfang and moonfang_kills(rent.value)) or _is_eternal(squad):
        return Explained(_Wound(((rent.value.hp_lost, sudden),)), tuple(steps))
    losses = ((rent.value.pierced_lost, True), (rent.value.saved_lost, sudden))
    return Explained(_Wound(losses), (*steps, "Moonfang: the AP2 part brings instant death"))


def on_unit(
    state: GameState, ref: Ref, strike: Strike, given: OnTargetUnit, ask: Answers, *, shot: bool = True
) -> AttackResult:
    """A strike on a unit; of shots at artillery crew and guns take their parts, while both are left (D-34).

    In close combat (`shot` False) guns are not hit, nor the character who leads the unit.
    """
    hit = squads(state, ref, with_leader=shot and not given.leader.without_leader)
    guns = [each for each in hit if is_gun(each)]
    crew = [each for each in hit if not is_gun(each)]
    name = unit_of(state.sides[ref.side], ref.id).name
    if guns and crew and not shot:
        hit, guns = tuple(crew), []
    hulls = _gun_hulls(state, ref) if shot and crew else ()
    if not crew or not (guns or hulls):
        return on_squads(name, hit, strike, given.models, ask)
    strength = GUNS_UNHURT_UP_TO + 1 if strike.strength is None else strike.strength
    parts = artillery(strike.damage, strength)
    toll = take(crew, replace(strike, damage=parts.value.crew), given.models, ask, hit)
    landed = [AttackResult(toll.changes, (*parts.steps, *toll.steps), f"crew {toll.text}")]
    if guns:
        toll = take(guns, replace(strike, damage=parts.value.guns), given.models, ask, hit)
        landed.append(AttackResult(toll.changes, toll.steps, f"guns {toll.text}"))
    each_hull = shares(parts.value.guns, [1] * len(hulls)).value if hulls else ()
    for hull, damage in zip(hulls, each_hull, strict=True):
        armour = armour_hit(state, hull, given.hull.facing, ask, SIDES[0])
        landed.append(on_hull(state, hull, {strength: damage}, armour, None, given.hull, ask))
    return _together(landed, f"{name}: {strike.damage} DMG on artillery: ", strike.damage)


def on_squads(
    name: str, hit: Sequence[Squad], strike: Strike, given: OnModels, ask: Answers, among: Sequence[Squad] = ()
) -> AttackResult:
    """A strike on some groups of a unit; `among` are all that can be named, where others are hit in the same act."""
    toll = take(hit, strike, given, ask, among)
    models = sum(each.pool.models for each in hit)
    each = f", {strike.damage // models} a model" if 1 < models <= strike.damage else ""
    words = f"{strike.damage} DMG{each}{toll.save_words}: " if not strike.direct else ""
    whom = f"{name}, {hit[0].group.name}" if strike.direct and len(hit) == 1 < len(hit[0].unit.groups) else name
    dealt = 0 if strike.direct else strike.damage
    return AttackResult(toll.changes, toll.steps, f"{whom}: {words}{toll.text}", dealt)


def _gun_hulls(state: GameState, ref: Ref) -> tuple[Ref, ...]:
    """The guns of a unit that have armour instead of HP, and still stand."""
    side = state.sides[ref.side]
    unit = unit_of(side, ref.id)
    return tuple(Ref(ref.side, each.id) for each in unit.vehicles if not hull_of(side, each.id).rows.destroyed)


def _together(landings: Sequence[AttackResult], words: str, damage: int) -> AttackResult:
    return AttackResult(
        tuple(change for each in landings for change in each.changes),
        tuple(step for each in landings for step in each.steps),
        words + "; ".join(each.text for each in landings),
        damage,
    )


STOPS_FEEL_NO_PAIN = 2
"""The AP that Feel No Pain does not help against, nor any better one, as in the base game (D-33)."""


def protection_of(squad: Squad, attack: Attack, sudden: bool, given: OnModels) -> Explained[Protection]:
    """The saves of a group against an attack, and what its rules change of them (D-05, D-33, D-37, D-101).

    Feel No Pain is used by those who have it, but against power weapons, AP 1 and 2 and instant death (`sudden`),
    unless it was said whether it is.
    """
    saves = given.saves
    try:
        again = Reroll.of(failed=saves.reroll_failed, passed=saves.reroll_passed)
    except ValueError as error:
        raise PlayError(str(error)) from None
    pierces = attack.ignores_armour or sudden or (attack.ap is not None and attack.ap <= STOPS_FEEL_NO_PAIN)
    cover = _cover(squad, attack, given.cover)
    no_pain = said(saves.feel_no_pain, squad.no_pain.value and not pierces)
    by_itself = saves.feel_no_pain is None and no_pain == squad.no_pain.value
    return Explained(
        Protection(
            armour=_said(saves.armour, squad.group.profile.save),
            cover=cover.value,
            invulnerable=_said(saves.invulnerable, squad.group.profile.invulnerable),
            reroll=again,
            feel_no_pain=no_pain,
            null_zone=saves.null_zone,
        ),
        (*(squad.no_pain.steps if by_itself else ()), *cover.steps),
    )


def _cover(squad: Squad, attack: Attack, given: GivenCover) -> Explained[int | None]:
    """The save of its cover, one better with Stealth, but none is better than the best (D-24)."""
    cover = given.save
    if cover is None or attack.ignores_cover:
        return Explained(cover)
    if not said(given.stealth, "stealth" in map(str.casefold, squad.unit.rules)):
        return Explained(cover)
    better = max(SAVES[0], cover - 1)
    return Explained(better, (f"Stealth: cover {cover}+ counts as {better}+",))


def _said(said: int | None, own: int | None) -> int | None:
    """A save as said, be it none, else that of the profile."""
    return own if said is None else said or None
