"""Close combat: dice, standing and shooting, rounds, who joins, what winners do."""

from __future__ import annotations

import pytest

from builder.errors import InputError, PlayError
from builder.record import replace
from builder.roster.marks import Mark
from builder.systems.lethal.command import MoraleState
from builder.systems.lethal.model import LethalArmyUnit
from builder.systems.lethal.play import PLAY
from builder.systems.lethal.play.state import ENTRENCHED, FINDING, LethalGame
from tests.systems.lethal.play.games import decided, text
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

FRAG, PHOTON = blade("stikkbombs", "frag grenade"), blade("flash", "photon grenade")


def test_a_close_combat_is_over_before_anybody_acts() -> None:
    """L-61: it is fought at once."""
    now = charged(foot("a"), foot("x"))
    for each in ("b", "y"):
        with pytest.raises(PlayError, match="A, X fight: a close combat is over before anybody acts"):
            decided(now, "entrench", {"unit": each})
    assert "Y digs in" in text(now, "entrench", {"unit": "y", "anyway": True})


def test_whoever_strikes_remembers_it_as_the_last_act_on_him() -> None:
    """L-55: the blow is that of both, and not of the one alone whom it hurts."""
    now = play(charged(foot("a"), foot("x")), ("fight", {"unit": "a", "target": "x", "hits": "0"}))
    assert "A strikes X: no hit" in unit(now, "a").last


def test_a_close_combat_is_called_as_no_unit_is() -> None:
    assert combat(charged(foot("c1"), foot("c2"))).id == "c3"


def test_entrenched_defenders_stand_and_shoot_before_the_charge_strikes() -> None:
    """L-45, L-55, L-101, L-107."""
    marines = foot("m", 6, av=5, weapons=[gun("bolter", "rapid fire")], m=20)
    boyz = foot("a", 8, av=2, su="5+", cs="2x4+", ap=1, weapons=[gun("slugga", "pistol", ap=0), blade("choppa")])
    now = charged(boyz, marines, ("mark", {"unit": "m", "mark": ENTRENCHED}))
    volley = {"unit": "m", "weapon": "bolter", "target": "a", "hits": "8", "through": "7", "saved": "2"}
    assert "12 dice" in decided(now, "stand-and-shoot", {**volley, "hits": ""}).questions[0].text
    now = play(now, ("stand-and-shoot", volley))
    assert unit(now, "a").models == 3 and combat(now).suffered == (5, 0)
    assert "12 dice at 4+" in dice(now, "a", "m")
    blows = {"unit": "a", "target": "m", "hits": "6"}
    assert "6 dice at 6+" in decided(now, "fight", blows).questions[0].text, "AV 5 and 1 for soft cover"
    now = play(now, ("fight", {**blows, "through": "1"}))
    assert combat(now).suffered == (5, 1)
    with pytest.raises(PlayError, match="stood and shot in this round"):
        decided(now, "fight", {"unit": "m", "target": "a", "hits": "0"})
    asked = decided(now, "end-round", {}).questions
    assert "The morale check of A" in asked[0].text
    now = play(now, ("end-round", {"dice": "5,5"}))
    assert combat(now).round == 2 and ENTRENCHED not in unit(now, "m", 1).flags
    assert "10 dice" in dice(now, "m", "a"), "five marines, two dice each in the second round"


@pytest.mark.parametrize(
    ("striker", "expected"),
    [
        (foot("a", 1, cs="1x4+"), 2),
        (foot("a", 1, cs="2x3+", weapons=[gun("pistol", "pistol"), blade("sword")]), 4),
        (foot("a", 1, cs="2x3+", weapons=[gun("pistol", "pistol")]), 4),
        (foot("a", 1, cs="2x3+", rules=("Furious Charge",)), 4),
        (foot("a", 1, cs="2x3+", rules=("True Grit",), weapons=[gun("bolter", "rapid fire")]), 4),
        (foot("a", 1, cs="2x3+", weapons=[blade("sword"), FRAG]), 3),
    ],
)
def test_the_dice_of_a_charge(striker: LethalArmyUnit, expected: int) -> None:
    """L-06, L-07, L-55."""
    assert f", {expected} dice each" in dice(charged(striker, foot("x")), "a", "x")


