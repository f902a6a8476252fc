from __future__ import annotations

import pytest

from builder.roster.marks import Mark
from builder.systems.diceless.play import PLAY
from builder.systems.diceless.play.state import GameState, Phase, hull_of
from tests.systems.diceless.play.battles import battle, gun, hp_left, hull, marines, squad, stat_line, worn
from tests.systems.diceless.play.games import ORKS, decision, in_turn, played, refusal
from tests.systems.making import model, profile, selection, unit, vehicle

BOLTERS = marines("bolters", 10, gun("Boltgun", 10))


def devastators() -> GameState:
    return battle(
        [BOLTERS],
        [
            squad(
                "devs",
                model("Sergeant", stat=stat_line("Sergeant")),
                model("Missile launcher", 2, stat=stat_line("Missile launcher")),
                model("Bolter", 2, stat=stat_line("Bolter")),
            )
        ],
    )


def test_ten_bolters_at_a_devastator_squad_do_what_the_rules_say_in_their_example() -> None:
    """D-20, D-23, D-25: 320 DMG, 64 a model; the sergeant keeps 19 HP, each pair one model with 38."""
    shot = "shoot attacker=bolters target=devs distance=12"
    decided = decision(devastators(), shot)
    assert "320 DMG, 64 a model at 3+: 105 HP lost, 2 models gone" in decided.event.text
    after = played(devastators(), shot)
    assert hp_left(after, ORKS, "devs") == {"Sergeant": (1, 19), "Missile launcher": (1, 38), "Bolter": (1, 38)}
    assert "10 models × 32 = 320 DMG" in decided.event.steps
    assert "Sergeant: table 1, 3+: 64 DMG are 21 HP lost" in decided.event.steps


def test_what_was_shot_away_fires_no_more() -> None:
    game = played(devastators(), "damage unit=bolters hp=120")
    assert "7 × Boltgun" in decision(game, "shoot attacker=bolters target=devs distance=12").event.text
    assert "7 × Boltgun left, not 8" in refusal(game, "shoot attacker=bolters target=devs distance=12 models=8")
    assert "3 × Boltgun" in decision(game, "shoot attacker=bolters target=devs distance=12 models=3").event.text


def test_rapid_fire_asks_for_the_distance_and_shows_what_the_first_choice_brings() -> None:
    """D-20."""
    decided = decision(devastators(), "shoot attacker=bolters target=devs")
    (question,) = decided.questions
    assert (question.parameter, [choice.value for choice in question.choices]) == ("distance", ["12", "24"])
    assert "320 DMG" in decided.event.text
    assert "160 DMG" in decision(devastators(), "shoot attacker=bolters target=devs distance=24").event.text


def test_the_owner_is_asked_which_group_takes_the_points_left_over_where_it_matters() -> None:
    """D-25: 64 DMG on five models leave four points over."""
    line = "shoot attacker=bolters target=devs distance=12 models=2"
    decided = decision(devastators(), line)
    (question,) = decided.questions
    assert question.parameter == "first"
    assert [choice.value for choice in question.choices] == ["devs.2", "devs.3", "devs.1"]
    chosen = played(devastators(), f"{line} first=sergeant")
    largest = played(devastators(), f"{line} first=devs.2")
    assert hp_left(chosen, ORKS, "devs")["Sergeant"] == (1, 36)
    assert hp_left(largest, ORKS, "devs")["Sergeant"] == (1, 36)
    assert hp_left(largest, ORKS, "devs") != hp_left(chosen, ORKS, "devs")


def test_any_number_can_be_set_by_the_player() -> None:
    line = "shoot attacker=bolters target=devs distance=12 damage=50 lost=Sergeant=35"
    decided = decision(devastators(), line)
    assert "50 DMG, set by the player" in decided.event.steps
    assert "Sergeant: 35 HP lost, set by the player" in decided.event.steps
    assert hp_left(played(devastators(), line), ORKS, "devs")["Sergeant"] == (1, 5)
    assert "no group that is left" in refusal(
        devastators(), "shoot attacker=bolters target=devs distance=12 lost=Nob=3"
    )


def trukk_fight() -> GameState:
    krak = gun("Missile launcher", 4, "Heavy 1", s="8", ap="3", reach='48"')
    return battle(
        [marines("six", 6, gun("Boltgun", 6)), marines("launchers", 4, krak)],
        [hull("trukk", gun("Big shoota", type="Assault 3", s="5"))],
    )


