"""The cards of formations, on paper and as text."""

from __future__ import annotations

import json
from decimal import Decimal
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.errors import ExportError
from builder.exporters.card_text import card_lines
from builder.exporters.designs import read_design
from builder.exporters.json import write_json
from builder.exporters.pdf.fonts import load_fonts
from builder.exporters.text import write_text
from builder.record import replace
from builder.services.army.locator import open_army
from builder.services.export.files import roster_page_of
from builder.sheets.layout import layout
from builder.sheets.options import SheetOptions
from builder.sheets.page import PageField, Pages, Rect, Text, flat
from builder.systems.blocks import FormationCard, RosterPage
from builder.systems.epic import SYSTEM
from builder.systems.epic.cards import blank_cards, formation_card
from builder.systems.epic.model import Formation, UnitKind, UnitLine, UnitType
from builder.systems.epic.weapons import EpicWeapon, EpicWeaponMode
from tests.systems.epic.making import (
    BANEBLADE,
    CHAPLAIN,
    TACTICAL,
    epic_roster,
    formation,
    read_formation,
    stands,
)

DESIGN = Path(__file__).parents[3] / "templates/sheets/standard.yaml"
ROSTER = RosterPage(title="Army", system="Epic", points=Decimal(100))


def pages_of(*cards: FormationCard, paper: str = "a4") -> Pages:
    options = SheetOptions(sheets=("units",), paper=paper)
    return layout(cards, ROSTER, options, read_design(DESIGN), load_fonts())


def ids_of(pages: Pages) -> list[str]:
    return [item.id for page in pages.pages for item in flat(page.items) if isinstance(item, PageField)]


def words_of(pages: Pages) -> list[str]:
    return [item.text for page in pages.pages for item in flat(page.items) if isinstance(item, Text)]


def test_a_card_has_a_box_for_each_unit_and_half_again_as_many_markers() -> None:
    made = formation_card(read_formation(stands("Tactical", 6, TACTICAL), stands("Baneblade", 3, BANEBLADE)))
    assert [check.id for check in made.units] == [f"f1.u{n}" for n in range(1, 10)]
    assert [check.label for check in made.units] == ["Ta"] * 6 + ["Ba"] * 3
    assert (len(made.markers), made.broken_at, made.initiative) == (14, 9, "1+")


def test_a_war_engine_has_a_box_for_each_point_of_its_damage_capacity() -> None:
    made = formation_card(read_formation(stands("Baneblade", 2, BANEBLADE)))
    assert [(unit.label, [check.id for check in unit.checks]) for unit in made.damage] == [
        ("Baneblade 1", ["f1.1.1.d1", "f1.1.1.d2", "f1.1.1.d3"]),
        ("Baneblade 2", ["f1.1.2.d1", "f1.1.2.d2", "f1.1.2.d3"]),
    ]


def test_a_character_has_a_line_but_no_box() -> None:
    made = formation_card(read_formation(stands("Tactical", 6, TACTICAL), stands("Chaplain", 1, CHAPLAIN)))
    assert [row.cells[:3] for row in made.rows] == [("1", "Chaplain", "CH"), ("6", "Tactical", "INF")]
    assert len(made.units) == 6


@pytest.mark.long
def test_every_box_of_a_card_is_on_paper_once() -> None:
    """War engines have those of their damage alone."""
    made = formation_card(read_formation(stands("Tactical", 6, TACTICAL), stands("Baneblade", 3, BANEBLADE)))
    boxes = [*made.units[:6], *made.markers, *made.checks, *(check for unit in made.damage for check in unit.checks)]
    assert sorted(ids_of(pages_of(made))) == sorted(check.id for check in boxes)


def test_markers_that_a_formation_has_are_filled_on_paper() -> None:
    """As units that are crossed off are: one filling each, more than on a fresh card."""
    made = formation_card(read_formation(stands("Tactical", 6, TACTICAL)))
    marked = replace(made, markers=tuple(replace(box, checked=n < 2) for n, box in enumerate(made.markers)))
    assert len(fillings(pages_of(marked))) == len(fillings(pages_of(made))) + 2


def fillings(pages: Pages) -> list[Rect]:
    return [
        item for page in pages.pages for item in flat(page.items) if isinstance(item, Rect) and item.fill is not None
    ]


def test_paper_says_when_a_formation_breaks() -> None:
    words = words_of(pages_of(formation_card(read_formation(stands("Tactical", 6, TACTICAL)))))
    assert "broken at 6" in words
    assert any("each unit lost also strikes the last open number" in word for word in words)
    assert {"6", "9", "AP5+ / AT6+", "1+"} <= set(words)