def test_each_further_round_adds_a_die_and_the_charge_is_over() -> None:
    """L-55."""
    now = charged(foot("a", 1, cs="1x4+"), foot("x", 3))
    now = play(now, ("end-round", {}), ("end-round", {}))
    assert combat(now).round == 3 and ", 3 dice each" in dice(now, "a", "x")


def test_photon_grenades_take_the_bonus_of_a_charge() -> None:
    """L-106."""
    assert ", 1 die each" in dice(charged(foot("a"), foot("x", weapons=[PHOTON])), "a", "x")


def test_frag_grenades_take_cover_and_standing_and_shooting() -> None:
    """L-106."""
    shooter = foot("x", weapons=[gun("bolter", "rapid fire")])
    now = charged(foot("a", weapons=[FRAG], ap=1), shooter, ("mark", {"unit": "x", "mark": ENTRENCHED}))
    with pytest.raises(PlayError, match="the enemy has grenades"):
        decided(now, "stand-and-shoot", {"unit": "x", "weapon": "bolter", "target": "a", "hits": "0"})
    assert "5 dice at 5+" in decided(now, "fight", {"unit": "a", "target": "x", "hits": "5"}).questions[0].text


@pytest.mark.parametrize("how", [{"morale": "shaken"}, {}])
def test_only_steady_entrenched_units_stand_and_shoot(how: dict[str, str]) -> None:
    """L-34, L-107."""
    shooter = foot("x", weapons=[gun("bolter", "rapid fire")])
    marked = [("mark", {"unit": "x", "mark": ENTRENCHED}), ("set", {"unit": "x", **how})] if how else []
    now = charged(foot("a"), shooter, *marked)
    with pytest.raises(PlayError, match="entrenched and unbroken units"):
        decided(now, "stand-and-shoot", {"unit": "x", "weapon": "bolter", "target": "a", "hits": "0"})


def test_who_stands_and_shoots_does_so_with_every_weapon_for_that() -> None:
    """L-107: it is due until all were fired, and nobody who shot fights in that round."""
    gunners = foot("x", weapons=[gun("rifle", "rapid fire"), gun("carbine", "assault")])
    now = charged(foot("a"), gunners, ("mark", {"unit": "x", "mark": ENTRENCHED}))
    for weapon in ("rifle", "carbine"):
        assert any("may stand and shoot" in each.text for each in PLAY.reminders(now))
        now = play(now, ("stand-and-shoot", {"unit": "x", "weapon": weapon, "target": "a", "hits": "0"}))
    assert not any("stand and shoot" in each.text for each in PLAY.reminders(now))


def test_cover_that_is_not_entrenched_counts_against_shooting_only() -> None:
    """L-107."""
    now = charged(foot("a", ap=1), foot("x"), ("cover", {"unit": "x", "band": "hard"}))
    assert "5 dice at 5+" in decided(now, "fight", {"unit": "a", "target": "x", "hits": "5"}).questions[0].text


def test_a_shield_and_a_spear_receive_an_assault() -> None:
    """L-112."""
    now = charged(foot("a", ap=1), foot("x", rules=("Shield",), cs="1x4+", weapons=[blade("spear", "spear")]))
    assert "5 dice at 6+" in decided(now, "fight", {"unit": "a", "target": "x", "hits": "5"}).questions[0].text
    flank = {"unit": "a", "target": "x", "hits": "5", "not_front": True}
    assert "5 dice at 5+" in decided(now, "fight", flank).questions[0].text
    assert ", 2 dice each" in dice(now, "x", "a")
    riders = charged(foot("a", types=("cavalry",)), foot("x", cs="1x4+", weapons=[blade("spear", "spear")]))
    assert ", 3 dice each" in dice(riders, "x", "a")


