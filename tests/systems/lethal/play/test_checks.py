"""Morale, rallying, confusion, ammunition: what units roll for, and what becomes of them."""

from __future__ import annotations

import pytest

from builder.errors import PlayError
from builder.systems.lethal.command import MoraleState
from builder.systems.lethal.contact import Cover
from builder.systems.lethal.play import PLAY
from builder.systems.lethal.play.state import AMMUNITION, AT_EDGE, ENTRENCHED, FINDING, HULL_DOWN
from tests.systems.lethal.play.games import decided, text
from tests.systems.lethal.play.making import foot, game, gun, hull, in_combat_phase, in_command, play, unit

ENEMY = foot("x")


def states(*acts: tuple[str, dict[str, str]]) -> list[MoraleState]:
    """The states of a unit after each of some acts."""
    now, found = in_combat_phase(game([foot("a"), foot("b")], [ENEMY])), []
    for verb, given in acts:
        now = play(now, (verb, given))
        found.append(unit(now, "a").morale)
    return found


def test_each_failed_morale_check_is_a_step_and_reforming_clears_it() -> None:
    """L-31, L-32, L-66."""
    found = states(
        ("morale", {"unit": "a", "dice": "2,5"}),
        ("morale", {"unit": "a", "dice": "1,6"}),
        ("next", {}),
    )
    assert found == [MoraleState.SHAKEN, MoraleState.STUNNED, MoraleState.SHAKEN]
    now = in_combat_phase(game([foot("a"), foot("b")], [ENEMY]))
    now = play(now, ("morale", {"unit": "a", "dice": "2,5"}), ("morale", {"unit": "a", "dice": "1,6"}), ("turn", {}))
    now = play(now, ("initiative", {"dice": "6,2"}), ("next", {}), ("next", {}))
    now = play(now, ("reform", {"unit": "a", "die": "3"}))
    assert unit(now, "a").morale is MoraleState.UNBROKEN and unit(now, "a").deeds.used == 2


def test_the_chain_goes_down_to_routed_and_no_further_by_morale() -> None:
    """L-31."""
    failed = ("morale", {"unit": "a", "dice": "1,1"})
    assert states(*[failed] * 4) == [MoraleState.SHAKEN, MoraleState.STUNNED, MoraleState.PARALYSED, MoraleState.ROUTED]
    with pytest.raises(PlayError, match="rallies at the start"):
        states(*[failed] * 5)


def test_the_lower_die_counts_and_a_master_vox_lends_its_cm() -> None:
    """L-30, L-08."""
    assert states(("morale", {"unit": "a", "dice": "3,6"})) == [MoraleState.UNBROKEN]
    assert states(("morale", {"unit": "a", "dice": "2,6"})) == [MoraleState.SHAKEN]
    assert states(("morale", {"unit": "a", "dice": "2,6", "cm": "2+"})) == [MoraleState.UNBROKEN]


def test_vehicle_hunters_pass_vehicle_shock_on_two() -> None:
    """L-06."""
    now = game([foot("a", cm=4, rules=("Vehicle Hunters",)), foot("b", cm=4)], [ENEMY])
    assert "passed" in text(now, "morale", {"unit": "a", "dice": "2,2", "shock": True})
    assert "failed" in text(now, "morale", {"unit": "b", "dice": "2,2", "shock": True})
    assert "failed" in text(now, "morale", {"unit": "a", "dice": "2,2"})


def test_losses_check_at_a_quarter_of_those_left_and_below_half() -> None:
    """L-30."""
    now = game([foot("a", 12)], [ENEMY])
    checks = 0
    for models in (3, 3, 1):
        now = play(now, ("known-losses", {"unit": "a", "models": str(models)}))
        checks += len(unit(now, "a").owed)
        now = play(now, ("morale", {"unit": "a", "dice": "6,6"}))
    assert checks == 3
    assert "morale check" not in text(now, "known-losses", {"unit": "a", "models": "1"})


