"""What was said, the last first: where a message is about a unit or a file, Enter goes there or opens it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType

from builder.services.open_external import open_place
from builder.tui.actions import bindings_of
from builder.tui.screens.base import ActionScreen, Notice
from builder.tui.sentences import keyed
from builder.tui.widgets.finding_lines import MessageLine, framed, message_line, message_lines
from builder.tui.widgets.key_line import LOW, KeyLine
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import SIGNS, Input, Line, TextLines, plain
from builder.tui.widgets.totals_line import head_line, short_totals, totals_lines

if TYPE_CHECKING:
    from builder.tui.screens.editor import EditorScreen

Said = tuple[datetime, Notice]
"""A message, and when it was said."""


class MessagesScreen(ActionScreen):
    """Shows messages, and leads to what they are about.

    Args:
        said: the messages, the last first.
    """

    scope = "messages"
    CSS_PATH = "messages.tcss"
    AUTO_FOCUS = "#messages"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("messages")]

    def __init__(self, said: Sequence[Said]) -> None:
        super().__init__()
        self._said = said

    def compose(self) -> ComposeResult:
        """The head, what is looked for, the messages, what Enter came to, the keys."""
        yield TextLines(id="head")
        yield Input(placeholder="a few letters find messages", id="find")
        said = LinePane[MessageLine](message_line, stops=lambda row: bool(row.time), marked=True, id="messages")
        yield said.add_class("pane")
        yield TextLines(id="totals")
        yield TextLines(id="said")
        yield KeyLine()

    def on_mount(self) -> None:
        """Show the messages."""
        self._list.border_subtitle = "kept until the program ends"
        self.on_resize()

    def on_resize(self) -> None:
        """Show the totals of the army that is open, as its other screens do."""
        editor, totals = self._editor, self.query_one("#totals", TextLines)
        totals.display = editor is not None and bool(editor.view.system)
        if editor is not None:
            width, low = self.app.size.width, self.app.size.height < LOW
            totals.show(short_totals(editor.view.totals) if low else totals_lines(editor.view.totals, width)[0])
        opened = editor is not None and bool(editor.view.system)
        head = head_line(editor.view, "Messages", width) if editor is not None and opened else None
        self.query_one("#head", TextLines).show(head or Line(((" Muster > Messages", "title"),)))
        self._entitle()

    def _entitle(self) -> None:
        """Say in the frame since when there are messages."""
        since = f"since {self._said[-1][0]:%H:%M}" if self._said else ""
        in_use = self.pane == "messages"
        self._list.border_title = framed("Messages", since, self._list.outer_size.width, in_use=in_use)

    @property
    def _editor(self) -> EditorScreen | None:
        """The editor below, if an army is open."""
        from builder.tui.screens.editor import EditorScreen

        return next((each for each in reversed(self.app.screen_stack) if isinstance(each, EditorScreen)), None)

    # -- showing -----------------------------------------------------------------
    @property
    def _list(self) -> LinePane[MessageLine]:
        return self.query_one("#messages", LinePane)

    @property
    def _find(self) -> Input:
        return self.query_one("#find", Input)

    @property
    def _shown(self) -> list[int]:
        """The numbers of the messages that have all the words that are looked for."""
        words = self._find.value.casefold().split()
        return [
            number
            for number, (_, notice) in enumerate(self._said)
            if all(word in notice.text.casefold() for word in words)
        ]

    @property
    def notice(self) -> Notice | None:
        """The message under the cursor."""
        row = self._list.row
        return None if row is None else self._said[row.number][1]

    @on(LinePane.Resized, "#messages")
    @on(Input.Changed, "#find")
    def _show(self) -> None:
        self.set_class(bool(self._find.value) or self.pane == "find", "-finding")
        at, width = self._list.row, self._list.room
        self._entitle()
        rows = [line for number in self._shown for line in self._lines(number, width)]
        nothing = "No message has these words: {messages.back} shows all." if self._said else "Nothing was said yet."
        self._list.say(keyed(nothing))
        cursor = next((n for n, row in enumerate(rows) if at is not None and row.number == at.number), 0)
        self._list.show(rows, cursor)
        self.refresh_bindings()

    def _lines(self, number: int, width: int) -> Iterator[MessageLine]:
        """Yield a message, broken to the width."""
        at, notice = self._said[number]
        sign = "" if notice.severity == "information" else f"{SIGNS[notice.severity]} "
        right = (
            keyed("{messages.go} opens")
            if notice.file
            else keyed("{messages.undo} undoes")
            if notice.changes and notice.changes == self._changes
            else keyed("{messages.go} goes there")
            if self._is_there(notice.unit)
            else ""
        )
        look = "text" if notice.severity == "information" else notice.severity
        yield from message_lines(number, f"{at:%H:%M:%S}", notice.text, sign, look, right, width)

    @on(LinePane.CursorMoved, "#messages")
    def _moved(self) -> None:
        self.say("")
        self.refresh_bindings()

    # -- keys --------------------------------------------------------------------
    @property
    def _changes(self) -> int:
        """How many changes of the army that is open can be taken back."""
        editor = self._editor
        return editor.session.session.changes if editor is not None and editor.session is not None else 0

    def allows(self, name: str) -> bool:
        """Whether there is a message to copy, or a change to take back."""
        return bool(self._changes) if name == "undo" else name != "copy" or bool(self._list.rows)

    def why_not(self, name: str) -> str:
        """Return why there is nothing that the action could be done with."""
        return "there is nothing to undo." if name == "undo" else "there is no message."

    def names(self, id: str) -> bool:
        """Whether the line of keys names an action: Enter where the message is about something."""
        notice = self.notice
        return id != "messages.go" or (notice is not None and bool(notice.file or notice.unit))

    def label(self, name: str) -> str:
        """Return what Enter does with the message under the cursor."""
        notice = self.notice
        return "Open" if name == "go" and notice is not None and notice.file else ""

    @on(LinePane.Chosen)
    @on(Input.Submitted, "#find")
    async def action_go(self) -> None:
        """Go to what the message is about, or open it; else say why not."""
        notice = self.notice
        if notice is None:
            self.say("There is no message to go to.")
        elif notice.file:
            await self._open(Path(notice.file))
        elif not notice.unit:
            self.say("This message is about no unit and no file: there is nowhere to go.")
        else:
            self._go_to(notice.unit)

    def _is_there(self, unit: str) -> bool:
        """Whether a unit is in the army that is open."""
        editor = self._editor
        return (
            bool(unit) and editor is not None and editor.session is not None and editor.session.unit(unit) is not None
        )

    def _go_to(self, unit: str) -> None:
        """Go to a unit of the army that is open, and close what is above that."""
        stack, editor = self.app.screen_stack, self._editor
        if editor is None or not self._is_there(unit):
            self.say("The unit is in no army that is open now.", "warning")
            return
        for screen in reversed(stack[stack.index(editor) + 1 :]):
            screen.dismiss()
        editor.go_to(unit)

    async def _open(self, path: Path) -> None:
        if not await asyncio.to_thread(path.exists):
            self.say(f"It is not there any more: {path}", "warning")
        elif await asyncio.to_thread(open_place, path):
            self.say(f"It is opened: {path}")
        else:
            self.say(f"It is here: {path}")

    def say(self, words: str, look: str = "dim") -> None:
        """Tell what a key came to; that is no message itself."""
        self.query_one("#said", TextLines).show(plain(f" {words}", look))

    def action_undo(self) -> None:
        """Take back the last change of the army; what that was is a message too."""
        if (editor := self._editor) is not None:
            editor.action_undo()
            editor.settle()
            self._said = [(datetime.now(), self.notices[-1]), *self._said]
            self._show()
            self.on_resize()

    def action_search(self) -> None:
        """Write what to look for."""
        self.add_class("-finding")
        self._find.focus()

    def action_find(self, name: str) -> None:
        """Go up or down in what is found while letters are written."""
        self._list.move(name.removeprefix("find_"))

    def action_copy(self) -> None:
        """Copy the messages that are shown as text."""
        said = [self._said[number] for number in self._shown]
        text = "\n".join(f"{at:%H:%M:%S}  {SIGNS[notice.severity]} {notice.text}" for at, notice in said)
        self.app.copy_to_clipboard(text)
        told = "1 message is" if len(said) == 1 else f"{len(said)} messages are"
        self.say(f"{told} in the clipboard, if your terminal allows it.", "good")

    def action_back(self) -> None:
        """Show all messages again, or go back."""
        if self._find.value or self.pane == "find":
            self._list.focus()
            self._find.value = ""
            self.remove_class("-finding")
        else:
            self.dismiss()
