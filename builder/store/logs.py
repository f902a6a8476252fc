"""The logs of games as any store keeps them: what it can be asked, and which entries are as they were written."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, TypeAlias

from builder.errors import LONGEST_MESSAGE, Finding, InputError, Place, Severity, abridged
from builder.text import clean_json, clean_name
from builder.tracker import LogEntry

HEAD = 0
"""The number of the entry that says what game it is, before the first of its log."""

SIZE = 16
"""Bytes of a digest."""

BEGINNING = b""
"""Stands for the digest before that of the first entry."""

OTHER_END = "its last entry is not the one that was written last"
IN_DAMAGED_PART = "lies in a damaged part of the file"

Row: TypeAlias = Sequence[Any]
"""An entry as it lies in a store, its texts as bytes: its fields, the digest of the entry before it, and its own."""

Last: TypeAlias = tuple[int, bytes] | None
"""The number and the digest of the last entry of a game; None where there is none, or that is not known."""


class StaleLogError(Exception):
    """Another program was first: there are other entries than were expected, or the game is gone."""


class UnwritableError(InputError):
    """The store is in order as far as one can tell, but cannot be used just now: a full disk, rights, a lock."""


class DamagedError(InputError):
    """The store, or a game in it, is not as it was written."""


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


class News(ABC):
    """Tells which games are written to, by whichever program."""

    @abstractmethod
    def wait(self, seconds: float) -> Set[str] | None:
        """Return the ids of games that were written to since the last call, after at most so many seconds.

        None where any of them may have been, as after the store could not be reached for a while.

        Raises:
            InputError: the store cannot be read just now.
        """

    @abstractmethod
    def close(self) -> None:
        """Close the store."""


class GameStore(ABC):
    """A store of games; it is opened when it is needed, and again after a failure.

    Every method raises InputError where the store cannot be used: of its kinds UnwritableError where that may pass,
    DamagedError where the store, or the game that is asked for, is not as it was written. `place` is what messages
    call it.
    """

    place: str

    def games(self) -> Sequence[KeptGame]:
        """Return all games, the one played last first; each says by itself what is damaged."""
        by_id = sorted(self._games(), key=lambda game: game.id)
        return tuple(sorted(by_id, key=lambda game: game.changed, reverse=True))

    def entries(self, game: str, after: int = HEAD - 1) -> Sequence[LogEntry]:
        """Return the entries of a game with higher numbers than `after`, in order; none where there is no such game.

        Raises:
            DamagedError: one of them, or the end of the game, is not as it was written.
        """
        first = max(after, HEAD)
        log = self._log(game, first)
        if log is None:
            return ()
        if log.damage:
            raise self._damaged(game, log.damage)
        entries = log.entries if log.head is None else (log.head, *log.entries)
        return entries[after - first + 1 :]

    def entries_of(self, game: str, kinds: Sequence[str]) -> Sequence[LogEntry]:
        """Return the entries of a game that are of some kinds, the newest first.

        Raises:
            DamagedError: one of them is not as it was written.
        """
        log = self._kinds(game, kinds)
        if log.damage:
            raise self._damaged(game, log.damage)
        return log.entries

    @abstractmethod
    def salvage(self, game: str) -> ReadLog:
        """Return what of a game is whole, in a store that may be damaged anywhere."""

    @abstractmethod
    def structure(self) -> str:
        """Return what is wrong with how the store is built, in its words; empty where nothing is."""

    @abstractmethod
    def append(self, game: str, expected: int, entries: Sequence[LogEntry]) -> None:
        """Add entries to a game whose last one has the number `expected`; HEAD - 1 for a new game.

        All of them are on the disk when this returns, or none.

        Raises:
            StaleLogError: the last entry is another one.
            DamagedError: the last entry is not the one that was written last.
        """

    @abstractmethod
    def remove(self, game: str) -> None:
        """Remove a game for good."""

    @abstractmethod
    def news(self) -> News:
        """Return what tells of games that are written to."""

    @abstractmethod
    def close(self) -> None:
        """Close the store, if it is open."""

    @abstractmethod
    def _games(self) -> Iterable[KeptGame]:
        """Return all games, in any order."""

    @abstractmethod
    def _log(self, game: str, first: int) -> ReadLog | None:
        """Return the entries of a game from the one with the number `first` on; None where there are none."""

    @abstractmethod
    def _kinds(self, game: str, kinds: Sequence[str]) -> ReadLog:
        """Return the entries of a game that are of some kinds, the newest first, up to one that is damaged."""

    def _damaged(self, game: str, damage: str) -> DamagedError:
        message = f"the game {game} is damaged: {damage}; muster game recover {game} saves what is whole"
        return DamagedError(
            Finding(Severity.ERROR, "damaged", abridged(message, LONGEST_MESSAGE), at=Place(file=self.place))
        )


def entry_digest(before: bytes, game: bytes, fields: Sequence[Any]) -> bytes:
    """The digest of an entry of a game: of the digest before it, and of all its fields in the order of the table.

    Texts are given as bytes, as they lie in the store.
    """
    try:
        told = b"%b%b\0%d\0%b\0%d\0%b\0%b\0%b" % (before, game, *fields)
    except (TypeError, OverflowError):  # a value that is of no such kind; SQLite keeps any in any column
        told = repr((before, game, *fields)).encode()
    return hashlib.blake2b(told, digest_size=SIZE).digest()


def rows_to_add(game: str, last: Last, noted: Last, expected: int, entries: Sequence[LogEntry]) -> Iterator[Row]:
    """Yield the rows of entries that are added to a game, each with its id before them.

    Args:
        game: its id.
        last: its last entry as it is there.
        noted: the entry that was written last.
        expected: the number of the entry that the new ones follow on.
        entries: the new ones.

    Raises:
        StaleLogError: the last entry is another one.
        ValueError: the last entry is not the one that was written last.
    """
    if last != noted:
        raise ValueError(OTHER_END)
    seq, digest = last or (HEAD - 1, BEGINNING)
    if seq != expected:
        raise StaleLogError
    for each in entries:
        texts = each.kind.encode(), each.version, each.at.encode(), each.by.encode(), each.body
        before, digest = digest, entry_digest(digest, game.encode(), (each.seq, *texts))
        yield game, each.seq, each.kind, each.version, each.at, each.by, each.body, before, digest


def kept_game(id: str, found: Mapping[str, Row | None], last: Last, noted: Last, *, chained: bool = True) -> KeptGame:
    """Return a game by its first entry and its last one: what is between is not looked at.

    Args:
        id: what it is called by.
        found: its `head` and its `end`; None where there is none, missing where it lies in a damaged part.
        last: its last entry as it is there.
        noted: the entry that was written last.
        chained: whether entries have digests.
    """
    whole: dict[str, LogEntry] = {}
    damage = ""
    for name in ("head", "end"):
        row = found.get(name)
        if name not in found:
            damage = damage or f"its {name} {IN_DAMAGED_PART}"
        elif row is None:
            damage = damage or f"its {name} is missing"
        elif (entry := _entry(id.encode(), row, chained)) is None:
            damage = damage or _changed(row[0])
        else:
            whole[name] = entry
    head, end = whole.get("head"), whole.get("end")
    if not damage and chained and last != noted:
        damage = OTHER_END
    if not damage and end is not None and end.seq == HEAD:
        damage = "its log is missing"
    return KeptGame(id, head, end.seq if end else HEAD, end.at if end else "", damage)


def read_log(game: str, rows: Sequence[Row], last: Last, first: int, *, chained: bool = True) -> ReadLog | None:
    """Return the entries of a game from the one with the number `first` on; None where there are none."""
    if not rows and (last is None or last[0] < first):
        return None
    return _whole(game, rows, last, first, chained)


def read_each(game: str, rows: Iterable[Row], *, chained: bool = True) -> ReadLog:
    """Return entries of a game, each looked at by itself, up to one that is damaged."""
    entries: list[LogEntry] = []
    for row in rows:
        entry = _entry(game.encode(), row, chained)
        if entry is None:
            return ReadLog(None, tuple(entries), HEAD, _changed(row[0]))
        entries.append(entry)
    return ReadLog(None, tuple(entries), HEAD)


def salvaged(game: str, scans: Sequence[Iterable[Row]], last: Last, *, chained: bool = True) -> ReadLog:
    """Return what of a game is whole, of all of its rows as they are found in one way or another."""
    rows: dict[int, Row] = {}
    for scan in scans:
        for row in scan:
            if isinstance(row[0], int) and (row[0] not in rows or _entry(game.encode(), row, chained)):
                rows[row[0]] = row
    numbers = sorted(seq for seq in rows if seq > HEAD)
    log = _whole(game, [rows[seq] for seq in numbers], last, HEAD + 1, chained)
    first = rows.get(HEAD)
    head = _entry(game.encode(), first, chained) if first else None
    if first is None or head is None:
        flaw = _changed(HEAD) if first else f"{_named(HEAD)} is missing"
        return ReadLog(None, log.entries, log.last, "; ".join(filter(None, (flaw, log.damage))))
    if not log.damage and not log.entries:
        return ReadLog(head, (), HEAD, "its log is missing")
    if chained and numbers and rows[numbers[0]][-2] != first[-1]:
        return ReadLog(head, (), log.last, "its log does not follow on its head")
    return ReadLog(head, log.entries, log.last, log.damage)


def _whole(game: str, rows: Sequence[Row], last: Last, first: int, chained: bool) -> ReadLog:
    """Return the rows that follow on each other from the number `first` on, and what is wrong with the next one."""
    entries: list[LogEntry] = []
    id = game.encode()
    before = BEGINNING if first == HEAD or not rows else rows[0][-2]
    damage = ""
    for number, row in enumerate(rows, first):
        if row[0] != number:
            damage = f"{_named(number)} is missing"
        elif chained and row[-2] != before:
            damage = f"{_named(number)} does not follow on the one before it"
        elif (entry := _entry(id, row, chained)) is None:
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
        elif chained and last != (number - 1, before):
            damage = OTHER_END
    highest = max((row[0] for row in rows if isinstance(row[0], int)), default=HEAD)
    head = entries.pop(0) if first == HEAD and entries else None
    return ReadLog(head, tuple(entries), max(highest, last[0] if last else HEAD), damage)


def _entry(game: bytes, row: Row, chained: bool) -> LogEntry | None:
    """Return an entry that is as it was written, looked at by itself, its texts cleaned; None where it is not."""
    seq, kind, version, at, by, body, before, digest = row
    if chained and digest != entry_digest(before, game, row[:6]):
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
