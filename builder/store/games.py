"""The logs of all games: one table of entries, to which is added only what follows on what is there."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder.store.database import Unwritable, connect, connect_as_it_is, damaged, told
from builder.tracker.entries import Entry

HEAD = 0
"""The number of the entry that says what game it is, before the first of its log."""


_GAMES = f"""
WITH RECURSIVE games(game) AS (
    SELECT min(game) FROM entries
    UNION ALL SELECT (SELECT min(game) FROM entries WHERE game > games.game) FROM games WHERE games.game IS NOT NULL
)
SELECT head.game, last.seq, last.at, head.seq, head.kind, head.version, head.at, head."by", head.body FROM games
JOIN entries AS head ON head.game = games.game AND head.seq = {HEAD}
JOIN entries AS last
    ON last.game = games.game AND last.seq = (SELECT max(seq) FROM entries WHERE game = games.game)
ORDER BY last.at DESC, head.game
"""
"""Goes from game to game by the index: it reads the first and the last entry of each, and not what is between."""


class Behind(Exception):
    """Another program was first: there are other entries than were expected, or the game is gone."""


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game in the store: its id, its first entry (see `HEAD`), the number of the last one and when that was made."""

    id: str
    head: Entry
    seq: int
    changed: str


class GameStore:
    """The file of games; it is opened when it is needed, and again after a failure.

    Every method raises InputError where the file cannot be used, and its kind `Unwritable` where that may pass.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._open: sqlite3.Connection | None = None

    def games(self) -> Sequence[KeptGame]:
        """All games, the one played last first."""
        return tuple(KeptGame(id, self._entry(row), seq, changed) for id, seq, changed, *row in self._rows(_GAMES))

    def entries(self, game: str, after: int = HEAD - 1) -> Sequence[Entry]:
        """The entries of a game with higher numbers than `after`, in order; none where there is no such game."""
        query = 'SELECT seq, kind, version, at, "by", body FROM entries WHERE game = ? AND seq > ? ORDER BY seq'
        return tuple(self._entry(row) for row in self._rows(query, game, after))

    def entries_of(self, game: str, kinds: Sequence[str]) -> Sequence[Entry]:
        """The entries of a game that are of some kinds, the newest first."""
        marks = ", ".join("?" * len(kinds))
        query = f'SELECT seq, kind, version, at, "by", body FROM entries WHERE game = ? AND kind IN ({marks}) '
        return tuple(self._entry(row) for row in self._rows(f"{query} ORDER BY seq DESC", game, *kinds))

    def append(self, game: str, expected: int, entries: Sequence[Entry]) -> None:
        """Add entries to a game whose last one has the number `expected`; HEAD - 1 for a new game.

        All of them are on the disk when this returns, or none.

        Raises:
            Behind: the last entry is another one.
        """
        with self._writing() as connection:
            (last,) = connection.execute("SELECT max(seq) FROM entries WHERE game = ?", (game,)).fetchone()
            if (HEAD - 1 if last is None else last) != expected:
                raise Behind
            connection.executemany(
                'INSERT INTO entries (game, seq, kind, version, at, "by", body) VALUES (?, ?, ?, ?, ?, ?, ?)',
                [(game, each.seq, each.kind, each.version, each.at, each.by, each.body) for each in entries],
            )

    def remove(self, game: str) -> None:
        """Remove a game for good."""
        with self._writing() as connection:
            connection.execute("DELETE FROM entries WHERE game = ?", (game,))

    def close(self) -> None:
        """Close the file, if it is open."""
        if self._open is not None:
            with contextlib.suppress(sqlite3.Error):
                self._open.close()
            self._open = None

    def _rows(self, query: str, *values: object) -> Sequence[Sequence[Any]]:
        if self._open is None and not self._there():
            return ()
        try:
            with self._connected() as connection:
                return connection.execute(query, values).fetchall()
        except Unwritable:
            # A folder that cannot be written to has no place for what SQLite wants beside the file. What stands beside
            # it already would be passed over.
            if self._size_of("-wal"):
                raise
            with told(self.path), contextlib.closing(connect_as_it_is(self.path)) as connection:
                return connection.execute(query, values).fetchall()

    def _entry(self, row: Sequence[Any]) -> Entry:
        """An entry of a row; SQLite itself keeps any kind of value in any column."""
        if tuple(map(type, row)) != (int, str, int, str, str, bytes):
            raise damaged(self.path)
        return Entry(*row)

    def _there(self) -> bool:
        with contextlib.suppress(OSError):
            return self.path.exists()
        return True

    def _size_of(self, ending: str) -> int:
        with contextlib.suppress(OSError):
            return self.path.with_name(self.path.name + ending).stat().st_size
        return 0

    @contextlib.contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._connected() as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise

    @contextlib.contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection]:
        with told(self.path):
            if self._open is None:
                self._open = connect(self.path)
            try:
                yield self._open
            except (sqlite3.Error, UnicodeDecodeError):
                self.close()
                raise
