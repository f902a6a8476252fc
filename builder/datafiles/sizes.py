"""How many models of each kind a unit of a given size has."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

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


def kinds_of(entry: SelectionEntry) -> list[SelectionEntry]:
    """The kinds of model of a unit."""
    grouped = [kind for group in entry.selection_entry_groups for kind in group.selection_entries]
    return [kind for kind in (*entry.selection_entries, *grouped) if kind.type == "model"]


def size_of(entry: SelectionEntry) -> Bounds:
    """The fewest and the most models of a unit."""
    kinds = kinds_of(entry)
    for group in entry.selection_entry_groups:
        if group.constraints and any(kind.type == "model" for kind in group.selection_entries):
            return group.bound("min"), group.bound("max")
    return sum(kind.bound("min") for kind in kinds), sum(kind.bound("max") for kind in kinds)


def smallest_points(entry: SelectionEntry) -> Decimal:
    """The points of a unit at its smallest size, without options."""
    kinds = kinds_of(entry)
    numbers = distribute([(kind.bound("min"), kind.bound("max")) for kind in kinds], size_of(entry)[0])
    models = (cost.value * number for kind, number in zip(kinds, numbers, strict=True) for cost in kind.costs)
    return sum(models, sum((cost.value for cost in entry.costs), Decimal(0)))
