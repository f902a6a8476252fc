"""The angle template with its rule, and the tables for damage on vehicles."""

from __future__ import annotations

from collections.abc import Iterator

from builder.sheets.angle_disc import disc, largest_radius, rule
from builder.sheets.block import Strip, moved
from builder.sheets.packing import Content, Flow
from builder.sheets.page import Item, Line
from builder.sheets.signs import box
from builder.sheets.token_signs import scissors
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import AngleTemplate, LineSteps, Shape

RULE_WIDTH = 18.0
"""Beside the disc, for the rule and its numbers."""
GAP = 3.0
MODIFIERS_WIDTH = 106.0
LINES_LEFT = 112.0
WORDS_LEFT = 32.0
STEPS_LEFT, STEP_PITCH, SIGN = 20.0, 9.8, 2.6
EXAMPLE_LEFT = 17.0


def angle_pages(setter: Typesetter, template: AngleTemplate | None, capacity: int) -> list[Content]:
    """The template and its tables; nothing where the system has none."""
    if template is None:
        return []
    grid, row = setter.design.grid, setter.design.grid.row
    flow = Flow(capacity, row)
    radius = largest_radius((capacity - 1) * row - GAP, grid.width - RULE_WIDTH - 2 * GAP)
    middle, top = radius + 2 * GAP, radius + GAP
    items: list[Item] = [Line(0, 0, grid.width, 0, setter.design.lines.block)]
    items.extend(disc(setter, template, middle, top, radius))
    items.extend(rule(setter, grid.width - RULE_WIDTH + 2 * GAP, GAP + row))
    items.extend(scissors(0, top + radius * 0.75))
    flow.put(Strip(round((2 * radius + 2 * GAP) / row + 0.5), tuple(items)))
    flow.put(_tables(setter, template))
    flow.put(_example(setter, template))
    return flow.contents()


def _tables(setter: Typesetter, template: AngleTemplate) -> Strip:
    """Modifiers at the left, damage lines at the right."""
    design = setter.design
    styles, row, width = design.styles, design.grid.row, design.grid.width
    lines, line_rows = _lines(setter, template, width - LINES_LEFT)
    modifiers, modifier_rows = _modifiers(setter, template)
    items = (
        Line(0, 0, width, 0, design.lines.block),
        setter.text(0, row + 0.8, template.formula, styles.panel),
        moved(modifiers, 0, 0),
        moved(lines, LINES_LEFT, 0),
    )
    return Strip(max(modifier_rows, line_rows) + 1, items)


def _modifiers(setter: Typesetter, template: AngleTemplate) -> tuple[list[Item], int]:
    design = setter.design
    styles, row, weights = design.styles, design.grid.row, design.lines
    items: list[Item] = [
        Line(0, 2 * row, MODIFIERS_WIDTH, 2 * row, weights.rule),
        setter.text(0, 2 * row + setter.baseline, "Modifier to BS", styles.head),
        Line(0, 3 * row, MODIFIERS_WIDTH, 3 * row, weights.head),
    ]
    top = 3
    for label, words in template.modifiers:
        texts = setter.wrap(words, styles.cell, MODIFIERS_WIDTH - WORDS_LEFT)
        items.append(setter.text(0, top * row + setter.baseline, label, styles.cell_name))
        items.extend(
            setter.text(WORDS_LEFT, (top + n) * row + setter.baseline, text, styles.cell)
            for n, text in enumerate(texts)
        )
        top += len(texts)
        items.append(Line(0, top * row, MODIFIERS_WIDTH, top * row, weights.rule))
    x = 0.0
    for shape, words in ((Shape.CIRCLE, "glancing hit"), (Shape.SQUARE, "penetrating hit")):
        line = weights.box if shape is Shape.CIRCLE else weights.strong
        items.append(box(shape, x + 0.3, (top + 1) * row + 0.7, SIGN, line))
        text = setter.text(x + SIGN + 1.2, (top + 1) * row + setter.baseline, words, styles.fact)
        items.append(text)
        x = text.x + text.width + 5
    return items, top + 2


def _lines(setter: Typesetter, template: AngleTemplate, width: float) -> tuple[list[Item], int]:
    design = setter.design
    styles, row, weights = design.styles, design.grid.row, design.lines
    remarks = setter.wrap(template.line_rule, styles.fact, width)
    items: list[Item] = [
        setter.text(0, n * row + setter.baseline + 0.4, text, styles.fact) for n, text in enumerate(remarks)
    ]
    top = max(2, len(remarks))
    items.append(Line(0, top * row, width, top * row, weights.rule))
    items.append(setter.text(0, top * row + setter.baseline, "Line", styles.head))
    items.append(setter.text(12, top * row + setter.baseline, "AV−S", styles.head, "centre"))
    items.append(
        setter.text(STEPS_LEFT, top * row + setter.baseline, "Hits when the DMG on the line reaches", styles.head)
    )
    top += 1
    items.append(Line(0, top * row, width, top * row, weights.head))
    for line in template.lines:
        items.extend(_line(setter, line, top * row))
        top += 1
        items.append(Line(0, top * row, width, top * row, weights.rule))
    return items, top


def _line(setter: Typesetter, line: LineSteps, y: float) -> Iterator[Item]:
    styles, weights = setter.design.styles, setter.design.lines
    yield setter.text(0, y + setter.baseline, line.letter, styles.group)
    yield setter.text(12, y + setter.baseline, line.difference, styles.cell, "centre")
    for n, (value, shape) in enumerate(line.steps):
        right = STEPS_LEFT + n * STEP_PITCH + 4
        yield setter.text(right, y + setter.baseline, str(value), styles.step, "right")
        yield box(shape, right + 0.8, y + 0.7, SIGN, weights.box if shape is Shape.CIRCLE else weights.strong)


def _example(setter: Typesetter, template: AngleTemplate) -> Strip:
    design = setter.design
    styles, row, width = design.styles, design.grid.row, design.grid.width
    lines = [line for text in template.example for line in setter.wrap(text, styles.fact, width - EXAMPLE_LEFT)]
    items: list[Item] = [
        Line(0, 0, width, 0, design.lines.rule),
        setter.text(0, row + setter.baseline, "Example", styles.group),
    ]
    items.extend(
        setter.text(EXAMPLE_LEFT, n * row + setter.baseline, text, styles.fact) for n, text in enumerate(lines, 1)
    )
    return Strip(1 + len(lines), tuple(items))
