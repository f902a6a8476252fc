"""Suppressive fire: corridors, who is hit in them, and what they cost."""

from __future__ import annotations

from typing import Any

import pytest

from builder.errors import PlayError
from builder.roster.marks import Mark
from builder.systems.lethal.play import PLAY
from builder.systems.lethal.play.queries import has_finished
from builder.systems.lethal.play.state import AMMUNITION, EMPTY, LethalGame
from builder.systems.play.game import UnitRef
from tests.systems.lethal.play.games import decided, text
from tests.systems.lethal.play.making import RIFLE, foot, game, gun, hull, in_combat_phase, play, shot, unit

STUBBER = gun("stubber", "heavy", "suppressive fire", ap=2, shots=3)


def corridor(die: str = "5", extra: int = 0, **more: Any) -> LethalGame:
    """A unit that has declared suppressive fire on an enemy and a friend."""
    mine = [foot("a", 5, weapons=[STUBBER], extra_ammo=extra, **more), foot("b", av=2)]
    now = in_combat_phase(game(mine, [foot("x", 6, av=3, su="5+"), foot("y")]))
    return play(now, ("suppress", {"unit": "a", "die": die, **({"targets": "x,b"} if die == "5" else {})}))


def test_a_corridor_hits_every_model_in_it_once_by_each_weapon() -> None:
    """L-92, L-93."""
    now = corridor()
    assert [check.kind for check in unit(now, "x", 1).owed] == ["corridor"] and unit(now, "b").owed
    given = {"unit": "x", "models": "4", "through": "8", "saved": "5"}
    assert "20 hits, 8 through, 5 saved; X loses 3 of 6" in text(now, "in-corridor", given)
    hit = play(now, ("in-corridor", given))
    assert [check.kind for check in unit(hit, "x", 1).owed] == ["morale", "confusion"]
    again = play(hit, ("in-corridor", {"unit": "x", "models": "1", "through": "0"}))
    assert len([check for check in unit(again, "x", 1).owed if check.kind == "confusion"]) == 1


def test_who_is_in_a_corridor_and_whose_fire_it_is_is_told() -> None:
    """L-92: how many models of several are in it is an open question, before any die; of a single one it is none."""
    now = corridor()
    (asked,) = decided(now, "in-corridor", {"unit": "x"}).questions
    assert asked.parameter == "models" and [each.text for each in asked.choices][::5] == ["6 of 6", "1 of 6"]
    with pytest.raises(PlayError, match="X has 6 models: 7 cannot be in the corridor"):
        decided(now, "in-corridor", {"unit": "x", "models": "7"})
    alone = play(now, ("known-losses", {"unit": "x", "models": "5"}))
    assert [each.parameter for each in decided(alone, "in-corridor", {"unit": "x"}).questions] == ["through"]
    hit = play(now, ("in-corridor", {"unit": "x", "models": "1", "through": "0"}))
    assert [each.text for each in PLAY.viewer()(hit).due if each.verb == "confusion"] == [
        "X: a confusion check, under fire of A"
    ]


def test_who_makes_a_corridor_is_not_hit_in_it() -> None:
    """L-92: nor offered, but those who are in it alone."""
    now = corridor()
    found, _ = PLAY.choices(now, "in-corridor", "unit", {})
    assert found is not None and [each.value for each in found] == ["x", "b"]
    with pytest.raises(PlayError, match="is not hit in it"):
        decided(now, "in-corridor", {"unit": "a"})


def test_the_other_weapons_are_fired_without_being_named() -> None:
    """L-92, L-93: those that make the corridor fire at nothing else, however many they are."""
    pair = hull("a", weapons=[STUBBER, STUBBER, gun("cannon", "main")])
    now = in_combat_phase(game([pair], [foot("x"), foot("y")]))
    now = play(now, ("suppress", {"unit": "a", "die": "5", "targets": "x"}))
    assert "1 × cannon, at X" in text(now, "shoot", {"unit": "a", "target": "x", "hits": "0"})


def test_failed_suppressive_fire_is_one_shot_and_shaken() -> None:
    """L-91."""
    now = corridor("2")
    assert not now.extra.corridors and unit(now, "a").morale == "shaken" and unit(now, "a").deeds.shots == 1
    assert "no hit" in text(now, "shoot", {"unit": "a", "weapon": "stubber", "target": "x", "hits": "0"})


def test_a_corridor_ends_with_the_firers_next_turn_and_costs_a_counter() -> None:
    """L-94, L-96."""
    now = play(corridor(), ("turn", {}))
    assert not now.extra.corridors and unit(now, "a").count(AMMUNITION) == 0
    assert unit(play(corridor(extra=1), ("turn", {})), "a").count(AMMUNITION) == 1


