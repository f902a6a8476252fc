"""Ammunition: counters of infantry units, and vehicles that have shot themselves dry."""

from __future__ import annotations

from collections.abc import Iterable

AT_START = 1
FOUND = 1


def counters_to_bring(extra: Iterable[int]) -> int:
    """The counters of a list, from the extra ones of each infantry unit; vehicles bring none (L-20, L-21)."""
    return sum(AT_START + more for more in extra)


def after_shooting(counters: int, dice: Iterable[int]) -> int:
    """The counters left after shooting actions, for each of which the opponent rolled a die (L-22)."""
    return max(0, counters - sum(die == 1 for die in dice))


def after_suppressive_fire(counters: int | None) -> int:
    """The counters left after suppressive fire, none for a vehicle (its counters are None) (L-96)."""
    return 0 if counters is None else max(0, counters - 1)


def after_finding(counters: int) -> int:
    """The counters after Find Ammo: back to one, only from none (L-22)."""
    return FOUND if counters == 0 else counters
