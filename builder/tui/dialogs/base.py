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
    scopes: ClassVar[tuple[str, ...]] = ("dialog",)
    """The scopes of the actions that help names: those of the screen below do nothing meanwhile."""

    def action_cancel(self) -> None:
        """Close it without an answer."""
        self.dismiss(None)

    def action_next_pane(self) -> None:
        """Go to the next part."""
        self.focus_next()

    def action_last_pane(self) -> None:
        """Go to the part before."""
        self.focus_previous()

    async def may_leave(self) -> bool:
        """Whether nothing that was written is lost if the program ended now, or the player agrees to it."""
        return True

    async def action_quit(self) -> None:
        """End the program."""
        await self.app.run_action("quit")

    async def action_help(self) -> None:
        """Show the keys of the dialog."""
        await self.app.run_action("help")
