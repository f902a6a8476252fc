"""Calculations of dangerous terrain, and of saves by cover."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from builder.systems.chances import exact_average, exact_chance, percent
from builder.systems.epic.questions import shelter
from builder.systems.epic.terrain import best_save, danger
from builder.systems.figures import optional, positive, score
from builder.systems.protocol import Answer, Calculation
from builder.systems.questions import Parameter

MOST_UNITS = 300
"""No formation has more."""


def _dangerous_terrain(given: Mapping[str, Any]) -> Answer:
    """E-15."""
    if given["units"] > MOST_UNITS:
        raise ValueError(f"more than {MOST_UNITS} units: work out fewer at a time")
    lost = danger(given["cautious"])
    losses, any_lost = lost * given["units"], 1 - (1 - lost) ** given["units"]
    return Answer(
        {
            "chance": exact_chance(lost),
            "expected": exact_average(losses),
            "any": exact_chance(any_lost),
        },
        (
            f"each is lost, without a save or a marker: {percent(lost)} ({lost})",
            f"expected losses: {float(losses):.2f}; one or more: {percent(any_lost)}",
        ),
    )


def _save(given: Mapping[str, Any]) -> Answer:
    """E-15, E-20 and E-23."""
    found = best_save(given["armour"], given["shelter"], crossfire=given["crossfire"])
    if found is None or not found.chance:
        return Answer({"needs": None, "by": None, "chance": exact_chance(Fraction(0))}, ("no save",))
    by = str(given["shelter"]) if found.sheltered else "armour"
    likely = found.chance
    words = f"{by}: needs {found.needs}+: {percent(likely)} ({likely})"
    return Answer({"needs": found.needs, "by": by, "chance": exact_chance(likely)}, (words,))


CALCULATIONS = (
    Calculation(
        name="danger",
        text="What dangerous terrain costs a formation.",
        rule="E-15",
        parameters=(
            Parameter(name="units", text="units that enter it, or start a move in it", read=positive, default="1"),
            Parameter(name="cautious", text="they move at 5 cm, and roll a 1 again"),
        ),
        answer=_dangerous_terrain,
    ),
    Calculation(
        name="saving-throw",
        text="The save of infantry: its armour, or that of where it is.",
        rule="E-15",
        parameters=(
            Parameter(name="armour", text="the armour, such as 5+; none without", read=optional(score), default=""),
            Parameter(
                name="shelter",
                text="fortification, building, overwatch (in the open), or transport (a destroyed one)",
                read=optional(shelter),
                default="",
            ),
            Parameter(name="crossfire", text="it is caught in a crossfire"),
        ),
        answer=_save,
    ),
)
