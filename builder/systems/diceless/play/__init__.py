"""Games of Diceless 40K: what acts come to by the rules, and how the game stands after them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from builder.errors import PlayError
from builder.record import replace
from builder.systems.diceless.play.act import Act, Values
from builder.systems.diceless.play.acts.table import ACTS
from builder.systems.diceless.play.attacks.parameters import FIRST, LARGEST
from builder.systems.diceless.play.beginning import Begun
from builder.systems.diceless.play.changes import CHANGES, VERSION, Change, DicelessEvent
from builder.systems.diceless.play.consequences import destroyed
from builder.systems.diceless.play.course import RULES
from builder.systems.diceless.play.state import GameState
from builder.systems.given import Given
from builder.systems.parameters import Choice
from builder.systems.play.actions import Ruling
from builder.systems.play.events import Decision, GameSheets, Player
from builder.systems.play.protocol import Play
from builder.systems.play.verbs import Asked, Command, Verb
from builder.systems.play.view import View
from builder.systems.questions import Parameter, read_values

if TYPE_CHECKING:
    from builder.systems.diceless.play.view.report_types import GameReport
    from builder.systems.diceless.reading import DicelessReading


def _start(players: Sequence[Player[DicelessReading]]) -> DicelessEvent:
    from builder.systems.diceless.play.start import start

    return start(players)


def _viewer() -> Callable[[GameState], View]:
    from builder.systems.diceless.play.view.game_view import viewer

    return viewer()


def _report(state: GameState) -> GameReport:
    from builder.systems.diceless.play.view.report import report

    return report(state)


def _sheets(state: GameState, side: int, fresh: bool) -> GameSheets:
    from builder.systems.diceless.play.view.sheets import sheets

    return sheets(state, side, fresh)


RECORD: Play[GameState] = Play(
    version=VERSION,
    acts=tuple(each for each in ACTS.values() if isinstance(each, type)),
    begun=Begun,
    changes=CHANGES,
    rules=RULES,
    start=_start,
    viewer=_viewer,
    report=_report,
    sheets=_sheets,
    consequences=(destroyed,),
)
"""How Diceless 40K is played, by the kernel."""


@cache
def _verb(name: str) -> Verb:
    act = ACTS[name]
    return act.verb if isinstance(act, Act) else Verb.of(act)


def _after_end(name: str) -> bool:
    act = ACTS.get(name)
    return isinstance(act, type) and act.after_end


class DicelessPlay:
    """How Diceless 40K plays; see `builder.systems.play.verbs.Play`."""

    version = VERSION
    record = RECORD

    def start(self, players: Sequence[Player[DicelessReading]]) -> DicelessEvent:
        """The first event of a game."""
        return RECORD.start(players)

    def begin(self, event: DicelessEvent) -> GameState:
        """The state that the first event brings."""
        return RECORD.begin(event)

    def verbs(self, state: GameState | None = None) -> Sequence[Verb]:
        """The acts that a player can choose as things stand; without a state, in any game."""
        return tuple(_verb(name) for name in ACTS if state is None or not self.barred(state, name))

    def choices(self, state: GameState, verb: str, parameter: str, given: Mapping[str, str]) -> Sequence[Choice[str]]:
        """What a parameter can be given as things stand."""
        if isinstance(ACTS.get(verb), type):
            return RECORD.choices(state, verb, parameter, given)[0] or ()
        from builder.systems.diceless.play.choices.table import choices

        return choices(state, verb, parameter, given)

    def lacking(self, state: GameState, verb: str, parameter: str, given: Mapping[str, str]) -> str:
        """Why a parameter can be given nothing as things stand."""
        if isinstance(ACTS.get(verb), type):
            return RECORD.choices(state, verb, parameter, given)[1]
        from builder.systems.diceless.play.choices.table import lacking

        return lacking(state, verb, parameter, given)

    def barred(self, state: GameState, verb: str) -> str:
        """Why an act cannot be done as things stand: the game is over, and it is none of those that follow."""
        if not state.over or _after_end(verb):
            return ""
        left = ", ".join(name for name in ACTS if _after_end(name))
        return f"the game is over: undo its end to play on; what can still be done is {left}"

    def read(self, state: GameState, verb: str, given: Given) -> Asked:
        """An act with what it was given."""
        if isinstance(ACTS.get(verb), type):
            return RECORD.read(state, verb, given)

        def known(parameter: Parameter) -> Iterator[str]:
            written = {name: value for name, value in given.items() if isinstance(value, str)}
            for choice in self.choices(state, verb, parameter.name, written):
                if choice.text not in parameter.text:
                    yield choice.value if choice.text == choice.value else f"{choice.value} ({choice.text})"

        parameters = next(each.parameters for each in self.verbs() if each.name == verb)
        return Command(verb, read_values(parameters, given, known))

    def decide(self, state: GameState, asked: Asked) -> Decision[Change]:
        """What an act comes to; a PlayError says why it cannot be done."""
        if not isinstance(asked, Command):
            return RECORD.decide(state, asked)
        act = ACTS.get(asked.verb)
        if not isinstance(act, Act):
            raise PlayError(f"'{asked.verb}' is no act of this game; there are: {', '.join(ACTS)}")
        if why := self.barred(state, asked.verb):
            raise PlayError(why)
        values = asked.values
        if state.extra.largest_first and FIRST in act.verb.parameters and values.get(FIRST.key) is None:
            values = {**values, FIRST.key: (LARGEST,)}
        given = Values(values)
        try:
            decision = act.decide(state, given)
        except PlayError as error:
            raise PlayError(str(error), given.idle(act.verb.parameters)) from None
        told = decision.event
        ruling = Ruling(told.text, told.changes, told.steps, told.side, told.where)
        event = RECORD.concluded(state, asked.verb, ruling)
        return replace(decision, event=event, idle=given.idle(act.verb.parameters))

    def evolve(self, state: GameState, event: DicelessEvent) -> GameState:
        """The state after an event."""
        return RECORD.evolve(state, event)

    def encode(self, event: DicelessEvent) -> bytes:
        """An event as JSON."""
        return RECORD.encode(event)

    def decode(self, version: int, body: bytes) -> DicelessEvent:
        """An event of JSON."""
        return RECORD.decode(version, body)

    def moment(self, state: GameState) -> str:
        """Turn and phase: 1 to 3 those of the player who begins, 4 to 6 those of the other."""
        return RECORD.moment(state)

    def viewer(self) -> Callable[[GameState], View]:
        """What makes views of one game."""
        return RECORD.viewer()

    def report(self, state: GameState) -> GameReport:
        """How the game stands, as JSON tells it."""
        return _report(state)

    def sheets(self, state: GameState, side: int, fresh: bool = False) -> GameSheets:
        """The sheets of a side as they stand, or fresh."""
        return _sheets(state, side, fresh)


PLAY = DicelessPlay()
