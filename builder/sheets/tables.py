"""Tables in rows of the grid: stat lines, weapons, tables of the rules."""

from __future__ import annotations

from dataclasses import dataclass

from builder.sheets.page import Drawing, Item, Line, Style
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


@dataclass(frozen=True, slots=True)
class SetTable:
    """A table as drawn, and how many rows of the grid it takes with its head."""

    drawing: Drawing
    rows: int


def value_table(setter: Typesetter, table: Table, width: float, strong: int | None = None) -> SetTable:
    """A table of numbers under their heads, spread evenly; `strong` names the only row in bold (None: all are)."""
    key = ("values", table, width, strong)
    pitch = (width - 30.5) / (len(table.columns) - 1)
    names = width - pitch * (len(table.columns) - 1) - PAD
    styles, lines, row_height = setter.design.styles, setter.design.lines, setter.design.grid.row
    wrapped = [setter.wrap(row.cells[0], styles.cell, names) for row in table.rows]
    rows = 1 + sum(map(len, wrapped))

    def make() -> Drawing:
        items: list[Item] = []
        centres = [width - pitch * (len(table.columns) - n - 0.5) for n in range(1, len(table.columns))]
        head = styles.head if strong is None else styles.cell_name
        items.append(setter.text(0, BASELINE, table.columns[0].title, styles.head))
        items.extend(
            setter.text(x, BASELINE, column.title, head, "centre")
            for x, column in zip(centres, table.columns[1:], strict=True)
        )
        items.append(Line(0, row_height, width, row_height, lines.head))
        top = 1
        for n, (row, name) in enumerate(zip(table.rows, wrapped, strict=True)):
            y = top * row_height + BASELINE
            items.extend(setter.text(0, y + m * row_height, text, styles.cell) for m, text in enumerate(name))
            style = styles.value if strong in (None, n) else styles.cell
            items.extend(
                setter.text(x, y + 0.1, text, style, "centre") for x, text in zip(centres, row.cells[1:], strict=True)
            )
            top += len(name)
            last = n == len(table.rows) - 1
            items.append(Line(0, top * row_height, width, top * row_height, lines.medium if last else lines.rule))
        return Drawing(width, rows * row_height, tuple(items))

    return SetTable(setter.furniture(key, make), rows)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a column stands: the point its texts are set from, and the room of a column of words."""

    x: float
    anchor: Anchor
    room: float
    style: Style


def word_table(setter: Typesetter, table: Table, width: float) -> SetTable:
    """A table of counts, names, short values, words and results; long names and words wrap (overflow rule 6)."""
    drawing = setter.furniture(("words", table, width), lambda: _word_drawing(setter, table, width))
    return SetTable(drawing, round(drawing.height / setter.design.grid.row))


def _word_drawing(setter: Typesetter, table: Table, width: float) -> Drawing:
    layouts = ((places := _places(setter, table, width, split), _wrapped(setter, table, places)) for split in SPLITS)
    best = next(layouts)
    for other in layouts if _rows(best[1]) > len(table.rows) else ():
        if _rows(other[1]) < _rows(best[1]):
            best = other
    places, cells = best
    styles, lines, height = setter.design.styles, setter.design.lines, setter.design.grid.row
    items: list[Item] = [
        setter.text(place.x, BASELINE, column.title, styles.head, place.anchor)
        for place, column in zip(places, table.columns, strict=True)
        if column.title
    ]
    items.append(Line(0, height, width, height, lines.head))
    top = 1
    for n, (row, texts) in enumerate(zip(table.rows, cells, strict=True)):
        if n:
            items.append(Line(_indent(table, places, row), top * height, width, top * height, lines.rule))
        for column, place, broken in zip(table.columns, places, texts, strict=True):
            x = place.x + (SUB_INDENT if row.sub and column.kind is ColumnKind.NAME else 0)
            items.extend(
                setter.text(x, (top + m) * height + BASELINE, text, place.style, place.anchor)
                for m, text in enumerate(broken)
                if text
            )
        top += max(map(len, texts))
    return Drawing(width, top * height, tuple(items))


def _rows(cells: list[list[list[str]]]) -> int:
    return sum(max(map(len, texts)) for texts in cells)


def _indent(table: Table, places: list[_Place], row: Row) -> float:
    """Where the rule over a row begins: at the names where the row is a mode of the one above."""
    return next(
        (
            place.x
            for column, place in zip(table.columns, places, strict=True)
            if row.sub and column.kind is ColumnKind.NAME
        ),
        0.0,
    )


def _wrapped(setter: Typesetter, table: Table, places: list[_Place]) -> list[list[list[str]]]:
    """The cells of each row, broken into lines."""
    return [
        [
            setter.wrap(
                cell, place.style, place.room - (SUB_INDENT if row.sub and column.kind is ColumnKind.NAME else 0)
            )
            if cell
            else [""]
            for column, place, cell in zip(table.columns, places, row.cells, strict=True)
        ]
        for row in table.rows
    ]


def _places(setter: Typesetter, table: Table, width: float, split: float) -> list[_Place]:
    """Columns from left to right: those of numbers as wide as their texts, names and words share what is left."""
    styles = setter.design.styles
    kinds: dict[ColumnKind, tuple[Style, Anchor]] = {
        ColumnKind.COUNT: (styles.cell, "right"),
        ColumnKind.NAME: (styles.cell_name, "left"),
        ColumnKind.VALUE: (styles.cell, "centre"),
        ColumnKind.TEXT: (styles.cell, "left"),
        ColumnKind.RESULT: (styles.result, "right"),
    }
    least = {ColumnKind.COUNT: 3.8, ColumnKind.VALUE: 3.9, ColumnKind.RESULT: 9.0}
    needs: list[float] = []
    for n, column in enumerate(table.columns):
        texts = [setter.width(row.cells[n], kinds[column.kind][0]) for row in table.rows]
        head = setter.width(column.title, styles.head)
        need = max([head, least.get(column.kind, 0.0), *texts])
        needs.append(min(need, WIDEST_VALUE) if column.kind in least else 0.0)
    words = width - sum(needs) - PAD * (len(needs) - 1)
    has_text = any(column.kind is ColumnKind.TEXT for column in table.columns)
    shares = {ColumnKind.NAME: split if has_text else 1.0, ColumnKind.TEXT: 1 - split}
    places: list[_Place] = []
    left = 0.0
    for column, need in zip(table.columns, needs, strict=True):
        room = need or words * shares[column.kind]
        style, anchor = kinds[column.kind]
        places.append(_Place(left + room * SHIFT[anchor], anchor, room, style))
        left += room + PAD
    return places
