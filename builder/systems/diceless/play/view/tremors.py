"""What those must mind in their movement phase whom a subterranean blast hit (D-104)."""

from __future__ import annotations

from builder.systems.diceless.movement import TREMOR
from builder.systems.diceless.play.queries import gone
from builder.systems.diceless.play.state import Flag, SideState
from builder.systems.fortyk.model import Unit


def hit_by_tremor(side: SideState, unit: Unit) -> str:
    """How a tremor hinders a unit in its move; empty where none does."""
    if Flag.TREMOR not in side.bodies[unit.id].flags or gone(side, unit.id):
        return ""
    slowed = f'it moves {TREMOR}" less'
    risked = "if it moves it takes DMG as in dangerous terrain, with the act terrain"
    return f"{unit.name} was hit by a tremor: {slowed if unit.groups else risked}"
