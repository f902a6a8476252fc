"""Marks that make no sense are told."""

from __future__ import annotations

from builder.roster.marks import Mark
from builder.systems.common.marks import mark_findings
from builder.systems.fortyk.units import read_army
from tests.systems.making import model, roster, selection, unit, vehicle


class TestMarks:
    def warnings(self, *marks: Mark, size: int = 10) -> list[str]:
        squad = unit("Squad Ancora", model("Marine", size), id="squad", marks=marks)
        rhino = selection("Rhino 1", type="unit", id="rhino", profiles=[vehicle("Rhino")])
        vael = unit("Librarian Vael", model("Librarian", 1), id="vael")
        return [finding.message for finding in mark_findings(read_army(roster(squad, rhino, vael)).army.units)]

    def test_marks_that_fit_say_nothing(self) -> None:
        assert self.warnings(Mark("riding_in", "rhino"), Mark("reserve")) == []
        assert self.warnings(Mark("led_by", "vael")) == []

    def test_a_mark_that_names_no_unit_is_told(self) -> None:
        assert self.warnings(Mark("led_by", "nobody")) == [
            "Squad Ancora is led by 'nobody', which is not a unit of this army: choose one that is"
        ]

    def test_nobody_rides_in_a_character_or_in_himself(self) -> None:
        assert len(self.warnings(Mark("riding_in", "vael"))) == 1
        assert len(self.warnings(Mark("riding_in", "squad"))) == 1
        assert len(self.warnings(Mark("led_by", "rhino"))) == 1

    def test_a_transport_that_is_too_small_is_told(self) -> None:
        assert self.warnings(Mark("riding_in", "rhino"), size=12) == [
            "Squad Ancora rides in Rhino 1: 12 models, Rhino 1 carries 10"
        ]

    def test_a_leader_takes_a_seat(self) -> None:
        assert self.warnings(Mark("riding_in", "rhino"), Mark("led_by", "vael")) == [
            "Librarian Vael rides with Squad Ancora: 11 models, Rhino 1 carries 10"
        ]

    def test_a_unit_deep_strikes_by_a_rule(self) -> None:
        assert self.warnings(Mark("deep_strike")) == ["Squad Ancora deep strikes, but has no rule that lets it"]

    def test_a_unit_rides_in_one_transport(self) -> None:
        told = self.warnings(Mark("riding_in", "rhino"), Mark("riding_in", "rhino"))
        assert "Squad Ancora rides in several transports: keep one of the marks" in told

    def test_a_leader_goes_with_one_unit(self) -> None:
        led = [unit(name, model("Marine", 5), id=name, marks=[Mark("led_by", "vael")]) for name in ("Ancora", "Oriel")]
        vael = unit("Librarian Vael", model("Librarian", 1), id="vael")
        told = [finding.message for finding in mark_findings(read_army(roster(*led, vael)).army.units)]
        assert told == ["Librarian Vael leads Ancora and Oriel: he goes with one of them"]
