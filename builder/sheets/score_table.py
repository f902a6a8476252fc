"""Tables of many narrow columns in groups, over the whole width of a card: names take what the figures leave."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from builder.sheets.block import Strip
from builder.sheets.page import Item, Rect, Segment, Style, Text
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import ColumnKind, Row, TablePanel

GAP = 1.0
"""Between columns, in mm."""
GROUP_GAP = 2.4
"""Between groups."""
NAME_ROOM = 30.0
"""What names have at least, in mm, where figures leave it."""
MANY = 3
"""More columns of a group than so many are equally wide."""
FEW = 3
"""So many rows are two rows of the grid high; more are one."""
TINT = 0.1
"""The grey of a column that stands out."""


def score_strips(setter: Typesetter, panel: TablePanel, width: float) -> Iterator[Strip]:
    """Yield the titles of groups, those of columns, and the rows of a table of groups."""
    places = _places(setter, panel, width)
    row, lines = setter.design.grid.row, setter.design.lines
    names = [n for n, column in enumerate(panel.table.columns) if column.kind is ColumnKind.NAME]
    style, rooms = setter.design.styles.cell_name, [places[n][1] - places[n][0] for n in names]
    wrapped = [
        len(setter.wrap(row.cells[n], style, room))
        for row in panel.table.rows
        for n, room in zip(names, rooms, strict=True)
    ]
    high = max(2 if len(panel.table.rows) <= FEW else 1, *wrapped)
    yield Strip(1, tuple(_group_titles(setter, panel, places)))
    titles = [
        _set(setter, column.kind, place, setter.baseline, column.title, setter.design.styles.head)
        for column, place in zip(panel.table.columns, places, strict=True)
    ]
    yield Strip(1, (*titles, Segment(0, row, width, row, lines.head)))
    for n, each in enumerate(panel.table.rows):
        last = n == len(panel.table.rows) - 1
        weight = lines.medium if last else lines.rule
        items = [*_tints(setter, panel, places, high), *_cells(setter, panel, each, places, high)]
        yield Strip(high, (*items, Segment(0, high * row, width, high * row, weight)))


def _places(setter: Typesetter, panel: TablePanel, width: float) -> list[tuple[float, float]]:
    """The left and right edges of columns: many figures of one group are alike, names have what is left."""
    styles, columns = setter.design.styles, panel.table.columns
    sizes: list[float] = []
    for group in panel.groups:
        own = [
            max(
                setter.width(columns[n].title, styles.head),
                *(setter.width(row.cells[n], _style(setter, columns[n].kind)) for row in panel.table.rows),
            )
            for n in range(len(sizes), len(sizes) + group.columns)
        ]
        sizes += [GAP + (max(own) if len(own) > MANY else each) for each in own]
        sizes[-1] += GROUP_GAP
    name = next(n for n, column in enumerate(columns) if column.kind is ColumnKind.NAME)
    sizes[name] = max(sizes[name], NAME_ROOM)
    spare = (width + GROUP_GAP - sum(sizes)) / (len(columns) - name - 1)
    if spare < 0:
        sizes[name] += spare * (len(columns) - name - 1)
    sizes = [size + max(0.0, spare) if n > name else size for n, size in enumerate(sizes)]
    edges, x, ends = [], 0.0, {*_ends(panel)}
    for n, size in enumerate(sizes):
        edges.append((x, x + size - (GROUP_GAP if n in ends else 0)))
        x += size
    return edges


def _ends(panel: TablePanel) -> Iterator[int]:
    """The last column of each group."""
    return (total - 1 for total in accumulate(group.columns for group in panel.groups))


def _group_titles(setter: Typesetter, panel: TablePanel, places: Sequence[tuple[float, float]]) -> Iterator[Item]:
    start, row, style = 0, setter.design.grid.row, setter.design.styles.cell_name
    for group in panel.groups:
        left, right = places[start][0], places[start + group.columns - 1][1]
        start += group.columns
        if group.title:
            yield setter.text((left + right) / 2, setter.baseline, group.title, style, "centre")
            yield Segment(left, row, right, row, setter.design.lines.rule)


def _tints(setter: Typesetter, panel: TablePanel, places: Sequence[tuple[float, float]], high: int) -> Iterator[Item]:
    start = 0
    for group in panel.groups:
        if group.tinted is not None and not setter.ink_saver:
            left, right = places[start + group.tinted]
            yield Rect(left, 0, right - left, high * setter.design.grid.row, 0, TINT)
        start += group.columns


def _cells(
    setter: Typesetter, panel: TablePanel, row: Row, places: Sequence[tuple[float, float]], high: int
) -> Iterator[Item]:
    drop = (high - 1) * setter.design.grid.row / 2
    for column, cell, place in zip(panel.table.columns, row.cells, places, strict=True):
        style = _style(setter, column.kind)
        lines = setter.wrap(cell, style, place[1] - place[0]) if column.kind is ColumnKind.NAME else [cell]
        top = drop if len(lines) == 1 else 0.0
        for n, line in enumerate(lines):
            yield _set(setter, column.kind, place, top + n * setter.design.grid.row + setter.baseline, line, style)


def _style(setter: Typesetter, kind: ColumnKind) -> Style:
    styles = setter.design.styles
    return {ColumnKind.NAME: styles.cell_name, ColumnKind.RESULT: styles.value}.get(kind, styles.cell)


def _set(setter: Typesetter, kind: ColumnKind, place: tuple[float, float], y: float, text: str, style: Style) -> Text:
    left, right = place
    match kind:
        case ColumnKind.NAME:
            return setter.text(left, y, text, style)
        case ColumnKind.COUNT:
            return setter.text(right - GAP, y, text, style, "right")
        case _:
            return setter.text((left + right) / 2, y, text, style, "centre")
