"""The fronts of cards to cut out: what a player fills in of a unit or a vehicle, as strips in mm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.record import replace
from builder.sheets.block import Strip, height_of
from builder.sheets.card_backs import lines_of
from builder.sheets.card_parts import (
    BESIDE_HULL,
    CHECK,
    GAP,
    HULL,
    LABEL_GAP,
    check_strips,
    formation_strips,
    in_mm,
    panel_front,
    shortened,
    stat_lines,
)
from builder.sheets.groups import band_items, fill_bands, pieces_of
from builder.sheets.page import Item, Polygon, Rect, Segment
from builder.sheets.profile_block import box_strips, uncounted
from builder.sheets.signs import BLACK, box, damage, filling, flag, hull_drawing
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import (
    Card,
    CheckRow,
    DamageLine,
    FormationCard,
    HitPoints,
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

BOX, NUMBERS = 3.8, 3.2
"""The side of an HP box, and the height of the numbers below, in mm."""
FIELDS, FIELD_HEIGHT = 8, 5.2
"""Fields for order points, and their height in mm."""
LINE, STEP = 4.5, 3.5
"""The pitch of damage lines, and the size of their boxes, in mm."""
WEAPON = 5.2
"""The pitch of up to three weapons beside a hull, in mm; more stand closer."""
SIDES, FIELD, FIELD_WIDTH, RULER_END = (6.2, 10.8, 15.4), 17.9, 8.1, 36
"""The columns of damage lines in mm, and the DMG where they end."""
ROOMY = 60.0
"""Cards so wide, in mm, have room for the states of a vehicle."""
HIT = 3.7
"""The size of the box of a hit, in mm."""


def front_strips(setter: Typesetter, card: Card, room: float) -> Iterator[Strip]:
    """Yield what stands on the front below its facts, in `room` mm where it can: stat lines, and what is filled in."""
    styles, width = setter.design.styles, setter.design.grid.width
    match card:
        case UnitCard():
            stat = [*stat_lines(setter, card.profiles)]
            yield from stat
            yield from _groups(setter, card.groups, room - height_of(stat))
        case VehicleCard():
            yield _hull(setter, card)
            yield _lines(setter, card.lines)
            yield from (_hits(setter, row) for row in card.hit_rows)
        case FormationCard():
            yield from lines_of(
                setter, f"Initiative {card.initiative} · broken at {card.broken_at}", styles.cell_name, width
            )
            yield from check_strips(setter, card.checks)
            yield from formation_strips(setter, card)
        case ProfileCard():
            for table in card.statistics:
                yield from stat_lines(setter, uncounted(table))
            boxes = box_strips(setter, replace(card, checks=()), 0)
            yield from in_mm(setter, boxes)
            yield from check_strips(setter, card.checks)
        case PanelCard():
            for panel in (*card.left, *card.right, *card.below):
                if panel not in _at_the_foot(card):
                    yield from panel_front(setter, panel, width)


def _at_the_foot(card: PanelCard) -> list[Panel]:
    """Return the states of a unit that has them below its columns."""
    return [panel for panel in card.below if isinstance(panel, CheckRow)]


def _groups(setter: Typesetter, groups: Sequence[HitPoints], room: float) -> list[Strip]:
    """Return the HP of the models as boxes of 10; where these are too many, as a box for each model and a field."""
    width, row = setter.design.grid.width, setter.design.grid.row
    pieces = [piece for group in groups for piece in pieces_of(setter, group, width)]
    bands = fill_bands(setter, pieces, width)
    heights = [row + (band.rows - 2) * BOX + NUMBERS for band in bands]
    strips = [Strip(high, tuple(band_items(setter, band, 0, 0))) for band, high in zip(bands, heights, strict=True)]
    return strips if height_of(strips) <= room else [_models(setter, group) for group in groups]


def _models(setter: Typesetter, group: HitPoints) -> Strip:
    """Return a group with a box for each model, the number that is left inside, and a field for the HP lost."""
    design, width = setter.design, setter.design.grid.width
    field = 15.0
    title = f"{group.name}  {group.each} HP each" if group.models else group.name
    names = setter.wrap(title, design.styles.group, width - field - 1)
    top = len(names) * 3.3 + 0.8
    items: list[Item] = [setter.text(0, 2.9 + n * 3.3, name, design.styles.group) for n, name in enumerate(names)]
    items.append(Rect(width - field, 0.3, field, top - 0.7, design.lines.medium))
    items.append(setter.text(width - field + 0.5, 2.9, "HP lost", design.styles.faint))
    across = int(width // BOX)
    gone = group.lost // group.each if group.each else 0
    for n in range(group.models):
        x, y = n % across * BOX, top + n // across * BOX
        items.append(Rect(x, y, BOX, BOX, design.lines.box))
        items.append(setter.text(x + BOX / 2, y + 2.8, str(group.models - n), design.styles.faint, "centre"))
        if n < gone:
            items += damage(setter, x + 0.6, y + 0.6, BOX - 1.2, BOX - 1.2)
    return Strip(top + -(-group.models // across) * BOX + 0.6, tuple(items))


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
    for weapon in card.weapons:
        names, result = _mounted(setter, weapon, width)
        items.append(box(Shape.SQUARE, BESIDE_HULL, y + 0.4, CHECK, lines.box))
        if weapon.check.checked:
            items += filling(setter, Shape.SQUARE, BESIDE_HULL, y + 0.4, CHECK)
        items += [setter.text(width, y + 3.0, result, styles.result, "right")]
        left = BESIDE_HULL + CHECK + 0.9
        items += [setter.text(left, y + 3.0 + n * 3.0, name, styles.cell_name) for n, name in enumerate(names)]
        y += max(WEAPON if len(card.weapons) < 4 else CHECK + 0.9, len(names) * 3.0 + 1.2)
    return Strip(max(drawing.height, y) + GAP, tuple(items))


def _mounted(setter: Typesetter, weapon: Mounted, width: float) -> tuple[list[str], str]:
    """Return the name of a weapon in lines, and its DMG."""
    styles = setter.design.styles
    results = dict.fromkeys(mode.damage.removesuffix(" a hit").replace(" / ", "/") for mode in weapon.modes)
    result = " · ".join(results)
    room = width - BESIDE_HULL - CHECK - 0.9
    if setter.width(result, styles.result) > room / 2:
        result = ""  # The back tells it.
    return setter.wrap(weapon.check.label, styles.cell_name, room - setter.width(result, styles.result) - 1), result


def _lines(setter: Typesetter, lines: Sequence[DamageLine]) -> Strip:
    """Return the damage lines: the S that lands from each side, a field for the DMG, the steps true to scale."""
    styles, weights, width = setter.design.styles, setter.design.lines, setter.design.grid.width
    items: list[Item] = [setter.text(0, 2.6, "S:", styles.head)]
    items += [setter.text(x, 2.6, side, styles.head, "centre") for x, side in zip(SIDES, "FSR", strict=True)]
    items.append(setter.text(FIELD + FIELD_WIDTH / 2, 2.6, "DMG", styles.head, "centre"))
    items.append(setter.text(width, 2.6, "at this DMG a hit", styles.head, "right"))
    items.append(Segment(0, 3.3, width, 3.3, weights.head))
    scale = (width - FIELD - FIELD_WIDTH - 1) / RULER_END
    for n, line in enumerate(lines):
        y = 3.3 + n * LINE
        base = y + LINE / 2 + 1.1
        items.append(setter.text(0.4, base, line.letter, styles.strength))
        items += [
            setter.text(x, base, landing.strength, styles.remote if landing.remote else styles.strong, "centre")
            for x, landing in zip(SIDES, line.landings, strict=True)
        ]
        if line.damage is not None:
            items.append(setter.text(FIELD + FIELD_WIDTH - 1, base, str(line.damage), styles.strength, "right"))
        for value, check in line.steps:
            left, top = width - (RULER_END - value) * scale - STEP, y + (LINE - STEP) / 2
            weight = weights.box if check.shape is Shape.CIRCLE else weights.strong
            items.append(box(check.shape, left, top, STEP, weight))
            if check.checked:
                items += filling(setter, check.shape, left, top, STEP)
            items.append(setter.text(left + STEP / 2, base - 0.2, str(value), styles.faint, "centre"))
        bottom = y + LINE
        items.append(Segment(0, bottom, width, bottom, weights.rule if n < len(lines) - 1 else weights.medium))
    items.append(Rect(FIELD, 3.3, FIELD_WIDTH, len(lines) * LINE, weights.strong))
    items += [
        Segment(FIELD, 3.3 + n * LINE, FIELD + FIELD_WIDTH, 3.3 + n * LINE, weights.box) for n in range(1, len(lines))
    ]
    return Strip(3.3 + len(lines) * LINE + 0.5, tuple(items))


def _hits(setter: Typesetter, row: HitRow) -> Strip:
    """Return a row of hits: the label of each over its box, shortened where its column is narrow."""
    style, lines = setter.design.styles.head, setter.design.lines
    room = 16.0
    named = [check.label.removeprefix("Crew ").capitalize() for check in row.checks]
    labels, gap = named, -1.0
    while gap < LABEL_GAP and room > HIT:
        labels = [shortened(setter, label, style, room) for label in named]
        gap = (setter.design.grid.width - sum([setter.width(label, style) for label in labels])) / len(labels)
        room -= 0.5
    items: list[Item] = []
    x = gap / 2
    for check, label in zip(row.checks, labels, strict=True):
        middle = x + setter.width(label, style) / 2
        x += setter.width(label, style) + gap
        items.append(setter.text(middle, 2.5, label, style, "centre"))
        weight = lines.box if check.shape is Shape.CIRCLE else lines.strong
        items.append(box(check.shape, middle - HIT / 2, 3.1, HIT, weight))
        if check.checked:
            items += filling(setter, check.shape, middle - HIT / 2, 3.1, HIT)
    return Strip(HIT + 3.2, tuple(items))


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
