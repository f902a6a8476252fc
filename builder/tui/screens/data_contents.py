"""What a data set holds: found by a few letters, one thing of it in full below."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from textual import on, work
from textual.app import ComposeResult
from textual.message import Message

from builder.errors import MusterError
from builder.services.data.contents import ContentEntry, DataContents, contents
from builder.services.library.browsing import EntryDetails, details_of
from builder.tui.screens.preview import PreviewScreen
from builder.tui.widgets.data_lines import FoundRow, details_lines, found_line, found_rows
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import FittedLines, Line, plain
from builder.tui.widgets.plain_text import Input, Vertical

SETTLED = 0.12
"""Seconds that the cursor rests on a row before that is worked out in full."""
READ_WIDTH = 100
"""Columns of a thing that is read in full."""


class ContentsPane(Vertical):
    """Lists what a data set holds; what is written narrows it down.

    Args:
        takers: gives the names of the armies that have taken something of a name.
    """

    @dataclass
    class LookedThrough(Message):
        """A set was looked through, or it cannot be, for the reason in `error`."""

        held: DataContents | None
        error: MusterError | None = None

    def __init__(self, takers: Callable[[str], Sequence[str]], *, id: str) -> None:
        super().__init__(id=id, classes="pane")
        self._takers = takers
        self._details: EntryDetails | None = None
        self.held: DataContents | None = None
        """What is looked through."""

    def compose(self) -> ComposeResult:
        """The line to write, what was found, one thing of it in full."""
        yield Input(placeholder="a few letters find units, profiles and rules", id="find", compact=True)
        found = LinePane[FoundRow](found_line, stops=lambda row: isinstance(row, ContentEntry), marked=True, id="found")
        found.can_focus = False  # Letters go on to search while the cursor moves.
        yield found
        yield FittedLines(id="details")

    def on_mount(self) -> None:
        """Say how a set is looked through."""
        self.border_title = "Look through"
        self.found.say("Enter looks through the set under the cursor.")

    @property
    def found(self) -> LinePane[FoundRow]:
        """The list of what was found."""
        return self.query_one("#found", LinePane)

    @property
    def input(self) -> Input:
        """The line to write."""
        return self.query_one("#find", Input)

    @property
    def entry(self) -> ContentEntry | None:
        """The entry under the cursor."""
        row = self.found.row
        return row if isinstance(row, ContentEntry) else None

    def forget(self) -> None:
        """Forget what was looked through: it may be another now."""
        self.held, self._details = None, None
        self.found.show([])

    @work(group="reading", exclusive=True)
    async def look_through(self, identity: str, name: str, told: Callable[[str], None]) -> None:
        """Show what a set holds; `told` takes how far it is."""
        self.forget()
        self.border_title = f"Look through: {name}"
        self.found.say("Looking through it …")
        try:
            held = await asyncio.to_thread(contents, identity, told)
        except MusterError as error:
            self.found.say("It cannot be looked through.")
            self.post_message(self.LookedThrough(None, error))
            return
        self.held = held
        self._narrow()
        self.post_message(self.LookedThrough(held))

    @on(Input.Changed, "#find")
    def _narrow(self) -> None:
        if self.held is None:
            return
        found = self.held.search(self.input.value)
        self.found.say("Nothing of it is called so.")
        self.found.show(found_rows(found), 0)
        self.border_subtitle = f"{len(found)} found, Enter opens"
        self._work_out()

    @on(LinePane.CursorMoved, "#found")
    def _moved(self) -> None:
        self._work_out()

    @work(group="look", exclusive=True)
    async def _work_out(self) -> None:
        """Show what is under the cursor in full, once it rests there."""
        entry, held = self.entry, self.held
        self.screen.refresh_bindings()
        await asyncio.sleep(SETTLED)
        if entry is None or held is None:
            self._details = None
        else:
            try:
                self._details = await asyncio.to_thread(details_of, held.id, entry)
            except MusterError as error:
                self._details = EntryDetails(entry.name, texts=(("", str(error)),))
        self.query_one("#details", FittedLines).fit(lambda width, height: self._lines(width))

    def _lines(self, width: int) -> list[Line]:
        if self._details is None:
            return []
        takers = self._takers(self._details.name)
        taken = [plain(f"Taken in: {', '.join(takers)}", "info")] if takers else []
        lines = [*taken, *details_lines(self._details, width - 2)]
        return [Line(((" ", "text"), *line.left), (*line.right, (" ", "text"))) for line in lines]

    @on(LinePane.Chosen, "#found")
    @on(Input.Submitted, "#find")
    def open_entry(self) -> None:
        """Show what is under the cursor in full on a screen of its own."""
        entry, held = self.entry, self.held
        if entry is None or held is None or not self.screen.is_current:
            return

        def text() -> str:
            return "\n".join(_text(line) for line in details_lines(details_of(held.id, entry), READ_WIDTH))

        self.app.push_screen(PreviewScreen(f"Data > {held.id} > {entry.name}", text))

    def move(self, name: str) -> None:
        """Move the cursor `up`, `down`, a `pageup` or a `pagedown` while letters search."""
        moves = {"up": self.found.action_up, "down": self.found.action_down}
        moves |= {"pageup": self.found.action_page_up, "pagedown": self.found.action_page_down}
        moves[name]()


def _text(line: Line) -> str:
    return "".join(text for text, _ in line.left) + "".join(f"  {text}" for text, _ in line.right)
