"""Calculations of stands, distances, dice and arcs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from builder.systems.epic.dice import d3
from builder.systems.epic.measures import inches, models_are_legal, stand_is_legal
from builder.systems.epic.questions import arc, centimetres
from builder.systems.figures import die, optional, positive
from builder.systems.protocol import Answer, Calculation
from builder.systems.questions import Parameter


def _stand(given: Mapping[str, Any]) -> Answer:
    """E-03."""
    size = stand_is_legal(given["width"], given["depth"])
    models = given["models"] is None or models_are_legal(given["models"])
    lines = [] if size else ["5 to 40 mm each way, and at least 20 mm one way"]
    lines += [] if models else ["three to seven models of infantry stand on it"]
    return Answer({"legal": size and models, "size": size, "models": models}, tuple(lines) or ("legal",))


def _inches(given: Mapping[str, Any]) -> Answer:
    """E-09: half the figure."""
    found = inches(given["cm"])
    return Answer({"inches": float(found)}, (f"{found.normalize():f} inches",))


def _d3(given: Mapping[str, Any]) -> Answer:
    """E-09."""
    found = d3(given["die"])
    return Answer({"d3": found}, (str(found),))


def _arc(given: Mapping[str, Any]) -> Answer:
    """E-02."""
    degrees = given["name"].degrees
    return Answer({"degrees": degrees}, (f"{degrees}°",))


CALCULATIONS = (
    Calculation(
        name="stand",
        text="Whether a stand may be used.",
        rule="E-03",
        parameters=(
            Parameter(name="width", text="mm", read=positive),
            Parameter(name="depth", text="mm", read=positive),
            Parameter(name="models", text="infantry models on it", read=optional(positive), default=""),
        ),
        answer=_stand,
    ),
    Calculation(
        name="inches",
        text="A distance for players who measure in inches.",
        rule="E-09",
        parameters=(Parameter(name="cm", text="the distance in cm", read=centimetres),),
        answer=_inches,
    ),
    Calculation(
        name="d3",
        text="The D3 that a D6 shows.",
        rule="E-09",
        parameters=(Parameter(name="die", text="the D6, 1 to 6", read=die),),
        answer=_d3,
    ),
    Calculation(
        name="arc",
        text="How wide an arc of fire is.",
        rule="E-02",
        parameters=(Parameter(name="name", text="forward, rear, left, right, fixed forward or 360°", read=arc),),
        answer=_arc,
    ),
)
