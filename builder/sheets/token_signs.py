"""What is drawn on a token: its outline, and a picture that says what it does."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, radians, sin, tan

from builder.sheets.page import Circle, Item, Line, Polygon
from builder.sheets.signs import BLACK, WHITE, star
from builder.systems.blocks import Outline

SIDE, SMALL_SIDE = 28.0, 14.0
"""Of the square that is cut out, in mm; the small one has no picture."""
INSET = 1.6
EDGE, SMALL_EDGE, FINE = 1.4, 1.0, 0.5
MIDDLE = SIDE / 2
POINT = 5.0
"""How much lower the point of a shield is than its shoulders."""
PICTURE_Y = 9.4
FLAME = (
    *((0.3, -5.2), (1.0, -3.6), (2.2, -2.2), (3.3, -0.6), (3.9, 1.2), (3.7, 3.0), (2.8, 4.4), (1.4, 5.2), (-0.2, 5.4)),
    *((-1.8, 5.0), (-3.1, 4.0), (-3.8, 2.4), (-3.8, 0.8), (-3.2, -0.8), (-2.5, -1.8), (-2.1, -0.6), (-1.5, 0.1)),
    *((-1.0, -1.4), (-0.9, -3.2), (-0.3, -4.6)),
)
HEART = (
    *((0.2, 0.4), (0.9, 1.6), (1.6, 2.6), (1.7, 3.7), (1.0, 4.6), (0.0, 4.9), (-1.0, 4.6), (-1.6, 3.7), (-1.4, 2.8)),
    (-0.6, 2.0),
)
"""The flame and the white in it, around their middle."""


def outline(shape: Outline, side: float = SIDE) -> Iterator[Item]:
    """The edge of a token, inside a square of so many mm."""
    size, middle = side / SIDE, side / 2
    low, high, point = INSET * size, side - INSET * size, POINT * size
    radius = middle - low
    edge = EDGE if side == SIDE else SMALL_EDGE
    match shape:
        case Outline.CIRCLE:
            yield Circle(middle, middle, radius, edge)
        case Outline.SHIELD:
            shoulders = high - point
            yield Polygon(((low, low), (high, low), (high, shoulders), (middle, high), (low, shoulders)), edge)
        case Outline.OCTAGON:
            yield Polygon(_octagon(middle, radius), edge)
            yield Polygon(_octagon(middle, radius - 1), FINE)
        case Outline.STAR:
            yield Polygon(star(middle, middle, radius, radius * 0.78), edge)
        case Outline.BULLET:
            shoulders = low + 2 * point
            corners = ((middle - point, low), (middle + point, low), (high, shoulders), (high, high), (low, high))
            yield Polygon(((low, shoulders), *corners), edge)


def picture(shape: Outline) -> Iterator[Item]:
    """A marker that moves, a flame, a whirl, or cartridges."""
    match shape:
        case Outline.CIRCLE:
            yield from _moving_marker(MIDDLE, PICTURE_Y - 0.8)
        case Outline.SHIELD:
            yield _moved(FLAME, BLACK)
            yield _moved(HEART, WHITE)
        case Outline.OCTAGON:
            yield from (_arm(turn) for turn in (0.0, pi))
        case Outline.STAR:
            yield Polygon(star(MIDDLE, PICTURE_Y, 3.4, 1.7), EDGE, BLACK)
        case Outline.BULLET:
            yield from (_cartridge(MIDDLE + place) for place in (-4.2, 0.0, 4.2))


def scissors(x: float, y: float) -> Iterator[Item]:
    """Scissors that cut to the right, their handles at x, the cut at y."""
    for side in (-1, 1):
        yield Circle(x + 1, y + side * 1.2, 0.9, FINE)
        yield Line(x + 1.8, y + side * 0.8, x + 5, y - side * 0.9, FINE)


def _octagon(middle: float, radius: float) -> tuple[tuple[float, float], ...]:
    half = radius * tan(pi / 8)
    near, far = middle - radius, middle + radius
    low, high = middle - half, middle + half
    return ((low, near), (high, near), (far, low), (far, high), (high, far), (low, far), (near, high), (near, low))


def _moving_marker(x: float, y: float) -> Iterator[Item]:
    """A blast marker, where it was (broken) and where it goes."""
    old, new, reach = (x - 4.4, y + 1.6), (x + 3.2, y - 0.6), 3.3
    for degrees in range(0, 360, 30):
        start, end = radians(degrees), radians(degrees + 16)
        yield Line(
            old[0] + reach * cos(start),
            old[1] + reach * sin(start),
            old[0] + reach * cos(end),
            old[1] + reach * sin(end),
            FINE,
        )
    yield Circle(*new, reach, 1.0)
    yield Circle(*new, 1.0, 0, BLACK)
    for degrees in (45, 135, 225, 315):
        across, down = cos(radians(degrees)), sin(radians(degrees))
        yield Line(new[0] + 2.4 * across, new[1] + 2.4 * down, new[0] + 4.2 * across, new[1] + 4.2 * down, FINE)
    yield Line(old[0], old[1], new[0] - 2.6, new[1] + 1.07, 0.8)
    yield Polygon(
        ((new[0] - 1.5, new[1] + 0.6), (new[0] - 3.0, new[1] + 0.3), (new[0] - 2.4, new[1] + 1.9)), 0.2, BLACK
    )


def _cartridge(x: float) -> Polygon:
    """A cartridge, its middle at x."""
    top, shoulders, foot, half = PICTURE_Y - 4.6, PICTURE_Y - 2.0, PICTURE_Y + 4.4, 1.3
    points = (
        (x - half, shoulders),
        (x - 0.5, top),
        (x + 0.5, top),
        (x + half, shoulders),
        (x + half, foot),
        (x - half, foot),
    )
    return Polygon(points, 0, BLACK)


def _moved(points: tuple[tuple[float, float], ...], fill: float) -> Polygon:
    scale = 0.95
    return Polygon(tuple((MIDDLE + scale * x, PICTURE_Y + scale * y) for x, y in points), 0, fill)


def _arm(turn: float) -> Polygon:
    """An arm of the whirl, thin at both ends."""
    steps = 24
    outer: list[tuple[float, float]] = []
    inner: list[tuple[float, float]] = []
    for n in range(steps + 1):
        share = n / steps
        angle, radius, thick = turn + share * 1.6 * pi, 0.5 + 4.2 * share, 0.75 * sin(pi * share) + 0.1
        for edge, reach in ((outer, radius + thick), (inner, radius - thick)):
            edge.append((MIDDLE + reach * cos(angle), PICTURE_Y + reach * sin(angle)))
    return Polygon((*outer, *reversed(inner)), 0, BLACK)
