"""The whole log of a game: read in full, jumped in, copied, written into a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType

from builder.errors import MusterError
from builder.services.files import write_target
from builder.tracker import LogLine
from builder.tui.actions import bindings_of
from builder.tui.dialogs.prompts import Confirm, ask_target
from builder.tui.screens.base import ActionScreen
from builder.tui.screens.game_worker import OpenGame
from builder.tui.widgets.game_lines import Undone, entry_line, folded_lines, head_line, log_detail, log_length
from builder.tui.widgets.key_line import KeyLine
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import Line, TextLines, Vertical, plain

if TYPE_CHECKING:
    from builder.services.games.session import GameSession


class GameLogScreen(ActionScreen):
    """Lists every entry, the newest first, with the one under the cursor in full.

    Args:
        game: the game, as it is shown below.
        at: the number of the entry to stand on; the newest if None.
    """

    scope = "gamelog"
    CSS_PATH = "game.tcss"
    AUTO_FOCUS = "#entries"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("gamelog")]

    def __init__(self, game: OpenGame, at: int | None) -> None:
        super().__init__()
        self._game, self._at = game, at
        self._folded = True

    def compose(self) -> ComposeResult:
        """The list, and one entry of it in full."""
        yield TextLines(id="head")
        with Vertical(classes="pane", id="entrypane") as listed:
            listed.border_title = "Log"
            yield LinePane[LogLine | Undone](entry_line, id="entries")
        with Vertical(classes="pane", id="fullpane"):
            yield LinePane[Line](lambda line, width: line, stops=lambda line: False, id="full")
        yield TextLines(id="mind")
        yield KeyLine()

    def on_mount(self) -> None:
        """Show the log."""
        self._show(self._at)

    def _show(self, at: int | None = None) -> None:
        snapshot = self._game.snapshot
        if snapshot is None:
            return
        self.query_one("#head", TextLines).show(head_line(snapshot.view, snapshot.name, snapshot.clocks))
        self.query_one("#entrypane").border_subtitle = f"{log_length(len(snapshot.log))}, the newest first"
        rows = tuple(folded_lines(snapshot.log) if self._folded else snapshot.log[::-1])
        place = next((n for n, row in enumerate(rows) if isinstance(row, LogLine) and row.seq == at), 0)
        self.query_one("#entries", LinePane).show(rows, place)
        self._describe()

    @property
    def _line(self) -> LogLine | None:
        row = self.query_one("#entries", LinePane).row
        return row if isinstance(row, LogLine) else None

    @on(LinePane.CursorMoved, "#entries")
    @on(LinePane.Resized, "#full")
    def _describe(self) -> None:
        full = self.query_one("#full", LinePane)
        full.show(tuple(log_detail(self._line, max(20, full.size.width - 3))))
        full.scroll_home(animate=False)

    @on(LinePane.Chosen, "#entries")
    def action_read(self) -> None:
        """Go to the entry in full, and back to the list."""
        entries, full = self.query_one("#entries", LinePane), self.query_one("#full", LinePane)
        (full if entries.has_focus else entries).focus()

    def action_fold(self) -> None:
        """Show what was undone, or fold it away."""
        self._folded = not self._folded
        line = self._line
        self._show(line.seq if line is not None else None)

    @work
    async def action_jump(self) -> None:
        """Put the game where it stood after the entry under the cursor, after a question."""
        line = self._line
        if line is None:
            return
        question = f"Put the game where it stood after entry {line.seq}, “{line.text}”? u and U lead back."
        if not await self.app.push_screen_wait(Confirm("Log", question, "Go there", "Stay")):
            return
        try:
            await self._game.done(lambda session: session.jump(line.seq))
        except MusterError as error:
            self._say(str(error), "error")
            return
        self._say(f"The game stands as it did after entry {line.seq}.", "good")
        self._show()

    @work
    async def action_export(self) -> None:
        """Write the log into a file; its ending says whether as text or as JSON."""
        snapshot = self._game.snapshot
        if snapshot is None:
            return
        words = "Where does it go? .json writes JSON, any other ending text."
        path = await ask_target(self.app, "Write the log", words, f"{snapshot.name} log.txt")
        if path is None:
            return
        try:
            await self._game.ask(lambda session: write_target(str(path), _document(session, path)))
        except MusterError as error:
            self._say(str(error), "error")
            return
        self._say(f"{path} is written.", "good")

    def action_copy(self) -> None:
        """Copy the log as text."""
        lines = self._game.snapshot.log if self._game.snapshot is not None else ()
        self.app.copy_to_clipboard("\n".join(f"{line.moment}  {line.text}" for line in lines))
        self._say("The log is in the clipboard, if your terminal allows it.", "good")

    def action_back(self) -> None:
        """Go back to the game."""
        self.dismiss()

    def _say(self, words: str, look: str) -> None:
        self.query_one("#mind", TextLines).show(plain(f" {words}", look))


def _document(session: GameSession, path: Path) -> bytes:
    from builder.services.games.reports import log_document

    return log_document(session, "json" if path.suffix.lower() == ".json" else "text")
