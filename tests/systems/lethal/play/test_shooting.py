"""Shooting: from the contact range to the checks that follow."""

from __future__ import annotations

import pytest

from builder.errors import PlayError
from builder.record import replace
from builder.systems.lethal.play import PLAY
from builder.systems.lethal.play.queries import has_finished
from builder.systems.lethal.play.state import HULL_DOWN
from builder.systems.play.game import UnitRef
from tests.systems.lethal.play.games import decided, text
from tests.systems.lethal.play.making import (
    RIFLE,
    blade,
    foot,
    game,
    gun,
    hull,
    in_combat_phase,
    play,
    ready,
    shot,
    unit,
)

CANNON = gun("cannon", "heavy", wrm="2", ap=4)


def test_hits_go_through_armour_and_saves_to_the_models_that_fall() -> None:
    """L-50, L-80."""
    now = ready()
    words = text(now, "shoot", shot(hits="6", through="5", saved="2"))
    assert "6 hits, 5 through, 2 saved; X loses 3 of 10" in words
    after = play(now, ("shoot", shot(hits="6", through="5", saved="2")))
    assert unit(after, "x", 1).models == 7
    assert [check.kind for check in unit(after, "x", 1).owed] == ["morale", "confusion"]
    assert [check.kind for check in unit(after, "a").owed] == ["ammo"]


def test_dice_can_be_typed_instead_of_their_count() -> None:
    """L-50, L-80: SS 4+, AP 1 on AV 2, SU 5+."""
    now = ready(models=4)
    words = text(now, "shoot", shot(hits="4,3,6,5", through="1,2,6", saved="5,2"))
    assert "3 hits, 2 through, 1 saved; X loses 1 of 10" in words
    with pytest.raises(PlayError, match="2 dice given, and 4 rolled"):
        decided(now, "shoot", shot(hits="4,3"))
    with pytest.raises(PlayError, match="5 of 4 cannot be"):
        decided(now, "shoot", shot(hits="5"))


def test_what_is_not_told_is_asked_with_its_dice() -> None:
    """L-80, L-81."""
    near = decided(ready(), "shoot", {"unit": "a", "weapon": "rifle", "target": "x"}).questions
    assert [each.parameter for each in near] == ["distance", "hits"]
    asked = decided(ready(), "shoot", shot(distance="30")).questions
    assert "20 dice at 4+" in asked[0].text, "rapid fire doubles its shots within 30 cm"
    assert "10 dice at 4+" in decided(ready(), "shoot", shot(distance="31")).questions[0].text


def test_nothing_is_asked_where_dice_decide_nothing() -> None:
    """L-50."""
    assert "5 hits, 0 through" in text(ready(gun("rifle"), target=foot("x", av=9)), "shoot", shot(hits="5"))
    assert "5 hits, 5 through, 5 saved" in text(ready(gun("rifle", ap=9)), "shoot", shot(hits="5", saved="5"))


def test_saves_of_those_who_have_none_are_refused_by_that() -> None:
    """L-50."""
    now = in_combat_phase(game([foot("a", weapons=[RIFLE])], [foot("x", av=2)]))
    now = play(now, ("action", {"unit": "a", "action": "Shoot-Shoot"}))
    with pytest.raises(PlayError, match="X has no SU: whatever is rolled, none can succeed"):
        decided(now, "shoot", shot(hits="6", through="5", saved="2"))


def test_the_owner_loses_those_of_the_commonest_armour_first() -> None:
    """L-56."""
    plain, armoured = foot("x", 6, av=2, su="0"), foot("z", 3, av=4, su="0").groups[0]
    mixed = replace(plain, groups=(replace(armoured, id="x.2"), *plain.groups))
    now = play(ready(target=mixed), ("shoot", shot(hits="4", through="4")))
    assert unit(now, "x", 1).lost == {"x.1": 4}
    chosen = play(ready(target=mixed), ("shoot", shot(hits="4", through="4", first="x.2")))
    assert unit(chosen, "x", 1).lost == {"x.2": 3, "x.1": 1}


