"""Cards on few pages: in order, and in another one where that saves a page."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from builder.sheets.block import Block
from builder.sheets.design import Grid
from builder.sheets.packing import pack

ROW = 4.0
GRID = Grid(10, ROW, 3, 190, 75, 3, 16, gap=ROW / 2)


def packed(*heights: int) -> list[list[str]]:
    """Cards of these heights in rows, on pages of 65 rows with gaps of half a row."""
    blocks = [Block(f"{n}: {rows}", "", rows, rows, ()) for n, rows in enumerate(heights)]
    contents = pack(blocks, 65 * ROW, GRID, one_a_page=False)
    return [[stay.card for stay in content.stays] for content in contents]


def test_cards_leave_their_order_only_where_that_saves_a_page() -> None:
    assert packed(30, 30, 30, 30) == [["0: 30", "1: 30"], ["2: 30", "3: 30"]]
    assert packed(40, 40, 20, 20) == [["0: 40", "2: 20"], ["1: 40", "3: 20"]]
    assert packed(20, 40, 15, 40, 10) == [["0: 20", "1: 40"], ["2: 15", "3: 40"], ["4: 10"]]


def test_only_the_last_page_is_less_than_half_full() -> None:
    assert packed(20, 60, 60) == [["1: 60"], ["2: 60"], ["0: 20"]]


@given(st.lists(st.integers(10, 65), min_size=1, max_size=14))
def test_cards_stand_on_few_pages_each_once(heights: list[int]) -> None:
    pages = packed(*heights)
    rows = [[int(card.partition(" ")[2]) for card in page] for page in pages]
    assert sorted(card for page in pages for card in page) == sorted(f"{n}: {rows}" for n, rows in enumerate(heights))
    assert all(sum(page) + (len(page) - 1) / 2 <= 65 for page in rows)
    assert all(sum(page) + (len(page) - 1) / 2 >= 32.5 for page in rows[:-1])
