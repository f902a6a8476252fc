"""Games that cannot be stored just now: they go on in memory, and nothing is lost or stored twice."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from builder.errors import InputError
from builder.resources import games_file
from builder.services.games.games import list_games, new_game, open_game
from builder.services.games.session import GameSession
from builder.store.logs import UnwritableError
from builder.store.sqlite import SqliteStore
from builder.tracker import LogEntry
from tests.services.volleys import other, own_games, session, volley, volleys

__all__ = ["other", "own_games", "session", "volleys"]
pytestmark = pytest.mark.usefixtures("own_games", "volleys")


class Disk:
    """A disk that may be full: then nothing is stored, or it is and says that it was not."""

    full = False
    lying = False

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        append = SqliteStore.append

        def appended(store: SqliteStore, game: str, expected: int, entries: Sequence[LogEntry]) -> None:
            if not self.full:
                append(store, game, expected, entries)
            if self.lying:
                append(store, game, expected, entries)
            if self.full:
                raise UnwritableError("games.sqlite: the disk is full: make room")

        monkeypatch.setattr(SqliteStore, "append", appended)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


def test_with_a_full_disk_the_game_goes_on_in_memory_and_is_stored_later(
    session: GameSession, other: GameSession, disk: Disk
) -> None:
    volley(session)
    disk.full = True
    volley(session, 4)
    session.undo()
    assert session.warning.startswith("the game goes on in memory") and "disk is full" in session.warning
    assert session.seq == 4 and not session.refresh()
    assert other.refresh() and other.seq == 2
    disk.full = False
    volley(session, 6)
    assert session.warning == ""
    assert other.refresh() and other.log == session.log and other.seq == 5


def test_a_game_that_cannot_be_stored_begins_in_memory_and_is_stored_later(disk: Disk) -> None:
    disk.full = True
    with new_game("orks-500") as session:
        assert "goes on in memory" in session.warning and session.seq == 1
        assert list_games() == ()
        disk.full = False
        volley(session)
        assert session.warning == ""
        with open_game(session.id) as again:
            assert again.log == session.log


def test_what_waits_when_a_game_is_left_is_stored_then(disk: Disk) -> None:
    disk.full = True
    with new_game("orks-500") as session:
        volley(session)
        disk.full = False
    with open_game(session.id) as again:
        assert again.log == session.log and again.seq == 2


def test_a_folder_in_the_place_of_the_file_is_told_of_and_the_game_goes_on() -> None:
    games_file().mkdir(parents=True)
    with new_game("orks-500") as session:
        assert str(games_file()) in session.warning
        volley(session)
        games_file().rmdir()
        volley(session)
        assert session.warning == ""
        with open_game(session.id) as again:
            assert again.log == session.log


def test_where_another_program_played_on_meanwhile_both_games_are_kept(
    session: GameSession, other: GameSession, disk: Disk
) -> None:
    disk.full = True
    volley(session, 4)
    disk.full = False
    volley(other, 6)
    old = session.id
    volley(session, 8)
    assert session.id != old and session.id in session.warning and "another program played on" in session.warning
    volley(session, 10)
    assert session.warning == ""
    for id, wanted in ((old, other), (session.id, session)):
        with open_game(id) as again:
            assert again.log == wanted.log
    assert [line.text.split()[0] for line in session.log[1:]] == ["4", "8", "10"]


@pytest.mark.parametrize("others_play_on", [False, True])
def test_what_was_stored_though_the_disk_said_no_is_not_stored_twice(
    session: GameSession, other: GameSession, disk: Disk, others_play_on: bool
) -> None:
    disk.full = disk.lying = True
    volley(session, 4)
    assert session.warning
    disk.full = disk.lying = False
    if others_play_on:
        volley(other, 2)
    volley(session, 6)
    assert session.warning == "" and other.refresh() and other.log == session.log
    assert [line.text.split()[0] for line in other.log[1:]] == ["4", *["2"] * others_play_on, "6"]
    assert len(list_games()) == 1


def test_a_command_refuses_what_it_cannot_store(session: GameSession, disk: Disk) -> None:
    disk.full = True
    with open_game(session.id, strict=True) as strict:
        with pytest.raises(InputError, match="disk is full"):
            volley(strict)
        assert strict.seq == 1
        disk.full = False
        assert volley(strict) == 2
    disk.full = True
    with pytest.raises(InputError, match="disk is full"):
        new_game("orks-500", strict=True)
