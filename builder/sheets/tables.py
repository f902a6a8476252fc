"""Tables in rows of the grid: stat lines, weapons, tables of the rules."""

from __future__ import annotations

from collections.abc import Sequence

from builder.record import Record
from builder.sheets.page import Drawing, Item, Placed, Segment, Style
from builder.sheets.typesetter import SHIFT, Anchor, Typesetter
from builder.systems.blocks import Column, ColumnKind, Row, Table

PAD = 1.0
"""Between two columns, in mm."""
SUB_INDENT = 2.6
WIDEST_VALUE = 14.0
"""A column of values is not wider, in mm: longer texts wrap."""
SPLIT = 0.58
"""The share of the names in the width that they and the words have; another one where that saves rows."""
OTHER_SPLITS = (0.46, 0.5, 0.54, 0.62, 0.66, 0.7)
SPARE = 0.6
"""Room in mm that words get over their width where a column is made for them: a result may stand close behind."""
SLACK = 1e-6
"""Forgives rounding where widths are compared."""


class SetTable(Record, frozen=True):
    """A table as drawn, and how many rows of the grid it takes with its head."""

    drawing: Drawing
    rows: int


def value_table(setter: Typesetter, table: Table, width: float, strong: int | None = None) -> SetTable:
    """Return a table of numbers under their heads, spread evenly.

    `strong` names the only row in bold (None: all are).
    """
    key = ("values", table, width, strong)
    return setter.kept(SetTable, key, lambda: _values(setter, table, width, strong))


def _values(setter: Typesetter, table: Table, width: float, strong: int | None) -> SetTable:
    row_height = setter.design.grid.row
    titles = [column.title for column in table.columns]
    items: list[Item] = [Placed(0, 0, _value_head(setter, titles, width, strong))]
    top = 1
    for n, row in enumerate(table.rows):
        drawing = _value_row(setter, row.cells, width, strong in (None, n), n == len(table.rows) - 1)
        items.append(Placed(0, top * row_height, drawing))
        top += round(drawing.height / row_height)
    return SetTable(Drawing(width, top * row_height, tuple(items)), top)


def _centres(width: float, columns: int) -> tuple[list[float], float]:
    """Return the middles of columns of numbers, and the room that they leave to the names before them."""
    pitch = (width - 30.5) / (columns - 1)
    return [width - pitch * (columns - n - 0.5) for n in range(1, columns)], width - pitch * (columns - 1) - PAD


def _value_head(setter: Typesetter, titles: Sequence[str], width: float, strong: int | None) -> Drawing:
    styles, lines, row_height = setter.design.styles, setter.design.lines, setter.design.grid.row
    centres, _ = _centres(width, len(titles))
    style = styles.head if strong is None else styles.cell_name
    items: list[Item] = [setter.text(0, setter.baseline, titles[0], styles.head)]
    items.extend(
        setter.text(x, setter.baseline, title, style, "centre") for x, title in zip(centres, titles[1:], strict=True)
    )
    items.append(Segment(0, row_height, width, row_height, lines.head))
    return Drawing(width, row_height, tuple(items), shared=False)


def _value_row(setter: Typesetter, cells: tuple[str, ...], width: float, bold: bool, last: bool) -> Drawing:
    """Return a row of numbers behind a name, as high as the name has lines, with the rule below it."""
    styles, lines, row_height = setter.design.styles, setter.design.lines, setter.design.grid.row
    centres, room = _centres(width, len(cells))
    name = setter.wrap(cells[0], styles.cell, room)
    style, height = styles.value if bold else styles.cell, len(name) * row_height
    items: list[Item] = [
        setter.text(0, setter.baseline + m * row_height, text, styles.cell) for m, text in enumerate(name)
    ]
    items.extend(
        setter.text(x, setter.baseline + 0.1, text, style, "centre") for x, text in zip(centres, cells[1:], strict=True)
    )
    items.append(Segment(0, height, width, height, lines.medium if last else lines.rule))
    return Drawing(width, height, tuple(items), shared=False)


