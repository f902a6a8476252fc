"""Acts of Epic by their rules: tests and retaining, Hold, moves, war engines, what players tell."""

from __future__ import annotations

import pytest

from builder.errors import PlayError
from builder.systems.epic.play import PLAY
from tests.systems.epic.play.games import (
    after,
    body,
    decided,
    formation,
    game_of,
    gun,
    in_action,
    mounted,
    some,
    text,
    two_each,
    written,
)


def test_the_initiative_is_retained_after_a_success_with_minus_one_and_never_twice_running() -> None:
    """E-12."""
    game = after(two_each(), "activate", unit="one", action="overwatch", die="2")
    assert game.clock.active == 1
    with pytest.raises(PlayError, match="activation of Orks; or this one retains"):
        decided(game, "activate", {"unit": "two", "action": "overwatch", "die": "6"})
    assert "to retain, 2 on 3+, failed" in text(
        game, "activate", unit="two", action="overwatch", die="2", retaining=True
    )
    game = after(game, "activate", unit="two", action="overwatch", die="3", retaining=True)
    with pytest.raises(PlayError, match="never twice running"):
        decided(game, "activate", {"unit": "three", "action": "overwatch", "die": "6", "retaining": True})


def test_a_summary_counts_action_tests_as_they_came_out() -> None:
    """E-12: passed, failed, not named; other acts are none."""
    game = two_each()
    acts = ({"action": "advance", "die": "2"}, {"action": "advance", "die": "1"}, {"not_named": True})
    told = [("activate", text(game, "activate", unit="one", **given)) for given in acts]
    told.append(("markers", text(game, "markers", unit="one", number="1", cause="one, failed")))
    assert [PLAY.tested(*each) for each in told] == [True, False, False, None]


def test_who_retains_is_another_formation() -> None:
    """E-12."""
    game = after(two_each(), "activate", unit="one", action="double", die="6")
    with pytest.raises(PlayError, match=r"its action this turn \(E-08\): another formation retains the initiative"):
        decided(game, "activate", {"unit": "one", "action": "overwatch", "die": "6", "retaining": True})


def test_nobody_retains_after_a_failure() -> None:
    """E-12: a marker, and a Hold."""
    game = after(two_each(), "activate", unit="one", action="double", die="1")
    assert (body(game, "one").markers, body(game, "one").orders.action) == (1, "hold")
    with pytest.raises(PlayError, match="failed"):
        decided(game, "activate", {"unit": "two", "action": "overwatch", "die": "6", "retaining": True})


def test_those_offered_to_act_are_of_the_side_that_acts_or_retains() -> None:
    """E-12: an enemy does not retain the initiative, and before the first action nobody does."""
    game = two_each()
    acted = after(game, "activate", unit="one", action="double", die="6")
    for now, given, expected in (
        (game, {}, ["one", "two", "three"]),
        (game, {"retaining": "yes"}, []),
        (acted, {}, ["mob", "gang"]),
        (acted, {"retaining": "yes"}, ["two", "three"]),
        (acted, {"anyway": "yes"}, ["two", "three", "mob", "gang"]),
    ):
        offered, _ = PLAY.choices(now, "activate", "unit", given)
        assert offered is not None and [each.value for each in offered] == expected


def test_a_formation_whose_units_are_all_suppressed_has_acted_and_is_not_said_to_shoot() -> None:
    """E-11: a war engine by its capacity bears more markers than it has units."""
    guns = some("Engine", 1, "WE", dc=3, weapons=[gun("cannon", "AP4+/AT4+")])
    game = in_action(game_of([formation("giant", guns, by_capacity=True)], [formation("mob", some("Boyz", 4))]))
    loud = after(game, "activate", unit="giant", action="sustained-fire", die="6")
    game = after(
        after(game, "markers", unit="giant", number="1"), "activate", unit="giant", action="sustained-fire", die="6"
    )
    for now, side in ((loud, 0), (game, 1)):
        assert now.clock.active == side
        assert any(each.verb == "shoot" for each in PLAY.reminders(now)) is not bool(side)
    with pytest.raises(PlayError, match="1 marker suppresses all who could"):
        decided(game, "shoot", {"unit": "giant", "target": "mob", "hits": "1"})


