"""Tables in rows of the grid: stat lines, weapons, tables of the rules."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from builder.record import Record
from builder.sheets.design import SMALLEST_TYPE
from builder.sheets.page import CELL, KEY, ROW, TITLES, Drawing, Item, Placed, Segment, Style
from builder.sheets.typesetter import SHIFT, Anchor, Typesetter
from builder.systems.blocks import Column, ColumnKind, Row, Table

PAD = 1.0
"""Between two columns, in mm."""
SUB_INDENT = 2.6
WIDEST_VALUE = 14.0
"""A column of values is not wider, in mm: longer texts wrap."""
MOST_SPLITS = 10
"""So many widths of the names, which just hold one of them, are tried for the lowest tables."""
LEAST_NAMES, LEAST_WORDS, MOST_RESULT = 20.0, 14.0, 24.0
"""What columns of names and of words have at least, and results at most where names want the room, in mm."""
BLANK_NAME, BLANK_VALUE = 34.0, 9.0
"""Columns that a hand fills in, in mm."""
NAMES, LAST_WIDER, VALUE_GAP = 24.3, 7.0, 0.5
"""The room of names before the numbers of a stat line, what the last of these has more, and their gap, in mm."""
MOST_NAMES, LAST_CLOSER = 29.0, 5.5
"""The same where a name of the print keeps its line with more room."""
LONGEST_NAME, MODE = 36.0, ", "
"""The widest name of a weapon with its first mode behind it, in mm, and what stands between them."""
SLACK = 1e-6
"""Forgives rounding where widths are compared."""


class SetTable(Record, frozen=True):
    """A table as drawn, and how many rows of the grid it takes with its head."""

    drawing: Drawing
    rows: int


def value_table(setter: Typesetter, table: Table, width: float) -> SetTable:
    """Return a table of numbers under their heads, spread evenly, all in bold."""
    return setter.kept(SetTable, ("values", table, width), lambda: _values(setter, table, width))


def _values(setter: Typesetter, table: Table, width: float) -> SetTable:
    row_height = setter.design.grid.row
    titles = tuple([column.title for column in table.columns])
    head = setter.kept(Drawing, ("head of values", titles, width), lambda: _value_head(setter, titles, width))
    items: list[Item] = [Placed(0, 0, head)]
    top = 1
    for n, row in enumerate(table.rows):
        drawing = _value_row(setter, row.cells, width, n == len(table.rows) - 1)
        items.append(Placed(0, top * row_height, drawing))
        top += round(drawing.height / row_height)
    return SetTable(Drawing(width, top * row_height, tuple(items)), top)


def align_values(setter: Typesetter, tables: Iterable[Table]) -> None:
    """Give all tables of numbers as much room for names as the longest needs that can keep its line."""
    # On narrow pages names are broken, numbers cannot be: four wide signs of the smallest type must fit a column.
    scale, style = setter.design.across**2.25, setter.design.styles.cell_name
    named = {setter.width(row.cells[0], style) + PAD + SLACK for table in tables for row in table.rows if row.cells}
    names = max([NAMES * scale, *(room for room in named if room <= MOST_NAMES * scale)])
    taken = (names / scale - NAMES) / (MOST_NAMES - NAMES)
    _rooms_of_values(setter)[None] = names, (LAST_WIDER + taken * (LAST_CLOSER - LAST_WIDER)) * scale


def _rooms_of_values(setter: Typesetter) -> dict[None, tuple[float, float]]:
    return setter.kept(dict, "rooms of values", dict)


def _centres(setter: Typesetter, width: float, columns: int) -> tuple[list[float], float]:
    """Return the middles of columns of numbers, and the room that they leave to the names before them."""
    scale = setter.design.across**2.25
    names, wider = _rooms_of_values(setter).get(None, (NAMES * scale, LAST_WIDER * scale))
    pitch = (width - names - wider) / (columns - 1)
    first = width - wider - pitch * (columns - 1)
    last = width - (pitch + wider) / 2
    return [*(first + pitch * (n + 0.5) for n in range(columns - 2)), last], first - PAD


def _value_head(setter: Typesetter, titles: Sequence[str], width: float) -> Drawing:
    styles, lines, row_height = setter.design.styles, setter.design.lines, setter.design.grid.row
    centres, _ = _centres(setter, width, len(titles))
    items: list[Item] = [TITLES, CELL, setter.text(0, setter.baseline, titles[0], styles.head)]
    for x, title in zip(centres, titles[1:], strict=True):
        items += (CELL, setter.text(x, setter.baseline, title, styles.head, "centre"))
    items.append(Segment(0, row_height, width, row_height, lines.head))
    return Drawing(width, row_height, tuple(items), shared=False)


def _value_row(setter: Typesetter, cells: tuple[str, ...], width: float, last: bool) -> Drawing:
    """Return a row of numbers behind a name, as high as the name has lines, with the rule below it."""
    styles, lines, row_height = setter.design.styles, setter.design.lines, setter.design.grid.row
    centres, room = _centres(setter, width, len(cells))
    bold = styles.cell_name
    name = setter.wrap(cells[0], bold, room)
    style, height = styles.value, len(name) * row_height
    items: list[Item] = [ROW, KEY]
    items.extend(
        setter.text(0, setter.baseline + m * row_height, text, styles.cell_name) for m, text in enumerate(name)
    )
    room = centres[1] - centres[0] - VALUE_GAP if len(centres) > 1 else width - room
    for n, (x, text) in enumerate(zip(centres, cells[1:], strict=True), 2):
        fitting = _fitting(setter, text, style, room + (LAST_CLOSER if n == len(cells) else 0))
        items += (CELL, setter.text(x, setter.baseline + 0.1, text, fitting, "centre"))
    items.append(Segment(0, height, width, height, lines.medium if last else lines.rule))
    return Drawing(width, height, tuple(items), shared=False)


def _fitting(setter: Typesetter, text: str, style: Style, room: float) -> Style:
    """Return a style, smaller where a text needs it to fit its column."""
    size = style.size
    while size > SMALLEST_TYPE and setter.width(text, style) * size / style.size > room:
        size = max(SMALLEST_TYPE, size - 0.5)
    return setter.scaled(style, size)


class _Place(Record, frozen=True):
    """Where a column stands: the point its texts are set from, its room, its type."""

    x: float
    anchor: Anchor
    room: float
    style: Style


class _Columns(Record, frozen=True, eq=False):
    """The columns of a table of words, with the drawing of their head and the rows met so far below it."""

    kinds: tuple[ColumnKind, ...]
    places: tuple[_Place, ...]
    head: Drawing
    drawn: dict[Row, Drawing]

    def indent(self, row: Row) -> float:
        """Return where the rule over a row begins: at the names where the row is a mode of the one above."""
        if not row.sub:
            return 0.0
        names = (place.x for kind, place in zip(self.kinds, self.places, strict=True) if kind is ColumnKind.NAME)
        return next(names, 0.0)


def align(setter: Typesetter, tables: Iterable[Table], width: float) -> None:
    """Give tables with the same titles columns at the same places, which suit the rows of all of them."""
    alike: dict[tuple[Column, ...], dict[Row, None]] = {}
    for table in tables:
        alike.setdefault(table.columns, {}).update(dict.fromkeys(_with_modes(setter, table)))
    for columns, rows in alike.items():
        _aligned(setter)[columns, width] = _columns(setter, columns, tuple(rows), width)


def _aligned(setter: Typesetter) -> dict[tuple[tuple[Column, ...], float], _Columns]:
    return setter.kept(dict, "aligned", dict)


def word_table(setter: Typesetter, table: Table, width: float) -> SetTable:
    """Return a table of counts, names, short values, words and results; long names and words wrap (overflow rule 6).

    Its columns are those of all tables that it has been aligned with. Rows are drawn once, and shared by tables.
    """
    rows = _with_modes(setter, table)
    columns = _aligned(setter).get((table.columns, width)) or _columns(setter, table.columns, rows, width)
    items: list[Item] = [Placed(0, 0, columns.head)]
    top = columns.head.height
    for row in rows:
        drawing = columns.drawn.get(row)
        if drawing is None:
            drawing = columns.drawn[row] = _word_row(setter, row, columns)
        items.append(Placed(0, top, drawing))
        top += drawing.height
    return SetTable(Drawing(width, top, tuple(items), shared=False), math.ceil(top / setter.design.grid.row - SLACK))


def _with_modes(setter: Typesetter, table: Table) -> tuple[Row, ...]:
    """Return the rows of a table; a weapon whose name is too long with that of its first mode has a row of its own."""
    modes = [row.sub for row in table.rows]
    if not any(modes):
        return table.rows
    named = next((n for n, column in enumerate(table.columns) if column.kind is ColumnKind.NAME), 0)
    longest = setter.across(LONGEST_NAME)
    rows = [*table.rows]
    for n in [n for n, (is_mode, below) in enumerate(pairwise(modes)) if below and not is_mode][::-1]:
        cells = rows[n].cells
        weapon, _, mode = cells[named].partition(MODE) if cells else ("", "", "")
        if mode and setter.width(cells[named], setter.design.styles.cell_name) > longest:
            alone = Row((*cells[:named], weapon, *[""] * (len(cells) - named - 1)))
            rows[n : n + 1] = [alone, Row((*[""] * named, mode, *cells[named + 1 :]), sub=True)]
    return tuple(rows)


LEAST = {ColumnKind.COUNT: 3.8, ColumnKind.VALUE: 4.6}
"""The least width of columns that are as wide as their texts, in mm; names, words and results have the rest."""


def _styles(setter: Typesetter) -> dict[ColumnKind, tuple[Style, Anchor]]:
    styles = setter.design.styles
    return {
        ColumnKind.COUNT: (styles.cell, "right"),
        ColumnKind.NAME: (styles.cell_name, "left"),
        ColumnKind.VALUE: (styles.cell, "centre"),
        ColumnKind.TEXT: (styles.cell, "left"),
        ColumnKind.RESULT: (styles.result, "right"),
    }


def _columns(setter: Typesetter, columns: tuple[Column, ...], rows: Sequence[Row], width: float) -> _Columns:
    """Columns from left to right: numbers as wide as their texts; names and words share the rest."""
    styles, titles = _styles(setter), setter.design.styles.head
    blank = not any(any(row.cells) for row in rows)
    rooms: list[float] = []
    for n, column in enumerate(columns):
        room = 0.0
        if column.kind in LEAST:
            style = styles[column.kind][0]
            room = max((setter.width(row.cells[n], style) for row in rows), default=0.0)
            least = setter.across(BLANK_VALUE) if blank and column.kind is ColumnKind.VALUE else LEAST[column.kind]
            room = min(WIDEST_VALUE, max(room, setter.width(column.title, titles), least))
        rooms.append(room)
    rest = width - sum(rooms) - PAD * (len(columns) - 1)
    kinds = tuple(column.kind for column in columns)
    names = setter.across(BLANK_NAME) if blank else _room_of_names(setter, kinds, rows, rest)
    places: list[_Place] = []
    left = 0.0
    for kind, own in zip(kinds, rooms, strict=True):
        style, anchor = styles[kind]
        room = names if kind is ColumnKind.NAME else own or rest - names
        if kind is ColumnKind.RESULT:  # It ends at the edge, in the room of the words before it.
            places.append(_Place(width, anchor, room, style))
            continue
        places.append(_Place(left + room * SHIFT[anchor], anchor, room, style))
        left += room + PAD
    height = setter.design.grid.table_row
    baseline = _baseline(setter)
    head: list[Item] = [TITLES]
    for place, column in zip(places, columns, strict=True):
        head += (CELL, setter.text(place.x, baseline, column.title, titles, place.anchor))
    head.append(Segment(0, height, width, height, setter.design.lines.head))
    return _Columns(kinds, tuple(places), Drawing(width, height, tuple(head)), {})


def _baseline(setter: Typesetter) -> float:
    """Return where the words of a row of weapons stand, from its top."""
    return setter.design.grid.table_row * 0.75


def _room_of_names(setter: Typesetter, kinds: Sequence[ColumnKind], rows: Sequence[Row], rest: float) -> float:
    """Return the width of the names with which the rows are lowest in all; of equal ones the widest."""
    if ColumnKind.NAME not in kinds:
        return 0.0
    if ColumnKind.TEXT not in kinds:
        results = [n for n, kind in enumerate(kinds) if kind is ColumnKind.RESULT]
        style = setter.design.styles.result
        return rest - max((setter.width(row.cells[n], style) + PAD for row in rows for n in results), default=0.0)
    name, words = kinds.index(ColumnKind.NAME), kinds.index(ColumnKind.TEXT)
    result = kinds.index(ColumnKind.RESULT) if ColumnKind.RESULT in kinds else None
    styles = setter.design.styles
    cells = [
        (
            row.cells[name],
            SUB_INDENT if row.sub else 0.0,
            row.cells[words],
            setter.width(row.cells[result], styles.result) + PAD if result is not None else 0.0,
        )
        for row in rows
    ]

    def lines(room: float) -> tuple[int, float]:
        total = 0
        for text, indent, after, taken in cells:
            one = len(setter.wrap(text, styles.cell_name, room - indent))
            total += max(one, len(setter.wrap(after, styles.cell, max(LEAST_WORDS, rest - room - taken))))
        return total, -room

    widest = min(MOST_RESULT, max((taken for *_, taken in cells), default=0.0))
    most = max(LEAST_NAMES, rest - LEAST_WORDS - widest)
    fitting = {setter.width(text, styles.cell_name) + indent + SLACK for text, indent, *_ in cells}
    if result is not None:
        fitting.add(setter.across(LONGEST_NAME))
    tried = sorted(room for room in fitting if LEAST_NAMES <= room <= most)[-MOST_SPLITS:]
    return min((*tried, LEAST_NAMES), key=lines)


def _word_row(setter: Typesetter, row: Row, columns: _Columns) -> Drawing:
    """Return a row of words, as high as its cells have lines; the rule over it is hidden where the head's is there."""
    height, width, baseline = setter.design.grid.table_row, columns.head.width, _baseline(setter)
    items: list[Item] = [Segment(columns.indent(row), 0, width, 0, setter.design.lines.rule), ROW]
    taken = 0.0
    for kind, place, cell in zip(columns.kinds, columns.places, row.cells, strict=True):
        if kind is ColumnKind.RESULT and cell:
            results = setter.wrap(cell, place.style, _result_room(place, columns))
            taken = max(setter.width(result, place.style) for result in results) + PAD
    lines = 1
    for kind, place, cell in zip(columns.kinds, columns.places, row.cells, strict=True):
        indent = SUB_INDENT if row.sub and kind is ColumnKind.NAME else 0
        room = place.room - (taken if kind is ColumnKind.TEXT else indent)
        if kind is ColumnKind.RESULT:
            room = _result_room(place, columns)
        items.append(KEY if kind is ColumnKind.NAME else CELL)
        texts = setter.wrap(cell, place.style, room) if cell else []
        for m, text in enumerate(texts):
            items.append(setter.text(place.x + indent, m * height + baseline, text, place.style, place.anchor))
        lines = max(lines, len(texts))
    return Drawing(width, lines * height, tuple(items))


def _result_room(place: _Place, columns: _Columns) -> float:
    """Return the room of results, which leave some of it to the words before them."""
    return place.room - (LEAST_WORDS if ColumnKind.TEXT in columns.kinds else 0.0)
