"""What units do to each other, worked out exactly: figures of the source's examples, and sums made by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

import pytest

from builder.errors import PlayError
from builder.record import replace
from builder.roster.marks import Mark
from builder.roster.view import SelectionView
from builder.systems.blocks import TablePanel
from builder.systems.diceless import SYSTEM
from builder.systems.diceless.matchup import matchup_of, targets
from builder.systems.diceless.matchup.encounters import MOST_ROUNDS, differences
from builder.systems.diceless.matchup.sheets import matchup_cards
from builder.systems.diceless.play.acts.forecasts import Meeting
from builder.systems.diceless.play.course import RULES
from builder.systems.diceless.play.state import GameState, Phase
from builder.systems.play.game import UnitRef
from builder.systems.play.matchup import Assumptions, Encounter, WhatIf
from tests.systems.diceless.play.battles import battle, gun, hull, marines, squad, stat_line, worn
from tests.systems.diceless.play.games import ORKS, decision, in_turn, played
from tests.systems.making import model, roster, selection

USUAL = Assumptions()


def met(game: GameState, attacker: str, target: str, at: str = "12", given: Assumptions = USUAL) -> Encounter:
    """What one unit does to another in a situation."""
    distances = (int(at),) if at.isdecimal() else (12,)
    found = matchup_of(RULES, game, replace(given, distances=distances))
    side = 0 if attacker in game.sides[0].bodies else 1
    return found.encounters[side, attacker, target, at]


def devastators() -> SelectionView:
    return squad(
        "devs",
        model("Sergeant", stat=stat_line("Sergeant")),
        model("Missile launcher", 2, stat=stat_line("Missile launcher")),
        model("Bolter", 2, stat=stat_line("Bolter")),
    )


BOLTERS = marines("bolters", 10, gun("Boltgun", 10))


def test_ten_bolters_do_what_the_rules_say_in_their_example() -> None:
    """D-25: 320 DMG, 64 a model; the sergeant loses 21 HP, each pair 42 and a man."""
    found = met(battle([BOLTERS], [devastators()]), "bolters", "devs")
    assert (found.damage, found.hp, found.models) == (320, 105, 2)
    assert [(each.name, each.damage, each.hp) for each in found.weapons] == [("10 × Boltgun", 320, 105)]


def test_the_trukk_of_the_rules_takes_what_their_example_says() -> None:
    """D-54: six bolters are 48 DMG, 36 on A and 12 on B; four missile launchers with BS 7 fill E to 28: 2 G and 2 P."""
    launcher = gun("Missile launcher", 4, "Heavy 1", "8", "3", '48"')
    ours = squad("ours", model("Bolter", 6, gun("Boltgun", 6)), model("Launcher", 4, launcher))
    game = battle([ours], [hull("trukk")])
    found = met(game, "ours", "trukk", "11", Assumptions(zone="orange"))
    assert [dict(each.lines) for each in found.weapons] == [{"E": 28}, {"A": 36, "B": 12}]
    assert dict(found.hits) == {"glancing": 2, "penetrating": 2}
    assert found.points == 0
    assert not found.destroyed


@pytest.mark.parametrize(
    ("at", "damage"),
    [("6", 320), ("12", 320), ("13", 160), ("24", 160), ("25", 0)],
)
def test_rapid_fire_goes_by_the_distance(at: str, damage: int) -> None:
    """D-20: two shots up to 12", one up to 24"."""
    assert met(battle([BOLTERS], [devastators()]), "bolters", "devs", at).damage == damage


@pytest.mark.parametrize(("at", "damage"), [("48", 36), ("36", 36), ("35", 45), ("24", 45), ("12", 54), ("11", 63)])
def test_a_heavy_weapon_is_the_better_the_nearer(at: str, damage: int) -> None:
    """D-22: a lascannon, BS 4 and S 9, has BS +1 for each 12" under its range."""
    game = battle([marines("las", 1, gun("Lascannon", 1, "Heavy 1", "9", "2", '48"'))], [devastators()])
    assert met(game, "las", "devs", at).damage == damage


def test_it_is_the_same_as_the_acts_of_a_game_one_after_the_other() -> None:
    """A missile launcher after seven bolters: what the first shot away, the second finds gone."""
    ours = squad(
        "ours",
        model("Bolter", 7, gun("Boltgun", 7)),
        model("Launcher", 1, gun("Missile launcher", 1, "Heavy 1", "8", "3", '48"')),
    )
    game = battle([ours], [devastators()])
    found = met(game, "ours", "devs", "12")
    after = played(game, "agree left-over=largest", "shoot attacker=ours target=devs weapon=boltgun distance=12")
    after = played(after, "shoot attacker=ours target=devs weapon=missile distance=12")
    lost = sum(pool.hp_left for pool in game.sides[ORKS].bodies["devs"].pools.values())
    lost -= sum(pool.hp_left for pool in after.sides[ORKS].bodies["devs"].pools.values())
    assert found.hp == lost
    assert sum(each.hp for each in found.weapons) == found.hp


