"""Tables of any columns: figures as wide as they are, words sharing the rest; and scores in groups of columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise

from builder.sheets.block import Strip, check_box, check_top, labelled
from builder.sheets.page import CELL, KEY, ROW, TITLES, Circle, Item, Rect, Segment, Style
from builder.sheets.typesetter import Anchor, Typesetter
from builder.systems.blocks import Check, Column, ColumnKind, Row, Table, TablePanel

GAP, LEAST_GAP = 2.2, 1.2
"""Between columns, in mm."""
CHECK_ROOM, SUB_INDENT, MOST_NAME = 5.0, 3.0, 0.4
"""Room of boxes and of what is indented, in mm; names alone before figures take no more than so much of a table."""
MANY, EVEN_NAME = 6, 0.25
"""So many figures are equally wide where they fit, and names before them then have such a share of a table at least."""
LEAST_BY_HAND = 100.0
NAME_BY_HAND, LEAST_NAME_BY_HAND, FIGURE_BY_HAND, ROWS_BY_HAND = 34.0, 18.0, 9.0, 1.5
"""Tables of this width that are filled in by hand have such columns, in mm, and rows so many rows of the grid high."""
INSET = 0.9
"""From a line between columns to the title behind it, in mm."""
LEAST_WIDE, COUNT_WIDE, NAME_WIDE, FIGURE_WIDE = 180.0, 9.0, 43.0, 11.5
"""The same of tables over the whole width, whose counts have a column too."""
LEAST_OVER, LEAST_UNDER = 2.75, 0.6
"""From the line over a row to the foot of its figures, and from there to the line under it, in mm."""
MOVED = 0.5
"""Steps in mm by which columns of words are tried wider and narrower."""
SLACK = 1e-6
"""Forgives rounding where widths are summed up."""
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


def align_grids(setter: Typesetter, panels: Iterable[tuple[TablePanel, float]]) -> None:
    """Give tables, each with its width in mm, the same widths of columns, which suit the rows of all of them.

    Those that end with the same figures have these at the same places, whatever stands before them.
    """
    for panel, width in panels:
        columns = panel.table.columns
        _rows_of(setter, columns).update(dict.fromkeys(panel.table.rows))
        if 0 < (words := _last_words(columns)) < len(columns) - 1:
            _alike(setter, columns[words + 1 :])[columns] = width - (CHECK_ROOM if panel.checks else 0.0)


def _rows_of(setter: Typesetter, columns: tuple[Column, ...]) -> dict[Row, None]:
    """Return the rows of all tables with these columns that were aligned so far."""
    return setter.kept(dict, ("rows of grids", columns), dict)


def _alike(setter: Typesetter, figures: tuple[Column, ...]) -> dict[tuple[Column, ...], float]:
    """Return the columns of the tables that end with such figures, with their widths."""
    return setter.kept(dict, ("figures of grids", figures), dict)


def _last_words(columns: Sequence[Column]) -> int:
    """Return the place of the last column of words; -1 for none."""
    return max((n for n, column in enumerate(columns) if column.kind in WORDS), default=-1)


def _figures(setter: Typesetter, figures: tuple[Column, ...]) -> list[float]:
    """Return the widths of the figures that several tables end with: closer where words would take a second line."""
    tables = [(columns, width, _rows_of(setter, columns)) for columns, width in _alike(setter, figures).items()]

    def sizes() -> list[float]:
        natural = [natural_widths(setter, Table(columns, (*rows,))) for columns, _, rows in tables]
        widest = [max(each) for each in zip(*(own[-len(figures) :] for own in natural), strict=True)]
        needed = max(sum(own[: -len(figures)]) - width for own, (_, width, _) in zip(natural, tables, strict=True))
        less = min(GAP - LEAST_GAP, max(0.0, needed + sum(widest)) / len(figures))
        return [size - less for size in widest]

    return setter.kept(list, ("sizes of figures", figures, sum(len(rows) for *_, rows in tables)), sizes)


def _widths(setter: Typesetter, table: Table, width: float) -> list[float]:
    """Return the width of each column, its gap included."""
    alike = Table(table.columns, (*table.rows, *_rows_of(setter, table.columns)))
    natural = natural_widths(setter, alike)
    words = [n for n, column in enumerate(table.columns) if column.kind in WORDS]
    figures = [n for n in range(len(natural)) if n not in words]
    last = table.columns[_last_words(table.columns) + 1 :]
    if words and len(_alike(setter, last)) > 1:
        natural[len(natural) - len(last) :] = _figures(setter, last)
        figures = []
    rest = width - sum(size for n, size in enumerate(natural) if n not in words)
    if not words:
        return [size + rest / len(natural) for size in natural]
    lacking = sum(natural[n] for n in words) - rest
    if lacking > 0 and figures:  # Figures stand closer where words would take a second line.
        less = min(GAP - LEAST_GAP, lacking / len(figures))
        natural = [size - (0.0 if n in words else less) for n, size in enumerate(natural)]
        rest += less * len(figures)
    if words == [0] and len(natural) > MANY:
        names, wide = max(natural[0], EVEN_NAME * width), natural[1:]
        pitch = (width - names) / len(wide)
        if max(left + right for left, right in pairwise(wide)) / 2 - GAP + LEAST_GAP <= pitch:
            return [names, *[pitch] * len(wide)]
    if words == [0] and rest > MOST_NAME * width:  # Figures stand where names lead the eye to them.
        more = (rest - natural[0]) / len(natural)
        return [size + more for size in natural]
    shared = _shared({n: natural[n] for n in words}, rest)
    if len(words) == 2 and sum(natural[n] for n in words) > rest:
        key = ("shares of grids", table.columns, len(alike.rows), rest)
        shared = setter.kept(dict, key, lambda: _lowest(setter, alike, shared))
    return [shared.get(n, size) for n, size in enumerate(natural)]


def is_blank(table: Table) -> bool:
    """Whether a table is filled in by hand."""
    for row in table.rows:  # The first cell of most tables says that they are not.
        if any(row.cells):
            return False
    return bool(table.rows)


def blank_strips(setter: Typesetter, table: Table, width: float) -> list[Strip]:
    """Return the head of a table and its rows, whose columns a hand can fill."""
    widths, row = _by_hand(setter, table, width), ROWS_BY_HAND * setter.design.grid.row
    return [
        _head(setter, table, widths, width, 0.0, inset=INSET),
        *[_blank_row(setter, table, widths, row)] * len(table.rows),
    ]


def _by_hand(setter: Typesetter, table: Table, width: float) -> list[float]:
    """Return the widths of columns that a hand can fill: figures of 9 mm, weapons of 34; words have what they leave."""
    wide = width >= setter.across(LEAST_WIDE)
    count, name, most = (COUNT_WIDE, NAME_WIDE, FIGURE_WIDE) if wide else (0.0, NAME_BY_HAND, FIGURE_BY_HAND)
    fixed = {ColumnKind.NAME: setter.across(name), ColumnKind.TEXT: 0.0, ColumnKind.COUNT: setter.across(count)}
    figures = sum(column.kind not in fixed for column in table.columns)
    figure = min(setter.across(most), (width - setter.across(LEAST_NAME_BY_HAND)) / max(1, figures))
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


def _lowest(setter: Typesetter, table: Table, shares: Mapping[int, float]) -> dict[int, float]:
    """Return the widths of two columns of words of which the rows have the fewest lines; of equal ones the nearest."""
    one, other = shares
    styles = [_style(setter, table.columns[n].kind, True) for n in shares]
    cells = {(row.cells[one], row.cells[other], SUB_INDENT if row.sub else 0.0) for row in table.rows}

    def lines(moved: float) -> tuple[int, float]:
        rooms = [shares[one] + moved - GAP + SLACK, shares[other] - moved - GAP + SLACK]
        total = 0
        for first, second, indent in cells:
            rows = len(setter.wrap(first, styles[0], rooms[0] - indent)), len(setter.wrap(second, styles[1], rooms[1]))
            total += max(rows) ** 2  # Three lines are worse than two and two.
        return total, abs(moved)

    most = min(shares.values()) / 3
    moved = min((n * MOVED for n in range(-int(most / MOVED), int(most / MOVED) + 1)), key=lines)
    return {one: shares[one] + moved, other: shares[other] - moved}


def _places(table: Table, widths: Sequence[float], left: float) -> Iterator[tuple[float, float, Anchor]]:
    """Yield where each column is set, its room, and from where."""
    x = left
    for column, width in zip(table.columns, widths, strict=True):
        match column.kind:
            case ColumnKind.COUNT:
                yield x + width - GAP / 2, width, "right"
            case ColumnKind.NAME | ColumnKind.TEXT:
                yield x, width - GAP + SLACK, "left"
            case _:
                yield x + width / 2, width, "centre"
        x += width


def _head(
    setter: Typesetter,
    table: Table,
    widths: Sequence[float],
    width: float,
    left: float,
    strong: bool = False,
    inset: float = 0.0,
) -> Strip:
    """Return the titles of columns; those of words stand `inset` mm behind the line at their left, if they have one."""
    design = setter.design
    titles: list[Item] = [TITLES]
    for column, (x, _, anchor) in zip(table.columns, _places(table, widths, left), strict=True):
        style = design.styles.cell_name if strong and column.kind is ColumnKind.NAME else design.styles.head
        x += inset if anchor == "left" and x > left else 0.0
        titles += (CELL, setter.text(x, setter.baseline, column.title, style, anchor))
    return Strip(1, (*titles, Segment(0, design.grid.row, width, design.grid.row, design.lines.head)))


def _blank_row(setter: Typesetter, table: Table, widths: Sequence[float], high: float) -> Strip:
    """Return a row to fill in, with a line between its columns."""
    ends = [end for end in accumulate(widths) if end]  # A count may have no column.
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
    baseline = max(setter.baseline, min(LEAST_OVER, height - LEAST_UNDER))
    items: list[Item] = [ROW]
    rows = 1
    for column, cell, (x, room, anchor) in zip(table.columns, row.cells, _places(table, widths, left), strict=True):
        style = _style(setter, column.kind, wordy, cell)
        indent = SUB_INDENT if row.sub and column.kind is ColumnKind.NAME else 0
        lines = setter.wrap(cell, style, room - indent) if column.kind in WORDS and cell else [cell] if cell else []
        items.append(KEY if column.kind is ColumnKind.NAME else CELL)
        items.extend(
            setter.text(x + indent, m * height + baseline, line, style, anchor) for m, line in enumerate(lines)
        )
        rows = max(rows, len(lines))
    if check is not None:
        items.extend(check_box(setter, check, 0.3, check_top(setter), design.boxes.check, design.lines.box))
    weight = design.lines.medium if last and not wordy else design.lines.rule
    items.append(Segment(0, rows * height, width, rows * height, weight))
    return Strip(rows, tuple(items))


# -- figures on a line that is true to scale -----------------------------------
HIT = re.compile(r"(\d+) ([GP])")
"""A figure, and the kind of hit that it scores: glancing or penetrating."""
LONGEST = 36
"""The figure at the end of a line."""
SCALE_ROWS, SCALE_LEFT, POINT = 1.4, 24.0, 4.2
"""Rows of a line that is drawn to scale, where it begins, and the side of a figure on it, in mm."""


def scale_strips(setter: Typesetter, table: Table, width: float) -> Iterator[Strip]:
    """Yield the head of a table and its rows: two columns, then figures on a line, where they are on it."""
    styles, row = setter.design.styles, setter.design.grid.row
    letter, told, *hits = table.columns
    titles: list[Item] = [TITLES, CELL, setter.text(0, setter.baseline, letter.title, styles.head), CELL]
    titles.append(setter.text(SCALE_LEFT / 2 + 2, setter.baseline, told.title, styles.head, "centre"))
    yield Strip(1, (*titles, *(CELL for _ in hits), Segment(0, row, width, row, setter.design.lines.head)))
    yield from (_scale_row(setter, row.cells, width) for row in table.rows)


def _scale_row(setter: Typesetter, cells: Sequence[str], width: float) -> Strip:
    """Return a row whose figures stand in a circle where a hit is glancing, else in a heavy square."""
    styles, lines = setter.design.styles, setter.design.lines
    high, end = SCALE_ROWS * setter.design.grid.row, width - POINT / 2
    middle = high / 2
    base = middle + 1.1
    letter, told, *others = cells
    items: list[Item] = [
        Segment(SCALE_LEFT, middle - 0.7, SCALE_LEFT, middle + 0.7, lines.thin),
        *(ROW, KEY, setter.text(0, base, letter, styles.letter)),
        *(CELL, setter.text(SCALE_LEFT / 2 + 2, base, told, styles.cell, "centre")),
    ]
    hits = [(int(hit[1]), hit[2]) for hit in map(HIT.fullmatch, others) if hit]
    left = SCALE_LEFT
    for value, kind in hits:
        x = SCALE_LEFT + (end - SCALE_LEFT) * value / LONGEST
        line = Segment(left, middle, x - POINT / 2, middle, lines.thin)
        left = x + POINT / 2
        point: Item = Circle(x, middle, POINT / 2, lines.box)
        if kind == "P":
            point = Rect(x - POINT / 2, middle - POINT / 2, POINT, POINT, lines.strong)
        number = setter.text(x, base, str(value), styles.strong, "centre")
        words = f"{value}, {'glancing' if kind == 'G' else 'penetrating'}"
        items += (line, CELL, labelled(words, (point, number)))
    items.extend(CELL for _ in others[len(hits) :])
    return Strip(SCALE_ROWS, (*items, Segment(0, high, width, high, lines.rule)))
