"""What tests of screens share: an app that runs, waiting, armies in the library."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import monotonic
from typing import Any

from textual.app import App
from textual.events import Key
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input

from builder.resources import find_resource
from builder.services.army.locator import open_army
from builder.services.export.files import export_army
from builder.sheets.options import SheetOptions
from builder.tui.app import MusterApp
from builder.tui.screens.base import ActionScreen
from builder.tui.widgets.key_line import KeyLine
from tests.tui.painted import segments
from tests.tui.quiet import MOST, app_that_runs

SIZE = (80, 24)
Play = Callable[["Pilot[None]"], Awaitable[None]]


def put(library: Path, name: str, starter: str = "orks-500") -> Path:
    """A starter army as an army of the library."""
    found = find_resource("templates/armies", starter)
    assert found is not None
    path = library / name
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(found.path, path)
    return path


def burst(pilot: Pilot[None], *keys: str) -> None:
    """Press keys so fast that none is done before the last of them is there."""
    for key in keys:
        pilot.app.post_message(Key(key, key if len(key) == 1 else None))


async def until(pilot: Pilot[None], is_so: Callable[[], bool]) -> None:
    """Wait until something is so, and the app at rest; fail where it never comes to that."""
    await meanwhile(pilot, is_so)
    await pilot.pause()


async def meanwhile(pilot: Pilot[None], is_so: Callable[[], bool]) -> None:
    """Wait until something is so while the app works on something that the test holds up."""
    end = monotonic() + MOST
    while not is_so():
        assert monotonic() < end, "it never came to that"
        app_that_runs().lay_out()  # Screens below others are laid out by a key that waits, or never.
        await pilot.pause(0.01)


async def done(pilot: Pilot[None]) -> None:
    """Wait until all is done, also what is done beside the screens."""
    await meanwhile(pilot, lambda: _is_done(pilot.app))


async def complete(pilot: Pilot[None], kind: type[Screen[Any]] = Screen) -> None:
    """Wait until a screen of a kind stands over all others, and nothing will change before a key is pressed.

    All is done, and the last lines name the keys that do something now.
    """
    await meanwhile(
        pilot, lambda: isinstance(pilot.app.screen, kind) and _is_done(pilot.app) and _names_its_keys(pilot.app)
    )


def _is_done(app: App[None]) -> bool:
    assert isinstance(app, MusterApp)
    working = any(isinstance(screen, ActionScreen) and screen.has_work for screen in app.screen_stack)
    return app.is_at_rest and not working and all(worker.is_finished or worker in app._asking for worker in app.workers)


def _names_its_keys(app: App[None]) -> bool:
    lines = [line for screen in app.screen_stack for line in screen.query(KeyLine)]
    return all(tuple(line._fitting()) == line._shown for line in lines)


def play(app: MusterApp, part: Play, size: tuple[int, int] = SIZE, *, opened: bool = True) -> None:
    """Run the app and play a part on it, once its first screen is `opened` if that is to be waited for."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            if opened:
                await pilot.pause()
            await part(pilot)
            segments(app)

    asyncio.run(run())


def saved_roster(path: Path, *, foreign: bool = False) -> Path:
    document = export_army(open_army("orks-500"), "ros", SheetOptions()).data
    path.write_bytes(document.replace(b"diceless/orks", b"far/away") if foreign else document)
    return path


async def typed(pilot: Pilot[None], text: str) -> None:
    """Write a text in place of what stands in the line."""
    line = pilot.app.screen.query_one(Input)
    line.value = text
    await pilot.press("enter")


def keys_shown(pilot: Pilot[None]) -> str:
    """The keys that the last lines of the screen name."""
    line = pilot.app.screen.query_one(KeyLine)
    return "\n".join(line.render_line(y).text for y in range(line.size.height))


def is_named(pilot: Pilot[None], words: str) -> bool:
    """Whether the last lines name a key with what it does."""
    return words in keys_shown(pilot)
