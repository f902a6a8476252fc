"""Who strikes with what in close combat, on whom it falls, and who joins or shoots."""

from __future__ import annotations

import pytest

from builder.errors import PlayError
from builder.record import replace
from builder.systems.lethal.model import LethalArmyUnit, LethalCarried, LethalWeapon
from builder.systems.lethal.play.state import LethalGame
from tests.systems.lethal.play.games import decided
from tests.systems.lethal.play.making import (
    blade,
    charged,
    combat,
    dice,
    foot,
    game,
    gun,
    hull,
    in_combat_phase,
    play,
    unit,
)

PISTOL, WRECKED = {"pistol": True}, {"armour_dice": "6", "table_dice": "6"}


def mixed(*kinds: tuple[LethalArmyUnit, str]) -> LethalArmyUnit:
    """The first unit with its own models and those of others, by their names."""
    first, _ = kinds[0]
    groups = tuple(
        replace(unit.groups[0], id=f"{first.id}.{number}", name=name) for number, (unit, name) in enumerate(kinds, 1)
    )
    return replace(first, groups=groups)


def armed(*weapons: tuple[LethalWeapon, int]) -> LethalArmyUnit:
    """Five models of CS 3x3+ and AP 2, with so many of each weapon among them."""
    unit = foot("a", 5, cs="3x3+", ap=2)
    carried = tuple(LethalCarried(weapon, count, 75) for weapon, count in weapons)
    return replace(unit, groups=(replace(unit.groups[0], weapons=carried),))


def kinds(now: LethalGame) -> list[str]:
    """Who can be chosen to strike."""
    return [choice.text for choice in decided(now, "fight", {"unit": "a", "target": "x"}).questions[0].choices]


def test_models_strike_with_what_they_carry() -> None:
    """L-55, L-100: one claw is not five."""
    now = charged(armed((gun("slugga", "pistol"), 5), (blade("choppa", ap=1), 4), (blade("claw", ap=6), 1)), foot("x"))
    assert kinds(now) == ["4 × Trooper", "1 × Trooper (claw)"]
    given = {"unit": "a", "target": "x", "hits": "0"}
    claw, others = (decided(now, "fight", {**given, "kind": kind}).event.steps[0] for kind in ("claw", "a.1"))
    assert claw.endswith("5 dice each at 3+, AP 6") and others.endswith("5 dice each at 3+, AP 2")
    fewer = play(now, ("set", {"unit": "a", "models": "2"}))
    assert kinds(fewer) == ["1 × Trooper", "1 × Trooper (claw)"], "others fall first"


def test_who_has_a_gun_in_place_of_a_pistol_has_a_die_less() -> None:
    """L-55."""
    guns = (gun("slugga", "pistol"), 3), (gun("shoota", "assault"), 2)
    now = charged(armed(*guns, (blade("choppa"), 5)), foot("x"))
    assert kinds(now) == ["3 × Trooper", "2 × Trooper (without a second weapon)"]
    assert "15 dice" in dice(now, "a", "x", kind="a.1") and "8 dice" in dice(now, "a", "x", kind="a.1/2")


def test_a_pistol_is_a_second_weapon_or_its_own_ap() -> None:
    """L-81."""
    now = charged(foot("a", 1, ap=1, weapons=[gun("pistol", "pistol", ap=4), blade("sword")]), foot("x"))
    second, own = (decided(now, "fight", {"unit": "a", "target": "x", "hits": "0", **more}) for more in ({}, PISTOL))
    assert "3 dice each at 4+, AP 1" in second.event.steps[0]
    assert "2 dice each at 4+, AP 4" in own.event.steps[0]


def test_furious_charge_counts_in_the_first_round_whoever_assaults() -> None:
    """L-06."""
    now = charged(foot("a"), foot("x", 1, rules=("Furious Charge",)))
    assert "2 dice" in dice(now, "x", "a") and "2 dice" in dice(play(now, ("end-round", {})), "x", "a")


def test_blows_fall_on_those_in_base_contact() -> None:
    """L-105."""
    crowd = mixed((foot("x", 9, av=2), "Boy"), (foot("x", 1, av=5, su="4+"), "Boss"))
    now = charged(foot("a", 3), crowd)
    given = {"unit": "a", "target": "x", "hits": "4"}
    asked = decided(now, "fight", given).questions[0]
    assert asked.leads and asked.parameter == "first" and [choice.value for choice in asked.choices] == ["x.1", "x.2"]
    assert not decided(now, "fight", {**given, "hits": "0"}).questions
    assert "4 dice at 6+" in decided(now, "fight", {**given, "first": "x.2"}).questions[0].text
    now = play(now, ("fight", {**given, "first": "x.2", "through": "2", "saved": "1"}))
    assert dict(unit(now, "x", 1).lost) == {"x.2": 1}
    with pytest.raises(PlayError, match="has no models 'x"):
        decided(charged(foot("a", 3), crowd), "fight", {**given, "first": "x.7"})


