"""The block of a formation: units with their weapons, boxes for units and blast markers on one pitch, capacity."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.errors import ExportError
from builder.record import replace
from builder.sheets.block import (
    LEAST_NOTES,
    NOTES_GAP,
    Block,
    Strip,
    check_box,
    check_places,
    check_row,
    check_top,
    height_of,
    moved,
    note_lines,
    note_strips,
    notes_area,
    place_strips,
    take,
)
from builder.sheets.head import part_head, set_head
from builder.sheets.identical import kept_strips
from builder.sheets.page import FieldKind, Item, PageField, Polygon, Rect, Segment
from builder.sheets.signs import filling, flag, severity_sign, star
from builder.sheets.typesetter import Anchor, Typesetter
from builder.systems.blocks import FormationCard, UnitRow

BOXES_LEFT, BOXES_WIDTH = 25.0, 163.0
"""Where the boxes begin, and how far they reach, in mm."""
USUAL_ROW = 4.0
"""The height of a row for which sizes are given here, in mm; where rows are closer, boxes are smaller alike."""
WIDEST_PITCH, NARROWEST_PITCH = 9.6, 5.0
UNIT_TOP, UNIT_BOX, STAR_RADIUS = 0.9, 7.0, 3.5
"""From the top to the boxes of units, the side of one, the radius of a blast marker, at the widest pitch, in mm."""
STAR_FILLED = 0.8
"""The share of its width that is filled in a star that is checked."""
NUMBER_DROP, NUMBER_HEIGHT, NUMBER_BASELINE = 0.7, 3.2, 2.5
FLAG_FOOT, FLAG_SIZE, FLAG_GAP = 3.9, 2.6, 3.0
DAMAGE_BOX, DAMAGE_GAP = 4.8, 5.0
TRACK_ROWS, DAMAGE_ROWS = 6, 2
BROKEN = "broken at {}; each unit lost: strike the last number"


def check_items(setter: Typesetter, card: FormationCard, right: float) -> Iterator[Item]:
    """Yield the boxes for what it has done, on the first row, the last label ending at `right`."""
    size = setter.design.boxes.check
    yield from check_row(setter, card.checks, right)
    for check, x in zip(card.checks, check_places(setter, card.checks, right), strict=True):
        yield PageField(check.id, FieldKind.CHECK, x, check_top(setter), size, size)


def filled_strips(setter: Typesetter, card: FormationCard) -> list[Strip]:
    """Return all that is filled in, the boxes for what it has done first."""
    checks = Strip(1, tuple(check_items(setter, card, setter.design.grid.width)))
    return [checks, *track_strips(setter, card), *damage_strips(setter, card)]


# -- units and markers ---------------------------------------------------------
def track_strips(setter: Typesetter, card: FormationCard) -> list[Strip]:
    """Units, breaking point and blast markers on one pitch; in two or more strips where they would be too narrow."""
    ranges, pitch = _ranges(setter, card)
    boxes = [*card.units, *card.markers]
    numbered = tuple([replace(check, id=str(n)) for n, check in enumerate(boxes)])
    units, markers = numbered[: len(card.units)], numbered[len(card.units) :]
    alike = replace(card, units=units, markers=markers)

    def make() -> list[Strip]:
        return [Strip(TRACK_ROWS, tuple(_track(setter, alike, places, pitch))) for places in ranges]

    key = ("formation", units, len(markers), card.broken_at)
    return kept_strips(setter, key, tuple([check.id for check in boxes]), setter.design.grid.width, make)


def with_notes(setter: Typesetter, card: FormationCard, strips: Sequence[Strip], notes: Sequence[str]) -> list[Strip]:
    """Return the strips of the track, with notes and lines to write on behind the last one; there must be room."""
    left, width = notes_room(setter, card)
    area = notes_area(setter, notes, left, 0, width, TRACK_ROWS)
    return [*strips[:-1], Strip(TRACK_ROWS, (*strips[-1].items, area))]


def notes_room(setter: Typesetter, card: FormationCard) -> tuple[float, float]:
    """Return where the room for notes behind the last boxes begins, and its width in mm.

    0 where there is too little.
    """
    ranges, pitch = _ranges(setter, card)
    if not ranges:
        return 0, 0
    last = ranges[-1]
    end = BOXES_LEFT + len(last) * pitch
    if card.broken_at - 1 in last:
        flag_at = BOXES_LEFT + (card.broken_at - 1 - last.start) * pitch
        words = setter.width(BROKEN.format(card.broken_at), setter.design.styles.step)
        end = max(end, flag_at + FLAG_GAP + words)
    width = setter.design.grid.width - end - NOTES_GAP
    return (end + NOTES_GAP, width) if width >= LEAST_NOTES else (0, 0)


def _ranges(setter: Typesetter, card: FormationCard) -> tuple[list[range], float]:
    """Return the places of the boxes, strip by strip, and their pitch in mm."""
    count = len(card.markers)
    if not count:
        return [], 0
    most = int(BOXES_WIDTH / NARROWEST_PITCH)
    across = -(-count // -(-count // most))
    pitch = min(WIDEST_PITCH * _closeness(setter), BOXES_WIDTH / across)
    return [range(first, min(first + across, count)) for first in range(0, count, across)], pitch


def _closeness(setter: Typesetter) -> float:
    return setter.design.grid.row / USUAL_ROW


def _track(setter: Typesetter, card: FormationCard, places: range, pitch: float) -> Iterator[Item]:
    design, close = setter.design, _closeness(setter)
    styles, lines, row = design.styles, design.lines, design.grid.row
    scale = pitch / WIDEST_PITCH
    size, radius = UNIT_BOX * scale, STAR_RADIUS * scale
    yield from _labels(setter, bool(card.units[places.start : places.stop]))
    foot = (UNIT_TOP + UNIT_BOX) * close
    numbers, stars = 2 * row + NUMBER_DROP * close, 4 * row + NUMBER_DROP * close
    for n in places:
        middle = BOXES_LEFT + (n - places.start + 0.5) * pitch
        if n < len(card.units):
            unit = card.units[n]
            yield from check_box(setter, unit, middle - size / 2, foot - size, size, lines.head)
            if unit.label:
                yield setter.text(middle, foot - size / 2 + 1.2, unit.label, styles.faint, "centre")
        broken = card.broken_at and n + 1 >= card.broken_at
        strong = n + 1 == card.broken_at
        if n < card.broken_at or not card.broken_at:
            weight = lines.strong if strong else lines.head
            yield Rect(middle - size / 2, numbers, size, NUMBER_HEIGHT, weight)
        style = styles.result if strong else styles.number if n < card.broken_at else styles.faint
        yield setter.text(middle, numbers + NUMBER_BASELINE, str(n + 1), style, "centre")
        yield Polygon(star(middle, stars, radius, radius * 0.74), lines.strong if broken else lines.box)
        if card.markers[n].checked:
            side = 2 * radius * STAR_FILLED
            yield from filling(setter, card.markers[n].shape, middle - side / 2, stars - side / 2, side)
        yield PageField(card.markers[n].id, FieldKind.CHECK, middle - radius, stars - radius, 2 * radius, 2 * radius)
    if card.broken_at - 1 in places:
        x = BOXES_LEFT + (card.broken_at - 1 - places.start) * pitch
        bottom = 5 * row + FLAG_FOOT * close
        yield Segment(x, UNIT_TOP, x, bottom, lines.strong)
        yield from flag(x, bottom, FLAG_SIZE)
        words = setter.text(x + FLAG_GAP, bottom - 0.5, BROKEN.format(card.broken_at), styles.step)
        fits = words.x + words.width <= design.grid.width
        yield words if fits else setter.text(x - 1, bottom - 0.5, words.text, styles.step, "right")


def _labels(setter: Typesetter, with_units: bool) -> Iterator[Item]:
    styles, row = setter.design.styles, setter.design.grid.row
    below = setter.design.grid.baseline + 0.2
    if with_units:
        yield setter.text(0, row, "Units", styles.group)
        yield setter.text(0, row + below, "cross off those lost", styles.caption)
    yield setter.text(0, 2 * row + below, "Broken at", styles.group)
    yield setter.text(0, 4 * row + 0.6, "Blast markers", styles.group)
    yield setter.text(0, 4 * row + 0.6 + below, "fill from the left", styles.caption)


# -- damage --------------------------------------------------------------------
def damage_strips(setter: Typesetter, card: FormationCard) -> list[Strip]:
    """Boxes for the damage of war engines, as many beside each other as there is room for."""
    return list(_damage(setter, card))


def _damage(setter: Typesetter, card: FormationCard) -> Iterator[Strip]:
    design = setter.design
    styles, row = design.styles, design.grid.row
    items: list[Item] = [setter.text(0, row + 0.6, "Damage capacity", styles.group)]
    x = BOXES_LEFT
    for unit in card.damage:
        label = setter.width(unit.label, styles.label) + 1.6
        width = label + DAMAGE_BOX * len(unit.checks)
        if x > BOXES_LEFT and x + width > design.grid.width:
            yield Strip(DAMAGE_ROWS, tuple(items))
            items, x = [], BOXES_LEFT
        items.append(setter.text(x, row + 0.6, unit.label, styles.label))
        for n, check in enumerate(unit.checks):
            items.extend(check_box(setter, check, x + label + n * DAMAGE_BOX, 1.2, DAMAGE_BOX, design.lines.box))
        x += width + DAMAGE_GAP
    if card.damage:
        yield Strip(DAMAGE_ROWS, tuple(items))


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
    """Return the block of a formation, or several where it is higher than a page of `capacity` rows.

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
    """Return a formation over several cards; the titles of its units are repeated where these go on."""
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
    items.append(Segment(0, design.grid.row, design.grid.width, design.grid.row, design.lines.head))
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
    items.append(Segment(0, rows * height, design.grid.width, rows * height, design.lines.rule))
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
