"""Filling pages: cards packed in order and never divided, strips one under the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builder.sheets.block import Block, Strip, moved
from builder.sheets.page import Item, Stay


@dataclass(frozen=True, slots=True)
class Content:
    """What stands on a page below its head, relative to the first row there."""

    items: tuple[Item, ...]
    stays: tuple[Stay, ...] = ()


class Flow:
    """Strips put on pages of `capacity` rows, one under the other."""

    def __init__(self, capacity: int, row_height: float) -> None:
        self.capacity = capacity
        self._height = row_height
        self._pages: list[list[Item]] = []
        self._row = 0

    @property
    def room(self) -> int:
        """Rows left on the page."""
        return self.capacity - self._row if self._pages else self.capacity

    def put(self, strip: Strip, repeat: Strip | None = None, keep: int = 0) -> None:
        """Add a strip, on a new page where it does not fit with `keep` rows more; `repeat` then stands over it."""
        if not self._pages or (self._row and strip.rows + keep > self.room):
            continues = bool(self._pages)
            self._pages.append([])
            self._row = 0
            if repeat and continues:
                self.put(repeat)
        self._pages[-1].append(moved(strip.items, 0, self._row * self._height))
        self._row += strip.rows

    def skip(self, rows: int) -> None:
        """Leave rows white, where the page goes on."""
        self._row = min(self._row + rows, self.capacity) if self._row else 0

    def contents(self) -> list[Content]:
        """The pages filled so far."""
        return [Content(tuple(items)) for items in self._pages]


def pack(blocks: Sequence[Block], capacity: int, row_height: float, one_a_page: bool) -> list[Content]:
    """Blocks in order, a row between two; one that does not fit starts the next page (overflow rule 1).

    A page that would hold one more, were blocks as low as they can be, takes it, and they are.
    """
    pages: list[list[Block]] = []
    room = -1
    for block in blocks:
        if block.least_rows > room or one_a_page:
            pages.append([])
            room = capacity
        pages[-1].append(block)
        room -= block.least_rows + 1
    return [_spread(page, capacity, row_height) for page in pages]


def _spread(page: Sequence[Block], capacity: int, row_height: float) -> Content:
    """Blocks on their rows, as high as usual as far as the page allows, the first ones first."""
    spare = capacity - sum(block.least_rows for block in page) - (len(page) - 1)
    items: list[Item] = []
    stays: list[Stay] = []
    row = 0
    for block in page:
        more = min(spare, block.rows - block.least_rows)
        spare -= more
        rows = block.least_rows + more
        top = row * row_height
        items.append(moved(block.upper, 0, top))
        if block.lower:
            items.append(moved(block.lower, 0, top + (rows - block.lower_rows) * row_height))
        own = block.within[0][1] - 1 if block.within else rows
        stays.append(Stay(block.card, block.name, top, own * row_height, block.part, block.parts))
        for card, first, height in block.within:
            stays.append(Stay(card, block.name, top + first * row_height, height * row_height))
        row += rows + 1
    return Content(tuple(items), tuple(stays))
