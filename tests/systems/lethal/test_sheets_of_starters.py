"""How the sheets of the starter armies of Lethal 40K look: what stands where, and what is told once."""

from __future__ import annotations

import pytest

from builder.exporters.designs import read_design
from builder.exporters.pdf.fonts import load_fonts
from builder.resources import find_resource
from builder.services.army.locator import open_army
from builder.services.export.files import export_army, roster_page_of
from builder.sheets.layout import layout
from builder.sheets.options import SheetOptions
from builder.sheets.page import PageField, Text, flat
from builder.sheets.panel_block import panel_blocks
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import (
    CheckRow,
    Column,
    ColumnKind,
    DiceTable,
    Head,
    PanelCard,
    Row,
    Strength,
    Table,
    TablePanel,
)
from builder.systems.lethal.command import MoraleState
from tests.systems.lethal.conftest import Make
from tests.systems.lethal.pages import STARTERS, boxes_of, card, pages_of, words
from tests.systems.making import write_card


def test_four_vehicles_stand_on_a_page_with_structure_points_beside_their_title() -> None:
    (first,) = pages_of("lethal-marines-1000", sheets=("vehicles",)).pages
    assert len({stay.card for stay in first.stays}) == 4
    (box,) = (item for item in flat(first.items) if isinstance(item, PageField) and item.id == "r3k8.structure.1")
    titles = [item for item in flat(first.items) if isinstance(item, Text) and item.text == "Structure points"]
    title = min(titles, key=lambda text: text.y)
    assert box.x > title.x + title.width and box.y < title.y < box.y + box.height


def test_a_mob_of_twenty_stands_in_two_lines_of_ten_with_words_beside() -> None:
    pages = pages_of("lethal-orks-1000", sheets=("units",))
    models = boxes_of(pages, "b4z1.c.")
    lines = [[box for box in models if box.y == top] for top in sorted({box.y for box in models})]
    assert [len(line) for line in lines] == [10, 10]
    texts = [item for item in flat(pages.pages[0].items) if isinstance(item, Text)]
    top, right = min(box.y for box in models), max(box.x + box.width for box in models)
    (grouped,) = (text for text in texts if text.text.startswith("Grouped with Shoota mob and Boss"))
    assert grouped.x <= models[0].x and grouped.y < top, "what is known stands below the weapons"
    assert any(text.x > right and top < text.y < top + models[0].height for text in texts), "and beside the boxes"


@pytest.mark.parametrize("source", STARTERS)
@pytest.mark.parametrize(("paper", "option"), [("a4", "compact"), ("letter", "larger_text"), ("a5", "merge")])
def test_cards_tell_rules_whole_or_leave_them_to_their_own_sheets(source: str, paper: str, option: str) -> None:
    """Those of the unit are all told; those of weapons are told whole, or stand on the reference sheet alone."""
    pages = pages_of(source, ("units", "vehicles"), paper, **{option: True})
    told = ["".join(words(page).split()) for page in pages.pages]
    assert not [text for text in told if "…" in text]
    for made in open_army(source).reading.cards():
        assert isinstance(made, PanelCard)
        for rule in (*made.rules, *made.weapon_rules):
            title, text = ("".join(each.split()) for each in (rule.title, rule.text.rstrip(". ")))
            begun = [page for page in told if f"{title}{text[:12]}" in page]
            assert all(f"{title}{text}{''.join(rule.cited.split())}" in page for page in begun)
            assert begun or rule in made.weapon_rules, f"{rule.title} of {made.head.name}"


@pytest.mark.parametrize("source", STARTERS)
def test_a_small_card_says_of_all_states_what_they_allow_or_of_none(source: str) -> None:
    begun = [f"{state.capitalize()}: " for state in MoraleState]
    for page in pages_of(source, ("cards",)).pages:
        told = [item.text for item in flat(page.items) if isinstance(item, Text)]
        assert "…" not in words(page)
        assert len({sum(text.startswith(state) for text in told) for state in begun}) == 1


