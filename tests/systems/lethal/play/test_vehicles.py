"""Hits on vehicles and large targets, and what befalls those aboard."""

from __future__ import annotations

from typing import Any

import pytest

from builder.errors import PlayError
from builder.record import replace
from builder.roster.marks import Mark
from builder.systems.lethal.command import MoraleState
from builder.systems.lethal.play import PLAY
from builder.systems.lethal.play.state import LethalGame
from tests.systems.lethal.play.games import decided, text, written
from tests.systems.lethal.play.making import foot, game, gun, hull, in_combat_phase, play, unit

ENEMY = foot("x")
GUNS = (gun("lascannon", "main"), gun("stubber", "defensive"))


def vehicle(**more: Any) -> LethalGame:
    """A vehicle with a side of AV 5."""
    return game([hull("v", **{"side": 5, "su": "0", "weapons": GUNS, **more})], [ENEMY])


def hit(**more: str) -> dict[str, str]:
    return {"vehicle": "v", "ap": "8", "side": "side", **more}


@pytest.mark.parametrize(
    ("ap", "die", "table", "what"),
    [
        ("1", "3", "", "no effect"),
        ("1", "4", "1", "glancing 1, no effect"),
        ("1", "4", "2", "glancing 2, crew shaken; V: shaken"),
        ("1", "4", "5", "glancing 5, crew stunned; V: stunned"),
        ("1", "5", "1", "penetrating 1, crew stunned; V: stunned"),
        ("1", "6", "4", "penetrating 4, immobilised"),
        ("1", "6", "6", "penetrating 6, destroyed; nobody of V is left"),
        ("2", "6", "3", "catastrophic 3, immobilised"),
        ("2", "6", "6", "catastrophic 6, explodes; nobody of V is left"),
    ],
)
def test_the_tables(ap: str, die: str, table: str, what: str) -> None:
    """L-51, L-52."""
    given = hit(ap=ap, armour_dice=die, **({"table_dice": table} if table else {}))
    assert text(vehicle(), "hit-vehicle", given) == f"V, side: {what}"


def test_the_ap_alone_can_be_compared() -> None:
    """L-51: the reading of the list whose vehicle it is."""
    now = game([hull("v", side=5, su="0")], [ENEMY], settings=(("vehicle damage", "AP alone"),))
    assert text(now, "hit-vehicle", hit(ap="4")) == "V, side: no effect"
    assert "glancing 2, crew shaken" in text(now, "hit-vehicle", hit(ap="5", table_dice="2"))
    assert "catastrophic 1" in text(now, "hit-vehicle", hit(ap="8", table_dice="1"))


def test_a_weapon_is_lost_by_lot_and_none_left_is_no_effect() -> None:
    """L-52."""
    glance = hit(ap="1", armour_dice="4", table_dice="6")
    assert decided(vehicle(), "hit-vehicle", glance).questions[0].text.endswith("is destroyed, by lot?")
    now = play(vehicle(), ("hit-vehicle", {**glance, "lots": "v.w2"}))
    assert unit(now, "v").parts["v"].destroyed_weapons == ("v.w2",)
    name = unit(now, "v").parts["v"].vehicle.weapons[1][1].name
    assert play(vehicle(), ("hit-vehicle", {**glance, "lots": name.upper()})) == now, "by its name, too"
    now = play(now, ("hit-vehicle", glance))
    assert "no weapon left: no effect" in text(now, "hit-vehicle", glance)
    with pytest.raises(PlayError, match="no weapon of V"):
        decided(vehicle(), "hit-vehicle", {**glance, "lots": "v.w9"})


def test_several_hits_stop_as_it_is_destroyed() -> None:
    """L-51."""
    given = hit(hits="3", armour_dice="1,1", table_dice="2,5")
    words = text(vehicle(), "hit-vehicle", given)
    assert words == "V, side: catastrophic 2, immobilised; V, side: catastrophic 5, destroyed; nobody of V is left"


