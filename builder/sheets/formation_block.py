"""The block of a formation: units with their weapons, boxes for units and blast markers on one pitch, capacity."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from builder.errors import ExportError
from builder.record import replace
from builder.scalars import counted
from builder.sheets.block import (
    Block,
    Strip,
    check_box,
    check_places,
    check_row,
    check_top,
    height_of,
    labelled,
    moved,
    note_strips,
    place_strips,
    take,
    wide_note_lines,
)
from builder.sheets.grid_table import ROWS_BY_HAND
from builder.sheets.head import part_head, set_head
from builder.sheets.identical import kept_strips
from builder.sheets.page import CELL, KEY, ROW, TITLES, FieldKind, Item, PageField, Polygon, Rect, Segment
from builder.sheets.signs import filling, severity_sign, star
from builder.sheets.typesetter import Anchor, Typesetter
from builder.systems.blocks import Check, FormationCard, LabelledBoxes, UnitRow
from builder.systems.blocks.fields import counts_capacity

BOXES_LEFT, ACROSS = 22.6, 23
"""Where the boxes begin, in mm, and how many stand on a line."""
PITCH, UNIT_BOX, STAR_RADIUS = 7.1, 6.2, 3.15
"""From one box to the next, the side of one for a unit, the radius of a blast marker, in mm; closer rows leave them."""
LINE_TOP = 0.5
"""White over a line of boxes, in mm."""
TOGETHER = 8
"""Up to so many units share a line with the markers."""
LABEL_WIDTH = 14.0
"""Of the label of markers that follow units on their line, in mm."""
STAR_FILLED = 0.8
"""The share of its width that is filled in a star that is checked."""
DAMAGE_BOX, DAMAGE_GAP, DAMAGE_TOP, NAME_GAP = 7.0, 5.0, 0.6, 1.6
BROKEN = "broken at {}"
BROKEN_WHEN = (
    ": one for each attack on it, each unit lost, each failed test; each unit lost also strikes the last open number{}."
    " Where they meet it is broken."
)
OF_ENGINES = ", each war engine as many as its damage capacity"


def check_items(setter: Typesetter, card: FormationCard, right: float) -> Iterator[Item]:
    """Yield the boxes for what it has done, on the first row, the last label ending at `right`."""
    size = setter.design.boxes.check
    yield from check_row(setter, card.checks, right)
    for check, x in zip(card.checks, check_places(setter, card.checks, right), strict=True):
        yield PageField(check.id, FieldKind.CHECK, x, check_top(setter), size, size)


def filled_strips(setter: Typesetter, card: FormationCard) -> list[Strip]:
    """Return all that is filled in, the boxes for what it has done first."""
    checks = Strip(1, tuple(check_items(setter, card, setter.design.grid.width)))
    return [checks, *box_strips(setter, card)]


def box_strips(setter: Typesetter, card: FormationCard) -> list[Strip]:
    """Return the boxes of units and markers, and those for damage: first of all where these are its units.

    These have the markers beside them where one line holds both.
    """
    units, damage = boxes_of_units(card)
    engines, once = [*_rows(setter, "Damage", damage)], [*_rows(setter, "Fire once", card.once)]
    if units:
        return [*_track_strips(setter, card, units), *engines, *once]
    end = sum(_width_of(setter, engine) + DAMAGE_GAP for engine in damage)
    if len(engines) == 1 and _place_of_markers(setter, end) + len(card.markers) <= ACROSS:
        markers, *words = _track_strips(setter, card, units, end)
        both = Strip(max(engines[0].rows, markers.rows), (*engines[0].items, *markers.items))
        return [both, *words, *once]
    return [*engines, *once, *_track_strips(setter, card, units)]


def boxes_of_units(card: FormationCard) -> tuple[tuple[Check, ...], list[LabelledBoxes]]:
    """Return the boxes of units to cross off, and those of war engines: their damage, full where one is crossed off."""
    rows = [row for _, row in card.losses] or [0] * len(card.units)
    lost = {row for unit, row in zip(card.units, rows, strict=True) if row and unit.checked}
    damage = [
        replace(engine, checks=tuple(replace(box, checked=True) for box in engine.checks)) if n in lost else engine
        for n, engine in enumerate(card.damage, 1)
    ]
    return tuple([unit for unit, row in zip(card.units, rows, strict=True) if not row]), damage


# -- units and markers ---------------------------------------------------------
def _place_of_markers(setter: Typesetter, end: float) -> float:
    """Return the place of the first marker on a line with boxes that end so many mm after the first one."""
    return (end + LABEL_WIDTH) / setter.across(PITCH)


def _track_strips(setter: Typesetter, card: FormationCard, units: Sequence[Check], beside: float = 0.0) -> list[Strip]:
    """Return lines of units and of numbered blast markers, on one line where they are few, and what breaks it.

    Markers stand so many mm to the right where others are on their line, `beside` them.
    """
    boxes = [*units, *card.markers]
    numbered = tuple([replace(check, id=str(n)) for n, check in enumerate(boxes)])
    shown, markers = numbered[: len(units)], numbered[len(units) :]
    alike = replace(card, units=shown, markers=markers)
    key = ("formation", shown, markers, card.broken_at, counts_capacity(card), beside)
    ids = tuple([check.id for check in boxes])
    return kept_strips(setter, key, ids, setter.design.grid.width, lambda: list(_track(setter, alike, beside)))


def _track(setter: Typesetter, card: FormationCard, beside: float) -> Iterator[Strip]:
    pitch = setter.across(PITCH)
    rows = (LINE_TOP + pitch) / setter.design.grid.row
    units, markers = card.units, card.markers
    end = beside or len(units) * pitch
    place = _place_of_markers(setter, end)
    if beside or (units and len(units) <= TOGETHER and place + len(markers) <= ACROSS):
        before = () if beside else (*_label(setter, 0, "Units", "cross off"), _units(setter, units))
        label = _label(setter, setter.across(BOXES_LEFT) + end + 2, "Blast", "markers")
        yield Strip(rows, (*before, *label, _markers(setter, card, range(len(markers)), place)))
    else:
        for first in range(0, len(units), ACROSS):
            label = () if first else _label(setter, 0, "Units", "cross off")
            yield Strip(rows, (*label, _units(setter, units[first : first + ACROSS])))
        for first in range(0, len(markers), ACROSS):
            label = () if first else _label(setter, 0, "Blast markers", "fill from the left")
            here = range(first, min(first + ACROSS, len(markers)))
            yield Strip(rows, (*label, _markers(setter, card, here, 0)))
    if card.broken_at:
        styles, base = setter.design.styles, setter.baseline
        broken = setter.text(setter.across(BOXES_LEFT), base, BROKEN.format(card.broken_at), styles.strong)
        words = BROKEN_WHEN.format(OF_ENGINES if counts_capacity(card) else "")
        when = setter.wrap(words, styles.label, setter.design.grid.width - broken.x - broken.width)
        row = setter.design.grid.row
        lines = (
            setter.text(broken.x + broken.width, base + n * row, text, styles.label) for n, text in enumerate(when)
        )
        yield Strip(len(when), (broken, *lines))


def _label(setter: Typesetter, x: float, title: str, words: str) -> tuple[Item, ...]:
    """Return the label before a line of boxes: bold, with words below it."""
    styles, middle = setter.design.styles, LINE_TOP + setter.across(PITCH) / 2
    return (
        setter.text(x, middle - 0.35, title, styles.group),
        setter.text(x, middle + 2.65, words, styles.group if words == "markers" else styles.caption),
    )


def _units(setter: Typesetter, units: Sequence[Check]) -> Item:
    crossed = sum(unit.checked for unit in units)
    return labelled(f"boxes for {counted(len(units), 'unit')}, {crossed} crossed off", _unit_items(setter, units))


def _unit_items(setter: Typesetter, units: Sequence[Check]) -> Iterator[Item]:
    design = setter.design
    size = setter.across(UNIT_BOX)
    top = LINE_TOP + (setter.across(PITCH) - size) / 2
    for n, unit in enumerate(units):
        middle = setter.across(BOXES_LEFT + (n + 0.5) * PITCH)
        yield Rect(middle - size / 2, top, size, size, design.lines.head)
        if unit.checked:
            yield from filling(setter, unit.shape, middle - size / 2, top, size)
        yield PageField(unit.id, FieldKind.CHECK, middle - size / 2, top, size, size)
        if unit.label:
            yield setter.text(middle, top + size / 2 + 1.2, unit.label, design.styles.faint, "centre")


def _markers(setter: Typesetter, card: FormationCard, here: range, place: float) -> Item:
    filled = sum(card.markers[n].checked for n in here)
    words = f"blast markers {here.start + 1} to {here.stop}, {filled} filled"
    return labelled(words, _marker_items(setter, card, here, place))


def _marker_items(setter: Typesetter, card: FormationCard, here: range, place: float) -> Iterator[Item]:
    """Yield some markers, the first at a place of the line: black up to the one that breaks, with a bar there."""
    styles, lines = setter.design.styles, setter.design.lines
    pitch, radius = setter.across(PITCH), setter.across(STAR_RADIUS)
    y = LINE_TOP + pitch / 2
    for n in here:
        left = setter.across(BOXES_LEFT) + (place + n - here.start) * pitch
        middle, breaks = left + pitch / 2, n + 1 == card.broken_at
        yield Polygon(star(middle, y, radius, radius * 0.74), lines.strong if breaks else lines.thin)
        style = styles.milestone if breaks else styles.faint if 0 < card.broken_at <= n else styles.label
        yield setter.text(middle, y + 1.0, str(n + 1), style, "centre")
        if card.markers[n].checked:
            side = 2 * radius * STAR_FILLED
            yield from filling(setter, card.markers[n].shape, middle - side / 2, y - side / 2, side)
        corner = (middle - radius, y - radius)
        yield PageField(card.markers[n].id, FieldKind.CHECK, *corner, 2 * radius, 2 * radius)
        if breaks:
            yield Segment(left + pitch, LINE_TOP, left + pitch, LINE_TOP + pitch, lines.block)


# -- damage and weapons that fire once -----------------------------------------
def _width_of(setter: Typesetter, boxes: LabelledBoxes) -> float:
    """Return what boxes take with the name before them, in mm."""
    return (
        setter.width(boxes.label, setter.design.styles.label) + NAME_GAP + setter.across(DAMAGE_BOX) * len(boxes.checks)
    )


def _rows(setter: Typesetter, title: str, groups: Sequence[LabelledBoxes]) -> Iterator[Strip]:
    """Yield boxes after the names of those whose they are, as many beside each other as there is room for."""
    design = setter.design
    size, start = setter.across(DAMAGE_BOX), setter.across(BOXES_LEFT)
    styles, base = design.styles, DAMAGE_TOP + size / 2 + 1.1
    rows = (DAMAGE_TOP + size + 0.4) / design.grid.row
    items: list[Item] = [setter.text(0, base, title, styles.group)]
    x = start
    for unit in groups:
        label, width = setter.width(unit.label, styles.label) + NAME_GAP, _width_of(setter, unit)
        if x > start and x + width > design.grid.width:
            yield Strip(rows, tuple(items))
            items, x = [], start
        items.append(setter.text(x, base, unit.label, styles.label))
        for n, check in enumerate(unit.checks):
            items.extend(check_box(setter, check, x + label + n * size, DAMAGE_TOP, size, design.lines.box))
        x += width + DAMAGE_GAP
    if groups:
        yield Strip(rows, tuple(items))


UNIT_PLACES: tuple[tuple[float, Anchor], ...] = (
    (4.6, "right"), (6.2, "left"), (54.0, "centre"), (61.5, "centre"),
    (70.5, "centre"), (78.4, "centre"), (85.0, "centre"),
)  # fmt: skip
"""Where the columns of units stand, from the left edge in mm."""
WEAPON_PLACES: tuple[tuple[float, Anchor], ...] = ((90.5, "left"), (127.5, "centre"), (135.0, "left"), (158.6, "left"))
BY_HAND, HAND_GAP = (8.0, 34.0, 9.0, 9.0, 9.0, 9.0, 9.0, 34.0, 12.0, 24.0), 1.0
"""Columns that are filled in by hand, in mm, of units and of weapons; the last, of notes, has what these leave."""
NAME_WIDTH, SPEED_WIDTH = 43.0, 8.8
WEAPON_WIDTHS = (30.5, 12.0, 23.0, 31.4)
NOTES_WIDTH, NOTES_GAP = 82.0, 2.0
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
        return [Block(card.id, card.head.name, rows, rows, upper, lower, height_of(filled))]
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
