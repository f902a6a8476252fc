"""Units that arrive from reserve, are put off, outflank and deep strike."""

from __future__ import annotations

import pytest

from builder.errors import PlayError
from builder.record import replace
from builder.roster.marks import Mark
from builder.roster.view import RuleView
from builder.systems.diceless.movement import arrivals
from builder.systems.diceless.play import PLAY
from builder.systems.diceless.play.report import report
from builder.systems.diceless.play.state import Flag, GameState, Phase
from tests.systems.diceless.play.battles import battle, hull, marines
from tests.systems.diceless.play.games import MARINES, ORKS, decision, in_turn, new_game, played, refusal

JUMP = "deep-strike unit='Assault squad' zone=own tokens=0"
"""How the unit arrives that is marked for deep strike."""


def in_reserve(game: GameState) -> set[str]:
    return {unit for unit, now in game.sides[MARINES].bodies.items() if Flag.RESERVE in now.flags}


def five_in_reserve() -> GameState:
    """The Rhino with a led squad in it, and four more units."""
    return played(new_game(), *(f"mark unit={unit} mark=reserve" for unit in ("rho", "dev", "lib")))


def test_half_rounded_down_arrive_in_turn_2_half_rounded_up_in_turns_3_and_4_the_rest_in_turn_5() -> None:
    """D-80: of five units 2, 2, 1."""
    game, came = five_in_reserve(), []
    for turn in range(1, 6):
        game, number = in_turn(game, turn), 0
        for unit in ("rho", "dev", "lib", "jmp", "ter"):
            if unit in in_reserve(game) and _may(game, unit):
                game, number = played(game, _arrival(unit)), number + 1
        came.append(number)
    assert came == [0, 2, 2, 1, 0] == list(arrivals(5))


def _arrival(unit: str) -> str:
    return JUMP if unit == "jmp" else f"arrive unit={unit}"


def _may(game: GameState, unit: str) -> bool:
    try:
        played(game, _arrival(unit))
    except PlayError as error:
        assert "by agreement with --anyway" in str(error)
        return False
    return True


def test_nobody_arrives_in_turn_1_but_by_agreement() -> None:
    game = in_turn(new_game(), 1)
    assert (
        refusal(game, "arrive unit=Terminators") == "nobody arrives from reserve in turn 1; by agreement with --anyway"
    )
    assert in_reserve(played(game, "arrive unit=Terminators anyway")) == {"jmp"}


@pytest.mark.parametrize(("phase", "active"), [(Phase.SHOOTING, MARINES), (Phase.MOVEMENT, ORKS)])
def test_units_arrive_in_their_own_movement_phase(phase: Phase, active: int) -> None:
    told = refusal(in_turn(new_game(), 3, phase, active), "arrive unit=Terminators")
    assert told.startswith("Terminators arrives in a movement phase of Third Company")


def test_no_more_arrive_than_may() -> None:
    game = played(in_turn(new_game(), 2), "arrive unit=Terminators")
    told = refusal(game, "arrive unit='Assault squad'")
    assert told == "turn 2: 1 of 2 units may arrive, and no more; by agreement with --anyway"


def test_a_bonus_brings_one_more_and_a_malus_one_fewer() -> None:
    """D-80."""
    game = played(in_turn(new_game(), 2), "reserve-rolls player=1 bonus=1")
    assert not in_reserve(played(game, "arrive unit=Terminators", JUMP))
    fewer = played(in_turn(new_game(), 2), "reserve-rolls player=1 bonus=-1")
    assert "0 of 2 units may arrive" in refusal(fewer, "arrive unit=Terminators")
    assert _may(in_turn(fewer, 5), "ter")


def test_a_unit_is_delayed_once_and_arrives_beside_the_others_in_the_next_turn() -> None:
    """D-80."""
    game = played(in_turn(new_game(), 2), "delay unit=Terminators")
    assert "no more" in refusal(game, "arrive unit='Assault squad'")
    assert "picked in this turn already" in refusal(game, "arrive unit=Terminators")
    third = in_turn(game, 3)
    assert "a unit is delayed once" in refusal(third, "delay unit=Terminators")
    assert not in_reserve(played(third, JUMP, "arrive unit=Terminators"))