def test_a_fast_vehicle_saves_by_its_speed() -> None:
    """L-02, L-04."""
    now = in_combat_phase(vehicle(su=None))
    now = play(now, ("action", {"unit": "v", "action": "Move-Move", "moved": "45"}))
    assert "SU 5+" in decided(now, "hit-vehicle", hit(armour_dice="1")).questions[0].text
    assert text(now, "hit-vehicle", hit(armour_dice="1", hull_saves="5")) == "V, side: catastrophic, saved"


def carrying(moved: str = "20") -> LethalGame:
    """A vehicle with riders that moved so far this turn."""
    riders = foot("a", 6, marks=(Mark("riding_in", "v"),))
    now = in_combat_phase(game([riders, hull("v", side=5, su="0", capacity=10)], [ENEMY, foot("y")]))
    return play(now, ("action", {"unit": "v", "action": "Move-Move", "moved": moved}))


def test_riders_of_a_slow_vehicle_are_forced_out() -> None:
    """L-54, L-72."""
    given = hit(armour_dice="1", table_dice="3")
    forced = {**given, "enemy_at_access": "yes"}
    assert "catastrophic 3, immobilised" in text(carrying(), "hit-vehicle", forced)
    now = play(carrying(), ("hit-vehicle", forced))
    assert unit(now, "v").parts["v"].immobilised and unit(now, "a").gone
    out = play(carrying(), ("hit-vehicle", {**given, "enemy_at_access": "no"}))
    assert unit(out, "a").aboard is None and not unit(out, "a").gone
    fast = play(carrying("35"), ("hit-vehicle", given))
    assert unit(fast, "a").aboard == "v"
    glancing = hit(ap="1", armour_dice="4", table_dice="1")
    assert unit(play(carrying(), ("hit-vehicle", glancing)), "a").aboard == "v"


def test_riders_of_a_lost_vehicle_save_or_are_removed() -> None:
    """L-54."""
    now = play(carrying(), ("hit-vehicle", hit(armour_dice="1", table_dice="4", riders_lost="2")))
    assert (
        unit(now, "a").models == 4 and unit(now, "a").morale is MoraleState.PARALYSED and unit(now, "a").aboard is None
    )
    gone = play(carrying(), ("hit-vehicle", hit(armour_dice="1", table_dice="6")))
    assert unit(gone, "a").gone


def test_the_saves_of_riders_are_dice_and_who_has_none_is_removed() -> None:
    """L-02, L-54: three of six with two dice each fail; who routs is not bettered, and nobody keeps a shot."""
    riders = foot("a", 6, su="2x5+", marks=(Mark("riding_in", "v"),))
    now = in_combat_phase(game([riders, hull("v", side=5, su="0", capacity=10)], [ENEMY, foot("y")]))
    wrecked = hit(armour_dice="1", table_dice="4")
    (asked,) = decided(now, "hit-vehicle", wrecked).questions
    assert asked.parameter == "riders-saves" and asked.dice == 12 and "12 dice" in asked.text
    thrown = PLAY.roll(now, "hit-vehicle", written(wrecked), lambda dice: [5] * dice)
    assert thrown == {"riders-saves": ",".join("5" * 12)}
    given = {**wrecked, "riders_saves": "5,1,4,6,6,6,1,2,3,4,4,4"}
    assert unit(play(now, ("hit-vehicle", given)), "a").models == 3
    fleeing = play(now, ("set", {"unit": "a", "morale": "routed"}), ("hit-vehicle", given))
    assert unit(fleeing, "a").morale is MoraleState.ROUTED
    shooting = unit(play(now, ("set", {"unit": "a", "shots": "1"}), ("hit-vehicle", given)), "a")
    assert (shooting.morale, shooting.deeds.shots) == (MoraleState.PARALYSED, 0)
    assert unit(play(carrying(), ("hit-vehicle", wrecked)), "a").gone


