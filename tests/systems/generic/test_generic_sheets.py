"""Any game: how the sheets of its armies look."""

from __future__ import annotations

import io
import re

import pikepdf
import pypdfium2
import pytest

from builder.exporters.designs import read_design
from builder.exporters.pdf.fonts import load_fonts
from builder.record import replace
from builder.resources import find_resource
from builder.roster.view import CategoryView, RuleView
from builder.services.export.files import pdf_of
from builder.sheets.layout import layout
from builder.sheets.options import SheetOptions
from builder.sheets.page import Rect, Text, flat
from builder.sheets.profile_body import TextLine, Texts, strips_below
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import ProfileCard
from builder.systems.generic.reading import GenericReading, read
from tests.exporters.test_tagged import elements
from tests.systems.generic.making import LONG, chosen, ferrymen, profile, roster


def test_a_long_name_of_a_weapon_breaks_and_its_figures_stay_in_columns() -> None:
    name = "Master-crafted and twice blessed oar of the eldest"
    lore = "Whoever is struck, loses his footing."
    oars = tuple(profile("Tool", each, A="1", B="2", C="3", D="4", E="5", F="6", Lore=lore) for each in (name, "Oar"))
    reading = read(roster(chosen("b", "Boatman", type="model", profiles=oars)))
    drawn = pdf_of(reading.cards(), reading.roster_page(), SheetOptions(sheets=("units",))).data
    with pypdfium2.PdfDocument(drawn) as document:
        text = document[0].get_textpage().get_text_bounded()
    assert "A 1" not in text and "Lore" in text


def test_a_short_rule_is_not_divided_into_columns() -> None:
    """Without tables it has the whole width; two rules have a column each."""
    one = "Whenever this unit is about to be moved across a ford, its player may move it six inches further, " * 2
    for rules in ((("Ford", one),), (("Ford", one), ("Oar", one))):
        reading = read(roster(chosen("u", "Pact", rules=rules, pts=5)))
        (texts,) = texts_of(reading, SheetOptions(sheets=("units",)))
        ford = next(text for text in texts if text.text == "Ford")
        beside = [text.text for text in texts if text.y == ford.y and text.x > 100]
        assert beside[:1] == (["Oar"] if len(rules) > 1 else [])


def rules_of(*rules: tuple[str, str]) -> tuple[RuleView, ...]:
    return tuple(RuleView(name=title, description=text) for title, text in rules)


def texts_of(reading: GenericReading, options: SheetOptions) -> list[list[Text]]:
    """The texts of each page."""
    found = find_resource("templates/sheets", "standard")
    assert found
    pages = layout(reading.cards(), reading.roster_page(), options, read_design(found.path), load_fonts()).pages
    return [[item for item in flat(page.items) if isinstance(item, Text)] for page in pages]


def army_of_rules(count: int) -> GenericReading:
    """So many squads, each with a long rule of its own."""
    told = ((f"Ford {n}", f"{LONG}{LONG}The {n}. end.") for n in range(count))
    return read(roster(*(replace(ferrymen(), id=f"u{n}", rules=rules_of(rule)) for n, rule in enumerate(told))))


def test_rules_are_told_whole_where_their_page_has_room_else_begun_with_their_number() -> None:
    options = SheetOptions(sheets=("units", "rules"))
    for count, whole, begun in ((8, 4, 0), (10, 2, 3)):
        page = [text.text for text in texts_of(army_of_rules(count), options)[0]]
        assert sum("end." in text for text in page) == whole
        assert sum("… [" in text for text in page) == begun


@pytest.mark.parametrize("count", [3, 60])
def test_a_text_in_columns_is_read_from_its_first_word_to_its_last(count: int) -> None:
    """Also where the rules of a unit go on over pages: a page is read column by column."""
    words = {f"Ford {n}": " ".join(f"{n}:{word}" for word in (LONG + LONG).split()) for n in range(count)}
    reading = read(roster(replace(ferrymen(), rules=rules_of(*words.items()))))
    options = SheetOptions(sheets=("units",))
    pages = texts_of(reading, options)
    assert (len(pages) > 3) == (count > 3)
    read_out = " ".join(text.text for page in pages for text in page if re.match(r"\d+:", text.text))
    assert read_out == " ".join(words.values())


