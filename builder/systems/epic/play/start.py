"""How a game of Epic begins: armies as plain data, every formation whole and without markers, everybody on foot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from builder.errors import PlayError
from builder.systems.epic.model import EpicArmy
from builder.systems.epic.play.state import DEPLOYMENT, Campaign, EpicFormation, EpicGame
from builder.systems.play.changes import Change
from builder.systems.play.events import Event, Player
from builder.systems.play.game import Clock, Side
from builder.systems.play.lookup import numbered, told_apart

if TYPE_CHECKING:
    from builder.systems.epic.reading import EpicReading


class EpicBegun(Change, frozen=True, kw_only=True, tag="begun"):
    """A game begins, with the armies of both sides; None for a side that is only a name."""

    names: tuple[str, str]
    armies: tuple[EpicArmy | None, EpicArmy | None]

    def begin(self) -> EpicGame:
        """The state that it brings.

        Raises:
            PlayError: an army has two formations of one id, so the log is damaged.
        """
        one, other = (_side(name, army) for name, army in zip(self.names, self.armies, strict=True))
        first, second = self.armies
        ratings = (first.strategy if first else None, second.strategy if second else None)
        extra = Campaign(armies=self.armies, ratings=ratings)
        return told_apart(EpicGame(sides=(one, other), extra=extra, clock=Clock(phase=DEPLOYMENT)))

    def apply(self, game: EpicGame) -> EpicGame:
        """The game after it."""
        return game


def start(players: Sequence[Player[EpicReading]]) -> Event[EpicBegun]:
    """The first event of a game of two players."""
    one, other = players
    armies = (one.army.army if one.army else None, other.army.army if other.army else None)
    begun = EpicBegun(names=(one.name, other.name), armies=armies)
    return Event(kind="start", text=f"Game begun: {one.name} – {other.name}", changes=(begun,))


def _side(name: str, army: EpicArmy | None) -> Side[EpicFormation]:
    formations = [each for each in army.formations if each.units] if army else []
    if len({each.id for each in formations}) != len(formations):
        raise PlayError(f"two formations of {name} have one id: the log of this game is damaged")
    names = numbered({each.id: each.name for each in formations})
    return Side.of(name, (EpicFormation(id=each.id, name=names[each.id], formation=each) for each in formations))