def test_a_titan_killer_takes_one_model_however_many_points_it_destroys() -> None:
    """L-53: what is more than the structure of the model that is hit is lost."""
    now = in_combat_phase(game([foot("a")], [foot("x", su="0"), foot("y", 5, structure=3, su="0")]))
    assert "X loses 1 of 10" in text(now, "titan-killer", {"target": "x", "points": "4"})
    hurt = play(now, ("titan-killer", {"target": "y", "points": "2"}))
    after = play(hurt, ("titan-killer", {"target": "y", "points": "6"}))
    assert (unit(after, "y", 1).models, unit(after, "y", 1).damage) == (4, {"y.1": 0})


def test_structure_points_are_asked_for() -> None:
    """L-53."""
    now = vehicle(structure=3)
    given = hit(armour_dice="1", table_dice="4")
    assert "How many structure points" in decided(now, "hit-vehicle", given).questions[0].text
    assert text(now, "hit-vehicle", {**given, "points": "3"}).endswith("catastrophic 4, destroyed; nobody of V is left")
    told = text(now, "hit-vehicle", {**given, "points": "2"})
    assert told.endswith("catastrophic 4, which costs 2 structure points; 1 of 3 structure points left")
    now = play(now, ("hit-vehicle", {**given, "points": "2"}))
    assert unit(now, "v").damage == {"v": 2} and not unit(now, "v").gone
    assert unit(play(now, ("hit-vehicle", given)), "v").gone
    with pytest.raises(PlayError, match="V has 3 structure points left: it cannot lose 9"):
        decided(vehicle(structure=3), "hit-vehicle", {**given, "points": "9"})


def test_a_titan_killer_takes_multiples_off_the_su_and_points_where_it_fails() -> None:
    """L-53."""
    now = vehicle(structure=6, su="3x5+")
    given = {"target": "v", "points": "2"}
    failed = play(now, ("titan-killer", {**given, "su_dice": "4"}))
    assert "SU 3x5+ → 5+" in text(now, "titan-killer", {**given, "su_dice": "4"})
    assert unit(failed, "v").damage == {"v": 2}
    assert unit(play(now, ("titan-killer", {**given, "su_dice": "5"})), "v").damage == {}
    assert "SU 3x5+ → none" in text(now, "titan-killer", {"target": "v", "points": "6"})
    none_left = play(now, ("titan-killer", {"target": "v", "points": "6"}))
    assert unit(none_left, "v").gone, "no SU is left, so there is no roll"


def test_a_large_creature_loses_points_one_a_hit() -> None:
    """L-53."""
    beast = foot("a", 1, structure=3, su="0", av=1, types=("monstrous creature",))
    now = in_combat_phase(game([foot("b", 10, weapons=[gun("rifle", ap=5)])], [beast]))
    now = play(now, ("action", {"unit": "b", "action": "Shoot-Shoot"}))
    given = {"unit": "b", "weapon": "rifle", "target": "a"}
    now = play(now, ("shoot", {**given, "hits": "2"}))
    assert unit(now, "a", 1).damage == {"a.1": 2} and unit(now, "a", 1).models == 1
    assert unit(play(now, ("shoot", {**given, "hits": "1"})), "a", 1).gone
    killed = play(now, ("titan-killer", {"target": "a", "points": "1"}))
    assert unit(killed, "a", 1).gone


def test_what_players_agree_on_takes_the_place_of_what_was() -> None:
    now = play(vehicle(), ("set-vehicle", {"vehicle": "v", "immobilised": "yes", "weapons": "v.w1"}))
    assert unit(now, "v").parts["v"].immobilised
    repaired = play(now, ("set-vehicle", {"vehicle": "v", "immobilised": "no"}))
    assert not unit(repaired, "v").parts["v"].immobilised
    assert unit(repaired, "v").parts["v"].destroyed_weapons == ("v.w1",)
    with pytest.raises(PlayError, match=r"'v.w7' is no weapon of V; there are: lascannon, stubber"):
        decided(now, "set-vehicle", {"vehicle": "v", "weapons": "v.w7"})
    points = play(vehicle(structure=2), ("set", {"unit": "v", "structure": "1", "speed": "60"}))
    assert unit(points, "v").damage == {"v": 1} and unit(points, "v").speed == 60