@pytest.mark.parametrize("source", STARTERS)
def test_figures_of_weapons_stand_at_the_same_places_on_all_cards(source: str) -> None:
    """Vehicles have a box before a weapon where units have a number; kinds of weapons take one line beside them."""
    pages = pages_of(source, ("units", "vehicles")).pages
    texts = [item for page in pages for item in flat(page.items) if isinstance(item, Text)]
    for title in ("Shots", "WRM", "open", "1/10"):
        assert len({round(text.x + text.width, 3) for text in texts if text.text == title}) == 1
    kinds = {text.text for text in texts if text.text.startswith("assault, template")}
    assert kinds <= {"assault, template, flamer"}


def test_a_rule_of_the_army_has_its_number_once_in_the_text() -> None:
    text = export_army(open_army("lethal-orks-1000"), "text", SheetOptions(sheets=("rules",))).data.decode()
    (line,) = (line for line in text.splitlines() if line.startswith("Vehicle Hunters"))
    assert line.startswith("Vehicle Hunters (Tankbustas): AP +1") and text.count("(L-10)") == 1


def test_what_befalls_passengers_is_told_of_vehicles_that_carry_any() -> None:
    cards = tuple(open_army("lethal-orks-1000").reading.cards())
    for id, told in (("k9u2", True), ("d5d1", False)):
        damage = card(cards, id).below[0]
        assert isinstance(damage, DiceTable)
        assert any("Passengers" in note for note in damage.footnotes) is told


def test_what_is_filled_in_begins_on_one_row_of_both_columns() -> None:
    page, _ = pages_of("lethal-chaos-1000", sheets=("units",)).pages
    titles = {item.y: item.text for item in flat(page.items) if isinstance(item, Text) and item.text == "Ammunition"}
    models = {item.y for item in flat(page.items) if isinstance(item, Text) and item.text == "Models"}
    assert set(titles) == models and len(models) == 4


def test_a_structure_is_named_once_on_the_cards_of_its_parts() -> None:
    cell = card(tuple(open_army("lethal-chaos-1000").reading.cards()), "c3s1")
    assert [fact.casefold() for fact in cell.head.facts].count("structure") == 1


def test_the_title_of_boxes_stands_on_the_card_that_they_are_on() -> None:
    found = find_resource("templates/sheets", "standard")
    assert found
    setter = Typesetter(read_design(found.path), load_fonts())
    for rows in range(10, 30):
        guns = Table((Column("Weapon", ColumnKind.NAME),), tuple(Row((f"Gun {n}",)) for n in range(rows)))
        models = Strength(id="x1.c", title="Models", models=12)
        tall = PanelCard(head=Head("x1", "HQ", "Hero", "1"), sheet="units", right=(TablePanel(table=guns), models))
        for block in panel_blocks(setter, tall, 24):
            items = list(flat((*block.upper, *block.lower)))
            titled = any(isinstance(item, Text) and item.text == "Models" for item in items)
            assert titled == any(isinstance(item, PageField) and item.id.startswith("x1.c.") for item in items)


def test_the_reference_tables_of_a_starter_army_take_one_page() -> None:
    for source in STARTERS:
        assert len(pages_of(source, sheets=("reference",)).pages) == 1


def test_groups_have_a_box_for_each_turn() -> None:
    groups = card(tuple(open_army("lethal-chaos-1000").reading.cards()), "groups")
    rows = [one for one in groups.right if isinstance(one, CheckRow)]
    assert [row.title for row in rows] == ["Spearhead, test passed in turn", "Cult, grouped from the start"]
    assert all([check.label for check in row.checks] == list("123456") for row in rows)


def test_weapons_of_all_cards_stand_in_the_same_columns() -> None:
    """Those of units, with their numbers, and those of vehicles, with boxes, each have columns of their own."""
    for source, sheet in (*((name, "units") for name in STARTERS), ("lethal-marines-1000", "vehicles")):
        texts = (item for page in pages_of(source, (sheet,)).pages for item in flat(page.items))
        assert len({round(item.x, 2) for item in texts if isinstance(item, Text) and item.text == "Shots"}) == 1


