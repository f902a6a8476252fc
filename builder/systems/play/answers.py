"""What an act asks its players as it is decided: answers that were given, and questions that are still open."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, TypeVar

from builder.errors import PlayError
from builder.systems.parameters import Choice
from builder.systems.play.changes import Played
from builder.systems.play.clock import Consequence, Rules, passing
from builder.systems.play.events import Question
from builder.systems.play.game import UnitRef
from builder.systems.specs import Field, Spec

Value = TypeVar("Value")


class Answers:
    """The answers that an act was given, and the questions that it leaves open; each takes its first choice for now.

    It notes which fields of the act are looked at, so that those are known which decide on nothing (`idle`).
    """

    def __init__(self, spec: Spec[Any], rules: Rules[Any]) -> None:
        """Begin to decide an act, nothing asked yet."""
        self.rules = rules
        self.questions: list[Question] = []
        self._spec = spec
        self._seen: set[str] = set()
        self._taken: dict[str, int] = {}

    def look(self, attribute: str) -> None:
        """Note that a field is looked at; not any more once a question is open on which everything else hangs."""
        if not self._waits:
            self._seen.add(attribute)

    @property
    def idle(self) -> Collection[str]:
        """The names of the fields that were not looked at."""
        return frozenset(each.name for each in self._spec.fields if each.key not in self._seen)

    def one(
        self,
        name: str,
        given: Value | None,
        text: str,
        choices: Iterable[Choice[Value]],
        *,
        leads: bool = False,
        dice: int = 0,
    ) -> Value:
        """What was given to a field, or else what somebody must choose; the only choice there is goes without saying.

        Args:
            name: the name of the field.
            given: what was given to it; None for nothing.
            text: the question, with who is to answer it.
            choices: the answers that the rules allow.
            leads: whether all that comes after it hangs on the answer, and is not asked before that.
            dice: how many dice would answer it.

        Raises:
            PlayError: nothing was given, and there is nothing to choose from.
        """
        field = self._spec.field(name)
        if given is not None:
            return given
        offered = _some(field, choices)
        if len(offered) > 1:
            self._ask(Question(parameter=name, text=text, choices=_offers(field, offered), leads=leads, dice=dice))
        return offered[0].value

    def next(
        self, name: str, given: Sequence[Value], text: str, choices: Iterable[Choice[Value]], *, dice: int = 0
    ) -> Value:
        """The next answer of a field that takes several in order; the only choice there is goes without saying.

        Each answer that is offered holds those given before it, so that it can take the place of the whole. `dice` are
        still to be rolled, this one among them.

        Raises:
            PlayError: there is nothing to choose from.
        """
        field = self._spec.field(name)
        offered = _some(field, choices)
        if len(offered) == 1:
            return offered[0].value
        place = self._taken.get(name, 0)
        self._taken[name] = place + 1
        if place < len(given):
            return given[place]
        self._ask(Question(parameter=name, text=text, choices=_offers(field, offered, given), dice=dice))
        return offered[0].value

    def passing(self, moment: str, game: Played, about: UnitRef | None = None) -> Consequence[Played]:
        """What follows as a named moment of the course passes; see `clock.passing`."""
        return passing(self.rules, moment, game, about)

    @property
    def _waits(self) -> bool:
        return any(each.leads for each in self.questions)

    def _ask(self, question: Question) -> None:
        """Leave a question open, unless it is already, or hangs on one that is."""
        if not self._waits and all(each.parameter != question.parameter for each in self.questions):
            self.questions.append(question)


def _some(field: Field, choices: Iterable[Choice[Value]]) -> tuple[Choice[Value], ...]:
    found = tuple(choices)
    if not found:
        raise PlayError(f"nothing is there that could be given as {field.name}")
    return found


def _offers(field: Field, choices: Iterable[Choice[Any]], before: Sequence[Any] = ()) -> tuple[Choice[str], ...]:
    """Choices as they are offered: as they are written, behind the answers given before."""
    written = [_written(field, value) for value in before]
    return tuple(Choice(",".join((*written, _written(field, each.value, each.key))), each.text) for each in choices)


def _written(field: Field, value: object, key: str = "") -> str:
    return key or field.kind.write(value)
