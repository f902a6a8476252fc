"""Values of Lethal profiles: skills and saves with a multiple (`2x3+`), range multipliers (`1/4`), kinds of weapons."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction

_ROLL = re.compile(r"(?:(\d{1,2})[x×])?([1-6])\+")
_MULTIPLIER = re.compile(r"(\d{1,2})(?:/(\d{1,2}))?")


@dataclass(frozen=True, slots=True)
class Roll:
    """`dice` dice of which each succeeds at `target` or more (L-02); without dice nothing can succeed."""

    dice: int
    target: int

    def __str__(self) -> str:
        if not self.dice:
            return "0"
        return f"{self.target}+" if self.dice == 1 else f"{self.dice}x{self.target}+"


NO_ROLL = Roll(0, 0)
"""What a model without that skill or save has."""


def save_words(save: Roll, name: str, whose: str = "") -> str:
    """What a unit rolls to be saved, `whose` of its models where not of all; or that it has nothing to roll."""
    return f"The SU {save} of {whose or name}" if save.dice else f"{name} has no SU"


def read_roll(text: str) -> Roll | None:
    """`3+`, `2x3+`, or `0` and a dash for none (L-02); None for anything else."""
    plain = re.sub(r"\s+", "", text)
    if plain in ("0", "-", "–", "−"):
        return NO_ROLL
    found = _ROLL.fullmatch(plain)
    if found is None or found[1] == "0":
        return None
    return Roll(int(found[1] or 1), int(found[2]))


def read_command(text: str) -> int | None:
    """`1+` to `6+` as 1 to 6 (L-02); None for anything else."""
    found = re.fullmatch(r"([1-6])\+", text.strip())
    return int(found[1]) if found else None


def read_multiplier(text: str) -> Fraction | None:
    """`1/10`, `1/4`, `2` as a number above 0 (L-05); None for anything else."""
    found = _MULTIPLIER.fullmatch(text.strip())
    if found is None or int(found[1]) == 0 or int(found[2] or 1) == 0:
        return None
    return Fraction(int(found[1]), int(found[2] or 1))


def times(value: int, factor: Fraction) -> int:
    """Return a distance in cm, or another whole number, multiplied and rounded down (L-41)."""
    return value * factor.numerator // factor.denominator


KINDS = {
    "rapid fire": "Twice the shots within 30 cm. May stand and shoot (L-81).",
    "assault": "May stand and shoot (L-81).",
    "pistol": "Second weapon in close combat, or its own AP there. May stand and shoot (L-81).",
    "heavy": "Not with Move-Shoot; Shoot-Move leaves the unit shaken (L-62, L-63).",
    "template": "All that are touched are hit (L-82).",
    "blast": "After a hit all that are touched; half AP, rounded down, beyond the hole (L-82).",
    "large blast": "As a blast, with the large template (L-82).",
    "ordnance": "Large blast; scatters 4D6 cm if the firer moved this turn, else 2D6 (L-83).",
    "barrage": "No line of sight needed; scatters 2D6 cm, unseen targets the two highest of 4D6 (L-84).",
    "gets hot": "Each 1 to hit: SU or removed (L-85).",
    "twin-linked": "Misses are rolled again (L-85).",
    "titan killer": "Each structure point of damage takes a multiple off the SU (L-53).",
    "concussive": "Units under the template are stunned (L-86).",
    "suppressive fire": "May make a corridor of fire (L-90).",
    "flamer": "Ignores cover; double hits in buildings; only glances on hard-topped vehicles (L-86).",
    "main": "A vehicle's main weapon (L-74).",
    "defensive": "A vehicle's defensive weapon: fires in each round when it is assaulted (L-74, L-108).",
    "close combat": "Not fired.",
    "two-handed": "AP +2 in close combat (L-112).",
    "spear": "CS +1 multiple receiving an assault, +2 against riders, first round (L-112).",
    "lance": "AP +2 assaulting in the saddle (L-112).",
    "frag grenade": "No cover, entrenching or stand and shoot for the enemy (L-106).",
    "plasma grenade": "As frag, and D3 hits without AP (L-106).",
    "photon grenade": "No charge bonus for the enemy (L-106).",
}
"""Kinds with what they do (L-05); titan killer may have a number or a die behind it."""

_TITAN_KILLER = re.compile(r"titan killer (\d{1,2}|d3|d6)")
MOUNTS = ("main", "defensive", "ordnance")


def read_kind(text: str) -> str | None:
    """Return a kind in its usual spelling; None for a word that is none."""
    plain = " ".join(text.strip().casefold().replace("twin linked", "twin-linked").split())
    found = _TITAN_KILLER.fullmatch(plain)
    if found:
        return f"titan killer {found[1].upper()}"
    return plain if plain in KINDS else None


def mount(kinds: Collection[str]) -> str:
    """Return what a vehicle's weapon counts as (L-74).

    Where it does not say, heavy weapons are main, others defensive.
    """
    said = next((kind for kind in MOUNTS if kind in kinds), None)
    return said or ("main" if "heavy" in kinds else "defensive")