def test_out_of_contact_range_says_why() -> None:
    """L-40 to L-44."""
    with pytest.raises(PlayError, match=r"out of contact range .contact range: 75 cm.* .L-40."):
        decided(ready(), "shoot", shot(distance="76", hits="0"))
    through_wood = {"unit": "a", "weapon": "rifle", "target": "x", "path": "open 45, light 15", "hits": "0"}
    for path in (["open 45", "light 16"], "open 45, light 16"):  # as commands have it, and as a form does
        with pytest.raises(PlayError, match="light cover ×1/2: 15 cm"):
            decided(ready(), "shoot", {**through_wood, "path": path})
    assert "no hit" in text(ready(), "shoot", through_wood)
    agreed = decided(ready(), "shoot", shot(distance="76", hits="0", anyway=True))
    assert "by agreement: X is out of contact range" in agreed.event.text and "distance" not in agreed.idle


def test_small_large_and_hull_down_targets_change_the_range() -> None:
    """L-06, L-40, L-43."""
    small = ready(target=foot("x", rules=("Small Target",)))
    with pytest.raises(PlayError, match="small target ×1/2"):
        decided(small, "shoot", shot(distance="38", hits="0"))
    large = ready(target=hull("x", structure=3))
    assert "no hit" in text(large, "shoot", shot(distance="225", hits="0"))
    hidden = play(large, ("mark", {"unit": "x", "mark": HULL_DOWN}))
    with pytest.raises(PlayError, match="hull down ×1/2: 37 cm"):
        decided(hidden, "shoot", shot(distance="38", hits="0"))


def test_a_focused_shot_reaches_twice_as_far() -> None:
    """L-40, L-64."""
    now = in_combat_phase(game([foot("a", weapons=[RIFLE])], [foot("x")]))
    now = play(now, ("action", {"unit": "a", "action": "Focused Shot", "die": "4"}))
    assert "no hit" in text(now, "shoot", shot(distance="150", hits="0"))


def test_very_hard_cover_is_seen_in_base_contact_alone() -> None:
    """L-41, L-44."""
    now = play(ready(), ("cover", {"unit": "x", "band": "very hard"}))
    with pytest.raises(PlayError, match="out of contact range"):
        decided(now, "shoot", shot(distance="5", hits="0"))
    assert "no hit" in text(now, "shoot", shot(distance="0", hits="0"))
    edge = play(ready(), ("cover", {"unit": "x", "band": "very hard", "at_edge": True}))
    assert "no hit" in text(edge, "shoot", shot(distance="75", hits="0"))


def test_cover_adds_to_the_armour() -> None:
    """L-41, L-45."""
    now = play(ready(), ("cover", {"unit": "x", "band": "light"}))
    asked = decided(now, "shoot", shot(hits="5")).questions[0]
    assert "5 dice at 4+" in asked.text, "AV 2 and 2 against AP 1"
    dug_in = play(now, ("mark", {"unit": "x", "mark": "entrenched"}))
    assert "5 dice at 5+" in decided(dug_in, "shoot", shot(hits="5")).questions[0].text


def test_another_target_than_the_nearest_takes_a_confusion_check() -> None:
    """L-37."""
    given = shot(not_nearest=True, priority_die="1", move_dice="1,2,2,6")
    now = play(ready(), ("shoot", given))
    assert "moves 11 cm in a random direction; the shot is lost" in text(ready(), "shoot", given)
    assert unit(now, "x", 1).models == 10 and unit(now, "a").deeds.shots == 1 and not unit(now, "a").owed
    assert "no hit" in text(ready(), "shoot", shot(not_nearest=True, priority_die="3", hits="0"))


def test_one_confusion_check_for_each_firing_unit_and_one_ammunition_die_for_each_shot() -> None:
    """L-22, L-33."""
    now = ready(RIFLE, gun("pistol", "pistol"))
    for weapon in ("rifle", "pistol", "rifle"):
        given = {"unit": "a", "weapon": weapon, "target": "x", "hits": "0"}
        now = play(now, ("shoot", shot(hits="0") if weapon == "rifle" else given))
    assert [check.kind for check in unit(now, "x", 1).owed] == ["confusion"]
    assert [check.kind for check in unit(now, "a").owed] == ["ammo", "ammo"]
    with pytest.raises(PlayError, match="it has fired rifle in this shot"):
        decided(now, "shoot", shot(hits="0"))


