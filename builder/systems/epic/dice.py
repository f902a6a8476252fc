"""Dice as texts name them (`D3`, `2D6`, `D6+3`), with their exact chances (E-09)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce

FACES = 6
_DICE = re.compile(r"(?:(\d{0,2})D([36])(?:\s*\+\s*(\d{1,2}))?|(\d{1,2}))", re.IGNORECASE)

Chances = Mapping[int, Fraction]
"""The chance of each result; they add up to 1."""


@dataclass(frozen=True, slots=True)
class Dice:
    """A number, or a sum of dice: `number` dice of `sides` (3 or 6), and `plus`."""

    number: int = 0
    sides: int = FACES
    plus: int = 0

    @property
    def mean(self) -> Fraction:
        """What it comes to on average."""
        return Fraction(self.number * (self.sides + 1), 2) + self.plus

    def chances(self) -> Chances:
        """Return the chance of each sum; a D3 is a D6 halved, so its three results are equally likely."""
        die = {face: Fraction(1, self.sides) for face in range(1, self.sides + 1)}
        return sum_chances([{self.plus: Fraction(1)}, *[die] * self.number])

    def __str__(self) -> str:
        if not self.number:
            return str(self.plus)
        return f"{self.number if self.number > 1 else ''}D{self.sides}{f'+{self.plus}' if self.plus else ''}"


ONE = Dice(plus=1)


def read_dice(text: str) -> Dice | None:
    """Read `3`, `D3`, `2D6` or `D6+3`; None for what is neither a number below 100 nor dice."""
    found = _DICE.fullmatch(text.strip())
    if found is None:
        return None
    if found[4]:
        return Dice(plus=int(found[4]))
    return Dice(int(found[1] or 1), int(found[2]), int(found[3] or 0))


def d3(roll: int) -> int:
    """Return the D3 that a D6 shows: half of it, rounded up (E-09)."""
    return (roll + 1) // 2


def chance(needs: int) -> Fraction:
    """Return the chance of this score or more on one D6: 1 or less always, 7 or more never (E-09)."""
    return Fraction(min(FACES, max(0, FACES + 1 - needs)), FACES)


def sum_chances(parts: Iterable[Chances]) -> Chances:
    """Return the chances of a sum of independent results."""
    return reduce(_sum_of_two, parts, {0: Fraction(1)})


def _sum_of_two(one: Chances, other: Chances) -> Chances:
    sums: dict[int, Fraction] = {}
    for first, likely in one.items():
        for second, as_likely in other.items():
            sums[first + second] = sums.get(first + second, Fraction(0)) + likely * as_likely
    return sums
