"""The rows of the form of an act, one for each field, and how they look."""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.cells import cell_len

from builder.record import replace
from builder.systems.parameters import Choice
from builder.systems.play.events import Question
from builder.systems.specs import Field, Spec
from builder.tui.widgets.lines import Line, Span, cut, plain

LABEL = 15
"""Cells for the name of a field."""


class RowKind(enum.Enum):
    """How a row of the form is filled in."""

    CHOICE = "one of several is chosen"
    SWITCH = "it is ticked"
    TEXT = "it is typed"
    NOTHING = "there is nothing to choose"
    FOLD = "it stands for rows that are hidden"


@dataclass(frozen=True, slots=True)
class ActRow:
    """A row of the form.

    Args:
        kind: how it is filled in.
        name: the field.
        text: what it is.
        value: what was given; empty where nothing was.
        default: what is meant then; None where something must be given.
        choices: what it can be given.
        many: several can be given.
        figure: any figure can be typed, whatever the choices are.
        dice: dice are asked for, which can be rolled.
        adds: figures that are typed come behind those there are: several are asked for, in order.
        asked: the rules ask for it: a figure is the place of an answer in its list.
        open: an answer is still to be given, though others may have been.
    """

    kind: RowKind
    name: str
    text: str
    value: str = ""
    default: str | None = ""
    choices: tuple[Choice[str], ...] = ()
    many: bool = False
    figure: bool = False
    dice: bool = False
    adds: bool = False
    asked: bool = False
    open: bool = False

    @property
    def missing(self) -> bool:
        """Whether something must still be given."""
        return self.open or (self.default is None and not self.value)

    @property
    def chosen(self) -> str:
        """What was given in words."""
        words = {choice.value: choice.text for choice in self.choices}
        if self.many:
            return ", ".join(words.get(part, part) for part in self.value.split(",") if part)
        return words.get(self.value, self.value)


def act_rows(
    spec: Spec[Any],
    given: Mapping[str, str],
    choices: Mapping[str, Sequence[Choice[str]]],
    asked: Mapping[str, Question],
    lacking: Mapping[str, str] | None = None,
    unanswered: Collection[str] = (),
) -> tuple[ActRow, ...]:
    """The rows of a form as it is filled in, in the order of the fields; what the rules ask for in their places.

    `lacking` says of fields why they can be given nothing, `unanswered` which of those asked for are open still.
    """
    rows = []
    for field in spec.listed:
        name, value = field.name, given.get(field.name, "")
        if name in asked:
            question, figure = asked[name], field.kind.figure
            offered, dice = tuple(question.choices), bool(question.dice)
            row = ActRow(RowKind.CHOICE, name, question.text, value, None, offered, False, figure, dice)
            rows.append(replace(row, adds=figure and field.several, asked=True, open=name in unanswered))
        elif lacking and name in lacking:
            rows.append(ActRow(RowKind.NOTHING, name, lacking[name], default=None))
        else:
            rows.append(_row(field, value, choices.get(name, ())))
    return tuple(rows)


def shown_rows(
    rows: Sequence[ActRow], spec: Spec[Any], idle: Collection[str], folded: bool, wanted: Collection[str] = ()
) -> tuple[ActRow, ...]:
    """The rows without those that decide on nothing; folded, without those that are seldom wanted either.

    What was given, must be, or is wanted as things stand, is always there. The last row says how many are folded.
    """
    useful = [row for row in rows if row.value or row.default is None or row.name not in idle]
    usual = {*wanted, *(field.name for field in spec.usual)}
    kept = [row for row in useful if row.value or row.default is None or row.name in usual]
    hidden = len(useful) - len(kept)
    if hidden <= 1:
        return tuple(useful)
    if not folded:
        return (*useful, ActRow(RowKind.FOLD, "", "F2 hides what is seldom wanted"))
    return (*kept, ActRow(RowKind.FOLD, "", f"… {hidden} more: F2 shows them"))


def _row(field: Field, value: str, choices: Sequence[Choice[str]]) -> ActRow:
    if field.switch:
        return ActRow(RowKind.SWITCH, field.name, field.text, value)
    kind = RowKind.CHOICE if choices else RowKind.TEXT
    default = None if field.required else field.written_default
    return ActRow(kind, field.name, field.text, value, default, tuple(choices), field.several, field.kind.figure)


def paint_act(row: ActRow, width: int, letters: Mapping[str, str] | None = None) -> Line:
    """A row as a line: what it is called, what was given, what it is."""
    if row.kind is RowKind.FOLD:
        return plain(row.text, "dim")
    label: Span = (f"{cut(row.name.replace('-', ' '), LABEL - 1):<{LABEL}}", "error" if row.missing else "text")
    spans: list[Span] = [label, *_value(row, letters or {})]
    used = sum(cell_len(text) for text, _ in spans)
    help_text = cut(row.text, width - used - 3) if width - used > 14 and row.kind is not RowKind.NOTHING else ""
    return Line(tuple(spans), ((f"{help_text} ", "dim"),))


def _value(row: ActRow, letters: Mapping[str, str]) -> Iterator[Span]:
    match row.kind:
        case RowKind.SWITCH:
            yield ("[x]", "good") if row.value else ("[ ]", "dim")
        case RowKind.NOTHING:
            yield row.text, "warning"
        case RowKind.CHOICE:
            if row.value:
                yield "‹ ", "dim"
                letter = letters.get(row.value, "")
                yield f"{letter} {row.chosen}".lstrip(), "points"
                yield " ›", "dim"
                yield (" ?", "error") if row.open else ("", "text")
            else:
                yield _empty(row, "‹ choose ›")
        case _:
            if row.value:
                yield row.value, "points"
                yield "▏", "focus"
            else:
                yield _empty(row, "write it")


def _empty(row: ActRow, words: str) -> Span:
    """What stands where nothing was given: that something must be, or what is meant."""
    if row.default is None:
        return words, "error"
    return (row.default or "–"), "dim"
