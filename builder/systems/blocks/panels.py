"""Cards put together from panels: tables, boxes to strike off, states, damage by dice; any system can use them."""

from __future__ import annotations

from dataclasses import dataclass

from builder.systems.blocks.basics import Check, Head, Table
from builder.systems.blocks.cards import Hull


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePanel:
    """A table under a caption; `checks` are boxes at the left of its rows, one for each row or none at all.

    A row without a box, such as a further mode of the weapon above, has None.
    """

    table: Table
    caption: str = ""
    checks: tuple[Check | None, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """Boxes to strike off one by one, then smaller ones for what comes back; box n has the id `<id>.<n>`."""

    id: str
    title: str
    boxes: int
    remark: str = ""
    further: int = 0
    further_words: str = ""
    bullets: bool = False


@dataclass(frozen=True, slots=True)
class Bracket:
    """A label over boxes, from the one with `most` models left to the one with `least`."""

    label: str
    most: int
    least: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength:
    """The models of a unit, a box each, counted down; box n, from the left, has the id `<id>.<n>`.

    Args:
        brackets: labels over the boxes, by models left.
        below: from so few models left on, boxes are heavy, with a flag and its words; 0 for never.
    """

    id: str
    title: str
    models: int
    remark: str = ""
    brackets: tuple[Bracket, ...] = ()
    below: int = 0
    below_words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class States:
    """States that a unit falls through from left to right, each with what it allows."""

    title: str
    cells: tuple[tuple[Check, str], ...]
    remark: str = ""


@dataclass(frozen=True, slots=True)
class DiceRow:
    """Results of a die in a row: the faces, and the box for what they bring."""

    label: str
    condition: str
    results: tuple[tuple[tuple[int, ...], Check], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceTable:
    """Rows of results by dice."""

    title: str
    rows: tuple[DiceRow, ...]
    remark: str = ""
    footnotes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckRow:
    """Boxes to check in a row after a title; `blank` is a box whose label goes on with a line to write on."""

    checks: tuple[Check, ...]
    blank: Check | None = None
    title: str = ""


@dataclass(frozen=True, slots=True)
class HullPanel:
    """A vehicle from above, with panels beside it."""

    hull: Hull
    beside: tuple[TablePanel | Tally, ...]


Panel = TablePanel | Tally | Strength | States | DiceTable | CheckRow | HullPanel


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelCard:
    """A card of panels: in the left column under its head, in the right one, and below over the whole width.

    Args:
        sheet: `units` or `vehicles`.
        key: what numbers or boxes on it mean, for the head of its page.
    """

    head: Head
    sheet: str
    key: str = ""
    left: tuple[Panel, ...] = ()
    right: tuple[Panel, ...] = ()
    below: tuple[Panel, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The id of the unit or vehicle."""
        return self.head.code
