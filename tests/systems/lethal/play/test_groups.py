"""Initiative, unit groups, activation: who acts when, and with whom."""

from __future__ import annotations

import pytest

from builder.errors import PlayError
from builder.record import replace
from builder.roster.marks import Mark, PlannedGroup
from builder.systems.lethal.command import MoraleState
from builder.systems.lethal.model import Bond
from builder.systems.lethal.play import PLAY
from builder.systems.lethal.play.state import LethalGame
from tests.systems.lethal.play.games import decided, text
from tests.systems.lethal.play.making import foot, game, gun, hull, in_combat_phase, in_command, play, unit

ENEMY = foot("x")
THREE = (foot("a", cm=1), foot("b"), foot("c"))


def grouped(die: str = "5") -> LethalGame:
    """Three units of troops after the grouping test on the CM of the first, in the combat phase."""
    now = in_command(game(THREE, [ENEMY, foot("y")]))
    return play(now, ("group", {"units": "a,b,c", "coherent": "yes", "die": die}), ("next", {}))


def test_a_unit_remembers_its_own_acts_and_not_those_of_its_group() -> None:
    """L-14: that it was grouped, or that its group ended, is no act of its own."""
    now = grouped()
    assert not any(unit(now, each).last for each in "abc")
    routs = play(now, ("set", {"unit": "c", "morale": "routed"}))
    assert [unit(routs, each).group for each in "abc"] == ["A", "A", ""] and not unit(routs, "b").last


def states(now: LethalGame) -> dict[str, MoraleState]:
    return {each: unit(now, each).morale for each in "abc"}


def test_the_highest_die_has_the_initiative_and_equal_dice_are_rolled_again() -> None:
    """L-60: not before the first turn, whose beginning would forget it."""
    with pytest.raises(PlayError, match="go on to turn 1"):
        decided(game(THREE, [ENEMY]), "initiative", {"dice": "5,2"})
    now = play(game(THREE, [ENEMY]), ("turn", {}))
    assert "both roll again" in text(now, "initiative", {"dice": "4,4"})
    assert play(now, ("initiative", {"dice": "4,4"})).extra.initiative is None
    second = play(now, ("initiative", {"dice": "2,5"}))
    assert (second.extra.initiative, second.clock.active) == (1, 1)


def test_a_grouping_test_failed_by_a_one_shakes_all_for_the_combat_phase() -> None:
    """L-14, L-08."""
    failed = grouped("1")
    assert set(states(failed).values()) == {MoraleState.SHAKEN} and not unit(failed, "a").group
    assert set(states(play(failed, ("next", {}))).values()) == {MoraleState.UNBROKEN}
    again = play(failed, ("turn", {}))
    assert set(states(again).values()) == {MoraleState.UNBROKEN}


def test_units_of_a_failed_group_may_reform() -> None:
    """L-14."""
    now = play(grouped("1"), ("reform", {"unit": "a", "die": "3"}))
    assert states(now) == {"a": MoraleState.UNBROKEN, "b": MoraleState.SHAKEN, "c": MoraleState.SHAKEN}


def test_the_best_cm_serves_the_whole_group() -> None:
    """L-09, L-17."""
    now = grouped()
    assert "on 2+, passed" in text(now, "action", {"unit": "b", "action": "Move-Shoot", "die": "2"})
    alone = in_combat_phase(game(THREE, [ENEMY]))
    assert "on 3+, failed" in text(alone, "action", {"unit": "b", "action": "Move-Shoot", "die": "2"})


def test_the_group_is_shaken_and_ends_as_the_unit_that_formed_it_falls() -> None:
    """L-15."""
    now = play(grouped(), ("set", {"unit": "a", "morale": "stunned"}))
    assert states(now) == {"a": MoraleState.STUNNED, "b": MoraleState.SHAKEN, "c": MoraleState.SHAKEN}
    assert not any(unit(now, each).group for each in "abc")
    later = in_combat_phase(now)
    assert (unit(later, "b").morale, unit(later, "c").morale) == (MoraleState.SHAKEN, MoraleState.SHAKEN)
    assert states(play(later, ("reform", {"unit": "b", "die": "3"})))["b"] is MoraleState.UNBROKEN


