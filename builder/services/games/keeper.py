"""How a game that is played is kept: stored at once, or in memory for as long as the store cannot be written."""

from __future__ import annotations

import getpass
import os
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec

from builder.errors import Finding, InputError, Severity
from builder.ids import Ids
from builder.inputs import BREAKING, what_broke
from builder.resources import games_database, games_file
from builder.services.data.army_data import Data
from builder.store.logs import HEAD, GameStore, News, StaleLogError
from builder.store.sqlite import SqliteStore
from builder.systems.protocol import System
from builder.systems.registry import with_modules
from builder.text import LONGEST, clean_name
from builder.tracker import LogEntry

if TYPE_CHECKING:
    from builder.services.army.opening import Army
    from builder.store.postgres import PostgresStore

KIND = "game"
VERSION = 1
MOST_CONTENTS = 200_000
"""Bytes of an army's file that are kept with a game; army files have a few thousand."""
PLAYER_VARIABLE = "MUSTER_PLAYER"


class ArmyHead(msgspec.Struct, frozen=True, kw_only=True):
    """Where an army came from, and with which data it was built.

    Args:
        data: None for a saved roster without its data.
        contents: those of its file as the game began; empty where that is large.
    """

    id: str | None
    name: str
    file: str
    modules: tuple[str, ...] = ()
    data: Data | None = None
    contents: bytes = b""

    @classmethod
    def of(cls, army: Army) -> ArmyHead:
        """That of an army as it is now."""
        contents = army.contents if len(army.contents) <= MOST_CONTENTS else b""
        return cls(
            id=army.id,
            name=army.name,
            file=clean_name(army.file),  # only shown: whatever bytes a file is called by, a text is kept
            modules=army.modules,
            data=army.data,
            contents=contents,
        )


NOBODY = "the opponent"
"""What the other side is called where nobody says who it is."""


class SideHead(msgspec.Struct, frozen=True, kw_only=True):
    """A side: its name, and its army where that is known."""

    name: str
    army: ArmyHead | None = None


class GameHead(msgspec.Struct, frozen=True, kw_only=True):
    """A game: its name, the id of its system, its sides, the modules that it is played with and their settings."""

    name: str
    system: str
    sides: tuple[SideHead, SideHead]
    modules: tuple[str, ...] = ()
    settings: tuple[tuple[str, str], ...] = ()

    def load_system(self) -> System:
        """Load its system, with its modules.

        Raises:
            InputError: one of them is not installed, or cannot be used.
        """
        return with_modules(self.system, self.modules, dict(self.settings))


_DECODER = msgspec.json.Decoder(GameHead)


def head_entry(head: GameHead, by: str) -> LogEntry:
    """Return the entry that is kept of a game before its log begins."""
    return LogEntry(HEAD, KIND, VERSION, now(), by, msgspec.json.encode(head))


def read_head(entry: LogEntry) -> GameHead:
    """Return what an entry says of its game.

    Raises:
        InputError: it says nothing that can be understood.
    """
    if entry.kind == KIND and entry.version > VERSION:
        message = "this game was begun with a newer Muster: update to open it"
        raise InputError(Finding(Severity.WARNING, "newer", message))
    try:
        return _DECODER.decode(entry.body)
    except (msgspec.DecodeError, *BREAKING) as error:
        broke = error if isinstance(error, msgspec.DecodeError) else what_broke(error)
        message = f"its head cannot be read: {broke}"
        raise InputError(Finding(Severity.ERROR, "damaged", message)) from None


