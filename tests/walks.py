"""Which files of `builder` three walks through the code go through: uv run python -m tests.walks NAME prints them.

Each walk runs in a process of its own, so that nothing is imported or kept before it begins.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FrameType

import builder
from builder.cli.main import run

ROOT = Path(builder.__file__).parent


def check() -> None:
    """An army is checked."""
    run(["check", "space-marines-500"])


def print_a_sheet() -> None:
    """A datasheet is compiled, and an army of it printed."""
    with tempfile.TemporaryDirectory() as folder:
        run(["export", "space-marines-500", "-o", str(Path(folder) / "army.pdf")])


def act() -> None:
    """A unit loses HP on the screen of a game."""
    from builder.services.games.games import new_game
    from builder.tui.app import MusterApp
    from tests.tui.gaming import Table

    name = "walk"
    new_game("space-marines-500", "orks-500", name).close()

    async def played() -> None:
        app = MusterApp(game=name)
        async with app.run_test(size=(120, 40)) as pilot:
            table = Table(pilot)
            await table.opened()
            await table.press("d")
            await table.asked()
            await table.press(*"40", "enter")
            await table.logged("40 DMG")

    asyncio.run(played())


WALKS: Mapping[str, Callable[[], None]] = {"check": check, "print": print_a_sheet, "act": act}
_seen: dict[str, None] = {}


def watch() -> None:
    """Note from now on in which files of `builder` functions are called, in all threads that begin after this."""

    def note(frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code.co_name != "<module>":
            _seen.setdefault(frame.f_code.co_filename)

    threading.setprofile(note)
    sys.setprofile(note)


def main() -> None:
    """Take a walk, and print the files in the order in which they were come to."""
    watch()
    WALKS[sys.argv[1]]()
    sys.setprofile(None)
    files = (Path(each) for each in _seen)
    print("\n".join(each.relative_to(ROOT).as_posix() for each in files if each.is_relative_to(ROOT)), file=sys.stderr)


if __name__ == "__main__":
    main()
