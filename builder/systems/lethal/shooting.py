"""Shooting: how many dice a unit rolls, what they come to on average, and what that costs of its ammunition."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from builder.systems.lethal.damage import chance_to_survive, hurts
from builder.systems.lethal.values import NO_ROLL, Roll

AT_START = 1
FOUND = 1


def counters_to_bring(extra: Iterable[int]) -> int:
    """The counters of a list, from the extra ones of each infantry unit; vehicles bring none (L-20, L-21)."""
    return sum(AT_START + more for more in extra)


def after_shooting(counters: int, dice: Iterable[int]) -> int:
    """The counters left after shooting actions, for each of which the opponent rolled a die (L-22)."""
    return max(0, counters - sum(die == 1 for die in dice))


def after_suppressive_fire(counters: int | None) -> int:
    """The counters left after suppressive fire, none for a vehicle (its counters are None) (L-96)."""
    return 0 if counters is None else max(0, counters - 1)


def after_finding(counters: int) -> int:
    """The counters after Find Ammo: back to one, only from none (L-22)."""
    return FOUND if counters == 0 else counters


@dataclass(frozen=True, slots=True)
class Volley:
    """The dice of a unit's weapons with what to expect: hits, hits that go through the armour, and losses."""

    dice: int
    hits: Fraction
    through: Fraction
    lost: Fraction


def dice_to_hit(skill: Roll, shots: int = 1, models: int = 1, *, rapid_fire: bool = False) -> int:
    """The dice of equal weapons: the shots of each, twice as many in rapid fire within 30 cm (L-80, L-81).

    Args:
        skill: the SS, whose multiple counts as well (L-02).
        shots: the multiple of the weapon.
        models: how many fire one.
        rapid_fire: it is such a weapon, and the target is near.
    """
    return models * shots * skill.dice * (2 if rapid_fire else 1)


def chance_to_hit(skill: Roll, *, twin_linked: bool = False) -> Fraction:
    """The chance that one die hits; misses of twin-linked weapons are rolled again (L-80, L-85)."""
    missed = Fraction(skill.target - 1, 6) if skill.dice else Fraction(1)
    return 1 - missed**2 if twin_linked else 1 - missed


def volley(
    dice: int, skill: Roll, penetration: int, armour: int, save: Roll = NO_ROLL, *, twin_linked: bool = False
) -> Volley:
    """What dice fired at infantry come to on average: hit, through the armour, not saved (L-50, L-80)."""
    hits = dice * chance_to_hit(skill, twin_linked=twin_linked)
    through = hits * Fraction(sum(hurts(face, penetration, armour) for face in range(1, 7)), 6)
    return Volley(dice, hits, through, through * (1 - chance_to_survive(save)))
