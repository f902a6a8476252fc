"""What every dialog has in common: where it stands, how it is left, and the keys that work in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, TypeVar

from textual.binding import BindingType
from textual.events import Click
from textual.screen import ModalScreen

from builder.tui.actions import bindings_of
from builder.tui.widgets.key_line import KeyLine
from builder.tui.widgets.line_pane import LinePane

HIGH = 20
"""From this height on a dialog leaves the upper part of the screen, and the lines at its foot, in sight."""
FRAMES = 2
"""The lines of a frame."""
FOOT = 4
"""The lines below a dialog of a high screen: totals and findings of the screen, its own keys, and what is said."""
WIDTH, PADDING = 80, 3
"""The columns of a dialog that has room, and those beside its frame that no words take."""
Answer = TypeVar("Answer")


class Dialog(ModalScreen[Answer | None]):
    """A dialog in the lower half of the screen, whose answer is None when it was cancelled."""

    CSS_PATH = "dialogs.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("dialog")]
    scopes: ClassVar[tuple[str, ...]] = ("dialog",)
    """The scopes of the actions that help names: those of the screen below do nothing meanwhile."""

    wanted: ClassVar[tuple[str, ...]] = (
        *("enter", "question.yes", "question.no", "choice.take", "form.take", "file.take"),
        *("file.up", "write.take", "dialog.help", "dialog.cancel"),
    )
    """What the line of keys names while it is open, as far as it can be done."""
    enter: ClassVar[str] = ""
    """What Enter does in a line to write."""

    def __init__(self) -> None:
        super().__init__()
        self.VERTICAL_BREAKPOINTS = [(0, "-low"), (HIGH, "-high")]
        self.labels: Mapping[str, str] = {}
        """What the line of keys calls actions here, by their ids, where that is not what it calls them elsewhere."""

    def on_mount(self) -> None:
        """Name its keys in the place of those of the screen below, which do nothing meanwhile."""
        self.mount(KeyLine(self.wanted, self.enter, self.labels))

    @property
    def room(self) -> int:
        """The lines that what is in it may take, frames not counted; a low screen gives all it has."""
        height = self.app.size.height
        return ((height - FOOT) * 6 // 10 if height >= HIGH else height) - FRAMES

    def room_in(self, pane: LinePane[Any]) -> int:
        """The cells of a line in a pane of it; until that has a size, those it will have: no line moves then."""
        return max(20, pane.room if pane.size.width else min(WIDTH, self.app.size.width) - FRAMES - PADDING)

    def action_cancel(self) -> None:
        """Close it without an answer."""
        self.dismiss(None)

    async def on_click(self, event: Click) -> None:
        """Leave it, as Escape does, with a click beside it."""
        if event.widget is self:
            await self.run_action("cancel")

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
