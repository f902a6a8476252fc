"""The turns of a game in figures, and what an opponent may see of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.cli.main import run
from builder.errors import PlayError
from builder.services.games.analysis import game_summary, summary_lines
from builder.services.games.games import new_game
from builder.services.games.session import GameSession
from builder.services.games.visibility import public_view
from builder.tui.widgets.game_lines import moment

UNIT, TARGET = "Tactical Squad Oriel", "Lootas"


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[GameSession]:
    monkeypatch.setenv("MUSTER_GAMES", str(tmp_path))
    with new_game("space-marines-1000", "orks-1000", "Third") as session:
        yield session


def test_losses_tests_tokens_and_points_are_told_turn_by_turn(game: GameSession) -> None:
    """100 HP in turn 1 and 60 in turn 2 are those that the acts cost; what is undone does not count."""
    game.act("agree", {"left-over": "largest"})
    game.act("turn", {})
    game.act("damage", {"unit": TARGET, "hp": "100"})
    game.act("test", {"unit": TARGET, "kind": "morale"})
    for lost in ("10", "199"):
        game.act("lost-assault", {"unit": TARGET, "suffered": lost, "inflicted": "0"})
    game.act("points", {"player": "1", "points": "+2"})
    game.act("use", {"player": "2", "token": "Gets Hot!", "count": "2"})
    game.act("turn", {})
    game.act("turn", {})
    game.act("damage", {"unit": TARGET, "hp": "60"})
    game.act("damage", {"unit": TARGET, "hp": "77"})
    game.undo()
    summary = game_summary(game)
    ours, theirs = summary.sides
    assert summary.turns == (0, 1, 2)
    assert theirs.lost["HP"] == (0, 100, 60)
    assert ours.lost["HP"] == (0, 0, 0)
    assert theirs.left["HP"][1] - theirs.left["HP"][0] == 160
    left, full = theirs.left["models"]
    assert sum(theirs.lost["models"]) == full - left > 0
    assert (theirs.passed, theirs.failed) == ((0, 2, 0), (0, 1, 0))
    assert ours.scored == (0, 2, 0)
    assert "100 HP" in summary.worst[0].text
    text = "\n".join(summary_lines(summary))
    assert "HP lost" in text and "160" in text and "77 HP" not in text and "Gets Hot! tokens used" in text
    first = game_summary(game, 1)
    assert [line.text for line in first.worst] == [summary.worst[0].text] and not first.idle
    narrow = "\n".join(summary_lines(first, 48))
    assert "turn 1" in narrow and "turn 2" not in narrow and "What cost most, turn 1:" in narrow
    with pytest.raises(PlayError, match="turn 3 has not been played: the game has turns 0 to 2"):
        game_summary(game, 3)


def test_who_acted_in_the_same_words_as_in_the_turn_before_is_not_among_those_who_have_not() -> None:
    with new_game("epic-space-marines-3000", "epic-orks-3000", "Same") as session:
        session.act("next", {})
        for turn in (1, 2):
            session.act("strategy", {"dice": "6,1"})
            session.act("activate", {"unit": "wa9h", "action": "advance"})
            assert session.view.turn == turn and "Warhound Pack" not in game_summary(session).idle
            session.act("end-phase", {"anyway": True})
            session.act("next", {})


def test_whoever_has_not_acted_in_a_turn_is_told_first_and_both_sides_stand_abreast_where_there_is_room(
    game: GameSession,
) -> None:
    """Who rides, waits in reserve, or had something entered is not among them; the other side's turn has its own."""
    game.act("next", {})
    game.act("speeds", {"player": "1", "speeds": "cruising,immobile"})
    game.act("test", {"unit": "Scout Squad"})
    summary = game_summary(game)
    assert summary.idle == ("Chapter Master Teor Harkan", "Squad Meridius", "Scout Bike Squad")
    game.act("agree", {"left-over": "largest"})
    game.act("damage", {"unit": "Squad Meridius", "hp": "10"})
    assert game_summary(game).idle == ("Scout Bike Squad",), "who leads a unit acts with it"
    lines = [*summary_lines(summary, 116)]
    assert lines[0].startswith("Nothing was entered in turn 1 for: Chapter Master Teor Harkan, Squad")
    (heads,) = (line for line in lines if "turn 1" in line and "all" in line)
    assert heads.count("turn 1") == 2 and max(map(len, lines)) <= 116
    assert sum("turn 1" in line and "all" in line for line in summary_lines(summary, 76)) == 2
    game.act("turn", {})
    assert "Lootas" in game_summary(game).idle
    for _ in range(12):
        game.act("turn", {})
    heads, _ = (line for line in summary_lines(game_summary(game), 76) if "turn 7" in line and "all" in line)
    assert len(heads) <= 76 and "before" not in heads
    narrow = [line for line in summary_lines(game_summary(game), 36) if line.endswith((" all", " 10"))]
    assert narrow and max(map(len, narrow)) <= 36 and "  HP lost" in narrow[1], "the last turn, and all of them"


