"""How armies fill their pages: few of them, none half empty but the last, and rules told where there is room."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from builder.exporters.designs import read_design
from builder.exporters.pdf.fonts import load_fonts
from builder.record import replace
from builder.services.army.opening import opponents_copy
from builder.services.export.files import roster_page_of
from builder.sheets.grid_table import POINT
from builder.sheets.options import SheetOptions
from builder.sheets.page import Circle, Rect, Segment, Text, flat
from builder.sheets.reference_sheet import SIGN, TINT
from builder.sheets.rule_lines import Room, set_words
from builder.sheets.rule_words import LEFT_OUT, word_lines
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import FormationCard, RuleText, VehicleCard
from builder.text import on_one_line
from tests.exporters.test_starter_sheets import DESIGN, FILLED_IN, OPTIONS, army, boxes, laid_out, lay_out, words
from tests.starters import EACH_STARTER, STARTERS

FACTORS = ("Close combat factor", "Damage lines")
LIST_ENDS, SCORE_ROOM, MARGIN = 130.0, 60.0, 10.0
"""Where the list ends on A4, what the score and the margin below it need, and the margin of a page, in mm."""
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


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", EACH_STARTER)
def test_larger_text_has_three_cards_a_page(name: str, paper: str) -> None:
    pages = laid_out(name, SheetOptions(sheets=FILLED_IN, larger_text=True, paper=paper)).pages[:-1]
    few = [page.label for page in pages if len(page.stays) < 3]
    assert all(page.width < page.height for page in pages)
    assert not few


@pytest.mark.skipif(not SAVED.is_dir(), reason="the folder with saved rosters is not there")
def test_saved_rosters_take_few_pages() -> None:
    """A list, three pages of cards, and a page with the rules for which these have no room."""
    names = ("HH_Test", "TraitorTest")
    assert sum(len(laid_out(str(SAVED / f"{name}.ros"), SheetOptions()).pages) for name in names) <= 10


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


WAYS = {
    "usual": SheetOptions(sheets=FILLED_IN),
    "compact": SheetOptions(sheets=FILLED_IN, compact=True),
    "merged": SheetOptions(sheets=FILLED_IN, merge=True, sort="points"),
    "bound": SheetOptions(sheets=FILLED_IN, gutter=20, duplex=True, grey=True),
    "larger": SheetOptions(sheets=FILLED_IN, larger_text=True, gutter=20),
}


@pytest.mark.long
@pytest.mark.parametrize("paper", ["a4", "a5", "letter"])
@pytest.mark.parametrize("options", WAYS.values(), ids=list(WAYS))
@pytest.mark.parametrize("name", EACH_STARTER)
def test_pages_are_half_full_on_any_paper_and_no_card_stands_alone_that_had_room(
    name: str, options: SheetOptions, paper: str
) -> None:
    """But for the last page, which is no longer than it must be: its cards did not fit on the page before."""
    if paper == "a5" and options.larger_text:
        pytest.skip("A5 is too small for larger text")
    pages = laid_out(name, replace(options, paper=paper)).pages
    for page in pages[:-1]:
        last = page.stays[-1]
        assert last.top + last.height > page.height / 2, page.label
    for page, following in pairwise(pages):
        last, first = page.stays[-1], following.stays[0]
        lone = len(following.stays) == 1 and following is pages[-1] and first.parts == 1
        assert not lone or page.height - last.top - last.height < first.height + MARGIN + 2.5, following.label


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
    told = " ".join(text for page in laid_out("imperial-guard-500", OPTIONS["usual"]).pages for text in words(page))
    assert "and whoever of them is left fires it" in told
    plain = laid_out("plain-imperial-guard-500", OPTIONS["usual"]).pages  # Beside the boxes of models, too.
    assert LEFT_OUT not in " ".join(text for page in plain for text in words(page))


@pytest.mark.parametrize("name", [name for name in STARTERS if not name.startswith(("epic", "lethal"))])
def test_no_rule_of_a_starter_is_told_in_part_without_its_number(name: str) -> None:
    """On the usual sheets; nor does one stand alone on its line without a word."""
    for page in laid_out(name, SheetOptions()).pages:
        assert not [text for text in words(page) if LEFT_OUT in text], page.label


def test_rules_without_room_for_their_words_share_a_line() -> None:
    setter = Typesetter(read_design(DESIGN), load_fonts())
    long = " ".join(["It is told at length"] * 30)
    rules = [RuleText(f"Rule {n}", long, "") for n in range(1, 4)] + [RuleText("Rule 4", "Short.", "")]
    told = set_words(setter, rules, [Room(0, 0, 80, 8)])
    assert [item.text for item in told.items if isinstance(item, Text)] == [
        "Rule 4",
        "Short",
        "Also: Rule 1, Rule 2, Rule 3",
    ]
    assert (told.left, told.unsaid, told.cut) == ([], (), 3)
    (whole, *_) = [
        item.text for item in set_words(setter, rules[3:], [Room(0, 0, 80, 8)]).items if isinstance(item, Text)
    ]
    assert whole == "Rule 4"


@pytest.mark.parametrize("name", ["imperial-guard-1000", "space-marines-1000"])
def test_rules_beside_the_list_are_whole_or_named_at_the_end(name: str) -> None:
    """Those that the system words itself have their words before those that stand at units."""
    (page,) = lay_out(name, (), SheetOptions(sheets=("roster",))).pages
    texts = [item for item in flat(page.items) if isinstance(item, Text) and item.x > page.width - 71 and item.y > 45]
    said = " ".join(item.text for item in texts)
    assert LEFT_OUT not in said and " Also " in said
    rules = [rule for rule in roster_page_of(army(name)).rules if rule.name]
    whole = [rule for rule in rules if f"{rule.name} {on_one_line(rule.text)}" in said]
    assert {rule.name for rule in rules if rule.cited} <= {rule.name for rule in whole}
    assert all(rule.name in said.partition(" Also ")[2] for rule in rules if rule not in whole)


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
    assert any(text.startswith("Never moves after landing") for text in said)
    assert not [text for text in said if text.endswith(LEFT_OUT)]


def test_the_last_line_of_a_rule_is_no_word_alone() -> None:
    setter = Typesetter(read_design(DESIGN), load_fonts())
    rule = RuleText("Smoke launchers", "Once a game the vehicle has a 4+ cover save for a turn and does not fire", "")
    for width in range(60, 100):
        (*_, last) = word_lines(setter, rule, width, 2)
        assert " " in last[-1][1], width


def test_words_keep_clear_of_the_hit_rows_of_vehicles() -> None:
    for page in laid_out("imperial-guard-1000", OPTIONS["usual"]).pages:
        items = [*flat(page.items)]
        rules = [
            item.y1 for item in items if isinstance(item, Segment) and item.y1 == item.y2 and item.x2 - item.x1 > 180
        ]
        hits = [item.y for item in items if isinstance(item, Text) and item.text == "Glancing"]
        tops = [max(y for y in rules if y < hit) for hit in hits]
        facts = [
            item for item in items if isinstance(item, Text) and item.style.size == 7.5 and item.text != "Glancing"
        ]
        for top in tops:
            assert all(not 0 <= top - item.y < 1.2 for item in facts), page.label


def test_weapons_in_unlike_hands_stand_together_and_are_told_apart() -> None:
    pages = laid_out("space-marines-1000", OPTIONS["usual"]).pages
    said = next(words(page) for page in pages if "Scout Bike Squad" in words(page))
    names = [text for text in said if text.startswith(("Twin-linked boltgun", "Shotgun", "Bolt pistol"))]
    weapons = ("Twin-linked boltgun", "Shotgun", "Bolt pistol")
    assert names[:6] == [f"{name}{whose}" for name in weapons for whose in (", Sergeant", "")]


def test_who_waits_has_the_box_of_the_reserve_ticked_but_for_the_opponent() -> None:
    def ticked(name: str) -> list[str]:
        cards = army(name).reading.cards()
        return [check.id for card in cards for check in getattr(card, "checks", ()) if check.checked]

    assert len(ticked("space-marines-1000")) == 3  # The squad, the pod and who rides in it.
    shown = opponents_copy(army("space-marines-1000")).reading.cards()
    assert not [check for card in shown for check in getattr(card, "checks", ()) if check.checked]


def test_a_dedicated_transport_stands_with_those_who_ride_in_it() -> None:
    (page, *_) = laid_out("space-marines-1000", SheetOptions(sheets=("roster",))).pages
    slots = [item for item in flat(page.items) if isinstance(item, Text) and item.x < 20 and item.y > 50]
    assert [item.text for item in slots if item.text.isalpha() and len(item.text) == 2] == [
        "HQ",
        "EL",
        "TR",
        "FA",
        "HS",
    ]


def test_the_words_of_a_player_are_told_from_rules() -> None:
    said = {text for page in laid_out("space-marines-1000", OPTIONS["usual"]).pages for text in words(page)}
    assert "Note: The mines lie in the ruin next to the road." in said


def test_names_of_weapons_that_nearly_fit_are_set_smaller_not_on_two_lines() -> None:
    (page, *_) = [
        page for page in laid_out("space-marines-500", OPTIONS["usual"]).pages if "Dreadnought" in words(page)
    ]
    assert "Dreadnought close combat weapon" in words(page)


def test_a_line_of_figures_does_not_end_with_a_dot_between_them() -> None:
    for name in ("space-marines-1000", "orks-1000"):
        for page in laid_out(name, OPTIONS["usual"]).pages:
            assert not [text for text in words(page) if text.endswith("·")]


def test_slots_of_an_army_stand_on_two_lines_beside_its_totals() -> None:
    """With what a heavy edge means: nothing but white would stand beside a third."""
    (page,) = lay_out("imperial-guard-1000", (), SheetOptions(sheets=("roster",))).pages
    places = {item.text: item.y for item in flat(page.items) if isinstance(item, Text)}
    assert places["filled: taken · heavy: required"] - places["1\u00a0000"] < 8


def test_hits_that_are_looked_up_have_the_boxes_of_vehicle_cards() -> None:
    """A circle is glancing, a heavy square penetrating; tables of many rows have a rule under every fifth."""
    name = "space-marines-1000"
    (page,) = lay_out(name, (), SheetOptions(sheets=("aid",))).pages
    items = [*flat(page.items)]
    tables = [
        item for page in lay_out(name, (), SheetOptions(sheets=("reference",))).pages for item in flat(page.items)
    ]
    for drawn, side in ((items, POINT), (tables, SIGN)):
        circles = [item for item in drawn if isinstance(item, Circle) and item.radius == side / 2]
        squares = [item for item in drawn if isinstance(item, Rect) and item.width == item.height == side]
        assert (len(circles), len(squares)) == (6, 15)
    bold = [item for item in items if isinstance(item, Text) and item.x > 70 and item.style.weight == "bold"]
    rows = {item.text: item.y for item in reversed(bold)}  # Those of the first table.
    rules = {item.y1 for item in items if isinstance(item, Segment) and item.y1 == item.y2 and item.x1 > 70}
    ruled = [any(rows[str(n)] < y < rows[str(n + 1)] for y in rules) for n in (21, 24, 25, 30, 32)]
    assert ruled == [False, False, True, True, False]


def lines_of_markers(name: str, unit: str, options: SheetOptions) -> list[int]:
    """How many blast markers of a formation stand on each line, from the top."""
    (card,) = (
        each for each in army(name).reading.cards() if each.head.name == unit and isinstance(each, FormationCard)
    )
    markers = {check.id for check in card.markers}
    found = [box.y for page in laid_out(name, options).pages for box in boxes(page) if box.id in markers]
    return [found.count(y) for y in dict.fromkeys(found)]


def test_one_blast_marker_stands_on_no_line_of_its_own() -> None:
    """Forty-five on lines of at most 22."""
    wide = SheetOptions(sheets=FILLED_IN, gutter=30)
    name, unit = "epic-imperial-guard-3000", "Varsk 12th, second company"
    assert lines_of_markers(name, unit, SheetOptions(sheets=FILLED_IN)) == [23, 22]
    assert lines_of_markers(name, unit, wide) == [15, 15, 15]


def test_blast_markers_stand_beside_the_damage_of_three_war_engines() -> None:
    name = "epic-imperial-guard-3000"
    (card,) = (each for each in army(name).reading.cards() if each.head.name == "Super-heavy Company")
    assert isinstance(card, FormationCard)
    places = {box.id: box for page in laid_out(name, SheetOptions(sheets=FILLED_IN)).pages for box in boxes(page)}
    damage = [places[check.id] for engine in card.damage for check in engine.checks]
    markers = [places[check.id] for check in card.markers]
    middles = {round(box.y + box.height / 2) for box in (*damage, *markers)}
    assert len(middles) == 1 and min(box.x for box in markers) > max(box.x + box.width for box in damage)


def test_who_waits_is_listed_with_whom_it_brings_and_how_it_comes() -> None:
    """A line beside the turns is for the turn, or the place, in which it came."""
    (page, *_) = laid_out("space-marines-1000", SheetOptions(sheets=("roster",))).pages
    places = {item.text: item.y for item in flat(page.items) if isinstance(item, Text)}
    assert places["with Brother Adrastos, pod assault"] == places["Drop Pod Ferrum"]
    assert "deep strike" in places and "came in" in places


def test_factors_of_close_combat_are_told_apart_by_more_than_grey() -> None:
    (page,) = lay_out("space-marines-1000", (), SheetOptions(sheets=("aid",))).pages
    items = [*flat(page.items)]
    top, foot = (next(item.y for item in items if isinstance(item, Text) and item.text == word) for word in FACTORS)
    below = [item for item in items if isinstance(item, Text) and top + 8 < item.y < foot and 90 < item.x < 136]
    weights = {word: {item.style.weight for item in below if item.text == word} for word in "345"}
    assert weights["5"] == {"bold"} and weights["3"] == weights["4"] == {"regular"}
    tints = [item for item in items if isinstance(item, Rect) and item.fill == TINT and item.y > top]
    for factor in (item for item in below if item.text in "345"):
        on_grey = any(0 < factor.x - each.x < each.width and 0 < factor.y - each.y < each.height for each in tints)
        assert on_grey == (factor.text == "4")


def test_the_back_of_a_card_says_that_grenades_hurt_vehicles() -> None:
    (_, back, *_) = laid_out("space-marines-1000", SheetOptions(sheets=("cards",))).pages
    assert "a model, on the line" in words(back)


def test_the_last_card_of_an_army_is_not_alone_where_the_page_before_can_spare_one() -> None:
    options = SheetOptions(sheets=FILLED_IN, paper="letter", larger_text=True)
    assert [len(page.stays) for page in laid_out("epic-space-marines-3000", options).pages] == [4, 4, 2]


def columns_of(name: str, title: str, options: SheetOptions = OPTIONS["usual"]) -> set[float]:
    """Where the middles of a column stand on all cards of a print, in mm."""
    items = (item for page in laid_out(name, options).pages for item in flat(page.items))
    return {round(item.x + item.width / 2, 1) for item in items if isinstance(item, Text) and item.text == title}


def test_stat_lines_stand_at_one_place_and_give_way_to_a_name_that_keeps_its_line_then() -> None:
    (usual,), (wider,) = columns_of("space-marines-500", "WS"), columns_of("imperial-guard-500", "WS")
    assert usual == pytest.approx(141.3, abs=0.1)
    assert usual < wider < 146
    pages = laid_out("imperial-guard-500", OPTIONS["usual"]).pages
    assert any("Veteran, Standard Bearer" in words(page) for page in pages)


def test_figures_of_lethal_models_are_equally_wide() -> None:
    middles = [min(columns_of("lethal-chaos-1000", title)) for title in ("M", "CR", "CS")]
    assert [right - left for left, right in pairwise(middles)] == pytest.approx([7.0, 7.0], abs=0.15)
