"""What a hit does to infantry and to vehicles, and the saves against it."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from fractions import Fraction

from builder.systems.lethal.values import Roll

WITH_DIE = "D6 + AP"
AP_ALONE = "AP alone"


class Hit(enum.StrEnum):
    """How hard a vehicle was hit (L-51)."""

    NONE = "none"
    GLANCING = "glancing"
    PENETRATING = "penetrating"
    CATASTROPHIC = "catastrophic"


DAMAGE: Mapping[Hit, tuple[tuple[tuple[int, ...], str], ...]] = {
    Hit.GLANCING: (
        ((1,), "no effect"),
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


def hurts(die: int, penetration: int, armour: int) -> bool:
    """Whether a hit on infantry hurts, before its save: D6 + AP beat its AV (L-50)."""
    return die + penetration > armour


def vehicle_hit(die: int, penetration: int, armour: int, comparison: str = WITH_DIE) -> Hit:
    """How hard a vehicle is hit (L-51).

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
    """What a second D6 says of a hit on a vehicle (L-52); `no effect` for a hit that was none."""
    return next((result for faces, result in DAMAGE.get(hit, ()) if die in faces), "no effect")


def blast_penetration(penetration: int, under_hole: bool) -> int:
    """The AP of a blast: half, rounded down, for all but those under the hole (L-82)."""
    return penetration if under_hole else penetration // 2


VEHICLES_SECTION = "vehicles section"
STAT_SECTION = "stat section"
SPEED_TABLES: Mapping[str, tuple[tuple[int, int], ...]] = {
    VEHICLES_SECTION: ((30, 6), (45, 5), (60, 4), (75, 3), (76, 2)),
    STAT_SECTION: ((30, 6), (60, 5), (120, 4), (240, 3), (480, 2)),
}
"""From so many cm, the save, by table (L-04)."""


def speed_save(moved: int, table: str = VEHICLES_SECTION) -> int | None:
    """The save of a vehicle with SU (M) after a move of so many cm, as 2…6; None when it was too slow (L-04)."""
    saves = [save for least, save in SPEED_TABLES[table] if moved >= least]
    return saves[-1] if saves else None


def survives(save: Roll, dice: Iterable[int]) -> bool:
    """Whether a hit is discounted: any one die of the save reaches it (L-02)."""
    return any(die >= save.target for die in list(dice)[: save.dice])


def chance_to_survive(save: Roll) -> Fraction:
    """The chance that any one die of a save reaches it (L-02)."""
    return 1 - Fraction(save.target - 1, 6) ** save.dice if save.dice else Fraction(0)


def after_titan_killer(save: Roll, structure: int) -> Roll:
    """The save left against a Titan Killer that does so many points of structure damage; rolled once (L-53)."""
    return Roll(max(0, save.dice - structure), save.target)