def test_a_lance_strikes_harder_in_every_round_of_its_own_assault() -> None:
    """L-100, L-112."""
    knight = foot("a", 1, ap=1, types=("cavalry",), weapons=[blade("lance", "lance", ap=2)])
    now = charged(knight, foot("x", av=5))
    assert "1 die at 2+" in decided(now, "fight", {"unit": "a", "target": "x", "hits": "1"}).questions[0].text
    later = play(now, ("end-round", {}))
    assert "1 die at 2+" in decided(later, "fight", {"unit": "a", "target": "x", "hits": "1"}).questions[0].text
    received = charged(foot("x", av=5), knight)
    assert "1 die at 4+" in decided(received, "fight", {"unit": "a", "target": "x", "hits": "1"}).questions[0].text


def test_losers_who_fail_are_destroyed_together_on_their_best_cm() -> None:
    """L-31, L-101, L-102, L-104."""
    now = charged(foot("a", av=2), foot("x", cm=5, av=9))
    now = play(now, ("end-round", {}))
    now = play(now, ("join-combat", {"unit": "y", "near": "yes", "declined": True}))
    now = play(now, ("fight", {"unit": "a", "target": "x", "hits": "2", "anyway": True}))
    now = play(now, ("fight", {"unit": "x", "target": "a", "hits": "4", "through": "4"}))
    assert "CM 3+" in decided(now, "end-round", {}).questions[0].text
    lost = play(now, ("end-round", {"dice": "2,6"}))
    assert unit(lost, "a").gone and not lost.extra.combats
    assert (unit(lost, "x", 1).morale, unit(lost, "y", 1).morale) == (MoraleState.SHAKEN, MoraleState.SHAKEN)


def test_units_that_have_not_acted_join_from_the_second_round_on() -> None:
    """L-103."""
    now = charged(foot("a"), foot("x"))
    with pytest.raises(PlayError, match="from the second round on"):
        decided(now, "join-combat", {"unit": "b", "combat": "c1"})
    now = play(now, ("end-round", {}))
    with pytest.raises(PlayError, match="within 5 cm"):
        decided(now, "join-combat", {"unit": "b", "combat": "c1", "near": "no"})
    now = play(now, ("join-combat", {"unit": "b", "combat": "c1", "near": "yes"}))
    assert combat(now).units == (("a", "b"), ("x",)) and unit(now, "b").deeds.used == 2


def test_who_joins_has_moved_out_of_his_cover_if_he_can_move() -> None:
    """L-04, L-52, L-103: how far counts for the SU (M)."""
    now = in_combat_phase(game([foot("a"), hull("v")], [foot("x"), foot("y")]))
    now = play(now, ("cover", {"unit": "v", "band": "hard"}))
    now = play(now, ("action", {"unit": "a", "action": "Move-Move", "contact": "x"}), ("end-round", {}))
    joins = {"unit": "v", "near": "yes"}
    with pytest.raises(PlayError, match="V goes 30 cm at most"):
        decided(now, "join-combat", {**joins, "moved": "31"})
    joined = unit(play(now, ("join-combat", joins)), "v")
    assert (joined.speed, joined.deeds.moved, joined.cover) == (30, 30, None)
    assert unit(play(now, ("join-combat", {**joins, "moved": "12"})), "v").speed == 12
    now = play(now, ("set-vehicle", {"vehicle": "v", "immobilised": "yes"}))
    with pytest.raises(PlayError, match="cannot move"):
        decided(now, "join-combat", joins)


