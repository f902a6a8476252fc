"""Draws the README's pictures of screens from real runs: uv run python -m tests.tui.picture."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from decimal import Decimal
from functools import partial
from pathlib import Path
from unittest.mock import patch

from textual.pilot import Pilot

from builder.resources import find_resource
from builder.services.editor.new_army import begin
from builder.services.games.games import new_game
from builder.tui.app import MusterApp
from builder.tui.screens.editor import EditorScreen
from builder.tui.screens.editor_details import DetailsPane
from tests.services.test_six_turns import ACTS, written
from tests.tui.editing import opened
from tests.tui.gaming import Table
from tests.tui.making import complete, until
from tests.tui.test_editor_whole import is_painted, keys_of

DOCS = Path(__file__).parents[2] / "docs"
ELSEWHERE = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
"""Fonts that a picture would fetch from other hosts."""
SECONDS = 3
"""For which a picture of several is shown."""
SHOWN_ACTS = 40
"""The game in the picture has come so far: into the third turn."""


def editor(home: Path) -> str:
    """The editor with the options of a unit in view."""
    found = find_resource("templates/armies", "space-marines-1000")
    assert found is not None
    shutil.copy(found.path, home / "army.yaml")

    async def act(pilot: Pilot[None]) -> None:
        await opened(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, EditorScreen)
        screen.go_to(next(row.id for row in screen.view.rows if row.name == "Tactical Squad Oriel"))
        await pilot.press("enter", "slash", *"flamer", "down", "escape")
        details = screen.query_one(DetailsPane)
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


STEPS: tuple[tuple[str, str], ...] = (
    ("", "a Add"),
    ("a (capt)", "Captain"),
    ("(ain) enter slash (power fist)", "Power fist"),
    ("enter escape a (tactical) enter", "5 models"),
    ("1 0 slash (missile) enter (flamer) enter escape t", "Transport: Tactical Squad"),
    ("enter a (scout squad) enter a (land speeder storm) enter a (predator) enter escape", "over"),
    ("f", "1  Remove"),
    ("1", "1 note"),
    ("escape", "left"),
)
"""What a newcomer presses from picture to picture, and what is to be read then."""


def newcomer(home: Path) -> str:
    """An army from nothing, as pictures that follow each other."""
    army = home / "first.yaml"
    army.write_text(begin("diceless/space-marines", "First army", Decimal(500)), encoding="utf-8")
    shown: list[str] = []

    async def run() -> None:
        app = MusterApp(str(army))
        async with app.run_test(size=(80, 24)) as pilot:
            await opened(pilot)
            editing = app.screen
            assert isinstance(editing, EditorScreen)
            for keys, words in STEPS:
                await pilot.press(*keys_of(keys)[0])
                await editing.finish()
                await until(pilot, partial(is_painted, pilot, words))
                await complete(pilot)
                shown.append(ELSEWHERE.sub("", app.export_screenshot(title="muster")))

    with patch("builder.tui.screens.editor_details.RESTED", 3600):  # What is worked out by and by is in no picture.
        asyncio.run(run())
    return _film(shown)


def _film(shown: Sequence[str]) -> str:
    """Pictures of one size as one that shows them in turn, each for some seconds."""
    box = re.search(r'viewBox="[^"]*"', shown[0])
    assert box is not None
    whole = SECONDS * len(shown)
    looks = (
        f".shown {{ visibility: hidden; animation: shown {whole}s step-end infinite; }}"
        f" @keyframes shown {{ 0% {{ visibility: visible; }} {100 / len(shown):.3f}% {{ visibility: hidden; }} }}"
    )
    parts = (f'<g class="shown" style="animation-delay: {SECONDS * n}s">{each}</g>' for n, each in enumerate(shown))
    return f'<svg {box[0]} xmlns="http://www.w3.org/2000/svg"><style>{looks}</style>{"".join(parts)}</svg>\n'


PICTURES: dict[str, Callable[[Path], str]] = {"editor.svg": editor, "game.svg": game, "newcomer.svg": newcomer}


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