def test_both_triggers_in_one_volley_are_one_check() -> None:
    """L-30."""
    now = play(game([foot("a", 12)], [ENEMY]), ("known-losses", {"unit": "a", "models": "7"}))
    assert [check.kind for check in unit(now, "a").owed] == ["morale"]


def test_a_unit_rallies_above_half_with_a_friend_and_no_enemy_near() -> None:
    """L-32."""
    now = play(game([foot("a", 10), foot("b")], [ENEMY]), ("set", {"unit": "a", "morale": "routed", "models": "6"}))
    now = play(now, ("next", {}))
    assert any(each.verb == "rally" for each in PLAY.viewer()(now).due)
    rallied = play(now, ("rally", {"unit": "a", "enemy_near": "no", "dice": "3,4"}))
    assert unit(rallied, "a").morale is MoraleState.PARALYSED
    ended = play(rallied, ("turn", {}))
    assert unit(ended, "a").morale is MoraleState.SHAKEN
    failed = play(now, ("rally", {"unit": "a", "enemy_near": "no", "dice": "2,4"}))
    assert unit(failed, "a").gone
    near = play(now, ("rally", {"unit": "a", "enemy_near": "yes"}))
    assert unit(near, "a").morale is MoraleState.ROUTED


def test_a_unit_rallies_at_the_start_of_its_turn_alone() -> None:
    """L-32: not in the combat phase in which it began to rout."""
    now = in_combat_phase(game([foot("a"), foot("b")], [foot("x")]))
    now = play(now, ("set", {"unit": "a", "morale": "routed"}))
    given = {"unit": "a", "enemy_near": "no", "dice": "6,6"}
    with pytest.raises(PlayError, match="at the start of its turn"):
        decided(now, "rally", given)
    assert unit(play(in_command(now), ("rally", given)), "a").morale is MoraleState.PARALYSED


def test_at_half_strength_or_alone_a_unit_goes_on_routing() -> None:
    """L-32."""
    now = play(game([foot("a", 10), foot("b")], [ENEMY]), ("set", {"unit": "a", "morale": "routed", "models": "5"}))
    with pytest.raises(PlayError, match="5 of 10 models are left: it moves twice"):
        decided(now, "rally", {"unit": "a", "enemy_near": "no", "dice": "3,4"})
    alone = play(game([foot("a", 10)], [ENEMY]), ("set", {"unit": "a", "morale": "routed"}))
    with pytest.raises(PlayError, match="no friend is on the table"):
        decided(alone, "rally", {"unit": "a", "enemy_near": "no", "dice": "3,4"})


def test_confused_by_one_it_moves_towards_the_enemy_and_stops_five_cm_off() -> None:
    """L-33, L-36, L-62."""
    now = in_combat_phase(game([foot("a", cm=4, weapons=[gun("rifle")])], [ENEMY]))
    now = play(now, ("action", {"unit": "a", "action": "Move-Shoot", "die": "2"}))
    assert unit(now, "a").deeds.shots == 0 and [each.kind for each in unit(now, "a").owed] == ["confusion"]
    given = {"unit": "a", "die": "3", "visible": "yes", "move_dice": "2,4,5", "enemy": "12"}
    assert "moves 7 cm towards the nearest enemy" in text(now, "confusion", given)
    assert "moves 11 cm" in text(now, "confusion", {**given, "enemy": "40"})
    now = play(now, ("confusion", given))
    assert unit(now, "a").morale is MoraleState.UNBROKEN and not unit(now, "a").owed


def test_with_nobody_in_sight_it_moves_at_random() -> None:
    """L-33."""
    now = game([foot("a", cm=4)], [ENEMY])
    given = {"unit": "a", "die": "3", "visible": "no", "move_dice": "3,3,6,1"}
    assert "moves 13 cm in a random direction" in text(now, "confusion", given)
    assert "moves 6 cm" in text(now, "confusion", {**given, "stopped": "6"})


