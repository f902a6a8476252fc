"""Whole games of the toy system through the kernel: played, undone, done again, replayed, shown."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from builder.errors import PlayError
from builder.systems.play.changes import Outcome
from builder.systems.play.lookup import unit_name
from builder.tracker import Draft, LogEntry, Timeline
from tests.systems.play.bands import begun, decided, played
from tests.systems.play.random_player import check, play_at_random
from tests.systems.play.toy import PLAY, Passed, Skirmish

AT = "2026-05-03T20:14:00.000+00:00"
GAMES = 80
EVENING: tuple[tuple[str, dict[str, str | bool]], ...] = (
    ("agree", {"mission": "Cross the ford", "first-turn": "Tom"}),
    ("next", {}),
    ("climb", {"unit": "x", "transport": "cart"}),
    ("join", {"leader": "c", "unit": "Guns 1"}),
    ("count", {"unit": "Guns 2", "counter": "fear", "number": "+4"}),
    ("next", {}),
    ("strike", {"attacker": "x", "target": "Guns 1", "blows": "5,6,1", "takes": "leader,band"}),
    ("mark", {"unit": "b", "mark": "shaken"}),
    ("break-wheel", {"wheel": "1:k"}),
    ("points", {"player": "Tom", "points": "+2"}),
    ("note", {"text": "a fine shot", "about": "x"}),
    ("next", {}),
    ("end", {}),
)


def took(game: Timeline[Skirmish], draft: Draft) -> None:
    game.take(LogEntry(game.seq + 1, draft.kind, draft.version, AT, "mia", draft.body))


def evening() -> Timeline[Skirmish]:
    game: Timeline[Skirmish] = Timeline(PLAY)
    took(game, Draft("start", PLAY.version, PLAY.encode(begun())))
    for verb, given in EVENING:
        event = PLAY.decide(game.state, PLAY.read(game.state, verb, given)).event
        took(game, Draft(verb, PLAY.version, PLAY.encode(event)))
    return game


def test_a_game_is_played_and_its_log_tells_it() -> None:
    game = evening()
    assert [line.text for line in game.lines] == [
        "Game begun: Mia – Tom",
        "Agreed: Cross the ford, Tom has the first turn",
        "Turn 1: march",
        "Boys in Tom's Cart",
        "Mia's Captain joins Guns 1",
        "Guns 2: fear 0 + 4 = 4",
        "Turn 1: fight",
        "Boys strikes Guns 1: 2 HP; nobody of Mia's Captain is left",
        "Guns 2: shaken",
        "Mia's Cart breaks",
        "Tom: 0 + 2 = 2 victory points",
        "Boys: note: a fine shot",
        "Turn 2: march; Guns 2: no longer shaken",
        "Game over after turn 2: Mia 0 – Tom 2, Tom wins",
    ]
    assert [line.moment for line in game.lines][-4:] == ["1.2", "1.2", "2.1", "2"]
    assert game.state.over and game.state.sides[1].points == 2


def test_undo_and_redo_lead_to_the_very_states_there_were() -> None:
    game, states = evening(), []
    while game.last is not None:
        states.append(game.state)
        took(game, game.undo())
    assert game.state == PLAY.begin(begun())
    for state in reversed(states):
        took(game, game.redo())
        assert game.state is state


def test_a_log_replays_to_the_same_states() -> None:
    game = evening()
    took(game, game.undo())
    again: Timeline[Skirmish] = Timeline(PLAY, game.entries)
    assert again.state == game.state
    assert [line.text for line in again.lines] == [line.text for line in game.lines]


@pytest.mark.parametrize("seed", range(GAMES))
def test_games_at_random_keep_what_holds_of_every_game(seed: int) -> None:
    check(PLAY, begun(), seed)


@pytest.mark.long
def test_games_at_random_bring_every_change_about() -> None:
    """A change that never happens is one whose `apply` nobody tries."""
    seen = {
        type(each) for seed in range(40) for turn in play_at_random(PLAY, begun(), seed) for each in turn.event.changes
    }
    never: set[type[Outcome[Any]]] = {each for each in PLAY.changes if each.__name__ in ("Begun", "Held")}
    assert seen == {*PLAY.changes} - never


def test_a_live_game_is_as_its_log_will_tell_it() -> None:
    """What a common act makes is another class than what a log of this system gives; a decision has the latter."""
    game = played(("next", {}), ("next", {}), ("strike", {"attacker": "x", "target": "b", "blows": "6"}))
    assert game.sides[0].bodies["b"].struck
    event = decided(game, "end").event
    assert isinstance(event.changes[0], Passed)
    assert not PLAY.evolve(game, event).sides[0].bodies["b"].struck


def test_an_act_leaves_the_state_before_it_as_it_was() -> None:
    game = PLAY.begin(begun())
    before = msgspec.to_builtins(game, enc_hook=str)
    counted = played(("count", {"unit": "b", "counter": "fear", "number": "3"}), game=game)
    assert msgspec.to_builtins(game, enc_hook=str) == before
    assert counted.sides[0].bodies["b"].counters == {"fear": 3}
    assert counted.sides[0].bodies["a"] is game.sides[0].bodies["a"]
    assert counted.sides[1] is game.sides[1]


def test_what_follows_of_itself_is_told_once_and_undone_with_what_it_was_lost_by() -> None:
    game = played(("strike", {"attacker": "x", "target": "b", "blows": "6,6,6"}))
    assert "destroyed" in game.sides[0].bodies["b"].flags
    assert game.sides[0].bodies["b"].last == "Boys strikes Guns 2: 3 HP; nobody of Guns 2 is left"
    with pytest.raises(PlayError, match="type in what it has"):
        decided(game, "mark", unit="b", mark="destroyed", off=True)


def test_a_game_that_is_over_says_what_can_still_be_done() -> None:
    game = played(("end", {}))
    with pytest.raises(PlayError, match="what can still be done is points, objectives, kills, note"):
        decided(game, "next")
    assert played(("note", {"text": "well played"}), game=game).notes == ("well played",)
    assert [PLAY.barred(game, verb) == "" for verb in ("points", "note", "strike")] == [True, True, False]


def test_acts_are_decided_one_after_another_each_on_what_those_before_made() -> None:
    game = played(("climb", {"unit": "x", "transport": "cart"}), ("disembark", {"unit": "x"}))
    assert game.sides[1].bodies["x"].aboard is None
    with pytest.raises(PlayError, match="on foot already"):
        decided(game, "disembark", unit="x")


def test_the_view_has_what_any_screen_draws() -> None:
    game = played(*EVENING[:8])
    view = PLAY.viewer()(game)
    assert (view.turn, view.phase, view.wanted, view.over) == (1, "fight", ("strike",), False)
    assert [fact.text for fact in view.facts] == ["Cross the ford"]
    assert [(each.text, each.ref, each.verb) for each in view.due] == [("Guns 2 is afraid", "b", "mark")]
    rows = {row.ref: row for side in view.sides for row in side.tables[0].rows}
    assert rows["1:a"].cells["hp"] == 3 and rows["c"].gone
    assert [mark.text for mark in rows["x"].marks] == ["in Tom's Cart"]
    assert rows["b"].last == "Guns 2: shaken"
    assert msgspec.json.decode(msgspec.json.encode(view))["sides"][1]["tables"][0]["id"] == "bands"


def test_rows_are_kept_while_nothing_of_theirs_changes() -> None:
    view, game = PLAY.viewer(), played(("next", {}))
    before = view(game)
    after = view(played(("climb", {"unit": "x", "transport": "cart"}), game=game))
    for was, now in zip(before.sides[0].tables[0].rows, after.sides[0].tables[0].rows, strict=True):
        assert now is was
    changed = {row.ref for row in after.sides[1].tables[0].rows} - {
        row.ref
        for was, row in zip(before.sides[1].tables[0].rows, after.sides[1].tables[0].rows, strict=True)
        if was is row
    }
    assert changed == {"x", "2:k"}, "the cart tells who rides in it, though it is the same object"


def test_names_that_both_sides_have_say_whose_in_sentences() -> None:
    game = PLAY.begin(begun())
    names = {ref.id: (game.body(ref).name, unit_name(game, ref)) for ref in game.refs(0)}
    assert names == {
        "a": ("Guns 1", "Guns 1"),
        "b": ("Guns 2", "Guns 2"),
        "c": ("Captain", "Mia's Captain"),
        "k": ("Cart", "Mia's Cart"),
    }
