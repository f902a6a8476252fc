"""Crews that are shaken or stunned for a time (D-55), and speeds that nobody noted (D-50)."""

from __future__ import annotations

import pytest

from builder.roster.marks import Mark
from builder.roster.view import SelectionView
from builder.systems.diceless.play import PLAY
from builder.systems.diceless.play.report import VehicleReport, report
from builder.systems.diceless.play.state import Crew, GameState, Phase, VehicleState, hull_of
from tests.systems.diceless.play.battles import battle, gun, hull, marines, squad
from tests.systems.diceless.play.games import MARINES, ORKS, choices_of, decision, in_turn, played, refusal
from tests.systems.making import model, selection, unit, vehicle

FIRE = "shoot attacker=tank target=us distance=20"
HIT = "shoot attacker=us target=tank distance=20"
AGREED = "; by agreement with --anyway"


def game(*armour: SelectionView) -> GameState:
    """Our shooting in turn 1: a squad against a tank with riders and two kans of one unit, whose side is second."""
    tank = selection(
        "Tank", type="model", profiles=[vehicle("Tank")], children=[gun("Bolter", type="Heavy 1"), *armour]
    )
    kans = [
        selection("Kan", type="model", profiles=[vehicle("Kan")], children=[gun("Shoota", type="Assault 2")])
        for _ in range(2)
    ]
    theirs = [
        unit("Tank", tank, id="tank"),
        squad("riders", model("Rider", 5, gun("Bolter", 5, "Assault 1")), marks=(Mark("riding_in", "tank"),)),
        unit("Kans", *kans, id="kans"),
    ]
    return in_turn(battle([marines("us", 5, gun("Boltgun", 5))], theirs), 1, Phase.SHOOTING)


def now(state: GameState, id: str = "tank") -> VehicleState:
    return hull_of(state.sides[ORKS], id)


def row(state: GameState, ref: str = "tank") -> VehicleReport:
    return next(each for each in report(state).sides[ORKS].vehicles if each.ref == ref)


@pytest.mark.parametrize(("hits", "crew"), [("G", Crew.SHAKEN), ("P,P", Crew.STUNNED), ("G,P,P", Crew.STUNNED)])
def test_a_crew_that_is_hit_does_not_shoot_in_its_next_turn(hits: str, crew: Crew) -> None:
    hit = played(game(), f"hit-vehicle vehicle=tank hits={hits}")
    assert (now(hit).crew, row(hit).crew) == (crew, crew.value)
    theirs = played(hit, "turn", "next")
    told = f"Tank: its crew is shaken or stunned, no shooting{AGREED}"
    assert refusal(theirs, FIRE) == told
    assert decision(theirs, f"{FIRE} anyway").event.changes
    after = decision(theirs, "turn").event
    assert f"Tank: no longer {crew}" in after.text
    ours = PLAY.evolve(theirs, after)
    assert (now(ours).crew, row(ours).crew) == (Crew.STEADY, "")
    assert now(ours).rows == now(theirs).rows


def test_nobody_shoots_out_of_a_vehicle_whose_crew_is_shaken() -> None:
    theirs = played(game(), "hit-vehicle vehicle=tank hits=G", "turn", "next")
    told = f"Riders: the crew of Tank is shaken or stunned, no shooting out of it{AGREED}"
    assert refusal(theirs, "shoot attacker=riders target=us") == told
    assert decision(theirs, "shoot attacker=riders target=us anyway").event.changes
    assert "Their shooting: 1 unit may still shoot" in report(theirs).hints


def test_a_stunned_vehicle_stays_where_it_is_and_counts_as_immobile_then() -> None:
    """Until its own movement phase it counts as it moved before."""
    moved = played(game(), "speed vehicle=tank speed='flat out' anyway", "hit-vehicle vehicle=tank hits=P,P")
    assert "flat out speed: −1" in decision(moved, f"{HIT} side=front").event.steps
    theirs = played(moved, "turn")
    assert now(theirs).speed == "immobile"
    told = f"Tank: its crew is stunned, it does not move{AGREED}"
    assert refusal(theirs, "speed vehicle=tank speed=combat") == told
    assert now(played(theirs, "speed vehicle=tank speed=combat anyway")).speed == "combat"
    assert "immobile vehicle: +2" in decision(played(theirs, "turn", "next"), f"{HIT} side=front").event.steps


def test_a_shaken_vehicle_moves() -> None:
    theirs = played(game(), "hit-vehicle vehicle=tank hits=G", "turn", "speed vehicle=tank speed=combat")
    assert now(theirs).speed == "combat"


def test_extra_armour_keeps_a_crew_from_being_stunned() -> None:
    hit = decision(game(selection("Extra armour")), "hit-vehicle vehicle=tank hits=P,P")
    assert "extra armour: a stunned crew counts as shaken" in hit.event.steps
    assert now(PLAY.evolve(game(selection("Extra armour")), hit.event)).crew is Crew.SHAKEN


