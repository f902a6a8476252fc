"""The course of a game: what is agreed on, phases and turns, victory points, notes (D-83)."""

from __future__ import annotations

from builder.errors import PlayError
from builder.systems.diceless.play.acts import Act, Given, decided
from builder.systems.diceless.play.changes import Change, Moved, Warped
from builder.systems.diceless.play.state import GameState, Phase
from builder.systems.play import Decision, Verb

_ORDER = (Phase.MOVEMENT, Phase.SHOOTING, Phase.ASSAULT)


def next_phase(state: GameState, given: Given) -> Decision[Change]:
    """The next phase; after a player's last one the other's turn, after the second player's the next game turn."""
    if state.phase is Phase.OVER:
        raise PlayError("the game is over: undo its end to play on")
    turn, active = state.turn, state.active
    changes: list[Change] = []
    if state.phase is Phase.DEPLOYMENT:
        turn, active, phase = 1, state.first, Phase.MOVEMENT
    elif state.phase is _ORDER[-1]:
        turn += active != state.first
        active, phase = 1 - active, Phase.MOVEMENT
        changes.append(Warped(used=False))
    else:
        phase = _ORDER[_ORDER.index(state.phase) + 1]
    text = f"Turn {turn}, {state.sides[active].name}: {phase}"
    return decided("next", text, [Moved(turn=turn, active=active, phase=phase), *changes], side=active)


COURSE = (Act(Verb(name="next", text="the next phase, or the other player's turn"), next_phase),)