def test_the_trukk_of_the_worked_example_takes_two_glancing_and_two_penetrating_hits() -> None:
    """D-50, D-52, D-53, D-54, D-55, D-56: 48 on line A, 12 of them on B; 28 on line E."""
    after = played(
        trukk_fight(),
        "shoot attacker=six target=trukk distance=10",
        "shoot attacker=launchers target=trukk distance=10 zone=orange",
    )
    trukk = hull_of(after.sides[ORKS], "trukk")
    assert trukk.lines == {"A": 36, "B": 12, "E": 28}
    assert (trukk.rows.checked("G"), trukk.rows.checked("P")) == ((1, 2), (1, 2))


def test_the_zone_and_the_optional_bonus_of_heavy_weapons_are_asked_for_or_left_out() -> None:
    """D-22, D-50."""
    line = "shoot attacker=launchers target=trukk distance=10"
    (question,) = decision(trukk_fight(), line).questions
    assert (question.parameter, [choice.value for choice in question.choices]) == ("zone", ["red", "orange", "yellow"])
    assert "16 DMG" in decision(trukk_fight(), f"{line} zone=orange no-range-bonus").event.text
    assert "32 DMG" in decision(trukk_fight(), f"{line} zone=red").event.text


@pytest.mark.parametrize("target", ["trukk zone=orange", "six"])
def test_the_distance_of_a_heavy_weapon_is_asked_for_where_it_adds_bs(target: str) -> None:
    """D-22: BS +1 for each 12" that the target is under its range: one of 24" has two bands."""
    launcher = gun("Missile launcher", type="Heavy 1", s="8")
    stubber = gun("Stubber", type="Heavy 3", reach='12"')
    game = battle([marines("launchers", 1, launcher, stubber)], [marines("six", 6), hull("trukk")])
    line = f"shoot attacker=launchers target={target}"
    (asked,) = decision(game, f"{line} weapon=missile").questions
    assert [each.text for each in asked.choices] == ['under 12"', 'up to 24"']
    assert not decision(game, f"{line} weapon=missile distance=24").questions
    assert not decision(game, f"{line} weapon=missile no-range-bonus").questions
    assert not decision(game, f"{line} weapon=stubber").questions


def test_snipers_and_poison_go_by_the_second_figure_of_a_toughness() -> None:
    """D-03, D-30, D-42: the first one is for instant death alone."""
    sniper = gun("Sniper rifle", 1, "Heavy 1, Sniper", s="X", reach='36"')
    game = battle([marines("us", 1, sniper)], [marines("bikes", 3, T="4(5)")])
    assert "20 DMG" in decision(game, "shoot attacker=us target=bikes distance=36").event.text
    assert "16 DMG" in decision(game, "shoot attacker=us target=bikes toughness=4 distance=36").event.text


def test_speed_and_cover_of_a_vehicle_count() -> None:
    """D-50: flat out takes a point of BS; cover goes through table 1 on the sum."""
    line = "shoot attacker=six target=trukk distance=10"
    assert "36 DMG" in decision(trukk_fight(), f"{line} speed='flat out'").event.text
    assert "24 DMG" in decision(trukk_fight(), f"{line} cover=4+").event.text
    immobile = worn(trukk_fight(), ORKS, "trukk", [("P", False)] * 4)
    assert "immobile vehicle: +2" in decision(immobile, line).event.steps


def test_the_side_is_asked_for_where_the_armour_differs() -> None:
    game = battle([BOLTERS], [hull("tank", Front="13", Side="11", Rear="8")])
    (question,) = decision(game, "shoot attacker=bolters target=tank distance=10").questions
    assert [choice.text for choice in question.choices] == ["front, AV 13", "side, AV 11", "rear, AV 8"]
    assert "no damage" in decision(game, "shoot attacker=bolters target=tank distance=10 side=front").event.text
    assert "lines C 36, D 4" in decision(game, "shoot attacker=bolters target=tank distance=24 side=rear").event.text


