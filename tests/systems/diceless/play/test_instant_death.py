from __future__ import annotations

import pytest

from builder.systems.diceless.play.state import GameState
from tests.systems.diceless.play.battles import battle, gun, hp_left, marines, squad, stat_line
from tests.systems.diceless.play.games import decision, played
from tests.systems.making import model, profile, selection


def duel() -> GameState:
    maul = gun("Maul", 1, "Melee", s="8", ap="-", reach="-")
    death = gun("Scythe", 1, "Melee, Instant Death", s="3", ap="-", reach="-")
    blade = gun("Rending blade", 1, "Melee, Rending", s="4", ap="-", reach="-")
    moonfang = gun("Moonfang", 1, "Melee, Rending", s="4", ap="-", reach="-")
    return battle(
        [squad("ace", model("Ace", 1, maul, death, blade, moonfang, stat=stat_line("Ace", A="4")))],
        [
            marines("three", 3, W="3"),
            squad("hero", model("Hero", 1, stat=stat_line("Hero", W="3")), selection("x", rules=["Eternal Warrior"])),
            squad("tough", model("Tough", 3, stat=stat_line("Tough")), selection("x", rules=["Feel No Pain"])),
        ],
    )


def test_instant_death_removes_whole_models() -> None:
    """D-26: S8 on T4: of 128 DMG at 3+ 42 HP fall on one of 120."""
    assert hp_left(played(duel(), "fight attacker=ace target=three weapon=maul bonus=0"), 1, "three") == {
        "Marine": (2, 240)
    }


def test_eternal_warriors_lose_hp_alone() -> None:
    assert hp_left(played(duel(), "fight attacker=ace target=hero weapon=maul bonus=0"), 1, "hero") == {
        "Hero": (1, 120 - 42)
    }
    moonfang = played(duel(), "fight attacker=ace target=hero weapon=moonfang bonus=0")
    assert hp_left(moonfang, 1, "hero")["Hero"][0] == 1


def test_weapons_that_bring_instant_death_do_so_whatever_the_toughness() -> None:
    """S3 on T4: 48 DMG at 3+ are 16 HP."""
    assert (
        hp_left(played(duel(), "fight attacker=ace target=three weapon=scythe bonus=0"), 1, "three")["Marine"][0] == 2
    )


def test_hp_that_a_player_sets_are_lost_as_they_are() -> None:
    state = played(duel(), "fight attacker=ace target=three weapon=maul bonus=0 lost=marine=40")
    assert hp_left(state, 1, "three") == {"Marine": (3, 320)}


def test_feel_no_pain_halves_the_rest_of_rending_damage_alone() -> None:
    """D-33: of 64 DMG 11 are saved as AP2, which stops Feel No Pain; 53 at 3+ are 18, of which half."""
    assert hp_left(played(duel(), "fight attacker=ace target=tough weapon='rending blade' bonus=0"), 1, "tough") == {
        "Tough": (3, 120 - 11 - 9)
    }


@pytest.mark.parametrize(("said", "lost"), [("", 42), ("armour=none", 120), ("armour=2+", 22)])
def test_a_save_can_be_set_to_none(said: str, lost: int) -> None:
    steps = decision(duel(), f"fight attacker=ace target=hero weapon=maul bonus=0 {said}").event.text
    assert f"{lost} HP lost" in steps


def test_an_invulnerable_save_can_be_taken_away() -> None:
    halo = selection("Iron halo", profiles=[profile("Iron halo", "Wargear", {"Description": "4+ invulnerable save"})])
    blessed = battle([marines("us")], [marines("them", 1, halo)])
    assert "10 HP lost" in decision(blessed, "damage unit=them damage=20 ap=1").event.text
    assert "20 HP lost" in decision(blessed, "damage unit=them damage=20 ap=1 invulnerable=none").event.text
