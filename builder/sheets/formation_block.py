"""The block of a formation: units with their weapons, boxes for units and blast markers on one pitch, who rides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.errors import ExportError
from builder.sheets.block import (
    Block,
    Strip,
    check_box,
    check_places,
    check_row,
    check_top,
    height_of,
    note_lines,
    note_strips,
    place_strips,
    take,
)
from builder.sheets.head import set_head
from builder.sheets.page import Field, FieldKind, Item, Line, Polygon, Rect
from builder.sheets.signs import flag, severity_sign, star
from builder.sheets.typesetter import Anchor, Typesetter
from builder.systems.blocks import FormationCard, UnitRow

UNIT_PLACES: tuple[tuple[float, Anchor], ...] = (
    (4.2, "right"), (5.8, "left"), (40.5, "centre"), (52.0, "centre"),
    (63.5, "centre"), (73.0, "centre"), (81.0, "centre"),
)  # fmt: skip
"""Where the columns of units stand, from the left edge in mm."""
WEAPON_PLACES: tuple[tuple[float, Anchor], ...] = ((88.0, "left"), (131.5, "centre"), (141.0, "left"), (163.5, "left"))
NAME_WIDTH, SPEED_WIDTH = 28.5, 14.0
WEAPON_WIDTHS = (35.0, 14.0, 21.5, 26.5)
NOTES_WIDTH = 76.0
INITIATIVE_WIDTH, INITIATIVE_HEIGHT = 16.0, 6.2
BOXES_LEFT, BOXES_WIDTH = 25.0, 163.0
"""Where the boxes begin, and how far they reach, in mm."""
WIDEST_PITCH, NARROWEST_PITCH = 9.6, 5.0
UNIT_BOX, STAR_WIDTH = 7.0, 3.5
"""The side of a unit's box and the radius of a blast marker, at the widest pitch, in mm."""
DAMAGE_BOX, DAMAGE_GAP = 4.8, 5.0
TRACK_ROWS = 6
BROKEN = "broken at {}; each unit lost: strike the last number"


def formation_blocks(setter: Typesetter, card: FormationCard, capacity: int) -> list[Block]:
    """The block of a formation, or several where it is higher than a page of `capacity` rows.

    Raises:
        ExportError: a part that cannot be divided is higher than a page.
    """
    grid = setter.design.grid
    head = set_head(setter, card.head, card.head.facts)
    strips = [
        *_unit_strips(setter, card),
        *_track_strips(setter, card),
        *_damage_strips(setter, card),
        *_transport_strips(setter, card),
        *note_strips(setter, note_lines(setter, (*head.left_over, *card.notes), grid.width)),
    ]
    chunks = _divide(card, strips, capacity - head.rows)
    blocks: list[Block] = []
    for part, chunk in enumerate(chunks, 1):
        items = [
            *head.items,
            *_initiative(setter, card),
            *(_checks(setter, card) if part == 1 else ()),
            *place_strips(chunk, head.rows, grid.row),
        ]
        rows = head.rows + height_of(chunk)
        usual = max(int(grid.block_rows), rows) if len(chunks) == 1 else rows
        blocks.append(Block(card.id, card.head.name, usual, rows, tuple(items), part=part, parts=len(chunks)))
    return blocks


def _divide(card: FormationCard, strips: Sequence[Strip], room: int) -> list[Sequence[Strip]]:
    chunks: list[Sequence[Strip]] = []
    while strips:
        taken = take(strips, room)
        if not taken:
            raise ExportError(f"'{card.head.name}' has a part that is higher than a page: split the formation")
        chunks.append(strips[:taken])
        strips = strips[taken:]
    return chunks


def _initiative(setter: Typesetter, card: FormationCard) -> Iterator[Item]:
    design = setter.design
    left = design.grid.width - INITIATIVE_WIDTH
    yield Rect(left, 1.0, INITIATIVE_WIDTH, INITIATIVE_HEIGHT, design.lines.strong)
    yield setter.text(left + 1.6, 5.0, "Init", design.styles.caption)
    if card.initiative:
        yield setter.text(design.grid.width - 1.6, 5.6, card.initiative, design.styles.armour, "right")


def _checks(setter: Typesetter, card: FormationCard) -> Iterator[Item]:
    right = setter.design.grid.width - INITIATIVE_WIDTH - 3.5
    size = setter.design.boxes.check
    yield from check_row(setter, card.checks, right)
    for check, x in zip(card.checks, check_places(setter, card.checks, right), strict=True):
        yield Field(check.id, FieldKind.CHECK, x, check_top(setter), size, size)


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
    names = setter.wrap(row.cells[1], styles.unit, NAME_WIDTH)
    speeds = setter.wrap(row.cells[3], styles.cell, SPEED_WIDTH)
    for n, (text, (x, side)) in enumerate(zip(row.cells, UNIT_PLACES, strict=True)):
        style = styles.unit if n < 2 else styles.cell if n < 4 else styles.result
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


