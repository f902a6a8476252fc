"""Games of Diceless 40K that are played by chance."""

from __future__ import annotations

import pytest

from builder.systems.diceless import SYSTEM
from builder.systems.diceless.play import PLAY
from builder.systems.play.events import Player
from tests.systems.diceless.play.games import marines, orks
from tests.systems.play.random_player import a_few, check


@pytest.mark.parametrize("seed", a_few(12, 4))
def test_games_by_chance_hold_together(seed: int) -> None:
    """By acts that are structs alone: each event makes the same state when it is read again, each kept row is right."""
    players = (Player("Third Company", SYSTEM.read(marines())), Player("Gitstompa", SYSTEM.read(orks())))
    check(PLAY, PLAY.start(players), seed)