def test_paper_says_that_a_lost_war_engine_counts_its_capacity_where_the_list_says_so() -> None:
    """E-11: text and paper alike."""
    one = formation_card(read_formation(stands("Tactical", 6, TACTICAL)))
    engines = replace(one, losses=((3, 0), *one.losses[1:]))
    for card, found in ((one, False), (engines, True)):
        words = " ".join(words_of(pages_of(card)))
        assert ("as many as its damage capacity" in words) is found
        assert ("by its damage capacity" in " ".join(card_lines(card))) is found


def stretched(units: int, weapons: int = 1) -> Formation:
    line = UnitLine(name="Trooper", types=(UnitType.INF,), speed=15, speed_text="15cm", armour=5, cc=5, ff=5)
    kind = UnitKind(
        id="f.1",
        line=line,
        count=units,
        weapons=tuple(EpicWeapon(name=f"Gun {n}", modes=(EpicWeaponMode(),)) for n in range(weapons)),
    )
    return Formation(id="f", entry="Horde", name="Horde", slot="Core", points=Decimal(1), initiative=3, kinds=(kind,))


@given(st.integers(1, 120), st.sampled_from(["a4", "a5", "letter"]))
@settings(max_examples=12)
def test_a_formation_of_any_size_keeps_all_its_boxes_apart_and_on_the_page(units: int, paper: str) -> None:
    made = formation_card(stretched(units))
    pages = pages_of(made, paper=paper)
    assert len(ids_of(pages)) == len(made.units) + len(made.markers) + len(made.checks)
    for page in pages.pages:
        boxes = [item for item in flat(page.items) if isinstance(item, PageField) and ".b" in item.id]
        assert all(
            box.x >= 0 and box.x + box.width <= page.width and box.y + box.height <= page.height for box in boxes
        )
        rows: dict[float, list[PageField]] = {}
        for box in boxes:
            rows.setdefault(round(box.y + box.height / 2, 2), []).append(box)
        for row in rows.values():
            row.sort(key=lambda box: box.x)
            assert all(one.x + one.width <= other.x + 0.01 for one, other in pairwise(row))
            assert all(box.width >= 3.2 for box in row)


def test_blank_cards_can_be_filled_in() -> None:
    cards = blank_cards()
    assert SYSTEM.blank_cards() == cards
    assert all(card.head.name == "" and len(card.units) == 15 and len(card.markers) == 23 for card in cards)
    assert all([len(engine.checks) for engine in card.damage] == [8, 8] for card in cards)
    assert all(card.broken_at == 0 for card in cards), "a number would be printed where the player writes one"
    pages = pages_of(*cards)
    ids = ids_of(pages)
    assert len(pages.pages) == 1 and len(ids) == len(set(ids))


def test_text_and_json_hold_the_formation() -> None:
    made = formation_card(read_formation(stands("Tactical", 6, TACTICAL), stands("Baneblade", 1, BANEBLADE)))
    text = write_text([made], ROSTER, SheetOptions(sheets=("units",)))
    assert "  6 Tactical: Type INF, Speed 15, Armour 4+, CC 4+, FF 4+" in text
    assert "    Missile Launcher: range 45, AP5+ / AT6+" in text
    assert "  Damage capacity of Baneblade: ____ of 3" in text
    document = json.loads(write_json([made], ROSTER, SheetOptions(sheets=("units",))))
    (card,) = document["cards"]
    assert (card["kind"], card["broken_at"], len(card["markers"])) == ("formation", 7, 11)


def test_small_cards_hold_the_weapons_of_a_formation() -> None:
    made = formation_card(read_formation(stands("Tactical", 6, TACTICAL)))
    pages = layout([made], ROSTER, SheetOptions(sheets=("cards",)), read_design(DESIGN), load_fonts())
    assert {"6 Tactical", "Missile Launcher", "AP5+ / AT6+"} <= set(words_of(pages))


def test_the_roster_page_counts_activations_and_names_the_strategy_rating() -> None:
    reading = SYSTEM.read(epic_roster(formation("A", stands("Tactical", 6, TACTICAL)), formation("B", id="b")))
    page = reading.roster_page()
    assert [(total.value, total.label) for total in page.totals] == [
        ("1", "activation"),
        ("5", "strategy rating"),
        ("6", "units"),
    ]
    assert page.aids.tokens[0].total == 9
    assert page.rolls is not None and page.rolls.roll == "D6 + 5" and len(page.rolls.won) == 6
    assert [table.title for table in page.aids.reference] == ["Actions", "Action test", "To hit"]


