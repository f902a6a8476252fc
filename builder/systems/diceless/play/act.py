"""An act: its verb, the function that decides it, and the decision that it comes to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from builder.systems.diceless.play.changes import Change
from builder.systems.diceless.play.state import GameState
from builder.systems.play.events import Decision, Event, Question
from builder.systems.play.verbs import Verb
from builder.systems.questions import Parameter


class Values(Mapping[str, Any]):
    """The values of an act, which know which of them it looked at: the others decide on nothing in it."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = values
        self._heeded: set[str] = set()
        self._open = True

    def __getitem__(self, key: str) -> Any:
        if self._open:
            self._heeded.add(key)
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def peek(self, key: str, default: object) -> object:
        """A value without heeding it; the default where nothing was given."""
        value = self._values.get(key)
        return default if value is None else value

    def heed(self, key: str) -> None:
        """Heed a value that is looked at in another way."""
        if self._open:
            self._heeded.add(key)

    def stop(self) -> None:
        """From here on an answer is only assumed: what is looked at now may decide on nothing once it is known."""
        self._open = False

    def idle(self, parameters: Collection[Parameter]) -> frozenset[str]:
        """The names of those parameters that were not looked at."""
        return frozenset(each.name for each in parameters if each.key not in self._heeded)


Decide = Callable[[GameState, Values], Decision[Change]]


@dataclass(frozen=True, slots=True)
class Act:
    """A verb, and what it comes to in a state with the values given."""

    verb: Verb
    decide: Decide


def decided(
    text: str,
    changes: Sequence[Change],
    steps: Sequence[str] = (),
    side: int | None = None,
    questions: Sequence[Question] = (),
    where: str = "",
    wanted: Collection[str] = (),
) -> Decision[Change]:
    """A decision of one event; its kind, the verb, is put in where the act was looked up."""
    event = Event(kind="", side=side, text=text, steps=tuple(steps), changes=tuple(changes), where=where)
    return Decision(event, tuple(questions), wanted=wanted)