def test_melta_sniper_rending_and_lance_reach_lower_lines() -> None:
    """D-30, D-51."""
    game = battle(
        [
            marines("melta", 1, gun("Meltagun", type="Assault 1, Melta", s="8", ap="1", reach='12"')),
            marines("sniper", 1, gun("Rifle", type="Heavy 1, Sniper", s="X", ap="6", reach='36"')),
            marines("lance", 1, gun("Bright lance", type="Assault 1, Lance", s="8", ap="2", reach='36"')),
        ],
        [hull("tank", Front="14", Side="14", Rear="14"), hull("car")],
    )
    assert (
        "AV 14 − S 8 − 4 (extra D6) = 2: line E"
        in decision(game, "shoot attacker=melta target=tank distance=6").event.steps
    )
    assert "AV 14 − S 8 = 6: line A" in decision(game, "shoot attacker=melta target=tank distance=7").event.steps
    assert decision(game, "shoot attacker=melta target=tank").questions[0].parameter == "distance"
    sniped = decision(game, "shoot attacker=sniper target=car zone=orange distance=36").event.steps
    assert "AV 10 − S 3 − 2 (extra D3) = 5: line B" in sniped
    assert "lance: AV 14 counts as 12" in decision(game, "shoot attacker=lance target=tank").event.steps


def test_snipers_and_poison_go_by_the_toughness_of_most_models() -> None:
    """D-30, D-42."""
    game = battle(
        [
            marines("sniper", 2, gun("Rifle", 2, "Heavy 1, Sniper", s="X", ap="6", reach='36"')),
            marines("venom", 1, gun("Hellfire", 1, "Assault 1, Poisoned (2+)", s="X", ap="-")),
        ],
        [squad("mob", model("Big", 1, stat=stat_line("Big", T="6")), model("Boy", 4, stat=stat_line("Boy", T="4")))],
    )
    assert "32 DMG" in decision(game, "shoot attacker=sniper target=mob distance=36 first=boy").event.text
    assert "24 DMG" in decision(game, "shoot attacker=venom target=mob distance=20 first=boy").event.text
    assert "48 DMG" in decision(game, "shoot attacker=sniper target=mob distance=36 first=boy toughness=6").event.text


def test_rending_is_saved_in_two_parts() -> None:
    """D-29: 90 → 15 as AP2 and 75."""
    game = battle([marines("cannon", 1, gun("Cannon", type="Assault 1", s="4"))], [marines("target", 1, W="9")])
    decided = decision(game, "shoot attacker=cannon target=target damage=90 rending=yes ap=-")
    assert "rending: of 90 DMG the 2+ value, 15, is saved as AP2, the 6+ value, 75, as usual" in decided.event.steps
    assert "40 HP lost" in decided.event.text


def test_instant_death_takes_whole_models() -> None:
    """D-03, D-26, D-36: S8 on T4 W2, 100 HP lost are two models."""
    game = battle(
        [marines("cannon", 1, gun("Cannon", type="Assault 1", s="8", ap="2", reach='48"'))],
        [marines("target", 3, W="2")],
    )
    shot = decision(game, "shoot attacker=cannon target=target damage=100 strength=8 ap=2").event
    assert "160 HP lost, whole models, 2 models gone" in shot.text
    assert "whole models: 160 HP lost with them" in shot.steps
    assert hp_left(PLAY.evolve(game, shot), ORKS, "target")["Marine"] == (1, 80)
    surplus = decision(game, "damage unit=target damage=999 strength=8 ap=2").event
    assert "whole" not in surplus.text and "240 HP lost" in surplus.text
    tougher = played(
        battle([BOLTERS], [marines("target", 3, T="4(5)", W="2")]), "damage unit=target damage=110 strength=8 ap=2"
    )
    assert hp_left(tougher, ORKS, "target")["Marine"] == (1, 100)


def test_known_damage_of_a_weapon_that_is_named_keeps_its_strength() -> None:
    """D-26: S8 of the cannon removes a model of 80 HP that loses ten."""
    cannon = gun("Cannon", type="Assault 1", s="8", ap="2")
    game = battle([marines("us", 1, cannon)], [marines("target", 3, W="2")])
    assert "1 model gone" in decision(game, "shoot attacker=us target=target weapon=cannon damage=20").event.text
    assert "gone" not in decision(game, "shoot attacker=us target=target damage=20 ap=2").event.text


