"""Primitive troops: armour, shields, mounts and the weapons of their hands."""

from __future__ import annotations

from collections.abc import Mapping

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
