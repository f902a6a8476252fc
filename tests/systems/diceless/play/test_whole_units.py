"""A whole unit fires at one target, both sides of a close combat strike: acts made of the shots and blows of others."""

from __future__ import annotations

import pytest

from builder.systems.diceless.play import PLAY
from builder.systems.diceless.play.state import Flag, GameState, Phase
from tests.systems.diceless.play.battles import battle, gun, hp_left, hull, marines, squad, stat_line
from tests.systems.diceless.play.games import MARINES, ORKS, decision, in_turn, played, refusal
from tests.systems.making import model, profile, selection

FIRE = "fire attacker=ten target=mob"


def shooting() -> GameState:
    """Ten men with boltguns, pistols, a flamer and a launcher of two ammunitions, against a mob and a tank."""
    ten = squad(
        "ten",
        model("Boltgun", 8, gun("Boltgun", 8), gun("Bolt pistol", 8, "Pistol", reach='12"')),
        model(
            "Flamer", 1, gun("Flamer", type="Assault 1", reach="Template"), gun("Pistol", type="Pistol", reach='12"')
        ),
        model("Launcher", 1, gun("Krak launcher", type="Heavy 1", s="8", ap="3", reach='48"')),
    )
    tank = hull("tank", gun("Storm bolter", type="Assault 2"), gun("Hunter-killer", 1, "Heavy 1, One use", s="8"))
    ours = [ten, tank]
    return in_turn(battle(ours, [marines("mob", 20, Sv="-", BS="2"), hull("trukk")]), 1, Phase.SHOOTING)


def asked(state: GameState, line: str) -> list[str]:
    return [each.parameter for each in decision(state, line).questions]


def test_each_model_fires_one_weapon_and_the_whole_is_one_event() -> None:
    """D-20, D-27: 8 boltguns × BS 4 × S 4 × 2 shots up to 12" = 256 DMG, 4 hits of a flamer × S 4 × 4 = 64."""
    assert asked(shooting(), FIRE) == ["distance", "hits"]
    text = decision(shooting(), f"{FIRE} distance=8 hits=4").event.text
    assert "8 × Boltgun 256 DMG" in text and "1 × Flamer 64 DMG" in text and "istol" not in text
    alone = decision(shooting(), "shoot attacker=ten target=mob weapon='Krak launcher' distance=8").event.text
    assert alone.partition("at Mob: ")[2].split(" DMG")[0] in text
    assert text.endswith(" gone"), "the result stands at the end, where no log cuts it off"


def test_what_does_not_reach_or_is_left_out_does_not_fire() -> None:
    """Boltguns reach 24", so at 40" the launcher fires; of a template nobody asks where the target is far away."""
    far = decision(shooting(), f"{FIRE} distance=40").event.text
    assert "Boltgun" not in far and "1 × Krak launcher" in far
    assert [asked(shooting(), f"{FIRE} distance={far}") for far in (8, 9, 23)] == [["hits"], [], []]
    assert "Flamer" not in decision(shooting(), f"{FIRE} distance=8 without=Flamer").event.text


def test_how_far_a_template_reaches_is_a_distance_to_choose_where_other_weapons_fire_with_it() -> None:
    """Its bearer fires the template as far as it reaches, and his pistol beyond."""
    assert [each.text for each in decision(shooting(), FIRE).questions[0].choices][:2] == ['up to 8"', 'under 12"']
    beyond = decision(shooting(), f"{FIRE} distance=11").event.text
    assert "1 × Pistol" in beyond and "Flamer" not in beyond


def test_a_vehicle_fires_all_but_what_is_used_once_unless_that_is_named() -> None:
    line = "fire attacker=tank target=trukk"
    assert "Hunter" not in decision(shooting(), line).event.text
    both = decision(shooting(), f"{line} ways=Hunter-killer distance=23 zone=red").event.text
    assert "1 × Hunter-killer" in both and "1 × Storm bolter" in both


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("ways=Hunter-kiler", "--ways: Tank fires no Hunter-kiler: did you mean hunter-killer?"),
        ("without=zz", "--without: Tank fires no zz; there are: "),
    ],
)
def test_a_weapon_that_is_named_wrongly_is_told_and_no_other_fired_in_its_place(given: str, told: str) -> None:
    assert told in refusal(shooting(), f"fire attacker=tank target=trukk {given}")
    left = decision(shooting(), "fire attacker=tank target=mob without='STORM bolter' ways=Hunter-killer distance=23")
    assert "1 × Hunter-killer" in left.event.text and "Storm" not in left.event.text


