"""The view of a game of Diceless: rows are kept from one act to the next, and tell the same as fresh ones."""

from __future__ import annotations

from itertools import accumulate

import pytest

from builder.systems.diceless.play import PLAY
from builder.systems.diceless.play.changes import DicelessEvent, Ordered
from builder.systems.diceless.play.state import GameState
from builder.systems.play.events import Event
from builder.systems.play.view import View
from tests.systems.diceless.play.games import MARINES, game_of_vehicles, new_game, played
from tests.systems.diceless.play.test_stored_games import decoded, each_version


@pytest.mark.long
@each_version
def test_kept_rows_tell_the_same_as_fresh_ones(version: int) -> None:
    first, *others = decoded(version)
    view = PLAY.viewer()
    for state in accumulate(others, PLAY.evolve, initial=PLAY.begin(first)):
        assert view(state) == PLAY.viewer()(state)


def rows(view: View) -> dict[str, int]:
    return {row.ref: id(row) for side in view.sides for table in side.tables for row in table.rows}


def test_only_the_rows_that_an_act_changes_are_made_again() -> None:
    game, view = new_game(), PLAY.viewer()
    before = view(game)
    event: DicelessEvent = Event(kind="test", text="", changes=(Ordered(side=MARINES, unit="dev", op=75),))
    after = view(PLAY.evolve(game, event))
    was, now = rows(before), rows(after)
    assert [ref for ref in was if was[ref] != now[ref]] == ["dev"]


def test_marks_stand_behind_what_is_left_of_the_tests_in_few_cells() -> None:
    (unit,) = [
        row
        for row in PLAY.viewer()(played(new_game(), "mark unit=dev mark=engaged")).sides[MARINES].tables[0].rows
        if row.ref == "dev"
    ]
    told = ["".join(span.text for span in way) for way in unit.brief[1]]
    assert told[2] == "Ld 9  fails above 167   engaged" and told[0].endswith("   engaged")


def test_of_a_wreck_nothing_is_told_that_could_come_next() -> None:
    game = played(game_of_vehicles(), "hit-vehicle vehicle=dre hits=P,P,P,P,P take=immobilised destroyed=Fist")
    (wreck,) = [row for row in PLAY.viewer()(game).sides[MARINES].tables[1].rows if row.name == "Dreadnought"]
    told = " / ".join("".join(span.text for span in way) for ways in wreck.brief for way in ways)
    assert told.split("   ")[-1] == " / gone: Fist", told


@pytest.mark.parametrize(("game", "known"), [(new_game(), (True, True)), (game_of_vehicles(), (True, False))])
def test_a_side_is_known_by_its_army(game: GameState, known: tuple[bool, bool]) -> None:
    one, other = PLAY.viewer()(game).sides
    assert (one.known, other.known) == known


def test_rows_of_the_side_that_acts_attack_and_the_others_are_hit() -> None:
    one, other = PLAY.viewer()(new_game()).sides
    assert (one.fields, other.fields) == (("attacker",), ("target",))