def test_a_failing_marker_that_breaks_a_formation_leaves_no_hold() -> None:
    """E-12: it is broken at once."""
    game = after(two_each(), "markers", unit="one", number="3")
    game = after(game, "activate", unit="one", action="double", die="1")
    assert body(game, "one").broken and not body(game, "one").orders.action
    with pytest.raises(PlayError, match="has no Hold"):
        decided(game, "hold", {"unit": "one", "how": "move"})


def test_what_is_not_named_before_the_die_fails_without_one() -> None:
    """E-12."""
    game = after(two_each(), "activate", unit="one", not_named=True)
    assert (body(game, "one").markers, body(game, "one").orders.action) == (1, "hold")


def test_a_formation_acts_once_a_turn_and_a_broken_one_not_at_all() -> None:
    """E-08 and E-11."""
    game = after(two_each(), "activate", unit="one", action="overwatch", die="6")
    for unit, why in (("one", "had its action"), ("mob", "broken")):
        game = after(game, "markers", unit="mob", number="4") if unit == "mob" else game
        with pytest.raises(PlayError, match=why):
            decided(game, "activate", {"unit": unit, "action": "advance", "die": "6"})


def test_with_a_unit_out_of_formation_there_is_no_overwatch_and_a_hold_must_move() -> None:
    """E-13."""
    game = after(two_each(), "count", unit="one", counter="astray", number="1")
    for action in ("overwatch", "sustained-fire"):
        with pytest.raises(PlayError, match="1 unit out of formation"):
            decided(game, "activate", {"unit": "one", "action": action, "die": "6"})
    game = after(game, "activate", unit="one", action="advance", die="1")
    with pytest.raises(PlayError, match="must move"):
        decided(game, "hold", {"unit": "one", "how": "shoot"})
    game = after(after(game, "hold", unit="one", how="move"), "move", unit="one")
    assert body(game, "one").count("astray") == 0


def test_capacity_decides_on_losses_of_war_engines_alone() -> None:
    """E-10: it is a row of the form beside the number where there are some, and none elsewhere."""
    game = game_of([formation("giants", some("Engine", 2, "WE", dc=3))], [formation("mob", some("Boyz", 4))])
    assert "capacity" not in decided(game, "losses", {"unit": "giants", "number": "1"}).idle
    assert "capacity" in decided(game, "losses", {"unit": "mob", "number": "1"}).idle
    assert "capacity" in {field.name for field in PLAY.spec("losses").usual}


def test_whoever_is_out_of_formation_is_lost_with_a_marker_each() -> None:
    """E-19."""
    game = after(two_each(), "activate", unit="one", action="march", die="4")
    game = after(game, "move", unit="one", lost_out_of_formation="1")
    assert (body(game, "one").units, body(game, "one").markers) == (3, 1)


def test_a_war_engine_loses_capacity_before_it_is_lost() -> None:
    """E-11: as one unit where markers break its formation, or by its whole capacity, as the list chooses."""
    engines = some("Engine", 2, "WE", dc=3)
    for by_capacity, strength in ((False, 2), (True, 6)):
        giants = formation("giants", engines, by_capacity=by_capacity)
        game = game_of([giants], [formation("mob", some("Boyz", 4))])
        assert body(game, "giants").strength == strength
        game = after(game, "losses", unit="giants", number="2", capacity=True)
        assert (body(game, "giants").units, body(game, "giants").markers) == (2, 0)
        game = after(game, "losses", unit="giants", number="2", capacity=True, cause="shot at")
        giant = body(game, "giants")
        assert (giant.units, giant.markers, [lost for _, lost in giant.engines(giant.formation.kinds[0])]) == (
            1,
            2,
            [3, 1],
        )
        assert giant.broken is not by_capacity


def test_an_action_is_over_once_another_formation_is_activated() -> None:
    """E-08: by agreement it still moves and shoots."""
    game = after(two_each(), "activate", unit="one", action="advance", die="6")
    game = after(game, "activate", unit="mob", action="engage", die="6")
    shot = {"unit": "one", "target": "mob", "hits": "0"}
    for verb, given in (("move", {"unit": "one"}), ("shoot", shot), ("regroup", {"unit": "one", "removed": "0"})):
        with pytest.raises(PlayError, match=r"its action is over \(E-08\)"):
            decided(game, verb, given)
        assert decided(game, verb, {**given, "anyway": True}).event.changes
    told = {"unit": "mob", "target": "one", "winner": "attacker"}
    game = after(game, "assault-result", **told)
    with pytest.raises(PlayError, match="its assault has been told"):
        decided(game, "assault-result", told)


