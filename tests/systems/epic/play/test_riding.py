"""Riding in Epic by its rules: who gets in and out when, and what becomes of those in lost transports (E-20, E-21)."""

from __future__ import annotations

import pytest

from builder.errors import PlayError
from builder.record import replace
from builder.systems.epic.model import Berth
from builder.systems.epic.play.view import marks
from builder.systems.epic.transport import read_berths
from tests.systems.epic.play.games import (
    CARRIES,
    after,
    body,
    decided,
    formation,
    game_of,
    gun,
    in_action,
    mounted,
    some,
)


def test_nobody_is_picked_up_and_set_down_in_one_move() -> None:
    """E-20."""
    game = after(mounted(), "activate", unit="mob", action="double")
    with pytest.raises(PlayError, match="as part of a move"):
        decided(game, "embark", {"unit": "mob"})
    game = after(after(game, "move", unit="mob"), "embark", unit="mob")
    assert body(game, "mob").passengers == 4
    with pytest.raises(PlayError, match="in the move in which he was picked up"):
        decided(game, "disembark", {"unit": "mob"})
    game = after(after(game, "move", unit="mob"), "disembark", unit="mob", riders="2 Boyz")
    assert body(game, "mob").passengers == 2
    for riders in ("", "2 Boyz"):
        with pytest.raises(PlayError, match="nobody goes aboard in the move in which he got out"):
            decided(game, "embark", {"unit": "mob", "riders": riders})


def test_a_row_names_who_rides_and_nobody_where_none_does() -> None:
    """E-20."""
    moved = after(after(mounted(), "activate", unit="mob", action="double"), "move", unit="mob")
    aboard = after(moved, "embark", unit="mob")
    assert [[mark.text for mark in marks(body(game, "mob"))] for game in (moved, aboard)] == [[], ["4 aboard"]]


def test_who_was_picked_up_or_set_down_in_a_move_is_told_so_beside_others_who_were_not() -> None:
    """E-20: they are there, though not free to get in or out again."""
    game = after(after(mounted(), "activate", unit="mob", action="march"), "move", unit="mob")
    game = after(after(game, "embark", unit="mob", riders="2 Boyz"), "move", unit="mob")
    out = after(game, "disembark", unit="mob", riders="1 Boyz")
    with pytest.raises(PlayError, match="in the move in which he got out"):
        decided(out, "embark", {"unit": "mob", "riders": "3 Boyz"})
    more = after(game, "embark", unit="mob", riders="1 Boyz")
    with pytest.raises(PlayError, match="in the move in which he was picked up"):
        decided(more, "disembark", {"unit": "mob", "riders": "3 Boyz"})


def test_riders_of_a_lost_transport_save_on_their_armour_or_6_and_are_a_marker_each() -> None:
    """E-20: both full trucks carry two; one is lost, one of its riders survives."""
    game = after(mounted(), "activate", unit="mob", action="march")
    game = after(after(game, "move", unit="mob"), "embark", unit="mob")
    decision = decided(game, "losses", {"unit": "mob", "which": "1 Truck", "cause": "shot at"})
    assert [each.text for each in decision.questions] == [
        "Saves of 2 units in lost transports, 2 dice at 6+: how many?"
    ]
    game = after(game, "losses", unit="mob", which="1 Truck", cause="shot at", riders_saved="6,5")
    mob = body(game, "mob")
    assert (mob.units, mob.passengers, mob.markers, mob.broken) == (4, 2, 3, False)


def test_riders_lost_in_dangerous_terrain_are_a_marker_each_however_it_is_told() -> None:
    """E-10, E-20."""
    game = after(
        after(after(mounted(), "activate", unit="mob", action="march"), "move", unit="mob"), "embark", unit="mob"
    )
    lost = {"unit": "mob", "riders_saved": "5,6"}
    for verb, given in (
        ("losses", {"which": "1 Truck", "cause": "dangerous terrain"}),
        ("move", {"danger": "1", "danger_which": "1 Truck"}),
    ):
        mob = body(after(game, verb, **lost, **given), "mob")
        assert (mob.units, mob.markers) == (4, 1)