def test_a_rule_of_any_game_is_one_paragraph_for_those_who_have_it_read_out() -> None:
    """Its lines are no paragraphs of their own."""
    reading = read(roster(replace(ferrymen(), rules=rules_of(("Ford", LONG * 2), ("Oar", LONG * 2)))))
    data = pdf_of(reading.cards(), reading.roster_page(), SheetOptions(sheets=("units",))).data
    with pikepdf.open(io.BytesIO(data)) as pdf:
        card, *_ = (element for element in elements(pdf.Root.StructTreeRoot.K) if element.S == "/Sect")
        paragraphs = sum(element.S == "/P" for element in elements(card))
    assert paragraphs <= 8  # Points, facts, a rule each, boxes; their lines would be twelve more.


def test_words_among_figures_are_set_as_words_and_figures_of_tables_stand_under_each_other() -> None:
    guns = (
        profile("Ranged", "Bow", Reach='12"', Blows="2", Bite="1"),
        profile("Fists", "Fist", Reach="Melee", Blows="10+2", Bite="1"),
        profile("Fists", "A claw", Reach="Melee", Blows="3", Bite="1"),
    )
    (texts,) = texts_of(read(roster(replace(ferrymen(), profiles=guns))), SheetOptions(sheets=("units",)))
    found = {text.text: text for text in texts}
    assert found['12"'].style.size > found["Melee"].style.size
    assert {round(text.x + text.width / 2, 1) for text in texts if text.text in ("Reach", '12"', "Melee")} == {
        round(found["Reach"].x + found["Reach"].width / 2, 1)
    }


def test_on_a_narrow_card_the_only_models_are_not_named_again() -> None:
    line = profile("Crew", "Oarsman", Move="6", Guile="4+", Wounds="9")
    boat = read(roster(chosen("b", "Boat", chosen("b.1", "Rower", type="model", profiles=(line,)), type="unit")))
    front, *_ = texts_of(boat, SheetOptions(sheets=("cards",)))
    (page,) = texts_of(boat, SheetOptions(sheets=("units",)))
    assert ["Rower" in {text.text for text in texts} for texts in (front, page)] == [False, True]


def test_larger_text_keeps_tables_and_has_its_rules_below_the_figures_of_the_head() -> None:
    gun = profile(
        "Gun",
        "Master-crafted scoped carbine",
        Range='24"',
        A="2",
        BS="2+",
        S="4",
        AP="-1",
        D="2",
        Notes="Sustained Hits 1",
    )
    crew = profile("Unit", "Crew", M='6"', T="4", SV="3+", W="2")
    unit = read(roster(chosen("u", "Crew", type="model", profiles=(crew, gun), rules=(("Ford", LONG),))))
    (texts,) = texts_of(unit, SheetOptions(sheets=("units",), larger_text=True))
    found = {text.text: text for text in texts}
    assert {'24"', "2+", "−1"} < set(found)
    assert found["Ford"].y - found["3+"].y > 3.5


def test_a_card_to_cut_out_that_has_only_words_has_them_on_its_front() -> None:
    pact = read(roster(chosen("u", "Pact", rules=(("Ford", "Wades."),), pts=5)))
    front, back = texts_of(pact, SheetOptions(sheets=("cards",)))
    assert "Ford" in {text.text for text in front} and "Ford" not in {text.text for text in back}
    crew = read(roster(replace(ferrymen(), rules=())))
    front, back = texts_of(crew, SheetOptions(sheets=("cards",)))
    assert "1 Hook" not in {text.text for text in front} and "1 Hook" in {text.text for text in back}


def test_units_on_one_card_are_told_apart_by_their_ids() -> None:
    twins = read(roster(ferrymen(), replace(ferrymen(), id="u2")))
    (page,) = texts_of(twins, SheetOptions(sheets=("units",), merge=True))
    words = [text.text for text in page]
    assert "2 × Ferrymen" in words and "u2" in words and any(word.endswith("id u1") for word in words)


