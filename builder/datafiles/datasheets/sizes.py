"""How many: of the models of each kind in a unit of a given size, and of what such a unit may have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from builder.catalogue.entries import LinkedEntry
from builder.catalogue.model import Condition, ConditionGroup, Constraint, Modifier, Query, Repeat, SelectionEntry
from builder.datafiles.datasheets.models import Option

POINTS = "points"

Bounds = tuple[int, int]
"""The least and the greatest number of a kind of model."""


def distribute(bounds: Sequence[Bounds], total: int) -> list[int]:
    """Numbers of models that make up a size: the least of each kind, and the rest to those that the unit always has.

    Kinds that a unit may be without are for the player to ask for. What the kinds cannot make up goes to the largest of
    those that vary, so that a check can say how wrong it is; numbers that are all fixed stay as they are.
    """
    numbers = [least for least, _ in bounds]
    varying = [index for index, (least, most) in enumerate(bounds) if most > least]
    growing = [index for index in varying if bounds[index][0] > 0] or varying
    missing = total - sum(numbers)
    for index in growing:
        least, most = bounds[index]
        more = min(max(missing, 0), most - least)
        numbers[index] += more
        missing -= more
    if missing and growing:
        largest = max(growing, key=lambda index: bounds[index][1])
        numbers[largest] = max(numbers[largest] + missing, 0)
    return numbers


@dataclass(frozen=True, slots=True)
class Follower:
    """How the number of a kind of model goes by that of another, by its place in the unit: so many for every few."""

    leader: int
    every: int
    least: int
    most: int

    def bounds(self, leaders: int) -> Bounds:
        """Return the fewest and the most beside so many of the other kind."""
        groups = leaders // self.every
        return self.least * groups, self.most * groups


def followers(kinds: Sequence[LinkedEntry]) -> dict[int, Follower]:
    """Return the kinds of model of a unit, by their place in it, whose bounds grow with the number of another kind."""
    places = {kind.id: place for place, kind in enumerate(kinds)}
    found: dict[int, Follower] = {}
    for place, kind in enumerate(kinds):
        growth = [
            change.modifier
            for bound in ("min", "max")
            for change in kind.changes.get(f"{kind.id}.{bound}", ())
            if change.modifier.repeats and change.modifier.repeats[0].query.child_id in places
        ]
        if len(growth) == 2:
            repeat = growth[0].repeats[0]
            leader = places[repeat.query.child_id or ""]
            found[place] = Follower(leader, int(repeat.value), int(growth[0].value), int(growth[1].value))
    return found


def distribute_led(bounds: Sequence[Bounds], total: int | None, led: Mapping[int, Follower]) -> list[int]:
    """Numbers of models that make up a size, or the smallest one, where some kinds go by the number of others.

    Bounds of which both ends are equal are numbers that the player asked for: those stay.
    """
    asked = {place for place in led if bounds[place][0] == bounds[place][1]}
    free = [place for place in range(len(bounds)) if place not in led or place in asked]
    own = [bounds[place] for place in free]
    least, most = sum(fewest for fewest, _ in own), sum(greatest for _, greatest in own)
    numbers: list[int] = []
    for size in range(least, max(most, least) + 1):
        shares = dict(zip(free, distribute(own, size), strict=True))
        follow = {place: led[place].bounds(shares.get(led[place].leader, 0)) for place in led if place not in asked}
        room = None if total is None else total - sum(shares.values())
        given = distribute(list(follow.values()), sum(least for least, _ in follow.values()) if room is None else room)
        shares.update(zip(follow, given, strict=True))
        numbers = [shares[place] for place in range(len(bounds))]
        within = all(low <= shares[place] <= high for place, (low, high) in follow.items())
        if total is None or (within and sum(numbers) == total):
            break
    return numbers


def kinds_of(entry: SelectionEntry) -> list[SelectionEntry]:
    """Return the kinds of model of a unit."""
    grouped = [kind for group in entry.selection_entry_groups for kind in group.selection_entries]
    return [kind for kind in (*entry.selection_entries, *grouped) if kind.type == "model"]


def size_of(entry: SelectionEntry) -> Bounds:
    """Return the fewest and the most models of a unit."""
    kinds = kinds_of(entry)
    for group in entry.selection_entry_groups:
        if group.constraints and any(kind.type == "model" for kind in group.selection_entries):
            return group.bound("min"), group.bound("max")
    return sum(kind.bound("min") for kind in kinds), sum(kind.bound("max") for kind in kinds)


def smallest_points(entry: SelectionEntry) -> Decimal:
    """Return the points of a unit at its smallest size, without options."""
    kinds = kinds_of(entry)
    numbers = distribute([(kind.bound("min"), kind.bound("max")) for kind in kinds], size_of(entry)[0])
    models = (cost.value * number for kind, number in zip(kinds, numbers, strict=True) for cost in kind.costs)
    return sum(models, sum((cost.value for cost in entry.costs), Decimal(0)))


EACH = Query(scope="parent")
"""Counts what one parent has; for collective entries, what each of its models has."""


IN_ARMY = Query(scope="roster", include_child_selections=True)


@dataclass(frozen=True, slots=True)
class OptionCounts:
    """What the limits of an option count within its unit.

    `of_kind` are the models of the kind that it is for, `models` all of them; `rivals` the options that replace the
    same thing, `family` those that are this one for other kinds of model, of the category `share`; `wanted` and
    `unwanted` the choices, models and transports that it needs one or none of.
    """

    unit: str
    of_kind: str
    models: str
    rivals: tuple[str, ...] = ()
    family: tuple[str, ...] = ()
    share: str = ""
    wanted: tuple[str, ...] = ()
    unwanted: tuple[str, ...] = ()


def within(unit: str, counted: str | None = None) -> Query:
    """Return a count over a whole unit: of an entry or a group, or of the element that is constrained."""
    return Query(scope=unit, child_id=counted, include_child_selections=True)


def exactly(times: int, identity: str) -> tuple[Constraint, ...]:
    """Return so many for each parent, no more and no fewer."""
    return tuple(Constraint(f"{identity}.{bound}", bound, Decimal(times), EACH) for bound in ("min", "max"))


def option_limits(option: Option, here: str, counts: OptionCounts) -> tuple[Modifier, ...]:
    """Return how the bounds of the option `here` grow from nothing; a unit that may not have it is left with nothing.

    With `take: all`, who has one of its rivals need not take this one. Kinds of model that share an option have it
    together: more than its number in the whole family is too many for each.
    """
    enough: tuple[Condition, ...] = ()
    if option.needs:
        enough = (Condition("atLeast", Decimal(option.needs), within(counts.unit, counts.models)),)
    wanted = company(counts.unit, counts.wanted, counts.unwanted)
    if isinstance(option.take, str):
        return _all_or_none(here, counts, enough, wanted)
    repeats: tuple[Repeat, ...] = ()
    if option.per == "model":
        repeats = _each(counts.unit, counts.of_kind)
    elif isinstance(option.per, int):
        repeats = _each(counts.unit, counts.models, option.per)
    shared = counts.family if option.per != "model" else ()
    if shared:
        enough = (*enough, Condition("atMost", Decimal(option.take.most), within(counts.unit, counts.share)))
    least = f"{here}.min"
    given = (Modifier("decrement", least, "1", repeats=_each(counts.unit, other)) for other in shared)
    return (
        *(
            Modifier("increment", f"{here}.{bound}", str(amount), enough, wanted, repeats)
            for bound, amount in (("min", option.take.least), ("max", option.take.most))
            if amount
        ),
        *(given if option.take.least else ()),
    )


def company(unit: str, wanted: Iterable[str], unwanted: Iterable[str]) -> tuple[ConditionGroup, ...]:
    """Return the conditions that the unit has one of the things wanted, and none of those unwanted."""
    one = tuple(Condition("atLeast", Decimal(1), within(unit, id)) for id in wanted)
    none = tuple(Condition("lessThan", Decimal(1), within(unit, id)) for id in unwanted)
    return (
        *((ConditionGroup("or", one),) if one else ()),
        *((ConditionGroup("and", none),) if none else ()),
    )


def rate_limits(kind: str, least: int, most: int, every: int, unit: str, leader: str) -> tuple[Modifier, ...]:
    """Return how the bounds of a kind of model follow the number of another: so many for every few of those."""
    follow = _each(unit, leader, every)
    return tuple(
        modifier
        for bound, amount in (("min", least), ("max", most))
        for modifier in (
            Modifier("set", f"{kind}.{bound}", "0"),
            Modifier("increment", f"{kind}.{bound}", str(amount), repeats=follow),
        )
    )


def _all_or_none(
    here: str, counts: OptionCounts, enough: tuple[Condition, ...], wanted: tuple[ConditionGroup, ...]
) -> tuple[Modifier, ...]:
    begun = (ConditionGroup("or", tuple(_taken(counts.unit, option) for option in (here, *counts.family))),)
    every = _each(counts.unit, counts.of_kind)
    return (
        Modifier("increment", f"{here}.min", "1", enough, begun, every),
        *(
            Modifier("decrement", f"{here}.min", "1", enough, begun, _each(counts.unit, rival))
            for rival in counts.rivals
        ),
        Modifier("increment", f"{here}.max", "1", enough, wanted, every),
    )


def _taken(unit: str, counted: str) -> Condition:
    return Condition("atLeast", Decimal(1), within(unit, counted))


def _each(unit: str, counted: str, every: int = 1) -> tuple[Repeat, ...]:
    return (Repeat(Decimal(every), 1, within(unit, counted)),)
