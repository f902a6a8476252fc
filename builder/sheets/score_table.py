"""Scores: tables of many narrow columns in groups, over the whole width."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import accumulate

from builder.sheets.block import Strip
from builder.sheets.grid_table import GAP
from builder.sheets.page import CELL, KEY, ROW, TITLES, Item, Rect, Segment, Style, Text
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import ColumnGroup, ColumnKind, Row, Table, TablePanel

SCORE_GAP, GROUP_GAP, SCORE_NAMES = 1.0, 2.4, 30.0
"""Between columns, between groups, and what names have at least where figures leave it, in mm."""
TITLE_LEADING, MOST_SHARE = 3.0, 9.0
"""From line to line of the title of a group, and what a column has more than it wants at most, in mm."""
MANY, FEW = 3, 2
"""More columns of a group than `MANY` are equally wide; `FEW` rows are two rows of the grid high, more are one."""
TINT = 0.1
"""The grey of a column that stands out."""


def score_tables(setter: Typesetter, panel: TablePanel, width: float) -> list[TablePanel]:
    """Return a table of groups as several below each other where it is too wide, each with the names of its rows."""
    sizes, columns = _score_sizes(setter, panel), panel.table.columns
    named = panel.groups[0].columns
    name = next(n for n, column in enumerate(columns) if column.kind is ColumnKind.NAME)
    first = sum(sizes[:named]) - sizes[name] + min(SCORE_NAMES, sizes[name])
    tables: list[list[tuple[int, ColumnGroup]]] = [[]]
    left, at = width - first, named
    for group in panel.groups[1:]:
        needed = sum(sizes[at : at + group.columns])
        if tables[-1] and needed - GROUP_GAP > left:
            tables.append([])
            left = width - first
        tables[-1].append((at, group))
        left -= needed
        at += group.columns
    return [panel] if len(tables) == 1 else [_with_groups(panel, some) for some in tables]


def _with_groups(panel: TablePanel, groups: Sequence[tuple[int, ColumnGroup]]) -> TablePanel:
    """Return a table with some groups of its columns, each with the place of its first one, behind the names."""
    named = range(panel.groups[0].columns)
    kept = [*named, *(n for first, group in groups for n in range(first, first + group.columns))]
    places = {column: n for n, column in enumerate(kept)}
    columns, rows = panel.table.columns, panel.table.rows
    table = Table(
        tuple(columns[n] for n in kept), tuple(Row(tuple(row.cells[n] for n in kept), row.sub) for row in rows)
    )
    strong = tuple((row, places[column]) for row, column in panel.strong if column in places)
    return TablePanel(table=table, groups=(panel.groups[0], *(group for _, group in groups)), strong=strong)


def score_strips(setter: Typesetter, panel: TablePanel, width: float) -> Iterator[Strip]:
    """Yield the titles of groups, those of columns, and the rows of a table of groups."""
    places = _score_places(setter, panel, width)
    row, lines = setter.design.grid.row, setter.design.lines
    names = [n for n, column in enumerate(panel.table.columns) if column.kind is ColumnKind.NAME]
    style, rooms = setter.design.styles.cell_name, [places[n][1] - places[n][0] for n in names]
    wrapped = [
        len(setter.wrap(row.cells[n], style, room))
        for row in panel.table.rows
        for n, room in zip(names, rooms, strict=True)
    ]
    high = max(2 if len(panel.table.rows) <= FEW else 1, *wrapped)
    yield _group_titles(setter, panel, places)
    titles: list[Item] = [TITLES]
    for column, place in zip(panel.table.columns, places, strict=True):
        title = _score_text(setter, column.kind, place, setter.baseline, column.title, setter.design.styles.head)
        titles += (CELL, title)
    yield Strip(1, (*titles, Segment(0, row, width, row, lines.head)))
    for n, each in enumerate(panel.table.rows):
        last = n == len(panel.table.rows) - 1
        weight = lines.medium if last else lines.rule
        strong = {column for at, column in panel.strong if at == n}
        items = [*_tints(setter, panel, places, high), *_score_cells(setter, panel, each, places, high, strong)]
        yield Strip(high, (*items, Segment(0, high * row, width, high * row, weight)))


def _score_sizes(setter: Typesetter, panel: TablePanel) -> list[float]:
    """Return the width that each column wants, with the gap behind it: many figures of one group are alike."""
    styles, columns = setter.design.styles, panel.table.columns
    sizes: list[float] = []
    for group in panel.groups:
        own = [
            max(
                setter.width(columns[n].title, styles.head),
                *(
                    setter.width(row.cells[n], _cell_style(setter, columns[n].kind, strong=(m, n) in panel.strong))
                    for m, row in enumerate(panel.table.rows)
                ),
            )
            for n in range(len(sizes), len(sizes) + group.columns)
        ]
        gap = SCORE_GAP if sizes or group.columns <= FEW else GAP
        wide = [gap + (max(own) if sizes and len(own) > MANY else each) for each in own]
        longest = max((setter.width(word, styles.cell_name) for word in group.title.split()), default=0.0)
        short = longest + SCORE_GAP - sum(wide)
        sizes += [each + max(0.0, short) / len(wide) for each in wide]
        sizes[-1] += GROUP_GAP
    return sizes


def _score_places(setter: Typesetter, panel: TablePanel, width: float) -> list[tuple[float, float]]:
    """The left and right edges of columns; names have what these leave."""
    columns, sizes = panel.table.columns, _score_sizes(setter, panel)
    name = next(n for n, column in enumerate(columns) if column.kind is ColumnKind.NAME)
    sizes[name] = max(sizes[name], SCORE_NAMES)
    spare, named = width + GROUP_GAP - sum(sizes), panel.groups[0].columns
    if spare < 0:
        sizes[name] += spare
    share = min(MOST_SHARE, max(0.0, spare) / max(1, len(columns) - named))
    sizes = [size + (share if n >= named else 0.0) for n, size in enumerate(sizes)]
    edges, x, ends = [], 0.0, {*_ends(panel)}
    for n, size in enumerate(sizes):
        edges.append((x, x + size - (GROUP_GAP if n in ends else 0)))
        x += size
    return edges


def _ends(panel: TablePanel) -> Iterator[int]:
    """The last column of each group."""
    return (total - 1 for total in accumulate(group.columns for group in panel.groups))


def _group_titles(setter: Typesetter, panel: TablePanel, places: Sequence[tuple[float, float]]) -> Strip:
    """Return the titles of groups over their columns, in as many lines as the narrowest needs."""
    start, row, style = 0, setter.design.grid.row, setter.design.styles.cell_name
    told: list[tuple[float, float, list[str]]] = []
    for group in panel.groups:
        left, right = places[start][0], places[start + group.columns - 1][1]
        start += group.columns
        if group.title:
            told.append((left, right, setter.wrap(group.title, style, right - left)))
    rows = 1 + (max((len(lines) for _, _, lines in told), default=1) - 1) * TITLE_LEADING / row
    items: list[Item] = []
    for left, right, lines in told:
        for n, line in enumerate(reversed(lines)):
            y = (rows - 1) * row + setter.baseline - n * TITLE_LEADING
            items.append(setter.text((left + right) / 2, y, line, style, "centre"))
        items.append(Segment(left, rows * row, right, rows * row, setter.design.lines.rule))
    return Strip(rows, tuple(items))


def _tints(setter: Typesetter, panel: TablePanel, places: Sequence[tuple[float, float]], high: int) -> Iterator[Item]:
    start = 0
    for group in panel.groups:
        if group.tinted is not None and not setter.ink_saver:
            left, right = places[start + group.tinted]
            yield Rect(left, 0, right - left, high * setter.design.grid.row, 0, TINT)
        start += group.columns


def _score_cells(
    setter: Typesetter,
    panel: TablePanel,
    row: Row,
    places: Sequence[tuple[float, float]],
    high: int,
    strong: Container[int],
) -> Iterator[Item]:
    drop = (high - 1) * setter.design.grid.row / 2
    yield ROW
    for n, (column, cell, place) in enumerate(zip(panel.table.columns, row.cells, places, strict=True)):
        style = _cell_style(setter, column.kind, strong=n in strong)
        lines = setter.wrap(cell, style, place[1] - place[0]) if column.kind is ColumnKind.NAME else [cell]
        top = drop if len(lines) == 1 else 0.0
        yield KEY if column.kind is ColumnKind.NAME else CELL
        for m, line in enumerate(lines):
            yield _score_text(
                setter, column.kind, place, top + m * setter.design.grid.row + setter.baseline, line, style
            )


def _cell_style(setter: Typesetter, kind: ColumnKind, *, strong: bool) -> Style:
    styles = setter.design.styles
    return (
        styles.result
        if strong
        else {ColumnKind.NAME: styles.cell_name, ColumnKind.RESULT: styles.value}.get(kind, styles.cell)
    )


def _score_text(
    setter: Typesetter, kind: ColumnKind, place: tuple[float, float], y: float, text: str, style: Style
) -> Text:
    left, right = place
    match kind:
        case ColumnKind.NAME:
            return setter.text(left, y, text, style)
        case ColumnKind.COUNT:
            return setter.text(right - SCORE_GAP, y, text, style, "right")
        case _:
            return setter.text((left + right) / 2, y, text, style, "centre")
