"""The SQLite file that games are kept in: opened, made, upgraded; what is wrong with it told in one message."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from builder.errors import Finding, InputError, Place, Severity
from builder.store.logs import BEGINNING, DamagedError, UnwritableError, entry_digest

VERSION = 2
"""The version of the tables. A file of a higher one is left alone; one of version 1 has no digests."""

_APPLICATION = 0x4D555354
_PATIENCE = 5.0
"""Seconds to wait for another program that is writing."""

_ENTRIES = """
CREATE TABLE entries (
    game TEXT NOT NULL,
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    version INTEGER NOT NULL,
    at TEXT NOT NULL,
    "by" TEXT NOT NULL,
    body BLOB NOT NULL,
    before BLOB NOT NULL,
    digest BLOB NOT NULL,
    PRIMARY KEY (game, seq)
)
"""
_LASTS = "CREATE TABLE lasts (game TEXT PRIMARY KEY, seq INTEGER NOT NULL, digest BLOB NOT NULL) WITHOUT ROWID"
"""The number and the digest of the last entry of each game: without them nobody would miss an end that is lost."""

_UNWRITABLE = {
    "SQLITE_FULL": "the disk is full: make room",
    "SQLITE_READONLY": "it cannot be written: check the rights of the file and its folder",
    "SQLITE_CANTOPEN": "it cannot be opened: check that its folder is there and may be written",
    "SQLITE_PERM": "it may not be opened: check the rights of the file and its folder",
    "SQLITE_IOERR": "it cannot be written or read: check that it is a file, and that the disk is in order",
    "SQLITE_BUSY": "another program has been writing to it for too long: try again when that is done",
    "SQLITE_LOCKED": "another program has been writing to it for too long: try again when that is done",
    "SQLITE_PROTOCOL": "another program has been writing to it for too long: try again when that is done",
}
_DAMAGED = {"SQLITE_CORRUPT", "SQLITE_NOTADB"}


@dataclass(frozen=True, slots=True)
class Database:
    """An open file of games.

    Args:
        connection: gives texts as bytes, since a damaged file may hold some that are none.
        chained: whether its entries have digests; a file of version 1 that cannot be upgraded has none, and is only
            read.
    """

    connection: sqlite3.Connection
    chained: bool


def connect(path: Path) -> Database:
    """Open the file of games; one that is not there is made, one of an older version upgraded after a copy is kept.

    Raises:
        UnwritableError: it cannot be opened, made or upgraded.
        InputError: it is damaged, no file of games, or one of a newer version.
    """
    with sqlite_errors_reported(path):
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.exists() and not (path.is_file() or path.is_dir()):  # SQLite would wait for a pipe without end
                raise InputError(_finding(path, _UNWRITABLE["SQLITE_IOERR"]))
        except OSError as error:
            raise UnwritableError(_finding(path, f"its folder cannot be made: {error.strerror or error}")) from None
        connection = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
        try:
            connection.text_factory = bytes
            version = _version(connection, path)
            if version == 0:
                _make(connection, path)
            connection.execute("PRAGMA synchronous=FULL")
            return Database(connection, version in (0, VERSION) or _upgraded(connection, path))
        except BaseException:
            connection.close()
            raise


def connect_as_it_is(path: Path) -> Database:
    """Open the file of games to read what stands in it, in a folder that nothing can be written to."""
    with sqlite_errors_reported(path):
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True, isolation_level=None)
        try:
            connection.text_factory = bytes
            version = _version(connection, path)
            if version == 0:
                raise InputError(_finding(path, "there is nothing in it"))
            return Database(connection, version == VERSION)
        except BaseException:
            connection.close()
            raise


def structure(database: Database) -> str:
    """Return what SQLite finds wrong with how the file is built, in its words; empty where that is sound."""
    try:
        found = [row[0].decode("utf-8", "replace") for row in database.connection.execute("PRAGMA integrity_check(5)")]
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        return str(error)
    return "" if found == ["ok"] else "; ".join(found)


@contextlib.contextmanager
def sqlite_errors_reported(path: Path) -> Iterator[None]:
    """Tell in one message what SQLite finds wrong with a file."""
    try:
        yield
    except UnicodeDecodeError:  # SQLite tells what is wrong in the words of a damaged file
        raise damaged(path) from None
    except sqlite3.Error as error:
        if (primary := _primary(error)) in _UNWRITABLE:
            raise UnwritableError(_finding(path, _UNWRITABLE[primary])) from None
        if is_damage(error):
            raise damaged(path) from None
        raise InputError(_finding(path, f"this file of games cannot be used: {error}")) from None


def is_damage(error: sqlite3.Error) -> bool:
    """Whether an error says that the file is not as it was written."""
    return _primary(error) in _DAMAGED


def damaged(path: Path) -> DamagedError:
    """Return what is told of a file in which something is wrong."""
    message = "this file of games is damaged, or is none: muster game check tells what of it is whole"
    return DamagedError(_finding(path, f"{message}; with the file put elsewhere, a new one is made"))


def _primary(error: sqlite3.Error) -> str:
    return "_".join(getattr(error, "sqlite_errorname", "").split("_")[:2])


def _version(connection: sqlite3.Connection, path: Path) -> int:
    """Return the version of the tables; 0 for an empty file. Raises InputError for a file that cannot be used."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if not tables and not application:
        return 0
    if application != _APPLICATION:
        raise InputError(_finding(path, "this is not a file of games but another program's: put it elsewhere"))
    if version > VERSION:
        raise InputError(_finding(path, "these games were kept by a newer Muster: update to open them"))
    if not tables or version < 1:
        raise damaged(path)
    return int(version)


