"""The panes of the game screen: the tables of a side, or its only one and what is due; tokens, the end of the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice, zip_longest

from textual import on
from textual.app import ComposeResult
from textual.events import DescendantFocus
from textual.widget import Widget

from builder.systems.play.view import Row, SideView, Table, View, letters
from builder.tracker.entries import LogLine
from builder.tui.screens.game_worker import GameSnapshot
from builder.tui.widgets.game_lines import (
    LogPart,
    due_lines,
    has_tokens,
    log_parts,
    part_line,
    standing_lines,
    tokens,
)
from builder.tui.widgets.game_table import TablePane
from builder.tui.widgets.line_pane import GrowingPane, LinePane
from builder.tui.widgets.lines import FittedLines
from builder.tui.widgets.plain_text import Container, Vertical

RECENT = 200
"""Entries of the log that are shown beside the tables; all of them are on a screen of their own."""

FIRST, SECOND = "first", "second"
"""The ids of the lists of the two tables."""


class GameBoard(Container):
    """Shows a side of a game in two tables, with tokens and log beside them."""

    # Panes cover all of it.
    BLANK = True

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.first = TablePane(FIRST, least=9, empty="Opening …")
        self.second = TablePane(SECOND, least=13)
        self.due = FittedLines(id="due")
        self.tokens = FittedLines(id="tokens")
        self.log_pane = GrowingPane[LogPart](part_line, id="log")
        self.view: View | None = None
        self.side = 0
        self._table = ""
        self._entered: Widget | None = None

    def compose(self) -> ComposeResult:
        """The tables, the tokens, the log."""
        yield self.first
        yield self.second
        self.due.border_title = "Due"
        yield self.due.add_class("pane")
        self.tokens.border_title = "Tokens"
        yield self.tokens.add_class("pane")
        with Vertical(id="logpane", classes="pane") as pane:
            pane.border_title, pane.border_subtitle = "Log", "g shows all · u undoes the last"
            yield self.log_pane

    # -- showing -----------------------------------------------------------------
    def show(self, snapshot: GameSnapshot) -> None:
        """Show the game as it stands."""
        before, self.view = self.view, snapshot.view
        self.show_side(fit=before is None)
        self.show_log(snapshot.log)
        view = snapshot.view
        held = (*((side.stock, side.lines) for side in view.sides), () if has_tokens(view) else view.facts)
        self.tokens.border_title = "Tokens" if has_tokens(view) else "The game"
        self.tokens.fit(lambda width, height: tokens(view, width, height), held)
        # A system with one table leaves the second pane free; the first has another size then.
        single = all(len(side.tables) < 2 for side in view.sides)
        if single != self.has_class("-single"):
            self.set_class(single, "-single")
            self.call_after_refresh(self.show_side)
        self.due.fit(lambda width, height: due_lines(view, width, height), (view.due, held))

    def show_side(self, *, fit: bool = True) -> None:
        """Show the tables of the side; `fit` where it is another side or table, or the screen has another size."""
        side = self.shown_side
        if side is None:
            return
        first, second, named = self.first, self.second, letters(side)
        for pane, table in zip_longest((first, second), self._tables(side)):
            pane.show(table, named)
            if fit and table is not None:
                pane.list.say(table.empty)
                pane.border_title = table.title
        if fit:
            first.border_title = f"{'Theirs' if self.side else 'Yours'}: {side.name}"
            if not side.known:
                first.list.say(f"{side.name} is only a name: its army is not in this game.")
            for pane in (first, second):
                pane.divide(tall=self.is_tall)
        self.describe()

    def switch_side(self) -> None:
        """Show the other side."""
        self.side = 1 - self.side
        self.show_side()

    def switch_table(self, id: str) -> None:
        """Show a table in the second pane and go there; the usual one where that table is there already."""
        self._table = "" if self._table == id else id
        self.show_side()
        self.second.list.focus()

    def _tables(self, side: SideView) -> Sequence[Table]:
        """The tables that there is room for: the first, and the one that was chosen of the others."""
        first, *others = side.tables or (None,)
        chosen = next((table for table in others if table.id == self._table), next(iter(others), None))
        return [table for table in (first, chosen) if table is not None]

    def show_log(self, entries: Sequence[LogLine]) -> None:
        """Show the end of what stands, the newest first; the cursor stays on its line unless it is on the newest."""
        log, size = self.log_pane, self.log_pane.size
        parts = [
            part
            for line in islice(standing_lines(entries), RECENT)
            for part in log_parts(line, max(size.width - 1, 20), max(1, size.height))
        ]
        at = log.row.line.seq if log.cursor and log.row is not None else None
        log.show(parts, next((place for place, part in enumerate(parts) if part.line.seq == at), 0))

    @on(LinePane.CursorMoved, f"#{FIRST}")
    @on(LinePane.CursorMoved, f"#{SECOND}")
    def describe(self) -> None:
        """Show the rows under the cursors in detail; a low screen has room for one of them."""
        second = self.second.row
        self.first.describe(second if self._is_in_second and not self.is_tall else self.first.row)
        self.second.describe(second)

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """On low screens the detail is that of the pane with the focus."""
        self._entered = event.widget
        self.describe()

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
        """Whether tables have room for details of their rows."""
        return self.screen.has_class("-tall")

    @property
    def room(self) -> int:
        """Lines above the log, all where it is not shown."""
        log = self.query_one("#logpane")
        return log.region.y - self.region.y if log.display else self.size.height

    @property
    def shown_side(self) -> SideView | None:
        """The side that is shown; None until the game is."""
        return self.view.sides[self.side] if self.view is not None else None

    @property
    def looked_at(self) -> TablePane:
        """The pane that the player looks at: the second where he is in it, or the first has no rows."""
        return self.second if self._is_in_second or self.first.row is None else self.first

    @property
    def row(self) -> Row | None:
        """The row under the cursor of the pane that the player looks at."""
        return self.looked_at.row

    @property
    def _is_in_second(self) -> bool:
        """Whether the second table had the focus last; a form over the panes takes it from them all."""
        return self._entered is self.second.list
