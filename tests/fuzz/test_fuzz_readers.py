"""Every reader over files that are changed at random: what is wrong is told, and nothing else happens.

`uv run pytest tests/fuzz tests/datafiles/test_damaged_files.py --hypothesis-profile=long` tries 120,000 cases.
"""

from __future__ import annotations

import contextlib
import json
import shlex
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.catalogue.library import Library
from builder.catalogue.model import Catalogue, GameSystem
from builder.cli.edit import read_line
from builder.datafiles.armies.read import read_army
from builder.errors import InputError, MusterError
from builder.formats.battlescribe.catalogues import read_data_file
from builder.resources import find_resources
from builder.roster import edit
from builder.roster.evaluate import evaluate
from builder.roster.options import options
from builder.services import settings as player_settings
from builder.services.army.opening import open_saved
from builder.services.army.reports import check_report, summary_report
from builder.services.data.army_data import find_data
from builder.services.data.catalogue_check import check
from builder.services.editor.document import ArmyDocument
from builder.services.editor.operations import OPERATIONS
from builder.services.export.files import export_army
from builder.services.games.games import ListedGame, list_games, new_game, open_game
from builder.services.games.reports import read_acts
from builder.services.games.session import GameSession
from builder.sheets.options import SheetOptions
from tests.datafiles.damage import damages
from tests.formats.datafiles import CELLS, OLD_ENTRY, OLD_SYSTEM_BODY, SQUAD, catalogue, game_system
from tests.formats.rosterfiles import roster
from tests.fuzz.hostile import (
    SEEDS,
    VALUES,
    changed_bytes,
    changed_json,
    damaged_bytes,
    damaged_json,
    damaged_xml,
    fuzzed,
)
from tests.guard import ended, limited

SYSTEM, CATALOGUE, OLD = game_system(), catalogue(SQUAD + OLD_ENTRY), game_system(OLD_SYSTEM_BODY, version="2.00")
STATS = b'<characteristic name="WS" typeId="ws">4</characteristic>'
ROSTER = roster().replace(STATS, CELLS.encode())
STARTERS = {found.id: found.path for found in find_resources("templates/armies")}


@contextlib.contextmanager
def told() -> Iterator[None]:
    """What is wrong is told in words; anything else that is raised is a bug, as is what hangs."""
    with ended():
        try:
            with limited():
                yield
        except InputError as error:
            assert error.findings and all(0 < len(finding.message) < 5_000 for finding in error.findings)
        except MusterError as error:
            assert str(error)


def as_bytes(whole: bytes) -> st.SearchStrategy[bytes]:
    return st.one_of(damaged_bytes(whole), damaged_xml(whole))


def built(system: bytes, data: bytes) -> None:
    """Read data, build an army with one of everything from it, and evaluate it."""
    made = read_data_file(system, "wars.gst").root, read_data_file(data, "marines.cat").root
    assert isinstance(made[0], GameSystem) and isinstance(made[1], Catalogue)
    library = Library(made[0], (made[1],))
    for frame in library.force_entries:
        with told():
            added = edit.add_force(edit.new_roster(library, "Test"), library, frame, made[1].id)
            army = added.roster
            for entry in library.root_entries(made[1].id)[:4]:
                army = edit.select(army, library, added.id, entry.path, complete=True).roster
            for part in list(army.all_selections())[:6]:
                for option in list(options(army, library, part.id))[:3]:
                    army = edit.select(army, library, part.id, option.entry.path).roster
            evaluate(army, library, by_name=False)


@fuzzed()
@given(as_bytes(CATALOGUE))
def test_catalogues(data: bytes) -> None:
    with told():
        built(SYSTEM, data)


@fuzzed()
@given(st.one_of(as_bytes(SYSTEM), as_bytes(OLD)))
def test_game_systems(data: bytes) -> None:
    with told():
        built(data, CATALOGUE)