def test_cards_tell_the_rules_of_their_unit_and_of_its_weapons_in_words() -> None:
    (page, *_) = pages_of("lethal-chaos-1000", ("units",)).pages
    said = words(page)
    assert "Fearless" in said and "Gets hot Each 1 to hit: SU or removed (L-85)" in said
    assert "Fearless CM 2+ for morale, command and confusion (L-06)" in said, "a rule says what it does"
    spoken = write_card(card(tuple(open_army("lethal-chaos-1000").reading.cards()), "l2d1"))
    assert "Fearless: CM 2+ for morale, command and confusion" in " ".join(spoken.split())


def test_cards_to_cut_out_have_two_faces_with_all_values_of_a_vehicle() -> None:
    for source in STARTERS:
        pages = pages_of(source, ("cards",)).pages
        assert {stay.parts for page in pages for stay in page.stays} == {1}, source
    front = words(pages_of("lethal-chaos-1000", ("cards",)).pages[0])
    assert "M SS CR CM CS AP SU 30 3+ 75 2+ – – M SU (M): save after a move of, cm" in front


def test_units_of_one_name_in_a_group_are_counted_and_a_group_called_group_is_called_so_once(army: Make) -> None:
    units = "".join(f"  - unit: Boyz\n    id: {id}\n" for id in ("a111", "b222", "c333"))
    made = army(units, "groups:\n  - {name: Group 1, units: [a111, b222, c333]}\n", data="orks")
    (row, *_) = roster_page_of(made).rows
    assert row.detail.endswith(". Group 1") and "Group Group" not in row.detail
    assert "grouped with 2 Boyz" in card(tuple(made.reading.cards()), "a111").head.facts


@pytest.mark.parametrize("sheet", ["units", "cards"])
def test_models_that_deploy_alone_share_a_card_where_they_are_merged(sheet: str) -> None:
    """L-10: they differ in the numbers of their names alone, and each keeps its own boxes."""
    apart, merged = (pages_of("lethal-chaos-1000", sheets=(sheet,), merge=merge) for merge in (False, True))
    names = ["".join(words(page) for page in pages.pages) for pages in (apart, merged)]
    assert "Chaos Spawn 2" in names[0] and "2 × Chaos Spawn" not in names[0]
    assert "2 × Chaos Spawn" in names[1] and "Chaos Spawn 2" not in names[1]
    if sheet == "units":
        assert boxes_of(merged, "s1w4.m1.") and len(boxes_of(merged, "s1w4.m1.")) == len(boxes_of(merged, "s1w4.m2."))


def test_vehicles_that_are_grouped_with_each_other_share_a_card_where_they_are_merged(army: Make) -> None:
    """Each is grouped with the others, whose numbers are all that tells them apart."""
    units = "".join(f"  - {{unit: Predator, id: p{n}, name: Hammer {n}}}\n" for n in (1, 2, 3))
    units += "  - {unit: Chaos Lord, id: lord, name: Karrax}\n"
    made = army(units, "groups:\n  - {name: Fist, units: [p1, p2, p3, lord]}\n", data="chaos-space-marines")
    cards = tuple(made.reading.cards())
    assert {card(cards, f"p{n}").head.facts[-1] for n in (1, 2, 3)} == {"grouped with 2 more Hammer and Karrax"}
    assert card(cards, "lord").head.facts[-1] == "grouped with Hammer 1 and Hammer 2 and Hammer 3"
    options = SheetOptions(sheets=("units", "vehicles"), merge=True)
    found = find_resource("templates/sheets", "standard")
    assert found
    pages = layout(cards, roster_page_of(made), options, read_design(found.path), load_fonts())
    assert "3 × Hammer" in " ".join(map(words, pages.pages))
