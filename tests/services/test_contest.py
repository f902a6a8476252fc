"""What games of any system are played for and within: victory points by objectives and kills, the players' clocks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from builder.cli.main import run
from builder.errors import PlayError
from builder.services.games.analysis import game_summary, summary_lines
from builder.services.games.games import new_game, open_game
from builder.services.games.session import GameSession
from builder.tracker import PlayerClocks, clocks_of

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """The time at which acts are done, in a list, so that a test can put it on."""
    moment = [BEGIN]
    monkeypatch.setattr("builder.services.games.session.now", lambda: moment[0].isoformat())
    return moment


@pytest.fixture(params=["space-marines-500", "lethal-levy-500", "epic-orks-3000", "plain-orks-500"])
def game(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, now: list[datetime]
) -> Iterator[GameSession]:
    monkeypatch.setenv("MUSTER_GAMES", str(tmp_path))
    with new_game(request.param, request.param, "Timed") as session:
        yield session


def clocks(game: GameSession, now: list[datetime], minutes: int = 0) -> PlayerClocks:
    """The clocks after so many minutes more."""
    now[0] += timedelta(minutes=minutes)
    found = clocks_of(game.log, now[0])
    assert found is not None
    return found


def test_the_clock_of_whose_turn_it_is_runs_and_what_is_undone_takes_its_time(
    game: GameSession, now: list[datetime]
) -> None:
    assert clocks_of(game.log, now[0]) is None
    game.act("turn", {})
    first = game.view.active
    game.act("clock", {"minutes": "60"})
    assert clocks(game, now, 5).left(first) == 55 * 60
    game.act("note", {"text": "I think"})
    clocks(game, now, 2)
    game.undo()
    assert clocks(game, now, 1).used[first] == 8 * 60
    game.act("clock", {"to": "switch"})
    found = clocks(game, now, 3)
    assert (found.used[first], found.used[1 - first], found.running) == (480, 180, 1 - first)
    game.act("clock", {})
    assert clocks(game, now, 100).used[1 - first] == 180
    game.act("clock", {"player": str(2 - first), "extra": "-1"})
    assert clocks(game, now).used[1 - first] == 120
    with open_game(game.id) as again:
        assert clocks_of(again.log, now[0]) == clocks(game, now)
    assert " left" in next(line for line in summary_lines(game_summary(game)) if "clock" in line)
    game.act("clock", {"to": "off"})
    assert clocks_of(game.log, now[0]) is None


def test_the_turn_passes_the_clock_on_and_the_end_stops_it(game: GameSession, now: list[datetime]) -> None:
    game.act("turn", {})
    game.act("clock", {"to": "switch"})
    held = clocks(game, now).running
    active = game.view.active
    assert held == 1 - active
    for _ in range(3):
        game.act("turn", {})
        assert game.view.active != active or clocks(game, now).running == held
        if game.view.active != active:
            assert clocks(game, now).running == game.view.active
            break
    game.act("end", {})
    assert clocks(game, now).running is None


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"extra": "+3"}, "say whose time is corrected"),
        ({"player": "1"}, "How many minutes"),
        ({"to": "off"}, "have no clocks"),
    ],
)
def test_what_cannot_be_done_to_clocks_is_told(game: GameSession, given: dict[str, str], why: str) -> None:
    with pytest.raises(PlayError, match=why):
        game.act("clock", given)


def test_what_is_agreed_before_the_game_is_due_until_it_is(game: GameSession) -> None:
    """Who has the first turn is agreed on where no dice say it."""
    (due,) = [each for each in game.view.due if each.verb == "agree"]
    assert due.before_end and ("first turn" in due.text) == (game.view.played_by == "player")
    game.act("agree", {})
    assert ("first turn" in game.log[-1].text) == (game.view.played_by == "player")
    assert not any(each.verb == "agree" for each in game.view.due)


def test_a_clock_is_corrected_by_minutes_with_or_without_a_sign(game: GameSession, now: list[datetime]) -> None:
    game.act("clock", {"minutes": "60"})
    game.act("clock", {"player": "2", "extra": "3"})
    game.act("clock", {"player": "2", "extra": "-1"})
    assert clocks(game, now).used[1] == 120


def test_a_clock_whose_start_is_undone_and_done_again_has_lost_no_time(game: GameSession, now: list[datetime]) -> None:
    game.act("turn", {})
    first = game.view.active
    game.act("clock", {"minutes": "60"})
    clocks(game, now, 9)
    game.undo()
    now[0] += timedelta(minutes=5)
    game.redo()
    assert clocks(game, now, 1).used[first] == 10 * 60, "without clocks no time counts"
    game.undo()
    game.act("clock", {"minutes": "30"})
    assert clocks(game, now, 2).left(first) == 28 * 60, "a start of its own begins anew"


def test_a_clock_that_has_run_out_and_one_of_hours_are_told() -> None:
    assert PlayerClocks((3700, 59), None, 0).words == "1:01:40 0:59"
    assert PlayerClocks((90, 0), 0, 1).words == "•−0:30 1:00"


def test_clocks_by_commands(game: GameSession, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["game", "clock", "Timed"]) == 0
    assert "have no clocks" in capsys.readouterr().out
    assert run(["game", "clock", "Timed", "start", "--minutes", "60", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["format"], told["clock"]["running"], told["clock"]["minutes"]) == ("muster-game-clock", 1, 60)
    assert run(["game", "clock", "Timed", "nonsense"]) == 2
    assert "none of: start, pause, switch, off" in capsys.readouterr().err
    assert run(["game", "show", "Timed", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["clock"]["running"] == 1


def test_points_for_objectives_add_up_and_those_for_kills_count_no_unit_twice(game: GameSession) -> None:
    game.act("objectives", {"player": "1", "held": "2", "each": "3"})
    game.act("objectives", {"player": "1", "held": "1"})
    assert game.view.sides[0].points == 7
    game.act("kills", {"player": "1"})
    assert game.view.sides[0].points == 7
    rows = [row for table in game.view.sides[1].tables for row in table.rows]
    game.act("mark", {"unit": f"2:{rows[-1].ref.removeprefix('2:')}", "mark": "destroyed"})
    game.act("kills", {"player": "1", "each": "2"})
    game.act("kills", {"player": "1", "each": "2"})
    assert game.view.sides[0].points == 9
    summary = game_summary(game).sides[0]
    assert (dict(summary.sources), sum(summary.scored)) == ({"objectives": 7, "kills": 2}, 9)
    assert "  of the victory points: 7 for objectives, 2 for kills" in [*summary_lines(game_summary(game))]
    game.undo()
    game.undo()
    assert (game.view.sides[0].points, dict(game_summary(game).sides[0].sources)) == (7, {"objectives": 7, "kills": 0})
    game.act("end", {})
    game.act("points", {"player": "2", "points": "+8"})
    assert game.view.sides[1].points == 8


def test_kills_of_an_army_that_is_only_a_name_are_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_GAMES", str(tmp_path))
    with new_game("space-marines-500", opponent="Anna", name="Alone") as session:
        with pytest.raises(PlayError, match="Anna is only a name: say how many"):
            session.act("kills", {"player": "1"})
        session.act("kills", {"player": "1", "units": "3"})
        assert session.view.sides[0].points == 3


def test_sheets_of_any_game_say_turn_mission_and_victory_points(game: GameSession) -> None:
    assert game.sheets(0).page.note.startswith("printed before turn 1")
    game.act("agree", {"mission": "Hold the bridge"})
    game.act("turn", {})
    game.act("points", {"player": "2", "points": "3"})
    assert game.sheets(0).page.note.startswith("printed in turn 1 · Hold the bridge · victory points 0 : 3")
    game.act("end", {})
    assert game.sheets(0).page.note.startswith("printed after the game · Hold the bridge")


def test_a_summary_counts_units_of_formations_and_models_of_units(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MUSTER_GAMES", str(tmp_path))
    with new_game("epic-orks-3000", "epic-space-marines-3000", name="Epic") as session:
        unit = session.view.sides[1].tables[0].rows[-1].ref
        before = dict(game_summary(session).sides[1].left)
        session.act("mark", {"unit": unit, "mark": "destroyed"})
        lost = game_summary(session).sides[1].lost
    assert before["units"][1] > before["formations"][1]
    assert (sum(lost["formations"]), sum(lost["units"]) > 1) == (1, True)
    with new_game("lethal-levy-500", "lethal-orks-1000", name="Lethal") as session:
        left = game_summary(session).sides[0].left
        assert left["models"][1] > left["units"][1]
