"""Any game: how its cards to cut out look."""

from __future__ import annotations

from collections import Counter

import pytest

from builder.exporters.designs import read_design
from builder.exporters.pdf.fonts import load_fonts
from builder.exporters.text import write_text
from builder.record import replace
from builder.resources import find_resource
from builder.roster.marks import Mark
from builder.roster.view import CategoryView
from builder.sheets.layout import layout
from builder.sheets.options import SheetOptions
from builder.sheets.page import Rect, Text, flat
from builder.systems.generic.reading import read
from builder.systems.protocol import sizes
from tests.systems.generic.making import LONG, chosen, ferrymen, profile, roster
from tests.systems.generic.test_generic_sheets import rules_of, texts_of


def in_category(name: str) -> tuple[CategoryView, ...]:
    return (CategoryView(entry_id=name, name=name, primary=True),)


CARDS = SheetOptions(sheets=("cards",))


def test_a_card_says_with_its_number_which_of_several_of_a_name_leads() -> None:
    line = (profile("Crew", "Pilot", Move='6"', Wounds="1"),)
    ids = {"p1": "Pilot", "p2": "Pilot", "s1": "Ship", "s2": "Ship"}
    others = [chosen(id, name, type="unit", profiles=line, category="Crew", Points=10) for id, name in ids.items()]
    led = replace(ferrymen(), marks=(Mark("led_by", "p2"), Mark("riding_in", "s2")))
    army = read(roster(*others, led))
    text = " ".join(write_text(army.cards(), army.roster_page(), SheetOptions(sheets=("units",))).split())
    assert "led by Pilot 2" in text
    assert "rides in Ship" in text and "rides in Ship 2" not in text


def test_a_card_to_cut_out_tells_rules_whole_where_either_face_has_room() -> None:
    told = tuple((f"Ford {n}", f"{LONG}The {n}. end.") for n in range(5))
    crew = replace(ferrymen(), rules=rules_of(*told))
    front, back = texts_of(read(roster(crew)), CARDS)
    words = [text.text for text in (*front, *back)]
    assert sum("end" in each for each in words) == len(told)


def test_a_card_cites_numbers_of_rules_only_where_these_are_printed() -> None:
    told = tuple((f"Ford {n}", f"{LONG * 3}The {n}. end.") for n in range(8))
    crew = read(roster(replace(ferrymen(), rules=rules_of(*told))))
    for sheets, cited in ((("cards",), False), (("cards", "rules"), True)):
        faces = texts_of(crew, SheetOptions(sheets=sheets))[:2]
        assert any("[" in text.text for texts in faces for text in texts) == cited


def test_figures_of_weapons_stand_below_their_titles_on_a_card_to_cut_out() -> None:
    _, back = texts_of(read(roster(replace(ferrymen(), rules=()))), CARDS)
    columns: dict[float, set[str]] = {}
    for text in back:
        columns.setdefault(round(text.x + text.width / 2, 1), set()).add(text.text)
    for column in ({"Reach", '1"', '2"'}, {"Bite", "−1", "−2"}):
        assert any(column <= each for each in columns.values())


def test_figures_that_leave_no_room_to_names_stand_below_these_on_a_card_to_cut_out() -> None:
    cells = {"Type": "Melee", "Range": "1", "Attacks": "3", "To_Hit": "3+", "To_Wound": "4+", "Rend": "-1"}
    line = profile("Weapon", "Claw", **cells, Damage="2")
    _, back = texts_of(read(roster(chosen("b", "Boatman", type="model", profiles=(line,)))), CARDS)
    found = {text.text: text for text in back}
    assert found["3+"].y > found["1 Claw"].y > found["To Hit"].y


def test_boxes_that_fill_more_than_a_line_begin_beside_their_title_on_a_card_to_cut_out() -> None:
    line = profile("Crew", "Whale", Move="6", Guile="4+", Wounds="15")
    whale = read(roster(chosen("b", "Whale", type="model", profiles=(line,))))
    found = {text.text: text.y for text in texts_of(whale, CARDS)[0]}
    assert found["Acted"] - found["Wounds"] < 14  # Two lines of boxes.


def test_a_long_category_leaves_room_to_the_name_on_a_card_to_cut_out() -> None:
    crew = replace(ferrymen(), id="an-id-of-another-program")
    short, long = (
        {text.text: text for text in texts_of(read(roster(replace(crew, categories=named))), CARDS)[0]}
        for named in (in_category("Battleline"), in_category("Dedicated Transport"))
    )
    assert long["Ferrymen"].x - short["Ferrymen"].x < 4 and {"Dedicated", "Transport"} < set(long)


