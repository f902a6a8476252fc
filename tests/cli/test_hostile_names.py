"""Hostile names through every command and every export, looking at the bytes that are written."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pypdfium2
import pytest

from builder.cli.main import run
from builder.resources import STARTERS, find_resources
from builder.services.export.files import FORMS
from builder.text import clean
from tests import hostile
from tests.formats.datafiles import catalogue, folder, game_system

Muster = Callable[..., bytes]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for variable in ("ARMIES", "DATA", "GAMES", "STATE", "CONFIG"):
        monkeypatch.setenv(f"MUSTER_{variable}", str(tmp_path / variable.lower()))
    monkeypatch.setenv("MUSTER_PLAYER", "Ann\x1b]0;title\x07")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def muster(home: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Muster:
    """Runs a command as on a terminal, where nothing is taken out any more, and checks all that it writes."""
    monkeypatch.setattr(click, "style", lambda text, **looks: text)
    monkeypatch.setattr("click.utils.should_strip_ansi", lambda *_: False)

    def call(*arguments: str, status: tuple[int, ...] = (0, 1)) -> bytes:
        ended = run(arguments)
        out, err = capsysbinary.readouterr()
        assert ended in status, (arguments, err.decode())
        acts_on_nothing(err)
        if "--json" in arguments and ended != 2:
            json.loads(out)
            # The names of files, in a file's own spelling, open it: accents are piled up in them as they are.
            acts_on_nothing(out.replace("\u0301".encode(), b""))
        else:
            acts_on_nothing(out)
        return out

    return call


def acts_on_nothing(written: bytes) -> None:
    """Whether a terminal that is shown these bytes shows them, and no more."""
    text = written.decode()
    assert clean(text) == text


def id_of(out: bytes) -> str:
    found = re.findall(rb"\[([a-z0-9]{4,6})\]", out)
    assert found
    return str(found[-1].decode())


@pytest.mark.long
def test_rosters_of_other_programs(muster: Muster, home: Path) -> None:
    path = home / "roster.json"
    path.write_bytes(hostile.roster())
    for command in (
        ("show",),
        ("summary",),
        ("check",),
        ("check", "--json"),
        ("show", "--json"),
        ("summary", "--json"),
    ):
        muster(*command, str(path))
    muster("armies", "import", str(path))
    muster("armies", "list")
    every = json.loads(muster("armies", "list", "--json"))["armies"]
    (mine,) = [each for each in every if each["origin"] == "library"]
    assert (mine["name"], mine["points"], mine["mistakes"]) == (hostile.NAMES[0], 500, [])
    every_export(muster, home, str(path))


def every_export(muster: Muster, home: Path, army: str) -> None:
    for form in FORMS:
        target = home / f"out.{form}"
        muster("export", army, "--format", form, "-o", str(target))
        written = target.read_bytes()
        if form in ("text", "chat", "battlescribe-text", "json"):
            acts_on_nothing(written)
            acts_on_nothing(muster("export", army, "--format", form, "-o", "-"))
        elif form == "pdf":
            with pypdfium2.PdfDocument(written) as document:
                told = [*document.get_metadata_dict().values(), *(mark.get_title() for mark in document.get_toc())]
                told += [page.get_textpage().get_text_range() for page in document]
            for text in told:
                acts_on_nothing(text.replace("\r\n", "\n").replace("\ufffe", "-").encode())


@pytest.mark.long
@pytest.mark.parametrize("number", [0, 5])
def test_armies_of_ours(muster: Muster, home: Path, number: int) -> None:
    path = home / "army.yaml"
    path.write_text(hostile.army(number))
    before = path.read_bytes()
    for command in (
        ("show",),
        ("summary",),
        ("check",),
        ("check", "--json"),
        ("show", "--json"),
        ("summary", "--json"),
    ):
        muster(*command, str(path))
    muster("show", str(path), "u2")
    muster("edit", str(path), "limit", "1999")
    muster("edit", str(path), "undo")
    assert path.read_bytes() == before, "what is cleaned when it is read is no change of the army"
    every_export(muster, home, str(path))


@pytest.mark.long
def test_what_is_typed(muster: Muster, home: Path) -> None:
    path = home / "army.yaml"
    path.write_text(hostile.army(0))
    for name in hostile.NAMES:
        for command in (
            ("edit", str(path), "rename", "u1", "--", name),
            ("edit", str(path), "note", "u1", "--", name),
            ("edit", str(path), "add", "--", name),
            ("show", str(path), name),
            ("check", name),
            ("armies", "list", name),
            ("armies", name),
            (f"-{name}",),
            (name,),
            ("game", "show", name),
            ("data", "show", name),
            ("datasheets", "show", name),
            ("calc", "diceless", name),
        ):
            if not any("\0" in part for part in command):
                muster(*command, status=(0, 1, 2))


@pytest.mark.long
def test_files_by_any_name(muster: Muster, home: Path) -> None:
    armies = home / "armies"
    armies.mkdir()
    for number, name in enumerate(hostile.file_names()):
        text = hostile.army(number) if number % 2 else "- ["
        (armies / f"{name}.yaml").write_text(text)
    every = json.loads(muster("armies", "list", "--json"))["armies"]
    listed = [each for each in every if each["file"].startswith(str(armies))]
    assert len(listed) == len(hostile.NAMES) + 1
    assert {Path(each["file"]).exists() for each in listed} == {True}, "a path that is told opens its file"
    muster("armies", "list")
    for each in listed:
        muster("check", each["file"], status=(0, 1, 2))
    muster("check", "--all", status=(0, 1, 2))


@pytest.mark.long
def test_games(muster: Muster, home: Path) -> None:
    for side in ("mine", "theirs"):
        (home / f"{side}.yaml").write_text(hostile.army(0 if side == "mine" else 5))
    for name in hostile.NAMES[:6]:
        if "\0" in name:
            continue
        game = id_of(muster("game", "new", "mine.yaml", "--against", "theirs.yaml", "--name", name))
    muster("game", "do", game, "agree")
    muster("game", "do", game, "note", "--unit", "u1", "--text", hostile.NAMES[2], status=(0, 1, 2))
    for command in (("show",), ("log",), ("do",), ("show", "--json"), ("log", "--json")):
        muster("game", command[0], game, *command[1:])
    muster("game", "list")
    muster("game", "list", "--json")
    for ending in ("txt", "json", "pdf"):
        target = home / f"game.{ending}"
        muster("game", "export", game, "-o", str(target))
        if ending != "pdf":
            acts_on_nothing(target.read_bytes())
    muster("game", "undo", game)
    muster("game", "remove", game, "--yes")


def test_data_of_the_community(muster: Muster, home: Path) -> None:
    muster("data", "add", str(hostile.data_set(home / "Small Wars")))
    muster("data", "list")
    muster("data", "list", "--json")
    muster("data", "check")
    muster("data", "check", "--json")
    (listed,) = json.loads(muster("data", "list", "--json"))["sets"]
    muster("data", "show", listed["catalogues"][0]["id"])
    muster("data", "remove", listed["id"])


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="other systems take no such names")
def test_files_whose_names_are_no_text_go_through_every_kind_of_command(muster: Muster, home: Path) -> None:
    army, sheets, data = (os.fsdecode(name) for name in (b"caf\xe9.yaml", b"orks\xe9.yaml", b"w\xe9rs"))
    (home / army).write_bytes(
        next(each.path for each in find_resources(STARTERS) if each.id == "orks-500").read_bytes()
    )
    (home / "data/datasheets/diceless").mkdir(parents=True)
    orks = next(each.path for each in find_resources("datasheets") if each.id == "diceless/orks")
    (home / "data/datasheets/diceless" / sheets).write_bytes(orks.read_bytes())
    folder(home / "data/battlescribe" / data, {"s.gst": game_system(), "m.cat": catalogue()})
    assert b"is begun" in muster("game", "new", army, "--against", os.fsdecode(b"Ann\xe9"), "--name", "Third")
    assert "Ann\ufffd" in muster("game", "show", "Third").decode()
    for set in ("diceless/orks\ufffd", f"{data}/Marines"):
        muster("new", set, "-o", "new.yaml", "--force")
        assert b"0 of" in muster("edit", "new.yaml", "limit", "500")
    assert b"Squad" in muster("data", "search", data, "squad")