@pytest.mark.parametrize(
    ("cm", "state", "moves"),
    [(4, MoraleState.SHAKEN, ""), (5, MoraleState.STUNNED, ""), (6, MoraleState.PARALYSED, "2,3")],
)
def test_confused_by_more_its_state_is_worse(cm: int, state: MoraleState, moves: str) -> None:
    """L-33."""
    now = game([foot("a", cm=cm)], [ENEMY])
    given = {"unit": "a", "die": "1", **({"move_dice": moves} if moves else {})}
    assert unit(play(now, ("confusion", given)), "a").morale is state


def test_a_better_state_never_takes_the_place_of_a_worse_one() -> None:
    """L-33: all results apply as they are rolled."""
    now = play(game([foot("a", cm=4)], [ENEMY]), ("set", {"unit": "a", "morale": "paralysed"}))
    assert unit(play(now, ("confusion", {"unit": "a", "die": "1"})), "a").morale is MoraleState.PARALYSED


def test_what_cannot_move_ignores_a_confused_move() -> None:
    """L-36."""
    now = play(game([hull("v", cm=4)], [ENEMY]), ("set-vehicle", {"vehicle": "v", "immobilised": "yes"}))
    assert "no effect" in text(now, "confusion", {"unit": "v", "die": "3"})


def test_a_confused_move_ends_digging_in_and_finding() -> None:
    """L-23, L-45."""
    now = play(
        game([foot("a", cm=4)], [ENEMY]),
        ("mark", {"unit": "a", "mark": ENTRENCHED}),
        ("mark", {"unit": "a", "mark": FINDING}),
        ("confusion", {"unit": "a", "die": "2", "move_dice": "1,1,1,1"}),
    )
    assert not unit(now, "a").flags


def test_friends_that_are_entered_take_a_check_of_their_own() -> None:
    """L-33."""
    now = game([foot("a", cm=4), foot("b")], [ENEMY])
    now = play(now, ("confusion", {"unit": "a", "die": "2", "move_dice": "1,1,1,1", "enters": "b"}))
    assert [each.cause for each in unit(now, "b").owed] == ["entered by friends"]


def test_fearless_keeps_a_better_cm_and_betters_a_worse_one() -> None:
    """L-06."""
    now = game([foot("a", cm=5, rules=("Fearless",)), foot("b", cm=1, rules=("Fearless",))], [ENEMY])
    assert "passed" in text(now, "confusion", {"unit": "a", "die": "2"})
    assert "on 1+" in text(now, "confusion", {"unit": "b", "die": "1"})


def test_siege_masters_are_steady_in_a_fortification_and_not_for_morale() -> None:
    """L-06."""
    now = play(
        game([foot("a", cm=5, rules=("Siege Masters",))], [ENEMY]), ("cover", {"unit": "a", "band": "very hard"})
    )
    assert "on 2+" in text(now, "confusion", {"unit": "a", "die": "2"})
    assert "on 5+" in text(now, "morale", {"unit": "a", "dice": "2,2"})


def test_a_one_costs_ammunition_and_the_last_counter_silences_the_unit() -> None:
    """L-22, L-23."""
    now = in_combat_phase(game([foot("a", weapons=[gun("rifle")], extra_ammo=1)], [ENEMY]))
    now = play(now, ("ammo", {"unit": "a", "die": "4"}), ("ammo", {"unit": "a", "die": "1"}))
    assert unit(now, "a").count(AMMUNITION) == 1
    with pytest.raises(PlayError, match="it has ammunition"):
        decided(now, "find-ammo", {"unit": "a"})
    now = play(now, ("ammo", {"unit": "a", "die": "1"}))
    with pytest.raises(PlayError, match="out of ammunition"):
        decided(now, "action", {"unit": "a", "action": "Shoot-Shoot"})
    found = play(now, ("find-ammo", {"unit": "a"}), ("next", {}))
    assert unit(found, "a").count(AMMUNITION) == 1 and FINDING not in unit(found, "a").flags


