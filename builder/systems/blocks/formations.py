"""The card of a formation: units with their weapons, boxes to cross off, blast markers, damage capacity."""

from __future__ import annotations

from dataclasses import dataclass

from builder.errors import Severity
from builder.systems.blocks.basics import Check, Head


@dataclass(frozen=True, slots=True)
class UnitRow:
    """Identical units of a formation: their line, their special rules, the lines of their weapons, cell by cell."""

    cells: tuple[str, ...]
    weapons: tuple[tuple[str, ...], ...]
    notes: str = ""


@dataclass(frozen=True, slots=True)
class DamageCapacity:
    """The hits that one unit takes, a box for each."""

    label: str
    checks: tuple[Check, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FormationCard:
    """A formation of units that share blast markers.

    Args:
        key: what stands on it, for the head of its page.
        initiative: the score for its tests, `1+`.
        unit_titles: titles of the columns of its units, number and name first; `weapon_titles` those of weapons.
        units: a box for each unit to cross off, its label a letter or two.
        markers: a box for each blast marker, from 1.
        broken_at: the number of markers that breaks it while no unit is lost.
        transport: who rides, in words; empty where nobody does.
    """

    head: Head
    initiative: str
    unit_titles: tuple[str, ...]
    weapon_titles: tuple[str, ...]
    rows: tuple[UnitRow, ...]
    units: tuple[Check, ...]
    markers: tuple[Check, ...]
    broken_at: int
    damage: tuple[DamageCapacity, ...] = ()
    transport: str = ""
    transport_severity: Severity = Severity.INFO
    checks: tuple[Check, ...] = ()
    notes: tuple[str, ...] = ()
    key: str = ""

    @property
    def id(self) -> str:
        """The formation's id."""
        return self.head.code
