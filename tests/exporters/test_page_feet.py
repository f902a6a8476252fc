"""What stands below the last card of a page: rules, or lines to write on."""

from __future__ import annotations

import pytest

from builder.exporters.designs import read_design
from builder.exporters.pdf.fonts import load_fonts
from builder.record import replace
from builder.services.export.files import roster_page_of
from builder.sheets.layout import layout
from builder.sheets.options import SheetOptions
from builder.sheets.page import Page, Rect, Segment, Text, flat
from builder.sheets.roster_list import list_to_scan
from builder.sheets.rules_sheet import MOST_SCANNED, code_to_scan
from builder.sheets.typesetter import Typesetter
from tests.exporters.test_starter_sheets import DESIGN, FILLED_IN, army, laid_out, words
from tests.starters import EACH_STARTER

SHEETS = ("roster", "units", "vehicles", "tokens", "template", "aid", "reference", "rules")
MARGIN, WHITE, LINES_BEGIN = 10.0, 30.0, 101.0
"""The margin of a page, with it what is white over it at most, less than three lines and their title; and
where damage lines begin, in mm."""


def lowest(page: Page) -> float:
    """Where the last line to write on, or the last word, stands."""
    return max(
        max(item.y1, item.y2) if isinstance(item, Segment) else item.y
        for item in flat(page.items)
        if isinstance(item, Text | Segment)
    )


def lines_to_write_on(page: Page) -> int:
    """How many dotted lines a page has from side to side."""
    wide = page.width / 2
    return sum(isinstance(item, Segment) and item.dotted and item.x2 - item.x1 > wide for item in flat(page.items))


@pytest.mark.parametrize("name", EACH_STARTER)
def test_a_page_of_cards_has_words_or_lines_to_its_foot(name: str) -> None:
    for page in laid_out(name, SheetOptions(sheets=FILLED_IN)).pages[:-1]:
        assert lowest(page) > page.height - WHITE


def test_lines_to_write_on_end_at_the_margin() -> None:
    """However many that takes: nothing is white below them."""
    for name in ("orks-1000", "lethal-chaos-1000", "epic-orks-3000"):
        *_, last = laid_out(name, SheetOptions()).pages
        assert lines_to_write_on(last) > 3 and lowest(last) == pytest.approx(last.height - MARGIN), name


def test_vehicles_are_told_below_their_unit_where_the_column_does_not_count_them() -> None:
    """A gun with its crew too; a vehicle that is the whole unit goes without saying."""
    page = roster_page_of(army("plain-orks-500"))
    row = replace(page.rows[0], detail="Big gun")
    crewed, squadron, alone = (
        replace(row, models=models, vehicles=vehicles) for models, vehicles in ((4, 1), (3, 3), (1, 1))
    )
    roster = SheetOptions(sheets=("roster",))
    for shown, figure, told in (
        (crewed, "3", "1 vehicle. Big gun"),
        (squadron, "–", "3 vehicles. Big gun"),
        (alone, "–", "Big gun"),
    ):
        (sheet,) = layout((), replace(page, rows=(shown,)), roster, read_design(DESIGN), load_fonts()).pages
        words = {item.text for item in flat(sheet.items) if isinstance(item, Text)}
        assert {figure, told} <= words


@pytest.mark.parametrize(("name", "across"), [("lethal-chaos-1000", True), ("space-marines-1000", False)])
def test_the_score_stands_at_the_foot_of_the_list(name: str, across: bool) -> None:
    """Over the whole page where what stands beside the list leaves room, with lines to write on over it."""
    page = laid_out(name, SheetOptions()).pages[0]
    items = [*flat(page.items)]
    score = next(item.y for item in items if isinstance(item, Text) and item.text == "Score")
    (end,) = {
        round(item.x2)
        for item in items
        if isinstance(item, Segment) and not item.dotted and item.y1 == item.y2 and item.x1 < 11 and item.y1 > score + 9
    }
    assert end == (200 if across else 136)
    assert lowest(page) == pytest.approx(page.height - MARGIN, abs=4)
    dots = {round(item.x1) for item in items if isinstance(item, Segment) and item.dotted}
    assert not across or dots == {10, 140}


def test_signs_of_the_list_stand_beside_its_sum_where_they_have_room() -> None:
    def rows_between(name: str) -> float:
        items = [item for item in flat(laid_out(name, SheetOptions()).pages[0].items) if isinstance(item, Text)]
        (total,) = (item.y for item in items if item.text == "Total")
        (sign,) = (item.y for item in items if item.text == "transport")
        return sign - total

    assert rows_between("orks-1000") < 1 < 4 < rows_between("space-marines-1000")


def test_the_copy_of_an_opponent_has_no_lines_below_its_cards() -> None:
    """What stands there is what its owner notes."""
    own, others = (
        laid_out("lethal-marines-1000", SheetOptions(sheets=FILLED_IN, opponent=opponent)).pages[0]
        for opponent in (False, True)
    )
    assert lowest(own) > lowest(others) + WHITE


