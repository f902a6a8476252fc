"""Asks for a file that armies are read from."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType

from builder.services.army.locator import PathCompletion, places_in
from builder.tui.actions import bindings_of
from builder.tui.dialogs.base import Dialog
from builder.tui.widgets.linepane import LinePane
from builder.tui.widgets.lines import Line
from builder.tui.widgets.plaintext import Input, Vertical


class PickFile(Dialog[str]):
    """A path to write, with the folders and armies that fit it below; gives a file's path."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("file")]
    scopes = ("file", "dialog")

    def __init__(self, title: str, start: Path | None = None) -> None:
        super().__init__()
        self._title, self._start = title, start

    def compose(self) -> ComposeResult:
        """The path and the list."""
        with Vertical(classes="dialog wide") as window:
            window.border_title = self._title
            window.border_subtitle = "Enter opens, F2 folder above, Esc cancels"
            yield Input(f"{self._start or Path.cwd()}/", id="path", compact=True)
            yield LinePane[PathCompletion](
                _line, empty="No folder and no army file here begins like this.", id="places"
            )

    def on_mount(self) -> None:
        """Stand at the end of the path."""
        self.query_one("#path", Input).focus()

    @on(Input.Changed, "#path")
    def _written(self, changed: Input.Changed) -> None:
        self._look(changed.value)

    @work(exclusive=True)
    async def _look(self, text: str) -> None:
        places = await asyncio.to_thread(places_in, text)
        self.query_one("#places", LinePane).show(places)

    @on(Input.Submitted, "#path")
    @on(LinePane.Chosen)
    @work
    async def action_take(self) -> None:
        """Take the file under the cursor, or go into the folder; a path that is nothing of that is taken as it is."""
        text, pane = self.query_one("#path", Input).value, self.query_one("#places", LinePane)
        row = pane.row
        if self.focused is not pane:
            # What is listed may be behind what was written since.
            places = await asyncio.to_thread(places_in, text)
            exact = next((place for place in places if str(place.path) == text.strip()), None)
            row = exact or (row if row in places else next(iter(places), None))
        if not isinstance(row, PathCompletion):
            if text.strip() and not text.endswith("/"):
                self.dismiss(text.strip())
        elif row.folder:
            self._go(f"{row.path}/")
        else:
            self.dismiss(str(row.path))

    def action_up(self) -> None:
        """Go to the folder above."""
        text = self.query_one("#path", Input).value
        here = Path(text)
        self._go(f"{here.parent}/".replace("//", "/"))

    def action_list(self) -> None:
        """Go to the list."""
        self.query_one("#places", LinePane).focus()

    def _go(self, text: str) -> None:
        path = self.query_one("#path", Input)
        path.value = text
        path.cursor_position = len(text)


def _line(place: PathCompletion, width: int) -> Line:
    if place.folder:
        return Line(((f"{place.path.name}/", "info"),), (("folder ", "dim"),))
    return Line(((f"{place.path.name}", "text"),), ((f"{place.size / 1000:.0f} kB ", "dim"),))
