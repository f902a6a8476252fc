"""Tables, heads, boxes to check and rules in words: what all blocks are made of."""

from __future__ import annotations

import enum
from decimal import Decimal

from builder.record import Record


class ColumnKind(enum.StrEnum):
    """What a column holds, from which its alignment and weight follow."""

    COUNT = "count"
    NAME = "name"
    VALUE = "value"
    TEXT = "text"
    RESULT = "result"

    # Layout looks tables up by their columns, thousands of times; the hash of an Enum is a function in Python.
    __hash__ = str.__hash__


class Shape(enum.StrEnum):
    """The outline of a box to check: a state is told by its shape, not by its colour."""

    SQUARE = "square"
    CIRCLE = "circle"
    DIAMOND = "diamond"


class Column(Record, frozen=True):
    """One column of a table."""

    title: str
    kind: ColumnKind


class Row(Record, frozen=True):
    """One row of a table, a cell for each column; `sub` marks a further mode of the row above."""

    cells: tuple[str, ...]
    sub: bool = False


class Table(Record, frozen=True):
    """Columns and rows of short texts; a stat line, weapons or a table of the rules."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


class Head(Record, frozen=True):
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


class Check(Record, frozen=True):
    """A box to check with its label."""

    id: str
    label: str
    shape: Shape = Shape.SQUARE
    checked: bool = False


Value = bool | str
"""Whether a box is ticked, or what is written in a field."""


class SheetField(Record, frozen=True):
    """A field of a form: its id, what it is in words, what is in it, and the shape of a box."""

    id: str
    words: str
    value: Value
    shape: Shape = Shape.SQUARE


class SheetResult(Record, frozen=True):
    """What a form works out of its fields.

    Args:
        id: the id of its own field.
        card: the id of the card whose fields it looks at.
        near: the id of a field that it stands beside.
        words: what it is, in words.
        kind: the function that works it out, of `figures`.
    """

    id: str
    card: str
    near: str
    words: str
    kind: str
    figures: tuple[object, ...]


class RuleText(Record, frozen=True):
    """A rule restated in few words; `rule` is its number in the ledger."""

    title: str
    text: str
    rule: str


def number(value: Decimal | int) -> str:
    """Write a number as players read it: `1 140` with a no-break space, no idle noughts after the point."""
    text = f"{value:,}" if isinstance(value, int) else f"{value.normalize():,f}"
    return text.replace(",", "\u00a0").replace("-", "−")
