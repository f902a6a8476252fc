"""Turns and phases: their order, what ends and begins with them, named moments, what is due."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from builder.errors import InputError
from builder.record import replace
from builder.systems.play.changes import Counted, Scored
from builder.systems.play.clock import Consequence, Course, Due, Phase, Rules, due, moving, passing
from builder.systems.play.game import OVER, Clock, Game, UnitRef
from tests.systems.play.bands import begun, decided, played
from tests.systems.play.toy import COURSE, PLAY, RULES, Skirmish

THREE: Course[Game[Any, Any]] = Course(
    before=Phase(id="deployment"), turn=tuple(Phase(id=each) for each in ("movement", "shooting", "assault"))
)
"""A course in which each player has a turn of his own."""
GAME = PLAY.begin(begun())


def walk(course: Course[Any], steps: int, first: int = 0) -> list[tuple[int, int, str, str]]:
    clock, told = Clock(phase=course.before.id, first=first), []
    for _ in range(steps):
        clock = course.after(clock)
        told.append((clock.turn, clock.active, clock.phase, course.moment(clock)))
    return told


def test_each_player_has_his_turn() -> None:
    assert walk(THREE, 7) == [
        (1, 0, "movement", "1.1"),
        (1, 0, "shooting", "1.2"),
        (1, 0, "assault", "1.3"),
        (1, 1, "movement", "1.4"),
        (1, 1, "shooting", "1.5"),
        (1, 1, "assault", "1.6"),
        (2, 0, "movement", "2.1"),
    ]
    assert [(turn, active, moment) for turn, active, _, moment in walk(THREE, 7, first=1)][::3] == [
        (1, 1, "1.1"),
        (1, 0, "1.4"),
        (2, 1, "2.1"),
    ]


def test_both_play_each_phase() -> None:
    assert [moment for *_, moment in walk(COURSE, 5)] == ["1.1", "1.2", "2.1", "2.2", "3.1"]
    assert COURSE.moment(Clock(turn=2, phase=OVER)) == "2"


def test_phases_that_are_left_can_be_skipped() -> None:
    clock = THREE.next_turn(Clock(turn=1, active=0, phase="movement"))
    assert (clock.turn, clock.active, clock.phase) == (1, 1, "movement")


def scored(points: int, text: str) -> Any:
    def hook(game: Skirmish, about: tuple[UnitRef, ...] = ()) -> Iterator[Consequence[Skirmish]]:
        now = game.sides[0].points
        yield Consequence((Scored(side=0, points=now * 10 + points),), f"{text} {game.clock.phase}")

    return hook


def test_what_ends_is_decided_before_the_new_phase_and_what_begins_in_it() -> None:
    """Each hook sees what those before it made: 1, 12, 123 …"""
    march, fight = COURSE.turn
    phases = (replace(march, ends=(scored(1, "ends"),)), replace(fight, begins=(scored(3, "begins"),)))
    course = replace(COURSE, turn=phases).adding("march ends", scored(2, "module ends"))
    course = course.adding("fight begins", scored(4, "module begins"))
    rules: Rules[Skirmish] = replace(RULES, course=course)
    play = replace(PLAY, rules=rules)
    game = played(("next", {}))
    event = play.decide(game, play.read(game, "next", {})).event
    assert event.text == "Turn 1: fight; ends march; module ends march; begins fight; module begins fight"
    assert play.evolve(game, event).sides[0].points == 1234


def test_a_turn_ends_once_for_both() -> None:
    rules: Rules[Skirmish] = replace(RULES, course=COURSE.adding("turn ends", scored(7, "the turn ends in")))
    march, fight = played(("next", {})), played(("next", {}), ("next", {}))
    assert "the turn ends" not in moving(rules, GAME, COURSE.after(GAME.clock)).text
    assert "the turn ends" not in moving(rules, march, COURSE.after(march.clock)).text
    assert "the turn ends in fight" in moving(rules, fight, COURSE.after(fight.clock)).text


def alert(game: Skirmish, about: tuple[UnitRef, ...]) -> Iterator[Consequence[Skirmish]]:
    """Whoever is attacked has been warned."""
    (attacker,) = about
    count = game.body(UnitRef(0, "a")).count("fear") + 1
    yield Consequence((Counted(side=0, unit="a", counter="fear", count=count),), f"{game.body(attacker).name} is seen")


def test_modules_add_themselves_at_a_named_moment_and_know_nothing_of_each_other() -> None:
    course = COURSE.adding("declared", alert).adding("declared", alert)
    play = replace(PLAY, rules=replace(RULES, course=course))
    event = play.decide(GAME, play.read(GAME, "strike", {"attacker": "x", "target": "b", "blows": "6"})).event
    assert event.text == "Boys is seen; Boys is seen; Boys strikes Guns 2: 1 HP"
    assert play.evolve(GAME, event).body(UnitRef(0, "a")).count("fear") == 2
    assert COURSE.moments == {"declared": ()}, "the course of the system without modules is as it was"
    assert decided(GAME, "strike", attacker="x", target="b", blows="6").event.text == "Boys strikes Guns 2: 1 HP"


def test_a_moment_that_a_course_does_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match="'declraed'; there are: declared, muster ends, march begins"):
        COURSE.adding("declraed", alert)
    with pytest.raises(ValueError, match="no moment is called"):
        passing(RULES, "before move", GAME)


def test_what_is_due_in_a_phase_is_due_in_that_phase_alone() -> None:
    def always(game: Skirmish) -> Iterator[Due]:
        yield Due(text="drink water")

    rules: Rules[Skirmish] = replace(RULES, due=(always,))
    afraid = played(("count", {"unit": "b", "counter": "fear", "number": "4"}), ("next", {}))
    assert [each.text for each in due(rules, afraid)] == ["drink water"]
    fight = played(("next", {}), game=afraid)
    assert [each.text for each in due(rules, fight)] == ["Guns 2 is afraid", "drink water"]


def test_what_is_due_can_be_dismissed_until_the_phase_ends() -> None:
    game = played(("count", {"unit": "b", "counter": "fear", "number": "4"}), ("next", {}), ("next", {}))
    assert [(each.text, each.key) for each in PLAY.viewer()(game).due] == [("Guns 2 is afraid", "mark 1:b")]
    waved = played(("dismiss", {"what": "Guns 2"}), game=game)
    assert PLAY.viewer()(waved).due == ()
    with pytest.raises(InputError, match="nothing is due"):
        decided(waved, "dismiss", what="mark 1:b")
    again = played(("next", {}), ("next", {}), game=waved)
    assert len(PLAY.viewer()(again).due) == 1


def test_the_end_of_a_game_is_due_where_nobody_is_left_of_an_army_until_it_is_over() -> None:
    """No rule says so, and a mission can be won by it: players decide."""
    game = played(("next", {}))
    for unit in GAME.sides[1].bodies:
        assert not PLAY.viewer()(game).due
        game = played(("mark", {"unit": f"2:{unit}", "mark": "destroyed"}), game=game)
    (end,) = PLAY.viewer()(game).due
    assert end.text == f"No unit of {GAME.sides[1].name} is left: end the game?" and not end.before_end
    assert not PLAY.viewer()(played((end.verb, {}), game=game)).due


def test_what_is_about_nobody_is_told_apart_by_what_its_act_is_given() -> None:
    two = [Due(text=text, verb="group", given={"plan": text}) for text in ("Left", "Right")]
    assert [each.key for each in two] == ["group Left", "group Right"]


def test_the_state_before_the_first_turn_is_no_phase_of_a_turn() -> None:
    assert (GAME.clock.phase, PLAY.moment(GAME)) == ("muster", "0")
    with pytest.raises(KeyError):
        COURSE.phase("nonsense")
