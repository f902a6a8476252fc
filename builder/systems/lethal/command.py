"""Actions and movement (distances in cm); command, morale and confusion checks, and the states they lead to."""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterable
from dataclasses import dataclass

OFFENSIVE, DEFENSIVE = "offensive", "defensive"


@dataclass(frozen=True, slots=True)
class UnitAction:
    """An action (L-35): whether it needs a command check, the stances that allow it, what it does."""

    name: str
    check: bool
    stances: tuple[str, ...]
    text: str
    rule: str


MOVE_MOVE, MOVE_SHOOT, SHOOT_MOVE, SHOOT_SHOOT = "Move-Move", "Move-Shoot", "Shoot-Move", "Shoot-Shoot"
FAST, FOCUSED, SUPPRESSING, INDIRECT = "Fast Vehicle Move", "Focused Shot", "Suppressing Fire", "Indirect/Barrage"
ENTRENCH, REFORM, FIND_AMMO = "Entrench", "Reform", "Find Ammo"
ACTIONS = (
    UnitAction(MOVE_MOVE, False, (OFFENSIVE,), "Two moves. Contact is a charge, fought at once.", "L-61"),
    UnitAction(
        MOVE_SHOOT,
        True,
        (OFFENSIVE, DEFENSIVE),
        "A move, then the check: one shot, no heavy weapons. Contact is a charge, without the shot.",
        "L-62",
    ),
    UnitAction(
        SHOOT_MOVE,
        True,
        (OFFENSIVE,),
        "One shot, then the check: one move. Shaken after heavy weapons, or rapid fire under 30 cm. Contact: no charge"
        " bonus, stunned afterwards.",
        "L-63",
    ),
    UnitAction(FAST, False, (OFFENSIVE,), "4 × M straight on; nobody fires, gets in or out.", "L-65"),
    UnitAction(SHOOT_SHOOT, False, (DEFENSIVE,), "Two direct shots.", "L-64"),
    UnitAction(FOCUSED, True, (DEFENSIVE,), "One direct shot at CR × 2.", "L-64"),
    UnitAction(
        SUPPRESSING,
        True,
        (DEFENSIVE,),
        "A corridor of fire; costs one ammunition counter. Failed: one shot, then shaken (L-91).",
        "L-90",
    ),
    UnitAction(INDIRECT, True, (DEFENSIVE,), "One indirect shot, up to the full CR.", "L-64"),
    UnitAction(
        ENTRENCH,
        False,
        (DEFENSIVE,),
        "The whole turn. One band of cover better until it moves or is assaulted; only shoot actions.",
        "L-45",
    ),
    UnitAction(REFORM, True, (DEFENSIVE,), "No longer shaken or stunned.", "L-66"),
    UnitAction(FIND_AMMO, False, (DEFENSIVE,), "Only when out of ammunition: back to one counter.", "L-22"),
)

FAST_FACTOR = 4
SLOW_ENOUGH = 30
"""A vehicle that went further lets nobody in or out that turn (L-72, L-73)."""
TROOP_REACH = 5
"""How near to an access point troops get in or out (L-72, L-73)."""


def in_difficult_terrain(movement: int, *, ranked: bool = False) -> int:
    """Return how far a move goes in difficult terrain: half, for ranked units a quarter, rounded down (L-70, L-113)."""
    return movement // (4 if ranked else 2)


def fast_move(movement: int) -> int:
    """Return how far a Fast Vehicle Move goes, in a straight line (L-65)."""
    return FAST_FACTOR * movement


def height_crossed(movement: int, move_actions: int) -> int:
    """Return how high terrain may be that jump infantry, skimmers and flyers cross: half of all their moves (L-71)."""
    return movement * move_actions // 2


def may_disembark(moved: int, *, after_move_move: bool = False) -> bool:
    """Whether troops may get out of a vehicle that moved so far this turn (L-72)."""
    return moved <= SLOW_ENOUGH and not after_move_move


def may_embark(moved: int) -> bool:
    """Whether troops may get into a vehicle that moved so far this turn (L-73)."""
    return moved <= SLOW_ENOUGH


ALL_ACTIONS = 2
"""The actions that a unit has in a turn (L-35)."""


def after_getting_out(used: int) -> tuple[str, ...]:
    """Return the actions left to troops who get out of a vehicle that has used so many (L-72)."""
    if used >= ALL_ACTIONS:
        return ()
    return (MOVE_MOVE, MOVE_SHOOT) if used else tuple(action.name for action in ACTIONS)


class MoraleState(enum.StrEnum):
    """How far a unit is broken, from best to worst (L-31)."""

    UNBROKEN = "unbroken"
    SHAKEN = "shaken"
    STUNNED = "stunned"
    PARALYSED = "paralysed"
    ROUTED = "routed"


ALLOWED = {
    MoraleState.UNBROKEN: "every action",
    MoraleState.SHAKEN: "one action, no shooting; only Reform clears it",
    MoraleState.STUNNED: "no move, entrenching or shooting; may Reform or Find Ammo",
    MoraleState.PARALYSED: "nothing; infantry are destroyed if assaulted",
    MoraleState.ROUTED: "two moves towards the fall-back zone; morale check each turn",
}
"""What a unit may do in each state (L-34)."""


