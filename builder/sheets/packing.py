"""How pages are filled: with strips one under the other, or with cards, on as few pages as they need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import ceil
from typing import NamedTuple

from builder.record import Record, replace
from builder.sheets.block import Block, Strip, line_to_write_on, moved
from builder.sheets.design import Grid
from builder.sheets.page import CARD, PLAIN, Item, Stay
from builder.sheets.rule_lines import RULED
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import RuleText

LEAST_FULL = 0.8
"""The cards of a page, as high as they want to be, fill so much of it where another order costs no page."""
LEAST_CARDS = 3
"""A page has so many cards at least, where it has room for as many of the usual height, and the order can be so."""
MOST_TRIED, FINE = 24, 20
"""So many cards are put together in any way where that may save a page, and the parts of a row by which they are."""
FEWEST_LINES = 3
"""So many lines to write on stand below the last card of a page at least, where cards leave it white."""


class Content(Record, frozen=True):
    """What stands on a page below its head, relative to the first row there.

    Args:
        height: where that is known, in mm.
        rows: the rows of the list on it, by the first card of each unit, placed as cards are.
        told: the rules that its cards tell with all of their words, by the ids of these.
        lift: how much higher than usual its head stands, in mm.
        key: what its head says of it, in place of the usual key of its sheet.
    """

    items: tuple[Item, ...]
    stays: tuple[Stay, ...] = ()
    height: float = 0.0
    key: str | None = None
    lift: float = 0.0
    rows: tuple[Stay, ...] = ()
    told: tuple[tuple[str, RuleText], ...] = ()


class Flow:
    """Strips put on pages of `capacity` rows, one under the other."""

    def __init__(self, capacity: int, row_height: float) -> None:
        self.capacity = capacity
        self._height = row_height
        self._pages: list[list[Item]] = []
        self._rows: list[list[Stay]] = []
        self._row = 0.0

    @property
    def room(self) -> float:
        """Rows left on the page."""
        return self.capacity - self._row if self._pages else self.capacity

    def put(self, strip: Strip, repeat: Strip | None = None, keep: float = 0, card: str = "") -> None:
        """Add a strip, on a new page where it does not fit with `keep` rows more; `repeat` then stands over it.

        The row of a unit in a list says which `card` is the unit's.
        """
        if not self._pages or (self._row and strip.rows + keep > self.room):
            continues = bool(self._pages)
            self._pages.append([])
            self._rows.append([])
            self._row = 0
            if repeat and continues:
                self.put(repeat)
        self._pages[-1].append(moved(strip.items, 0, self._row * self._height))
        if card:
            self._rows[-1].append(Stay(card, "", self._row * self._height, strip.rows * self._height))
        self._row += strip.rows

    def skip(self, rows: float) -> None:
        """Leave rows white, where the page goes on."""
        self._row = min(self._row + rows, self.capacity) if self._row else 0

    def contents(self) -> list[Content]:
        """Return the pages filled so far, the last with its height."""
        pairs = zip(self._pages, self._rows, strict=True)
        contents = [Content(tuple(items), rows=tuple(rows)) for items, rows in pairs]
        return [*contents[:-1], *(replace(last, height=self._row * self._height) for last in contents[-1:])]


def with_lines(setter: Typesetter, page: Content, room: float) -> Content:
    """Return a page with lines to write on below its cards, where `room` mm leave white for some: down to its foot."""
    grid, top = setter.design.grid, page.height + setter.design.grid.gap
    white = room - top - setter.baseline
    count = int(white / RULED)
    if count < FEWEST_LINES:
        return page
    lines = [line_to_write_on(setter, 0, room - n * white / count, grid.width) for n in range(count)]
    caption = setter.text(0, top + setter.baseline, "Notes", setter.design.styles.faint)
    return replace(page, items=(*page.items, PLAIN, caption, *lines))


def pack(blocks: Sequence[Block], room: float, grid: Grid, one_a_page: bool, below: float = 0) -> list[Content]:
    """Put blocks on as few pages of `room` mm as they need, in order where that costs no page (overflow rule 1).

    Blocks are as low as they can be where a page then holds one more; what it has room for says more. A page that is
    not half full is the last. So many mm `below` the last card stay white, where its page has them.
    """
    gap = grid.gap / grid.row
    paper = _Paper(room / grid.row, gap, grid.block_rows, below / grid.row + gap if below else 0)
    higher = {id(block.shorter): block for top in blocks if top.shorter for block in top.chain() if block.shorter}
    ways = [blocks, [block.lowest() for block in blocks]] if higher else [blocks]
    places = {(block.card, block.part): n for n, block in enumerate(blocks)}

    wanted = {(top.card, top.part): max(top.rows, top.least_rows) for top in blocks}

    def is_full(page: Sequence[Block]) -> bool:
        return sum([wanted[block.card, block.part] + gap for block in page]) - gap >= LEAST_FULL * paper.rows

    def cost(pages: Sequence[Sequence[Block]]) -> tuple[int, int, bool, int, bool]:
        count, few, lacks_room = paper.cost(pages)
        order = [places[block.card, block.part] for page in pages for block in page]
        white = 0 if one_a_page else sum([not is_full(page) for page in pages[:-1]])
        return count, few, order != sorted(order), white, lacks_room

    pages = min((_filled(way, paper, one_a_page) for way in ways), key=cost)
    if higher:
        pages = [[block.lowest() for block in page] for page in pages]
    if not one_a_page and all(block.parts == 1 for block in blocks):
        _leave_none_alone(pages, paper)
    foot = paper.below if pages and paper.has_room_below(pages[-1]) else 0
    if higher and not foot and not one_a_page and all(block.parts == 1 for block in blocks):
        tops = {id(block): top for top in blocks for block in top.chain()}
        _even(pages, {block: max(top.rows, top.least_rows) for block, top in tops.items()}, paper)
    contents = []
    for page in pages:
        capacity = paper.rows - foot if page is pages[-1] else paper.rows
        contents.append(_spread(_saying_more(page, higher, capacity, gap) if higher else page, capacity, grid))
    return contents


class _Paper(NamedTuple):
    """The rows of a page, those between cards, those of a usual card, and those wanted below the last one."""

    rows: float
    gap: float
    usual: float
    below: float

    @property
    def least(self) -> int:
        """How many cards a page is to have, where their order can be so."""
        return min(LEAST_CARDS, int((self.rows + self.gap) / (self.usual + self.gap)))

    def has_room_below(self, page: Sequence[Block]) -> bool:
        """Whether a page has the rows that are wanted below its cards."""
        return _taken([block.lowest() for block in page], self.gap) + self.below <= self.rows

    def cost(self, pages: Sequence[Sequence[Block]]) -> tuple[int, int, bool]:
        """Return how many pages there are, how many but the last have few cards, and whether that lacks room below."""
        few = sum([len(page) < self.least for page in pages[:-1]])
        return len(pages), few, bool(pages) and not self.has_room_below(pages[-1])


def _leave_none_alone(pages: list[list[Block]], paper: _Paper) -> None:
    """Move the last card of the page before a last one to its only card, where that leaves it no emptier than half.

    Blank cards, which have no name, stay in their pages.
    """
    if len(pages) < 2 or len(pages[-1]) > 1 or len(pages[-2]) <= paper.least or not pages[-1][0].name:
        return
    longer = [pages[-2][-1], *pages[-1]]
    has_room = _taken(longer, paper.gap) + (paper.below if paper.has_room_below(pages[-1]) else 0) <= paper.rows
    if has_room and _taken(pages[-2][:-1], paper.gap) >= paper.rows / 2:
        pages[-1].insert(0, pages[-2].pop())


def _even(pages: list[list[Block]], wanted: Mapping[int, float], paper: _Paper) -> None:
    """Move the last card of a page to the next one, from the end, where fewer rows that cards want are missing then."""

    def missing(page: Sequence[Block]) -> float:
        return max(0.0, sum([wanted[id(block)] + paper.gap for block in page]) - paper.gap - paper.rows)

    def is_full(page: Sequence[Block]) -> bool:
        return sum([wanted[id(block)] + paper.gap for block in page]) - paper.gap >= LEAST_FULL * paper.rows

    for page, following in reversed([*pairwise(pages)]):
        while len(page) > paper.least and is_full(page[:-1]):
            longer = [page[-1], *following]
            before = missing(page) + missing(following)
            if _taken(longer, paper.gap) > paper.rows or missing(page[:-1]) + missing(longer) >= before:
                break
            following.insert(0, page.pop())


def _filled(blocks: Sequence[Block], paper: _Paper, one_a_page: bool) -> list[list[Block]]:
    if one_a_page:
        return [[block] for block in blocks]
    pages = _in_order(blocks, paper.rows, paper.gap)
    if all(block.parts == 1 for block in blocks):  # Those of one card go on one behind the other.
        others = (way(blocks, paper.rows, paper.gap) for way in (_first_fit, _largest_first))
        pages = min((pages, *others), key=lambda way: paper.cost(way)[:2])
        least = ceil((_taken(blocks, paper.gap) + paper.gap) / (paper.rows + paper.gap))
        if len(pages) > least and len(blocks) <= MOST_TRIED:
            pages = min((pages, _fullest(blocks, paper.rows, paper.gap)), key=lambda way: paper.cost(way)[:2])
        pages.sort(key=lambda page: _taken(page, paper.gap) < paper.rows / 2)
    return pages


def _saying_more(page: Sequence[Block], higher: Mapping[int, Block], capacity: float, gap: float) -> list[Block]:
    """Return the blocks of a page, higher by turns as long as it has room and they say more by that."""
    told = [*page]
    room = capacity - _taken(told, gap)
    growing = [*range(len(told))]
    while growing:
        for n in [*growing]:
            more = higher.get(id(told[n]))
            wanted = more.least_rows - told[n].least_rows if more else 0
            if more is None or wanted > room:
                growing.remove(n)
                continue
            told[n] = more
            room -= wanted
    return told


def _taken(page: Sequence[Block], gap: float) -> float:
    return sum([block.least_rows + gap for block in page]) - gap


def _in_order(blocks: Sequence[Block], capacity: float, gap: float) -> list[list[Block]]:
    pages: list[list[Block]] = []
    room = -1.0
    for block in blocks:
        if block.least_rows > room:
            pages.append([])
            room = capacity
        pages[-1].append(block)
        room -= block.least_rows + gap
    return pages


def _first_fit(blocks: Sequence[Block], capacity: float, gap: float) -> list[list[Block]]:
    """Each block on the first page with room for it."""
    least = min((block.least_rows for block in blocks), default=0)
    pages: list[list[Block]] = []
    open_pages: list[tuple[list[Block], float]] = []
    for block in blocks:
        found = next((n for n, (_, room) in enumerate(open_pages) if block.least_rows <= room), None)
        if found is None:
            pages.append([])
            open_pages.append((pages[-1], capacity))
            found = len(open_pages) - 1
        page, room = open_pages[found]
        page.append(block)
        open_pages[found] = (page, room - block.least_rows - gap)
        if open_pages[found][1] < least:
            del open_pages[found]
    return pages


def _largest_first(blocks: Sequence[Block], capacity: float, gap: float) -> list[list[Block]]:
    """The highest blocks first, then what fits beside them; on each page, and from page to page, in the usual order."""
    places = {id(block): n for n, block in enumerate(blocks)}
    pages = _first_fit(sorted(blocks, key=lambda block: -block.least_rows), capacity, gap)
    ordered = [sorted(page, key=lambda block: places[id(block)]) for page in pages]
    return sorted(ordered, key=lambda page: places[id(page[0])])


def _fullest(blocks: Sequence[Block], capacity: float, gap: float) -> list[list[Block]]:
    """Each page with those blocks that fill it best: the first that is left, and the earliest others that do."""
    left = [*blocks]
    pages: list[list[Block]] = []
    while left:
        ways: dict[int, tuple[int, ...]] = {ceil((left[0].least_rows + gap) * FINE): (0,)}
        for n, block in enumerate(left[1:], 1):
            rows = ceil((block.least_rows + gap) * FINE)
            for taken, way in [*ways.items()]:
                if taken + rows <= (capacity + gap) * FINE:
                    ways.setdefault(taken + rows, (*way, n))
        best = ways[max(ways)]
        pages.append([left[n] for n in best])
        left = [block for n, block in enumerate(left) if n not in best]
    return pages


def _shares(wanted: Sequence[float], spare: float) -> list[float]:
    """Return how many rows each block gets of those to spare: as many as the others, and no more than it wants."""
    shares = [0.0] * len(wanted)
    for left, n in zip(range(len(wanted), 0, -1), sorted(range(len(wanted)), key=wanted.__getitem__), strict=True):
        shares[n] = max(0.0, min(wanted[n], spare / left))
        spare -= shares[n]
    return shares


def _spread(page: Sequence[Block], capacity: float, grid: Grid) -> Content:
    """Return blocks below each other; what the page has to spare goes evenly into those lower than usual."""
    gap = grid.gap / grid.row
    added = _shares([block.rows - block.least_rows for block in page], capacity - _taken(page, gap))
    items: list[Item] = []
    stays: list[Stay] = []
    row = 0.0
    for block, more in zip(page, added, strict=True):
        rows = block.least_rows + more
        top = row * grid.row
        parts: list[Item] = [CARD, moved(block.upper, 0, 0)]
        if block.lower:
            parts.append(moved(block.lower, 0, (rows - block.lower_rows) * grid.row))
        items.append(moved(parts, 0, top))
        own = block.within[0][1] - 1 if block.within else rows
        stays.append(Stay(block.card, block.name, top, own * grid.row, block.part, block.parts))
        for card, first, height in block.within:
            stays.append(Stay(card, block.name, top + first * grid.row, height * grid.row))
        row += rows + gap
    ids = [(block, id_) for block in page for id_ in (block.card, *(id_ for id_, *_ in block.within))]
    told = tuple([(id_, rule) for block, id_ in ids for rule in block.told])
    return Content(tuple(items), tuple(stays), (row - gap) * grid.row, told=told)
