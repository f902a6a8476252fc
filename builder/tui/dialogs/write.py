"""Asks for a text of several lines."""

from __future__ import annotations

from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType

from builder.text import clean, find_control, too_long
from builder.tui.actions import bindings_of
from builder.tui.dialogs.base import Dialog
from builder.tui.dialogs.confirm import Confirm
from builder.tui.widgets.plaintext import Button, Horizontal, Static, TextArea, Vertical


class Write(Dialog[str]):
    """Lines to write, to paste into and to copy from; nothing written is dropped without a question."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("write")]
    scopes = ("write", "dialog")

    def __init__(self, title: str, words: str, value: str = "") -> None:
        super().__init__()
        self._title, self._words, self._value = title, words, value

    def compose(self) -> ComposeResult:
        """The words, the lines, and two buttons for the mouse."""
        with Vertical(classes="dialog") as window:
            window.border_title = self._title
            window.border_subtitle = "Ctrl+S takes it, Esc cancels"
            yield Static(self._words)
            yield TextArea(self._value, compact=True, tab_behavior="focus", highlight_cursor_line=False)
            with Horizontal(classes="buttons"):
                yield Button("Take (Ctrl+S)", id="take", compact=True)
                yield Button("Cancel (Esc)", id="cancel", compact=True)

    def on_mount(self) -> None:
        """Stand at the end of what is there."""
        area = self.query_one(TextArea)
        area.move_cursor(area.document.end)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Do what the button says."""
        if event.button.id == "take":
            self.action_take()
        else:
            self.action_cancel()

    @property
    def text(self) -> str:
        """What is written, without blank ends and signs that cannot be shown."""
        written = "".join(sign for sign in self.query_one(TextArea).text if not find_control(sign))
        lines = [line.rstrip() for line in clean(written.expandtabs(4)).splitlines()]
        return "\n".join(lines).strip("\n")

    def action_take(self) -> None:
        """Give the text, unless it is longer than a note can be."""
        if wrong := too_long(self.text):
            self.notify(f"This {wrong}.", severity="warning")
        else:
            self.dismiss(self.text)

    def action_cancel(self) -> None:
        """Close it; ask first where something was written."""
        if self.text == self._value:
            self.dismiss(None)
        else:
            self._ask()

    async def may_leave(self) -> bool:
        """Whether nothing was written, or the player drops it."""
        if self.text == self._value:
            return True
        question = "What you have written is not taken yet. Quit without it?"
        return await self.app.push_screen_wait(Confirm(self._title, question, "Quit", "Stay")) is True

    @work
    async def _ask(self) -> None:
        keep = await self.app.push_screen_wait(Confirm(self._title, "Keep what you have written?", "Keep", "Drop"))
        if keep is not None:
            self.dismiss(self.text if keep else None)
