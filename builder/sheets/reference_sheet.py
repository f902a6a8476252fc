"""What is looked up: tables, which go on where a page ends, and the turn with its tables on a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import zip_longest

from builder.record import replace
from builder.sheets.block import Strip, height_of, moved, panel_head, place_strips
from builder.sheets.grid_table import HIT, grid_strips, natural_widths, scale_strips
from builder.sheets.packing import Content, Flow
from builder.sheets.page import CELL, KEY, ROW, TITLES, Item, Rect, Segment, Style
from builder.sheets.rule_words import BASELINE, LEADING, paragraphs
from builder.sheets.signs import box, on_tab, tab
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import ColumnKind, QuickReference, ReferenceTable, Row, RuleGroup, RuleText, Shape

PART_GAP, BLOCK_GAP, ASIDE_GAP = 6.0, 2.2, 2.0
"""White between parts side by side, between blocks of a table that need room, and before what stands beside a title, in
mm."""
LEAST_BLOCK = 23.0
"""Narrower blocks of a table need room, in mm."""
KEY_SHARE, WIDEST_NUMBERS = 0.34, 20.0
"""What a column of names takes of the width of its table, at least; and the most room of another column, in mm."""
KEY_ROOM = 0.6
"""What a column of numbers as keys has more than its title, in mm."""
LEAST_ROWS = 4
"""Rows that stand under a head at the foot of a page, at least."""
TURN_WIDTH, TURN_GAP = 62.0, 5.0
"""The column of the turn, and the white at its right, in mm."""
LEAST_ABREAST = 0.9
"""What is looked up stands beside the turn where pages have so much of their usual width, else below it."""
TAB = 5.2
"""The side of the tab with the number of a step, in mm."""
FINEST, LEAST_DIVIDED = 0.25, 8
"""The rows by which columns are tried lower, and how many rules are divided over two of them."""
STEP_GAP, MOST_GAP = 0.8, 3.0
"""White over a step, and how much more it has where the other column is longer, in rows."""
CLOSER = 5
"""In so many steps rows come closer."""
PARAGRAPH_GAP = 0.5
"""White over a rule, in mm."""
Part = ReferenceTable | RuleGroup


def reference_pages(setter: Typesetter, tables: Sequence[Part], capacity: int) -> list[Content]:
    """Tables, and rules under titles, narrow ones in pairs; heads are repeated on each page that a table goes on to.

    Rows stand closer where that saves a page.
    """
    return _as_few(setter, capacity, partial(_referred, tables))


def _referred(tables: Sequence[Part], setter: Typesetter, capacity: int) -> list[Content]:
    groups = [part for part in tables if isinstance(part, RuleGroup)]
    if groups and len(groups) == len(tables):
        return _in_columns(setter, groups, capacity)
    flow = Flow(capacity, setter.design.grid.row)
    _fill(setter, flow, tables)
    return flow.contents()


def _in_columns(setter: Typesetter, groups: Sequence[RuleGroup], capacity: int) -> list[Content]:
    """Return rules under titles on pages of two columns, which are as low as each other on the last one.

    A column that begins within a group has its title again.
    """
    pitch = _pitch(setter, 2)
    width = pitch - _gap(setter)
    parts = [(strips[0], strips[1:]) for strips in (_strips(setter, group, width) for group in groups)]
    columns = _columns(parts, capacity)
    last = len(columns) - (len(columns) - 1) % 2 - 1
    rest = sum(each.rows for column in columns[last:] for each in column)
    lower = (_columns(parts, capacity, last, n * FINEST) for n in range(int(rest / 2 / FINEST), int(capacity / FINEST)))
    columns = next((each for each in lower if len(each) <= last + 2), columns)
    row = setter.design.grid.row
    return [
        Content(
            tuple(
                moved(tuple(place_strips(column, 0, row)), n * pitch, 0)
                for n, column in enumerate(columns[first : first + 2])
            )
        )
        for first in range(0, len(columns), 2)
    ]


def _columns(
    parts: Sequence[tuple[Strip, Sequence[Strip]]], capacity: float, full: int = 0, lower: float = 0.0
) -> list[list[Strip]]:
    """Return titles with what stands under them in columns of so many rows; all but the first `full` ones are `lower`.

    What is short stands in one column.
    """
    columns: list[list[Strip]] = [[]]
    left = capacity if full else lower or capacity

    def begin() -> float:
        columns.append([])
        return capacity if len(columns) <= full else lower or capacity

    for title, rows in parts:
        white = Strip(1.0, ()) if columns[-1] else Strip(0.0, ())
        together = rows if len(rows) < LEAST_DIVIDED else rows[:2]
        if columns[-1] and white.rows + title.rows + height_of(together) > left:
            left, white = begin(), Strip(0.0, ())
        columns[-1] += [white, title]
        left -= white.rows + title.rows
        for n, row in enumerate(rows):
            if n and row.rows > left:
                left = begin() - title.rows
                columns[-1].append(title)
            columns[-1].append(row)
            left -= row.rows
    return columns


def _as_few(setter: Typesetter, capacity: int, make: Callable[[Typesetter, int], list[Content]]) -> list[Content]:
    """Return pages of so many rows, made with closer rows where these are fewer: no closer than that takes."""
    grid = setter.design.grid
    own = make(setter, capacity)
    if len(own) == 1:
        return own

    def with_rows(row: float) -> list[Content]:
        close = replace(grid, row=row, baseline=row * 0.75)
        return make(setter.in_design(replace(setter.design, grid=close)), int(capacity * grid.row / row))

    closest = with_rows(grid.table_row)
    if len(closest) == len(own):
        return own
    steps = (grid.row - n * (grid.row - grid.table_row) / CLOSER for n in range(1, CLOSER))
    return next((made for made in map(with_rows, steps) if len(made) == len(closest)), closest)


def quick_pages(setter: Typesetter, aids: Sequence[QuickReference], capacity: int) -> list[Content]:
    """Pages to play by: the steps of the turn at the left, what is looked up at the right, or below on narrow pages.

    Rows stand closer where an aid then has one page of A4 or Letter; on smaller paper both columns go on.
    """
    pages: list[Content] = []
    for aid in aids:
        pages += _as_few(setter, capacity, partial(_quick, aid))
    return pages


def _quick(aid: QuickReference, setter: Typesetter, capacity: int) -> list[Content]:
    """Return the pages of an aid."""
    grid = setter.design.grid
    abreast = setter.design.across >= LEAST_ABREAST
    width = setter.across(TURN_WIDTH) if abreast else grid.width
    left = width + TURN_GAP
    turn = _turn(setter, aid, capacity, width, 0.0)
    lookup = Flow(capacity, grid.row) if abreast else turn
    _fill(_narrowed(setter, grid.width - left) if abreast else setter, lookup, aid.lookup)
    if not abreast:
        return turn.contents()
    shorter = turn.room - lookup.room
    if shorter > 0 and len(turn.contents()) == len(lookup.contents()) == 1:  # Both columns end at the same height.
        turn = _turn(setter, aid, capacity, width, min(MOST_GAP, shorter / (len(aid.steps) + len(aid.below))))
    beside = zip_longest(turn.contents(), lookup.contents())
    return [
        Content(
            tuple(moved(column.items, x, 0) for column, x in ((steps, 0.0), (tables, left)) if column),
            height=max(column.height for column in (steps, tables) if column),
        )
        for steps, tables in beside
    ]


def _turn(setter: Typesetter, aid: QuickReference, capacity: int, width: float, gap: float) -> Flow:
    """Return the column of the turn, with so many rows more over each step."""
    turn = Flow(capacity, setter.design.grid.row)
    turn.put(panel_head(setter, aid.title, aid.aside, width))
    for number, step in enumerate(aid.steps, 1):
        turn.skip(STEP_GAP + gap)
        head, *rules = _step(setter, number, step, width)
        turn.put(head, keep=height_of(rules[:1]))
        for rule in rules:
            turn.put(rule)
    turn.skip(gap)
    _fill(_narrowed(setter, width), turn, aid.below)
    return turn


def _narrowed(setter: Typesetter, width: float) -> Typesetter:
    """Return the typesetter for a column of a page."""
    return setter.in_design(replace(setter.design, grid=replace(setter.design.grid, width=width)))


def _step(setter: Typesetter, number: int, step: RuleGroup, width: float) -> Iterator[Strip]:
    """Yield the head of a step with its number on a tab, and its rules over a width."""
    design = setter.design
    y = (TAB + design.grid.baseline) / 2 - 0.2
    code = setter.text(TAB / 2, y, str(number), on_tab(setter, design.styles.slot), "centre")
    title = setter.text(TAB + 2, y, step.title, design.styles.panel)
    yield Strip((TAB + 0.8) / design.grid.row, (tab(setter, 0, 0, TAB, TAB), code, title))
    yield from _rule_strips(setter, step.rules, width)


def _rule_strips(setter: Typesetter, rules: Sequence[RuleText], width: float) -> Iterator[Strip]:
    for lines in paragraphs(setter, rules, width):
        items = (
            setter.text(x, n * LEADING + BASELINE + PARAGRAPH_GAP, text, style)
            for n, line in enumerate(lines)
            for x, text, style in line
        )
        yield Strip((len(lines) * LEADING + PARAGRAPH_GAP) / setter.design.grid.row, tuple(items))


def _fill(setter: Typesetter, flow: Flow, parts: Sequence[Part]) -> None:
    """Put parts one under the other, narrow ones in pairs; tables go on where a page ends, with their heads."""
    for together in _in_pairs(setter, parts):
        flow.skip(1)
        width = _pitch(setter, min(len(together), 2)) - _gap(setter)
        columns = [_strips(setter, part, width) for part in together]
        if len(columns) > 2:  # Two of them below each other, whose columns are as high as each other then.
            one, two, three = columns
            white = Strip(1, ())
            ways = ([[*one, white, *two], three], [one, [*two, white, *three]])
            columns = min(ways, key=lambda way: max(map(height_of, way)))
        if max(map(height_of, columns)) <= flow.capacity and len(together) > 1:
            columns = [[_joined(setter, strips)] for strips in columns]
        title, *rows = _abreast(setter, columns)
        flow.put(title, keep=1 + LEAST_ROWS if rows else 0)
        for n, row in enumerate(rows):
            flow.put(row, rows[0] if n else None)


def _joined(setter: Typesetter, strips: Sequence[Strip]) -> Strip:
    """Return strips as one, which no page divides."""
    return Strip(height_of(strips), tuple(place_strips(strips, 0, setter.design.grid.row)))


def _in_pairs(setter: Typesetter, parts: Sequence[Part]) -> Iterator[Sequence[Part]]:
    """Yield parts alone, or two that follow each other where both are narrow; three where that leaves none alone."""
    left = list(parts)
    while left:
        narrow = next((n for n, part in enumerate(left) if not _narrow(setter, part)), len(left))
        count = 3 if narrow == 3 else min(narrow, 2) or 1
        yield left[:count]
        left = left[count:]


def _narrow(setter: Typesetter, part: Part) -> bool:
    """Whether half a page is enough for a part and its title."""
    styles, half = setter.design.styles, _pitch(setter, 2) - _gap(setter)
    room = setter.width(part.title, styles.panel) + ASIDE_GAP + setter.width(part.aside, styles.caption)
    if isinstance(part, RuleGroup):
        return room <= half
    return part.abreast == 1 and max(room, sum(natural_widths(setter, part.table))) <= half


def _strips(setter: Typesetter, part: Part, width: float) -> list[Strip]:
    """Return the title of a part and its rules, or the head of its table and its rows."""
    title = panel_head(setter, part.title, part.aside, width)
    if isinstance(part, RuleGroup):
        return [title, *_rule_strips(setter, part.rules, width)]
    table = part
    if table.to_scale:
        return [title, *scale_strips(setter, table.table, width)]
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
    return (setter.design.grid.width + _gap(setter)) / count


def _gap(setter: Typesetter) -> float:
    """Between parts side by side, in mm: less where the column is narrow."""
    return min(PART_GAP, setter.design.grid.width / 30)


def _block_gap(setter: Typesetter, table: ReferenceTable, width: float) -> float:
    """Return what is white between the parts of a table side by side, in mm: less where these need the room."""
    gap = _gap(setter)
    return gap if (width + gap) / table.abreast - gap >= LEAST_BLOCK else BLOCK_GAP


def _places(setter: Typesetter, table: ReferenceTable, width: float) -> tuple[float, list[float], float]:
    """The pitch of the parts of a table, the middle of each column of a part, and the room of its first column."""
    gap = _block_gap(setter, table, width)
    pitch = (width + gap) / table.abreast
    width = pitch - gap
    columns = table.table.columns
    named = columns[0].kind is ColumnKind.NAME
    key = setter.width(columns[0].title, setter.design.styles.head) + KEY_ROOM
    names = max(width * KEY_SHARE, width - WIDEST_NUMBERS * (len(columns) - 1))
    room = names if named else max(key, width / len(columns))
    each = (width - room) / (len(columns) - 1)
    return pitch, [room / 2, *(room + (n + 0.5) * each for n in range(len(columns) - 1))], room


SIGN = 2.5
"""The side of the box that says the kind, as on the cards of vehicles, in mm."""


def _threshold(setter: Typesetter, middle: float, cell: str, kind: str, style: Style) -> Iterator[Item]:
    """The DMG of a hit before the box that it checks: a circle where it is glancing, else a heavy square."""
    lines = setter.design.lines
    yield setter.text(middle + 1, setter.baseline, cell, style, "right")
    shape, line = (Shape.CIRCLE, lines.box) if kind == "G" else (Shape.SQUARE, lines.strong)
    yield box(shape, middle + 2, (setter.design.grid.row - SIGN) / 2, SIGN, line)


TINT = 0.1
"""The grey behind the keys of parts side by side, and behind what a table has tinted."""
RULED_EACH = 5
"""Rows to a rule in a table whose parts stand side by side."""


def _head(setter: Typesetter, table: ReferenceTable, width: float) -> Strip:
    design = setter.design
    row = design.grid.row
    pitch, middles, _ = _places(setter, table, width)
    items: list[Item] = [TITLES]
    for part in range(table.abreast):
        left = part * pitch
        for column, middle in zip(table.table.columns, middles, strict=True):
            items.append(CELL)
            if column.kind is ColumnKind.NAME:
                items.append(setter.text(left, setter.baseline, column.title, design.styles.head))
                continue
            style = design.styles.strong if column.title in table.boxed else design.styles.head
            text = setter.text(left + middle, setter.baseline, column.title, style, "centre")
            items.append(text)
            if column.title in table.boxed:
                items.append(Rect(text.x - 1.5, 0.2, text.width + 3, row - 0.5, design.lines.medium))
        items.append(Segment(left, row, left + pitch - _block_gap(setter, table, width), row, design.lines.head))
    return Strip(1, tuple(items))


def _rows(setter: Typesetter, table: ReferenceTable, width: float) -> Iterator[Strip]:
    """The rows of all parts side by side: a part goes on where the one at its left ends.

    Parts of many rows have a rule under every fifth alone.
    """
    rows = table.table.rows
    deep = -(-len(rows) // table.abreast)
    for n in range(deep):
        ruled = table.abreast == 1 or n == deep - 1 or n % RULED_EACH == RULED_EACH - 1
        yield _row(setter, table, rows[n::deep], width, ruled)


def _row(setter: Typesetter, table: ReferenceTable, rows: Sequence[Row], width: float, ruled: bool) -> Strip:
    design = setter.design
    styles, height = design.styles, design.grid.row
    pitch, middles, room = _places(setter, table, width)
    each = middles[-1] - middles[-2] if len(middles) > 2 else 0.0
    looks = {ColumnKind.RESULT: styles.result, ColumnKind.NAME: styles.cell_name}
    gap = _block_gap(setter, table, width)
    items: list[Item] = [ROW]
    deep = 1
    for part, row in enumerate(rows):
        left = part * pitch
        for column, middle, cell in zip(table.table.columns, middles, row.cells, strict=True):
            is_key = column is table.table.columns[0]
            style = styles.strong if cell in table.strong and not is_key else looks.get(column.kind, styles.cell)
            if not setter.ink_saver and is_key and table.abreast > 1:
                items.append(Rect(left, 0, room, height, 0, TINT))
            if not setter.ink_saver and not is_key and cell in table.tinted:
                items.append(Rect(left + middle - each / 2, 0, each, height, 0, TINT))
            items.append(KEY if is_key else CELL)
            if column.kind is ColumnKind.NAME:
                names = setter.wrap(cell, style, room - 2)
                items.extend(
                    setter.text(left, m * height + setter.baseline, name, style) for m, name in enumerate(names)
                )
                deep = max(deep, len(names))
            elif hit := HIT.fullmatch(cell):
                items.extend(_threshold(setter, left + middle, cell, hit[2], style))
            elif cell:
                items.append(setter.text(left + middle, setter.baseline, cell, style, "centre"))
    items.extend(CELL for _ in range((table.abreast - len(rows)) * len(middles)))
    items.extend(
        Segment(part * pitch, deep * height, (part + 1) * pitch - gap, deep * height, design.lines.rule)
        for part in range(len(rows) if ruled else 0)
    )
    return Strip(deep, tuple(items))
