"""Tables in rows of the grid: stat lines, weapons, tables of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from builder.sheets.page import Drawing, Item, Line, Placed, Style
from builder.sheets.typesetter import SHIFT, Anchor, Typesetter
from builder.systems.blocks import ColumnKind, Row, Table

BASELINE = 3.0
"""From the top of a row to the baseline of its text, in mm."""
PAD = 1.0
"""Between two columns, in mm."""
SUB_INDENT = 2.6
WIDEST_VALUE = 14.0
"""A column of values is not wider, in mm: longer texts wrap."""
SPLITS = (0.58, 0.5, 0.54, 0.62, 0.66, 0.46, 0.7)
"""Shares of the width of words that the names may take; the first is the rule, the others where it saves rows."""


class SetTable(NamedTuple):
    """A table as drawn, and how many rows of the grid it takes with its head."""

    drawing: Drawing
    rows: int


def value_table(setter: Typesetter, table: Table, width: float, strong: int | None = None) -> SetTable:
    """A table of numbers under their heads, spread evenly; `strong` names the only row in bold (None: all are)."""
    row_height, titles = setter.design.grid.row, tuple(column.title for column in table.columns)
    head = setter.kept(
        Drawing, ("value head", titles, width, strong is None), lambda: _value_head(setter, titles, width, strong)
    )
    items: list[Item] = [Placed(0, 0, head)]
    top = 1
    for n, row in enumerate(table.rows):
        bold, last = strong in (None, n), n == len(table.rows) - 1
        drawing = setter.kept(
            Drawing, ("values", row.cells, width, bold, last), partial(_value_row, setter, row, width, bold, last)
        )
        items.append(Placed(0, top * row_height, drawing))
        top += round(drawing.height / row_height)
    return SetTable(Drawing(width, top * row_height, tuple(items), shared=False), top)


def _centres(width: float, columns: int) -> tuple[list[float], float]:
    """The middles of columns of numbers, and the room that they leave to the names before them."""
    pitch = (width - 30.5) / (columns - 1)
    return [width - pitch * (columns - n - 0.5) for n in range(1, columns)], width - pitch * (columns - 1) - PAD


def _value_head(setter: Typesetter, titles: Sequence[str], width: float, strong: int | None) -> Drawing:
    styles, lines, row_height = setter.design.styles, setter.design.lines, setter.design.grid.row
    centres, _ = _centres(width, len(titles))
    style = styles.head if strong is None else styles.cell_name
    items: list[Item] = [setter.text(0, BASELINE, titles[0], styles.head)]
    items.extend(setter.text(x, BASELINE, title, style, "centre") for x, title in zip(centres, titles[1:], strict=True))
    items.append(Line(0, row_height, width, row_height, lines.head))
    return Drawing(width, row_height, tuple(items))


def _value_row(setter: Typesetter, row: Row, width: float, bold: bool, last: bool) -> Drawing:
    """A row of numbers behind a name, as high as the name has lines, with the rule below it."""
    styles, lines, row_height = setter.design.styles, setter.design.lines, setter.design.grid.row
    centres, room = _centres(width, len(row.cells))
    name = setter.wrap(row.cells[0], styles.cell, room)
    style, height = styles.value if bold else styles.cell, len(name) * row_height
    items: list[Item] = [setter.text(0, BASELINE + m * row_height, text, styles.cell) for m, text in enumerate(name)]
    items.extend(
        setter.text(x, BASELINE + 0.1, text, style, "centre") for x, text in zip(centres, row.cells[1:], strict=True)
    )
    items.append(Line(0, height, width, height, lines.medium if last else lines.rule))
    return Drawing(width, height, tuple(items))


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a column stands: the point its texts are set from, and the room of a column of words."""

    x: float
    anchor: Anchor
    room: float
    style: Style


@dataclass(frozen=True, slots=True, eq=False)
class _Columns:
    """The columns of a table of words, with the drawing of their head; tables with columns as wide share one."""

    kinds: tuple[ColumnKind, ...]
    places: tuple[_Place, ...]
    head: Drawing

    def indent(self, row: Row) -> float:
        """Where the rule over a row begins: at the names where the row is a mode of the one above."""
        names = (place.x for kind, place in zip(self.kinds, self.places, strict=True) if kind is ColumnKind.NAME)
        return next(names, 0.0) if row.sub else 0.0


@dataclass(frozen=True, slots=True, eq=False)
class _Cells:
    """The cells of a row: widths where columns are as wide as their texts, drawings by columns and as a mode."""

    widths: tuple[float, ...]
    drawn: dict[tuple[_Columns, bool], Drawing]


