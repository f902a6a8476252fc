from __future__ import annotations

from builder.systems.diceless.play.report import report
from builder.systems.diceless.play.state import GameState, Phase, hulls
from builder.systems.play.game import Stock
from tests.systems.diceless.play.battles import battle, gun, hp_left, hull, marines, squad, stat_line
from tests.systems.diceless.play.games import MARINES, ORKS, at_night, decision, in_turn, new_game, played, refusal
from tests.systems.making import model, selection, unit, vehicle, weapon

PLASMA = gun("Plasma gun", 2, "Rapid Fire, Gets Hot!", s="7", ap="2")
MORTARS = gun("Mortar", 3, "Heavy 1, Blast, Barrage", reach='48"', ap="6")


def hot(**columns: str) -> GameState:
    """Plasma guns and mortars, for which the opponent holds tokens."""
    return battle([marines("plasma", 2, PLASMA, **columns), marines("mortars", 3, MORTARS)], [marines("target", 5)])


def test_the_opponent_holds_tokens_for_them() -> None:
    assert hot().sides[ORKS].stock["gets_hot"] == Stock(2, 2)
    assert hot().sides[ORKS].stock["scatter"] == Stock(6, 6)


def test_gets_hot_tokens_hurt_their_bearers_and_are_spent() -> None:
    """D-31: 40 DMG each at 3+ are 13 HP."""
    line = "shoot attacker=plasma target=target distance=12 gets-hot=2"
    after = played(hot(), line)
    assert hp_left(after, MARINES, "plasma")["Marine"] == (2, 54)
    assert after.sides[ORKS].stock["gets_hot"] == Stock(0, 2)
    assert "has no Gets Hot! token left" in refusal(after, "shoot attacker=plasma target=target distance=12 gets-hot=1")
    assert "2 at most" in refusal(hot(), "shoot attacker=plasma target=target distance=12 gets-hot=3")
    assert "has no Gets Hot!" in refusal(hot(), "shoot attacker=mortars target=target hits=1 gets-hot=1")


def test_a_bearer_who_dies_loses_one_of_his_shots() -> None:
    """D-31: two shots each of BS4 S7, three of four count."""
    dying = decision(hot(Sv="-"), "shoot attacker=plasma target=target distance=12 gets-hot=1")
    assert "1 bearer died" in dying.event.text
    assert "Gets Hot!: 1 bearer died, 1 shot of 4 less: 84 DMG" in dying.event.steps
    assert "84 DMG" in dying.event.text
    assert (
        "Gets Hot! ×1: 13 HP of their own"
        in decision(hot(), "shoot attacker=plasma target=target distance=12 gets-hot=1").event.text
    )


def test_a_dead_bearer_takes_his_own_shot_along() -> None:
    """D-31: the BS 2 gunner of one HP group dies with 7 × 2 DMG, not with half of what both deal."""
    shooters = squad(
        "pair",
        model(
            "Clumsy", 1, gun("Plasma gun", 1, "Assault 1, Gets Hot!", s="7"), stat=stat_line("Clumsy", BS="2", Sv="-")
        ),
        model("Sharp", 1, gun("Plasma gun", 1, "Assault 1, Gets Hot!", s="7"), stat=stat_line("Sharp", BS="4")),
    )
    game = battle([shooters], [marines("target", 5)])
    steps = decision(game, "shoot attacker=pair target=target gets-hot=1").event.steps
    assert "Clumsy: Gets Hot!: 1 bearer died, 1 shot of 1 less: 0 DMG" in steps
    assert "28 DMG in all" in steps


def test_a_dead_bearers_blast_comes_off() -> None:
    """D-31: two plasma cannons with 4 hits in all, S 7 × 3: one blast of two does nothing."""
    cannon = gun("Plasma cannon", 2, "Heavy 1, Blast, Gets Hot!", s="7", ap="2")
    game = battle([marines("pair", 2, cannon, Sv="-")], [marines("target", 5)])
    steps = decision(game, "shoot attacker=pair target=target hits=4 gets-hot=1").event.steps
    assert "Gets Hot!: 1 bearer died, 1 blast of 2 less: 42 DMG" in steps


