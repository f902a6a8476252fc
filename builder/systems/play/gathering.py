"""What an act comes to, change by change, each in the state that those before it have made."""

from __future__ import annotations

from typing import Any, Generic

from builder.systems.play.actions import Ruling
from builder.systems.play.changes import Flagged, Outcome, Played, fold
from builder.systems.play.game import UnitRef


class Gathered(Generic[Played]):
    """The changes that an act makes, what is said of them, and the game as it stands after them.

    A system derives it, with what often happens there as methods.
    """

    def __init__(self, game: Played) -> None:
        """Begin with how a game stands, nothing changed."""
        self.before = game
        self.game = game
        self.changes: list[Outcome[Any]] = []
        self.steps: list[str] = []
        self._words: list[str] = []

    def add(self, *changes: Outcome[Any]) -> None:
        """Make changes."""
        self.changes += changes
        self.game = fold(self.game, changes)

    def say(self, *words: str) -> None:
        """Add to what the log tells."""
        self._words += words

    @property
    def text(self) -> str:
        """What the log tells."""
        return "; ".join(self._words)

    def ruling(self, side: int | None = None, where: str = "") -> Ruling[Played]:
        """All of it, as an act gives it."""
        return Ruling(self.text, self.changes, self.steps, side, where)

    def flag(self, ref: UnitRef, flag: str, on: bool = True) -> None:
        """A state of a body that players can set; nothing where it is so already."""
        if (flag in self.game.body(ref).flags) != on:
            self.add(Flagged(side=ref.side, unit=ref.id, flag=flag, on=on))
