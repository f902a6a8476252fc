"""Leadership, pinning and morale tests, regrouping."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from builder.systems.diceless.play import PLAY
from builder.systems.diceless.play.report import report
from builder.systems.diceless.play.state import Flag, GameState
from tests.systems.diceless.play.battles import battle, marines, squad, stat_line
from tests.systems.diceless.play.games import MARINES, ORKS, decision, new_game, played, refusal
from tests.systems.diceless.vectors import vectors
from tests.systems.making import model, selection


def op(game: GameState, unit: str, side: int = MARINES) -> int:
    return game.sides[side].bodies[unit].op


@pytest.mark.parametrize("case", vectors("leadership"), ids=str)
def test_the_worked_cases_hold_in_a_game(case: Mapping[str, Any]) -> None:
    """D-10."""
    game = played(new_game(), f"set unit=Devastators op={case['op']}")
    reroll = " reroll" if case.get("reroll") else ""
    game = played(game, f"test unit=Devastators kind=morale ld={case['ld']}{reroll}")
    assert op(game, "dev") == case["after"]
    assert (Flag.FALLING_BACK not in game.sides[MARINES].bodies["dev"].flags) == case["passed"]


def test_a_test_is_told_with_its_figures() -> None:
    game = played(new_game(), "set unit=Devastators op=50")
    tested = decision(game, "test unit=Devastators").event
    assert tested.text == "Devastators: Ld test, 50 + 25 = 75 of 167: passed"
    assert "50 OP + 25 = 75 OP" in tested.steps


@pytest.mark.parametrize(("kind", "flag"), [("morale", Flag.FALLING_BACK), ("pinning", Flag.PINNED)])
def test_a_unit_that_fails_falls_back_or_is_pinned(kind: str, flag: Flag) -> None:
    """D-19."""
    game = played(new_game(), "set unit=Devastators op=150")
    failed = played(game, f"test unit=Devastators kind={kind}")
    assert failed.sides[MARINES].bodies["dev"].flags == {flag}
    assert not played(game, f"test unit=Devastators kind={kind} stands").sides[MARINES].bodies["dev"].flags
    assert not played(game, "test unit=Devastators").sides[MARINES].bodies["dev"].flags


def test_a_led_unit_tests_on_its_leader_and_both_pay() -> None:
    """D-11."""
    game = played(new_game(), "set unit=Captain op=50", "set unit=Ancora op=150")
    tested = decision(game, "test unit=Ancora kind=morale")
    assert tested.event.text == "Ancora: morale test, 150 + 25 = 175 of 183: passed; Captain 75"
    game = PLAY.evolve(game, tested.event)
    assert (op(game, "anc"), op(game, "cap")) == (175, 75)


def test_a_leader_counts_even_where_his_leadership_is_the_worse_one() -> None:
    """D-11: the sergeant has 9, whoever joins here 8."""
    devastators = squad("devastators", model("Sergeant", stat=stat_line("Sergeant", Ld="9")), model("Marine", 4))
    game = played(battle([devastators, marines("hero", 1)], [marines("them")]), "set unit=Devastators op=140")
    assert "140 + 25 = 165 of 167: passed" in decision(game, "test unit=Devastators").event.text
    led = played(game, "join leader=Hero unit=Devastators")
    tested = decision(led, "test unit=Devastators").event
    assert "140 + 25 = 165 of 144: failed" in tested.text
    assert tested.steps[0] == "Ld 8, that of Hero, who leads it"
    assert next(row for row in report(led).sides[MARINES].units if row.ref == "devastators").ld == 8


def test_the_unit_tests_when_its_leader_is_named() -> None:
    """D-11."""
    assert played(new_game(), "test unit=Captain") == played(new_game(), "test unit=Ancora")


def test_modifiers_change_the_leadership_and_under_2_every_test_fails() -> None:
    """D-12."""
    game = new_game()
    assert "25 of 144: passed" in decision(game, "test unit=Devastators modifier=-1").event.text
    assert "25, Ld 1: failed" in decision(game, "test unit=Devastators modifier=-8").event.text
    assert "25, Ld 0: failed" in decision(game, "test unit=Gretchin modifier=-9").event.text
    assert "25 of 183: passed" in decision(game, "test unit=Devastators modifier=+4").event.text


def test_other_costs_can_be_agreed() -> None:
    assert op(played(new_game(), "test unit=Devastators cost=10"), "dev") == 10


def test_vehicles_and_the_dead_take_no_tests() -> None:
    game = played(new_game(), "mark unit=Devastators mark=destroyed")
    assert "vehicles take no tests" in refusal(game, "test unit='Rhino 1'")
    assert "nobody of Devastators is left in play" in refusal(game, "test unit=Devastators")


def test_regrouping_takes_off_the_leadership_of_every_model_left() -> None:
    """D-15: one of 9 and four of 8."""
    game = played(new_game(), "set unit=Devastators op=150", "mark unit=Devastators mark='falling back'")
    told = decision(game, "regroup unit=Devastators").event
    assert told.text == "Devastators: regrouping, 150 − 41 = 109 of 167: passed"
    game = PLAY.evolve(game, told)
    assert op(game, "dev") == 109
    assert not game.sides[MARINES].bodies["dev"].flags


def test_fewer_models_take_off_less_and_a_failed_unit_falls_back_on() -> None:
    """D-15."""
    game = played(
        new_game(), "set unit=Mob op=170 models-left=3", "leave leader=Boss", "mark unit=Mob mark='falling back'",
        "regroup unit=Mob",
    )  # fmt: skip
    assert op(game, "mob", ORKS) == 149
    assert Flag.FALLING_BACK in game.sides[ORKS].bodies["mob"].flags


def test_order_points_do_not_fall_below_nothing() -> None:
    """D-15."""
    game = played(new_game(), "set unit=Devastators op=20", "mark unit=Devastators mark='falling back'")
    assert op(played(game, "regroup unit=Devastators"), "dev") == 0
    assert "20 − 41, not below 0 of 167: passed" in decision(game, "regroup unit=Devastators").event.text


def test_a_unit_that_stands_regroups_by_agreement_only() -> None:
    assert "Devastators does not fall back" in refusal(new_game(), "regroup unit=Devastators")
    assert op(played(new_game(), "set unit=Devastators op=50", "regroup unit=Devastators anyway"), "dev") == 9


def test_the_player_may_say_whose_leadership_counts() -> None:
    game = played(new_game(), "set unit=Devastators op=100", "mark unit=Devastators mark='falling back'")
    assert op(played(game, "regroup unit=Devastators lds=9,8x2"), "dev") == 75


def test_who_leads_a_unit_regroups_with_it() -> None:
    """D-15: they fled together."""
    fled = played(new_game(), "mark unit=anc mark='falling back'", "mark unit=cap mark='falling back'")
    units = played(fled, "regroup unit=anc").sides[MARINES].bodies
    assert not units["anc"].flags and not units["cap"].flags


@pytest.mark.parametrize(
    "line", ["test unit=Ancora kind=morale cost=200", "lost-assault unit=Ancora suffered=200 inflicted=0"]
)
def test_who_leads_a_unit_falls_back_with_it(line: str) -> None:
    side = played(new_game(), line).sides[MARINES]
    assert all(Flag.FALLING_BACK in side.bodies[each].flags for each in ("anc", "cap"))


def test_a_fearless_unit_takes_no_test() -> None:
    """D-14."""
    zealots = squad("zealots", model("Zealot", 5), selection("Zeal", rules=["Fearless"]))
    game = battle([zealots], [marines("them")])
    assert "is fearless: the test is passed" in refusal(game, "test unit=zealots kind=pinning")
    assert "but no-retreat DMG" in refusal(game, "lost-assault unit=zealots suffered=9 inflicted=0")
    assert "passed" in decision(game, "test unit=zealots anyway").event.text
