"""The sheets of every starter army under every option: nothing clipped, cut or crossed, identical units alike."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import islice, pairwise
from pathlib import Path
from typing import TypeVar

import pytest

from builder.exporters.designs import read_design
from builder.exporters.pdf.fonts import load_fonts
from builder.record import replace
from builder.services.army.locator import open_army
from builder.services.army.opening import Army
from builder.services.export.files import cards_of, roster_page_of
from builder.sheets.layout import layout
from builder.sheets.options import SheetOptions
from builder.sheets.page import MM, Page, PageField, Pages, Picture, Rect, Segment, Text, flat
from builder.sheets.rule_lines import Room, set_words
from builder.sheets.rule_words import paragraphs, word_lines
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import Card, Head, PanelCard, ProfileCard, RuleText, TablePanel, UnitCard, VehicleCard
from builder.text import on_one_line
from tests.exporters.making import twin
from tests.starters import EACH_STARTER

DESIGN = Path(__file__).parents[2] / "templates/sheets/standard.yaml"
FILLED_IN = ("units", "vehicles")
LEAST_BOX, TALL = 3.2, 0.76 / MM
"""The least side of a box in mm, and how far letters reach up from their line, for each point of their size."""
OPTIONS = {
    "usual": SheetOptions(sheets=FILLED_IN),
    "compact": SheetOptions(sheets=FILLED_IN, compact=True),
    "a5": SheetOptions(sheets=FILLED_IN, paper="a5", sort="name"),
    "letter": SheetOptions(sheets=FILLED_IN, paper="letter", ink_saver=True, grey=True),
    "larger": SheetOptions(sheets=FILLED_IN, larger_text=True, one_a_page=True),
}
Box = Rect | PageField
T = TypeVar("T")


@cache
def army(name: str) -> Army:
    return open_army(name)


def lay_out(name: str, cards: Iterable[Card], options: SheetOptions) -> Pages:
    return layout(tuple(cards), roster_page_of(army(name)), options, read_design(DESIGN), load_fonts())


@cache
def laid_out(name: str, options: SheetOptions) -> Pages:
    """The sheets of a starter army."""
    return lay_out(name, army(name).reading.cards(), options)


def boxes(page: Page) -> list[PageField]:
    return [item for item in flat(page.items) if isinstance(item, PageField)]


def ids(pages: Pages) -> list[str]:
    return [box.id for page in pages.pages for box in boxes(page)]


def words(page: Page) -> list[str]:
    return [item.text for item in flat(page.items) if isinstance(item, Text)]


def height(pages: Pages) -> float:
    """Of all cards together, in mm."""
    return sum(stay.height for page in pages.pages for stay in page.stays)


def cut(one: Box, other: Box) -> bool:
    """Whether boxes overlap without one standing in the other."""
    left, right = max(one.x, other.x), min(one.x + one.width, other.x + other.width)
    top, bottom = max(one.y, other.y), min(one.y + one.height, other.y + other.height)
    if right - left < 0.1 or bottom - top < 0.1:
        return False
    shared = (right - left) * (bottom - top)
    return shared < 0.95 * min(one.width * one.height, other.width * other.height)


def pairs(items: Iterable[T], top: Callable[[T], float], bottom: Callable[[T], float]) -> Iterator[tuple[T, T]]:
    """Yield the pairs that share some of their height."""
    ordered = sorted(items, key=top)
    for n, one in enumerate(ordered):
        for other in islice(ordered, n + 1, None):
            if top(other) >= bottom(one):
                break
            yield one, other


def over_each_other(one: Text, other: Text) -> bool:
    """Whether two texts stand on each other."""
    lower = max(one, other, key=lambda text: text.y)
    shared = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    return abs(one.y - other.y) < TALL * lower.style.size and shared > 0.3


@pytest.mark.parametrize("options", OPTIONS.values(), ids=list(OPTIONS))
@pytest.mark.parametrize("name", EACH_STARTER)
def test_every_word_stands_on_its_page_and_on_no_other(name: str, options: SheetOptions) -> None:
    pages = laid_out(name, options)
    for page in pages.pages:
        texts = [item for item in flat(page.items) if isinstance(item, Text) and item.text]
        for text in texts:
            assert text.x >= 0 and text.x + text.width <= page.width / page.scale, text.text
            assert 0 <= text.y <= page.height / page.scale, text.text
        near = pairs(texts, lambda text: text.y - TALL * text.style.size, lambda text: text.y)
        assert not [(one.text, other.text) for one, other in near if over_each_other(one, other)]


@pytest.mark.parametrize("name", ["lethal-chaos-1000", "lethal-marines-1000", "lethal-levy-500", "lethal-orks-1000"])
def test_rules_at_units_say_something(name: str) -> None:
    """Where a line is too short for the first sentence of a rule, it takes more lines."""
    cards = [card for card in army(name).reading.cards() if isinstance(card, PanelCard)]
    rules = {rule.title for card in cards for rule in (*card.rules, *card.weapon_rules)}
    for page in laid_out(name, SheetOptions(sheets=FILLED_IN)).pages:
        texts = [item for item in flat(page.items) if isinstance(item, Text)]
        for title in (item for item in texts if item.text in rules and item.style.weight == "medium"):
            assert any(each.y == title.y and 0 < each.x - title.x < 40 for each in texts), (page.label, title.text)


@pytest.mark.parametrize("options", OPTIONS.values(), ids=list(OPTIONS))
@pytest.mark.parametrize("name", EACH_STARTER)
def test_every_box_is_large_enough_for_a_pencil_and_cut_by_no_other(name: str, options: SheetOptions) -> None:
    pages = laid_out(name, options)
    assert len(ids(pages)) == len(set(ids(pages)))
    for page in pages.pages:
        drawn = [item for item in flat(page.items) if isinstance(item, Rect) and item.line and item.fill is None]
        assert not [box.id for box in boxes(page) if min(box.width, box.height) * page.scale < LEAST_BOX - 0.05]
        others: list[Box] = [*boxes(page), *drawn]
        near = pairs(others, lambda box: box.y, lambda box: box.y + box.height)
        assert not [(one, other) for one, other in near if cut(one, other)]


@pytest.mark.parametrize("name", EACH_STARTER)
def test_cards_that_come_again_have_their_own_boxes_at_the_same_places(name: str) -> None:
    options = SheetOptions(sheets=FILLED_IN, one_a_page=True)
    cards = army(name).reading.cards()
    alone = lay_out(name, cards, options)
    often = lay_out(name, [twin(card, f"{n}_") for card in cards for n in range(4)], options)
    again = {box.id: (box.x, box.y, box.width) for page in often.pages for box in boxes(page)}
    once = {box.id: (box.x, box.y, box.width) for page in alone.pages for box in boxes(page)}
    assert len(again) == 4 * len(once)
    for id, place in once.items():
        assert [again[f"{n}_{id}"] for n in range(4)] == [pytest.approx(place)] * 4


@pytest.mark.parametrize("name", EACH_STARTER)
def test_identical_units_of_any_system_share_a_card_with_boxes_for_each(name: str) -> None:
    cards = [card for card in army(name).reading.cards() if not isinstance(card, VehicleCard) and card.id != "groups"]
    many = [twin(card, f"{n}_") for card in cards for n in range(3)]
    apart = lay_out(name, many, SheetOptions(sheets=FILLED_IN))
    merged = lay_out(name, many, SheetOptions(sheets=FILLED_IN, merge=True))
    assert sorted(ids(merged)) == sorted(ids(apart))
    assert {stay.card for page in merged.pages for stay in page.stays} == {card.id for card in many}
    assert height(merged) < height(apart)
    said = {word.partition(" × ")[2] for page in merged.pages for word in words(page)}
    assert all({card.head.name, card.head.name.rstrip(" 0123456789")} & said for card in cards)


@pytest.mark.parametrize("name", ["epic-imperial-guard-3000", "epic-orks-3000", "plain-orks-500"])
def test_a_large_card_is_never_two(name: str) -> None:
    pages = laid_out(name, SheetOptions(sheets=("cards",), card_size="70x120")).pages
    assert {stay.parts for page in pages for stay in page.stays} == {1}


def test_large_cards_have_large_names_with_the_facts_below() -> None:
    (page, *_) = laid_out("space-marines-500", SheetOptions(sheets=("cards",), card_size="70x120")).pages
    texts = [item for item in flat(page.items) if isinstance(item, Text)]
    (name,) = (item for item in texts if item.text == "Dreadnought" and item.style.size == 15.5)
    (facts,) = (item for item in texts if item.text == "Walker · WS 4 · BS 4 · S 6 · I 4 · A 2")
    assert facts.x == name.x and 3 < facts.y - name.y < 6


def test_a_weapon_with_a_long_first_mode_has_a_row_of_its_own() -> None:
    (page, *_) = laid_out("space-marines-1000", SheetOptions(sheets=("units",))).pages
    places = {item.text: (item.x, item.y) for item in flat(page.items) if isinstance(item, Text)}
    (x, y), (inner, below) = places["Special issue boltgun"], places["dragonfire bolt"]
    assert inner > x and 3 < below - y < 4


@pytest.mark.parametrize(
    ("words", "number", "shown"),
    [
        ("Joins units. They cannot, however, join Monsters.", "", {"Joins units …", ""}),
        ("If a model is Poisoned, or has a weapon that is, it wounds on a 4+.", "", {""}),
        ("Shooting: one throws a grenade.\n\nAssault: no penalty.", "", {"Shooting: one throws a grenade …", ""}),
        ("Discipline: Telepathy\n\nUnits of this kind are immune to Fear.", "", {""}),
        ("Moves twice (see p. 4. Not if pinned), e.g. at night.", "", {""}),
        ("Orders a unit; it obeys after a test.", "D-10", {"Orders a unit (D-10)", "Orders a unit …", "(D-10)", ""}),
    ],
)
def test_a_rule_at_a_unit_is_told_in_whole_sentences_or_by_its_name(words: str, number: str, shown: set[str]) -> None:
    setter = Typesetter(read_design(DESIGN), load_fonts())
    whole = on_one_line(words).rstrip(".")
    lines = [line for width in range(10, 200) for line in word_lines(setter, RuleText("Rule", words, number), width)]
    told = {" ".join("".join(text for _, text, _ in line[1:]).split()) for line in lines}
    assert {line[0][1] for line in lines} == {"Rule"}
    assert told == shown | {whole} | ({f"{whole} ({number})"} if number else set())


def test_how_aircraft_move_is_not_broken_within_a_word() -> None:
    pages = laid_out("epic-orks-3000", SheetOptions(sheets=FILLED_IN, larger_text=True, one_a_page=True))
    assert {"fighter-", "bomber"} <= {word for page in pages.pages for word in words(page)}


def test_words_behind_the_name_of_a_rule_are_not_broken() -> None:
    """Those in brackets find no room behind the name: they stand below it, whole."""
    setter = Typesetter(read_design(DESIGN), load_fonts())
    title = "Apothecarion Detachment Unit Composition (Apothecarion Detachment)"
    (lines,) = paragraphs(setter, [RuleText(title, "At most three.", "")], 56)
    assert [text for line in lines for _, text, _ in line][1] == "(Apothecarion Detachment)"


def test_tokens_that_come_when_the_game_starts_stand_apart() -> None:
    (page, *_) = laid_out("space-marines-1000", SheetOptions(sheets=("roster",))).pages
    places = [box.x for box in boxes(page) if box.id.startswith("tokens.scatter")]
    assert [round(after - before, 1) for before, after in pairwise(places)] == [4.2] * 9 + [6.6] + [4.2] * 3


@pytest.mark.long
def test_what_is_looked_up_shows_the_ids_of_units_not_its_own() -> None:
    cards = cards_of(army("space-marines-500"), SheetOptions(sheets=("matchup",)))
    card = next(card for card in cards if card.id.endswith(".m"))
    assert card.head.shown == card.id.removesuffix(".m")


def test_crop_marks_stay_below_the_head_of_the_page() -> None:
    (page, *_) = laid_out("space-marines-500", SheetOptions(sheets=("cards",))).pages
    items = [*flat(page.items)]
    head = next(item for item in items if isinstance(item, Text))
    marks = [item for item in items if isinstance(item, Segment) and item.x1 == item.x2 and item.y1 < 17]
    assert len(marks) == 4 and min(mark.y1 for mark in marks) - head.y > 0.25 * head.style.size / MM


@pytest.mark.parametrize(("size", "left", "top"), [("63x88", 10.5, 16.5), ("70x120", 35.0, 22.0)])
def test_crop_marks_are_long_enough_for_a_knife_and_white_of_the_cards(size: str, left: float, top: float) -> None:
    (page, *_) = laid_out("space-marines-500", SheetOptions(sheets=("cards",), card_size=size)).pages
    lines = [item for item in flat(page.items) if isinstance(item, Segment) and not item.dotted]
    over = [line for line in lines if line.x1 == line.x2 and abs(line.x1 - left) < 0.01 and line.y2 < top]
    beside = [line for line in lines if line.y1 == line.y2 and abs(line.y1 - top) < 0.01 and line.x2 < left]
    assert [(round(line.y1 - top, 2), round(line.y2 - top, 2)) for line in over] == [(-5, -1.5)]
    assert [(round(line.x1 - left, 2), round(line.x2 - left, 2)) for line in beside] == [(-5, -1.5)]
    fold = [item for item in flat(page.items) if isinstance(item, Segment) and item.dotted and item.x1 == item.x2]
    assert [round(line.x1, 2) for line in fold] == ([105.0] if size == "70x120" else [])
    assert all(line.y1 < top - 4 and line.y2 > top + 244 for line in fold), "it goes on beside the marks"


@pytest.mark.parametrize("size", ["63x88", "70x120"])
def test_hits_of_both_kinds_stand_under_each_other(size: str) -> None:
    (page, *_) = laid_out("space-marines-500", SheetOptions(sheets=("cards",), card_size=size)).pages
    shown = [item for item in flat(page.items) if isinstance(item, Text)]
    weapon, immobile = (
        {item.x + item.width / 2 for item in shown if item.text == text} for text in ("Weapon", "Immob.")
    )
    assert [each for each in weapon if any(abs(each - other) < 0.01 for other in immobile)], "the fourth of both rows"


def test_boxes_of_large_cards_grow_where_they_have_no_picture() -> None:
    cards, roster = tuple(army("space-marines-500").reading.cards()), roster_page_of(army("space-marines-500"))
    options = SheetOptions(sheets=("cards",), card_size="70x120")
    pictures: dict[str, Picture] = {}
    for side in (6.0, 3.8):
        pages = layout(cards, roster, options, read_design(DESIGN), load_fonts(), pictures).pages
        (of,) = (item for item in flat(pages[0].items) if isinstance(item, Text) and item.text == "of 80")
        field = next(
            r for r in flat(pages[0].items) if isinstance(r, Rect) and abs(r.x + r.width - of.x - of.width) < 1
        )
        assert field.height == pytest.approx(4 * side), "the four boxes of T 4 beside it"
        pictures = {roster.rows[0].unit: Picture(64, 23, True, b"")}


def test_a_card_to_cut_out_tells_when_its_order_points_are_too_many_without_its_leader() -> None:
    (_, back, *_) = laid_out("space-marines-1000", SheetOptions(sheets=("cards",))).pages
    assert any(word.startswith("Order points: no leader, Ld 9") for word in words(back))


@pytest.mark.parametrize("size", ["63x88", "70x120"])
@pytest.mark.parametrize("name", EACH_STARTER)
def test_a_card_has_two_sides_and_all_that_is_filled_in_on_its_front(name: str, size: str) -> None:
    cards = army(name).reading.cards()
    pages = lay_out(name, cards, SheetOptions(sheets=("cards",), card_size=size)).pages
    stays = [stay for page in pages for stay in page.stays]
    assert [stay.card for stay in stays] == [card.id for card in cards]
    assert {stay.parts for stay in stays} == {1}
    if size == "63x88":
        for back in pages[1::2]:
            assert not [each for each in flat(back.items) if isinstance(each, Rect) and LEAST_BOX < each.width < 10]


def test_choices_of_a_force_that_have_no_profile_are_no_cards_to_cut_out() -> None:
    cards = army("plain-orks-500").reading.cards()
    choice = ProfileCard(head=Head("c1", "", "Battle Size", "0"), keywords=(("Chosen", "Strike Force"),))
    pages = lay_out("plain-orks-500", (choice, *cards), SheetOptions(sheets=("cards",))).pages
    assert [stay.card for page in pages for stay in page.stays] == [card.id for card in cards]
    (alone, _) = lay_out("plain-orks-500", (choice,), SheetOptions(sheets=("cards",))).pages
    assert [stay.name for stay in alone.stays] == ["Battle Size"]


def test_the_numbers_of_damage_lines_touch_no_box_in_larger_text() -> None:
    (page,) = (page for page in laid_out("space-marines-500", OPTIONS["larger"]).pages if "Rhino 1" in words(page)[:40])
    steps = [text for text in flat(page.items) if isinstance(text, Text) and re.fullmatch(r"\d+[GP]", text.text)]
    ends = [text for text in flat(page.items) if isinstance(text, Text) and text.text in ("12", "18", "24", "30")]
    assert len(steps) > 10  # On the last line shapes alone say what a box is.
    for text in (*steps, *ends):
        for each in boxes(page):
            beside = each.x + each.width < text.x or text.x + text.width < each.x
            assert beside or not each.y < text.y - 1 < each.y + each.height, text.text


def test_a_folded_card_names_each_token_that_its_unit_gives_once() -> None:
    cards = army("space-marines-500").reading.cards()
    pages = lay_out("space-marines-500", cards, SheetOptions(sheets=("cards",), card_size="70x120")).pages
    told = " ".join(words(pages[0])).replace("\u00a0", " ")
    assert "gives 4 Scatter: Gate of Infinity 2, Vortex of Doom 2; 1 Warp: psyker" in told
    assert "scan: the list" in told and "gives no tokens" in told, "as the Dreadnought below"


def test_stat_lines_of_cards_keep_their_columns_where_one_value_is_wide() -> None:
    """`4(5)` has more room than the figures beside it; the lines are no words for that."""
    front, back, *_ = laid_out("space-marines-1000", SheetOptions(sheets=("cards",))).pages
    assert "4(5)" in words(front) and not [text for text in words(front) if text.startswith("WS 4, BS")]
    assert {"Bolt pistol (Sergeant)", "Bolt pistol (Scout Biker)"} <= {*words(back)}


def test_names_of_rules_without_room_stand_in_one_list() -> None:
    setter = Typesetter(read_design(DESIGN), load_fonts())
    rules = [RuleText(f"Rule {n}", " ".join(["told at length"] * 30), "") for n in (1, 2)]
    told = set_words(setter, [*rules, "Also: Rule 3"], [Room(0, 0, 80, 8)])
    assert [item.text for item in told.items if isinstance(item, Text)] == ["Also: Rule 3, Rule 1, Rule 2"]


def test_white_is_left_between_the_names_of_groups() -> None:
    """Those that stand out over the gap behind their boxes, too."""
    card = next(card for card in army("space-marines-500").reading.cards() if isinstance(card, UnitCard))
    names = ("Missile launcher", "Heavy bolter gunner", "Sergeant")
    for models in (1, 2, 3):
        groups = tuple(replace(card.groups[0], id=f"g{n}", name=name, models=models) for n, name in enumerate(names))
        for sheets in (FILLED_IN, ("cards",)):
            (page, *_) = lay_out("space-marines-500", [replace(card, groups=groups)], SheetOptions(sheets=sheets)).pages
            texts = [item for item in flat(page.items) if isinstance(item, Text) and item.text in names]
            for one, other in pairwise(sorted(texts, key=lambda text: (text.y, text.x))):
                assert one.y != other.y or other.x - one.x - one.width > 0.9, (models, one.text, other.text)


@pytest.mark.parametrize("name", [each for each in EACH_STARTER if "lethal" in str(each.values[0])])
def test_kinds_of_weapons_take_two_lines_at_most(name: str) -> None:
    """In larger text, whose columns of names and of kinds have less room than both need."""
    cards = [card for card in army(name).reading.cards() if isinstance(card, PanelCard)]
    tables = [panel.table for card in cards for panel in (*card.left, *card.right) if isinstance(panel, TablePanel)]
    kinds = {row.cells[2] for table in tables if table.columns[2].title == "Kind" for row in table.rows}
    assert any(len(kind.split()) > 2 for kind in kinds)
    pages = laid_out(name, SheetOptions(sheets=FILLED_IN, larger_text=True)).pages
    said = {text for page in pages for text in words(page)}
    for kind in kinds:
        ways = [(kind[:n], kind[n + 1 :]) for n, sign in enumerate(kind) if sign == " "]
        assert kind in said or any(said.issuperset(way) for way in ways), kind


def test_bookmarks_of_sheets_on_a_shared_page_lead_to_where_they_begin() -> None:
    pages = laid_out("space-marines-1000", SheetOptions())
    marks = {mark.title: mark for mark in pages.outline}
    assert (marks["Units"].page, marks["Units"].top) == (1, 0)
    vehicles, rules = marks["Vehicles"], marks["Rules"]
    assert vehicles.page == 2 and vehicles.top == vehicles.children[0].top > 100
    (heading,) = (
        item
        for item in flat(pages.pages[rules.page].items)
        if isinstance(item, Text) and item.text == "Rules of this army"
    )
    assert 0 < heading.y - rules.top < 15
