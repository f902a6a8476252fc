"""Charges and Furious Charge, Stealth in cover, preferred enemies: what units bring along by their rules."""

from __future__ import annotations

import pytest

from builder.systems.diceless.play.state import GameState
from tests.systems.diceless.play.battles import battle, gun, hull, marines, squad, stat_line
from tests.systems.diceless.play.games import decision
from tests.systems.diceless.play.test_special_rules import said, trained
from tests.systems.making import model, selection

AXE = gun("Axe", type="Melee", s="User", ap="-", reach="-")
KLAW = gun("Klaw", type="Melee", s="x2", ap="2", reach="-")
MAUL = gun("Maul", type="Melee", s="6", ap="-", reach="-")
SYRINGE = gun("Syringe", type="Melee, Poisoned (4+)", s="User", ap="-", reach="-")
KRAK = gun("Krak", type="Grenade", s="6", ap="-", reach="-")


def brawl(rule: str) -> GameState:
    """A marine of S4 and one attack, who has a rule, against one of T4 or T5, or a tank."""
    fighter = trained("us", rule, AXE, KLAW, MAUL, SYRINGE, KRAK)
    return battle([fighter], [marines("four", 1), marines("five", 1, T="5"), hull("tank")])


@pytest.mark.parametrize(
    ("act", "standing", "charging", "furious"),
    [
        ("target=four weapon=axe", 16, 32, 40),
        ("target=four weapon=klaw", 32, 64, 72),
        ("target=four weapon=maul", 24, 48, 48),
        ("target=five weapon=syringe", 20, 40, 50),
        ("target=tank weapon=axe", 4, 8, 8),
    ],
)
def test_a_charge_is_an_attack_more_and_a_furious_one_hits_harder(
    act: str, standing: int, charging: int, furious: int
) -> None:
    """D-40, D-42: S +1 comes after a klaw has doubled S, counts against T for poison, and not for a maul of S 6."""
    line = f"fight attacker=us {act} bonus=0"
    for rule, damage in (("Stubborn", charging), ("Furious Charge", furious)):
        assert f"{standing} DMG" in said(brawl(rule), line)
        assert f"{damage} DMG" in said(brawl(rule), f"{line} charge")


def test_a_furious_charge_is_told_and_taken_back_or_put_on() -> None:
    line = "fight attacker=us target=tank weapon=axe bonus=0 charge"
    charge = decision(brawl("Furious Charge"), line).event
    assert charge.steps[:2] == ("they charge: 1 attack more each", "Furious Charge: S +1")
    assert "8 DMG, S 5 on" in charge.text
    assert "8 DMG, S 4 on" in said(brawl("Furious Charge"), f"{line} furious-charge=no")
    assert "8 DMG, S 5 on" in said(brawl("Stubborn"), f"{line} furious-charge=yes")
    assert "8 DMG, S 7 on" in said(brawl("Furious Charge"), f"{line} strength=7")


def test_grenades_are_thrown_alike_in_a_charge() -> None:
    """D-60."""
    idle = decision(brawl("Furious Charge"), "fight attacker=us target=tank weapon=krak").idle
    assert {"charge", "furious-charge"} <= {*idle}


def hidden(rule: str) -> GameState:
    trooper = model("Trooper", 1, stat=stat_line("Trooper", Sv="-", W="9"))
    return battle([marines("us")], [squad("them", trooper, selection(rule, rules=[rule]))])


@pytest.mark.parametrize(("cover", "plain", "better"), [("4+", 30, 20), ("6+", 50, 40), ("2+", 10, 10)])
def test_stealth_makes_cover_one_better(cover: str, plain: int, better: int) -> None:
    """D-23, D-24: the next column of table 1 for 60 DMG, and no better one than 2+."""
    line = f"damage unit=them damage=60 cover={cover}"
    assert f"{plain} HP lost" in said(hidden("Stubborn"), line)
    assert f"{better} HP lost" in said(hidden("Stealth"), line)
    assert f"{plain} HP lost" in said(hidden("Stealth"), f"{line} stealth=no")
    assert f"{better} HP lost" in said(hidden("Stubborn"), f"{line} stealth=yes")
    told = f"Stealth: cover {cover} counts as"
    assert any(step.startswith(told) for step in decision(hidden("Stealth"), line).event.steps)


def test_stealth_is_nothing_where_cover_is_none() -> None:
    """D-37."""
    for act in ("damage unit=them damage=60", "damage unit=them damage=60 cover=4+ ignores-cover=yes"):
        decided = decision(hidden("Stealth"), act)
        assert "60 HP lost" in decided.event.text
        assert "stealth" in decided.idle


def test_a_preferred_enemy_is_told_until_players_say_that_this_is_it() -> None:
    """D-33: whether it is stands nowhere in the game."""
    told = "Preferred Enemy (Orks): where this is it, say --preferred-enemy"
    game, line = brawl("Preferred Enemy (Orks)"), "fight attacker=us target=four weapon=axe bonus=0"
    assert told in decision(game, line).event.steps
    assert told not in decision(game, f"{line} preferred-enemy").event.steps
    assert "20 DMG" in said(game, f"{line} preferred-enemy")
    assert told not in decision(game, f"{line} damage=9").event.steps


def test_who_loses_no_hp_in_a_combat_is_told_to_have_lost_nothing() -> None:
    """D-40: those of higher initiative strike first, and who fell does not strike back."""
    game = battle([marines("us", 10, I="6")], [marines("four", 1)])
    assert "; Us lost nothing; " in decision(game, "combat unit=us enemy=four").event.text