@pytest.mark.parametrize("state", ["stunned", "paralysed", "routed"])
def test_who_may_not_move_against_enemies_comes_into_contact_by_agreement_alone(state: str) -> None:
    """L-34: those who rout move to their fall-back zone."""
    now = play(in_combat_phase(game([foot("a"), foot("b")], [foot("x")])), ("set", {"unit": "a", "morale": state}))
    action = {"unit": "a", "action": "Move-Move", "contact": "x"}
    for verb, given in (("charge", {"unit": "a", "target": "x"}), ("action", action)):
        with pytest.raises(PlayError, match=f"it is {state}"):
            decided(now, verb, given)
        assert "A charges X" in text(now, verb, {**given, "anyway": True})


def test_winners_are_shaken_and_may_move() -> None:
    """L-104."""
    now = charged(foot("a"), foot("x", 2, av=1))
    now = play(now, ("fight", {"unit": "a", "target": "x", "hits": "2", "through": "2"}))
    assert "A may make one move action; A: shaken" in text(now, "end-round", {})
    won = play(now, ("cover", {"unit": "a", "band": "light"}), ("end-round", {}))
    assert unit(won, "a").morale is MoraleState.SHAKEN
    assert [due.ref for due in PLAY.reminders(won) if due.verb == "winners-move"] == ["a"]
    with pytest.raises(PlayError, match="A goes 15 cm at most"):
        decided(won, "winners-move", {"unit": "a", "moved": "16"})
    moved = play(won, ("winners-move", {"unit": "a", "moved": "10"}))
    assert (unit(moved, "a").cover, unit(moved, "a").speed) == (None, 10), "a move leaves cover"
    assert unit(moved, "a").deeds.moved == unit(won, "a").deeds.moved + 10
    with pytest.raises(PlayError, match="no move of winners to make"):
        decided(moved, "winners-move", {"unit": "b"})


def test_a_winner_that_routs_stays_so() -> None:
    """L-104."""
    now = play(charged(foot("a"), foot("x")), ("set", {"unit": "a", "morale": "paralysed"}))
    now = play(now, ("mark", {"unit": "x", "mark": "destroyed"}), ("end-round", {}))
    assert unit(now, "a").morale is MoraleState.PARALYSED


def test_paralysed_infantry_that_is_assaulted_is_destroyed() -> None:
    """L-34."""
    now = charged(foot("a"), foot("x"), ("set", {"unit": "x", "morale": "paralysed"}))
    assert unit(now, "x", 1).gone and not now.extra.combats


def test_who_is_assaulted_finds_no_ammunition() -> None:
    """L-23."""
    now = charged(foot("a"), foot("x"), ("mark", {"unit": "x", "mark": FINDING}))
    assert FINDING not in unit(now, "x", 1).flags


def test_a_moving_vehicle_is_harder_to_strike_and_fires_defensive_weapons() -> None:
    """L-108."""
    wagon = hull("x", weapons=[gun("stubber", "defensive"), gun("main gun", "main")], su="0")
    now = in_combat_phase(game([foot("a", 5, cs="3x4+")], [wagon]), dice="2,6")
    now = play(now, ("action", {"unit": "x", "action": "Move-Move", "moved": "31"}))
    now = play(now, ("action", {"unit": "a", "action": "Move-Move", "contact": "x"}))
    assert ", 2 dice each" in dice(now, "a", "x"), "three and the charge, less two for 31 cm"
    stands = {"unit": "x", "weapon": "stubber", "target": "a", "hits": "1", "through": "0"}
    now = play(now, ("stand-and-shoot", stands), ("end-round", {}))
    assert "stands and shoots" in text(now, "stand-and-shoot", stands), "in each round"
    with pytest.raises(InputError, match="is none of: stubber"):
        decided(now, "stand-and-shoot", {**stands, "weapon": "main gun"})


def test_blows_damage_vehicles() -> None:
    """L-51, L-55."""
    now = charged(foot("a", 2, ap=6), hull("x", side=6, su="0"))
    given = {"unit": "a", "target": "x", "hits": "1", "side": "side", "armour_dice": "1", "table_dice": "6"}
    assert "penetrating 6, destroyed" in text(now, "fight", given)


