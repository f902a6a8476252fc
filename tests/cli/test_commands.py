"""The command line, as a player types it."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from builder.cli.commands import COMMANDS
from builder.cli.main import run
from builder.resources import find_resources
from builder.services.games.games import new_game


class Said(NamedTuple):
    status: int
    out: str
    err: str


@pytest.fixture
def muster(capsys: pytest.CaptureFixture[str]) -> Callable[..., Said]:
    """Runs a command and gives its status and what it wrote."""

    def call(*arguments: str) -> Said:
        status = run(arguments)
        return Said(status, *capsys.readouterr())

    return call


Muster = Callable[..., Said]


def report(said: Said) -> dict[str, Any]:
    loaded = json.loads(said.out)
    assert isinstance(loaded, dict)
    return loaded


def test_without_a_command_it_says_what_to_type(muster: Muster) -> None:
    said = muster()
    assert said.status == 0
    assert "space-marines-500" in said.out and "orks-500" in said.out
    assert re.search(r"muster export \S+-\d+ -o army.pdf", said.out)
    (army,) = re.findall(r"muster game new (\S+)", said.out)
    new_game(army).close()


def test_help_names_every_command(muster: Muster) -> None:
    said = muster("--help")
    assert said.status == 0
    assert all(name in said.out for name in COMMANDS)


def test_version(muster: Muster) -> None:
    assert muster("--version").out.startswith("muster 0.")


@pytest.mark.parametrize(
    "arguments", [("frobnicate",), ("check",), ("check", "--colour", "x"), ("new", "x", "--limit", "0")]
)
def test_wrong_usage_ends_with_2(muster: Muster, arguments: tuple[str, ...]) -> None:
    said = muster(*arguments)
    assert said.status == 2
    assert "Usage" in said.err and "Traceback" not in said.err


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("chek", "did you mean 'check'?"),
        ("frobnicate", "there are: armies, calc, check"),
        ("calc dicelss", "did you mean 'diceless'?"),
        ("calc diceless shotting", "did you mean 'shooting'?"),
        ("game shw", "did you mean 'show'?"),
        ("armies lst", "did you mean 'list'?"),
        ("game next", "there is no command 'next'; there are: check, clock"),
        ("edit space-marines-500 unddo", "did you mean 'undo'?"),
    ],
)
def test_a_misspelt_command_is_answered_with_the_one_that_was_meant(muster: Muster, typed: str, words: str) -> None:
    said = muster(*typed.split())
    assert said.status == 2
    assert words in said.err


@pytest.mark.parametrize("army", [found.id for found in find_resources("templates/armies")])
def test_starter_armies_are_legal(muster: Muster, army: str) -> None:
    said = muster("check", army, "--json")
    told = report(said)
    assert said.status == 0
    assert told["valid"] is True
    assert not [found for found in told["findings"] if found["severity"] != "info"]


def test_check_reports_as_documented(muster: Muster) -> None:
    told = report(muster("check", "space-marines-500", "--json"))
    fields = ["format", "version", "army", "system", "modules", "data", "valid", "costs", "slots", "findings"]
    assert list(told) == fields
    assert told["format"] == "muster-check" and told["version"] == 1 and told["system"] == "diceless"


def test_an_illegal_army_ends_with_1(muster: Muster, tmp_path: Path) -> None:
    path = tmp_path / "empty.yaml"
    assert muster("new", "diceless/orks", "-o", str(path)).status == 0
    said = muster("check", str(path))
    assert said.status == 1
    assert "HQ" in said.out and "Not valid" in said.out


def test_an_unusable_file_ends_with_2_and_all_its_mistakes(muster: Muster, tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text("format: muster-army\nversion: 1\nnmae: x\nsystem: diceless\ndata: diceless/orks\nlimit: many\n")
    said = muster("check", str(path))
    assert said.status == 2
    assert "3:7: nmae: the field 'nmae' is not known: did you mean 'name'?" in said.err
    assert "6:8: limit: 'many'" in said.err
    told = report(muster("check", str(path), "--json"))
    assert told["valid"] is False and len(told["findings"]) == 3


def test_a_missing_file_is_one_message(muster: Muster, tmp_path: Path) -> None:
    said = muster("summary", str(tmp_path / "none.yaml"))
    assert said.status == 2
    assert said.err.count("\n") == 1 and "there is no such file" in said.err


def test_a_wrong_starter_name_tells_the_right_ones(muster: Muster) -> None:
    said = muster("check", "orks-5000")
    assert said.status == 2 and "did you mean 'orks-500'" in said.err


def test_signs_that_move_a_terminal_do_not_reach_it(muster: Muster, tmp_path: Path) -> None:
    path = tmp_path / "army.yaml"
    path.write_text('format: muster-army\nversion: 1\nname: "a\\e[31mb"\nsystem: diceless\ndata: diceless/orks\n')
    said = muster("check", str(path))
    assert "\x1b" not in said.out + said.err and "name: the character U+001B cannot be shown" in said.out


def run_in_shell(command: str) -> subprocess.CompletedProcess[bytes]:
    program = f"{sys.executable} -m builder"
    return subprocess.run(["bash", "-o", "pipefail", "-c", command.replace("muster", program)], capture_output=True)


@pytest.mark.long
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_full_disk_is_one_message_and_status_2() -> None:
    done = run_in_shell("muster summary orks-500 > /dev/full")
    assert done.returncode == 2
    assert done.stderr.decode().startswith("[!!] error: the output cannot be written") and done.stderr.count(b"\n") == 1


@pytest.mark.long
def test_a_reader_who_has_seen_enough_is_no_mistake() -> None:
    done = run_in_shell("muster datasheets show diceless/orks | head -1")
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.long
def test_pipes_get_utf8_whatever_the_habit_of_the_system() -> None:
    done = run_in_shell("PYTHONIOENCODING=latin-1 muster summary orks-500")
    assert done.returncode == 0 and "·" in done.stdout.decode("utf-8")


def test_summary_shows_units_hit_points_and_tokens(muster: Muster) -> None:
    said = muster("summary", "space-marines-500")
    assert said.status == 0
    assert "Scatter" in said.out and "Gets Hot!" in said.out and "Warp" in said.out
    told = report(muster("summary", "space-marines-500", "--json"))
    units = told["units"]
    assert isinstance(units, list)
    for unit in units:
        groups = unit["model_groups"]
        assert unit["hp"] == (sum(group["hp"] for group in groups) if groups else None)
        assert all(group["hp"] == group["models"] * group["hp_each"] for group in groups)


def test_armies_are_listed(muster: Muster) -> None:
    told = report(muster("armies", "--json"))
    assert {army["id"] for army in told["armies"]} >= {"space-marines-500", "orks-500"}


def test_a_starter_army_with_mistakes_does_not_hide_the_others(
    muster: Muster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "templates" / "armies"
    folder.mkdir(parents=True)
    (folder / "bad.yaml").write_text("format: nonsense\n")
    (folder / "free.yaml").write_text(muster("new", "diceless/orks").out.replace("limit: 500\n", ""))
    monkeypatch.setenv("MUSTER_DATA", str(tmp_path))
    said = muster()
    assert said.status == 0 and "has mistakes: muster check bad" in said.out and "orks-500" in said.out
    limits = {army["id"]: army["limit"] for army in report(muster("armies", "--json"))["armies"]}
    assert (limits["free"], limits["bad"], limits["orks-500"]) == (None, None, 500)


def test_datasheets_are_listed_and_shown(muster: Muster) -> None:
    assert "diceless/orks" in muster("datasheets", "list").out
    assert "Boyz" in muster("datasheets", "show", "diceless/orks").out
    assert "WS" in muster("datasheets", "show", "diceless/orks", "boyz").out
    said = muster("datasheets", "show", "diceless/orks", "boys")
    assert said.status == 2 and "did you mean 'Boyz'" in said.err


def test_installed_datasheets_have_no_mistakes(muster: Muster) -> None:
    said = muster("datasheets", "check")
    assert said.status == 0
    assert "mistakes" not in said.out


def test_datasheets_with_mistakes_end_with_2(muster: Muster, tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text("format: muster-datasheet\n")
    said = muster("datasheets", "check", str(path))
    assert said.status == 2 and "has mistakes" in said.out
    assert muster("datasheets", "check", str(path), "--json").status == 2


def test_a_new_army_does_not_replace_a_file(muster: Muster, tmp_path: Path) -> None:
    path = tmp_path / "army.yaml"
    path.write_text("mine")
    said = muster("new", "diceless/orks", "-o", str(path))
    assert said.status == 2 and "--force" in said.err
    assert path.read_text() == "mine"
    assert muster("new", "diceless/orks", "-o", str(path), "--force").status == 0


def test_a_new_army_offers_every_unit_of_its_data(muster: Muster) -> None:
    said = muster("new", "diceless/orks", "--name", "Da 'Ard: Boyz", "--limit", "750")
    assert said.status == 0
    assert 'name: "Da \'Ard: Boyz"' in said.out and "limit: 750" in said.out
    assert "# - unit: Boyz" in said.out


def test_an_army_is_read_from_standard_input(muster: Muster, monkeypatch: pytest.MonkeyPatch) -> None:
    text = muster("new", "diceless/orks").out

    class Input:
        buffer = io.BytesIO(text.encode())

    monkeypatch.setattr("sys.stdin", Input())
    said = muster("check", "-", "--json")
    assert said.status == 1
    assert report(said)["army"] == {"id": None, "name": "New Orks army", "file": "standard input"}
