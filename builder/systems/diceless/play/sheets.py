"""The cards of a side in a game, as they stand."""

from __future__ import annotations

from collections.abc import Sequence

from builder.systems.blocks import Card
from builder.systems.diceless.cards import army_cards
from builder.systems.diceless.play.state import GameState


def cards(state: GameState, side: int, fresh: bool = False) -> Sequence[Card]:
    """The cards of a side; fresh ones are those of its army as the game began."""
    army = state.sides[side].army
    return army_cards(army) if army else ()