def test_hit_and_run_leaves_the_combat() -> None:
    """L-07."""
    now = play(charged(foot("a", rules=("Hit and Run",)), foot("x")), ("cover", {"unit": "a", "band": "hard"}))
    now = play(now, ("hit-and-run", {"unit": "a", "moved": "30"}))
    assert unit(now, "a").cover is None, "a move leaves cover"
    assert not now.extra.combats and unit(now, "a").morale is MoraleState.UNBROKEN
    with pytest.raises(PlayError, match="only units with Hit and Run"):
        decided(charged(foot("a"), foot("x")), "hit-and-run", {"unit": "a"})


@pytest.mark.parametrize(("state", "moves"), [("shaken", True), ("stunned", False)])
def test_who_was_stunned_before_he_won_makes_no_move(state: str, moves: bool) -> None:
    """L-34, L-104: one move is an action that a shaken unit has, and a stunned one has not."""
    now = charged(foot("a"), foot("x"), ("set", {"unit": "x", "morale": state}))
    now = play(now, ("known-losses", {"unit": "a", "models": "10"}))
    assert ("X may make one move action" in text(now, "end-round", {})) is moves
    assert unit(play(now, ("end-round", {})), "x", 1).morale == state


def test_who_shot_before_his_assault_is_stunned_as_it_is_broken_off() -> None:
    """L-07, L-63: whoever of them it is that breaks off; who was assaulted is dug in no more (L-45)."""
    for runs in ("a", "x"):
        rules = {each: ("Hit and Run",) if each == runs else () for each in "ax"}
        mine = [foot("a", rules=rules["a"], weapons=[gun("rifle", "rapid fire")]), foot("b")]
        now = in_combat_phase(game(mine, [foot("x", rules=rules["x"]), foot("y")]))
        now = play(now, ("mark", {"unit": "x", "mark": "entrenched"}))
        now = play(now, ("action", {"unit": "a", "action": "Shoot-Move"}))
        now = play(now, ("action", {"unit": "a", "action": "Shoot-Move", "die": "6", "contact": "x"}))
        now = play(now, ("hit-and-run", {"unit": runs}))
        assert unit(now, "a").morale is MoraleState.STUNNED and unit(now, "x", 1).morale is MoraleState.UNBROKEN
        assert ENTRENCHED not in unit(now, "x", 1).flags


def test_counter_attack_is_told() -> None:
    """L-07."""
    now = in_combat_phase(game([foot("a")], [foot("x", rules=("Counter Attack",))]))
    given = {"unit": "a", "action": "Move-Move", "contact": "x"}
    assert "unengaged models of X move up to 15 cm" in text(now, "action", given)


def test_all_strike_at_once_those_too_who_are_struck_down() -> None:
    """L-55, L-107."""
    now = charged(foot("a"), foot("x", 2, av=1, cs="1x4+"))
    now = play(now, ("fight", {"unit": "a", "target": "x", "hits": "2", "through": "2"}))
    assert unit(now, "x", 1).gone
    assert "2 dice at 4+" in dice(now, "x", "a")
    now = play(now, ("fight", {"unit": "x", "target": "a", "hits": "0"}))
    assert "A may make one move action" in text(now, "end-round", {})


def test_plasma_grenades_hit_as_well_in_the_first_round_of_an_assault() -> None:
    """L-106."""
    now = charged(foot("a", weapons=[blade("melta", "plasma grenade")]), foot("x", av=3))
    asked = decided(now, "fight", {"unit": "a", "target": "x", "kind": "plasma"}).questions
    assert "D3" in asked[0].text and [each.value for each in asked[0].choices] == ["0", "1", "2", "3"]
    words = text(now, "fight", {"unit": "a", "target": "x", "kind": "plasma", "hits": "3", "through": "2"})
    assert "3 hits, 2 through, 0 saved" in words
    later = play(now, ("end-round", {}))
    assert len(decided(later, "fight", {"unit": "a", "target": "x"}).questions) == 1


