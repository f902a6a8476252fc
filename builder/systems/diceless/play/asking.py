"""Choices of players that an act needs: those made are taken, the others asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from builder.errors import PlayError
from builder.systems.diceless.play.act import Values
from builder.systems.diceless.play.attacks.fields import (
    AttackRules,
    Chart,
    Cover,
    Facing,
    HitChoices,
    Leader,
    Losses,
    OnHull,
    OnModels,
    OnUnit,
    Saves,
)
from builder.systems.diceless.play.queries import has_rule
from builder.systems.given import StandIn
from builder.systems.parameters import Choice, Params
from builder.systems.play.answers import Answers
from builder.systems.play.events import Question
from builder.systems.questions import Parameter
from builder.systems.specs import spec_of

Value = TypeVar("Value")
Group = TypeVar("Group", bound=Params)


class Asking:
    """What an act was given, and the questions that it leaves open; each takes its first choice for now."""

    def __init__(self, given: Values) -> None:
        self.given = given
        self.questions: list[Question] = []
        self.taken: dict[str, int] = {}

    def __getitem__(self, parameter: Parameter) -> Any:
        """The value of a parameter; None, or False for a switch, where nothing was given."""
        return self.given.get(parameter.key, None if parameter.read else False)

    @property
    def answers(self) -> Answers:
        """The same for functions that ask as acts do which are structs."""
        return TableAnswers(self)

    def group(self, of: type[Group]) -> Group:
        """What was given to a group of fields; looking at one of them is heeded."""
        fields = spec_of(of).fields
        values = {each.key: self.given.peek(each.key, each.default) for each in fields}
        group: Any = StandIn(of, values, self.given.heed)
        stands_for: Group = group
        return stands_for

    @property
    def on_models(self) -> OnModels:
        """What was given that decides on what an attack costs models."""
        group = self.group
        return OnModels(saves=group(Saves), cover=group(Cover), rules=group(AttackRules), losses=group(Losses))

    @property
    def on_hull(self) -> OnHull:
        """What was given that decides on what an attack does to a vehicle."""
        return OnHull(facing=self.group(Facing), chart=self.group(Chart), choices=self.group(HitChoices))

    @property
    def on_unit(self) -> OnUnit:
        """What was given that decides on what an attack costs a unit."""
        return OnUnit(models=self.on_models, hull=self.on_hull, leader=self.group(Leader))

    def yes(self, parameter: Parameter, ruled: bool) -> bool:
        """A yes or no that was said, else what the rules come to."""
        said: bool | None = self[parameter]
        return ruled if said is None else said

    def one(self, parameter: Parameter, text: str, choices: Iterable[Choice[str]], *, leads: bool = False) -> Any:
        """The value of a parameter that somebody must choose; the only choice there is goes without saying.

        Where it `leads`, all that comes after it hangs on the answer, and is not asked before that.

        Raises:
            PlayError: nothing was given, and there is nothing to choose from.
        """
        made = self[parameter]
        if made is not None:
            return made
        choices = _some(parameter, choices)
        if len(choices) > 1:
            self.ask(Question(parameter=parameter.name, text=text, choices=choices, leads=leads))
        return _read(parameter, choices[0].value)

    def ahead(self, *parameters: Parameter) -> None:
        """Heed answers that may be given before anybody asks, though it may not come to that."""
        for parameter in parameters:
            self[parameter]

    def next(self, parameter: Parameter, text: str, choices: Iterable[Choice[str]]) -> Any:
        """The next value of a parameter that takes several in order, written with commas between.

        Each answer offered holds those given before it, so that it can take the place of the whole.

        Raises:
            PlayError: there is nothing to choose from.
        """
        choices = _some(parameter, choices)
        if len(choices) == 1:
            return _read(parameter, choices[0].value)[0]
        made: Sequence[Any] = self[parameter] or ()
        place = self.taken.get(parameter.key, 0)
        self.taken[parameter.key] = place + 1
        if place < len(made):
            return made[place]
        before = [str(value) for value in made]
        answers = tuple(Choice(",".join((*before, each.value)), each.text) for each in choices)
        self.ask(Question(parameter=parameter.name, text=text, choices=answers))
        return _read(parameter, choices[0].value)[0]

    def ask(self, question: Question) -> None:
        """Leave a question open, unless it is already, or hangs on one that is."""
        if not any(each.leads or each.parameter == question.parameter for each in self.questions):
            self.questions.append(question)
            if question.leads:
                self.given.stop()


def _some(parameter: Parameter, choices: Iterable[Choice[str]]) -> tuple[Choice[str], ...]:
    found = tuple(choices)
    if not found:
        raise PlayError(f"nothing is there that could be given as {parameter.name}")
    return found


def _read(parameter: Parameter, text: str) -> Any:
    return parameter.read(text) if parameter.read else True


def by_rules(asking: Asking, parameter: Parameter, rules: Iterable[str], *words: str) -> bool:
    """What was said, else whether one of the rules is called so."""
    return asking.yes(parameter, any(has_rule(rules, word) for word in words))


class TableAnswers(Answers):
    """The answers of an act of the table, for functions that it shares with acts that are structs."""

    def __init__(self, asking: Asking) -> None:
        """Ask through what the act of the table asks with."""
        self._asking = asking

    def one(
        self, name: str, given: Value | None, text: str, choices: Iterable[Choice[Value]], *, leads: bool = False
    ) -> Value:
        """See `Answers.one`."""
        if given is not None:
            return given
        offered = _offered(name, choices)
        if len(offered) > 1:
            written = tuple(each.offer for each in offered)
            self._asking.ask(Question(parameter=name, text=text, choices=written, leads=leads))
        return offered[0].value

    def next(self, name: str, given: Sequence[Value], text: str, choices: Iterable[Choice[Value]]) -> Value:
        """See `Answers.next`."""
        offered = _offered(name, choices)
        if len(offered) == 1:
            return offered[0].value
        place = self._asking.taken.get(name, 0)
        self._asking.taken[name] = place + 1
        if place < len(given):
            return given[place]
        before = [str(value) for value in given]
        answers = tuple(Choice(",".join((*before, each.written)), each.text) for each in offered)
        self._asking.ask(Question(parameter=name, text=text, choices=answers))
        return offered[0].value


def _offered(name: str, choices: Iterable[Choice[Value]]) -> tuple[Choice[Value], ...]:
    found = tuple(choices)
    if not found:
        raise PlayError(f"nothing is there that could be given as {name}")
    return found
