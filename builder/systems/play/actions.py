"""An act of a game: a struct with what it is given, that decides what it comes to.

    class Board(Act[Skirmish]):
        \"\"\"A unit goes aboard a transport.\"\"\"

        rule, group = "S-3", "Marks"
        unit: UnitRef = given("who goes aboard", units(on_foot), none="nobody is on foot")
        transport: UnitRef = given("into what", carriers, none="there is no transport")

        def decide(self, game: Skirmish, ask: Answers) -> Ruling[Skirmish]:
            ...

Its name (`board`), its help, its form, its options and its JSON follow from that (`systems.specs`). A chooser such as
`carriers` is a function of what surrounds the act (`At`) and of the act as far as it is given. Acts stand at module
level.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from builder.systems.given import NotGivenError
from builder.systems.parameters import Params
from builder.systems.play.answers import Answers
from builder.systems.play.changes import Outcome, Played

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Ruling(Generic[Played]):
    """What an act comes to by the rules.

    Args:
        text: a sentence for the log, with figures.
        changes: the outcomes, in order.
        steps: how the figures came about.
        side: the player whose act it is; None where it is nobody's.
        where: how far it brings the game, in a few words, if it moves it on (`Turn 2`).
        wanted: names of fields that are wanted as things stand, though they seldom are.
    """

    text: str
    changes: Sequence[Outcome[Played]] = ()
    steps: Sequence[str] = ()
    side: int | None = None
    where: str = ""
    wanted: Sequence[str] = ()


class Act(Params, Generic[Played]):
    """An act of a game, with what it is given."""

    rule: ClassVar[str] = ""
    """Its ids in the ledger of rules; empty for bookkeeping."""
    group: ClassVar[str] = "Game"
    """The kind of act that it is listed under."""
    moves_on: ClassVar[bool] = False
    """Whether the game goes on, or ends, by it: it is not done again where another program was first."""
    after_end: ClassVar[bool] = False
    """Whether it can still be done when the game is over."""

    @abstractmethod
    def decide(self, game: Played, ask: Answers) -> Ruling[Played]:
        """What it comes to.

        Raises:
            PlayError: it cannot be done as it was asked for.
        """


def known(look: Callable[[], Value]) -> Value | None:
    """What an act that is half given was given, as in `known(lambda: act.attacker)`; None where it was not by now."""
    try:
        return look()
    except NotGivenError:
        return None
