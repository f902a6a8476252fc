"""Columns of lists stand apart, and names are there, however narrow the list is."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path

import pytest
from rich.cells import cell_len

from builder.catalogue.model import Cost
from builder.errors import Finding, Place, Severity
from builder.record import replace
from builder.scalars import number
from builder.services.data.listing import InstalledData
from builder.services.editor.choice_groups import GroupKey, grouped
from builder.services.editor.details import Details
from builder.services.editor.session import EditorSession
from builder.services.editor.view import SlotLine, Totals
from builder.services.library.armies import LibraryArmy, starter_armies
from builder.services.library.browsing import KnownSet
from builder.tui.screens.data_lines import by_folders, set_line
from builder.tui.screens.library_panes import paint, points_of, preview
from builder.tui.widgets.detail_lines import detail_rows
from builder.tui.widgets.editor_lines import (
    PRICE,
    CatalogueRow,
    catalogue_line,
    catalogue_rest,
    tree_line,
    tree_rest,
)
from builder.tui.widgets.lines import Line, width_of
from builder.tui.widgets.totals_line import totals_lines
from tests.starters import EACH_STARTER

EPIC, TENTH, AOS = "mechanised army of the Epic tournament lists", "Warhammer 40,000 10th Edition", "Age of Sigmar 4.0"


def text_of(line: Line) -> str:
    return "".join(text for text, _ in (*line.left, *line.right))


def test_the_preview_of_an_army_keeps_slots_and_names_apart() -> None:
    for starter in starter_armies():
        assert starter.army is not None
        shown = [text_of(line).split(maxsplit=1) for line in preview(starter, 38, 60)]
        names = [words[1] for words in shown if len(words) == 2]
        for unit in starter.army.units[:3]:
            assert f"{unit.name} {unit.points:f}" in names, (starter.id, shown)


def test_points_have_no_idle_noughts() -> None:
    army = next(starter.army for starter in starter_armies() if starter.army is not None)
    costs = (Cost("pts", Decimal("2150.0"), "pts"),)
    assert points_of(replace(army, costs=costs, limits=())) == "2\u00a0150"
    assert (
        points_of(replace(army, costs=costs, limits=(Cost("pts", Decimal("3000.0"), "pts"),)))
        == "2\u00a0150 / 3\u00a0000"
    )


@pytest.mark.parametrize("starter", EACH_STARTER)
@pytest.mark.parametrize("width", [30, 38, 60])
def test_slots_and_points_of_the_tree_stand_apart(starter: str, width: int) -> None:
    for row in EditorSession.open(starter).view.rows:
        line = tree_line(row, True, width)
        assert text_of(line).startswith(" ") or row.depth == 0
        right = "".join(text for text, _ in line.right)
        assert right.startswith(" ") or row.kind == "mark"
        if row.kind in ("slot", "unit") and row.points is not None:
            assert right.endswith(f" {number(row.points)} ")


def test_a_slot_tells_what_it_needs_however_narrow_the_tree_is() -> None:
    row = next(row for row in EditorSession.open("orks-500").view.rows if row.slot is not None)
    assert row.slot is not None
    row = replace(row, slot=replace(row.slot, taken=0, least=1, most=None))
    assert [text_of(tree_line(row, False, width)).split()[-2] for width in (18, 60)] == ["0/1+", "1+"]


@pytest.mark.parametrize("starter", EACH_STARTER)
@pytest.mark.parametrize("width", [29, 36])
def test_names_of_army_catalogue_and_details_are_whole_however_narrow(starter: str, width: int) -> None:
    opened = EditorSession.open(starter)
    session, view = opened.editor, opened.view

    def fits(line: Line) -> bool:
        return width_of(line.left) + width_of(line.right) <= width

    for row in view.rows:
        parts = [row, *tree_rest(row, width)]
        shown = [tree_line(part, True, width) for part in parts]
        words = " ".join(" ".join(text for text, _ in line.left) for line in shown).split()
        assert all(map(fits, shown))
        assert any(not {*name.split()} - {*words} for name in (row.name, *row.short)), "only words of its kind go"
        assert row.models < 2 or text_of(shown[-1]).removesuffix(f" {row.points} ").rstrip().endswith(f"×{row.models}")
        if row.kind == "unit":
            details = session.details(row.unit, row.unit)
            for folded in ({each.key for each in grouped(details.choices)}, set[GroupKey]()):
                lines = detail_rows(details, width, folded=folded.__contains__, effects={}, profile=False)
                assert all(fits(each.line) for each in lines if each.choice or each.heading)
            found = detail_rows(details, width, folded=bool, words="a", effects={})
            assert all(fits(each.line) for each in found)
    for slot in session.catalogue(session.session.state.roster.forces[0]):
        for entry in slot.entries:
            first = CatalogueRow(slot.id, entry.name, entry.path)
            rows = (first, *catalogue_rest(first, width))
            shown = [catalogue_line(each, None, width - PRICE * (each is first)) for each in rows]
            assert all(map(fits, shown)) or max(map(len, entry.name.split())) > width - 9


@pytest.mark.parametrize("starter", EACH_STARTER)
def test_no_word_of_a_name_in_the_army_is_broken(starter: str) -> None:
    rows = EditorSession.open(starter).view.rows
    for width in range(30, 60):
        for row in rows:
            words = " ".join(text_of(tree_line(part, True, width)) for part in (row, *tree_rest(row, width))).split()
            assert any(not {*name.split()} - {*words} for name in (row.name, row.title, *row.short)), (width, row.name)


@pytest.mark.parametrize("width", [36, 50, 76, 118])
def test_a_row_of_the_library_leaves_room_for_the_name(width: int) -> None:
    for starter in starter_armies():
        line = paint(starter, width)
        assert starter.army is not None
        assert starter.army.name[:6] in text_of(line)
        assert width_of(line.left) + width_of(line.right) <= width


def test_columns_of_the_library_are_left_out_before_a_name_is_cut() -> None:
    (line,) = [each.army for each in starter_armies() if each.id == "orks-500" and each.army is not None]
    wrong = replace(line, valid=False, findings=(Finding(Severity.ERROR, "max", "Too many."),))
    unmade = replace(line, findings=(Finding(Severity.ERROR, "min", "One is missing.", at=Place(selection="a")),))
    for name, army, told in (
        ("The mob", line, "The mob 500 / 500 ok"),
        ("Gitstompa's warband", line, "Gitstompa's warband 500 ok"),
        ("Third Company strike force", line, "Third Company strike force ok"),
        ("Chapter Master Harkan's spearhead", line, "Chapter Master Harkan's spearhead"),
        ("Third Company strike force", wrong, "Third Company strike force [!!] 1"),
        ("Third Company strike force", unmade, "Third Company strike force [!] 1"),
    ):
        row = paint(LibraryArmy("a", Path("a.yaml"), 0.0, replace(army, name=name)), 37)
        assert " ".join(text_of(row).split()) == told and width_of(row.left) + width_of(row.right) <= 37
    row = paint(LibraryArmy("a", Path("a.yaml"), 0.0, replace(line, faction="Imperium - Adeptus Mechanicus")), 138)
    assert " Imperium - Adeptus Mechanicus " in text_of(row), "where names have room to spare"


@pytest.mark.parametrize(
    ("width", "name", "game", "source", "told"),
    [
        (77, "Imperial Guard", "Epic", EPIC, "Imperial Guard Epic mechanised army of the Epic tournament l…"),
        (77, "Imperium - Adeptus Mechanicus", "wh40k-10e", TENTH, f"Imperium - Adeptus Mechanicus wh40k-10e {TENTH}"),
        (
            77,
            "Imperium - Adeptus Mechanicus",
            "Epic",
            EPIC,
            "Imperium - Adeptus Mechanicus Epic mechanised army of the Epic to…",
        ),
        (77, "Orks", TENTH, "my tenth", "Orks 40K 10th my tenth"),
        (77, "Cities of Sigmar - The Duardin Ascendant", AOS, "", f"Cities of Sigmar - The Duardin Ascendant {AOS}"),
        (57, "Kruleboyz - Murkvast Menagerie", AOS, "", f"Kruleboyz - Murkvast Menagerie {AOS}"),
        (117, "Imperial Guard", "Epic", EPIC, f"Imperial Guard Epic {EPIC}"),
        (37, "Imperial Guard", "Diceless 40K", "5th edition", "Imperial Guard Diceless 40K"),
        (37, "Orks", "Epic", EPIC, "Orks Epic"),
        (37, "Orks", "Epic", "", "Orks [!!] has mistakes"),
        (37, "Imperium - Adeptus Mechanicus", "Epic", "", "Imperium - Adeptus Mechanicus [!!]"),
    ],
)
def test_names_of_data_are_whole_and_sources_take_the_room_that_they_leave(
    width: int, name: str, game: str, source: str, told: str
) -> None:
    row = paint(InstalledData("a/b", name, game, source, 1, bool(source) or game == AOS), width)
    assert " ".join(" ".join(text for text, _ in (*row.left, *row.right)).split()) == told
    assert width_of(row.left) + width_of(row.right) <= width


@pytest.mark.parametrize("width", [49, 76, 118])
def test_columns_of_the_library_never_touch(width: int) -> None:
    (line,) = [each.army for each in starter_armies() if each.id == "orks-500" and each.army is not None]
    wrong = replace(line, valid=False, findings=(Finding(Severity.ERROR, "max", "Too many."),))
    right = "".join(text for text, _ in paint(LibraryArmy("a", Path("a.yaml"), 0.0, wrong), width).right)
    assert re.search(r"500 +\[!!\] 1( +\S+ \S+( \d+)? *)?$", right)


@pytest.mark.parametrize("width", [80, 110, 120, 160])
@pytest.mark.parametrize("starter", EACH_STARTER)
def test_totals_are_whole_at_every_width(starter: str, width: int) -> None:
    """What is but a note is named whole or not at all; who gets the tokens is said where there is room."""
    totals = EditorSession.open(starter).view.totals
    for line in totals_lines(totals, width):
        assert sum(cell_len(text) for text, _ in (*line.left, *line.right)) <= width
    told = text_of(totals_lines(totals, width)[1])
    grave = totals.errors or totals.unmade or totals.warnings
    assert totals.worst in told or totals.worst[:12] not in told or (grave and " … " in told)
    assert grave or all(f"{each.name} {each.total}" in told for each in totals.counters)
    if width >= 120 and totals.counters:
        assert totals.counters[0].whose in told or totals.worst in told


def test_what_is_wrong_is_named_behind_its_kind_and_cut_between_words() -> None:
    worst = "The army costs 974 points, the limit is 900."
    totals = Totals(points=Decimal(974), limit=Decimal(900), errors=1, notes=2, worst=worst)
    totals = replace(totals, units=10, counted=("10 units", "33 models", "4 vehicles"))
    wide, whole, narrow = (text_of(totals_lines(totals, width)[1]) for width in (120, 80, 70))
    assert wide.startswith(f" [!!] 1 error: {worst}  [i] 2 notes") and wide.endswith("f lists findings ")
    assert whole.rstrip() == f" [!!] 1 error: {worst}  [i] 2 notes", "the key stands in the line below it"
    assert narrow.startswith(" [!!] 1 error: The army costs 974 …  [i] 2 notes") and "f lists" in narrow
    assert "74 over" in text_of(totals_lines(totals, 80)[0]) and "▲" in text_of(totals_lines(totals, 120)[0])
    assert "4 vehicles" in text_of(totals_lines(totals, 200)[0]), "where there is room for it"


def test_points_stand_whole_where_slots_are_many_and_those_that_are_wrong_stay() -> None:
    names = ["Allegiance", "Rites", "Elites", "Troops", "Fast Attack", "Heavy Support", "Primarch", "Cohort", "Warlord"]
    slots = tuple(SlotLine(name=name, taken=4 if name == "Warlord" else 1, least=1, most=3) for name in names)
    totals = Totals(points=Decimal(2795), limit=None, units=16, slots=slots)
    line = totals_lines(totals, 48)[0]
    told = text_of(line)
    assert told.startswith(" 2\u00a0795 ") and told.rstrip().endswith("…") and "WA 4/3" in told and cell_len(told) <= 48


def test_slots_stand_closer_before_units_and_models_go() -> None:
    slots = tuple(SlotLine(name=name, taken=2) for name in ("Configuration", "Epic Hero", "Character", "Battleline"))
    slots = (*slots, *(SlotLine(name=name, taken=2) for name in ("Infantry", "Mounted", "Vehicle")))
    totals = Totals(points=Decimal(1400), limit=Decimal(1500), units=9, slots=slots)
    told = text_of(totals_lines(replace(totals, counted=("9 units", "28 models", "2 vehicles")), 120)[0])
    assert "9 units  28 models" in told and "MO 2 VE 2" in told


def test_what_has_nothing_to_choose_says_so_and_what_has_a_profile_does_not() -> None:
    for details, told in ((Details(title="Battle Size"), True), (Details(title="Boyz", facts=("10 models",)), False)):
        rows = detail_rows(details, 44, folded=bool, effects={})
        words = " ".join(text for row in rows for text, _ in row.line.left)
        assert ("There is nothing to choose here." in words) is told


def test_a_path_that_is_longer_than_a_line_is_broken_between_its_folders() -> None:
    path = "/home/someone/.local/share/muster/datasets/plain-forces"
    assert by_folders(f"in {path}", 30).split() == ["in", "/home/someone/.local/share/", "muster/datasets/plain-forces"]
    assert by_folders(f"in {path}", 60) == f"in {path}"


def test_the_list_of_data_sets_cuts_no_name_that_has_room() -> None:
    found = KnownSet("diceless/imperial-guard", "Imperial Guard, Diceless 40K", True, Path("a.yaml"), 2)
    assert text_of(set_line(found, 37)).startswith("  Imperial Guard, Diceless 40K ")