class _Place(Record, frozen=True):
    """Where a column stands: the point its texts are set from, and the room of a column of words."""

    x: float
    anchor: Anchor
    room: float
    style: Style


class _Columns(Record, frozen=True, eq=False):
    """The columns of a table of words, with the drawing of their head; tables with columns as wide share one."""

    kinds: tuple[ColumnKind, ...]
    places: tuple[_Place, ...]
    head: Drawing

    def indent(self, row: Row) -> float:
        """Return where the rule over a row begins: at the names where the row is a mode of the one above."""
        names = (place.x for kind, place in zip(self.kinds, self.places, strict=True) if kind is ColumnKind.NAME)
        return next(names, 0.0) if row.sub else 0.0


class _Shape(Record, frozen=True, eq=False):
    """The titles and kinds of columns, the least widths that they need, and the rows met so far in such tables."""

    titles: tuple[str, ...]
    kinds: tuple[ColumnKind, ...]
    least: tuple[float, ...]
    rows: dict[tuple[str, ...], _Cells]


class _Cells(Record, frozen=True, eq=False):
    """The cells of a row: widths where columns are as wide as their texts, drawings by columns and as a mode."""

    widths: tuple[float, ...]
    drawn: dict[tuple[_Columns, bool], Drawing]


def word_table(setter: Typesetter, table: Table, width: float) -> SetTable:
    """Return a table of counts, names, short values, words and results; long names and words wrap (overflow rule 6).

    Rows are drawn one by one and kept, so that tables share what they have in common.
    """
    height = setter.design.grid.row
    columns, rows = _set_rows(setter, table, width, SPLIT)
    if sum([row.height for row in rows]) > len(rows) * height + 0.1:
        columns, rows = _set_rows(setter, table, width, _best_split(setter, table, columns))
    items: list[Item] = [Placed(0, 0, columns.head)]
    top = height
    for row in rows:
        items.append(Placed(0, top, row))
        top += row.height
    return SetTable(Drawing(width, top, tuple(items), shared=False), round(top / height))


def _set_rows(setter: Typesetter, table: Table, width: float, split: float) -> tuple[_Columns, list[Drawing]]:
    shape = setter.kept(_Shape, ("shape", table.columns), lambda: _shape(setter, table.columns))
    known = shape.rows
    rows = [known.get(row.cells) or _cells(setter, row, shape) for row in table.rows]
    needs = tuple(map(max, shape.least, *[cells.widths for cells in rows])) if rows else shape.least
    key = ("columns", shape, needs, width, split)
    columns = setter.kept(_Columns, key, lambda: _columns(setter, shape, needs, width, split))
    drawn = []
    for row, cells in zip(table.rows, rows, strict=True):
        drawing = cells.drawn.get((columns, row.sub))
        if drawing is None:
            drawing = cells.drawn[columns, row.sub] = _word_row(setter, row, columns)
        drawn.append(drawing)
    return columns, drawn


def _best_split(setter: Typesetter, table: Table, columns: _Columns) -> float:
    """Return the share of the names with which a table is lowest; of equal ones one without a high row, near the rule.

    Shares are tried at which a name or words just fit one line, and some more; no word is broken that fits at the rule.
    """
    kinds = columns.kinds
    if ColumnKind.NAME not in kinds or ColumnKind.TEXT not in kinds:
        return SPLIT
    names, texts = kinds.index(ColumnKind.NAME), kinds.index(ColumnKind.TEXT)
    styles = _styles(setter)
    name_style, text_style = styles[ColumnKind.NAME][0], styles[ColumnKind.TEXT][0]
    room = columns.places[names].room + columns.places[texts].room
    cells = [(row.cells[names], row.cells[texts], SUB_INDENT if row.sub else 0.0) for row in table.rows]

    def merit(split: float) -> tuple[int, int, float, float]:
        left, right = split * room, (1 - split) * room
        lines = [
            max(len(setter.wrap(name, name_style, left - indent)), len(setter.wrap(text, text_style, right)))
            for name, text, indent in cells
        ]
        return sum(lines), max(lines), abs(split - SPLIT), split

    head = setter.design.styles.head
    title, words = (setter.width(table.columns[n].title, head) for n in (names, texts))
    widest_name = max((setter.width(word, name_style) + i for name, _, i in cells for word in name.split()), default=0)
    widest_text = max((setter.width(word, text_style) for _, text, _ in cells for word in text.split()), default=0)
    widest_name, widest_text = max(title, widest_name), max(words, widest_text)
    least, most = min(SPLIT, (widest_name + SLACK) / room), max(SPLIT, 1 - (widest_text + SPARE) / room)
    for_names = {(setter.width(name, name_style) + indent + SLACK) / room for name, _, indent in cells}
    for_texts = {1 - (setter.width(text, text_style) + SPARE) / room for _, text, _ in cells}
    splits = [split for split in for_names | for_texts | {*OTHER_SPLITS} if least <= split <= most]
    return min((SPLIT, *splits), key=merit)


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


