"""The boxes of models, one for each of their wounds, with those for what their unit has done; boxes that count up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.sheets.block import (
    Strip,
    check_places,
    check_row,
    check_top,
    labelled,
    line_to_write_on,
    moved,
    rows_for,
)
from builder.sheets.page import FieldKind, Item, PageField, Rect
from builder.sheets.signs import filling
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import ModelBoxes, NumberedBoxes, ProfileCard, Shape

BOX, BOX_GAP, GROUP_GAP, LABEL_GAP = 4.2, 0.9, 4.0, 1.4
LEAST_GAP, SLACK = 0.3, 0.01
"""Between the boxes of models on a narrow card, at least; what forgives rounding where lines are filled, in mm."""
BASELINE = BOX - 0.1
"""Of words beside boxes, below the top of their row, in mm."""
BOXES_TITLE = 20.0
"""The room of the word that says what the boxes are."""
NARROW = 100.0
"""On a card that is narrower, in mm, the only models of a unit are not named again."""
MOST_BOXES, WRITE_IN = 240, 16.0
"""Of more boxes than this the number is told, with room to write in those that are lost, in mm."""
COUNTER_NAME, COUNTER_PITCH, CLOSE_PITCH = 28.0, 5.5, 4.8
"""The room of what is counted, and from one box of it to the next, closer on a narrow card, in mm."""
MODEL_LINE = 0.9
"""Weight of the outline of a model that has several wounds, in points."""


def box_strips(setter: Typesetter, card: ProfileCard, left: float) -> list[Strip]:
    """Return the boxes of the models from `left` on, and those for what the unit has done at the right of the first.

    They stand in the middle of their rows.
    """
    design = setter.design
    rows = rows_for(setter, BOX + 1.6)
    drop = max(0.0, (rows * design.grid.row - BOX) / 2 - 1.0)
    checks = _checks(setter, card)
    lines = list(_box_lines(setter, card, left)) or [[] for _ in checks]
    strips = []
    for n, items in enumerate(lines):
        title = [setter.text(left, BASELINE, card.boxes_title, design.styles.group)] if n == 0 and card.boxes else []
        strips.append(Strip(rows, (moved((*title, *items, *(checks if n == 0 else ())), 0, drop),)))
    return strips


def counter_strips(setter: Typesetter, counters: Sequence[NumberedBoxes]) -> Iterator[Strip]:
    """Yield rows of numbered boxes behind what they count; on a narrow card below it."""
    design = setter.design
    width, rows = design.grid.width, rows_for(setter, BOX + 1.6)
    left = COUNTER_NAME if width >= NARROW else 0.0
    pitch = COUNTER_PITCH if left else CLOSE_PITCH
    most = int((width - left + pitch - BOX) // pitch)
    for counter in counters:
        across = -(-counter.boxes // -(-counter.boxes // most)) if counter.boxes else most  # Rows of the same length.
        named: list[Item] = [line_to_write_on(setter, 0, BASELINE + 0.6, COUNTER_NAME - 3)]
        if counter.name:
            named = [setter.text(0, BASELINE, counter.name, design.styles.group)]
        if not left:
            yield Strip(rows, tuple(named))
            named = []
        for first in range(0, counter.boxes, across):
            numbers = range(first + 1, min(first + across, counter.boxes) + 1)
            boxes = (
                item for n, number in enumerate(numbers) for item in _counted(setter, counter, number, left + n * pitch)
            )
            yield Strip(rows, (*named, labelled(f"{len(numbers)} boxes: {counter.name or 'a counter'}", boxes)))
            named = []


def _counted(setter: Typesetter, counter: NumberedBoxes, number: int, x: float) -> Iterator[Item]:
    """Yield a box with its number in it."""
    yield Rect(x, 1.0, BOX, BOX, setter.design.lines.box)
    if number <= counter.count:
        yield from filling(setter, Shape.SQUARE, x, 1.0, BOX)
    yield setter.text(x + BOX / 2, BASELINE, str(number), setter.design.styles.caption, "centre")
    if counter.name:
        yield PageField(f"{counter.id}.{number}", FieldKind.CHECK, x, 1.0, BOX, BOX)


def _checks(setter: Typesetter, card: ProfileCard) -> tuple[Item, ...]:
    if not card.checks:
        return ()
    right, size = setter.design.grid.width, setter.design.boxes.check
    top = check_top(setter)
    drop = 1.0 + (BOX - size) / 2 - top
    fields = (
        PageField(check.id, FieldKind.CHECK, x, top, size, size)
        for check, x in zip(card.checks, check_places(setter, card.checks, right), strict=True)
    )
    return (moved((*check_row(setter, card.checks, right), *fields), 0, drop),)


def _box_lines(setter: Typesetter, card: ProfileCard, left: float) -> Iterator[list[Item]]:
    """Yield the boxes line by line; a model is never broken, but for one that is wider than a line."""
    design = setter.design
    end = design.grid.width
    narrow = end < NARROW
    title = setter.width(card.boxes_title, design.styles.group) + 2 * LABEL_GAP
    start = left + (min(title, BOXES_TITLE) if narrow else BOXES_TITLE)
    checks = check_places(setter, card.checks, end)
    limit = checks[0] - GROUP_GAP if checks else end
    items: list[Item] = []
    x = start
    for group in card.boxes:
        name = "" if narrow and len(card.boxes) == 1 else group.name
        label = setter.width(name, design.styles.label) + LABEL_GAP if name else 0.0
        if x > start and x + label + group.wounds * BOX > limit:
            yield items
            items, x, limit = [], start, end
        items += [setter.text(x, BASELINE, name, design.styles.label)] if name else []
        x += label
        if group.total > MOST_BOXES:
            words = f"{group.total:,} in all, lost:".replace(",", "\u00a0")
            items.append(setter.text(x, BASELINE, words, design.styles.label))
            x += setter.width(words, design.styles.label) + LABEL_GAP
            items.append(line_to_write_on(setter, x, BASELINE + 0.6, x + WRITE_IN))
            items.append(PageField(f"{group.id}.lost", FieldKind.NUMBER, x, 1.0, WRITE_IN, BOX))
            x += WRITE_IN + GROUP_GAP
            continue
        gap = _gap(group, limit - x) if narrow else BOX_GAP
        for model in range(group.models):
            boxes = range(model * group.wounds + 1, (model + 1) * group.wounds + 1)
            while boxes:
                fitting = int((limit - x + SLACK) // BOX)
                if len(boxes) > fitting and (x > start or (not items and limit < end)):
                    yield items
                    items, x, limit = [], start, end
                    fitting = int((limit - x) // BOX)
                fitting = -(-len(boxes) // -(-len(boxes) // max(1, fitting)))  # Lines of the same length.
                run, boxes = boxes[:fitting], boxes[fitting:]
                items.append(labelled(f"{len(run)} boxes of a model", _model(setter, group, run, x)))
                x += len(run) * BOX + gap
        x += GROUP_GAP
    if items:
        yield items


def _gap(group: ModelBoxes, room: float) -> float:
    """Return the white between models that have a box each: a little less where that keeps all of them on a line."""
    close = (room + SLACK - group.models * BOX) / max(1, group.models - 1)
    return close if group.wounds == 1 and LEAST_GAP <= close < BOX_GAP else BOX_GAP


def _model(setter: Typesetter, group: ModelBoxes, run: range, x: float) -> Iterator[Item]:
    """Yield the boxes of a model, outlined where it has several."""
    design = setter.design
    for n, number in enumerate(run):
        left = x + n * BOX
        yield Rect(left, 1.0, BOX, BOX, design.lines.fine if group.wounds > 1 else design.lines.box)
        if number <= group.lost:
            yield from filling(setter, Shape.SQUARE, left, 1.0, BOX)
        yield PageField(f"{group.id}.{number}", FieldKind.CHECK, left, 1.0, BOX, BOX)
    if group.wounds > 1:
        yield Rect(x, 1.0, len(run) * BOX, BOX, MODEL_LINE)
