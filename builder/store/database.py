"""The SQLite file that games are kept in: opened, made, recognised; what is wrong with it told in one message."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

from builder.errors import Finding, InputError, Place, Severity

VERSION = 1
"""The version of the tables. A file of a higher one is left alone."""

_APPLICATION = 0x4D555354
_PATIENCE = 5.0
"""Seconds to wait for another program that is writing."""

_TABLE = """
CREATE TABLE entries (
    game TEXT NOT NULL,
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    version INTEGER NOT NULL,
    at TEXT NOT NULL,
    "by" TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (game, seq)
)
"""

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


class Unwritable(InputError):
    """The file is in order as far as one can tell, but it cannot be used just now: a full disk, rights, a lock."""


def connect(path: Path) -> sqlite3.Connection:
    """Open the file of games; one that is not there is made.

    Raises:
        Unwritable: it cannot be opened or made.
        InputError: it is damaged, no file of games, or one of a newer version.
    """
    with told(path):
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Unwritable(_finding(path, f"its folder cannot be made: {error.strerror or error}")) from None
        connection = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
        try:
            if not _is_ours(connection, path):
                _make(connection, path)
            connection.execute("PRAGMA synchronous=FULL")
        except BaseException:
            connection.close()
            raise
        return connection


def connect_as_it_is(path: Path) -> sqlite3.Connection:
    """Open the file of games to read what stands in it, in a folder that nothing can be written to."""
    with told(path):
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True, isolation_level=None)
        try:
            if not _is_ours(connection, path):
                raise InputError(_finding(path, "there is nothing in it"))
        except BaseException:
            connection.close()
            raise
        return connection


@contextlib.contextmanager
def told(path: Path) -> Iterator[None]:
    """Tell in one message what SQLite finds wrong with a file."""
    try:
        yield
    except UnicodeDecodeError:
        raise damaged(path) from None
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "")
        primary = "_".join(name.split("_")[:2])
        if primary in _UNWRITABLE:
            raise Unwritable(_finding(path, _UNWRITABLE[primary])) from None
        if primary in _DAMAGED:
            raise damaged(path) from None
        raise InputError(_finding(path, f"this file of games cannot be used: {error}")) from None


def damaged(path: Path) -> InputError:
    """What is told of a file in which something is wrong."""
    return InputError(
        _finding(path, "this file of games is damaged, or is none: put it elsewhere, a new one is made then")
    )


def _is_ours(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether the tables are there; no for an empty file. Raises InputError for a file that is another program's."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if not tables and not application:
        return False
    if application != _APPLICATION:
        raise InputError(_finding(path, "this is no file of games but another program's: put it elsewhere"))
    if version > VERSION:
        raise InputError(_finding(path, "these games were kept by a newer Muster: update to open them"))
    return True


def _make(connection: sqlite3.Connection, path: Path) -> None:
    _keep_a_log(connection)
    connection.execute("BEGIN IMMEDIATE")
    with contextlib.ExitStack() as stack:
        stack.callback(lambda: connection.in_transaction and connection.execute("ROLLBACK"))
        if not _is_ours(connection, path):
            connection.execute(_TABLE)
            connection.execute(f"PRAGMA application_id={_APPLICATION}")
            connection.execute(f"PRAGMA user_version={VERSION}")
        connection.execute("COMMIT")


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
