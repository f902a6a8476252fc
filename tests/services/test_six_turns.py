"""A whole game between two starter armies, from deployment to the last turn, with every act that there is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml

from builder.services.games.games import new_game, open_game
from builder.services.games.session import GameSession
from builder.systems.diceless.play import PLAY
from builder.systems.diceless.play.changes import CHANGES
from builder.systems.diceless.play.report import GameReport, report
from builder.systems.play.changes import Counted
from tests.systems.diceless.play.games import SPECS

ACTS = yaml.load((Path(__file__).parent / "six_turns.yaml").read_text(encoding="utf-8"), yaml.BaseLoader)

STANDING = {
    "Librarian Orsino Vael": (1, 27, 75),
    "Tactical Squad Ancora": (5, 129, 351),
    "Scout Squad": (5, 185, 0),
    "Zapnob": (1, 80, 0),
    "Gitstompa's trukk boyz": (8, 320, 0),
    "Big mob": (3, 89, 140),
    "Mek Gunz": (2, 77, 25),
}
"""Models, HP and OP of each unit at the end."""
LINES = {
    "Dreadnought": (("A", 36),),
    "Rhino 1": (("B", 20), ("D", 10), ("F", 24)),
    "Trukk": (("E", 36), ("F", 10)),
    "Deff Dread": (("C", 7), ("F", 7)),
}
"""DMG on the lines of each vehicle at the end."""


def written(act: Mapping[str, str]) -> tuple[str, dict[str, Any]]:
    """The verb of an act and its values, switches as such."""
    return act["do"], {name: value == "true" or value for name, value in act.items() if name != "do"}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameSession]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MUSTER_GAMES", str(tmp_path_factory.mktemp("six turns")))
        with new_game("space-marines-500", "orks-500", "Six turns") as session:
            for each in ACTS:
                session.act(*written(each["act"]))
            yield session


def test_the_log_says_what_happened(played: GameSession) -> None:
    assert [line.text for line in played.log[1:]] == [each["says"] for each in ACTS]


def test_the_game_stands_as_on_paper(played: GameSession) -> None:
    report = played.report
    assert isinstance(report, GameReport)
    marines, orks = report.sides
    hit_points = {unit.name: (unit.models, unit.hp, unit.op) for unit in (*marines.units, *orks.units)}
    assert hit_points == STANDING
    assert {
        tank.name: tuple((line.letter, line.damage) for line in tank.lines if line.damage)
        for tank in (*marines.vehicles, *orks.vehicles)
    } == LINES
    assert (report.over, marines.points, orks.points) == (True, 3, 5)


def test_every_kind_of_act_and_of_change_happened(played: GameSession) -> None:
    verbs = {verb.name for verb in SPECS}
    events = [PLAY.decode(entry.version, entry.body) for entry in played.entries if entry.kind in {"start", *verbs}]
    assert {event.kind for event in events} == {"start", *verbs}
    assert {type(change) for event in events for change in event.changes} == {*CHANGES} - {Counted}


@pytest.mark.long
def test_what_is_kept_from_one_state_to_the_next_is_what_it_comes_to_anew(played: GameSession) -> None:
    start, *events = [PLAY.decode(entry.version, entry.body) for entry in played.entries]
    state = PLAY.begin(start)
    for event in events:
        state = PLAY.evolve(state, event)
        assert report(state) == report(deepcopy(state)), event.text


def test_it_is_replayed_from_its_log_to_the_same_state(played: GameSession) -> None:
    with open_game(played.id) as again:
        assert again.view == played.view
        assert [line.text for line in again.log] == [line.text for line in played.log]


def test_all_of_it_can_be_undone_and_done_again(played: GameSession) -> None:
    with new_game("space-marines-500", "orks-500", "Fresh") as fresh, open_game(played.id) as game:
        end, last = game.view, game.seq
        game.jump(1)
        assert game.view == fresh.view
        game.jump(last)
        assert game.view == end
