"""Games in one file of SQLite: one table of entries, to which is added only what follows on what is there."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from pathlib import Path
from typing import TypeVar

from builder.store.database import (
    Database,
    connect,
    connect_as_it_is,
    damaged,
    is_damage,
    sqlite_errors_reported,
    structure,
    writing,
)
from builder.store.logs import (
    HEAD,
    IN_DAMAGED_PART,
    GameStore,
    KeptGame,
    Last,
    News,
    ReadLog,
    Row,
    UnwritableError,
    kept_game,
    read_each,
    read_log,
    rows_to_add,
    salvaged,
)
from builder.tracker import LogEntry

T = TypeVar("T")
LOOK_EVERY = 0.05
"""Seconds between two looks whether another program has written to the file."""

_GAMES = """
WITH RECURSIVE games(game) AS (
    SELECT min(game) FROM entries
    UNION ALL SELECT (SELECT min(game) FROM entries WHERE game > games.game) FROM games WHERE games.game IS NOT NULL
)
SELECT game FROM games WHERE game IS NOT NULL
"""
"""Goes from game to game by the index, and reads nothing of what is between."""

_NO_ENTRY = (HEAD, b"")
"""Stands for a last entry that cannot be one: none that is there has this digest."""


class SqliteStore(GameStore):
    """A file of games."""

    def __init__(self, path: Path) -> None:
        self.path, self.place = path, str(path)
        self._open: Database | None = None

    def salvage(self, game: str) -> ReadLog:
        """Return what of a game is whole, in a file that may be damaged anywhere."""
        return self._read(partial(_salvaged, game=game)) or ReadLog(None, (), HEAD)

    def structure(self) -> str:
        """Return what is wrong with how the file is built, in the words of SQLite; empty where nothing is."""
        return self._read(structure) or ""

    def append(self, game: str, expected: int, entries: Sequence[LogEntry]) -> None:
        """Add entries to a game whose last one has the number `expected`; see `GameStore`."""
        with self._writing() as database:
            last, noted = _last(database, game), _noted_last(database, game)
            try:
                rows = [*rows_to_add(game, last, noted, expected, entries)]
            except ValueError as error:
                raise self._damaged(game, str(error)) from None
            database.connection.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
            if rows:
                database.connection.execute("REPLACE INTO lasts VALUES (?, ?, ?)", (game, rows[-1][1], rows[-1][-1]))

    def remove(self, game: str) -> None:
        """Remove a game for good."""
        with self._writing() as database:
            database.connection.execute("DELETE FROM entries WHERE game = ?", (game,))
            database.connection.execute("DELETE FROM lasts WHERE game = ?", (game,))

    def news(self) -> News:
        """Return what tells of games that are written to: it looks for that again and again."""
        return _FileNews(self)

    def close(self) -> None:
        """Close the file, if it is open."""
        if self._open is not None:
            with contextlib.suppress(sqlite3.Error):
                self._open.connection.close()
            self._open = None

    def _games(self) -> Iterable[KeptGame]:
        return self._read(lambda database: [_kept(database, id) for id in _game_ids(database)]) or ()

    def _log(self, game: str, first: int) -> ReadLog | None:
        return self._of(game, lambda database: _logged(database, game, first))

    def _kinds(self, game: str, kinds: Sequence[str]) -> ReadLog:
        which = f"AND kind IN ({', '.join('?' * len(kinds))}) ORDER BY seq DESC"

        def read(database: Database) -> ReadLog:
            return read_each(game, _rows(database, game, which, *kinds), chained=database.chained)

        return self._of(game, read) or ReadLog(None, (), HEAD)

    def _of(self, game: str, read: Callable[[Database], T]) -> T | None:
        """Return what is read of one game; what SQLite finds damaged in it is told of that game."""

        def read_game(database: Database) -> T:
            try:
                return read(database)
            except sqlite3.DatabaseError as error:
                if not is_damage(error):
                    raise
                raise self._damaged(game, f"an entry {IN_DAMAGED_PART}") from None

        return self._read(read_game)

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
            with writing(database.connection):
                yield database

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


class _FileNews(News):
    """Looks whether other connections have written to the file, and then which games have other ends."""

    def __init__(self, store: SqliteStore) -> None:
        self._store = SqliteStore(store.path)
        self._version: int | None = None
        self._ends: Mapping[str, object] = {}

    def wait(self, seconds: float) -> Set[str] | None:
        """Return the ids of games that were written to since the last call, after at most so many seconds."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            found = self._store._read(self._changed)
            if self._version is not None and (found is None or found):
                return found
            time.sleep(min(LOOK_EVERY, seconds))
        return set()

    def close(self) -> None:
        """Close the file."""
        self._store.close()

    def _changed(self, database: Database) -> Set[str] | None:
        # Within a transaction, as all is read here, it is the version of what that sees.
        (version,) = database.connection.execute("PRAGMA data_version").fetchone()
        if version == self._version:
            return set()
        before, first = self._ends, self._version is None
        ends = database.connection.execute("SELECT game, digest FROM lasts") if database.chained else ()
        self._ends = {id.decode("utf-8", "replace"): digest for id, digest in ends}
        self._version = version
        return None if first else {id for id, digest in self._ends.items() if before.get(id) != digest}