def test_a_model_fires_one_weapon_and_the_one_that_does_most() -> None:
    """A marine with boltgun and bolt pistol: at 12" the boltgun twice, S 4; a plasma pistol beats a single shot."""
    both = squad("ours", model("Marine", 2, gun("Boltgun", 2), gun("Pistol", 2, "Pistol", "4", "5", '12"')))
    found = met(battle([both], [devastators()]), "ours", "devs", "12")
    assert [each.name for each in found.weapons] == ["2 × Boltgun"]
    hot = squad(
        "ours", model("Marine", 2, gun("Rifle", 2, "Rapid Fire", "3"), gun("Plasma", 2, "Pistol", "7", "2", '12"'))
    )
    found = met(battle([hot], [devastators()]), "ours", "devs", "12")
    assert [each.name for each in found.weapons] == ["2 × Plasma"]


def test_a_vehicle_fires_all_of_its_guns() -> None:
    tank = hull("tank", gun("Cannon", 1, "Heavy 1", "7", "4", '48"'), gun("Bolter", 2, "Heavy 3", "5", "4", '36"'))
    found = met(battle([tank], [devastators()]), "tank", "devs", "24")
    assert [each.name for each in found.weapons] == ["2 × Bolter", "1 × Cannon"]


def test_models_hit_by_a_blast_are_as_many_as_usual_or_as_said_and_never_more_than_there_are() -> None:
    """D-28: hits × S 4 × 3; a large blast is taken to hit five."""
    mortar = marines("mortar", 1, gun("Mortar", 1, "Heavy 1, Large Blast", "4", "6", '48"'))
    game = battle([mortar], [devastators(), marines("two", 2)])
    assert met(game, "mortar", "devs", "24").damage == 60
    assert met(game, "mortar", "devs", "24", Assumptions(hits=2)).damage == 24
    assert met(game, "mortar", "two", "24").damage == 24


def test_cover_saves_those_whom_armour_does_not() -> None:
    """D-23, D-37: 28 DMG at AP 2 cost 28 HP in the open, 14 at 4+."""
    game = battle([marines("gun", 1, gun("Plasma cannon", 1, "Heavy 1", "7", "2", '36"'))], [marines("one", 1, W="9")])
    assert met(game, "gun", "one", "36").hp == 28
    assert met(game, "gun", "one", "36", Assumptions(cover=4)).hp == 14


def test_a_charge_is_an_attack_more() -> None:
    """D-40: five marines, A 1, S 4 against the same: 4 × 4 × 5 = 80 DMG, charging twice that."""
    game = battle([marines("ours", 5)], [marines("theirs", 5)])
    assert met(game, "ours", "theirs", "charging").damage == 160
    assert met(game, "ours", "theirs", "charged").damage == 80


def test_rounds_go_on_until_nobody_is_left() -> None:
    """Ten boltguns at 24" cost five marines (Sv 3+) 53, 54 … of 200 HP a round: 160 DMG at 3+ are 33 + 20 = 53."""
    game = battle([BOLTERS], [marines("theirs", 5)])
    found = met(game, "bolters", "theirs", "24")
    assert (found.hp, found.rounds) == (53, 4)
    assert met(game, "theirs", "bolters", "24").rounds is None


def test_what_no_game_is_long_enough_for_has_no_rounds() -> None:
    game = battle([marines("one", 1, gun("Boltgun"))], [marines("theirs", 10)])
    found = met(game, "one", "theirs", "24")
    assert found.hp * MOST_ROUNDS < 400
    assert found.rounds is None


def test_the_points_destroyed_go_by_the_share_of_hp() -> None:
    """53 of 200 HP of a unit of 80 points are 21.2; a vehicle counts when it is gone."""
    theirs = marines("theirs", 5)
    theirs = selection("Theirs", type="unit", id="theirs", children=theirs.children, categories=["Troops"], points=80)
    assert met(battle([BOLTERS], [theirs]), "bolters", "theirs", "24").points == Decimal("21.2")


def test_the_tests_that_losses_force_are_told_with_their_order_points() -> None:
    """D-10, D-19: two of five are a quarter and more; 25 of 144 with Ld 8."""
    found = met(battle([BOLTERS], [devastators()]), "bolters", "devs", "12")
    assert found.tests == ("morale: 25 of 144, passes",)
    pinning = marines("snipers", 4, gun("Sniper rifle", 4, "Heavy 1, Pinning", "4", "6", '36"'))
    assert met(battle([pinning], [devastators()]), "snipers", "devs", "36").tests == ("pinning: 25 of 144, passes",)


