"""Moves with fixed lengths, and what terrain leaves of others; all in inches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from builder.systems.diceless.aim import inches_text
from builder.systems.diceless.explained import Explained

FIXED_MOVES: Mapping[str, int] = {
    "fall back": 7,
    "fast fall back": 10,
    "run": 4,
    "consolidate": 4,
    "hit and run": 10,
}
"""Moves whose length is rolled for in the base game; jump infantry, bikes, beasts and cavalry are fast (D-17)."""
_FAST = ("jump", "bike", "beast", "cavalry")
COVER_MOVE = 5
"""The most inches of a move through cover inside difficult terrain (D-18)."""
TREMOR = 2
"""Inches that a subterranean blast takes off the move of a unit it hits (D-104)."""
TURNS_WITHOUT_TECHMARINE = 1
"""Turns that servitors work alone (D-105)."""


def fall_back(unit_types: Iterable[str]) -> int:
    """Inches that a unit of these types falls back: as far as the slowest of its models (D-17)."""
    fast = all(any(word in each.casefold() for word in _FAST) for each in unit_types)
    return FIXED_MOVES["fast fall back" if fast else "fall back"]


def inside_difficult_terrain(move: Fraction, before: Fraction, through_cover: bool = False) -> Explained[Fraction]:
    """Return how far a model gets into difficult terrain: half of what is left at its edge (D-18).

    Args:
        move: its movement.
        before: the way to the edge; 0 for a model that starts inside.
        through_cover: it moves through cover: not halved, up to 5".
    """
    left = max(Fraction(0), move - before)
    steps = [f"{inches_text(move)} − {inches_text(before)} to the edge: {inches_text(left)} left"]
    if left == 0:
        return Explained(left, (*steps, "it does not get inside"))
    inside = min(left, Fraction(COVER_MOVE)) if through_cover else left / 2
    steps.append(
        f"move through cover: {inches_text(inside)} inside"
        if through_cover
        else f"halved: {inches_text(inside)} inside"
    )
    return Explained(inside, tuple(steps))


def after_tremor(move: Fraction) -> Explained[Fraction]:
    """Return what a tremor leaves of a unit's move: 2" less, not below 0 (D-104)."""
    left = max(Fraction(0), move - TREMOR)
    return Explained(left, (f'{inches_text(move)} − {TREMOR}" = {inches_text(left)}',))


def servitors_work(turns_alone: int) -> bool:
    """Whether servitors still work after so many turns without a Techmarine or Master of the Forge (D-105)."""
    return turns_alone <= TURNS_WITHOUT_TECHMARINE
