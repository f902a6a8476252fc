"""Entries as they lie in the file of games, and which of them are as they were written."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from builder.store.database import BEGINNING, Database, entry_digest, is_damage
from builder.text import clean_json, clean_name
from builder.tracker.entries import LogEntry

HEAD = 0
"""The number of the entry that says what game it is, before the first of its log."""

OTHER_END = "its last entry is not the one that was written last"

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

_Row: TypeAlias = Sequence[Any]
"""An entry as it lies in the file: its fields, then the digest of the entry before it and its own."""


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game in the store.

    Args:
        id: what it is called by.
        head: its first entry (see `HEAD`); None where that is damaged.
        seq: the number of the last entry; HEAD where that cannot be read.
        changed: when that was made; empty where it cannot be read.
        damage: what is wrong with its head or its end; empty where nothing is.
    """

    id: str
    head: LogEntry | None
    seq: int
    changed: str
    damage: str = ""


@dataclass(frozen=True, slots=True)
class ReadLog:
    """What of a game is whole.

    Args:
        head: its first entry (see `HEAD`); None where that is damaged.
        entries: those after it, in order, up to the first that is not as it was written.
        last: the number of the last entry that the game had, as far as that is known.
        damage: what is not whole; empty where nothing is wrong.
    """

    head: LogEntry | None
    entries: tuple[LogEntry, ...]
    last: int
    damage: str = ""


def game_ids(database: Database) -> Sequence[str]:
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


def kept_game(database: Database, id: str) -> KeptGame:
    """Return a game by its first entry and its last one: what is between is not looked at."""
    found: dict[str, LogEntry] = {}
    damage = ""
    for name, which in (("head", f"AND seq = {HEAD}"), ("end", "ORDER BY seq DESC LIMIT 1")):
        try:
            row = next(_rows(database, id, which), None)
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
            damage = damage or f"its {name} lies in a damaged part of the file"
            continue
        if row is None:
            damage = damage or f"its {name} is missing"
        elif (entry := _entry(database, id.encode(), row)) is None:
            damage = damage or _changed(row[0])
        else:
            found[name] = entry
    head, end = found.get("head"), found.get("end")
    if not damage and database.chained and last_digest(database, id) != noted_last(database, id):
        damage = OTHER_END
    if not damage and end is not None and end.seq == HEAD:
        damage = "its log is missing"
    return KeptGame(id, head, end.seq if end else HEAD, end.at if end else "", damage)


def read_log(database: Database, game: str, first: int) -> ReadLog | None:
    """Return the entries of a game from the one with the number `first` on; None where there are none.

    Raises:
        sqlite3.DatabaseError: one of them lies in a damaged part of the file.
    """
    rows = list(_rows(database, game, "AND seq >= ? ORDER BY seq", first))
    last = noted_last(database, game)
    if not rows and (last is None or last[0] < first):
        return None
    return _whole(database, game, rows, last, first)


def read_kinds(database: Database, game: str, kinds: Sequence[str]) -> ReadLog:
    """Return the entries of a game that are of some kinds, the newest first, up to one that is damaged.

    Raises:
        sqlite3.DatabaseError: one of them lies in a damaged part of the file.
    """
    which = f"AND kind IN ({', '.join('?' * len(kinds))}) ORDER BY seq DESC"
    entries: list[LogEntry] = []
    for row in _rows(database, game, which, *kinds):
        entry = _entry(database, game.encode(), row)
        if entry is None:
            return ReadLog(None, tuple(entries), HEAD, _changed(row[0]))
        entries.append(entry)
    return ReadLog(None, tuple(entries), HEAD)


def salvage(database: Database, game: str) -> ReadLog:
    """Return what of a game is whole, in a file that may be damaged anywhere."""
    rows: dict[int, _Row] = {}
    # The index may lead astray where the table is whole, and the other way round.
    for scan in (False, True):
        for row in _up_to_damage(_rows(database, game, "ORDER BY seq" if not scan else "", scan=scan)):
            if isinstance(row[0], int) and (row[0] not in rows or _entry(database, game.encode(), row)):
                rows[row[0]] = row
    try:
        last = noted_last(database, game)
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        last = None
    numbers = sorted(seq for seq in rows if seq > HEAD)
    log = _whole(database, game, [rows[seq] for seq in numbers], last, HEAD + 1)
    first = rows.get(HEAD)
    head = _entry(database, game.encode(), first) if first else None
    if first is None or head is None:
        flaw = _changed(HEAD) if first else f"{_named(HEAD)} is missing"
        return ReadLog(None, log.entries, log.last, "; ".join(filter(None, (flaw, log.damage))))
    if not log.damage and not log.entries:
        return ReadLog(head, (), HEAD, "its log is missing")
    if database.chained and numbers and rows[numbers[0]][-2] != first[-1]:
        return ReadLog(head, (), log.last, "its log does not follow on its head")
    return ReadLog(head, log.entries, log.last, log.damage)


