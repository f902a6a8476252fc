"""Values of Lethal profiles: skills and saves with a multiple (`2x3+`), and range multipliers (`1/4`)."""

from __future__ import annotations

import re
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
    """A distance in cm, or another whole number, multiplied and rounded down (L-41)."""
    return value * factor.numerator // factor.denominator
