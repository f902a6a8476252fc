from __future__ import annotations

from builder.systems.diceless.play import PLAY
from builder.systems.diceless.play.state import GameState, Phase
from tests.systems.diceless.play.battles import battle, gun, hp_left, hull, marines, squad, stat_line, worn
from tests.systems.diceless.play.games import ORKS, decision, in_turn, played, refusal
from tests.systems.making import DREADNOUGHT, model, selection, unit, vehicle


def brawl() -> GameState:
    klaw = gun("Power klaw", 1, "Melee", s="x2", ap="2", reach="-")
    syringe = gun("Syringe", 1, "Melee, Poisoned (4+)", s="User", ap="-", reach="-")
    blade = gun("Witchblade", 1, "Melee", s="User", ap="-", reach="-")
    claws = gun("Lightning claws", 1, "Melee, Power weapon", s="User", ap="-", reach="-")
    krak = gun("Krak grenades", 1, "Grenade", s="6", ap="-", reach="-")
    return battle(
        [
            squad(
                "boyz",
                model("Boy", 3, stat=stat_line("Boy", S="3")),
                model("Nob", 1, klaw, stat=stat_line("Nob", A="3")),
            ),
            squad("dok", model("Dok", 1, syringe, stat=stat_line("Dok", A="1"))),
            squad("seer", model("Seer", 1, blade, stat=stat_line("Seer", S="3"))),
            squad("ace", model("Ace", 1, claws, krak, stat=stat_line("Ace"))),
        ],
        [
            marines("four", 4),
            marines("three", 4, WS="3"),
            marines("nine", 4, WS="9"),
            hull("tank", Front="13", Rear="10"),
        ],
    )


def test_models_without_a_weapon_for_it_strike_with_their_own_strength() -> None:
    """D-40: S3 against WS4, 12 an attack."""
    text = decision(brawl(), "fight attacker=boyz target=four weapon='close combat'").event.text
    assert "36 DMG, 9 a model at 3+: 12 HP lost" in text


def test_the_factor_goes_by_the_skill_of_most_models_of_the_target() -> None:
    """D-40."""
    line = "fight attacker=boyz weapon='close combat'"
    assert "45 DMG" in decision(brawl(), f"{line} target=three first=marine").event.text
    assert "27 DMG" in decision(brawl(), f"{line} target=nine").event.text
    assert "54 DMG" in decision(brawl(), f"{line} target=four target-ws=0").event.text


def test_charges_come_as_attacks_and_a_power_klaw_kills_at_once() -> None:
    """D-26, D-40: 4 attacks, S8, factor 4."""
    decided = decision(brawl(), "fight attacker=boyz target=four weapon='power klaw' bonus=1")
    assert "1 model × (3 + 1) attacks = 4" in decided.event.steps
    assert "128 DMG, 32 a model, no save: 128 HP lost, 3 models gone" in decided.event.text
    all_gone = decision(brawl(), "fight attacker=boyz target=four weapon='power klaw' bonus=2").event.text
    assert "nobody of Four is left" in all_gone


def test_a_weapon_is_asked_for_where_there_are_several() -> None:
    (question, *_) = decision(brawl(), "fight attacker=boyz target=four").questions
    assert [choice.value for choice in question.choices] == ["Close combat", "Power klaw"]


def test_poison_witchblades_and_lightning_claws_change_the_sum() -> None:
    """D-41, D-42: poisoned 4+ with S4 on T4 is 4 × 5; a witchblade with S3 is 6 × 4; claws 4 × 5."""
    assert "20 DMG" in decision(brawl(), "fight attacker=dok target=four").event.text
    assert "24 DMG" in decision(brawl(), "fight attacker=seer target=four").event.text
    ace = decision(brawl(), "fight attacker=ace target=four weapon='lightning claws'").event
    assert "20 DMG" in ace.text and "the attack ignores armour" in ace.steps


def test_rerolls_count_for_skill_and_strength() -> None:
    """D-33, D-39, D-45."""
    line = "fight attacker=boyz target=four weapon='close combat'"
    assert "45 DMG" in decision(brawl(), f"{line} preferred-enemy reroll-to-hit first=marine").event.text
    assert "48 DMG" in decision(brawl(), f"{line} reroll-to-wound").event.text


def test_rending_in_close_combat_knows_no_cover_and_moonfang_removes_models() -> None:
    """D-44, D-107: of 90 DMG 15 are AP2; whoever loses 10 of them goes whole."""
    one = battle([marines("ace", 1)], [marines("big", 1, W="9")])
    rent = decision(one, "fight attacker=ace target=big damage=90 rending=yes")
    assert "40 HP lost" in rent.event.text
    assert "1 model gone" in decision(one, "fight attacker=ace target=big damage=90 moonfang").event.text


