"""A text to read: sheets as they are printed, or what is wrong with a file."""

from __future__ import annotations

import asyncio
import textwrap
from collections.abc import Callable
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType

from builder.errors import MusterError
from builder.tui.actions import bindings_of
from builder.tui.screens.base import ActionScreen
from builder.tui.widgets.key_line import KeyLine
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import Line, TextLines, plain


class TextPane(LinePane[str]):
    """A text to read, whose lines are broken to the width of the pane."""

    def __init__(self, *, id: str) -> None:
        super().__init__(_line, empty="Laying out …", id=id)
        self.text = ""
        self.add_class("pane")

    def show_text(self, text: str) -> None:
        """Show a text; of the one before, the place in it is kept."""
        self.text = text
        self._break_lines()

    @on(LinePane.Resized)
    def _break_lines(self) -> None:
        width = max(20, self.scrollable_content_region.width - 2)
        rows = [part for line in self.text.splitlines() for part in _wrapped(line, width)]
        self.show(rows, min(self.cursor, max(0, len(rows) - 1)))


class PreviewScreen(ActionScreen):
    """Shows a text; `make` works it out and may take a while.

    Args:
        title: what it is of.
        make: gives the text; a MusterError becomes a message.
    """

    scope = "preview"
    AUTO_FOCUS = "#text"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("preview")]

    def __init__(self, title: str, make: Callable[[], str]) -> None:
        super().__init__()
        self._title, self._make = title, make

    def compose(self) -> ComposeResult:
        """The head, the text, the keys."""
        yield TextLines(id="head")
        yield TextPane(id="text")
        yield KeyLine()

    @property
    def text(self) -> str:
        """What is shown."""
        return self.query_one(TextPane).text

    def on_mount(self) -> None:
        """Work the text out."""
        self.query_one("#head", TextLines).show(plain(f" Muster > {self._title}", "title"))
        self._fill()

    @work(group="reading")
    async def _fill(self) -> None:
        try:
            text = await self.unless_left(asyncio.to_thread(self._make))
        except MusterError as error:
            text = str(error)
        self.query_one(TextPane).show_text(text)

    def action_copy(self) -> None:
        """Copy the text."""
        self.app.copy_to_clipboard(self.text)
        self.notify("The text is in the clipboard, if your terminal allows it.")

    def action_close(self) -> None:
        """Go back."""
        self.dismiss()


def _wrapped(line: str, width: int) -> list[str]:
    """A line, or several where it is too long, each as far in as the first."""
    indent = line[: len(line) - len(line.lstrip())] + "  "
    if len(line) <= width or len(indent) > width // 2:
        return [line]
    return textwrap.wrap(line, width, subsequent_indent=indent, break_on_hyphens=False) or [line]


def _line(text: str, width: int) -> Line:
    return Line(((text, "text"),))