def test_weapons_of_one_use_are_left_out_unless_they_are_wanted() -> None:
    ours = marines("ours", 1, gun("Missile", 1, "Heavy 1, One Use", "8", "3", '48"'))
    game = battle([ours], [devastators()])
    assert met(game, "ours", "devs", "24").weapons == ()
    assert [each.name for each in met(game, "ours", "devs", "24", Assumptions(once=True)).weapons] == ["1 × Missile"]


def test_a_strength_that_nobody_knows_is_told_and_not_guessed() -> None:
    game = battle([marines("ours", 1, gun("Warp rift", 1, "Assault 1", "X", "2", '24"'))], [devastators()])
    found = met(game, "ours", "devs", "24")
    assert found.damage == 0
    assert "Which S has Warp rift" in found.left_out[0]


def test_shots_that_are_rolled_for_count_as_the_middle_of_them() -> None:
    """D3 shots are two: BS 4 × S 7 × 2."""
    game = battle([marines("lootas", 1, gun("Deffgun", 1, "Heavy D3", "7", "4", '48"'))], [devastators()])
    assert met(game, "lootas", "devs", "48").damage == 56


def test_what_was_hit_before_counts_on() -> None:
    """D-53: six DMG on F, 36 of it taken already, are lost; on E there is room."""
    game = worn(battle([BOLTERS], [hull("trukk")]), ORKS, "trukk", lines={"A": 30})
    assert dict(met(game, "bolters", "trukk", "24").weapons[0].lines) == {"A": 6, "B": 34}


OURS = squad(
    "ours",
    model("Bolter", 3, gun("Boltgun", 3)),
    model("Gunner", 2, gun("Plasma gun", 2, "Rapid Fire, Gets Hot!", "7", "2")),
)


def test_one_weapon_can_be_compared_alone() -> None:
    game = battle([OURS], [devastators(), hull("trukk")])
    found = targets(RULES, game, UnitRef(0, "ours"), ("plasma",), Assumptions(distances=(12, 24)))
    assert [each.name for each in found.encounters["devs", "12"].weapons] == ["2 × Plasma gun"]
    assert {"Boltgun", "Plasma gun"} <= {*found.weapons}
    with pytest.raises(PlayError, match="'lascannon' is no weapon of Ours that is left; there are: Boltgun"):
        targets(RULES, game, UnitRef(0, "ours"), ("lascannon",), Assumptions())


def test_what_one_weapon_fewer_changes_is_told() -> None:
    """Of three bolters at 12" one is 32 DMG; of two plasma guns one is 56, and may be the one that Gets Hot! kills."""
    found = targets(RULES, battle([OURS], [devastators()]), UnitRef(0, "ours"), (), Assumptions(distances=(12,)))
    names = {each.name: each.damage for each in found.differences["devs", "12"]}
    assert names == {"one Boltgun fewer": -32, "one Plasma gun fewer, as when Gets Hot! kills one": -56}