def test_blows_on_a_vehicle_land_on_its_rear() -> None:
    """D-60: WS for BS, attacks for shots; an immobilised one is hit with WS +2."""
    assert (
        "12 DMG, S 8 on AV 10: line E 12"
        in decision(brawl(), "fight attacker=boyz target=tank weapon='power klaw'").event.text
    )
    still = worn(brawl(), ORKS, "tank", [("P", False)] * 4)
    assert "18 DMG" in decision(still, "fight attacker=boyz target=tank weapon='power klaw'").event.text
    assert "S 9 on AV 10" in decision(brawl(), "fight attacker=seer target=tank").event.text
    assert (
        "S 8 on AV 13" in decision(brawl(), "fight attacker=boyz target=tank weapon='power klaw' side=front").event.text
    )


def test_grenades_do_twenty_damage_for_each_model() -> None:
    """D-60."""
    assert (
        "20 DMG, S 6 on AV 10: line C 20"
        in decision(brawl(), "fight attacker=ace target=tank weapon='krak grenades'").event.text
    )
    assert "'krak grenades' is no weapon" in refusal(brawl(), "fight attacker=ace target=four weapon='krak grenades'")


def test_a_walker_strikes_with_its_own_attacks_and_is_hit_in_front() -> None:
    fist = gun("Fist", 1, "Melee", s="10", ap="2", reach="-")
    walker = selection("Dread", type="model", profiles=[vehicle("Dread", {**DREADNOUGHT, "S": "6"})], children=[fist])
    game = battle([unit("Dread", walker, id="dread")], [marines("four", 4)])
    assert "80 DMG" in decision(game, "fight attacker=dread target=four").event.text
    other = battle([marines("four", 4)], [unit("Dread", walker, id="dread")])
    assert "on AV 12" in decision(other, "fight attacker=four target=dread").event.text


def test_the_hit_points_lost_are_told_for_the_result_of_the_assault() -> None:
    game = brawl()
    after = played(game, "fight attacker=boyz target=four weapon='close combat'")
    assert hp_left(after, ORKS, "four")["Marine"] == (4, 148)


def test_blows_of_unlike_strength_land_on_lines_of_their_own_the_strongest_first() -> None:
    """D-60: the Boyz' S3 cannot hurt AV 10, the Nob's S4 goes on line A."""
    decided = decision(mob(), "fight attacker=mob target=tank weapon=choppa")
    assert "8 DMG, S 4 and 12 DMG, S 3 on AV 10: line A 8" in decided.event.text
    assert "AV 10 − S 3 = 7: more than 6, no damage" in decided.event.steps


def test_instant_death_comes_with_that_part_of_the_damage_that_has_the_strength() -> None:
    """D-26: of 68 DMG on T2 W2 at 3+ the 32 at S4 cost 11 HP, which is a model; the 36 at S3 are 12 HP."""
    state = played(mob(), "fight attacker=mob target=ratlings weapon=choppa")
    assert hp_left(state, 1, "ratlings") == {"Marine": (4, 4 * 40 - 12)}


def mob() -> GameState:
    """Three Boys of S3 and a Nob of S4 with the same weapon, against armour and against small folk."""
    choppa = gun("Choppa", 1, "Melee", s="User", ap="-", reach="-")
    crowd = squad(
        "mob",
        model("Boy", 3, gun("Choppa", 3, "Melee", s="User", ap="-", reach="-"), stat=stat_line("Boy", S="3")),
        model("Nob", 1, choppa, stat=stat_line("Nob", A="2")),
    )
    return battle([crowd], [hull("tank"), marines("ratlings", 5, T="2", W="2")])


def test_answers_to_a_combat_are_those_of_the_blows_that_are_struck() -> None:
    """D-40, D-57: with what each side strikes best is tried before, and takes no answer from the blows themselves."""
    fist = gun("Power fist", 1, "Melee", s="10", ap="2", reach="-")
    guns = (gun("Big shoota", 1, "Assault 3"), gun("Scorcha", 1, "Assault 1"), gun("Rokkit", 1, "Assault 1"))
    columns = {"WS": "4", "BS": "4", "S": "6(10)", "I": "4", "Type": "Walker"}
    dread = hull("dread", fist, marks=(), A="6", **columns)
    game = battle([dread], [hull("walker", fist, *guns, marks=(), A="2", **columns)])
    asked = decision(game, "combat unit=dread enemy=walker anyway")
    assert asked.questions
    answered = asked
    given: dict[str, str] = {}
    while answered.questions:
        question = answered.questions[0]
        assert question.parameter not in given, "each question of this combat is asked once"
        given[question.parameter] = question.choices[-1].value
        told = " ".join(f"{name}={value}" for name, value in given.items())
        answered = decision(game, f"combat unit=dread enemy=walker anyway {told}")
    assert answered.event.text != asked.event.text
    told = answered.event.text
    assert told.startswith("Dread against Walker: 1 × Power fist (I 4) 28 DMG, S 10") and "; Walker, 1 × Power" in told
    assert told.count("Dread") == 1


