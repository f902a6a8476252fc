"""Asks for a line of text, and goes on asking until it can be taken."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult

from builder.text import LONGEST
from builder.tui.dialogs.base import Dialog
from builder.tui.widgets.plaintext import Input, Static, Vertical


class Ask(Dialog[str]):
    """A line to write; Enter gives it.

    Args:
        title: what stands in the frame.
        words: the question, with what may be written.
        value: what stands in the line at first.
        read: reads the line, and raises ValueError for one that cannot be taken; that is said, and the line stays.
    """

    def __init__(self, title: str, words: str, value: str = "", read: Callable[[str], object] = str) -> None:
        super().__init__()
        self._title, self._words, self._value, self._read = title, words, value, read

    def compose(self) -> ComposeResult:
        """The words, the line, and what is wrong with it."""
        with Vertical(classes="dialog") as window:
            window.border_title = self._title
            window.border_subtitle = "Enter takes it, Esc cancels"
            yield Static(self._words)
            yield Input(self._value, max_length=LONGEST, compact=True)
            yield Static("", id="refused")

    def on_input_changed(self) -> None:
        """Say nothing against a line that is another one now."""
        self.query_one("#refused", Static).update("")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Give the line, or say why it cannot be taken."""
        try:
            self._read(event.value)
        except ValueError as error:
            words = str(error)
            self.query_one("#refused", Static).update(f"{words[:1].upper()}{words[1:]}.")
        else:
            self.dismiss(event.value)
