"""What keeps units from attacking, or from being attacked."""

from __future__ import annotations

import pytest

from builder.roster.marks import Mark
from builder.roster.view import SelectionView
from builder.systems.diceless.play.attacks.permitted import turns_of
from builder.systems.diceless.play.state import GameState, Phase
from tests.systems.diceless.play.battles import battle, gun, hull, marines, squad
from tests.systems.diceless.play.games import choices_of, decision, in_turn, played, refusal
from tests.systems.making import DREADNOUGHT, model, selection, unit, vehicle

AGREED = "; by agreement with --anyway"
SHOT = "shoot attacker=us target=them distance=20"
BLOW = "fight attacker=us target=them"


def game(*acts: str) -> GameState:
    """A squad and one in a tank against the same, after some acts."""

    def side(name: str) -> list[SelectionView]:
        return [
            squad(name, model("Trooper", 5, gun("Boltgun", 5))),
            hull(f"{name}tank", gun("Storm bolter")),
            squad(f"{name}in", model("Rider", 5, gun("Boltgun", 5)), marks=(Mark("riding_in", f"{name}tank"),)),
        ]

    return played(battle(side("us"), side("them")), *acts)


@pytest.mark.parametrize(
    ("mark", "act", "words"),
    [
        ("unit=us mark=locked", SHOT, "Us: in close combat, no shooting"),
        ("unit=us mark=engaged", SHOT, "Us: in close combat, no shooting"),
        ("unit=them mark=locked", SHOT, "Them: in close combat, nobody shoots into that"),
        ("unit=us mark=pinned", SHOT, "Us: pinned, no shooting"),
    ],
)
def test_what_the_base_game_forbids_is_done_only_by_agreement(mark: str, act: str, words: str) -> None:
    marked = game(f"mark {mark}")
    assert refusal(marked, act) == f"{words}{AGREED}"
    assert decision(marked, f"{act} anyway").event.changes


def test_nobody_fires_at_a_character_alone_while_he_leads_a_unit_but_by_agreement() -> None:
    """As in the base game, where close combat can pick him out."""
    us = squad("us", model("Trooper", 5, gun("Boltgun", 5)))
    led = played(battle([us], [marines("boss", 1), marines("them", 5)]), "join leader=boss unit=them")
    shot = SHOT.replace("them", "boss")
    assert refusal(led, shot) == f"Boss: nobody fires at it alone while it leads a unit{AGREED}"
    assert decision(led, f"{shot} anyway").event.changes and decision(led, BLOW.replace("them", "boss")).event.changes
    assert decision(played(led, "mark unit=them mark=destroyed"), shot).event.changes


@pytest.mark.parametrize("act", [SHOT, BLOW])
@pytest.mark.parametrize("unit", ["us", "them"])
@pytest.mark.parametrize(
    ("mark", "words"), [("reserve", "still in reserve, let it arrive first"), ("destroyed", "nobody of")]
)
def test_whoever_is_not_on_the_table_takes_no_part(act: str, unit: str, mark: str, words: str) -> None:
    marked = game(f"mark unit={unit} mark={mark}")
    assert words in refusal(marked, act)
    assert words in refusal(marked, f"{act} anyway")


def test_whoever_rides_in_a_vehicle_with_a_roof_says_how_many_fire_out_of_it() -> None:
    """The source says nothing of passengers who fire, so the fire points of the base game decide: players know them."""
    shot = "shoot attacker=usin target=them distance=20"
    (asked,) = decision(game(), shot).questions
    assert asked.text == "How many fire out of Ustank, as its fire points let?"
    assert [each.value for each in asked.choices] == ["1", "2", "3", "4", "5"]
    assert "2 × Boltgun" in decision(game(), f"{shot} models=2").event.text
    assert "aboard Ustank, as many fire as its fire points let" in refusal(game(), "fire attacker=usin target=them")
    for agreed in (f"{shot} anyway", "fire attacker=usin target=them distance=20 anyway"):
        assert "5 × Boltgun" in decision(game(), agreed).event.text


def test_whoever_rides_is_not_attacked_and_does_not_strike() -> None:
    told = "Themin: aboard Themtank, name that or let it get out first"
    assert refusal(game(), "shoot attacker=us target=themin distance=20") == told
    assert refusal(game(), "fight attacker=us target=themin") == told
    assert "aboard Ustank" in refusal(game(), "fight attacker=usin target=them")


def test_whoever_comes_with_a_transport_waits_with_it() -> None:
    waiting = game("mark unit=ustank mark=reserve")
    told = "Usin: still in reserve, let it arrive first"
    assert refusal(waiting, "shoot attacker=usin target=them distance=20") == told
    assert refusal(waiting, "shoot attacker=them target=usin distance=20") == told


@pytest.mark.parametrize("mark", ["unit=us mark=locked", "unit=them mark=locked", "unit=us mark=pinned"])
def test_close_combat_is_where_locked_units_strike(mark: str) -> None:
    assert decision(game(f"mark {mark}"), BLOW).event.changes


def test_units_that_fall_back_shoot_on() -> None:
    assert decision(game("mark unit=us mark=falling"), SHOT).event.changes


def test_a_vehicle_that_is_no_walker_does_not_fight_but_is_fought() -> None:
    """D-60 knows attacks on vehicles; in the base game walkers alone strike."""
    walker = unit("Dread", selection("Dread", type="model", profiles=[vehicle("Dread", DREADNOUGHT)]), id="dread")
    state = in_turn(battle([marines("us"), hull("rhino"), walker], [marines("them")]), 1, Phase.ASSAULT)
    assert {ref.id: turn for ref, turn in turns_of(state)} == {"us": "may", "rhino": "cannot", "dread": "may"}
    assert [each.value for each in choices_of(state, "combat", "unit", {})] == ["us", "them", "dread"]
    assert refusal(state, "fight attacker=rhino target=them") == "Rhino: no walker, it strikes nobody in close combat"
    assert decision(state, "combat unit=them enemy=rhino").event.changes
