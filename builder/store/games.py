"""The logs of all games: one table of entries, to which is added only what follows on what is there."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from builder.errors import LONGEST_MESSAGE, Finding, Place, Severity, abridged
from builder.store.database import (
    BEGINNING,
    DamagedError,
    Database,
    UnwritableError,
    connect,
    connect_as_it_is,
    damaged,
    is_damage,
    sqlite_errors_reported,
    structure,
)
from builder.store.rows import (
    HEAD,
    OTHER_END,
    KeptGame,
    ReadLog,
    digest_of,
    game_ids,
    kept_game,
    last_digest,
    noted_last,
    read_kinds,
    read_log,
    salvage,
)
from builder.tracker.entries import LogEntry

T = TypeVar("T")


class StaleLogError(Exception):
    """Another program was first: there are other entries than were expected, or the game is gone."""


class GameStore:
    """The file of games; it is opened when it is needed, and again after a failure.

    Every method raises InputError where the file cannot be used: of its kinds `Unwritable` where that may pass,
    `Damaged` where the file, or the game that is asked for, is not as it was written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._open: Database | None = None

    def games(self) -> Sequence[KeptGame]:
        """Return all games, the one played last first; each says by itself what is damaged."""
        kept = self._read(lambda database: [kept_game(database, id) for id in game_ids(database)]) or ()
        return tuple(sorted(sorted(kept, key=lambda game: game.id), key=lambda game: game.changed, reverse=True))

    def entries(self, game: str, after: int = HEAD - 1) -> Sequence[LogEntry]:
        """Return the entries of a game with higher numbers than `after`, in order; none where there is no such game.

        Raises:
            Damaged: one of them, or the end of the game, is not as it was written.
        """
        first = max(after, HEAD)
        log = self._of(game, partial(read_log, game=game, first=first))
        if log is None:
            return ()
        if log.damage:
            raise self._damaged(game, log.damage)
        entries = log.entries if log.head is None else (log.head, *log.entries)
        return entries[after - first + 1 :]

    def entries_of(self, game: str, kinds: Sequence[str]) -> Sequence[LogEntry]:
        """Return the entries of a game that are of some kinds, the newest first. Raises Damaged where one is."""
        log = self._of(game, partial(read_kinds, game=game, kinds=kinds))
        if log is None:
            return ()
        if log.damage:
            raise self._damaged(game, log.damage)
        return log.entries

    def salvage(self, game: str) -> ReadLog:
        """Return what of a game is whole, in a file that may be damaged anywhere."""
        return self._read(partial(salvage, game=game)) or ReadLog(None, (), HEAD)

    def structure(self) -> str:
        """Return what is wrong with how the file is built, in the words of SQLite; empty where nothing is."""
        return self._read(structure) or ""

    def append(self, game: str, expected: int, entries: Sequence[LogEntry]) -> None:
        """Add entries to a game whose last one has the number `expected`; HEAD - 1 for a new game.

        All of them are on the disk when this returns, or none.

        Raises:
            Behind: the last entry is another one.
            Damaged: the last entry is not the one that was written last.
        """
        with self._writing() as database:
            last = last_digest(database, game)
            if last != noted_last(database, game):
                raise self._damaged(game, OTHER_END)
            seq, digest = last or (HEAD - 1, BEGINNING)
            if seq != expected:
                raise StaleLogError
            for each in entries:
                before, digest = digest, digest_of(each, game, digest)
                values = (game, each.seq, each.kind, each.version, each.at, each.by, each.body, before, digest)
                database.connection.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
            if entries:
                database.connection.execute("REPLACE INTO lasts VALUES (?, ?, ?)", (game, entries[-1].seq, digest))

    def remove(self, game: str) -> None:
        """Remove a game for good."""
        with self._writing() as database:
            database.connection.execute("DELETE FROM entries WHERE game = ?", (game,))
            database.connection.execute("DELETE FROM lasts WHERE game = ?", (game,))

    def close(self) -> None:
        """Close the file, if it is open."""
        if self._open is not None:
            with contextlib.suppress(sqlite3.Error):
                self._open.connection.close()
            self._open = None

    def _of(self, game: str, read: Callable[[Database], T]) -> T | None:
        """Return what is read of one game; what SQLite finds damaged in it is told of that game."""

        def read_game(database: Database) -> T:
            try:
                return read(database)
            except sqlite3.DatabaseError as error:
                if not is_damage(error):
                    raise
                raise self._damaged(game, "an entry lies in a damaged part of the file") from None

        return self._read(read_game)

    def _damaged(self, game: str, damage: str) -> DamagedError:
        message = f"the game {game} is damaged: {damage}; muster game recover {game} saves what is whole"
        return DamagedError(
            Finding(Severity.ERROR, "damaged", abridged(message, LONGEST_MESSAGE), at=Place(file=str(self.path)))
        )

    def _read(self, read: Callable[[Database], T]) -> T | None:
        """Return what is read of the file as it is at one moment; None where there is none."""
        if self._open is None and not self._there():
            return None
        try:
            with self._connected() as database, _moment(database.connection):
                return read(database)
        except UnwritableError:
            # A folder that cannot be written to has no place for what SQLite wants beside the file. What stands beside
            # it already would be passed over.
            if self._size_of("-wal"):
                raise
            with sqlite_errors_reported(self.path):
                database = connect_as_it_is(self.path)
                with contextlib.closing(database.connection):
                    return read(database)

    def _there(self) -> bool:
        with contextlib.suppress(OSError):
            return self.path.exists()
        return True

    def _size_of(self, ending: str) -> int:
        with contextlib.suppress(OSError):
            return self.path.with_name(self.path.name + ending).stat().st_size
        return 0

    @contextlib.contextmanager
    def _writing(self) -> Iterator[Database]:
        with self._connected() as database:
            if not database.chained:
                raise damaged(self.path)
            database.connection.execute("BEGIN IMMEDIATE")
            try:
                yield database
                database.connection.execute("COMMIT")
            except BaseException:
                if database.connection.in_transaction:
                    database.connection.execute("ROLLBACK")
                raise

    @contextlib.contextmanager
    def _connected(self) -> Iterator[Database]:
        with sqlite_errors_reported(self.path):
            if self._open is None:
                self._open = connect(self.path)
            try:
                yield self._open
            except (sqlite3.Error, UnicodeDecodeError):
                self.close()
                raise


@contextlib.contextmanager
def _moment(connection: sqlite3.Connection) -> Iterator[None]:
    """Have all that is read be of one moment, whatever other programs write meanwhile."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
