"""Games in a PostgreSQL database: of all commands, over a lost connection, and where it cannot be used."""

from __future__ import annotations

import contextlib
import json
import random
import sys
import threading
import time
from collections.abc import Callable, Iterator

import psycopg
import pytest

from builder.cli.main import run
from builder.errors import InputError
from builder.resources import STORE_VARIABLE
from builder.services.games.keeper import open_store
from builder.store.logs import StaleLogError, UnwritableError
from builder.store.postgres import Connection, PostgresStore
from tests.store.postgres import Postgres
from tests.store.test_games import entries


@pytest.mark.long
def test_all_commands_of_games_take_a_database(postgres: Postgres, capsys: pytest.CaptureFixture[str]) -> None:
    store = ("--store", postgres.new())

    def said(*arguments: str) -> str:
        assert run(["game", *store, *arguments]) == 0, capsys.readouterr().err
        return capsys.readouterr().out

    begun = json.loads(said("new", "plain-orks-500", "--against", "somebody", "--name", "Final", "--json"))
    said("do", "Final", "points", "--player", "1", "--points", "+1")
    said("undo", "Final")
    assert f"{begun['game']['id']}  Final" in said("list")
    assert "Undone" in said("log", "Final")
    assert "whole" in said("check")
    assert run(["game", "list"]) == 0 and "Final" not in capsys.readouterr().out
    with psycopg.connect(store[1]) as connection:
        connection.execute("UPDATE muster_entries SET at = '2026-05-03T20:14:00+00:00' WHERE seq = 2")
    assert run(["game", *store, "check"]) == 1
    assert "entry 2 is not as it was written" in capsys.readouterr().out
    assert "1 of 3 entries are saved" in said("recover", "Final")
    said("remove", "Final", "--yes")


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("postgresql://%", "this is not an address of a database"),
        ("games.sqlite", "games are kept in the file without it"),
        ("postgresql://muster:secret@/games?host=/nowhere", "the database cannot be used just now"),
    ],
)
def test_a_database_that_cannot_be_used_is_one_message(
    address: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["game", "--store", address, "list"]) == 2
    told = capsys.readouterr()
    assert words in told.err and "Traceback" not in told.err and "secret" not in told.err
    assert len(told.err.splitlines()) <= 3


def test_without_its_library_one_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(STORE_VARIABLE, "postgresql://host/games")
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.delitem(sys.modules, "builder.store.postgres")
    with pytest.raises(InputError, match=r"pip install 'musterbook\[postgresql\]'"):
        open_store()


@pytest.mark.long
def test_nothing_acknowledged_is_lost_where_processes_of_the_database_are_killed(
    postgres: Postgres, times: Callable[[int], int]
) -> None:
    """All entries that were told to be stored are there, in order, once; the others are there or not, and not twice."""
    address, chance = postgres.new(), random.Random(7)
    store = PostgresStore(address)
    store.append("g7f3x", -1, entries(0))
    kills, killed = times(1_000), 0

    def kill() -> None:
        nonlocal killed
        while killed < kills:
            try:
                with psycopg.connect(address) as connection:
                    query = "SELECT pid FROM pg_stat_activity WHERE application_name = 'muster' ORDER BY random()"
                    found = connection.execute(query).fetchone()
                time.sleep(chance.uniform(0, 0.01))
                if found is not None:
                    postgres.kill(found[0])
                    killed += 1
            except psycopg.OperationalError:
                time.sleep(0.01)  # it is being started again

    killer = threading.Thread(target=kill)
    killer.start()
    seq, last = 0, False
    while not last:
        alone = not killer.is_alive()
        try:
            store.append("g7f3x", seq, entries(seq + 1))
            seq += 1
            last = alone
        except UnwritableError:
            time.sleep(0.01)  # it is being started again
        except StaleLogError:  # it was stored after all, when nobody could be asked
            seq += 1
    killer.join()
    assert killed == kills
    assert [entry.seq for entry in store.entries("g7f3x")] == [*range(seq + 1)]
    store.close()


@pytest.mark.long
def test_what_was_written_as_the_connection_was_lost_is_told_to_be_stored(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = PostgresStore(postgres.new())
    store.append("g7f3x", -1, entries(0))
    transaction, losses = PostgresStore._transaction, [UnwritableError("the connection is lost on the way back")]

    @contextlib.contextmanager
    def lost(store: PostgresStore, *, writing: bool = False) -> Iterator[Connection]:
        with transaction(store, writing=writing) as connection:
            yield connection
        if losses:
            raise losses.pop()

    monkeypatch.setattr(PostgresStore, "_transaction", lost)
    store.append("g7f3x", 0, entries(1))
    assert list(store.entries("g7f3x")) == entries(0, 1)
    store.close()


@pytest.mark.long
def test_tables_of_a_newer_version_are_left_alone(postgres: Postgres) -> None:
    address = postgres.new()
    store = PostgresStore(address)
    store.append("g7f3x", -1, entries(0))
    store.close()
    with psycopg.connect(address) as connection:
        connection.execute("UPDATE muster_version SET version = 99")
    with pytest.raises(InputError, match="newer Muster"):
        store.games()
    store.close()
