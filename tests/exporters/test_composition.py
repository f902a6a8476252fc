"""How armies fill their pages: few of them, none half empty but the last, and rules told where there is room."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.exporters.designs import read_design
from builder.exporters.pdf.fonts import load_fonts
from builder.record import replace
from builder.services.export.files import roster_page_of
from builder.sheets.options import SheetOptions
from builder.sheets.page import Text, flat
from builder.sheets.rule_lines import LEFT_OUT, word_lines
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import RuleText, VehicleCard
from tests.exporters.test_starter_sheets import DESIGN, FILLED_IN, OPTIONS, army, boxes, laid_out, lay_out, words
from tests.starters import EACH_STARTER, STARTERS

LIST_ENDS, SCORE_ROOM = 130.0, 60.0
"""Where the list ends on A4, and what the score and the margin below it need, in mm."""
MOST_PAGES = {
    "epic-imperial-guard-3000": 3,
    "epic-orks-3000": 3,
    "epic-space-marines-3000": 3,
    "imperial-guard-1000": 4,
    "imperial-guard-500": 3,
    "lethal-chaos-1000": 4,
    "lethal-levy-500": 3,
    "lethal-marines-1000": 4,
    "lethal-orks-1000": 4,
    "orks-1000": 5,
    "orks-500": 3,
    "plain-imperial-guard-500": 3,
    "plain-orks-500": 2,
    "plain-space-marines-500": 2,
    "space-marines-1000": 4,
    "space-marines-500": 3,
}
"""The sheets that are printed when nothing is said."""
SAVED = Path(__file__).parents[3] / "shared/data/rosters"


@pytest.mark.parametrize("name", EACH_STARTER)
def test_an_army_takes_few_pages(name: str) -> None:
    assert len(laid_out(name, SheetOptions()).pages) <= MOST_PAGES[name]


TOO_TALL = {
    ("epic-imperial-guard-3000", "letter"): "two formations of 21 and 30 units, each with its boxes and markers"
}
"""Starters whose pages of larger text cannot all have three cards, and what is too tall."""


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", EACH_STARTER)
def test_larger_text_has_three_cards_a_page(name: str, paper: str) -> None:
    pages = laid_out(name, SheetOptions(sheets=FILLED_IN, larger_text=True, paper=paper)).pages[:-1]
    few = [page.label for page in pages if len(page.stays) < 3]
    assert all(page.width < page.height for page in pages)
    assert bool(few) == ((name, paper) in TOO_TALL), few


@pytest.mark.skipif(not SAVED.is_dir(), reason="the folder with saved rosters is not there")
def test_saved_rosters_take_few_pages() -> None:
    names = ("HH_Test", "TraitorTest")
    assert sum(len(laid_out(str(SAVED / f"{name}.ros"), SheetOptions()).pages) for name in names) <= 9


@pytest.mark.skipif(not SAVED.is_dir(), reason="the folder with saved rosters is not there")
def test_five_compact_vehicles_stand_on_a_page_and_those_of_their_weapons_that_are_alike_on_a_row() -> None:
    """One of them has six weapons, four of which are alike: each keeps its box."""
    name = str(SAVED / "TraitorTest.ros")
    (page,) = laid_out(name, SheetOptions(sheets=("vehicles",), compact=True)).pages
    assert len(page.stays) == 5
    (ship,) = (card for card in army(name).reading.cards() if isinstance(card, VehicleCard) and len(card.weapons) == 6)
    rockets = [weapon.check.id for weapon in ship.weapons if weapon.check.label == "Tempest Rockets"]
    places = {box.id: (box.x, box.y) for box in boxes(page)}
    assert len(rockets) == 4
    assert len({places[id_][1] for id_ in rockets}) == 1
    assert len({places[id_][0] for id_ in rockets}) == 4


@pytest.mark.parametrize("options", OPTIONS.values(), ids=list(OPTIONS))
@pytest.mark.parametrize("name", EACH_STARTER)
def test_only_the_last_page_of_cards_is_less_than_half_full(name: str, options: SheetOptions) -> None:
    if options.one_a_page:
        options = replace(options, one_a_page=False)
    for page in laid_out(name, options).pages[:-1]:
        last = page.stays[-1]
        assert last.top + last.height > page.height / 2


def test_names_of_rules_that_cards_tell_begin_no_page_of_their_own() -> None:
    pages = laid_out("orks-1000", SheetOptions(larger_text=True, gutter=20)).pages
    assert [page.label for page in pages if page.sheet == "roster"] == ["R1"]


@pytest.mark.parametrize("name", ["space-marines-1000", "lethal-marines-1000", "epic-orks-3000"])
def test_the_turn_and_its_tables_have_one_page_in_a_binder_too(name: str) -> None:
    for options in (SheetOptions(sheets=("aid",), gutter=20), SheetOptions(sheets=("aid",), paper="letter")):
        assert len(laid_out(name, options).pages) == 1


def test_panels_stand_closer_where_that_saves_a_page_of_the_list() -> None:
    pages = laid_out("imperial-guard-1000", SheetOptions(sheets=("roster",), paper="letter")).pages
    assert [page.label for page in pages] == ["R1"]


def test_the_last_unit_of_a_list_does_not_go_on_alone() -> None:
    pages = laid_out("epic-orks-3000", SheetOptions(sheets=("roster",), paper="a5")).pages
    assert {"Supa-stompa", "Fighta Sqwadron"} <= {*words(pages[1])}


@pytest.mark.parametrize("name", EACH_STARTER)
def test_the_score_is_kept_on_the_roster_page_where_it_has_room(name: str) -> None:
    (*_, page) = lay_out(name, (), SheetOptions(sheets=("roster",))).pages
    below = [item.y for item in flat(page.items) if isinstance(item, Text) and item.x < LIST_ENDS]
    assert "Points destroyed, mine" in words(page) or max(below) > page.height - SCORE_ROOM


def test_a_page_with_room_tells_rules_whole() -> None:
    """Cards grow for that where the page has white to spare, and rules go into each part that is free."""
    told = " ".join(words(laid_out("imperial-guard-500", OPTIONS["usual"]).pages[0]))
    assert "Whoever of the two is left takes it over" in told and LEFT_OUT not in told
    assert LEFT_OUT in " ".join(words(laid_out("imperial-guard-1000", OPTIONS["usual"]).pages[0]))
    plain = laid_out("plain-imperial-guard-500", OPTIONS["usual"]).pages  # Beside the boxes of models, too.
    assert LEFT_OUT not in " ".join(text for page in plain for text in words(page))


@pytest.mark.parametrize("name", [name for name in STARTERS if name.startswith("lethal")])
def test_rules_of_lethal_are_told_whole(name: str) -> None:
    """Cards are as high as they need for that, on pages that share what is white."""
    pages = laid_out(name, SheetOptions(sheets=FILLED_IN)).pages
    assert LEFT_OUT not in " ".join(text for page in pages for text in words(page))


@pytest.mark.parametrize("name", EACH_STARTER)
def test_what_is_looked_up_begins_no_page_with_a_few_rows(name: str) -> None:
    pages = lay_out(name, (), SheetOptions(sheets=("roster", "reference"))).pages
    has_any = bool(roster_page_of(army(name)).aids.reference)
    assert [page.sheet for page in pages].count("reference") == has_any


def test_a_roster_of_larger_text_tells_rules_in_full_where_its_last_page_has_room() -> None:
    first, last = lay_out("imperial-guard-1000", (), SheetOptions(sheets=("roster",), larger_text=True)).pages
    assert max(item.y for item in flat(last.items) if isinstance(item, Text)) * last.scale > first.height / 2
    assert "Rules of this army" in words(last) and any("each lasgun" in text for text in words(last))


def test_vehicles_tell_their_rules_under_their_weapons_and_under_their_lines() -> None:
    pages = laid_out("space-marines-1000", OPTIONS["compact"]).pages
    (page,) = (page for page in pages if "Drop Pod Ferrum" in [stay.name for stay in page.stays])
    said = words(page)
    assert "Never moves after it has landed; it counts as immobilised from then on" in said
    assert not [text for text in said if text.endswith(LEFT_OUT)]


def test_the_last_line_of_a_rule_is_no_word_alone() -> None:
    setter = Typesetter(read_design(DESIGN), load_fonts())
    rule = RuleText("Smoke launchers", "Once a game the vehicle has a 4+ cover save for a turn and does not fire", "")
    for width in range(60, 100):
        (*_, last) = word_lines(setter, rule, width, 2)
        assert " " in last[-1][1], width
