"""Tables of any columns: numbers as wide as they are, names and words sharing the rest and wrapping."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from builder.sheets.block import Strip, check_box, check_top
from builder.sheets.page import Item, Segment, Style
from builder.sheets.typesetter import Anchor, Typesetter
from builder.systems.blocks import Check, ColumnKind, Row, Table

GAP = 2.2
"""Between columns, in mm."""
CHECK_ROOM = 5.0
SUB_INDENT = 3.0
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
    strips = [_head(setter, table, widths, width, left)]
    for n, row in enumerate(table.rows):
        last = n == len(table.rows) - 1
        strips.append(_row(setter, table, row, widths, width, left, wordy, last, checks[n] if checks else None))
    return strips


def _style(setter: Typesetter, kind: ColumnKind, wordy: bool) -> Style:
    styles = setter.design.styles
    match kind:
        case ColumnKind.NAME:
            return styles.cell_name
        case ColumnKind.RESULT:
            return styles.result
        case ColumnKind.VALUE if not wordy:
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
                setter.width(row.cells[n], _style(setter, column.kind, wordy)) + (SUB_INDENT if row.sub else 0)
                for row in table.rows
            ),
        )
        if table.rows
        else GAP + setter.width(column.title, head)
        for n, column in enumerate(table.columns)
    ]


def _widths(setter: Typesetter, table: Table, width: float) -> list[float]:
    """Return the width of each column, its gap included."""
    natural = natural_widths(setter, table)
    words = [n for n, column in enumerate(table.columns) if column.kind in WORDS]
    rest = width - sum(size for n, size in enumerate(natural) if n not in words)
    if not words:
        return [size + rest / len(natural) for size in natural]
    shared = _shared({n: natural[n] for n in words}, rest)
    return [shared.get(n, size) for n, size in enumerate(natural)]


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


def _head(setter: Typesetter, table: Table, widths: Sequence[float], width: float, left: float) -> Strip:
    design = setter.design
    titles = [
        setter.text(x, setter.baseline, column.title, design.styles.head, anchor)
        for column, (x, _, anchor) in zip(table.columns, _places(table, widths, left), strict=True)
        if column.title
    ]
    return Strip(1, (*titles, Segment(0, design.grid.row, width, design.grid.row, design.lines.head)))


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
    items: list[Item] = []
    rows = 1
    for column, cell, (x, room, anchor) in zip(table.columns, row.cells, _places(table, widths, left), strict=True):
        style = _style(setter, column.kind, wordy)
        indent = SUB_INDENT if row.sub and column.kind is ColumnKind.NAME else 0
        lines = setter.wrap(cell, style, room - indent) if column.kind in WORDS and cell else [cell] if cell else []
        items.extend(
            setter.text(x + indent, m * height + setter.baseline, line, style, anchor) for m, line in enumerate(lines)
        )
        rows = max(rows, len(lines))
    if check is not None:
        items.extend(check_box(setter, check, 0.3, check_top(setter), design.boxes.check, design.lines.box))
    weight = design.lines.medium if last and not wordy else design.lines.rule
    items.append(Segment(0, rows * height, width, rows * height, weight))
    return Strip(rows, tuple(items))
