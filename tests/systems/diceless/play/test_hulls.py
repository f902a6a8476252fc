from __future__ import annotations

import pytest

from builder.record import replace
from builder.roster.marks import Mark
from builder.roster.view import RuleView, SelectionView
from builder.systems.diceless.aim import Speed
from builder.systems.diceless.play import PLAY
from builder.systems.diceless.play.changes import SpeedSet
from builder.systems.diceless.play.report import report
from builder.systems.diceless.play.state import Flag, GameState, hull_of
from builder.systems.diceless.vehicle_damage import Impact
from builder.systems.play.events import Event
from tests.systems.diceless.play.battles import battle, gun, hp_left, hull, marines, squad, stat_line, worn
from tests.systems.diceless.play.games import MARINES, ORKS, choices_of, decision, in_turn, played, refusal
from tests.systems.making import model, selection, unit, vehicle


def tank(passengers: int = 5, open_topped: bool = False) -> GameState:
    types = "Tank, Transport, Open-topped" if open_topped else "Tank, Transport"
    return battle(
        [marines("us", 5)],
        [
            hull("tank", gun("Cannon", type="Heavy 1"), gun("Bolter"), gun("Bolter"), Type=types, Rear="9"),
            squad("crew", model("Crew", passengers, stat=stat_line("Crew")), marks=[Mark("riding_in", "tank")]),
        ],
    )


def test_the_attacker_chooses_which_weapon_is_destroyed() -> None:
    decided = decision(tank(), "hit-vehicle vehicle=tank hits=P,P,P")
    (question,) = decided.questions
    assert question.parameter == "destroyed"
    assert [choice.text for choice in question.choices] == ["Cannon", "Bolter 1", "Bolter 2"]
    after = played(tank(), "hit-vehicle vehicle=tank hits=P,P,P destroyed='bolter 2'")
    assert hull_of(after.sides[ORKS], "tank").destroyed_weapons == {"tank.w3"}
    assert "is no weapon" in refusal(tank(), "hit-vehicle vehicle=tank hits=P,P,P destroyed=sword")


def test_the_attacker_chooses_between_another_weapon_and_immobilised_time_and_again() -> None:
    """D-57; each answer offered holds those given before."""
    game = worn(tank(), ORKS, "tank", [("P", False)] * 3)
    line = "hit-vehicle vehicle=tank hits=P,P"
    first = decision(game, line).questions[0]
    assert (first.parameter, [choice.value for choice in first.choices]) == ("take", ["weapon", "immobilised"])
    second = decision(game, f"{line} take=weapon destroyed=tank.w2").questions[0]
    assert [choice.value for choice in second.choices] == ["weapon,weapon", "weapon,immobilised"]
    after = played(game, f"{line} take=weapon,immobilised destroyed=tank.w2")
    rows = hull_of(after.sides[ORKS], "tank").rows
    assert (rows.checked("P"), rows.immobilised, rows.weapons_left) == ((1, 2, 3, 4), True, 1)


def test_plus_one_checks_the_second_free_box() -> None:
    """D-56."""
    after = played(tank(), "hit-vehicle vehicle=tank hits=P+1,G")
    rows = hull_of(after.sides[ORKS], "tank").rows
    assert (rows.checked("P"), rows.checked("G")) == ((2,), (1,))


def test_damage_lands_on_a_side_or_straight_on_a_line() -> None:
    """D-51, D-53."""
    by_side = played(tank(), "hit-vehicle vehicle=tank damage=48 strength=4 side=front")
    assert hull_of(by_side.sides[ORKS], "tank").lines == {"A": 36, "B": 12}
    on_line = played(tank(), "hit-vehicle vehicle=tank damage=20 line=E destroyed=tank.w1 cover=4+")
    assert hull_of(on_line.sides[ORKS], "tank").lines == {"E": 10}
    assert "say the S" in refusal(tank(), "hit-vehicle vehicle=tank damage=20")
    past = decision(worn(tank(), ORKS, "tank", lines={"F": 30}), "hit-vehicle vehicle=tank damage=20 line=F")
    assert "line F 36, 14 lost past F" in past.event.text


