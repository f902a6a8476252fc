"""Readings of rules where the source leaves something to decide: docs/diceless.md tells them."""

from __future__ import annotations

from builder.record import replace
from builder.roster.marks import Mark
from builder.roster.view import RuleView
from builder.services.army.locator import open_army
from builder.systems.diceless.play import PLAY
from builder.systems.diceless.play.state import GameState, Phase, hull_of
from builder.systems.diceless.vehicle_damage import EXPLODES, WRECKED
from builder.systems.play.events import Player
from tests.systems.diceless.play.battles import battle, gun, hull, marines, squad
from tests.systems.diceless.play.games import ORKS, decision, in_turn, played, refusal
from tests.systems.making import model


def landed(state: GameState) -> str:
    return hull_of(state.sides[ORKS], "tank").rows.landed[-1].result


def test_six_penetrating_hits_at_once_check_all_boxes_and_the_vehicle_explodes() -> None:
    """D-55: each hit checks the next open box of the row, so the sixth of one attack reaches the last box."""
    game = battle([marines("us")], [hull("tank", gun("Gun"))])
    line = "hit-vehicle vehicle=tank take=immobilised,immobilised"
    assert landed(played(game, f"{line} hits=P,P,P,P,P")) == WRECKED
    assert landed(played(game, f"{line} hits=P,P,P,P,P,P")) == EXPLODES


def test_nobody_goes_aboard_of_what_is_full_or_in_reserve() -> None:
    rhino = hull("rhino", marks=(Mark("reserve"),))
    game = battle([marines("us"), rhino], [marines("them")])
    assert "still in reserve" in refusal(game, "embark unit=us transport=rhino")
    assert decision(game, "embark unit=us transport=rhino anyway").event.changes


def test_only_fast_vehicles_move_flat_out_and_do_not_shoot_then() -> None:
    """D-50; as in the base game."""
    guns = gun("Gun", type="Assault 1")
    ours = [hull("whirlwind", guns), hull("trukk", gun("Gun", type="Assault 1"), Type="Fast")]
    game = in_turn(battle(ours, [marines("them", 5)]), 1, Phase.SHOOTING)
    assert "no fast vehicle" in refusal(game, "speed vehicle=whirlwind speed='flat out'")
    fast = played(game, "speed vehicle=trukk speed='flat out'")
    assert "moved flat out, no shooting" in refusal(fast, "fire attacker=trukk target=them")


def test_nobody_gets_out_of_what_moved_flat_out_unless_it_is_no_more() -> None:
    """As in the base game."""
    game = in_turn(battle([hull("trukk", Type="Fast"), marines("us", 5)], [marines("them", 5)]), 1)
    fast = played(game, "embark unit=us transport=trukk", "speed vehicle=trukk speed='flat out'")
    assert "moved flat out, nobody gets out" in refusal(fast, "disembark unit=us")
    assert decision(fast, "disembark unit=us anyway").event.changes
    assert decision(played(fast, "hit-vehicle vehicle=trukk hits=P,P,P,P,P,P"), "disembark unit=us").event.changes


def test_a_drop_pod_that_landed_is_immobile() -> None:
    """D-50: immobile is BS +2."""
    pod = replace(hull("pod"), rules=(RuleView(name="Immobile"),))
    game = in_turn(battle([marines("us", 5, gun("Boltgun", 5))], [pod], None), 3, Phase.SHOOTING)
    assert "immobile vehicle: +2" in decision(game, "shoot attacker=us target=pod distance=20").event.steps
    assert "never moves from where it landed; by agreement" in refusal(game, "speed vehicle=pod speed=combat")


def test_what_is_in_reserve_or_has_not_had_its_turn_has_not_moved() -> None:
    """D-50 goes by what a vehicle did in its last turn."""
    theirs = [hull("late", marks=(Mark("reserve"),)), hull("trukk", Type="Fast")]
    game = in_turn(battle([marines("us")], theirs, None), 1)
    assert "still in reserve" in refusal(game, "speed vehicle=late speed=immobile")
    assert "has not had a movement phase yet; by agreement" in refusal(game, "speed vehicle=trukk speed='flat out'")
    assert decision(game, "speed vehicle=trukk speed='flat out' anyway").event.changes


def test_who_bears_gets_hot_is_named_by_the_player_of_the_target() -> None:
    """D-31: he uses the token, on a model that holds the weapon."""
    plasma = "Rapid Fire, Gets Hot!"
    us = squad(
        "us", model("Sergeant", 1, gun("Plasma gun", 1, plasma)), model("Gunner", 2, gun("Plasma gun", 2, plasma))
    )
    game = in_turn(
        played(battle([us], [marines("them", 9)]), "tokens player=2 token=gets_hot left=2"), 1, Phase.SHOOTING
    )
    line = "shoot attacker=us target=them distance=20 gets-hot=1"
    (asked,) = decision(game, line).questions
    assert asked.parameter == "borne-by" and "Theirs names it" in asked.text
    hurt = decision(game, f"{line} borne-by=Gunner").event
    assert any(step.startswith("Gunner: ") for step in hurt.steps)


def test_the_drop_pod_of_our_datasheets_is_immobile_once_it_landed() -> None:
    """D-50 and D-75: it lands, the opponent's Scatter tokens are asked for, and then BS +2 counts against it."""
    armies = [Player(name, open_army(name).reading) for name in ("space-marines-1000", "orks-1000")]
    game = in_turn(PLAY.begin(PLAY.start((armies[0], armies[1]))), 1)
    assert [each.parameter for each in decision(game, "deep-strike unit=d2p7").questions] == ["tokens"]
    game = played(game, "deep-strike unit=d2p7 tokens=2", "turn", "next")
    line = "shoot attacker=l3a8 target=d2p7 weapon=Deffgun distance=40 zone=orange shots=2"
    told = decision(game, line).event
    assert "immobile vehicle: +2" in told.steps and "BS 4 × 2 shots × 5 models = 40 DMG" in told.steps


def test_what_a_shot_comes_to_tells_weapons_of_a_vehicle_and_models_called_after_theirs() -> None:
    """A vehicle is no two models, and the Shoota of whoever is hit is not what was fired."""
    launchers = [gun("Launcher", type="Heavy 1", s="8")] * 2
    mob = squad("mob", model("Shoota", 3, gun("Shoota", 3)), model("Nob", 1))
    game = battle([hull("tank", *launchers)], [mob, hull("car")])
    steps = decision(game, "shoot attacker=tank target=mob distance=20").event.steps
    assert "2 weapons × 32 = 64 DMG" in steps and any(step.startswith("models with Shoota: ") for step in steps)
    assert any(step.startswith("Nob: ") for step in steps) and not any(step.startswith("Shoota: ") for step in steps)
    on_car = decision(game, "shoot attacker=tank target=car distance=20 side=front zone=orange").event.steps
    assert "BS 4 × 1 shot × 2 weapons = 8 DMG" in on_car
