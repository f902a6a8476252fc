"""What acts of a game come to, whatever its system: events for the log, and the questions that are open before one.

An event holds outcomes (HP lost by group, boxes checked), never only inputs, so that a mended rule changes no old game.
It is one line of the log, and what one undo takes back.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from builder.systems.parameters import Choice

if TYPE_CHECKING:
    from builder.systems.blocks import Card, RosterPage

Change = TypeVar("Change")
Army = TypeVar("Army", covariant=True)


class Event(Struct, Generic[Change], frozen=True, kw_only=True, omit_defaults=True):
    """What an act came to.

    Args:
        kind: the verb, a stable word.
        side: the player whose act it is, 0 or 1; None where it is nobody's.
        text: a sentence for the log, with figures.
        steps: how the figures came about.
        changes: outcomes, in order; the system says what they are.
        where: how far it brings the game, in a few words, if it moves it on: `Turn 2`.
        rolled: the dice that the program rolled for it, by the fields that they were given to; players rolled all
            others.
    """

    kind: str
    side: int | None = None
    text: str
    steps: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()
    where: str = ""
    rolled: Mapping[str, str] = {}

    def with_rolled(self, rolled: Mapping[str, str]) -> Self:
        """The event with dice that the program rolled for it, which its text tells too; itself where it rolled none."""
        if not rolled:
            return self
        words = "; ".join(f"{name.replace('-', ' ')} {', '.join(_faces(dice))}" for name, dice in rolled.items())
        return replace(self, text=f"{self.text} (rolled {words})", rolled=rolled)


def _faces(dice: str) -> list[str]:
    return [face for face in dice.split(",") if face]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What a player must still choose before an act can be committed.

    Args:
        parameter: the parameter of the verb that takes the answer.
        text: the question, with who is to answer it.
        choices: the answers that the rules allow.
        leads: whether what else is asked, and what decides on anything, hangs on the answer, as on which weapon fires.
        dice: how many dice would answer it, or are still to be rolled; 0 where none do.
    """

    parameter: str
    text: str
    choices: tuple[Choice[str], ...]
    leads: bool = False
    dice: int = 0


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


@dataclass(frozen=True, slots=True)
class Player(Generic[Army]):
    """A side as a game begins: its name, and its army where it is known (an opponent may be only a name)."""

    name: str
    army: Army | None = None


class HasArmy(Protocol[Army]):
    """A reading that keeps the army that was read."""

    @property
    def army(self) -> Army:
        """The army."""


def armies_of(players: Sequence[Player[HasArmy[Army]]]) -> tuple[Army | None, Army | None]:
    """The armies of two players; None for one who is only a name."""
    one, other = (each.army.army if each.army else None for each in players)
    return one, other


def begin(change: Change, players: Sequence[Player[Any]]) -> Event[Change]:
    """The first event of a game of two players, which begins with a change."""
    one, other = players
    return Event(kind="start", text=f"Game begun: {one.name} – {other.name}", changes=(change,))


@dataclass(frozen=True, slots=True)
class GameSheets:
    """What is printed of a side: its cards, and the page of its army that heads them."""

    cards: tuple[Card, ...]
    page: RosterPage
