"""Formations and their units, as they are read from a roster (E-01, E-04)."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from decimal import Decimal

from builder.roster.view import Mark
from builder.systems.epic.markers import broken_at, markers_to_bring
from builder.systems.epic.seats import Berth
from builder.systems.epic.weapons import Weapon

NONE = "–"
"""What stands where there is no value."""


class UnitType(enum.StrEnum):
    """What a unit is (E-01)."""

    INF = "INF"
    AV = "AV"
    LV = "LV"
    WE = "WE"
    AC = "AC"
    SC = "SC"
    CH = "CH"


@dataclass(frozen=True, slots=True)
class Stand:
    """The base of a unit in mm, and the models on it, None where nothing says how many (E-03)."""

    width: int
    depth: int
    models: int | None = None

    def __str__(self) -> str:
        return f"{self.width} × {self.depth} mm" + (f", {self.models} models" if self.models is not None else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitLine:
    """A unit's line (E-01); scores are 1 to 6 for 1+ to 6+, None where it has none.

    Args:
        types: one type, or two for a war engine that flies; empty where the data names none that is known.
        speed: cm; None for what does not move so (aircraft, characters, what is immobile), in words in `speed_text`.
        dc: damage capacity, 1 for all but war engines.
        critical: what a critical hit does, in words.
    """

    name: str
    types: tuple[UnitType, ...]
    speed: int | None
    speed_text: str
    armour: int | None
    cc: int | None
    ff: int | None
    dc: int = 1
    critical: str = ""
    stand: Stand | None = None

    @property
    def is_character(self) -> bool:
        """Whether it rides on another unit's stand and is no unit of its own."""
        return UnitType.CH in self.types

    @property
    def is_war_engine(self) -> bool:
        """Whether it has a damage capacity."""
        return UnitType.WE in self.types or self.dc > 1


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitKind:
    """Identical units of a formation."""

    id: str
    line: UnitLine
    count: int
    weapons: tuple[Weapon, ...] = ()
    notes: tuple[str, ...] = ()
    berths: tuple[Berth, ...] = ()

    @property
    def name(self) -> str:
        """The name of the unit."""
        return self.line.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Formation:
    """A formation (E-04): its units by kind, and the characters that join them.

    Args:
        initiative: 1 to 6; None where the data does not say.
        mechanised: whether the list asks that everyone can ride (E-06).
    """

    id: str
    entry: str
    name: str
    slot: str
    points: Decimal
    initiative: int | None
    kinds: tuple[UnitKind, ...]
    characters: tuple[UnitKind, ...] = ()
    mechanised: bool = False
    marks: tuple[Mark, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def units(self) -> int:
        """How many units it has, without characters, which share a unit's stand."""
        return sum(kind.count for kind in self.kinds)

    @property
    def broken_at(self) -> int:
        """The blast markers that break it (E-11)."""
        return broken_at(self.units)

    @property
    def markers(self) -> int:
        """The blast markers to have at hand for it."""
        return markers_to_bring(self.units)


@dataclass(frozen=True, slots=True)
class EpicArmy:
    """An army: its formations in the order of the roster; its strategy rating (E-05) is None where nothing says it."""

    name: str
    formations: tuple[Formation, ...]
    strategy: int | None = None
    points: Decimal = Decimal(0)
    limit: Decimal | None = None


def score(value: int | None) -> str:
    """A score as players read it."""
    return NONE if value is None else f"{value}+"
