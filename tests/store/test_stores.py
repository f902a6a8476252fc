"""Any store of games: what is added is there, in order, once; who comes second is told; news of it are told."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from builder.errors import InputError
from builder.store.logs import GameStore, StaleLogError
from builder.tracker import LogEntry
from tests.store.test_games import entries, entry

Open = Callable[[], GameStore]


def fill(store: GameStore, *games: str) -> GameStore:
    """A store with games of five entries."""
    for game in games or ("g7f3x",):
        store.append(game, -1, entries(*range(6)))
    return store


def test_what_was_added_is_there_for_another_program(opened: Open) -> None:
    one, other = opened(), opened()
    assert one.games() == () and one.entries("g7f3x") == ()
    one.append("g7f3x", -1, entries(0, 1))
    assert list(other.entries("g7f3x")) == entries(0, 1)
    one.append("g7f3x", 1, entries(2, 3))
    assert list(other.entries("g7f3x", after=1)) == entries(2, 3)
    assert other.entries("g7f3x", after=3) == ()
    assert list(other.entries_of("g7f3x", ["say"])) == entries(3, 2, 1, 0)
    assert other.entries_of("g7f3x", ["shout"]) == ()
    whole = other.salvage("g7f3x")
    assert (whole.head, list(whole.entries), whole.damage, other.structure()) == (entry(0), entries(1, 2, 3), "", "")


def test_what_an_older_program_stored_is_clean_when_it_is_read(opened: Open) -> None:
    store = opened()
    body = rb'{"note":"a\u001b]0;x\u0007\tb\ud800","by":["Anna\u202e"],"n":1.5}'
    store.append("g7f3x", -1, [LogEntry(0, "say", 1, "2026-05-03T20:14:00.000+00:00", "an\x1bna\u202e", body)])
    (read,) = store.entries("g7f3x")
    assert read.by == "an\ufffdna"
    assert json.loads(read.body) == {"note": "a\ufffd]0;x\ufffd b\ufffd", "by": ["Anna"], "n": 1.5}
    assert store.salvage("g7f3x").head == read
    store.append("g7f3x", 0, entries(1))
    assert len(store.entries("g7f3x")) == 2


def test_who_comes_second_is_told_so_and_adds_nothing(opened: Open) -> None:
    store = fill(opened())
    for expected in (-1, 3, 4, 6):
        with pytest.raises(StaleLogError):
            store.append("g7f3x", expected, entries(expected + 1))
    assert list(store.entries("g7f3x")) == entries(*range(6))


def test_nothing_is_added_to_a_game_that_is_gone(opened: Open) -> None:
    store = fill(opened(), "g7f3x", "k2m4n")
    store.remove("g7f3x")
    with pytest.raises(StaleLogError):
        store.append("g7f3x", 5, entries(6))
    assert store.entries("g7f3x") == ()
    assert [game.id for game in store.games()] == ["k2m4n"]


def test_entries_are_added_all_or_none(opened: Open) -> None:
    store = fill(opened())
    with pytest.raises(InputError):
        store.append("g7f3x", 5, [*entries(6, 7), entry(6)])
    assert list(store.entries("g7f3x")) == entries(*range(6))
    store.append("g7f3x", 5, entries(6))


def test_games_are_listed_with_their_beginning_and_their_end_the_last_played_first(opened: Open) -> None:
    store = fill(opened(), "aaaaa", "bbbbb", "ccccc")
    store.append("bbbbb", 5, entries(6))
    listed = store.games()
    assert [(game.id, game.seq) for game in listed] == [("bbbbb", 6), ("aaaaa", 5), ("ccccc", 5)]
    assert listed[0].head == entry(0) and listed[0].changed == entry(6).at


def test_of_many_who_add_the_same_number_one_does(opened: Open) -> None:
    """Those who come second look again, and nothing of anybody is lost or stands there twice."""
    fill(opened())
    ready = threading.Barrier(4)

    def add(writer: int) -> int:
        store = opened()
        ready.wait(60)
        done = 0
        while done < 10:
            seq = store.games()[0].seq
            try:
                store.append("g7f3x", seq, [entry(seq + 1, f"writer {writer}")])
                done += 1
            except StaleLogError:
                pass
        return done

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(add, range(4))) == 40
    log = opened().entries("g7f3x")
    assert [each.seq for each in log] == [*range(46)]
    assert [sum(f"writer {n}" in each.body.decode() for each in log) for n in range(4)] == [10] * 4


def test_news_tell_which_games_are_written_to(opened: Open) -> None:
    store, news = fill(opened(), "aaaaa", "bbbbb"), opened().news()
    try:
        assert news.wait(60) is None  # any of them may have been written to before it listened
        assert news.wait(0.1) == set()
        store.append("bbbbb", 5, entries(6))
        assert news.wait(60) == {"bbbbb"}
        store.append("aaaaa", 5, entries(6))
        store.append("aaaaa", 6, entries(7))
        assert news.wait(60) == {"aaaaa"}
    finally:
        news.close()
