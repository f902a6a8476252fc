"""The file of games: what is added is there, in order, once; what cannot be used is told of in one message."""

from __future__ import annotations

import random
import shutil
import sqlite3
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from builder.errors import InputError
from builder.store import database
from builder.store.database import VERSION
from builder.store.logs import SIZE, StaleLogError, UnwritableError, entry_digest
from builder.store.sqlite import SqliteStore
from builder.tracker import LogEntry


def entry(seq: int, text: str = "text") -> LogEntry:
    return LogEntry(seq, "say", 1, f"2026-05-03T20:14:{seq % 60:02}.000+00:00", "anna", f'"{text}"'.encode())


def entries(*numbers: int) -> list[LogEntry]:
    return [entry(number) for number in numbers]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "games.sqlite"


def filled(path: Path, *games: str, last: int = 5) -> SqliteStore:
    """A store with games of so many entries."""
    store = SqliteStore(path)
    for game in games or ("g7f3x",):
        store.append(game, -1, entries(*range(last + 1)))
    return store


def test_looking_makes_no_file(path: Path) -> None:
    store = SqliteStore(path)
    assert store.games() == () and store.entries("g7f3x") == ()
    assert not path.exists()


def test_an_empty_file_is_a_file_without_games(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    store = SqliteStore(path)
    assert store.games() == ()
    store.append("g7f3x", -1, entries(0, 1))
    store.close()


def test_everything_added_waits_for_the_disk(path: Path) -> None:
    store = filled(path)
    connection = database.connect(path).connection
    assert connection.execute("PRAGMA journal_mode").fetchone() == (b"wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    connection.close()
    store.close()


def foreign(path: Path) -> None:
    path.parent.mkdir()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE songs (name TEXT)")
    connection.close()


def newer(path: Path) -> None:
    filled(path).close()
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version={VERSION + 1}")
    connection.close()


def text(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("format: muster-army\n" * 100)


def folder(path: Path) -> None:
    path.mkdir(parents=True)


def below_a_file(path: Path) -> None:
    path.parent.write_text("no folder")


def cut_off(path: Path) -> None:
    filled(path, last=400).close()
    path.write_bytes(path.read_bytes()[:20_000])


def of_other_kinds(path: Path) -> None:
    filled(path).close()
    connection = sqlite3.connect(path)
    connection.execute("UPDATE entries SET at = x'00ff' WHERE seq = 3")
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (foreign, "another program's"),
        (newer, "newer Muster"),
        (text, "is damaged, or is none"),
        (folder, "check that it is a file"),
        (below_a_file, "folder"),
        (cut_off, "damaged"),
        (of_other_kinds, "the game g7f3x is damaged: entry 3 is not as it was written"),
    ],
)
def test_a_file_that_is_none_of_games_is_one_message_with_its_name(path: Path, damage: object, words: str) -> None:
    assert callable(damage)
    damage(path)
    before = path.read_bytes() if path.is_file() else None
    store = SqliteStore(path)
    with pytest.raises(InputError, match=words) as told:
        store.entries("g7f3x")
        store.games()
        store.append("g7f3x", 5, entries(6))
    assert str(path) in str(told.value) or str(path.parent) in str(told.value)
    assert len(told.value.findings) == 1
    store.close()
    if before is not None and damage is not cut_off:
        assert path.read_bytes() == before


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("whole") / "games.sqlite"
    filled(path, "g7f3x", "k2m4n", last=60).close()
    return path


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(seed=st.integers(0, 2**32), holes=st.integers(1, 20))
def test_a_damaged_file_is_told_of_or_read_but_never_breaks_anything(
    whole: Path, tmp_path: Path, seed: int, holes: int
) -> None:
    chance = random.Random(seed)
    body = bytearray(whole.read_bytes())
    for _ in range(holes):
        at = chance.randrange(len(body))
        body[at : at + chance.randrange(1, 64)] = chance.randbytes(chance.randrange(1, 64))
    path = tmp_path / f"{seed}.sqlite"
    path.write_bytes(body)
    store = SqliteStore(path)
    try:
        for game in store.games():
            store.entries(game.id)
        store.append("g7f3x", 60, entries(61))
    except (InputError, StaleLogError):
        pass
    finally:
        store.close()
        shutil.rmtree(tmp_path)
        tmp_path.mkdir()


@pytest.mark.parametrize("value", [b"five", "five", 2**62])
@pytest.mark.parametrize("column", ["seq", "digest"])
def test_a_last_entry_noted_as_what_is_none_is_told(path: Path, column: str, value: object) -> None:
    filled(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute(f"UPDATE lasts SET {column} = ?", (value,))
    connection.close()
    store = SqliteStore(path)
    with pytest.raises(InputError, match="damaged"):
        store.entries("g7f3x")
    store.close()


def test_an_entry_with_an_endless_number_is_told(path: Path) -> None:
    filled(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE entries SET version = 9e999 WHERE seq = 2")
    connection.close()
    store = SqliteStore(path)
    with pytest.raises(InputError, match="entry 2 is not as it was written"):
        store.entries("g7f3x")
    store.close()


def test_a_locked_file_is_told_of_after_a_while_and_works_again_later(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "_PATIENCE", 0.05)
    store = filled(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(UnwritableError, match="another program"):
        SqliteStore(path).append("g7f3x", 5, entries(6))
    assert len(store.entries("g7f3x")) == 6
    other.execute("ROLLBACK")
    other.close()
    store.append("g7f3x", 5, entries(6))
    store.close()


def test_a_full_disk_loses_nothing_that_was_there(path: Path) -> None:
    store = filled(path)
    assert store._open is not None
    store._open.connection.execute("PRAGMA max_page_count=1")
    with pytest.raises(UnwritableError, match="disk is full"):
        store.append("g7f3x", 5, [LogEntry(6, "say", 1, "2026", "anna", b"x" * 100_000)])
    assert list(store.entries("g7f3x")) == entries(*range(6))
    store.append("g7f3x", 5, entries(6))
    store.close()


def test_a_folder_that_cannot_be_written_to_can_be_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(path).close()

    def refuse(path: Path) -> database.Database:
        with database.sqlite_errors_reported(path):
            connection = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
            try:
                connection.execute("CREATE TABLE t (x)")
            finally:
                connection.close()
            return database.Database(connection, True)

    monkeypatch.setattr("builder.store.sqlite.connect", refuse)
    store = SqliteStore(path)
    assert len(store.games()) == 1 and list(store.entries("g7f3x")) == entries(*range(6))
    with pytest.raises(UnwritableError, match="check the rights"):
        store.append("g7f3x", 5, entries(6))
    store.close()


def test_digests_stay_the_same_from_version_to_version() -> None:
    """Another digest of the same entry would make every game that is kept a damaged one."""
    fields = (1, b"say", 3, b"2026-05-03T20:14:00.000+00:00", "Zoë".encode(), b'"text"')
    assert entry_digest(b"", b"g7f3x", fields).hex() == "4c6d158f089fdf8002402e8ccc000ec2"
    assert len({entry_digest(before, b"g7f3x", fields) for before in (b"", b"\0" * SIZE, b"\1" * SIZE)}) == 3
