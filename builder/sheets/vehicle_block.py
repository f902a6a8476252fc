"""The block of a vehicle card: hull and weapons, damage lines on a ruler, hit rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import accumulate

from builder.errors import ExportError
from builder.sheets.block import (
    MOST_MORE,
    Block,
    Strip,
    check_box,
    check_places,
    check_row,
    check_top,
    divide,
    height_of,
    moved,
    place_strips,
    take,
)
from builder.sheets.head import part_head, set_head
from builder.sheets.mounted import WEAPONS_LEFT, mounted_strip, paired_weapons, shared_rows, weapons_head
from builder.sheets.page import PLAIN, Drawing, FieldKind, Item, Mark, PageField, Placed, Rect, Role, Segment
from builder.sheets.rule_lines import Room, SetWords, WordStrips, set_words, word_strips
from builder.sheets.rule_words import Words
from builder.sheets.signs import HULL_HEIGHT, LEAST_HULL_HEIGHT, box, filling, hull_drawing
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import DamageLine, HitRow, Shape, VehicleCard
from builder.text import as_note

LINES = 6
"""Damage lines of a vehicle."""
SLACK = 1e-6
"""Forgives rounding where rows are counted."""
RULER_END = 36
LETTER, DIFFERENCE, SIDES, FIELD, RULER_GAP = 0.4, 9.6, (18.6, 25.6, 31.6), 35.0, 2.0
"""Where the columns of the damage lines stand in the right column (left, middle, middles, left), and how far behind the
fields the rulers begin, in mm."""
SIDES_BY_HAND, FIELD_BY_HAND = (18.0, 27.0, 36.0), 41.0
"""Where the same columns stand that a hand fills in, 9 mm wide."""


def line_height(setter: Typesetter) -> float:
    """Return the height of the head and the six damage lines, in mm."""
    return setter.design.grid.row + LINES * setter.design.boxes.line_height


def line_items(setter: Typesetter, lines: Sequence[DamageLine], x: float) -> Iterator[Item]:
    """The damage lines: what all vehicles share is drawn once, the strengths depend on the armour."""
    design = setter.design
    row = design.grid.row
    _, field = _columns(setter, lines)
    shape = tuple(
        (line.letter, line.difference, tuple((value, check.label) for value, check in line.steps)) for line in lines
    )
    yield Placed(x, 0, setter.kept(Drawing, ("lines", shape, field), partial(_line_furniture, setter, lines)))
    landings = tuple(line.landings for line in lines)
    yield Placed(x, 0, setter.kept(Drawing, ("landings", landings), partial(_landings, setter, lines)))
    height, size = design.boxes.line_height, design.boxes.step
    for n, line in enumerate(lines):
        top = row + n * height
        yield PageField(line.id, FieldKind.NUMBER, x + field, top, design.boxes.damage_width, height)
        if line.damage is not None:
            right = x + field + design.boxes.damage_width - 1.5
            yield setter.text(right, top + height / 2 + 1.5, str(line.damage), design.styles.written, "right")
        for value, check in line.steps:
            left, y = x + _step_left(setter, field, value), top + (height - size) / 2
            if check.checked:
                yield from filling(setter, check.shape, left, y, size)
            yield PageField(check.id, FieldKind.CHECK, left, y, size, size)


def _columns(setter: Typesetter, lines: Sequence[DamageLine]) -> tuple[tuple[float, ...], float]:
    """Return where the strengths of the sides stand, and the fields behind them."""
    by_hand = setter.design.across == 1 and not any(landing.strength for line in lines for landing in line.landings)
    return (SIDES_BY_HAND, FIELD_BY_HAND) if by_hand else (SIDES, FIELD)


def _step_left(setter: Typesetter, field: float, value: int) -> float:
    """Return where the box of a threshold begins: its right edge stands at its true place on the ruler."""
    ruler = _ruler_left(setter, field)
    return ruler + (setter.design.grid.right_width - ruler) * value / RULER_END - setter.design.boxes.step


LABEL_GAP = 0.5
"""Between a threshold and the boxes beside it, in mm."""


def _ruler_left(setter: Typesetter, field: float) -> float:
    return field + setter.design.boxes.damage_width + RULER_GAP


def _line_furniture(setter: Typesetter, lines: Sequence[DamageLine]) -> Drawing:
    design = setter.design
    styles, weights, row = design.styles, design.lines, design.grid.row
    width, height = design.grid.right_width, design.boxes.line_height
    sides, field = _columns(setter, lines)
    steps = (
        f"{line.letter}, AV−S {line.difference}: boxes at {', '.join(check.label for _, check in line.steps)}"
        for line in lines
    )
    items: list[Item] = [
        Mark(Role.FIGURE, f"Lines of damage, each with a field for its DMG. {'; '.join(steps)}"),
        setter.text(0, setter.baseline, "Line", styles.head),
        setter.text(DIFFERENCE, setter.baseline, "AV−S", styles.head, "centre"),
        setter.text(sides[0] + 2.8, setter.baseline, "S: front", styles.head, "right"),
        setter.text(sides[1], setter.baseline, "side", styles.head, "centre"),
        setter.text(sides[2], setter.baseline, "rear", styles.head, "centre"),
    ]
    for words in ("DMG on the line", "DMG"):
        title = setter.text(field + design.boxes.damage_width / 2, setter.baseline, words, styles.head, "centre")
        if title.width <= design.boxes.damage_width:
            items.append(title)
            break
    penetrating = setter.text(width, setter.baseline, "penetrating", styles.head, "right")
    glancing = setter.text(penetrating.x - 7.4, setter.baseline, "glancing", styles.head, "right")
    items += [penetrating, glancing, Rect(penetrating.x - 3.2, (row - 2.4) / 2, 2.4, 2.4, weights.strong)]
    items.append(box(Shape.CIRCLE, glancing.x - 3.3, (row - 2.6) / 2, 2.6, weights.box))
    items.append(Segment(0, row, width, row, weights.head))
    for n, line in enumerate(lines):
        top = row + n * height
        base = top + height / 2 + 1.2
        items.append(setter.text(LETTER, base + 0.1, line.letter, styles.letter))
        items.append(setter.text(DIFFERENCE, base, line.difference, styles.cell, "centre"))
        items.extend(_ruler(setter, line, field, top + height / 2))
        bottom = top + height
        items.append(Segment(0, bottom, width, bottom, weights.rule if n < len(lines) - 1 else weights.medium))
    total = len(lines) * height
    items.append(Rect(field, row, design.boxes.damage_width, total, weights.medium))
    items.extend(
        Segment(field, row + n * height, field + design.boxes.damage_width, row + n * height, weights.head)
        for n in range(1, len(lines))
    )
    if field == FIELD_BY_HAND:
        half = (sides[1] - sides[0]) / 2
        items.extend(
            Segment(x - half, row, x - half, row + total, weights.rule) for x in (*sides, sides[-1] + 2 * half)
        )
    return Drawing(width, row + total, tuple(items))


def _ruler(setter: Typesetter, line: DamageLine, field: float, y: float) -> Iterator[Item]:
    """The ruler of a line: from 0, each threshold with its number before its box.

    Where boxes stand too close for its letter as well, their shape alone says what it is.
    """
    design = setter.design
    size, style = design.boxes.step, design.styles.step
    x = _ruler_left(setter, field)
    yield Segment(x, y - 0.8, x, y + 0.8, 0.5)
    lefts = [_step_left(setter, field, value) for value, _ in line.steps]
    ends = (x, *(left + size for left in lefts))
    rooms = (left - 2 * LABEL_GAP - end for left, end in zip(lefts, ends, strict=False))
    labels = [check.label for _, check in line.steps]
    if any(setter.width(label, style) > room for label, room in zip(labels, rooms, strict=True)):
        labels = [str(value) for value, _ in line.steps]
    for left, label, (_, check) in zip(lefts, labels, line.steps, strict=True):
        text = setter.text(left - LABEL_GAP, y + 0.95, label, style, "right")
        if text.x - 0.6 > x:
            yield Segment(x, y, text.x - 0.6, y, 0.5)
        yield text
        yield box(
            check.shape,
            left,
            y - size / 2,
            size,
            design.lines.box if check.shape is Shape.CIRCLE else design.lines.strong,
        )
        x = left + size


def _landings(setter: Typesetter, lines: Sequence[DamageLine]) -> Drawing:
    design = setter.design
    row, height = design.grid.row, design.boxes.line_height
    width, high = design.grid.right_width, row + len(lines) * height
    if not any(landing.strength for line in lines for landing in line.landings):
        return Drawing(width, high, ())
    told = ("/".join(landing.strength or "–" for landing in line.landings) for line in lines)
    strengths = (
        setter.text(
            x,
            row + n * height + height / 2 + 1.2,
            landing.strength,
            design.styles.remote if landing.remote else design.styles.strength,
            "centre",
        )
        for n, line in enumerate(lines)
        for x, landing in zip(_columns(setter, lines)[0], line.landings, strict=True)
    )
    mark = Mark(Role.FIGURE, f"Strengths that land on each line, front/side/rear: {', '.join(told)}")
    return Drawing(width, high, (mark, *strengths))


HULL_TOP, HULL_FOOT = 1.0, 0.6
"""White over and below the hull, in mm."""
WEAPONS_GAP = 0.3
"""White over the head of the weapons, in mm."""
HIT_PITCH = 28.2
HIT_LEFT = 21.0
HIT_LABEL_GAP = 0.9
HIT_LINE, HIT_WHITE = 2.9, 0.4
"""The height of a line of words beside a box for a hit where some of them need several, and white round them, in mm."""
WHITE_OVER_HITS = 0.9
"""Between words and the rule over the hit rows, in mm."""
FOOT_GAP, FOOT_LINE = 0.4, 3.8
"""White over the lines at the foot, and the height of one, in mm."""
USUAL_HEIGHT = 52.0
"""Five cards of this height, in mm, stand on a page of A4; those of a lower design give way to one that is higher."""


def vehicle_blocks(setter: Typesetter, card: VehicleCard, capacity: int) -> list[Block]:
    """The block of a vehicle card, or several where it is higher than a page of `capacity` rows (overflow rule 7).

    It grows with its weapons and notes; lines and hits stand on the first card alone.

    Raises:
        ExportError: a part that cannot be divided is higher than a page.
    """
    grid = setter.design.grid
    head = set_head(setter, card.head, card.head.facts)
    foot = _foot_lines(setter, card)
    hits_rows = _hits_height(setter, card, foot) / grid.row
    beside = setter.across(WEAPONS_LEFT)
    width = grid.left - beside
    rows_of = shared_rows(card.weapons)
    weapons = [mounted_strip(setter, alike, width) for alike in rows_of]
    head_rows = head.rows + WEAPONS_GAP / grid.row
    top = weapons_head(setter, width)
    fitting = take(weapons, capacity - hits_rows - head_rows - top.rows)
    weapon_rows = top.rows + height_of(weapons[:fitting]) if weapons else 0
    usual = USUAL_HEIGHT / grid.row
    hull_room = (min(usual, grid.block_rows) - hits_rows - head.rows) * grid.row - HULL_TOP - HULL_FOOT
    hull_height = min(HULL_HEIGHT, max(LEAST_HULL_HEIGHT, hull_room))
    hull_rows = (HULL_TOP + hull_height + HULL_FOOT) / grid.row
    least = max(head.rows + hull_rows, head_rows + weapon_rows, line_height(setter) / grid.row)
    words: list[Words] = [*head.left_over, *map(as_note, card.notes), *card.rules]

    def told_in(body: float) -> SetWords:
        rooms = _rooms(setter, (head_rows + weapon_rows) * grid.row, body * grid.row)
        return min((set_words(setter, words, order) for order in (rooms[::-1], rooms)), key=lambda way: way.lack)

    for high in (min(usual, grid.block_rows), usual):
        body = max(high - hits_rows, least)
        told = told_in(body)
        if not told.left:
            break
    rest = word_strips(setter, told.left)
    strips = rest.strips
    first = strips[: take(strips, capacity - body - hits_rows)]
    further_strips = [*paired_weapons(setter, rows_of[fitting:]), *strips[len(first) :]]
    further = divide(card.head.name, further_strips, capacity - head.rows) if further_strips else []
    parts = 1 + len(further)
    rows = body + height_of(first) + hits_rows
    if rows > capacity + SLACK:
        raise ExportError(f"'{card.head.name}' has a part that is higher than a page: shorten its notes")
    if parts > 1:
        head = set_head(setter, part_head(card.head, 1, parts), card.head.facts)
    hull = setter.kept(Drawing, ("hull", card.hull, hull_height), partial(hull_drawing, setter, card.hull, hull_height))
    upper: list[Item] = [
        *head.items,
        Placed(0, head.rows * grid.row + HULL_TOP, hull),
    ]
    if weapons:
        shown = (top, *weapons[:fitting])
        upper.extend(place_strips(shown, head_rows, grid.row, beside))
        bottom = (head_rows + weapon_rows) * grid.row
        upper.append(Segment(beside, bottom, beside + width, bottom, setter.design.lines.rule))
    upper += [PLAIN, *line_items(setter, card.lines, grid.right)]
    hits = tuple(_hits(setter, card, foot))

    def block(told: SetWords, body: float, strips: Sequence[Strip], rest: WordStrips) -> Block:
        rows = body + height_of(strips) + hits_rows
        items = (*upper, *told.items, *place_strips(strips, body, grid.row))
        name = card.head.name
        whole = (*told.told, *rest.told)
        return Block(card.id, name, max(rows, usual), rows, items, hits, hits_rows, 1, parts, told=whole)

    made = block(told, body, first, rest)
    highest = min(capacity, max(usual, rows) + MOST_MORE) - hits_rows
    while parts == 1 and told.short and body + 1 <= highest:
        body += 1
        longer = told_in(body)
        if longer.short < told.short:
            told = longer
            rest = word_strips(setter, told.left)
            made = block(told, body, rest.strips, rest).over(made)
    return [made, *[_further_block(setter, card, chunk, n, parts) for n, chunk in enumerate(further, 2)]]


def _rooms(setter: Typesetter, top: float, foot: float) -> list[Room]:
    """Return the room under the weapons, and that under the damage lines."""
    grid, lines = setter.design.grid, line_height(setter)
    foot -= WHITE_OVER_HITS
    under_lines = Room(grid.right, lines, grid.right_width, foot - lines)
    left = setter.across(WEAPONS_LEFT)
    return [Room(left, top, grid.left - left, foot - top), under_lines]


def _further_block(setter: Typesetter, card: VehicleCard, strips: Sequence[Strip], part: int, parts: int) -> Block:
    """Return a further card: name, and the rest of the weapons and notes."""
    head = set_head(setter, part_head(card.head, part, parts), ())
    items = (*head.items, *place_strips(strips, head.rows, setter.design.grid.row))
    rows = head.rows + height_of(strips)
    return Block(card.id, card.head.name, rows, rows, items, part=part, parts=parts)


def _foot_lines(setter: Typesetter, card: VehicleCard) -> list[str]:
    """Return the notes at the foot, as far as the boxes at the right leave room."""
    room = min(check_places(setter, card.checks, setter.design.grid.width), default=setter.design.grid.width) - 3
    style = setter.design.styles.caption
    lines: list[str] = []
    for note in card.footnotes:
        if lines and setter.width(f"{lines[-1]} · {note}", style) <= room:
            lines[-1] += f" · {note}"
        else:
            lines.extend(setter.wrap(note, style, room))
    return lines


def _hits_height(setter: Typesetter, card: VehicleCard, foot: Sequence[str]) -> float:
    """Return how high the hit rows are with the foot, in mm."""
    lines = max(len(foot), 1 if card.checks else 0)
    return sum(_hit_height(setter, card, row) for row in card.hit_rows) + FOOT_GAP + lines * FOOT_LINE


def _hit_columns(setter: Typesetter, rows: Sequence[HitRow]) -> tuple[tuple[float, float], ...]:
    """Return where the boxes for hits stand and the room of the words beside each: as wide as these where they need it.

    Columns are alike where that leaves all words on a line.
    """
    labels = tuple(tuple(check.label for check in row.checks) for row in rows)

    def make() -> tuple[tuple[float, float], ...]:
        left, pitch = setter.across(HIT_LEFT), setter.across(HIT_PITCH)
        taken = setter.design.boxes.hit + 2 * HIT_LABEL_GAP
        style = setter.design.styles.label
        words = [max(setter.width(each, style) for each in column) for column in zip(*labels, strict=False)]
        spare = (setter.design.grid.width - left - sum(words)) / max(1, len(words)) - taken
        if max(words, default=0.0) <= pitch - taken or spare < 0:
            return tuple((left + n * pitch, pitch - taken) for n in range(max(map(len, labels), default=0)))
        ends = accumulate(words, lambda end, word: end + taken + word + spare, initial=left)
        return tuple((x, word + SLACK) for x, word in zip(ends, words, strict=False))

    return setter.kept(tuple, ("hit columns", labels), make)


def _hit_words(setter: Typesetter, card: VehicleCard, row: HitRow) -> list[list[str]]:
    """Return the lines of the words beside each box for a hit."""
    columns, style = _hit_columns(setter, card.hit_rows), setter.design.styles.label
    return [setter.wrap(check.label, style, room) for check, (_, room) in zip(row.checks, columns, strict=False)]


def _hit_height(setter: Typesetter, card: VehicleCard, row: HitRow) -> float:
    most = max(map(len, _hit_words(setter, card, row)), default=1)
    return max(setter.design.boxes.hit_row, most * HIT_LINE + HIT_WHITE if most > 1 else 0.0)


def _hits(setter: Typesetter, card: VehicleCard, foot: Sequence[str]) -> Iterator[Item]:
    """The hit rows; below them notes, and the boxes for states."""
    design = setter.design
    styles, lines, width = design.styles, design.lines, design.grid.width
    y = 0.0
    yield Segment(0, y, width, y, lines.head)
    for row in card.hit_rows:
        yield from _hit_row(setter, card, row, y)
        y += _hit_height(setter, card, row)
        yield Segment(0, y, width, y, lines.rule if row is not card.hit_rows[-1] else lines.medium)
    y += FOOT_GAP
    for n, line in enumerate(foot):
        yield PLAIN
        yield setter.text(0, y + n * FOOT_LINE + FOOT_LINE * 0.72, line, styles.caption)
    yield moved(check_row(setter, card.checks, width), 0, y)
    for check, x in zip(card.checks, check_places(setter, card.checks, width), strict=True):
        yield PageField(check.id, FieldKind.CHECK, x, y + check_top(setter), design.boxes.check, design.boxes.check)


def _hit_row(setter: Typesetter, card: VehicleCard, row: HitRow, y: float) -> Iterator[Item]:
    design = setter.design
    size, middle = design.boxes.hit, y + _hit_height(setter, card, row) / 2
    columns, told = _hit_columns(setter, card.hit_rows), _hit_words(setter, card, row)
    yield PLAIN
    yield setter.text(0, middle + 1.1, row.label, design.styles.group)
    for check, (x, _), words in zip(row.checks, columns, told, strict=False):
        line = design.lines.box if check.shape is Shape.CIRCLE else design.lines.strong
        yield from check_box(setter, check, x, middle - size / 2, size, line)
        top = middle + 1.0 - (len(words) - 1) * HIT_LINE / 2
        for m, text in enumerate(words):
            yield setter.text(x + size + HIT_LABEL_GAP, top + m * HIT_LINE, text, design.styles.label)