def test_templates_and_blasts_ask_how_many_are_hit() -> None:
    """D-27, D-28, D-33."""
    flamer = gun("Flamer", 1, "Assault 1", reach="Template")
    mortar = gun("Mortar", 1, "Heavy 1, Blast", reach='48"', ap="6")
    game = battle([marines("flamer", 1, flamer), marines("mortar", 1, mortar)], [marines("target", 4, Sv="-")])
    decided = decision(game, "shoot attacker=flamer target=target")
    assert [choice.value for choice in decided.questions[0].choices] == ["4", "3", "2", "1", "0"]
    assert "48 DMG" in decision(game, "shoot attacker=flamer target=target hits=3").event.text
    assert "36 DMG" in decision(game, "shoot attacker=mortar target=target hits=3").event.text
    assert "72 DMG" in decision(game, "shoot attacker=mortar target=target hits=3 vulnerable=yes").event.text
    assert "60 DMG" in decision(game, "shoot attacker=flamer target=target hits=3 twin-linked").event.text
    told = "4 models under 1 template can be hit 4 times at most, not 5"
    assert refusal(game, "shoot attacker=flamer target=target hits=5") == told
    sheltered = decision(game, "shoot attacker=flamer target=target hits=3 cover=4+").event
    assert "no cover saves" in sheltered.steps and "48 HP lost" in sheltered.text


def test_hits_of_several_blasts_go_up_to_the_models_under_each() -> None:
    """D-28."""
    kannon = gun("Kannon", 1, "Heavy 2, Blast", reach='36"')
    game = battle([marines("guns", 1, kannon)], [marines("target", 5)])
    (question,) = decision(game, "shoot attacker=guns target=target").questions
    assert [choice.value for choice in question.choices] == [str(number) for number in range(10, -1, -1)]
    assert "2 blasts" in question.text
    assert "108 DMG" in decision(game, "shoot attacker=guns target=target hits=9").event.text
    assert "10 times at most" in refusal(game, "shoot attacker=guns target=target hits=11")


def test_what_the_data_leaves_open_is_asked_for() -> None:
    odd = gun("Odd gun", 1, "Assault D3", s="X")
    game = battle([marines("odd", 1, odd)], [marines("target", 1)])
    decided = decision(game, "shoot attacker=odd target=target")
    asked = {question.parameter: [choice.value for choice in question.choices] for question in decided.questions}
    assert asked == {"shots": ["1", "2", "3"], "strength": [str(number) for number in range(1, 11)]}
    assert not decision(game, "shoot attacker=odd target=target shots=3 strength=5").questions
    assert "60 DMG" in decision(game, "shoot attacker=odd target=target shots=3 strength=5").event.text


@pytest.mark.parametrize(("shots", "damage"), [(1, 28), (2, 56), (3, 84)])
@pytest.mark.parametrize("act", ["shoot", "fire"])
def test_a_gun_of_d3_shots_fires_one_to_three(act: str, shots: int, damage: int) -> None:
    """BS 4 × S 7 × shots; a die of three faces gives no fourth one."""
    deffgun = gun("Deffgun", 1, "Assault D3", "7", "4", '48"')
    game = in_turn(battle([marines("loota", 1, deffgun)], [marines("target", 5)]), 1, Phase.SHOOTING)
    line = f"{act} attacker=loota target=target"
    (asked,) = decision(game, line).questions
    assert (asked.parameter, [choice.value for choice in asked.choices][-3:]) == ("shots", ["1", "2", "3"])
    assert f"{damage} DMG" in decision(game, f"{line} shots={shots}").event.text
    assert "Deffgun fires D3 shots: 1 to 3, not 4" in refusal(game, f"{line} shots=4")


def test_a_mode_is_asked_for_and_found_by_its_short_name() -> None:
    columns = {"Range": '48"', "Strength": "8", "AP": "3", "Type": "Heavy 1"}
    frag = {"Range": '48"', "Strength": "4", "AP": "6", "Type": "Heavy 1, Blast"}
    launcher = selection(
        "Missile launcher",
        profiles=[
            profile("Missile launcher (frag)", "Weapon", frag),
            profile("Missile launcher (krak)", "Weapon", columns),
        ],
    )
    game = battle([marines("one", 1, launcher)], [marines("target", 1)])
    asked = decision(game, "shoot attacker=one target=target").questions
    assert [choice.value for choice in asked[0].choices] == ["frag", "krak"]
    assert "32 DMG" in decision(game, "shoot attacker=one target=target mode=krak distance=48").event.text


def test_feel_no_pain_counts_by_the_rules_of_the_unit_and_what_is_said() -> None:
    """D-33."""
    painless = selection("Feel No Pain", rules=["Feel No Pain"])
    game = battle(
        [BOLTERS],
        [squad("hard", model("Hard", 1, stat=stat_line("Hard", Sv="-", W="5")), painless), marines("soft", 1)],
    )
    line = "damage unit=hard damage=21"
    assert "11 HP lost" in decision(game, line).event.text
    assert "21 HP lost" in decision(game, f"{line} feel-no-pain=no").event.text
    assert "21 HP lost" in decision(game, f"{line} ap=2").event.text
    assert "4 HP lost" in decision(game, "damage unit=soft damage=21 feel-no-pain=yes").event.text


