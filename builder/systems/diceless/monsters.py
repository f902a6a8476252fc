"""Monstrous creatures: no armour helps against their blows, which go deeper into vehicles, as in the base game."""

from __future__ import annotations

from dataclasses import replace

from builder.systems.fortyk.model import ModelProfile, Weapon, WeaponMode

MONSTROUS = "monstrous creature"
"""The rule that weapons of close combat have in the hands of a monstrous creature."""
_TYPES = ("monstrous", "gargantuan")


def in_hands(weapon: Weapon, bearer: ModelProfile) -> Weapon:
    """A weapon as a model uses it: in close combat with the rule `MONSTROUS`, where its unit type makes it one."""
    if not any(word in bearer.unit_type.casefold() for word in _TYPES):
        return weapon
    return replace(weapon, modes=tuple(map(_monstrous, weapon.modes)))


def _monstrous(mode: WeaponMode) -> WeaponMode:
    return replace(mode, rules=(*mode.rules, MONSTROUS)) if mode.kind == "melee" else mode