@pytest.mark.parametrize(
    "how", [("mark", {"unit": "a", "mark": "destroyed"}), ("charge", {"unit": "a", "target": "x"})]
)
def test_so_it_is_as_that_unit_is_killed_or_fights(how: tuple[str, dict[str, str]]) -> None:
    """L-15."""
    now = play(grouped(), how)
    assert (unit(now, "b").morale, unit(now, "c").morale) == (MoraleState.SHAKEN, MoraleState.SHAKEN)


def test_another_unit_only_leaves_it() -> None:
    """L-15."""
    now = play(grouped(), ("charge", {"unit": "x", "target": "b"}))
    assert set(states(now).values()) == {MoraleState.UNBROKEN}
    assert [bool(unit(now, each).group) for each in "abc"] == [True, False, True]
    routed = play(now, ("set", {"unit": "c", "morale": "routed"}))
    assert not any(unit(routed, each).group for each in "abc"), "one that is left alone is in no group"
    assert unit(routed, "a").morale is MoraleState.UNBROKEN


def test_groups_end_with_the_turn() -> None:
    """L-14."""
    assert not any(unit(play(grouped(), ("next", {})), each).group for each in "abc")


def test_what_a_group_may_not_be_is_told_with_its_rule() -> None:
    """L-11, L-12, L-13."""
    now = in_command(game([foot("a"), foot("b", slot="heavy support"), hull("v"), foot("s")], [ENEMY]))
    with pytest.raises(PlayError, match="L-12"):
        decided(now, "group", {"units": "a,b", "coherent": "yes", "die": "5"})
    with pytest.raises(PlayError, match="L-11"):
        decided(now, "group", {"units": "b,v", "coherent": "yes", "die": "5"})
    with pytest.raises(PlayError, match="L-13"):
        decided(now, "group", {"units": "a,s", "coherent": "no", "die": "5"})
    shaken = in_command(play(now, ("set", {"unit": "s", "morale": "shaken"})))
    with pytest.raises(PlayError, match="S: it was shaken at the start of the turn"):
        decided(shaken, "group", {"units": "a,s", "coherent": "yes", "die": "5"})


def test_coherency_is_asked_for_before_the_die() -> None:
    """L-13."""
    now = in_command(game(THREE, [ENEMY]))
    asked = decided(now, "group", {"units": "a,b,c"}).questions
    assert [each.parameter for each in asked] == ["coherent", "die"] and "within 5 cm" in asked[0].text


def test_a_planned_group_is_due_and_named() -> None:
    """L-14."""
    plan = PlannedGroup(id="g1", name="Spearhead", units=("a", "b", "c"))
    now = in_command(game(THREE, [ENEMY], planned=[plan]))
    (due,) = [each for each in PLAY.viewer()(now).due if each.verb == "group"]
    now = play(now, ("group", {**due.given, "coherent": "yes", "die": "4"}))
    assert unit(now, "c").group == "Spearhead" and unit(now, "a").forms


def test_parts_of_one_whole_are_grouped_without_a_test_each_turn() -> None:
    """L-10."""
    cells = [foot(each, bond=Bond.STRUCTURE, part_of="Cult") for each in "ab"]
    plan = PlannedGroup(id="g1", name="Cult", units=("a", "b"))
    now = play(game([*cells, foot("c")], [ENEMY], planned=[plan]), ("turn", {}))
    assert unit(now, "a").group == unit(now, "b").group == "Cult"
    command = play(now, ("next", {}))
    with pytest.raises(PlayError, match="in the group Cult"):
        decided(command, "group", {"units": "a,c", "coherent": "yes", "die": "5"})
    assert unit(play(now, ("turn", {})), "b").group == "Cult"


def test_those_aboard_are_grouped_with_their_transport() -> None:
    """L-16."""
    riders = foot("a", 5, marks=(Mark("riding_in", "v"),))
    now = play(game([riders, hull("v", capacity=10)], [ENEMY]), ("turn", {}))
    assert unit(now, "a").group and unit(now, "a").group == unit(now, "v").group
    assert not unit(now, "a").forms and not unit(now, "v").forms


def test_those_aboard_join_a_group_with_their_transport() -> None:
    """L-10, L-11: infantry with a transport counts as infantry."""
    riders = foot("a", 5, marks=(Mark("riding_in", "v"),))
    now = in_command(game([riders, hull("v", cm=1, capacity=10), foot("b")], [ENEMY]))
    with pytest.raises(PlayError, match="one unit with A: name those aboard"):
        decided(now, "group", {"units": "v,b", "coherent": "yes", "die": "5"})
    grouped = play(now, ("group", {"units": "a,b", "coherent": "yes", "die": "2"}))
    assert len({unit(grouped, each).group for each in "avb"}) == 1 and unit(grouped, "v").forms
    failed = play(now, ("group", {"units": "a,b", "coherent": "yes", "die": "1"}))
    assert unit(failed, "v").for_phase and unit(failed, "b").morale is MoraleState.SHAKEN