def test_vehicles_are_out_of_ammunition_at_once() -> None:
    """L-96, L-23."""
    now = in_combat_phase(game([hull("v", weapons=[gun("stubber", "defensive", "suppressive fire")])], [foot("x")]))
    now = in_combat_phase(play(now, ("suppress", {"unit": "v", "die": "5"})))
    assert EMPTY in unit(now, "v").flags
    now = play(now, ("find-ammo", {"unit": "v"}), ("next", {}))
    assert EMPTY not in unit(now, "v").flags


def test_overheated_weapons_lose_hits_and_burn_their_bearers() -> None:
    """L-95."""
    hot = gun("plasma", "suppressive fire", "gets hot", ap=4)
    now = in_combat_phase(game([foot("a", 5, weapons=[hot], su="4+")], [foot("x", av=9)]))
    now = play(now, ("suppress", {"unit": "a", "die": "5", "targets": "x"}))
    given = {"unit": "x", "models": "1", "overheating": "1,3,1,4,6", "bearers_saved": "4,2", "through": "0"}
    assert "2 overheated, 1 removed; A loses 1 of 5" in text(now, "in-corridor", given)
    assert "3 hits" in text(now, "in-corridor", given)


def test_other_weapons_may_fire_twice_into_the_corridor() -> None:
    """L-93."""
    now = in_combat_phase(game([foot("a", 5, weapons=[STUBBER, RIFLE])], [foot("x")]))
    now = play(now, ("suppress", {"unit": "a", "die": "5", "targets": "x"}))
    assert unit(now, "a").deeds.shots == 2
    with pytest.raises(PlayError, match="makes the corridor"):
        decided(now, "shoot", {"unit": "a", "weapon": "stubber", "target": "x", "hits": "0"})
    once = play(now, ("shoot", shot(hits="0")))
    twice = play(once, ("shoot", shot(hits="0")))
    assert [check.kind for check in unit(twice, "a").owed] == ["ammo", "ammo"]
    rolled = play(twice, ("ammo", {"unit": "a", "die": "4"}), ("ammo", {"unit": "a", "die": "4"}))
    assert has_finished(rolled, UnitRef(0, "a"))


def test_the_other_weapons_fire_at_one_unit_in_the_corridor() -> None:
    """L-93."""
    now = in_combat_phase(game([foot("a", 5, weapons=[STUBBER, RIFLE])], [foot("x"), foot("y"), foot("z")]))
    now = play(now, ("suppress", {"unit": "a", "die": "5", "targets": "x,y"}), ("shoot", shot(hits="0")))
    for target, why in (("y", "one unit alone"), ("z", "in the corridor")):
        with pytest.raises(PlayError, match=why):
            decided(now, "shoot", {**shot(hits="0"), "target": target})


def test_only_marked_weapons_make_a_corridor_and_only_as_the_first_action() -> None:
    """L-90."""
    now = in_combat_phase(game([foot("a", weapons=[RIFLE])], [foot("x")]))
    with pytest.raises(PlayError, match="no weapon for suppressive fire"):
        decided(now, "suppress", {"unit": "a", "die": "5"})
    assert PLAY.choices(now, "suppress", "unit", {})[1] == "nobody has a weapon for suppressive fire"
    with pytest.raises(PlayError, match="L-90"):
        decided(corridor(), "suppress", {"unit": "a", "weapons": "rifle", "die": "5", "anyway": True})


def test_who_stands_in_a_corridor_as_it_is_made_is_hit_and_who_routs_into_it_is_destroyed() -> None:
    """L-92, L-94: models that end their move in it, the others of the unit do not."""
    now = in_combat_phase(game([foot("a", 5, weapons=[STUBBER])], [foot("x", av=1), foot("y")]))
    now = play(now, ("set", {"unit": "x", "morale": "routed"}), ("set", {"unit": "y", "morale": "routed"}))
    now = play(now, ("suppress", {"unit": "a", "die": "5", "targets": "x"}))
    assert "10 hits" in text(now, "in-corridor", {"unit": "x", "models": "2"})
    assert unit(play(now, ("in-corridor", {"unit": "y", "models": "10"})), "y", 1).gone
    assert unit(play(now, ("in-corridor", {"unit": "y", "models": "3"})), "y", 1).models == 7


