"""Calculations of what a hit does, and of the saves against it."""

from __future__ import annotations

from collections import Counter

from builder.systems.calculation import Answer, Calculation
from builder.systems.chances import exact_chance, percent
from builder.systems.figures import Dice, Die, Whole
from builder.systems.lethal.damage import (
    VEHICLES_SECTION,
    WITH_DIE,
    Hit,
    after_titan_killer,
    blast_penetration,
    chance_to_survive,
    hurts,
    speed_save,
    survives,
    vehicle_damage,
    vehicle_hit,
)
from builder.systems.lethal.questions import Comparison, Skill, SpeedTable
from builder.systems.parameters import given

FACES = range(1, 7)


class Penetration(Calculation):
    """What an AP does to an AV, for each face of the die."""

    rule = "L-50"
    ap: Whole = given("the AP of the weapon")
    av: Whole = given("the AV of the target")
    beyond_hole: bool = given("a blast touches the target, not under its hole", default=False)
    vehicle: bool = given("the target is a vehicle", default=False)
    comparison: Comparison = given("'D6 + AP' or 'AP alone'", default=WITH_DIE)

    def answer(self) -> Answer:
        """L-50, L-51 and L-82, for every face of the die."""
        ap = blast_penetration(self.ap, under_hole=not self.beyond_hole)
        if self.vehicle:
            results = {face: str(vehicle_hit(face, ap, self.av, self.comparison)) for face in FACES}
        else:
            results = {face: "hurt" if hurts(face, ap, self.av) else "none" for face in FACES}
        chances = Counter(results.values())
        return Answer(
            {"by_die": {str(face): result for face, result in results.items()}, "of_six": dict(chances)},
            tuple(f"{result}: {count} of 6" for result, count in chances.items()),
        )


class VehicleDamage(Calculation):
    """What a die says of a hit on a vehicle."""

    rule = "L-52"
    hit: Hit = given("glancing, penetrating or catastrophic")
    die: Die = given("the die, 1 to 6")

    def answer(self) -> Answer:
        """L-52."""
        result = vehicle_damage(self.hit, self.die)
        return Answer({"damage": result}, (result,))


class SpeedSave(Calculation):
    """The SU (M) of a vehicle after a move."""

    rule = "L-04"
    moved: Whole = given("cm moved in the last action, or in a Move-Move")
    table: SpeedTable = given("'vehicles section' or 'stat section'", default=VEHICLES_SECTION)

    def answer(self) -> Answer:
        """L-04."""
        save = speed_save(self.moved, self.table)
        words = f"{save}+" if save else None
        return Answer({"save": words}, (words or "no save",))


class Survival(Calculation):
    """Whether a model survives a hit: any one die of its SU will do."""

    rule = "L-02"
    su: Skill = given("the SU, such as 2x4+")
    dice: Dice = given("what was rolled: 2,5", default=())

    def answer(self) -> Answer:
        """L-02."""
        if len(self.dice) not in (0, self.su.dice):
            raise ValueError(f"SU {self.su} is rolled with {self.su.dice} {'die' if self.su.dice == 1 else 'dice'}")
        likely = chance_to_survive(self.su)
        result: dict[str, object] = {"chance": exact_chance(likely)}
        lines = [f"survives: {percent(likely)} ({likely})"]
        if self.dice:
            result["survives"] = survives(self.su, self.dice)
            lines.append("survives: one die is enough" if result["survives"] else "removed")
        return Answer(result, tuple(lines))


class TitanKiller(Calculation):
    """The SU that a Titan Killer leaves."""

    rule = "L-53"
    su: Skill = given("the SU, such as 3x5+")
    structure: Whole = given("points of structure damage")

    def answer(self) -> Answer:
        """L-53."""
        left = str(after_titan_killer(self.su, self.structure))
        return Answer({"left": left}, (f"SU {left}, rolled once" if left != "0" else "no roll",))


CALCULATIONS: tuple[type[Calculation], ...] = (Penetration, VehicleDamage, SpeedSave, Survival, TitanKiller)
