"""Games of which something was damaged: found when they are opened, told of by themselves, saved up to the damage."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from pathlib import Path

import pytest

from builder.errors import InputError
from builder.record import replace
from builder.resources import games_file
from builder.services.games.checks import check_games, recover_game
from builder.services.games.games import list_games, new_game, open_game, remove_game
from builder.services.games.session import Request
from builder.store.sqlite import SqliteStore
from tests.services.volleys import own_games

__all__ = ["own_games"]
pytestmark = pytest.mark.usefixtures("own_games")

HOSTILE = Path(__file__).parents[3] / "shared" / "hostile"
NOTES = 6


@pytest.fixture
def third(own_games: None) -> str:
    """The id of a game with a head, its beginning and so many notes."""
    with new_game("orks-500", name="Third") as session:
        session.act_all([Request("note", {"text": f"note {number}"}) for number in range(NOTES)])
    return session.id


def change(sql: str, *values: object) -> None:
    connection = sqlite3.connect(games_file())
    connection.execute(sql, values)
    connection.commit()
    connection.close()


def version_1(path: Path) -> None:
    """Make a file of games what it was before entries had digests."""
    connection = sqlite3.connect(path)
    connection.executescript(
        """
        ALTER TABLE entries RENAME TO new;
        CREATE TABLE entries (game TEXT NOT NULL, seq INTEGER NOT NULL, kind TEXT NOT NULL, version INTEGER NOT NULL,
            at TEXT NOT NULL, "by" TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY (game, seq));
        INSERT INTO entries SELECT game, seq, kind, version, at, "by", body FROM new;
        DROP TABLE new;
        DROP TABLE lasts;
        PRAGMA user_version=1;
        """
    )
    connection.close()


def test_whole_games_are_whole(third: str) -> None:
    checked = check_games()
    assert checked.is_whole
    assert [(game.id, game.name, game.whole, game.last) for game in checked.games] == [(third, "Third", 7, 7)]


@pytest.mark.long
def test_no_bit_that_flips_changes_what_is_shown(third: str, tmp_path: Path) -> None:
    """Each flip is found when the game is opened, or it changes nothing."""
    with open_game(third) as session:
        log, view, head = session.log, session.view, session.head
    change("PRAGMA wal_checkpoint(TRUNCATE)")
    whole, path = games_file().read_bytes(), games_file()
    chance = random.Random(11)
    found = 0
    for _ in range(300):
        place, bit = chance.randrange(len(whole)), chance.randrange(8)
        flipped = bytearray(whole)
        flipped[place] ^= 1 << bit
        path.write_bytes(flipped)
        for leftover in ("-wal", "-shm"):
            path.with_name(path.name + leftover).unlink(missing_ok=True)
        try:
            with open_game(third) as session:
                assert (session.log, session.view, session.head) == (log, view, head), (place, bit)
        except InputError as error:
            found += 1
            assert len(error.findings) == 1
        path.write_bytes(flipped)
        try:
            for game in list_games():
                assert game.findings or (game.id, game.name, game.seq) == (third, "Third", NOTES + 1), (place, bit)
        except InputError:
            pass
    assert found > 50


@pytest.mark.parametrize(
    ("sql", "whole"),
    [
        ("UPDATE entries SET body = x'00' WHERE seq = 4", 3),
        ("UPDATE entries SET at = 'never' WHERE seq = 7", 6),
        ("UPDATE entries SET kind = 'undo' WHERE seq = 5", 4),
        ("DELETE FROM entries WHERE seq = 3", 2),
        ("DELETE FROM entries WHERE seq > 5", 5),
        ("UPDATE lasts SET digest = x'00'", 7),
        ("DELETE FROM lasts", 7),
        ("UPDATE entries SET body = '{}' WHERE seq = 0", 7),
        ("DELETE FROM entries WHERE seq = 0", 7),
        ("UPDATE entries SET before = x'00' WHERE seq = 2", 1),
    ],
)
@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_damaged_game_is_saved_up_to_the_damage_and_played_on(
    third: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sql: str, whole: int, elsewhere: bool
) -> None:
    change(sql)
    with pytest.raises(InputError, match="is damaged"):
        open_game(third)
    (checked,) = check_games().games
    assert not checked.is_whole and checked.whole == whole and checked.findings
    folder = tmp_path / "new"
    folder.mkdir()
    saved = recover_game(third, str(folder / "games.sqlite") if elsewhere else None)
    assert saved.saved == whole
    if elsewhere:
        monkeypatch.setenv("MUSTER_GAMES", str(folder))
    with open_game(saved.id) as session:
        assert [line.text for line in session.log[1:]] == [f"Note: note {n}" for n in range(whole - 1)]
        session.act("note", {"text": "on we go"})
    (again,) = check_games(saved.id).games
    assert again.is_whole and again.whole == whole + 1


def test_of_a_game_without_a_log_nothing_can_be_saved(third: str) -> None:
    change("DELETE FROM entries WHERE seq > 0")
    change("UPDATE lasts SET seq = 0, digest = (SELECT digest FROM entries)")
    assert list_games()[0].findings
    with pytest.raises(InputError, match="nothing to save"):
        recover_game(third)
    new_game("orks-500", name="Fourth").close()
    assert {game.name for game in list_games()} == {"Third", "Fourth"}
    remove_game(third)
    assert check_games().is_whole


def test_a_damaged_game_is_a_finding_of_that_game_alone(third: str) -> None:
    with new_game("orks-500", name="Fourth") as fourth:
        pass
    change("UPDATE entries SET body = x'ff' WHERE seq = 0 AND game = ?", third)
    found = {game.id: game for game in list_games()}
    assert found[third].head is None and "muster game check" in str(found[third].findings[0])
    assert found[fourth.id].findings == ()
    with open_game("Fourth") as session:
        session.act("note", {"text": "goes on"})


def test_a_head_of_a_newer_muster_is_left_alone_and_said_to_be_one(third: str) -> None:
    store = SqliteStore(games_file())
    head, *rest = store.entries(third)
    store.remove(third)
    store.append(third, -1, [replace(head, version=2), *rest])
    store.close()
    (listed,) = list_games()
    assert [finding.code for finding in listed.findings] == ["newer"]
    for refused in (open_game, recover_game):
        with pytest.raises(InputError, match="newer Muster"):
            refused(third)
    assert check_games().is_whole


def test_an_old_file_is_opened_upgraded_and_kept_as_a_copy(third: str) -> None:
    path = games_file()
    version_1(path)
    with open_game(third) as session:
        assert len(session.log) == NOTES + 1
        session.act("note", {"text": "new"})
    copy = path.with_name("games.version-1.sqlite")
    assert check_games().is_whole
    assert sorted(each.name for each in path.parent.iterdir()) == ["games.sqlite", copy.name]
    connection = sqlite3.connect(copy)
    assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    assert connection.execute("SELECT count(*) FROM entries").fetchone() == (NOTES + 2,)
    connection.close()
    change("UPDATE entries SET body = replace(CAST(body AS TEXT), 'note 2', 'note 3') WHERE seq = 4")
    with pytest.raises(InputError, match="entry 4 is not as it was written"):
        open_game(third)


def test_an_old_file_that_cannot_be_upgraded_is_read_as_it_is(third: str, monkeypatch: pytest.MonkeyPatch) -> None:
    version_1(games_file())
    path = games_file()
    path.with_name("games.version-1.sqlite").mkdir()  # a copy is there, as far as one can tell
    monkeypatch.setattr("builder.store.database._add_digests", broken)
    with open_game(third) as session:
        assert len(session.log) == NOTES + 1
        session.act("note", {"text": "not stored"})
        assert "damaged" in session.warning
    (saved,) = check_games().games
    assert saved.whole == NOTES + 1


def broken(connection: sqlite3.Connection) -> None:
    raise sqlite3.IntegrityError("UNIQUE constraint failed")


@pytest.mark.skipif(not HOSTILE.is_dir(), reason="the files that once broke a reader are not here")
@pytest.mark.parametrize("name", [path.name for path in sorted(HOSTILE.glob("db-*.sqlite"))])
def test_files_that_once_broke_the_program_are_one_message_for_each_game(name: str) -> None:
    shutil.copyfile(HOSTILE / name, games_file())
    for game in list_games():
        try:
            open_game(game.id).close()
        except InputError as error:
            assert len(error.findings) == 1
            for finding in (*error.findings, *game.findings):
                assert finding.at.file == str(games_file()) and "muster game " in finding.message
        else:
            assert not game.findings
        check_games(game.id)
    with new_game("orks-500", name="Fourth") as fourth:
        assert fourth.stored or check_games().findings


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such pipes")
def test_a_pipe_in_the_place_of_the_file_is_told_of_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_GAMES", str(tmp_path))
    os.mkfifo(tmp_path / "games.sqlite")
    with pytest.raises(InputError, match="check that it is a file"):
        list_games()
