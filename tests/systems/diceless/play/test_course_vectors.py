"""The worked cases of tests, assaults, reserves and tokens through the acts of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from builder.errors import PlayError
from builder.systems.diceless.play.state import Flag
from tests.systems.diceless.play.battles import battle, hp_left, marines, squad
from tests.systems.diceless.play.games import MARINES, ORKS, decision, in_turn, played, refusal
from tests.systems.diceless.vectors import vectors
from tests.systems.making import marine, model, selection

Case = Mapping[str, Any]
ENEMY = marines("enemy", 1)


@pytest.mark.parametrize("case", vectors("lost_assault"))
def test_lost_assaults(case: Case) -> None:
    """D-13."""
    game = battle([marines("us", 5, Ld=str(case["ld"]), T=str(case.get("toughness", 4)))], [ENEMY])
    extra = f" extra-wounds={case.get('extra_wounds', 0)}"
    line = f"lost-assault unit=us suffered={case['suffered']} inflicted={case['inflicted']}{extra}"
    after = played(game, f"set unit=us op={case['op']}", line).sides[MARINES].bodies["us"]
    assert (after.op, Flag.FALLING_BACK not in after.flags) == (case["after"], case["passed"])


@pytest.mark.parametrize("case", vectors("no_retreat"))
def test_no_retreat(case: Case) -> None:
    """D-14."""
    game = battle([marines("us", 5, Sv=case["save"])], [ENEMY])
    line = f"no-retreat unit=us suffered={case['suffered']} inflicted={case['inflicted']}"
    assert f"{case['damage']} DMG" in decision(game, line).event.text
    assert hp_left(played(game, line), MARINES, "us")["Marine"][1] == 200 - case["lost"]


@pytest.mark.parametrize("case", vectors("regroup"))
def test_regrouping(case: Case) -> None:
    """D-15."""
    models = [model(f"M{n}", stat=marine(f"M{n}", Ld=str(ld))) for n, ld in enumerate(case["lds"])]
    game = played(battle([squad("us", *models)], [ENEMY]), f"set unit=us op={case['op']}")
    after = played(game, "mark unit=us mark='falling back'", "regroup unit=us").sides[MARINES].bodies["us"]
    assert (after.op, Flag.FALLING_BACK not in after.flags) == (case["after"], case["passed"])


@pytest.mark.parametrize("case", vectors("psychic"))
def test_psychic_tests(case: Case) -> None:
    """D-16."""
    stat = marine("Psyker", Ld=str(case["ld"]))
    psyker = squad("us", selection("Psyker", type="model", rules=["Psyker"], profiles=[stat]))
    game = played(battle([psyker], [ENEMY]), f"set unit=us op={case['op']}")
    tested = decision(game, "psychic unit=us" + (" hood" if case.get("hood") else "")).event
    assert ("passed" in tested.text) == case["passed"]
    after = played(game, "psychic unit=us" + (" hood" if case.get("hood") else ""))
    assert after.sides[MARINES].bodies["us"].op == case["after"]


@pytest.mark.parametrize("case", vectors("sweeping_advance"))
def test_sweeping_advances(case: Case) -> None:
    """D-43."""
    fleeing, winners = (
        squad(name, *(model(f"M{n}", stat=marine(f"M{n}", I=str(i))) for n, i in enumerate(case[key])))
        for name, key in (("us", "fleeing"), ("them", "winners"))
    )
    after = played(battle([fleeing], [winners]), "sweep fleeing=us winners=them").sides[MARINES].bodies["us"]
    assert after.flags == {Flag.FALLING_BACK if case["escapes"] else Flag.DESTROYED}


@pytest.mark.parametrize("case", vectors("reserves"))
def test_reserves(case: Case) -> None:
    """D-80."""
    units = [f"u{n}" for n in range(case["units"])]
    game = battle([marines(unit, 1) for unit in units], [ENEMY])
    game = played(game, *(f"mark unit={unit} mark=reserve" for unit in units))
    game = played(game, f"reserve-rolls player=1 bonus={case.get('bonus', 0)}")
    came: dict[int, int] = {}
    for turn in range(1, 6):
        game = in_turn(game, turn)
        for unit in [unit for unit in units if Flag.RESERVE in game.sides[MARINES].bodies[unit].flags]:
            try:
                game = played(game, f"arrive unit={unit}")
            except PlayError:
                break
            came[turn] = came.get(turn, 0) + 1
    assert came == case["arrivals"]


@pytest.mark.parametrize("case", vectors("deep_strike"))
def test_deep_strikes(case: Case) -> None:
    """D-75."""
    game = played(battle([marines("us", 1), marines("friends", 1)], [ENEMY]), "tokens player=2 token=scatter total=20")
    game = in_turn(played(game, "mark unit=us mark=reserve"), 5)
    line = f"deep-strike unit=us zone={case['zone']}" + (" jamming-beacon" if case.get("jamming_beacon") else "")
    after = played(game, f"{line} tokens={case['tokens']} mishap")
    assert after.sides[ORKS].stock["scatter"].left == 20 - case["tokens"]
    flags = {"reserve": {Flag.RESERVE}, "misplaced": set(), "removed": {Flag.DESTROYED}}
    assert after.sides[MARINES].bodies["us"].flags == flags[case["mishap"]]
    assert f"{case['tokens']} tokens at most" in refusal(game, f"{line} tokens={case['tokens'] + 1}")


@pytest.mark.parametrize("case", [case for case in vectors("scatter") if case["tokens"]])
def test_scattered_blasts(case: Case) -> None:
    """D-32."""
    game = played(battle([marines("us", 1)], [ENEMY]), "tokens player=2 token=scatter total=20")
    pulled = "" if case.get("pull_back", True) else " no-pull-back"
    line = f"use player=2 token=scatter count={case['tokens']} bs={case['bs']}{pulled}"
    assert f'moved {case["inches"]}"' in decision(game, line).event.text
