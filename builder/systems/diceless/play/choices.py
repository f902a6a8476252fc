"""What the parameters of an act can be given as things stand: units, vehicles, weapons, groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from builder.systems.diceless.play.state import GameState
from builder.systems.play import Choice


def choices(state: GameState, parameter: str, given: Mapping[str, str]) -> Sequence[Choice]:
    """What a parameter can be given, `given` what is given to others; empty for free text."""
    return ()
