"""How a game of Diceless 40K is shown in a terminal."""

from __future__ import annotations

import pytest

from builder.cli.main import run
from tests.services.volleys import own_games

__all__ = ["own_games"]
pytestmark = pytest.mark.usefixtures("own_games")


@pytest.fixture
def game() -> str:
    """A game of space marines against orks."""
    run(["game", "new", "space-marines-1000", "--against", "orks-1000", "--name", "Third"])
    return "Third"


def shown(capsys: pytest.CaptureFixture[str], game: str) -> list[str]:
    capsys.readouterr()
    assert run(["game", "show", game]) == 0
    return capsys.readouterr().out.splitlines()


def test_marks_stand_under_their_units_where_a_terminal_is_narrow(
    game: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    narrow = shown(capsys, game)
    sides = range(narrow.index("Chapter Master Harkan's spearhead"), len(narrow) - 1)
    assert max(len(narrow[place]) for place in sides) <= 80
    assert "      in Rhino 1" in narrow
    monkeypatch.setenv("COLUMNS", "150")
    assert any(line.startswith("t3k6") and line.endswith("in Rhino 1") for line in shown(capsys, game))


def test_two_passengers_are_told_together(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert any("carries Skragdakka and Skragdakka's trukk boyz" in line for line in shown(capsys, game))


def test_who_is_destroyed_or_immobilised_is_marked_so(
    game: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "150")
    run(["game", "do", game, "damage", "--unit", "Meridius", "--hp", "9999", "--without-leader"])
    run(["game", "do", game, "set-vehicle", "--vehicle", "Rhino 1", "--glancing", "5", "--crew", "shaken"])
    run(["game", "do", game, "set-vehicle", "--vehicle", "Whirlwind", "--penetrating", "6"])
    lines = shown(capsys, game)
    assert any("Squad Meridius" in line and line.endswith("–      –  destroyed") for line in lines)
    assert any("Rhino 1" in line and "immobilised, shaken, carries" in line for line in lines)
    assert any(line.startswith("w4l6") and "destroyed" in line for line in lines)


def test_a_long_run_of_numbers_to_choose_from_is_told_as_one(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(["game", "do", game, "shoot", "--attacker", "Oriel", "--target", "Gretchin", "--weapon", "flamer"])
    told = capsys.readouterr().err.splitlines()
    assert [line.strip() for line in told if "--hits" in line] == ["--hits 0…11  a number from 0 to 11"]
