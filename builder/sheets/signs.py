"""Signs: flags, dice, hulls, marks of the list; each state has its own shape, so that grey print tells it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from math import cos, pi, sin

from builder.errors import Severity
from builder.sheets.page import Circle, Drawing, Item, Mark, Polygon, Rect, Role, Segment, Style, Text
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import Hull, RosterMark, Shape

BLACK = 1.0
WHITE = 0.0
STAR_POINTS = 8
HULL_WIDTH, HULL_HEIGHT, LEAST_HULL_HEIGHT = 23.2, 27.0, 24.0
"""Of a hull with its arrow, in mm; it is as high as its card leaves room."""
HULL_LINE = 0.5
"""Weight of the lines between the sides of a hull, in points: printers of 100 dpi keep them."""
FACE = 3.2
"""The side of a die, in mm."""
_SPOTS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0.5, 0.5),),
    2: ((0.25, 0.25), (0.75, 0.75)),
    3: ((0.25, 0.25), (0.5, 0.5), (0.75, 0.75)),
    4: ((0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)),
    5: ((0.25, 0.25), (0.75, 0.25), (0.5, 0.5), (0.25, 0.75), (0.75, 0.75)),
    6: ((0.25, 0.2), (0.75, 0.2), (0.25, 0.5), (0.75, 0.5), (0.25, 0.8), (0.75, 0.8)),
}


def flag(x: float, y: float, height: float, hollow: bool = False) -> tuple[Item, ...]:
    """Return a pennant on its pole, with its foot at x and y: solid fails, hollow fails with a re-roll."""
    length, depth = height * 0.72, height * 0.5
    points = ((x, y - height), (x + length, y - height + depth / 2), (x, y - height + depth))
    pennant = Polygon(points, 0.6, WHITE) if hollow else Polygon(points, 0.3, BLACK)
    return (Segment(x, y, x, y - height, 0.8), pennant)


def star(x: float, y: float, outer: float, inner: float) -> tuple[tuple[float, float], ...]:
    """Return the outline of a star of eight points round x and y, the sign of blast markers."""
    turns = ((n * pi / STAR_POINTS, outer if n % 2 == 0 else inner) for n in range(2 * STAR_POINTS))
    return tuple((x + radius * sin(turn), y - radius * cos(turn)) for turn, radius in turns)


def box(shape: Shape, x: float, y: float, size: float, line: float) -> Item:
    """Return a box to check, its top left corner at x and y."""
    if shape is Shape.CIRCLE:
        return Circle(x + size / 2, y + size / 2, size / 2, line)
    if shape is Shape.DIAMOND:
        half, out = size / 2, size * 0.62
        middle, centre = x + half, y + half
        return Polygon(
            ((middle, centre - out), (middle + out, centre), (middle, centre + out), (middle - out, centre)), line
        )
    return Rect(x, y, size, size, line)


def filling(setter: Typesetter, shape: Shape, x: float, y: float, size: float) -> tuple[Item, ...]:
    """What a printed state puts into a box: smaller than the box, so that it is not taken for a pencil's mark."""
    inset = size * 0.2
    if shape is Shape.CIRCLE and not setter.ink_saver:
        return (Circle(x + size / 2, y + size / 2, size / 2 - inset, 0, setter.design.greys.damage / 100),)
    return damage(setter, x + inset, y + inset, size - 2 * inset, size - 2 * inset)


def damage(setter: Typesetter, x: float, y: float, width: float, height: float) -> tuple[Item, ...]:
    """Return what stands for printed damage: a grey block, or a cross where ink is saved."""
    if setter.ink_saver:
        line = setter.design.lines.head
        return (Segment(x, y, x + width, y + height, line), Segment(x, y + height, x + width, y, line))
    return (Rect(x, y, width, height, 0, setter.design.greys.damage / 100),)


def tab(setter: Typesetter, x: float, y: float, width: float, height: float, empty: bool = False) -> Rect:
    """Return the tab of a slot: black, or an outline where ink is saved or the slot is to be written in."""
    if setter.ink_saver or empty:
        return Rect(x, y, width, height, setter.design.lines.box)
    return Rect(x, y, width, height, 0, BLACK)


def on_tab(setter: Typesetter, style: Style) -> Style:
    """Return the type of words on a tab: white, or black where ink is saved."""
    return setter.blackened(style) if setter.ink_saver else style


def roster_mark(setter: Typesetter, mark: RosterMark, x: float, y: float) -> tuple[Item, ...]:
    """Return a mark of the list, 3.4 mm wide, with its top left corner at x and y."""
    match mark:
        case RosterMark.RESERVE:
            letter = setter.text(x + 1.7, y + 2.6, "R", setter.design.styles.sheet, "centre")
            return (Rect(x, y, 3.4, 3.4, 0.7), letter)
        case RosterMark.DEEP_STRIKE:
            return (Polygon(((x, y + 0.2), (x + 3.6, y + 0.2), (x + 1.8, y + 3.3)), 0.7),)
        case RosterMark.TRANSPORT:
            wheels = tuple(Circle(x + left, y + 2.85, 0.55, 0, BLACK) for left in (1.0, 2.9))
            return (Rect(x, y + 0.5, 3.9, 2.1, 0.7), *wheels)
        case RosterMark.TOKENS:
            return (Circle(x + 1.75, y + 1.7, 1.7, 0.7), Circle(x + 1.75, y + 1.7, 0.6, 0, BLACK))


