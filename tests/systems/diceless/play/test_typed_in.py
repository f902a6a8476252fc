"""What is typed in from paper."""

from __future__ import annotations

import pytest

from builder.errors import InputError
from builder.systems.diceless.play.report import UnitReport, VehicleReport, report
from builder.systems.diceless.play.state import Flag, GameState, hull_of
from builder.systems.diceless.vehicle_damage import Take, hit
from tests.systems.diceless.play.games import (
    MARINES,
    ORKS,
    choices_of,
    command,
    decision,
    game_of_vehicles,
    new_game,
    played,
    refusal,
)


def devastators(game: GameState) -> UnitReport:
    return report(game).sides[MARINES].units[2]


def rhino(game: GameState) -> VehicleReport:
    return report(game).sides[MARINES].vehicles[0]


def checked(game: GameState) -> tuple[list[int], list[int]]:
    rows = (rhino(game).glancing, rhino(game).penetrating)
    glancing, penetrating = ([place for place, box in enumerate(row, 1) if box.checked] for row in rows)
    return glancing, penetrating


def test_hit_points_left_say_how_many_models_are_left() -> None:
    """D-25."""
    game = played(new_game(), "set unit=Devastators hp='Missile launcher=38,Boltgun=80' op=75")
    row = devastators(game)
    assert [(group.models, group.hp) for group in row.groups] == [(1, 40), (1, 38), (2, 80)]
    assert row.op == 75


def test_one_figure_without_a_group_is_for_the_only_group() -> None:
    assert decision(new_game(), "set unit=Mob hp=100").event.text.startswith(
        "Mob, set by the player: Boy 100 of 800 HP"
    )
    told = refusal(new_game(), "set unit=Devastators hp=20")
    assert told == "say the groups that 20 is for: Sergeant=…,Missile launcher=…,Boltgun=…"
    assert devastators(played(new_game(), "set unit=Devastators hp=0")).destroyed


@pytest.mark.parametrize("way", ["hp", "lost-in-all", "models-left"])
def test_a_group_without_a_figure_shows_how_it_is_written(way: str) -> None:
    with pytest.raises(InputError, match="write the group with its figure, such as Sergeant=29"):
        command(new_game(), f"set unit=Devastators {way}=Boltgun=2,Sergeant")
    with pytest.raises(InputError, match="write a whole number"):
        command(new_game(), f"set unit=Devastators {way}=-5")


def test_hit_points_lost_in_all_and_models_left_are_other_ways_to_say_it() -> None:
    lost = played(new_game(), "set unit=Devastators lost-in-all=dev.2=42")
    assert lost == played(new_game(), "set unit=Devastators hp=dev.2=38")
    fewer = played(new_game(), "set unit=Devastators models-left=Boltgun=1")
    assert fewer == played(new_game(), "set unit=Devastators hp=Boltgun=40")


def test_the_only_group_needs_no_name() -> None:
    assert report(played(new_game(), "set unit=Mob hp=730")).sides[ORKS].units[1].models == 19


def test_figures_that_do_not_fit_are_refused() -> None:
    assert refusal(new_game(), "set unit=Devastators hp=Boltgun=81") == (
        "Boltgun has 2 models of 40 HP, 80 in all: 81 does not fit"
    )
    assert "does not fit" in refusal(new_game(), "set unit=Devastators lost-in-all=Sergeant=41")
    assert "is there twice" in refusal(new_game(), "set unit=Devastators hp=Sergeant=1 models-left=Sergeant=1")
    assert "'Nobody' is no group" in refusal(new_game(), "set unit=Devastators hp=Nobody=1")
    assert "say what of Devastators stands on paper" in refusal(new_game(), "set unit=Devastators")


def test_lines_and_boxes_of_a_vehicle_are_set() -> None:
    """D-52, D-55."""
    game = played(new_game(), "set-vehicle vehicle='Rhino 1' lines=A=36,B=22 glancing=1-2 penetrating=1")
    assert [line.damage for line in rhino(game).lines] == [36, 22, 0, 0, 0, 0]
    assert checked(game) == ([1, 2], [1])
    assert checked(played(game, "set-vehicle vehicle=rho glancing=none penetrating=1,2")) == ([], [1, 2])


def test_a_box_for_a_weapon_destroys_the_only_one_and_asks_for_one_of_several() -> None:
    """D-55."""
    game = played(new_game(), "set-vehicle vehicle='Rhino 1' penetrating=1-3")
    assert [box.checked for box in rhino(game).weapons] == [True]
    assert refusal(game, "set-vehicle vehicle='Rhino 1' weapons=none").endswith("name as many weapons")
    assert not rhino(played(game, "set-vehicle vehicle='Rhino 1' penetrating=1")).weapons[0].checked


def test_a_second_weapon_box_immobilises_a_vehicle_without_weapons() -> None:
    """D-57."""
    game = played(new_game(), "set-vehicle vehicle='Rhino 1' penetrating=1-3 glancing=4")
    assert rhino(game).immobilised


def test_weapons_beyond_the_boxes_were_taken_instead_of_immobilised() -> None:
    """D-57."""
    game = played(new_game(), "set-vehicle vehicle='Rhino 1' weapons='Storm bolter'")
    assert rhino(game).weapons[0].checked
    assert checked(game) == ([], [])
    assert "is no weapon of Rhino" in refusal(new_game(), "set-vehicle vehicle='Rhino 1' weapons=Lascannon")


