"""What all dialogs share: a window in the middle, Escape closes it with no answer."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual.binding import BindingType
from textual.screen import ModalScreen

from builder.tui.actions import bindings_of

Answer = TypeVar("Answer")


class Dialog(ModalScreen[Answer | None]):
    """A dialog whose answer is None when it was cancelled."""

    CSS_PATH = "dialogs.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("dialog")]

    def action_cancel(self) -> None:
        """Close it without an answer."""
        self.dismiss(None)
