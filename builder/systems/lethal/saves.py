"""Survivability: saves of models and of fast vehicles, and what a Titan Killer leaves of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from builder.systems.lethal.values import Roll

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
