"""The rules of weapons by what they come to here, those of monstrous creatures among them."""

from __future__ import annotations

from collections.abc import Set

from builder.record import replace
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


HITS_AGAIN = frozenset({"master-crafted"})
"""Re-roll to hit, which is BS or WS +1 (D-21, D-45)."""
WOUNDS_AGAIN = frozenset({"shred"})
"""Re-roll to wound, which is S +1 (D-21, D-45)."""
FLESHBANE = "fleshbane"
"""Wounds on 2+, as poison of 2+ does (D-42), but without that rule's re-roll."""
GRAVITON = "graviton"
"""Wounds on the target's armour save."""
NO_ARMOUR = frozenset({"power weapon", "smash", "ignores armour", "ignores armour saves", MONSTROUS})
"""Let no armour save be taken."""
DEEP_SHOTS, DEEP_BLOWS = frozenset({"armourbane"}), frozenset({"melta", "armourbane", MONSTROUS})
"""An extra D6 of penetration, melta by distance apart (D-51)."""
RENDING_SHOTS, RENDING_BLOWS = frozenset({"rending", "sniper"}), frozenset({"rending"})
"""An extra D3 of penetration (D-30, D-51)."""
PINNING = frozenset({"pinning", "barrage"})
"""A pinning test for whoever loses HP to it (D-19)."""
INSTANT_DEATH_RULE = "instant death"
"""Brings it whatever the T (D-26)."""
SEISMIC = "seismic"
"""Its hits have +1 on the damage chart (D-56)."""
ONE_USE = "one use"
"""Used once a game."""


def is_called(mode: WeaponMode, name: str) -> bool:
    """Whether a weapon is called so, or has a rule that is; `name` in small letters."""
    return any(name in word for word in (mode.name.casefold(), *mode.rules))


def hits_again(mode: WeaponMode) -> bool:
    """Whether a weapon re-rolls to hit by its own rules (D-21, D-45)."""
    return "twin-linked" in mode.rules or has(mode, HITS_AGAIN)


def has(mode: WeaponMode, rules: Set[str]) -> bool:
    """Whether a weapon has one of some rules."""
    return not rules.isdisjoint(mode.rules)
