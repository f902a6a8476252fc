"""Movement: difficult terrain, fast vehicles, flight, getting in and out; distances in cm."""

from __future__ import annotations

FAST_FACTOR = 4
SLOW_ENOUGH = 30
"""A vehicle that went further lets nobody in or out that turn (L-72, L-73)."""
TROOP_REACH = 5
"""How near to an access point troops get in or out (L-72, L-73)."""


def in_difficult_terrain(movement: int, *, ranked: bool = False) -> int:
    """How far a move goes in difficult terrain: half, for ranked units a quarter, rounded down (L-70, L-113)."""
    return movement // (4 if ranked else 2)


def fast_move(movement: int) -> int:
    """How far a Fast Vehicle Move goes, in a straight line (L-65)."""
    return FAST_FACTOR * movement


def height_crossed(movement: int, move_actions: int) -> int:
    """How high terrain may be that jump infantry, skimmers and flyers cross: half of all their moves (L-71)."""
    return movement * move_actions // 2


def may_disembark(moved: int, *, after_move_move: bool = False) -> bool:
    """Whether troops may get out of a vehicle that moved so far this turn (L-72)."""
    return moved <= SLOW_ENOUGH and not after_move_move


def may_embark(moved: int) -> bool:
    """Whether troops may get into a vehicle that moved so far this turn (L-73)."""
    return moved <= SLOW_ENOUGH