def test_side_and_zone_are_asked_for_at_once_where_both_are_open() -> None:
    """D-50: red +1, orange 0, yellow −1 for heavy weapons; AV by the side."""
    ours = [marines("gun", 1, gun("Krak launcher", type="Heavy 1", s="8", ap="3", reach='48"'))]
    game = in_turn(battle(ours, [hull("tank", Front="13", Side="11")]), 1, Phase.SHOOTING)
    line = "fire attacker=gun target=tank distance=11"
    assert asked(game, line) == ["angle"]
    assert asked(game, f"{line} side=front") == ["zone"]
    one = decision(game, f"{line} angle=side-red").event
    assert one.text == decision(game, f"{line} side=side zone=red").event.text
    assert asked(game, f"{line} zone=red") == ["side"]


def test_who_has_fired_does_not_fire_again() -> None:
    game = played(shooting(), f"{FIRE} distance=11 hits=4")
    assert "has fired in this phase already: 8 × Boltgun" in refusal(game, f"{FIRE} distance=11 hits=4")


def test_each_model_fires_the_weapon_that_does_most_so_far_away() -> None:
    """D-20: of a shotgun (4 × 4 × 2) and boltguns (4 × 4 × 4) at 12" the boltguns; farther off they alone reach."""
    boltguns = gun("Boltguns", 3, "Assault 4")
    bikes = squad("ten", model("Biker", 3, gun("Shotgun", 3, "Assault 2", reach='12"'), boltguns))
    game = in_turn(battle([bikes], [marines("mob", 20, Sv="-")]), 1, Phase.SHOOTING)
    assert asked(game, FIRE) == ["distance"]
    assert "3 × Boltguns 192 DMG" in decision(game, f"{FIRE} distance=12").event.text
    assert "3 × Boltguns 192 DMG" in decision(game, f"{FIRE} distance=24").event.text
    assert asked(game, f"{FIRE} without=shotgun") == []
    alike = squad("ten", model("Biker", 3, gun("Shotgun", 3, "Assault 2"), boltguns))
    game = in_turn(battle([alike], [marines("mob", 20, Sv="-")]), 1, Phase.SHOOTING)
    assert "3 × Boltguns 192 DMG" in decision(game, FIRE).event.text


def test_all_ways_of_a_weapon_say_which_distances_are_told_apart() -> None:
    """D-22: a 48" missile has BS +1 under 36", whichever of its ways would be fired when nobody has said how far."""
    frag = {"Range": '48"', "Strength": "4", "AP": "6", "Type": "Heavy 1, Blast"}
    krak = {**frag, "Strength": "8", "AP": "3", "Type": "Heavy 1"}
    ways = [profile(f"Launcher ({name})", "Weapon", columns) for name, columns in (("Frag", frag), ("Krak", krak))]
    launcher = model("Launcher", 1, selection("Launcher", profiles=ways))
    ten = squad("ten", model("Rifle", 1, gun("Rifle", 1, "Heavy 1", reach='36"')), launcher)
    game = in_turn(battle([ten], [marines("mob", 20, Sv="-")]), 1, Phase.SHOOTING)
    (question,) = (each for each in decision(game, FIRE).questions if each.parameter == "distance")
    assert [each.text for each in question.choices] == ['under 12"', 'under 24"', 'under 36"', 'up to 48"']
    assert question.text == "Launcher and Rifle: how far is the target?"


def assault(ours_i: str = "4", theirs_i: str = "4") -> GameState:
    """Five of ours with sword and pistol against ten of theirs, one HP a blow off the end of either."""
    sword, pistol = gun("Sword", 5, "Melee", s="User", reach="-"), gun("Pistol", 5, "Pistol")
    ours = squad("ours", model("Blade", 5, sword, pistol, stat=stat_line("Blade", I=ours_i)))
    axe = gun("Axe", 4, "Melee", s="User", reach="-")
    theirs = squad("theirs", model("Boy", 4, axe, stat=stat_line("Boy", I=theirs_i)))
    return in_turn(battle([ours], [theirs]), 1, Phase.ASSAULT)


def blows(state: GameState, line: str) -> str:
    """What each side does in a combat, in order: the steps that are no sums."""
    return "; ".join(step for step in decision(state, line).event.steps if not step.startswith(" "))


COMBAT = "combat unit=ours enemy=theirs"


def test_a_second_weapon_is_an_attack_more_and_a_charge_another() -> None:
    """5 models × (1 + 1 second weapon + 1 charge) = 15 attacks × factor 4 × S 4 = 240 DMG; theirs 4 × 16 = 64."""
    text = blows(assault(), COMBAT)
    assert "Ours, 5 × Sword, on Theirs: 240 DMG" in text and "Theirs, 4 × Axe, on Ours: 64 DMG" in text
    assert "160 DMG" in blows(assault(), f"{COMBAT} charge=no")
    alone = "fight attacker=ours target=theirs weapon=sword"
    assert "80 DMG" in decision(assault(), f"{alone} bonus=0").event.text
    assert "160 DMG" in decision(assault(), alone).event.text


