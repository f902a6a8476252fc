"""Tables to look up, row by row; they go on where a page ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from builder.sheets.block import Strip, moved
from builder.sheets.grid_table import grid_strips, natural_widths
from builder.sheets.packing import Content, Flow
from builder.sheets.page import Item, Rect, Segment
from builder.sheets.roster_page import panel_head
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import ColumnKind, ReferenceTable, Row

PART_GAP = 6.0
KEY_SHARE = 0.34
"""What a column of names takes of the width of its table."""
LEAST_ROWS = 4
"""Rows that stand under a head at the foot of a page, at least."""


def reference_pages(setter: Typesetter, tables: Sequence[ReferenceTable], capacity: int) -> list[Content]:
    """Tables one under the other, narrow ones in pairs, heads repeated on each page that a table goes on to."""
    flow = Flow(capacity, setter.design.grid.row)
    for together in _in_pairs(setter, tables):
        flow.skip(1)
        width = _pitch(setter, len(together)) - PART_GAP
        title, head, *rows = _abreast(setter, [_strips(setter, table, width) for table in together])
        flow.put(title, keep=1 + LEAST_ROWS)
        flow.put(head)
        for row in rows:
            flow.put(row, head)
    return flow.contents()


def _in_pairs(setter: Typesetter, tables: Sequence[ReferenceTable]) -> Iterator[Sequence[ReferenceTable]]:
    """Yield tables alone, or two that follow each other where both are narrow."""
    left = list(tables)
    while left:
        count = 2 if all(_narrow(setter, table) for table in left[:2]) and len(left) > 1 else 1
        yield left[:count]
        left = left[count:]


def _narrow(setter: Typesetter, table: ReferenceTable) -> bool:
    """Whether half a page is enough for a table and its title."""
    styles, half = setter.design.styles, _pitch(setter, 2) - PART_GAP
    title = setter.width(table.title, styles.panel) + PART_GAP + setter.width(table.aside, styles.caption)
    return table.abreast == 1 and max(title, sum(natural_widths(setter, table.table))) <= half


def _strips(setter: Typesetter, table: ReferenceTable, width: float) -> list[Strip]:
    """Return the title of a table, its head and its rows."""
    title = panel_head(setter, table.title, table.aside, width)
    if any(column.kind is ColumnKind.TEXT for column in table.table.columns):
        return [title, *grid_strips(setter, table.table, width)]
    return [title, _head(setter, table, width), *_rows(setter, table, width)]


def _abreast(setter: Typesetter, tables: Sequence[Sequence[Strip]]) -> Iterator[Strip]:
    """Yield the strips of tables side by side, row by row."""
    pitch = _pitch(setter, len(tables))
    for strips in zip_longest(*tables):
        found = [(n * pitch, strip) for n, strip in enumerate(strips) if strip]
        yield Strip(max(strip.rows for _, strip in found), tuple(moved(strip.items, x, 0) for x, strip in found))


def _pitch(setter: Typesetter, count: int) -> float:
    """From the left edge of one of so many tables side by side to that of the next, in mm."""
    return (setter.design.grid.width + PART_GAP) / count


def _places(table: ReferenceTable, width: float) -> tuple[float, list[float], float]:
    """The pitch of the parts of a table, the middle of each column of a part, and the room of its first column."""
    pitch = (width + PART_GAP) / table.abreast
    width = pitch - PART_GAP
    columns = table.table.columns
    named = columns[0].kind is ColumnKind.NAME
    room = width * KEY_SHARE if named else width / len(columns)
    each = (width - room) / (len(columns) - 1)
    return pitch, [room / 2, *(room + (n + 0.5) * each for n in range(len(columns) - 1))], room


def _head(setter: Typesetter, table: ReferenceTable, width: float) -> Strip:
    design = setter.design
    row = design.grid.row
    pitch, middles, _ = _places(table, width)
    items: list[Item] = []
    for part in range(table.abreast):
        left = part * pitch
        for column, middle in zip(table.table.columns, middles, strict=True):
            if column.kind is ColumnKind.NAME:
                items.append(setter.text(left, setter.baseline, column.title, design.styles.head))
                continue
            style = design.styles.strong if column.title in table.boxed else design.styles.head
            text = setter.text(left + middle, setter.baseline, column.title, style, "centre")
            items.append(text)
            if column.title in table.boxed:
                items.append(Rect(text.x - 1.5, 0.2, text.width + 3, row - 0.5, design.lines.medium))
        items.append(Segment(left, row, left + pitch - PART_GAP, row, design.lines.head))
    return Strip(1, tuple(items))


def _rows(setter: Typesetter, table: ReferenceTable, width: float) -> Iterator[Strip]:
    """The rows of all parts side by side: a part goes on where the one at its left ends."""
    rows = table.table.rows
    deep = -(-len(rows) // table.abreast)
    for n in range(deep):
        yield _row(setter, table, rows[n::deep], width)


def _row(setter: Typesetter, table: ReferenceTable, rows: Sequence[Row], width: float) -> Strip:
    design = setter.design
    styles, height = design.styles, design.grid.row
    pitch, middles, room = _places(table, width)
    looks = {ColumnKind.RESULT: styles.result, ColumnKind.NAME: styles.cell_name}
    items: list[Item] = []
    deep = 1
    for part, row in enumerate(rows):
        left = part * pitch
        for column, middle, cell in zip(table.table.columns, middles, row.cells, strict=True):
            style = looks.get(column.kind, styles.cell)
            if column.kind is ColumnKind.NAME:
                names = setter.wrap(cell, style, room - 2)
                items.extend(
                    setter.text(left, m * height + setter.baseline, name, style) for m, name in enumerate(names)
                )
                deep = max(deep, len(names))
            elif cell:
                items.append(setter.text(left + middle, setter.baseline, cell, style, "centre"))
    items.extend(
        Segment(part * pitch, deep * height, (part + 1) * pitch - PART_GAP, deep * height, design.lines.rule)
        for part in range(len(rows))
    )
    return Strip(deep, tuple(items))
