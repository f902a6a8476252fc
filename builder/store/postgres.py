"""Games in a PostgreSQL database, which several servers can share: the same table of entries as in a file."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from typing import Any, ClassVar, TypeAlias

import psycopg
from psycopg import errors, sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from builder.errors import Finding, InputError, Place, Severity
from builder.store.logs import (
    HEAD,
    GameStore,
    KeptGame,
    Last,
    News,
    ReadLog,
    Row,
    StaleLogError,
    UnwritableError,
    kept_game,
    read_each,
    read_log,
    rows_to_add,
    salvaged,
)
from builder.text import clean
from builder.tracker import LogEntry

Connection: TypeAlias = psycopg.Connection[tuple[Any, ...]]
VERSION = 1
"""The version of the tables. A database with a higher one is left alone."""
CHANNEL = "muster"
MOST_CONNECTIONS = 8
"""Connections of one program, beside the one that listens; databases usually allow a hundred in all."""
_PATIENCE = 5
"""Seconds to wait for the database, or for another program that is writing to the same game."""
_MAKING = 0x4D555354
"""The lock of whoever makes the tables."""

_TABLES = f"""
CREATE TABLE IF NOT EXISTS muster_entries (
    game text NOT NULL,
    seq bigint NOT NULL,
    kind text NOT NULL,
    version bigint NOT NULL,
    at text NOT NULL,
    "by" text NOT NULL,
    body bytea NOT NULL,
    before bytea NOT NULL,
    digest bytea NOT NULL,
    PRIMARY KEY (game, seq)
);
CREATE TABLE IF NOT EXISTS muster_lasts (game text PRIMARY KEY, seq bigint NOT NULL, digest bytea NOT NULL);
CREATE TABLE IF NOT EXISTS muster_documents (name text PRIMARY KEY, version bigint NOT NULL, body bytea NOT NULL);
CREATE TABLE IF NOT EXISTS muster_version (version bigint PRIMARY KEY);
INSERT INTO muster_version SELECT {VERSION} WHERE NOT EXISTS (SELECT FROM muster_version);
"""
_FIELDS = 'seq, kind, version, at, "by", body, before, digest'
_GAMES = f"""
SELECT known.game, lasts.seq, lasts.digest, {{head}}, {{last}}
FROM (SELECT game FROM muster_lasts UNION SELECT game FROM muster_entries WHERE seq = {HEAD}) AS known
LEFT JOIN muster_lasts AS lasts USING (game)
LEFT JOIN muster_entries AS head ON head.game = known.game AND head.seq = {HEAD}
LEFT JOIN LATERAL (
    SELECT * FROM muster_entries AS every WHERE every.game = known.game ORDER BY seq DESC LIMIT 1
) AS last ON true
""".format(**{name: ", ".join(f"{name}.{field}" for field in _FIELDS.split(", ")) for name in ("head", "last")})
_UNUSABLE = (
    psycopg.OperationalError,
    errors.InsufficientPrivilege,
    errors.ReadOnlySqlTransaction,
    errors.QueryCanceled,
    errors.SerializationFailure,
)
"""What may pass: the database is not to be reached, full or busy, or somebody must be given rights."""


class PostgresStore(GameStore):
    """The games of a database. Several threads may ask."""

    def __init__(self, address: str) -> None:
        """Know a database by its address; it is asked when it is needed.

        Raises:
            InputError: the address cannot be read.
        """
        self.place = _place(address)
        self._address = address
        self._connections: _Connections | None = None

    def salvage(self, game: str) -> ReadLog:
        """Return what of a game is whole."""
        with self._transaction() as connection:
            return salvaged(game, [_rows(connection, game, "ORDER BY seq")], _noted_last(connection, game))

    def structure(self) -> str:
        """Return nothing: a database sees to it itself how it is built."""
        with self._transaction():
            return ""

    def append(self, game: str, expected: int, entries: Sequence[LogEntry]) -> None:
        """Add entries to a game whose last one has the number `expected`; see `GameStore`."""
        rows: Sequence[Row] = ()
        try:
            with self._transaction(writing=True) as connection:
                rows = self._rows_to_add(connection, game, expected, entries)
                if rows:
                    _insert(connection, rows, new=expected < HEAD)
        except UnwritableError:
            # Where the connection is lost on the way back, nobody knows yet whether all was written.
            if not rows or not self._is_last(game, rows[-1]):
                raise

    def remove(self, game: str) -> None:
        """Remove a game for good."""
        with self._transaction(writing=True) as connection:
            connection.execute("DELETE FROM muster_lasts WHERE game = %s", (game,))
            connection.execute("DELETE FROM muster_entries WHERE game = %s", (game,))
            _tell(connection, game)

    def news(self) -> News:
        """Return what tells of games that are written to: the database says so."""
        return _ToldNews(self)

    def document(self, name: str, known: int = 0) -> tuple[int, bytes] | None:
        """Return the version of a text that servers share and the text, or None where it is still the one known.

        A text that nobody wrote has version 0 and is empty.
        """
        with self._transaction() as connection:
            query = "SELECT version, body FROM muster_documents WHERE name = %s AND version <> %s"
            found = connection.execute(query, (name, known)).fetchone()
            return (found[0], found[1]) if found else ((0, b"") if not known else None)

    def change_document(self, name: str, change: Callable[[bytes], bytes], game: str = "") -> bytes:
        """Change a text that servers share, one program after another, and tell whoever looks at a game.

        Whatever `change` raises leaves it as it is.
        """
        with self._transaction(writing=True) as connection:
            connection.execute("INSERT INTO muster_documents VALUES (%s, 0, '') ON CONFLICT DO NOTHING", (name,))
            query = "SELECT body FROM muster_documents WHERE name = %s FOR UPDATE"
            changed = change(_only(connection.execute(query, (name,)).fetchone())[0])
            query = "UPDATE muster_documents SET version = version + 1, body = %s WHERE name = %s"
            connection.execute(query, (changed, name))
            if game:
                _tell(connection, game)
        return changed

    def close(self) -> None:
        """Close the database; its connections are closed with the last store of this program that is."""
        if self._connections is not None:
            self._connections.leave()
            self._connections = None

    def connect(self) -> Connection:
        """Return a new connection, with tables that this program knows.

        Raises:
            InputError: there is none, or the tables are those of a newer Muster.
        """
        with self._errors_reported():
            return _connected(self._address, self.place)

    def _games(self) -> Iterable[KeptGame]:
        with self._transaction() as connection:
            rows = connection.execute(_GAMES.encode()).fetchall()
        width = len(_FIELDS.split(", "))
        for game, seq, digest, *both in rows:
            head, last = _row(both[:width]), _row(both[width:])
            noted = None if seq is None else (seq, digest)
            yield kept_game(game, {"head": head, "end": last}, (last[0], last[-1]) if last else None, noted)

    def _log(self, game: str, first: int) -> ReadLog | None:
        with self._transaction() as connection:
            rows = _rows(connection, game, "AND seq >= %s ORDER BY seq", first)
            return read_log(game, rows, _noted_last(connection, game), first)

    def _kinds(self, game: str, kinds: Sequence[str]) -> ReadLog:
        with self._transaction() as connection:
            return read_each(game, _rows(connection, game, "AND kind = ANY(%s) ORDER BY seq DESC", list(kinds)))

    def _rows_to_add(
        self, connection: Connection, game: str, expected: int, entries: Sequence[LogEntry]
    ) -> Sequence[Row]:
        noted = _noted_last(connection, game, lock=True)
        found = _rows(connection, game, "ORDER BY seq DESC LIMIT 1")
        last = (found[0][0], found[0][-1]) if found else None
        try:
            return [*rows_to_add(game, last, noted, expected, entries)]
        except ValueError as error:
            raise self._damaged(game, str(error)) from None

    def _is_last(self, game: str, row: Row) -> bool:
        with self._transaction(writing=True) as connection:
            return _noted_last(connection, game, lock=True) == (row[1], row[-1])

    @contextlib.contextmanager
    def _transaction(self, *, writing: bool = False) -> Iterator[Connection]:
        """Lend a connection: all that is read is of one moment, or all that is written is there for good at the end.

        Raises:
            InputError: the database cannot be used; nothing is written then, unless the connection was lost at the end.
        """
        with self._errors_reported():
            self._connections = self._connections or _Connections.of(self._address, self.place)
            with self._connections.lent() as connection:
                connection.execute("BEGIN" if writing else "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
                yield connection
                connection.execute("COMMIT")

    @contextlib.contextmanager
    def _errors_reported(self) -> Iterator[None]:
        """Tell in one message what the database finds wrong."""
        try:
            yield
        except psycopg.Error as error:
            told = clean(str(error).strip().partition("\n")[0])
            if isinstance(error, _UNUSABLE):
                message = f"the database cannot be used just now: {told}"
                raise UnwritableError(_finding(self.place, message)) from None
            raise InputError(_finding(self.place, f"these games cannot be used: {told}")) from None


class _Connections:
    """The connections of this program to one database: a few, each lent to one thread at a time."""

    _known: ClassVar[dict[str, _Connections]] = {}
    _guard = threading.Lock()

    def __init__(self, address: str, place: str) -> None:
        self._address, self._place = address, place
        self._users = 0
        self._idle: list[Connection] = []
        self._free = threading.Semaphore(MOST_CONNECTIONS)

    @classmethod
    def of(cls, address: str, place: str) -> _Connections:
        """Return those to a database; each store that asks for them must leave them."""
        with cls._guard:
            found = cls._known.setdefault(address, cls(address, place))
            found._users += 1
            return found

    def leave(self) -> None:
        """Close all with the last store that asked for them."""
        with self._guard:
            self._users -= 1
            if not self._users:
                del self._known[self._address]
                while self._idle:
                    self._idle.pop().close()

    @contextlib.contextmanager
    def lent(self) -> Iterator[Connection]:
        """Lend a connection that answers; it is closed where something went wrong with it."""
        with self._free:
            connection = self._answering() or _connected(self._address, self._place)
            try:
                yield connection
            except BaseException:
                if connection.broken:
                    connection.close()
                else:
                    connection.rollback()
                    self._idle.append(connection)
                raise
            self._idle.append(connection)

    def _answering(self) -> Connection | None:
        """Return a connection that is idle and still leads to the database; those that do not are closed."""
        while self._idle:
            with contextlib.suppress(IndexError):  # another thread took the last one
                connection = self._idle.pop()
                try:
                    connection.execute("SELECT")
                except psycopg.OperationalError:
                    connection.close()
                else:
                    return connection
        return None


class _ToldNews(News):
    """Listens to what the database tells, with a connection of its own."""

    def __init__(self, store: PostgresStore) -> None:
        self._store = PostgresStore(store._address)
        self._connection: Connection | None = None

    def wait(self, seconds: float) -> Set[str] | None:
        """Return the ids of games that were written to since the last call, after at most so many seconds."""
        if self._connection is None:
            self._connection = self._store.connect()
            self._connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
            return None
        try:
            return {each.payload for each in self._connection.notifies(timeout=seconds, stop_after=1)}
        except psycopg.OperationalError:
            self.close()
            return None

    def close(self) -> None:
        """Close the database."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _connected(address: str, place: str) -> Connection:
    own = f"connect_timeout={_PATIENCE} application_name=muster"
    connection = psycopg.connect(make_conninfo(own, **_read(address)), autocommit=True)
    try:
        connection.execute(f"SET lock_timeout = '{_PATIENCE}s'".encode())
        if connection.execute("SELECT to_regclass('muster_version')").fetchone() == (None,):
            with connection.transaction():
                connection.execute("SELECT pg_advisory_xact_lock(%s)", (_MAKING,))
                connection.execute(_TABLES.encode())
        (version,) = _only(connection.execute("SELECT max(version) FROM muster_version").fetchone())
        if version != VERSION:
            raise InputError(_finding(place, "these games were kept by a newer Muster: update to open them"))
    except BaseException:
        connection.close()
        raise
    return connection


