"""A game beside the screen: what it is asked for is done on a thread of its own, one after another."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from builder.systems.play.view import View
from builder.tracker.entries import LogLine

if TYPE_CHECKING:
    from builder.services.games.session import GameSession

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Standing:
    """A game as it stood at one moment, to be shown: nothing of it changes while another act is done."""

    name: str
    view: View
    log: tuple[LogLine, ...]
    warning: str = ""
    stored: bool = True

    @property
    def told(self) -> tuple[int, str]:
        """What is another as soon as anything is: how long the log is, and the warning."""
        return len(self.log), self.warning

    @classmethod
    def of(cls, session: GameSession) -> Standing:
        """The game as it stands."""
        return cls(session.name, session.view, tuple(session.log), session.warning, session.stored)


class Beside:
    """Does calls one after another on a thread of its own."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="game")

    async def do(self, call: Callable[[], T]) -> T:
        """What a call gives, or raises."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, call)

    def last(self, call: Callable[[], object]) -> None:
        """Do one call more and then none."""
        self._pool.submit(call)
        self._pool.shutdown(wait=False)
