"""Tokens to cut out: exactly as many as the army gives, six a row or twelve small ones, with guides, rules, reasons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, cos, pi, radians, sin, tan

from builder.sheets.block import Strip, height_of, moved
from builder.sheets.packing import Content, Flow
from builder.sheets.page import Circle, Drawing, Item, Placed, Polygon, Segment
from builder.sheets.signs import BLACK, WHITE, star
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import Outline, TokenKind

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
            if side >= SMALL_SIDE:
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
        yield Segment(x + 1.8, y + side * 0.8, x + 5, y - side * 0.9, FINE)


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
        yield Segment(
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
        yield Segment(new[0] + 2.4 * across, new[1] + 2.4 * down, new[0] + 4.2 * across, new[1] + 4.2 * down, FINE)
    yield Segment(old[0], old[1], new[0] - 2.6, new[1] + 1.07, 0.8)
    yield Polygon(
        ((new[0] - 1.5, new[1] + 0.6), (new[0] - 3.0, new[1] + 0.3), (new[0] - 2.4, new[1] + 1.9)), 0.2, BLACK
    )


def _cartridge(x: float) -> Polygon:
    """Return a cartridge, its middle at x."""
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
    """Return an arm of the whirl, thin at both ends."""
    steps = 24
    outer: list[tuple[float, float]] = []
    inner: list[tuple[float, float]] = []
    for n in range(steps + 1):
        share = n / steps
        angle, radius, thick = turn + share * 1.6 * pi, 0.5 + 4.2 * share, 0.75 * sin(pi * share) + 0.1
        for edge, reach in ((outer, radius + thick), (inner, radius - thick)):
            edge.append((MIDDLE + reach * cos(angle), PICTURE_Y + reach * sin(angle)))
    return Polygon((*outer, *reversed(inner)), 0, BLACK)


GRID_WIDTH = 168.0
"""Of tokens side by side, in mm."""
TICK, TICK_GAP = 3.8, 1.2
TICK_ROWS = 2
"""Rows over and under the tokens for the ticks."""
TEXT_WIDTH = 21.0
NAME_BASELINE, LINE_PITCH = 17.6, 3.3
TITLE_ROWS = 3
COUNT_ROOM = 8.0
RULE_GAP = 6.0
SOURCES_LEFT = 24.0
ADVICE = "Exactly as many as the army gives. Cut along the ticks."
ADVICE_ON_SEVERAL = "As many as the army gives: some stand for several. Cut along the ticks."
SMALL_TEXT_WIDTH, SMALL_PITCH = 8.4, 3.0
"""The room of the name on a small token, and from one line of it to the next, in mm."""


def token_pages(setter: Typesetter, kinds: Sequence[TokenKind], title: str, capacity: int) -> list[Content]:
    """Pages of tokens; none where the army gives none."""
    if not kinds:
        return []
    row = setter.design.grid.row
    flow = Flow(capacity, row)
    flow.put(_title(setter, kinds, title))
    for side in (SIDE, SMALL_SIDE):
        tokens = [kind for kind in kinds if _side(kind) == side for _ in range(kind.total)]
        across = round(GRID_WIDTH / side)
        while tokens:
            room = flow.room if flow.room * row >= side + 2 * TICK_ROWS * row else capacity
            lines = int((room - 2 * TICK_ROWS) * row / side)
            some, tokens = tokens[: lines * across], tokens[lines * across :]
            flow.put(_grid(setter, some, side))
    sources = list(_sources(setter, kinds))
    together = height_of(sources)
    flow.put(_rules(setter, kinds), keep=together if together < capacity // 2 else 0)
    for strip in sources:
        flow.put(strip)
    return flow.contents()


def _side(kind: TokenKind) -> float:
    return SMALL_SIDE if kind.small else SIDE


def later_text(kind: TokenKind) -> str:
    """Return the name of a kind, with its two numbers where some are added later."""
    return f"{kind.name}: {kind.count}, and {kind.later} when the game starts" if kind.later else kind.name


def _title(setter: Typesetter, kinds: Sequence[TokenKind], words: str) -> Strip:
    design = setter.design
    styles, row, width = design.styles, design.grid.row, design.grid.width
    told = ADVICE_ON_SEVERAL if any(kind.needed for kind in kinds) else ADVICE
    title, advice = setter.text(0, row + 0.6, words, styles.name), setter.text(0, 2 * row + 0.6, told, styles.fact)
    items: list[Item] = [Segment(0, 0, width, 0, design.lines.block), title, advice]
    rooms = [max(setter.width(later_text(kind), styles.fact), COUNT_ROOM) for kind in kinds]
    beside = max(title.width, advice.width) + sum(rooms) + RULE_GAP * len(kinds) <= width
    rows = TITLE_ROWS if beside else 2 * TITLE_ROWS - 1
    right, base = width, (rows - 2) * row + 0.6
    for kind, room in zip(reversed(kinds), reversed(rooms), strict=True):
        items.append(setter.text(right - room / 2, base, str(kind.total), styles.token, "centre"))
        items.append(setter.text(right - room / 2, base + row, later_text(kind), styles.fact, "centre"))
        right -= room + RULE_GAP
    return Strip(rows, tuple(items))


def _grid(setter: Typesetter, tokens: Sequence[TokenKind], side: float) -> Strip:
    """Tokens in lines, dotted guides between (one cut serves two), ticks on all four sides."""
    grid = setter.design.grid
    across = round(GRID_WIDTH / side)
    lines = -(-len(tokens) // across)
    left, top = (grid.width - GRID_WIDTH) / 2, TICK_ROWS * grid.row
    items: list[Item] = list(_guides(setter, left, top, lines, side))
    for n, kind in enumerate(tokens):
        line, column = divmod(n, across)
        items.append(Placed(left + column * side, top + line * side, _token(setter, kind)))
    return Strip(2 * TICK_ROWS + ceil(lines * side / grid.row), tuple(items))


def _guides(setter: Typesetter, left: float, top: float, lines: int, side: float) -> Iterator[Item]:
    weights = setter.design.lines
    right, bottom = left + GRID_WIDTH, top + lines * side
    for n in range(round(GRID_WIDTH / side) + 1):
        x = left + n * side
        yield Segment(x, top - TICK_GAP - TICK, x, top - TICK_GAP, weights.thin)
        yield Segment(x, bottom + TICK_GAP, x, bottom + TICK_GAP + TICK, weights.thin)
        yield Segment(x, top, x, bottom, weights.thin, dotted=True)
    for n in range(lines + 1):
        y = top + n * side
        yield Segment(left - TICK_GAP - TICK, y, left - TICK_GAP, y, weights.thin)
        yield Segment(right + TICK_GAP, y, right + TICK_GAP + TICK, y, weights.thin)
        yield Segment(left, y, right, y, weights.thin, dotted=True)
    yield from scissors(0, top)


def _token(setter: Typesetter, kind: TokenKind) -> Drawing:
    styles = setter.design.styles

    def make() -> Drawing:
        if kind.small:
            lines = setter.wrap(kind.name.upper(), styles.step, SMALL_TEXT_WIDTH)
            middle, top = SMALL_SIDE / 2, SMALL_SIDE / 2 + 0.9 - (len(lines) - 1) * SMALL_PITCH / 2
            names = (
                setter.text(middle, top + n * SMALL_PITCH, line, styles.step, "centre") for n, line in enumerate(lines)
            )
            return Drawing(SMALL_SIDE, SMALL_SIDE, (*outline(kind.outline, SMALL_SIDE), *names))
        items = [*outline(kind.outline), *picture(kind.outline)]
        y = NAME_BASELINE
        for text, style in ((kind.name.upper(), styles.group), (kind.line, styles.caption)):
            for line in setter.wrap(text, style, TEXT_WIDTH):
                items.append(setter.text(SIDE / 2, y, line, style, "centre"))
                y += LINE_PITCH
        return Drawing(SIDE, SIDE, tuple(items))

    return setter.kept(Drawing, ("token", kind.name, kind.outline, kind.line, kind.small), make)


def _rules(setter: Typesetter, kinds: Sequence[TokenKind]) -> Strip:
    """Return the rule of each kind, side by side."""
    design = setter.design
    styles, row, width = design.styles, design.grid.row, design.grid.width
    pitch = (width + RULE_GAP) / len(kinds)
    items: list[Item] = [Segment(0, 0, width, 0, design.lines.head)]
    rows = 0
    for n, kind in enumerate(kinds):
        lines = setter.wrap(kind.text, styles.fact, pitch - RULE_GAP)
        column = [setter.text(0, row + setter.baseline, kind.name, styles.group)]
        column += [setter.text(0, (m + 2) * row + setter.baseline, line, styles.fact) for m, line in enumerate(lines)]
        items.append(moved(column, n * pitch, 0))
        rows = max(rows, 2 + len(lines))
    return Strip(rows + 1, tuple(items))


def _sources(setter: Typesetter, kinds: Sequence[TokenKind]) -> Iterator[Strip]:
    """Yield where the tokens come from."""
    design = setter.design
    styles, row, width = design.styles, design.grid.row, design.grid.width
    head = (
        Segment(0, 0, width, 0, design.lines.head),
        setter.text(0, row + setter.baseline, "Where they come from", styles.group),
    )
    yield Strip(2, head)
    for kind in kinds:
        for label, sources in (
            (f"{kind.name} {kind.needed or kind.count}", kind.sources),
            (f"{kind.name} + {kind.later}", kind.later_sources),
        ):
            labels = setter.wrap(label, styles.cell_name, SOURCES_LEFT - 2)
            lines = setter.wrap(" · ".join(sources), styles.fact, width - SOURCES_LEFT)
            for n in range(max(len(labels), len(lines)) if sources else 0):
                items: list[Item] = [
                    setter.text(0, setter.baseline, text, styles.cell_name) for text in labels[n : n + 1]
                ]
                items += [setter.text(SOURCES_LEFT, setter.baseline, text, styles.fact) for text in lines[n : n + 1]]
                yield Strip(1, tuple(items))
