"""Asks for one of several things."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical

from builder.tui.actions import bindings_of
from builder.tui.dialogs.base import Dialog
from builder.tui.widgets.linepane import LinePane
from builder.tui.widgets.lines import Line


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to choose: what is given, its words, what stands to the right; one without a key is a heading."""

    key: str
    words: str
    right: str = ""


class Choose(Dialog[str]):
    """A list; Enter gives the key of the line under the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("choice")]

    def __init__(self, title: str, choices: Sequence[Choice], *, at: int = 0) -> None:
        super().__init__()
        self._title, self._choices, self._at = title, tuple(choices), at

    def compose(self) -> ComposeResult:
        """The list."""
        with Vertical(classes="dialog") as window:
            window.border_title = self._title
            window.border_subtitle = "Enter chooses, Esc cancels"
            yield LinePane[Choice](_line, stops=lambda choice: bool(choice.key), id="choices")

    def on_mount(self) -> None:
        """Show the list."""
        pane = self.query_one("#choices", LinePane)
        pane.styles.height = min(len(self._choices), 16)
        pane.show(self._choices, self._at)
        pane.focus()

    @on(LinePane.Chosen)
    def action_take(self) -> None:
        """Give what is under the cursor."""
        self.dismiss(self._choices[self.query_one("#choices", LinePane).cursor].key)


def _line(choice: Choice, width: int) -> Line:
    return Line(((choice.words, "text" if choice.key else "slot"),), ((f"{choice.right} ", "dim"),))