@pytest.fixture(scope="module")
def sets(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("data")
    (folder / "battlescribe/wars").mkdir(parents=True)
    (folder / "battlescribe/wars/wars.gst").write_bytes(SYSTEM)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MUSTER_DATA", str(folder))
        yield folder / "battlescribe/wars"


@fuzzed(10)
@given(data=as_bytes(CATALOGUE))
def test_catalogues_are_checked(sets: Path, data: bytes) -> None:
    (sets / "marines.cat").write_bytes(data)
    with told():
        assert check("wars")


def opened(data: bytes, name: str) -> None:
    """Open a saved roster, report on it and print it as text."""
    with told():
        army = open_saved(data, name)
        assert check_report(army) and summary_report(army)
        for format in ("text", "ros", "chat", "json"):
            export_army(army, format, SheetOptions())


@fuzzed()
@given(as_bytes(ROSTER))
def test_rosters(data: bytes) -> None:
    opened(data, "list.ros")


def cells(stats: Sequence[str]) -> list[dict[str, str]]:
    return [{"name": name, "typeId": name, "$text": "4"} for name in stats]


NEW_RECRUIT = {
    "roster": {
        "id": "r", "name": "List", "gameSystemId": "gs", "gameSystemName": "40K",
        "costs": [{"name": "pts", "typeId": "points", "value": 145.5}],
        "costLimits": [{"name": "pts", "typeId": "points", "value": 500}],
        "forces": [{
            "id": "f", "name": "Detachment", "entryId": "fe", "catalogueId": "cat", "catalogueName": "Marines",
            "selections": [{
                "id": "s", "name": "Squad", "entryId": "a::b", "number": 1, "type": "unit",
                "categories": [{"id": "k", "name": "Troops", "entryId": "troops", "primary": True}],
                "rules": [{"id": "r", "name": "Fearless", "description": "Never afraid.", "hidden": False}],
                "selections": [{
                    "id": "m", "name": "Marine", "entryId": "c", "number": 9, "type": "model",
                    "costs": [{"name": "pts", "typeId": "points", "value": 144}],
                    "profiles": [
                        {"id": "p", "name": "Marine", "typeId": "t", "typeName": "Unit", "hidden": False,
                         "characteristics": cells(("WS", "BS", "S", "T", "W", "I", "A", "Ld", "Sv"))},
                        {"id": "g", "name": "Boltgun x 2", "typeId": "w", "typeName": "Weapon", "hidden": False,
                         "characteristics": cells(("Range", "S", "AP", "Type"))},
                    ],
                }],
            }],
        }],
    }
}  # fmt: skip
NEW_RECRUIT_BYTES = json.dumps(NEW_RECRUIT).encode()


@fuzzed()
@given(st.one_of(damaged_json(NEW_RECRUIT), damaged_bytes(NEW_RECRUIT_BYTES)))
def test_new_recruit(data: bytes) -> None:
    opened(data, "list.json")


@fuzzed(2)
@given(damage=damages(), which=st.sampled_from(sorted(STARTERS)))
def test_starter_armies(damage: Any, which: str) -> None:
    with told():
        read_army(damage(STARTERS[which].read_text(encoding="utf-8")), "army.yaml", find_data)


SETTINGS = """\
# mine
theme = "nord"
signs = "ascii"
armies = "~/armies"

[keys]
save = "ctrl+s"
"""


@fuzzed()
@given(damage=damages())
def test_settings(damage: Any, tmp_path_factory: pytest.TempPathFactory) -> None:
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.getbasetemp() / "settings"
        folder.mkdir(exist_ok=True)
        patch.setenv("MUSTER_CONFIG", str(folder))
        (folder / "config.toml").write_bytes(damage(SETTINGS))
        with told():
            found = player_settings.read_settings()
            assert all(finding.message for finding in found.findings)
        with told():
            player_settings.keep_setting("theme", "gruvbox")
            assert player_settings.read_settings().theme == "gruvbox"


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameSession]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MUSTER_GAMES", str(tmp_path_factory.mktemp("played")))
        patch.setenv("MUSTER_ARMIES", str(tmp_path_factory.mktemp("armies")))
        with new_game("orks-500", "space-marines-500") as made:
            yield made