def test_weapons_of_one_shot_make_one_morale_check() -> None:
    """L-30."""
    now = ready(RIFLE, gun("pistol", "pistol"), target=foot("x", 12, av=2))
    now = play(now, ("shoot", shot(hits="2", through="2")))
    assert [check.kind for check in unit(now, "x", 1).owed] == ["confusion"]
    pistols = {"unit": "a", "weapon": "pistol", "target": "x", "hits": "5", "through": "1"}
    now = play(now, ("shoot", pistols))
    assert [check.kind for check in unit(now, "x", 1).owed] == ["confusion", "morale"], "three of twelve at once"
    now = play(now, ("morale", {"unit": "x", "dice": "5,5"}))
    again = play(now, ("shoot", shot(hits="8", through="1")))
    assert not [check for check in unit(again, "x", 1).owed if check.kind == "morale"], "a new shot takes one of nine"


def test_no_heavy_weapons_after_a_move() -> None:
    """L-62."""
    now = in_combat_phase(game([foot("a", weapons=[RIFLE, CANNON])], [foot("x")]))
    now = play(now, ("action", {"unit": "a", "action": "Move-Shoot", "die": "4"}))
    with pytest.raises(PlayError, match="no heavy weapons"):
        decided(now, "shoot", {"unit": "a", "weapon": "cannon", "target": "x", "hits": "0"})


def test_a_vehicle_fires_main_weapons_or_one_of_ordnance() -> None:
    """L-74."""
    guns = [gun("main gun", "main"), gun("howitzer", "ordnance"), gun("stubber", "defensive")]
    now = in_combat_phase(game([hull("a", weapons=guns)], [foot("x")]))
    now = play(now, ("action", {"unit": "a", "action": "Shoot-Shoot"}))
    now = play(now, ("shoot", {"unit": "a", "weapon": "main gun", "target": "x", "hits": "0"}))
    assert "no hit" in text(now, "shoot", {"unit": "a", "weapon": "stubber", "target": "x", "hits": "0"})
    twice = play(now, ("shoot", {"unit": "a", "weapon": "main gun", "target": "x", "hits": "0"}))
    with pytest.raises(PlayError, match="all main weapons, or one of ordnance"):
        decided(twice, "shoot", {"unit": "a", "weapon": "howitzer", "target": "x", "hits": "0"})
    once = play(now, ("shoot", {"unit": "a", "weapon": "howitzer", "target": "x", "hits": "0"}))
    assert unit(once, "a").deeds.shots == 1
    with pytest.raises(PlayError, match="has fired main gun"):
        decided(once, "shoot", {"unit": "a", "weapon": "main gun", "target": "x", "hits": "0"})
    whole = play(once, ("shoot", {"unit": "a", "weapon": "stubber", "target": "x", "hits": "0"}))
    assert has_finished(whole, UnitRef(0, "a"))


def test_one_shot_of_a_vehicle_is_main_weapons_or_ordnance_or_a_barrage_alone() -> None:
    """L-74."""
    guns = [gun("main gun", "main"), gun("bombard", "ordnance", "barrage"), gun("stubber", "defensive")]
    now = in_combat_phase(game([hull("a", weapons=guns)], [foot("x")]))
    now = play(now, ("action", {"unit": "a", "action": "Move-Shoot", "die": "4"}))
    for first, second in (("main gun", "bombard"), ("bombard", "stubber"), ("stubber", "bombard")):
        begun = play(now, ("shoot", {"unit": "a", "weapon": first, "target": "x", "hits": "0"}))
        with pytest.raises(PlayError, match="L-74"):
            decided(begun, "shoot", {"unit": "a", "weapon": second, "target": "x", "hits": "0"})


def test_a_firer_in_cover_sees_less_unless_he_touches_its_edge() -> None:
    """L-44."""
    now = play(ready(), ("cover", {"unit": "a", "band": "light"}))
    assert "no hit" in text(now, "shoot", shot(distance="37", hits="0"))
    with pytest.raises(PlayError, match="light cover ×1/2: 37 cm"):
        decided(now, "shoot", shot(distance="38", hits="0"))
    edge = play(now, ("cover", {"unit": "a", "band": "light", "at_edge": True}))
    assert "no hit" in text(edge, "shoot", shot(distance="75", hits="0"))
    hidden = play(now, ("cover", {"unit": "x", "band": "very hard"}))
    with pytest.raises(PlayError, match="out of contact range"):
        decided(hidden, "shoot", shot(distance="10", hits="0"))