def test_the_slot_on_a_card_to_cut_out_is_never_broken_within_a_word() -> None:
    (front, _) = texts_of(read(roster(replace(ferrymen(), categories=in_category("Deuterocompositions")))), CARDS)
    assert "Deuterocompositions" in {text.text for text in front}


def test_the_first_line_of_a_table_gives_titles_to_its_numbered_columns() -> None:
    cells = (("-", "M", "BS"), ("8+", '8"', "4+"), ("4-7", '6"', "5+"))
    lines = tuple(
        profile("Track", f"Whale{n}", Remaining_W=w, Characteristic_1=one, Characteristic_2=two)
        for n, (w, one, two) in enumerate(cells)
    )
    stat = profile("Crew", "Whale", M="*", T="7", Sv="3+", W="12")
    (card, _) = read(roster(chosen("b", "Whale", type="model", profiles=(stat, *lines)))).cards()
    (table,) = card.tables  # type: ignore[union-attr]
    assert [column.title for column in table.columns][-3:] == ["Remaining W", "M", "BS"]
    assert [row.cells[-1] for row in table.rows] == ["4+", "5+"]


def test_the_card_of_counters_tells_its_name_once() -> None:
    front, _ = texts_of(read(roster(ferrymen())), CARDS)
    assert [text.text for text in front].count("Counters") == 1 and "counters" not in {text.text for text in front}


def test_a_unit_with_a_name_of_its_own_says_what_it_is() -> None:
    ours = replace(ferrymen(), custom_name="The Wet Ones")
    army = read(roster(ours))
    card = army.cards()[0]
    assert card.head.name == "The Wet Ones" and card.head.facts[0] == "Ferrymen"
    assert army.roster_page().rows[0].detail.startswith("Ferrymen, ")


def test_a_wide_title_of_the_last_column_leaves_figures_below_their_titles_on_a_card_to_cut_out() -> None:
    line = profile("Crew", "Whale", Move='6"', Save="4+", Banishment="7+")
    at = {
        text.text: text
        for text in texts_of(read(roster(chosen("b", "Whale", type="model", profiles=(line,)))), CARDS)[0]
    }
    for title, figure in (("Move", '6"'), ("Save", "4+"), ("Banishment", "7+")):
        assert abs((at[title].x + at[title].width / 2) - (at[figure].x + at[figure].width / 2)) < 0.1
        assert at[title].y < at[figure].y


def test_names_of_models_stand_over_figures_that_leave_no_room_beside_them_on_a_card_to_cut_out() -> None:
    titles = ("M", "WS", "BS", "S", "T", "A", "Ld", "Cl", "Save", "Inv")
    named = {"Ferryman in a boat": 31, "Boatswain": 41}
    models = [
        chosen(name, name, type="model", profiles=(profile("Unit", name, **figures),))
        for name, first in named.items()
        if (figures := {title: f"{n}+" for n, title in enumerate(titles, first)})
    ]
    (front, _) = texts_of(read(roster(chosen("u", "Crew", *models, type="unit"))), CARDS)
    at = {text.text: text for text in reversed(front)}
    for n, title in enumerate(titles):
        column = [at[text].x + at[text].width / 2 for text in (title, f"{31 + n}+", f"{41 + n}+")]
        assert max(column) - min(column) < 0.1
    assert at["Ferryman in a boat"].y < at["31+"].y < at["Boatswain"].y < at["41+"].y


def test_all_counters_stand_on_the_front_of_their_card() -> None:
    crew = read(roster(chosen("b", "Boatman", type="model", rules=(("Oath", "Gain 1 command point each turn."),))))
    for size in ("63x88", "70x120"):
        pages = texts_of(crew, SheetOptions(sheets=("cards",), card_size=size))
        assert sum(text.text == "12" for texts in pages for text in texts) >= 4
        front = pages[-2 if size == "63x88" else -1]
        assert sum(text.text == "12" for text in front) == sum(text.text == "12" for texts in pages for text in texts)


def said(pages: list[list[Text]]) -> str:
    """The words of all pages, without what line ends leave out."""
    return "".join("".join(text.text.split()) for page in pages for text in page)


@pytest.mark.parametrize("size", ["63x88", "70x120"])
def test_rules_without_room_on_cards_to_cut_out_have_all_their_words_on_cards_of_rules(size: str) -> None:
    told = {f"Ford {n}": " ".join(f"n{n}m{m}x goes on," for m in range(40)) for n in range(12)}
    army = read(roster(replace(ferrymen(), rules=rules_of(*told.items()))))
    pages = texts_of(army, SheetOptions(sheets=("cards",), card_size=size))
    texts = {text.text for page in pages for text in page}
    assert any(text.startswith("Rules 2 of ") for text in texts)
    assert any(text.startswith("See Rules: ") for text in texts) and "points" not in texts
    lines = said(pages)
    assert all(f"n{n}m{m}x" in lines for n in range(12) for m in range(40))