def test_the_players_activate_in_turn() -> None:
    """L-60."""
    now = in_combat_phase(game([foot("a", weapons=[gun("rifle")]), foot("b")], [ENEMY, foot("y")]))
    with pytest.raises(PlayError, match="it is the activation of Mia"):
        decided(now, "action", {"unit": "x", "action": "Move-Move"})
    fires = play(now, ("action", {"unit": "a", "action": "Shoot-Shoot"}))
    with pytest.raises(PlayError, match=r"^A may do more; then it is the activation of Tom"):
        decided(fires, "action", {"unit": "b", "action": "Move-Move"})
    now = play(now, ("action", {"unit": "a", "action": "Move-Move"}))
    assert now.clock.active == 1 and now.extra.activation is None
    with pytest.raises(PlayError, match="it is the activation of Tom"):
        decided(now, "action", {"unit": "b", "action": "Move-Move"})
    assert unit(play(now, ("action", {"unit": "b", "action": "Move-Move", "anyway": True})), "b").deeds.used == 2


def test_a_unit_finishes_out_of_turn_by_agreement_alone() -> None:
    """L-60."""
    now = in_combat_phase(game([foot("a")], [ENEMY]))
    with pytest.raises(PlayError, match="by agreement with --anyway"):
        decided(now, "finish", {"unit": "x"})
    assert unit(play(now, ("finish", {"unit": "x", "anyway": True})), "x", 1).deeds.finished


def test_who_has_nobody_left_is_passed_over() -> None:
    """L-60."""
    now = in_combat_phase(game([foot("a"), foot("b"), foot("c")], [ENEMY]))
    now = play(now, ("action", {"unit": "a", "action": "Move-Move"}), ("finish", {"unit": "x"}))
    now = play(now, ("action", {"unit": "b", "action": "Move-Move"}))
    assert now.clock.active == 0
    assert unit(play(now, ("action", {"unit": "c", "action": "Move-Move"})), "c").deeds.used == 2


def test_a_group_acts_as_a_whole_with_one_stance() -> None:
    """L-17, L-35."""
    now = play(grouped(), ("action", {"unit": "b", "action": "Move-Move"}))
    assert now.extra.activation is not None and now.extra.activation.stance == "offensive"
    with pytest.raises(PlayError, match="taken the offensive stance"):
        decided(now, "entrench", {"unit": "a"})
    with pytest.raises(PlayError, match="A, C must act first"):
        decided(now, "action", {"unit": "x", "action": "Move-Move"})
    now = play(now, ("action", {"unit": "a", "action": "Move-Move"}), ("finish", {"unit": "c"}))
    assert now.clock.active == 1


def test_a_stance_can_be_taken_before_any_action() -> None:
    """L-35."""
    now = play(grouped(), ("activate", {"unit": "a", "stance": "defensive"}))
    with pytest.raises(PlayError, match="taken the defensive stance"):
        decided(now, "action", {"unit": "b", "action": "Move-Move"})
    with pytest.raises(PlayError, match="is activated already"):
        decided(now, "activate", {"unit": "a", "stance": "defensive"})
    shot = foot("s", weapons=[gun("rifle")])
    assert "offensive" not in text(
        in_combat_phase(game([shot], [ENEMY])), "action", {"unit": "s", "action": "Move-Shoot"}
    )


def test_who_can_be_in_no_group_is_told_in_the_command_phase() -> None:
    """L-13."""
    plan = PlannedGroup(id="g", name="Line", units=("a", "c"))
    units = [foot("a"), foot("b"), foot("c")]
    now = play(game(units, [foot("x")], planned=[plan]), ("set", {"unit": "b", "morale": "shaken"}))
    due = [each.text for each in PLAY.viewer()(in_command(now)).due]
    # It is only to be minded: what can be done stands before it.
    assert due[-2].startswith("Group Line") and due[-1] == "In no group this turn: B, shaken (L-13)", due


