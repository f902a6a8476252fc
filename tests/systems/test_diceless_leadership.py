"""Leadership tests, reserves and the lines of vehicle damage, against the rules' own numbers."""

from __future__ import annotations

from typing import Any

import pytest

from builder.systems.diceless.movement import arrivals
from builder.systems.diceless.order_points import LIMITS, LIMITS_WITH_REROLL, TEST_COST, limit, passes
from builder.systems.diceless.vehicle_damage import LINE_CAPACITY, LINES, landing, line_for
from tests.systems.diceless.vectors import vectors


@pytest.mark.parametrize("case", vectors("leadership"))
def test_leadership_tests_end_as_in_the_worked_examples(case: dict[str, Any]) -> None:
    assert case["op"] + TEST_COST == case["after"]
    assert passes(case["after"], case["ld"], case.get("reroll", False)) is case["passed"]


def test_a_test_is_passed_at_the_limit_and_failed_above_it() -> None:
    assert passes(167, 9)
    assert not passes(168, 9)
    assert passes(194, 9, reroll=True)
    assert not passes(195, 9, reroll=True)


def test_leadership_below_two_always_fails_and_above_ten_counts_as_ten() -> None:
    assert limit(1) is None
    assert not passes(0, 0, reroll=True)
    assert limit(12) == limit(10) == 183


@pytest.mark.parametrize("table", [LIMITS, LIMITS_WITH_REROLL])
def test_better_leadership_bears_more(table: dict[int, int]) -> None:
    assert list(table) == list(range(2, 11))
    assert list(table.values()) == sorted(set(table.values()))


@pytest.mark.parametrize("case", vectors("reserves"))
def test_reserves_arrive_as_in_the_worked_examples(case: dict[str, Any]) -> None:
    expected = [case["arrivals"].get(turn, 0) for turn in range(1, 6)]
    assert list(arrivals(case["units"], case.get("bonus", 0))) == expected


def test_all_reserves_have_arrived_in_the_end() -> None:
    for units in range(30):
        for bonus in (-3, -1, 0, 1, 3):
            assert sum(arrivals(units, bonus)) == units


@pytest.mark.parametrize("case", vectors("penetration"))
def test_shots_land_on_the_lines_of_the_worked_examples(case: dict[str, Any]) -> None:
    assert line_for(case["av"], case["strength"], case.get("extra")) == case["line"]


def test_the_strength_printed_for_a_line_lands_on_it() -> None:
    for av in range(9, 15):
        for line in LINES:
            assert line_for(av, landing(line, av)) == line.letter


def test_the_last_threshold_of_each_line_is_what_it_holds() -> None:
    assert {line.thresholds[-1][0] for line in LINES} == {LINE_CAPACITY}
    assert [line.text for line in LINES] == ["6", "5", "4", "3", "2", "<2"]
