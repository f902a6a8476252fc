"""The editor of one army."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from builder.tui.actions import bindings_of
from builder.tui.screens.base import ActionScreen
from builder.tui.widgets.keyline import KeyLine
from builder.tui.widgets.lines import plain
from builder.tui.widgets.textlines import TextLines


class EditorScreen(ActionScreen):
    """The screen where an army is made."""

    scope = "editor"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("editor")]

    def __init__(self, source: str) -> None:
        super().__init__()
        self._source = source

    def compose(self) -> ComposeResult:
        """The head and the keys."""
        yield TextLines(id="head")
        yield KeyLine()

    def on_mount(self) -> None:
        """Show the army's name."""
        self.query_one("#head", TextLines).show(plain(f" Muster > {self._source}", "title"))
