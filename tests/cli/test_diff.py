"""`muster diff`: two armies, or one and what it was before changes; `muster notes`: what to remember of one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from builder.cli.main import run
from builder.resources import find_resource

CHANGES = (
    ["remove", "Dreadnought"],
    ["rename", "t9b8", "Oriel"],
    ["set", "t9b8", "Flamer"],
    ["unmark", "p5w2"],
    ["count", "p5w2", "6"],
    ["add", "Assault Squad"],
)


@pytest.fixture
def army(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    """The starter army in a file, and its changes done to it."""
    monkeypatch.setenv("MUSTER_STATE", str(tmp_path / "state"))
    found = find_resource("templates/armies", "space-marines-500")
    assert found is not None
    path = tmp_path / "army.yaml"
    path.write_bytes(found.path.read_bytes())
    for words in CHANGES:
        assert run(["edit", str(path), *words]) == 0
    capsys.readouterr()
    return path


@pytest.mark.long
def test_what_changed_is_told_unit_by_unit_with_its_points(army: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["edit", str(army), "set", "t9b8.1", "Combi-plasma"]) == 0
    capsys.readouterr()
    assert run(["diff", "space-marines-500", str(army), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["format"], told["version"]) == ("muster-diff", 1)
    figures = {each["name"]: (each["before"], each["after"]) for each in told["figures"]}
    assert figures["Points"] == (500, told["after"]["costs"][0]["value"])
    assert figures["Models"] == (16, 22) and figures["Vehicles"] == (2, 1)
    units = {unit["name"]: unit for unit in told["units"]}
    assert {name: unit["change"] for name, unit in units.items()} == {
        "Librarian Orsino Vael": "same",
        "Dreadnought": "removed",
        "Oriel": "changed",
        "Scout Squad": "changed",
        "Assault Squad": "added",
    }
    assert {one["text"]: one["points"] for one in units["Oriel"]["details"]} == {
        "name: Tactical Squad Ancora → Oriel": 0,
        "Plasma gun → Flamer": -10,
        "Boltgun → Combi-plasma": 10,
    }
    assert [one["text"] for one in units["Scout Squad"]["details"]] == [
        "Scout: 4 → 5",
        "Boltgun: 1 → 2",
        "no longer: reserve",
    ]
    raised = sum((unit["points_after"] or 0) - (unit["points_before"] or 0) for unit in told["units"])
    assert raised == figures["Points"][1] - figures["Points"][0]

    assert run(["diff", str(army), "space-marines-500"]) == 0  # the other way round
    out = capsys.readouterr().out
    assert "+ Dreadnought " in out and "− Assault Squad ×5" in out and "Flamer → Plasma gun" in out
    assert "4 changed, 2 as they were." in out


def test_an_army_is_compared_with_what_it_was_some_changes_ago(army: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["diff", str(army), "--undo", "1"]) == 0
    out = capsys.readouterr().out
    assert "army.yaml, 1 change ago" in out and "+ Assault Squad ×5" in out and "1 changed, 4 as they were" in out
    assert run(["diff", str(army), "--undo", str(len(CHANGES)), "--json"]) == 0
    every = json.loads(capsys.readouterr().out)
    assert run(["diff", "space-marines-500", str(army), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["units"] == every["units"]

    for wrong, why in (
        (["--undo", "7"], "only 6 of the changes"),
        ([], "which army"),
        (["orks-500", "--undo", "1"], "which army"),
        (["nobody"], "there is no such file"),
    ):
        assert run(["diff", str(army), *wrong]) == 2
        assert why in capsys.readouterr().err
    assert run(["diff", "orks-500", "--undo", "1"]) == 2, "a starter army has no history"
    army.write_bytes(army.read_bytes() + b"# by hand\n")
    assert run(["diff", str(army), "--undo", "1"]) == 2
    assert "since then it was changed by hand" in capsys.readouterr().err


def test_a_finding_that_both_have_is_not_new_as_its_numbers_are_others(
    army: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for limit in ("200", "150"):
        assert run(["edit", str(army), "limit", limit]) == 0
    capsys.readouterr()
    assert run(["diff", str(army), "--undo", "1"]) == 0
    told = capsys.readouterr().out
    assert "New findings" not in told and "gone" not in told
    assert "limit is 150" in told.partition("Findings that say something else:")[2] and "limit is 200" not in told


@pytest.mark.long
def test_what_a_player_must_remember_is_told_by_phase(army: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["edit", str(army), "note", "p5w2", "Hide them."]) == 0
    assert run(["edit", str(army), "mark", "p5w2", "reserve"]) == 0
    capsys.readouterr()
    assert run(["notes", str(army), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    notes = {(each["phase"], each["title"].partition(" (")[0]): each for each in told["notes"]}
    assert notes["Before the game", "Scout Squad"]["text"] == "reserve"
    assert notes["Shooting", "Sniper"]["rule"].startswith("D-")
    assert notes["At any time", "Scout Squad"]["text"] == "Hide them."
    assert {phase for phase, name in notes if name == "Deep strike"} <= {"Before the game"}
    phases = list(dict.fromkeys(each["phase"] for each in told["notes"]))
    assert phases == ["Before the game", "Movement", "Shooting", "Close combat", "Tests", "At any time"]

    for system, said in (("lethal-orks-1000", "CLOSE COMBAT"), ("epic-orks-3000", "AT ANY TIME")):
        assert run(["notes", system]) == 0
        assert said in capsys.readouterr().out
    assert run(["notes", "nobody"]) == 2
    assert "there is no such file" in capsys.readouterr().err
