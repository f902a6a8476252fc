"""Cards on few pages: in order, and in another one where that saves a page; the rules below the last of them."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from builder.exporters.designs import read_design
from builder.exporters.pdf.fonts import load_fonts
from builder.record import replace
from builder.sheets.block import Block
from builder.sheets.design import Grid
from builder.sheets.layout import layout
from builder.sheets.options import SheetOptions
from builder.sheets.packing import pack
from builder.sheets.page import Page, PageField, Pages, Text, flat
from builder.systems.blocks import RosterPage, RuleText
from builder.systems.diceless.cards import unit_cards
from tests.exporters import samples

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


def test_cards_are_put_together_in_any_way_that_saves_a_page() -> None:
    """In order, and with the highest first, the last of them would have a page of its own."""
    assert packed(26, 26, 19, 19, 19, 19) == [["0: 26", "2: 19", "3: 19"], ["1: 26", "4: 19", "5: 19"]]


def test_only_the_last_page_is_less_than_half_full() -> None:
    assert packed(20, 60, 60) == [["1: 60"], ["2: 60"], ["0: 20"]]


def test_what_a_page_has_to_spare_goes_evenly_into_its_cards() -> None:
    """Three cards of 10 and 12 rows, one of which may become 14 rows high, the others 30: 65 rows less the gaps."""
    blocks = [Block(f"{n}", "", most, least, ()) for n, (most, least) in enumerate(((30, 10), (14, 12), (30, 12)))]
    (page,) = pack(blocks, 65 * ROW, GRID, one_a_page=False)
    heights = [stay.height / ROW for stay in page.stays]
    assert heights == [24.0, 14.0, 26.0] and sum(heights) + 1 == 65


def higher(name: str, *heights: int) -> Block:
    """A card that says more with each of its heights."""
    made: Block | None = None
    for rows in heights:
        made = Block(name, "", 10, rows, (), shorter=made)
    assert made
    return made


def test_cards_are_higher_by_turns_as_long_as_their_page_has_room() -> None:
    blocks = [higher("a", 18, 22, 30), higher("b", 18, 20), higher("c", 18, 30)]
    (page,) = pack(blocks, 65 * ROW, GRID, one_a_page=False)
    assert [stay.height / ROW for stay in page.stays] == [22, 20, 18]


def test_cards_that_say_less_keep_their_order_where_longer_ones_could_not() -> None:
    blocks = [higher("a", 20, 40), higher("b", 30, 40), higher("c", 18, 20), higher("d", 18, 20)]
    contents = pack(blocks, 65 * ROW, GRID, one_a_page=False)
    assert [stay.card for content in contents for stay in content.stays] == ["a", "b", "c", "d"]


def test_cards_go_over_to_the_next_page_where_more_can_be_said_then() -> None:
    blocks = [higher(name, 16, 20) for name in "abcde"]
    contents = pack(blocks, 66 * ROW, GRID, one_a_page=False)
    assert [[stay.card for stay in content.stays] for content in contents] == [["a", "b", "c"], ["d", "e"]]
    assert [[stay.height / ROW for stay in content.stays] for content in contents] == [[20] * 3, [20] * 2]


def test_the_last_page_stays_white_for_rules_where_it_has_room_for_them() -> None:
    blocks = [higher("a", 18, 30)]
    for below, rows in ((40, 18), (50, 30)):  # Of 65 rows, half of one lies between the card and the rules.
        (page,) = pack(blocks, 65 * ROW, GRID, one_a_page=False, below=below * ROW)
        assert page.height == rows * ROW


@given(st.lists(st.integers(10, 65), min_size=1, max_size=14))
def test_cards_stand_on_few_pages_each_once(heights: list[int]) -> None:
    pages = packed(*heights)
    rows = [[int(card.partition(" ")[2]) for card in page] for page in pages]
    assert sorted(card for page in pages for card in page) == sorted(f"{n}: {rows}" for n, rows in enumerate(heights))
    assert all(sum(page) + (len(page) - 1) / 2 <= 65 for page in rows)
    assert all(sum(page) + (len(page) - 1) / 2 >= 32.5 for page in rows[:-1])


LIST = RosterPage(title="Army", system="Diceless 40K", points=Decimal(100), limit=Decimal(200))
DESIGN = Path(__file__).parents[2] / "templates/sheets/standard.yaml"


def printed(listed: RosterPage) -> Pages:
    options = SheetOptions(sheets=("roster", "units", "vehicles", "rules"))
    return layout(unit_cards(samples.BOYZ), listed, options, read_design(DESIGN), load_fonts())


def words(page: Page) -> list[str]:
    return [item.text for item in flat(page.items) if isinstance(item, Text)]


def test_rules_stand_below_the_last_card_where_they_find_room_and_the_list_says_where() -> None:
    rules = tuple(RuleText(f"Rule {n}", "Does this and that, and then some. " * 4, "D-1") for n in range(12))
    listed = replace(LIST, rules=rules)
    pages = printed(listed)
    assert [(page.sheet, page.label) for page in pages.pages] == [("roster", "R1"), ("units", "1")]
    assert "their texts: page 1" in words(pages.pages[0])
    assert {rule.title for rule in rules} <= {*words(pages.pages[1])}
    many = replace(LIST, rules=rules * 8)
    pages = printed(many)
    assert [page.sheet for page in pages.pages][:2] == ["roster", "units"]
    assert {page.sheet for page in pages.pages[2:]} <= {"units", "rules"} and "Rule 1" not in words(pages.pages[1])
    assert "their texts: sheet Rules" in words(pages.pages[0])


def test_a_table_for_the_score_has_the_turns_that_its_rows_have() -> None:
    """A page says what is scored in how many turns, or that nothing is."""
    four = tuple(replace(row, turns=(*row.turns[:4], row.turns[-1])) for row in LIST.score)
    columns = []
    for score in (LIST.score, four, ()):
        items = [*flat(printed(replace(LIST, score=score)).pages[0].items)]
        ids = [item.id for item in items if isinstance(item, PageField) and item.id.startswith("score.")]
        columns.append(len(ids))
        assert ("Score" in [item.text for item in items if isinstance(item, Text)]) is bool(score)
    assert columns == [28, 20, 0]
