"""Marks that make no sense are told."""

from __future__ import annotations

from builder.roster.view import Mark
from builder.systems.fortyk import read_army
from builder.systems.fortyk.marks import mark_findings
from tests.systems.making import model, roster, unit


def told(*marks: Mark) -> list[str]:
    army = read_army(
        roster(unit("Squad", model("Marine", 5), marks=marks), unit("Others", model("Ork", 5), id="o1"))
    ).army
    return [finding.message for finding in mark_findings(army)]


def test_a_mark_names_a_unit_that_can_do_it() -> None:
    assert told(Mark("led_by", "x9")) == ["Squad is led by 'x9', which is no unit of this army: give the id of one"]
    assert told(Mark("led_by", "u1")) == ["Squad is led by 'u1', which is itself: give the id of another unit"]
    assert told(Mark("riding_in", "o1")) == [
        "Squad rides in 'o1', which is Others, no vehicle: give the id of a transport"
    ]
    assert told(Mark("led_by", "o1"), Mark("reserve")) == []


def test_a_unit_deep_strikes_by_a_rule() -> None:
    assert told(Mark("deep_strike")) == ["Squad is marked to deep strike, but has no rule that lets it"]


def test_a_unit_rides_in_one_transport() -> None:
    assert "Squad rides in several transports: keep one of the marks" in told(
        Mark("riding_in", "a"), Mark("riding_in", "b")
    )