def test_riders_are_lost_as_their_dice_say_or_as_players_tell() -> None:
    """E-20: two Nobz who save on 4+ and two Boyz on 6+; without dice those with the worst save are lost."""
    trucks = some("Truck", 2, "AV", carries={"boyz": 1, "nobz": 1})
    mob = formation("mob", some("Nobz", 2, armour=4), some("Boyz", 2, armour=None), trucks)
    game = after(game_of([mob], [formation("guns", some("Gunner", 6))]), "embark", unit="mob")
    for given, lost in (
        ({"riders_saved": "1,3,6,6"}, (2, 0)),
        ({"riders_saved": "2"}, (0, 2)),
        ({"riders_saved": "2", "riders_lost": "1 Nobz,1 Boyz"}, (1, 1)),
    ):
        now = body(after(game, "losses", unit="mob", which="2 Truck", **given), "mob")
        nobz, boyz, _ = now.formation.kinds
        assert (2 - now.left(nobz), 2 - now.left(boyz)) == lost
    with pytest.raises(PlayError, match="2 units that rode are lost, and not 1"):
        decided(game, "losses", {"unit": "mob", "which": "2 Truck", "riders_saved": "2", "riders_lost": "1 Boyz"})


def test_only_riders_who_find_a_place_together_are_offered_as_those_of_a_lost_transport() -> None:
    """E-20: a truck takes two Boyz and one Grot, three trucks are not full."""
    trucks = replace(some("Truck", 3, "AV"), berths=(Berth(2, {"boyz": 1}, {}), Berth(1, {"grot": 1}, {})))
    mob = formation("mob", some("Boyz", 4), some("Grot", 3), trucks)
    game = after(game_of([mob], [formation("guns", some("Gunner", 6))]), "embark", unit="mob")
    (asked,) = decided(game, "losses", {"unit": "mob", "which": "1 Truck"}).questions
    offered = [choice.text for choice in asked.choices]
    assert offered == ["2 Boyz, 1 Grot", "2 Boyz", "1 Boyz, 1 Grot", "1 Boyz", "1 Grot", "nobody"]


def test_nobody_rides_in_what_is_lost_however_it_is_told() -> None:
    """E-20: four Boyz in two trucks of two places; with one of them two are left aboard, with both nobody."""
    game = after(
        after(after(mounted(), "activate", unit="mob", action="engage"), "move", unit="mob"), "embark", unit="mob"
    )
    told = {"unit": "mob", "target": "guns", "winner": "nobody", "lost": "1 Truck,1 Boyz"}
    (asked,) = decided(game, "assault-result", told).questions
    assert (asked.parameter, asked.text) == (
        "riders-saved",
        "Saves of 2 units in lost transports, 2 dice at 6+: how many?",
    )
    fought = after(game, "assault-result", **told, riders_saved="6,6")
    mob = body(after(game, "assault-result", **told, riders_saved="6,5"), "mob")
    assert (mob.units, mob.passengers, mob.markers) == (3, 2, 3), "who rode in it and did not save himself is a marker"
    agreed = after(game, "set", unit="mob", kind="Truck", left="1")
    for now, units in ((fought, 4), (agreed, 5)):
        assert (body(now, "mob").units, body(now, "mob").passengers) == (units, 2)
    gone = body(after(game, "set", unit="mob", kind="Truck", left="0"), "mob")
    assert (gone.riding, gone.on_table(gone.formation.kinds[0])) == ({}, 4)


def test_a_countercharge_takes_up_and_sets_down_but_for_who_is_trapped() -> None:
    """E-21: in no action of its own; between two enemies nobody gets in or out."""
    game = after(mounted(), "embark", unit="mob", riders="2 Boyz", countercharge=True)
    assert body(game, "mob").passengers == 2
    game = after(after(mounted(), "activate", unit="mob", action="advance"), "move", unit="mob")
    game = after(after(game, "embark", unit="mob"), "activate", unit="guns", action="engage", die="6")
    assert body(after(game, "disembark", unit="mob", countercharge=True), "mob").passengers == 0
    game = after(after(mounted(), "activate", unit="mob", action="double"), "move", unit="mob")
    game = after(after(game, "embark", unit="mob"), "move", unit="mob")
    with pytest.raises(PlayError, match=r"touches two enemies \(E-21\)"):
        decided(game, "disembark", {"unit": "mob", "countercharge": True, "trapped": True})
    assert body(after(game, "disembark", unit="mob", countercharge=True), "mob").passengers == 0