def test_a_psyker_uses_one_ability_a_turn_and_may_pay_for_an_attack() -> None:
    """L-87."""
    powers = (("Bolt", "A psychic attack."), ("Dread", "The enemy is afraid."))
    now = in_combat_phase(game([foot("a", 1, su="4+", powers=powers)], [ENEMY]))
    safe = play(now, ("psychic", {"unit": "a", "power": "Dread"}))
    with pytest.raises(PlayError, match="it has used Dread this turn"):
        decided(safe, "psychic", {"unit": "a", "power": "Bolt", "dice": "5,5"})
    passed = play(now, ("psychic", {"unit": "a", "power": "Bolt", "dice": "3,4"}))
    assert not unit(passed, "a").gone and unit(passed, "a").morale is MoraleState.UNBROKEN
    assert unit(play(now, ("psychic", {"unit": "a", "power": "Bolt", "dice": "2,4", "saved": "0"})), "a").gone
    saved = play(now, ("psychic", {"unit": "a", "power": "Bolt", "dice": "2,4", "saved": "4,"}))
    assert not unit(saved, "a").gone
    shaken = play(now, ("set", {"unit": "a", "morale": "shaken"}))
    with pytest.raises(PlayError, match="it is shaken"):
        decided(shaken, "psychic", {"unit": "a", "power": "Dread"})


@pytest.mark.parametrize(
    ("during", "given"),
    [
        ("moving", {"action": "Move-Shoot", "half": True}),
        ("shooting", {"action": "Shoot-Shoot"}),
        ("assaulting", {"action": "Move-Move", "contact": "x"}),
    ],
)
def test_an_ability_goes_with_the_action_that_it_is_tied_to(during: str, given: dict[str, str | bool]) -> None:
    """L-87: that action comes first; the one who is assaulted assaults nobody."""
    seer = foot("a", 1, weapons=[gun("rifle", "assault")], powers=(("Haste", "It runs."),))
    now = in_combat_phase(game([seer], [foot("x", 1, powers=(("Haste", "It runs."),)), foot("y")]))
    haste = {"unit": "a", "power": "Haste", "during": during}
    with pytest.raises(PlayError, match="which comes first"):
        decided(now, "psychic", haste)
    acting = play(now, ("action", {"unit": "a", **given}))
    assert unit(play(acting, ("psychic", haste)), "a").deeds.power == "Haste"
    with pytest.raises(PlayError, match="which comes first"):
        decided(acting, "psychic", {**haste, "unit": "x"})


def test_hits_of_a_titan_killer_wait_for_its_points() -> None:
    """L-53."""
    cannon = gun("cannon", "main", "titan killer D3", ap=12)
    titan = hull("x", structure=6, su="3x5+", front=11)
    now = in_combat_phase(game([hull("a", weapons=[cannon])], [titan]))
    now = play(now, ("action", {"unit": "a", "action": "Shoot-Shoot"}))
    shot = {"unit": "a", "weapon": "cannon", "target": "x", "hits": "1", "side": "front", "armour_dice": "4"}
    hit = play(now, ("shoot", shot))
    assert [check.kind for check in unit(hit, "x", 1).owed] == ["titan killer", "confusion"]
    asked = decided(hit, "titan-killer", {"target": "x"}).questions[0]
    assert asked.parameter == "points" and [choice.value for choice in asked.choices] == ["1", "2", "3"]
    done = play(hit, ("titan-killer", {"target": "x", "points": "2", "su_dice": "4"}))
    assert unit(done, "x", 1).damage == {"x": 2} and [check.kind for check in unit(done, "x", 1).owed] == ["confusion"]


