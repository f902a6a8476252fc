"""The strength of a weapon in a game: its own, by the target's T, or asked for where the data leaves it open."""

from __future__ import annotations

from collections.abc import Sequence

from builder.systems.diceless.close_combat import poison_strength
from builder.systems.diceless.damage import HIGHEST, POISON, by_toughness, strength_of
from builder.systems.diceless.play.arms import Bearers
from builder.systems.diceless.play.asking import Asking
from builder.systems.diceless.play.attack_parameters import STRENGTH
from builder.systems.diceless.play.dealing import Strength, strongest
from builder.systems.diceless.shooting import sniper_strength
from builder.systems.diceless.worked import Worked
from builder.systems.fortyk.model import WeaponMode
from builder.systems.play import Choice


def strength_on_models(mode: WeaponMode, bearer: Bearers, asking: Asking) -> Strength:
    """The S that may bring instant death (D-26); None for weapons that go by T."""
    given: Strength = asking[STRENGTH]
    return given if given is not None or by_toughness(mode) is not None else strength_given(mode, bearer, asking)


def strength_known(mode: WeaponMode, bearers: Sequence[Bearers], asking: Asking) -> Strength:
    """The S of DMG that the player knows: as said, else the highest of those who deal it, if any is known."""
    given: Strength = asking[STRENGTH]
    if given is not None or by_toughness(mode) is not None:
        return given
    return strongest(strength_of(mode, each.profile) for each in bearers)


def strength_given(mode: WeaponMode, bearer: Bearers, asking: Asking) -> int:
    """The S of a weapon, asked for where the data leaves it open."""
    known = asking[STRENGTH] or strength_of(mode, bearer.profile)
    if known is not None:
        return int(known)
    choices = [Choice(str(number), f"S {number}") for number in range(1, HIGHEST + 1)]
    return int(asking.one(STRENGTH, f"Which S has {mode.name}? Its profile says {mode.strength or '–'}.", choices))


def power_of(mode: WeaponMode, bearer: Bearers, toughness: int, asking: Asking) -> Worked[int]:
    """What S is in the sum: the weapon's, or by the target's T for snipers and poison (D-30, D-42)."""
    if asking[STRENGTH] is not None:
        return Worked(int(asking[STRENGTH]))
    shift = by_toughness(mode)
    if shift is None:
        return Worked(strength_given(mode, bearer, asking))
    if "sniper" in mode.rules:
        return sniper_strength(toughness)
    return poison_strength(next(poison for poison, change in POISON.items() if change == shift), toughness)