def test_rules_of_one_name_on_cards_of_rules_say_which_units_have_them() -> None:
    long = {name: " ".join([f"{name} may swim, which is told at length."] * 60) for name in ("Boat", "Raft")}
    crews = (replace(ferrymen(), id=name, name=name, rules=rules_of(("Swim", text))) for name, text in long.items())
    texts = {text.text for page in texts_of(read(roster(*crews)), CARDS) for text in page}
    assert {"Swim (Boat)", "Swim (Raft)"} <= texts


def test_cards_to_cut_out_have_no_rules_beside_a_sheet_of_them() -> None:
    crew = read(roster(replace(ferrymen(), rules=rules_of(*((f"Ford {n}", LONG * 3) for n in range(12))))))
    pages = texts_of(crew, SheetOptions(sheets=("cards", "rules")))
    texts = [text.text for page in pages for text in page]
    assert not any(text.startswith("Rules 1 of 2") for text in texts) and "Rules of this army" in texts


def test_rules_of_a_unit_come_before_those_of_the_army_on_cards_to_cut_out() -> None:
    army_rule, own = ("Oath", f"{LONG}All swear it."), ("Ford", f"{LONG}It is its own.")
    crews = (
        replace(ferrymen(), id=name, name=name, rules=rules_of(army_rule, *([own] if name == "Boat" else [])))
        for name in ("Boat", "Raft", "Punt")
    )
    _, back = texts_of(read(roster(*crews)), CARDS)[:2]
    found = {text.text: text for text in back if text.x > 130}  # The back of the first card is the last of its row.
    assert found["Ford"].y < found["Oath"].y


def test_transports_of_any_game_have_a_place_of_their_own_on_the_list() -> None:
    """In 40K they take none; here nothing says so, and their points are not those of whoever stands before them."""
    boat = chosen("b", "Boat", type="model", category="Dedicated Transport", pts=50)
    army = read(roster(ferrymen(), boat))
    page = army.roster_page()
    assert [row.slot for row in page.rows] == ["BA", "TP"]
    text = write_text(army.cards(), page, SheetOptions())
    assert "BA: 60 points" in text and "TP: 50 points" in text
    assert sizes(army.units) == (2, 5, 1), "models on foot, vehicles"
    assert [(total.value, total.label) for total in page.totals[1:3]] == [("5", "models"), ("1", "vehicle")]
    assert "Boat [b], 1 vehicle, 50 points" in text and "Total: 5 models, 1 vehicle, 110 points" in text


def test_text_leaves_out_words_that_a_weapon_has_not() -> None:
    words = {"Bow": "-", "Oar": "Sweeps the deck, wet and brown", "Hook": "Never lets go"}
    guns = tuple(profile("Gun", name, Range="24", Power="4", Lore=lore) for name, lore in words.items())
    army = read(roster(chosen("u", "Barge", type="model", profiles=guns)))
    text = write_text(army.cards(), army.roster_page(), SheetOptions()).replace("\xa0", " ")
    assert "Oar: Range 24, Power 4, Sweeps the deck, wet and brown\n" in text and "Bow: Range 24, Power 4\n" in text


@pytest.mark.parametrize(
    ("models", "wounds", "lines"), [(10, 1, [10]), (1, 13, [7, 6]), (1, 12, [6, 6]), (11, 1, [9, 2])]
)
def test_no_box_stands_alone_on_a_line_of_a_card_to_cut_out(models: int, wounds: int, lines: list[int]) -> None:
    """Ten models stand a little closer; the boxes of one model are divided into lines of the same length."""
    line = profile("Crew", "Whale", Move="6", Guile="4+", Wounds=str(wounds))
    whales = chosen("w", "Whales", chosen("b", "Whale", type="model", number=models, profiles=(line,)), type="unit")
    reading = read(roster(whales))
    found = find_resource("templates/sheets", "standard")
    assert found
    page = layout(reading.cards(), reading.roster_page(), CARDS, read_design(found.path), load_fonts()).pages[0]
    boxes = [item for item in flat(page.items) if isinstance(item, Rect) and item.width == 4.2 and item.x < 73]
    rows = Counter(round(box.y, 1) for box in boxes)
    assert [rows[y] for y in sorted(rows)] == lines
