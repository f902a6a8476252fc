"""Calculations of dangerous terrain, and of saves by cover."""

from __future__ import annotations

from fractions import Fraction

from builder.systems.calculation import Answer, Calculation
from builder.systems.chances import exact_average, exact_chance, percent
from builder.systems.epic.terrain import Shelter, best_save, danger
from builder.systems.figures import Positive, Score
from builder.systems.parameters import given

MOST_UNITS = 300
"""No formation has more."""


class Danger(Calculation):
    """What dangerous terrain costs a formation."""

    rule = "E-15"
    units: Positive = given("units that enter it, or start a move in it", default=1)
    cautious: bool = given("they move at 5 cm, and roll a 1 again", default=False)

    def answer(self) -> Answer:
        """E-15."""
        if self.units > MOST_UNITS:
            raise ValueError(f"more than {MOST_UNITS} units: work out fewer at a time")
        lost = danger(self.cautious)
        losses, any_lost = lost * self.units, 1 - (1 - lost) ** self.units
        return Answer(
            {"chance": exact_chance(lost), "expected": exact_average(losses), "any": exact_chance(any_lost)},
            (
                f"each is lost, without a save or a marker: {percent(lost)} ({lost})",
                f"expected losses: {float(losses):.2f}; one or more: {percent(any_lost)}",
            ),
        )


class SavingThrow(Calculation):
    """The save of infantry: its armour, or that of where it is."""

    rule = "E-15"
    armour: Score | None = given("the armour, such as 5+; none without", default=None)
    shelter: Shelter | None = given(
        "fortification, building, overwatch (in the open), or transport (a destroyed one)", default=None
    )
    crossfire: bool = given("it is caught in a crossfire", default=False)

    def answer(self) -> Answer:
        """E-15, E-20 and E-23."""
        found = best_save(self.armour, self.shelter, crossfire=self.crossfire)
        if found is None or not found.chance:
            return Answer({"needs": None, "by": None, "chance": exact_chance(Fraction(0))}, ("no save",))
        by = str(self.shelter) if found.sheltered else "armour"
        likely = found.chance
        words = f"{by}: needs {found.needs}+: {percent(likely)} ({likely})"
        return Answer({"needs": found.needs, "by": by, "chance": exact_chance(likely)}, (words,))


CALCULATIONS: tuple[type[Calculation], ...] = (Danger, SavingThrow)
