"""Scores: tables of many narrow columns in groups, over the whole width; and results by dice."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from itertools import accumulate

from builder.sheets.block import Strip, check_box, labelled, rows_for
from builder.sheets.grid_table import GAP
from builder.sheets.page import CELL, KEY, ROW, TITLES, Item, Rect, Segment, Style, Text
from builder.sheets.signs import FACE, die
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import ColumnGroup, ColumnKind, DiceRow, DiceTable, Row, Table, TablePanel

SCORE_GAP, GROUP_GAP, SCORE_NAMES = 1.0, 2.4, 30.0
"""Between columns, between groups, and what names have at least where figures leave it, in mm."""
TITLE_LEADING, MOST_SHARE = 3.0, 12.0
"""From line to line of the title of a group, and what a column has more than it wants at most, in mm."""
MANY, FEW = 3, 2
"""More columns of a group than `MANY` are equally wide; `FEW` columns that name rows stand closer."""
LOW, HIGH = 1.15, 1.7
"""Rows of the grid that a row is high, and one with large figures."""
LARGE = 10.0
"""The type of large figures, in points."""
LETTER_GAP, WORD_GAP = 0.6, 0.9
"""Between the letter of a line and its figure, and between the words of a cell, in mm."""
_LETTERED = re.compile(r"\b[A-Z] \d")
"""A damage line with its DMG, such as `E 6`."""
TINT = 0.1
"""The grey of a column that stands out."""
ROW_HEIGHT = 6.2
LINE_HEIGHT = 2.9
"""From line to line of the words of a result that take two, in mm."""
CONDITION_LEFT, RESULTS_LEFT = 22.0, 40.0


def score_tables(setter: Typesetter, panel: TablePanel, width: float) -> list[TablePanel]:
    """Return a table of groups as several below each other where it is too wide, each with the names of its rows."""
    sizes, columns = _score_sizes(setter, panel, width), panel.table.columns
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
    least = HIGH if _is_large(panel) else LOW
    high = max(least, *(1 + (count - 1) * TITLE_LEADING / row for count in wrapped))
    yield _group_titles(setter, panel, places)
    titles: list[Item] = [TITLES]
    for column, place in zip(panel.table.columns, places, strict=True):
        style = setter.design.styles.strong if column.title.isdecimal() else setter.design.styles.head
        titles += (CELL, _score_text(setter, column.kind, place, setter.baseline, column.title, style))
    yield Strip(1, (*titles, Segment(0, row, width, row, lines.head)))
    for n, each in enumerate(panel.table.rows):
        last = n == len(panel.table.rows) - 1
        weight = lines.medium if last else lines.rule
        strong = {column for at, column in panel.strong if at == n}
        items = [*_tints(setter, panel, places, high), *_score_cells(setter, panel, each, places, high, strong)]
        yield Strip(high, (*items, Segment(0, high * row, width, high * row, weight)))


def _score_sizes(setter: Typesetter, panel: TablePanel, width: float) -> list[float]:
    """Return the width that each column wants, with the gap behind it: many of one group are alike, if they can."""
    even = _sizes(setter, panel, MANY)
    name = next(n for n, column in enumerate(panel.table.columns) if column.kind is ColumnKind.NAME)
    needed = sum(even) - GROUP_GAP + max(0.0, SCORE_NAMES - even[name])
    return even if needed <= width else _sizes(setter, panel, len(panel.table.columns))


def _sizes(setter: Typesetter, panel: TablePanel, many: int) -> list[float]:
    styles, columns = setter.design.styles, panel.table.columns
    sizes: list[float] = []
    for group in panel.groups:
        own = [
            max(
                setter.width(columns[n].title, styles.head),
                *(
                    _cell_width(setter, row.cells[n], columns[n].kind, strong=(m, n) in panel.strong)
                    for m, row in enumerate(panel.table.rows)
                ),
            )
            for n in range(len(sizes), len(sizes) + group.columns)
        ]
        gap = SCORE_GAP if sizes or group.columns <= FEW else GAP
        wide = [gap + (max(own) if sizes and len(own) > many else each) for each in own]
        longest = max((setter.width(word, styles.cell_name) for word in group.title.split()), default=0.0)
        short = longest + SCORE_GAP - sum(wide)
        sizes += [each + max(0.0, short) / len(wide) for each in wide]
        sizes[-1] += GROUP_GAP
    return sizes


def _score_places(setter: Typesetter, panel: TablePanel, width: float) -> list[tuple[float, float]]:
    """The left and right edges of columns; names have what these leave."""
    columns, sizes = panel.table.columns, _score_sizes(setter, panel, width)
    name = next(n for n, column in enumerate(columns) if column.kind is ColumnKind.NAME)
    sizes[name] = SCORE_NAMES if _is_large(panel) else max(sizes[name], SCORE_NAMES)
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


def _is_large(panel: TablePanel) -> bool:
    return any(column.kind is ColumnKind.RESULT for column in panel.table.columns)


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


def _tints(setter: Typesetter, panel: TablePanel, places: Sequence[tuple[float, float]], high: float) -> Iterator[Item]:
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
    high: float,
    strong: Container[int],
) -> Iterator[Item]:
    drop, named = (high - 1) * setter.design.grid.row / 2, panel.groups[0].columns
    yield ROW
    for n, (column, cell, place) in enumerate(zip(panel.table.columns, row.cells, places, strict=True)):
        style = _cell_style(setter, column.kind, strong=n in strong)
        if column.kind is ColumnKind.NAME:
            yield KEY
            lines = setter.wrap(cell, style, place[1] - place[0])
            up = (len(lines) - 1) * TITLE_LEADING / 2
            for m, line in enumerate(lines):
                y = drop - up + m * TITLE_LEADING + setter.baseline
                yield _score_text(setter, column.kind, place, y, line, style)
            continue
        yield CELL
        pieces = _pieces(setter, cell, style) if column.kind is ColumnKind.VALUE and n >= named else ()
        if not pieces:
            yield _score_text(setter, column.kind, place, drop + setter.baseline, cell, style)
            continue
        x = (place[0] + place[1] - _cell_width(setter, cell, column.kind, strong=n in strong)) / 2
        for text, own, gap in pieces:
            piece = setter.text(x, drop + setter.baseline, text, own)
            yield piece
            x += piece.width + gap


def _pieces(setter: Typesetter, cell: str, style: Style) -> list[tuple[str, Style, float]]:
    """Return a cell of words of unlike type, each with the white behind it; nothing for one that is set as a whole.

    The letters of damage lines are bold, and models that are gone, in brackets, are not.
    """
    styles = setter.design.styles
    if "(" not in cell and not _LETTERED.search(cell):
        return []
    pieces: list[tuple[str, Style, float]] = []
    for word in cell.split():
        if word.isalpha() and word.isascii():
            pieces.append((word, styles.result, LETTER_GAP))
        else:
            pieces.append((word, styles.caption if word.startswith("(") else style, WORD_GAP))
    text, own, _ = pieces[-1]
    return [*pieces[:-1], (text, own, 0.0)]


def _cell_width(setter: Typesetter, cell: str, kind: ColumnKind, *, strong: bool) -> float:
    style = _cell_style(setter, kind, strong=strong)
    pieces = _pieces(setter, cell, style) if kind is ColumnKind.VALUE else ()
    if kind is ColumnKind.RESULT:  # Figures of one digit have the room of two, so that cards are alike.
        return max(setter.width(cell, style), setter.width("10", style))
    return sum([setter.width(text, own) + gap for text, own, gap in pieces]) if pieces else setter.width(cell, style)


def _cell_style(setter: Typesetter, kind: ColumnKind, *, strong: bool) -> Style:
    styles = setter.design.styles
    if strong:
        return styles.result
    large = setter.scaled(styles.value, LARGE)
    return {ColumnKind.NAME: styles.cell_name, ColumnKind.RESULT: large}.get(kind, styles.cell)


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


# -- results by dice ------------------------------------------------------------
def dice_strips(setter: Typesetter, table: DiceTable, width: float) -> Iterator[Strip]:
    """Yield the rows of results as one strip, then the lines at the foot."""
    design = setter.design
    items: list[Item] = [Segment(0, 0.2, width, 0.2, design.lines.head)]
    for n, row in enumerate(table.rows):
        y = 0.2 + n * ROW_HEIGHT
        items.extend(_dice(setter, row, y, width))
        last = n == len(table.rows) - 1
        bottom = y + ROW_HEIGHT
        items.append(Segment(0, bottom, width, bottom, design.lines.medium if last else design.lines.rule))
    height = 0.2 + len(table.rows) * ROW_HEIGHT
    yield Strip(rows_for(setter, height), tuple(items))
    for note in table.footnotes:
        for line in setter.wrap(note, design.styles.caption, width):
            yield Strip(1, (setter.text(0, setter.baseline, line, design.styles.caption),))


def _dice(setter: Typesetter, row: DiceRow, y: float, width: float) -> Iterator[Item]:
    design = setter.design
    middle, size = y + ROW_HEIGHT / 2, design.boxes.hit
    yield setter.text(0, middle + 1.1, row.label, design.styles.group)
    yield setter.text(setter.across(CONDITION_LEFT), middle + 1.0, row.condition, design.styles.label)
    left = setter.across(RESULTS_LEFT)
    pitch = (width - left) / max(1, len(row.all_results))
    for n, (faces, words, check) in enumerate(row.all_results):
        x = left + n * pitch
        top, line = middle - FACE / 2, design.lines.thin
        dice = (item for m, face in enumerate(faces) for item in die(face, x + m * (FACE + 0.3), top, line))
        yield labelled(f"dice {', '.join(map(str, faces))}", dice)
        x += 2 * (FACE + 0.3) + 1.0
        if check:
            yield from check_box(setter, check, x, middle - size / 2, size, design.lines.strong)
        x += size + 1.6
        lines = setter.wrap(words, design.styles.label, left + (n + 1) * pitch - x)
        top = middle + 1.0 - (len(lines) - 1) * LINE_HEIGHT / 2
        for m, text in enumerate(lines):
            yield setter.text(x, top + m * LINE_HEIGHT, text, design.styles.label)