def test_moves_come_first_and_with_the_shot_the_action_is_done() -> None:
    """E-13: whoever shoots where he stands has acted; a marshal regroups last."""
    game = after(two_each(), "markers", unit="one", number="1")
    for action in ("advance", "double", "marshal"):
        acted = after(game, "activate", unit="one", action=action, die="6")
        if action == "marshal":
            last = after(acted, "regroup", unit="one", removed="1")
            with pytest.raises(PlayError, match="a marshal that has regrouped does not shoot"):
                decided(last, "shoot", {"unit": "one", "target": "mob", "hits": "0"})
        else:
            last = after(acted, "shoot", unit="one", target="mob", hits="0")
        assert last.clock.active == 1
        with pytest.raises(PlayError, match="moves come before"):
            decided(last, "move", {"unit": "one"})


def test_as_many_markers_as_units_break_a_formation_whatever_brings_that_about() -> None:
    """E-11: until players agree otherwise."""
    game = after(two_each(), "overwatch", unit="one")
    counted = after(game, "count", unit="one", counter="blast", number="4")
    few = after(after(game, "markers", unit="one", number="2"), "set", unit="one", kind="Infantry", left="2")
    for now in (counted, few):
        assert body(now, "one").broken and "on overwatch" not in body(now, "one").flags
    agreed = after(counted, "set", unit="one", broken="no")
    assert not body(after(agreed, "note", text="they know no fear", about="one"), "one").broken
    for verb, given in (("markers", {"number": "100"}), ("set", {"markers": "100"})):
        with pytest.raises(PlayError, match="at most 99 blast markers"):
            decided(game, verb, {"unit": "one", **given})
    with pytest.raises(PlayError, match="has 4 units, and not 5 that are out of formation"):
        decided(game, "set", {"unit": "one", "astray": "5"})


def test_an_action_that_was_not_named_before_the_die_can_be_told_and_only_a_march_is_one_along_a_road() -> None:
    """E-12, E-22."""
    game = two_each()
    late = {"unit": "one", "action": "advance", "not_named": True}
    assert text(game, "activate", **late).startswith("ONE: advance not named before the die, and fails without one; +1")
    given = {"unit": "one", "action": "advance", "die": "6", "road_march": True}
    for each, in_vain in ((late, False), (given, True)):
        act = PLAY.read(game, "activate", written(each))
        assert bool(PLAY.in_vain(act, decided(game, "activate", each))) == in_vain


def test_a_march_that_is_no_road_march_goes_on_a_road_only_where_players_say_so() -> None:
    """E-22."""
    game = after(two_each(), "mark", unit="one", mark="on a road")
    game = after(game, "activate", unit="one", action="march", die="6")
    assert "up to 15 cm" in text(game, "move", unit="one")
    assert "up to 20 cm on a road" in text(game, "move", unit="one", road=True)


def test_whether_a_formation_of_unknown_initiative_rallies_is_told() -> None:
    """E-14."""
    wild = formation("wild", some("Beast", 3), initiative=None)
    game = after(in_action(game_of([wild], [formation("mob", some("Boyz", 4))])), "markers", unit="wild", number="1")
    game = after(game, "end-phase", anyway=True)
    with pytest.raises(PlayError, match="does not say the initiative of WILD"):
        decided(game, "rally", {"formations": "wild"})
    assert "it rallies, as players judged; 1 off" in text(game, "rally", rallied="yes", removed="1")


def test_a_marshal_shoots_or_moves_and_then_regroups() -> None:
    """E-13 and E-14: how many markers that takes off is told."""
    game = after(two_each(), "markers", unit="one", number="2")
    game = after(game, "activate", unit="one", action="marshal", die="6")
    moved = after(game, "move", unit="one")
    with pytest.raises(PlayError, match="marshal that has moved"):
        decided(moved, "shoot", {"unit": "one", "target": "mob", "hits": "0"})
    single = after(moved, "markers", unit="one", number="1")
    with pytest.raises(PlayError, match=r"ONE has 1 blast marker$"):
        decided(single, "regroup", {"unit": "one", "removed": "2"})
    asked = decided(moved, "regroup", {"unit": "one"}).questions[0]
    assert (asked.text, len(asked.choices)) == ("ONE, 2 markers: how many come off?", 3)
    game = after(moved, "regroup", unit="one", removed="2")
    assert body(game, "one").markers == 0


