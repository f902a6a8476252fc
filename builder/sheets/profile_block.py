"""The block of a unit as data describes it: figures in its head, tables beside texts, and boxes for its models."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.record import replace
from builder.sheets.block import (
    Block,
    Strip,
    divide,
    height_of,
    note_strips,
    panel_head,
    place_strips,
    rows_for,
    take,
    wide_note_lines,
)
from builder.sheets.head import JOIN, slot_style
from builder.sheets.model_boxes import box_strips, counter_strips
from builder.sheets.page import HEADING, PLAIN, Item, Rect, Segment
from builder.sheets.profile_body import (
    ALL,
    TABLE_GAP,
    UNDER_GAP,
    Texts,
    column,
    columns_of,
    is_wide,
    named_lines,
    profile_tables,
    strips_below,
    texts_of,
)
from builder.sheets.signs import tab
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import ColumnKind, ProfileCard, Table

TEXTS_LEFT = 126.0
"""Where the texts beside the tables begin, in mm."""
LEAST_TAB, WIDEST_TAB, TAB_PAD, TAB_GAP = 9.0, 34.0, 2.0, 2.5
CELL, CELL_GAP, CELL_HEAD, CELL_HEIGHT, CELLS_TOP = 11.2, 1.2, 3.3, 8.6, 1.2
"""The cells of figures in the head: width, white between, height of the title and of the whole, white above, in mm."""
NARROW_CELL, CELL_PAD = 7.0, 0.5
"""The least width of a cell where a name needs the room, and white beside its figure, in mm."""
WIDEST_FACTS = 56.0
"""Facts below a name for which cells become narrow, in mm."""
NAME_DROP = 3.0
"""From the foot of a name to that of the facts below it, in mm, also where rows are low."""
POINTS_ROOM = 17.0
HEAD = 11.2
"""The height of the head with its cells, in mm."""
LEAST_NAME = 34.0
"""The room that figures leave to the name; where they would not, they stand in a table below it."""
HEAD_ROWS = 3
LINES_TOLD = (1, 2, 3, 5, 8, ALL)
"""So many lines are told of texts that are found under a number, on cards from the lowest to the highest."""
SIZE_STEP = 0.5
TEXTS_GAP = 0.3
"""White rows between tables and the texts below them."""
KEYWORD_ROWS = 12
"""So many rows of keywords stand together at the most."""
_Part = tuple[list[Strip], list[Strip], list[Strip]]
"""What of the tables, of the texts beside them and of the foot stands on one card."""


def profile_blocks(setter: Typesetter, card: ProfileCard, capacity: int) -> list[Block]:
    """Return the block of a unit, or several where it is higher than a page of `capacity` rows.

    Raises:
        ExportError: a part that cannot be divided is higher than a page.
    """
    grid = setter.design.grid
    if card.counters:
        strips = [
            panel_head(setter, card.head.name, card.head.caption, grid.width),
            *counter_strips(setter, card.counters),
        ]
        rows = height_of(strips)
        return [Block(card.id, card.head.name, rows, rows, tuple(place_strips(strips, 0, grid.row)))]
    in_head = _in_head(setter, card)
    statistics = card.statistics[1:] if in_head else card.statistics
    wide = [table for table in statistics if is_wide(setter, table)]
    over = [*profile_tables(setter, wide, grid.width), *([Strip(TABLE_GAP, ())] if wide else [])]
    left = list(profile_tables(setter, (*(table for table in statistics if table not in wide), *card.tables)))
    foot = _foot(setter, card)
    head_rows = _head_rows(setter) + height_of(over)
    told: Block | None = None
    aside = grid.width - setter.across(TEXTS_LEFT)
    for lines in LINES_TOLD if card.by_reference else (ALL,):
        texts = texts_of(setter, card.texts, aside, height_of(left), lines)
        right, below = column(setter, texts.beside), strips_below(setter, texts)
        under = _under(setter, texts)
        white = [Strip(TEXTS_GAP, ())] if left and below else []
        lower = [*white, *below, *foot]
        rows = head_rows + max(height_of((*left, *under)), height_of(right)) + height_of(lower)
        if rows > capacity:
            break
        if told is None or rows > told.rows:
            figures = place_strips(over, _head_rows(setter), grid.row)
            upper = (*_head(setter, card, in_head), *figures, *_columns(setter, left, right, head_rows, under))
            placed = tuple(place_strips(lower, 0, grid.row))
            told = Block(card.id, card.head.name, rows, rows, upper, placed, height_of(lower), shorter=told)
    if told is not None:
        return [told]
    room = capacity - _head_rows(setter)
    if wide:
        left = list(profile_tables(setter, (*statistics, *card.tables)))
    told_under = columns_of(setter, texts.under, room)
    columns = ([*left, *told_under], columns_of(setter, texts.beside, room))
    lefts, rights = (_divided(card, strips, room) for strips in columns)
    count = max(len(lefts), len(rights))
    lefts += [[] for _ in range(count - len(lefts))]
    rights += [[] for _ in range(count - len(rights))]
    parts: list[_Part] = [(one, other, []) for one, other in zip(lefts, rights, strict=True)]
    last = max(height_of(lefts[-1]), height_of(rights[-1]))
    foot = [*white, *strips_below(setter, texts, room - last - height_of(white), room), *foot]
    taken = take(foot, room - last)
    parts[-1] = (lefts[-1], rights[-1], foot[:taken])
    parts += [([], [], chunk) for chunk in _divided(card, foot[taken:], room) if chunk]
    return [_part(setter, card, n, len(parts), *part) for n, part in enumerate(parts, 1)]


def _divided(card: ProfileCard, strips: Sequence[Strip], room: float) -> list[list[Strip]]:
    return divide(card.head.name, strips, room) if strips else [[]]


def _part(
    setter: Typesetter, card: ProfileCard, n: int, parts: int, left: list[Strip], right: list[Strip], foot: list[Strip]
) -> Block:
    head = replace(card, head=replace(card.head, caption=f"{n} of {parts}"))
    body, head_rows = max(height_of(left), height_of(right)), _head_rows(setter)
    upper = (
        *_head(setter, head, n == 1 and _in_head(setter, card)),
        *_columns(setter, left, right, head_rows),
        *place_strips(foot, head_rows + body, setter.design.grid.row),
    )
    rows = head_rows + body + height_of(foot)
    return Block(card.id, card.head.name, rows, rows, upper, part=n, parts=parts)


def _under(setter: Typesetter, texts: Texts) -> list[Strip]:
    """Return the texts under the tables, with white over them."""
    return [Strip(UNDER_GAP, ()), *column(setter, texts.under)] if texts.under else []


def _columns(
    setter: Typesetter, left: Sequence[Strip], right: Sequence[Strip], top: float, under: Sequence[Strip] = ()
) -> Iterator[Item]:
    yield from place_strips(left, top, setter.design.grid.row)
    yield from place_strips(right, top, setter.design.grid.row, setter.across(TEXTS_LEFT))
    yield from place_strips(under, top + height_of(left), setter.design.grid.row)


def _head_rows(setter: Typesetter) -> float:
    return max(HEAD_ROWS, rows_for(setter, HEAD))


# -- head ----------------------------------------------------------------------
def _tab_width(setter: Typesetter, card: ProfileCard) -> float:
    width = setter.width(card.head.slot, setter.design.styles.slot) + 2 * TAB_PAD
    return min(max(LEAST_TAB, width), WIDEST_TAB)


def uncounted(table: Table) -> Table:
    """Return a table without the column that counts."""
    if not table.columns or table.columns[0].kind is not ColumnKind.COUNT:
        return table
    return Table(table.columns[1:], tuple(replace(row, cells=row.cells[1:]) for row in table.rows))


def _in_head(setter: Typesetter, card: ProfileCard) -> bool:
    """Whether the first table of figures is one line that has room in the head."""
    if not card.statistics or len({row.cells[-len(_figures(card)) :] for row in card.statistics[0].rows}) != 1:
        return False
    figures = _figures(card)
    least = _least_cell(setter, figures)
    left = setter.design.grid.width - POINTS_ROOM - len(figures) * (least + CELL_GAP)
    return bool(figures) and least <= CELL and left - _tab_width(setter, card) - TAB_GAP >= LEAST_NAME


def _least_cell(setter: Typesetter, figures: Sequence[tuple[str, str]]) -> float:
    """Return how wide the cells must be that all figures and their titles have room."""
    styles = setter.design.styles
    wide = (max(setter.width(title, styles.head), setter.width(cell, styles.name)) for title, cell in figures)
    return max(NARROW_CELL, max(wide, default=0.0) + 2 * CELL_PAD)


def _cell_width(setter: Typesetter, card: ProfileCard, figures: Sequence[tuple[str, str]]) -> float:
    """Return how wide the cells are: narrower than usual where the name, or the facts below it, need the room."""
    styles, head = setter.design.styles, card.head
    facts = min(WIDEST_FACTS, setter.width(JOIN.join(head.facts), styles.fact))
    wanted = max(setter.width(head.name, styles.name), facts) + 2.5
    left = setter.design.grid.width - POINTS_ROOM - _tab_width(setter, card) - TAB_GAP - wanted
    return min(CELL, max(left / max(1, len(figures)) - CELL_GAP, _least_cell(setter, figures)))


def _figures(card: ProfileCard) -> list[tuple[str, str]]:
    """The titles and cells of the first line of the first table of figures, without its name."""
    table = uncounted(card.statistics[0])
    if not table.rows:
        return []
    return [(column.title, cell) for column, cell in zip(table.columns, table.rows[0].cells, strict=True)][1:]


def _head(setter: Typesetter, card: ProfileCard, in_head: bool) -> Iterator[Item]:
    """Yield the tab with the category, name, facts, figures, and points at the right."""
    design, head = setter.design, card.head
    styles, grid = design.styles, design.grid
    width = _tab_width(setter, card)
    yield Segment(0, 0, grid.width, 0, design.lines.block)
    if head.slot:
        yield tab(setter, 0, 0, width, 2 * grid.row - 0.4)
    style = slot_style(setter, head.slot, width - 1)
    slot = setter.wrap(head.slot, style, width - 1)
    yield setter.text(width / 2, grid.row + 1, slot[0], style, "centre")
    points = setter.text(grid.width, grid.row + 0.6, head.points, styles.name, "right")
    yield points
    yield setter.text(grid.width, grid.row + setter.baseline + 0.9, head.caption, styles.caption, "right")
    left, right = width + TAB_GAP if head.slot else 0.0, grid.width - POINTS_ROOM
    if in_head:
        figures = _figures(card)
        cell = _cell_width(setter, card, figures)
        right -= len(figures) * (cell + CELL_GAP)
        yield from _cells(setter, figures, right, cell)
    room = min(right, points.x) - 2 - left
    name = styles.name
    size = name.size
    while size > styles.small_name.size and setter.width(head.name, name) * size / name.size > room:
        size -= SIZE_STEP
    lines = setter.wrap(head.name, setter.scaled(name, size), room)
    yield HEADING
    yield setter.text(left, grid.row + 0.2, lines[0], setter.scaled(name, size))
    yield PLAIN
    left_over = [" ".join(more) for more in (lines[1:], slot[1:]) if more]
    facts = setter.wrap(JOIN.join((*left_over, *head.facts)), styles.fact, room)
    first = grid.row + max(setter.baseline + 0.35, 0.2 + NAME_DROP)
    for n, text in enumerate(facts[:2]):
        yield setter.text(left, first + n * grid.row, text, styles.fact)
    if len(facts) > 2:
        setter.report("sheet-name", f"the head of '{head.name}' is longer than its card has room: shorten its name")


def _cells(setter: Typesetter, figures: Sequence[tuple[str, str]], left: float, width: float) -> Iterator[Item]:
    design = setter.design
    for n, (title, cell) in enumerate(figures):
        x = left + n * (width + CELL_GAP)
        if not setter.ink_saver:
            yield Rect(x, CELLS_TOP, width, CELL_HEAD, 0, 0.1)
        yield Rect(x, CELLS_TOP, width, CELL_HEIGHT, design.lines.box)
        yield Segment(x, CELLS_TOP + CELL_HEAD, x + width, CELLS_TOP + CELL_HEAD, design.lines.rule)
        middle = x + width / 2
        yield setter.text(middle, CELLS_TOP + CELL_HEAD - 0.8, title, design.styles.head, "centre")
        yield setter.text(middle, CELLS_TOP + CELL_HEIGHT - 1.2, cell, design.styles.name, "centre")


# -- foot ----------------------------------------------------------------------
def _foot(setter: Typesetter, card: ProfileCard) -> list[Strip]:
    """Return the boxes of its models with the boxes for what it has done, then keywords and notes."""
    width = setter.design.grid.width
    strips = box_strips(setter, card, 0)
    for title, words in card.keywords:
        strips += columns_of(setter, named_lines(setter, title, words, width), KEYWORD_ROWS)
    return [*strips, *note_strips(setter, wide_note_lines(setter, card.notes))]
