"""Losses: which units are lost, where their owner chooses, and what becomes of those who rode in them (E-19, E-20)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, product
from typing import Annotated, Literal, NamedTuple

from builder.errors import PlayError
from builder.systems.epic.model import Berth, UnitKind
from builder.systems.epic.play.outcomes import BattleOutcomes
from builder.systems.epic.play.queries import units_text
from builder.systems.epic.play.state import EpicFormation, EpicGame, Numbers
from builder.systems.epic.shooting import Shelter, best_save
from builder.systems.epic.transport import seat, seats_of
from builder.systems.figures import Whole, whole
from builder.systems.parameters import Choice, Kind, Params, given, keys_named
from builder.systems.play.actions import Act, Ruling
from builder.systems.play.answers import Answers
from builder.systems.play.dice import NEVER, SURE, Score, Scored, successes
from builder.systems.play.game import UnitRef
from builder.systems.play.lookup import living, unit_name, units

MOST_CHOICES = 40
"""More ways to choose units than these are typed, and not offered."""
SHOT, DANGER = "shot at", "dangerous terrain"
"""Causes of losses that differ in their markers (E-10)."""


class SomeUnits(NamedTuple):
    """A number of units of a kind, by what a player calls it; of any kind where that is empty."""

    number: int
    kind: str = ""


def read_units(text: str) -> SomeUnits:
    """`2 Infantry`, `Infantry` for one, or `3` of any kind."""
    number, _, kind = text.strip().partition(" ")
    if not number.isdecimal():
        return SomeUnits(1, text.strip())
    return SomeUnits(whole(number), kind.strip())


def write_units(units: SomeUnits) -> str:
    """Return a number of units as `read_units` reads it."""
    return f"{units.number} {units.kind}".strip()


UnitsOf = Annotated[
    SomeUnits, Kind(read=read_units, write=write_units, schema={"type": "string", "description": "2 Infantry, or 3"})
]
"""A number of units of a kind, as the type of a field."""


class Riders(Params):
    """What is asked of riders of lost transports; by properties, as a field that is looked at counts as used."""

    heading = "Riders of transports that are lost"
    riders_hit: tuple[UnitsOf, ...] = given("who rode in the transports that are lost", default=())
    riders_saved: Scored | None = given("how many of those save themselves, or their dice", default=None)
    riders_lost: tuple[UnitsOf, ...] = given(
        "which of those are lost; as the dice say, or else those with the worst save, if not given", default=()
    )

    @property
    def hit(self) -> tuple[str, Sequence[SomeUnits]]:
        """The field that says who they are."""
        return "riders-hit", self.riders_hit

    @property
    def saved(self) -> tuple[str, Score | None]:
        """The field that says how many save themselves."""
        return "riders-saved", self.riders_saved

    @property
    def lost(self) -> Sequence[SomeUnits]:
        """Who is lost."""
        return self.riders_lost


class TargetRiders(Params):
    """The same of those of the defender."""

    heading = "Riders of transports that the defender lost"
    target_riders_hit: tuple[UnitsOf, ...] = given("who rode in the transports that the defender lost", default=())
    target_riders_saved: Scored | None = given("how many of those save themselves, or their dice", default=None)
    target_riders_lost: tuple[UnitsOf, ...] = given("which of those are lost", default=())

    @property
    def hit(self) -> tuple[str, Sequence[SomeUnits]]:
        """The field that says who they are."""
        return "target-riders-hit", self.target_riders_hit

    @property
    def saved(self) -> tuple[str, Score | None]:
        """The field that says how many save themselves."""
        return "target-riders-saved", self.target_riders_saved

    @property
    def lost(self) -> Sequence[SomeUnits]:
        """Who is lost."""
        return self.target_riders_lost


AnyRiders = Riders | TargetRiders


class Victims(Riders):
    """What is asked of units that are lost, and of those who rode in them."""

    heading = "Units that are lost"
    which: tuple[UnitsOf, ...] = given("which of them, by their owner's choice: 2 Infantry, 1 Chimera", default=())


def units_by_kind(body: EpicFormation, units: Sequence[SomeUnits], free: Numbers) -> Numbers:
    """Return numbers of units, as a player wrote them, by the ids of their kinds.

    Args:
        body: their formation.
        units: numbers with what players call the kinds; a number alone is of the only kind there is.
        free: how many there are of each kind that can be meant.

    Raises:
        PlayError: nothing is called so, several kinds are, or there are not so many.
    """
    names = {kind: name for kind, name in body.names.items() if free.get(kind)}
    found: dict[str, int] = {}
    for each in units:
        meant = keys_named(each.kind, names) if each.kind else [*names]
        if len(meant) != 1:
            there = ", ".join(f"{free[kind]} {name}" for kind, name in names.items())
            if not there:
                raise PlayError(f"{body.name} has no units that can be meant here")
            raise PlayError(f"{body.name} has {there}: which are meant by '{each.kind or each.number}'?")
        found[meant[0]] = found.get(meant[0], 0) + each.number
    for identity, number in found.items():
        if number > free[identity]:
            raise PlayError(f"{body.name} has {free[identity]} {names[identity]}, and not {number}")
    return found


def chosen_units(
    ask: Answers,
    field: str,
    given_units: Sequence[SomeUnits],
    text: str,
    body: EpicFormation,
    free: Numbers,
    number: int,
) -> Numbers:
    """Return so many units of a formation, by kind: as they were given, else as their owner chooses.

    Raises:
        PlayError: others, or another number, were given.
    """
    there = {identity: each for identity, each in free.items() if each}
    if given_units:
        found = units_by_kind(body, given_units, there)
        if sum(found.values()) != number:
            raise PlayError(f"{text}: these are {units_text(sum(found.values()))}, and {number} are meant")
        return found
    if sum(there.values()) <= number:
        return there
    if len(there) == 1 or not number:
        return dict.fromkeys(there, number) if number else {}
    offered = [_choice(ways, body.names) for ways in _ways(there, number)]
    written = ask.one(field, None, text, offered, leads=True)
    return units_by_kind(body, written, there)


def some_units(
    ask: Answers,
    field: str,
    text: str,
    body: EpicFormation,
    free: Numbers,
    most: int,
    *,
    least: int = 0,
    fits: Callable[[Numbers], bool] = lambda _: True,
) -> Numbers:
    """Return some units of a formation, by kind, as they are told where their number is not known either.

    Args:
        ask: asks for them.
        field: the name of the field that they are given to.
        text: the question.
        body: the formation.
        free: how many there are of each kind that can be meant.
        most: how many they are at most.
        least: how many they are at least.
        fits: whether some units can be meant together.
    """
    there = {identity: each for identity, each in free.items() if each}
    numbers = range(min(most, sum(there.values())), max(least, 1) - 1, -1)
    ways = (way for number in numbers for way in _all_ways(there, number) if fits(way))
    offered = [_choice(way, body.names) for way in islice(ways, MOST_CHOICES)]
    if not least:
        offered.append(Choice((SomeUnits(0),), "nobody", "0"))
    written = ask.one(field, None, text, offered, leads=True)
    return units_by_kind(body, [each for each in written if each.number], there)


def _choice(numbers: Numbers, names: Mapping[str, str]) -> Choice[tuple[SomeUnits, ...]]:
    units = tuple(SomeUnits(number, names[kind]) for kind, number in numbers.items() if number)
    words = ", ".join(map(write_units, units))
    return Choice(units, words, ",".join(map(write_units, units)))


def _ways(free: Numbers, number: int) -> Iterator[Numbers]:
    """Yield the ways to take so many units, those of one kind alone, of which there are most, first."""
    kinds = sorted(free, key=lambda kind: -free[kind])
    ranges = [range(min(free[kind], number), -1, -1) for kind in kinds[:-1]]
    found = 0
    for taken in product(*ranges) if ranges else ():
        rest = number - sum(taken)
        if 0 <= rest <= free[kinds[-1]]:
            yield dict(zip(kinds, (*taken, rest), strict=True))
            found += 1
            if found == MOST_CHOICES:
                return


def lose_units(
    out: BattleOutcomes, ask: Answers, ref: UnitRef, numbers: Numbers, victims: AnyRiders, *, crossfire: bool = False
) -> int:
    """Take units off a formation, and those who rode in them unless they save themselves; see `Riders` (E-20).

    Returns:
        How many units were lost, riders among them.
    """
    body = out.game.body(ref)
    at_risk = _riders_at_risk(ask, body, numbers, victims)
    lost = out.lose(ref, numbers)
    if not at_risk:
        return lost
    saves = [(number, _save_of(body.kind(kind), crossfire=crossfire)) for kind, number in at_risk.items()]
    riders = sum(at_risk.values())
    field, said = victims.saved
    saved = successes(ask, field, said, f"Saves of {units_text(riders)} in lost transports", *saves)
    out.say(f"{saved} of {riders} in lost transports {'saves itself' if saved == 1 else 'save themselves'}")
    rest = _lost_riders(body, at_risk, saves, saved, said, victims.lost)
    _get_out(out, ref, numbers, at_risk)
    return lost + out.lose(ref, rest)


def _save_of(kind: UnitKind, *, crossfire: bool) -> int:
    save = best_save(kind.line.armour, Shelter.TRANSPORT, crossfire=crossfire)
    return save.needs if save is not None else NEVER


def _riders_at_risk(ask: Answers, body: EpicFormation, numbers: Numbers, victims: AnyRiders) -> Numbers:
    """Return who rides in the transports that are lost: all where all of a kind are, else asked unless all are full."""
    riders, most, sure, lost, seats = dict[str, int](), 0, True, list[SomeUnits](), list[Berth]()
    for carrier, number in numbers.items():
        kind, mine = body.kind(carrier), body.riding.get(carrier, {})
        aboard, left, each = sum(mine.values()), body.left(kind), sum(berth.places for berth in kind.berths)
        if not aboard or not number:
            continue
        lost.append(SomeUnits(number, kind.name))
        seats += seats_of(kind, number, body.kinds)
        riders = {other: riders.get(other, 0) + mine.get(other, 0) for other in (*riders, *mine)}
        most += aboard if number >= left else min(aboard, number * each)
        sure = sure and (aboard >= left * each or number >= left)
    if not lost:
        return {}
    field, said = victims.hit
    if said:
        return units_by_kind(body, said, riders)
    which = " and ".join(map(write_units, lost))
    text = f"Who rode in the {which} that {'is' if [each.number for each in lost] == [1] else 'are'} lost?"
    least = most if sure else 0
    return some_units(ask, field, text, body, riders, most, least=least, fits=lambda way: seat(way, seats).everyone)


def _all_ways(free: Numbers, number: int) -> Iterator[Numbers]:
    if len(free) == 1:
        yield dict.fromkeys(free, number)
    else:
        yield from _ways(free, number)


def _lost_riders(
    body: EpicFormation,
    at_risk: Numbers,
    saves: Sequence[tuple[int, int]],
    saved: int,
    score: Score | None,
    told: Sequence[SomeUnits],
) -> Numbers:
    """Return who is lost of those at risk: as players tell or the dice say, else those with the worst saves first."""
    left = sum(at_risk.values()) - saved
    if told:
        found = units_by_kind(body, told, at_risk)
        if sum(found.values()) != left:
            raise PlayError(f"{units_text(left)} that rode are lost, and not {sum(found.values())}")
        return found
    rest: dict[str, int] = {}
    if score is not None and score.dice:
        dice = iter(score.dice)
        for kind, (number, needs) in zip(at_risk, saves, strict=True):
            rolled = SURE < needs < NEVER
            rest[kind] = sum(next(dice) < needs if rolled else needs >= NEVER for _ in range(number))
    else:
        for kind, (number, _) in sorted(zip(at_risk, saves, strict=True), key=lambda each: -each[1][1]):
            rest[kind] = min(left, number)
            left -= rest[kind]
    return {kind: number for kind, number in rest.items() if number}


def _get_out(out: BattleOutcomes, ref: UnitRef, carriers: Numbers, at_risk: Numbers) -> None:
    """Those who rode in what is lost are on foot."""
    riding = {carrier: dict(riders) for carrier, riders in out.game.body(ref).riding.items()}
    left = dict(at_risk)
    for carrier in carriers:
        for kind, number in riding.get(carrier, {}).items():
            out_now = min(number, left.get(kind, 0))
            riding[carrier][kind] = number - out_now
            left[kind] = left.get(kind, 0) - out_now
    out.ride(ref, riding)


def on_the_table(kinds: Sequence[UnitKind], body: EpicFormation) -> Numbers:
    """Return the units of some kinds that are on the table, where they can be hit, by kind."""
    return {kind.id: body.on_table(kind) for kind in kinds if body.on_table(kind)}


def damage_engines(
    out: BattleOutcomes, ask: Answers, ref: UnitRef, kind: str, hits: int, victims: Victims, *, crossfire: bool = False
) -> int:
    """Take damage capacity off war engines, off the one that lost most first; those aboard of a lost one may go too.

    Returns:
        How many units are lost.
    """
    body = out.game.body(ref)
    line, left = body.kind(kind).line, hits
    standing = sorted((line.dc - damage for _, damage in body.engines(body.kind(kind)) if damage < line.dc))
    whole = 0
    for capacity in standing:
        if left >= capacity:
            whole, left = whole + 1, left - capacity
        else:
            break
    lost = lose_units(out, ask, ref, {kind: whole}, victims, crossfire=crossfire) if whole else 0
    if left:
        out.damage(ref, kind, left)
    return lost


class LoseUnits(Act[EpicGame]):
    """Units that a formation loses, whatever the cause."""

    called = "losses"
    rule, group = "E-10", "Damage"
    usual = ("unit", "number", "cause", "which", "capacity")
    unit: UnitRef = given("the formation", units(living), none="nobody is left")
    number: Whole | None = given("how many units; with capacity how much damage capacity", default=None)
    cause: Literal["lost", "shot at", "out of formation", "dangerous terrain"] = given(
        "what it was: shot at is a marker more, dangerous terrain none", default="lost"
    )
    capacity: bool = given("the number is damage capacity of war engines, not units", default=False)
    reason: str = given("in words, such as a falling tower", default="")
    victims: Victims = Victims()

    def decide(self, game: EpicGame, ask: Answers) -> Ruling[EpicGame]:
        """A marker for each unit, and one for being shot at; in dangerous terrain for riders alone (E-10, E-19)."""
        out, body, name = BattleOutcomes(game), game.body(self.unit), unit_name(game, self.unit)
        if body.gone:
            raise PlayError(f"nobody of {name} is left")
        named = sum(each.number for each in self.victims.which)
        number = named if self.number is None else self.number
        if self.reason or self.cause != "lost":
            out.say(f"{name}, {self.reason or self.cause}", about=self.unit)
        lost = self._lost(out, ask, number) if number else 0
        if not number and self.cause != SHOT:
            raise PlayError(f"say how many units {name} loses, or that it was shot at")
        out.mark(self.unit, self._markers(number, lost))
        return out.ruling(1 - self.unit.side)

    def _markers(self, number: int, lost: int) -> int:
        """Return the markers for so many lost, riders among them, of whom players told a number."""
        if self.cause == DANGER:
            return 0 if self.capacity else lost - number
        return lost + (self.cause == SHOT)

    def _lost(self, out: BattleOutcomes, ask: Answers, number: int) -> int:
        body = out.game.body(self.unit)
        capacity = any(kind.line.dc > 1 for kind in body.kinds) and self.capacity
        of = [kind for kind in body.kinds if not capacity or kind.line.dc > 1]
        free = {kind.id: body.left(kind) * (kind.line.dc if capacity else 1) for kind in of}
        what = f"{number} damage capacity" if capacity else units_text(number)
        if number > (left := sum(free.values())):
            raise PlayError(f"{body.name} has {left} left, and not {what}")
        text = f"Which of {unit_name(out.game, self.unit)} are lost ({what})?"
        numbers = chosen_units(ask, "which", self.victims.which, text, body, free, number)
        if capacity:
            return sum(damage_engines(out, ask, self.unit, kind, n, self.victims) for kind, n in numbers.items())
        return lose_units(out, ask, self.unit, numbers, self.victims)