def test_an_open_topped_vehicle_keeps_its_first_box() -> None:
    """D-59."""
    game = played(new_game(), "set-vehicle vehicle=Trukk glancing=none lines=A=3")
    assert report(game).sides[ORKS].vehicles[0].glancing[0].checked


def test_what_hits_did_before_stays_when_other_boxes_are_set() -> None:
    game = played(new_game(), "set-vehicle vehicle='Rhino 1' penetrating=1-4")
    rows = hull_of(game.sides[MARINES], "rho").rows
    assert hit(rows, "P", choice=Take.IMMOBILISED).value.destroyed
    after = played(game, "set-vehicle vehicle='Rhino 1' glancing=1")
    assert hull_of(after.sides[MARINES], "rho").rows.landed[:4] == rows.landed


def test_a_wreck_is_destroyed_and_leaves_its_passengers_to_be_put_on_foot() -> None:
    game = played(new_game(), "set-vehicle vehicle='Rhino 1' penetrating=1-5")
    assert Flag.DESTROYED in game.sides[MARINES].bodies["rho"].flags
    assert "was in Rhino 1" in report(game).sides[MARINES].units[1].marks
    assert any(hint.startswith("Rhino 1 is no more: Captain, Ancora must get out") for hint in report(game).hints)
    out = played(game, "disembark unit=Ancora")
    assert out.sides[MARINES].bodies["anc"].aboard is None
    back = played(game, "set-vehicle vehicle='Rhino 1' penetrating=1-4")
    assert Flag.DESTROYED not in back.sides[MARINES].bodies["rho"].flags


def test_how_far_a_vehicle_moved_is_noted_until_it_moves_no_more() -> None:
    """D-50."""
    game = played(new_game(), "speed vehicle='Rhino 1' speed='flat out' anyway")
    assert rhino(game).speed == "flat out"
    stuck = played(game, "set-vehicle vehicle='Rhino 1' penetrating=1-4")
    assert "it moves no more" in refusal(stuck, "speed vehicle='Rhino 1' speed=combat")
    assert rhino(played(stuck, "speed vehicle='Rhino 1' speed=immobile")).speed == "immobile"


def test_just_the_speeds_that_can_be_noted_are_offered() -> None:
    """D-50: those of which players agree too; none to a vehicle that moves no more, or whose crew is stunned."""
    game = played(new_game(), "next")

    def offered(now: GameState, **given: str) -> list[str]:
        return [each.value for each in choices_of(now, "speed", "speed", {"vehicle": "Rhino 1", **given})]

    assert offered(game) == ["immobile", "combat", "cruising"]
    assert offered(game, anyway="yes") == ["immobile", "combat", "cruising", "flat out"]
    stuck = played(game, "set-vehicle vehicle='Rhino 1' penetrating=1-4")
    assert offered(stuck) == offered(stuck, anyway="yes") == ["immobile"]
    stunned = played(game, "set-vehicle vehicle='Rhino 1' crew=stunned")
    assert offered(stunned) == ["immobile"] and len(offered(stunned, anyway="yes")) == 4


def test_a_noted_speed_holds_until_the_next_movement_phase_of_its_side() -> None:
    """D-50."""
    game = played(new_game(), "turn", "speed vehicle='Rhino 1' speed='flat out' anyway")
    assert not any(hint.startswith("Say how far vehicles move") for hint in report(game).hints)
    assert rhino(played(game, "turn")).speed == "flat out"
    again = played(game, "turn", "turn")
    assert rhino(again).speed == ""
    assert "Say how far vehicles move, with speed or speeds: Rhino 1" in report(again).hints


def test_a_vehicle_with_several_weapons_is_asked_which_of_them_is_gone() -> None:
    """D-55."""
    asked = decision(game_of_vehicles(), "set-vehicle vehicle=Dreadnought penetrating=3")
    assert [question.parameter for question in asked.questions] == ["weapons"]
    assert [choice.text for choice in asked.questions[0].choices] == ["Fist", "Multi-melta"]
    game = played(game_of_vehicles(), "set-vehicle vehicle=Dreadnought penetrating=3 weapons=Multi-melta")
    weapons = report(game).sides[MARINES].vehicles[0].weapons
    assert [box.checked for box in weapons] == [False, True]


@pytest.mark.parametrize(
    ("inches", "speed", "told"),
    [
        ("0", "immobile", "stays where it is"),
        ("6", "combat", "moves: combat"),
        ("6.5", "cruising", "moves: cruising"),
        ("12", "cruising", "moves: cruising"),
    ],
)
def test_how_far_a_vehicle_moved_can_be_said_in_inches(inches: str, speed: str, told: str) -> None:
    """D-50: combat speed is up to 6", cruising up to 12", and what is more flat out, as in the base game."""
    game = played(new_game(), "next")
    assert decision(game, f"speed vehicle='Rhino 1' speed={inches}").event.text == f"Rhino 1 {told}"
    assert decision(game, f"speeds player=1 speeds={inches}").event.text.endswith(f"Rhino 1 {speed}")
    assert "only those move flat out" in refusal(game, "speed vehicle='Rhino 1' speed=13")
