"""An act as a form: its rows as far as they are filled in, what can be chosen in each, and what it would come to.

No screen is in this: a screen, a page or a test draws the rows and hands back what was filled in.
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from builder.errors import Finding, PlayError
from builder.systems.given import Given, StandIn, offers, read_fields
from builder.systems.parameters import Choice
from builder.systems.play.changes import Outcome, Played
from builder.systems.play.events import Decision, Question
from builder.systems.play.lookup import At
from builder.systems.play.protocol import Play
from builder.systems.specs import Field, Spec

AGREED = "anyway"
"""The field by which players agree on an act whatever the rules say, of those acts that have it."""


class Fill(enum.Enum):
    """How a row is filled in."""

    CHOICE = "one of several is chosen"
    SWITCH = "it is ticked"
    TEXT = "it is typed"
    NOTHING = "there is nothing to choose"


@dataclass(frozen=True, slots=True, kw_only=True)
class FormRow:
    """A row of a form, for one field.

    Args:
        name: the field.
        text: what it is; the question, where the rules ask one; why there is nothing to choose, where there is nothing.
        fill: how it is filled in.
        value: what was given, as it is written; empty where nothing was.
        default: what is meant then; None where something must be given.
        choices: what it can be given.
        several: several values can be given, commas between.
        figure: figures can be typed, whatever the choices are.
        heading: what it is listed under.
        asked: the rules ask for it.
        wrong: what is wrong with what was given.
    """

    name: str
    text: str
    fill: Fill
    value: str = ""
    default: str | None = ""
    choices: tuple[Choice[str], ...] = ()
    several: bool = False
    figure: bool = False
    heading: str = ""
    asked: bool = False
    wrong: str = ""

    @property
    def missing(self) -> bool:
        """Whether something must still be given."""
        return self.default is None and not self.value


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """An act as far as it is filled in.

    Args:
        title: what the act is, and by which rule.
        rows: its fields, those first that are wanted often.
        usual: the names of the fields that are wanted often, or as things stand; a form folds the others.
        decision: what it would come to; None where that cannot be told.
        against: why it cannot be told, or cannot be done, in a sentence; empty where it can.
        idle: the names of fields that decide on nothing beside what is given.
        in_vain: those of them that were given something; the act is not done with them.
        by_agreement: whether the rules stand against it, and it could be tried again by agreement (`anyway`).
    """

    title: str
    rows: tuple[FormRow, ...]
    usual: Collection[str] = ()
    decision: Decision[Any] | None = None
    against: str = ""
    idle: Collection[str] = ()
    in_vain: tuple[str, ...] = ()
    by_agreement: bool = False

    @property
    def ready(self) -> bool:
        """Whether it can be done as it is."""
        return self.decision is not None and not self.decision.questions and not self.against

    def shown(self, folded: bool) -> tuple[FormRow, ...]:
        """The rows that can decide on something; folded, only those that are wanted often, given, missing or wrong."""
        useful = [
            row for row in self.rows if row.value or row.default is None or row.wrong or row.name not in self.idle
        ]
        if not folded:
            return tuple(useful)
        return tuple(row for row in useful if row.value or row.default is None or row.wrong or row.name in self.usual)


def form(play: Play[Played], game: Played, verb: str, given: Mapping[str, str]) -> Form:
    """An act as a form.

    What must be given comes first: until it is there, everything else is idle.

    Args:
        play: the system.
        game: how the game stands.
        verb: the name of the act.
        given: what is filled in, as it is written; what was answered to the rules among it.

    Raises:
        PlayError: there is no such act.
    """
    spec, at = play.spec(verb), At(game, play.rules)
    filled: Given = {name: value for name, value in given.items() if value}
    values, mistakes = read_fields(spec, filled, at)
    half = StandIn(spec.made, values)
    choices = {each.name: offers(each, half, at) for each in spec.fields}
    missing = [each for each in spec.listed if each.required and each.name not in filled]
    everything = frozenset(each.name for each in spec.fields)
    usual = frozenset(each.name for each in spec.usual)

    def made(
        against: str,
        idle: Collection[str] = everything,
        decision: Decision[Outcome[Played]] | None = None,
        in_vain: Sequence[Field] = (),
        refused: bool = False,
    ) -> Form:
        asked = {each.parameter: each for each in decision.questions} if decision else {}
        return Form(
            title=_title(spec, verb),
            rows=tuple(
                _row(each, given.get(each.name, ""), choices[each.name], asked.get(each.name), mistakes)
                for each in spec.listed
            ),
            usual=usual | {*(decision.wanted if decision else ())},
            decision=decision,
            against=_sentence(against),
            idle=idle,
            in_vain=tuple(each.name for each in in_vain),
            by_agreement=refused and AGREED in everything and not values[AGREED],
        )

    if why := play.barred(game, verb):
        return made(why)
    if missing:
        lacking = [each.none for each in missing if choices[each.name] == ()]
        return made(". ".join(map(_sentence, lacking)) or f"Still to be given: {', '.join(map(_words, missing))}")
    if mistakes:
        return made(". ".join(_sentence(_mistake(each)) for each in mistakes), frozenset())
    act = spec.make(values)
    try:
        decision = play.decide(game, act)
    except PlayError as error:
        return made(str(error), error.idle, refused=True)
    in_vain = play.in_vain(act, decision)
    against = "; ".join(f"{_words(each)} {_in_vain(each)}" for each in in_vain)
    return made(against, decision.idle, decision, in_vain)


def _row(
    field: Field,
    value: str,
    choices: tuple[Choice[Any], ...] | None,
    asked: Question | None,
    mistakes: Sequence[Finding],
) -> FormRow:
    text, fill = field.text, Fill.CHOICE if choices else Fill.TEXT
    default = None if field.required else field.written_default
    offered = tuple(each.offer for each in choices or ())
    if asked is not None:
        text, fill, default, offered = asked.text, Fill.CHOICE, None, asked.choices
    elif field.switch:
        fill, offered = Fill.SWITCH, ()
    elif field.required and choices == ():
        text, fill = field.none, Fill.NOTHING
    return FormRow(
        name=field.name,
        text=text,
        fill=fill,
        value=value,
        default=default,
        choices=offered,
        several=field.several,
        figure=field.kind.figure,
        heading=field.heading,
        asked=asked is not None,
        wrong="; ".join(each.message for each in mistakes if value and each.at.field == f"--{field.name}"),
    )


def _title(spec: Spec[Any], verb: str) -> str:
    rule = f" ({spec.made.rule})" if spec.made.rule else ""
    return f"{verb.replace('-', ' ').capitalize()}: {spec.phrase}{rule}"


def _words(field: Field) -> str:
    return field.name.replace("-", " ")


def _mistake(finding: Finding) -> str:
    name = (finding.at.field or "").removeprefix("--").replace("-", " ")
    return f"{name}: {finding.message}" if name else finding.message


def _in_vain(field: Field) -> str:
    return f"counts only {field.when}" if field.when else "decides on nothing beside what else is given"


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
