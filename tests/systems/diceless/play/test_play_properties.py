"""What holds of every game, whatever its players do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from builder.errors import InputError, PlayError
from builder.systems.diceless.play import PLAY
from builder.systems.diceless.play.changes import Change, DicelessEvent
from builder.systems.diceless.play.queries import dead, gone
from builder.systems.diceless.play.report import report
from builder.systems.diceless.play.state import Flag, GameState, hull_of, hulls
from builder.systems.diceless.vehicle_damage import LINE_CAPACITY
from builder.systems.play.actions import Act
from builder.systems.play.events import Decision
from builder.systems.specs import Field, Spec
from tests.systems.diceless.play.games import SPECS, choices_of, game_of_vehicles, in_turn, marines, new_game, played

GAMES = {
    "two armies": new_game(),
    "an army against itself": new_game(against=marines()),
    "an opponent who is only a name": game_of_vehicles(),
}
ActSpec: TypeAlias = Spec[Act[GameState]]
GONE = ("Captain", "Rhino 1", "Librarian", "Gretchin", "Trukk", "Lobbas")
NAMED = {"unit", "vehicle", "attacker", "target", "leader", "transport", "fleeing", "winners"}
"""The parameters that name units and vehicles."""
UNCHECKING = {"repair", "set-vehicle"}
"""The acts that may take a check off a box."""
RESTORING = {"set", "set-vehicle", "mark"}
"""The acts that may touch who is gone."""
FIGURES = ("1", "2", "3", "4+", "8", "12", "20", "48", "150", "-1", "+2", "left", "A=12,E=8", "1-3", "P,G", "none")
"""What is tried where a parameter takes free text."""


def value_of(field: Field, offered: Sequence[str], draw: st.DataObject) -> str:
    """Something that a parameter can read, of what is offered or else of some figures; empty where nothing fits."""
    if not offered and field.kind.find is not None:
        return ""
    tried: str = draw.draw(st.sampled_from(offered or FIGURES))
    try:
        if field.kind.read is not None:
            field.kind.read(tried)
    except ValueError:
        return ""
    return tried


def decision(state: GameState, verb: ActSpec, given: dict[str, str | bool]) -> Decision[Change] | None:
    """What an act comes to, its questions answered by the last choice; None where it cannot be done."""
    try:
        for _ in range(12):
            decided = PLAY.decide(state, PLAY.read(state, verb.name, given))
            if not decided.questions:
                return decided
            for question in decided.questions:
                assert question.parameter in {parameter.name for parameter in verb.listed}
                given[question.parameter] = question.choices[-1].value
    except (PlayError, InputError) as error:
        assert str(error)
        return None
    raise AssertionError(f"{verb.name} asks on and on: {given}")


def names_units(verb: ActSpec) -> bool:
    """Whether it is an act of units or vehicles, and none that brings them back."""
    return verb.name not in RESTORING and any(parameter.name in NAMED for parameter in verb.listed)


def act(state: GameState, verb: ActSpec, draw: st.DataObject, named: Sequence[str] = ()) -> Decision[Change] | None:
    """An act with some values, where one can be done so; units and vehicles of those that are `named`."""
    given: dict[str, str | bool] = {}
    for parameter in verb.listed:
        wanted = parameter.required
        if not wanted and not draw.draw(st.sampled_from([False, False, True])):
            continue
        if parameter.switch:
            given[parameter.name] = True
            continue
        written = {name: value for name, value in given.items() if isinstance(value, str)}
        offered = [choice.value for choice in choices_of(state, verb.name, parameter.name, written)]
        text = value_of(parameter, named if named and parameter.name in NAMED else offered, draw)
        if text:
            given[parameter.name] = text
        elif wanted:
            return None
    return decision(state, verb, given)


def check(before: GameState, event: DicelessEvent, state: GameState) -> None:
    """The invariants of a game after an event."""
    assert event.text and "\n" not in event.text
    for was, side in zip(before.sides, state.sides, strict=True):
        assert side.points >= 0
        for tokens in side.stock.values():
            assert 0 <= tokens.left <= tokens.total
        units = side.army.units if side.army else ()
        for unit in units:
            now = side.bodies[unit.id]
            assert now.op >= 0
            for group in unit.groups:
                pool = now.pools[group.id]
                assert 0 <= pool.models <= group.models
                assert 0 <= pool.noted < pool.hp_each
                assert pool.models or not pool.noted
            assert not dead(side, unit.id) or Flag.DESTROYED in now.flags
        for vehicle in hulls(side):
            assert all(0 <= damage <= LINE_CAPACITY for damage in vehicle.lines.values())
            assert len(vehicle.destroyed_weapons) == vehicle.rows.weapons - vehicle.rows.weapons_left
            if event.kind not in UNCHECKING:
                for row in ("G", "P"):
                    assert set(hull_of(was, vehicle.id).rows.checked(row)) <= set(vehicle.rows.checked(row))
    for shown in report(state).sides:
        assert all(unit.hp >= 0 and unit.tests_left >= 0 for unit in shown.units)


@settings(max_examples=15)
@given(st.sampled_from(sorted(GAMES)), st.integers(0, 6), st.data())
def test_games_keep_their_rules_and_replay_to_the_same_state(game: str, turn: int, draw: st.DataObject) -> None:
    """HP, order points and tokens are never under nothing, lines never over 36, and checked boxes stay (D-53, D-55)."""
    state = begun = in_turn(GAMES[game], turn)
    log: list[bytes] = []
    for _ in range(draw.draw(st.integers(1, 15))):
        decided = act(state, draw.draw(st.sampled_from(SPECS)), draw)
        if decided is None:
            continue
        after = PLAY.evolve(state, decided.event)
        check(state, decided.event, after)
        log.append(PLAY.encode(decided.event))
        state = after
    replayed = begun
    for body in log:
        replayed = PLAY.evolve(replayed, PLAY.decode(PLAY.version, body))
    assert replayed == state


@pytest.mark.parametrize("verb", [verb for verb in SPECS if names_units(verb)], ids=lambda verb: verb.name)
@settings(max_examples=4)
@given(st.booleans(), st.data())
def test_who_is_destroyed_is_left_alone_by_all_but_set_and_mark(verb: ActSpec, shot: bool, draw: st.DataObject) -> None:
    """It neither takes nor deals damage, tests nothing and moves nowhere."""
    fallen = "set unit='{}' models-left=0" if shot else "mark unit='{}' mark=destroyed"
    wrecked = "set-vehicle vehicle='{}' penetrating=6" if shot else fallen
    vehicles = ("Rhino 1", "Trukk")
    state = played(in_turn(new_game(), 2), *((wrecked if name in vehicles else fallen).format(name) for name in GONE))
    decided = act(state, verb, draw, named=(*GONE, "Devastators"))
    if decided is None:
        return
    after = PLAY.evolve(state, decided.event)
    for was, side in zip(state.sides, after.sides, strict=True):
        for name, then in was.bodies.items():
            if gone(was, name):
                now = side.bodies[name]
                assert (now.pools, now.op, now.flags) == (then.pools, then.op, then.flags)
        for hull in hulls(was):
            if gone(was, was.owners[hull.id]):
                assert replace(hull_of(side, hull.id), note="", last="") == replace(hull, note="", last="")
