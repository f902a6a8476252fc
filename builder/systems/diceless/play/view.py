"""How a game stands, ready to be shown."""

from __future__ import annotations

from builder.systems.diceless.play.state import GameState, Phase, SideState
from builder.systems.gameview import GameView, SideView


def view(state: GameState) -> GameView:
    """The game as screens and commands show it."""
    one, other = state.sides
    return GameView(
        turn=state.turn,
        active=state.active,
        phase=state.phase,
        sides=(_side(one), _side(other)),
        over=state.phase is Phase.OVER,
        mission=state.mission,
        night=state.night,
        notes=state.notes,
    )


def _side(side: SideState) -> SideView:
    return SideView(name=side.name, points=side.points)
