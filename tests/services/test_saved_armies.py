"""Saved rosters opened as armies: against their data where it is installed, else as they were saved."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from builder.catalogue.library import ArmyData
from builder.errors import InputError
from builder.formats.battlescribe import read_roster, write_roster
from builder.record import replace
from builder.roster.view import SelectionView
from builder.services.army.locator import open_army
from builder.services.army.opening import Army, FindSavedData, find_saved_data, open_saved
from builder.services.army.reports import summary_report
from builder.services.export.files import export_army
from builder.sheets.options import SheetOptions
from tests.formats.newrecruitfiles import as_json
from tests.formats.rosterfiles import roster
from tests.unit.catalogues import library

STARTERS = ["space-marines-1000", "orks-1000", "imperial-guard-500"]


def not_installed(game_system: str, catalogues: tuple[str, ...], revisions: Mapping[str, int]) -> ArmyData | None:
    return None


def without_marks(army: Army) -> Army:
    """The army as a file without a place for marks can know it."""

    def bare(unit: SelectionView) -> SelectionView:
        return replace(unit, marks=(), children=tuple(bare(child) for child in unit.children))

    forces = (replace(force, selections=tuple(map(bare, force.selections))) for force in army.view.forces)
    view = replace(army.view, forces=tuple(forces))
    return replace(army, view=view, reading=army.system.read(view))


def told(army: Army) -> str:
    """What a summary tells of the army itself."""
    report = summary_report(army)
    return json.dumps([report[field] for field in ("system", "costs", "notes", "units", "counters")])


@pytest.mark.parametrize("starter", STARTERS)
@pytest.mark.parametrize("form", [bytes, as_json], ids=["ros", "json"])
@pytest.mark.parametrize("find", [find_saved_data, not_installed])
def test_a_saved_roster_and_the_army_built_from_its_data_give_the_same_summary(
    starter: str,
    form: Callable[[bytes], bytes],
    find: FindSavedData,
) -> None:
    army = open_army(starter)
    document = form(export_army(army, "ros", SheetOptions()).data)
    saved = open_saved(document, "army", find)
    assert told(saved) == told(without_marks(army))
    assert saved.valid is (True if find is find_saved_data else None)
    assert (saved.data is None) == (find is not_installed)


def test_a_roster_is_checked_against_its_data_and_what_is_gone_is_told(tmp_path: Path) -> None:
    document = export_army(open_army("orks-500"), "ros", SheetOptions()).data
    path = tmp_path / "army.ros"
    path.write_bytes(document.replace(b'entryId="weirdboy"', b'entryId="weirdmek"'))
    saved = open_army(str(path))
    assert saved.valid is False
    assert ["Weirdboy" in finding.message for finding in saved.findings if finding.code == "entry-missing"] == [True]
    assert saved.view.costs == open_army("orks-500").view.costs


def test_points_that_the_file_claims_are_not_believed_where_its_data_is_known(tmp_path: Path) -> None:
    document = export_army(open_army("orks-500"), "ros", SheetOptions()).data
    path = tmp_path / "army.ros"
    path.write_bytes(document.replace(b'value="500.0"', b'value="400.0"'))
    saved = open_army(str(path))
    assert [cost.value for cost in saved.view.costs] == [500]
    assert [finding.code for finding in saved.findings if finding.severity == "error"] == ["cost-limit"]


def test_data_is_asked_for_by_game_system_and_catalogues_and_must_be_of_that_system() -> None:
    asked: list[object] = []

    def find(game_system: str, catalogues: tuple[str, ...], revisions: Mapping[str, int]) -> ArmyData | None:
        asked.append((game_system, catalogues, revisions))
        return ArmyData(id="x", catalogue_id="marines", library=library(), digest="", path="", origin="")

    with pytest.raises(InputError, match="the roster is of “40K”"):
        open_saved(roster(), "list.ros", find)
    assert asked == [("gs", ("cat",), {"gs": 114, "cat": 91})]


def test_a_roster_of_other_programs_can_be_written_again() -> None:
    army = open_saved(export_army(open_army("orks-500"), "ros", SheetOptions()).data, "a.ros", not_installed)
    exported = export_army(army, "rosz", SheetOptions())
    assert read_roster(exported.data, "b.rosz").roster == read_roster(write_roster(army.view), "a.ros").roster
    assert exported.findings == ()


def test_what_a_saved_roster_has_no_place_for_is_told() -> None:
    (finding,) = export_army(open_army("space-marines-1000"), "ros", SheetOptions()).findings
    assert "marks" in finding.message


def test_guardsmen_have_the_rule_of_a_heavy_weapon_where_they_have_one() -> None:
    squads = {unit.name: list(unit.walk()) for unit in open_army("imperial-guard-500").view.units()}
    team = "Heavy Weapons Team"
    ruled = {name for name, parts in squads.items() if any(rule.name == team for part in parts for rule in part.rules)}
    assert ruled == {"Infantry Squad"} < {"Veteran Squad", "Platoon Command Squad", *ruled} <= set(squads)
