"""Feel No Pain by what models carry: who has it, and until when (D-33)."""

from __future__ import annotations

import pytest

from builder.roster.marks import Mark
from builder.roster.view import SelectionView
from builder.systems.diceless.play.state import GameState
from tests.systems.diceless.play.battles import battle, marines, squad, stat_line
from tests.systems.diceless.play.games import decision, played
from tests.systems.making import model, selection, wargear

BARE = {"Sv": "-", "W": "5"}
TEXTS = (
    "As long as the Apothecary is alive, all models in his squad have the Feel No Pain special rule.",
    "Whilst the model with this upgrade is still alive his unit has the Feel No Pain universal special rule",
    "Confers Feel No Pain to unit.",
    "Bearer & squad have Feel No Pain",
    "The model and its unit have Feel No Pain (D-33).",
    "The whole squad has Feel No Pain while its bearer lives.",
    "While the Apothecary lives, his squad feels no pain (D-33).",
)
"""How datasheets put it."""
OTHERS = (
    "Allows a Painboy's unit to re-roll a single Feel No Pain roll.",
    "A model with a cybork body has the Feel No Pain (6+) special rule.",
    'He and his unit have the Feel No Pain special rule while within 3" of an objective.',
    "Once a game Feel No Pain keeps off more than half, for one attack on the mob.",
)
"""What gives no Feel No Pain that halves DMG, or only at times."""


def kit(text: str, rules: tuple[str, ...] = ()) -> SelectionView:
    return selection("Medicine", profiles=[wargear("Medicine", text)], rules=rules)


def ward(text: str, *rules: str) -> GameState:
    """A helper in a squad of troopers, all of 200 HP without a save."""
    helper = model("Helper", 1, kit(text, rules), stat=stat_line("Helper", **BARE))
    troopers = model("Trooper", 1, stat=stat_line("Trooper", **BARE))
    return battle([marines("us")], [squad("ward", helper, troopers)])


def led(text: str) -> GameState:
    """A helper who leads troopers."""
    helper = squad("helper", model("Helper", 1, kit(text), stat=stat_line("Helper", **BARE)))
    troopers = model("Trooper", 1, stat=stat_line("Trooper", **BARE))
    return battle([marines("us")], [helper, squad("mob", troopers, marks=[Mark("led_by", "helper")])])


def lost(game: GameState, unit: str, more: str = "") -> str:
    return decision(game, f"damage unit={unit} damage=40 {more}").event.text


@pytest.mark.parametrize("text", TEXTS)
def test_a_helper_gives_it_to_his_whole_unit_while_he_lives(text: str) -> None:
    game = ward(text, "Feel No Pain")
    assert "20 HP lost" in lost(game, "ward", "group=trooper")
    alone = played(game, "damage unit=ward hp=200 group=helper")
    decided = decision(alone, "damage unit=ward damage=40").event
    assert "40 HP lost" in decided.text
    assert "no Feel No Pain any more: nobody is left with Medicine" in decided.steps
    assert "20 HP lost" in lost(alone, "ward", "feel-no-pain=yes")


@pytest.mark.parametrize("text", TEXTS)
def test_a_helper_who_leads_a_unit_gives_it_to_that(text: str) -> None:
    game = led(text)
    decided = decision(game, "damage unit=mob damage=40 without-leader").event
    assert "20 HP lost" in decided.text and "Feel No Pain from Medicine" in decided.steps
    assert "20 HP lost" in lost(game, "mob")
    assert "40 HP lost" in lost(game, "mob", "without-leader feel-no-pain=no")
    assert "40 HP lost" in lost(game, "mob", "without-leader ap=2")
    for parted in ("leave leader=helper", "damage unit=helper hp=200"):
        assert "40 HP lost" in lost(played(game, parted), "mob")


def test_a_character_has_it_from_the_unit_that_he_leads() -> None:
    boss = squad("boss", model("Boss", 1, stat=stat_line("Boss", **BARE)))
    helper = model("Helper", 1, kit(TEXTS[0]), stat=stat_line("Helper", **BARE))
    game = battle([marines("us")], [boss, squad("mob", helper, marks=[Mark("led_by", "boss")])])
    assert "20 HP lost" in lost(game, "boss")
    assert "40 HP lost" in lost(played(game, "leave leader=boss"), "boss")


def test_what_says_no_more_than_that_its_bearer_has_it_is_his_alone() -> None:
    game = ward("Has Feel No Pain and fires Payback on the move.")
    assert "20 HP lost" in lost(game, "ward", "group=helper")
    assert "40 HP lost" in lost(game, "ward", "group=trooper")


@pytest.mark.parametrize("text", OTHERS)
def test_other_words_about_it_give_none(text: str) -> None:
    assert "40 HP lost" in lost(ward(text), "ward")
    assert "40 HP lost" in lost(led(text), "mob", "without-leader")


def test_six_or_more_is_too_little_to_halve_damage() -> None:
    assert "40 HP lost" in lost(ward("Hardy.", "Feel No Pain (6+)"), "ward")
    assert "20 HP lost" in lost(ward("Hardy.", "Feel No Pain (5+)"), "ward")


@pytest.mark.parametrize(("ap", "lost_hp"), [(1, 80), (2, 80), (3, 40), (4, 40)])
def test_ap_1_and_2_leave_none_of_it(ap: int, lost_hp: int) -> None:
    """D-33: DMG of AP 1 and 2 is not halved."""
    game = ward("Hardy.", "Feel No Pain")
    assert f"{lost_hp} HP lost" in decision(game, f"damage unit=ward damage=80 ap={ap}").event.text
