"""Calculations of shooting, close combat, and what hits do."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from builder.systems.calculation import Answer, Calculation, exact_average, exact_chance, percent
from builder.systems.figures import Dice, Die, Positive, Whole
from builder.systems.lethal.attacks import (
    SPEAR,
    VEHICLES_SECTION,
    WITH_DIE,
    Hit,
    after_finding,
    after_shooting,
    after_suppressive_fire,
    after_titan_killer,
    blast_penetration,
    chance_to_survive,
    combat_dice,
    combat_penetration,
    dice_to_hit,
    penetrates,
    primitive_armour,
    spear_dice,
    speed_save,
    survives,
    vehicle_damage,
    vehicle_hit,
    volley,
    weapon_penetration,
)
from builder.systems.lethal.contact import BANDS, protection, reach_steps, through
from builder.systems.lethal.contact import Cover as Band
from builder.systems.lethal.parameters import Arm, Armour, Comparison, Multiplier, Passage, Skill, SpeedTable
from builder.systems.lethal.values import NO_ROLL
from builder.systems.parameters import given


class ContactRangeCalculation(Calculation):
    """How far a weapon reaches, through what lies between."""

    rule = "L-40"
    cr: Whole = given("the contact range in cm")
    wrm: Multiplier = given("the weapon's multiple: 1/4, 1, 2", default=Fraction(1))
    small: bool = given("a small target", default=False)
    structure: Positive = given("structure points of the target", default=1)
    hull_down: bool = given("a vehicle partly hidden by cover", default=False)
    focused: bool = given("a Focused Shot", default=False)
    path: tuple[Passage, ...] = given(
        "what lies between, from the firer on: 'open 45', 'light 15', or 'hard' for the rest", default=(), many=True
    )

    def answer(self) -> Answer:
        """L-40 to L-44."""
        if any(stretch.depth is None for stretch in self.path[:-1]):
            raise ValueError("say how deep each cover on the way is, such as 'light 15'; only the last may go on")
        steps = reach_steps(
            self.cr,
            self.wrm,
            small=self.small,
            structure=self.structure,
            hull_down=self.hull_down,
            focused=self.focused,
        )
        steps += through(steps[-1].left, self.path)
        left = steps[-1].left
        return Answer(
            {"left": left, "steps": [{"step": step.words, "left": step.left} for step in steps]},
            (*(f"{step.words}: {step.left} cm" for step in steps), f"{left} cm are left"),
        )


class CoverCalculation(Calculation):
    """What cover and entrenching do for a target."""

    rule = "L-41"
    band: Band | None = given("soft, light, medium, hard or very hard", default=None)
    entrenched: bool = given("it is entrenched, a small target, or has Stealth", default=False)
    at_edge: bool = given("it touches the edge of its cover", default=False)

    def answer(self) -> Answer:
        """L-41, L-44 and L-45."""
        found = protection(self.band, dug_in=self.entrenched, at_edge=self.at_edge)
        named = next((str(cover) for cover, known in BANDS.items() if known.armour == found.armour), None)
        left = f"contact range ×{found.share} where it begins" if found.share else "seen in base contact only"
        return Answer(
            {"counts_as": named, "share": str(found.share), "armour": found.armour},
            (f"{named or 'no'} cover: {left}, AV +{found.armour}",),
        )


class VolleyCalculation(Calculation):
    """What identical weapons do to infantry, on average."""

    rule = "L-80"
    ss: Skill = given("the SS, such as 4+")
    shots: Positive = given("the shots of the weapon", default=1)
    models: Positive = given("models that fire it", default=1)
    rapid_fire: bool = given("rapid fire at a target within 30 cm", default=False)
    twin_linked: bool = given("misses are re-rolled", default=False)
    ap: Whole = given("the AP of the weapon", default=0)
    av: Whole = given("the AV of the target, with its cover")
    su: Skill = given("the SU of the target, 0 for none", default=NO_ROLL)

    def answer(self) -> Answer:
        """L-50, L-80, L-81 and L-85."""
        if not self.ss.dice:
            raise ValueError("a model without an SS does not shoot")
        dice = dice_to_hit(self.ss, self.shots, self.models, rapid_fire=self.rapid_fire)
        found = volley(dice, self.ss, self.ap, self.av, self.su, twin_linked=self.twin_linked)
        expected = {"hits": found.hits, "through": found.through, "lost": found.lost}
        return Answer(
            {"dice": dice, **{name: exact_average(value) for name, value in expected.items()}},
            (
                f"{dice} {'die' if dice == 1 else 'dice'} at {self.ss.target}+",
                f"hits: {float(found.hits):.2f}; through the armour: {float(found.through):.2f}",
                f"not saved: {float(found.lost):.2f} on average",
            ),
        )


class AmmunitionCalculation(Calculation):
    """The counters left after shooting."""

    rule = "L-22"
    counters: Whole = given("counters before", default=1)
    dice: Dice = given("the opponent's dice, one for each shooting action: 1,4", default=())
    suppressive_fire: bool = given("it fired a corridor", default=False)
    vehicle: bool = given("it is a vehicle, which has no counters", default=False)

    def answer(self) -> Answer:
        """L-20, L-22 and L-96."""
        if self.vehicle:
            return self._of_vehicle()
        left = after_shooting(self.counters, self.dice)
        if self.suppressive_fire:
            left = after_suppressive_fire(left)
        found = after_finding(left)
        lines = (f"{left} left",) if left else ("out of ammunition", f"Find Ammo brings back {found}")
        return Answer({"left": left, "out": left == 0, "after_find": found}, lines)

    def _of_vehicle(self) -> Answer:
        """L-96: it has no counters."""
        if self.dice:
            raise ValueError("nobody rolls for the ammunition of a vehicle: it runs out through suppressive fire alone")
        out = self.suppressive_fire
        lines = ("out of ammunition", "Find Ammo lets it fire again") if out else ("it fires on",)
        return Answer({"left": None, "out": out, "after_find": None}, lines)


class CombatDiceCalculation(Calculation):
    """The dice of a model in a round of close combat."""

    rule = "L-55"
    cs: Skill = given("the CS, such as 2x3+")
    round: Positive = given("the round, from 1", default=1)
    charging: bool = given("it charges", default=False)
    second_weapon: bool = given("it has two close combat weapons, or a pistol", default=False)
    furious_charge: bool = given("it has Furious Charge", default=False)
    preferred_enemy: bool = given("it fights its preferred enemy", default=False)
    ap: Whole = given("the AP of its profile", default=0)
    weapon_ap: Whole = given("the AP of its weapon", default=0)
    vehicle_moved: Whole = given("cm that the vehicle attacked has moved", default=0)

    def answer(self) -> Answer:
        """L-06, L-55, L-100 and L-108."""
        if not self.cs.dice:
            raise ValueError("a model without a CS does not fight")
        count = combat_dice(
            self.cs.dice,
            self.round,
            charging=self.charging,
            second_weapon=self.second_weapon,
            furious_charge=self.furious_charge,
            preferred_enemy=self.preferred_enemy,
            vehicle_moved=self.vehicle_moved,
        )
        ap, target = combat_penetration(self.ap, self.weapon_ap), f"{self.cs.target}+"
        words = f"{count} {'die' if count == 1 else 'dice'} at {target}, AP {ap}"
        return Answer({"dice": count, "target": target, "ap": ap}, (words,))


class PrimitiveArmourCalculation(Calculation):
    """The AV of primitive troops."""

    rule = "L-110"
    armour: Armour = given("'chainmail and shield', 'plate and shield', 'shield' alone, or none", default="none")
    mounted: bool = given("in the saddle", default=False)
    shield_to_assault: bool = given(
        "a shield, with or without armour: assaulted from the front, first round", default=False
    )

    def answer(self) -> Answer:
        """L-110 and L-112."""
        found = primitive_armour(self.armour, mounted=self.mounted, shield_to_assault=self.shield_to_assault)
        return Answer({"av": found}, (f"AV {found}",))


class PrimitiveWeaponCalculation(Calculation):
    """What a spear, a two-handed weapon or a lance adds."""

    rule = "L-112"
    weapon: Arm = given("spear, two-handed or lance")
    receiving: bool = given("the bearer is assaulted; he assaults otherwise", default=False)
    against_mounted: bool = given("against cavalry or bikes", default=False)
    mounted: bool = given("the bearer is in the saddle", default=False)
    round: Positive = given("the round, from 1", default=1)

    def answer(self) -> Answer:
        """L-112."""
        more = spear_dice(receiving=self.receiving, round_number=self.round, against_mounted=self.against_mounted)
        found = {
            "dice": more if self.weapon == SPEAR else 0,
            "ap": weapon_penetration(self.weapon, assaulting=not self.receiving, mounted=self.mounted),
        }
        return Answer(found, (f"dice +{found['dice']}, AP +{found['ap']}",))


FACES = range(1, 7)


class PenetrationCalculation(Calculation):
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
            results = {face: "hurt" if penetrates(face, ap, self.av) else "none" for face in FACES}
        chances = Counter(results.values())
        return Answer(
            {"by_die": {str(face): result for face, result in results.items()}, "of_six": dict(chances)},
            tuple(f"{result}: {count} of 6" for result, count in chances.items()),
        )


class VehicleDamageCalculation(Calculation):
    """What a die roll makes of a hit on a vehicle."""

    rule = "L-52"
    hit: Hit = given("glancing, penetrating or catastrophic")
    die: Die = given("the die, 1 to 6")

    def answer(self) -> Answer:
        """L-52."""
        result = vehicle_damage(self.hit, self.die)
        return Answer({"damage": result}, (result,))


class SpeedSaveCalculation(Calculation):
    """The SU (M) of a vehicle after a move."""

    rule = "L-04"
    moved: Whole = given("cm moved in the last action, or in a Move-Move")
    table: SpeedTable = given("'vehicles section' or 'stat section'", default=VEHICLES_SECTION)

    def answer(self) -> Answer:
        """L-04."""
        save = speed_save(self.moved, self.table)
        words = f"{save}+" if save else None
        return Answer({"save": words}, (words or "no save",))


class SurvivalCalculation(Calculation):
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


class TitanKillerCalculation(Calculation):
    """The SU that a Titan Killer leaves."""

    rule = "L-53"
    su: Skill = given("the SU, such as 3x5+")
    structure: Whole = given("points of structure damage")

    def answer(self) -> Answer:
        """L-53."""
        left = str(after_titan_killer(self.su, self.structure))
        return Answer({"left": left}, (f"SU {left}, rolled once" if left != "0" else "no roll",))


CALCULATIONS: tuple[type[Calculation], ...] = (
    ContactRangeCalculation,
    CoverCalculation,
    VolleyCalculation,
    AmmunitionCalculation,
    PenetrationCalculation,
    VehicleDamageCalculation,
    SpeedSaveCalculation,
    SurvivalCalculation,
    TitanKillerCalculation,
    CombatDiceCalculation,
    PrimitiveArmourCalculation,
    PrimitiveWeaponCalculation,
)