@pytest.mark.parametrize(("other", "damage"), [("Fist", "32 DMG"), ("Claw", "16 DMG"), ("Pistol", "16 DMG")])
def test_a_power_fist_goes_with_another_one_alone(other: str, damage: str) -> None:
    """As in the base game (D-40): 1 attack × factor 4 × S 4, an attack more for a second fist alone."""
    fist = gun("Fist", 2 if other == "Fist" else 1, "Melee, Specialist weapon", s="User", reach="-")
    beside = {
        "Fist": (),
        "Claw": (gun("Claw", 1, "Melee, Specialist weapon", s="User", reach="-"),),
        "Pistol": (gun("Pistol", 1, "Pistol"),),
    }
    game = in_turn(
        battle([squad("ours", model("Blade", 1, fist, *beside[other]))], [marines("theirs")]), 1, Phase.ASSAULT
    )
    assert damage in decision(game, "fight attacker=ours target=theirs weapon=fist").event.text


def test_a_walker_with_two_claws_strikes_with_one_of_them() -> None:
    """D-40: its attacks stand in its profile: 3 × factor 4 × S 10 = 120 DMG."""
    claws = gun("Claw", 2, "Melee, Specialist weapon", s="×2", reach="-")
    dread = hull("dread", claws, Type="Walker", WS="4", S="5", I="4", A="3")
    game = in_turn(battle([dread], [marines("theirs")]), 1, Phase.ASSAULT)
    fought = decision(game, "fight attacker=dread target=theirs weapon=claw").event
    assert "1 × Claw" in fought.text and "120 DMG" in fought.text
    assert "1 × Claw" in blows(game, "combat unit=dread enemy=theirs charge=no")


@pytest.mark.parametrize(("ours", "theirs", "back"), [("4", "4", 4), ("5", "4", 3), ("4", "5", 4)])
def test_who_fell_before_does_not_strike_back_and_equal_initiative_strikes_at_once(
    ours: str, theirs: str, back: int
) -> None:
    """240 DMG at 3+ are 79 HP: one of theirs falls, who strikes back only where he is not slower."""
    text = blows(assault(ours, theirs), COMBAT)
    assert f"Theirs, {back} × Axe, on Ours" in text
    assert blows(assault(ours, theirs), "combat unit=theirs enemy=ours").count(" on ") == 2


@pytest.mark.parametrize(("charge", "back"), [("yes", 3), ("no", 4)])
def test_a_furious_charge_strikes_earlier(charge: str, back: int) -> None:
    """As in the base game: I 4 and one more in the turn of the charge, before four of I 4."""
    blade = model("Blade", 5, gun("Sword", 5, "Melee", s="User", reach="-"))
    ours = squad("ours", blade, selection("Furious Charge", rules=["Furious Charge"]))
    axes = model("Boy", 4, gun("Axe", 4, "Melee", s="User", reach="-"))
    game = in_turn(battle([ours], [squad("theirs", axes)]), 1, Phase.ASSAULT)
    assert f"Theirs, {back} × Axe" in blows(game, f"{COMBAT} charge={charge}")


def test_the_slower_side_does_not_strike_first_unless_agreed() -> None:
    """Initiative goes from the highest to the lowest."""
    slow = "fight attacker=theirs target=ours"
    assert "Ours strikes first, at I 5 against 4" in refusal(assault("5", "4"), slow)
    assert decision(assault("5", "4"), f"{slow} anyway").event.changes
    struck = played(assault("5", "4"), "fight attacker=ours target=theirs weapon=sword")
    assert decision(struck, slow).event.changes


def test_a_fight_engages_both_sides_until_one_of_them_is_gone() -> None:
    """Who is in close combat neither shoots nor is shot at."""
    game = played(assault(), COMBAT)
    for side, id in ((MARINES, "ours"), (ORKS, "theirs")):
        assert Flag.ENGAGED in game.sides[side].bodies[id].flags
    later = in_turn(game, 2, Phase.SHOOTING)
    assert "in close combat, no shooting" in refusal(later, "fire attacker=ours target=theirs")
    won = played(game, "mark unit=theirs mark=destroyed")
    assert Flag.ENGAGED not in won.sides[MARINES].bodies["ours"].flags
    assert "160 DMG" in blows(played(game, "turn", "next", "next"), COMBAT)