def test_passengers_get_out_of_a_wreck() -> None:
    """D-61."""
    game = worn(tank(), ORKS, "tank", [("P", False)] * 4)
    after = decision(game, "hit-vehicle vehicle=tank hits=P")
    assert "Crew: out of the wreck, a pinning test" in after.event.text
    assert played(game, "hit-vehicle vehicle=tank hits=P").sides[ORKS].bodies["crew"].aboard is None
    assert "destroyed already" in refusal(played(game, "hit-vehicle vehicle=tank hits=P"), "machine-curse vehicle=tank")


def test_a_wreck_is_called_as_players_call_its_vehicle() -> None:
    crew = squad("crew", model("Crew", 5, stat=stat_line("Crew")), marks=[Mark("riding_in", "tank")])
    game = battle([marines("us", 5)], [replace(hull("tank", gun("Cannon"), Type="Transport"), name="Old Bess"), crew])
    wreck = played(worn(game, ORKS, "tank", [("P", False)] * 4), "hit-vehicle vehicle=Bess hits=P")
    assert "Crew: pinning, out of the wreck of Old Bess" in [each.text for each in PLAY.reminders(in_turn(wreck, 1))]


def test_an_explosion_is_an_act_of_its_own() -> None:
    """D-61: 12 DMG a passenger, saved at 3+; they stand on foot then."""
    game = worn(tank(), ORKS, "tank", [("P", False)] * 4)
    blown = played(game, "hit-vehicle vehicle=tank hits=P+1")
    assert blown.sides[ORKS].bodies["crew"].aboard == "tank"
    decided = decision(blown, "explosion vehicle=tank")
    assert (
        "60 DMG" in decided.event.text and "20 HP lost" in decided.event.text and "pinning test" in decided.event.text
    )
    after = played(blown, "explosion vehicle=tank")
    assert hp_left(after, ORKS, "crew")["Crew"] == (5, 180)
    assert after.sides[ORKS].bodies["crew"].aboard is None
    assert "nobody is in Tank" in refusal(after, "explosion vehicle=tank")
    assert "45 DMG" in decision(tank(open_topped=True), "explosion vehicle=tank").event.text


def test_the_vehicle_that_has_exploded_goes_without_saying() -> None:
    """D-61: as long as somebody is inside; which one of several is asked."""
    riders = squad("riders", model("Rider", 5), marks=[Mark("riding_in", "car")])
    game = battle(
        [hull("car"), riders], [hull("tank"), squad("crew", model("Crew", 5), marks=[Mark("riding_in", "tank")])]
    )
    name_it = "no vehicle has exploded with somebody inside: name the one that does with --vehicle"
    assert refusal(game, "explosion") == name_it
    assert [each.value for each in choices_of(game, "explosion", "vehicle", {})] == ["car", "tank"]
    blown = played(game, "hit-vehicle vehicle=tank hits=P,P,P,P,P+1")
    assert [each.value for each in choices_of(blown, "explosion", "vehicle", {})] == ["tank"]
    assert decision(blown, "explosion").event.text.startswith("Tank explodes: Crew: 60 DMG")
    assert refusal(played(blown, "explosion"), "explosion") == name_it
    (question,) = decision(played(blown, "hit-vehicle vehicle=car hits=P,P,P,P,P+1"), "explosion").questions
    assert (question.parameter, [each.value for each in question.choices]) == ("vehicle", ["car", "tank"])


def test_a_vehicle_that_players_let_explode_is_destroyed() -> None:
    """D-61: by agreement, before its hits have done it; the box that says so is checked."""
    gone = played(tank(), "explosion vehicle=tank").sides[ORKS]
    assert hull_of(gone, "tank").rows.checked("P") == (6,)
    assert Flag.DESTROYED in gone.bodies["tank"].flags


