"""What rules of weapons and of those who use them bring by themselves, and what is told of the others."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from builder.services.army.locator import open_army
from builder.systems.diceless.play.state import GameState
from builder.systems.diceless.reading import DicelessReading
from builder.systems.diceless.weapon_rules import UNKNOWN, left_to_players
from builder.systems.fortyk.model import WeaponMode
from builder.systems.fortyk.weapontext import WEAPON_RULES
from tests.systems.diceless.play.battles import battle, gun, hp_left, hull, marines, squad, stat_line
from tests.systems.diceless.play.games import ORKS, decision, played
from tests.systems.making import model, selection

DOCS = Path(__file__).parents[4] / "docs" / "attacks.md"


def duel(type: str, s: str = "4", ap: str = "-", target: str = "4", **columns: str) -> GameState:
    """One marine with a weapon against four of some T, and a vehicle of AV 10."""
    carried = gun("Weapon", 1, type, s=s, ap=ap, reach="-" if type.startswith("Melee") else '24"')
    return battle([marines("us", 1, carried)], [marines("them", 4, T=target, **columns), hull("tank")])


def shot(game: GameState, more: str = "", target: str = "them") -> str:
    return decision(game, f"shoot attacker=us target={target} {more}").event.text


def blow(game: GameState, more: str = "", target: str = "them") -> str:
    return decision(game, f"fight attacker=us target={target} {more}").event.text


def steps(game: GameState, line: str) -> tuple[str, ...]:
    return decision(game, line).event.steps


def beast(*carried: str, unit_type: str = "Monstrous Creature") -> GameState:
    """A monster with S 6 and A 3 against marines and a vehicle."""
    arms = [gun(name, 1, "Melee", s="User", reach="-") for name in carried]
    line = stat_line("Beast", **{"Unit Type": unit_type}, S="6", T="6", W="4", A="3")
    return battle([squad("beast", model("Beast", 1, *arms, stat=line))], [marines("them", 4), hull("tank")])


@pytest.mark.parametrize("unit_type", ["Monstrous Creature", "Monstrous creature (Character)", "Gargantuan Creature"])
def test_no_armour_helps_against_a_monstrous_creature(unit_type: str) -> None:
    """3 attacks of S 6, factor 4: 72 DMG, with a weapon or without."""
    assert (
        "72 DMG, 18 a model, no save"
        in decision(beast(unit_type=unit_type), "fight attacker=beast target=them").event.text
    )
    clawed = decision(beast("Claws", unit_type=unit_type), "fight attacker=beast target=them").event
    assert "72 DMG, 18 a model, no save" in clawed.text and "the attack ignores armour" in clawed.steps


def test_it_goes_deeper_into_vehicles() -> None:
    """D-51: S 6 on AV 10 with an extra D6 is four lower."""
    assert "AV 10 − S 6 − 4 (extra D6) = 0: line F" in steps(beast(), "fight attacker=beast target=tank")
    assert "AV 10 − S 6 = 4: line C" in steps(beast(), "fight attacker=beast target=tank extra=none")


def test_the_player_says_otherwise() -> None:
    assert "at 3+" in decision(beast(), "fight attacker=beast target=them ignores-armour=no").event.text
    assert "no save" in blow(duel("Melee", s="User"), "ignores-armour=yes")
    assert "at 3+" in blow(duel("Melee, Power weapon", s="User"), "ignores-armour=no")


def test_others_of_its_unit_save_as_ever() -> None:
    line = stat_line("Beast", **{"Unit Type": "Monstrous Creature"}, S="6")
    game = battle([squad("brood", model("Beast", 1, stat=line), model("Keeper", 2))], [marines("them", 4)])
    choices = [choice.value for choice in decision(game, "fight attacker=brood target=them").questions[0].choices]
    assert choices == ["Close combat (Beast)", "Close combat (Keeper)"]
    assert "no save" in decision(game, "fight attacker=brood target=them weapon='close combat (beast)'").event.text
    assert "at 3+" in decision(game, "fight attacker=brood target=them weapon='close combat (keeper)'").event.text


def test_smash_lets_no_armour_save_be_taken() -> None:
    assert "no save" in blow(duel("Melee, Smash", s="User"))


def test_shred_wounds_again_and_a_master_crafted_weapon_hits_again() -> None:
    """D-21, D-45: S + 1; BS or WS + 1."""
    assert "20 DMG" in shot(duel("Assault 1, Shred"))
    assert "20 DMG" in blow(duel("Melee, Shred", s="User"))
    assert "20 DMG" in shot(duel("Assault 1, Master-crafted"))
    assert "20 DMG" in blow(duel("Melee, Master-crafted", s="User", WS="4"))
    assert "20 DMG" in blow(duel("Melee, Shred", s="User"), "reroll-to-wound")


@pytest.mark.parametrize("toughness", [3, 4, 6])
def test_fleshbane_is_poison_of_two_without_its_re_roll(toughness: int) -> None:
    """D-42: T + 2 instead of S, with the factor of WS alone."""
    wound = (toughness + 2) * 4
    assert f"{wound} DMG" in shot(duel("Assault 1, Fleshbane", s="1", target=str(toughness)))
    assert f"{wound} DMG" in blow(duel("Melee, Fleshbane", s="User", target=str(toughness)))
    assert "S 1 on AV 10" in shot(duel("Assault 1, Fleshbane", s="1"), target="tank")


@pytest.mark.parametrize(("save", "strength"), [("2+", 6), ("3+", 5), ("5+", 3), ("-", 2)])
def test_graviton_wounds_on_the_armour_of_the_target(save: str, strength: int) -> None:
    """As poison of the same figure (D-42): T 4 is 6 for 2+, 2 for 6+ and for none."""
    game = duel("Assault 1, Graviton", s="*", ap="2", Sv=save)
    assert f"{4 * strength} DMG" in shot(game)
    assert "24 DMG" in shot(game, "armour=2+") and "36 DMG" in shot(game, "strength=9")


def test_instant_death_comes_by_rule_and_not_to_eternal_warriors() -> None:
    """D-26, D-36: 32 DMG without a save take one model of 120 HP."""
    claw = gun("Claw", 1, "Melee, Power weapon, Instant Death", s="User", reach="-")
    warrior = selection("Warrior", rules=["Eternal Warrior"])
    game = battle(
        [marines("us", 1, claw, A="2", S="4"), marines("fist", 1, gun("Fist", 1, "Melee", s="8", ap="2", reach="-"))],
        [marines("them", 3, W="3"), squad("old", model("Old", 3, warrior, stat=stat_line("Old", W="3")))],
    )
    after = played(game, "fight attacker=us target=them")
    assert hp_left(after, ORKS, "them") == {"Marine": (2, 240)}
    assert "gone" in decision(game, "fight attacker=fist target=them").event.text
    for attacker, target in product(("us", "fist"), ("old",)):
        line = f"fight attacker={attacker} target={target}"
        assert "gone" not in decision(game, line).event.text
        assert "gone" in decision(game, f"{line} instant-death=yes").event.text
    assert "gone" not in decision(game, "fight attacker=us target=them instant-death=no").event.text


def test_the_hits_of_a_seismic_hammer_have_one_more_on_the_damage_chart() -> None:
    """D-56: the second open box of the row."""
    game = duel("Melee, Seismic", s="10", A="3")
    assert "penetrating: crew stunned" in blow(game, "attacks=4", "tank")
    assert "penetrating: crew shaken" in blow(game, "attacks=4 plus-one=no", "tank")


def test_barrages_pin() -> None:
    game = battle([marines("us", 1, gun("Mortar", 1, "Heavy 1, Barrage, Blast", reach='48"'))], [marines("them", 4)])
    assert "a pinning test" in decision(game, "shoot attacker=us target=them hits=4").event.text


@pytest.mark.parametrize(
    ("type", "target", "told"),
    [
        (
            "Assault 1, Haywire",
            "tank",
            "haywire: not worked out here; give its hits with hit-vehicle, such as --hits G",
        ),
        ("Assault 1, Graviton", "tank", "graviton: not worked out on vehicles; give what it does with hit-vehicle"),
        ("Ordnance 1", "tank", "ordnance: the better of two dice of penetration is not in these rules; "),
        ("Assault 1, Vortex", "them", f"vortex: {UNKNOWN}"),
        (
            "Assault 1, Concussive",
            "them",
            "concussive: whoever lost HP strikes last until the end of the next assault ",
        ),
    ],
)
def test_what_is_left_to_the_players_is_told(type: str, target: str, told: str) -> None:
    assert any(step.startswith(told) for step in steps(duel(type), f"shoot attacker=us target={target}"))


def test_nothing_is_told_of_what_does_not_matter_there() -> None:
    rules = "Haywire, Twin-linked, Poisoned (4+), Skyfire, Pinning"
    assert not [
        step for step in steps(duel(f"Assault 1, {rules}"), "shoot attacker=us target=them") if "not worked" in step
    ]
    assert not [
        step for step in steps(duel("Assault 1, Concussive"), "shoot attacker=us target=tank") if "concuss" in step
    ]


def test_a_rule_of_our_datasheets_is_told_in_their_words() -> None:
    reading = open_army("orks-1000").reading
    assert isinstance(reading, DicelessReading)
    gretchin = next(unit for unit in reading.army.units if unit.name == "Gretchin")
    stikk = next(each.weapon for each in gretchin.weapons if each.weapon.name == "Grabba stikk")
    assert list(left_to_players(gretchin, stikk.modes[0], at_vehicle=False)) == [
        "throttle: In a duel the other has one attack less."
    ]


@pytest.mark.parametrize("army", ["orks-1000", "space-marines-1000", "imperial-guard-1000"])
def test_no_rule_of_our_armies_is_told_without_saying_what_to_do(army: str) -> None:
    reading = open_army(army).reading
    assert isinstance(reading, DicelessReading)
    for unit in reading.army.units:
        modes: list[WeaponMode] = [mode for each in unit.weapons for mode in each.weapon.modes]
        told = [line for mode in modes for at in (True, False) for line in left_to_players(unit, mode, at)]
        assert not [line for line in told if UNKNOWN in line]


def test_every_rule_of_weapons_stands_in_the_docs() -> None:
    words = DOCS.read_text(encoding="utf-8").casefold()
    assert not [rule for rule in sorted(WEAPON_RULES) if rule not in words]
