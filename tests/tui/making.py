"""What tests of screens share: an app that runs, waiting, armies in the library."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Protocol

from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Input

from builder.resources import find_resource
from builder.services.army import open_army
from builder.services.export import export_army
from builder.sheets.options import SheetOptions
from builder.tui.app import MusterApp

SIZE = (80, 24)
Play = Callable[["Pilot[None]"], Awaitable[None]]


class SnapCompare(Protocol):
    def __call__(
        self,
        app: App[None],
        *,
        run_before: Callable[[Pilot[None]], Awaitable[None]],
        terminal_size: tuple[int, int],
    ) -> bool: ...


def put(library: Path, name: str, starter: str = "orks-500") -> Path:
    """A starter army as an army of the library."""
    found = find_resource("templates/armies", starter)
    assert found is not None
    path = library / name
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(found.path, path)
    return path


async def until(pilot: Pilot[None], met: Callable[[], bool], seconds: float = 20) -> None:
    """Wait until something is so; fail after a while."""
    end = time.monotonic() + seconds
    while not met():
        assert time.monotonic() < end, "this never came to be"
        await pilot.pause(0.02)
    await pilot.pause()


def play(app: MusterApp, part: Play, size: tuple[int, int] = SIZE) -> None:
    """Run the app and play a part on it."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await part(pilot)

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
