"""Draws the README's pictures of screens from real runs: uv run python -m tests.tui.picture."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from unittest.mock import patch

from textual.pilot import Pilot

from builder.resources import find_resource
from builder.services.games.games import new_game
from builder.tui.app import MusterApp
from builder.tui.screens.editor_details import DetailsPane
from tests.services.test_six_turns import ACTS, written
from tests.tui.editing import opened
from tests.tui.gaming import Table
from tests.tui.making import complete, until

DOCS = Path(__file__).parents[2] / "docs"
ELSEWHERE = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
"""Fonts that a picture would fetch from other hosts."""
SHOWN_ACTS = 40
"""The game in the picture has come so far: into the third turn."""


def editor(home: Path) -> str:
    """The editor with the options of a unit in view."""
    found = find_resource("templates/armies", "space-marines-1000")
    assert found is not None
    shutil.copy(found.path, home / "army.yaml")

    async def act(pilot: Pilot[None]) -> None:
        await opened(pilot)
        await pilot.press(*["down"] * 6, "right", "enter")
        details = pilot.app.screen.query_one(DetailsPane)
        await until(pilot, lambda: details.tells_effects)

    with patch("builder.tui.screens.editor_details.RESTED", 0.01):
        return _drawn(MusterApp(str(home / "army.yaml")), act)


def game(home: Path) -> str:
    """A game in its third turn, with a squad in view that has seen most of it."""
    os.environ["MUSTER_GAMES"] = str(home / "games")
    with new_game("space-marines-500", "orks-500", "Six turns") as session:
        for each in ACTS[:SHOWN_ACTS]:
            session.act(*written(each["act"]))

    async def act(pilot: Pilot[None]) -> None:
        table = Table(pilot)
        await table.opened()
        await table.unit("Rhino 1")
        await table.unit("Tactical Squad Ancora")

    return _drawn(MusterApp(game="Six turns"), act)


PICTURES: dict[str, Callable[[Path], str]] = {"editor.svg": editor, "game.svg": game}


def _drawn(app: MusterApp, act: Callable[[Pilot[None]], Awaitable[None]]) -> str:
    async def run() -> str:
        async with app.run_test(size=(120, 40)) as pilot:
            await act(pilot)
            await complete(pilot)
            return ELSEWHERE.sub("", app.export_screenshot(title="muster"))

    return asyncio.run(run())


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as home:
        for variable in ("DATA", "STATE", "CONFIG"):
            os.environ[f"MUSTER_{variable}"] = str(Path(home, variable.lower()))
        os.environ["LC_ALL"] = "C.UTF-8"
        os.environ.pop("NO_COLOR", None)
        for name, draw in PICTURES.items():
            (DOCS / name).write_text(draw(Path(home)), encoding="utf-8")
