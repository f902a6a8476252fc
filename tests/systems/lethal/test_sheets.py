"""What the sheets of Lethal 40K say, and that it all stands on the page."""

from __future__ import annotations

import pytest

from builder.exporters.designs import read_design
from builder.exporters.pdf.fonts import load_fonts
from builder.record import replace
from builder.resources import find_resource
from builder.services.army.locator import open_army
from builder.services.export.files import roster_page_of
from builder.sheets.layout import layout
from builder.sheets.options import SheetOptions
from builder.sheets.page import PageField, Text, flat
from builder.sheets.panel_block import panel_blocks
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import (
    Check,
    Column,
    ColumnKind,
    DiceTable,
    Head,
    HullPanel,
    PanelCard,
    Row,
    States,
    Strength,
    Table,
    TablePanel,
    Tally,
)
from builder.systems.lethal.cards import blank_cards
from builder.systems.lethal.command import ACTIONS, MoraleState
from builder.systems.lethal.values import KINDS
from tests.systems.lethal.conftest import Make
from tests.systems.lethal.pages import STARTERS, card, pages_of, words
from tests.systems.making import write_card


def panel(card: PanelCard, kind: type, title: str = "") -> object:
    every = [*card.left, *card.right, *card.below]
    every += [beside for one in every if isinstance(one, HullPanel) for beside in one.beside]
    return next(one for one in every if isinstance(one, kind) and title in getattr(one, "title", ""))


@pytest.mark.parametrize("source", STARTERS)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_everything_stands_on_its_page_and_fields_have_ids_of_their_own(source: str, paper: str) -> None:
    pages = pages_of(source, paper=paper, sheets=("roster", "units", "vehicles", "tokens", "reference", "rules"))
    assert not pages.findings
    ids: list[str] = []
    for page in pages.pages:
        for item in flat(page.items):
            if isinstance(item, Text):
                assert item.x >= 0 and item.x + item.width <= page.width / page.scale
                assert 0 <= item.y <= page.height / page.scale
            if isinstance(item, PageField):
                ids.append(item.id)
                assert item.y + item.height <= page.height / page.scale
    assert len(ids) == len(set(ids))


def test_a_unit_card_has_its_marks_and_boxes(army: Make) -> None:
    made = army("  - {unit: Chaos Marines, id: a1, count: 10, options: [missile launcher, extra ammunition]}\n")
    a1 = card(tuple(made.reading.cards()), "a1")
    strength = panel(a1, Strength)
    assert isinstance(strength, Strength)
    assert [(b.label, b.most, b.least) for b in strength.brackets] == [("3", 10, 9), ("2", 8, 5), ("1", 4, 1)]
    assert strength.below == 4
    ammunition = panel(a1, Tally, "Ammunition")
    assert isinstance(ammunition, Tally) and ammunition.boxes == 2
    states = panel(a1, States)
    assert isinstance(states, States)
    assert [check.label.casefold() for check, _ in states.cells] == [str(state) for state in MoraleState]  # L-31
    assert all(text for _, text in states.cells)  # L-34
    weapons = a1.right[0]
    assert isinstance(weapons, TablePanel)
    rows = {row.cells[1]: row.cells[-4:] for row in weapons.table.rows}
    assert rows["Missile launcher, krak"] == ("150", "75", "37", "15")
    assert rows["Bolt pistol"] == ("18", "9", "4", "1")


def test_a_vehicle_card_has_its_speed_saves_by_the_table_of_the_list(army: Make) -> None:
    for more, columns in (
        ("", ["30", "45", "60", "75", "76+"]),
        ("settings: {speed save: stat section}\n", ["30", "60", "120", "240", "480+"]),
    ):
        p1 = card(tuple(army("  - {unit: Predator, id: p1}\n", more).reading.cards()), "p1")
        hull = panel(p1, HullPanel)
        assert isinstance(hull, HullPanel)
        tables = [one for one in hull.beside if isinstance(one, TablePanel)]
        assert [column.title for column in tables[1].table.columns] == columns


