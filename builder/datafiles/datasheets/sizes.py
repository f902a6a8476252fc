"""How many models of each kind a unit of a given size has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from builder.catalogue.entries import LinkedEntry
from builder.catalogue.model import SelectionEntry

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