def _make(connection: sqlite3.Connection, path: Path) -> None:
    _keep_a_log(connection)
    with writing(connection):
        if _version(connection, path) == 0:
            connection.execute(_ENTRIES)
            connection.execute(_LASTS)
            connection.execute(f"PRAGMA application_id={_APPLICATION}")
            connection.execute(f"PRAGMA user_version={VERSION}")


def _upgraded(connection: sqlite3.Connection, path: Path) -> bool:
    """Give the entries of version 1 their digests. Return False where the file is too damaged for that."""
    try:
        with writing(connection):
            if _version(connection, path) != VERSION:
                _keep_copy(path)
                _add_digests(connection)
    except (sqlite3.DatabaseError, DamagedError) as error:
        if isinstance(error, sqlite3.DatabaseError) and not (
            is_damage(error) or isinstance(error, sqlite3.IntegrityError)
        ):
            raise
        return False
    return True


def _add_digests(connection: sqlite3.Connection) -> None:
    connection.execute("ALTER TABLE entries RENAME TO old")
    connection.execute(_ENTRIES)
    connection.execute(_LASTS)
    fields = 'game, seq, kind, version, at, "by", body'
    connection.execute(f"INSERT INTO entries SELECT {fields}, x'', x'' FROM old")
    connection.execute("DROP TABLE old")
    previous, before = None, BEGINNING
    rows = connection.execute(f"SELECT rowid, {fields} FROM entries ORDER BY game, seq").fetchall()
    for rowid, game, *entry in rows:
        before = before if game == previous else BEGINNING
        digest = entry_digest(before, game, entry)
        connection.execute("UPDATE entries SET before = ?, digest = ? WHERE rowid = ?", (before, digest, rowid))
        previous, before = game, digest
    last = "seq = (SELECT max(seq) FROM entries AS other WHERE other.game = entries.game)"
    connection.execute(f"INSERT INTO lasts SELECT game, seq, digest FROM entries WHERE {last}")
    connection.execute(f"PRAGMA user_version={VERSION}")


def _keep_copy(path: Path) -> None:
    """Keep a copy of the file as it is beside it (`games.version-1.sqlite`), unless there is one.

    Raises:
        UnwritableError: it cannot be written.
    """
    kept = path.with_name(f"{path.stem}.version-1{path.suffix}")
    if kept.exists():
        return
    temporary = kept.with_name(f".{kept.name}.new")  # nobody else makes it: the file is locked for the upgrade
    try:
        temporary.unlink(missing_ok=True)
        with (
            contextlib.closing(sqlite3.connect(path)) as source,
            contextlib.closing(sqlite3.connect(temporary)) as target,
        ):
            source.backup(target)
        temporary.replace(kept)
    except OSError as error:
        message = f"no copy of these games can be kept before they are upgraded: {error.strerror or error}"
        raise UnwritableError(_finding(kept, message)) from None


@contextlib.contextmanager
def writing(connection: sqlite3.Connection) -> Iterator[None]:
    """Write all of what is done, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _keep_a_log(connection: sqlite3.Connection) -> None:
    """Have SQLite write ahead, so that readers and a writer do not wait for each other; it stays so in the file."""
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            # Whoever changes this needs the file for himself, and SQLite does not wait for that.
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.02)
        else:
            return


def _finding(path: Path, message: str) -> Finding:
    return Finding(Severity.ERROR, "games", message, at=Place(file=str(path)))