def _game_ids(database: Database) -> Sequence[str]:
    """Return the ids of all games; of a damaged file those that can be read.

    Raises:
        sqlite3.DatabaseError: none can be read.
    """
    found: set[str] = set()
    error = None
    for query in ("SELECT game FROM lasts", _GAMES) if database.chained else (_GAMES,):
        try:
            for (id,) in database.connection.execute(query):
                found.add(id.decode("utf-8", "replace") if isinstance(id, bytes) else str(id))
        except sqlite3.DatabaseError as met:
            if not is_damage(met):
                raise
            error = met
    if error is not None and not found:
        raise error
    return sorted(found)


def _kept(database: Database, id: str) -> KeptGame:
    found: dict[str, Row | None] = {}
    for name, which in (("head", f"AND seq = {HEAD}"), ("end", "ORDER BY seq DESC LIMIT 1")):
        with _damage_suffered():
            found[name] = next(_rows(database, id, which), None)
    last = noted = None
    if database.chained and len(found) == 2:  # else nothing can be said of its end
        last, noted = _last(database, id), _noted_last(database, id)
    return kept_game(id, found, last, noted, chained=database.chained)


def _logged(database: Database, game: str, first: int) -> ReadLog | None:
    rows = list(_rows(database, game, "AND seq >= ? ORDER BY seq", first))
    return read_log(game, rows, _noted_last(database, game), first, chained=database.chained)


def _salvaged(database: Database, game: str) -> ReadLog:
    last: Last = None
    with _damage_suffered():
        last = _noted_last(database, game)
    # The index may lead astray where the table is whole, and the other way round.
    scans = [_up_to_damage(_rows(database, game, "ORDER BY seq")), _up_to_damage(_rows(database, game, "", scan=True))]
    return salvaged(game, scans, last, chained=database.chained)


def _last(database: Database, game: str) -> Last:
    """Return the number and the digest of the last entry of a game that is there; None where there is none."""
    query = "SELECT seq, digest FROM entries WHERE game = ? ORDER BY seq DESC LIMIT 1"
    found: Last = database.connection.execute(query, (game,)).fetchone()
    return found


def _noted_last(database: Database, game: str) -> Last:
    """Return the number and the digest of the entry that was written last; None where that is not known."""
    if not database.chained:
        return None
    query = "SELECT seq, digest FROM lasts WHERE game = ?"
    found: tuple[object, object] | None = database.connection.execute(query, (game,)).fetchone()
    if found is None:
        return None
    seq, digest = found
    return (seq, digest) if isinstance(seq, int) and isinstance(digest, bytes) else _NO_ENTRY


def _rows(database: Database, game: str, which: str, *values: object, scan: bool = False) -> Iterator[Row]:
    """Yield entries of a game, found by the index, or by a scan of all that there is."""
    chain = "before, digest" if database.chained else "NULL, NULL"
    table = "entries NOT INDEXED" if scan else "entries"
    query = f'SELECT seq, kind, version, at, "by", body, {chain} FROM {table} WHERE game = ? {which}'
    yield from database.connection.execute(query, (game, *values))


def _up_to_damage(rows: Iterable[Row]) -> Iterator[Row]:
    """Yield rows until SQLite comes upon a damaged part of the file."""
    with _damage_suffered():
        yield from rows


@contextlib.contextmanager
def _damage_suffered() -> Iterator[None]:
    """Go on where SQLite comes upon a damaged part of the file."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
