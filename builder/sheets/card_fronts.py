"""The fronts of cards to cut out: what a player fills in of a unit or a vehicle, as strips in mm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from builder.record import replace
from builder.sheets.block import Strip, height_of, moved
from builder.sheets.card_backs import lines_of
from builder.sheets.card_parts import (
    BESIDE_HULL,
    CHECK,
    GAP,
    HULL,
    check_strips,
    in_mm,
    panel_front,
    shortened,
    spread,
)
from builder.sheets.card_stats import model_groups, stat_lines
from builder.sheets.formation_boxes import STAR_INNER, boxes_of_units
from builder.sheets.model_boxes import box_strips, counter_strips
from builder.sheets.page import Item, Polygon, Rect, Segment
from builder.sheets.profile_block import uncounted
from builder.sheets.signs import BLACK, box, damage, filling, flag, hull_drawing, star
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import (
    Card,
    Check,
    CheckRow,
    DamageLine,
    FormationCard,
    HitRow,
    Mounted,
    Panel,
    PanelCard,
    ProfileCard,
    Shape,
    Track,
    UnitCard,
    VehicleCard,
)

FIELDS, FIELD_HEIGHT = 8, 5.2
"""Fields for order points, and their height in mm."""
LINE, STEP = 4.5, 3.5
"""The pitch of damage lines, and the size of their boxes, in mm."""
WEAPON, MOST_ALONE = 5.2, 3
"""The pitch of up to so many weapons beside a hull, in mm; more stand closer, those that are alike on one line."""
SIDES, FIELD, FIELD_WIDTH, RULER_END = (5.6, 10.4, 15.2), 17.9, 8.1, 36
"""The columns of damage lines in mm, and the DMG where they end."""
ROOMY = 60.0
"""Cards so wide, in mm, have room for the states of a vehicle."""
FEW_LINES = 4.5
"""White that stays below the larger boxes of a vehicle, in mm."""
UNIT_PITCH, UNIT_BOX, STAR, CAPTION = 7.0, 6.2, 3.1, 2.8
"""From one unit of a formation to the next, the side of its box, and the radius of a blast marker, and
the height of the words above them, in mm."""
TALLY = 16.0
"""The width of the field for the number of blast markers, in mm."""
HIT, LOW_HIT, HITS_GAP, SHORT = 4.0, 3.6, 0.56, {"Immobilised": "Immob."}
"""The size of the box of a hit, that on a crowded card, and the white between two labels, in mm; labels that are too
long."""


LARGE_BOXES, LARGE_LINE, LARGE_STEP = (6.0, 5.4, 4.8, 4.2), 5.8, 4.4
"""Sides of HP boxes, the pitch of damage lines and the size of their boxes, on large cards that have the room."""


def front_strips(setter: Typesetter, card: Card, room: float, *, grows: bool = False) -> Iterator[Strip]:
    """Yield what stands on the front below its facts, in `room` mm where it can: stat lines, and what is filled in.

    On a large card boxes are larger where it `grows` into its room, as one without a picture does.
    """
    width = setter.design.grid.width
    match card:
        case UnitCard():
            stat = [*stat_lines(setter, card.profiles)]
            yield from stat
            sides = LARGE_BOXES if grows and width >= ROOMY else ()
            yield from model_groups(setter, card.groups, room - height_of(stat), sides)
        case VehicleCard():
            hull, lines = _hull(setter, card), _lines(setter, card.lines, LINE, STEP)
            hits = [_hits(setter, row, HIT) for row in card.hit_rows]
            if height_of([hull, lines, *hits]) > room:
                hits = [_hits(setter, row, LOW_HIT) for row in card.hit_rows]
            left = room - height_of([hull, *hits]) - FEW_LINES
            large = grows and width >= ROOMY and left >= len(card.lines) * LARGE_LINE
            yield from (hull, _lines(setter, card.lines, LARGE_LINE, LARGE_STEP) if large else lines, *hits)
        case FormationCard():
            yield from _formation(setter, card, room)
        case ProfileCard():
            for table in card.statistics:
                yield from stat_lines(setter, uncounted(table))
            boxes = box_strips(setter, replace(card, checks=()), 0)
            yield from in_mm(setter, [*boxes, *counter_strips(setter, card.counters)])
            yield from check_strips(setter, card.checks)
        case PanelCard():
            panels = [panel for panel in (*card.left, *card.right, *card.below) if panel not in _at_the_foot(card)]
            parts = [[*panel_front(setter, panel, width)] for panel in panels]
            yield from spread(parts, room)


def _at_the_foot(card: PanelCard) -> list[Panel]:
    """Return the states of a unit that has them below its columns."""
    return [panel for panel in card.below if isinstance(panel, CheckRow)]


# -- formations -----------------------------------------------------------------
def _formation(setter: Typesetter, card: FormationCard, room: float) -> list[Strip]:
    """Return the score and the boxes of a formation, with fewer blast markers where `room` does not hold all."""
    told = f"Initiative {card.initiative} · broken at {card.broken_at}"
    checks, units = [*check_strips(setter, card.checks, told)], [*_units(setter, card)]
    once = list(_once(setter, card))
    across = _across(setter)
    shown = -(-max(1, card.broken_at) // across) * across
    for markers in (_markers(setter, card, card.markers), _markers(setter, card, card.markers[:shown]), _tally(setter)):
        if height_of([*checks, *units, *markers, *once]) <= room:
            break
    return spread([checks, units, [*markers, *once]], room)


def _across(setter: Typesetter) -> int:
    return int((setter.design.grid.width + UNIT_PITCH - UNIT_BOX) // UNIT_PITCH)


def _units(setter: Typesetter, card: FormationCard) -> Iterator[Strip]:
    """Yield the units to cross off; of a war engine, the boxes of its damage."""
    across = _across(setter)
    units, damage = boxes_of_units(card)
    yield _caption(setter, "Units, cross off")
    for first in range(0, len(units), across):
        yield Strip(UNIT_PITCH, tuple(_unit_boxes(setter, units[first : first + across])))
    yield from _rows(setter, [(engine.label, engine.checks) for engine in damage])


def _once(setter: Typesetter, card: FormationCard) -> Iterator[Strip]:
    return _rows(setter, [(f"Fire once: {row.label}", row.checks) for row in card.once])


def _rows(setter: Typesetter, rows: Sequence[tuple[str, Sequence[Check]]]) -> Iterator[Strip]:
    """Yield rows of boxes behind their labels, several on a line where it has room, or below a long label."""
    style, width, across = setter.design.styles.caption, setter.design.grid.width, _across(setter)
    items: list[Item] = []
    x = 0.0
    for label, checks in rows:
        words = setter.width(label, style) + 1.0
        needed = words + len(checks) * UNIT_PITCH
        boxes = [replace(check, label="") for check in checks]
        if x and x + needed > width:
            yield Strip(UNIT_PITCH, tuple(items))
            items, x = [], 0.0
        if needed > width:
            yield from lines_of(setter, label, style, width)
            for first in range(0, len(boxes), across):
                yield Strip(UNIT_PITCH, tuple(_unit_boxes(setter, boxes[first : first + across])))
        else:
            items.append(setter.text(x, UNIT_BOX / 2 + 1.0, label, style))
            items.append(moved(_unit_boxes(setter, boxes), x + words, 0))
            x += needed + 1.5
    if items:
        yield Strip(UNIT_PITCH, tuple(items))


def _markers(setter: Typesetter, card: FormationCard, markers: Sequence[Check]) -> list[Strip]:
    """Return blast markers with their numbers; where not all are shown, further ones are put beside the formation."""
    across = _across(setter)
    more = "" if len(markers) == len(card.markers) else f"; counters above {len(markers)}"
    strips = [_caption(setter, f"Blast markers, fill from the left{more}")]
    for first in range(0, len(markers), across):
        here = range(first, min(first + across, len(markers)))
        strips.append(Strip(UNIT_PITCH, tuple(_marker_row(setter, card, here))))
    return strips


def _caption(setter: Typesetter, words: str) -> Strip:
    return Strip(CAPTION, (setter.text(0, CAPTION - 0.6, words, setter.design.styles.caption),))


def _tally(setter: Typesetter) -> list[Strip]:
    """Return a field for the number of blast markers."""
    style = setter.design.styles.caption
    words = setter.text(0, UNIT_BOX / 2 + 1.0, "Blast markers, how many", style)
    field = Rect(words.width + 1.5, 0.2, TALLY, UNIT_BOX, setter.design.lines.medium)
    return [Strip(UNIT_PITCH, (words, field))]


def _unit_boxes(setter: Typesetter, units: Sequence[Check]) -> Iterator[Item]:
    for n, unit in enumerate(units):
        x = n * UNIT_PITCH
        yield box(unit.shape, x, 0, UNIT_BOX, setter.design.lines.head)
        if unit.label:
            yield setter.text(x + UNIT_BOX / 2, UNIT_BOX / 2 + 1.2, unit.label, setter.design.styles.faint, "centre")
        if unit.checked:
            yield from filling(setter, unit.shape, x, 0, UNIT_BOX)


def _marker_row(setter: Typesetter, card: FormationCard, here: range) -> Iterator[Item]:
    styles, lines = setter.design.styles, setter.design.lines
    for n in here:
        middle, breaks = (n - here.start) * UNIT_PITCH + STAR, n + 1 == card.broken_at
        yield Polygon(star(middle, STAR, STAR, STAR * STAR_INNER), lines.strong if breaks else lines.thin)
        if card.markers[n].checked:
            yield from filling(setter, Shape.CIRCLE, middle - 2, STAR - 2, 4)
        style = styles.milestone if breaks else styles.faint if 0 < card.broken_at <= n else styles.label
        yield setter.text(middle, STAR + 1.0, str(n + 1), style, "centre")


# -- vehicles ------------------------------------------------------------------
def _hull(setter: Typesetter, card: VehicleCard) -> Strip:
    """Return the hull with the weapons beside it, each with the box that says that it is destroyed."""
    styles, lines, width = setter.design.styles, setter.design.lines, setter.design.grid.width
    drawing = hull_drawing(setter, card.hull, HULL, HULL)
    items: list[Item] = [*drawing.items]
    y = 0.0
    if card.weapons:
        items.append(setter.text(BESIDE_HULL, 2.4, "check when destroyed", styles.head))
        items.append(Segment(BESIDE_HULL, 3.0, width, 3.0, lines.head))
        y = 3.2
    many = len(card.weapons) > MOST_ALONE
    told = groupby(card.weapons, lambda weapon: (weapon.check.label, weapon.modes) if many else weapon)
    for same in [[*weapons] for _, weapons in told]:
        left = BESIDE_HULL + len(same) * (CHECK + 0.9)
        names, result = _mounted(setter, same[0], width - left)
        for n, weapon in enumerate(same):
            x = BESIDE_HULL + n * (CHECK + 0.9)
            items.append(box(Shape.SQUARE, x, y + 0.4, CHECK, lines.box))
            if weapon.check.checked:
                items += filling(setter, Shape.SQUARE, x, y + 0.4, CHECK)
        items += [setter.text(width, y + 3.0, result, styles.result, "right")]
        items += [setter.text(left, y + 3.0 + n * 3.0, name, styles.cell_name) for n, name in enumerate(names)]
        y += max(CHECK + 0.9 if many else WEAPON, len(names) * 3.0 + 1.2)
    return Strip(max(drawing.height, y) + GAP, tuple(items))


def _mounted(setter: Typesetter, weapon: Mounted, room: float) -> tuple[list[str], str]:
    """Return the name of a weapon in lines, and its DMG."""
    styles = setter.design.styles
    results = dict.fromkeys(mode.damage.removesuffix(" a hit").replace(" / ", "/") for mode in weapon.modes)
    result = " · ".join(results)
    if setter.width(result, styles.result) > room / 2:
        result = ""  # The back tells it.
    return setter.wrap(weapon.check.label, styles.cell_name, room - setter.width(result, styles.result) - 1), result


def _lines(setter: Typesetter, lines: Sequence[DamageLine], pitch: float, step: float) -> Strip:
    """Return the damage lines: the S that lands from each side, a field for the DMG, the steps true to scale."""
    styles, weights, width = setter.design.styles, setter.design.lines, setter.design.grid.width
    items: list[Item] = [setter.text(0, 2.6, "S:", styles.head)]
    items += [setter.text(x, 2.6, side, styles.head, "centre") for x, side in zip(SIDES, "FSR", strict=True)]
    items.append(setter.text(FIELD + FIELD_WIDTH / 2, 2.6, "DMG", styles.head, "centre"))
    items.append(setter.text(width, 2.6, "at this DMG a hit", styles.head, "right"))
    items.append(Segment(0, 3.3, width, 3.3, weights.head))
    scale = (width - FIELD - FIELD_WIDTH - 1) / RULER_END
    for n, line in enumerate(lines):
        y = 3.3 + n * pitch
        base = y + pitch / 2 + 1.1
        items.append(setter.text(0.4, base, line.letter, styles.strength))
        items += [
            setter.text(x, base, landing.strength, styles.remote if landing.remote else styles.strong, "centre")
            for x, landing in zip(SIDES, line.landings, strict=True)
        ]
        if line.damage is not None:
            items.append(setter.text(FIELD + FIELD_WIDTH - 1, base, str(line.damage), styles.strength, "right"))
        for value, check in line.steps:
            left, top = width - (RULER_END - value) * scale - step, y + (pitch - step) / 2
            weight = weights.box if check.shape is Shape.CIRCLE else weights.strong
            items.append(box(check.shape, left, top, step, weight))
            if check.checked:
                items += filling(setter, check.shape, left, top, step)
            items.append(setter.text(left + step / 2, base - 0.2, str(value), styles.faint, "centre"))
        bottom = y + pitch
        items.append(Segment(0, bottom, width, bottom, weights.rule if n < len(lines) - 1 else weights.medium))
    items.append(Rect(FIELD, 3.3, FIELD_WIDTH, len(lines) * pitch, weights.strong))
    items += [
        Segment(FIELD, 3.3 + n * pitch, FIELD + FIELD_WIDTH, 3.3 + n * pitch, weights.box) for n in range(1, len(lines))
    ]
    return Strip(3.3 + len(lines) * pitch + 0.5, tuple(items))


def _hits(setter: Typesetter, row: HitRow, size: float) -> Strip:
    """Return a row of hits under those of the row above: the label of each over its box, shortened where it is long."""
    style, lines = setter.design.styles.head, setter.design.lines
    pitch = setter.design.grid.width / max(1, len(row.checks))
    items: list[Item] = []
    for n, check in enumerate(row.checks):
        named, room = check.label.removeprefix("Crew ").capitalize(), pitch - HITS_GAP
        label = named if setter.width(named, style) <= room else shortened(setter, SHORT.get(named, named), style, room)
        middle = (n + 0.5) * pitch
        items.append(setter.text(middle, 2.5, label, style, "centre"))
        weight = lines.box if check.shape is Shape.CIRCLE else lines.strong
        items.append(box(check.shape, middle - size / 2, 3.1, size, weight))
        if check.checked:
            items += filling(setter, check.shape, middle - size / 2, 3.1, size)
    return Strip(size + 3.2, tuple(items))


# -- the foot of a front --------------------------------------------------------
def foot_strips(setter: Typesetter, card: Card) -> Iterator[Strip]:
    """Yield what stands at the foot of the front."""
    if isinstance(card, UnitCard):
        yield _order(setter, card.track)
    if isinstance(card, UnitCard) or (isinstance(card, VehicleCard) and setter.design.grid.width >= ROOMY):
        yield from check_strips(setter, card.checks)
    if isinstance(card, PanelCard):
        for panel in _at_the_foot(card):
            yield from panel_front(setter, panel, setter.design.grid.width)


def _order(setter: Typesetter, track: Track) -> Strip:
    """Return the order points as fields of 25, with a flag in the one where a test fails."""
    design, width = setter.design, setter.design.grid.width
    styles, pitch = design.styles, width / FIELDS
    step = track.size / FIELDS
    title = f"{track.title} {track.value}" if track.value else track.title
    name = setter.text(0, 2.6, title, styles.group)
    items: list[Item] = [name]
    x, top = name.width + 3.0, 3.6
    limit = min((threshold.value for threshold in track.thresholds if not threshold.reroll), default=track.size)
    for threshold in track.thresholds:
        words = "re-roll" if threshold.reroll else threshold.words.removesuffix(" fails above") + ": above"
        text = setter.text(x + 3.0, 2.6, f"{words} {threshold.value}", styles.label)
        if text.x + text.width <= width:
            items += [*flag(x, 2.8, 2.4, threshold.reroll), text]
            x = text.x + text.width + 3.0
    for n in range(FIELDS):
        left, fails = n * pitch, limit < (n + 1) * step
        if fails and not setter.ink_saver:
            items.append(Rect(left, top, pitch, FIELD_HEIGHT, 0, design.greys.fails / 100))
        if track.value >= (n + 1) * step:
            items += damage(setter, left + 0.8, top + 0.8, pitch - 1.6, FIELD_HEIGHT - 3.4)
        items.append(Rect(left, top, pitch, FIELD_HEIGHT, design.lines.strong if fails else design.lines.box))
        if fails and limit >= n * step:
            pole = left + 0.8
            items.append(Segment(pole, top + 0.5, pole, top + 2.9, 0.8))
            items.append(Polygon(((pole, top + 0.5), (pole + 1.8, top + 1.1), (pole, top + 1.7)), 0.3, BLACK))
        number = setter.text(
            left + pitch - 0.4, top + FIELD_HEIGHT - 0.6, f"{(n + 1) * step:g}", styles.number, "right"
        )
        items.append(number)
    return Strip(top + FIELD_HEIGHT + 1.2, tuple(items))
