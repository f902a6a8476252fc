"""Acts as entries of a table, by name: the form in which a system is played whose acts are no structs yet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias, TypeVar

from builder.systems.given import Given
from builder.systems.parameters import Choice
from builder.systems.play.actions import Act
from builder.systems.play.events import Decision, Event, GameSheets, Player
from builder.systems.play.view import View
from builder.systems.questions import Parameter
from builder.systems.specs import Spec, spec_of

State = TypeVar("State")
Asked: TypeAlias = "Command | Act[Any]"
"""An act with what it was given, read: an entry of a table, or a struct."""

MOVING_ON = ("next", "turn", "end")
"""Verbs by which games of any system go on or end; their events say how far it is then."""


@dataclass(frozen=True, slots=True)
class Command:
    """An act as a player asks for it: the name of a verb, and values by the keys of its parameters, read already."""

    verb: str
    values: Mapping[str, Any] = field(default_factory=dict)


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

    @classmethod
    def of(cls, act: type[Act[Any]]) -> Verb:
        """The entry of a table for an act that is a struct."""
        spec: Spec[Any] = spec_of(act)
        parameters = tuple(map(Parameter.of, spec.listed))
        usual = len(act.usual) or None
        return cls(name=spec.name, text=spec.phrase, parameters=parameters, rule=act.rule, group=act.group, usual=usual)


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

    def choices(self, state: State, verb: str, parameter: str, given: Mapping[str, str]) -> Sequence[Choice[str]]:
        """What a parameter can be given as things stand, `given` what is given to others; empty for free text."""

    def lacking(self, state: State, verb: str, parameter: str, given: Mapping[str, str]) -> str:
        """Why a parameter can be given nothing as things stand (`nobody falls back`); empty where it can."""

    def barred(self, state: State, verb: str) -> str:
        """Why an act cannot be done as things stand, whatever it is given (`the game is over`); empty where it can."""

    def read(self, state: State, verb: str, given: Given) -> Asked:
        """An act with what it was given.

        Raises:
            InputError: something is missing, unknown or cannot be read; every mistake, with the parameter's name.
        """

    def decide(self, state: State, asked: Asked) -> Decision[Any]:
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

    def viewer(self) -> Callable[[State], View]:
        """What makes views of one game, and may keep rows between them."""

    def report(self, state: State) -> object:
        """How the game stands, for JSON that is documented."""

    def sheets(self, state: State, side: int, fresh: bool = False) -> GameSheets:
        """The sheets of a side as they stand, boxes filled; or fresh, as they were before the game.

        Raises:
            PlayError: the side is only a name.
        """
