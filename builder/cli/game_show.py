"""How a game is written to a terminal: units, vehicles, tokens of both sides, and what was done last."""

from __future__ import annotations

import shlex
import shutil
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from builder.cli.output import echo, styled, table
from builder.services.games.session import GameSession
from builder.systems.gameview import Box, GameView, SideView, UnitRow, VehicleRow
from builder.systems.play.events import Decision, Question
from builder.tracker.entries import LogLine

_UNITS = ("Id", "Unit", "Models", "HP", "OP", "Fails above", "Tests", "Marks")
_VEHICLES = ("Id", "Vehicle", "Armour", "Glancing", "Penetr.", "Lines", "Marks")
_MANY = 6
"""Numbers to choose from that are told one by one; more are told as a run."""


def show_game(session: GameSession) -> None:
    """Write how a game stands."""
    view = session.view
    echo(styled(session.name, bold=True), f" [{session.id}], {session.system.name}")
    echo(_moment(view))
    for side in view.sides:
        _show_side(side)
    if view.notes:
        echo("\n" + "\n".join(f"Note: {note}" for note in view.notes))
    if view.hints:
        echo("\n" + "\n".join(view.hints))
    last = session.log[-1]
    echo(f"\nLast, {last.moment}, by {last.by}: {last.text}")


def show_line(line: LogLine) -> None:
    """Write a line of the log, with how its figures came about."""
    echo(f"{line.seq}  {line.moment}  {line.text}")
    _show_steps(line.steps)


def show_proposal(decision: Decision[Any]) -> None:
    """Write what an act would come to, with how its figures come about."""
    echo(decision.event.text)
    _show_steps(decision.event.steps)


def show_questions(decision: Decision[Any], *, err: bool = False) -> None:
    """Write what must still be chosen, with the options that answer it."""
    for question in decision.questions:
        echo(question.text, err=err)
        options = list(_options(question))
        width = max((len(option) for option, _ in options), default=0)
        for option, text in options:
            echo(f"  {option:<{width}}  {text}", err=err)


def _options(question: Question) -> Iterator[tuple[str, str]]:
    """The options that answer a question, each with what it means; a long run of numbers is told as one."""
    values = [choice.value for choice in question.choices]
    if len(values) > _MANY and all(value.isdecimal() for value in values):
        numbers = sorted(map(int, values))
        if numbers == list(range(numbers[0], numbers[-1] + 1)):
            yield f"--{question.parameter} {numbers[0]}…{numbers[-1]}", f"a number from {numbers[0]} to {numbers[-1]}"
            return
    for choice in question.choices:
        yield f"--{question.parameter} {shlex.quote(choice.value)}", choice.text


def _show_steps(steps: Sequence[str]) -> None:
    for step in steps:
        echo(f"  {step}")


def _moment(view: GameView) -> str:
    when = (
        f"turn {view.turn}, {view.sides[view.active].name}: {view.phase}" if view.turn and not view.over else view.phase
    )
    return ", ".join(part for part in (when, view.mission, "night fighting" if view.night else "") if part)


def _show_side(side: SideView) -> None:
    points = f", {side.points} victory points" if side.points else ""
    echo("\n", styled(side.name, bold=True), points)
    if side.units:
        table([_UNITS, *map(_unit, side.units)], right=frozenset({2, 3, 4, 5, 6}), fold=True)
    if side.vehicles:
        if side.units:
            echo()
        table([_VEHICLES, *map(_vehicle, side.vehicles)], fold=True)
    held = ", ".join(f"{token.name} {token.left} of {token.total}" for token in side.tokens if token.total)
    if held:
        echo(f"Tokens: {held}")
    if side.reserve:
        echo(textwrap.fill(side.reserve, shutil.get_terminal_size().columns))


def _unit(unit: UnitRow) -> tuple[str, ...]:
    return (
        unit.ref,
        unit.name,
        f"{unit.models}/{unit.models_full}",
        f"{unit.hp}/{unit.hp_full}",
        str(unit.op),
        "–" if unit.destroyed or unit.fails_above is None else str(unit.fails_above),
        "–" if unit.destroyed else str(unit.tests_left),
        _marks(unit, unit.marks),
    )


def _vehicle(vehicle: VehicleRow) -> tuple[str, ...]:
    lines = " ".join(f"{line.letter} {line.damage}" for line in vehicle.lines if line.damage)
    gone = [f"{weapon.text} destroyed" for weapon in vehicle.weapons if weapon.checked]
    still = ["immobilised"] if vehicle.immobilised and not vehicle.destroyed else []
    still += [vehicle.crew] if vehicle.crew else []
    return (
        vehicle.ref,
        vehicle.name,
        "/".join(map(str, vehicle.armour)),
        _boxes(vehicle.glancing, "●○"),
        _boxes(vehicle.penetrating, "■□"),
        lines or "–",
        _marks(vehicle, (*still, *gone, *vehicle.marks)),
    )


def _marks(row: UnitRow | VehicleRow, marks: Sequence[str]) -> str:
    """The states of a unit or a vehicle in words, its note last."""
    return ", ".join((*(["destroyed"] if row.destroyed else []), *marks, *([row.note] if row.note else [])))


def _boxes(boxes: Sequence[Box], signs: str) -> str:
    return "".join(signs[0] if box.checked else signs[1] for box in boxes)
