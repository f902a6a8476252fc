"""The strength of a weapon in a game: its own, by the target's T, or asked for where the data leaves it open."""

from __future__ import annotations

from collections.abc import Sequence

from builder.record import replace
from builder.systems.diceless.close_combat import poison_strength
from builder.systems.diceless.damage import HIGHEST, POISON, by_toughness, strength_of
from builder.systems.diceless.explained import Explained
from builder.systems.diceless.play.asking import Asking
from builder.systems.diceless.play.attacks.arms import Bearers
from builder.systems.diceless.play.attacks.dealing import Strength, strongest
from builder.systems.diceless.play.attacks.parameters import ARMOUR, DAMAGE, STRENGTH, TARGET_T
from builder.systems.diceless.play.attacks.squads import Squad, majority
from builder.systems.diceless.saves import SAVES
from builder.systems.diceless.shooting import sniper_strength
from builder.systems.diceless.weapon_rules import FLESHBANE, GRAVITON
from builder.systems.fortyk.model import WeaponMode
from builder.systems.parameters import Choice


def strength_on_models(mode: WeaponMode, bearer: Bearers, asking: Asking) -> Strength:
    """The S that may bring instant death (D-26); None for weapons that go by T."""
    given: Strength = asking[STRENGTH]
    return given if given is not None or by_toughness(mode) is not None else strength_given(mode, bearer, asking)


def strength_known(mode: WeaponMode, bearers: Sequence[Bearers], asking: Asking) -> Strength:
    """The S of DMG that the player knows: as said, else the highest of those who deal it, if any is known."""
    given: Strength = asking[STRENGTH]
    if given is not None or by_toughness(mode) is not None:
        return given
    return strongest(_own(mode, each) for each in bearers)


def strength_given(mode: WeaponMode, bearer: Bearers, asking: Asking) -> int:
    """The S of a weapon, asked for where the data leaves it open."""
    known = asking[STRENGTH] or _own(mode, bearer)
    if known is not None:
        return int(known)
    choices = [Choice(str(number), f"S {number}") for number in range(1, HIGHEST + 1)]
    return int(asking.one(STRENGTH, f"Which S has {mode.name}? Its profile says {mode.strength or '–'}.", choices))


def _own(mode: WeaponMode, bearer: Bearers) -> Strength:
    """The S of a weapon in the hands of somebody; what is added to his S comes after what the weapon makes of it."""
    known = strength_of(mode, bearer.profile)
    if known is None or not bearer.more_strength:
        return known
    return min(HIGHEST, known + bearer.more_strength)


def toughness_of(mode: WeaponMode, hit: Sequence[Squad], asking: Asking) -> int:
    """T of a target, for weapons that go by it: as said, else that of most models."""
    goes_by_it = by_toughness(mode) is not None and asking[STRENGTH] is None
    said = asking[TARGET_T] if goes_by_it else None
    return said.full if said else majority(hit, "t")


def wounds(mode: WeaponMode, hit: Sequence[Squad], asking: Asking) -> Explained[WeaponMode]:
    """A weapon as it wounds these models, where its rule is a figure to wound on, as poison has one (D-42).

    Fleshbane wounds on 2+. Graviton goes by the armour save of most models, 6+ where they have none.
    """
    if asking[STRENGTH] is not None or asking[DAMAGE] is not None:
        return Explained(mode)
    if FLESHBANE in mode.rules:
        return Explained(mode, ("fleshbane wounds on 2+, as poison of 2+ does",))
    if GRAVITON in mode.rules:
        save = asking[ARMOUR] or majority(hit, "save") or SAVES[-1]
        words = f"graviton goes by armour: it wounds on {save}+, as poison of {save}+ does"
        return Explained(replace(mode, rules=(*mode.rules, f"poisoned {save}+")), (words,))
    return Explained(mode)


def poison_of(change: int) -> int:
    """What a weapon is poisoned with that adds so much to the target's T (D-42)."""
    return next(poison for poison, added in POISON.items() if added == change)


def power_of(mode: WeaponMode, bearer: Bearers, toughness: int, asking: Asking) -> Explained[int]:
    """What S is in the sum: the weapon's, or by the target's T for snipers and poison (D-30, D-42)."""
    if asking[STRENGTH] is not None:
        return Explained(int(asking[STRENGTH]))
    shift = by_toughness(mode)
    if shift is None:
        return Explained(strength_given(mode, bearer, asking))
    if "sniper" in mode.rules:
        return sniper_strength(toughness)
    return poison_strength(poison_of(shift), toughness)
