"""How a game is written to a terminal: the tables and tokens of both sides, what is due, and what was done last."""

from __future__ import annotations

import shlex
import shutil
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from builder.cli.output import echo, styled, table
from builder.services.games.session import GameSession
from builder.systems.play.clock import moment
from builder.systems.play.events import Decision, Question
from builder.systems.play.view import Cell, Of, Reminder, Row, SideView, Spans, Table, Track, View
from builder.tracker import LogLine

_MANY = 6
"""Numbers to choose from that are told one by one; more are told as a run."""


def show_game(session: GameSession) -> None:
    """Write how a game stands."""
    _show_view(session, session.view)
    last = session.log[-1]
    echo(f"\nLast, {last.moment}, by {last.by}: {last.text}")


def show_public(session: GameSession, viewer: int) -> None:
    """Write how a game stands for one of its sides: without the notes and the reserves of the other."""
    from builder.services.games.visibility import public_view

    _show_view(session, public_view(session, viewer))
    echo(f"\nAs {session.view.sides[viewer].name} may see it: without notes and reserves of the other side.")


def _show_view(session: GameSession, view: View) -> None:
    echo(styled(session.name, bold=True), f" [{session.id}], {session.system.name}")
    echo(_moment(view))
    for side in view.sides:
        _show_side(side)
    if view.notes:
        echo("\n" + "\n".join(f"Note: {note}" for note in view.notes))
    if view.due:
        echo("\n" + "\n".join(map(_due, view.due)))


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


def _due(due: Reminder) -> str:
    """Return what is due in a line: what it is listed under, and what it would come to."""
    outcome = f" ({due.outcome})" if due.outcome else ""
    return f"{due.kind}: {due.text}{outcome}" if due.kind else due.text


def _moment(view: View) -> str:
    name = view.sides[view.active].name
    when = moment(view, f"{name}:", f"{name}’s")
    return "; ".join((when, *(fact.text for fact in view.facts)))


def _show_side(side: SideView) -> None:
    points = f", {side.points} victory points" if side.points else ""
    echo("\n", styled(side.name, bold=True), points)
    for number, shown in enumerate(each for each in side.tables if each.rows):
        if number:
            echo()
        _show_table(shown)
    held = ", ".join(f"{track.label} {track.value} of {track.full}" for track in side.stock if track.full)
    if held:
        echo(f"Tokens: {held}")
    for line in side.lines:
        label = f"{line.label}: " if line.label else ""
        echo(textwrap.fill(f"{label}{_plain(line.spans)}", shutil.get_terminal_size().columns))


def _show_table(shown: Table) -> None:
    columns = [column for column in shown.columns if column.shown != "screen"]
    head = ("Id", shown.name.title, *(column.title for column in columns), "Marks")
    rows = (
        (row.ref, row.name, *(_cell(row.cells.get(each.id, "")) for each in columns), _marks(row)) for row in shown.rows
    )
    right = frozenset(place for place, column in enumerate(columns, 2) if column.right)
    table([head, *rows], right=right, fold=True)


def _cell(cell: Cell) -> str:
    match cell:
        case Of():
            return f"{cell.value}/{cell.full}"
        case Track(draw="boxes"):
            return "".join(box.signs[box.checked] for box in cell.boxes)
        case Track(draw="figures"):
            return " ".join(f"{box.text} {box.figure}" for box in cell.boxes) or "–"
        case Track(draw="steps"):
            return cell.boxes[cell.value].text
        case Track():
            return f"{cell.value}/{cell.full}"
        case tuple():
            return _plain(cell)
        case _:
            return str(cell)


def _plain(spans: Spans) -> str:
    return "".join(span.text for span in spans)


def _marks(row: Row) -> str:
    """Return the states of a row in words, its note last."""
    gone = (row.state or "gone",) if row.gone else ()
    return ", ".join(filter(None, (*gone, *(mark.text for mark in row.marks), row.note)))
