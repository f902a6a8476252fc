"""DMG as printed on a sheet: what one model deals with one way of using a weapon, never a guess.

What cannot be computed is a dash; what depends on the target (hits under a template, toughness) is written as such.
"""

from __future__ import annotations

import re

from builder.scalars import small_number
from builder.systems.diceless.weapon_rules import FLESHBANE, WOUNDS_AGAIN, has, hits_again, is_called
from builder.systems.fortyk.model import ModelProfile, VehicleProfile, WeaponMode

UNKNOWN = "–"
TEMPLATE_FACTOR = 4
TWIN_TEMPLATE_FACTOR = 5
BLAST_FACTOR = 3
MELEE_FACTORS = (3, 5)
"""The least and the most common close combat factor (D-40; 6 is for WS 0)."""
GRENADE_DAMAGE = 20
"""DMG of a grenade on a vehicle, for each model that attacks (D-60)."""
HIGHEST = 10
POISON = {2: 2, 3: 1, 4: 0, 5: -1, 6: -2}
"""What is added to the target's T, in the place of strength, for a weapon poisoned n+ (D-42)."""

Bearer = ModelProfile | VehicleProfile
Strength = int | str
"""A number, or what it is by the target's toughness, in words."""


def strength_of(mode: WeaponMode, bearer: Bearer) -> int | None:
    """Return the strength of a weapon in its bearer's hands (`User`, `+2`, `×2`, at most 10).

    None where it is not a number.
    """
    text = mode.strength.strip().lower().replace("x", "×")
    if (printed := small_number(text)) is not None:
        return printed
    if bearer.s is None:
        return None
    if text in {"user", "as user", "u", ""} or (text in {"-", "–"} and mode.kind == "melee"):
        return bearer.s
    if match := re.fullmatch(r"(?:user|s)?\s*([+×])\s*(\d{1,2})", text):
        amount = int(match[2])
        return min(HIGHEST, bearer.s + amount if match[1] == "+" else bearer.s * amount)
    return None


def damage_text(mode: WeaponMode, bearer: Bearer, toughness: int | None = None) -> str:
    """DMG for one model with one mode of a weapon (D-20, D-21, D-27, D-28, D-30, D-40, D-42, D-60).

    `16 / 32` for one and two shots of rapid fire, `30 a hit` for blasts and templates, `12–20` for one attack in close
    combat with the factors 3 to 5, `4 × T` for snipers, `8 a shot` where the number of shots is rolled for elsewhere.
    Against a given toughness what goes by T is a number as well. A poisoned shot puts T + 2 … T − 2 in the place of
    strength, as a poisoned blow does. A weapon with shred has S + 1, as one that wounds again.
    """
    own, shift = strength_of(mode, bearer), by_toughness(mode)
    strength: Strength | None = own + 1 if own is not None and has(mode, WOUNDS_AGAIN) else own
    if shift is not None:
        strength = max(0, toughness + shift) if toughness is not None else _shifted(shift)
    if mode.kind == "grenade":
        return str(GRENADE_DAMAGE)
    if strength is None:
        return UNKNOWN
    if mode.kind == "melee":
        return _melee(mode, strength, bearer.s, toughness)
    if mode.blast:
        return f"{_times(_area_factor(mode), strength)} a hit"
    return _shots(mode, strength, bearer.bs)


def by_toughness(mode: WeaponMode) -> int | None:
    """What a weapon adds to the target's T to have its strength: 0 for snipers (D-30), −2 to 2 for poison (D-42).

    A fleshbane wounds on 2+ as well.
    """
    if FLESHBANE in mode.rules or is_called(mode, "witchblade"):
        return POISON[2]
    if "sniper" in mode.rules and mode.kind != "melee":
        return 0
    found = (re.match(r"poison\w* ?\(?([2-6])", rule) for rule in mode.rules)
    return next((POISON[int(match[1])] for match in found if match), None)


def area_damage(hits: int, strength: int, blast: str, twin_linked: bool = False) -> int:
    """DMG of a template or a blast for so many hits (D-27, D-28)."""
    if blast == "template":
        return hits * strength * (TWIN_TEMPLATE_FACTOR if twin_linked else TEMPLATE_FACTOR)
    return hits * strength * BLAST_FACTOR


def shooting_damage(bs: int, strength: int, shots: int, twin_linked: bool = False) -> int:
    """DMG that a model deals with so many shots (D-20, D-21)."""
    return (bs + twin_linked) * strength * shots


def _area_factor(mode: WeaponMode) -> int:
    return area_damage(1, 1, mode.blast, "twin-linked" in mode.rules)


def _shifted(shift: int) -> str:
    return f"(T {'+' if shift > 0 else '−'} {abs(shift)})" if shift else "T"


def _times(factor: int, strength: Strength) -> str:
    return str(factor * strength) if isinstance(strength, int) else f"{factor} × {strength}"


def _melee(mode: WeaponMode, strength: Strength, own: int | None, toughness: int | None) -> str:
    if isinstance(strength, str):
        return f"{strength} × f"
    bonus = int(is_called(mode, "lightning claw"))
    strong = by_toughness(mode) is not None and FLESHBANE not in mode.rules
    if strong and toughness is not None and own is not None:
        bonus += own >= toughness
    low, high = (factor + bonus for factor in MELEE_FACTORS)
    return f"{low * strength}–{high * strength}"


def _shots(mode: WeaponMode, strength: Strength, bs: int | None) -> str:
    if bs is None or not mode.kind:
        return UNKNOWN

    def factor(shots: int) -> int:
        return shooting_damage(bs, 1, shots, hits_again(mode))

    counts = [part.strip() for part in (mode.shots or "1").split("/")]
    if not all(count.isdigit() for count in counts):
        return f"{_times(factor(1), strength)} a shot"
    numbers = [int(count) for count in counts]
    if mode.kind == "rapid fire" and len(numbers) == 1:
        numbers.append(2 * numbers[0])
    if isinstance(strength, str):
        return f"{' / '.join(str(factor(shots)) for shots in numbers)} × {strength}"
    return " / ".join(str(factor(shots) * strength) for shots in numbers)