# -- boxes ---------------------------------------------------------------------
def _track_strips(setter: Typesetter, card: FormationCard) -> Iterator[Strip]:
    """Units, breaking point and blast markers on one pitch; in two or more strips where they would be too narrow."""
    count = len(card.markers)
    if not count:
        return
    most = int(BOXES_WIDTH / NARROWEST_PITCH)
    strips = -(-count // most)
    across = -(-count // strips)
    pitch = min(WIDEST_PITCH, BOXES_WIDTH / across)
    for first in range(0, count, across):
        yield Strip(TRACK_ROWS, tuple(_track(setter, card, range(first, min(first + across, count)), pitch)))


def _track(setter: Typesetter, card: FormationCard, places: range, pitch: float) -> Iterator[Item]:
    design = setter.design
    styles, lines, row = design.styles, design.lines, design.grid.row
    scale = pitch / WIDEST_PITCH
    size, radius = UNIT_BOX * scale, STAR_WIDTH * scale
    yield from _labels(setter, bool(card.units[places.start : places.stop]))
    numbers_top, stars = 2 * row + 0.7, 4 * row + 0.7
    for n in places:
        middle = BOXES_LEFT + (n - places.start + 0.5) * pitch
        if n < len(card.units):
            unit, left = card.units[n], middle - size / 2
            yield from check_box(setter, unit, left, 0.9 + (UNIT_BOX - size), size, lines.head)
            if unit.label:
                baseline = 0.9 + UNIT_BOX - size / 2 + 1.2
                yield setter.text(middle, baseline, unit.label, styles.faint, "centre")
        broken = card.broken_at and n + 1 >= card.broken_at
        strong = n + 1 == card.broken_at
        if n < card.broken_at or not card.broken_at:
            yield Rect(middle - size / 2, numbers_top, size, 3.2, lines.strong if strong else lines.head)
        style = styles.result if strong else styles.number if n < card.broken_at else styles.faint
        yield setter.text(middle, numbers_top + 2.5, str(n + 1), style, "centre")
        yield Polygon(star(middle, stars, radius, radius * 0.74), lines.strong if broken else lines.box)
        yield Field(card.markers[n].id, FieldKind.CHECK, middle - radius, stars - radius, 2 * radius, 2 * radius)
    if card.broken_at - 1 in places:
        x = BOXES_LEFT + (card.broken_at - 1 - places.start) * pitch
        foot = 5 * row + 3.9
        yield Line(x, 0.9, x, foot, lines.strong)
        yield from flag(x, foot, 2.6)
        yield setter.text(x + 3.0, foot - 0.5, BROKEN.format(card.broken_at), styles.step)


def _labels(setter: Typesetter, with_units: bool) -> Iterator[Item]:
    styles, row = setter.design.styles, setter.design.grid.row
    if with_units:
        yield setter.text(0, row, "Units", styles.group)
        yield setter.text(0, row + 3.2, "cross off those lost", styles.caption)
    yield setter.text(0, 2 * row + 3.2, "Broken at", styles.group)
    yield setter.text(0, 4 * row + 0.6, "Blast markers", styles.group)
    yield setter.text(0, 4 * row + 3.8, "fill from the left", styles.caption)


def _damage_strips(setter: Typesetter, card: FormationCard) -> Iterator[Strip]:
    """Boxes for the damage of war engines, as many beside each other as there is room for."""
    design = setter.design
    styles, row = design.styles, design.grid.row
    items: list[Item] = []
    x = BOXES_LEFT
    for unit in card.damage:
        label = setter.width(unit.label, styles.label) + 1.6
        width = label + DAMAGE_BOX * len(unit.checks)
        if items and x + width > design.grid.width:
            yield _damage_strip(setter, items)
            items, x = [], BOXES_LEFT
        items.append(setter.text(x, row + 0.6, unit.label, styles.label))
        for n, check in enumerate(unit.checks):
            items.extend(check_box(setter, check, x + label + n * DAMAGE_BOX, 1.2, DAMAGE_BOX, design.lines.box))
        x += width + DAMAGE_GAP
    if items:
        yield _damage_strip(setter, items)


def _damage_strip(setter: Typesetter, items: Sequence[Item]) -> Strip:
    label = setter.text(0, setter.design.grid.row + 0.6, "Damage capacity", setter.design.styles.group)
    return Strip(2, (label, *items))


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