def test_the_table_of_tests_agrees_with_the_rule() -> None:
    page = SYSTEM.read(epic_roster(formation("A", stands("Tactical", 6, TACTICAL)))).roster_page()
    tests = next(table.table for table in page.aids.reference if table.title == "Action test")
    assert [row.cells for row in tests.rows][:2] == [("1+", "1+", "2+", "2+", "3+"), ("2+", "2+", "3+", "3+", "4+")]


def test_a_part_that_no_page_holds_is_said() -> None:
    with pytest.raises(ExportError, match="split the formation"):
        pages_of(formation_card(stretched(3, weapons=80)))


def test_the_head_of_a_sheet_says_what_its_boxes_mean() -> None:
    reading = SYSTEM.read(epic_roster(formation("A", stands("Tactical", 6, TACTICAL))))
    options = SheetOptions(sheets=("units", "reference"))
    pages = layout(reading.cards(), reading.roster_page(), options, read_design(DESIGN), load_fonts())
    words = words_of(pages)
    assert "Formations 1 of 1" in words and not any("HP" in word.split() for word in words)
    texts = [item for page in pages.pages for item in flat(page.items) if isinstance(item, Text)]
    assert all(item.x >= 9.9 and item.x + item.width <= 200.1 for item in texts)


def test_boxes_of_formations_are_never_close() -> None:
    """Units and markers stand 7.1 mm apart, 23 to a line, be cards compact or not; the markers have numbers."""
    for compact in (False, True):
        options = SheetOptions(sheets=("units",), compact=compact)
        pages = layout([formation_card(stretched(30))], ROSTER, options, read_design(DESIGN), load_fonts())
        boxes = [
            item
            for item in flat(pages.pages[0].items)
            if isinstance(item, PageField) and item.id[1:3] in (".u", ".b") and item.id[3:].isdecimal()
        ]
        lines: dict[float, list[float]] = {}
        for box in boxes:
            lines.setdefault(round(box.y + box.height / 2, 1), []).append(box.x + box.width / 2)
        assert [len(line) for line in lines.values()] == [23, 7, 23, 22]
        gaps = {round(after - before, 2) for line in lines.values() for before, after in pairwise(line)}
        assert gaps == {7.1} and min(after - before for before, after in pairwise(sorted(lines))) > 7
        assert {str(n) for n in range(1, 46)} <= set(words_of(pages))


def test_the_words_on_what_breaks_a_formation_stand_on_the_page() -> None:
    for units in (20, 30, 40, 60, 90):
        pages = pages_of(formation_card(stretched(units)))
        (words,) = (
            item
            for page in pages.pages
            for item in flat(page.items)
            if isinstance(item, Text) and item.text.startswith("broken at")
        )
        assert words.x >= 10 and words.x + words.width <= 200


def test_a_page_holds_all_the_blast_markers_of_an_army_of_a_usual_size() -> None:
    army = open_army("epic-orks-3000")
    options = SheetOptions(sheets=("tokens",))
    pages = layout(army.reading.cards(), roster_page_of(army), options, read_design(DESIGN), load_fonts())
    assert len(pages.pages) == 1
    printed = words_of(pages)
    assert army.reading.counters[0].total == 148
    assert (printed.count("BLAST"), printed.count("×5")) == (40 + 22, 22)
    assert "Blast 148" in printed
    assert any(text.startswith("As many as the army gives: some stand for several") for text in printed)
    assert "Lay these ready for both players" in words_of(pages)


def test_a_formation_that_goes_on_has_the_titles_of_its_units_again() -> None:
    many = replace(stretched(2), kinds=tuple(replace(stretched(2).kinds[0], id=f"f.{n}") for n in range(90)))
    pages = pages_of(formation_card(many))
    with_units = [page for page in pages.pages if "Trooper" in words_of(replace(pages, pages=(page,)))]
    assert len(with_units) > 1
    assert all("Armour" in words_of(replace(pages, pages=(page,))) for page in with_units)


def test_units_have_two_letters_in_their_boxes_which_are_the_same_on_all_cards() -> None:
    """Initials, or how a name begins; a later letter where another kind has those."""
    cards = open_army("epic-space-marines-3000").reading.cards()
    (predators,) = (card for card in cards if isinstance(card, FormationCard) and card.id == "pr7n")
    assert [check.label for check in predators.units] == ["PA", "PA", "PD", "PD", "Vi", "Vi"]
    letters = {check.label for card in cards if isinstance(card, FormationCard) for check in card.units}
    assert {len(each) for each in letters} == {2}
