"""Rosters of other programs built anew: units by their names, the rest in notes or flagged."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from builder.cli.main import run
from builder.errors import InputError
from builder.roster.comparison import costs_of
from builder.roster.view import SelectionView
from builder.services.army.locator import open_army
from builder.services.army.opening import Army
from builder.services.editor.document import ArmyDocument
from builder.services.editor.operations import Rename
from builder.services.export.files import export_army
from builder.services.library import commands as armyacts
from builder.services.library.armies import library_armies
from builder.sheets.options import SheetOptions
from builder.tui.screens.library_panes import paint


@pytest.fixture
def roster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A roster of orks as another program saves it, one of whose units no data here has."""
    monkeypatch.setenv("MUSTER_ARMIES", str(tmp_path / "armies"))
    document = export_army(open_army("orks-500"), "ros", SheetOptions()).data
    path = tmp_path / "list.ros"
    for ours, theirs in (
        (b"diceless/orks", b"far/away"), (b'name="Weirdboy"', b'name="Painboss"'), (b'"weirdboy', b'"painboss'),
    ):  # fmt: skip
        document = document.replace(ours, theirs)
    path.write_bytes(document.replace(b'name="Boyz"', b'name="Boyz, Compulsory"'))
    return path


def test_units_are_found_by_their_names_and_the_rest_is_flagged(roster: Path) -> None:
    done = armyacts.bring(str(roster), anew="diceless/orks")
    built, before = open_army(str(done.path)), open_army("orks-500")
    assert done.editable and "are built anew" in done.findings[0].message
    names = {unit.name for unit in built.view.units()}
    assert "Boyz" in names, "what stands behind a comma is no part of a name"
    assert "Painboss" in names, names
    (lost,) = [unit for unit in built.view.units() if unit.name == "Painboss"]
    assert lost.custom_notes is not None and lost.custom_notes.startswith("In its roster: ")
    assert any("Painboss" in finding.message and finding.severity == "error" for finding in built.findings)
    models = {unit.entry: unit.models for unit in built.reading.units if unit.entry == "boyz"}
    assert models == {unit.entry: unit.models for unit in before.reading.units if unit.entry == "boyz"}


def test_a_roster_without_any_unit_of_the_data_is_kept_whole(roster: Path) -> None:
    done = armyacts.bring(str(roster), anew="diceless/space-marines")
    kept = [unit.name for unit in open_army(str(done.path)).view.units()]
    assert "Painboss" in kept and done.findings[0].message.startswith("0 of ")


def test_there_must_be_such_data(roster: Path) -> None:
    with pytest.raises(InputError, match="no data set 'no'"):
        armyacts.bring(str(roster), anew="no/such")


@pytest.mark.long
def test_a_roster_of_another_game_is_kept_and_built_anew_on_demand(
    roster: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    foreign = tmp_path / "foreign.ros"
    document = roster.read_bytes()
    for name in (b"WS", b"BS", b"Front"):
        document = document.replace(b'name="%b"' % name, b'name="Q%b"' % name)
    foreign.write_bytes(document)
    assert run(("armies", "import", str(foreign))) == 0
    said = capsys.readouterr().out
    assert "as it was saved" in said and "--data" in said
    (kept,) = (tmp_path / "armies").glob("*.ros")
    assert open_army(str(kept)).system.id == "generic", "what no other system reads is read as any game's"
    assert run(("armies", "import", str(foreign), "--data", "diceless/orks")) == 0
    assert "are built anew" in capsys.readouterr().out


@pytest.mark.long
def test_an_army_file_has_what_its_data_lacks_as_the_roster_did(roster: Path, tmp_path: Path) -> None:
    document = export_army(open_army("orks-500"), "ros", SheetOptions()).data
    unit = re.search(rb'<selection id="([^"]*)" name="([^"]*)" entryId="([^"]*)" [^>]*type="unit"', document)
    assert unit is not None
    (tmp_path / "Late.ros").write_bytes(document.replace(b'entryId="%s"' % unit[3], b'entryId="of-late"'))
    done = armyacts.bring(str(tmp_path / "Late.ros"))
    assert done.editable and done.path.name == "late.yaml"
    assert f"does not know “{unit[2].decode()}”" in done.findings[0].message
    assert _told(open_army(str(done.path))) == _told(open_army(str(tmp_path / "Late.ros")))

    session = ArmyDocument.open(str(done.path))
    session.apply(Rename(id=unit[1].decode(), name="Bob"))
    session.save()
    (edited,) = (part for part in _parts(open_army(str(done.path))) if part.id == unit[1].decode())
    (before,) = (part for part in _parts(open_army(str(tmp_path / "Late.ros"))) if part.id == edited.id)
    assert any(part.profiles for part in before.walk())
    assert [part.profiles for part in edited.walk()] == [part.profiles for part in before.walk()]
    assert edited.custom_name == "Bob"


def _parts(army: Army) -> list[SelectionView]:
    return [part for unit in army.view.units() for part in unit.walk()]


def _told(army: Army) -> list[object]:
    """Return what a roster says of all that was chosen."""
    parts = _parts(army)
    return [(part.id, part.number, part.type, costs_of(part.costs), part.profiles, part.rules) for part in parts]


def test_an_army_of_any_game_goes_by_the_name_of_its_game_and_tells_which_data_it_was_made_with(
    roster: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = roster.read_bytes()
    for name in (b"WS", b"BS", b"Front"):
        document = document.replace(b'name="%b"' % name, b'name="Q%b"' % name)
    document = re.sub(rb'gameSystemName="[^"]*"', b'gameSystemName="Warhammer 40,000 10th Edition"', document)
    roster.write_bytes(re.sub(rb'catalogueName="[^"]*"', b'catalogueName="Xenos - Orks"', document))
    assert armyacts.bring(str(roster)).path.exists()
    (army,) = library_armies()
    assert army.line is not None and (army.line.system, army.line.system_name) == (
        "generic",
        "Warhammer 40,000 10th Edition",
    )
    assert "without its data, “Xenos - Orks” of “Warhammer 40,000 10th Edition”: " in army.line.findings[0].message
    assert run(("check", str(roster))) == 0
    assert "· Warhammer 40,000 10th Edition" in capsys.readouterr().out.splitlines()[0]
    line = paint(army, 80)
    assert "40K 10th " in "".join(text for text, _ in line.left), "what tells editions apart is not cut off"


@pytest.mark.parametrize("ending", ["ros", "rosz"])
def test_what_is_called_a_roster_and_is_none_is_told_so(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"list.{ending}"
    path.write_bytes(b'{"message": "Not found"}' if ending == "ros" else b"garbage")
    for read in (open_army, armyacts.bring):
        with pytest.raises(InputError, match="this is not a saved roster"):
            read(str(path))
