"""Cards: one for each unit or vehicle, with everything that a player fills in during a game."""

from __future__ import annotations

from dataclasses import dataclass

from builder.systems.blocks.basics import Check, Head, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class HitPoints:
    """The hit points of a group of identical models, one box for each `box` HP.

    Args:
        wounds: columns a model has.
        boxes: boxes a wound has.
        box: HP a box stands for.
        lost: HP lost so far, printed in the boxes.
    """

    id: str
    name: str
    models: int
    wounds: int
    boxes: int
    box: int = 10
    lost: int = 0

    @property
    def each(self) -> int:
        """HP of one model."""
        return self.wounds * self.boxes * self.box

    @property
    def total(self) -> int:
        """HP of all models."""
        return self.models * self.each

    @property
    def box_prefix(self) -> str:
        """What the ids of its boxes begin with; their number follows, from 1, wound by wound, downwards."""
        return f"{self.id}.h"

    @property
    def lost_id(self) -> str:
        """The id of the field for the exact HP lost."""
        return f"{self.id}.lost"


@dataclass(frozen=True, slots=True)
class Threshold:
    """Points of a track above which something fails, with the words before the number."""

    words: str
    value: int
    reroll: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Track:
    """Points counted upwards, one box a point, `numbered` boxes to a group with its last number.

    Args:
        id: the prefix of its fields; box n has the id `<id>.<n>`.
        milestone: a multiple of this is printed strongly.
        hints: short remarks on the thresholds.
        value: points so far, printed in the boxes.
    """

    id: str
    title: str
    size: int = 200
    numbered: int = 5
    milestone: int = 25
    thresholds: tuple[Threshold, ...] = ()
    hints: tuple[str, ...] = ()
    value: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitCard:
    """A unit with models that have hit points."""

    head: Head
    profiles: Table
    weapons: Table
    groups: tuple[HitPoints, ...]
    track: Track
    checks: tuple[Check, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The unit's id."""
        return self.head.code


@dataclass(frozen=True, slots=True)
class Hull:
    """Armour of a vehicle seen from above."""

    front: int
    side: int
    rear: int
    walker: bool = False


@dataclass(frozen=True, slots=True)
class MountedMode:
    """One way to fire a mounted weapon: its values in words and its damage."""

    text: str
    damage: str


@dataclass(frozen=True, slots=True)
class Mounted:
    """A weapon of a vehicle, with the box that says that it is destroyed; `check.label` is its name."""

    check: Check
    modes: tuple[MountedMode, ...]


@dataclass(frozen=True, slots=True)
class Landing:
    """A strength that lands on a damage line from one side; `remote` when no usual weapon has it."""

    strength: str
    remote: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageLine:
    """A line of vehicle damage; `steps` are its thresholds with the boxes that they score.

    Args:
        id: the field for the damage; the box of a step adds its threshold (`h9j2.A.36`).
        damage: points so far; None prints an empty field.
    """

    id: str
    letter: str
    difference: str
    landings: tuple[Landing, ...]
    steps: tuple[tuple[int, Check], ...]
    damage: int | None = None


@dataclass(frozen=True, slots=True)
class HitRow:
    """Boxes checked from left to right."""

    label: str
    checks: tuple[Check, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class VehicleCard:
    """A vehicle with armour, damage lines and hit rows."""

    head: Head
    hull: Hull
    weapons: tuple[Mounted, ...]
    lines: tuple[DamageLine, ...]
    hit_rows: tuple[HitRow, ...]
    reminder: str = ""
    checks: tuple[Check, ...] = ()
    notes: tuple[str, ...] = ()
    footnotes: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The vehicle's id."""
        return self.head.code