def test_vehicles_have_no_ammunition_dice() -> None:
    """L-20."""
    with pytest.raises(PlayError, match="runs out through suppressive fire alone"):
        decided(game([hull("v")], [ENEMY]), "ammo", {"unit": "v", "die": "1"})


def test_checks_that_are_called_for_stand_among_what_is_due() -> None:
    """L-30: ordnance within 15 cm, lost coherency."""
    now = in_command(game([foot("a")], [ENEMY]))
    now = play(now, ("next", {}), ("call-check", {"unit": "a", "cause": "ordnance within 15 cm"}))
    due = [each for each in PLAY.viewer()(now).due if each.verb == "morale"]
    assert [(each.ref, each.before_end) for each in due] == [("a", True)] and "ordnance" in due[0].text


def test_a_check_that_was_not_taken_is_due_in_every_phase_until_it_is() -> None:
    """L-30, L-33."""
    now = in_combat_phase(game([foot("a")], [foot("x")]))
    now = play(now, ("call-check", {"unit": "a", "cause": "coherency lost"}))
    for _ in range(4):
        now = play(now, ("next", {}))
        assert any("A: a morale check" in each.text for each in PLAY.viewer()(now).due), now.clock.phase
    taken = play(now, ("morale", {"unit": "a", "dice": "6,6"}))
    assert not any("morale check" in each.text for each in PLAY.viewer()(taken).due)


def test_what_hangs_on_the_die_of_a_confusion_check_is_asked_once_that_is_known() -> None:
    """L-33."""
    now = in_combat_phase(game([foot("a", cm=4)], [ENEMY]))
    asked = [
        [each.parameter for each in decided(now, "confusion", {"unit": "a", **given}).questions]
        for given in ({}, {"die": "3"}, {"die": "3", "visible": "no"}, {"die": "1"}, {"die": "4"})
    ]
    assert asked == [["die"], ["visible"], ["move-dice"], [], []]


def test_a_check_is_taken_by_who_owes_it() -> None:
    """A key on the wrong unit rolls nothing for it while another one owes a check of that kind."""
    now = in_combat_phase(game([foot("a"), foot("b")], [ENEMY]))
    assert not decided(now, "confusion", {"unit": "b", "die": "6"}).questions
    owing = play(now, ("call-check", {"unit": "a", "confusion": True}))
    with pytest.raises(PlayError, match="B owes no confusion check, but A does"):
        decided(owing, "confusion", {"unit": "b", "die": "6"})
    both = play(owing, ("call-check", {"unit": "x", "confusion": True}))
    with pytest.raises(PlayError, match="but A, X do;"):
        decided(both, "confusion", {"unit": "b", "die": "6"})
    gone = play(owing, ("mark", {"unit": "b", "mark": "destroyed"}))
    for verb, given in (("confusion", {"die": "6"}), ("morale", {"dice": "6,6"}), ("ammo", {"die": "1"})):
        with pytest.raises(PlayError, match="nobody of B is left"):
            decided(gone, verb, {"unit": "b", **given})
    assert not decided(owing, "morale", {"unit": "b", "dice": "6,6"}).questions


def test_a_routed_unit_owes_no_morale_check() -> None:
    """L-31, L-32: there is no state below it; it rallies, or is destroyed."""
    now = in_combat_phase(game([foot("a"), foot("b")], [ENEMY]))
    now = play(now, ("set", {"unit": "a", "morale": "paralysed"}))
    for _ in range(2):
        now = play(now, ("call-check", {"unit": "a"}))
    now = play(now, ("morale", {"unit": "a", "dice": "1,1"}))
    assert unit(now, "a").morale is MoraleState.ROUTED and not unit(now, "a").owed
    now = play(now, ("known-losses", {"unit": "a", "models": "4"}))
    assert not unit(now, "a").owed
    with pytest.raises(PlayError, match="it takes no morale check, but rallies"):
        decided(now, "call-check", {"unit": "a"})


