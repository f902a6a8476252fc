"""Every key of a screen, with what it does."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical

from builder.tui.actions import Action
from builder.tui.dialogs.base import Dialog
from builder.tui.widgets.linepane import LinePane
from builder.tui.widgets.lines import Line


class Help(Dialog[None]):
    """The keys as they are set now; `keys` gives those of an action."""

    def __init__(self, actions: Sequence[tuple[Action, str]]) -> None:
        super().__init__()
        self._actions = tuple(actions)

    def compose(self) -> ComposeResult:
        """The list."""
        with Vertical(classes="dialog wide") as window:
            window.border_title = "Keys"
            window.border_subtitle = "Esc closes"
            yield LinePane[tuple[Action, str]](_line, id="keys")

    def on_mount(self) -> None:
        """Show the list."""
        pane = self.query_one("#keys", LinePane)
        pane.show(self._actions)
        pane.focus()


def _line(row: tuple[Action, str], width: int) -> Line:
    action, keys = row
    return Line(((f"{keys:<16}", "focus"), (f"{action.label:<15}", "text"), (action.tooltip, "dim")))
