"""The rows of the form of an act, one for each field."""

from __future__ import annotations

import enum
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from builder.record import replace
from builder.systems.parameters import Choice
from builder.systems.play.events import Question
from builder.systems.specs import Field, Spec

_OPTION = re.compile(r"--(\w[\w-]*)")


class RowKind(enum.Enum):
    """How a row of the form is filled in."""

    CHOICE = "one of several is chosen"
    SWITCH = "it is ticked"
    TEXT = "it is typed"
    NOTHING = "there is nothing to choose"
    FOLD = "it stands for rows that are seldom wanted: `value` says how many are hidden, empty where they are shown"


FIGURES = tuple(Choice(str(figure), str(figure)) for figure in (*range(100), *range(100, 501, 10)))
"""What is offered where figures are typed: so a form is filled in without a keyboard too."""


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
        dice: how many dice are asked for, which can be rolled.
        counted: of dice it takes how many succeed, or each of them: `5,2,6`, `4,` for a single one.
        adds: figures that are typed come behind those there are: several are asked for, in order.
        asked: the rules ask for it.
        open: an answer is still to be given, though others may have been.
        free: any words can be typed, whatever the choices are.
        known: words for answers that were given before, of which a question that is open tells nothing.
        named: its default is one of its choices, in words.
    """

    kind: RowKind
    name: str
    text: str
    value: str = ""
    default: str | None = ""
    choices: tuple[Choice[str], ...] = ()
    many: bool = False
    figure: bool = False
    dice: int = 0
    counted: bool = False
    adds: bool = False
    asked: bool = False
    open: bool = False
    free: bool = False
    known: tuple[Choice[str], ...] = ()
    named: bool = False

    @property
    def missing(self) -> bool:
        """Whether something must still be given."""
        return self.open or (self.default is None and not self.value)

    @property
    def offers(self) -> tuple[Choice[str], ...]:
        """What there is to choose from: where figures are typed, and the rules offer none, usual ones."""
        return self.choices or (FIGURES if self.kind is RowKind.TEXT and self.is_number else ())

    @property
    def is_number(self) -> bool:
        """Whether nothing but figures is typed: a number, or dice."""
        return bool(self.dice) or self.counted or (self.figure and self.kind is RowKind.TEXT)

    @property
    def empty(self) -> bool:
        """Whether nothing is given, and it does not name the choice that is meant then."""
        return not (self.value or self.named or self.kind is RowKind.FOLD)

    @property
    def numbered(self) -> bool:
        """Whether a figure is the place of an answer in its list."""
        return self.asked or (self.kind is RowKind.CHOICE and not (self.many or self.figure or self.free))

    @property
    def chosen(self) -> str:
        """What was given in words."""
        words = {choice.value: choice.text for choice in (*self.known, *self.choices)}
        if self.adds and "," in self.value:
            # The texts of choices are those of the last die alone: all figures are shown as they were typed.
            return self.value
        if self.value in words or not (self.many or self.known):
            return words.get(self.value, self.value)
        return ", ".join(words.get(part, part) for part in self.value.split(",") if part)


def called_as_rows(text: str) -> str:
    """A sentence of an act with its fields called as their rows are, and not as options of a command."""
    return _OPTION.sub(lambda found: found[1].replace("-", " "), text)


def rows_named(text: str) -> frozenset[str]:
    """The fields that a sentence of an act names as options of a command."""
    return frozenset(_OPTION.findall(text))


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
            offered, dice, adds = tuple(question.choices), question.dice, figure and field.several
            # Once all of several answers are given, the question is that of the first of them.
            text = field.text if field.several and "," in value and name not in unanswered else question.text
            row = ActRow(RowKind.CHOICE, name, called_as_rows(text), value, None, offered, False, figure, dice)
            known = tuple(choices.get(name, ())) if field.several else ()
            counted = dice > 0 and field.counts_dice
            rows.append(replace(row, adds=adds, counted=counted, asked=True, open=name in unanswered, known=known))
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
        return (*useful, ActRow(RowKind.FOLD, "", ""))
    return (*kept, ActRow(RowKind.FOLD, "", "", str(hidden)))


def _row(field: Field, value: str, choices: Sequence[Choice[str]]) -> ActRow:
    if field.switch:
        return ActRow(RowKind.SWITCH, field.name, field.text, value)
    kind = RowKind.CHOICE if choices else RowKind.TEXT
    default = None if field.required else field.written_default
    named = field.first and bool(choices)
    default = choices[0].text if named else default
    row = ActRow(kind, field.name, field.text, value, default, tuple(choices), field.several, field.kind.figure)
    counted = kind is RowKind.TEXT and field.counts_dice
    return replace(row, free=bool(choices) and field.free, counted=counted, named=named)