def word_table(setter: Typesetter, table: Table, width: float) -> SetTable:
    """A table of counts, names, short values, words and results; long names and words wrap (overflow rule 6).

    Rows are drawn one by one and kept, so that tables share what they have in common.
    """
    height = setter.design.grid.row
    columns, rows = _set_rows(setter, table, width, SPLITS[0])
    total = sum(row.height for row in rows)
    for split in SPLITS[1:] if total > len(rows) * height + 0.1 else ():
        others = _set_rows(setter, table, width, split)
        lower = sum(row.height for row in others[1])
        if lower < total - 0.1:
            (columns, rows), total = others, lower
    items: list[Item] = [Placed(0, 0, columns.head)]
    top = height
    for row in rows:
        items.append(Placed(0, top, row))
        top += row.height
    return SetTable(Drawing(width, top, tuple(items), shared=False), round(top / height))


def _set_rows(setter: Typesetter, table: Table, width: float, split: float) -> tuple[_Columns, list[Drawing]]:
    titles, kinds = tuple([column.title for column in table.columns]), tuple([column.kind for column in table.columns])
    rows = [setter.kept(_Cells, ("cells", row.cells, kinds), partial(_cells, setter, row, kinds)) for row in table.rows]
    widths = [row.widths for row in rows]
    heads = setter.kept(tuple, ("title widths", titles, kinds), lambda: _least_widths(setter, titles, kinds))
    needs = tuple(map(max, heads, *widths)) if widths else heads
    key = ("columns", titles, kinds, needs, width, split)
    columns = setter.kept(_Columns, key, lambda: _columns(setter, titles, kinds, needs, width, split))
    drawn = []
    for row, cells in zip(table.rows, rows, strict=True):
        drawing = cells.drawn.get((columns, row.sub))
        if drawing is None:
            drawing = cells.drawn[columns, row.sub] = _word_row(setter, row, columns)
        drawn.append(drawing)
    return columns, drawn


LEAST = {ColumnKind.COUNT: 3.8, ColumnKind.VALUE: 3.9, ColumnKind.RESULT: 9.0}
"""The least width of columns that are as wide as their texts, in mm; names and words share what these leave."""


def _styles(setter: Typesetter) -> dict[ColumnKind, tuple[Style, Anchor]]:
    styles = setter.design.styles
    return {
        ColumnKind.COUNT: (styles.cell, "right"),
        ColumnKind.NAME: (styles.cell_name, "left"),
        ColumnKind.VALUE: (styles.cell, "centre"),
        ColumnKind.TEXT: (styles.cell, "left"),
        ColumnKind.RESULT: (styles.result, "right"),
    }


def _least_widths(setter: Typesetter, titles: Sequence[str], kinds: Sequence[ColumnKind]) -> tuple[float, ...]:
    head = setter.design.styles.head
    return tuple(
        max(setter.width(title, head), LEAST[kind]) if kind in LEAST else 0.0
        for title, kind in zip(titles, kinds, strict=True)
    )


def _cells(setter: Typesetter, row: Row, kinds: Sequence[ColumnKind]) -> _Cells:
    styles = _styles(setter)
    widths = (
        setter.width(cell, styles[kind][0]) if kind in LEAST else 0.0
        for cell, kind in zip(row.cells, kinds, strict=True)
    )
    return _Cells(tuple(widths), {})


def _columns(
    setter: Typesetter,
    titles: Sequence[str],
    kinds: tuple[ColumnKind, ...],
    needs: Sequence[float],
    width: float,
    split: float,
) -> _Columns:
    """Columns from left to right: those of numbers as wide as their texts, names and words share what is left."""
    styles, row_height = _styles(setter), setter.design.grid.row
    needed = [min(need, WIDEST_VALUE) for need in needs]
    words = width - sum(needed) - PAD * (len(needed) - 1)
    shares = {ColumnKind.NAME: split if ColumnKind.TEXT in kinds else 1.0, ColumnKind.TEXT: 1 - split}
    places: list[_Place] = []
    left = 0.0
    for kind, need in zip(kinds, needed, strict=True):
        room = need or words * shares[kind]
        style, anchor = styles[kind]
        places.append(_Place(left + room * SHIFT[anchor], anchor, room, style))
        left += room + PAD
    head: list[Item] = [
        setter.text(place.x, BASELINE, title, setter.design.styles.head, place.anchor)
        for place, title in zip(places, titles, strict=True)
        if title
    ]
    head.append(Line(0, row_height, width, row_height, setter.design.lines.head))
    return _Columns(kinds, tuple(places), Drawing(width, row_height, tuple(head)))


def _word_row(setter: Typesetter, row: Row, columns: _Columns) -> Drawing:
    """A row of words, as high as its cells have lines; the rule over it is hidden where the head's is there."""
    height, width = setter.design.grid.row, columns.head.width
    items: list[Item] = [Line(columns.indent(row), 0, width, 0, setter.design.lines.rule)]
    lines = 1
    for kind, place, cell in zip(columns.kinds, columns.places, row.cells, strict=True):
        indent = SUB_INDENT if row.sub and kind is ColumnKind.NAME else 0
        texts = setter.wrap(cell, place.style, place.room - indent) if cell else ()
        items.extend(
            setter.text(place.x + indent, m * height + BASELINE, text, place.style, place.anchor)
            for m, text in enumerate(texts)
        )
        lines = max(lines, len(texts))
    return Drawing(width, lines * height, tuple(items))
