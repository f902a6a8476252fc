"""The lines of the adder: what an upgrade that is taken several at a time costs is told of all of these."""

from __future__ import annotations

from decimal import Decimal

from builder.record import replace
from builder.services.editor.choice_row import ChoiceRow
from builder.services.editor.view import EntryStatus, SlotLine, Totals, TreeRow
from builder.tui.themes import TABLE
from builder.tui.widgets.adder_lines import adder_line, labels, upgrade_preview
from builder.tui.widgets.choice_lines import choice_line
from builder.tui.widgets.editor_lines import UPGRADES, CatalogueRow, catalogue_line, tree_line, tree_rest
from builder.tui.widgets.lines import BARRED, Line

TOTALS = Totals(points=Decimal(990), limit=Decimal(1000))
BY_THREES = CatalogueRow(
    UPGRADES,
    "Swarm, for Brood",
    upgrade=ChoiceRow(
        unit="brood",
        under="brood",
        path="swarm",
        name="Swarm",
        group="",
        cost=Decimal(5),
        control="number",
        number=0,
        least=0,
        most=9,
        step=3,
    ),
)


def test_the_price_of_an_upgrade_is_that_of_all_that_are_taken_at_once() -> None:
    """The list with columns, the one without and the preview tell the same price, and what is over the limit then."""
    assert _words(catalogue_line(BY_THREES, None, 40)).split()[-1] == "+15"
    told = _words(adder_line(BY_THREES, None, TOTALS, 70))
    assert told.startswith(f"{BARRED} ")
    assert told.split()[-2:] == ["15", "–"]
    preview = [_words(row.line) for row in upgrade_preview(BY_THREES, "Brood", TOTALS, 50)]
    assert preview[0].split() == ["Swarm", "15"]
    assert "army 990 + 15 = 1\u00a0005, 5 over" in preview


def test_what_all_models_take_together_costs_in_its_line_what_enter_adds() -> None:
    """A number says what each of it costs, as figures choose how many; a tick is for all of them."""
    swarm = BY_THREES.upgrade
    assert swarm is not None
    assert _words(choice_line(swarm, 40)).split()[-1] == "+5"
    assert _words(choice_line(replace(swarm, control="check", most=3), 40)).split()[-1] == "+15"
    bounds = [_words(choice_line(replace(swarm, most=most), 40)).split()[3] for most in (9, None)]
    assert bounds == ["0–9", "0+"]


def test_names_of_slots_are_whole_where_they_have_room_and_differ_where_they_are_cut() -> None:
    hero = "HERO: You MUST Validate Unlocks"
    told = labels(("War Engines and Aircraft", "Dedicated Transport", hero), 21)
    assert [*told.values()] == ["War Engines, Aircraft", "Dedicated Transport", "HERO"]
    chambers = ("Sacrosanct Chamber Infantry", "Sacrosanct Chamber Cavalry")
    assert [*labels(chambers, 20).values()] == ["Sacrosanct… Infantry", "Sacrosanct… Cavalry"]
    row = CatalogueRow("we", "Great Gargant", "gargant", kind=told["War Engines and Aircraft"])
    assert "War Engines, Aircraft" in _words(adder_line(row, None, TOTALS, 76)), "as wide as the list is at 80 columns"
    heading = CatalogueRow("hero", hero, limits=SlotLine(name=hero, taken=2, least=1))
    assert _words(adder_line(heading, None, TOTALS, 76)).split() == f"▾ {hero} 2 of 1+".split()


def test_a_slot_without_limits_tells_but_how_many_it_has_and_a_name_has_one_colon() -> None:
    row = TreeRow(id="army", depth=0, kind="slot", name="Expanded Army", slot=SlotLine(name="Expanded Army", taken=4))
    assert [_words(tree_line(row, False, width)).split()[:3] for width in (60, 30)] == [["Expanded", "Army", "4"]] * 2
    for name, chosen, title in (("Lists:", "On", "Lists: On"), ("Allegiance", "Allegiance: Orks", "Allegiance: Orks")):
        assert TreeRow(id="of the army", depth=0, kind="unit", name=name, chosen=chosen).title == title


def _words(line: Line | None) -> str:
    assert line is not None
    return "".join(text for text, _ in (*line.left, *line.right))


def test_a_name_takes_the_column_of_slots_below_the_heading_of_its_own() -> None:
    name = "Armoured Fist - Leman Russ Command Tank"
    below, found = (CatalogueRow("hq", name, "a", kind=kind) for kind in ("", "HQ"))
    assert name in _words(adder_line(below, None, None, 76))
    assert "Command HQ –" in " ".join(_words(adder_line(found, None, None, 76)).split())
    assert len({len(_words(adder_line(row, None, None, 76))) for row in (below, found)}) == 1, (
        "columns stand as they were"
    )


def test_what_cannot_be_taken_has_another_plain_sign_than_an_open_fold() -> None:
    heading, entry = CatalogueRow("hq", "HQ"), CatalogueRow("hq", "Assassin", "a", kind="HQ")
    signs = [TABLE[_words(adder_line(heading, None, None, 70))[0]], TABLE[BARRED]]
    standing = EntryStatus(taken=0, left=0, price=Decimal(5), reason="needs another force")
    assert _words(adder_line(entry, standing, None, 70))[0] == BARRED == _words(catalogue_line(entry, standing, 40))[1]
    assert signs == ["-", "!"]


def test_costs_of_the_catalogue_stand_below_each_other_where_a_choice_is_needed_too() -> None:
    standing, row = EntryStatus(taken=0, left=None, price=Decimal(75)), CatalogueRow("hq", "Scout Bikes", "a")
    told = _words(catalogue_line(row, replace(standing, needs=("Wargear",)), 50))
    assert told.endswith("needs a choice 75 ")
    assert _words(catalogue_line(row, standing, 50)).endswith(" 75 ")


def test_the_models_of_a_name_of_one_word_stand_whole_below_it_where_there_is_no_room() -> None:
    row = TreeRow(id="fiends", depth=3, kind="unit", name="Stormfiends", models=6, points=Decimal(480))
    for width in range(25, 33):
        told = [word for each in (row, *tree_rest(row, width)) for word in _words(tree_line(each, True, width)).split()]
        assert [word for word in told if word not in "▸▾"] in (
            ["Stormfiends", "×6", "480"],
            ["Stormfiends", "480", "×6"],
        )
