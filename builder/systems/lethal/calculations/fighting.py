"""Calculations of close combat, and of the arms of primitive troops."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from builder.systems.figures import positive, whole
from builder.systems.lethal.close_combat import (
    SPEAR,
    combat_dice,
    combat_penetration,
    primitive_armour,
    spear_dice,
    weapon_penetration,
)
from builder.systems.lethal.questions import arm, armour, roll
from builder.systems.protocol import Answer, Calculation
from builder.systems.questions import Parameter


def _combat_dice(given: Mapping[str, Any]) -> Answer:
    """L-06, L-55, L-100 and L-108."""
    if not given["cs"].dice:
        raise ValueError("a model without a CS does not fight")
    count = combat_dice(
        given["cs"].dice,
        given["round"],
        charging=given["charging"],
        second_weapon=given["second_weapon"],
        furious_charge=given["furious_charge"],
        preferred_enemy=given["preferred_enemy"],
        vehicle_moved=given["vehicle_moved"],
    )
    ap, target = combat_penetration(given["ap"], given["weapon_ap"]), f"{given['cs'].target}+"
    words = f"{count} {'die' if count == 1 else 'dice'} at {target}, AP {ap}"
    return Answer({"dice": count, "target": target, "ap": ap}, (words,))


def _primitive_armour(given: Mapping[str, Any]) -> Answer:
    """L-110 and L-112."""
    if given["armour"] == "none" and given["shield_to_assault"]:
        raise ValueError("who wears no armour has no shield that counts")
    found = primitive_armour(given["armour"], mounted=given["mounted"], shield_to_assault=given["shield_to_assault"])
    return Answer({"av": found}, (f"AV {found}",))


def _primitive_weapon(given: Mapping[str, Any]) -> Answer:
    """L-112."""
    weapon, first, receiving = given["weapon"], given["round"], given["receiving"]
    more = spear_dice(receiving=receiving, round_number=first, against_mounted=given["against_mounted"])
    found = {
        "dice": more if weapon == SPEAR else 0,
        "ap": weapon_penetration(weapon, assaulting=not receiving, mounted=given["mounted"]),
    }
    return Answer(found, (f"dice +{found['dice']}, AP +{found['ap']}",))


CALCULATIONS = (
    Calculation(
        name="combat-dice",
        text="The dice of a model in a round of close combat.",
        rule="L-55",
        parameters=(
            Parameter(name="cs", text="the CS, such as 2x3+", read=roll),
            Parameter(name="round", text="the round, from 1", read=positive, default="1"),
            Parameter(name="charging", text="it charges"),
            Parameter(name="second-weapon", text="it has two close combat weapons, or a pistol"),
            Parameter(name="furious-charge", text="it has Furious Charge"),
            Parameter(name="preferred-enemy", text="it fights its preferred enemy"),
            Parameter(name="ap", text="the AP of its profile", read=whole, default="0"),
            Parameter(name="weapon-ap", text="the AP of its weapon", read=whole, default="0"),
            Parameter(name="vehicle-moved", text="cm that the vehicle attacked has moved", read=whole, default="0"),
        ),
        answer=_combat_dice,
    ),
    Calculation(
        name="primitive-armour",
        text="The AV of primitive troops.",
        rule="L-110",
        parameters=(
            Parameter(name="armour", text="'chainmail and shield', 'plate and shield' or none", read=armour),
            Parameter(name="mounted", text="in the saddle"),
            Parameter(name="shield-to-assault", text="assaulted from the front, in the first round"),
        ),
        answer=_primitive_armour,
    ),
    Calculation(
        name="primitive-weapon",
        text="What a spear, a two-handed weapon or a lance adds.",
        rule="L-112",
        parameters=(
            Parameter(name="weapon", text="spear, two-handed or lance", read=arm),
            Parameter(name="receiving", text="the bearer is assaulted; he assaults otherwise"),
            Parameter(name="against-mounted", text="by cavalry or bikes"),
            Parameter(name="mounted", text="the bearer is in the saddle"),
            Parameter(name="round", text="the round, from 1", read=positive, default="1"),
        ),
        answer=_primitive_weapon,
    ),
)