def test_the_command_tells_the_same_as_json(game: GameSession, capsys: pytest.CaptureFixture[str]) -> None:
    game.act("agree", {"left-over": "largest"})
    game.act("damage", {"unit": TARGET, "hp": "100"})
    assert run(["game", "summary", "Third", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["format"] == "muster-game-summary"
    assert found["sides"][1]["lost"]["HP"] == [100]
    assert found["sides"][1]["left"]["vehicles"] == {"left": 4, "of": 4}, "vehicles are no models"
    assert run(["game", "summary", "Third"]) == 0
    assert "HP lost" in capsys.readouterr().out


def test_an_opponent_sees_neither_notes_nor_reserves(game: GameSession, capsys: pytest.CaptureFixture[str]) -> None:
    game.act("note", {"text": "comes from the left", "about": UNIT})
    game.act("note", {"text": "a plan of mine"})
    waiting = [row for table in game.view.sides[0].tables for row in table.rows if "reserve" in str(row.marks)]
    assert waiting
    seen = public_view(game, 1)
    rows = {row.ref: row for table in seen.sides[0].tables for row in table.rows}
    assert not rows.keys() & {row.ref for row in waiting}
    assert all(not row.note for row in rows.values())
    assert seen.notes == ()
    assert seen.sides[1] == game.view.sides[1]
    own = public_view(game, 0)
    assert any(row.note == "comes from the left" for table in own.sides[0].tables for row in table.rows)
    assert run(["game", "show", "Third", "--side", "2", "--public"]) == 0
    out = capsys.readouterr().out
    assert "comes from the left" not in out and "a plan of mine" not in out
    assert not any(row.name in out for row in waiting)
    assert run(["game", "show", "Third", "--side", "3", "--public"]) == 2
    assert "is no player" in capsys.readouterr().err


def test_a_player_is_not_told_what_squadrons_of_the_other_side_still_have_to_do(game: GameSession) -> None:
    game.act("agree", {"first-turn": "2"})
    game.act("next", {})
    game.act("next", {})
    assert {each.text for each in public_view(game, 1).due} >= {"Killa Kan 1", "Killa Kan 2", "Lootas"}
    assert not public_view(game, 0).due


@pytest.mark.parametrize(
    ("armies", "secret"),
    [
        (("space-marines-500", "orks-500"), ("reserve",)),
        (("plain-space-marines-500", "plain-orks-500"), ("reserve",)),
        (("lethal-marines-1000", "lethal-orks-1000"), ("reserve",)),
        (("epic-space-marines-3000", "epic-orks-3000"), ()),
    ],
    ids=["diceless", "plain", "lethal", "epic"],
)
def test_nothing_that_is_told_to_an_opponent_holds_a_secret(
    armies: tuple[str, str],
    secret: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Neither notes, nor units in reserve with their leaders and riders, in words or in JSON."""
    monkeypatch.setenv("MUSTER_GAMES", str(tmp_path))
    with new_game(*armies, name="Third") as session:
        rows = [row for table in session.view.sides[0].tables for row in table.rows]
        for row in rows:
            session.act("note", {"text": f"plan of {row.ref}", "about": row.ref})
        session.act("note", {"text": "plan of the game"})
        hidden = []
        for mark in secret:
            unit = next(row for row in rows if not row.marks)
            session.act("mark", {"unit": unit.ref, "mark": mark})
            hidden = [row.ref for row in rows if any(mark in each for each in session_marks(session, row.ref))]
            assert unit.ref in hidden
        seen = "".join(public_text(capsys, "2", *json) for json in ((), ("--json",)))
        own = public_text(capsys, "1", "--json")
    assert "plan of" not in seen
    assert not [each for each in hidden if f'"{each}"' in seen]
    assert all(f"plan of {row.ref}" in own for row in rows)


def session_marks(session: GameSession, ref: str) -> set[str]:
    """The states of a unit, by their ids."""
    _, history = session.history
    bodies = history[-1][1].sides[0].bodies
    return set(bodies[ref].flags) if ref in bodies else set()


def public_text(capsys: pytest.CaptureFixture[str], side: str, *options: str) -> str:
    """What a side may see."""
    assert run(["game", "show", "Third", "--side", side, "--public", *options]) == 0
    return capsys.readouterr().out


def test_printed_sheets_say_when_they_were_printed_and_what_for(game: GameSession) -> None:
    game.act("agree", {"mission": "Annihilation"})
    game.act("turn", {})
    game.act("points", {"player": "2", "points": "3"})
    tokens = game.view.sides[0].stock[0]
    note = game.sheets(0).page.note
    assert note.startswith("printed in turn 1 · Annihilation · victory points 0 : 3 · holds ")
    assert f"{tokens.label} {tokens.value}" in note


def test_games_of_other_systems_count_their_units(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_GAMES", str(tmp_path))
    with new_game("lethal-orks-1000", "lethal-levy-500", "Lethal") as session:
        summary = game_summary(session)
    assert all(left == full > 0 for side in summary.sides for left, full in side.left.values())


def test_a_combat_that_cost_both_sides_is_told_once(game: GameSession) -> None:
    for act in ("agree", "next", "next", "next"):
        game.act(act, {})
    game.act("combat", {"unit": "Scout Squad", "enemy": "Big mob"})
    (worst,) = game_summary(game).worst
    assert "Scout Squad against Big mob" in worst.text


def test_nothing_is_left_of_a_unit_that_was_destroyed_with_models_alive(game: GameSession) -> None:
    """A unit that is caught in a sweeping advance is gone, whatever HP it had (D-43)."""
    game.act("mark", {"unit": TARGET, "mark": "destroyed"})
    left = game_summary(game).sides[1].left
    assert left["models"][1] - left["models"][0] == 6
    assert left["HP"][1] - left["HP"][0] == 240
    hp, full = left["HP"]
    assert game.view.sides[1].totals.replace("\u00a0", "").startswith(f"HP {hp} of {full}, ")


def test_a_game_that_is_over_tells_who_has_won_by_the_points_as_they_are(
    game: GameSession, capsys: pytest.CaptureFixture[str]
) -> None:
    """Objectives are counted after the end, too: a draw until then."""

    def shown() -> dict[str, object]:
        assert run(["game", "show", game.id, "--json"]) == 0
        told: dict[str, object] = json.loads(capsys.readouterr().out)["result"]
        return told

    assert shown() is None
    game.act("end", {})
    assert shown()["winner"] is None
    game.act("objectives", {"player": "2", "held": "3"})
    name = game.head.sides[1].name
    assert shown() == {
        "winner": 2, "points": [0, 3], "text": f"{game.head.sides[0].name} 0 – {name} 3, {name} wins",
    }  # fmt: skip
    assert run(["game", "show", game.id]) == 0
    assert f"{name} 3, {name} wins" in capsys.readouterr().out
    assert moment(game.view) == "the game is over · they win"


def test_commands_tell_under_what_each_thing_is_due_and_know_who_looks_and_whose_clock_runs(
    game: GameSession, capsys: pytest.CaptureFixture[str]
) -> None:
    """What can be done with `do` is done with it, though `clock` is a command of its own too."""
    for act in ("agree", "next", "next"):
        game.act(act, {})
    assert run(["game", "show", game.id]) == 0
    assert "May still shoot: Squad Meridius\n" in capsys.readouterr().out
    assert run(["game", "show", game.id, "--side", "7"]) == 2
    assert "'7' is no player" in capsys.readouterr().err
    assert run(["game", "do", game.id, "clock", "--to", "start"]) == 0
    assert "Clocks: that of" in capsys.readouterr().out
    game.refresh()
    game.act("mark", {"unit": TARGET, "mark": "destroyed"})
    assert run(["game", "compare", game.id, TARGET]) == 2
    assert "nobody of Lootas is left" in capsys.readouterr().err


def test_who_was_grouped_and_did_nothing_else_has_not_acted() -> None:
    """The test of a group, and the act of another unit of it, are none of their own."""
    with new_game("lethal-chaos-1000", "lethal-orks-1000", "Grouped") as session:
        for verb, given in {"next": {}, "initiative": {"dice": "6,1"}}.items():
            session.act(verb, given)
        session.act("next", {})
        session.act("group", {"plan": "1:ga1", "coherent": "yes", "die": "4"})
        session.act("next", {})
        session.act("action", {"unit": "The Ashen", "action": "Move-Move"})
        idle = game_summary(session).idle
        assert {"Lord Karrax", "Gate Runner"} < {*idle} and "The Ashen" not in idle
