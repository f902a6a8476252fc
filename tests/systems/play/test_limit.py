"""The last turn of a game: agreed on, told, and the end of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.errors import PlayError
from builder.services.games.games import new_game, open_game
from builder.services.games.session import GameSession


@pytest.fixture(params=["space-marines-500", "lethal-levy-500", "epic-orks-3000"])
def game(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[GameSession]:
    monkeypatch.setenv("MUSTER_GAMES", str(tmp_path))
    with new_game(request.param, request.param, "Short") as session:
        yield session


def test_going_on_from_the_last_turn_ends_the_game(game: GameSession) -> None:
    game.act("limit", {"turns": "1"})
    for _ in range(2):
        if not game.view.over:
            game.act("turn", {})
    assert game.view.turn == 1
    assert "the last turn" in {fact.text for fact in game.view.facts}
    while not game.view.over:
        game.act("turn", {})
    assert "Game over after turn 1" in game.log[-1].text
    game.undo()
    assert not game.view.over
    with open_game(game.id) as again:
        assert {fact.text for fact in again.view.facts} == {fact.text for fact in game.view.facts}


def test_a_turn_that_was_played_cannot_be_the_last(game: GameSession) -> None:
    game.act("limit", {"turns": "6"})
    assert "6 turns" in {fact.text for fact in game.view.facts}
    game.act("turn", {})
    while game.view.turn < 2:
        game.act("turn", {})
    with pytest.raises(PlayError, match="this is turn 2 already: the last turn cannot be 1"):
        game.act("limit", {"turns": "1"})
    game.act("limit", {"turns": "0"})
    assert not {fact.text for fact in game.view.facts} & {"6 turns", "the last turn"}
