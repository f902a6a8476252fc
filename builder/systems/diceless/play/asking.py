"""Choices of players that an act needs: those made are taken, the others asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from builder.errors import PlayError
from builder.systems.diceless.play.act import Values
from builder.systems.parameters import Choice
from builder.systems.play.events import Question
from builder.systems.questions import Parameter


class Asking:
    """What an act was given, and the questions that it leaves open; each takes its first choice for now."""

    def __init__(self, given: Values) -> None:
        self.given = given
        self.questions: list[Question] = []
        self._taken: dict[str, int] = {}

    def __getitem__(self, parameter: Parameter) -> Any:
        """The value of a parameter; None, or False for a switch, where nothing was given."""
        return self.given.get(parameter.key, None if parameter.read else False)

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
        place = self._taken.get(parameter.key, 0)
        self._taken[parameter.key] = place + 1
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
