"""The Dark Millennia house rules worked out: `muster calc house`."""

from __future__ import annotations

from builder.systems.calculation import Answer, Calculation, exact_chance, percent
from builder.systems.figures import Characteristic, Dice, Positive, Score, Whole, plus
from builder.systems.fortyk.cover import AlternateCover
from builder.systems.house.rules import (
    ARMY_LD,
    band_for,
    bs_in_cover,
    cover_save,
    fails_both,
    goes_on_overwatch,
    hits_on,
    mounted_move,
    riders_in_terrain,
    t_in_cover,
    unsaved,
)
from builder.systems.parameters import given


class ShootingAtCover(Calculation):
    """Shooting at a target in cover, by modifiers."""

    called = "cover"
    rule = "H-01, H-04"
    cover: AlternateCover = given("none, light, soft or hard", default=AlternateCover.SOFT)
    bs: Characteristic = given("the shooter's BS", default=4)
    s: Characteristic | None = given("the weapon's S, for the chance of an unsaved wound", default=None)
    t: Characteristic | None = given("the target's T; of mounted infantry the rider's", default=None)
    save: Score | None = given("the save that the target has against the weapon", default=None)
    monstrous: bool = given("the target is a monstrous creature", default=False)
    vehicle: bool = given("the target is a vehicle", default=False)
    mounted: bool = given("the target is mounted infantry", default=False)
    blast: bool = given("the weapon has a blast template", default=False)
    indirect: bool = given("the weapon needs no line of sight", default=False)
    shots: Positive = given("shots of one model, for DMG in games without dice", default=1)
    models: Positive = given("models that fire", default=1)

    def answer(self) -> Answer:
        """Return BS and T, and in games without dice the BS × S that DMG begins with."""
        bs = bs_in_cover(self.bs, self.cover, monstrous=self.monstrous, mounted=self.mounted, direct=not self.indirect)
        counts = band_for(self.cover, monstrous=self.monstrous)
        result: dict[str, object] = {"as": str(counts), "bs": bs, "hits": plus(hits_on(bs))}
        name = "no" if counts is AlternateCover.NONE else counts
        lines = [f"{name} cover: BS {bs}, hits on {plus(hits_on(bs))}"]
        if self.vehicle:
            result["armour"] = "unchanged"
            lines.append("a vehicle: its armour is as it is")
        elif self.t is not None:
            t = t_in_cover(self.t, self.cover, monstrous=self.monstrous, blast=self.blast)
            result["t"] = t
            lines.append(f"T {t}")
            if self.s is not None:
                covered = unsaved(bs, self.s, t, self.save)
                open_ = unsaved(self.bs + self.mounted, self.s, self.t, self.save)
                result |= {"per_shot": exact_chance(covered), "without_cover": exact_chance(open_)}
                lines.append(f"an unsaved wound: {percent(covered)} a shot, {percent(open_)} without cover")
        if self.s is not None:
            damage = bs * self.s * self.shots * self.models
            result["dmg"] = damage
            lines.append(f"without dice: BS {bs} × S {self.s} × {self.shots} × {self.models} = {damage} DMG")
        return Answer(result, tuple(lines))


class BothSaves(Calculation):
    """A wound on a target with a cover save and an armour save, both taken."""

    rule = "H-02"
    cover: Score = given("the cover save")
    armour: Score | None = given("the armour save; none if not given", default=None)
    ap: Whole = given("the AP of the weapon, which may take the armour save away; 0 for none", default=0)
    monstrous: bool = given("the target is a monstrous creature: its cover save is one worse", default=False)

    def answer(self) -> Answer:
        """Return the chance that both fail."""
        armour = None if self.armour is not None and 0 < self.ap <= self.armour else self.armour
        fails = fails_both(armour, self.cover, monstrous=self.monstrous)
        counts = cover_save(self.cover, monstrous=self.monstrous)
        said = "no cover save" if counts is None else f"cover save {plus(counts)}"
        result = {"cover": None if counts is None else plus(counts), "fails": exact_chance(fails)}
        return Answer(result, (f"{said}; both fail: {percent(fails)}",))


class TerrainCalculation(Calculation):
    """Mounted infantry that enters difficult terrain."""

    rule = "H-04"
    dice: Dice = given("a die for each model that enters it")

    def answer(self) -> Answer:
        """Return how many are removed."""
        if not self.dice:
            raise ValueError("write a die for each model that enters the terrain")
        came = riders_in_terrain(self.dice)
        words = f"{came.removed} removed, no save; {came.move_on} move on"
        return Answer({"removed": came.removed, "save": None, "move_on": came.move_on}, (words,))


class MountedMove(Calculation):
    """How far mounted infantry falls back, or pursues after a won assault."""

    rule = "H-04"
    dice: Dice = given("the three dice")

    def answer(self) -> Answer:
        """Return the inches."""
        inches = mounted_move(self.dice)
        return Answer({"inches": inches}, (f'{" + ".join(map(str, self.dice))} = {inches}"',))


class OverwatchCalculation(Calculation):
    """The test of a unit that would go on overwatch."""

    rule = "H-03"
    dice: Dice = given("the two dice")
    ld: Characteristic = given("its Ld; of a vehicle that of its army", default=ARMY_LD)

    def answer(self) -> Answer:
        """Return whether it is on overwatch."""
        if len(self.dice) != 2:
            raise ValueError("a test of Ld takes two dice")
        passed = goes_on_overwatch(self.ld, self.dice)
        said = "on overwatch: no move, no shooting, no assault" if passed else "not on overwatch: it acts as usual"
        return Answer({"passed": passed, "overwatch": passed}, (f"{sum(self.dice)} against Ld {self.ld}: {said}",))


CALCULATIONS: tuple[type[Calculation], ...] = (
    ShootingAtCover,
    BothSaves,
    TerrainCalculation,
    MountedMove,
    OverwatchCalculation,
)
