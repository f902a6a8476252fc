"""What cards and the roster page are made of: words, numbers, boxes and their field ids; no paper, no font, no place.

A system fills these in, `sheets` places them, exporters draw or write them. Ids of fields are built from the ids of
units, groups and vehicles (`f2c8.1.h3`), so a box means the same in print, in a form and in a game.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from builder.errors import Finding


class ColumnKind(enum.StrEnum):
    """What a column holds, from which its alignment and weight follow."""

    COUNT = "count"
    NAME = "name"
    VALUE = "value"
    TEXT = "text"
    RESULT = "result"


class Shape(enum.StrEnum):
    """The outline of a box to check: a state is told by its shape, not by its colour."""

    SQUARE = "square"
    CIRCLE = "circle"


class RosterMark(enum.StrEnum):
    """What the list says of a unit with a sign."""

    RESERVE = "reserve"
    DEEP_STRIKE = "deep strike"
    TRANSPORT = "transport"
    TOKENS = "gives tokens"


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table."""

    title: str
    kind: ColumnKind


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table, a cell for each column; `sub` marks a further mode of the row above."""

    cells: tuple[str, ...]
    sub: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Columns and rows of short texts; a stat line, weapons or a table of the rules."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a card: slot, name and points; `facts` are short, most important first.

    Args:
        code: the id that army files, logs and fields use.
        caption: the words under the points.
    """

    code: str
    slot: str
    name: str
    points: str
    caption: str = "points"
    facts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """A box to check with its label."""

    id: str
    label: str
    shape: Shape = Shape.SQUARE
    checked: bool = False


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


Card = UnitCard | VehicleCard


@dataclass(frozen=True, slots=True)
class Total:
    """A number of the army in large type."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Slot:
    """A slot of the force organisation: how many are taken, required and allowed (None: any number)."""

    code: str
    name: str
    taken: int
    minimum: int = 0
    maximum: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterRow:
    """A unit in the list; `unit` is its id, `cards` are the ids of its cards, `slot` its code."""

    unit: str
    slot: str
    name: str
    detail: str
    models: int
    points: Decimal
    marks: tuple[RosterMark, ...] = ()
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Token:
    """Tokens of one kind to bring, with where they come from."""

    name: str
    total: int
    sources: tuple[str, ...]
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Reserve:
    """Units that wait: how many may arrive in each turn (from turn 1), and a box for each of them."""

    arrivals: tuple[int, ...]
    units: tuple[Check, ...]
    remark: str = ""


@dataclass(frozen=True, slots=True)
class RuleText:
    """A rule restated in few words; `rule` is its number in the ledger."""

    title: str
    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class RuleTable:
    """A table of the rules with its title."""

    title: str
    table: Table


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterPage:
    """The list itself: totals, slots, units, what to bring, findings and the rules that it uses.

    Args:
        system: the name of the game; `source` says which data the list was made with.
        points, limit: the cost of the army and what it may cost, None without a limit.
    """

    title: str
    system: str
    points: Decimal
    limit: Decimal | None = None
    source: str = ""
    totals: tuple[Total, ...] = ()
    slots: tuple[Slot, ...] = ()
    rows: tuple[RosterRow, ...] = ()
    tokens: tuple[Token, ...] = ()
    token_remark: str = ""
    findings: tuple[Finding, ...] = ()
    reserve: Reserve | None = None
    tables: tuple[RuleTable, ...] = ()
    rules: tuple[RuleText, ...] = ()


def slot_runs(rows: tuple[RosterRow, ...]) -> Iterator[tuple[RosterRow, ...]]:
    """Yield the rows of a list in runs of one slot."""
    run: list[RosterRow] = []
    for row in rows:
        if run and run[-1].slot != row.slot:
            yield tuple(run)
            run = []
        run.append(row)
    if run:
        yield tuple(run)


def number(value: Decimal | int) -> str:
    """Write a number as players read it: `1 140` with a no-break space, no idle noughts after the point."""
    text = f"{value:,}" if isinstance(value, int) else f"{value.normalize():,f}"
    return text.replace(",", "\u00a0").replace("-", "−")
