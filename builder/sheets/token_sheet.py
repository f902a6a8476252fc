"""Tokens to cut out: exactly as many as the army gives, six a row or twelve small ones, with guides, rules, reasons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from builder.sheets.block import Strip, height_of, moved
from builder.sheets.packing import Content, Flow
from builder.sheets.page import Drawing, Item, Line, Placed
from builder.sheets.token_signs import SIDE, SMALL_SIDE, outline, picture, scissors
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import TokenKind

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
    """The name of a kind, with its two numbers where some are added later."""
    return f"{kind.name}: {kind.count}, and {kind.later} when the game starts" if kind.later else kind.name


def _title(setter: Typesetter, kinds: Sequence[TokenKind], words: str) -> Strip:
    design = setter.design
    styles, row, width = design.styles, design.grid.row, design.grid.width
    title, advice = setter.text(0, row + 0.6, words, styles.name), setter.text(0, 2 * row + 0.6, ADVICE, styles.fact)
    items: list[Item] = [Line(0, 0, width, 0, design.lines.block), title, advice]
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
        yield Line(x, top - TICK_GAP - TICK, x, top - TICK_GAP, weights.thin)
        yield Line(x, bottom + TICK_GAP, x, bottom + TICK_GAP + TICK, weights.thin)
        yield Line(x, top, x, bottom, weights.thin, dotted=True)
    for n in range(lines + 1):
        y = top + n * side
        yield Line(left - TICK_GAP - TICK, y, left - TICK_GAP, y, weights.thin)
        yield Line(right + TICK_GAP, y, right + TICK_GAP + TICK, y, weights.thin)
        yield Line(left, y, right, y, weights.thin, dotted=True)
    yield from scissors(0, top)


def _token(setter: Typesetter, kind: TokenKind) -> Drawing:
    styles = setter.design.styles

    def make() -> Drawing:
        if kind.small:
            name = setter.text(SMALL_SIDE / 2, SMALL_SIDE / 2 + 0.9, kind.name.upper(), styles.step, "centre")
            return Drawing(SMALL_SIDE, SMALL_SIDE, (*outline(kind.outline, SMALL_SIDE), name))
        items = [*outline(kind.outline), *picture(kind.outline)]
        y = NAME_BASELINE
        for text, style in ((kind.name.upper(), styles.group), (kind.line, styles.caption)):
            for line in setter.wrap(text, style, TEXT_WIDTH):
                items.append(setter.text(SIDE / 2, y, line, style, "centre"))
                y += LINE_PITCH
        return Drawing(SIDE, SIDE, tuple(items))

    return setter.kept(Drawing, ("token", kind.name, kind.outline, kind.line, kind.small), make)


def _rules(setter: Typesetter, kinds: Sequence[TokenKind]) -> Strip:
    """The rule of each kind, side by side."""
    design = setter.design
    styles, row, width = design.styles, design.grid.row, design.grid.width
    pitch = (width + RULE_GAP) / len(kinds)
    items: list[Item] = [Line(0, 0, width, 0, design.lines.head)]
    rows = 0
    for n, kind in enumerate(kinds):
        lines = setter.wrap(kind.text, styles.fact, pitch - RULE_GAP)
        column = [setter.text(0, row + setter.baseline, kind.name, styles.group)]
        column += [setter.text(0, (m + 2) * row + setter.baseline, line, styles.fact) for m, line in enumerate(lines)]
        items.append(moved(column, n * pitch, 0))
        rows = max(rows, 2 + len(lines))
    return Strip(rows + 1, tuple(items))


def _sources(setter: Typesetter, kinds: Sequence[TokenKind]) -> Iterator[Strip]:
    """Where the tokens come from."""
    design = setter.design
    styles, row, width = design.styles, design.grid.row, design.grid.width
    head = (
        Line(0, 0, width, 0, design.lines.head),
        setter.text(0, row + setter.baseline, "Where they come from", styles.group),
    )
    yield Strip(2, head)
    for kind in kinds:
        for label, sources in (
            (f"{kind.name} {kind.count}", kind.sources),
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