def test_who_enters_is_hit_by_each_weapon_and_nobody_once_the_corridor_ends() -> None:
    """L-94."""
    second = gun("repeater", "suppressive fire", ap=1)
    now = in_combat_phase(game([foot("a", 5, weapons=[STUBBER, second])], [foot("x"), foot("y")]))
    now = play(now, ("suppress", {"unit": "a", "die": "5"}))
    now = play(now, ("in-corridor", {"unit": "x", "weapon": "stubber", "models": "1", "through": "0"}))
    assert [check.cause for check in unit(now, "x", 1).owed if check.kind == "corridor"] == ["k1/repeater"]
    later = play(now, ("turn", {}))
    assert not [check for check in unit(later, "x", 1).owed if check.kind == "corridor"]


def test_one_template_touches_several_units_and_friends() -> None:
    """L-82: of one shot, which calls for no second ammunition die; friends are under no enemy fire."""
    flamer = gun("flamer", "assault", "template", "flamer")
    mine, theirs = [foot("a", weapons=[flamer]), foot("b")], [foot("x"), foot("y"), foot("z")]
    now = in_combat_phase(game(mine, theirs))
    now = play(now, ("action", {"unit": "a", "action": "Shoot-Shoot"}))
    burn = {"unit": "a", "weapon": "flamer", "hits": "4", "through": "4"}
    with pytest.raises(PlayError, match="name an enemy"):
        decided(now, "shoot", {**burn, "target": "b"})
    with pytest.raises(PlayError, match="up to 100"):
        decided(now, "shoot", {**burn, "target": "x", "hits": "101"})
    now = play(now, ("shoot", {**burn, "target": "x"}))
    assert decided(now, "shoot", {**burn, "target": "y"}).questions[0].parameter == "same-template"
    now = play(now, ("shoot", {**burn, "target": "y", "same_template": "yes"}), ("shoot", {**burn, "target": "b"}))
    assert [unit(now, each, side).models for each, side in (("x", 1), ("y", 1), ("b", 0))] == [6, 6, 6]
    assert [check.kind for check in unit(now, "y", 1).owed] == ["morale", "confusion"]
    assert [check.kind for check in unit(now, "b").owed] == ["morale"]
    assert [check.kind for check in unit(now, "a").owed] == ["ammo"] and unit(now, "a").deeds.shots == 2
    second = play(now, ("shoot", {**burn, "target": "x"}))
    assert unit(second, "a").deeds.shots == 1
    last = play(second, ("shoot", {**burn, "target": "z", "hits": "1", "through": "1"}))
    assert unit(last, "z", 1).models == 9 and unit(last, "a").deeds.shot == 2


def test_who_can_be_hit_is_on_the_table() -> None:
    """L-54, L-60, L-92: riders and those in reserve are no targets; who is in a corridor is chosen from the others."""
    rider, late = foot("r", marks=(Mark("riding_in", "v"),)), foot("l", marks=(Mark("reserve"),))
    mine = [foot("a", weapons=[RIFLE, STUBBER]), foot("b")]
    now = in_combat_phase(game(mine, [foot("x"), hull("v", capacity=10), rider, late]))
    found, _ = PLAY.choices(now, "suppress", "targets", {"unit": "a"})
    assert found is not None and [each.value for each in found] == ["x", "v", "b"]
    now = play(now, ("action", {"unit": "a", "action": "Shoot-Shoot"}))
    for hidden in ("r", "l"):
        with pytest.raises(PlayError, match="on the table"):
            decided(now, "shoot", shot(target=hidden, hits="0"))


def test_hits_that_are_due_in_a_corridor_name_it_and_their_weapon() -> None:
    """L-92: so that nothing but who is in it is left to be told."""
    now = corridor()
    (due,) = (each for each in PLAY.viewer()(now).due if each.verb == "in-corridor" and each.ref == "x")
    assert due.given == {"corridor": "k1", "weapon": "stubber"}
    found, _ = PLAY.choices(now, "in-corridor", "weapon", {"unit": "x"})
    assert found is not None and [each.text for each in found] == ["5 × stubber"]


def test_who_is_in_the_corridor_is_offered_first_to_the_other_weapons() -> None:
    """L-93."""
    now = in_combat_phase(game([foot("a", 5, weapons=[STUBBER, RIFLE])], [foot("x"), foot("y")]))
    now = play(now, ("suppress", {"unit": "a", "die": "5", "targets": "y"}))
    now = play(now, ("in-corridor", {"unit": "y", "models": "1", "through": "0"}))
    found, _ = PLAY.choices(now, "shoot", "target", {"unit": "a"})
    assert found is not None and [each.value for each in found] == ["y", "x"]
