"""Close combat: how many dice a model rolls, with what AP, and the weapons of primitive troops."""

from __future__ import annotations

from collections.abc import Mapping

CM_FOR_EACH_DIE = 15
"""A vehicle that moved so many cm costs its attackers one die (L-108)."""


def combat_dice(
    multiple: int,
    round_number: int = 1,
    *,
    charging: bool = False,
    second_weapon: bool = False,
    furious_charge: bool = False,
    preferred_enemy: bool = False,
    vehicle_moved: int = 0,
) -> int:
    """The dice of one model in a round of close combat, 0 or more (L-55, L-06, L-108).

    Args:
        multiple: the CS multiple of its profile.
        round_number: the round, from 1; each further one adds a die.
        charging: it charges; counts in the first round alone, as Furious Charge does.
        second_weapon: it has two close combat weapons, or a pistol.
        furious_charge: it has that rule.
        preferred_enemy: it fights the enemy that it prefers.
        vehicle_moved: cm that the vehicle it attacks moved in its last action.
    """
    first = round_number == 1
    more = (round_number - 1) + second_weapon + preferred_enemy + (first and charging) + (first and furious_charge)
    return max(0, multiple + more - vehicle_moved // CM_FOR_EACH_DIE)


def combat_penetration(profile: int, weapon: int = 0) -> int:
    """The AP in close combat: the better of profile and weapon (L-100)."""
    return max(profile, weapon)


def move_in(movement: int) -> int:
    """How far models move between two rounds, in cm: half their M, rounded down (L-101)."""
    return movement // 2


CHAINMAIL = "chainmail and shield"
PLATE = "plate and shield"
ARMOUR: Mapping[str, int] = {"none": 0, CHAINMAIL: 1, PLATE: 2}
"""AV by what they wear (L-110)."""
SPEAR, TWO_HANDED, LANCE = ARMS = ("spear", "two-handed", "lance")
"""Weapons of the hand that do more (L-112)."""


def primitive_armour(armour: str, *, mounted: bool = False, shield_to_assault: bool = False) -> int:
    """The AV of primitive troops; a shield adds one against an assault to the front, first round (L-110, L-112)."""
    return ARMOUR[armour] + mounted + shield_to_assault


def spear_dice(*, receiving: bool, round_number: int, against_mounted: bool = False) -> int:
    """The dice that a spear adds: receiving an assault, in the first round, more against riders (L-112)."""
    if not receiving or round_number != 1:
        return 0
    return 2 if against_mounted else 1


def weapon_penetration(weapon: str, *, assaulting: bool, mounted: bool) -> int:
    """The AP that a two-handed weapon or a lance adds (L-112); 0 for any other."""
    if weapon == TWO_HANDED:
        return 2
    return 2 if weapon == LANCE and assaulting and mounted else 0