def test_units_that_are_alike_have_nothing_on_their_tabs_but_the_category() -> None:
    twins = [replace(ferrymen(), id=id_) for id_ in ("u1", "u2", "u3")]
    texts = [text.text for page in texts_of(read(roster(*twins)), SheetOptions(sheets=("units",))) for text in page]
    assert texts.count("Ferrymen") == 3 and not {"u1", "u2", "u3"} & {*texts}


def test_boxes_of_many_models_stay_on_their_card() -> None:
    """Each card to cut out is 63 mm wide; no box reaches over its cut."""
    crew = replace(ferrymen().children[1], name="Ferrymen with long oars", number=20)
    reading = read(roster(replace(ferrymen(), children=(crew,))))
    found = find_resource("templates/sheets", "standard")
    assert found
    for size, width in (("63x88", 63.0), ("70x120", 70.0)):
        options = SheetOptions(sheets=("cards",), card_size=size)
        pages = layout(reading.cards(), reading.roster_page(), options, read_design(found.path), load_fonts())
        left = (pages.pages[0].width - (3 if width == 63 else 2) * width) / 2
        boxes = [item for item in flat(pages.pages[0].items) if isinstance(item, Rect) and 4 < item.width < 5]
        assert len(boxes) >= 20
        assert all((box.x - left) % width + box.width <= width - 2.4 for box in boxes)


def test_counters_stand_below_the_units_and_on_a_card_to_cut_out() -> None:
    crew = read(roster(ferrymen()))
    for sheets in ("units", "cards"):
        page = [text.text for text in texts_of(crew, SheetOptions(sheets=(sheets,)))[0]]
        assert page.count("20") == 1 and {"Counters", "Turn", "Victory points"} <= {*page}


def test_a_name_that_needs_the_room_has_narrow_cells_beside_it() -> None:
    """Ten figures leave a short name its room; a long one stands on one line beside narrower ones."""
    figures = dict.fromkeys("ABCDEFGHI", "4+")
    for name, narrow in (("Boat", False), ("Ferryman in Heavy Armour", True)):
        line = profile("Unit", name, **figures, Wounds="5")
        boat = read(roster(chosen("u", name, type="model", profiles=(line,))))
        (texts,) = texts_of(boat, SheetOptions(sheets=("units",)))
        assert any(text.text == name for text in texts)
        places = sorted(text.x + text.width / 2 for text in texts if text.text == "4+")
        assert len(places) == 9 and (places[1] - places[0] < 12.3) == narrow


def test_figures_without_room_in_the_head_stand_in_columns_over_the_width_of_the_page() -> None:
    """A stat line of a type and fourteen figures; weapons and rules stand below it, beside each other."""
    titles = ("M", "WS", "BS", "S", "T", "W", "I", "A", "LD", "CL", "WP", "IN", "SAV", "INV")
    figures = {title: str(n) for n, title in enumerate(titles, 31)}
    line, oar = profile("Unit", "Ferryman", Type="Infantry (Heavy)", **figures), profile("Tool", "Oar", Reach="1")
    boat = read(roster(chosen("u", "Boat", type="model", profiles=(line, oar), rules=(("Swim", "It can swim."),))))
    (texts,) = texts_of(boat, SheetOptions(sheets=("units",)))
    at = {text.text: text for text in texts}
    for title, figure in figures.items():
        assert abs(at[title].x + at[title].width / 2 - at[figure].x - at[figure].width / 2) < 0.1
    assert at["INV"].x > at["Swim"].x > at["Oar"].x and min(at["Swim"].y, at["Oar"].y) > at["31"].y