def test_a_crew_that_is_hit_in_its_own_turn_is_shaken_through_the_next_one() -> None:
    """A stun of before ends with the turn that it was for."""
    theirs = played(game(), "hit-vehicle vehicle=tank hits=P,P", "turn", "hit-vehicle vehicle=tank hits=G")
    assert (now(theirs).stunned, now(theirs).shaken) == (1, 2)
    ours = played(theirs, "turn")
    assert now(ours).crew is Crew.SHAKEN
    assert now(played(ours, "turn")).crew is Crew.SHAKEN
    assert now(played(ours, "turn", "turn")).crew is Crew.STEADY


def test_of_a_unit_of_vehicles_those_shoot_whose_crew_is_steady() -> None:
    hit = played(game(), "hit-vehicle vehicle='Kan 1' hits=G", "turn", "next")
    shot = decision(hit, "shoot attacker=kans target=us").event
    assert shot.text.startswith("Kans, 1 × Shoota,")
    assert "Kan 1: its crew is shaken, no shooting" in shot.steps
    assert decision(hit, "shoot attacker=kans target=us anyway").event.text.startswith("Kans, 2 × Shoota,")
    assert [each.text[:9] for each in choices_of(hit, "shoot", "weapon", {"attacker": "kans"})] == ["Shoota ×1"]
    both = played(game(), "hit-vehicle vehicle='Kan 1' hits=G", "hit-vehicle vehicle='Kan 2' hits=G", "turn")
    assert refusal(both, "shoot attacker=kans target=us") == f"Kans: its crew is shaken or stunned, no shooting{AGREED}"


def test_players_set_how_a_crew_is() -> None:
    stunned = played(game(), "set-vehicle vehicle=tank crew=stunned")
    assert now(stunned).stunned == 1
    assert now(played(stunned, "set-vehicle vehicle=tank crew=steady")).crew is Crew.STEADY
    theirs = played(game(), "turn", "set-vehicle vehicle=tank crew=shaken")
    assert now(theirs).shaken == 1
    assert now(played(theirs, "turn")).crew is Crew.STEADY


def test_before_the_first_turn_hits_keep_no_crew_from_anything() -> None:
    """Whoever does not play by phases stays there."""
    hit = played(in_turn(game(), 0, Phase.DEPLOYMENT), "hit-vehicle vehicle=tank hits=P,P")
    assert now(hit).crew is Crew.STEADY


def test_a_wreck_has_no_crew_left_to_recover() -> None:
    wreck = played(game(), "hit-vehicle vehicle=tank hits=G", "set-vehicle vehicle=tank penetrating=5", "turn")
    assert row(wreck).crew == ""
    assert "no longer" not in decision(wreck, "turn").event.text


def unnoted() -> GameState:
    """The same armies, nothing noted of how vehicles moved."""
    squads = [marines("us", 5, gun("Boltgun", 5))]
    return battle(squads, [unit("Tank", selection("Tank", type="model", profiles=[vehicle("Tank")]), id="tank")], None)


@pytest.mark.parametrize("act", [f"{HIT} side=front", "fight attacker=us target=tank weapon=close"])
def test_a_speed_that_nobody_noted_is_asked_for(act: str) -> None:
    """D-50: how far a vehicle moved adds to BS, or to WS, so no shot goes by a guess."""
    state = in_turn(unnoted(), 2, Phase.SHOOTING if "shoot" in act else Phase.ASSAULT)
    (asked,) = decision(state, act).questions
    assert asked.parameter == "speed" and asked.text == "How fast did Tank move in its last turn?"
    assert not decision(state, f"{act} speed=cruising").questions
    assert not decision(played(state, "speed vehicle=tank speed=cruising anyway"), act).questions


def test_a_vehicle_before_its_first_movement_counts_as_stationary() -> None:
    """D-50: immobile is BS +2, and nothing has moved before its side had a movement phase, hurt or not."""
    state = in_turn(unnoted(), 1, Phase.SHOOTING)
    assert "immobile vehicle: +2" in decision(state, f"{HIT} side=front").event.steps
    assert decision(in_turn(unnoted(), 2, Phase.SHOOTING), f"{HIT} side=front").questions


def test_a_walker_has_no_such_speed() -> None:
    walker = hull("walker", gun("Bolter"), WS="4", S="6", I="4", A="2", Type="Walker")
    state = in_turn(battle([walker], [marines("us", 5, gun("Boltgun", 5))]), 1, Phase.SHOOTING, ORKS)
    steps = decision(state, "shoot attacker=us target=walker distance=20 side=front").event.steps
    assert not any("cruising" in step for step in steps)
    assert not any("how far" in hint for hint in report(state).hints)
    said = played(state, "speed vehicle=walker speed=combat")
    assert hull_of(said.sides[MARINES], "walker").speed == "combat"
    steps = decision(said, "shoot attacker=us target=walker distance=20 side=front").event.steps
    assert "combat speed: +1" in steps