def act_values(session: GameSession) -> st.SearchStrategy[dict[str, Any]]:
    """Acts of a game with values that may mean something, and others."""
    verbs = {spec.name: [field.name for field in spec.listed] for spec in session.acts}
    units = st.sampled_from(("w3d4", "warboss", "1", "2", "anna", "me", "orks", "boyz", "all", *VALUES))
    value = st.one_of(units, st.sampled_from(VALUES), st.integers(-5, 40), st.booleans(), st.lists(units, max_size=4))
    return st.sampled_from(sorted(verbs)).flatmap(
        lambda verb: st.dictionaries(st.sampled_from((*verbs[verb], "x")), value, max_size=5).map(
            lambda given: {**given, "verb": verb}
        )
    )


@fuzzed()
@given(data=st.data())
def test_acts(session: GameSession, data: st.DataObject) -> None:
    acts = data.draw(st.lists(act_values(session), min_size=1, max_size=3))
    written = data.draw(st.one_of(st.just(json.dumps(acts).encode()), damaged_json(acts)))
    with told():
        session.preview_all(read_acts(written.decode("utf-8", "replace"), "the acts"))


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with two games, one of which was played on with."""
    folder = tmp_path_factory.mktemp("stored")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MUSTER_GAMES", str(folder))
        for name in ("First", "Second"):
            with new_game("orks-500", "Bert", name) as game:
                for act in ({"verb": "next"}, {"verb": "note", "text": "a note"}):
                    with contextlib.suppress(MusterError):
                        game.act_all(read_acts(json.dumps(act), "acts"))
    with contextlib.closing(sqlite3.connect(folder / "games.sqlite")) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("PRAGMA journal_mode=DELETE")
    return folder / "games.sqlite"


def change_rows(path: Path, random: Random) -> None:
    """Change some values of a store's tables, within their JSON or altogether."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type='table'")]
        for _ in range(random.randint(1, 3)):
            table = random.choice(tables)
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            rows = connection.execute(f"SELECT * FROM {table}").fetchall()
            if not rows:
                continue
            row, place = random.choice(rows), random.randrange(len(columns))
            same = " AND ".join(f"{column} IS ?" for column in columns)
            with contextlib.suppress(sqlite3.Error, OverflowError):
                new = changed_value(row[place], random)
                connection.execute(f"UPDATE {table} SET {columns[place]} = ? WHERE {same}", (new, *row))
        connection.commit()


def changed_value(old: object, random: Random) -> object:
    if isinstance(old, str | bytes) and random.random() < 0.6:
        with contextlib.suppress(ValueError):
            made = json.dumps(changed_json(json.loads(old), random))
            return made.encode() if isinstance(old, bytes) else made
    return random.choice((None, 0, -1, 2**62, 1.5, b"\xff", b"{}", "{}", *VALUES))


@fuzzed(2)
@given(seed=SEEDS, rows=st.booleans())
def test_game_stores(stored: Path, seed: int, rows: bool) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        path = Path(folder, "games.sqlite")
        whole = stored.read_bytes()
        path.write_bytes(whole if rows else changed_bytes(whole, Random(seed)))
        if rows:
            change_rows(path, Random(seed))
        patch.setenv("MUSTER_GAMES", folder)
        games: list[ListedGame] = []
        with told():
            games = list(list_games())
        for game in games[:2]:
            with told(), open_game(game.id) as session:
                assert session.view is not None and list(session.log) is not None


WORDS = st.sampled_from(
    ("w3d4", "Weirdboy", "Boyz", "big shoota", "warphead", "army", "1", "2", "99", "--under", "--force", "--option",
     "reserve", "led", "by", *VALUES)
)  # fmt: skip


@fuzzed()
@given(name=st.sampled_from(sorted(OPERATIONS)), words=st.lists(WORDS, max_size=4), damage=st.none() | damages())
def test_edit_scripts(name: str, words: list[str], damage: Any) -> None:
    line = f"{name} {shlex.join(words)}"
    if damage is not None:
        line = damage(line).decode("utf-8", "replace")
    session = ArmyDocument(STARTERS["orks-500"].read_bytes(), "army.yaml", None)
    with told():
        for text in line.splitlines():
            with contextlib.suppress(MusterError):
                if operation := read_line(text):
                    session.apply(operation)
        session.written()
        assert session.army is not None
