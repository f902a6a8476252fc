"""How the main screens look; renew with: uv run pytest tests/tui/test_snapshots.py --snapshot-update."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Protocol

import pytest
from textual.pilot import Pilot

from builder.resources import find_resource
from builder.tui.app import MusterApp
from tests.tui.editing import opened

SIZES = [(80, 24), (120, 40)]


class Compare(Protocol):
    """The fixture of pytest-textual-snapshot, which has no types."""

    def __call__(self, app: MusterApp, *, terminal_size: tuple[int, int], run_before: object) -> bool: ...


@pytest.fixture
def app(tmp_path: Path) -> MusterApp:
    found = find_resource("templates/armies", "space-marines-1000")
    assert found is not None
    shutil.copy(found.path, tmp_path / "army.yaml")
    return MusterApp(str(tmp_path / "army.yaml"))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_editor(snap_compare: Compare, app: MusterApp, size: tuple[int, int]) -> None:
    async def act(pilot: Pilot[None]) -> None:
        await opened(pilot)
        await pilot.press(*["down"] * 6, "right")
        await pilot.pause()

    assert snap_compare(app, terminal_size=size, run_before=act)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_findings(snap_compare: Compare, app: MusterApp, size: tuple[int, int]) -> None:
    async def act(pilot: Pilot[None]) -> None:
        await opened(pilot)
        await pilot.press("down", "delete", "f")
        await pilot.pause(0.2)

    assert snap_compare(app, terminal_size=size, run_before=act)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_help(snap_compare: Compare, app: MusterApp, size: tuple[int, int]) -> None:
    async def act(pilot: Pilot[None]) -> None:
        await opened(pilot)
        await pilot.press("question_mark")
        await pilot.pause()

    assert snap_compare(app, terminal_size=size, run_before=act)