class ConfusionOutcome(enum.StrEnum):
    """What a confusion check comes to (L-33)."""

    PASSED = "passed"
    TOWARDS_ENEMY = "towards enemy"
    RANDOM = "random"
    SHAKEN = "shaken"
    STUNNED = "stunned"
    PARALYSED = "paralysed"


@dataclass(frozen=True, slots=True)
class ConfusionResult:
    """The outcome of a confusion check; `dice` say how many cm the unit moves, empty where it does not."""

    outcome: ConfusionOutcome
    dice: str = ""


CONFUSION = (
    ConfusionResult(ConfusionOutcome.PASSED),
    ConfusionResult(ConfusionOutcome.TOWARDS_ENEMY, "3D6"),
    ConfusionResult(ConfusionOutcome.RANDOM, "4D6"),
    ConfusionResult(ConfusionOutcome.SHAKEN),
    ConfusionResult(ConfusionOutcome.STUNNED),
    ConfusionResult(ConfusionOutcome.PARALYSED, "2D6"),
)
"""By how much the check was failed (L-33)."""


def command_needs(command: int) -> int:
    """Return what a D6 must show in a command check on a CM: a 1 never passes, on 1+ neither (L-08)."""
    return max(2, command)


def passes_command_check(command: int, die: int) -> bool:
    """Whether a D6 reaches the CM; a 1 never does (L-08, L-09)."""
    return die >= command_needs(command)


def passes_morale_check(command: int, dice: tuple[int, int]) -> bool:
    """Whether the lower of two dice reaches the CM (L-30)."""
    return min(dice) >= command


def confusion(command: int, die: int) -> ConfusionResult:
    """Return what a D6 against the CM comes to (L-33)."""
    return CONFUSION[min(max(0, command - die), len(CONFUSION) - 1)]


ENEMY_DISTANCE = 5
"""How far off an enemy a confused unit stops (L-36)."""


def confusion_move(dice: Iterable[int], *, enemy: int | None = None, stopped: int | None = None) -> int:
    """Return how far a confused unit moves, in cm: the sum of its dice, as far as nothing stops it (L-33, L-36).

    Args:
        dice: the dice of the move.
        enemy: cm to the enemy that is in its way; it stops before it is in contact.
        stopped: cm to impassable terrain or the table edge.
    """
    limits = [sum(dice)]
    if enemy is not None:
        limits.append(max(0, enemy - ENEMY_DISTANCE))
    if stopped is not None:
        limits.append(stopped)
    return min(limits)


def may_rally(start: int, left: int, *, friend: bool, enemy_near: bool = False) -> bool:
    """Whether a routing unit may take its morale check at all (L-32): else it goes on routing.

    Args:
        start: models that it began the game with.
        left: models that are left.
        friend: a friendly unit is on the table.
        enemy_near: an enemy is within its contact range.
    """
    return 2 * left > start and friend and not enemy_near


def after_failed_morale(state: MoraleState) -> MoraleState:
    """Return the state one step worse; a unit that is routed stays so until it rallies or is destroyed (L-31, L-32)."""
    states = list(MoraleState)
    return states[min(states.index(state) + 1, len(states) - 1)]


def after_morale_check(state: MoraleState, passed: bool, *, in_combat: bool = False) -> MoraleState | None:
    """Return the state after a morale check; None for a unit that is destroyed (L-31, L-32).

    A routing unit checks at the start of its turn: it rallies to paralysed, or is destroyed; in close combat every
    unit that fails is.
    """
    if passed:
        return MoraleState.PARALYSED if state is MoraleState.ROUTED else state
    return None if in_combat or state is MoraleState.ROUTED else after_failed_morale(state)


def after_turn(state: MoraleState) -> MoraleState:
    """Return the state at the end of the turn: stunned and paralysed units become shaken (L-32)."""
    return MoraleState.SHAKEN if state in (MoraleState.STUNNED, MoraleState.PARALYSED) else state


def must_check_losses(start: int, before: int, after: int) -> bool:
    """Whether losses call for a morale check (L-30).

    Args:
        start: models that the unit began the game with.
        before: models before the losses.
        after: models left, fewer than before.
    """
    return after > 0 and (4 * (before - after) >= before or 2 * after < start <= 2 * before)


SHOCKING = 15
"""How near ordnance lands, in cm, to call for a morale check (L-30)."""


def losses_that_check(models: int) -> int:
    """Return how many of so many models, lost at once, call for a morale check: a quarter, rounded up (L-30)."""
    return -(-models // 4)


FORTIFIED = "siege masters"
STEADY = ("fearless", "stubborn", FORTIFIED)
"""Special rules that make a CM of 2+; the last in fortifications alone, and not for morale (L-06)."""


def best_command(command: int, rules: Collection[str] = (), *, in_fortification: bool = False) -> int:
    """Return the CM with special rules (L-06), as 1…6.

    Args:
        command: the CM of the profile.
        rules: names of special rules in lower case, those shared between a character and his unit included.
        in_fortification: the unit is in fortifications, which Siege Masters use; not for morale.
    """
    steady = {rule for rule in STEADY if in_fortification or rule != FORTIFIED}
    return min(command, 2) if steady & set(rules) else command