def test_a_token_costs_no_more_than_its_bearer() -> None:
    """D-31: 40 DMG on T3 without a save cost one model of 30 HP, and nobody else."""
    assert hp_left(played(hot(Sv="-", T="3"), "gets-hot unit=plasma"), MARINES, "plasma") == {"Marine": (1, 30)}


def test_what_protects_a_bearer_counts_against_his_own_weapon() -> None:
    """D-31, D-33: 13 HP at 3+, half with Feel No Pain; 20 at 4+; what is said of the target is none of it."""
    medic = squad("medic", model("Medic", 2, PLASMA, stat=stat_line("Medic")), selection("x", rules=["Feel No Pain"]))
    game = battle([medic], [marines("target", 5)])
    assert "7 HP of their own" in decision(game, "gets-hot unit=medic").event.text
    assert "13 HP of their own" in decision(game, "gets-hot unit=medic feel-no-pain=no").event.text
    assert "10 HP of their own" in decision(game, "gets-hot unit=medic armour=4+").event.text
    assert "5 HP of their own" in decision(game, "gets-hot unit=medic lost=medic=5").event.text
    shot = "shoot attacker=medic target=target distance=12 gets-hot=1 armour=none feel-no-pain=no"
    assert "7 HP of their own" in decision(game, shot).event.text


def test_twin_linked_weapons_burn_less() -> None:
    """D-31: 10 DMG at 3+ are 3 HP."""
    twin = gun("Twin plasma", 1, "Rapid Fire, Gets Hot!, Twin-linked", s="7", ap="2")
    game = battle([marines("twins", 1, twin)], [marines("target", 5)])
    assert "3 HP of their own" in decision(game, "gets-hot unit=twins").event.text


def test_bearers_who_reroll_take_less() -> None:
    """D-31: 10 DMG at 3+ are 3 HP."""
    assert "×1: 3 HP of their own" in decision(hot(), "gets-hot unit=plasma reroll").event.text
    assert "×2: 6 HP of their own" in decision(hot(BS="6"), "gets-hot unit=plasma tokens=2").event.text
    assert "has 2" in refusal(hot(), "gets-hot unit=plasma tokens=3")


def test_scatter_tokens_move_blasts_and_are_spent() -> None:
    """D-32, D-38, D-82."""
    line = "shoot attacker=mortars target=target hits=4 distance=20"
    decided = decision(hot(), f"{line} scatter=3,1")
    assert 'Scatter ×4: moved 2", 1 blast placed' in decided.event.text
    assert "3 blasts: the first as fired, 2 tokens for the others" in decided.event.steps
    assert played(hot(), f"{line} scatter=3,1 first=marine").sides[ORKS].stock["scatter"] == Stock(2, 6)
    assert 'moved 6"' in decision(hot(), f"{line} scatter=3 indirect").event.text
    assert "at most 6 tokens" in refusal(hot(), f"{line} scatter=7")
    assert "has 6 Scatter tokens left" in refusal(at_night(hot()), f"{line} scatter=7 anyway")
    assert "fires no blast" in refusal(hot(), "shoot attacker=plasma target=target distance=9 scatter=1")


def test_there_is_a_number_of_scatter_tokens_for_each_blast_at_most() -> None:
    """D-32: a missile launcher fires one blast, of three mortars those after the first take one token each (D-38)."""
    launcher = gun("Launcher", 1, "Heavy 1, Blast", reach='48"')
    game = battle([marines("one", 1, launcher), marines("mortars", 3, MORTARS)], [marines("target", 5)])
    assert "1 blast of Launcher" in refusal(game, "shoot attacker=one target=target hits=1 scatter=1,1")
    line = "shoot attacker=mortars target=target hits=4"
    assert "3 blasts of Mortar" in refusal(game, f"{line} scatter=1,1,1,1")
    assert "with one token" in refusal(game, f"{line} scatter=1,2")