def test_the_first_two_ranks_shoot() -> None:
    """L-113."""
    now = in_combat_phase(game([foot("a", 10, weapons=[gun("bow", "assault")], rules=("Ranked",))], [foot("x")]))
    now = play(now, ("action", {"unit": "a", "action": "Shoot-Shoot", "ranks_dice": "4,5"}))
    given = {"unit": "a", "weapon": "bow", "target": "x"}
    asked = decided(now, "shoot", given).questions[0]
    assert "first two ranks" in asked.text and asked.choices[0].value == "10"
    assert "6 dice at" in decided(now, "shoot", {**given, "models": "6"}).questions[0].text
    with pytest.raises(PlayError, match="A has 10 × bow; by agreement"):
        decided(now, "shoot", {**given, "models": "99"})


def test_what_gets_hot_costs_its_bearers() -> None:
    """L-85."""
    now = ready(gun("plasma", "gets hot"), models=4)
    given = {"unit": "a", "weapon": "plasma", "target": "x", "hits": "1,1,2,3"}
    assert "2 overheated, 2 removed; A loses 2 of 4" in text(now, "shoot", given)
    typed = {**given, "hits": "0", "ones": "1"}
    assert unit(play(now, ("shoot", typed)), "a").models == 3


def test_hunters_have_one_ap_more_against_vehicles() -> None:
    """L-06."""
    none: tuple[str, ...] = ()
    for rules in (none, ("Vehicle Hunters",)):
        hunters = foot("a", weapons=[gun("rifle", ap=4)], rules=rules)
        now = in_combat_phase(game([hunters], [hull("x", side=6, su="0")]))
        now = play(now, ("action", {"unit": "a", "action": "Shoot-Shoot"}))
        given = {"unit": "a", "weapon": "rifle", "target": "x", "hits": "1", "side": "side", "armour_dice": "1"}
        assert ("side: no effect" in text(now, "shoot", given)) is (not rules)


def test_who_has_no_shot_or_no_ammunition_does_not_fire() -> None:
    """L-22, L-35."""
    now = in_combat_phase(game([foot("a", weapons=[RIFLE, blade("knife")])], [foot("x")]))
    with pytest.raises(PlayError, match="take an action with a shot first"):
        decided(now, "shoot", shot(hits="0"))
    empty = play(now, ("action", {"unit": "a", "action": "Shoot-Shoot"}), ("ammo", {"unit": "a", "die": "1"}))
    with pytest.raises(PlayError, match="out of ammunition"):
        decided(empty, "shoot", shot(hits="0"))


def test_who_falls_shoots_no_more_and_who_ran_dry_still_moves() -> None:
    """L-33, L-37, L-63."""
    lost = play(ready(), ("shoot", shot(not_nearest=True, priority_die="1", move_dice="1,1,1,1")))
    assert unit(lost, "a").deeds.shots == 1
    shaken = play(ready(), ("confusion", {"unit": "a", "die": "1", "move_dice": "1,1,1,1"}))
    assert unit(shaken, "a").deeds.shots == 2
    stunned = play(ready(), ("set", {"unit": "a", "shots": "1"}), ("morale", {"unit": "a", "dice": "1,1"}))
    assert unit(stunned, "a").deeds.shots == 0
    dry = play(ready(action="Shoot-Move"), ("shoot", shot(hits="0")), ("ammo", {"unit": "a", "die": "1"}))
    assert "15 cm" in text(dry, "action", {"unit": "a", "action": "Shoot-Move", "die": "5"})


def test_misses_of_twin_linked_weapons_are_rolled_again() -> None:
    """L-85."""
    now = ready(gun("cannon", "twin-linked"), models=4)
    given = {"unit": "a", "weapon": "cannon", "target": "x"}
    asked = decided(now, "shoot", {**given, "hits": "1,6,2,5"}).questions[0]
    assert asked.parameter == "again" and "2 dice at 4+" in asked.text and asked.dice == 2
    assert "3 hits" in text(now, "shoot", {**given, "hits": "1,6,2,5", "again": "3,4", "through": "0"})
    assert "3 hits" in text(now, "shoot", {**given, "hits": "3", "through": "0"})
    assert "4 hits" in text(now, "shoot", {**given, "hits": "6,6,4,5", "through": "0"})


