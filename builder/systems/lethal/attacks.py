"""Shooting, close combat, what a hit does to infantry and to vehicles, the saves against it, and readings of these."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from builder.systems.lethal.values import NO_ROLL, Roll
from builder.systems.protocol import Setting

WITH_DIE = "D6 + AP"
AP_ALONE = "AP alone"


class Hit(enum.StrEnum):
    """How hard a vehicle was hit (L-51)."""

    NONE = "none"
    GLANCING = "glancing"
    PENETRATING = "penetrating"
    CATASTROPHIC = "catastrophic"


NO_EFFECT = "no effect"
DAMAGE: Mapping[Hit, tuple[tuple[tuple[int, ...], str], ...]] = {
    Hit.GLANCING: (
        ((1,), NO_EFFECT),
        ((2, 3), "crew shaken"),
        ((4, 5), "crew stunned"),
        ((6,), "weapon destroyed"),
    ),
    Hit.PENETRATING: (
        ((1,), "crew stunned"),
        ((2, 3), "weapon destroyed"),
        ((4, 5), "immobilised"),
        ((6,), "destroyed"),
    ),
    Hit.CATASTROPHIC: (
        ((1,), "weapon destroyed"),
        ((2, 3), "immobilised"),
        ((4, 5), "destroyed"),
        ((6,), "explodes"),
    ),
}
"""The results of a D6 by the kind of hit (L-52)."""

CATASTROPHIC_FROM = 3


def penetrates(die: int, penetration: int, armour: int) -> bool:
    """Whether a hit on infantry hurts, before its save: D6 + AP beat its AV (L-50)."""
    return die + penetration > armour


def vehicle_hit(die: int, penetration: int, armour: int, comparison: str = WITH_DIE) -> Hit:
    """Return how hard a vehicle is hit (L-51).

    Args:
        die: a D6.
        penetration: the AP of the weapon.
        armour: the AV of the side that is hit.
        comparison: `D6 + AP`, or `AP alone`, which the vehicles section compares.
    """
    beyond = penetration - armour + (die if comparison == WITH_DIE else 0)
    if beyond >= CATASTROPHIC_FROM:
        return Hit.CATASTROPHIC
    if beyond > 0:
        return Hit.PENETRATING
    return Hit.GLANCING if beyond == 0 else Hit.NONE


def vehicle_damage(hit: Hit, die: int) -> str:
    """Return what a second D6 says of a hit on a vehicle (L-52); `no effect` for a hit that was none."""
    return next((result for faces, result in DAMAGE.get(hit, ()) if die in faces), NO_EFFECT)


def blast_penetration(penetration: int, under_hole: bool) -> int:
    """Return the AP of a blast: half, rounded down, for all but those under the hole (L-82)."""
    return penetration if under_hole else penetration // 2


def scatter(dice: Sequence[int], *, highest: bool = False) -> int:
    """Return how far ordnance scatters, in cm: the sum of its dice; of a barrage's the two highest (L-83, L-84)."""
    return sum(sorted(dice, reverse=True)[:2] if highest else dice)


VEHICLES_SECTION = "vehicles section"
STAT_SECTION = "stat section"
SPEED_TABLES: Mapping[str, tuple[tuple[int, int], ...]] = {
    VEHICLES_SECTION: ((30, 6), (45, 5), (60, 4), (75, 3), (76, 2)),
    STAT_SECTION: ((30, 6), (60, 5), (120, 4), (240, 3), (480, 2)),
}
"""From so many cm, the save, by table (L-04)."""


def speed_save(moved: int, table: str = VEHICLES_SECTION) -> int | None:
    """Return the save of a vehicle with SU (M) after a move of so many cm, as 2…6; None when it was too slow (L-04)."""
    saves = [save for least, save in SPEED_TABLES[table] if moved >= least]
    return saves[-1] if saves else None


def survives(save: Roll, dice: Iterable[int]) -> bool:
    """Whether a hit is discounted: any one die of the save reaches it (L-02)."""
    return any(die >= save.target for die in list(dice)[: save.dice])


def chance_to_survive(save: Roll) -> Fraction:
    """Return the chance that any one die of a save reaches it (L-02)."""
    return 1 - Fraction(save.target - 1, 6) ** save.dice if save.dice else Fraction(0)


def after_titan_killer(save: Roll, structure: int) -> Roll:
    """Return the save left against a Titan Killer that does so many points of structure damage; rolled once (L-53)."""
    return Roll(max(0, save.dice - structure), save.target)


AT_START = 1
FOUND = 1


def after_shooting(counters: int, dice: Iterable[int]) -> int:
    """Return the counters left after shooting actions, for each of which the opponent rolled a die (L-22)."""
    return max(0, counters - sum(die == 1 for die in dice))


def after_suppressive_fire(counters: int | None) -> int:
    """Return the counters left after suppressive fire, none for a vehicle (its counters are None) (L-96)."""
    return 0 if counters is None else max(0, counters - 1)


def after_finding(counters: int) -> int:
    """Return the counters after Find Ammo: back to one, only from none (L-22)."""
    return FOUND if counters == 0 else counters


@dataclass(frozen=True, slots=True)
class ExpectedVolley:
    """The dice of a unit's weapons with what to expect: hits, hits that go through the armour, and losses."""

    dice: int
    hits: Fraction
    through: Fraction
    lost: Fraction


