"""The sizes of cards to cut out, and the marks along which they are cut and folded."""

from __future__ import annotations

from collections.abc import Iterator

from builder.record import Record
from builder.sheets.page import Item, Segment
from builder.sheets.typesetter import Typesetter

TICK, TICK_GAP, CROSS = 3.5, 1.5, 1.2
"""Crop marks: their length, their distance from the cards, half a cross, in mm."""
LIFT, LEAST_MARGIN = 3.5, 10.0
"""How much higher the head of a page stands, where its margin is so wide, in mm: crop marks have room below it then."""
LOW_TICK, LOW_GAP = 1.2, 0.8
"""Crop marks below a head that stands as low as usual, in mm."""


class CardSize(Record, frozen=True, kw_only=True):
    """The size of cards in mm: `pad` stays white inside the cut, `bar` is the height of the coloured head of a front.

    `name` is the largest type of a name, in points.

    So many stand `across` a page, `top` below where sheets begin, if it has room; folded ones have their back beside
    their front.
    """

    width: float
    height: float
    pad: float
    bar: float
    name: float
    across: int
    folded: bool = False
    top: float = 0.0

    @property
    def inner(self) -> float:
        """The width between the pads."""
        return self.width - 2 * self.pad

    @property
    def bottom(self) -> float:
        """Where the lower pad begins."""
        return self.height - self.pad


CARD_SIZES = {
    "63x88": CardSize(width=63.0, height=88.0, pad=2.5, bar=8.6, name=11.0, across=3, top=0.3),
    "70x120": CardSize(width=70.0, height=120.0, pad=3.0, bar=11.6, name=15.5, across=1, folded=True, top=5.8),
}


def crop_marks(
    setter: Typesetter, size: CardSize, left: float, across: int, lines: int, *, lifted: bool
) -> Iterator[Item]:
    """Crop marks outside, crosses where four cards meet, and a dotted line where a card is folded."""
    weight = setter.design.lines.thin
    tick, over = (TICK, TICK_GAP) if lifted else (LOW_TICK, LOW_GAP)
    right, bottom = left + across * size.width, lines * size.height
    xs = [left, right] if size.folded else [left + n * size.width for n in range(across + 1)]
    ys = [n * size.height for n in range(lines + 1)]
    for x in xs:
        yield Segment(x, -over - tick, x, -over, weight)
        yield Segment(x, bottom + TICK_GAP, x, bottom + TICK_GAP + TICK, weight)
    for y in ys:
        yield Segment(left - TICK_GAP - TICK, y, left - TICK_GAP, y, weight)
        yield Segment(right + TICK_GAP, y, right + TICK_GAP + TICK, y, weight)
    for x in xs[1:-1]:
        for y in ys[1:-1]:
            yield Segment(x - CROSS, y, x + CROSS, y, weight)
            yield Segment(x, y - CROSS, x, y + CROSS, weight)
    if size.folded:
        far = TICK_GAP + TICK
        yield Segment(left + size.width, -over - tick, left + size.width, bottom + far, weight, dotted=True)
