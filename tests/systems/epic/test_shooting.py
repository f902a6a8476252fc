"""Firepower texts and weapons, and the hits that they lead to."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.systems.epic.dice import ONE, Dice
from builder.systems.epic.shooting import Shooter, Shots, expected_hits, hit_chances, to_hit, volley
from builder.systems.epic.weapons import (
    Arc,
    Fire,
    Firepower,
    Reach,
    ReachKind,
    Target,
    counted,
    read_firepower,
    read_notes,
    read_reach,
)
from tests.systems.epic.vectors import vectors

VALUES = st.integers(2, 6)
MODIFIERS = st.lists(st.integers(-2, 2), max_size=3)
DICE = st.builds(Dice, st.integers(0, 2), st.sampled_from([3, 6]), st.integers(1, 4))
SHOTS = st.builds(Shots, DICE, st.integers(2, 8))


def read(text: str) -> Firepower:
    firepower = read_firepower(text)
    assert firepower is not None
    return firepower


@pytest.mark.parametrize("case", vectors("firepower"), ids=str)
def test_firepower_is_read_as_the_vectors_say(case: Mapping[str, Any]) -> None:
    firepower = read(case["text"])
    assert str(firepower.shots) == str(case["shots"])
    for target in ("ap", "at"):
        value = firepower.value(Target(target.upper()))
        assert value == (int(case[target].removesuffix("+")) if target in case else None)


@pytest.mark.parametrize("case", vectors("to_hit"), ids=str)
def test_a_roll_to_hit_needs_what_the_vectors_say(case: Mapping[str, Any]) -> None:
    assert to_hit(case["value"], case["modifiers"]) == case["needs"]


@pytest.mark.parametrize(
    ("text", "fire", "shots", "written"),
    [
        ("AP5+/AT6+/AA6+", Fire.SHOTS, "1", "AP5+ / AT6+ / AA6+"),
        ("2x MW4+", Fire.SHOTS, "2", "2 × MW4+"),
        ("D6+3x AP5+/AA6+", Fire.SHOTS, "D6+3", "D6+3 × AP5+ / AA6+"),
        ("4x AP3/AT5+", Fire.SHOTS, "4", "4 × AP3+ / AT5+"),
        ("2BP", Fire.BARRAGE, "2", "2BP"),
        ("D3+1BPs", Fire.BARRAGE, "D3+1", "D3+1BP"),
        ("Small Arms", Fire.SMALL_ARMS, "1", "small arms"),
        ("Assault Weapons", Fire.ASSAULT, "1", "assault"),
    ],
)
def test_firepower_is_read_as_lists_write_it(text: str, fire: Fire, shots: str, written: str) -> None:
    firepower = read(text)
    assert (firepower.fire, str(firepower.shots), str(firepower)) == (fire, shots, written)


@pytest.mark.parametrize("text", ["", "*", "AP", "AP5+/", "D4 x AP5+", "three x AP5+", "AP8+", "BP"])
def test_other_texts_are_no_firepower(text: str) -> None:
    assert read_firepower(text) is None


@given(DICE, st.lists(st.tuples(st.sampled_from(Target), VALUES), min_size=1, max_size=3, unique_by=lambda one: one[0]))
def test_what_is_written_is_read_as_it_was(dice: Dice, values: list[tuple[Target, int]]) -> None:
    firepower = Firepower(Fire.SHOTS, dice, tuple(values))
    assert str(read_firepower(str(firepower))) == str(firepower)


@given(st.text(max_size=30))
def test_no_text_is_too_odd_to_be_read(text: str) -> None:
    found = read_firepower(text)
    assert found is None or read_firepower(str(found)) == found
    assert read_reach(text) is None or isinstance(read_reach(text), Reach)


@pytest.mark.parametrize(
    ("text", "written", "span"),
    [
        ("45cm", "45", ReachKind.RANGE),
        ("45", "45", ReachKind.RANGE),
        ("45 cms", "45", ReachKind.RANGE),
        ("(15cm)", "(15)", ReachKind.BRACKETED),
        ("(contact)", "(contact)", ReachKind.CONTACT),
        ("Unlimited", "unlimited", ReachKind.UNLIMITED),
        ("n/a", "–", ReachKind.NONE),
        ("", "–", ReachKind.NONE),
    ],
)
def test_ranges_are_read_as_lists_write_them(text: str, written: str, span: ReachKind) -> None:
    reach = read_reach(text)
    assert reach is not None and (str(reach), reach.span) == (written, span)


def test_notes_lose_their_arc_and_keep_their_brackets() -> None:
    assert read_notes("Ignore Cover, Titan Killer (D3, one), Fixed Forward Arc") == (
        ("Ignore Cover", "Titan Killer (D3, one)"),
        Arc.FIXED_FORWARD,
    )
    assert read_notes("-") == ((), Arc.ALL)


@pytest.mark.parametrize(
    ("text", "count", "name"),
    [
        ("2x Missile Launcher", 2, "Missile Launcher"),
        ("4× Twin Big Shootas", 4, "Twin Big Shootas"),
        ("Bolter", 1, "Bolter"),
    ],
)
def test_a_multiplier_stands_before_the_name(text: str, count: int, name: str) -> None:
    assert counted(text) == (count, name)


@given(VALUES, MODIFIERS)
def test_a_one_always_misses(value: int, modifiers: list[int]) -> None:
    """E-16, E-25."""
    assert to_hit(value, modifiers) >= 2
    assert to_hit(value, [*modifiers, -1]) >= to_hit(value, modifiers)


@given(st.lists(SHOTS, max_size=4))
def test_expected_hits_are_the_mean_of_the_chances(shots: list[Shots]) -> None:
    chances = hit_chances(shots)
    assert sum(chances.values()) == 1
    assert sum(hits * likely for hits, likely in chances.items()) == expected_hits(shots)


AUTOCANNON = Shooter("Infantry", (read("AP5+/AT6+"),))
BATTLE_CANNON = Shooter("Tank", (read("AP4+/AT4+"), read("AP5+")))


def test_a_volley_uses_the_value_for_its_target_and_leaves_out_the_farthest() -> None:
    shooters = [BATTLE_CANNON, AUTOCANNON, AUTOCANNON]
    assert expected_hits(volley(shooters, Target.AP)) == Fraction(3, 6) + Fraction(2, 6) * 3
    assert expected_hits(volley(shooters, Target.AT)) == Fraction(3, 6) + Fraction(1, 6) * 2
    assert expected_hits(volley(shooters, Target.AP, markers=2)) == Fraction(3, 6) + Fraction(2, 6)
    assert volley(shooters, Target.AP, markers=5) == []
    assert expected_hits(volley([AUTOCANNON], Target.AT, [-1])) == 0


def test_macro_weapons_fire_at_both_and_barrages_are_not_counted() -> None:
    guns = [Shooter("Guns", (read("MW4+"), read("2BP"), read("Small Arms")))]
    assert volley(guns, Target.AP) == volley(guns, Target.AT) == [Shots(ONE, 4)]


@given(st.integers(0, 8), st.integers(0, 10))
def test_more_markers_never_mean_more_hits(units: int, markers: int) -> None:
    shooters = [AUTOCANNON] * units
    assert expected_hits(volley(shooters, Target.AP, markers=markers + 1)) <= expected_hits(
        volley(shooters, Target.AP, markers=markers)
    )