def test_ranks_that_are_hit_in_the_flank_are_destroyed() -> None:
    """L-113."""
    now = in_combat_phase(game([foot("a")], [foot("x", rules=("Ranked",))]))
    given = {"unit": "a", "action": "Move-Move", "contact": "x"}
    assert unit(play(now, ("action", {**given, "flank": True})), "x", 1).gone
    assert not unit(play(now, ("action", given)), "x", 1).gone


def test_each_kind_of_models_strikes_once_a_round() -> None:
    """L-55."""
    boss = replace(foot("z", 1, cs="3x2+", ap=4).groups[0], id="a.2", name="Boss")
    mob = foot("a", 5)
    now = charged(replace(mob, groups=(*mob.groups, boss)), foot("x"))
    assert decided(now, "fight", {"unit": "a", "target": "x"}).questions[0].parameter == "kind"
    now = play(now, ("fight", {"unit": "a", "target": "x", "kind": "boss", "hits": "0"}))
    with pytest.raises(PlayError, match="have struck in this round"):
        decided(now, "fight", {"unit": "a", "target": "x", "kind": "boss", "hits": "0"})
    now = play(now, ("fight", {"unit": "a", "target": "x", "hits": "0"}))
    with pytest.raises(PlayError, match="nobody of A is left to strike"):
        decided(now, "fight", {"unit": "a", "target": "x", "hits": "0"})


def test_nobody_strikes_those_of_whom_nobody_is_left() -> None:
    """L-55: a unit that fell in this round still strikes, and is struck no more."""
    now = play(charged(foot("a"), foot("x", 1)), ("fight", {"unit": "a", "target": "x", "hits": "1", "through": "1"}))
    with pytest.raises(PlayError, match="nobody of X is left"):
        decided(now, "fight", {"unit": "a", "target": "x", "hits": "1", "anyway": True})
    assert [due.ref for due in PLAY.reminders(now) if due.verb == "fight"] == ["x"]
    stubborn = charged(
        foot("a", 1), foot("x", weapons=[gun("slugga", "pistol"), gun("shoota", "assault")]),
        ("mark", {"unit": "x", "mark": "entrenched"}),
    )  # fmt: skip
    stand = {"unit": "x", "weapon": "slugga", "target": "a", "hits": "1", "through": "1"}
    shot = play(stubborn, ("stand-and-shoot", stand))
    assert [due.verb for due in PLAY.reminders(shot) if due.verb in ("stand-and-shoot", "fight")] == []


def test_units_that_have_not_acted_are_told_that_they_may_join() -> None:
    """L-103: from the second round on."""

    def told(now: LethalGame) -> list[str]:
        return [due.verb for due in PLAY.reminders(now) if due.verb == "join-combat"]

    now = charged(foot("a"), foot("x"))
    second = play(now, ("end-round", {}))
    assert (told(now), told(second)) == ([], ["join-combat"])
    acted = play(second, *(("finish", {"unit": each, "anyway": True}) for each in "by"))
    assert told(acted) == []


def test_who_cannot_charge_is_told_why() -> None:
    """L-60, L-61, L-72."""
    mark = (Mark("reserve"),)
    now = in_combat_phase(game([foot("a"), foot("b", marks=mark), foot("c"), hull("r", capacity=20)], [foot("x")]))
    now = play(
        now, ("charge", {"unit": "a", "target": "x"}), ("embark", {"unit": "c", "transport": "r", "anyway": True})
    )
    for who, why in {"a": "it fights X already", "b": "not on the table", "c": "it is aboard"}.items():
        with pytest.raises(PlayError, match=f"{who.upper()} cannot charge: .*{why}"):
            decided(now, "charge", {"unit": who, "target": "x"})
