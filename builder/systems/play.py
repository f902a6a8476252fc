"""What a game is made of, whatever its system: acts that players choose, what they come to, and how it stands.

A player's act is a `Command`. The system decides what it comes to: an `Event`, which holds outcomes (HP lost by group,
boxes checked), never only inputs, so that a mended rule changes no old game. An event is one line of the log, and what
one undo takes back.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from builder.systems.blocks import Card, RosterPage
from builder.systems.gameview import GameView
from builder.systems.questions import Parameter

Change = TypeVar("Change")
State = TypeVar("State")
Army = TypeVar("Army", covariant=True)

MOVING_ON = ("next", "turn", "end")
"""Verbs by which games of any system go on or end; their events say how far it is then."""


@dataclass(frozen=True, slots=True)
class Command:
    """An act as a player asks for it: the name of a verb, and values by the keys of its parameters, read already."""

    verb: str
    values: Mapping[str, Any] = field(default_factory=dict)


class Event(Struct, Generic[Change], frozen=True, kw_only=True, omit_defaults=True):
    """What an act came to.

    Args:
        kind: the verb, a stable word.
        side: the player whose act it is, 0 or 1; None where it is nobody's.
        text: a sentence for the log, with figures.
        steps: how the figures came about.
        changes: outcomes, in order; the system says what they are.
        where: how far it brings the game, in a few words, if it moves it on: `Turn 2`.
    """

    kind: str
    side: int | None = None
    text: str
    steps: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()
    where: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several values that a parameter can be given, and what it means."""

    value: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What a player must still choose before an act can be committed.

    Args:
        parameter: the parameter of the verb that takes the answer.
        text: the question, with who is to answer it.
        choices: the answers that the rules allow.
        leads: whether what else is asked, and what decides on anything, hangs on the answer, as on which weapon fires.
    """

    parameter: str
    text: str
    choices: tuple[Choice, ...]
    leads: bool = False


@dataclass(frozen=True, slots=True)
class Decision(Generic[Change]):
    """What an act would come to; it can be committed once no question is open.

    With questions open, `event` shows what the first choice of each would bring.

    Args:
        event: what it would come to.
        questions: what must still be chosen.
        idle: parameters that decide on nothing beside what is given, as those for units where a vehicle is hit; while a
            question that leads is open, those too that hang on its answer.
        wanted: parameters that are wanted as things stand, though the verb's usual ones are others.
    """

    event: Event[Change]
    questions: tuple[Question, ...] = ()
    idle: Collection[str] = frozenset()
    wanted: Collection[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Verb:
    """A kind of act.

    Args:
        name: as it is asked for, with hyphens.
        text: what it is, in a few words.
        rule: its ids in the ledger; empty for bookkeeping.
        parameters: what it wants to know.
        group: the kind of act it is listed under: `Damage`, `Tests`, `Vehicles`, `Tokens`, `Game` …
        usual: how many of its parameters, from the first on, are wanted often: a form folds the others. All if None.
    """

    name: str
    text: str
    parameters: tuple[Parameter, ...] = ()
    rule: str = ""
    group: str = "Game"
    usual: int | None = None


@dataclass(frozen=True, slots=True)
class Player(Generic[Army]):
    """A side as a game begins: its name, and its army where it is known (an opponent may be only a name)."""

    name: str
    army: Army | None = None


@dataclass(frozen=True, slots=True)
class GameSheets:
    """What is printed of a side: its cards, and the page of its army that heads them."""

    cards: tuple[Card, ...]
    page: RosterPage


class Play(Protocol[State]):
    """How a system plays: pure functions from a state and an act to what it comes to, and to the next state."""

    @property
    def version(self) -> int:
        """The version of its events; `decode` upgrades older ones."""

    def start(self, players: Sequence[Player[Any]]) -> Event[Any]:
        """The first event of a game of two players, which holds their armies as plain data."""

    def begin(self, event: Event[Any]) -> State:
        """The state that the first event brings."""

    def verbs(self, state: State | None = None) -> Sequence[Verb]:
        """The acts that a player can choose as things stand; without a state, in any game."""

    def choices(self, state: State, verb: str, parameter: str, given: Mapping[str, str]) -> Sequence[Choice]:
        """What a parameter can be given as things stand, `given` what is given to others; empty for free text."""

    def lacking(self, state: State, verb: str, parameter: str, given: Mapping[str, str]) -> str:
        """Why a parameter can be given nothing as things stand (`nobody falls back`); empty where it can."""

    def barred(self, state: State, verb: str) -> str:
        """Why an act cannot be done as things stand, whatever it is given (`the game is over`); empty where it can."""

    def decide(self, state: State, command: Command) -> Decision[Any]:
        """What an act comes to.

        Raises:
            PlayError: it cannot be done.
        """

    def evolve(self, state: State, event: Event[Any]) -> State:
        """The state after an event."""

    def encode(self, event: Event[Any]) -> bytes:
        """An event as JSON."""

    def decode(self, version: int, body: bytes) -> Event[Any]:
        """An event of JSON, those of older versions upgraded.

        Raises:
            PlayError: it is none.
        """

    def moment(self, state: State) -> str:
        """When it is, for the log: turn and part of the turn (`3.2`); `0` before the first."""

    def view(self, state: State) -> GameView:
        """How the game stands, ready to be shown."""

    def sheets(self, state: State, side: int, fresh: bool = False) -> GameSheets:
        """The sheets of a side as they stand, boxes filled; or fresh, as they were before the game.

        Raises:
            PlayError: the side is only a name.
        """
