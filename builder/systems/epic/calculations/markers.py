"""Calculations of blast markers."""

from __future__ import annotations

from msgspec.structs import asdict

from builder.systems.calculation import Answer, Calculation
from builder.systems.epic.calculations.parts import MARKERS
from builder.systems.epic.markers import broken_at, firing, is_broken, markers_gained
from builder.systems.figures import Positive, Whole
from builder.systems.parameters import given


class Markers(Calculation):
    """The blast markers that a formation gets."""

    rule = "E-10"
    shot_at: Whole = given("times it was shot at", default=0)
    destroyed: Whole = given("units destroyed", default=0)
    out_of_formation: Whole = given("units lost out of formation", default=0)
    failed_tests: Whole = given("action tests failed", default=0)
    dangerous_terrain_losses: Whole = given("units lost in dangerous terrain", default=0)

    def answer(self) -> Answer:
        """E-10 and E-19."""
        gained = markers_gained(asdict(self))
        return Answer({"gained": gained}, (f"{gained} blast {'marker' if gained == 1 else 'markers'}",))


class Broken(Calculation):
    """Whether a formation is broken."""

    rule = "E-11"
    units: Positive = given("units left, carried ones too")
    markers: Whole = given(MARKERS, default=0)

    def answer(self) -> Answer:
        """E-11."""
        broken, at = is_broken(self.units, self.markers), broken_at(self.units)
        return Answer({"broken": broken, "broken_at": at}, ("broken" if broken else f"not broken; broken at {at}",))


class Suppressed(Calculation):
    """How many units still fire."""

    rule = "E-11"
    able: Whole = given("units with range and line of fire")
    markers: Whole = given(MARKERS, default=0)

    def answer(self) -> Answer:
        """E-11."""
        fire = firing(self.able, self.markers)
        return Answer({"firing": fire, "suppressed": self.able - fire}, (f"{fire} of {self.able} fire",))


CALCULATIONS: tuple[type[Calculation], ...] = (Markers, Broken, Suppressed)