def test_a_rule_is_divided_where_its_rest_would_begin_a_page() -> None:
    """Six rules of ten lines leave the end of a column white; the nineteenth goes on from one to the next."""
    long = "Whenever this unit is about to be moved across a ford, its player may move it. " * 8
    for count, pages in ((18, 1), (19, 1), (20, 2)):
        told = rules_of(*((f"Ford {n}", f"{long}{n}.") for n in range(count)))
        reading = read(roster(replace(ferrymen(), rules=told)))
        assert len(texts_of(reading, SheetOptions(sheets=("rules",)))) == pages


def test_figures_stand_under_each_other_where_one_table_has_words_behind_them() -> None:
    guns = (
        profile("Ranged", "Bow", Reach='12"', Blows="2", Bite="1", Words="more than a word among figures"),
        profile("Fists", "Fist", Reach="Melee", Blows="3", Bite="1", Words="-"),
    )
    (texts,) = texts_of(read(roster(replace(ferrymen(), profiles=guns))), SheetOptions(sheets=("units",)))
    for title in ("Blows", "Bite"):
        places = [round(text.x + text.width / 2, 1) for text in texts if text.text == title]
        assert len(places) == 3 and len(set(places)) == 1


def test_a_short_rule_stands_beside_the_tables_where_the_one_before_it_has_no_room() -> None:
    told = replace(ferrymen(), rules=rules_of(("Ford", f"{LONG}{LONG}{LONG}"), ("Swim", "It can swim.")))
    (texts,) = texts_of(read(roster(told)), SheetOptions(sheets=("units",)))
    found = {text.text: text for text in texts}
    assert found["Swim"].x > 100 and found["Ford"].x < 20


def test_rules_that_cards_tell_whole_are_not_told_again_below_them() -> None:
    """Those of the army, which no card has, stand there."""
    pact = chosen("d", "Pact", rules=(("Oath", "Kept."),))
    (texts,) = texts_of(read(roster(pact, ferrymen())), SheetOptions(sheets=("units",)))
    words = [text.text for text in texts]
    assert [words.count(title) for title in ("Ford", "Swim", "Oath")] == [1, 1, 1]


def test_numbers_of_rules_are_told_only_where_the_sheet_of_rules_has_them() -> None:
    reading = read(roster(ferrymen()))
    for sheets, there in ((("roster", "units"), False), (("roster", "units", "rules"), True)):
        pages = texts_of(reading, SheetOptions(sheets=sheets))
        assert any("[1]" in text.text for page in pages for text in page) == there


def test_many_figures_of_models_stand_in_columns_and_their_words_at_the_foot() -> None:
    """Fourteen figures of two kinds of models are a table; what they are in words is told once, below the boxes."""
    titles = ("M", "WS", "BS", "S", "T", "W", "I", "A", "LD", "CL", "WP", "IN", "SAV", "INV")
    told = (("Boss", "Infantry (Boss)", "4+"), ("Man", "-", "5+"))
    kinds = (profile("Profile", name, Type=type, **dict.fromkeys(titles, cell)) for name, type, cell in told)
    men = (chosen(f"u.{n}", each.name, type="model", profiles=(each,)) for n, each in enumerate(kinds))
    (texts,) = texts_of(read(roster(chosen("u", "Men", *men, type="unit"))), SheetOptions(sheets=("units",)))
    words = [text.text for text in texts]
    assert [words.count(each) for each in ("4+", "5+", "INV")] == [14, 14, 1]
    assert {"Type", "Infantry (Boss)"} <= {*words}


def test_rules_without_a_text_are_named_at_the_foot_and_have_no_number() -> None:
    reading = read(roster(replace(ferrymen(), rules=rules_of(("Oath", ""), ("Swim", "It can swim.")))))
    assert [(rule.title, rule.rule) for rule in reading.roster_page().rules] == [("Swim", "[1]")]
    card, _ = reading.cards()
    assert isinstance(card, ProfileCard)
    assert ("Rules", "Oath") in card.keywords and [text.title for text in card.texts] == ["Swim"]


def test_a_category_that_has_no_name_is_none() -> None:
    id = "3fda-dd8a-a6d5-b782"
    unit = replace(ferrymen(), categories=(CategoryView(entry_id=id, name=id, primary=True),))
    (read_unit,) = read(roster(unit)).army.units
    assert (read_unit.category, read_unit.keywords) == ("", ())


