"""The block of a vehicle card: hull and weapons, damage lines on a ruler, hit rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from builder.errors import ExportError
from builder.sheets.block import (
    CHECK_TOP,
    Block,
    check_box,
    check_places,
    check_row,
    height_of,
    note_lines,
    note_strips,
    notes_area,
    place_strips,
)
from builder.sheets.damage_lines import LINE_ROWS, line_items
from builder.sheets.head import set_head
from builder.sheets.page import Drawing, Field, FieldKind, Item, Line, Placed, Polygon
from builder.sheets.signs import BLACK
from builder.sheets.tables import BASELINE
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import HitRow, Hull, Mounted, Shape, VehicleCard

HULL_WIDTH = 24.4
HULL_HEIGHT = 28.6
WEAPONS_LEFT = 28.0
NAME_INDENT = 5.0
HITS_ROWS = 4
"""Rows of the reminder and the hit rows, without the lines at the foot."""
HIT_PITCH = 28.2
HIT_LEFT = 21.0
HIT_ROW_HEIGHT = 6.2
LEAST_NOTE_ROWS = 3
FOOT_DROP = 0.4


def vehicle_blocks(setter: Typesetter, card: VehicleCard, capacity: int) -> list[Block]:
    """The block of a vehicle card; it grows with its weapons and notes.

    Raises:
        ExportError: it is higher than a page of `capacity` rows.
    """
    grid = setter.design.grid
    head = set_head(setter, card.head, card.head.facts)
    weapons, weapon_rows = _weapons(setter, card.weapons, grid.left - WEAPONS_LEFT)
    body = max(head.rows + weapon_rows, LINE_ROWS + 1)
    notes = (*head.left_over, *card.notes)
    area, lines = _notes(setter, notes, head.rows + weapon_rows, body)
    strips = note_strips(setter, lines)
    foot = _foot_lines(setter, card.footnotes)
    hits_rows = HITS_ROWS + len(foot)
    rows = body + height_of(strips) + hits_rows
    if rows > capacity:
        raise ExportError(f"'{card.head.name}' has more weapons and notes than a page holds: shorten them")
    hull = setter.kept(Drawing, ("hull", card.hull), partial(_hull, setter, card.hull))
    items: list[Item] = [
        *head.items,
        Placed(0, head.rows * grid.row + 0.6, hull),
        Placed(WEAPONS_LEFT, head.rows * grid.row, Drawing(0, 0, tuple(weapons), shared=False)),
        *area,
        *line_items(setter, card.lines, grid.right),
        *place_strips(strips, body, grid.row),
    ]
    usual = max(int(grid.block_rows), rows)
    return [Block(card.id, card.head.name, usual, rows, tuple(items), tuple(_hits(setter, card, foot)), hits_rows)]


def _hull(setter: Typesetter, hull: Hull) -> Drawing:
    """The vehicle from above: an arrow to the front, armour values in its four fields; walkers have eight corners."""
    styles, lines = setter.design.styles, setter.design.lines
    cut = 5.0 if hull.walker else 2.2
    rear_cut = cut if hull.walker else 0.0
    left, top, right, bottom = 0.4, 2.6, HULL_WIDTH - 0.4, HULL_HEIGHT
    middle, centre = (left + right) / 2, (top + bottom) / 2
    outline = [(left + cut, top), (right - cut, top), (right, top + cut), (right, bottom - rear_cut)]
    outline += [(right - rear_cut, bottom), (left + rear_cut, bottom), (left, bottom - rear_cut), (left, top + cut)]
    inner = 7.2
    corners = ((left, top, 1, 1), (right, top, -1, 1), (left, bottom, 1, -1), (right, bottom, -1, -1))
    start = 2.5 if hull.walker else 1.6
    items: list[Item] = [
        Polygon(tuple(dict.fromkeys(outline)), lines.medium),
        Polygon(((middle - 2, top - 0.8), (middle + 2, top - 0.8), (middle, top - 2.6)), 0, BLACK),
        *(
            Line(x + dx * start, y + dy * start, x + dx * inner, y + dy * inner, lines.thin, dotted=True)
            for x, y, dx, dy in corners
        ),
        setter.text(middle, top + 6.4, str(hull.front or ""), styles.armour, "centre"),
        setter.text(left + 4.4, centre + 1.7, str(hull.side or ""), styles.armour, "centre"),
        setter.text(right - 4.4, centre + 1.7, str(hull.side or ""), styles.armour, "centre"),
        setter.text(middle, bottom - 3.0, str(hull.rear or ""), styles.armour, "centre"),
        setter.text(middle, centre + 1.1, "AV", styles.caption, "centre"),
    ]
    return Drawing(HULL_WIDTH, HULL_HEIGHT, tuple(items))


def _weapons(setter: Typesetter, weapons: Sequence[Mounted], width: float) -> tuple[list[Item], int]:
    """Weapons with the boxes that say that they are destroyed, and how many rows they take with their head."""
    design = setter.design
    styles, lines, row = design.styles, design.lines, design.grid.row
    if not weapons:
        return [], 0
    items: list[Item] = [
        setter.text(0, BASELINE, "Weapons: check when destroyed", styles.head),
        setter.text(width, BASELINE, "DMG", styles.head, "right"),
        Line(0, row, width, row, lines.head),
    ]
    top = 1
    for n, weapon in enumerate(weapons):
        if n:
            items.append(Line(0, top * row, width, top * row, lines.rule))
        items.extend(check_box(setter, weapon.check, 0.3, top * row + 0.4, design.boxes.weapon, lines.box))
        first = weapon.modes[0].damage if weapon.modes else ""
        damage = setter.text(width, top * row + BASELINE, first, styles.result, "right")
        items.append(damage)
        room = damage.x - NAME_INDENT - 1.5
        for line in setter.wrap(weapon.check.label, styles.cell_name, room):
            items.append(setter.text(NAME_INDENT, top * row + BASELINE, line, styles.cell_name))
            top += 1
        for m, mode in enumerate(weapon.modes):
            room = width - NAME_INDENT
            if m:
                damage = setter.text(width, top * row + BASELINE, mode.damage, styles.result, "right")
                items.append(damage)
                room = damage.x - NAME_INDENT - 1.5
            for line in setter.wrap(mode.text, styles.fact, room):
                items.append(setter.text(NAME_INDENT, top * row + BASELINE - 0.3, line, styles.fact))
                top += 1
    items.append(Line(0, top * row, width, top * row, lines.rule))
    return items, top


def _notes(setter: Typesetter, notes: Sequence[str], top: int, body: int) -> tuple[list[Item], list[str]]:
    """Notes under the weapons, or under the lines; what finds no room is returned as lines of the whole width."""
    grid = setter.design.grid
    width, rows = grid.left - WEAPONS_LEFT, body - 1 - top
    lines = note_lines(setter, notes, width)
    if rows < LEAST_NOTE_ROWS:
        beside = note_lines(setter, notes, grid.right_width)
        if LINE_ROWS + len(beside) < body:
            return list(place_strips(note_strips(setter, beside), LINE_ROWS, grid.row, grid.right)), []
        return [], note_lines(setter, notes, grid.width)
    fits = len(lines) < rows
    area = notes_area(setter, lines if fits else (), WEAPONS_LEFT, top * grid.row, width, rows)
    return [area], [] if fits else note_lines(setter, notes, grid.width)


def _foot_lines(setter: Typesetter, footnotes: Sequence[str]) -> list[tuple[str, str]]:
    """Lines at the foot, left and right: the further notes stand behind the first one where there is room."""
    if not footnotes:
        return []
    style, width = setter.design.styles.caption, setter.design.grid.width
    first, others = footnotes[0], " · ".join(footnotes[1:])
    if setter.width(first, style) + 4 + setter.width(others, style) <= width:
        return [(first, others)]
    return [(line, "") for note in (first, others) for line in setter.wrap(note, style, width)]


def _hits(setter: Typesetter, card: VehicleCard, foot: Sequence[tuple[str, str]]) -> Iterator[Item]:
    """Reminder and marks, the hit rows, notes at the foot."""
    design = setter.design
    styles, lines, width = design.styles, design.lines, design.grid.width
    yield from check_row(setter, card.checks, width)
    for check, x in zip(card.checks, check_places(setter, card.checks, width), strict=True):
        yield Field(check.id, FieldKind.CHECK, x, CHECK_TOP, design.boxes.check, design.boxes.check)
    yield setter.text(0, BASELINE, "Hits", styles.group)
    yield setter.text(9.5, BASELINE, card.reminder, styles.caption)
    y = design.grid.row
    yield Line(0, y, width, y, lines.head)
    for row in card.hit_rows:
        yield from _hit_row(setter, row, y)
        y += HIT_ROW_HEIGHT
        yield Line(0, y, width, y, lines.rule if row is not card.hit_rows[-1] else lines.medium)
    for n, (left, right) in enumerate(foot):
        base = (HITS_ROWS + n) * design.grid.row + BASELINE + FOOT_DROP
        yield setter.text(0, base, left, styles.caption)
        if right:
            yield setter.text(width, base, right, styles.caption, "right")


def _hit_row(setter: Typesetter, row: HitRow, y: float) -> Iterator[Item]:
    design = setter.design
    size, middle = design.boxes.hit, y + HIT_ROW_HEIGHT / 2
    yield setter.text(0, middle + 1.1, row.label, design.styles.group)
    for n, check in enumerate(row.checks):
        x = HIT_LEFT + n * HIT_PITCH
        line = design.lines.box if check.shape is Shape.CIRCLE else design.lines.strong
        yield from check_box(setter, check, x, middle - size / 2, size, line)
        yield setter.text(x + size + 0.9, middle + 1.0, check.label, design.styles.label)