def test_a_leader_takes_his_part_of_what_his_unit_is_shot_with() -> None:
    """D-25."""
    game = battle(
        [BOLTERS],
        [
            squad("boss", model("Boss", 1, stat=stat_line("Boss", W="3"))),
            squad("mob", model("Boy", 4, stat=stat_line("Boy")), marks=[Mark("led_by", "boss")]),
        ],
    )
    led = played(game, "damage unit=mob damage=60")
    assert hp_left(led, ORKS, "boss")["Boss"] == (1, 116)
    assert hp_left(played(game, "damage unit=mob damage=60 without-leader"), ORKS, "boss")["Boss"] == (1, 120)
    assert hp_left(played(game, "fight attacker=bolters target=mob"), ORKS, "boss")["Boss"] == (1, 120)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("shoot attacker=bolters target=bolters", "one side"),
        ("shoot attacker=bolters target=devs distance=30", "out of range"),
        ("shoot attacker=bolters target=devs distance=12 weapon=plasma", "'plasma' is no weapon"),
        ("shoot attacker=nobody target=devs", "no unit or vehicle is called 'nobody'"),
        ("shoot attacker=bolters target=devs distance=12 reroll-failed reroll-passed", "re-rolled"),
        ("damage unit=devs", "give either --damage"),
        ("damage unit=devs damage=3 hp=3", "give either --damage"),
        ("damage unit=devs damage=3 group=Nob", "no group that is left"),
    ],
)
def test_what_cannot_be_done_is_told(line: str, words: str) -> None:
    assert words in refusal(devastators(), line)


def test_nobody_is_left_to_be_hit_after_the_last_model() -> None:
    gone = played(devastators(), "damage unit=devs hp=999")
    assert "nobody of Devs is left in play" in refusal(gone, "shoot attacker=bolters target=devs distance=12")
    assert "nobody of Bolters is left in play" in refusal(
        played(gone, "damage unit=bolters hp=999"), "shoot attacker=bolters target=devs distance=12"
    )


def test_weapons_and_modes_are_found_by_a_part_of_their_name() -> None:
    game = battle([marines("us", 1, gun("Storm bolter", type="Assault 2"), gun("Plasma bolter"))], [marines("them", 1)])
    assert "Storm bolter" in decision(game, "shoot attacker=us target=them weapon=storm").event.text
    assert "'bolter' can be more than one weapon" in refusal(game, "shoot attacker=us target=them weapon=bolter")


def test_weapons_of_one_name_with_different_figures_are_told_apart() -> None:
    light, heavy = gun("Gun", type="Assault 1"), gun("Gun", type="Assault 1", s="8", ap="3")
    game = battle([squad("us", model("A", 1, light), model("B", 1, heavy))], [marines("them", 1)])
    (question,) = decision(game, "shoot attacker=us target=them").questions
    assert [choice.value for choice in question.choices] == ["Gun (S 8 AP 3)", "Gun (S 4 AP 5)"]
    assert "32 DMG" in decision(game, "shoot attacker=us target=them weapon='gun (s 8 ap 3)'").event.text


def test_a_squadron_fires_as_one_and_is_hit_one_by_one() -> None:
    kan = {
        "BS": "3",
        "Front": "11",
        "Side": "11",
        "Rear": "10",
        "Type": "Walker",
        "WS": "2",
        "S": "5",
        "I": "2",
        "A": "2",
    }
    bodies = [
        selection(
            f"Kan {n}", type="model", profiles=[vehicle(f"Kan {n}", kan)], children=[gun("Shoota", type="Assault 2")]
        )
        for n in (1, 2)
    ]
    kans = unit("Kans", *bodies, id="kans")
    game = battle([kans], [marines("them", 1)])
    assert "2 × Shoota, at Them: 48 DMG" in decision(game, "shoot attacker=kans target=them").event.text
    back = battle([BOLTERS], [kans])
    assert ": several vehicles" in refusal(back, "shoot attacker=bolters target=kans distance=9")
    one = played(back, "hit-vehicle vehicle='kan 1' hits=P,P,P,P,P")
    assert "AV 11" in decision(one, "shoot attacker=bolters target='kan 2' distance=9 side=front").event.text
    assert "destroyed already" in refusal(one, "shoot attacker=bolters target='kan 1' distance=9 side=front")
