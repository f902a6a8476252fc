"""The arithmetic of the core rules: tests, markers, measures, dice."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.systems.epic.actions import (
    ACTIONS,
    action_test,
    chance_to_choose,
    moves,
    outcome,
    strategy_roll,
)
from builder.systems.epic.dice import Dice, chance, d3, read_dice
from builder.systems.epic.model import (
    broken_at,
    firing,
    inches,
    is_broken,
    markers_gained,
    markers_to_bring,
    models_are_legal,
    stand_is_legal,
)
from builder.systems.epic.weapons import read_arc
from tests.systems.epic.vectors import vectors

INITIATIVES = st.integers(1, 6)
MARKERS = st.integers(0, 40)


def plus(text: str) -> int:
    return int(text.removesuffix("+"))


@pytest.mark.parametrize("case", vectors("action_test"), ids=str)
def test_an_action_test_needs_what_the_vectors_say(case: Mapping[str, Any]) -> None:
    test = action_test(plus(case["initiative"]), case["markers"], case["retaining"])
    assert (test.needs, test.chance) == (case["needs"], Fraction(case["chance"]))


@pytest.mark.parametrize("case", vectors("action_result"), ids=str)
def test_a_roll_leads_where_the_example_of_play_leads(case: Mapping[str, Any]) -> None:
    test = action_test(plus(case["initiative"]), case["markers"], case["retaining"])
    result = outcome(test, case["roll"], case["markers"])
    assert result.passed is case["passed"]
    assert result.markers == case.get("markers_after", case["markers"])
    assert result.action == case.get("action")


@pytest.mark.parametrize("case", vectors("strategy"), ids=str)
def test_a_strategy_roll_adds_the_rating(case: Mapping[str, Any]) -> None:
    assert strategy_roll(case["roll"], case["rating"]) == case["total"]


@pytest.mark.parametrize("case", vectors("moves"), ids=str)
def test_moves_are_made_apart(case: Mapping[str, Any]) -> None:
    """E-17."""
    assert moves(case["action"], case["speed"]) == (case["speed"],) * case["moves"]


@pytest.mark.parametrize("case", vectors("markers"), ids=str)
def test_markers_come_as_the_vectors_say(case: Mapping[str, Any]) -> None:
    assert markers_gained({event: times for event, times in case.items() if event != "gained"}) == case["gained"]


@pytest.mark.parametrize("case", vectors("broken"), ids=str)
def test_a_formation_breaks_at_as_many_markers_as_units(case: Mapping[str, Any]) -> None:
    assert is_broken(case["units"], case["markers"]) is case["broken"]


@pytest.mark.parametrize("case", vectors("suppressed"), ids=str)
def test_each_marker_suppresses_a_unit(case: Mapping[str, Any]) -> None:
    assert firing(case["able"], case["markers"]) == case["firing"]


@pytest.mark.parametrize("case", vectors("stand"), ids=str)
def test_a_stand_has_the_size_of_the_vectors(case: Mapping[str, Any]) -> None:
    width, depth = case["mm"]
    assert stand_is_legal(width, depth) is stand_is_legal(depth, width) is case["legal"]


@pytest.mark.parametrize("case", vectors("inches"), ids=str)
def test_inches_are_half_the_centimetres(case: Mapping[str, Any]) -> None:
    assert inches(case["cm"]) == Decimal(str(case["inches"]))


@pytest.mark.parametrize("case", vectors("arc"), ids=str)
def test_an_arc_has_its_degrees(case: Mapping[str, Any]) -> None:
    arc = read_arc(case["name"])
    assert arc is not None and arc.degrees == case["degrees"]


@pytest.mark.parametrize("roll", range(1, 7))
def test_a_d3_is_half_a_d6(roll: int) -> None:
    assert d3(roll) == {1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3}[roll]


@pytest.mark.parametrize("roll", vectors("d3"))
def test_a_d3_is_that_of_the_vectors(roll: Any) -> None:
    assert d3(roll) == vectors("d3")[roll]


@pytest.mark.parametrize(("models", "legal"), [(2, False), (3, True), (7, True), (8, False)])
def test_a_stand_of_infantry_has_three_to_seven_models(models: int, legal: bool) -> None:
    assert models_are_legal(models) is legal


@given(INITIATIVES, MARKERS, st.booleans())
def test_a_test_never_gets_easier_with_markers_or_by_retaining(initiative: int, markers: int, retaining: bool) -> None:
    test = action_test(initiative, markers, retaining)
    assert action_test(initiative).needs <= test.needs <= initiative + 2
    assert test.chance == Fraction(sum(test.passed(roll) for roll in range(1, 7)), 6)


@given(INITIATIVES, MARKERS, st.integers(1, 6))
def test_a_failed_test_always_costs_a_marker_and_leaves_hold(initiative: int, markers: int, roll: int) -> None:
    test = action_test(initiative, markers)
    result = outcome(test, roll, markers)
    assert result.markers - markers == (not result.passed)
    assert (result.action == "hold") is not result.passed


@given(st.integers(1, 60), MARKERS)
def test_markers_to_bring_always_reach_the_breaking_point(units: int, markers: int) -> None:
    assert markers_to_bring(units) >= broken_at(units)
    assert is_broken(units, broken_at(units)) and not is_broken(units, broken_at(units) - 1)
    assert 0 <= firing(units, markers) <= units


@given(st.integers(0, 9), st.integers(0, 9))
def test_one_of_two_armies_chooses(rating: int, other: int) -> None:
    assert chance_to_choose(rating, other) + chance_to_choose(other, rating, tie_is_won=True) == 1


@given(st.integers(0, 9), st.integers(0, 9))
def test_on_the_first_turn_a_tie_is_rolled_again(rating: int, other: int) -> None:
    """E-05: so that one of the two armies chooses in the end."""
    ours, theirs = (chance_to_choose(*pair, first_turn=True) for pair in ((rating, other), (other, rating)))
    assert ours + theirs == 1
    assert chance_to_choose(rating, other) <= ours <= chance_to_choose(rating, other, tie_is_won=True)


def test_a_road_march_needs_no_test() -> None:
    """E-22: whatever markers the formation has; each of its moves is longer by 5 cm."""
    assert action_test(3, markers=4, retaining=True, road_march=True).chance == 1
    assert moves("march", 15, road=True) == (20, 20, 20)


@given(st.sampled_from(["1", "3", "D3", "D6", "2D6", "D3+1", "D6+3", "2D3+2"]))
def test_dice_are_written_as_they_are_read_and_average_right(text: str) -> None:
    dice = read_dice(text)
    assert dice is not None and str(dice) == text
    chances = dice.chances()
    assert sum(chances.values()) == 1
    assert sum(result * likely for result, likely in chances.items()) == dice.mean


@pytest.mark.parametrize("text", ["", "D4", "x", "D", "100", "-1"])
def test_other_texts_are_no_dice(text: str) -> None:
    assert read_dice(text) is None


def test_a_d3_rolled_with_a_d6_has_the_chances_of_a_d3() -> None:
    rolled = [d3(roll) for roll in range(1, 7)]
    assert Dice(1, 3).chances() == {face: Fraction(rolled.count(face), 6) for face in (1, 2, 3)}


def test_one_or_more_is_always_passed_and_seven_never() -> None:
    assert [chance(needs) for needs in (0, 1, 4, 7)] == [1, 1, Fraction(1, 2), 0]


def test_only_hold_is_left_to_those_who_fail() -> None:
    """E-13."""
    assert [action.id for action in ACTIONS if action.whole] == ["overwatch", "sustained-fire"]
