"""Command, morale and confusion checks, and the states that a unit falls into."""

from __future__ import annotations

import enum
from collections.abc import Collection
from dataclasses import dataclass


class State(enum.StrEnum):
    """How far a unit is broken, from best to worst (L-31)."""

    UNBROKEN = "unbroken"
    SHAKEN = "shaken"
    STUNNED = "stunned"
    PARALYSED = "paralysed"
    ROUTED = "routed"


ALLOWED = {
    State.UNBROKEN: "every action",
    State.SHAKEN: "one action, no shooting; only Reform clears it",
    State.STUNNED: "no move, entrenching or shooting; may Reform or Find Ammo",
    State.PARALYSED: "nothing; infantry are destroyed if assaulted",
    State.ROUTED: "two moves towards the fall-back zone; morale check each turn",
}
"""What a unit may do in each state (L-34)."""


class Outcome(enum.StrEnum):
    """What a confusion check comes to (L-33)."""

    PASSED = "passed"
    TOWARDS_ENEMY = "towards enemy"
    RANDOM = "random"
    SHAKEN = "shaken"
    STUNNED = "stunned"
    PARALYSED = "paralysed"


@dataclass(frozen=True, slots=True)
class Confusion:
    """The outcome of a confusion check; `dice` say how many cm the unit moves, empty where it does not."""

    outcome: Outcome
    dice: str = ""


CONFUSION = (
    Confusion(Outcome.PASSED),
    Confusion(Outcome.TOWARDS_ENEMY, "3D6"),
    Confusion(Outcome.RANDOM, "4D6"),
    Confusion(Outcome.SHAKEN),
    Confusion(Outcome.STUNNED),
    Confusion(Outcome.PARALYSED, "2D6"),
)
"""By how much the check was failed (L-33)."""


def passes_command_check(command: int, die: int) -> bool:
    """Whether a D6 reaches the CM; a 1 never does (L-08, L-09)."""
    return die > 1 and die >= command


def passes_morale_check(command: int, dice: tuple[int, int]) -> bool:
    """Whether the lower of two dice reaches the CM (L-30)."""
    return min(dice) >= command


def confusion(command: int, die: int) -> Confusion:
    """What a D6 against the CM comes to (L-33)."""
    return CONFUSION[min(max(0, command - die), len(CONFUSION) - 1)]


def after_failed_morale(state: State) -> State:
    """The state one step worse; a unit that is routed stays so until it rallies or is destroyed (L-31, L-32)."""
    states = list(State)
    return states[min(states.index(state) + 1, len(states) - 1)]


def after_morale_check(state: State, passed: bool, *, in_combat: bool = False) -> State | None:
    """The state after a morale check; None for a unit that is destroyed (L-31, L-32).

    A routing unit checks at the start of its turn: it rallies to paralysed, or is destroyed; in close combat every
    unit that fails is.
    """
    if passed:
        return State.PARALYSED if state is State.ROUTED else state
    return None if in_combat or state is State.ROUTED else after_failed_morale(state)


def after_turn(state: State) -> State:
    """The state at the end of the turn: stunned and paralysed units become shaken (L-32)."""
    return State.SHAKEN if state in (State.STUNNED, State.PARALYSED) else state


def must_check_losses(start: int, before: int, after: int) -> bool:
    """Whether losses call for a morale check (L-30).

    Args:
        start: models that the unit began the game with.
        before: models before the losses.
        after: models left, fewer than before.
    """
    return after > 0 and (4 * (before - after) >= before or 2 * after < start <= 2 * before)


def losses_that_check(models: int) -> int:
    """How many of so many models, lost at once, call for a morale check: a quarter, rounded up (L-30)."""
    return -(-models // 4)


FORTIFIED = "siege masters"
STEADY = ("fearless", "stubborn", FORTIFIED)
"""Special rules that make a CM of 2+; the last in fortifications alone, and not for morale (L-06)."""


def best_command(command: int, rules: Collection[str] = (), *, in_fortification: bool = False) -> int:
    """The CM with special rules (L-06), as 1…6.

    Args:
        command: the CM of the profile.
        rules: names of special rules in lower case, those shared between a character and his unit included.
        in_fortification: the unit is in fortifications, which Siege Masters use; not for morale.
    """
    steady = {rule for rule in STEADY if in_fortification or rule != FORTIFIED}
    return min(command, 2) if steady & set(rules) else command
