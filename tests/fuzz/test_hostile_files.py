"""Files that once ended in tracebacks, where they lie beside the checkout: each is told of, or read."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.errors import InputError
from builder.formats.battlescribe.catalogues import read_data_file
from builder.services.army.opening import open_saved
from builder.services.data.catalogue_check import check
from builder.services.games.games import list_games, open_game
from builder.services.settings import keep_setting, read_settings
from tests.formats.datafiles import game_system
from tests.fuzz.test_fuzz_readers import told

FOLDER = (Path(__file__).parents[2] / "../shared/hostile").resolve()
FILES = sorted(FOLDER.glob("*-*"))

pytestmark = pytest.mark.skipif(not FILES, reason="no hostile files lie beside the checkout")


def files(*kinds: str) -> pytest.MarkDecorator:
    found = [path for path in FILES if path.name.startswith(kinds)]
    return pytest.mark.parametrize("path", found, ids=lambda path: path.name)


@files("ros", "json")
def test_rosters(path: Path) -> None:
    with told():
        open_saved(path.read_bytes(), path.name)


@files("cat")
def test_catalogues(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_DATA", str(tmp_path))
    folder = tmp_path / "battlescribe/wars"
    folder.mkdir(parents=True)
    (folder / path.name).write_bytes(path.read_bytes())
    with told():
        root = read_data_file(path.read_bytes(), path.name).root
        (folder / "wars.gst").write_bytes(game_system(id=getattr(root, "game_system_id", root.id)))
        assert check("wars")


@files("settings")
def test_settings(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_CONFIG", str(tmp_path))
    (tmp_path / "config.toml").write_bytes(path.read_bytes())
    with told():
        assert read_settings() is not None
        keep_setting("theme", "gruvbox")


@files("db")
def test_games(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_GAMES", str(tmp_path))
    (tmp_path / "games.sqlite").write_bytes(path.read_bytes())
    try:
        games = list(list_games())
    except InputError as error:
        assert error.findings
        return
    for game in games:
        with told(), open_game(game.id) as session:
            assert session.view is not None