def test_nobody_gets_out_once_his_formation_has_shot() -> None:
    """E-20."""
    trucks = some("Truck", 2, "AV", carries=CARRIES, weapons=[gun("big shoota", "AP6+")])
    mob = formation("mob", some("Boyz", 4), trucks, initiative=1)
    game = in_action(after(game_of([mob], [formation("guns", some("Gunner", 6))]), "embark", unit="mob"))
    game = after(after(game, "activate", unit="mob", action="advance"), "move", unit="mob")
    game = after(game, "shoot", unit="mob", target="guns", hits="0")
    with pytest.raises(PlayError, match="before it shoots or fights"):
        decided(game, "disembark", {"unit": "mob"})


def test_riders_of_several_kinds_of_transports_are_counted_once() -> None:
    """E-20."""
    carriers = (some("Truck", 2, "AV", carries=CARRIES), some("Wagon", 2, "AV", carries=CARRIES))
    mob = formation("mob", some("Boyz", 6, armour=None), *carriers)
    game = after(game_of([mob], [formation("guns", some("Gunner", 6))]), "embark", unit="mob")
    lost = {"unit": "mob", "which": "1 Truck,1 Wagon"}
    (asked,) = decided(game, "losses", lost).questions
    assert asked.text == "Who rode in the 1 Truck and 1 Wagon that are lost?"
    assert body(after(game, "losses", **lost, riders_hit="3 Boyz", riders_saved="0"), "mob").units == 5


def test_riders_of_a_war_engine_save_as_those_of_any_transport_in_a_crossfire() -> None:
    """E-20, E-23: armour of 5+ needs a 6, on which nobody else rolls, whatever it is that carries them."""
    for engine in (some("Fortress", 1, "WE", dc=2, carries=CARRIES), some("Truck", 1, "AV", carries=CARRIES)):
        mob = formation("mob", some("Boyz", 2), engine)
        guns = formation("guns", some("Gunner", 6, weapons=[gun("cannon", "AT4+")]), initiative=1)
        game = in_action(after(game_of([mob], [guns]), "embark", unit="mob"), dice="1,6")
        game = after(game, "activate", unit="guns", action="advance")
        hits = str(engine.line.dc)
        shot = {"unit": "guns", "target": "mob", "at": "armour", "crossfire": True, "hits": hits, "saved": "0"}
        assert body(after(game, "shoot", **shot, riders_saved="5,6"), "mob").units == 1


def test_who_rides_in_a_place_of_uneven_numbers_is_asked_as_he_fits() -> None:
    """E-06, E-20: of `3 Grots or 2 Boyz` two Boyz fill the truck, and both are in the one that is lost."""
    truck = replace(some("Truck", 2, "AV"), berths=read_berths("3 Grots or 2 Boyz"))
    mob = formation("mob", some("Boyz", 4), truck)
    game = after(game_of([mob], [formation("guns", some("Gunner", 2))]), "embark", unit="mob")
    assert body(game, "mob").passengers == 4
    lost = {"unit": "mob", "number": "1", "which": "1 Truck", "riders_saved": "0"}
    assert body(after(game, "losses", **lost, riders_hit="2 Boyz"), "mob").units == 3


def test_riders_who_cannot_save_are_told_so() -> None:
    """E-20, E-23: in a crossfire nobody saves on a 7."""
    mob = formation("mob", some("Boyz", 2, armour=None), some("Truck", 1, "AV", carries=CARRIES))
    guns = formation("guns", some("Gunner", 6, weapons=[gun("cannon", "AT4+")]), initiative=1)
    game = in_action(after(game_of([mob], [guns]), "embark", unit="mob"), dice="1,6")
    game = after(game, "activate", unit="guns", action="advance")
    shot = {"unit": "guns", "target": "mob", "at": "armour", "crossfire": True, "hits": "1", "saved": "0"}
    with pytest.raises(PlayError, match="lost transports: whatever is rolled, none can succeed: give 0, or nothing"):
        decided(game, "shoot", {**shot, "riders_saved": "1"})