def test_the_hits_of_a_character_fall_on_one_model_after_another() -> None:
    """L-105."""
    hero = foot("a", 1, cs="4x2+", ap=9, types=("character",))
    crowd = mixed((foot("x", 9, av=2), "Boy"), (foot("x", 1, av=5), "Boss"))
    now = charged(hero, crowd)
    given = {"unit": "a", "target": "x", "hits": "4", "first": "x.2"}
    now = play(now, ("fight", given))
    assert dict(unit(now, "x", 1).lost) == {"x.2": 1, "x.1": 3}
    led = play(charged(hero, foot("x", 1, av=5)), ("end-round", {}))
    led = play(led, ("join-combat", {"unit": "y", "combat": "c1", "near": "yes", "declined": True}))
    led = play(led, ("fight", {"unit": "a", "target": "x", "hits": "4", "beyond": "y"}))
    assert unit(led, "x", 1).gone and unit(led, "y", 1).models == 7 and combat(led).suffered == (0, 4)


def test_a_lance_counts_for_all_of_the_side_that_began() -> None:
    """L-112."""
    lancer = foot("b", 1, types=("cavalry",), weapons=[blade("lance", "lance")])
    now = in_combat_phase(game([foot("a"), lancer], [foot("x")]))
    now = play(now, ("action", {"unit": "a", "action": "Move-Move", "contact": "x"}), ("end-round", {}))
    now = play(now, ("join-combat", {"unit": "b", "combat": "c1", "near": "yes"}))
    assert "AP 2" in decided(now, "fight", {"unit": "b", "target": "x", "hits": "0"}).event.steps[0]


def test_the_players_join_in_turn() -> None:
    """L-103."""
    now = in_combat_phase(game([foot("a"), foot("b"), foot("c")], [foot("x"), foot("y"), foot("z")]))
    now = play(now, ("action", {"unit": "a", "action": "Move-Move", "contact": "x"}), ("end-round", {}))
    given = {"combat": "c1", "near": "yes"}
    with pytest.raises(PlayError, match="it is Mia to join"):
        decided(now, "join-combat", {"unit": "y", **given})
    now = play(now, ("join-combat", {"unit": "b", **given}))
    with pytest.raises(PlayError, match="it is Tom to join"):
        decided(now, "join-combat", {"unit": "c", **given})
    now = play(now, ("join-combat", {"unit": "y", **given}), ("join-combat", {"unit": "c", **given}))
    assert combat(now).units == (("a", "b", "c"), ("x", "y"))
    assert "Mia" in decided(play(now, ("end-round", {})), "end-round", {}).event.text


def test_walkers_test_their_morale_in_close_combat_as_infantry_does() -> None:
    """L-01, L-101."""
    two = hull("w", types=("walker",), cs="2x3+", su="0")
    vehicles = tuple(replace(two.vehicles[0], id=f"w.{n}") for n in (1, 2))
    now = charged(foot("a"), replace(two, vehicles=vehicles))
    now = play(now, ("fight", {"unit": "a", "target": "w", "hits": "1", "side": "rear", **WRECKED, "anyway": True}))
    assert combat(now).suffered == (0, 1)
    assert "morale check of W" in decided(now, "end-round", {}).questions[0].text


def test_the_crew_of_a_vehicle_must_be_steady_and_assaulted_to_fire_its_weapons() -> None:
    """L-34, L-107, L-108."""
    tank = hull("x", weapons=[gun("stubber", "defensive"), gun("hull gun", "defensive")])
    now = charged(foot("a"), tank)
    given = {"unit": "x", "weapon": "stubber", "target": "a", "hits": "0"}
    now = play(now, ("stand-and-shoot", given), ("stand-and-shoot", {**given, "weapon": "hull gun"}))
    with pytest.raises(PlayError, match="has fired its stubber"):
        decided(now, "stand-and-shoot", given)
    with pytest.raises(PlayError, match="cannot stand and shoot"):
        decided(play(now, ("set", {"unit": "x", "morale": "shaken"})), "stand-and-shoot", given)
    walker = hull("x", types=("walker",), cs="2x3+", weapons=[gun("stubber", "defensive")])
    mine = in_combat_phase(game([foot("a")], [walker]), "2,6")
    mine = play(mine, ("action", {"unit": "x", "action": "Move-Move", "contact": "a"}))
    with pytest.raises(PlayError, match="cannot stand and shoot"):
        decided(mine, "stand-and-shoot", given)


def test_the_first_four_ranks_fight() -> None:
    """L-113."""
    now = charged(foot("a", 12, rules=("Ranked",)), foot("x"), ranks_dice="5,5")
    assert "first four ranks" in dice(now, "a", "x")
    assert "16 dice" in dice(now, "a", "x", models="8")
    with pytest.raises(PlayError, match="12 × Trooper"):
        decided(now, "fight", {"unit": "a", "target": "x", "models": "13"})
