"""Calculations of stands, distances, dice and arcs."""

from __future__ import annotations

from builder.systems.calculation import Answer, Calculation
from builder.systems.epic.dice import d3
from builder.systems.epic.measures import inches, models_are_legal, stand_is_legal
from builder.systems.epic.questions import Centimetres, FireArc
from builder.systems.figures import Die, Positive
from builder.systems.parameters import given


class Stand(Calculation):
    """Whether a stand may be used."""

    rule = "E-03"
    width: Positive = given("mm")
    depth: Positive = given("mm")
    models: Positive | None = given("infantry models on it", default=None)

    def answer(self) -> Answer:
        """E-03."""
        size = stand_is_legal(self.width, self.depth)
        models = self.models is None or models_are_legal(self.models)
        lines = [] if size else ["5 to 40 mm each way, and at least 20 mm one way"]
        lines += [] if models else ["three to seven models of infantry stand on it"]
        return Answer({"legal": size and models, "size": size, "models": models}, tuple(lines) or ("legal",))


class Inches(Calculation):
    """A distance for players who measure in inches."""

    rule = "E-09"
    cm: Centimetres = given("the distance in cm")

    def answer(self) -> Answer:
        """E-09: half the figure."""
        found = inches(self.cm)
        return Answer({"inches": float(found)}, (f"{found.normalize():f} inches",))


class D3(Calculation):
    """The D3 that a D6 shows."""

    rule = "E-09"
    die: Die = given("the D6, 1 to 6")

    def answer(self) -> Answer:
        """E-09."""
        found = d3(self.die)
        return Answer({"d3": found}, (str(found),))


class Arc(Calculation):
    """How wide an arc of fire is."""

    rule = "E-02"
    name: FireArc = given("forward, rear, left, right, fixed forward or 360°")

    def answer(self) -> Answer:
        """E-02."""
        degrees = self.name.degrees
        return Answer({"degrees": degrees}, (f"{degrees}°",))


CALCULATIONS: tuple[type[Calculation], ...] = (Stand, Inches, D3, Arc)