def test_at_night_nobody_shoots_at_what_he_does_not_see() -> None:
    """D-82."""
    night = at_night(hot())
    told = 'the target is out of sight at 20": sight at night: 18" (D-82); by agreement with --anyway'
    assert refusal(night, "shoot attacker=plasma target=target distance=20") == told
    assert '20": not seen' in decision(night, "shoot attacker=plasma target=target distance=20 anyway").event.steps
    assert (
        '20": seen' in decision(night, "shoot attacker=plasma target=target distance=20 acute-senses=yes").event.steps
    )


def test_units_see_further_at_night_by_their_rules() -> None:
    """D-82."""
    eyes = selection("Auspex", rules=["Acute Senses"])
    firers = squad("us", model("Marine", 1, gun("Boltgun"), eyes))
    night = at_night(battle([firers], [marines("target")]))
    line = "shoot attacker=us target=target distance=20"
    assert '20": seen' in decision(night, line).event.steps
    assert '20": not seen' in decision(night, f"{line} acute-senses=no anyway").event.steps


def test_skilled_riders_take_half_in_dangerous_terrain_while_they_ride() -> None:
    """D-35."""
    skill = selection("Skill", rules=["Skilled Rider"])
    riding = model("Rider", 4, skill, stat=stat_line("Rider", **{"Unit Type": "Jetbike"}))
    game = battle([marines("us")], [squad("riders", riding), squad("walkers", model("Walker", 4, skill))])
    assert "20 DMG" in decision(game, "terrain unit=riders").event.text
    assert "40 DMG" in decision(game, "terrain unit=riders skilled-rider=no").event.text
    assert "40 DMG" in decision(game, "terrain unit=walkers").event.text


def test_dangerous_terrain_costs_ten_a_model_with_invulnerable_saves_only() -> None:
    """D-35."""
    game = battle([marines("us", 1)], [marines("walkers", 4), marines("riders", 4, **{"Unit Type": "Bike"})])
    assert "40 DMG, 10 a model, no save: 40 HP lost" in decision(game, "terrain unit=walkers").event.text
    assert "20 HP lost" in decision(game, "terrain unit=walkers invulnerable=4+").event.text
    assert "27 HP lost" in decision(game, "terrain unit=walkers invulnerable=4+ null-zone").event.text
    assert "20 DMG" in decision(game, "terrain unit=riders skilled-rider=yes").event.text
    assert "20 DMG" in decision(game, "terrain unit=walkers models=2").event.text
    assert "60 DMG" in decision(game, "terrain unit=walkers models=2 amount=5 inches=6").event.text
    assert "4 models left, not 5" in refusal(game, "terrain unit=walkers models=5")


def test_of_a_unit_of_several_groups_its_player_says_whose_models_are_in_the_terrain() -> None:
    """D-35: 10 DMG on each of those models, none on the others."""
    mixed = squad("mixed", model("Three", 3), model("Two", 2), model("One", 1))
    game = battle([marines("us", 1)], [mixed])
    (question,) = decision(game, "terrain unit=mixed models=4").questions
    assert (question.parameter, len(question.choices)) == ("group", 3)
    line = "terrain unit=mixed models=4 group=two,three"
    assert not decision(game, line).questions
    assert hp_left(played(game, line), ORKS, "mixed") == {"Three": (3, 100), "Two": (2, 60), "One": (1, 40)}
    assert "60 DMG, 10 a model" in decision(game, "terrain unit=mixed").event.text
    assert "20 DMG, 10 a model" in decision(game, "terrain unit=mixed group=two").event.text


def test_the_gate_of_infinity_takes_ten_hit_points_of_a_unit() -> None:
    """D-102."""
    game = battle([marines("us", 1)], [squad("pair", model("One", 1, stat=stat_line("One", Sv="2+")), model("Two", 1))])
    assert hp_left(played(game, "gate-of-infinity unit=pair"), ORKS, "pair") == {"One": (1, 35), "Two": (1, 35)}


