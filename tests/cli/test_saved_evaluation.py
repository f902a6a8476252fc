"""Saved rosters evaluated against a data set: what they come to, and where their file says something else."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from builder.catalogue.model import Characteristic, Cost
from builder.cli.main import run
from builder.formats.battlescribe import write_roster
from builder.record import replace
from builder.roster import edit
from builder.roster.comparison import as_its_program_writes, compare, in_words, names_of
from builder.roster.evaluate import evaluate
from builder.roster.view import CategoryView, ForceView, ProfileView, RosterView, SelectionView
from builder.services.data import catalogue_store
from builder.services.data.catalogues import open_catalogue
from tests.formats.datafiles import SHARED, SQUAD, catalogue, game_system

LIBRARY = """
  <sharedSelectionEntries>
    <selectionEntry id="medic" name="Medic" hidden="false" type="model">
      <costs><cost name="pts" typeId="pts" value="25"/></costs>
      <rules><rule id="mends" name="Mends" hidden="false"><description>Helps.</description></rule></rules>
      <categoryLinks><categoryLink id="m" name="Troops" targetId="troops" primary="true"/></categoryLinks>
    </selectionEntry>
  </sharedSelectionEntries>
"""
TO_LIBRARY = '<catalogueLinks><catalogueLink id="l" name="Medics" targetId="medics"/></catalogueLinks>'
TO_MEDIC = """<entryLinks><entryLink id="to-medic" name="Medic" hidden="false" targetId="medic"
 type="selectionEntry"/></entryLinks>"""


def saved(*, force: str = "detachment", medics: int = 1) -> bytes:
    """A squad and a medic or several, as another program saves them."""
    data = open_catalogue("mine/Marines")
    roster = edit.new_roster(data.library, "Third")
    roster, id = edit.add_force(roster, data.library, force, "cat")
    for path in ("squad", *["to-medic::medic"] * medics):
        roster, _ = edit.select(roster, data.library, id, path)
    return write_roster(evaluate(roster, data.library, by_name=False).view)


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data set whose medics are written in a library."""
    monkeypatch.setenv("MUSTER_DATA", str(tmp_path / "own"))
    folder = tmp_path / "source"
    folder.mkdir()
    (folder / "small.gst").write_bytes(game_system())
    (folder / "marines.cat").write_bytes(catalogue(shared=SHARED + TO_MEDIC, more=TO_LIBRARY))
    (folder / "medics.cat").write_bytes(catalogue("", LIBRARY, id="medics", name="Medics", library=True))
    catalogue_store.add(str(folder), "mine")
    (tmp_path / "third.ros").write_bytes(saved())
    return tmp_path


