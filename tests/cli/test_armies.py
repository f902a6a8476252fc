"""`muster armies`, as a player types it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from builder.cli.main import run


class Said(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Muster = Callable[..., Said]


@pytest.fixture
def muster(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Muster:
    """Runs a command, with a library and a state folder of its own, and gives its status and what it wrote."""
    monkeypatch.setenv("MUSTER_ARMIES", str(tmp_path / "armies"))
    monkeypatch.setenv("MUSTER_STATE", str(tmp_path / "state"))

    def call(*arguments: str) -> Said:
        status = run(arguments)
        return Said(status, *capsys.readouterr())

    return call


def names(said: Said) -> list[str]:
    return [army["id"] for army in said.json["armies"]]


@pytest.mark.long
def test_an_empty_library_says_what_to_do_and_shows_the_starters(muster: Muster) -> None:
    said = muster("armies")
    assert said.status == 0 and "You have no armies yet" in said.out and "orks-500" in said.out


def test_a_life_of_an_army(muster: Muster, tmp_path: Path) -> None:
    assert "Big Lads is begun [big-lads]" in muster("armies", "new", "diceless/orks", "--name", "Big Lads").out
    assert muster("edit", "big-lads", "add", "boyz").status == 0
    assert "“" not in muster("armies", "copy", "big lads").out
    assert muster("armies", "rename", "big-lads-2", "Small Lads").status == 0
    said = muster("armies", "list")
    assert "Big Lads" in said.out and "Small Lads" in said.out and "today" in said.out
    assert "is in the trash" in muster("armies", "delete", "small lads", "big-lads").out
    assert "You have no armies yet" in muster("armies").out
    assert "Small Lads" in muster("armies", "list", "--trash").out
    assert muster("armies", "restore", "big-lads").status == 0
    assert muster("check", "big-lads").status == 1
    assert muster("edit", "big-lads", "undo").status == 0


def test_the_list_is_json_with_everything_it_shows(muster: Muster, tmp_path: Path) -> None:
    muster("armies", "copy", "orks-500")
    (tmp_path / "armies" / "bad.yaml").write_text("bad", encoding="utf-8")
    told = muster("armies", "list", "--json").json
    assert (told["format"], told["version"], told["folder"]) == ("muster-armies", 1, str(tmp_path / "armies"))
    bad, orks, *starters = told["armies"]
    assert bad["name"] is None and bad["mistakes"] and not bad["editable"]
    assert orks["origin"] == "library" and orks["editable"] and orks["changed"].startswith("20")
    assert (orks["points"], orks["limit"], orks["units"], orks["valid"], orks["faction"]) == (500, 500, 6, True, "Orks")
    assert len(starters) >= 8 and starters[0]["origin"] == "muster" and starters[0]["changed"] is None
    assert {frozenset(army) for army in told["armies"]} == {frozenset(orks)}


def test_a_search_finds_own_and_starter_armies(muster: Muster) -> None:
    muster("armies", "copy", "orks-500", "--name", "Mine")
    assert names(muster("armies", "list", "MINE", "--json")) == ["mine"]
    assert names(muster("armies", "list", "diceless", "boyz", "--json"))[0] == "mine"
    assert names(muster("armies", "list", "epic", "orks", "--json")) == ["epic-orks-3000"]
    assert "None of your armies has “zzz”" in muster("armies", "list", "zzz").out


@pytest.mark.parametrize("act", ["copy", "rename", "delete", "restore"])
def test_every_act_is_told_as_json(muster: Muster, act: str) -> None:
    muster("armies", "copy", "orks-500", "--name", "Mine")
    if act == "restore":
        muster("armies", "delete", "mine")
    said = muster("armies", act, "mine", *(["Other"] if act == "rename" else []), "--json")
    assert said.status == 0 and said.json["format"] == f"muster-armies-{act}"
    (army,) = said.json["armies"]
    assert army["id"].startswith("mine") and army["findings"] == []


def test_several_files_are_imported_and_those_that_cannot_be_are_told_last(muster: Muster, tmp_path: Path) -> None:
    muster("export", "orks-500", "-o", str(tmp_path / "a.rosz"))
    (tmp_path / "b.yaml").write_text("format: muster-army\n", encoding="utf-8")
    said = muster("armies", "import", str(tmp_path / "b.yaml"), str(tmp_path / "a.rosz"), str(tmp_path / "none.ros"))
    assert said.status == 2
    assert "Gitstompa's warband is in your library [a]" in said.out
    assert "b.yaml" in said.err and "none.ros: there is no such file" in said.err
    assert names(muster("armies", "list", "--json"))[0] == "a"


def test_what_cannot_be_done_is_said(muster: Muster, tmp_path: Path) -> None:
    assert "not in the library" in muster("armies", "delete", "orks-500").err
    assert "no such army in the trash; it holds: nothing" in muster("armies", "restore", "x").err
    said = muster("armies", "new", "diceless/orcs", "--json")
    assert said.status == 2 and said.out == "" and "did you mean" in said.err
    assert muster("armies", "list", "--trash").out == "The trash is empty.\n"


def test_an_export_never_replaces_the_army_that_is_named(muster: Muster, tmp_path: Path) -> None:
    muster("armies", "copy", "orks-500", "--name", "Mine")
    path = tmp_path / "armies" / "mine.yaml"
    before = path.read_bytes()
    assert "army itself" in muster("export", "mine", "-o", str(path), "--format", "text").err
    assert path.read_bytes() == before


def test_without_a_command_the_armies_of_a_player_stand_before_those_of_the_program(muster: Muster) -> None:
    assert muster("armies", "copy", "orks-500", "--name", "Mine").status == 0
    lines = muster().out.splitlines()
    own = next(place for place, line in enumerate(lines) if line.startswith("mine "))
    starter = next(place for place, line in enumerate(lines) if line.startswith("orks-500 "))
    assert own < starter
