"""Close combat: how many dice a model rolls, and with what AP."""

from __future__ import annotations

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
