"""The boxes of a formation: its units and blast markers on one pitch, the damage of war engines, what fires once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.record import replace
from builder.scalars import counted
from builder.sheets.block import Strip, check_box, check_places, check_row, check_top, labelled
from builder.sheets.identical import kept_strips
from builder.sheets.page import FieldKind, Item, PageField, Polygon, Rect, Segment
from builder.sheets.signs import filling, star
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import Check, FormationCard, LabelledBoxes
from builder.systems.blocks.fields import counts_capacity

BOXES_LEFT = 22.6
"""Where the boxes begin, in mm."""
PITCH, LEAST_PITCH, UNIT_BOX, STAR_RADIUS = 7.1, 7.0, 6.2, 3.15
"""From one box to the next and what narrow pages leave of it, the side of one for a unit, the radius of a blast marker,
in mm; closer rows leave them."""
STAR_INNER = 0.82
"""How far in a blast marker goes between its points, as a share of its radius: its number has room."""
LINE_TOP = 0.5
"""White over a line of boxes, in mm."""
TOGETHER = 8
"""Up to so many units share a line with the markers."""
FEW = 3
"""Fewer boxes stand on no line of their own."""
LABEL_LEADING = 2.6
"""From line to line of the words below a label, in mm."""
LABEL_WIDTH = 14.0
"""Of the label of markers that follow units on their line, in mm."""
STAR_FILLED = 0.8
"""The share of its width that is filled in a star that is checked."""
DAMAGE_GAP, DAMAGE_TOP, NAME_GAP = 4.0, 0.6, 1.6
HOW_FILLED, BROKEN = ("fill from the left,", "strike from the right"), "broken at {}"
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
    told = ("Damage",) if units else ("Units", "damage capacity")
    engines, once = [*_rows(setter, told, damage)], [*_rows(setter, ("Fire once",), card.once)]
    if units:
        return [*_track_strips(setter, card, units), *engines, *once]
    end = sum(_width_of(setter, engine) + DAMAGE_GAP for engine in damage) - DAMAGE_GAP
    if len(engines) == 1 and _have_room(setter, card, end):
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
def _pitch(setter: Typesetter) -> float:
    """Return the way from one box to the next: on narrow pages fewer stand on a line, but no closer."""
    return max(setter.across(PITCH), LEAST_PITCH / setter.design.scale)


def _room(setter: Typesetter) -> float:
    return setter.design.grid.width - setter.across(BOXES_LEFT)


def _across(setter: Typesetter) -> int:
    """Return how many boxes stand on a line."""
    return int(_room(setter) / _pitch(setter))


def _lines(setter: Typesetter, count: int) -> Iterator[range]:
    """Yield which boxes stand on each line: as many as it holds, or as many on each where a few would be left over."""
    across = _across(setter)
    lines = -(-count // across)
    if 0 < count % across < FEW:
        across = -(-count // lines)
    for first in range(0, count, across):
        yield range(first, min(first + across, count))


def _have_room(setter: Typesetter, card: FormationCard, end: float) -> bool:
    """Whether the markers fit on a line with boxes that end so many mm after the first one."""
    return end + LABEL_WIDTH + len(card.markers) * _pitch(setter) <= _room(setter)


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
    pitch = _pitch(setter)
    rows = (LINE_TOP + pitch) / setter.design.grid.row
    units, markers = card.units, card.markers
    end = beside or len(units) * pitch
    if beside or (units and len(units) <= TOGETHER and _have_room(setter, card, end)):
        before = () if beside else (*_label(setter, 0, "Units", "cross off"), _units(setter, units))
        label = _label(setter, setter.across(BOXES_LEFT) + end + 2, "Blast", "markers")
        yield Strip(rows, (*before, *label, _markers(setter, card, range(len(markers)), end + LABEL_WIDTH)))
    else:
        for here in _lines(setter, len(units)):
            label = () if here.start else _label(setter, 0, "Units", "cross off")
            yield Strip(rows, (*label, _units(setter, units[here.start : here.stop])))
        how = HOW_FILLED if pitch >= LEAST_PITCH else HOW_FILLED[:1]
        for here in _lines(setter, len(markers)):
            label = () if here.start else _label(setter, 0, "Blast markers", *how)
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


def _label(setter: Typesetter, x: float, title: str, *words: str) -> tuple[Item, ...]:
    """Return the label before a line of boxes: bold, with words below it."""
    styles, middle = setter.design.styles, LINE_TOP + _pitch(setter) / 2
    style = styles.group if words == ("markers",) else styles.caption
    top = middle - 0.35 - (len(words) - 1) * LABEL_LEADING / 2
    told = (setter.text(x, top + 3.0 + n * LABEL_LEADING, text, style) for n, text in enumerate(words))
    return (setter.text(x, top, title, styles.group), *told)


def _units(setter: Typesetter, units: Sequence[Check]) -> Item:
    crossed = sum(unit.checked for unit in units)
    return labelled(f"boxes for {counted(len(units), 'unit')}, {crossed} crossed off", _unit_items(setter, units))


def _unit_items(setter: Typesetter, units: Sequence[Check]) -> Iterator[Item]:
    design, pitch = setter.design, _pitch(setter)
    size = pitch * UNIT_BOX / PITCH
    top = LINE_TOP + (pitch - size) / 2
    for n, unit in enumerate(units):
        middle = setter.across(BOXES_LEFT) + (n + 0.5) * pitch
        yield Rect(middle - size / 2, top, size, size, design.lines.head)
        if unit.checked:
            yield from filling(setter, unit.shape, middle - size / 2, top, size)
        yield PageField(unit.id, FieldKind.CHECK, middle - size / 2, top, size, size)
        if unit.label:
            yield setter.text(middle, top + size / 2 + 1.2, unit.label, design.styles.faint, "centre")


def _markers(setter: Typesetter, card: FormationCard, here: range, start: float) -> Item:
    filled = sum(card.markers[n].checked for n in here)
    words = f"blast markers {here.start + 1} to {here.stop}, {filled} filled"
    return labelled(words, _marker_items(setter, card, here, start))


def _marker_items(setter: Typesetter, card: FormationCard, here: range, start: float) -> Iterator[Item]:
    """Yield some markers, from so many mm of the line: black up to the one that breaks, with a bar there."""
    styles, lines = setter.design.styles, setter.design.lines
    pitch = _pitch(setter)
    radius = pitch * STAR_RADIUS / PITCH
    y = LINE_TOP + pitch / 2
    for n in here:
        left = setter.across(BOXES_LEFT) + start + (n - here.start) * pitch
        middle, breaks = left + pitch / 2, n + 1 == card.broken_at
        weight = lines.strong if breaks else lines.thin if 0 < card.broken_at <= n else lines.head
        yield Polygon(star(middle, y, radius, radius * STAR_INNER), weight)
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
    label = setter.width(boxes.label, setter.design.styles.label)
    return label + NAME_GAP + LEAST_PITCH / setter.design.scale * len(boxes.checks)


def _rows(setter: Typesetter, titles: Sequence[str], groups: Sequence[LabelledBoxes]) -> Iterator[Strip]:
    """Yield boxes after the names of those whose they are, as many beside each other as there is room for."""
    design = setter.design
    size, start = LEAST_PITCH / design.scale, setter.across(BOXES_LEFT)
    styles, base = design.styles, DAMAGE_TOP + size / 2 + 1.1
    rows = (DAMAGE_TOP + size + 0.4) / design.grid.row
    title, *words = titles
    items: list[Item] = [setter.text(0, base - 1.5 * len(words), title, styles.group)]
    items += [setter.text(0, base + 1.5, text, styles.caption) for text in words]
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