def test_cluster_mines_do_90_damage_without_cover() -> None:
    """D-103."""
    assert "90 DMG, 18 a model at 3+: 30 HP lost" in decision(hot(), "cluster-mines unit=target").event.text


def test_of_shots_at_artillery_crew_and_guns_take_their_parts() -> None:
    """D-34: 64 DMG of S4 are 21 on the crew and 43 on the guns; S3 does nothing to guns."""
    gun_line = stat_line("Gun", **{"Unit Type": "Artillery", "WS": "-", "T": "7", "W": "2", "Sv": "-"})
    crew = stat_line("Grot", **{"Unit Type": "Artillery", "WS": "2", "Sv": "-", "T": "3"})
    game = battle(
        [marines("us", 1, gun("Boltgun"))],
        [squad("battery", model("Gun", 1, stat=gun_line), model("Grot", 3, stat=crew))],
    )
    for strength in (" strength=4", ""):
        after = played(game, f"damage unit=battery damage=64{strength}")
        assert hp_left(after, ORKS, "battery") == {"Gun": (1, 97), "Grot": (3, 69)}
    weak = played(game, "damage unit=battery damage=30 strength=3")
    assert hp_left(weak, ORKS, "battery") == {"Gun": (1, 140), "Grot": (3, 80)}
    blows = played(game, "damage unit=battery damage=30 strength=4 close-combat")
    assert hp_left(blows, ORKS, "battery") == {"Gun": (1, 140), "Grot": (2, 60)}


def test_guns_with_armour_take_their_part_on_a_line() -> None:
    """D-34, D-51."""
    thunder = selection(
        "Thunder gun",
        type="model",
        profiles=[vehicle("Thunder gun", {"BS": "4", "Front": "10", "Side": "10", "Rear": "10"})],
    )
    game = battle(
        [marines("us", 1)], [unit("Battery", thunder, model("Gunner", 1, stat=stat_line("Gunner")), id="battery")]
    )
    after = played(game, "damage unit=battery damage=64 strength=4")
    (hulled,) = hulls(after.sides[ORKS])
    assert hulled.lines == {"A": 36, "B": 7}
    assert hp_left(after, ORKS, "battery")["Gunner"] == (1, 33)


def test_the_attacker_chooses_what_damage_does_to_guns_with_armour() -> None:
    """D-34, D-57."""
    thunder = selection(
        "Thunder gun",
        type="model",
        profiles=[vehicle("Thunder gun", {"BS": "4", "Front": "10", "Side": "10", "Rear": "10"})],
        children=[weapon("Thunder cannon"), weapon("Bolter")],
    )
    gunner = model("Gunner", 1, stat=stat_line("Gunner"))
    game = battle([marines("us", 1)], [unit("Battery", thunder, gunner, id="battery")])
    line = "damage unit=battery damage=150 strength=8"
    asked = {question.parameter: question for question in decision(game, line).questions}
    cannon, bolter = (choice.value for choice in asked["destroyed"].choices)
    after = played(game, f"{line} destroyed={bolter} take=immobilised")
    (hulled,) = hulls(after.sides[ORKS])
    assert hulled.destroyed_weapons == {bolter} != {cannon}


def test_a_vehicle_takes_no_gets_hot_token() -> None:
    game = battle([hull("tank", PLASMA)], [marines("target", 1)])
    assert "do not get hot" in refusal(game, "shoot attacker=tank target=target distance=9 gets-hot=1")


def test_servitors_without_their_master_are_hinted_at() -> None:
    """D-105."""
    lock = selection("Mindlock", rules=["Mindlock"])
    alone = squad("servitors", model("Servitor", 3, stat=stat_line("Servitor")), lock)
    led = squad("others", model("Servitor", 3, stat=stat_line("Servitor")), model("Techmarine", 1), lock)
    game = battle([alone, led], [marines("them", 1)])
    hints = [hint for hint in report(game).hints if "servitors work" in hint]
    assert hints == ["Servitors: without a Techmarine servitors work 1 turn, then no more"]
    dead = played(game, "damage unit=others hp=40 group=techmarine")
    assert sum("servitors work" in hint for hint in report(dead).hints) == 2


