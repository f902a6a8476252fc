"""Dice that an act asks for: typed, or rolled, and then told by the event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from builder.cli.main import run
from builder.systems.lethal.play import PLAY as LETHAL
from builder.systems.play.dice import Score, read_score, write_score
from builder.systems.play.events import Player
from builder.systems.play.protocol import Play
from builder.tui.widgets.shortening import shortened
from tests.systems.lethal.play.games import begun
from tests.systems.play.toy import PLAY, Fighter, Skirmish, start

Throw = Callable[[int], Sequence[int]]


def skirmish() -> Skirmish:
    return PLAY.begin(start((Player("Reds", {"a": Fighter("Red band", 9, 3)}), Player("Blues", {}))))


def thrown(*faces: int) -> Throw:
    """Dice that show these faces, one after another, and no more."""
    left = list(faces)
    return lambda dice: [left.pop(0) for _ in range(dice)]


def test_a_die_that_is_asked_for_is_rolled() -> None:
    assert PLAY.roll(skirmish(), "charge", {"unit": "a", "how": "at once"}, thrown(4)) == {"die": "4"}


@pytest.mark.parametrize("given", [{"how": "slowly"}, {"how": "at once", "die": "3"}, {}])
def test_no_die_is_rolled_that_nobody_asks_for_or_that_hangs_on_an_answer(given: dict[str, str]) -> None:
    assert PLAY.roll(skirmish(), "charge", {"unit": "a", **given}, thrown()) == {}


def test_all_dice_of_a_field_are_rolled_behind_those_that_are_given() -> None:
    game = LETHAL.begin(begun())
    game = LETHAL.evolve(game, LETHAL.decide(game, LETHAL.read(game, "next", {})).event)
    assert LETHAL.roll(game, "initiative", {}, thrown(6, 2)) == {"dice": "6,2"}
    assert LETHAL.roll(game, "initiative", {"dice": "5"}, thrown(2)) == {"dice": "5,2"}


@pytest.mark.parametrize(("text", "score"), [("8", Score(8)), ("5,2,6", Score(0, (5, 2, 6))), ("4,", Score(0, (4,)))])
def test_a_score_is_a_number_or_dice(text: str, score: Score) -> None:
    assert read_score(text) == score and write_score(score) == text


def test_the_event_tells_the_dice_that_were_rolled_and_keeps_them() -> None:
    play: Play[Skirmish] = PLAY
    game = skirmish()
    decided = play.decide(game, play.read(game, "charge", {"unit": "a", "how": "at once", "die": "4"}))
    event = decided.event.with_rolled({"die": "4", "save-dice": "5,2,"})
    assert event.text == f"{decided.event.text} (rolled die 4; save dice 5, 2)"
    assert play.decode(play.version, play.encode(event)) == event
    assert decided.event.with_rolled({}) is decided.event


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """A game of Lethal 40K as both roll for the initiative; every die shows a 3."""
    monkeypatch.setenv("MUSTER_GAMES", str(tmp_path))
    monkeypatch.setattr("builder.services.games.session.secrets.randbelow", lambda faces: 2)
    assert run(["game", "new", "lethal-chaos-1000", "--opponent", "Bert", "--name", "Dice"]) == 0
    assert run(["game", "do", "Dice", "next"]) == 0
    return "Dice"


def test_a_command_rolls_and_the_log_tells_it(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["game", "do", game, "initiative", "--dice", "5", "--roll"]) == 0
    assert "(rolled dice 5, 3)" in capsys.readouterr().out
    assert run(["game", "log", game]) == 0
    assert "(rolled dice 5, 3)" in capsys.readouterr().out


def test_dice_that_are_rolled_stand_though_something_must_still_be_chosen(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for act in (["initiative", "--dice", "6,2"], ["next"]):
        assert run(["game", "do", game, *act]) == 0
    capsys.readouterr()
    assert run(["game", "do", game, "group", "--plan", "Spearhead", "--roll"]) == 2
    assert "rolled, to be given with the answer: group --die 3" in capsys.readouterr().err
    assert run(["game", "do", game, "initiative", "--roll", "--dry-run"]) == 2
    assert "leave out --dry-run or --roll" in capsys.readouterr().err


def test_where_there_is_little_room_the_result_goes_before_the_dice() -> None:
    text = "Kult of Speed at Scout Detachment: 1 hit, 0 saved (rolled hits 4, 4, 3, 2, 4, 3, 3, 2, 1, 1, 6, 2)"
    assert shortened(text, 36).startswith("Kult of Speed…: 1 hit, 0 saved")
