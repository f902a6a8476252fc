"""What weapons and units bring along by their rules, in attacks of a game."""

from __future__ import annotations

import pytest

from builder.roster.view import SelectionView
from builder.systems.diceless.play.state import GameState
from builder.systems.play.game import Stock
from tests.systems.diceless.play.battles import battle, gun, hp_left, hull, marines, squad, stat_line
from tests.systems.diceless.play.games import MARINES, ORKS, decision, played
from tests.systems.making import model, selection


def trained(id: str, rule: str, *carried: SelectionView) -> SelectionView:
    """A marine of a unit that has a rule."""
    return squad(id, model("Marine", 1, *carried), selection(rule, rules=[rule]))


def said(game: GameState, line: str) -> str:
    return decision(game, line).event.text


def test_master_crafted_weapons_reroll_to_hit() -> None:
    """D-21: BS4 counts as BS5."""
    crafted = gun("Gun", type="Assault 1, Master-crafted", s="4")
    game = battle([marines("us", 1, crafted)], [marines("them", 1)])
    assert "20 DMG" in said(game, "shoot attacker=us target=them")


def test_tank_hunters_shoot_and_fight_vehicles_better() -> None:
    """D-33, D-50: a point of BS and of WS more, by the rules of their unit unless players say otherwise."""
    carried = (gun("Gun", type="Assault 1", s="8"), gun("Fist", type="Melee", s="8", ap="2", reach="-"))
    for rule, damage in (("Tank Hunters", 5), ("Stubborn", 4)):
        game = battle([trained("us", rule, *carried)], [hull("tank")])
        for verb in ("shoot", "fight"):
            line = f"{verb} attacker=us target=tank"
            assert f"Tank: {damage} DMG" in said(game, line)
            assert "Tank: 4 DMG" in said(game, f"{line} tank-hunters=no")


def test_feel_no_pain_helps_not_against_instant_death() -> None:
    """D-26, D-33: 100 DMG of S8 on T4 are two models at 40 HP; with Feel No Pain one."""
    hard = squad("hard", model("Hard", 3, stat=stat_line("Hard", Sv="-", W="2")),
                 selection("Feel No Pain", rules=["Feel No Pain"]))  # fmt: skip
    game = battle([marines("us", 1)], [hard])
    assert "2 models gone" in said(game, "damage unit=hard damage=100 strength=8")
    assert "1 model gone" in said(game, "damage unit=hard damage=100 strength=8 feel-no-pain=yes")
    assert "50 HP lost" in said(game, "damage unit=hard damage=100 strength=7")


def test_blows_let_nobody_take_cover() -> None:
    """D-37, D-44."""
    game = battle([marines("us", 1)], [marines("them", 3, Sv="-")])
    assert "30 HP lost" in said(game, "damage unit=them damage=60 cover=4+")
    assert "60 HP lost" in said(game, "damage unit=them damage=60 cover=4+ close-combat")


def hot(number: int = 2, **columns: str) -> GameState:
    """Plasma cannons, for which the opponent holds tokens."""
    cannon = gun("Plasma cannon", number, "Heavy 1, Blast, Gets Hot!", s="7", ap="2", reach='36"')
    return battle([marines("cannons", number, cannon, **columns)], [marines("them", 5)])


def test_nothing_is_fired_where_all_bearers_of_a_hot_blast_have_died() -> None:
    """D-31."""
    line = "shoot attacker=cannons target=them hits=4"
    assert "at Them: 0 DMG" in said(hot(Sv="-"), f"{line} gets-hot=2")
    assert "at Them: 0 DMG" not in said(hot(Sv="-"), f"{line} gets-hot=1")


@pytest.mark.parametrize(
    ("columns", "lost"), [({"Sv": "3+"}, 13), ({"Sv": "-/4++"}, 20), ({"BS": "6"}, 3), ({"BS": "6", "Sv": "-/4++"}, 5)]
)
def test_bearers_save_on_what_they_have_and_the_best_shots_are_burnt_less(columns: dict[str, str], lost: int) -> None:
    """D-31: 40 DMG, 10 from BS6 on."""
    game = hot(1, **columns)
    assert f"Gets Hot! ×1: {lost} HP" in said(game, "gets-hot unit=cannons")
    after = played(game, "shoot attacker=cannons target=them hits=1 gets-hot=1")
    assert hp_left(after, MARINES, "cannons")["Marine"] == (1, 40 - lost)
    assert after.sides[ORKS].stock["gets_hot"] == Stock(0, 1)


@pytest.mark.parametrize(
    ("name", "type", "inches"),
    [
        ("Mortar", "Heavy 1, Large Blast, Barrage", 2),
        ("Earthshaker", "Ordnance 1, Large Blast, Barrage", 6),
        ("Battle cannon", "Ordnance 1, Large Blast", 2),
        ("Orbital bombardment", "Heavy 1, Large Blast", 6),
    ],
)
def test_ordnance_barrages_and_orbital_weapons_are_not_pulled_back(name: str, type: str, inches: int) -> None:
    """D-32: three tokens of 2", back by BS4."""
    game = battle([marines("us", 1, gun(name, 1, type, s="8", ap="3", reach='120"'))], [marines("them", 5)])
    game = played(game, "tokens player=2 token=scatter total=3")
    assert f'moved {inches}"' in said(game, "shoot attacker=us target=them hits=1 scatter=3")


def test_models_take_all_that_they_carry_out_of_the_fire() -> None:
    game = battle([marines("us", 3, gun("Slugga", 6, "Pistol"))], [marines("them", 1)])
    fewer = played(game, "set unit=us models-left=1")
    assert "2 × Slugga" in said(fewer, "shoot attacker=us target=them distance=6")
