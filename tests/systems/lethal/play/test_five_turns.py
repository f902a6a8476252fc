"""A game of five turns in which every act and every change occurs: told, replayed, undone, done again, shown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from builder.services.army.locator import open_army
from builder.systems.lethal.play import PLAY
from builder.systems.lethal.play.state import LethalGame
from builder.systems.play.events import Event, Player
from builder.systems.specs import name_of
from builder.tracker import Draft, LogEntry, Timeline
from tests.systems.lethal.play.games import decided, written

HERE = Path(__file__).parent
ACTS: list[dict[str, Any]] = yaml.safe_load((HERE / "five_turns.yaml").read_text(encoding="utf-8"))
AT = "2026-05-03T20:14:00.000+00:00"


def start() -> Event[Any]:
    """The first event of the game."""
    armies = (open_army(str(HERE / f"five_turns_{name}.yaml")).reading for name in ("chaos", "levy"))
    return PLAY.start([Player(name, army) for name, army in zip(("Gate", "Host"), armies, strict=True)])


@pytest.fixture(scope="module")
def events() -> list[Event[Any]]:
    """The events of the game, each decided on what those before it have made."""
    found = [PLAY.decode(PLAY.version, PLAY.encode(start()))]
    game = PLAY.begin(found[0])
    for each in ACTS:
        given = dict(each["act"])
        verb = given.pop("do")
        decision = decided(game, verb, given)
        assert not decision.questions, f"{each['act']}: {[question.text for question in decision.questions]}"
        assert not PLAY.in_vain(PLAY.read(game, verb, written(given)), decision), each["act"]
        found.append(decision.event)
        game = PLAY.evolve(game, decision.event)
    return found


def timeline(events: list[Event[Any]]) -> Timeline[LethalGame]:
    """The log of the game."""
    made: Timeline[LethalGame] = Timeline(PLAY)
    for event in events:
        took(made, Draft(event.kind, PLAY.version, PLAY.encode(event)))
    return made


def took(game: Timeline[LethalGame], draft: Draft) -> None:
    game.take(LogEntry(game.seq + 1, draft.kind, draft.version, AT, "mia", draft.body))


def test_the_log_tells_what_was_done(events: list[Event[Any]]) -> None:
    assert [event.text for event in events[1:]] == [each["says"] for each in ACTS]


def test_every_act_and_every_change_occurs(events: list[Event[Any]]) -> None:
    """A change that never happens is one whose `apply` nobody tries; no side holds tokens in this game."""
    assert {event.kind for event in events[1:]} == {name_of(act) for act in PLAY.acts}
    seen = {type(change) for event in events for change in event.changes}
    assert {change.__name__ for change in {*PLAY.changes} - seen} == {"Held"}


def test_a_log_replays_to_the_same_state_and_undo_leads_back(events: list[Event[Any]]) -> None:
    game = timeline(events)
    states = []
    while game.last is not None:
        states.append(game.state)
        took(game, game.undo())
    assert game.state == PLAY.begin(events[0])
    for state in reversed(states):
        took(game, game.redo())
        assert game.state == state
    assert Timeline(PLAY, game.entries).state == game.state


@pytest.mark.long
def test_kept_rows_are_as_fresh_ones_after_every_event(events: list[Event[Any]]) -> None:
    view, game = PLAY.viewer(), PLAY.begin(events[0])
    for event in events[1:]:
        game = PLAY.evolve(game, event)
        assert view(game) == PLAY.viewer()(game), event.text