def _insert(connection: Connection, rows: Sequence[Row], *, new: bool) -> None:
    """Add rows to a game, and note the last one.

    Raises:
        StaleLogError: another program has begun a game of the same id.
        InputError: there are others with the same numbers.
    """
    query = "INSERT INTO muster_entries VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)"
    try:
        with connection.cursor() as cursor:
            cursor.executemany(query, rows)
    except errors.UniqueViolation:
        if new:
            raise StaleLogError from None
        raise InputError("entries with these numbers are there already") from None
    noted = "INSERT INTO muster_lasts VALUES (%s, %s, %s) ON CONFLICT (game) DO UPDATE SET seq = %s, digest = %s"
    game, seq, digest = rows[-1][0], rows[-1][1], rows[-1][-1]
    connection.execute(noted, (game, seq, digest, seq, digest))
    _tell(connection, game)


def _tell(connection: Connection, game: str) -> None:
    """Tell all who listen that something is new in a game, once it is there for good."""
    connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, game))


def _noted_last(connection: Connection, game: str, *, lock: bool = False) -> Last:
    """Return the number and the digest of the entry that was written last; with `lock` nobody else writes meanwhile."""
    query = f"SELECT seq, digest FROM muster_lasts WHERE game = %s {'FOR UPDATE' if lock else ''}"
    found = connection.execute(query.encode(), (game,)).fetchone()
    return (found[0], found[1]) if found else None


