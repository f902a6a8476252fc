"""Shooting: what is needed to hit, how many hits to expect, what terrain costs and saves (E-13, E-15, E-16, E-25)."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from builder.systems.epic.dice import Chances, Dice, chance, sum_chances
from builder.systems.epic.model import firing
from builder.systems.epic.weapons import Fire, Firepower, Target

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
    """Return the unmodified score on a D6 that hits: 2 to 6, more when nothing can (E-25).

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
        """Return the chance of each number of hits."""
        hit = chance(self.needs)
        one = {0: 1 - hit, 1: hit}
        by_number: dict[int, Fraction] = {}
        for number, likely in self.dice.chances().items():
            for hits, as_likely in sum_chances([one] * number).items():
                by_number[hits] = by_number.get(hits, Fraction(0)) + likely * as_likely
        return by_number


@dataclass(frozen=True, slots=True)
class Shooter:
    """A unit that is able to fire: its weapons, each as often as it has it."""

    name: str
    weapons: tuple[Firepower, ...]


def volley(shooters: Sequence[Shooter], target: Target, modifiers: Sequence[int] = (), markers: int = 0) -> list[Shots]:
    """Return the shots of a formation at one kind of target, without the suppressed units (E-11, E-16).

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
    """Return the chance of each number of hits of a volley (E-16)."""
    return sum_chances(each.chances() for each in shots)


LOST = Fraction(1, 6)
"""The chance to be lost in dangerous terrain: a 1 (E-15)."""
CROSSFIRE = -1
"""What a crossfire adds to a save (E-23)."""


class Shelter(enum.StrEnum):
    """What lends infantry a save of its own."""

    FORTIFICATION = "fortification"
    BUILDING = "building"
    OVERWATCH = "overwatch"
    TRANSPORT = "transport"


COVER_SAVES = {Shelter.FORTIFICATION: 3, Shelter.BUILDING: 4, Shelter.OVERWATCH: 5, Shelter.TRANSPORT: 6}
"""Saves by where infantry is: those on overwatch in the open, those whose transport is destroyed (E-15, E-20)."""


@dataclass(frozen=True, slots=True)
class Save:
    """The save that is taken: the score that is needed, and whether it is that of the shelter and not the armour's."""

    needs: int
    sheltered: bool

    @property
    def chance(self) -> Fraction:
        """The chance to pass it."""
        return chance(self.needs)


def danger(cautious: bool = False) -> Fraction:
    """Return the chance that a unit is lost in dangerous terrain; at 5 cm the die may be rolled again (E-15)."""
    return LOST**2 if cautious else LOST


def best_save(armour: int | None, shelter: Shelter | None = None, *, crossfire: bool = False) -> Save | None:
    """Return the save that infantry takes, its armour or that of where it is; None without any (E-15, E-20).

    Args:
        armour: 1 to 6; None for no armour.
        shelter: where it is.
        crossfire: it is caught in one: −1, which a fortification ignores (E-23).
    """
    worse = -CROSSFIRE if crossfire and shelter is not Shelter.FORTIFICATION else 0
    saves = [] if armour is None else [Save(armour + worse, False)]
    if shelter is not None:
        saves.append(Save(COVER_SAVES[shelter] + worse, True))
    return min(saves, key=lambda save: save.needs, default=None)