def test_a_failed_grouping_test_is_not_taken_again() -> None:
    """L-14: a planned group can still be named, and the answer says why it is not tested."""
    plan = PlannedGroup(id="g", name="Line", units=("a", "b"))
    now = in_command(game([foot("a"), foot("b")], [ENEMY], planned=[plan]))
    assert any("Group Line" in due.text for due in PLAY.viewer()(now).due)
    failed = play(now, ("group", {"plan": "Line", "coherent": "yes", "die": "1"}))
    assert not any("Group Line" in due.text for due in PLAY.viewer()(failed).due)
    for given in ({"plan": "Line"}, {"units": "a,b"}):
        with pytest.raises(PlayError, match="A: it has failed a grouping test this turn"):
            decided(failed, "group", {**given, "coherent": "yes", "die": "6"})


def test_the_initiative_is_rolled_once_and_units_come_in_the_command_phase() -> None:
    """L-60."""
    now = in_combat_phase(game([foot("a", marks=(Mark("reserve"),)), foot("b")], [ENEMY]))
    with pytest.raises(PlayError, match="Mia has the initiative for this turn"):
        decided(now, "initiative", {"dice": "1,6"})
    with pytest.raises(PlayError, match="in the command phase"):
        decided(now, "arrive", {"unit": "a"})
    agreed = play(now, ("initiative", {"dice": "1,6", "anyway": True}), ("arrive", {"unit": "a", "anyway": True}))
    assert agreed.extra.initiative == 1 and not unit(agreed, "a").flags


def test_what_is_left_of_an_activation_is_lost_with_the_next_one() -> None:
    """L-60: a unit does all its actions at once."""
    begun = in_combat_phase(game([foot("a", weapons=[gun("rifle", "rapid fire")])], [ENEMY]))
    rifle = {"unit": "a", "weapon": "rifle", "target": "x", "distance": "40", "hits": "0"}
    for first, verb, given in (
        ({"action": "Move-Move", "half": True}, "action", {"unit": "a", "action": "Move-Move"}),
        ({"action": "Shoot-Move"}, "action", {"unit": "a", "action": "Shoot-Move", "die": "6"}),
        ({"action": "Shoot-Shoot"}, "shoot", rifle),
    ):
        now = play(begun, ("action", {"unit": "a", **first}))
        assert not decided(now, verb, given).questions
        now = play(now, ("action", {"unit": "x", "action": "Move-Move"}))
        with pytest.raises(PlayError, match="its activation is over"):
            decided(now, verb, given)
    again = play(now, ("set", {"unit": "a", "used": "0"}))
    assert not decided(again, "action", {"unit": "a", "action": "Move-Move"}).questions


def test_only_who_has_the_rule_or_was_planned_so_comes_by_deep_strike() -> None:
    """L-67: whoever else waits in reserve comes from there."""
    waiting = [
        foot(each, marks=(Mark("reserve", None),), rules=rules) for each, rules in (("a", ()), ("b", ("Deep Strike",)))
    ]
    now = in_command(game(waiting, [ENEMY]))
    given = {"unit": "a", "how": "deep strike"}
    with pytest.raises(PlayError, match="A is in reserve, and has not Deep Strike"):
        decided(now, "arrive", given)
    for each in ({**given, "anyway": True}, {**given, "unit": "b"}):
        assert "by deep strike" in text(now, "arrive", each)


def test_nobody_comes_down_on_an_enemy_unless_the_players_agree() -> None:
    """L-60, L-61, L-67: then it is a charge, which is fought in the combat phase."""
    now = in_command(game([foot("a", marks=(Mark("deep_strike", None),))], [ENEMY]))
    given = {"unit": "a", "contact": "x"}
    with pytest.raises(PlayError, match="A comes down clear of X: units arrive in the command phase"):
        decided(now, "arrive", given)
    assert "A charges X" in text(now, "arrive", {**given, "anyway": True})


def test_those_aboard_of_what_arrives_act_with_it() -> None:
    """L-16, L-67."""
    rider = foot("a", marks=(Mark("riding_in", "v"), Mark("reserve")))
    now = in_command(game([rider, replace(hull("v", capacity=10), marks=(Mark("reserve"),))], [ENEMY]))
    now = play(now, ("arrive", {"unit": "v", "how": "reserve"}))
    assert unit(now, "a").group == unit(now, "v").group != ""
    assert "Group A acts: A, V" in text(play(now, ("next", {})), "action", {"unit": "v", "action": "Move-Move"})
