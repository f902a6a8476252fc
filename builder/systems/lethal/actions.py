"""Actions and stances: what a unit may do in its turn."""

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
