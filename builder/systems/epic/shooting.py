"""Shooting: what is needed to hit, and how many hits to expect (E-13, E-15, E-16, E-25)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from builder.systems.epic.dice import Chances, Dice, added, chance
from builder.systems.epic.firepower import Fire, Firepower, Target
from builder.systems.epic.markers import firing

BEST = 2
"""No modifier makes a shot surer than this: an unmodified 1 misses (E-25)."""

IN_COVER = -1
"""What cover adds to a roll to hit (E-15)."""

MODIFIERS: tuple[tuple[str, int], ...] = (
    ("Sustained fire", 1),
    ("Double, marshal", -1),
    ("Target in cover or partly hidden", IN_COVER),
    ("Infantry touching an armoured vehicle", -1),
    ("Infantry on overwatch in the open", -1),
)
"""What changes a roll to hit (E-13, E-15, E-23)."""


def to_hit(value: int, modifiers: Iterable[int] = ()) -> int:
    """The unmodified score on a D6 that hits: 2 to 6, more when nothing can (E-25).

    Args:
        value: the weapon's value, 2 to 6 for 2+ to 6+.
        modifiers: what is added to the roll, such as −1 for cover.
    """
    return max(BEST, value - sum(modifiers))


@dataclass(frozen=True, slots=True)
class Shots:
    """Dice that hit on the same score."""

    dice: Dice
    needs: int

    @property
    def expected(self) -> Fraction:
        """Hits on average."""
        return self.dice.mean * chance(self.needs)

    def chances(self) -> Chances:
        """The chance of each number of hits."""
        hit = chance(self.needs)
        one = {0: 1 - hit, 1: hit}
        by_number: dict[int, Fraction] = {}
        for number, likely in self.dice.chances().items():
            for hits, as_likely in added([one] * number).items():
                by_number[hits] = by_number.get(hits, Fraction(0)) + likely * as_likely
        return by_number


@dataclass(frozen=True, slots=True)
class Shooter:
    """A unit that is able to fire: its weapons, each as often as it has it."""

    name: str
    weapons: tuple[Firepower, ...]


def volley(shooters: Sequence[Shooter], target: Target, modifiers: Sequence[int] = (), markers: int = 0) -> list[Shots]:
    """The shots of a formation at one kind of target, without the suppressed units (E-11, E-16).

    Args:
        shooters: the units with range and line of fire, nearest to the target first; the last are suppressed first.
        target: infantry (AP) or armour (AT); macro-weapons (MW) fire at both.
        modifiers: what is added to every roll to hit.
        markers: blast markers of the firing formation.
    """
    able = shooters[: firing(len(shooters), markers)]
    made = []
    for weapon in (weapon for shooter in able for weapon in shooter.weapons):
        value = weapon.value(target) or weapon.value(Target.MW)
        if weapon.fire is Fire.SHOTS and value is not None:
            made.append(Shots(weapon.shots, to_hit(value, modifiers)))
    return made


def expected_hits(shots: Iterable[Shots]) -> Fraction:
    """Hits on average (E-16)."""
    return sum((each.expected for each in shots), Fraction(0))


def hit_chances(shots: Iterable[Shots]) -> Chances:
    """The chance of each number of hits of a volley (E-16)."""
    return added(each.chances() for each in shots)