def severity_sign(setter: Typesetter, severity: Severity, x: float, y: float) -> tuple[Item, ...]:
    """Return the sign of a finding, 4 mm wide, its top left corner at x and y: octagon, triangle, circle."""
    bold = setter.design.styles.sheet

    def letter(text: str, drop: float) -> Text:
        return setter.text(x + 2, y + drop, text, bold, "centre")

    match severity:
        case Severity.ERROR:
            near, far = 1.15, 2.85
            corners = ((near, 0), (far, 0), (4, near), (4, far), (far, 4), (near, 4), (0, far), (0, near))
            cross = (Segment(x + 1.3, y + 1.3, x + 2.7, y + 2.7, 1.1), Segment(x + 1.3, y + 2.7, x + 2.7, y + 1.3, 1.1))
            return (Polygon(tuple((x + left, y + top) for left, top in corners), 0.8), *cross)
        case Severity.WARNING:
            return (Polygon(((x, y + 3.8), (x + 4, y + 3.8), (x + 2, y + 0.2)), 0.8), letter("!", 3.4))
        case Severity.INFO:
            return (Circle(x + 2, y + 2, 1.9, 0.8), letter("i", 2.95))


def scan_code(setter: Typesetter, text: str, size: float) -> Drawing:
    """Return a text as a QR code with a side of so many mm; its white margin is what stands around it."""
    return setter.kept(Drawing, ("scan code", text, size), lambda: _scan_code(setter, text, size))


def _scan_code(setter: Typesetter, text: str, size: float) -> Drawing:
    rows = setter.squares(text)
    side = size / len(rows)
    items: list[Item] = [Mark(Role.FIGURE, "the list, as a code to scan")]
    begun: dict[tuple[int, int], int] = {}  # By where a run of black squares starts and its length, its first row.
    for n, row in enumerate([*rows, []]):
        runs, start = set(), 0
        for black, run in groupby(row):
            length = len([*run])
            if black:
                runs.add((start, length))
            start += length
        for start, length in [each for each in begun if each not in runs]:
            first = begun.pop((start, length))
            items.append(Rect(start * side, first * side, length * side, (n - first) * side, 0, BLACK))
        begun.update((each, n) for each in sorted(runs) if each not in begun)
    return Drawing(size, size, tuple(items))


def die(face: int, x: float, y: float, line: float) -> Iterator[Item]:
    """Yield a die that shows a number, its top left corner at x and y."""
    yield Rect(x, y, FACE, FACE, line)
    for across, down in _SPOTS[face]:
        yield Circle(x + across * FACE, y + down * FACE, 0.3, 0, BLACK)


def hull_drawing(setter: Typesetter, hull: Hull, height: float = HULL_HEIGHT, width: float | None = None) -> Drawing:
    """Return the vehicle from above: an arrow to the front, armour values in its four fields.

    Walkers have eight corners.
    """
    styles, lines = setter.design.styles, setter.design.lines
    width = setter.across(HULL_WIDTH) if width is None else width
    cut = 5.0 if hull.walker else 2.2
    rear_cut = cut if hull.walker else 0.0
    left, top, right, bottom = 0.4, 2.6, width - 0.4, height
    middle, centre = (left + right) / 2, (top + bottom) / 2
    outline = [(left + cut, top), (right - cut, top), (right, top + cut), (right, bottom - rear_cut)]
    outline += [(right - rear_cut, bottom), (left + rear_cut, bottom), (left, bottom - rear_cut), (left, top + cut)]
    inner = 6.8 * width / HULL_WIDTH
    edge = min(3.0, (height - top) / 8)
    corners = ((left, top, 1, 1), (right, top, -1, 1), (left, bottom, 1, -1), (right, bottom, -1, -1))
    start = 2.5 if hull.walker else 1.6
    items: list[Item] = [
        Mark(Role.FIGURE, f"Armour: front {hull.front or '–'}, side {hull.side or '–'}, rear {hull.rear or '–'}"),
        Polygon(tuple(dict.fromkeys(outline)), lines.medium),
        Polygon(((middle - 2, top - 0.8), (middle + 2, top - 0.8), (middle, top - 2.6)), 0, BLACK),
        *(
            Segment(x + dx * start, y + dy * start, x + dx * inner, y + dy * inner, HULL_LINE)
            for x, y, dx, dy in corners
        ),
        setter.text(middle, top + 3.4 + edge, str(hull.front or ""), styles.armour, "centre"),
        setter.text(left + 4.4, centre + 1.7, str(hull.side or ""), styles.armour, "centre"),
        setter.text(right - 4.4, centre + 1.7, str(hull.side or ""), styles.armour, "centre"),
        setter.text(middle, bottom - edge, str(hull.rear or ""), styles.armour, "centre"),
        setter.text(middle, centre + 1.1, "AV", styles.caption, "centre"),
    ]
    return Drawing(width, height, tuple(items))