def test_who_rallies_is_no_longer_broken_and_keeps_fewer_markers_than_units() -> None:
    """E-08, E-11, E-14."""
    game = after(two_each(), "markers", unit="mob", number="5")
    game = after(game, "end-phase", anyway=True)
    with pytest.raises(PlayError, match="leave it broken"):
        decided(game, "rally", {"formations": "mob", "dice": "5", "removed": "1"})
    assert body(after(game, "rally", formations="mob", dice="2"), "mob").broken
    offered, _ = PLAY.choices(game, "rally", "player", {})
    assert offered is not None and [each.value for each in offered] == ["2"], "nobody of the Guard has anything to roll"
    rallied = body(after(game, "rally", formations="mob", dice="5", removed="3"), "mob")
    assert (rallied.broken, rallied.markers) == (False, 2)
    for given in ({"dice": "5,5", "removed": "3"}, {"dice": "5", "removed": "3,1"}):
        with pytest.raises(PlayError, match=": these are 2, and 1 is asked for"):
            decided(game, "rally", {"formations": "mob", **given})
    assert text(game, "next") == "Turn 2: start of turn; 1 formation did not roll to rally, by agreement"
    last = after(game, "limit", turns="1")
    assert text(last, "next").endswith("a draw; 1 formation did not roll to rally, by agreement")
    assert "rally" not in text(after(last, "rally", formations="mob", dice="2"), "next")
    assert text(after(game, "rally", formations="mob", dice="2"), "next") == "Turn 2: start of turn"
    with pytest.raises(PlayError, match="MOB has rolled to rally this turn"):
        decided(after(game, "rally", formations="mob", dice="2"), "rally", {"formations": "mob", "dice": "6"})


def test_a_test_on_1_needs_no_die_and_takes_one() -> None:
    """E-09: it is passed whatever a player rolls who rolls anyway."""
    game = in_action(game_of([formation("a", some("Titan", 3), initiative=1)], [formation("mob", some("Boyz", 4))]))
    for die, words in (({}, "1+ without a die, passed"), ({"die": "1"}, "1 on 1+, passed")):
        told = decided(game, "activate", {"unit": "a", "action": "advance", **die})
        assert words in told.event.text and not told.questions and "die" not in told.idle


def test_who_rallies_on_1_rolls_no_die_and_those_after_it_do() -> None:
    """E-09."""
    guard = [formation(each, some("Titan", 3), initiative=n) for each, n in (("sure", 1), ("slow", 3))]
    game = in_action(game_of(guard, [formation("mob", some("Boyz", 4))]))
    for each in ("sure", "slow"):
        game = after(game, "markers", unit=each, number="1")
    game = after(game, "end-phase", anyway=True)
    told = text(game, "rally", player="1", dice="2", removed="1")
    assert "SURE: rallies on 1+ without a die; 1 off, 0 left; SLOW: rally 2 on 3+, it does not" in told
    with pytest.raises(PlayError, match="these are 2, and 1 is asked for"):
        decided(game, "rally", {"player": "1", "dice": "2,3", "removed": "1"})


def test_the_end_phase_waits_for_all_who_can_act() -> None:
    """E-08: nobody passes."""
    with pytest.raises(PlayError, match="nobody passes: ONE, TWO, THREE, MOB, GANG can still act"):
        decided(two_each(), "end-phase", {})


def test_abilities_take_effect_before_the_strategy_roll_or_an_action() -> None:
    """E-08, E-05."""
    game = game_of([formation("a", some("A", 1))], [formation("b", some("B", 1))])
    with pytest.raises(PlayError, match=r"as a turn starts \(E-05\): next begins one"):
        decided(game, "strategy", {"dice": "6,1"})
    game = after(game, "next")
    game = after(game, "start-effects", player="2", ability="The waaagh")
    assert game.extra.effects == (1,)
    acting = after(game, "strategy", dice="6,1")
    assert text(acting, "start-effects", player="1", ability="x") == "Start of action, Guard: x"
    assert after(acting, "start-effects", player="1", ability="x").extra.effects == acting.extra.effects
    ended = after(acting, "end-phase", anyway=True)
    with pytest.raises(PlayError, match="at the start of a turn or of an action"):
        decided(ended, "start-effects", {"player": "1", "ability": "x"})
    rows = [row for side in PLAY.viewer()(ended).sides for row in side.tables[0].rows]
    assert [row.turn for row in rows] == ["cannot", "cannot"], "nobody acts in the end phase, whoever has not"
    assert not any("action" in span.text for row in rows for line in row.brief for spans in line for span in spans)