def now() -> str:
    """This moment, as logs write it."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def player() -> str:
    """Return who plays on this computer, for the log: `$MUSTER_PLAYER`, or the name that he logged in with."""
    try:
        return clean_name(os.environ.get(PLAYER_VARIABLE) or getpass.getuser())[:LONGEST]
    except (OSError, KeyError, ImportError):
        return "somebody"


def open_store() -> GameStore:
    """Return the store of games: the database of `$MUSTER_STORE`, else the file of the player.

    Raises:
        InputError: the address of the database cannot be read, or what it needs is not installed.
    """
    address = games_database()
    return open_database(address) if address else SqliteStore(games_file())


def open_database(address: str) -> PostgresStore:
    """Return the store of games in a PostgreSQL database; raise InputError as `open_store` does."""
    try:
        from builder.store.postgres import PostgresStore
    except ImportError as error:
        message = f"games in a database need psycopg ({error}): pip install 'musterbook[postgresql]'"
        raise InputError(Finding(Severity.ERROR, "games", message)) from None
    return PostgresStore(address)


def open_news() -> News:
    """Return what tells which games are written to; raise InputError as `open_store` does."""
    return open_store().news()


def games_place() -> str:
    """Return what messages call the store of games; raise InputError as `open_store` does."""
    return open_store().place


class GameKeeper:
    """Keeps one game in the store.

    What cannot be stored waits in memory, and `warning` says so; it is stored with the next entries that can be. With
    `strict` nothing waits: what cannot be stored is refused.
    """

    def __init__(self, store: GameStore, id: str, head: GameHead, by: str, strict: bool = False) -> None:
        self.id, self.head, self.by = id, head, by
        self.warning = ""
        self._store = store
        self._strict = strict
        self._waiting: list[LogEntry] = []
        self._news = ""

    @property
    def stored(self) -> bool:
        """Whether nothing waits in memory."""
        return not self._waiting

    def begin(self) -> None:
        """Keep a new game: what it is waits for the first entry of its log."""
        self._waiting = [head_entry(self.head, self.by)]

    def keep(self, log: Sequence[LogEntry], new: Sequence[LogEntry]) -> None:
        """Keep entries that follow on a log.

        Raises:
            Behind: other programs added something to that log, or removed the game.
            InputError: they cannot be stored, and the keeper is strict.
        """
        try:
            self._store_all(log, new)
        except InputError as error:
            if self._strict:
                raise
            self._waiting += new
            self.warning = f"the game goes on in memory, and is stored with the next act that can be: {error}"

    def added(self, after: int) -> Sequence[LogEntry]:
        """Return what other programs added after an entry; nothing while something waits.

        Raises:
            InputError: the store cannot be read.
        """
        return () if self._waiting else self._store.entries(self.id, after)

    def close(self, log: Sequence[LogEntry]) -> None:
        """Close the store; what waits is stored now if that can be, and else lost: `warning` said so."""
        try:
            if self._waiting:
                self._store_all(log, ())
        except InputError as error:
            self.warning = str(error)
        finally:
            self._store.close()

    def _store_all(self, log: Sequence[LogEntry], new: Sequence[LogEntry]) -> None:
        while True:
            entries = [*self._waiting, *new]
            try:
                self._store.append(self.id, entries[0].seq - 1, entries)
            except StaleLogError:
                if not self._waiting:
                    raise
                self._catch_up(log)
            else:
                break
        self._waiting = []
        self.warning, self._news = self._news, ""

    def _catch_up(self, log: Sequence[LogEntry]) -> None:
        """Find out why what waits does not follow on what is stored.

        Either it was stored after all, when the store said that it failed. Or another program played on, or removed the
        game: then the game as it was played here becomes one of its own, so that nothing of either is lost.
        """
        waiting = self._waiting
        stored = list(self._store.entries(self.id, waiting[0].seq - 1))
        if stored and stored[: len(waiting)] == waiting[: len(stored)]:
            del waiting[: len(stored)]
            return
        self.id = Ids(()).mint()
        self.head = msgspec.structs.replace(self.head, name=f"{self.head.name} ({self.id})")
        self._waiting = [head_entry(self.head, self.by), *log]
        self._news = f"another program played on meanwhile: this game is kept as “{self.head.name}” from now on"
