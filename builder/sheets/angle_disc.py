"""The disc of the angle template: zones with hatchings and numbers, true to scale."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, floor, hypot, radians, sin

from builder.sheets.page import Circle, Colour, Item, Line, Polygon, Rect
from builder.sheets.signs import BLACK, WHITE
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import AngleTemplate, Hatch, Zone

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
    yield Line(x - radius, y, x + radius, y, weights.medium)
    for side, zone, start in _sides(template):
        if zone is not template.zones[0] or side > 0:
            middle = side * (start + zone.until) / 2 if start else 0.0
            yield from _label(setter, zone, *_at(x, y, radius * LABEL_AT, middle))
        if zone is not template.zones[-1]:
            yield from _tag(setter, f"{zone.until}°", *_at(x, y, radius - 7, side * zone.until))
    yield from _tag(setter, "0°", x, y - radius + 6)
    yield Circle(x, y, HUB, weights.medium, WHITE)
    yield Line(x - 3.6, y, x + 3.6, y, weights.fine)
    yield Line(x, y - 3.6, x, y + 3.6, weights.fine)
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
    yield Line(x, y, x, y + 100, weights.box)
    for mm in range(0, 101, 2):
        length = 5.0 if mm % 10 == 0 else 2.0
        yield Line(x, y + mm, x + length, y + mm, weights.box if mm % 10 == 0 else weights.fine)
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
    """The point at an angle from straight up."""
    return x + radius * sin(radians(degrees)), y - radius * cos(radians(degrees))


def _zone(setter: Typesetter, zone: Zone, x: float, y: float, radius: float, side: int, start: int) -> Iterator[Item]:
    """Half a zone: tint, hatching, edges."""
    arc = [_at(x, y, radius, side * degrees) for degrees in range(start, zone.until + 1)]
    tinted = setter.colour and not setter.ink_saver
    yield Polygon(((x, y), *arc), 0, TINTS[zone.hatch] if tinted else WHITE)
    yield from _hatching(zone.hatch, x, y, radius, side, start, zone.until)
    if start:
        yield Line(x, y, *arc[0], setter.design.lines.box)


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
                yield Line(x + x1, y - y1, x + x2, y - y2, HATCH_LINE)


def _inside(left: float, up: float, radius: float, side: int, start: int, until: int) -> bool:
    """Whether a point lies in a zone; `left` and `up` are relative to the middle."""
    first, last = _normals(side, start, until)
    return hypot(left, up) <= radius and left * first[0] + up * first[1] >= 0 and left * last[0] + up * last[1] >= 0


def _normals(side: int, start: int, until: int) -> tuple[Point, Point]:
    """The directions into a zone from its two straight edges."""
    first = (side * cos(radians(start)), -sin(radians(start)))
    last = (-side * cos(radians(until)), sin(radians(until)))
    return first, last


def _clip(offset: float, slope: int, radius: float, side: int, start: int, until: int) -> tuple[Point, Point] | None:
    """The part of a line at 45° in a zone: `offset` is its distance from the middle, `slope` its direction."""
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
    """The radius of a disc for so much room: 80 mm, or as many whole fives as there are."""
    return min(80.0, 5.0 * floor(min(height, width) / 10))