def test_what_a_hold_is_is_asked_unless_it_must_move() -> None:
    """E-13."""
    game = after(two_each(), "activate", unit="one", action="advance", die="1")
    (question,) = decided(game, "hold", {"unit": "one"}).questions
    assert [choice.value for choice in question.choices] == ["move", "shoot", "regroup"]
    astray = after(game, "set", unit="one", astray="1")
    assert "holds: it moves" in text(astray, "hold", unit="one")
    with pytest.raises(PlayError, match="must move: 1 unit out of formation"):
        decided(astray, "hold", {"unit": "one", "how": "shoot"})
    shot = {"unit": "one", "target": "mob", "hits": "0"}
    for verb, given in (("shoot", shot), ("regroup", {"unit": "one", "removed": "1"})):
        with pytest.raises(PlayError, match="its Hold must be a move: 1 unit out of formation"):
            decided(astray, verb, given)


def test_who_engages_has_his_activation_until_the_assault_is_told() -> None:
    """E-13, E-26."""
    game = after(two_each(), "activate", unit="one", action="engage", die="4")
    game = after(game, "move", unit="one")
    due = [each.verb for each in PLAY.reminders(game) if each.ref == "one"]
    assert (game.clock.active, due) == (0, ["assault-result"])
    told = {"unit": "one", "target": "mob", "winner": "attacker"}
    offered, _ = PLAY.choices(game, "assault-result", "unit", {})
    assert offered is not None and [each.value for each in offered] == ["one"]
    assert after(game, "assault-result", **told).clock.active == 1
    other = {"unit": "mob", "action": "march", "die": "6"}
    for verb, given in (("activate", other), ("end-phase", {})):
        with pytest.raises(PlayError, match=r"tell first how its assault ended|nobody passes"):
            decided(game, verb, given)
    waved = after(game, "dismiss", what=next(each.key for each in PLAY.reminders(game) if each.ref == "one"))
    assert decided(waved, "activate", other).event.changes, "where nobody fought"
    later = after(game, "activate", **other, anyway=True)
    assert "ONE: tell how its assault ended" in [each.text for each in PLAY.reminders(later)]
    assert "ONE: tell" not in str(PLAY.reminders(after(later, "assault-result", **told)))


def test_whom_an_assault_can_break_are_first_those_of_it() -> None:
    """E-26."""
    game = after(two_each(), "activate", unit="two", action="engage", die="6")
    offered, _ = PLAY.choices(game, "assault-result", "breaks", {"unit": "two", "target": "gang"})
    assert offered is not None and [each.value for each in offered] == ["two", "gang", "one", "three", "mob"]


def test_an_assault_breaks_who_is_named_and_who_has_too_few_left() -> None:
    """E-11, E-26: such a formation is no longer on overwatch."""
    game = after(two_each(), "activate", unit="one", action="engage", die="4")
    game = after(after(game, "overwatch", unit="mob"), "markers", unit="one", number="2")
    told = {"unit": "one", "target": "mob", "winner": "attacker", "breaks": "mob", "lost": "2 Infantry", "markers": "0"}
    game = after(game, "assault-result", **told)
    assert body(game, "mob").broken and "on overwatch" not in body(game, "mob").flags
    assert (body(game, "one").units, body(game, "one").markers, body(game, "one").broken) == (2, 2, True)


def test_who_is_lost_in_dangerous_terrain_is_asked_once_the_dice_are_known() -> None:
    """E-15: asked before, it would be about another number."""
    game = after(mounted(), "activate", unit="mob", action="advance")
    move = {"unit": "mob", "in_danger": "2"}
    found = [
        [each.parameter for each in decided(game, "move", {**move, **more}).questions]
        for more in (
            {},
            {"danger_dice": "1,4"},
            {"danger_dice": "1,4", "cautious": True},
            {"danger_dice": "2,4"},
        )
    ]
    assert found == [["danger-dice"], ["danger-which"], ["rerolls"], []]


def test_the_log_tells_how_many_formations_had_no_action_as_their_phase_ends() -> None:
    """E-08: nobody passes but by agreement."""
    game = two_each()
    assert text(game, "next").endswith("5 formations had no action, by agreement")
    assert "4 formations had no action" in text(after(game, "activate", unit="one", action="march", die="6"), "next")
    assert "had no action" not in text(after(game, "end-phase", anyway=True), "next")