def test_each_owner_says_who_of_the_passengers_takes_what_is_left_over() -> None:
    """D-25, D-61: 36 DMG on three passengers of each squad, saved at 3+, HP set for groups of either."""

    def riders(id: str) -> SelectionView:
        return squad(id, model("Sergeant", 1), model("Trooper", 2, gun("Gun", 2)), marks=[Mark("riding_in", "car")])

    game = battle([marines("us", 1)], [hull("car"), riders("one"), riders("two")])
    after = played(game, "explosion vehicle=car lost=one.1=7,two.2=9")
    assert hp_left(after, ORKS, "one") == {"Sergeant": (1, 33), "Trooper": (2, 72)}
    assert hp_left(after, ORKS, "two") == {"Sergeant": (1, 36), "Trooper": (2, 71)}


def test_chronus_survives_his_tank_with_30_hit_points() -> None:
    """D-106."""
    body = selection(
        "Tank", type="model", profiles=[vehicle("Tank", {"BS": "4", "Front": "13", "Side": "11", "Rear": "10"})]
    )
    chronus = model("Sergeant Chronus", 1, stat=stat_line("Sergeant Chronus"))
    game = battle([marines("us", 1)], [unit("Command tank", body, chronus, id="tank")])
    wrecked = played(game, "hit-vehicle vehicle=Tank hits=P,P,P,P,P")
    assert hp_left(wrecked, ORKS, "tank")["Sergeant Chronus"] == (1, 30)


def test_machine_curse_is_one_glancing_hit() -> None:
    """D-100."""
    after = played(tank(), "machine-curse vehicle=tank")
    assert hull_of(after.sides[ORKS], "tank").rows.checked("G") == (1,)
    assert hull_of(after.sides[ORKS], "tank").lines == {}


def test_ramming_does_20_and_10_on_a_skimmer() -> None:
    """D-61."""
    assert "20 DMG, S 7 on AV 10: line D 20" in decision(tank(), "ram vehicle=tank strength=7 side=front").event.text
    skimmer = battle([marines("us", 1)], [hull("jet", Type="Fast, Skimmer")])
    assert "Ramming a skimmer, Jet: 10 DMG" in decision(skimmer, "ram vehicle=jet strength=7").event.text
    (question,) = decision(tank(), "ram vehicle=tank side=front").questions
    assert question.parameter == "strength" and [each.value for each in question.choices][::9] == ["1", "10"]
    assert "write a value from 1 to 10" in refusal(tank(), "ram vehicle=tank side=front strength=61")


def test_whoever_rams_is_told_and_leaves_enemies_to_choose_from() -> None:
    """D-61: what the ram costs its own vehicle is an act of the other one."""
    game = battle([hull("car"), hull("van")], [hull("tank")])
    for given, there in (({}, "tank car van"), ({"attacker": "car"}, "tank"), ({"attacker": "tank"}, "car van")):
        assert [each.value for each in choices_of(game, "ram", "vehicle", given)] == there.split()
    said = decision(game, "ram attacker=car vehicle=tank strength=7 side=front").event.text
    assert said.startswith("Ramming by Car, Tank: 20 DMG")
    assert "Van is of the same side" in refusal(game, "ram attacker=van vehicle=car strength=7 side=front")


def test_dangerous_terrain_rattles_a_vehicle_by_the_inch() -> None:
    """D-61, D-104: S8 on rear armour 9 is line F."""
    assert "line F 30" in decision(tank(), "terrain unit=tank inches=3 destroyed=tank.w1").event.text
    assert "line F 15" in decision(tank(), "terrain unit=tank inches=3 amount=5").event.text
    (question,) = decision(tank(), "terrain unit=tank").questions
    assert (question.parameter, question.text) == ("inches", "Tank: how many inches in the terrain?")


def test_a_repair_takes_damage_off_and_gives_a_weapon_back() -> None:
    """D-62: from 20 to 8 on line C the 12G is no longer reached."""
    game = played(
        tank(), "hit-vehicle vehicle=tank hits=G,G,G", "hit-vehicle vehicle=tank damage=20 line=C destroyed=tank.w2"
    )
    assert hull_of(game.sides[ORKS], "tank").destroyed_weapons == {"tank.w2"}
    after = played(game, "repair vehicle=tank anyway")
    mended = hull_of(after.sides[ORKS], "tank")
    assert (mended.lines, mended.rows.checked("G"), mended.destroyed_weapons) == ({"C": 8}, (1, 2, 3), frozenset())
    assert (
        "is repaired"
        in decision(worn(tank(), ORKS, "tank", lines={"C": 5, "D": 7}), "repair vehicle=tank anyway").questions[0].text
    )
    assert "nothing to repair" in refusal(tank(), "repair vehicle=tank anyway")
    assert (
        "30 DMG repaired"
        in decision(
            worn(tank(), ORKS, "tank", lines={"C": 35}), "repair vehicle=tank servo-arms=2 servo-harness anyway"
        ).event.text
    )


