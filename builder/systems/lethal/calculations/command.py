"""Calculations of command, morale and confusion checks, and of unit groups."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from builder.systems.figures import dice, die, positive, whole
from builder.systems.lethal.checks import (
    State,
    after_morale_check,
    after_turn,
    best_command,
    confusion,
    losses_that_check,
    must_check_losses,
    passes_command_check,
    passes_morale_check,
)
from builder.systems.lethal.groups import forbidden
from builder.systems.lethal.questions import command, member, state, steady
from builder.systems.protocol import Answer, Calculation
from builder.systems.questions import Parameter


def _command_check(given: Mapping[str, Any]) -> Answer:
    """L-06, L-08 and L-09."""
    passed = passes_command_check(_command(given), given["die"])
    return Answer({"passed": passed}, ("passed" if passed else "failed",))


def _morale(given: Mapping[str, Any]) -> Answer:
    """L-06, L-30, L-31 and L-32."""
    if len(given["dice"]) != 2:
        raise ValueError("a morale check is two dice: --dice 2,6")
    passed = passes_morale_check(best_command(given["cm"], given["rule"]), given["dice"])
    now = after_morale_check(given["state"], passed, in_combat=given["in_combat"])
    later = now and after_turn(now)
    lines = [f"{'passed' if passed else 'failed'}: {now or 'destroyed'}"]
    if later is not now:
        lines.append(f"{later} after the turn")
    result = {"passed": passed, "state": now and str(now), "after_turn": later and str(later)}
    return Answer(result, tuple(lines))


def _losses(given: Mapping[str, Any]) -> Answer:
    """L-30."""
    if not given["after"] < given["before"] <= given["start"]:
        raise ValueError("models are lost: --start is at least --before, and that is more than --after")
    check = must_check_losses(given["start"], given["before"], given["after"])
    losses = losses_that_check(given["before"])
    return Answer(
        {"check": check, "losses_that_check": losses},
        ("a morale check" if check else "no check", f"of {given['before']} models {losses} lost at once are a quarter"),
    )


def _confusion(given: Mapping[str, Any]) -> Answer:
    """L-06 and L-33."""
    found = confusion(_command(given), given["die"])
    words = f"{found.outcome}, {found.dice} cm" if found.dice else str(found.outcome)
    return Answer({"result": str(found.outcome), "dice": found.dice or None}, (words,))


def _group(given: Mapping[str, Any]) -> Answer:
    """L-10 to L-12."""
    reasons = forbidden(given["unit"])
    return Answer(
        {
            "legal": not reasons,
            "reasons": [{"rule": one.rule, "wrong": one.wrong, "allowed": one.allowed} for one in reasons],
        },
        tuple(f"{one.rule}: {one.wrong}; allowed: {one.allowed}" for one in reasons) or ("legal",),
    )


def _command(given: Mapping[str, Any]) -> int:
    return best_command(given["cm"], given["rule"], in_fortification=given["in_fortification"])


_CM = Parameter(name="cm", text="the CM, such as 3+", read=command)
_DIE = Parameter(name="die", text="the die, 1 to 6", read=die)
_RULE = Parameter(name="rule", text="a rule of the unit: fearless, stubborn, siege masters", read=steady, many=True)
_FORTIFIED = Parameter(name="in-fortification", text="it is in a fortification")

CALCULATIONS = (
    Calculation(
        name="command-check",
        text="Whether a command check is passed.",
        rule="L-09",
        parameters=(_CM, _DIE, _RULE, _FORTIFIED),
        answer=_command_check,
    ),
    Calculation(
        name="morale",
        text="Whether a morale check is passed, and what becomes of the unit.",
        rule="L-30",
        parameters=(
            _CM,
            Parameter(name="dice", text="the two dice: 2,6", read=dice),
            Parameter(name="state", text="its state before", read=state, default=State.UNBROKEN),
            Parameter(name="in-combat", text="it is in close combat"),
            _RULE,
        ),
        answer=_morale,
    ),
    Calculation(
        name="losses",
        text="Whether losses call for a morale check.",
        rule="L-30",
        parameters=(
            Parameter(name="start", text="models at the start of the game", read=positive),
            Parameter(name="before", text="models before the losses", read=whole),
            Parameter(name="after", text="models left", read=whole),
        ),
        answer=_losses,
    ),
    Calculation(
        name="confusion",
        text="What a confusion check comes to.",
        rule="L-33",
        parameters=(_CM, _DIE, _RULE, _FORTIFIED),
        answer=_confusion,
    ),
    Calculation(
        name="group",
        text="Whether units may form a unit group.",
        rule="L-11",
        parameters=(
            Parameter(
                name="unit",
                text="a unit as type, slot and how it came: 'infantry, troops', 'vehicle, heavy support, linked'",
                read=member,
                many=True,
            ),
        ),
        answer=_group,
    ),
)