def test_the_loser_owes_the_test_of_a_lost_assault_and_then_flees_from_it() -> None:
    """D-13: the difference in HP is added to its order points; D-43: then a sweeping advance."""
    game = played(assault(), COMBAT)
    lost = 160 - sum(hp for _, hp in hp_left(game, ORKS, "theirs").values())
    (due,) = [each for each in PLAY.reminders(game) if each.kind == "Tests"]
    assert (due.verb, due.given["unit"], due.given["suffered"]) == ("lost-assault", "theirs", str(lost))
    done = played(game, "lost-assault unit=theirs")
    assert not [each for each in PLAY.reminders(done) if each.kind == "Tests"]
    fled = played(game, "lost-assault unit=theirs ld=2")
    (sweep,) = [each for each in PLAY.reminders(fled) if each.kind == "Tests"]
    assert (sweep.verb, sweep.given) == ("sweep", {"fleeing": "theirs", "winners": "ours"})
    away = played(fled, "sweep fleeing=theirs winners=ours winners-i=1")
    assert not away.sides[MARINES].bodies["ours"].flags


def test_what_is_fired_at_a_vehicle_in_vain_is_told_before_what_harms_it() -> None:
    """D-51: S 4 on AV 11 is more than 6. What has fired already is not asked for again."""
    ours = squad(
        "six", model("Gun", 5, gun("Boltgun", 5)), model("Launcher", 1, gun("Krak", type="Heavy 1", s="8", reach='48"'))
    )
    game = in_turn(battle([ours], [hull("tank", Front="11", Side="11", Rear="11")]), 1, Phase.SHOOTING)
    fire = "fire attacker=six target=tank distance=8 zone=red"
    told = decision(game, fire).event.text
    assert told.startswith("Six at Tank: no damage by 5 × Boltgun; 1 × Krak ") and told.count("no damage") == 1
    named = battle([squad("six", model("Gun", 5, gun("Old DMG gun", 5)))], [hull("tank", Front="14", Side="14")])
    told = decision(in_turn(named, 1, Phase.SHOOTING), f"{fire} side=front").event.text
    assert told == "Six at Tank: no damage by 5 × Old DMG gun"
    after = played(game, "shoot attacker=six target=tank weapon=Krak distance=8 zone=red")
    (distance,) = [
        each for each in decision(after, "fire attacker=six target=tank").questions if each.parameter == "distance"
    ]
    assert distance.text == "Boltgun: how far is the target?"


def test_who_falls_back_from_a_fight_is_out_of_it_though_nobody_pursues() -> None:
    """D-43: a sweep is for its phase alone; D-15: then the unit regroups, or falls back on."""
    fled = played(assault(), COMBAT, "lost-assault unit=theirs ld=2", "next")
    for side, id, flags in ((MARINES, "ours", set()), (ORKS, "theirs", {Flag.FALLING_BACK})):
        assert fled.sides[side].bodies[id].flags == flags and not fled.sides[side].bodies[id].foes
    (regroup,) = [each for each in PLAY.reminders(fled) if each.kind == "Tests"]
    assert (regroup.verb, regroup.text) == ("regroup", 'Theirs: regrouping, or else it falls back 7"')
    caught = played(assault(), COMBAT, "lost-assault unit=theirs ld=2", "sweep fleeing=theirs winners=ours fights-on")
    assert played(caught, "next").sides[ORKS].bodies["theirs"].flags == {Flag.ENGAGED}


def test_who_fell_back_before_a_fight_leaves_it_only_as_one_who_lost_it() -> None:
    """D-43, D-15: he is put into a combat, and has not failed the test of a lost assault."""
    fought = played(assault(), "mark unit=theirs mark='falling back'", COMBAT)
    stays = played(fought, "next")
    assert stays.sides[MARINES].bodies["ours"].flags == {Flag.ENGAGED}
    assert stays.sides[ORKS].bodies["theirs"].flags == {Flag.ENGAGED, Flag.FALLING_BACK}
    fled = played(fought, "lost-assault unit=theirs ld=2", "next")
    assert not fled.sides[MARINES].bodies["ours"].flags
    late = played(assault(), COMBAT, "next", "lost-assault unit=theirs suffered=79 inflicted=21 ld=2")
    assert late.sides[MARINES].bodies["ours"].flags == {Flag.ENGAGED}
    assert not played(late, "next").sides[MARINES].bodies["ours"].flags, "a test that was owed is taken later"


def test_shots_are_a_field_of_weapons_that_roll_for_them_alone() -> None:
    assert "shots" in decision(shooting(), f"{FIRE} distance=11 hits=4").idle
    lootas = [marines("lootas", 2, gun("Deffgun", 2, "Heavy D3", "7", "4", '48"'))]
    game = in_turn(battle(lootas, [marines("mob", 20)]), 1, Phase.SHOOTING)
    assert "shots" not in decision(game, "fire attacker=lootas target=mob distance=40").idle
    assert asked(game, "fire attacker=lootas target=mob distance=40") == ["shots"]
