"""What a data set holds, found by a few letters: by services and by commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from builder.cli.main import run
from builder.services.data.catalogue_store import add
from builder.services.data.contents import contents
from builder.services.library.browsing import catalogue_of, details_of
from tests.formats.datafiles import catalogue, folder, game_system


@pytest.fixture(autouse=True)
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_DATA", str(tmp_path / "own"))
    add(str(folder(tmp_path / "source", {"s.gst": game_system(), "m.cat": catalogue()})))


def test_units_come_first_then_profiles_by_type_then_rules() -> None:
    held = contents("Small Wars")
    assert [(entry.heading, entry.name) for entry in held.search("")] == [
        ("Units", "Squad"),
        ("Unit", "Marine"),
        ("Weapon", "Boltgun"),
        ("Rules", "Brave"),
    ]
    assert [entry.name for entry in held.search("GUN b")] == ["Boltgun"] and not held.search("none")
    assert held.readers == ("Diceless 40K",)


def test_a_unit_is_told_as_it_is_added_and_our_datasheets_too() -> None:
    (squad,) = contents("Small Wars").search("squad")
    told = details_of("Small Wars", squad)
    assert (told.comes_to, [table.title for table in told.tables]) == ("90 pts", ["Unit", "Weapon"])
    assert catalogue_of("Small Wars", squad) == "Small Wars/Marines"
    boyz = contents("diceless/orks").search("boyz")[0]
    assert "10 models" in details_of("diceless/orks", boyz).comes_to


def test_by_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["data", "search", "small", "squ", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)["found"]
    assert (found["name"], found["catalogue"], found["entry"], found["points"]) == ("Squad", "Marines", "squad", 90)
    assert run(["data", "search", "small", "brave"]) == 0
    assert "Rules" in capsys.readouterr().out
    assert run(["data", "search", "nowhere", "x"]) == 2