def dice_to_hit(skill: Roll, shots: int = 1, models: int = 1, *, rapid_fire: bool = False) -> int:
    """Return the dice of equal weapons: the shots of each, twice as many in rapid fire within 30 cm (L-80, L-81).

    Args:
        skill: the SS, whose multiple counts as well (L-02).
        shots: the multiple of the weapon.
        models: how many fire one.
        rapid_fire: it is such a weapon, and the target is near.
    """
    return models * shots * skill.dice * (2 if rapid_fire else 1)


def chance_to_hit(skill: Roll, *, twin_linked: bool = False) -> Fraction:
    """Return the chance that one die hits; misses of twin-linked weapons are rolled again (L-80, L-85)."""
    missed = Fraction(skill.target - 1, 6) if skill.dice else Fraction(1)
    return 1 - missed**2 if twin_linked else 1 - missed


def volley(
    dice: int, skill: Roll, penetration: int, armour: int, save: Roll = NO_ROLL, *, twin_linked: bool = False
) -> ExpectedVolley:
    """Return what dice fired at infantry come to on average: hit, through the armour, not saved (L-50, L-80)."""
    hits = dice * chance_to_hit(skill, twin_linked=twin_linked)
    through = hits * Fraction(sum(penetrates(face, penetration, armour) for face in range(1, 7)), 6)
    return ExpectedVolley(dice, hits, through, through * (1 - chance_to_survive(save)))


def corridor_hits(models: int, weapons: int) -> int:
    """Return the hits in a corridor of fire: each model touched is hit once by each weapon (L-92)."""
    return models * weapons


def overheated(hits: int, dice: Iterable[int]) -> tuple[int, int]:
    """Return the automatic hits left to weapons that get hot, and the SU rolls of bearers, one for each 1 (L-95)."""
    ones = sum(die == 1 for die in dice)
    return hits - ones, ones


CM_FOR_EACH_DIE = 15
"""A vehicle that moved so many cm costs its attackers one die (L-108)."""


def combat_dice(
    multiple: int,
    round_number: int = 1,
    *,
    charging: bool = False,
    second_weapon: bool = False,
    furious_charge: bool = False,
    preferred_enemy: bool = False,
    vehicle_moved: int = 0,
) -> int:
    """Return the dice of one model in a round of close combat, 0 or more (L-55, L-06, L-108).

    Args:
        multiple: the CS multiple of its profile.
        round_number: the round, from 1; each further one adds a die.
        charging: it charges; counts in the first round alone, as Furious Charge does.
        second_weapon: it has two close combat weapons, or a pistol.
        furious_charge: it has that rule.
        preferred_enemy: it fights the enemy that it prefers.
        vehicle_moved: cm that the vehicle it attacks moved in its last action.
    """
    first = round_number == 1
    more = (round_number - 1) + second_weapon + preferred_enemy + (first and charging) + (first and furious_charge)
    return max(0, multiple + more - vehicle_moved // CM_FOR_EACH_DIE)


def combat_penetration(profile: int, weapon: int = 0) -> int:
    """Return the AP in close combat: the better of profile and weapon (L-100)."""
    return max(profile, weapon)


def move_in(movement: int) -> int:
    """Return how far models move between two rounds, in cm: half their M, rounded down (L-101)."""
    return movement // 2


CHAINMAIL = "chainmail and shield"
PLATE = "plate and shield"
ARMOUR: Mapping[str, int] = {"none": 0, "shield": 0, CHAINMAIL: 1, PLATE: 2}
"""AV by what they wear (L-110); a shield needs no armour, and counts by itself against an assault alone (L-112)."""
SPEAR, TWO_HANDED, LANCE = ARMS = ("spear", "two-handed", "lance")
"""Weapons of the hand that do more (L-112)."""


def primitive_armour(armour: str, *, mounted: bool = False, shield_to_assault: bool = False) -> int:
    """Return the AV of primitive troops.

    A shield adds one against an assault to the front, first round (L-110, L-112).
    """
    return ARMOUR[armour] + mounted + shield_to_assault


def spear_dice(*, receiving: bool, round_number: int, against_mounted: bool = False) -> int:
    """Return the dice that a spear adds: receiving an assault, in the first round, more against riders (L-112)."""
    if not receiving or round_number != 1:
        return 0
    return 2 if against_mounted else 1


def weapon_penetration(weapon: str, *, assaulting: bool, mounted: bool) -> int:
    """Return the AP that a two-handed weapon or a lance adds (L-112); 0 for any other."""
    if weapon == TWO_HANDED:
        return 2
    return 2 if weapon == LANCE and assaulting and mounted else 0


SPEED_SAVE = Setting(
    name="speed save",
    choices={
        VEHICLES_SECTION: "A move of 30, 45, 60, 75 or 76 cm saves on 6+, 5+, 4+, 3+ or 2+.",
        STAT_SECTION: "A move of 30, 60, 120, 240 or 480 cm saves on 6+, 5+, 4+, 3+ or 2+.",
    },
    rule="L-04",
)
VEHICLE_DAMAGE = Setting(
    name="vehicle damage",
    choices={
        WITH_DIE: "A D6 and the AP are compared with the AV of a vehicle.",
        AP_ALONE: "The AP alone is compared with the AV of a vehicle.",
    },
    rule="L-51",
)
SETTINGS = (SPEED_SAVE, VEHICLE_DAMAGE)
