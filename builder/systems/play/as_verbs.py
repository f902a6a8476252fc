"""A game of the kernel for those who ask for acts by a table of verbs, as sessions of games do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from builder.errors import PlayError
from builder.systems.given import Given
from builder.systems.parameters import Choice
from builder.systems.play.changes import Played
from builder.systems.play.events import Decision, Event, GameSheets, Player
from builder.systems.play.protocol import Play
from builder.systems.play.verbs import Asked, Command, Verb
from builder.systems.play.view import View


@dataclass(frozen=True, slots=True)
class AsVerbs(Generic[Played]):
    """How a system plays whose acts are all structs; see `verbs.Play` for what each method does."""

    record: Play[Played]

    @property
    def version(self) -> int:
        """The version of its events."""
        return self.record.version

    def start(self, players: Sequence[Player[Any]]) -> Event[Any]:
        """The first event of a game."""
        return self.record.start(players)

    def begin(self, event: Event[Any]) -> Played:
        """The state that the first event brings."""
        return self.record.begin(event)

    def verbs(self, state: Played | None = None) -> Sequence[Verb]:
        """The acts that a player can choose."""
        acts = self.record.acts if state is None else self.record.doable(state)
        return tuple(map(Verb.of, acts))

    def choices(self, state: Played, verb: str, parameter: str, given: Mapping[str, str]) -> Sequence[Choice[str]]:
        """What a parameter can be given as things stand."""
        return self.record.choices(state, verb, parameter, given)[0] or ()

    def lacking(self, state: Played, verb: str, parameter: str, given: Mapping[str, str]) -> str:
        """Why a parameter can be given nothing as things stand."""
        return self.record.choices(state, verb, parameter, given)[1]

    def barred(self, state: Played, verb: str) -> str:
        """Why an act cannot be done as things stand."""
        return self.record.barred(state, verb)

    def read(self, state: Played, verb: str, given: Given) -> Asked:
        """An act with what it was given."""
        return self.record.read(state, verb, given)

    def decide(self, state: Played, asked: Asked) -> Decision[Any]:
        """What an act comes to."""
        assert not isinstance(asked, Command), "its acts are structs"
        return self.record.decide(state, asked)

    def evolve(self, state: Played, event: Event[Any]) -> Played:
        """The state after an event."""
        return self.record.evolve(state, event)

    def encode(self, event: Event[Any]) -> bytes:
        """An event as JSON."""
        return self.record.encode(event)

    def decode(self, version: int, body: bytes) -> Event[Any]:
        """An event of JSON."""
        return self.record.decode(version, body)

    def moment(self, state: Played) -> str:
        """When it is, for the log."""
        return self.record.moment(state)

    def viewer(self) -> Callable[[Played], View]:
        """What makes views of one game."""
        return self.record.viewer()

    def report(self, state: Played) -> object:
        """How the game stands, for JSON; its view where the system documents nothing else."""
        return self.record.viewer()(state) if self.record.report is None else self.record.report(state)

    def sheets(self, state: Played, side: int, fresh: bool = False) -> GameSheets:
        """The sheets of a side."""
        if self.record.sheets is None:
            raise PlayError("this game has no sheets to print")
        return self.record.sheets(state, side, fresh)
