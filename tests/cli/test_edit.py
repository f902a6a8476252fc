"""`muster edit` and `muster check` with many armies, as a player types them."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from builder.cli.main import run
from builder.resources import find_resource


class Said(NamedTuple):
    status: int
    out: str
    err: str


Muster = Callable[..., Said]
STARTER = "templates/armies", "orks-500"


@pytest.fixture
def muster(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Muster:
    """Runs a command, with a state folder of its own, and gives its status and what it wrote."""
    monkeypatch.setenv("MUSTER_STATE", str(tmp_path / "state"))

    def call(*arguments: str, typed: str | None = None) -> Said:
        if typed is not None:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
        status = run(arguments)
        return Said(status, *capsys.readouterr())

    return call


@pytest.fixture
def army(tmp_path: Path) -> Path:
    found = find_resource(*STARTER)
    assert found
    path = tmp_path / "army.yaml"
    path.write_bytes(found.path.read_bytes())
    return path


def test_an_operation_is_done_told_and_written(muster: Muster, army: Path) -> None:
    said = muster("edit", str(army), "add", "boyz", "--count", "12", "--option", "big shoota", "--name", "Lads")
    assert said.status == 0 and said.err == ""
    assert said.out.startswith("Boyz is added [") and "of 500 points" in said.out
    assert "the limit is 500" in said.out
    assert "    name: Lads\n    count: 12\n    options: [Big shoota]\n" in army.read_text(encoding="utf-8")


@pytest.mark.long
def test_undo_and_redo_bring_back_every_byte(muster: Muster, army: Path) -> None:
    texts = [army.read_bytes()]
    for words in (
        ["remove", "d4d9"],
        ["count", "b8m5", "25"],
        ["rename", "army", "New"],
        ["note", "y3k9", "a", "-o", "-"],
    ):
        assert muster("edit", str(army), *words).status == 0
        texts.append(army.read_bytes())
    assert texts.pop() == texts[-1]
    for text in reversed(texts[:-1]):
        assert muster("edit", str(army), "undo").status == 0
        assert army.read_bytes() == text
    assert "nothing to undo" in muster("edit", str(army), "undo").err
    for text in texts[1:]:
        assert muster("edit", str(army), "redo").status == 0
        assert army.read_bytes() == text
    assert muster("edit", str(army), "redo").status == 2


def test_a_file_changed_with_an_editor_is_not_undone_over(muster: Muster, army: Path) -> None:
    muster("edit", str(army), "remove", "d4d9")
    army.write_text(army.read_text(encoding="utf-8") + "# mine\n", encoding="utf-8")
    assert "changed by another program" in muster("edit", str(army), "undo").err
    assert army.read_text(encoding="utf-8").endswith("# mine\n")
    muster("edit", str(army), "remove", "b8m5")
    muster("edit", str(army), "undo")
    assert "b8m5" in army.read_text(encoding="utf-8") and "# mine" in army.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "kept",
    ["", "[]", '{"texts": 3}', '{"texts": ["a"], "now": 7}', "\x00", '{"texts": ["\\ud800"], "now": 0}', "[" * 9000],
)
@pytest.mark.parametrize("first", ["undo", "remove"])
def test_a_damaged_history_is_told_of_and_put_aside_and_a_new_one_begins(
    muster: Muster, army: Path, tmp_path: Path, kept: str, first: str
) -> None:
    muster("edit", str(army), "remove", "d4d9")
    (history,) = (tmp_path / "state" / "history").iterdir()
    history.write_text(kept, encoding="utf-8")
    aside = history.with_suffix(".lost.json")
    said = muster("edit", str(army), *([first] if first == "undo" else ["remove", "b8m5"]))
    assert "cannot be undone" in said.err and str(aside) in said.err
    assert said.status == (2 if first == "undo" else 0)
    assert aside.read_text(encoding="utf-8") == kept
    if first == "undo":
        assert "nothing to undo" in muster("edit", str(army), "undo").err
        assert muster("edit", str(army), "remove", "b8m5").status == 0
    assert muster("edit", str(army), "undo").status == 0


def test_a_history_of_a_newer_muster_is_left_alone_and_said_to_be_one(
    muster: Muster, army: Path, tmp_path: Path
) -> None:
    muster("edit", str(army), "remove", "d4d9")
    (history,) = (tmp_path / "state" / "history").iterdir()
    newer = json.dumps({**json.loads(history.read_bytes()), "version": 2})
    history.write_text(newer, encoding="utf-8")
    assert "newer Muster" in muster("edit", str(army), "undo").err
    said = muster("edit", str(army), "remove", "b8m5")
    assert said.status == 0 and "newer Muster" in said.err and "b8m5" not in army.read_text(encoding="utf-8")
    assert history.read_text(encoding="utf-8") == newer


def test_an_army_called_by_its_name_is_locked_where_it_lies(
    muster: Muster, army: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MUSTER_ARMIES", str(tmp_path))
    army.with_name(".army.yaml.lock").mkdir()
    said = muster("edit", "army", "remove", "d4d9")
    assert said.status == 0 and said.err.count("two programs can change this file at once") == 1
    assert muster("edit", "army", "undo").err.count("two programs can change this file at once") == 1
    assert muster("edit", "army", "remove", "d4d9", "--dry-run").err == ""


def test_a_dry_run_writes_nothing(muster: Muster, army: Path) -> None:
    before = army.read_bytes()
    assert "is removed" in muster("edit", str(army), "remove", "d4d9", "--dry-run").out
    assert muster("edit", "orks-500", "remove", "d4d9", "--dry-run").status == 0
    assert army.read_bytes() == before


def test_a_starter_army_is_only_edited_into_another_file(muster: Muster, tmp_path: Path) -> None:
    assert "say with -o where the new one goes" in muster("edit", "orks-500", "remove", "d4d9").err
    target = tmp_path / "mine.yaml"
    assert muster("edit", "orks-500", "remove", "d4d9", "-o", str(target)).status == 0
    assert "d4d9" not in target.read_text(encoding="utf-8")
    found = find_resource(*STARTER)
    assert found and "d4d9" in found.path.read_text(encoding="utf-8")


def test_an_army_goes_through_a_pipe(muster: Muster, army: Path) -> None:
    said = muster("edit", "-", "remove", "d4d9", typed=army.read_text(encoding="utf-8"))
    assert said.status == 0
    assert said.out.startswith("# yaml-language-server") and "d4d9" not in said.out
    assert "is removed" in said.err


def test_json_tells_what_was_done(muster: Muster, army: Path) -> None:
    said = muster("edit", str(army), "add", "Boyz", "--count", "30", "--json")
    report = json.loads(said.out)
    assert (report["format"], report["version"]) == ("muster-edit", 1)
    assert report["done"][0]["said"] == "Boyz is added"
    assert f"id: {report['done'][0]['id']}" in army.read_text(encoding="utf-8")
    assert report["costs"][0]["limit"] == 500 and report["valid"] is False
    assert "cost-limit" in [finding["code"] for finding in report["new_findings"]]
    back = json.loads(muster("edit", str(army), "undo", "--json").out)
    assert "cost-limit" in [finding["code"] for finding in back["mended_findings"]]


def test_a_script_is_done_as_a_whole_or_not_at_all(muster: Muster, army: Path, tmp_path: Path) -> None:
    script = tmp_path / "steps.txt"
    script.write_text(
        '# my plan\nremove d4d9\nadd Boyz --name "The Rest"\n\ngroup add Wave y3k9 b8m5\n', encoding="utf-8"
    )
    assert muster("edit", str(army), "script", str(script)).out.count("\n") >= 4
    text = army.read_text(encoding="utf-8")
    assert "name: The Rest" in text and "units: [y3k9, b8m5]" in text
    assert muster("edit", str(army), "undo").status == 0
    before = army.read_bytes()
    said = muster("edit", str(army), "script", "-", typed="remove d4d9\nremove nobody\n")
    assert said.status == 2 and "operation 2, remove: There is nothing called “nobody”" in said.err
    for wrong, told in (
        ("remove\n", "-:1: ID: this is missing: A unit"),
        ("remove y3k9 boyz\n", "-:1: Got unexpected extra argument"),
        ("count y3k9 many\nrmove x", "-:1: NUMBER: write a whole number from 0 to 999"),
        ("count y3k9 many\nrmove x", "-:2: there is no"),
        ("rmove x\n", "-:1: there is no"),
        ('a "b\n', "-:1: No"),
    ):
        said = muster("edit", str(army), "script", "-", typed=wrong)
        assert said.status == 2 and told in said.err
    assert army.read_bytes() == before


@pytest.mark.parametrize(
    ("typed", "lines", "told"),
    [
        (f"add {'x' * 1_000_000}", 1, "-:1: the line is 1,000,004 characters long"),
        ("add Boyz\n" * 1_001, 1, "-: there are 1,001 operations in it"),
        ("zork\n" * 1_500, 1_001, "more mistakes follow"),
        (f"add {'x' * 9_000}", 1, "Orks has no “xxx"),
    ],
    ids=["line", "operations", "mistakes", "name"],
)
def test_a_script_that_nobody_wrote_is_refused_in_few_words(
    muster: Muster, army: Path, typed: str, lines: int, told: str
) -> None:
    said = muster("edit", str(army), "script", "-", typed=typed)
    assert said.status == 2 and told in said.err
    written = said.err.splitlines()
    assert len(written) == lines and all(len(line) < 3_000 for line in written)


def test_wrong_words_end_with_one_line(muster: Muster, army: Path) -> None:
    for words in (["set", "y3k9", "power klow"], ["count", "d4d9", "5"], ["remove", "boyz"], ["move", "y3k9"]):
        said = muster("edit", str(army), *words)
        assert said.status == 2 and said.out == "" and len(said.err.splitlines()) == 1, said
    assert muster("edit", str(army), "dance").status == 2
    assert muster("edit", "nowhere.yaml", "remove", "x").status == 2


def test_many_armies_are_checked_with_a_line_each(muster: Muster, army: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("format: muster-army\nunits: 5\n", encoding="utf-8")
    muster("edit", str(army), "remove", "b8m5", "-o", str(tmp_path / "small.yaml"))
    said = muster("check", str(army), str(tmp_path / "small.yaml"), str(tmp_path / "bad.yaml"))
    assert said.status == 2
    assert f"{army}: valid, 500 points" in said.out and "small.yaml: not valid" in said.out
    assert said.out.endswith("3 armies: 1 valid, 1 not valid, 1 not readable\n")
    assert "bad.yaml:2:8: units" in said.err and "of 3" not in said.err
    assert muster("check", str(army), str(tmp_path / "small.yaml")).status == 1
    reports = json.loads(muster("check", "--json", str(army), str(tmp_path / "bad.yaml")).out)
    assert [report["valid"] for report in reports["checks"]] == [True, False]


@pytest.mark.long
def test_data_is_loaded_once_for_many_armies(muster: Muster, army: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from builder.datafiles.datasheets import library

    library._loaded.cache_clear()
    assert muster("check", *[str(army)] * 30).out.endswith("30 armies: 30 valid\n")
    assert library._loaded.cache_info().misses == 1


@pytest.mark.long
def test_progress_is_shown_on_a_terminal_only(muster: Muster, army: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert muster("check", *[str(army)] * 30).err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    assert "30 of 30" in muster("check", *[str(army)] * 30).err
    assert muster("check", *[str(army)] * 3).err == ""


def test_messages_about_numbers_speak_of_numbers(muster: Muster, army: Path) -> None:
    said = muster("edit", str(army), "count", "d4d9", "many")
    assert said.status == 2 and "NUMBER: write a whole number" in said.err
    assert "ID OPTION [NUMBER]" in muster("edit", str(army), "set", "--help").out


def test_what_is_refused_looks_like_every_other_error(muster: Muster, army: Path) -> None:
    for words in (["edit", str(army), "remove", "x"], ["edit", "nowhere.yaml", "remove", "x"], ["new", "nothing"]):
        assert muster(*words).err.startswith("[!!] error: "), words


def test_only_ids_that_can_be_typed_are_told(muster: Muster) -> None:
    said = muster("edit", "space-marines-500", "set", "t9b8", "power fist", "--dry-run")
    assert said.out.startswith("Tactical Squad Ancora (t9b8) has 1 Power fist.\n")
    assert muster("edit", "space-marines-500", "duplicate", "h9j2", "--dry-run").out.splitlines()[0].endswith("].")


@pytest.mark.long
def test_commands_at_the_same_time_wait_for_each_other(army: Path, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "builder", "edit", str(army), "add", "Warboss"]
    own = {**os.environ, "MUSTER_STATE": str(tmp_path / "state")}
    started = [subprocess.Popen(words, env=own, stdout=subprocess.DEVNULL) for _ in range(4)]
    assert [command.wait() for command in started] == [0] * 4
    assert army.read_text(encoding="utf-8").count("unit: Warboss\n") == 4


def test_a_state_folder_that_cannot_be_written_to_keeps_nobody_waiting(
    muster: Muster, army: Path, tmp_path: Path
) -> None:
    (tmp_path / "state").write_text("no folder", encoding="utf-8")
    assert muster("edit", str(army), "rename", "army", "New", "--dry-run").status == 0


@pytest.mark.long
def test_an_option_that_a_unit_cannot_have_comes_with_what_allows_it(muster: Muster) -> None:
    words = ["edit", "imperial-guard-1000", "set", "Karrow's veterans", "--allow", "--dry-run"]
    said = muster(*words, "Flamer").out
    assert said.startswith("Karrow's veterans (v9k5) has 2 Meltagun.\nKarrow's veterans (v9k5) has 1 Flamer.\n")
    refused = muster(*words, "Meltagun", "4")
    assert refused.status == 2 and "Nothing is known to allow Meltagun: Special weapons: at most 3" in refused.err
