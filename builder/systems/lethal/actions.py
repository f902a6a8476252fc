"""Actions, stances and movement: what a unit may do in its turn, and how far; distances in cm."""

from __future__ import annotations

from dataclasses import dataclass

OFFENSIVE, DEFENSIVE = "offensive", "defensive"


@dataclass(frozen=True, slots=True)
class Action:
    """An action (L-35): whether it needs a command check, the stances that allow it, what it does."""

    name: str
    check: bool
    stances: tuple[str, ...]
    text: str
    rule: str


ACTIONS = (
    Action("Move-Move", False, (OFFENSIVE,), "Two moves. Contact is a charge, fought at once.", "L-61"),
    Action(
        "Move-Shoot",
        True,
        (OFFENSIVE, DEFENSIVE),
        "A move, then the check: one shot, no heavy weapons. Contact is a charge, without the shot.",
        "L-62",
    ),
    Action(
        "Shoot-Move",
        True,
        (OFFENSIVE,),
        "One shot, then the check: one move. Shaken after heavy weapons, or rapid fire within 30 cm. Contact: no charge"
        " bonus, stunned afterwards.",
        "L-63",
    ),
    Action("Fast Vehicle Move", False, (OFFENSIVE,), "4 × M straight on; nobody fires, gets in or out.", "L-65"),
    Action("Shoot-Shoot", False, (DEFENSIVE,), "Two direct shots.", "L-64"),
    Action("Focused Shot", True, (DEFENSIVE,), "One direct shot at CR × 2.", "L-64"),
    Action("Suppressing Fire", True, (DEFENSIVE,), "A corridor of fire; costs one ammunition counter.", "L-90"),
    Action("Indirect/Barrage", True, (DEFENSIVE,), "One indirect shot, up to the full CR.", "L-64"),
    Action(
        "Entrench",
        False,
        (DEFENSIVE,),
        "The whole turn. One band of cover better until it moves or is assaulted; only shoot actions.",
        "L-45",
    ),
    Action("Reform", True, (DEFENSIVE,), "No longer shaken or stunned.", "L-66"),
    Action("Find Ammo", False, (DEFENSIVE,), "Only when out of ammunition: back to one counter.", "L-22"),
)

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
