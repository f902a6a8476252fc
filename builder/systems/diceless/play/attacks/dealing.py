"""DMG that the bearers of a weapon deal together, told apart by the S that each part of it is dealt with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from builder.systems.diceless.explained import Explained
from builder.systems.diceless.play.attacks.arms import Bearers

Strength = int | None
"""The S of an attack; None for weapons that go by the target's T, and where nobody knows it."""
ByStrength = Mapping[Strength, int]
"""DMG by the S that it is dealt with, the strongest first (D-26, D-51)."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """What one kind of bearers of a weapon deals, and with which S."""

    bearer: Bearers
    strength: Strength
    damage: Explained[int]


def together(dealt: Sequence[Dealt]) -> Explained[ByStrength]:
    """The DMG of all bearers of a weapon; where they are several, steps begin with their names and end with the sum."""
    by_strength: dict[Strength, int] = {}
    for each in sorted(dealt, key=lambda each: -(each.strength or 0)):
        by_strength[each.strength] = by_strength.get(each.strength, 0) + each.damage.value
    if len(dealt) == 1:
        return Explained(by_strength, dealt[0].damage.steps)
    steps = [f"{each.bearer.name}: {words}" for each in dealt for words in each.damage.steps]
    return Explained(by_strength, (*steps, f"{total(by_strength)} DMG in all"))


def total(damage: ByStrength) -> int:
    """The DMG of every S."""
    return sum(damage.values())


def strongest(strengths: Iterable[Strength]) -> Strength:
    """The highest S of several; None where none is known."""
    return max((each for each in strengths if each is not None), default=None)