def summary(capsys: pytest.CaptureFixture[str], *arguments: str, ends: int = 0) -> dict[str, Any]:
    assert run(["summary", *arguments, "--json"]) == ends
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_a_roster_comes_to_what_its_file_says(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = summary(capsys, str(mine / "third.ros"), "--data", "mine", "--compare")
    assert (found["format"], found["version"], found["differences"]) == ("muster-evaluation", 1, [])
    assert [(cost["type"], cost["value"]) for cost in found["costs"]] == [("pts", 115)]
    medic = next(each for each in found["selections"].values() if each["entry"] == "to-medic::medic")
    assert (medic["number"], medic["type"], medic["costs"][0]["value"]) == (1, "model", 25)
    assert [(each["id"], each["primary"]) for each in medic["categories"]] == [("troops", True)]
    assert [each["description"] for each in medic["rules"]] == ["Helps."]
    squad = next(each for each in found["selections"].values() if each["entry"] == "squad")
    assert [each["name"] for each in squad["profiles"]] == ["Marine", "Boltgun"]


def test_what_differs_is_told_with_both_values(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dearer, roster = mine / "dearer.ros", (mine / "third.ros").read_text("utf-8")
    dearer.write_text(roster.replace('value="90.0"', 'value="95.0"').replace("Never\nafraid.", "Afraid."), "utf-8")
    found = summary(capsys, str(dearer), "--compare", ends=1)["differences"]
    assert [(each["of"], each["name"], each["what"]) for each in found] == [
        ("selection", "Squad", "costs"),
        ("selection", "Squad", "rules"),
    ]
    assert (found[0]["saved"], found[0]["evaluated"]) == ({"pts": 95}, {"pts": 90})
    assert (found[1]["saved"], found[1]["evaluated"]) == ([["Brave", "Afraid."]], [["Brave", "Never afraid."]])
    dearer.write_text(dearer.read_text("utf-8").replace('primary="true"', 'primary="false"', 1), "utf-8")
    assert run(["summary", str(dearer), "--compare"]) == 1
    told = [line.partition("): ")[2] for line in capsys.readouterr().out.splitlines()[2:-1]]
    assert told == [
        "costs: 95 pts in the file, 90 pts evaluated",
        "categories: Troops in the file, Troops (primary) evaluated",
        "rules: Brave: “Afraid.” in the file, “Never afraid.” evaluated",
    ]


def told(before: SelectionView, now: SelectionView) -> list[str]:
    """What is told of one selection that differs."""
    rosters = [
        RosterView(
            name="Third",
            game_system_id="sys",
            forces=(ForceView(id="f", name="Force", entry_id="fe", catalogue_id="cat", selections=(unit,)),),
        )
        for unit in (before, now)
    ]
    names = names_of(*rosters)
    return [in_words(each, names) for each in compare(*rosters)]


def test_of_profiles_that_both_have_only_what_differs_is_told() -> None:
    def weapon(name: str, strength: str, text: str) -> ProfileView:
        cells = (Characteristic("S", "s", strength), Characteristic("Text", "t", text))
        return ProfileView(name=name, type_id="w", type_name="Weapon", characteristics=cells)

    unit = SelectionView(id="u", name="Squad", entry_id="squad", type="unit", number=1)
    long = "Each time this weapon is fired, roll a die for each hit; on a 6 that hit counts twice, and the bearer is "
    before = replace(unit, profiles=(weapon("Gun", "4", f"{long}hit."), weapon("Axe", "5", "Sharp.")))
    now = replace(unit, profiles=(weapon("Gun", "5", f"{long}safe."), weapon("Pick", "5", "Sharp.")))
    assert told(before, now) == [
        "profiles: Gun: “S: 4” in the file, “S: 5” evaluated; "
        "Gun: “…, and the bearer is hit.” in the file, “…, and the bearer is safe.” evaluated; "
        "Axe (Weapon) in the file alone; Pick (Weapon) evaluated alone"
    ]


def test_categories_of_one_name_are_told_apart() -> None:
    unit = SelectionView(id="u", name="Squad", entry_id="squad", type="unit", number=1)
    before, now = (replace(unit, categories=(CategoryView(entry_id=id, name="Elves"),)) for id in ("old", "new"))
    assert told(before, now) == ["categories: Elves [old] in the file, Elves [new] evaluated"]


@pytest.mark.parametrize("flags", [(False, True), (True, False), (True,)])
def test_a_category_that_is_written_twice_is_the_primary_one_where_either_says_so(flags: tuple[bool, ...]) -> None:
    unit = SelectionView(id="u", name="Squad", entry_id="squad", type="unit", number=1)
    elves = CategoryView(entry_id="elves", name="Elves", primary=True)
    before = replace(unit, categories=tuple(replace(elves, primary=flag) for flag in flags))
    assert not told(before, replace(unit, categories=(elves,)))


def test_binary_fractions_and_blanks_are_no_differences() -> None:
    unit = SelectionView(id="u", name="Squad", entry_id="squad", type="unit", number=3)
    before = replace(unit, costs=(Cost("pts", Decimal("5.3999999999999995")),))
    assert not told(before, replace(unit, name="Squad ", costs=(Cost("pts", Decimal("5.4")),)))


def test_new_recruit_tells_no_primary_category_within_a_choice() -> None:
    troops = (CategoryView(entry_id="troops", name="Troops", primary=True),)
    inner = SelectionView(id="in", name="Medic", entry_id="medic", type="model", number=1, categories=troops)
    unit = SelectionView(
        id="u", name="Squad", entry_id="squad", type="unit", number=1, categories=troops, children=(inner,)
    )
    force = ForceView(id="f", name="Force", entry_id="fe", catalogue_id="cat", selections=(unit,))
    view = RosterView(name="Third", game_system_id="sys", forces=(replace(force, id="g", forces=(force,)),))
    for program, primary in (("", [True] * 4), ("https://newrecruit.eu", [True, False] * 2)):
        written = as_its_program_writes(view, program)
        assert [part.categories[0].primary for top in written.units() for part in top.walk()] == primary


def test_data_that_lacks_entries_makes_no_saved_roster_poorer(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (mine / "own/battlescribe/mine/medics.cat").unlink()
    found = summary(capsys, str(mine / "third.ros"), "--data", "mine", "--compare")
    assert found["differences"] == []
    (gone,) = (finding["message"] for finding in found["findings"] if finding["code"] == "entry-missing")
    assert "lacks a catalogue that may have it (“Medics”): add its file with muster data add" in gone


def test_a_check_tells_choices_that_one_catalogue_lacks_together(
    mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = mine / "third.ros"
    path.write_bytes(saved(medics=2))
    (mine / "own/battlescribe/mine/medics.cat").unlink()
    run(["check", str(path)])
    (line,) = (line for line in capsys.readouterr().out.splitlines() if "may have" in line)
    assert "2 choices are kept" in line and "“Medics”" in line
    run(["check", str(path), "--json"])
    found = json.loads(capsys.readouterr().out)["findings"]
    assert [finding["code"] for finding in found].count("entry-missing") == 2


def test_profiles_that_the_data_lacks_are_kept(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    without = SHARED[: SHARED.index("<sharedProfiles>")]
    (mine / "own/battlescribe/mine/marines.cat").write_bytes(catalogue(shared=without + TO_MEDIC, more=TO_LIBRARY))
    found = summary(capsys, str(mine / "third.ros"), "--data", "mine", "--compare")
    squad = next(each for each in found["selections"].values() if each["entry"] == "squad")
    assert [each["name"] for each in squad["profiles"]] == ["Marine", "Boltgun"]
    assert found["differences"] == []


def test_a_saved_roster_can_be_taken_as_it_was_saved(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dearer = mine / "dearer.ros"
    dearer.write_bytes((mine / "third.ros").read_bytes().replace(b'value="90.0"', b'value="95.0"'))
    for saved, costs in (((), 90), (("--as-saved",), 95)):
        found = summary(capsys, str(dearer), *saved)
        assert found["units"][0]["costs"][0]["value"] == costs
    assert run(["check", str(dearer), "--as-saved"]) == 0
    assert "Not checked: no data." in capsys.readouterr().out


def test_what_is_no_saved_roster_or_has_no_data_is_refused(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    strange = mine / "strange.ros"
    strange.write_bytes((mine / "third.ros").read_bytes().replace(b'catalogueId="cat"', b'catalogueId="dog"'))
    for arguments, wanted in (
        (["orks-1000", "--compare"], "not a saved roster"),
        (["orks-1000", "--as-saved"], "not a saved roster"),
        ([str(strange), "--compare"], "muster data add"),
        ([str(strange), "--data", "mine"], "none of the catalogues"),
        ([str(strange), "--data", "other"], "no data set"),
        ([str(strange), "--data", "mine", "--as-saved"], "leave out"),
    ):
        assert run(["summary", *arguments]) == 2
        assert wanted in capsys.readouterr().err


def test_rules_of_a_category_are_shown_by_what_is_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_DATA", str(tmp_path / "own"))
    folder = tmp_path / "source"
    folder.mkdir()
    rule = '<rules><rule id="steady" name="Steady" hidden="false"><description>Holds.</description></rule></rules>'
    bare = '<categoryEntry id="troops" name="Troops" hidden="false"/>'
    full = f'<categoryEntry id="troops" name="Troops" hidden="false">{rule}</categoryEntry>'
    (folder / "small.gst").write_bytes(game_system().replace(bare.encode(), full.encode()))
    (folder / "marines.cat").write_bytes(catalogue(SQUAD))
    catalogue_store.add(str(folder), "mine")
    data = open_catalogue("mine/Marines")
    roster, force = edit.add_force(edit.new_roster(data.library, "Third"), data.library, "detachment", "cat")
    roster, _ = edit.select(roster, data.library, force, "squad")
    (unit,) = evaluate(roster, data.library).view.units()
    assert [(each.id, each.name) for each in unit.rules] == [("brave", "Brave"), ("slot::steady", "Steady")]
