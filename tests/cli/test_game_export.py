"""`muster game export`: sheets as they stand in a game, and its log."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pypdfium2
import pytest

from builder.cli.main import run as muster
from builder.formats.battlescribe.rosterwriter import write_roster
from builder.record import replace
from builder.roster.view import RuleView
from builder.services.games.filled_sheets import read_filled
from tests.systems.generic.making import LONG, ferrymen, roster


class Said(NamedTuple):
    exit_code: int
    output: str


Run = Callable[..., Said]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in a folder of its own, in which a game is begun and a squad has lost a marine."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MUSTER_GAMES", str(tmp_path / "games"))

    def run(*words: str) -> Said:
        status = muster(["game", *words])
        said = capsys.readouterr()
        return Said(status, " ".join(f"{said.out} {said.err}".split()))

    assert run("new", "space-marines-500", "--against", "orks-500", "--name", "Third").exit_code == 0
    hurt = run("do", "Third", "damage", "--unit", "Ancora", "--damage", "320", "--first", "Sergeant")
    assert hurt.exit_code == 0, hurt.output
    return run


def words_of(path: Path) -> str:
    with pypdfium2.PdfDocument(path) as document:
        return "\n".join(page.get_textpage().get_text_range() for page in document)


def test_sheets_are_printed_as_they_stand(run: Run, tmp_path: Path) -> None:
    said = run("export", "Third", "-o", "now.pdf")
    assert said.exit_code == 0 and "now.pdf is written" in said.output
    words = words_of(tmp_path / "now.pdf")
    assert "printed before turn 1" in words and words.index("Army roster") < words.index("Tactical Squad Ancora")


@pytest.mark.long
def test_fresh_sheets_and_those_of_the_opponent(run: Run, tmp_path: Path) -> None:
    assert run("export", "Third", "-o", "now.pdf").exit_code == 0
    assert run("export", "Third", "-o", "fresh.pdf", "--fresh").exit_code == 0
    assert run("export", "Third", "-o", "orks.pdf", "--player", "gitstompa", "--paper", "letter").exit_code == 0
    fresh = words_of(tmp_path / "fresh.pdf")
    assert "printed" not in fresh and fresh != words_of(tmp_path / "now.pdf")
    assert "Big mob" in words_of(tmp_path / "orks.pdf")


@pytest.mark.long
def test_a_copy_for_the_opponent_tells_neither_notes_nor_who_waits(run: Run, tmp_path: Path) -> None:
    assert run("do", "Third", "note", "--about", "f2c8", "--text", "ambush at dawn").exit_code == 0
    assert run("do", "Third", "mark", "--unit", "f2c8", "--mark", "reserve").exit_code == 0
    secrets = ("ambush at dawn", "80 HP · reserve", "tick when it comes")
    for name, own in (("own.pdf", True), ("theirs.pdf", False)):
        assert run("export", "Third", "-o", name, *([] if own else ["--opponent"])).exit_code == 0
        printed = words_of(tmp_path / name)
        assert [secret in printed for secret in secrets] == [own] * 3
        with pypdfium2.PdfDocument(tmp_path / name) as document:
            assert bool(document.count_attachments()) == own
    for name, more, told in (("log.txt", [], "is for sheets"), ("f.pdf", ["--fresh"], "those of the army")):
        said = run("export", "Third", "--opponent", "-o", name, *more)
        assert said.exit_code == 2 and told in said.output and not (tmp_path / name).exists()


def test_between_equal_armies_the_whole_name_of_a_side_is_enough(run: Run, tmp_path: Path) -> None:
    assert run("new", "orks-500", "--against", "orks-500", "--name", "Mirror").exit_code == 0
    said = run("export", "Mirror", "-o", "one.pdf", "--player", "Gitstompa's warband")
    assert said.exit_code == 0 and (tmp_path / "one.pdf").exists()


def test_the_log_is_written_as_text_and_as_json(run: Run, tmp_path: Path) -> None:
    assert "107 HP lost" in run("export", "Third").output
    assert run("export", "Third", "-o", "log.json").exit_code == 0
    assert json.loads((tmp_path / "log.json").read_text(encoding="utf-8"))["format"] == "muster-game-export"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("-o", "now.docx"), "no file ends in .docx here"),
        (("-o", "now.pdf", "--player", "Anna"), "write 1 (Third Company strike force) or 2 (Gitstompa's warband)"),
        (("-o", "now.pdf", "--sheets", "maps"), "choose among roster, units"),
    ],
)
def test_what_cannot_be_printed_is_told_and_nothing_is_written(
    run: Run, tmp_path: Path, words: tuple[str, ...], told: str
) -> None:
    said = run("export", "Third", *words)
    assert said.exit_code == 2 and told in said.output
    assert not list(tmp_path.glob("now.*"))


def test_an_opponent_who_is_only_a_name_has_no_sheets(run: Run, tmp_path: Path) -> None:
    assert run("new", "orks-500", "--against", "Anna", "--name", "Fourth").exit_code == 0
    said = run("export", "Fourth", "-o", "anna.pdf", "--player", "2")
    assert said.exit_code == 2 and "Anna is only a name" in said.output and not (tmp_path / "anna.pdf").exists()


@pytest.mark.long
def test_victory_points_stand_in_the_turns_in_which_they_were_scored(run: Run, tmp_path: Path) -> None:
    for act in (("turn",), ("points", "--player", "1", "--points", "3"), ("points", "--player", "2", "--points", "1")):
        assert run("do", "Third", *act).exit_code == 0
    for act in (("turn",), ("turn",), ("points", "--player", "1", "--points", "+4")):
        assert run("do", "Third", *act).exit_code == 0
    assert run("export", "Third", "-o", "score.pdf", "--sheets", "roster", "--fillable").exit_code == 0
    fields = read_filled(str(tmp_path / "score.pdf")).fields
    for whose, figures in (("own", ["3", "4", "", "7"]), ("other", ["1", "0", "", "1"])):
        ids = (f"score.{turn}.points.{whose}" for turn in ("1", "2", "3", "all"))
        assert [fields[id].value for id in ids] == figures


@pytest.mark.long
def test_an_army_of_any_game_has_its_rules_unless_other_sheets_are_asked_for(run: Run, tmp_path: Path) -> None:
    crew = replace(ferrymen(), rules=tuple(RuleView(name=f"Ford {n}", description=LONG * 8) for n in range(20)))
    (tmp_path / "list.ros").write_bytes(write_roster(roster(crew)))
    assert run("new", "list.ros", "--against", "Tom", "--name", "Ferry").exit_code == 0
    for asked, there in (((), True), (("--sheets", "roster,units"), False)):
        assert run("export", "Ferry", "-o", "now.pdf", *asked).exit_code == 0
        with pypdfium2.PdfDocument(tmp_path / "now.pdf") as document:
            assert any(bookmark.get_title() == "Rules" for bookmark in document.get_toc()) == there
