"""What follows of itself from every act: a unit of which nobody is left is destroyed."""

from __future__ import annotations

from collections.abc import Iterator

from builder.record import replace
from builder.systems.diceless.play.state import GameState
from builder.systems.play import common_acts
from builder.systems.play.clock import Consequence


def destroyed(before: GameState, after: GameState) -> Iterator[Consequence[GameState]]:
    """Units are destroyed whose last model goes, and back with a model; of vehicles their hits have told it."""
    for each in common_acts.destroyed(before, after):
        about = each.changes[0].about
        assert about is not None
        yield each if after.body(about).unit.groups else replace(each, text="")