@pytest.mark.parametrize("left", [True, False], ids=["there", "gone"])
def test_who_repairs_a_vehicle_is_there_to_do_it(left: bool) -> None:
    """D-62: a Techmarine, or a mek with his tools; a Rhino mends itself by another rule."""
    smiths = (
        squad("smith", model("Techmarine", 1, selection("Servo-arm", rules=["Blessing of the Omnissiah"]))),
        squad("smith", model("Mek", 1, selection("Mek's tools"))),
        marines("smith", 5),
    )
    for smith, can in zip(smiths, (True, True, False), strict=True):
        game = worn(
            battle([smith, hull("rhino", selection("Engine", rules=["Repair"]))], []), MARINES, "rhino", lines={"C": 20}
        )
        if not left:
            game = played(game, "mark unit=smith mark=destroyed")
        if can and left:
            assert "12 DMG repaired on C" in decision(game, "repair vehicle=rhino").event.text
            continue
        told = refusal(game, "repair vehicle=rhino")
        assert (
            "has no Techmarine, Enginseer or mek on the table who repairs Rhino; --own where it repairs itself" in told
        )
        assert "12 DMG repaired on C" in decision(game, "repair vehicle=rhino anyway").event.text
        assert "5 DMG repaired on C" in decision(game, "repair vehicle=rhino amount=5").event.text


def test_a_rhino_repairs_itself_while_it_is_immobilised() -> None:
    """D-62."""
    rhinos = battle([hull("rhino", selection("Engine", rules=["Repair"]))], [hull("tank")])
    stuck: list[Impact] = [("P", False)] * 4
    still = worn(rhinos, MARINES, "rhino", stuck, {"C": 10})
    assert "6 DMG repaired on C, 4 left" in decision(still, "repair vehicle=rhino own").event.text
    assert "Rhino is immobilised: its own repair takes 6 DMG off a line each turn" in report(still).hints
    whole = worn(rhinos, MARINES, "rhino", lines={"C": 10})
    assert "not immobilised" in refusal(whole, "repair vehicle=rhino own")
    assert not any("repair" in hint for hint in report(whole).hints)
    assert "has no rule Repair" in refusal(worn(rhinos, ORKS, "tank", stuck, {"C": 10}), "repair vehicle=tank own")


def test_a_seismic_hammer_checks_the_second_box() -> None:
    """D-56."""
    hammer = gun("Hammer", 1, "Melee, Seismic", s="10", ap="1", reach="-")
    game = battle([squad("ace", model("Ace", 1, hammer))], [hull("tank")])
    steps = decision(game, "fight attacker=ace target=tank weapon=hammer bonus=1 side=rear").event.steps
    assert "glancing hit with +1: box 2, Crew shaken" in steps


def test_how_far_it_moved_counts_against_a_vehicle() -> None:
    """D-50."""
    shooters = battle([marines("us", 5, gun("Boltgun", 5))], [hull("car")])
    moved = PLAY.evolve(
        shooters, Event(kind="test", text="", changes=(SpeedSet(side=ORKS, vehicle="car", speed=Speed.COMBAT),))
    )
    assert "50 DMG" in decision(moved, "shoot attacker=us target=car distance=9").event.text
    assert "40 DMG" in decision(moved, "shoot attacker=us target=car distance=9 speed=cruising").event.text


def test_who_never_moves_is_immobile() -> None:
    """D-50."""
    pod = replace(hull("pod"), rules=(RuleView(name="Immobile"),))
    game = battle([marines("us", 1, gun("Boltgun"))], [pod])
    assert "immobile vehicle: +2" in decision(game, "shoot attacker=us distance=20 target=pod").event.steps
