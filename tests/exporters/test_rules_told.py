"""Every rule of every unit has its words: at the unit or, where that has no room, in full elsewhere in the file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

import pytest

from builder.exporters.designs import read_design
from builder.exporters.pdf.fonts import load_fonts
from builder.record import replace
from builder.services.army.opening import opponents_copy
from builder.services.export.files import roster_page_of
from builder.sheets.layout import layout
from builder.sheets.options import SheetOptions, usual_sheets
from builder.sheets.page import Page, Pages, Text, flat
from builder.sheets.rule_lines import Room, set_words
from builder.sheets.rules_sheet import rules_pages
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import Card, FormationCard, PanelCard, RosterPage, RuleText, UnitCard, VehicleCard
from builder.systems.diceless.cards import army_cards
from tests.exporters import samples
from tests.exporters.test_starter_sheets import DESIGN, army, words
from tests.starters import EACH_STARTER

WAYS = {
    "usual": SheetOptions(),
    "compact": SheetOptions(compact=True),
    "larger": SheetOptions(larger_text=True),
    "bound": SheetOptions(gutter=20, duplex=True),
    "wide": SheetOptions(gutter=30),
    "merged": SheetOptions(merge=True, sort="points"),
    "alone": SheetOptions(one_a_page=True, sort="name"),
    "opponent": SheetOptions(opponent=True),
    "larger and bound": SheetOptions(larger_text=True, gutter=30),
}


def printed(name: str, options: SheetOptions) -> tuple[tuple[Card, ...], tuple[RuleText, ...], Pages]:
    """The cards of a starter, its rules, and the sheets that are printed of it when nothing is said."""
    shown = opponents_copy(army(name)) if options.opponent else army(name)
    cards, roster = tuple(shown.reading.cards()), roster_page_of(shown)
    options = replace(options, sheets=usual_sheets(cards))
    return cards, roster.rules, layout(cards, roster, options, read_design(DESIGN), load_fonts())


def letters(text: str) -> str:
    """A text without what line ends leave out or add."""
    return re.sub(r"[\s-]", "", text).rstrip(".").casefold()


def rules_of(cards: Iterable[Card]) -> Iterator[RuleText]:
    for card in cards:
        if isinstance(card, UnitCard | PanelCard):
            yield from (*card.rules, *card.weapon_rules)
        elif isinstance(card, VehicleCard | FormationCard):
            yield from card.rules


def said_on(pages: Iterable[Page]) -> str:
    return letters(" ".join(text for page in pages for text in words(page)))


@pytest.mark.parametrize("paper", ["a4", *(pytest.param(paper, marks=pytest.mark.long) for paper in ("a5", "letter"))])
@pytest.mark.parametrize("name", EACH_STARTER)
def test_every_rule_of_a_unit_has_its_words_in_the_file(name: str, paper: str) -> None:
    """Those of units and of their weapons, in the words of the unit or in those that the army has for it."""
    for way, options in WAYS.items():
        if paper == "a5" and options.larger_text:
            continue
        cards, of_army, pages = printed(name, replace(options, paper=paper))
        said = said_on(pages.pages)
        for rule in rules_of(cards):
            same = [other.text for other in of_army if other.name.casefold() == rule.title.casefold()]
            assert rule.text, (way, rule.title)
            assert any(letters(text) in said for text in (rule.text, *same)), (way, rule.title)


def test_abilities_of_formations_have_their_words_on_the_list() -> None:
    """In those of the datasheets, and of weapons in ours; a figure behind the name is no part of it."""
    cards, _, _ = printed("epic-orks-3000", SheetOptions())
    told = {rule.title: rule.text for rule in rules_of(cards)}
    assert told["Walker"] == "Rolls a failed test for dangerous terrain again."
    assert told["Extra attacks"] == "That many more dice in an assault."
    assert told["Titan killer"].startswith("As a macro-weapon")


def test_names_alone_say_where_their_words_are() -> None:
    """Pages of closer cards are full: some rules have their names only there, and their words beside the list."""
    cards, _, pages = printed("orks-1000", SheetOptions(compact=True))
    (listed,) = [page for page in pages.pages if page.sheet == "roster"]
    told = {rule.title: rule.text for rule in rules_of(cards)}
    lines = [text for page in pages.pages for text in words(page) if text.startswith("See roster: ")]
    named = [name for line in lines for name in line.removeprefix("See roster: ").rstrip(",").split(", ")]
    own = [name for name in named if name in told and name != "Feel No Pain"]  # That one is in the words of the army.
    assert own and all(letters(told[name]) in said_on([listed]) for name in own)


@pytest.mark.parametrize("name", EACH_STARTER)
def test_every_rule_of_a_unit_has_words_at_the_unit(name: str) -> None:
    """On the usual sheets no card leads to another page for them; powers that are no weapon are rules too."""
    cards, _, pages = printed(name, SheetOptions())
    said = [text for page in pages.pages if page.sheet != "roster" for text in words(page)]
    assert not [text for text in said if text.startswith("See ")]
    powers = {rule.title for card in cards for rule in getattr(card, "rules", ())} & {"Nightshroud", "Weaken Resolve"}
    assert len(powers) == name.startswith("imperial-guard-1000")


def test_rules_without_room_beside_a_list_stand_below_the_cards_before_they_begin_a_page() -> None:
    *_, pages = printed("orks-1000", SheetOptions(larger_text=True, gutter=20))
    assert [page.label for page in pages.pages if page.sheet == "roster"] == ["R1"]
    heads = [item for page in pages.pages[1:] for item in flat(page.items) if isinstance(item, Text)]
    assert "Rules of this army" in [item.text for item in heads]


def test_rules_are_told_of_sheets_of_units_alone_where_a_page_has_room() -> None:
    sheets = ("units", "vehicles")
    shown = army("imperial-guard-1000")
    pages = layout(
        tuple(shown.reading.cards()),
        roster_page_of(shown),
        SheetOptions(sheets=sheets),
        read_design(DESIGN),
        load_fonts(),
    )
    assert "Rules of this army" in words(pages.pages[-1])
    assert letters("Gives a Warp token; a psychic test puts 25 order points on him alone") in said_on(pages.pages)


@pytest.mark.long
def test_long_texts_begin_no_page_of_the_list() -> None:
    """Data of others words rules at such length that the list would have a page for them."""
    shown = army("plain-orks-500")
    long = tuple(RuleText(f"Rule {n}", " ".join(["It is told at length."] * 60), "") for n in range(12))
    cards = [replace(card, rules=long) if isinstance(card, PanelCard) else card for card in shown.reading.cards()]
    pages = layout(tuple(cards), roster_page_of(shown), SheetOptions(), read_design(DESIGN), load_fonts())
    assert [page.label for page in pages.pages if page.sheet == "roster"] == ["R1"]


def long_ruled(name: str, count: int) -> tuple[tuple[Card, ...], RosterPage]:
    """A starter whose first cards have long rules, as data of others words them."""
    shown = army(name)
    own = iter(range(count))
    cards = [
        replace(card, rules=tuple(long_rule(n) for n in islice(own, 8)) or card.rules)
        if isinstance(card, UnitCard | VehicleCard | PanelCard)
        else card
        for card in shown.reading.cards()
    ]
    return tuple(cards), roster_page_of(shown)


def long_rule(n: int) -> RuleText:
    return RuleText(f"Custom {n:02}", ", ".join(f"of custom {n} part {m} goes on at length" for m in range(20)), "")


@pytest.mark.parametrize("options", [SheetOptions(), SheetOptions(compact=True), SheetOptions(larger_text=True)])
@pytest.mark.parametrize("name", ["orks-500", "imperial-guard-1000"])
def test_long_rules_of_data_stand_in_full_behind_the_cards(name: str, options: SheetOptions) -> None:
    """The last page of cards has the first of them, where it has room; names on cards say where they are."""
    cards, roster = long_ruled(name, 24)
    pages = layout(cards, roster, options, read_design(DESIGN), load_fonts()).pages
    assert pages[-1].sheet == "rules"
    told = " ".join(text for page in pages for text in words(page))
    said = letters(told)
    assert all(letters(f"of custom {n} part {m} goes on") in said for n in range(24) for m in (0, 15))
    assert "See Rules: Custom" in told and "See roster" not in told and "cards, sheet Rules" in told
    behind = [text for page in pages if page.sheet == "rules" for text in words(page) if text.startswith("Custom ")]
    assert behind == sorted(behind)


def test_long_rules_of_one_name_in_unlike_words_are_all_told() -> None:
    """A unit has another text of data for a rule of the same name."""
    cards, roster = long_ruled("orks-500", 24)
    cards = tuple(
        replace(card, rules=tuple(replace(rule, title="Custom") for rule in card.rules))
        if isinstance(card, UnitCard | VehicleCard)
        else card
        for card in cards
    )
    pages = layout(cards, roster, SheetOptions(), read_design(DESIGN), load_fonts()).pages
    said = said_on(pages)  # A column may end within a sentence.
    assert all(any(letters(f"of custom {n} part {m} goes on") in said for m in (18, 19)) for n in range(24))


def test_a_list_alone_or_cards_alone_have_no_page_of_rules() -> None:
    """The list alone, and cards alone, are printed as they were chosen."""
    cards, roster = long_ruled("orks-500", 24)
    for sheets in (("roster",), ("units", "vehicles")):
        pages = layout(cards, roster, SheetOptions(sheets=sheets), read_design(DESIGN), load_fonts()).pages
        assert {page.sheet for page in pages} <= {*sheets}


def test_rules_that_data_only_names_are_told_by_the_system_that_words_them() -> None:
    cards = {card.head.name: card for card in army_cards(samples.MARINES)}
    told = {rule.title: rule.text for rule in rules_of([cards["Librarian Orsino Vael"], cards["Scout Squad"]])}
    assert told["Psychic hood"].startswith('An enemy psyker within 24"')
    assert told["Move through cover"].startswith('Up to 5"') and not told["Infiltrate"]


@pytest.mark.parametrize("size", ["63x88", "70x120"])
@pytest.mark.parametrize("name", [each for each in EACH_STARTER if "epic" not in str(each.values[0])])
def test_rules_that_cards_to_cut_out_name_alone_have_a_card_of_their_own(name: str, size: str) -> None:
    shown = army(name)
    cards = tuple(shown.reading.cards())
    options = SheetOptions(sheets=("cards",), card_size=size)
    pages = layout(cards, roster_page_of(shown), options, read_design(DESIGN), load_fonts()).pages
    said = said_on(pages)
    assert not [rule.title for rule in rules_of(cards) if letters(rule.text) not in said]
    assert ("seerules:" in said) <= ("Rules" in {text for page in pages for text in words(page)})


def test_the_card_of_rules_has_those_of_the_captain_who_has_most() -> None:
    shown = army("imperial-guard-1000")
    cards = tuple(shown.reading.cards())
    fronts = layout(cards, roster_page_of(shown), SheetOptions(sheets=("cards",)), read_design(DESIGN), load_fonts())
    rules = [words(page) for page in fronts.pages if "Rules" in words(page)]
    assert {"Bring It Down!", "Fire on My Target!"} <= {*rules[0]}


def test_no_page_of_rules_is_nearly_empty() -> None:
    setter = Typesetter(read_design(DESIGN), load_fonts())
    rules = [
        RuleText(f"Rule {n}", "It is told in words of a line or two, which stand in a column.", "") for n in range(122)
    ]
    pages = rules_pages(setter, rules, 67)
    feet = [max(item.y for item in flat(page.items) if isinstance(item, Text)) for page in pages]
    assert len(feet) == 2 and min(feet) > 0.8 * max(feet)


def test_no_column_begins_with_the_last_line_of_a_rule_nor_with_its_number() -> None:
    """Rules of fifteen lines on pages of any height."""
    setter = Typesetter(read_design(DESIGN), load_fonts())
    lines = "\n".join(f"{'end' if n == 15 else 'line'} {n}" for n in range(1, 16))
    for rows in range(50, 68):
        for page in rules_pages(setter, [RuleText(f"Rule {n}", lines, f"[{n}]") for n in range(20)], rows):
            texts = [item for item in flat(page.items) if isinstance(item, Text) and item.y > 10]
            first = min(item.y for item in texts)
            assert not [item.text for item in texts if item.y == first and item.text.startswith("end")]


def test_the_last_page_of_long_rules_has_columns_about_as_high_as_each_other() -> None:
    cards, roster = long_ruled("orks-500", 24)
    *_, last = layout(cards, roster, SheetOptions(), read_design(DESIGN), load_fonts()).pages
    texts = [item for item in flat(last.items) if isinstance(item, Text)]
    feet = [max(item.y for item in texts if left < item.x < left + 60) for left in (0, 70, 135)]
    assert last.sheet == "rules" and max(feet) - min(feet) < 20


def test_names_that_a_list_of_names_has_no_room_for_share_lines_of_their_own() -> None:
    """A primarch with eighteen rules, most of which begin with a sentence of several lines: none is a bare name."""
    first = (73, 159, 372, 148, 44, 186, 94, 213, 189, 134, 383, 122, 412, 265, 260, 146, 98, 164)
    titles = (19, 15, 13, 18, 21, 15, 8, 20, 9, 10, 22, 17, 42, 20, 20, 20, 8, 13)
    setter = Typesetter(read_design(DESIGN), load_fonts())
    setter.elsewhere = "See Rules: "
    rules = [
        RuleText(f"{'Custom rule name of it all again'[: title - 3]} {n:02}", f"{('Goes on ' * 52)[: length - 1]}.", "")
        for n, (title, length) in enumerate(zip(titles, first, strict=True))
    ]
    told = set_words(setter, rules, [Room(0, 0, 101, 18.4), Room(110, 0, 86, 4), Room(150, 0, 40, 28)])
    assert (told.unsaid, told.left) == ((), [])
    assert sum(isinstance(item, Text) and item.text.startswith("See Rules: ") for item in told.items) == 2


@pytest.mark.parametrize("name", ["imperial-guard-1000", "orks-1000", "space-marines-1000"])
def test_larger_text_has_its_hints_on_the_row_of_order_points(name: str) -> None:
    """In fewer words there, so that notes and rules have the room of the unit; hits of vehicles keep their line."""
    _, _, pages = printed(name, SheetOptions(larger_text=True))
    said = [text for page in pages.pages if page.sheet != "roster" for text in words(page)]
    left = [text for text in said if text.startswith("Order points:")]  # Long names, and a psyker who leads a unit.
    assert not [text for text in left if "Sergeant" in text or "leader" in text or "+25" in text]
    assert not {"Weapon", "destroyed"} <= {*said}
    if name == "imperial-guard-1000":
        assert "no Sergeant: 117, 165" in said