def test_a_titan_killer_that_leaves_a_vehicle_standing_forces_riders_out() -> None:
    """L-53, L-54: unless it only glanced, or the SU saved it."""
    cannon = gun("cannon", "main", "titan killer 2", ap=12)
    carrier = hull("x", structure=6, su="3x5+", front=13, capacity=10)
    rider = foot("y", marks=(Mark("riding_in", "x"),))
    now = in_combat_phase(game([hull("a", weapons=[cannon])], [carrier, rider]))
    now = play(now, ("action", {"unit": "a", "action": "Shoot-Shoot"}))

    def aboard(die: str, save: str, *forced: dict[str, str]) -> bool:
        shot = {"unit": "a", "weapon": "cannon", "target": "x", "hits": "1", "side": "front", "armour_dice": die}
        after = play(now, ("shoot", shot), ("titan-killer", {"target": "x", "su_dice": save, **dict(*forced)}))
        return unit(after, "y", 1).aboard is not None and not unit(after, "y", 1).gone

    assert not aboard("2", "4", {"enemy_at_access": "no"}), "it penetrated"
    assert aboard("2", "5") and aboard("1", "4"), "saved; or it only glanced"
    assert "front: 3 hits with no effect" in text(now, "hit-vehicle", {
        "vehicle": "x", "ap": "1", "hits": "3", "side": "front", "armour_dice": "1,2,3"
    })  # fmt: skip


def test_those_forced_out_have_used_what_their_vehicle_has() -> None:
    """L-54, L-72."""
    rider = foot("a", marks=(Mark("riding_in", "v"),), slot="heavy support")
    now = in_combat_phase(game([hull("v", side=5, su="0", capacity=10), rider], [ENEMY]))
    now = play(now, ("action", {"unit": "v", "action": "Move-Move", "half": True, "moved": "20"}))
    out = play(now, ("hit-vehicle", hit(armour_dice="1", table_dice="3", enemy_at_access="no")))
    assert unit(out, "a").aboard is None and unit(out, "a").deeds.used == 1


def test_a_squadron_checks_as_it_loses_a_quarter() -> None:
    """L-30."""
    two = hull("v", side=5, su="0")
    vehicles = tuple(replace(two.vehicles[0], id=f"v.{number}") for number in (1, 2))
    now = game([replace(two, vehicles=vehicles)], [ENEMY])
    lost = play(now, ("hit-vehicle", {**hit(armour_dice="1", table_dice="5"), "vehicle": "v.1"}))
    assert [check.kind for check in unit(lost, "v").owed] == ["morale"]


def test_beyond_the_hole_a_blast_has_half_its_ap_on_vehicles_too() -> None:
    """L-82."""
    now = in_combat_phase(game([foot("a", 1, weapons=[gun("mortar", "blast", ap=8)])], [hull("x", side=6)]))
    now = play(now, ("action", {"unit": "a", "action": "Shoot-Shoot"}))
    given = {"unit": "a", "weapon": "mortar", "target": "x", "hits": "1", "side": "side"}
    assert "AP 8 on AV 6" in decided(now, "shoot", given).questions[0].text
    assert "AP 4 on AV 6" in decided(now, "shoot", {**given, "beyond_hole": "1"}).questions[0].text


@pytest.mark.parametrize(
    ("front", "ap", "asks"),
    [
        (8, 3, ["side", "armour-dice"]),
        (6, 3, ["armour-dice"]),
        (9, 0, ["side"]),  # a 6 glances on the sides alone
        (6, -1, []),
    ],
)
def test_side_and_dice_are_asked_for_where_they_decide(front: int, ap: int, asks: list[str]) -> None:
    """L-51."""
    even = hull("x", front=front, side=6, rear=6, su="0")
    now = in_combat_phase(game([hull("a", weapons=[gun("cannon", "main", ap=ap)])], [even]))
    now = play(now, ("action", {"unit": "a", "action": "Shoot-Shoot"}))
    shot = {"unit": "a", "weapon": "cannon", "target": "x", "hits": "1"}
    assert [each.parameter for each in decided(now, "shoot", shot).questions] == asks
    answers = {"side": {"side": "front"}, "armour-dice": {"armour_dice": "1"}}
    given = shot | {name: value for each in asks for name, value in answers[each].items()}
    if front == 9:
        asked = decided(now, "shoot", {**shot, "side": "rear"}).questions
        assert [each.parameter for each in asked] == ["armour-dice"]
    told = text(now, "shoot", given)
    assert ("X: no effect" if "side" not in given else "X, front: no effect") in told
