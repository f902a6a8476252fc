"""Calculations of movement, and of who gets in and out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from builder.systems.figures import whole
from builder.systems.lethal.actions import (
    TROOP_REACH,
    fast_move,
    height_crossed,
    in_difficult_terrain,
    may_disembark,
    may_embark,
)
from builder.systems.lethal.close_combat import move_in
from builder.systems.protocol import Answer, Calculation
from builder.systems.questions import Parameter


def _movement(given: Mapping[str, Any]) -> Answer:
    """L-65, L-70, L-71, L-101 and L-113."""
    result = {
        "difficult_terrain": in_difficult_terrain(given["m"], ranked=given["ranked"]),
        "fast_vehicle_move": fast_move(given["m"]),
        "height_one_move": height_crossed(given["m"], 1),
        "height_move_move": height_crossed(given["m"], 2),
        "between_combat_rounds": move_in(given["m"]),
    }
    return Answer(result, tuple(f"{name.replace('_', ' ')}: {cm} cm" for name, cm in result.items()))


def _transport(given: Mapping[str, Any]) -> Answer:
    """L-72 and L-73."""
    out = may_disembark(given["moved"], after_move_move=given["after_move_move"])
    into = may_embark(given["moved"])
    return Answer(
        {"may_disembark": out, "may_embark": into},
        (
            f"may get out, within {TROOP_REACH} cm of an access point" if out else "nobody gets out",
            f"may get in, from within {TROOP_REACH} cm" if into else "nobody gets in",
        ),
    )


CALCULATIONS = (
    Calculation(
        name="movement",
        text="Difficult terrain, fast moves and flight.",
        rule="L-70",
        parameters=(
            Parameter(name="m", text="the M in cm", read=whole),
            Parameter(name="ranked", text="a ranked unit"),
        ),
        answer=_movement,
    ),
    Calculation(
        name="transport",
        text="Whether troops may get out of a vehicle, or into it.",
        rule="L-72",
        parameters=(
            Parameter(name="moved", text="cm that the vehicle moved this turn", read=whole),
            Parameter(name="after-move-move", text="its action was Move-Move"),
        ),
        answer=_transport,
    ),
)