def test_nobody_is_delayed_past_turn_5() -> None:
    """D-80."""
    assert "all that are left arrive" in refusal(in_turn(new_game(), 5), "delay unit=Terminators")
    assert _may(in_turn(played(in_turn(new_game(), 4), "delay unit=Terminators"), 5), "ter")


def test_passengers_and_leaders_come_with_the_transport_and_count_once() -> None:
    game = played(
        in_turn(new_game(), 2),
        *(f"mark unit={unit} mark=reserve" for unit in ("rho", "anc", "cap")),
    )
    assert "Ancora comes with Rhino 1" in refusal(game, "arrive unit=Ancora")
    assert "Captain comes with Rhino 1" in refusal(game, "arrive unit=Captain")
    assert in_reserve(played(game, "arrive unit='Rhino 1'")) == {"jmp", "ter"}
    assert "1 of 3 may arrive" in report(game).sides[MARINES].reserve


def test_only_units_in_reserve_arrive() -> None:
    assert "Devastators: not in reserve" in refusal(in_turn(new_game(), 2), "arrive unit=Devastators")


def test_a_unit_outflanks_from_the_edge_that_is_picked() -> None:
    """D-81."""
    arrived = decision(in_turn(new_game(), 2), "outflank unit=Terminators edge=left").event
    assert arrived.text == "Terminators: outflanking, in from the left edge"
    game = played(in_turn(new_game(), 2), "outflank unit=Terminators edge=right no-room")
    assert game.sides[MARINES].bodies["ter"].flags == {Flag.DESTROYED}


def test_the_opponent_scatters_a_deep_strike_with_tokens() -> None:
    """D-75."""
    game = in_turn(new_game(), 2)
    scattered = decision(game, "deep-strike unit='Assault squad' zone=neither tokens=3").event
    assert scattered.text == 'Assault squad: deep strike; Gitstompa uses 3 Scatter: scattered 6"'
    game = PLAY.evolve(game, scattered)
    assert game.sides[ORKS].stock["scatter"].left == 3
    assert in_reserve(game) == {"ter"}


@pytest.mark.parametrize(("zone", "most"), [("own", 2), ("neither", 4), ("enemy", 6)])
def test_how_many_tokens_depends_on_where_it_lands(zone: str, most: int) -> None:
    """D-75."""
    game = in_turn(new_game(), 2)
    assert played(game, f"deep-strike unit='Assault squad' zone={zone} tokens={most}")
    assert "at most" in refusal(game, f"deep-strike unit='Assault squad' zone={zone} tokens={most + 1}")


def test_a_jamming_beacon_allows_twice_as_many_and_a_locator_beacon_none() -> None:
    """D-75, D-76."""
    game = in_turn(new_game(), 2)
    assert played(game, "deep-strike unit='Assault squad' zone=own tokens=4 jamming-beacon")
    assert "it does not scatter" in refusal(game, "deep-strike unit='Assault squad' zone=own tokens=1 no-scatter")


@pytest.mark.parametrize(("zone", "flags"), [("own", {Flag.RESERVE}), ("neither", set()), ("enemy", {Flag.DESTROYED})])
def test_a_mishap_goes_by_where_it_lands(zone: str, flags: set[Flag]) -> None:
    """D-75."""
    game = played(in_turn(new_game(), 2), f"deep-strike unit='Assault squad' zone={zone} tokens=0 mishap")
    assert game.sides[MARINES].bodies["jmp"].flags == flags


def test_a_unit_that_is_back_in_reserve_waits_for_the_next_turn() -> None:
    """D-75."""
    game = played(in_turn(new_game(), 2), "deep-strike unit='Assault squad' zone=own tokens=0 mishap")
    assert "picked in this turn already" in refusal(game, "arrive unit='Assault squad'")
    assert "no more" in refusal(game, "arrive unit=Terminators")
    assert "1 of 2 may arrive in turn 3" in report(game).sides[MARINES].reserve
    assert _may(in_turn(game, 3), "jmp")


