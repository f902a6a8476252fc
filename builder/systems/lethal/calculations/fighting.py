"""Calculations of close combat, and of the arms of primitive troops."""

from __future__ import annotations

from builder.systems.calculation import Answer, Calculation
from builder.systems.figures import Positive, Whole
from builder.systems.lethal.close_combat import (
    SPEAR,
    combat_dice,
    combat_penetration,
    primitive_armour,
    spear_dice,
    weapon_penetration,
)
from builder.systems.lethal.questions import Arm, Armour, Skill
from builder.systems.parameters import given


class CombatDice(Calculation):
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


class PrimitiveArmour(Calculation):
    """The AV of primitive troops."""

    rule = "L-110"
    armour: Armour = given("'chainmail and shield', 'plate and shield' or none")
    mounted: bool = given("in the saddle", default=False)
    shield_to_assault: bool = given("assaulted from the front, in the first round", default=False)

    def answer(self) -> Answer:
        """L-110 and L-112."""
        if self.armour == "none" and self.shield_to_assault:
            raise ValueError("who wears no armour has no shield that counts")
        found = primitive_armour(self.armour, mounted=self.mounted, shield_to_assault=self.shield_to_assault)
        return Answer({"av": found}, (f"AV {found}",))


class PrimitiveWeapon(Calculation):
    """What a spear, a two-handed weapon or a lance adds."""

    rule = "L-112"
    weapon: Arm = given("spear, two-handed or lance")
    receiving: bool = given("the bearer is assaulted; he assaults otherwise", default=False)
    against_mounted: bool = given("by cavalry or bikes", default=False)
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


CALCULATIONS: tuple[type[Calculation], ...] = (CombatDice, PrimitiveArmour, PrimitiveWeapon)
