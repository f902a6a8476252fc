"""Choices of players that an act needs: those made are taken, the others asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from builder.systems.diceless.play.acts import Given
from builder.systems.play import Choice, Question
from builder.systems.questions import Parameter


class Asking:
    """What an act was given, and the questions that it leaves open; each takes its first choice for now."""

    def __init__(self, given: Given) -> None:
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

    def one(self, parameter: Parameter, text: str, choices: Iterable[Choice]) -> Any:
        """The value of a parameter that somebody must choose; the only choice there is goes without saying."""
        made = self[parameter]
        if made is not None:
            return made
        choices = tuple(choices)
        if len(choices) > 1:
            self._ask(parameter, text, choices)
        return _read(parameter, choices[0].value)

    def next(self, parameter: Parameter, text: str, choices: Iterable[Choice]) -> Any:
        """The next value of a parameter that takes several in order, written with commas between.

        Each answer offered holds those given before it, so that it can take the place of the whole.
        """
        choices = tuple(choices)
        if len(choices) == 1:
            return _read(parameter, choices[0].value)[0]
        made: Sequence[Any] = self[parameter] or ()
        place = self._taken.get(parameter.key, 0)
        self._taken[parameter.key] = place + 1
        if place < len(made):
            return made[place]
        before = [str(value) for value in made]
        self._ask(parameter, text, [Choice(",".join((*before, each.value)), each.text) for each in choices])
        return _read(parameter, choices[0].value)[0]

    def _ask(self, parameter: Parameter, text: str, choices: Sequence[Choice]) -> None:
        if not any(question.parameter == parameter.name for question in self.questions):
            self.questions.append(Question(parameter=parameter.name, text=text, choices=tuple(choices)))


def _read(parameter: Parameter, text: str) -> Any:
    return parameter.read(text) if parameter.read else True