@pytest.mark.parametrize(("name", "pages"), [("epic-orks-3000", 5), ("lethal-levy-500", 6)])
def test_rules_stand_below_the_tables_that_are_looked_up_where_cards_leave_no_room(name: str, pages: int) -> None:
    """Then the list says so; where they stand below the last card, it names that page."""
    made = laid_out(name, SheetOptions(sheets=SHEETS))
    assert len(made.pages) == pages and "Rules" in [mark.title for mark in made.outline]
    words = " ".join(item.text for item in flat(made.pages[0].items) if isinstance(item, Text))
    assert ("their texts: sheet Turn and tables" in words) == (name == "epic-orks-3000")
    assert "sheet Rules" not in words


def test_tables_of_the_page_to_play_by_are_not_printed_twice() -> None:
    """In Epic it has all of them; then the rules of the army stand below it."""
    (page,) = laid_out("epic-orks-3000", SheetOptions(sheets=("aid", "reference", "rules"))).pages
    told = [item.text for item in flat(page.items) if isinstance(item, Text)]
    assert told.count("Sustained fire") == 2 and "Rules of this army" in told, "as an action, and where it hits"
    (alone,) = laid_out("epic-orks-3000", SheetOptions(sheets=("reference",))).pages
    assert "Action test" in {item.text for item in flat(alone.items) if isinstance(item, Text)}


@pytest.mark.parametrize("name", ["epic-imperial-guard-3000", "space-marines-500"])
def test_columns_of_notes_are_about_as_low_as_each_other(name: str) -> None:
    """And a phase of a few notes stands in one of them."""
    own, options = army(name), SheetOptions(sheets=("notes",))
    (page,) = layout((), roster_page_of(own, options), options, read_design(DESIGN), load_fonts()).pages
    words = [item for item in flat(page.items) if isinstance(item, Text) and item.y > 20]
    left, right = ([item.y for item in words if (item.x < 105) is first] for first in (True, False))
    assert max(left) > 0.7 * max(right) and max(right) > 0.7 * max(left)
    heads = [item.text for item in words if item.style.size == 9.5]
    assert heads.count("At any time") == (2 if name.startswith("epic") else 1) and heads.count("Shooting") < 2


def test_no_page_is_left_a_quarter_white_so_that_another_tells_more() -> None:
    """Rules of weapons say less on the first page, which has four units; the last has room for all rules."""
    pages = laid_out("lethal-chaos-1000", SheetOptions()).pages
    assert [len(page.stays) for page in pages if page.sheet != "roster"] == [4, 5, 2]
    assert "Rules of this army" in {item.text for item in flat(pages[-1].items) if isinstance(item, Text)}


def test_damage_lines_that_are_looked_up_are_true_to_scale() -> None:
    """A figure stands where it is from the beginning of its line, a third of the way for 12 of 36."""
    (page,) = laid_out("space-marines-1000", SheetOptions(sheets=("aid",))).pages
    items = [*flat(page.items)]
    head = next(item.y for item in items if isinstance(item, Text) and item.text == "Damage lines")
    letters = {
        item.text: item.y for item in items if isinstance(item, Text) and item.style.size == 10 and item.y > head
    }
    assert [*letters] == ["A", "B", "C", "D", "E", "F"]
    for line, figures in {"A": [36], "C": [12, 24, 36], "F": [6, 12, 18, 24, 30, 36]}.items():
        row = [item for item in items if abs(getattr(item, "y", 0) - letters[line]) < 0.1 and isinstance(item, Text)]
        shown = {
            int(item.text): item.x + item.width / 2 for item in row if item.x > 100 and item.style.weight == "bold"
        }
        scale = (shown[36] - LINES_BEGIN) / 36
        assert [*shown] == figures
        assert all(x == pytest.approx(LINES_BEGIN + scale * figure, abs=0.1) for figure, x in shown.items())


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_turn_ends_where_what_is_looked_up_ends(paper: str) -> None:
    (page,) = laid_out("space-marines-1000", SheetOptions(sheets=("aid",), paper=paper)).pages
    texts = [item for item in flat(page.items) if isinstance(item, Text)]
    turn, tables = (max(item.y for item in texts if (item.x < 72) == left) for left in (True, False))
    assert abs(turn - tables) < 4


@pytest.mark.parametrize(("name", "least"), [("lethal-levy-500", 22), ("space-marines-1000", 24)])
def test_the_code_to_scan_is_as_large_as_its_squares_need(name: str, least: float) -> None:
    setter = Typesetter(read_design(DESIGN), load_fonts())
    rows = setter.squares(list_to_scan(roster_page_of(army(name)), MOST_SCANNED))
    items, side = code_to_scan(setter, roster_page_of(army(name)))
    assert least - 0.3 < side < least + 2 and side / len(rows) >= 0.45
    drawn = [item for item in flat((*items,)) if isinstance(item, Rect) and item.y > 10]
    assert max(item.x + item.width for item in drawn) == pytest.approx(side)


def test_the_score_stands_closer_to_what_is_above_it_where_it_has_no_room_else() -> None:
    pages = laid_out("plain-space-marines-500", SheetOptions(larger_text=True)).pages
    assert len(pages) == 3
    assert "Points destroyed, mine" in words(pages[0])