def test_a_master_who_leads_servitors_commands_them() -> None:
    """D-105: one of their unit or one who leads it."""
    lock = selection("Mindlock", rules=["Mindlock"])
    forge = squad("forge", model("Master of the Forge", 1, stat=stat_line("Master of the Forge")))
    captain = squad("captain", model("Captain", 1, stat=stat_line("Captain")))
    servitors = squad("servitors", model("Servitor", 3, stat=stat_line("Servitor")), lock)
    game = battle([forge, captain, servitors], [marines("them", 1)])
    for leader, told in (("captain", True), ("forge", False)):
        led = report(played(game, f"join leader={leader} unit=servitors"))
        assert any("servitors work" in hint for hint in led.hints) == told


def test_pinning_and_tremor_are_told_with_the_shot() -> None:
    """D-19, D-104."""
    game = battle(
        [
            marines("sniper", 1, gun("Rifle", type="Assault 1, Pinning")),
            marines("mole", 1, gun("Mole", type="Assault 1, Tremor")),
        ],
        [marines("them", 1)],
    )
    assert "a pinning test" in decision(game, "shoot attacker=sniper target=them").event.text
    assert "a pinning test" not in decision(game, "shoot attacker=sniper target=them damage=0").event.text
    assert 'moves 2" less' in decision(game, "shoot attacker=mole target=them").event.text


def test_a_tremor_hinders_whom_it_hit_in_his_next_move_alone() -> None:
    """D-104."""
    mole = marines("mole", 1, gun("Mole", type="Heavy 1, Blast, Tremor"))
    game = in_turn(battle([mole], [marines("them", 5), hull("tank")]), 1, Phase.SHOOTING)
    shots = ("shoot attacker=mole target=them hits=2", "shoot attacker=mole target=tank zone=red distance=9 anyway")
    slowed = 'Them was hit by a tremor: it moves 2" less'
    risked = "Tank was hit by a tremor: if it moves it takes DMG as in dangerous terrain, with the act terrain"

    def told(state: GameState) -> list[str]:
        return [hint for hint in report(state).hints if "tremor" in hint]

    hit = played(game, *shots)
    assert told(hit) == []
    moving = played(hit, "turn")
    assert told(moving) == [slowed, risked]
    assert told(played(moving, "mark unit=them mark=tremor off")) == [risked]
    assert told(played(moving, "turn", "turn")) == []
    assert told(played(game, "shoot attacker=mole target=them hits=0", "turn")) == []
    assert told(played(in_turn(game, 0, Phase.DEPLOYMENT), *shots, "next")) == []


def test_only_groups_with_a_weapon_that_gets_hot_bear_its_tokens() -> None:
    """The plasma gunner of a squad is meant without a question, D-31: 40 DMG at 3+ are 13 HP."""
    holding = played(new_game(), "tokens player=2 token=gets total=2")
    told = decision(holding, "gets-hot unit=Ancora")
    assert not told.questions and told.event.text == "Ancora, Plasma gunner: Gets Hot! ×1: 13 HP of their own"


def test_riders_and_eyes_are_known_by_the_rules_of_a_unit() -> None:
    """D-35, D-82."""
    bolt = gun("Boltgun", 2)
    stat = stat_line("Rider", **{"Unit Type": "Bike"})
    rules = selection("x", rules=["Skilled Rider", "Night Vision"])
    game = battle([squad("riders", model("Rider", 2, bolt, stat=stat), rules)], [marines("them")])
    assert "10 DMG" in decision(game, "terrain unit=riders").event.text
    seen = decision(at_night(game), "shoot attacker=riders target=them distance=20").event.steps
    assert 'sight at night with acute senses: 24"' in seen