def kans_fight() -> GameState:
    """Our dreadnought, I 4, against two kans of one unit, I 2, which it fights already."""
    columns = {"WS": "2", "BS": "3", "S": "5", "I": "2", "A": "2", "Type": "Walker"}
    klaw = gun("Kan klaw", 1, "Melee", s="7", ap="2", reach="-")
    stat = vehicle("Kan", {**columns, "Front": "11", "Side": "11", "Rear": "10"})
    bodies = [selection("Kan", type="model", profiles=[stat], children=[klaw]) for _ in range(2)]
    fist = gun("Fist", 1, "Melee", s="10", ap="2", reach="-")
    dread = hull("dread", fist, marks=(), **{**columns, "WS": "4", "I": "4", "Front": "13"})
    game = in_turn(battle([dread], [unit("Kans", *bodies, id="kans")]), 1, Phase.ASSAULT)
    return played(game, "combat unit=dread enemy='kan 1'", "turn", "next", "next")


def fights_due(game: GameState) -> list[str]:
    return [each.text for each in PLAY.reminders(game) if each.kind == "May still fight"]


def test_walkers_of_a_squadron_are_due_and_fight_one_by_one() -> None:
    """D-60: a vehicle is struck, so what is due names one of them, and who has struck strikes no more."""
    game = kans_fight()
    assert fights_due(game) == ["Kan 1 against Dread", "Kan 2 against Dread"]
    after = played(game, "combat unit='kan 2' enemy=dread")
    assert fights_due(after) == ["Kan 1 against Dread"]
    last = decision(after, "combat unit='kan 1' enemy=dread").event
    assert "Kan klaw" in last.text and "Fist" not in last.text
    assert not fights_due(played(after, "combat unit='kan 1' enemy=dread"))


def test_a_walker_strikes_without_the_weapon_that_was_destroyed_before_its_turn() -> None:
    """D-57: the third penetrating hit is Weapon Destroyed, at I 4; the kan strikes at I 2, with its own S 5."""
    game = played(kans_fight(), "hit-vehicle vehicle='kan 1' hits=P")
    fought = decision(game, "combat unit='kan 1' enemy=dread").event
    assert "Kan klaw destroyed" in fought.text and "no damage by 1 × Close combat" in fought.text
    assert "Kan 1, 1 × Close combat, on Dread: 4 DMG, S 5 on AV 13: no damage" in fought.steps


def test_vehicles_of_a_squadron_are_due_to_shoot_until_each_has_fired() -> None:
    """D-20: one of them fires at a time."""
    columns = {"WS": "2", "BS": "3", "S": "5", "I": "2", "A": "2", "Type": "Walker"}
    stat = vehicle("Kan", {**columns, "Front": "11", "Side": "11", "Rear": "10"})
    shoota = gun("Big shoota", type="Assault 3")
    bodies = [selection("Kan", type="model", profiles=[stat], children=[shoota]) for _ in range(2)]
    game = in_turn(battle([unit("Kans", *bodies, id="kans")], [marines("us")]), 1, Phase.SHOOTING)
    fired = played(game, "shoot attacker='kan 1' target=us weapon='big shoota' distance=20")
    assert [each.text for each in PLAY.reminders(fired) if each.kind == "May still shoot"] == ["Kan 2"]
    assert [row.turn for row in PLAY.viewer()(fired).sides[0].tables[1].rows] == ["has", "may"]
    done = played(fired, "shoot attacker='kan 2' target=us weapon='big shoota' distance=20")
    assert not [each.text for each in PLAY.reminders(done) if each.kind == "May still shoot"]


def test_blows_in_vain_on_a_vehicle_are_summed_up_and_what_models_lost_is_told_once() -> None:
    """D-40: S 4 is too little for AV 11, group by group; the log keeps each blow in its steps."""
    claw = gun("Claw", 1, "Melee", s="10", ap="2", reach="-")
    walker = hull("walker", claw, marks=(), Type="Walker", WS="4", S="5", I="2", A="3", Front="11")
    fists = gun("Fist", 1, "Melee", s="User", reach="-")
    groups = [model(name, number, fists) for name, number in (("Sergeant", 1), ("Gunner", 1), ("Trooper", 1))]
    game = in_turn(battle([squad("us", *groups)], [walker]), 1, Phase.ASSAULT)
    tank = in_turn(battle([squad("us", *groups)], [hull("tank")]), 1, Phase.ASSAULT)
    alone = decision(tank, "combat unit=us enemy=tank").event.text
    assert "Fist" in alone and "Us lost" not in alone, "who is struck by nobody loses nothing"
    fought = decision(game, "combat unit=us enemy=walker charge=no").event
    assert fought.text.startswith("Us against Walker: no damage by 3 × Fist; Us lost ") and "DMG" not in fought.text
    assert [each.partition(":")[0] for each in fought.steps if not each.startswith(" ")].count(
        "Us, 1 × Fist, on Walker"
    ) == 3
