"""Asks a question that is answered with yes or no."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from builder.tui.actions import bindings_of
from builder.tui.dialogs.base import Dialog
from builder.tui.widgets.plaintext import Button, Horizontal, Static, Vertical


class Confirm(Dialog[bool]):
    """A question with two answers; `yes` and `no` say what they do."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("question")]
    scopes = ("question", "dialog")

    def __init__(self, title: str, question: str, yes: str = "Yes", no: str = "No") -> None:
        super().__init__()
        self._title, self._question, self._yes, self._no = title, question, yes, no

    def compose(self) -> ComposeResult:
        """The question and its two buttons."""
        with Vertical(classes="dialog") as window:
            window.border_title = self._title
            yield Static(self._question)
            with Horizontal(classes="buttons"):
                yield Button(f"{self._yes} (y)", id="yes", compact=True)
                yield Button(f"{self._no} (n)", id="no", compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer."""
        self.dismiss(event.button.id == "yes")

    def action_yes(self) -> None:
        """Answer yes."""
        self.dismiss(True)

    def action_no(self) -> None:
        """Answer no."""
        self.dismiss(False)
