"""The angle template: a disc with zones, true to scale, its rule, and the tables for damage on vehicles."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, floor, hypot, radians, sin

from builder.sheets.block import Strip, moved
from builder.sheets.packing import Content, Flow
from builder.sheets.page import Circle, Colour, Item, Polygon, Rect, Segment
from builder.sheets.signs import BLACK, WHITE, box
from builder.sheets.token_sheet import scissors
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import AngleTemplate, Hatch, LineSteps, Shape, Zone

TINTS = {
    Hatch.CROSSED: Colour(0.85, 0.33, 0.26),
    Hatch.LINES: Colour(0.97, 0.66, 0.30),
    Hatch.DOTS: Colour(1.0, 0.92, 0.56),
}
PITCH = {Hatch.CROSSED: 2.6, Hatch.LINES: 3.4, Hatch.DOTS: 3.0}
HATCH_LINE = 0.55
DOT = 0.25
HUB = 5.0
LABEL_AT = 0.62
"""Where the label of a zone stands, as a share of the radius."""
Point = tuple[float, float]


def disc(setter: Typesetter, template: AngleTemplate, x: float, y: float, radius: float) -> Iterator[Item]:
    """The disc with its middle at x and y: zones above, how to use it below."""
    weights, styles = setter.design.lines, setter.design.styles
    for side, zone, start in _sides(template):
        yield from _zone(setter, zone, x, y, radius, side, start)
    yield Circle(x, y, radius, weights.medium)
    yield Segment(x - radius, y, x + radius, y, weights.medium)
    for side, zone, start in _sides(template):
        if zone is not template.zones[0] or side > 0:
            middle = side * (start + zone.until) / 2 if start else 0.0
            yield from _label(setter, zone, *_at(x, y, radius * LABEL_AT, middle))
        if zone is not template.zones[-1]:
            yield from _tag(setter, f"{zone.until}°", *_at(x, y, radius - 7, side * zone.until))
    yield from _tag(setter, "0°", x, y - radius + 6)
    yield Circle(x, y, HUB, weights.medium, WHITE)
    yield Segment(x - 3.6, y, x + 3.6, y, weights.fine)
    yield Segment(x, y - 3.6, x, y + 3.6, weights.fine)
    yield Circle(x, y, 0.9, 0, BLACK)
    base = y + HUB + 6
    for texts, style in ((template.placing, styles.panel), (template.reading, styles.fact)):
        for text in texts:
            yield setter.text(x, base, text, style, "centre")
            base += 4.2
        base += 3


def rule(setter: Typesetter, x: float, y: float) -> Iterator[Item]:
    """A rule of 100 mm from x and y downwards, to check that the print is true to scale."""
    weights, styles = setter.design.lines, setter.design.styles
    yield Segment(x, y, x, y + 100, weights.box)
    for mm in range(0, 101, 2):
        length = 5.0 if mm % 10 == 0 else 2.0
        yield Segment(x, y + mm, x + length, y + mm, weights.box if mm % 10 == 0 else weights.fine)
        if mm % 20 == 0:
            yield setter.text(x + 6, y + mm + 0.9, str(mm), styles.caption)
    yield setter.text(x, y + 100 + setter.baseline + 1.5, "100 mm", styles.group)


def _sides(template: AngleTemplate) -> Iterator[tuple[int, Zone, int]]:
    """Each zone on the left (−1) and on the right (1), with the angle at which it begins."""
    start = 0
    for zone in template.zones:
        yield -1, zone, start
        yield 1, zone, start
        start = zone.until


def _at(x: float, y: float, radius: float, degrees: float) -> Point:
    """Return the point at an angle from straight up."""
    return x + radius * sin(radians(degrees)), y - radius * cos(radians(degrees))


def _zone(setter: Typesetter, zone: Zone, x: float, y: float, radius: float, side: int, start: int) -> Iterator[Item]:
    """Half a zone: tint, hatching, edges."""
    arc = [_at(x, y, radius, side * degrees) for degrees in range(start, zone.until + 1)]
    tinted = setter.colour and not setter.ink_saver
    yield Polygon(((x, y), *arc), 0, TINTS[zone.hatch] if tinted else WHITE)
    yield from _hatching(zone.hatch, x, y, radius, side, start, zone.until)
    if start:
        yield Segment(x, y, *arc[0], setter.design.lines.box)


def _hatching(hatch: Hatch, x: float, y: float, radius: float, side: int, start: int, until: int) -> Iterator[Item]:
    pitch = PITCH[hatch]
    if hatch is Hatch.DOTS:
        steps = int(radius / pitch)
        for n in range(1, steps):
            for m in range(-steps, steps + 1):
                left, up = (2 * m + n % 2) * pitch, n * pitch
                if _inside(left, up, radius - 1, side, start, until):
                    yield Circle(x + left, y - up, DOT, 0, BLACK)
        return
    for slope in (-1, 1) if hatch is Hatch.CROSSED else (side,):
        steps = int(1.5 * radius / pitch)
        for n in range(-steps, steps + 1):
            ends = _clip(n * pitch, slope, radius, side, start, until)
            if ends:
                (x1, y1), (x2, y2) = ends
                yield Segment(x + x1, y - y1, x + x2, y - y2, HATCH_LINE)


def _inside(left: float, up: float, radius: float, side: int, start: int, until: int) -> bool:
    """Whether a point lies in a zone; `left` and `up` are relative to the middle."""
    first, last = _normals(side, start, until)
    return hypot(left, up) <= radius and left * first[0] + up * first[1] >= 0 and left * last[0] + up * last[1] >= 0


def _normals(side: int, start: int, until: int) -> tuple[Point, Point]:
    """Return the directions into a zone from its two straight edges."""
    first = (side * cos(radians(start)), -sin(radians(start)))
    last = (-side * cos(radians(until)), sin(radians(until)))
    return first, last


def _clip(offset: float, slope: int, radius: float, side: int, start: int, until: int) -> tuple[Point, Point] | None:
    """Return the part of a line at 45° in a zone: `offset` is its distance from the middle, `slope` its direction."""
    root = 2**-0.5
    along, away = (root, slope * root), (-slope * root * offset, root * offset)
    half = (radius**2 - offset**2) ** 0.5 if abs(offset) < radius else 0.0
    low, high = -half, half
    for normal in _normals(side, start, until):
        rate = along[0] * normal[0] + along[1] * normal[1]
        level = away[0] * normal[0] + away[1] * normal[1]
        if abs(rate) < 1e-9:
            if level < 0:
                return None
        elif rate > 0:
            low = max(low, -level / rate)
        else:
            high = min(high, -level / rate)
    if high - low < 0.5:
        return None
    return (away[0] + low * along[0], away[1] + low * along[1]), (away[0] + high * along[0], away[1] + high * along[1])


def _label(setter: Typesetter, zone: Zone, x: float, y: float) -> Iterator[Item]:
    """The number of a zone on white, so that the colour is only a help."""
    styles = setter.design.styles
    width = max(setter.width(zone.label, styles.token), setter.width(zone.remark, styles.fact)) + 5
    yield Rect(x - width / 2, y - 5.5, width, 11, setter.design.lines.head, WHITE)
    yield setter.text(x, y - 0.3, zone.label, styles.token, "centre")
    yield setter.text(x, y + 3.8, zone.remark, styles.fact, "centre")


def _tag(setter: Typesetter, text: str, x: float, y: float) -> Iterator[Item]:
    style = setter.design.styles.strong
    width = setter.width(text, style) + 3
    yield Rect(x - width / 2, y - 2, width, 4, setter.design.lines.head, WHITE)
    yield setter.text(x, y + 1, text, style, "centre")


def largest_radius(height: float, width: float) -> float:
    """Return the radius of a disc for so much room: 80 mm, or as many whole fives as there are."""
    return min(80.0, 5.0 * floor(min(height, width) / 10))


RULE_WIDTH = 18.0
"""Beside the disc, for the rule and its numbers."""
GAP = 3.0
MODIFIERS_WIDTH = 106.0
LINES_LEFT = 112.0
WORDS_LEFT = 32.0
STEPS_LEFT, STEP_PITCH, SIGN = 20.0, 9.8, 2.6
EXAMPLE_LEFT = 17.0


def angle_pages(setter: Typesetter, template: AngleTemplate | None, capacity: int) -> list[Content]:
    """Return the template and its tables; nothing where the system has none."""
    if template is None:
        return []
    grid, row = setter.design.grid, setter.design.grid.row
    flow = Flow(capacity, row)
    radius = largest_radius((capacity - 1) * row - GAP, grid.width - RULE_WIDTH - 2 * GAP)
    middle, top = radius + 2 * GAP, radius + GAP
    items: list[Item] = [Segment(0, 0, grid.width, 0, setter.design.lines.block)]
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
        Segment(0, 0, width, 0, design.lines.block),
        setter.text(0, row + 0.8, template.formula, styles.panel),
        moved(modifiers, 0, 0),
        moved(lines, LINES_LEFT, 0),
    )
    return Strip(max(modifier_rows, line_rows) + 1, items)


def _modifiers(setter: Typesetter, template: AngleTemplate) -> tuple[list[Item], int]:
    design = setter.design
    styles, row, weights = design.styles, design.grid.row, design.lines
    items: list[Item] = [
        Segment(0, 2 * row, MODIFIERS_WIDTH, 2 * row, weights.rule),
        setter.text(0, 2 * row + setter.baseline, "Modifier to BS", styles.head),
        Segment(0, 3 * row, MODIFIERS_WIDTH, 3 * row, weights.head),
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
        items.append(Segment(0, top * row, MODIFIERS_WIDTH, top * row, weights.rule))
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
    items.append(Segment(0, top * row, width, top * row, weights.rule))
    items.append(setter.text(0, top * row + setter.baseline, "Line", styles.head))
    items.append(setter.text(12, top * row + setter.baseline, "AV−S", styles.head, "centre"))
    items.append(
        setter.text(STEPS_LEFT, top * row + setter.baseline, "Hits when the DMG on the line reaches", styles.head)
    )
    top += 1
    items.append(Segment(0, top * row, width, top * row, weights.head))
    for line in template.lines:
        items.extend(_line(setter, line, top * row))
        top += 1
        items.append(Segment(0, top * row, width, top * row, weights.rule))
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
        Segment(0, 0, width, 0, design.lines.rule),
        setter.text(0, row + setter.baseline, "Example", styles.group),
    ]
    items.extend(
        setter.text(EXAMPLE_LEFT, n * row + setter.baseline, text, styles.fact) for n, text in enumerate(lines, 1)
    )
    return Strip(1 + len(lines), tuple(items))
