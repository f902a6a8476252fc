"""A game beside its screen: what it is asked for is done on a thread of its own, one thing after another."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import takewhile
from typing import TYPE_CHECKING, Protocol, TypeVar

from builder.systems.play.view import View
from builder.tracker import REDO, UNDO, LogLine, PlayerClocks, clocks_of

if TYPE_CHECKING:
    from builder.services.games.session import GameSession

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """A game as it stood at one moment, to be shown: nothing of it changes while another act is done."""

    name: str
    view: View
    log: tuple[LogLine, ...]
    warning: str = ""
    stored: bool = True

    @property
    def mark(self) -> tuple[int, str]:
        """What differs as soon as anything does: how long the log is, and the warning."""
        return len(self.log), self.warning

    @property
    def may_redo(self) -> bool:
        """Whether something is undone, and nothing else was done since."""
        undone = 0
        for line in takewhile(lambda line: line.kind in (UNDO, REDO), reversed(self.log)):
            undone += 1 if line.kind == UNDO else -1
        return undone > 0

    @property
    def clocks(self) -> PlayerClocks | None:
        """The clocks of the players by now; None where they have none."""
        return clocks_of(self.log, datetime.now(UTC))

    @classmethod
    def of(cls, session: GameSession) -> GameSnapshot:
        """The game as it stands."""
        return cls(session.name, session.view, tuple(session.log), session.warning, session.stored)


class OpenGame(Protocol):
    """A game that is shown: what the screens and forms over it ask it for."""

    @property
    def snapshot(self) -> GameSnapshot | None:
        """The game as it is shown; None until it is open."""

    async def ask(self, call: Callable[[GameSession], T]) -> T:
        """Return what the game answers, after all that it was asked for before.

        Raises:
            MusterError: what the game says against it.
        """

    async def done(self, call: Callable[[GameSession], T], then: Callable[[], object] = lambda: None) -> T:
        """Change the game, show what it came to, and do something else with that.

        Raises:
            MusterError: what the game says against it.
        """


class PlayedGame(OpenGame, Protocol):
    """A game that is played: what those who do its acts ask it for besides."""

    def change(self, call: Callable[[GameSession], LogLine]) -> object:
        """Change the game and show what it came to; or say why not."""

    def say(self, words: str, look: str = "text") -> None:
        """Say something until the next thing is said."""


class GameWorker:
    """A thread that does calls one after another."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="game")

    async def run(self, call: Callable[[], T]) -> T:
        """Return what a call gives, or raise what it raises."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, call)

    def finish(self, call: Callable[[], object]) -> None:
        """Do one call more and then none."""
        self._pool.submit(call)
        self._pool.shutdown(wait=False)