def test_who_is_in_close_combat_fires_no_shot_that_is_left() -> None:
    """L-61."""
    now = play(ready(), ("shoot", shot(hits="0")), ("action", {"unit": "x", "action": "Move-Move", "contact": "a"}))
    assert unit(now, "a").deeds.shots
    with pytest.raises(PlayError, match="it is in close combat"):
        decided(now, "shoot", shot(hits="0", target="y"))


def test_weapons_of_one_shot_take_one_check_for_a_target_that_is_not_the_nearest() -> None:
    """L-37."""
    passed = play(ready(RIFLE, gun("pistol", "pistol")), ("shoot", shot(not_nearest=True, priority_die="3", hits="0")))
    pistols = {"unit": "a", "weapon": "pistol", "target": "x", "not_nearest": True, "hits": "0"}
    assert not decided(passed, "shoot", pistols).questions
    again = decided(passed, "shoot", shot(not_nearest=True, hits="0")).questions
    assert "the confusion check of A" in again[0].text, "the second shot is one of its own"


def test_a_psychic_attack_is_fired_once_after_its_perils() -> None:
    """L-87: it is used with an action that shoots, and never while standing."""
    bolt = gun("Bolt", "assault", wrm="1/2", ap=9)
    seer = foot("a", 1, su="4+", weapons=[bolt, RIFLE], powers=(("Bolt", "A psychic attack."),))
    now = in_combat_phase(game([seer], [foot("x"), foot("y")]))
    with pytest.raises(PlayError, match="an action with a shot, which comes first"):
        decided(now, "psychic", {"unit": "a", "power": "Bolt", "dice": "5,5"})
    now = play(now, ("action", {"unit": "a", "action": "Shoot-Shoot"}))
    fire = {"unit": "a", "weapon": "Bolt", "target": "x", "hits": "0"}
    with pytest.raises(PlayError, match="the act psychic comes first"):
        decided(now, "shoot", fire)
    rifle = play(now, *[("shoot", shot(hits="0"))] * 2, *[("ammo", {"unit": "a", "die": "4"})] * 2)
    assert not has_finished(rifle, UnitRef(0, "a")), "its power is still to come"
    now = play(now, ("psychic", {"unit": "a", "power": "Bolt", "dice": "5,5"}), ("shoot", fire))
    with pytest.raises(PlayError, match="once in a turn"):
        decided(now, "shoot", fire)


def test_nobody_is_asked_how_far_a_target_is_that_is_seen_close_by_alone() -> None:
    """L-44, L-81: of 75 cm hard cover leaves 7, so rapid fire is doubled; by agreement it may be further."""
    now = play(ready(), ("cover", {"unit": "a", "band": "hard"}))
    given = {"unit": "a", "weapon": "rifle", "target": "x"}
    (asked,) = decided(now, "shoot", given).questions
    assert "20 dice" in asked.text
    assert [each.parameter for each in decided(now, "shoot", {**given, "anyway": True}).questions] == [
        "distance",
        "hits",
    ]


def test_the_log_tells_over_what_a_unit_moved_and_fired() -> None:
    """L-41, L-70: the ground of a move in its sentence, the way of a shot among its steps."""
    now = in_combat_phase(game([foot("a", weapons=[RIFLE])], [foot("x")]))
    move = {"unit": "a", "action": "Move-Move", "difficult": "1", "cover": "light", "at_edge": True}
    assert (
        text(now, "action", move) == "A: Move-Move; 22 cm, 1 move through difficult terrain, to the edge of light cover"
    )
    steps = decided(ready(), "shoot", {"unit": "a", "target": "x", "path": "open 20, light 5", "hits": "0"}).event.steps
    assert "over open 20, light 5" in steps
    assert "over 40 cm" in decided(ready(), "shoot", shot(hits="0")).event.steps


def test_a_unit_without_a_shot_is_told_so_before_its_target_is_asked() -> None:
    """L-35, L-80."""
    now = in_combat_phase(game([foot("a", weapons=[gun("rifle")])], [foot("x")]))
    assert "A cannot fire rifle: take an action with a shot first" in PLAY.refused(now, "shoot", {"unit": "a"})
    ready_now = play(now, ("action", {"unit": "a", "action": "Shoot-Shoot"}))
    assert not PLAY.refused(ready_now, "shoot", {"unit": "a"})
