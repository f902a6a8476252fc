"""A game of five turns in which every act and every change occurs: told, replayed, undone, done again, printed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from builder.exporters.text import write_text
from builder.services.army.locator import open_army
from builder.sheets.options import SheetOptions
from builder.systems.blocks import FormationCard
from builder.systems.blocks.fields import with_values
from builder.systems.epic.play import PLAY
from builder.systems.epic.play.state import EpicGame
from builder.systems.play.events import Event, Player
from builder.systems.specs import name_of
from builder.tracker import Draft, LogEntry, Timeline
from tests.systems.epic.play.games import decided, written

HERE = Path(__file__).parent
ACTS: list[dict[str, Any]] = yaml.safe_load((HERE / "five_turns.yaml").read_text(encoding="utf-8"))
AT = "2026-05-03T20:14:00.000+00:00"
ELSEWHERE = {"Held", "Led", "Boarded", "Rated", "StrategyNoted"}
"""Nobody holds tokens or fills in sheets, formations do not lead or ride in each other, armies say their ratings."""


@pytest.fixture(scope="module")
def events() -> list[Event[Any]]:
    """The events of the game, each decided on what those before it have made."""
    armies = (open_army(str(HERE / f"five_turns_{name}.yaml")).reading for name in ("guard", "orks"))
    start = PLAY.start([Player(name, army) for name, army in zip(("Varsk", "Skrag"), armies, strict=True)])
    found = [PLAY.decode(PLAY.version, PLAY.encode(start))]
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


def timeline(events: list[Event[Any]]) -> Timeline[EpicGame]:
    """The log of the game."""
    made: Timeline[EpicGame] = Timeline(PLAY)
    for event in events:
        took(made, Draft(event.kind, PLAY.version, PLAY.encode(event)))
    return made


def took(game: Timeline[EpicGame], draft: Draft) -> None:
    game.take(LogEntry(game.seq + 1, draft.kind, draft.version, AT, "mia", draft.body))


def test_the_log_tells_what_was_done(events: list[Event[Any]]) -> None:
    assert [event.text for event in events[1:]] == [each["says"] for each in ACTS]


def test_every_act_and_every_change_occurs(events: list[Event[Any]]) -> None:
    assert {event.kind for event in events[1:]} == {name_of(act) for act in PLAY.acts}
    seen = {type(change) for event in events for change in event.changes}
    assert {change.__name__ for change in {*PLAY.changes} - seen} == ELSEWHERE


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


def test_kept_rows_are_as_fresh_ones_after_every_event(events: list[Event[Any]]) -> None:
    view, game = PLAY.viewer(), PLAY.begin(events[0])
    for event in events[1:]:
        game = PLAY.evolve(game, event)
        assert view(game) == PLAY.viewer()(game), event.text


def test_sheets_print_as_the_game_stands(events: list[Event[Any]]) -> None:
    """Markers, units that are lost, capacity, orders and riders stand on the card; the rolls on its page."""
    game = PLAY.begin(events[0])
    for event in events[1:-12]:
        game = PLAY.evolve(game, event)
    assert PLAY.sheets is not None
    printed = PLAY.sheets(game, 0, False)
    cards = {card.id: card for card in printed.cards if isinstance(card, FormationCard)}
    for identity, card in cards.items():
        body = game.sides[0].bodies[identity]
        assert sum(box.checked for box in card.markers) == body.markers
        assert sum(not box.checked for box in card.units) == body.units
        assert card.broken_at == body.strength
    (baneblade, *_) = cards["sup"].damage
    assert [box.checked for box in baneblade.checks] == [True, False, False]
    (pods,) = cards["storm"].once
    assert (pods.label, [box.checked for box in pods.checks]) == ("Rocket pod of Valkyrie", [True] * 8)
    assert any("aboard" in note for note in cards["storm"].notes)
    heads, _, rolls = printed.page.note.partition(" · strategy: ")
    assert heads.startswith("printed in turn 2 · Hold the bridge")
    assert rolls == "turn 1 Varsk 7 : 6, turn 2 Skrag 6 : 6"
    fresh = PLAY.sheets(game, 0, True)
    told, blank = (
        write_text(each.cards, each.page, SheetOptions(sheets=("roster", "cards"))) for each in (printed, fresh)
    )
    assert "[x] turn 1 won: 7 against 6" in told and "[ ] turn 2 won: 6 against 6" in told
    assert "Fires once, Rocket pod of Valkyrie: 8 of 8" in told
    assert "[ ] turn 6 won: ____ against ____" in told and "[ ] turn 1 won: ____ against ____" in blank
    assert not any(
        box.checked for card in fresh.cards if isinstance(card, FormationCard) for box in (*card.markers, *card.units)
    )


def test_boxes_of_weapons_that_fire_once_come_back_from_a_card(events: list[Event[Any]]) -> None:
    """Eight rocket pods of four Valkyries, of which two were used."""
    game = PLAY.begin(events[0])
    assert PLAY.sheets is not None and PLAY.filled is not None
    card = next(each for each in PLAY.sheets(game, 0, False).cards if each.id == "storm")
    assert isinstance(card, FormationCard)
    first, second, *_ = (box.id for row in card.once for box in row.checks)
    outcomes = [*PLAY.filled(game, 0, card, with_values(card, {first: True, second: True}))]
    for outcome in outcomes:
        game = outcome.apply(game)
    (number,) = game.sides[0].bodies["storm"].spent.values()
    assert (len(outcomes), number) == (1, 2)
    again = next(each for each in PLAY.sheets(game, 0, False).cards if each.id == "storm")
    assert isinstance(again, FormationCard)
    assert [box.checked for box in again.once[0].checks] == [True] * 2 + [False] * 6
