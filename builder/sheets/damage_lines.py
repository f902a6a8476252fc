"""The damage lines of a vehicle: strengths that land, a field for the damage, thresholds at their place on a ruler."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial

from builder.sheets.page import Drawing, Field, FieldKind, Item, Line, Placed, Rect
from builder.sheets.signs import box, filling
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import DamageLine, Shape

LINES = 6
"""Damage lines of a vehicle."""
SLACK = 1e-6
"""Forgives rounding where rows are counted."""
RULER_END = 36
RULER_LENGTH = 59.6
LETTER, DIFFERENCE, SIDES, FIELD, RULER = 0.4, 8.4, (18.6, 24.3, 29.7), 33.0, 52.4
"""Where the columns of the damage lines stand in the right column: left, middle, middles, left, left (mm)."""


def line_rows(setter: Typesetter) -> int:
    """Rows of the head and the six damage lines."""
    return 1 + math.ceil(LINES * setter.design.boxes.line_height / setter.design.grid.row - SLACK)


def line_items(setter: Typesetter, lines: Sequence[DamageLine], x: float) -> Iterator[Item]:
    """The damage lines: what all vehicles share is drawn once, the strengths depend on the armour."""
    design = setter.design
    row = design.grid.row
    shape = tuple(
        (line.letter, line.difference, tuple((value, check.label) for value, check in line.steps)) for line in lines
    )
    yield Placed(x, 0, setter.kept(Drawing, ("lines", shape), partial(_line_furniture, setter, lines)))
    landings = tuple(line.landings for line in lines)
    yield Placed(x, 0, setter.kept(Drawing, ("landings", landings), partial(_landings, setter, lines)))
    height, size = design.boxes.line_height, design.boxes.step
    for n, line in enumerate(lines):
        top = row + n * height
        yield Field(line.id, FieldKind.NUMBER, x + FIELD, top, design.boxes.damage_width, height)
        if line.damage is not None:
            right = x + FIELD + design.boxes.damage_width - 1.5
            yield setter.text(right, top + height / 2 + 1.5, str(line.damage), design.styles.written, "right")
        for value, check in line.steps:
            left, y = x + _step_left(setter, value), top + (height - size) / 2
            if check.checked:
                yield from filling(setter, check.shape, left, y, size)
            yield Field(check.id, FieldKind.CHECK, left, y, size, size)


def _step_left(setter: Typesetter, value: int) -> float:
    """Where the box of a threshold begins: its right edge stands at its true place on the ruler."""
    return RULER + RULER_LENGTH * value / RULER_END - setter.design.boxes.step


def _line_furniture(setter: Typesetter, lines: Sequence[DamageLine]) -> Drawing:
    design = setter.design
    styles, weights, row = design.styles, design.lines, design.grid.row
    width, height = design.grid.right_width, design.boxes.line_height
    items: list[Item] = [
        setter.text(0, setter.baseline, "Line", styles.head),
        setter.text(DIFFERENCE, setter.baseline, "AV−S", styles.head, "centre"),
        setter.text(SIDES[0] + 2.3, setter.baseline, "S: front", styles.head, "right"),
        setter.text(SIDES[1], setter.baseline, "side", styles.head, "centre"),
        setter.text(SIDES[2], setter.baseline, "rear", styles.head, "centre"),
        setter.text(FIELD + design.boxes.damage_width / 2, setter.baseline, "DMG on the line", styles.head, "centre"),
    ]
    penetrating = setter.text(width, setter.baseline, "penetrating", styles.head, "right")
    glancing = setter.text(penetrating.x - 7.4, setter.baseline, "glancing", styles.head, "right")
    items += [penetrating, glancing, Rect(penetrating.x - 3.2, (row - 2.4) / 2, 2.4, 2.4, weights.strong)]
    items.append(box(Shape.CIRCLE, glancing.x - 3.3, (row - 2.6) / 2, 2.6, weights.box))
    items.append(Line(0, row, width, row, weights.head))
    for n, line in enumerate(lines):
        top = row + n * height
        base = top + height / 2 + 1.2
        items.append(setter.text(LETTER, base + 0.1, line.letter, styles.letter))
        items.append(setter.text(DIFFERENCE, base, line.difference, styles.cell, "centre"))
        items.extend(_ruler(setter, line, top + height / 2))
        bottom = top + height
        items.append(Line(0, bottom, width, bottom, weights.rule if n < len(lines) - 1 else weights.medium))
    total = len(lines) * height
    items.append(Rect(FIELD, row, design.boxes.damage_width, total, weights.medium))
    items.extend(
        Line(FIELD, row + n * height, FIELD + design.boxes.damage_width, row + n * height, weights.head)
        for n in range(1, len(lines))
    )
    return Drawing(width, row + total, tuple(items))


def _ruler(setter: Typesetter, line: DamageLine, y: float) -> Iterator[Item]:
    """The ruler of a line: from 0, each threshold with its number before its box."""
    design = setter.design
    size, style = design.boxes.step, design.styles.step
    x = RULER
    yield Line(x, y - 0.8, x, y + 0.8, 0.5)
    for value, check in line.steps:
        left = _step_left(setter, value)
        text = setter.text(left - 0.5, y + 0.95, check.label, style, "right")
        if text.x - 0.6 > x:
            yield Line(x, y, text.x - 0.6, y, 0.5)
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
    items = tuple(
        setter.text(
            x,
            row + n * height + height / 2 + 1.2,
            landing.strength,
            design.styles.remote if landing.remote else design.styles.strength,
            "centre",
        )
        for n, line in enumerate(lines)
        for x, landing in zip(SIDES, line.landings, strict=True)
    )
    return Drawing(design.grid.right_width, row + len(lines) * height, items)
