"""DMG as printed on a sheet: what one model deals with one way of using a weapon, never a guess.

What cannot be computed is a dash; what depends on the target (hits under a template, toughness) is written as such.
"""

from __future__ import annotations

import re

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
POISON = {2: "(T + 2)", 3: "(T + 1)", 4: "T", 5: "(T − 1)", 6: "(T − 2)"}
"""What takes the place of strength for a weapon poisoned n+ (D-42)."""

Bearer = ModelProfile | VehicleProfile


def strength_of(mode: WeaponMode, bearer: Bearer) -> int | None:
    """The strength of a weapon in its bearer's hands (`User`, `+2`, `×2`, at most 10); None where it is no number."""
    text = mode.strength.strip().lower().replace("x", "×")
    if text.isdigit():
        return int(text)
    if bearer.s is None:
        return None
    if text in {"user", "as user", "u", ""} or (text in {"-", "–"} and mode.kind == "melee"):
        return bearer.s
    if match := re.fullmatch(r"(?:user|s)?\s*([+×])\s*(\d+)", text):
        amount = int(match[2])
        return min(HIGHEST, bearer.s + amount if match[1] == "+" else bearer.s * amount)
    return None


def damage_text(mode: WeaponMode, bearer: Bearer) -> str:
    """DMG for one model with one mode of a weapon (D-20, D-21, D-27, D-28, D-30, D-40, D-42, D-60).

    `16 / 32` for one and two shots of rapid fire, `30 a hit` for blasts and templates, `12–20` for one attack in close
    combat with the factors 3 to 5, `4 × T` for snipers, `8 a shot` where the number of shots is rolled for elsewhere.
    """
    strength = strength_of(mode, bearer)
    if mode.kind == "grenade":
        return str(GRENADE_DAMAGE)
    if mode.kind == "melee":
        return _melee(mode, strength)
    if mode.blast:
        return UNKNOWN if strength is None else f"{strength * _area_factor(mode)} a hit"
    return _shots(mode, strength, bearer.bs)


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


def _melee(mode: WeaponMode, strength: int | None) -> str:
    poison = next(
        (POISON.get(int(match[1])) for rule in mode.rules if (match := re.match(r"poison\w* ?\(?([2-6])", rule))), None
    )
    if any("witchblade" in word for word in (mode.name.lower(), *mode.rules)):
        poison = POISON[2]
    bonus = any("lightning claw" in word for word in (mode.name.lower(), *mode.rules))
    low, high = (factor + bonus for factor in MELEE_FACTORS)
    if poison:
        return f"{poison} × f"
    return UNKNOWN if strength is None else f"{low * strength}–{high * strength}"


def _shots(mode: WeaponMode, strength: int | None, bs: int | None) -> str:
    sniper = "sniper" in mode.rules
    if bs is None or not mode.kind or (strength is None and not sniper):
        return UNKNOWN
    twin_linked = "twin-linked" in mode.rules

    def deal(shots: int) -> str:
        if sniper:
            return f"{shooting_damage(bs, 1, shots, twin_linked)} × T"
        return str(shooting_damage(bs, strength or 0, shots, twin_linked))

    counts = [part.strip() for part in (mode.shots or "1").split("/")]
    if not all(count.isdigit() for count in counts):
        return f"{deal(1)} a shot"
    numbers = [int(count) for count in counts]
    if mode.kind == "rapid fire" and len(numbers) == 1:
        numbers.append(2 * numbers[0])
    return " / ".join(deal(shots) for shots in numbers)
