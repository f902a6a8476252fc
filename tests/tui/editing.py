"""What tests do with the editor: open an army in it, press keys, look at what it shows and what the file says."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Input

from builder.resources import find_resource
from builder.services.army.locator import open_army
from builder.services.army.opening import Army
from builder.services.editor.session import EditorSession
from builder.tui.app import MusterApp
from builder.tui.screens.base import ActionScreen
from builder.tui.screens.editor import EditorScreen
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import Line, TextLines
from tests.tui.making import until

Act = Callable[["Seen"], Awaitable[None]]


class Seen:
    """An editor with an army in it, and a player at its keys."""

    def __init__(self, pilot: Pilot[None], screen: EditorScreen, path: Path) -> None:
        self.pilot, self.screen, self.path = pilot, screen, path

    @property
    def editor(self) -> EditorSession:
        assert self.screen.session is not None
        return self.screen.session

    @property
    def army(self) -> Army:
        return self.editor.army

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.settled()

    async def settled(self) -> None:
        """Wait until all is shown that the army was changed to."""
        await self.until(lambda: not self.screen.is_behind)

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until something is so."""
        await until(self.pilot, is_so)

    async def write(self, text: str) -> None:
        """Write over what stands in the line."""
        self.pilot.app.screen.query_one(Input).value = text
        await self.press("enter")

    async def go(self, name: str) -> None:
        """Put the cursor of the army on the first row of this name."""
        row = next(row for row in self.screen.view.rows if row.name == name)
        self.screen.go_to(row.id)
        await self.settled()

    async def pick(self, option: str, group: str = "") -> None:
        """Put the cursor of the details on an option, though its group be folded."""
        pane = self.screen.board.details
        pane.focus()
        unit = self.screen.board.tree_row
        assert unit is not None
        choices = self.editor.details(unit.unit, unit.id).choices
        found = next(choice for choice in choices if choice.name == option and group in choice.group)
        pane.go_to((found.under, found.path))
        await self.pilot.pause()

    async def saved(self) -> Army:
        """The army as its file says it once everything is saved."""
        await self.screen.finish()
        return open_army(str(self.editor.session.source))

    def pane(self, id: str) -> LinePane[Any]:
        return self.pilot.app.screen.query_one(f"#{id}", LinePane)

    def lines(self, id: str) -> str:
        """What a pane shows."""
        pane = self.pane(id)
        return "\n".join(_text(pane._paint(row, 60)) for row in pane.rows)

    def said(self, id: str) -> str:
        return self.pilot.app.screen.query_one(f"#{id}", TextLines).text

    def units(self) -> list[str]:
        return [unit.custom_name or unit.name for unit in self.army.view.units()]

    def told(self) -> list[str]:
        return notices(self.pilot.app)


def _text(line: Line) -> str:
    return "".join(text for text, _ in (*line.left, *line.right))


def edit(path: Path, act: Act, *, starter: str = "space-marines-500", size: tuple[int, int] = (120, 40)) -> None:
    """Open a copy of a starter army in the editor and act."""
    if not path.exists():
        found = find_resource("templates/armies", starter)
        assert found is not None
        path.write_bytes(found.path.read_bytes())

    async def run() -> None:
        app = MusterApp(str(path))
        async with app.run_test(size=size) as pilot:
            await opened(pilot)
            screen = app.screen
            assert isinstance(screen, EditorScreen)
            await act(Seen(pilot, screen, path))
            await screen.finish()

    asyncio.run(run())


def notices(app: App[None]) -> list[str]:
    """The notices that any screen shows."""
    return [note.text for screen in app.screen_stack if isinstance(screen, ActionScreen) for note in screen.notices]


async def opened(pilot: Pilot[None]) -> None:
    """Wait until the army is there."""
    await until(pilot, lambda: isinstance(pilot.app.screen, EditorScreen) and pilot.app.screen.session is not None)
