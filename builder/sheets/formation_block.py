"""The block of a formation: its head, units with their weapons, boxes, capacity."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from builder.errors import ExportError
from builder.record import replace
from builder.sheets.block import (
    Block,
    Strip,
    height_of,
    labelled,
    moved,
    note_strips,
    place_strips,
    take,
    wide_note_lines,
)
from builder.sheets.formation_boxes import BOXES_LEFT, box_strips, check_items
from builder.sheets.grid_table import ROWS_BY_HAND
from builder.sheets.head import part_head, set_head
from builder.sheets.page import CELL, KEY, ROW, TITLES, Item, Rect, Segment
from builder.sheets.signs import severity_sign
from builder.sheets.typesetter import Anchor, Typesetter
from builder.systems.blocks import FormationCard, UnitRow

UNIT_PLACES: tuple[tuple[float, Anchor], ...] = (
    (4.6, "right"), (6.2, "left"), (53.0, "centre"), (61.2, "centre"),
    (71.0, "centre"), (79.0, "centre"), (85.3, "centre"),
)  # fmt: skip
"""Where the columns of units stand, from the left edge in mm."""
WEAPON_PLACES: tuple[tuple[float, Anchor], ...] = ((90.5, "left"), (127.5, "centre"), (135.0, "left"), (158.6, "left"))
BY_HAND, HAND_GAP = (8.0, 34.0, 9.0, 9.0, 9.0, 9.0, 9.0, 34.0, 12.0, 24.0), 1.0
"""Columns that are filled in by hand, in mm, of units and of weapons; the last, of notes, has what these leave."""
NAME_WIDTH, SPEED_WIDTH = 43.0, 8.8
WEAPON_WIDTHS = (30.5, 13.2, 23.0, 31.4)
NOTES_WIDTH, NOTES_GAP = 82.0, 2.0
HEAD_WIDTH = 87.0
"""Where the points of a formation end, in mm."""
INITIATIVE_WIDTH, INITIATIVE_HEIGHT, INITIATIVE_TOP = 16.0, 6.2, 1.0


def formation_blocks(setter: Typesetter, card: FormationCard, capacity: int) -> list[Block]:
    """Return the block of a formation, or several where it is higher than a page of `capacity` rows.

    Raises:
        ExportError: a part that cannot be divided is higher than a page.
    """
    grid = setter.design.grid
    head = set_head(_headed(setter), card.head, card.head.facts)
    titles, *units = _unit_strips(setter, card)
    filled = _filled(setter, card, (*head.left_over, *card.notes))
    rows = head.rows + height_of([titles, *units, *filled])
    if rows <= capacity:
        upper = (*_head(setter, card, head.items), *place_strips([titles, *units], head.rows, grid.row))
        lower = tuple(place_strips(filled, 0, grid.row))
        return [Block(card.id, card.head.name, rows, rows, upper, lower, height_of(filled))]
    return _divided(setter, card, titles, units, filled, capacity)


def _headed(setter: Typesetter) -> Typesetter:
    """Return the typesetter for heads, which go on to the boxes for what a formation has done."""
    grid = setter.design.grid
    return setter.in_design(replace(setter.design, grid=replace(grid, left=max(grid.left, setter.across(HEAD_WIDTH)))))


def _divided(
    setter: Typesetter,
    card: FormationCard,
    titles: Strip,
    units: Sequence[Strip],
    filled: Sequence[Strip],
    capacity: int,
) -> list[Block]:
    """Return a formation over several cards; the titles of its units are repeated where these go on."""
    room = capacity - set_head(_headed(setter), part_head(card.head, 1, 2), card.head.facts).rows
    chunks: list[list[Strip]] = []
    left = [*units, *filled]
    while left:
        going_on = len(left) > len(filled)
        count = take(left, room - titles.rows * going_on)
        if not count:
            raise ExportError(f"'{card.head.name}' has a part that is higher than a page: split the formation")
        chunks.append([*([titles] if going_on else []), *left[:count]])
        left = left[count:]
    blocks: list[Block] = []
    for part, chunk in enumerate(chunks, 1):
        head = set_head(_headed(setter), part_head(card.head, part, len(chunks)), card.head.facts if part == 1 else ())
        items = (
            *_head(setter, card, head.items, part == 1),
            *place_strips(chunk, head.rows, setter.design.grid.row),
        )
        rows = head.rows + height_of(chunk)
        blocks.append(Block(card.id, card.head.name, rows, rows, items, part=part, parts=len(chunks)))
    return blocks


def _filled(setter: Typesetter, card: FormationCard, notes: Sequence[str]) -> list[Strip]:
    """Return what stands below the units: boxes, who rides, notes."""
    below = note_strips(setter, wide_note_lines(setter, notes))
    return [*box_strips(setter, card), *_transport_strips(setter, card), *below]


def _head(setter: Typesetter, card: FormationCard, items: Sequence[Item], first: bool = True) -> Iterator[Item]:
    """Yield the head, its score for tests, and on the first card the boxes for what it has done."""
    yield from items
    yield from _initiative(setter, card)
    if first:
        middle = INITIATIVE_TOP + (INITIATIVE_HEIGHT - setter.design.grid.row) / 2
        yield moved(check_items(setter, card, setter.design.grid.width - INITIATIVE_WIDTH - 3.5), 0, middle)


def _initiative(setter: Typesetter, card: FormationCard) -> Iterator[Item]:
    design = setter.design
    left = design.grid.width - INITIATIVE_WIDTH
    yield Rect(left, INITIATIVE_TOP, INITIATIVE_WIDTH, INITIATIVE_HEIGHT, design.lines.strong)
    yield setter.text(left + 1.6, 5.0, "Init", design.styles.caption)
    if card.initiative:
        yield setter.text(design.grid.width - 1.6, 5.6, card.initiative, design.styles.armour, "right")


# -- units ---------------------------------------------------------------------
def _unit_strips(setter: Typesetter, card: FormationCard) -> Iterator[Strip]:
    """Titles, then a strip for each kind of unit with its weapons beside it."""
    design, blank = setter.design, not any(cell for row in card.rows for cell in row.cells)
    ends = tuple(accumulate(BY_HAND))
    by_hand: list[tuple[float, Anchor]] = [(start + HAND_GAP, "left") for start in (0.0, *ends)]
    places = by_hand if blank else (*UNIT_PLACES, *WEAPON_PLACES)
    titles = zip((*card.unit_titles, *card.weapon_titles), places, strict=True)
    items: list[Item] = [TITLES]
    for title, (x, side) in titles:
        items += (CELL, setter.text(setter.across(x), setter.baseline, title, design.styles.head, side))
    items.append(Segment(0, design.grid.row, design.grid.width, design.grid.row, design.lines.head))
    yield Strip(1, tuple(items))
    for row in card.rows:
        yield _row_by_hand(setter, ends) if blank else _unit_strip(setter, row)


def _row_by_hand(setter: Typesetter, ends: Sequence[float]) -> Strip:
    """Return a row that is filled in by hand, with a line after each column but the last."""
    lines, high, width = setter.design.lines, ROWS_BY_HAND * setter.design.grid.row, setter.design.grid.width
    between = (Segment(end, 0, end, high, lines.rule) for end in map(setter.across, ends))
    return Strip(ROWS_BY_HAND, (*between, Segment(0, high, width, high, lines.head)))


def _unit_strip(setter: Typesetter, row: UnitRow) -> Strip:
    """Return a kind of unit with its weapons beside it; its notes stand behind its name, or below where it is long."""
    design = setter.design
    styles, height = design.styles, design.grid.table_row
    base = height * 0.77
    items: list[Item] = [ROW]
    names = setter.wrap(row.cells[1], styles.group, setter.across(NAME_WIDTH))
    speeds = setter.wrap(row.cells[3], styles.cell, SPEED_WIDTH)
    top = max(len(names), len(speeds))
    notes = setter.wrap(row.notes, styles.fact, setter.across(NOTES_WIDTH)) if row.notes else []
    left = setter.across(UNIT_PLACES[1][0])
    behind = setter.width(names[0], styles.group) + NOTES_GAP
    beside = len(names) == 1 and notes and behind + setter.width(row.notes, styles.fact) <= setter.across(NAME_WIDTH)
    told: list[Item] = [setter.text(left, (top + m) * height + base, line, styles.fact) for m, line in enumerate(notes)]
    if beside:
        told, notes = [setter.text(left + behind, base, row.notes, styles.fact)], []
    for n, (text, (x, side)) in enumerate(zip(row.cells, UNIT_PLACES, strict=True)):
        style = styles.group if n < 2 else styles.cell if n < 4 else styles.result
        lines = names if n == 1 else speeds if n == 3 else [text]
        items.append(KEY if n == 1 else CELL)
        at = setter.across(x)
        items.extend(setter.text(at, m * height + base, line, style, side) for m, line in enumerate(lines) if line)
        items.extend(told if n == 1 else ())
    weapon_styles = (styles.cell_name, styles.cell, styles.cell_name, styles.caption)
    count = 0
    for weapon in row.weapons:
        *fields, firepower, told_of = WEAPON_WIDTHS
        widths = WEAPON_WIDTHS if weapon[-1] else (*fields, firepower + told_of, told_of)
        cells = [
            setter.wrap(text, style, setter.across(width))
            for text, style, width in zip(weapon, weapon_styles, widths, strict=True)
        ]
        if count:
            items += (ROW, *(CELL for _ in UNIT_PLACES))
        for lines, style, (x, side) in zip(cells, weapon_styles, WEAPON_PLACES, strict=True):
            y, at = count * height + base, setter.across(x)
            items.append(CELL)
            items.extend(setter.text(at, y + m * height, line, style, side) for m, line in enumerate(lines) if line)
        count += max(map(len, cells))
    if not row.weapons:
        items.extend(CELL for _ in WEAPON_PLACES)
    high = max(count, top + len(notes)) * height + 0.15
    items.append(Segment(0, high, design.grid.width, high, design.lines.rule))
    return Strip(high / design.grid.row, tuple(items))


# -- transport -----------------------------------------------------------------
def _transport_strips(setter: Typesetter, card: FormationCard) -> Iterator[Strip]:
    if not card.transport:
        return
    styles, row = setter.design.styles, setter.design.grid.row
    left = setter.across(BOXES_LEFT)
    lines = setter.wrap(card.transport, styles.label, setter.design.grid.width - left - 6)
    items: list[Item] = [setter.text(0, setter.baseline + 0.4, "Transport", styles.group)]
    items.append(labelled(card.transport_severity.value, severity_sign(setter, card.transport_severity, left, 0.2)))
    items.extend(
        setter.text(left + 5.5, n * row + setter.baseline + 0.2, line, styles.label) for n, line in enumerate(lines)
    )
    yield Strip(len(lines), tuple(items))