@pytest.mark.parametrize("act", ["arrive unit=jmp", "outflank unit=jmp edge=left"])
def test_a_unit_marked_for_deep_strike_walks_in_only_by_agreement(act: str) -> None:
    """D-71: its opponent was given tokens for it."""
    game = in_turn(new_game(), 2)
    told = "Assault squad: marked for deep strike, for which the opponent was given tokens (D-71): let it deep-strike"
    assert refusal(game, act) == f"{told}; by agreement with --anyway"
    assert in_reserve(played(game, f"{act} anyway")) == {"ter"}


def test_for_a_deep_strike_that_was_not_marked_the_opponent_has_no_tokens_and_is_told() -> None:
    """D-71."""
    told = "it was not marked for deep strike: the opponent was given no tokens for it when the game began"
    game = in_turn(new_game(), 2)
    assert told in decision(game, "deep-strike unit=Terminators zone=own tokens=0").event.steps
    assert told not in decision(game, JUMP).event.steps


def test_half_of_the_drop_pods_rounded_up_come_in_turn_1() -> None:
    """As in the base game; the rest as D-80 lets them."""
    pods = [
        replace(hull(name, marks=(Mark("deep_strike"),)), rules=(RuleView(name="Drop Pod Assault"),))
        for name in ("alpha", "beta", "gamma")
    ]
    game = in_turn(battle([*pods, marines("late", 1)], [marines("them", 1)]), 1)
    game = played(game, "mark unit=late mark=reserve")
    assert report(game).sides[0].reserve == "half of the drop pods, rounded up, come in turn 1: Alpha, Beta, Gamma"
    first = decision(game, "deep-strike unit=alpha zone=own tokens=0").event
    assert "Drop Pod Assault: half of the drop pods, rounded up, arrive in turn 1" in first.steps
    two = played(game, "deep-strike unit=alpha zone=own tokens=0", "deep-strike unit=beta zone=own tokens=0")
    assert "in turn 1" in refusal(two, "deep-strike unit=gamma zone=own tokens=0")
    assert "in turn 1" in refusal(game, "arrive unit=late")
    assert "drop pods" not in report(two).sides[0].reserve
    assert not report(played(game, "end")).sides[0].reserve, "nobody comes once the game is over"


def test_who_came_by_deep_strike_does_not_charge_in_that_turn_but_by_agreement() -> None:
    """As in the base game."""
    jumpers = replace(marines("late", 5), marks=(Mark("deep_strike"),))
    game = in_turn(battle([jumpers], [marines("them", 5)]), 2)
    down = in_turn(played(game, "deep-strike unit=late zone=own tokens=0 anyway"), 2, Phase.ASSAULT)
    assert "does not charge" in refusal(down, "combat unit=late enemy=them")
    assert decision(down, "combat unit=late enemy=them anyway").event.changes
    assert decision(in_turn(down, 3, Phase.ASSAULT), "combat unit=late enemy=them").event.changes


def test_who_is_in_a_drop_pod_that_landed_must_get_out() -> None:
    """As in the base game."""
    pod = replace(hull("pod", marks=(Mark("deep_strike"),)), rules=(RuleView(name="Drop Pod Assault"),))
    riders = replace(marines("late", 5), marks=(Mark("riding_in", "pod"),))
    game = in_turn(battle([pod, riders], [marines("them", 1)]), 1)
    assert not [each for each in PLAY.reminders(game) if each.kind == "Must get out"]
    down = played(game, "deep-strike unit=pod zone=own tokens=0")
    (out,) = [each for each in PLAY.reminders(down) if each.kind == "Must get out"]
    assert (out.text, out.verb) == ("Late: out of Pod", "disembark")
    assert "Pod has landed: Late must get out" in report(down).hints
    out_of_it = played(down, "disembark unit=late")
    assert not [each for each in PLAY.reminders(out_of_it) if each.kind == "Must get out"]
    assert "nobody gets in again" in refusal(out_of_it, "embark unit=late transport=pod")