def test_a_card_to_cut_out_has_no_id_that_leaves_no_room_to_the_name() -> None:
    """Rosters of other programs have ids of 19 letters."""
    for id, there in (("u1x2y", True), ("9d9d-d935-a176-1b36", False)):
        front, _ = texts_of(read(roster(replace(ferrymen(), id=id))), SheetOptions(sheets=("cards",)))
        assert any(text.text == id for text in front) == there


def test_rules_stand_under_a_low_table_too() -> None:
    """Beside a weapon alone there is room for three rules; the others take what is white under its table."""
    told = tuple((f"Ford {n}", f"{LONG[:170]}{n}.") for n in range(4))
    oar, line = profile("Tool", "Oar", Reach="1", Blows="2"), profile("Crew", "Boat", Move="6", Guile="4+", Wounds="9")
    boat = read(roster(chosen("u", "Boat", type="model", profiles=(line, oar), rules=told)))
    (texts,) = texts_of(boat, SheetOptions(sheets=("units",)))
    at = {text.text: text for text in texts}
    rules = [at[f"Ford {n}"] for n in range(4)]
    assert {text.x > 100 for text in rules} == {False, True}
    assert all(at["Oar"].y < text.y < at["Wounds"].y for text in rules if text.x < 100)
    assert max(text.y for text in texts if text.x > 100 and text.y < at["Wounds"].y) < at["Oar"].y + 20


def test_names_of_stat_lines_have_the_room_that_their_figures_leave() -> None:
    """Ten figures stand closer rather than that a name of forty letters takes four lines."""
    columns = dict.fromkeys(("M", "WS", "BS", "S", "T", "W", "A", "Ld", "Save", "Inv"), "4+") | {"W": "14"}
    steps = tuple(profile("Unit", f"Battlesuit in flight [{n}] (4-6 Wounds left)", **columns) for n in (1, 2))
    (texts,) = texts_of(
        read(roster(chosen("u", "Suit", type="model", profiles=steps))), SheetOptions(sheets=("units",))
    )
    names = [text.text for text in texts if "flight" in text.text or "left)" in text.text]
    assert len(names) <= 4 and [text.text for text in texts].count("14") == 2


@pytest.mark.parametrize("category", ["", "Terrain"])
def test_what_has_no_category_has_no_box_in_its_place(category: str) -> None:
    altar = chosen("a", "Altar", rules=(("Oath", LONG),), category=category, pts=5)
    reading = read(roster(ferrymen(), altar))
    found = find_resource("templates/sheets", "standard")
    assert found
    (page,) = layout(
        reading.cards(), reading.roster_page(), SheetOptions(sheets=("units",)), read_design(found.path), load_fonts()
    ).pages
    tabs = [item for item in flat(page.items) if isinstance(item, Rect) and 7 < item.height < 8]
    name = next(item for item in flat(page.items) if isinstance(item, Text) and item.text == "Altar")
    assert len(tabs) == (2 if category else 1) and (name.x > 20) == bool(category)


def test_a_rule_alone_below_the_tables_leaves_no_column_white() -> None:
    """Five lines stand in both columns, not all of them in the first."""
    found = find_resource("templates/sheets", "standard")
    assert found
    setter = Typesetter(read_design(found.path), load_fonts())
    lines = [TextLine("Ford" if n == 0 else "", "Whoever wades is slow.", begins=n == 0) for n in range(5)]
    (strip,) = strips_below(setter, Texts((), (), [lines]))
    assert strip.rows < 3


def test_names_and_figures_of_compact_cards_keep_off_what_stands_over_them() -> None:
    (texts,) = texts_of(read(roster(ferrymen())), SheetOptions(sheets=("units",), compact=True))
    at = {text.text: text for text in texts}
    facts = next(text for text in texts if text.text.startswith("5 models"))
    assert facts.y - at["Ferrymen"].y > 2.9
    assert at["Oar"].y - at["Reach"].y > 2.9