def test_a_result_without_an_effect_has_no_box() -> None:
    card = next(card for card in blank_cards() if card.id.startswith("v"))
    (table,) = (panel for panel in card.below if isinstance(panel, DiceTable))
    assert table.rows[0].nothing == ((1,), "no effect") and table.rows[1].nothing is None
    assert [len(row.results) for row in table.rows] == [3, 4, 4]
    assert "1\u00a0no effect" in write_card(card) and "[ ] no effect" not in write_card(card)


def test_a_titan_has_its_structure_points_and_no_speed_save(army: Make) -> None:
    titan = card(tuple(army("  - {unit: Chaos Hound Titan, id: t1}\n").reading.cards()), "t1")
    structure = panel(titan, Tally, "Structure points")
    assert isinstance(structure, Tally) and structure.boxes == 6
    hull = panel(titan, HullPanel)
    assert isinstance(hull, HullPanel) and len(hull.beside) == 2


def test_the_planned_groups_have_a_card_with_the_best_command(army: Make) -> None:
    """The grouping test is on the best CM (L-14)."""
    units = "  - {unit: Chaos Lord, id: l1}\n  - {unit: Chaos Marines, id: a1}\n  - {unit: Chaos Marines, id: a2}\n"
    made = army(units, "groups: [{name: Left, units: [a1, a2, l1]}]\n")
    groups = card(tuple(made.reading.cards()), "groups")
    table = groups.right[0]
    assert isinstance(table, TablePanel)
    assert table.table.rows[0].cells == ("Left", "Chaos Marines, Chaos Marines, Chaos Lord", "1+, Chaos Lord")
    assert "groups" not in [one.id for one in army(units).reading.cards()]


def test_the_reference_page_has_every_action_with_its_rule() -> None:
    """L-35, L-61, L-62, L-63, L-64, L-66, L-90: by number in the last column."""
    pages = pages_of("lethal-chaos-1000", sheets=("reference",))
    said = " ".join(words(page) for page in pages.pages)
    for action in ACTIONS:
        assert action.rule in said and action.name.split("/")[0].split()[0] in said
    for title in ("Actions and stances", "States", "Morale", "Confusion", "Cover", "SU (M)", "Kinds of weapons"):
        assert title in said


def test_every_kind_of_weapon_that_an_army_has_is_explained(army: Make) -> None:
    """Barrage L-84, gets hot and twin-linked L-85, flamer and concussive L-86, grenades L-106."""
    for data, kinds in (
        ("lethal-chaos-1000", ("Gets hot", "Flamer", "Frag grenade", "Twin-linked", "Heavy", "Rapid fire")),
        ("lethal-levy-500", ("Spear", "Lance", "Blast")),
    ):
        said = " ".join(words(page) for page in pages_of(data, sheets=("reference",)).pages)
        for kind in kinds:
            assert kind in said, kind
    assert {"barrage", "concussive", "plasma grenade", "photon grenade"} <= set(KINDS)


def test_counters_to_cut_out_are_as_many_as_the_list_brings() -> None:
    army = open_army("lethal-chaos-1000")
    (page,) = pages_of("lethal-chaos-1000", sheets=("tokens",)).pages
    assert words(page).count("AMMO") == army.reading.counters[0].total


def test_blank_cards_can_be_filled_in_by_hand() -> None:
    cards = blank_cards()
    assert [card.sheet for card in cards] == ["units"] * 3 + ["vehicles"] * 3
    unit = cards[0]
    tables = [panel.table for panel in (*unit.left, *unit.right, *unit.below) if isinstance(panel, TablePanel)]
    assert [len(table.rows) for table in tables] == [2, 6]
    assert not any(cell for table in tables for row in table.rows for cell in row.cells)


def test_four_usual_units_stand_on_a_page() -> None:
    first, _ = pages_of("lethal-chaos-1000", sheets=("units",)).pages
    assert len({stay.card for stay in first.stays}) == 4


