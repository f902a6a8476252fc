"""Games that are served: each opened once, asked by one thread at a time, and looked at again as news of it come."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import zlib
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from builder.errors import InputError, MusterError, PlayError
from builder.services.games.documents import Documents, open_documents
from builder.services.games.games import ListedGame, find_game, list_games, open_game
from builder.services.games.keeper import open_news
from builder.services.games.session import GameSession

T = TypeVar("T")
WAIT = 0.5
"""Seconds after which whoever waits for news looks whether the server has ended."""
MOST_KEPT = 100
"""Pages of one game of which is kept what took long to work out."""
PING_EVERY = 15.0
"""Seconds after which a page is told that the server is still there."""
MOST_LISTENERS = 64
"""Pages of one game that are told of news."""


class Consent(msgspec.Struct, frozen=True):
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

    def __init__(self, session: GameSession, documents: Documents, heard: Callable[[], None]) -> None:
        """Serve a game; `heard` is called as soon as somebody listens to what becomes of it."""
        self.session = session
        self.here = Counter[str]()
        """Pages that listen just now, by the roles of the seats."""
        self._documents, self._heard = documents, heard
        self._name = f"asked-{session.id}"
        self._asked: tuple[bytes, Consent | None] = (b"", None)
        self._kept: dict[str, tuple[int, Any]] = {}
        self._lock = threading.RLock()
        self._stale = False
        self._news = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    def ask(self, call: Callable[[GameSession], T]) -> T:
        """Return what the game answers as it stands by now, whichever program wrote last.

        Raises:
            MusterError: what the game says against it.
        """
        try:
            with self._lock, self._telling():
                self._refresh()
                return call(self.session)
        finally:
            self._catch_up()

    def look(self) -> None:
        """Look what other programs wrote; whoever asks the game something just now does that in the place of this."""
        self._stale = True
        self._catch_up()

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
        return f"{self.session.seq}-{zlib.crc32(self._asked[0])}"

    @property
    def asked(self) -> Consent | None:
        """What a side asks the other to agree to, as long as nothing else is done."""
        found = self._asked[1]
        return found if found is not None and found.seen == self.session.seq else None

    def ask_consent(self, consent: Consent) -> None:
        """Ask the other side to agree to something, in the place of what was asked before."""
        data = msgspec.json.encode(consent)
        self._documents.change(self._name, lambda _: data, self.session.id)
        self._read_asked()

    def settle(self) -> None:
        """Make an end of what is asked.

        Raises:
            PlayError: somebody else was first.
        """
        seen = self._asked[0]

        def settled(data: bytes) -> bytes:
            if data != seen:
                raise PlayError("this was answered already: look how the game stands")
            return b""

        self._documents.change(self._name, settled, self.session.id)
        self._read_asked()

    async def stamps(self, role: str = "") -> AsyncGenerator[str, None]:
        """Yield the stamp of the game, and each new one; an empty text after a while without any.

        `role` is that of the seat of who listens.

        Raises:
            InputError: more pages listen already than can be told.
        """
        if self.here.total() >= MOST_LISTENERS:
            raise InputError("too many pages of this game are open: close some")
        self.here[role] += 1
        self._loop = asyncio.get_running_loop()
        self._heard()
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
            self.here[role] -= 1

    def _refresh(self) -> None:
        self.session.refresh()
        self._read_asked()

    def _read_asked(self) -> None:
        data = self._documents.read(self._name)
        if data is not self._asked[0]:
            consent = None
            with contextlib.suppress(msgspec.DecodeError):  # of another version: it is asked again
                consent = msgspec.json.decode(data, type=Consent) if data else None
            self._asked = data, consent

    def _catch_up(self) -> None:
        """Look what other programs wrote, if that is wanted and nobody else asks the game something."""
        while self._stale and self._lock.acquire(blocking=False):
            try:
                self._stale = False
                with contextlib.suppress(MusterError), self._telling():  # Whoever asks next is told what is wrong.
                    self._refresh()
            finally:
                self._lock.release()

    @contextlib.contextmanager
    def _telling(self) -> Iterator[None]:
        """Tell all pages that listen if the game is another one then."""
        before = self.stamp
        try:
            yield
        finally:
            if self.stamp != before:
                self._tell()

    def _tell(self) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._renew)

    def _renew(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()

    def close(self) -> None:
        """Close the game."""
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
        self._documents = open_documents()
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._watch: threading.Thread | None = None

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
                self._open[id] = ServedGame(open_game(id, strict=True), self._documents, self._listen)
            return self._open[id]

    def close(self) -> None:
        """Close all games."""
        self._closed.set()
        if self._watch is not None:
            self._watch.join()
        with self._lock:
            for game in self._open.values():
                game.close()
            self._open.clear()
        self._documents.close()

    def _listen(self) -> None:
        """Wait for news from now on, on a thread of its own."""
        with self._lock:
            if self._watch is None and not self._closed.is_set():
                self._watch = threading.Thread(target=self._wait_for_news, name="news", daemon=True)
                self._watch.start()

    def _wait_for_news(self) -> None:
        news = open_news()
        with contextlib.closing(news):
            while not self._closed.is_set():
                try:
                    found = news.wait(WAIT)
                except MusterError:  # Whoever asks for a page is told what is wrong.
                    self._closed.wait(WAIT)
                    continue
                for id, game in [*self._open.items()]:
                    if game.here.total() and (found is None or id in found):
                        game.look()
