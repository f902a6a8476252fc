"""An act: its verb, the function that decides it, and the decision that it comes to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from builder.systems.diceless.play.changes import Change
from builder.systems.diceless.play.state import GameState
from builder.systems.play import Decision, Event, Question, Verb

Given = Mapping[str, Any]
Decide = Callable[[GameState, Given], Decision[Change]]


@dataclass(frozen=True, slots=True)
class Act:
    """A verb, and what it comes to in a state with the values given."""

    verb: Verb
    decide: Decide


def decided(
    kind: str,
    text: str,
    changes: Sequence[Change],
    steps: Sequence[str] = (),
    side: int | None = None,
    questions: Sequence[Question] = (),
) -> Decision[Change]:
    """A decision of one event."""
    event = Event(kind=kind, side=side, text=text, steps=tuple(steps), changes=tuple(changes))
    return Decision(event, tuple(questions))