def test_a_card_higher_than_a_page_goes_on_on_further_ones(army: Make) -> None:
    lost = " ".join(f"{n}-remember-the-plan" for n in range(700))
    made = army("  - {unit: Gretchin, count: 30, id: g1}\n", data="orks")
    (card,) = made.reading.cards()
    assert isinstance(card, PanelCard)
    cards = (replace(card, notes=(lost,)),)
    found = find_resource("templates/sheets", "standard")
    assert found
    for paper in ("a4", "a5"):
        options = SheetOptions(sheets=("units",), paper=paper)
        pages = layout(cards, roster_page_of(made), options, read_design(found.path), load_fonts())
        said = " ".join(words(page) for page in pages.pages)
        assert all(f"{n}-remember" in said for n in range(700))
        stays = [stay for page in pages.pages for stay in page.stays]
        assert [stay.part for stay in stays] == list(range(1, stays[0].parts + 1)) and len(stays) > 1
        ids = [item.id for page in pages.pages for item in flat(page.items) if isinstance(item, PageField)]
        assert len(ids) == len(set(ids)) and sum(".c." in id for id in ids) == 30


def test_a_table_that_goes_on_has_its_titles_again() -> None:
    found = find_resource("templates/sheets", "standard")
    assert found
    setter = Typesetter(read_design(found.path), load_fonts(), False)
    table = Table((Column("Weapon", ColumnKind.NAME),), tuple(Row((f"Gun {n}",)) for n in range(100)))
    tall = PanelCard(
        head=Head("x1", "HQ", "Hero", "1"),
        sheet="units",
        right=(TablePanel(table=table),),
        below=(States(title="Morale", cells=((Check("x1.a", "Unbroken"), "every action"),)),),
    )
    blocks = panel_blocks(setter, tall, 40)
    assert [block.parts for block in blocks] == [3, 3, 3] and all(block.rows <= 40 for block in blocks)
    for block in blocks:
        texts = [item.text for item in flat(block.upper) if isinstance(item, Text)]
        assert texts.count("Weapon") == 1
    guns = [item.text for block in blocks for item in flat(block.upper) if isinstance(item, Text)]
    assert [text for text in guns if text.startswith("Gun")] == [f"Gun {n}" for n in range(100)]


def test_a_large_mob_with_a_long_name_fits_in_larger_text(army: Make) -> None:
    name = "The most tremendously long-winded brotherhood of the forty-second gate"
    made = army(f"  - {{unit: Gretchin, count: 30, name: {name}, id: g1}}\n", data="orks")
    found = find_resource("templates/sheets", "standard")
    assert found
    options = SheetOptions(sheets=("units",), larger_text=True)
    pages = layout(made.reading.cards(), roster_page_of(made), options, read_design(found.path), load_fonts())
    boxes = [
        item for page in pages.pages for item in flat(page.items) if isinstance(item, PageField) and ".c." in item.id
    ]
    assert len(boxes) == 30


@pytest.mark.parametrize(
    ("unit", "data", "rule", "number"),
    [
        ("Kommandos", "orks", "Move through Cover", "L-07"),
        ("Outriders", "feudal-levy", "Scouts", "L-07"),
        ("Stormboyz", "orks", "Deep Strike", "L-67"),
        ("Weirdboy", "orks", "Psyker", "L-87"),
        ("Court Wizard", "feudal-levy", "Psyker", "L-87"),
    ],
)
def test_a_special_rule_is_printed_with_its_number_and_its_bearers(
    unit: str, data: str, rule: str, number: str, army: Make
) -> None:
    """What only a game at the table needs stands on the roster page in words: L-07, L-67, L-87."""
    page = army(f"  - {{unit: {unit}, id: a1}}\n", data=data).reading.roster_page((), (), "")
    assert {(told.title, told.rule) for told in page.rules} >= {(f"{rule} ({unit})", number)}
    assert all(told.text for told in page.rules)
