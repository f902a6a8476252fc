"""Calculations of movement, and of who gets in and out."""

from __future__ import annotations

from builder.systems.calculation import Answer, Calculation
from builder.systems.figures import Whole
from builder.systems.lethal.actions import (
    TROOP_REACH,
    fast_move,
    height_crossed,
    in_difficult_terrain,
    may_disembark,
    may_embark,
)
from builder.systems.lethal.close_combat import move_in
from builder.systems.parameters import given


class Movement(Calculation):
    """Difficult terrain, fast moves and flight."""

    rule = "L-70"
    m: Whole = given("the M in cm")
    ranked: bool = given("a ranked unit", default=False)

    def answer(self) -> Answer:
        """L-65, L-70, L-71, L-101 and L-113."""
        result = {
            "difficult_terrain": in_difficult_terrain(self.m, ranked=self.ranked),
            "fast_vehicle_move": fast_move(self.m),
            "height_one_move": height_crossed(self.m, 1),
            "height_move_move": height_crossed(self.m, 2),
            "between_combat_rounds": move_in(self.m),
        }
        return Answer(result, tuple(f"{name.replace('_', ' ')}: {cm} cm" for name, cm in result.items()))


class Transport(Calculation):
    """Whether troops may get out of a vehicle, or into it."""

    rule = "L-72"
    moved: Whole = given("cm that the vehicle moved this turn")
    after_move_move: bool = given("its action was Move-Move", default=False)

    def answer(self) -> Answer:
        """L-72 and L-73."""
        out = may_disembark(self.moved, after_move_move=self.after_move_move)
        into = may_embark(self.moved)
        return Answer(
            {"may_disembark": out, "may_embark": into},
            (
                f"may get out, within {TROOP_REACH} cm of an access point" if out else "nobody gets out",
                f"may get in, from within {TROOP_REACH} cm" if into else "nobody gets in",
            ),
        )


CALCULATIONS: tuple[type[Calculation], ...] = (Movement, Transport)