def test_what_one_weapon_fewer_changes_is_worked_out_where_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes several times as long as the encounters, of which players look at a few."""
    asked: list[str] = []

    def worked_out(game: GameState, meeting: Meeting) -> Iterator[WhatIf]:
        asked.append(meeting.situation.id)
        return differences(game, meeting)

    monkeypatch.setattr("builder.systems.diceless.matchup.encounters.differences", worked_out)
    found = targets(RULES, battle([OURS], [devastators()]), UnitRef(0, "ours"), (), USUAL)
    assert not asked and ("devs", "12") in found.differences
    assert found.differences["devs", "12"] is found.differences["devs", "12"] and asked == ["12"]


def test_who_cannot_be_shot_at_now_is_told_with_the_reason() -> None:
    waiting = marines("late", 5)
    waiting = squad("late", *waiting.children, marks=[Mark("reserve")])
    found = targets(RULES, battle([OURS], [devastators(), waiting]), UnitRef(0, "ours"), (), Assumptions())
    assert [(each.id, bool(each.absent)) for each in found.targets] == [("devs", False), ("late", True)]
    assert "in reserve" in found.targets[1].absent
    assert not any(target == "late" for target, _ in found.encounters)
    wreck = played(battle([OURS], [devastators(), hull("tank")]), "hit-vehicle vehicle=tank hits=P,P,P,P,P,P")
    found = targets(RULES, wreck, UnitRef(0, "ours"), (), Assumptions())
    assert [each.absent for each in found.targets] == ["", "Tank is destroyed"]


def test_nothing_of_the_game_is_changed_by_asking() -> None:
    game = battle([OURS], [devastators()])
    before = decision(game, "shoot attacker=ours target=devs weapon=boltgun distance=12").event
    matchup_of(RULES, game, Assumptions())
    assert decision(game, "shoot attacker=ours target=devs weapon=boltgun distance=12").event == before


GUNNERS = squad(
    "ours",
    model("Rifleman", 4, gun("Rifle", 4, "Rapid Fire", "3", "-"), gun("Plasma pistol", 4, "Pistol", "7", "2", '12"')),
    model("Heavy", 2, gun("Autocannon", 2, "Heavy 2", "7", "4", '48"'), gun("Boltgun", 2)),
)


@pytest.mark.parametrize("at", [11, 23, 36])
@pytest.mark.parametrize("target", ["devs", "trukk"])
def test_the_best_targets_are_those_of_the_weapons_that_fire_uses(at: int, target: str) -> None:
    """D-20: a model fires one weapon, whichever does most; models with two guns do not fire both."""
    game = in_turn(battle([GUNNERS], [devastators(), hull("trukk")]), 1, Phase.SHOOTING)
    found = targets(RULES, game, UnitRef(0, "ours"), (), Assumptions(distances=(at,))).encounters[target, str(at)]
    line = f"fire attacker=ours target={target} distance={at} side=front zone=red speed=cruising"
    fired = decision(game, line).event
    assert {each.name for each in found.weapons} == {*re.findall(r"\d × [A-Z][a-z ]+[a-z]", fired.text)}
    after = game
    for change in fired.changes:
        after = change.apply(after)
    lost = sum(pool.hp_left for pool in game.sides[ORKS].bodies[target].pools.values())
    lost -= sum(pool.hp_left for pool in after.sides[ORKS].bodies[target].pools.values())
    assert found.hp == lost
    assert ("4 × Plasma pistol" in fired.text) == (at == 11)


def test_a_vehicle_that_has_not_had_a_movement_phase_is_immobile_as_it_is_when_it_is_fired_at() -> None:
    """D-50: BS +2 for both of them; later it counts as cruising where nobody noted its speed."""
    game = battle([GUNNERS], [hull("trukk")], speed=None)
    for turn in (1, 2):
        now = in_turn(game, turn, Phase.SHOOTING)
        found = targets(RULES, now, UnitRef(0, "ours"), ("autocannon",), Assumptions(distances=(36,)))
        (used,) = found.encounters["trukk", "36"].weapons
        line = "shoot attacker=ours target=trukk weapon=autocannon side=front zone=red distance=36 models=2"
        fired = decision(now, line + ("" if turn == 1 else " speed=cruising")).event
        assert f"{used.damage} DMG" in fired.text and ("immobile vehicle: +2" in fired.steps) == (turn == 1)


def test_a_weapon_that_is_wanted_is_fired_in_the_place_of_the_one_that_does_most() -> None:
    game = in_turn(battle([GUNNERS], [devastators()]), 1, Phase.SHOOTING)
    line = "fire attacker=ours target=devs distance=11"
    assert "4 × Plasma pistol" in decision(game, line).event.text
    wanted = decision(game, f"{line} ways=rifle").event.text
    assert "4 × Rifle" in wanted and "Plasma" not in wanted


def test_who_has_fired_in_this_phase_is_told_so_and_met_as_if_he_had_not() -> None:
    game = in_turn(battle([OURS], [devastators(), marines("others", 5)]), 1, Phase.SHOOTING)
    fired = played(game, "fire attacker=ours target=devs distance=11")
    before, after = (matchup_of(RULES, each, USUAL) for each in (game, fired))
    key = (0, "ours", "others", "12")
    assert before.encounters[key].damage == after.encounters[key].damage > 0
    assert [each.done for each in before.sides[0]] == [""]
    assert after.sides[0][0].done == "has fired 2 × Plasma gun, 3 × Boltgun"
    compared = targets(RULES, fired, UnitRef(0, "ours"), (), USUAL)
    assert compared.encounters["others", "12"].damage == before.encounters[key].damage
    assert compared.attacker.done == after.sides[0][0].done
    one = played(game, "shoot attacker=ours target=devs weapon=boltgun distance=11 first=largest")
    left = targets(RULES, one, UnitRef(0, "ours"), (), USUAL).encounters["others", "12"]
    assert [each.name for each in left.weapons] == ["2 × Plasma gun"]


def test_a_unit_has_one_card_for_all_common_enemies_where_their_rows_fit() -> None:
    reading = SYSTEM.read(roster(devastators(), name="Ours"))
    card, told = matchup_cards(RULES, reading, None, "", Assumptions())
    assert told.head.name == "How to read it"
    (panel,) = card.below
    assert isinstance(panel, TablePanel) and len(panel.table.rows) > 5
