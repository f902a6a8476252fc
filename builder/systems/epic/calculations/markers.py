"""Calculations of blast markers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from builder.systems.epic.calculations.parts import MARKERS
from builder.systems.epic.markers import broken_at, firing, is_broken, markers_gained
from builder.systems.figures import positive, whole
from builder.systems.protocol import Answer, Calculation
from builder.systems.questions import Parameter


def _markers(given: Mapping[str, Any]) -> Answer:
    """E-10 and E-19."""
    gained = markers_gained(given)
    return Answer({"gained": gained}, (f"{gained} blast {'marker' if gained == 1 else 'markers'}",))


def _broken(given: Mapping[str, Any]) -> Answer:
    """E-11."""
    broken = is_broken(given["units"], given["markers"])
    at = broken_at(given["units"])
    return Answer({"broken": broken, "broken_at": at}, ("broken" if broken else f"not broken; broken at {at}",))


def _suppressed(given: Mapping[str, Any]) -> Answer:
    """E-11."""
    fire = firing(given["able"], given["markers"])
    return Answer({"firing": fire, "suppressed": given["able"] - fire}, (f"{fire} of {given['able']} fire",))


CALCULATIONS = (
    Calculation(
        name="markers",
        text="The blast markers that a formation gets.",
        rule="E-10",
        parameters=(
            Parameter(name="shot-at", text="times it was shot at", read=whole, default="0"),
            Parameter(name="destroyed", text="units destroyed", read=whole, default="0"),
            Parameter(name="out-of-formation", text="units lost out of formation", read=whole, default="0"),
            Parameter(name="failed-tests", text="action tests failed", read=whole, default="0"),
            Parameter(name="dangerous-terrain-losses", text="units lost in dangerous terrain", read=whole, default="0"),
        ),
        answer=_markers,
    ),
    Calculation(
        name="broken",
        text="Whether a formation is broken.",
        rule="E-11",
        parameters=(Parameter(name="units", text="units left, carried ones too", read=positive), MARKERS),
        answer=_broken,
    ),
    Calculation(
        name="suppressed",
        text="How many units still fire.",
        rule="E-11",
        parameters=(Parameter(name="able", text="units with range and line of fire", read=whole), MARKERS),
        answer=_suppressed,
    ),
)
