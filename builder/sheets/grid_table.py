"""Tables of any columns: figures as wide as they are, words sharing the rest; and scores in groups of columns."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate

from builder.sheets.block import Strip, check_box, check_top
from builder.sheets.page import CELL, KEY, ROW, TITLES, Item, Rect, Segment, Style, Text
from builder.sheets.typesetter import Anchor, Typesetter
from builder.systems.blocks import Check, Column, ColumnGroup, ColumnKind, Row, Table, TablePanel

GAP, LEAST_GAP = 2.2, 1.2
"""Between columns, in mm."""
CHECK_ROOM, SUB_INDENT, MOST_NAME = 5.0, 3.0, 0.4
"""Room of boxes and of what is indented, in mm; names alone before figures take no more than so much of a table."""
LEAST_BY_HAND = 100.0
NAME_BY_HAND, LEAST_NAME_BY_HAND, FIGURE_BY_HAND, ROWS_BY_HAND = 34.0, 18.0, 9.0, 1.5
"""Tables of this width that are filled in by hand have such columns, in mm, and rows so many rows of the grid high."""
WORDS = frozenset({ColumnKind.NAME, ColumnKind.TEXT})


def grid_strips(
    setter: Typesetter,
    table: Table,
    width: float,
    checks: Sequence[Check | None] = (),
    widths: Sequence[float] | None = None,
) -> list[Strip]:
    """Return the head of a table and its rows, one strip each.

    Args:
        setter: sets its texts.
        table: the table.
        width: its width in mm.
        checks: boxes at the left of the rows.
        widths: those of its columns, gaps included; figures are bold then. None where they follow from the texts.
    """
    left = CHECK_ROOM if checks else 0.0
    strong = widths is not None
    widths = _widths(setter, table, width - left) if widths is None else widths
    wordy = not strong and any(column.kind is ColumnKind.TEXT for column in table.columns)
    if width >= setter.across(LEAST_BY_HAND) and not strong and is_blank(table):
        return blank_strips(setter, table, width)
    strips = [_head(setter, table, widths, width, left, strong)]
    for n, row in enumerate(table.rows):
        last = n == len(table.rows) - 1
        strips.append(_row(setter, table, row, widths, width, left, wordy, last, checks[n] if checks else None))
    return strips


_WORD = re.compile(r"[^\W\d_]{3}")
"""What tells a word among figures: `Melee`, `Rapid Fire 2`, but not `D6`."""


def _style(setter: Typesetter, kind: ColumnKind, wordy: bool, cell: str = "") -> Style:
    """Return how a cell is set: figures bold, but not among words."""
    styles = setter.design.styles
    match kind:
        case ColumnKind.NAME:
            return styles.cell_name
        case ColumnKind.RESULT:
            return styles.result
        case ColumnKind.VALUE if not (wordy or _WORD.search(cell)):
            return styles.value
        case _:
            return styles.cell


def natural_widths(setter: Typesetter, table: Table, strong: bool = False) -> list[float]:
    """Return the width that each column wants, its gap included, in mm; figures are bold where they are `strong`."""
    head = setter.design.styles.head
    wordy = not strong and any(column.kind is ColumnKind.TEXT for column in table.columns)
    return [
        GAP
        + max(
            setter.width(column.title, head),
            *(
                setter.width(row.cells[n], _style(setter, column.kind, wordy, row.cells[n]))
                + (SUB_INDENT if row.sub else 0)
                for row in table.rows
            ),
        )
        if table.rows
        else GAP + setter.width(column.title, head)
        for n, column in enumerate(table.columns)
    ]


def align_grids(setter: Typesetter, tables: Iterable[Table]) -> None:
    """Give tables with the same columns such widths that suit the rows of all of them."""
    for table in tables:
        _rows_of(setter, table.columns).update(dict.fromkeys(table.rows))


def _rows_of(setter: Typesetter, columns: tuple[Column, ...]) -> dict[Row, None]:
    """Return the rows of all tables with these columns that were aligned so far."""
    return setter.kept(dict, ("rows of grids", columns), dict)


def _widths(setter: Typesetter, table: Table, width: float) -> list[float]:
    """Return the width of each column, its gap included."""
    alike = Table(table.columns, (*table.rows, *_rows_of(setter, table.columns)))
    natural = natural_widths(setter, alike)
    words = [n for n, column in enumerate(table.columns) if column.kind in WORDS]
    figures = [n for n in range(len(natural)) if n not in words]
    rest = width - sum(natural[n] for n in figures)
    if not words:
        return [size + rest / len(natural) for size in natural]
    lacking = sum(natural[n] for n in words) - rest
    if lacking > 0 and figures:  # Figures stand closer where words would take a second line.
        less = min(GAP - LEAST_GAP, lacking / len(figures))
        natural = [size - (0.0 if n in words else less) for n, size in enumerate(natural)]
        rest += less * len(figures)
    if words == [0] and rest > MOST_NAME * width:  # Figures stand where names lead the eye to them.
        more = (rest - natural[0]) / len(natural)
        return [size + more for size in natural]
    shared = _shared({n: natural[n] for n in words}, rest)
    return [shared.get(n, size) for n, size in enumerate(natural)]


def is_blank(table: Table) -> bool:
    """Whether a table is filled in by hand."""
    return bool(table.rows) and not any(cell for row in table.rows for cell in row.cells)


def blank_strips(setter: Typesetter, table: Table, width: float) -> list[Strip]:
    """Return the head of a table and its rows, whose columns a hand can fill."""
    widths, row = _by_hand(setter, table, width), ROWS_BY_HAND * setter.design.grid.row
    return [_head(setter, table, widths, width, 0.0), *[_blank_row(setter, table, widths, row)] * len(table.rows)]


def _by_hand(setter: Typesetter, table: Table, width: float) -> list[float]:
    """Return the widths of columns that a hand can fill: figures of 9 mm, weapons of 34; words have what they leave."""
    fixed = {ColumnKind.NAME: setter.across(NAME_BY_HAND), ColumnKind.TEXT: 0.0, ColumnKind.COUNT: 0.0}
    figures = sum(column.kind not in fixed for column in table.columns)
    figure = min(setter.across(FIGURE_BY_HAND), (width - setter.across(LEAST_NAME_BY_HAND)) / max(1, figures))
    widths = [fixed.get(column.kind, figure) for column in table.columns]
    growing = ColumnKind.TEXT if any(column.kind is ColumnKind.TEXT for column in table.columns) else ColumnKind.NAME
    spare = (width - sum(widths)) / max(1, sum(column.kind is growing for column in table.columns))
    return [size + spare * (column.kind is growing) for size, column in zip(widths, table.columns, strict=True)]


def _shared(wanted: Mapping[int, float], room: float) -> dict[int, float]:
    """Room shared out over columns of words: the narrow ones have what they want, the wide ones what is left."""
    shares: dict[int, float] = {}
    left = room
    for n in sorted(wanted, key=lambda column: wanted[column]):
        fair = left / (len(wanted) - len(shares))
        shares[n] = min(wanted[n], fair)
        left -= shares[n]
    shares[max(wanted)] += left
    return shares


def _places(table: Table, widths: Sequence[float], left: float) -> Iterator[tuple[float, float, Anchor]]:
    """Yield where each column is set, its room, and from where."""
    x = left
    for column, width in zip(table.columns, widths, strict=True):
        match column.kind:
            case ColumnKind.COUNT:
                yield x + width - GAP / 2, width, "right"
            case ColumnKind.NAME | ColumnKind.TEXT:
                yield x, width - GAP, "left"
            case _:
                yield x + width / 2, width, "centre"
        x += width


def _head(
    setter: Typesetter, table: Table, widths: Sequence[float], width: float, left: float, strong: bool = False
) -> Strip:
    design = setter.design
    titles: list[Item] = [TITLES]
    for column, (x, _, anchor) in zip(table.columns, _places(table, widths, left), strict=True):
        style = design.styles.cell_name if strong and column.kind is ColumnKind.NAME else design.styles.head
        titles += (CELL, setter.text(x, setter.baseline, column.title, style, anchor))
    return Strip(1, (*titles, Segment(0, design.grid.row, width, design.grid.row, design.lines.head)))


def _blank_row(setter: Typesetter, table: Table, widths: Sequence[float], high: float) -> Strip:
    """Return a row to fill in, with a line between its columns."""
    ends = [
        end for end, column in zip(accumulate(widths), table.columns, strict=True) if column.kind != ColumnKind.COUNT
    ]
    lines = setter.design.lines
    between = (Segment(end, 0, end, high, lines.rule) for end in ends[:-1])
    return Strip(ROWS_BY_HAND, (*between, Segment(0, high, sum(widths), high, lines.head)))


def _row(
    setter: Typesetter,
    table: Table,
    row: Row,
    widths: Sequence[float],
    width: float,
    left: float,
    wordy: bool,
    last: bool,
    check: Check | None,
) -> Strip:
    design = setter.design
    height = design.grid.row
    items: list[Item] = [ROW]
    rows = 1
    for column, cell, (x, room, anchor) in zip(table.columns, row.cells, _places(table, widths, left), strict=True):
        style = _style(setter, column.kind, wordy, cell)
        indent = SUB_INDENT if row.sub and column.kind is ColumnKind.NAME else 0
        lines = setter.wrap(cell, style, room - indent) if column.kind in WORDS and cell else [cell] if cell else []
        items.append(KEY if column.kind is ColumnKind.NAME else CELL)
        items.extend(
            setter.text(x + indent, m * height + setter.baseline, line, style, anchor) for m, line in enumerate(lines)
        )
        rows = max(rows, len(lines))
    if check is not None:
        items.extend(check_box(setter, check, 0.3, check_top(setter), design.boxes.check, design.lines.box))
    weight = design.lines.medium if last and not wordy else design.lines.rule
    items.append(Segment(0, rows * height, width, rows * height, weight))
    return Strip(rows, tuple(items))


# -- scores: many narrow columns in groups, over the whole width ---------------
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
                *(setter.width(row.cells[n], _score_style(setter, columns[n].kind)) for row in panel.table.rows),
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
        style = setter.design.styles.result if n in strong else _score_style(setter, column.kind)
        lines = setter.wrap(cell, style, place[1] - place[0]) if column.kind is ColumnKind.NAME else [cell]
        top = drop if len(lines) == 1 else 0.0
        yield KEY if column.kind is ColumnKind.NAME else CELL
        for m, line in enumerate(lines):
            yield _score_text(
                setter, column.kind, place, top + m * setter.design.grid.row + setter.baseline, line, style
            )


def _score_style(setter: Typesetter, kind: ColumnKind) -> Style:
    styles = setter.design.styles
    return {ColumnKind.NAME: styles.cell_name, ColumnKind.RESULT: styles.value}.get(kind, styles.cell)


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