def _rows(connection: Connection, game: str, which: str, *values: object) -> Sequence[Row]:
    query = f"SELECT {_FIELDS} FROM muster_entries WHERE game = %s {which}"
    found = map(_row, connection.execute(query.encode(), (game, *values)))
    return [row for row in found if row is not None]


def _row(found: Sequence[Any]) -> Row | None:
    """Return an entry with its texts as bytes; None for a row that is not there."""
    seq, kind, version, at, by, *rest = found
    return None if seq is None else (seq, kind.encode(), version, at.encode(), by.encode(), *rest)


def _only(found: tuple[Any, ...] | None) -> tuple[Any, ...]:
    assert found is not None
    return found


def _read(address: str) -> Mapping[str, Any]:
    try:
        return conninfo_to_dict(address)
    except psycopg.ProgrammingError as error:
        raise InputError(f"this is not an address of a database: {clean(str(error).strip())}") from None


def _place(address: str) -> str:
    """Return the address of a database without its password."""
    host, port, name = (_read(address).get(each) for each in ("host", "port", "dbname"))
    return f"postgresql://{host or ''}{f':{port}' if port else ''}/{name or ''}"


def _finding(place: str, message: str) -> Finding:
    return Finding(Severity.ERROR, "games", message, at=Place(file=place))
