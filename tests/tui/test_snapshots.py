"""How the main screens look; renew with: uv run pytest tests/tui/test_snapshots.py --snapshot-update."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from textual.pilot import Pilot

from builder.resources import find_resource
from builder.services.data.datasheets import installed_data
from builder.services.library.armies import starter_armies
from builder.tui.app import MusterApp
from builder.tui.dialogs.help import Help
from builder.tui.screens.editor import EditorScreen
from builder.tui.screens.findings import FindingsScreen
from builder.tui.screens.game import GameScreen
from builder.tui.screens.library import LibraryScreen
from tests.tui.conftest import SnapCompare
from tests.tui.editing import opened
from tests.tui.gaming import Table
from tests.tui.making import complete, put

pytestmark = pytest.mark.long

SIZES = [(80, 24), (120, 40)]


@pytest.fixture
def app(tmp_path: Path) -> MusterApp:
    found = find_resource("templates/armies", "space-marines-1000")
    assert found is not None
    shutil.copy(found.path, tmp_path / "army.yaml")
    return MusterApp(str(tmp_path / "army.yaml"))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_library(
    snap_compare: SnapCompare, home: Path, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    library = home / "armies"
    known = {"orks-500", "space-marines-500", "diceless/orks", "epic/orks"}
    starters = tuple(starter for starter in starter_armies() if starter.id in known)
    data = tuple(each for each in installed_data() if each.id in known)
    monkeypatch.setattr("builder.tui.screens.library.starter_armies", lambda: starters)
    monkeypatch.setattr("builder.services.data.datasheets.installed_data", lambda: data)
    for name, starter, age in (
        ("a", "orks-500", 10e8),
        ("b", "epic-orks-3000", 11e8),
        ("c", "imperial-guard-500", 9e8),
    ):
        os.utime(put(library, f"{name}.yaml", starter), (age, age))
    (library / "d.yaml").write_text("bad", encoding="utf-8")
    os.utime(library / "d.yaml", (8e8, 8e8))

    async def act(pilot: Pilot[None]) -> None:
        await complete(pilot, LibraryScreen)
        await pilot.press("home", "down")

    assert snap_compare(MusterApp(), LibraryScreen, act, size)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_editor(snap_compare: SnapCompare, app: MusterApp, size: tuple[int, int]) -> None:
    async def act(pilot: Pilot[None]) -> None:
        await opened(pilot)
        await pilot.press(*["down"] * 6, "right")

    assert snap_compare(app, EditorScreen, act, size)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_findings(snap_compare: SnapCompare, app: MusterApp, size: tuple[int, int]) -> None:
    async def act(pilot: Pilot[None]) -> None:
        await opened(pilot)
        await pilot.press("down", "delete", "f")

    assert snap_compare(app, FindingsScreen, act, size)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_help(snap_compare: SnapCompare, app: MusterApp, size: tuple[int, int]) -> None:
    async def act(pilot: Pilot[None]) -> None:
        await opened(pilot)
        await pilot.press("question_mark")

    assert snap_compare(app, Help, act, size)


async def played(pilot: Pilot[None]) -> None:
    """A few acts: phases, damage on a squad and on a vehicle, a test."""
    table = Table(pilot)
    await table.opened()
    await table.go_on()
    await table.go_on()
    await table.logged("shooting")
    await table.unit("Rhino 1")
    await table.press("d")
    await table.asked()
    await table.press(*"40")
    await table.press("down", *"8")
    await table.asked("Which side of Rhino 1")
    await table.press("enter", "right", "enter")
    await table.logged("Rhino 1")
    await table.unit("Scout Squad")
    await table.press("l", "enter")
    await table.logged("Ld test")
    await table.press("d")
    await table.asked()
    await table.press(*"250")
    await table.asked("250 DMG")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_game(snap_compare: SnapCompare, game: MusterApp, size: tuple[int, int]) -> None:
    async def act(pilot: Pilot[None]) -> None:
        await played(pilot)
        await pilot.press("enter")
        await Table(pilot).logged("250 DMG")

    assert snap_compare(game, GameScreen, act, size)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_form_of_an_act(snap_compare: SnapCompare, game: MusterApp, size: tuple[int, int]) -> None:
    assert snap_compare(game, GameScreen, played, size)
