"""What of a weapon, and of what was said about its use, decides on saves, skill and penetration in a game."""

from __future__ import annotations

from collections.abc import Set
from fractions import Fraction

from builder.systems.diceless.aim import ZONES, AngleZone
from builder.systems.diceless.explained import Explained, signed
from builder.systems.diceless.parameters import ap as read_ap
from builder.systems.diceless.play.asking import Asking
from builder.systems.diceless.play.attacks.dealing import ByStrength, Strength
from builder.systems.diceless.play.attacks.firing import Shot
from builder.systems.diceless.play.attacks.parameters import (
    AP,
    DAMAGE,
    DISTANCE,
    EXTRA,
    IGNORES_ARMOUR,
    IGNORES_COVER,
    RENDING,
    ZONE,
)
from builder.systems.diceless.saves import Attack
from builder.systems.diceless.weapon_rules import (
    DEEP_BLOWS,
    DEEP_SHOTS,
    NO_ARMOUR,
    RENDING_BLOWS,
    RENDING_SHOTS,
    has,
)
from builder.systems.fortyk.model import WeaponMode
from builder.systems.parameters import Choice

MELTA, RENDS = "D6", "D3"
"""Extra dice of penetration; a sniper weapon rends (D-30, D-51)."""


def attack_of(mode: WeaponMode, asking: Asking) -> Attack:
    """What of a weapon decides on saves; templates let no cover save be taken, and blows meet no cover (D-37, D-44)."""
    said = printed_ap(mode, asking)
    return Attack(
        ap=read_ap(said) if said.isdecimal() else None,
        ignores_armour=asking.yes(IGNORES_ARMOUR, has(mode, NO_ARMOUR)),
        ignores_cover=ignores_cover(mode, asking),
    )


def ignores_cover(mode: WeaponMode, asking: Asking) -> bool:
    """Whether no cover save is taken against a weapon."""
    return asking.yes(IGNORES_COVER, mode.blast == "template" or "ignores cover" in mode.rules)


def rends(mode: WeaponMode, asking: Asking) -> bool:
    """Whether an attack on models is rending (D-29, D-44)."""
    return asking.yes(RENDING, "rending" in mode.rules)


def printed_ap(mode: WeaponMode, asking: Asking) -> str:
    """The AP as said, or as the weapon has it: `1` to `6`, or `-`."""
    said: str = asking[AP] or mode.ap.strip()
    return said if said in {"1", "2", "3", "4", "5", "6"} else "-"


def typed(asking: Asking, strength: Strength) -> Explained[ByStrength]:
    """DMG that the player gave in the place of what the rules come to, of one strength."""
    return Explained({strength: asking[DAMAGE]}, (f"{asking[DAMAGE]} DMG, set by the player",))


def zone_of(mode: WeaponMode, asking: Asking) -> AngleZone | None:
    """The zone of the angle template, for heavy weapons alone (D-50)."""
    if mode.kind != "heavy":
        return None
    choices = [Choice(zone.value, f"{zone}: BS {signed(ZONES[zone])}") for zone in AngleZone]
    zone: AngleZone = asking.one(ZONE, "From which zone of the angle template does the heavy weapon fire?", choices)
    return zone


def extra_of_shot(shot: Shot, asking: Asking) -> str | None:
    """Extra penetration of a shot: melta up to half its range, rending, snipers (D-30, D-51)."""
    rules = shot.mode.rules
    if asking[EXTRA] is None and "melta" in rules and shot.reach is not None:
        half = Fraction(shot.reach, 2)
        choices = [
            Choice(f"{float(half):g}", f'up to {float(half):g}": an extra D6 of penetration'),
            Choice(str(shot.reach), f'up to {shot.reach}": none'),
        ]
        if asking.one(DISTANCE, f"{shot.mode.name} is a melta weapon: how far is the target?", choices) <= half:
            return MELTA
    return _extra(shot.mode, DEEP_SHOTS, RENDING_SHOTS, asking)


def extra_of_blow(mode: WeaponMode, asking: Asking) -> str | None:
    """Extra penetration of a blow: melta bombs and the like, monstrous creatures, rending (D-51)."""
    return _extra(mode, DEEP_BLOWS, RENDING_BLOWS, asking)


def _extra(mode: WeaponMode, deep: Set[str], rending: Set[str], asking: Asking) -> str | None:
    """What was said, else the die that one of the rules gives."""
    said: str | None = asking[EXTRA]
    if said is not None:
        return None if said == "none" else said
    if has(mode, deep):
        return MELTA
    return RENDS if asking.yes(RENDING, has(mode, rending)) else None
