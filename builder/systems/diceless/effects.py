"""Wargear, powers and characters that the rules name with a number of tokens of their own."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass

from builder.systems.fortyk.model import Unit


class Instead(enum.Enum):
    """What an effect's tokens stand in for, so that nothing is counted twice."""

    NOTHING = "nothing"
    WEAPON = "the weapon of its name"
    POWERS = "all psychic powers of the unit"


@dataclass(frozen=True, slots=True)
class NamedEffect:
    """Scatter tokens for whoever has something whose name contains `name` (lower case)."""

    name: str
    title: str
    scatter: int
    rule: str
    instead: Instead = Instead.NOTHING


EFFECTS = (
    NamedEffect("gate of infinity", "Gate of Infinity", 2, "D-73"),
    NamedEffect("orbital bombardment", "orbital bombardment", 3, "D-73", Instead.WEAPON),
    NamedEffect("tigurius", "powers of Varro Tigurius", 2, "D-73", Instead.POWERS),
)
POWERS = frozenset({"gate of infinity"})
"""The effects that are psychic powers."""


def effects_of(unit: Unit) -> tuple[NamedEffect, ...]:
    """The named effects that a unit has, each once."""
    names = [name.lower() for name in _names(unit)]
    found = [effect for effect in EFFECTS if any(effect.name in name for name in names)]
    if any(effect.instead is Instead.POWERS for effect in found):
        found = [effect for effect in found if effect.name not in POWERS]
    return tuple(found)


def _names(unit: Unit) -> Iterator[str]:
    yield unit.name
    yield from unit.powers
    yield from unit.rules
    for group in unit.groups:
        yield from (group.name, group.profile.name, *group.gear)
    for vehicle in unit.vehicles:
        yield from vehicle.gear
    for carried in unit.weapons:
        yield carried.weapon.name
        yield from (mode.name for mode in carried.weapon.modes)