def last_digest(database: Database, game: str) -> tuple[int, bytes] | None:
    """Return the number and the digest of the last entry of a game that is there; None where there is none."""
    query = "SELECT seq, digest FROM entries WHERE game = ? ORDER BY seq DESC LIMIT 1"
    found: tuple[int, bytes] | None = database.connection.execute(query, (game,)).fetchone()
    return found


def noted_last(database: Database, game: str) -> tuple[int, bytes] | None:
    """Return the number and the digest of the entry that was written last; None where that is not known."""
    if not database.chained:
        return None
    query = "SELECT seq, digest FROM lasts WHERE game = ?"
    found: tuple[object, object] | None = database.connection.execute(query, (game,)).fetchone()
    if found is None:
        return None
    seq, digest = found
    return (seq, digest) if isinstance(seq, int) and isinstance(digest, bytes) else _NO_ENTRY


def digest_of(entry: LogEntry, game: str, before: bytes) -> bytes:
    """Return the digest of an entry that follows on the one with the digest `before`."""
    texts = entry.kind.encode(), entry.version, entry.at.encode(), entry.by.encode(), entry.body
    return entry_digest(before, game.encode(), (entry.seq, *texts))


def _whole(database: Database, game: str, rows: Sequence[_Row], last: tuple[int, bytes] | None, first: int) -> ReadLog:
    """Return the rows that follow on each other from the number `first` on, and what is wrong with the next one."""
    entries: list[LogEntry] = []
    id = game.encode()
    before = BEGINNING if first == HEAD or not rows else rows[0][-2]
    damage = ""
    for number, row in enumerate(rows, first):
        if row[0] != number:
            damage = f"{_named(number)} is missing"
        elif database.chained and row[-2] != before:
            damage = f"{_named(number)} does not follow on the one before it"
        elif (entry := _entry(database, id, row)) is None:
            damage = _changed(number)
        else:
            entries.append(entry)
            before = row[-1]
            continue
        break
    else:
        number = first + len(rows)
        if last is not None and last[0] >= number:
            damage = f"{_named(number)} is missing"
        elif database.chained and last != (number - 1, before):
            damage = OTHER_END
    highest = max((row[0] for row in rows if isinstance(row[0], int)), default=HEAD)
    head = entries.pop(0) if first == HEAD and entries else None
    return ReadLog(head, tuple(entries), max(highest, last[0] if last else HEAD), damage)


def _rows(database: Database, game: str, which: str, *values: object, scan: bool = False) -> Iterator[_Row]:
    """Yield entries of a game, found by the index, or by a scan of all that there is."""
    chain = "before, digest" if database.chained else "NULL, NULL"
    table = "entries NOT INDEXED" if scan else "entries"
    query = f'SELECT seq, kind, version, at, "by", body, {chain} FROM {table} WHERE game = ? {which}'
    yield from database.connection.execute(query, (game, *values))


def _up_to_damage(rows: Iterable[_Row]) -> Iterator[_Row]:
    """Yield rows until SQLite comes upon a damaged part of the file."""
    try:
        yield from rows
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise


def _entry(database: Database, game: bytes, row: _Row) -> LogEntry | None:
    """Return an entry that is as it was written, looked at by itself, its texts cleaned; None where it is not."""
    seq, kind, version, at, by, body, before, digest = row
    if database.chained and digest != entry_digest(before, game, row[:6]):
        return None
    # SQLite itself keeps any kind of value in any column.
    if tuple(map(type, row[:6])) != (int, bytes, int, bytes, bytes, bytes):
        return None
    try:
        return LogEntry(seq, kind.decode(), version, at.decode(), clean_name(by.decode()), clean_json(body))
    except UnicodeDecodeError:
        return None


def _changed(seq: object) -> str:
    return f"{_named(seq)} is not as it was written"


def _named(seq: object) -> str:
    return "its head" if seq == HEAD else f"entry {seq}"