def _shape(setter: Typesetter, columns: Sequence[Column]) -> _Shape:
    head = setter.design.styles.head
    titles, kinds = tuple(column.title for column in columns), tuple(column.kind for column in columns)
    least = (
        max(setter.width(title, head), LEAST[kind]) if kind in LEAST else 0.0
        for title, kind in zip(titles, kinds, strict=True)
    )
    return _Shape(titles, kinds, tuple(least), {})


def _cells(setter: Typesetter, row: Row, shape: _Shape) -> _Cells:
    """Measure the cells of a row, and keep them for the other tables of its shape."""
    styles = _styles(setter)
    widths = (
        setter.width(cell, styles[kind][0]) if kind in LEAST else 0.0
        for cell, kind in zip(row.cells, shape.kinds, strict=True)
    )
    cells = shape.rows[row.cells] = _Cells(tuple(widths), {})
    return cells


def _columns(setter: Typesetter, shape: _Shape, needs: Sequence[float], width: float, split: float) -> _Columns:
    """Columns from left to right: those of numbers as wide as their texts, names and words share what is left."""
    styles, row_height = _styles(setter), setter.design.grid.row
    needed = [min(need, WIDEST_VALUE) for need in needs]
    words = width - sum(needed) - PAD * (len(needed) - 1)
    shares = {ColumnKind.NAME: split if ColumnKind.TEXT in shape.kinds else 1.0, ColumnKind.TEXT: 1 - split}
    places: list[_Place] = []
    left = 0.0
    for kind, need in zip(shape.kinds, needed, strict=True):
        room = need or words * shares[kind]
        style, anchor = styles[kind]
        places.append(_Place(left + room * SHIFT[anchor], anchor, room, style))
        left += room + PAD
    head: list[Item] = [
        setter.text(place.x, setter.baseline, title, setter.design.styles.head, place.anchor)
        for place, title in zip(places, shape.titles, strict=True)
        if title
    ]
    head.append(Segment(0, row_height, width, row_height, setter.design.lines.head))
    return _Columns(shape.kinds, tuple(places), Drawing(width, row_height, tuple(head)))


def _word_row(setter: Typesetter, row: Row, columns: _Columns) -> Drawing:
    """Return a row of words, as high as its cells have lines; the rule over it is hidden where the head's is there."""
    height, width = setter.design.grid.row, columns.head.width
    items: list[Item] = [Segment(columns.indent(row), 0, width, 0, setter.design.lines.rule)]
    lines = 1
    for kind, place, cell in zip(columns.kinds, columns.places, row.cells, strict=True):
        indent = SUB_INDENT if row.sub and kind is ColumnKind.NAME else 0
        texts = setter.wrap(cell, place.style, place.room - indent) if cell else ()
        items.extend(
            setter.text(place.x + indent, m * height + setter.baseline, text, place.style, place.anchor)
            for m, text in enumerate(texts)
        )
        lines = max(lines, len(texts))
    return Drawing(width, lines * height, tuple(items))