def test_who_moves_leaves_the_edge_of_his_cover_and_hides_no_more() -> None:
    """L-43, L-44: by an action, by confusion, and by getting into a transport."""
    now = in_combat_phase(game([foot("a"), foot("b")], [ENEMY]))
    edge = ("cover", {"unit": "a", "band": "light", "at_edge": True})
    move = {"unit": "a", "action": "Move-Move", "cover": "medium"}
    moved = play(now, edge, ("mark", {"unit": "a", "mark": HULL_DOWN}), ("action", move))
    assert (unit(moved, "a").cover, {AT_EDGE, HULL_DOWN} & unit(moved, "a").flags) == (Cover.MEDIUM, set())
    assert AT_EDGE in unit(play(now, ("action", {**move, "at_edge": True})), "a").flags
    confused = ("confusion", {"unit": "a", "die": "2", "visible": "yes", "move_dice": "5,5,5"})
    owing = play(now, edge, ("call-check", {"unit": "a", "confusion": True}))
    assert unit(play(owing, confused), "a").cover is None
    hiding = {**confused[1], "cover": "soft"}
    assert unit(play(owing, ("confusion", hiding)), "a").cover is Cover.SOFT
    boarding = game([foot("a"), hull("v", capacity=10)], [ENEMY])
    boarding = play(boarding, edge, ("mark", {"unit": "a", "mark": ENTRENCHED}))
    aboard = unit(play(boarding, ("embark", {"unit": "a", "transport": "v"})), "a")
    assert (aboard.cover, aboard.flags) == (None, frozenset())


def test_a_check_that_nobody_owes_is_said_to_be_none_that_is_owed() -> None:
    """L-22, L-30, L-33: a key on the wrong unit costs it nothing that goes unseen."""
    now = in_combat_phase(game([foot("a"), foot("b")], [ENEMY]))
    for verb, given in (("ammo", {"die": "3"}), ("morale", {"dice": "6,6"}), ("confusion", {"die": "6"})):
        assert any("A owes no" in step for step in decided(now, verb, {"unit": "a", **given}).event.steps), verb
    owing = play(now, ("call-check", {"unit": "a"}))
    assert not any("owes no" in step for step in decided(owing, "morale", {"unit": "a", "dice": "6,6"}).event.steps)


def test_dice_of_checks_are_asked_for_with_what_they_must_show() -> None:
    """L-30, L-32, L-33."""
    now = in_combat_phase(game([foot("a", cm=4), foot("b")], [ENEMY]))
    for verb in ("morale", "confusion"):
        assert "4+" in decided(now, verb, {"unit": "a"}).questions[0].text
    routed = play(now, ("set", {"unit": "a", "morale": "routed"}))
    (asked,) = decided(routed, "rally", {"unit": "a", "enemy_near": "no", "anyway": True}).questions
    assert "4+" in asked.text


def test_who_is_as_bad_as_his_confusion_is_said_to_stay_so() -> None:
    """L-33: and nobody is asked into whom he moves, who does not move."""
    now = in_combat_phase(game([foot("a", cm=4), foot("b")], [ENEMY]))
    now = play(now, ("set", {"unit": "a", "morale": "stunned"}))
    checked = decided(now, "confusion", {"unit": "a", "die": "1"})
    assert checked.event.text.endswith("failed by 3; it stays stunned") and "enters" in checked.idle


def test_of_checks_that_are_alike_each_is_due_by_itself() -> None:
    """What was taken is gone, and no other one with it: a cursor and a check that is dismissed tell them apart."""
    now = in_combat_phase(game([foot("a"), foot("b")], [ENEMY]))
    for _ in range(2):
        now = play(now, ("call-check", {"unit": "a"}))
    first, second = (each.key for each in PLAY.viewer()(now).due if each.verb == "morale")
    taken = play(now, ("morale", {"unit": "a", "dice": "6,6"}))
    assert first != second and [each.key for each in PLAY.viewer()(taken).due if each.verb == "morale"] == [second]
    waved = play(now, ("dismiss", {"what": first}))
    assert [each.key for each in PLAY.viewer()(waved).due if each.verb == "morale"] == [second]
