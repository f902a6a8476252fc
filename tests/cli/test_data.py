"""`muster data`, as a player types it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from builder.cli.main import run
from builder.inputs import tell
from tests.formats.datafiles import SHARED, catalogue, game_system


@pytest.fixture(autouse=True)
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MUSTER_DATA", str(tmp_path / "own"))
    source = tmp_path / "source"
    source.mkdir()
    (source / "small.gst").write_bytes(game_system())
    (source / "marines.cat").write_bytes(catalogue(shared=SHARED.replace('id="gun"', 'id="guns"')))
    return source


def out(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(["data", *arguments]) == 0
    return capsys.readouterr().out


def test_an_empty_library_says_how_to_fill_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert "muster data add" in out(capsys, "list")
    assert "muster data add" in out(capsys, "check")


def test_a_set_is_added_listed_checked_and_removed(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = out(capsys, "add", str(source), "--name", "mine")
    assert "mine is added" in said and "new      Marines" in said
    (source / "marines.cat").write_bytes(catalogue(revision=8, shared=SHARED.replace('id="gun"', 'id="guns"')))
    assert "Marines, revision 7 → 8" in out(capsys, "add", str(source))
    assert "mine/Marines" in out(capsys, "list")
    said = out(capsys, "check", "mine")
    assert "1 × link-dangling" in said and "marines.cat:" in said and "mine/Small Wars (revision 3): fine" in said
    assert "mine is removed, with 1 catalogue" in out(capsys, "remove", "mine")
    assert "muster data add" in out(capsys, "list")


def test_opening_an_army_tells_how_far_its_data_is_read_the_first_time(
    source: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    army = str(source / "army.yaml")
    out(capsys, "add", str(source), "--name", "a set with quite a long name")
    assert run(["new", "a set with quite a long name/Marines", "-o", army]) == 0
    monkeypatch.setattr("builder.inputs.LATE", 0)
    assert run(["check", army]) < 2 and "Reading" not in capsys.readouterr().err, "nobody watches"
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    monkeypatch.setenv("MUSTER_CACHE", str(source / "cache"))
    assert run(["check", army]) < 2
    told = capsys.readouterr().err.split("\r\x1b[K")
    assert "[########        ] Reading a set with quite a long name, file 1 of 2" in told
    assert "[################] Reading Marines, file 2 of 2" in told
    assert told[-1] == "", "the line is empty again before anything else is written"


def test_screens_tell_nothing_on_the_line_of_commands(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builder.inputs.LATE", 0)
    monkeypatch.setattr("builder.tui.start.on_terminal", lambda: True)
    monkeypatch.setattr("gc.disable", lambda: None)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builder.tui.app.MusterApp.run", lambda app: tell("Reading Marines, file 1 of 2"))
    assert run(["tui"]) == 0
    assert capsys.readouterr().err == ""


def test_json_says_the_same(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    added = json.loads(out(capsys, "add", str(source), "--json"))
    assert (added["format"], added["id"], added["new"]) == ("muster-data-add", "Small Wars", ["Small Wars", "Marines"])
    (found,) = json.loads(out(capsys, "list", "--json"))["sets"]
    assert [each["id"] for each in found["catalogues"]] == ["Small Wars/Marines"]
    (file,) = json.loads(out(capsys, "check", "small wars/marines", "--json"))["files"]
    assert [(each["code"], each["count"]) for each in file["problems"]] == [("link-dangling", 1)]
    assert file["problems"][0]["examples"][0]["at"]["line"]
    assert json.loads(out(capsys, "remove", "small wars", "--json"))["format"] == "muster-data-remove"


@pytest.mark.parametrize(
    "arguments", [("add", "nowhere"), ("remove", "nothing"), ("check", "nothing"), ("check", "a/b"), ("add",)]
)
def test_what_cannot_be_done_ends_with_2(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["data", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err and "Traceback" not in said.err


def test_what_files_of_a_large_set_say_alike_is_told_once(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for n in range(8):
        broken = SHARED.replace("<costs/>", '<costs><cost name="x" typeId="lost" value="1"/></costs>')
        (source / f"marines{n}.cat").write_bytes(catalogue(id=f"m{n}", name=f"Marines {n}", shared=broken))
    out(capsys, "add", str(source), "--name", "mine")
    said = out(capsys, "check", "mine").splitlines()
    assert "in 9 of 10 files" in said[0] and sum("cost-type-unknown in 8 files" in line for line in said) == 1
    assert sum("which the game system does not count" in line for line in said) == 1
    one = out(capsys, "check", "mine/Marines 3")
    assert "mine/Marines 3 (revision" in one and "cost-type-unknown" in one
    files = json.loads(out(capsys, "check", "mine", "--json"))["files"]
    assert sum(any(each["code"] == "cost-type-unknown" for each in file["problems"]) for file in files) == 8


@pytest.mark.parametrize(
    ("id", "command"), [("mine/Marines", 'muster data show "mine/Marines"'), ("Mine", "muster data list")]
)
def test_who_asks_for_its_datasheets_is_told_where_data_of_the_community_is_shown(
    source: Path, capsys: pytest.CaptureFixture[str], id: str, command: str
) -> None:
    out(capsys, "add", str(source), "--name", "mine")
    assert run(["datasheets", "show", id]) == 2
    assert command in capsys.readouterr().err
    assert run(["datasheets", "show", id, "Captain"]) == 2
    assert command in capsys.readouterr().err
