"""Formations and their units, as read from a roster (E-01, E-04, E-06); stands (E-03); blast markers (E-10, E-11)."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from builder.roster.marks import Mark
from builder.systems.epic.weapons import EpicWeapon
from builder.systems.protocol import Setting

COHERENCY = 5
"""cm: how far units of a formation stand from the next (E-04), and how far a zone of control reaches (E-18)."""
BARRAGE_TEMPLATE = Decimal("7.4")
"""cm across (E-09)."""
ORBITAL_TEMPLATE = Decimal(12)
"""cm across (E-09)."""
STAND_LEAST, STAND_MOST, STAND_ACROSS = 5, 40, 20
"""mm: at least the first and at most the second each way, and at least the third one way (E-03)."""
STAND_MODELS = range(3, 8)
"""Infantry models on a stand (E-03)."""


def inches(cm: int | Decimal) -> Decimal:
    """Return a distance for players who measure in inches: half the figure."""
    return Decimal(cm) / 2


def stand_is_legal(width: int, depth: int) -> bool:
    """Whether a stand of this size in mm may be used (E-03)."""
    sides = (width, depth)
    return all(STAND_LEAST <= side <= STAND_MOST for side in sides) and max(sides) >= STAND_ACROSS


def models_are_legal(models: int) -> bool:
    """Whether so many infantry models may share a stand (E-03)."""
    return models in STAND_MODELS


MARKERS_FOR: Mapping[str, int] = {
    "shot_at": 1,
    "destroyed": 1,
    "out_of_formation": 1,
    "failed_tests": 1,
    "dangerous_terrain_losses": 0,
}
"""Markers for each time a formation is shot at (harm or not), for each unit lost, and for each failed test (E-10)."""


def markers_gained(events: Mapping[str, int]) -> int:
    """Return the markers for what happened, by how often: `{"shot_at": 1, "destroyed": 2}` (E-10, E-19)."""
    return sum(MARKERS_FOR[event] * times for event, times in events.items())


def is_broken(units: int, markers: int) -> bool:
    """Whether a formation with this many units left, carried ones too, is broken (E-11)."""
    return markers >= units


def broken_at(units: int) -> int:
    """Return the number of markers that breaks a formation of so many units (E-11)."""
    return units


def firing(able: int, markers: int) -> int:
    """Return the units that still fire of those with range and line of fire: each marker suppresses one (E-11)."""
    return max(0, able - markers)


def markers_to_bring(units: int) -> int:
    """Blast markers to have at hand for a formation: as many as its units and half again, rounded up."""
    return (3 * units + 1) // 2


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
    """The values of a unit (E-01); scores are 1 to 6 for 1+ to 6+, None where it has none.

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


@dataclass(frozen=True, slots=True)
class Berth:
    """Places of a transport for certain kinds of unit.

    Args:
        places: how many places there are.
        takes: how many parts of them one unit of each kind takes up.
        most: how many units of a kind may be among them, where that is limited.
        parts: how many each place has: of `3 Grotz or 2 Boyz` two, so that Boyz take up three and Grotz two.
    """

    places: int
    takes: Mapping[str, int]
    most: Mapping[str, int]
    parts: int = 1

    def room(self, takes: int) -> int:
        """Return how many units find a place that take up so many parts each."""
        return self.places * self.parts // takes


ONE_IN_TWO = "one in two"
"""The note of units of which every second one has the heavier weapon."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitKind:
    """Identical units of a formation.

    Args:
        unarmed: the data says that it has no weapon, and does not only list none.
    """

    id: str
    line: UnitLine
    count: int
    weapons: tuple[EpicWeapon, ...] = ()
    notes: tuple[str, ...] = ()
    berths: tuple[Berth, ...] = ()
    unarmed: bool = False

    @property
    def name(self) -> str:
        """The name of the unit."""
        return self.line.name

    def carried(self, weapon: EpicWeapon, units: int) -> int:
        """Return how many of a weapon so many units have; half, rounded up, where every second unit has one."""
        bearers = (units + 1) // 2 if ONE_IN_TWO in map(str.casefold, self.notes) else units
        return bearers * weapon.count


@dataclass(frozen=True, slots=True, kw_only=True)
class Formation:
    """A formation (E-04): its units by kind, and the characters that join them.

    Args:
        initiative: 1 to 6; None where the data does not say.
        mechanised: whether the list asks that everyone can ride (E-06).
        by_capacity: whether a war engine counts its damage capacity where markers break a formation, and not as one
            unit.
        rule_texts: name and text of what the data explains of its units.
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
    by_capacity: bool = False
    marks: tuple[Mark, ...] = ()
    notes: tuple[str, ...] = ()
    rule_texts: tuple[tuple[str, str], ...] = ()

    @property
    def members(self) -> tuple[UnitKind, ...]:
        """All who belong to it, its characters first."""
        return (*self.characters, *self.kinds)

    @property
    def units(self) -> int:
        """How many units it has, without characters, which share a unit's stand."""
        return sum(kind.count for kind in self.kinds)

    def strength(self, left: Mapping[str, int] | None = None) -> int:
        """Return what its blast markers are compared with (E-11): the units left, or their damage capacity."""
        numbers = {kind.id: kind.count for kind in self.kinds} if left is None else left
        return sum(numbers.get(kind.id, 0) * (kind.line.dc if self.by_capacity else 1) for kind in self.kinds)

    @property
    def broken_at(self) -> int:
        """The blast markers that break it (E-11)."""
        return broken_at(self.strength())

    @property
    def markers(self) -> int:
        """The blast markers to have at hand for it."""
        return markers_to_bring(self.strength())


@dataclass(frozen=True, slots=True)
class EpicArmy:
    """An army: its formations in the order of the roster; its strategy rating (E-05) is None where nothing says it.

    `settings` are the readings of the rules that its list chooses.
    """

    name: str
    formations: tuple[Formation, ...]
    strategy: int | None = None
    points: Decimal = Decimal(0)
    limit: Decimal | None = None
    settings: tuple[tuple[str, str], ...] = ()


def score(value: int | None) -> str:
    """Return a score as players read it."""
    return NONE if value is None else f"{value}+"


UNITS, CAPACITY = "units", "capacity"
BROKEN_AT = Setting(
    name="broken at",
    choices={
        UNITS: "A war engine counts as one unit where blast markers break a formation, as in the core rules.",
        CAPACITY: "A war engine counts its whole damage capacity as long as it stands: our reading of printed lists.",
    },
    rule="E-11",
)
SETTINGS = (BROKEN_AT,)
