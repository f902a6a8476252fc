"""The block of a formation: units with their weapons, boxes for units and blast markers on one pitch, who rides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.errors import ExportError
from builder.sheets.block import (
    Block,
    Strip,
    height_of,
    moved,
    note_lines,
    note_strips,
    place_strips,
    take,
)
from builder.sheets.formation_track import BOXES_LEFT, check_items, damage_strips, notes_room, track_strips, with_notes
from builder.sheets.head import part_head, set_head
from builder.sheets.page import Item, Line, Rect
from builder.sheets.signs import severity_sign
from builder.sheets.typesetter import Anchor, Typesetter
from builder.systems.blocks import FormationCard, UnitRow

UNIT_PLACES: tuple[tuple[float, Anchor], ...] = (
    (4.2, "right"), (5.8, "left"), (40.5, "centre"), (52.0, "centre"),
    (63.5, "centre"), (73.0, "centre"), (81.0, "centre"),
)  # fmt: skip
"""Where the columns of units stand, from the left edge in mm."""
WEAPON_PLACES: tuple[tuple[float, Anchor], ...] = ((87.0, "left"), (121.0, "centre"), (128.0, "left"), (154.0, "left"))
NAME_WIDTH, SPEED_WIDTH = 29.5, 14.0
WEAPON_WIDTHS = (28.0, 12.0, 25.0, 36.0)
NOTES_WIDTH = 76.0
INITIATIVE_WIDTH, INITIATIVE_HEIGHT, INITIATIVE_TOP = 16.0, 6.2, 1.0


def formation_blocks(setter: Typesetter, card: FormationCard, capacity: int) -> list[Block]:
    """The block of a formation, or several where it is higher than a page of `capacity` rows.

    Raises:
        ExportError: a part that cannot be divided is higher than a page.
    """
    grid = setter.design.grid
    head = set_head(setter, card.head, card.head.facts)
    titles, *units = _unit_strips(setter, card)
    filled = _filled(setter, card, (*head.left_over, *card.notes))
    rows = head.rows + height_of([titles, *units, *filled])
    if rows <= capacity:
        upper = (*_head(setter, card, head.items), *place_strips([titles, *units], head.rows, grid.row))
        lower = tuple(place_strips(filled, 0, grid.row))
        usual = max(int(grid.block_rows), rows)
        return [Block(card.id, card.head.name, usual, rows, upper, lower, height_of(filled))]
    return _divided(setter, card, titles, units, filled, capacity)


def _divided(
    setter: Typesetter,
    card: FormationCard,
    titles: Strip,
    units: Sequence[Strip],
    filled: Sequence[Strip],
    capacity: int,
) -> list[Block]:
    """A formation over several cards; the titles of its units are repeated where these go on."""
    room = capacity - set_head(setter, part_head(card.head, 1, 2), card.head.facts).rows
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
        head = set_head(setter, part_head(card.head, part, len(chunks)), card.head.facts if part == 1 else ())
        items = (
            *_head(setter, card, head.items, part == 1),
            *place_strips(chunk, head.rows, setter.design.grid.row),
        )
        rows = head.rows + height_of(chunk)
        blocks.append(Block(card.id, card.head.name, rows, rows, items, part=part, parts=len(chunks)))
    return blocks


def _filled(setter: Typesetter, card: FormationCard, notes: Sequence[str]) -> list[Strip]:
    """What stands below the units: boxes, with notes behind them where there is room, else below, and who rides."""
    tracks = track_strips(setter, card)
    width = notes_room(setter, card)[1]
    beside = note_lines(setter, notes, width) if width else []
    fits = width > 0 and len(beside) < tracks[-1].rows
    if width:
        tracks = with_notes(setter, card, tracks, beside if fits else ())
    below = [] if fits else note_strips(setter, note_lines(setter, notes, setter.design.grid.width))
    return [*tracks, *damage_strips(setter, card), *_transport_strips(setter, card), *below]


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
    design = setter.design
    titles = (*zip(card.unit_titles, UNIT_PLACES, strict=True), *zip(card.weapon_titles, WEAPON_PLACES, strict=True))
    head = design.styles.head
    items: list[Item] = [setter.text(x, setter.baseline, title, head, side) for title, (x, side) in titles if title]
    items.append(Line(0, design.grid.row, design.grid.width, design.grid.row, design.lines.head))
    yield Strip(1, tuple(items))
    for row in card.rows:
        yield _unit_strip(setter, row)


def _unit_strip(setter: Typesetter, row: UnitRow) -> Strip:
    design = setter.design
    styles, height = design.styles, design.grid.row
    items: list[Item] = []
    names = setter.wrap(row.cells[1], styles.group, NAME_WIDTH)
    speeds = setter.wrap(row.cells[3], styles.cell, SPEED_WIDTH)
    for n, (text, (x, side)) in enumerate(zip(row.cells, UNIT_PLACES, strict=True)):
        style = styles.group if n < 2 else styles.cell if n < 4 else styles.result
        lines = names if n == 1 else speeds if n == 3 else [text]
        items.extend(
            setter.text(x, m * height + setter.baseline, line, style, side) for m, line in enumerate(lines) if line
        )
    top = max(len(names), len(speeds))
    notes = setter.wrap(row.notes, styles.fact, NOTES_WIDTH) if row.notes else []
    items.extend(
        setter.text(UNIT_PLACES[1][0], (top + m) * height + setter.baseline, line, styles.fact)
        for m, line in enumerate(notes)
    )
    rows = 0
    for weapon in row.weapons:
        cells = [
            setter.wrap(text, styles.cell_name if n in (0, 2) else styles.cell, width)
            for n, (text, width) in enumerate(zip(weapon, WEAPON_WIDTHS, strict=True))
        ]
        for n, (lines, (x, side)) in enumerate(zip(cells, WEAPON_PLACES, strict=True)):
            style = styles.cell_name if n in (0, 2) else styles.cell
            top_line = rows * height + setter.baseline
            items.extend(
                setter.text(x, top_line + m * height, line, style, side) for m, line in enumerate(lines) if line
            )
        rows += max(map(len, cells))
    rows = max(rows, top + len(notes))
    items.append(Line(0, rows * height, design.grid.width, rows * height, design.lines.rule))
    return Strip(rows, tuple(items))


# -- transport -----------------------------------------------------------------
def _transport_strips(setter: Typesetter, card: FormationCard) -> Iterator[Strip]:
    if not card.transport:
        return
    styles, row = setter.design.styles, setter.design.grid.row
    lines = setter.wrap(card.transport, styles.label, setter.design.grid.width - BOXES_LEFT - 6)
    items: list[Item] = [setter.text(0, setter.baseline + 0.4, "Transport", styles.group)]
    items.extend(severity_sign(setter, card.transport_severity, BOXES_LEFT, 0.2))
    items.extend(
        setter.text(BOXES_LEFT + 5.5, n * row + setter.baseline + 0.2, line, styles.label)
        for n, line in enumerate(lines)
    )
    yield Strip(len(lines), tuple(items))
