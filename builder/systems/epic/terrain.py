"""Terrain: what it costs to cross it, and what it saves (E-15, E-20, E-23)."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from fractions import Fraction

from builder.systems.epic.dice import chance

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
    """The chance that a unit is lost in dangerous terrain; at 5 cm the die may be rolled again (E-15)."""
    return LOST**2 if cautious else LOST


def best_save(armour: int | None, shelter: Shelter | None = None, *, crossfire: bool = False) -> Save | None:
    """The save that infantry takes, its armour or that of where it is; None without any (E-15, E-20).

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
