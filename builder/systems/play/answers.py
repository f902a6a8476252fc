"""What an act asks its players as it is decided: answers that were given, and questions that are still open."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, TypeVar, cast

from builder.errors import PlayError
from builder.scalars import counted
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

    def __init__(self, spec: Spec[Any], rules: Rules[Any], values: Mapping[str, object] | None = None) -> None:
        """Begin to decide an act, nothing asked yet; `values` are what it was given, by the keys of its fields."""
        self.rules = rules
        self.values = values or {}
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

    def surplus(self) -> str:
        """Return which field was given more answers than are asked for; empty while something is still open."""
        for name, taken in self._taken.items() if not self.questions else ():
            field = self._spec.field(name)
            if (given := len(cast("Sequence[object]", self.values.get(field.key, ())))) > taken:
                return f"{name}: {counted(taken, 'answer')} {'is' if taken == 1 else 'are'} asked for, not {given}"
        return ""

    def is_open(self, *names: str) -> bool:
        """Whether one of some fields is asked for, so that what stands for its answer is only a first choice."""
        return any(each.parameter in names for each in self.questions)

    def has(self, name: str) -> bool:
        """Whether the act has a field of a name."""
        return any(each.name == name for each in self._spec.fields)

    def shared(self, spec: Spec[Any]) -> Mapping[str, object]:
        """Return what was given to the fields that another act has too, and that take as much there, by their keys."""
        taken = {(each.key, each.several) for each in spec.fields}
        own = (each.key for each in self._spec.fields if (each.key, each.several) in taken)
        return {key: self.values[key] for key in own if key in self.values}

    def within(self, spec: Spec[Any]) -> Answers:
        """The answers of an act that is done as a part of this one: what it asks is asked of the whole act."""
        return _PartAnswers(self, spec)

    def afresh(self) -> Answers:
        """The same answers from the first on, for a trial: what that asks is asked of nobody."""
        return Answers(self._spec, self.rules, self.values)

    def passing(self, moment: str, game: Played, *about: UnitRef) -> Consequence[Played]:
        """Return what follows as a named moment of the course passes; see `clock.passing`."""
        return passing(self.rules, moment, game, *about)

    @property
    def _waits(self) -> bool:
        return any(each.leads for each in self.questions)

    def _ask(self, question: Question) -> None:
        """Leave a question open, unless it is already, or hangs on one that is."""
        if not self._waits and all(each.parameter != question.parameter for each in self.questions):
            self.questions.append(question)


class _PartAnswers(Answers):
    """The answers of an act that is a part of another one, whose fields of the same names take them.

    What the part needs only once is the next answer of a field of the whole act that takes several.
    """

    def __init__(self, whole: Answers, spec: Spec[Any]) -> None:
        super().__init__(spec, whole.rules)
        self._whole = whole
        taken = {(each.key, each.several) for each in whole._spec.fields}
        self._shared = {each.key for each in spec.fields if (each.key, each.several) in taken}

    def afresh(self) -> Answers:
        """The same answers of the whole act from the first on; see `Answers.afresh`."""
        return _PartAnswers(self._whole.afresh(), self._spec)

    def look(self, attribute: str) -> None:
        """Note that a field of the whole act is looked at; one that takes the answers of all parts, as it is asked."""
        if attribute in self._shared:
            self._whole.look(attribute)

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
        """Return what was given to the part, or else what is asked of the whole act; see `Answers.one`."""
        if given is not None:
            return given
        offered = _some(self._spec.field(name), choices)
        if not self._whole.has(name):
            if len(offered) > 1:
                raise PlayError(f"{text} Do this part by itself, to answer")
            return offered[0].value
        field = self._whole._spec.field(name)
        if field.several:
            before: Any = self._whole.values.get(field.key, ())
            self._whole.look(field.key)
            answer: Value = self._whole.next(name, before, text, offered, dice=dice)
            return answer
        return self._whole.one(name, given, text, offered, leads=leads, dice=dice)

    def next(
        self, name: str, given: Sequence[Value], text: str, choices: Iterable[Choice[Value]], *, dice: int = 0
    ) -> Value:
        """The next answer, in the order in which all parts ask for one; see `Answers.next`."""
        if self._whole.has(name):
            return self._whole.next(name, given, text, choices, dice=dice)
        return super().next(name, given, text, choices, dice=dice)


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
