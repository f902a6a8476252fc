"""Games that are served: each opened once, asked by one thread at a time, and watched while somebody looks at it."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from starlette.concurrency import run_in_threadpool

from builder.errors import InputError, MusterError
from builder.services.games.games import ListedGame, find_game, list_games, open_game
from builder.services.games.session import GameSession

T = TypeVar("T")
LOOK_EVERY = 0.1
"""Seconds between two looks whether another program wrote into a game that somebody has open."""
MOST_KEPT = 100
"""Pages of one game of which is kept what took long to work out."""
PING_EVERY = 15.0
"""Seconds after which a page is told that the server is still there."""
MOST_LISTENERS = 64
"""Pages of one game that are told of news."""


@dataclass(frozen=True, slots=True)
class Consent:
    """Something that the other side must agree to.

    Args:
        side: the side that asks, 0 or 1.
        by: who asks, as the log calls him.
        text: what is to be done, as the game stood.
        seen: the last entry of the log then: another one makes an end of it.
        verb: the act, or `undo`.
        given: what it is given.
    """

    side: int
    by: str
    text: str
    seen: int
    verb: str
    given: Mapping[str, str]


class ServedGame:
    """A game that pages are made of. What is asked of its session is asked with `ask`, one thing after another."""

    def __init__(self, session: GameSession) -> None:
        self.session = session
        self.listeners = 0
        self._kept: dict[str, tuple[int, Any]] = {}
        self._asked: Consent | None = None
        self._times_asked = 0
        self._lock = threading.RLock()
        self._news = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._watching: asyncio.Task[None] | None = None

    def ask(self, call: Callable[[GameSession], T]) -> T:
        """Return what the game answers as it stands by now, whichever program wrote last.

        Raises:
            MusterError: what the game says against it.
        """
        with self._lock:
            self.session.refresh()
            before = self.stamp
            try:
                return call(self.session)
            finally:
                if self.stamp != before:
                    self._tell()

    def kept(self, name: str, make: Callable[[], T]) -> T:
        """Return what was made of the game as it stands, made once: what takes long is not made again for each page."""
        if self._kept.get(name, (0, None))[0] != self.session.seq:
            self._kept[name] = self.session.seq, make()
            if len(self._kept) > MOST_KEPT:
                del self._kept[next(iter(self._kept))]
        found: T = self._kept[name][1]
        return found

    @property
    def stamp(self) -> str:
        """What differs as soon as pages of the game do."""
        return f"{self.session.seq}-{self._times_asked}"

    @property
    def asked(self) -> Consent | None:
        """What a side asks the other to agree to, as long as nothing else is done."""
        found = self._asked
        return found if found is not None and found.seen == self.session.seq else None

    @asked.setter
    def asked(self, consent: Consent | None) -> None:
        with self._lock:
            self._asked, self._times_asked = consent, self._times_asked + 1

    async def stamps(self) -> AsyncGenerator[str, None]:
        """Yield the stamp of the game, and each new one; an empty text after a while without any.

        Raises:
            InputError: more pages listen already than can be told.
        """
        if self.listeners >= MOST_LISTENERS:
            raise InputError("too many pages of this game are open: close some")
        self.listeners += 1
        self._loop = asyncio.get_running_loop()
        if self._watching is None or self._watching.done():
            self._watching = asyncio.create_task(self._watch())
        last = ""
        try:
            while True:
                news = self._news
                if self.stamp != last:
                    last = self.stamp
                    yield last
                    continue
                try:
                    await asyncio.wait_for(news.wait(), PING_EVERY)
                except TimeoutError:
                    yield ""
        finally:
            self.listeners -= 1

    async def _watch(self) -> None:
        """Look for what other programs write, as long as anybody listens."""
        while self.listeners:
            await asyncio.sleep(LOOK_EVERY)
            with contextlib.suppress(MusterError):  # Whoever asks next is told what is wrong.
                await run_in_threadpool(self._look)

    def _look(self) -> None:
        with self._lock:
            if self.session.refresh():
                self._tell()

    def _tell(self) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._renew)

    def _renew(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()

    def close(self) -> None:
        """Let go of the game."""
        with self._lock:
            self.session.close()


class ServedGames:
    """The games of this server, opened as they are asked for: one, or all that there are."""

    def __init__(self, only: str | None = None) -> None:
        """Serve one game, by its id or its name; all of them without one.

        Raises:
            InputError: there is none that is called so.
        """
        self.only = find_game(only, list_games()).id if only is not None else None
        self._open: dict[str, ServedGame] = {}
        self._lock = threading.Lock()

    def listed(self) -> Sequence[ListedGame]:
        """The games that are served, the one played last first."""
        return [game for game in list_games() if self.only in (None, game.id)]

    def game(self, id: str) -> ServedGame:
        """A game by its id.

        Raises:
            InputError: there is none, or it cannot be read.
        """
        if self.only not in (None, id):
            raise InputError("this game is not served here")
        with self._lock:
            if id not in self._open:
                self._open[id] = ServedGame(open_game(id, strict=True))
            return self._open[id]

    def close(self) -> None:
        """Let go of all games."""
        with self._lock:
            for game in self._open.values():
                game.close()
            self._open.clear()
