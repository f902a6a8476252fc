"""Asks for a line of text."""

from __future__ import annotations

from textual.app import ComposeResult

from builder.text import LONGEST
from builder.tui.dialogs.base import Dialog
from builder.tui.widgets.plaintext import Input, Static, Vertical


class Ask(Dialog[str]):
    """A line to write; Enter gives it."""

    def __init__(self, title: str, words: str, value: str = "") -> None:
        super().__init__()
        self._title, self._words, self._value = title, words, value

    def compose(self) -> ComposeResult:
        """The words and the line."""
        with Vertical(classes="dialog") as window:
            window.border_title = self._title
            window.border_subtitle = "Enter takes it, Esc cancels"
            yield Static(self._words)
            yield Input(self._value, max_length=LONGEST, compact=True)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Give the line."""
        self.dismiss(event.value)
