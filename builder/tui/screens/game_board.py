"""The panes of the game screen: the tables of a side, what is due, one row in detail, the end of the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice

from textual import on
from textual.app import ComposeResult
from textual.events import DescendantFocus

from builder.systems.play.view import Row, SideView, Table, View, letters
from builder.tracker.entries import LogLine
from builder.tui.screens.game_due import BAR, DuePane
from builder.tui.screens.game_worker import GameSnapshot
from builder.tui.widgets.game_lines import LogPart, log_parts, part_line, standing_lines
from builder.tui.widgets.game_table import TablesPane, detail
from builder.tui.widgets.line_pane import GrowingPane, LinePane
from builder.tui.widgets.lines import FittedLines
from builder.tui.widgets.plain_text import Container, Vertical

RECENT = 200
"""Entries of the log that are shown beside the tables; all of them are on a screen of their own."""
UNITS, DUE = "units", "dues"
"""The ids of the lists of rows, and of what is due."""
KEPT = 7
"""Lines of the tables that stay in view on a low screen while something is asked: four rows with their frame."""


class GameBoard(Container):
    """Shows a side of a game, with what is due, a row in detail, and the log beside it."""

    # Panes cover all of it.
    BLANK = True

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.units = TablesPane(UNITS, empty="Opening …")
        self.due = DuePane(id=DUE)
        self.detail = FittedLines(id="detail")
        self.log_pane = GrowingPane[LogPart](part_line, id="log")
        self.view: View | None = None
        self.side = 0
        self._left: dict[int, str] = {}
        self._entries: Sequence[LogLine] = ()

    def compose(self) -> ComposeResult:
        """The tables, what is due, the detail, the log."""
        yield self.units
        with Vertical(id="duepane", classes="pane") as due:
            due.border_title, due.border_subtitle = "Due", "Enter does · Del waves away"
            yield self.due
        with Vertical(id="detailpane", classes="pane"):
            yield self.detail
        with Vertical(id="logpane", classes="pane") as log:
            log.border_title, log.border_subtitle = "Log", "g shows all · u undoes the last"
            yield self.log_pane

    # -- showing -----------------------------------------------------------------
    def show(self, snapshot: GameSnapshot) -> None:
        """Show the game as it stands."""
        before, self.view = self.view, snapshot.view
        self.show_side(fit=before is None)
        self.show_log(snapshot.log)
        self.due.tell(snapshot.view, self.letters)
        many = len(snapshot.view.due)
        self.query_one("#duepane").border_title = f"Due {many}" if many else "Due"

    def show_side(self, *, fit: bool = True, at: str = "") -> None:
        """Show the tables of the side; `fit` where it is another side, or the screen has another size."""
        side = self.shown_side
        if side is None:
            return
        if fit:
            self.units.border_title = f"{'Theirs' if self.side else 'Yours'}: {side.name}"
            empty = next((table.empty for table in side.tables if table.empty), "")
            self.units.list.say(empty if side.known else f"{side.name} is only a name: its army is not in this game.")
        self.units.show(side.tables, letters(side), heads=self.is_tall, at=at)
        self.describe()

    def follow_turn(self, view: View) -> None:
        """Show the side that acts by now, once another phase is the other player's; not one that is only a name.

        Where sides take turns within a phase, whoever has just acted still has to do what that has brought about.
        """
        before = self.view
        if before is None or before.active == view.active or (before.turn, before.phase) == (view.turn, view.phase):
            return
        if self.side != view.active and view.sides[view.active].known:
            self.switch_side()

    def switch_side(self) -> None:
        """Show the other side, where its cursor was."""
        self._left[self.side] = self.row.ref if self.row is not None else ""
        self.side = 1 - self.side
        self.show_side(at=self._left.get(self.side, ""))

    def show_log(self, entries: Sequence[LogLine]) -> None:
        """Show the end of what stands, the newest first; the cursor stays on its line unless it is on the newest."""
        self._entries = entries
        log, width = self.log_pane, self.log_pane.size.width - BAR
        parts = [
            part
            for line in islice(standing_lines(entries), RECENT)
            for part in log_parts(line, max(width - 1, 20), max(1, log.size.height))
        ]
        at = log.row.line.seq if log.cursor and log.row is not None else None
        log.show(parts, next((place for place, part in enumerate(parts) if part.line.seq == at), 0))

    @on(LinePane.Resized, "#log")
    def break_log(self) -> None:
        """Break the entries of the log anew: while it was hidden, or another size, they were for another width."""
        self.show_log(self._entries)

    @on(LinePane.CursorMoved, f"#{UNITS}")
    def describe(self) -> None:
        """Show the row under the cursor in detail."""
        row = self.row
        letter = self.own_letters.get(row.ref, "") if row is not None else ""
        self.query_one("#detailpane").border_title = f"{letter} {row.name}".strip() if row is not None else ""
        self.detail.fit(lambda width, height: detail(row, width, height), row)

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """What is due takes the whole of a narrow screen while it has the focus, and while its forms have."""
        self.set_class(event.widget is self.due, "-due")

    @property
    def letters(self) -> Mapping[str, str]:
        """The letters of the rows of both sides."""
        return {ref: letter for side in self.view.sides for ref, letter in letters(side).items()} if self.view else {}

    @property
    def own_letters(self) -> Mapping[str, str]:
        """The letters of the rows of the side that is shown."""
        return letters(self.shown_side) if self.shown_side is not None else {}

    # -- what is shown -----------------------------------------------------------
    @property
    def is_tall(self) -> bool:
        """Whether there is room for the heads of each table."""
        return self.screen.has_class("-tall")

    @property
    def room(self) -> int:
        """Lines for what is asked: below the tables, which keep a few lines on a low screen, and none on a flat one."""
        if self.screen.has_class("-flat"):
            return self.size.height
        return self.size.height - (self.units.size.height + 2 if self.is_tall else KEPT)

    def make_room(self, *, asking: bool) -> None:
        """Leave the room for what is asked, or take it back."""
        self.set_class(asking, "-asking")

    @property
    def shown_side(self) -> SideView | None:
        """The side that is shown; None until the game is."""
        return self.view.sides[self.side] if self.view is not None else None

    @property
    def table(self) -> Table | None:
        """The table of the row under the cursor."""
        return self.units.table

    @property
    def row(self) -> Row | None:
        """The row under the cursor of the tables."""
        return self.units.row
