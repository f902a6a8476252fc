"""Play aids on paper: tokens, angle template, tables, rules."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise
from math import atan2, degrees, hypot

import pytest
import segno

from builder.errors import InputError
from builder.exporters.designs import read_design
from builder.exporters.pdf.fonts import load_fonts
from builder.exporters.text import write_text
from builder.record import replace
from builder.services.army.locator import open_army
from builder.services.export.files import roster_page_of
from builder.sheets.layout import layout
from builder.sheets.options import SheetOptions
from builder.sheets.page import Circle, Colour, Page, Polygon, Rect, Segment, Text, flat
from builder.sheets.roster_list import list_to_scan
from builder.sheets.token_sheet import SIDE
from builder.systems.assault.cards import quick_reference as close_combat
from builder.systems.blocks import Accent, Head, ProfileCard, QuickReference, ReferenceTable, RuleText
from builder.systems.diceless.cards import army_cards, roster_page
from builder.systems.plain.cards import quick_reference as plain
from tests.exporters import samples
from tests.golden import DESIGN

PAGE = roster_page(samples.MARINES, samples.COUNTERS, (), samples.SLOTS)
CARDS = army_cards(samples.MARINES)


@cache
def pages_of(options: SheetOptions) -> tuple[Page, ...]:
    return layout(CARDS, PAGE, options, read_design(DESIGN), load_fonts()).pages


def words(page: Page) -> list[str]:
    return [item.text for item in flat(page.items) if isinstance(item, Text)]


def row_of(page: Page, first: str) -> list[str]:
    """The words on the line that begins with a text, from left to right."""
    texts = [item for item in flat(page.items) if isinstance(item, Text)]
    (start,) = (text for text in texts if text.text == first)
    return [text.text for text in sorted(texts, key=lambda text: text.x) if text.y == start.y]


@pytest.mark.parametrize("paper", ["a4", "a5", "letter"])
def test_exactly_as_many_tokens_are_cut_out_as_the_list_gives(paper: str) -> None:
    """D-93."""
    counts = Counter(word for page in pages_of(SheetOptions(paper=paper, sheets=("tokens",))) for word in words(page))
    assert {name: counts[name] for name in ("SCATTER", "GETS HOT!", "WARP")} == {
        "SCATTER": 15,
        "GETS HOT!": 2,
        "WARP": 1,
    }


@pytest.mark.parametrize("larger", [False, True])
def test_cut_guides_stand_28_mm_apart_whatever_is_chosen(larger: bool) -> None:
    (page,) = pages_of(SheetOptions(sheets=("tokens",), larger_text=larger))
    guides = [item for item in flat(page.items) if isinstance(item, Segment) and item.dotted]
    across = sorted({line.x1 for line in guides if line.x1 == line.x2})
    assert page.scale == 1
    assert [b - a for a, b in pairwise(across)] == pytest.approx([SIDE] * 6)


def test_the_token_sheet_tells_both_numbers_and_where_tokens_come_from() -> None:
    (page,) = pages_of(SheetOptions(sheets=("tokens",)))
    text = " ".join(words(page))
    assert "Scatter: 13, and 2 when the game starts" in text
    assert "Terminator Squad, deep strike:\u00a02" in text


def test_each_kind_of_token_has_its_own_outline() -> None:
    assert len({kind.outline for kind in PAGE.aids.tokens}) == 3


def test_an_army_without_tokens_has_no_token_sheet() -> None:
    page = roster_page(samples.MARINES, (), ())
    pages = layout(CARDS, page, SheetOptions(), read_design(DESIGN), load_fonts()).pages
    assert "tokens" not in {page.sheet for page in pages}


def test_zones_end_at_their_angles() -> None:
    """D-92."""
    page = pages_of(SheetOptions(sheets=("template",)))[0]
    zones = [item for item in flat(page.items) if isinstance(item, Polygon) and isinstance(item.fill, Colour)]
    x, y = zones[0].points[0]
    for zone, (start, end) in zip(zones, ((0, 30), (0, 30), (30, 60), (30, 60), (60, 90), (60, 90)), strict=True):
        arc = zone.points[1:]
        assert [hypot(left - x, top - y) for left, top in arc] == pytest.approx([80.0] * len(arc))
        angles = [abs(degrees(atan2(left - x, y - top))) for left, top in (arc[0], arc[-1])]
        assert angles == pytest.approx([start, end])


def test_the_template_is_told_by_hatchings_without_colour() -> None:
    for options in (
        SheetOptions(sheets=("template",), grey=True),
        SheetOptions(sheets=("template",), ink_saver=True),
    ):
        items = [item for page in pages_of(options) for item in flat(page.items)]
        fills = [item.fill for item in items if isinstance(item, Polygon | Circle)]
        assert not any(isinstance(fill, Colour) for fill in fills)
        assert sum(isinstance(item, Segment) and item.line == 0.55 for item in items) > 50


def test_the_rule_beside_the_template_is_100_mm_long() -> None:
    page = pages_of(SheetOptions(sheets=("template",)))[0]
    lengths = [item.y2 - item.y1 for item in flat(page.items) if isinstance(item, Segment) and item.x1 == item.x2]
    assert any(length == pytest.approx(100) for length in lengths)


def test_weapons_are_looked_up_against_each_save() -> None:
    (page,) = pages_of(SheetOptions(sheets=("reference",)))
    assert row_of(page, "Combi-plasma, boltgun") == [
        "Combi-plasma, boltgun",
        *("5", "16 / 32", "3 / 5", "5 / 11", "8 / 16", "16 / 32", "16 / 32"),
    ]
    assert row_of(page, "Assault cannon")[1:] == ["4", "96", "29", "43", "96", "96", "96"]


def test_rules_stand_beside_the_list_with_as_much_of_their_words_as_fits_and_whole_on_their_sheet() -> None:
    roster, rules = pages_of(SheetOptions(sheets=("roster", "rules")))
    assert "D-29" in " ".join(words(roster)).replace("\u00a0", " ")
    assert any(word.startswith("The 2+ value") for word in words(roster))
    many = tuple(RuleText(f"Rule {n}", "Lost in words. " * 20, "D-1") for n in range(60))
    options = SheetOptions(sheets=("roster",))
    (crowded,) = layout((), replace(PAGE, rules=many), options, read_design(DESIGN), load_fonts()).pages
    assert "Rule 0" in words(crowded) and "Rule 59" in " ".join(words(crowded))
    assert any(word.startswith("The 2+ value") for word in words(rules))


def test_sheets_come_in_the_order_chosen() -> None:
    pages = pages_of(SheetOptions(sheets=("vehicles", "roster", "units")))
    assert list(dict.fromkeys(page.sheet for page in pages)) == ["vehicles", "roster", "units"]


@pytest.mark.parametrize(
    ("sort", "first"),
    [("roster", "f2c8"), ("name", "r4h5"), ("points", "a5h8"), ("slot", "f2c8")],
)
def test_units_stand_in_the_order_chosen(sort: str, first: str) -> None:
    pages = pages_of(SheetOptions(sheets=("units",), sort=sort))
    assert pages[0].stays[0].card == first


def test_one_unit_a_page() -> None:
    pages = pages_of(SheetOptions(sheets=("units", "vehicles"), one_a_page=True))
    assert [len(page.stays) for page in pages] == [1] * len(CARDS)


def test_larger_text_is_a_quarter_larger_on_upright_paper() -> None:
    page = pages_of(SheetOptions(sheets=("units",), larger_text=True))[0]
    assert (page.width, page.height, page.scale) == (210, 297, 1.25) and len(page.stays) >= 3
    sizes = [item.style.size * page.scale for item in flat(page.items) if isinstance(item, Text)]
    assert min(sizes) >= 8.75
    with pytest.raises(InputError, match="paper 'a5' is too small for larger text"):
        pages_of(SheetOptions(paper="a5", larger_text=True))


def test_options_that_make_no_sense_are_named() -> None:
    with pytest.raises(InputError, match="order 'age' is not known; choose from: slot, roster, name, points"):
        SheetOptions(sort="age")
    with pytest.raises(InputError, match="a sheet is chosen twice: units, units"):
        SheetOptions(sheets=("units", "units"))


@pytest.mark.parametrize(("paper", "most"), [("a4", 9), ("a5", 3), ("letter", 6)])
def test_cards_are_63_by_88_mm_and_their_backs_lie_behind_their_fronts(paper: str, most: int) -> None:
    pages = pages_of(SheetOptions(paper=paper, sheets=("cards",), larger_text=paper == "a4"))
    fronts, backs = pages[::2], pages[1::2]
    assert max(len(page.stays) for page in fronts) == most and not any(page.stays for page in backs)
    marks = [item for item in flat(fronts[0].items) if isinstance(item, Segment) and item.line == pytest.approx(0.3)]
    across = sorted({line.x1 for line in marks if line.x1 == line.x2 and line.y2 - line.y1 == pytest.approx(3.5)})
    down = sorted({line.y1 for line in marks if line.y1 == line.y2 and line.x2 - line.x1 == pytest.approx(3.5)})
    assert [b - a for a, b in pairwise(across)] == pytest.approx([63] * 3)
    assert [b - a for a, b in pairwise(down)] == pytest.approx([88] * (most // 3))
    for front, back in zip(fronts, backs, strict=True):
        for stay in front.stays:
            (own,) = places_of(front, stay.name, stay.top)
            (behind,) = places_of(back, stay.name, stay.top)
            assert behind // 63 == 2 - own // 63, stay.name


def places_of(page: Page, name: str, top: float) -> list[float]:
    """Where the bar begins on which a name stands, from the left of the first card."""
    left = (page.width - 3 * 63) / 2
    return [
        item.x - left
        for item in flat(page.items)
        if isinstance(item, Text) and name.startswith(item.text.rstrip("…")[:9]) and top < item.y < top + 12
    ][:1]


def test_a_card_tells_what_its_weapons_do_behind_saves() -> None:
    """D-23: 32 DMG of a missile launcher with AP 3, 16 and 32 of a bolter with AP 5, behind 2+ to 5+."""
    army = replace(samples.MARINES, units=(samples.DEVASTATORS,))
    front, back = layout(
        army_cards(army), PAGE, SheetOptions(sheets=("cards",)), read_design(DESIGN), load_fonts()
    ).pages
    told = words(back)
    launcher = told.index("Missile launcher, krak")
    assert told[launcher + 1 : launcher + 8] == ["Heavy 1", '48" S8 AP3', "32", "5", "32", "32", "32"]
    bolter = told.index("Boltgun")
    assert told[bolter + 1 : bolter + 8] == ["Rapid fire", '24" S4 AP5', "16/32", "3/5", "5/11", "8/16", "16/32"]
    assert {"Order points", "25", "200", "HP off behind a save"} <= {*words(front), *told}


@pytest.mark.parametrize(
    "name", ["Castellax Class Battle-Automata Maniple", "First and Second Assault Squad of the Legion"]
)
def test_the_back_of_a_card_has_the_whole_name_of_its_unit(name: str) -> None:
    """What figures behind saves are is told in fewer words there; a longer name is on two lines."""
    (card,) = army_cards(replace(samples.MARINES, units=(samples.DEVASTATORS,)))
    named = replace(card, head=replace(card.head, name=name))
    _, back = layout([named], PAGE, SheetOptions(sheets=("cards",)), read_design(DESIGN), load_fonts()).pages
    told = words(back)
    assert name in " ".join(told) and not any("…" in each for each in told[: told.index("Weapon")])


def test_identical_units_share_a_card_where_they_are_merged() -> None:
    twin = replace(samples.DEVASTATORS, id="r4h6")
    cards = army_cards(replace(samples.MARINES, units=(samples.DEVASTATORS, samples.RHINO, twin)))
    for merge, stays in ((False, ["r4h5", "a5h4", "r4h6"]), (True, ["r4h5", "a5h4"])):
        options = SheetOptions(sheets=("cards",), merge=merge)
        front = layout(cards, PAGE, options, read_design(DESIGN), load_fonts()).pages[0]
        assert [stay.card for stay in front.stays] == stays
        assert ("2 × Devastator Squad" in words(front)) is merge


@pytest.mark.parametrize(("colour", "black"), [("#17336b", False), ("#ffe066", True)])
def test_words_on_the_colour_of_a_faction_can_be_read(colour: str, black: bool) -> None:
    """White at 4.5 : 1 and more, else black; without colour bars are black."""
    cards, roster = (
        army_cards(replace(samples.MARINES, units=(samples.DEVASTATORS,))),
        replace(PAGE, accent=Accent(colour)),
    )
    for grey in (False, True):
        options = SheetOptions(sheets=("cards",), grey=grey)
        front = layout(cards, roster, options, read_design(DESIGN), load_fonts()).pages[0]
        bars = [item for item in flat(front.items) if isinstance(item, Rect) and item.height == 8.6]
        assert [isinstance(bar.fill, Colour) for bar in bars] == [not grey]
        (name,) = [item for item in flat(front.items) if isinstance(item, Text) and item.text == "Devastator Squad"]
        assert name.style.grey == (1.0 if black and not grey else 0.0)


def test_folded_cards_have_their_back_beside_their_front() -> None:
    cards = army_cards(replace(samples.MARINES, units=(samples.DEVASTATORS, samples.RHINO)))
    options = SheetOptions(sheets=("cards",), card_size="70x120")
    (page,) = layout(cards, PAGE, options, read_design(DESIGN), load_fonts()).pages
    assert [stay.height for stay in page.stays] == [120, 120]
    (fold,) = [item for item in flat(page.items) if isinstance(item, Segment) and item.dotted and item.x1 == item.x2]
    assert fold.x1 == pytest.approx(page.width / 2) and fold.y2 - fold.y1 == pytest.approx(250), "and beside the marks"


def test_the_back_of_a_folded_card_has_the_list_to_scan() -> None:
    cards = army_cards(replace(samples.MARINES, units=(samples.DEVASTATORS,)))
    rows = tuple(replace(row, name=f"{row.name} of the Third Company") for row in PAGE.rows)
    for roster in (
        replace(PAGE, rows=PAGE.rows[:2]),
        replace(PAGE, rows=rows),
        replace(PAGE, rows=PAGE.rows[:2], title="Жук"),
    ):
        options = SheetOptions(sheets=("cards",), card_size="70x120")
        (page,) = layout(cards, roster, options, read_design(DESIGN), load_fonts()).pages
        assert {roster.title, "Devastator Squad"} <= {*words(page)}
        units = [f"{row.name} {row.points.normalize():f}" for row in roster.rows]
        heads = (f"{roster.title}, {roster.system}, {roster.points.normalize():f} points: ", "; ".join(units))
        texts = ["".join(heads), *(f"{heads[0]}{'; '.join(units[:n])}; …" for n in range(1, len(units)))]
        fitting = max((text for text in texts if len(text.encode()) <= 154), key=len)
        black = (item for item in flat(page.items) if isinstance(item, Rect) and item.fill == 1.0)
        code = [item for item in black if item.width < 4 and item.height < 4]
        left, top = min(item.x for item in code), min(item.y for item in code)
        matrix = segno.make_qr(fitting, error="l", encoding="utf-8").matrix
        side = 16 / len(matrix)
        found = {
            (round((item.y - top) / side) + m, round((item.x - left) / side) + n)
            for item in code
            for m in range(round(item.height / side))
            for n in range(round(item.width / side))
        }
        assert found == {(y, x) for y, row in enumerate(matrix) for x, cell in enumerate(row) if cell}


def test_a_list_to_scan_has_never_more_than_a_code_holds() -> None:
    for title in ("One", "The Third Company of Vigil's Watch", "Ёж " * 60, "x" * 5000):
        for units in range(len(PAGE.rows) + 1):
            roster = replace(PAGE, title=title, rows=PAGE.rows[:units])
            text = list_to_scan(roster, 100)
            whole = all(f"{row.name} {row.points.normalize():f}" in text for row in roster.rows) and "points" in text
            assert len(text.encode()) <= 100
            assert text.endswith("…") is not whole


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(
    "army", ["space-marines-1000", "lethal-chaos-1000", "epic-imperial-guard-3000", "plain-orks-500"]
)
def test_the_aid_has_the_turn_and_all_tables_on_one_page(army: str, paper: str) -> None:
    """Nothing lies below the paper or over a neighbour on its line, and no type is under 7 points."""
    opened = open_army(army)
    roster = roster_page_of(opened)
    options = SheetOptions(paper=paper, sheets=("aid",))
    (page,) = layout((), roster, options, read_design(DESIGN), load_fonts()).pages
    texts = [item for item in flat(page.items) if isinstance(item, Text)]
    assert max(text.y for text in texts) <= page.height - 10
    assert min(text.style.size for text in texts) >= 7
    lines: dict[float, list[Text]] = {}
    for text in texts:
        lines.setdefault(round(text.y, 2), []).append(text)
    for line in lines.values():
        ordered = sorted(line, key=lambda text: text.x)
        assert all(a.x + a.width <= b.x + 0.01 for a, b in pairwise(ordered)), [text.text for text in ordered]
    (quick,) = roster.aids.quick
    wanted = [part.title for part in (*quick.steps, *quick.lookup, *quick.below)]
    assert set(wanted) <= {text.text for text in texts}
    assert all(title in write_text((), roster, options) for title in wanted)


def test_the_aid_goes_on_where_the_paper_is_small() -> None:
    pages = pages_of(SheetOptions(paper="a5", sheets=("aid",)))
    told = [word for page in pages for word in words(page)]
    assert len(pages) > 1 and {"Movement", "Worked examples", "Special saves, tokens, tests"} <= {*told}
    assert all(max(text.y for text in flat(page.items) if isinstance(text, Text)) <= page.height for page in pages)


@pytest.mark.parametrize("quick", [close_combat(), plain()], ids=["assault", "plain"])
def test_the_aid_of_close_combat_has_both_charts(quick: QuickReference) -> None:
    """A-07, A-08: the standard charts of the editions that have them."""
    *_, hit, wound = (part.table.rows for part in quick.lookup if isinstance(part, ReferenceTable))
    assert hit[3].cells[1:10] == ("3+", "3+", "3+", "4+", "4+", "4+", "4+", "4+", "5+")
    assert wound[3].cells == ("4", "2+", "2+", "3+", "4+", "5+", "6+", "6+", "–", "–", "–")


def test_rules_below_units_that_follow_vehicles_have_a_bookmark() -> None:
    rules = (RuleText("Frenzy", "re-rolls", "D-45"),)
    cards = army_cards(replace(samples.MARINES, units=(samples.DEVASTATORS,)))
    options = SheetOptions(sheets=("vehicles", "units"))
    pages = layout(cards, replace(PAGE, rules=rules), options, read_design(DESIGN), load_fonts())
    assert [(bookmark.title, bookmark.page) for bookmark in pages.outline] == [("Units", 0), ("Rules", 0)]


def test_the_subject_of_a_file_names_the_sheets_that_are_in_it() -> None:
    """The rules of this army have room below its cards; it has no cards for Trial Assault."""
    pages = layout(CARDS, PAGE, SheetOptions(sheets=("roster", "units", "assault")), read_design(DESIGN), load_fonts())
    assert pages.subject == "roster, units, rules"


def test_a_card_tells_that_a_name_goes_on_and_what_its_figures_are() -> None:
    marine = replace(samples.DEVASTATORS, name="Third Devastator Squad of the Company of the Vigilant " * 4)
    options = SheetOptions(sheets=("cards",))
    front, _ = layout(
        army_cards(replace(samples.MARINES, units=(marine,))), PAGE, options, read_design(DESIGN), load_fonts()
    ).pages
    assert any(text.startswith("Third") for text in words(front)) and any(text.endswith("…") for text in words(front))
    chaos = open_army("lethal-chaos-1000")
    back = layout(chaos.reading.cards(), roster_page_of(chaos), options, read_design(DESIGN), load_fonts()).pages[1]
    assert words(back).count("open") == 9


def test_rules_that_many_units_have_leave_no_rule_of_a_unit_without_a_word() -> None:
    """These stand on the cards of rules; where all have room, all are told."""
    shared = [RuleText(f"Oath {n}", f"Binds all who swore it {'once more ' * 20}{n}.", "") for n in range(4)]
    own = [RuleText(f"Habit {n}", f"Is done by one alone {'again and again ' * 30}{n}.", "") for n in range(7)]
    units = [
        ProfileCard(head=Head(f"u{n}", "", f"Unit {n}", ""), texts=(*shared, *own[: 7 * (n == 1)])) for n in (1, 2, 3)
    ]
    options = SheetOptions(sheets=("cards",))
    front, back, *_ = layout(tuple(units), PAGE, options, read_design(DESIGN), load_fonts()).pages
    edge = (front.width - 3 * 63) / 2 + 63
    told = {
        item.text
        for page, first in ((front, True), (back, False))
        for item in flat(page.items)
        if isinstance(item, Text) and (item.x < edge if first else item.x > edge + 63)
    }
    assert {rule.title for rule in own} <= told, "each begins a line"
    assert not {rule.title for rule in shared} <= told and any(text.startswith("See Rules: ") for text in told)
