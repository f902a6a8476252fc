"""A pane with a table of a game: the heads of its columns, its rows with a cursor, and one row in detail."""

from __future__ import annotations

from textual.app import ComposeResult

from builder.systems.play.view import Row, Table
from builder.tui.widgets.fitted import FittedLines
from builder.tui.widgets.gamerows import detail, header, legend, row_line
from builder.tui.widgets.linepane import LinePane
from builder.tui.widgets.lines import Line
from builder.tui.widgets.plaintext import Vertical

FRAME = 2
"""Lines, or cells, that a frame takes."""
SUBTITLE = 6
"""Cells of a line that a subtitle leaves to its frame."""


class TablePane(Vertical):
    """Shows one table of a side.

    Args:
        id: the id of the list; the heads are `<id>columns`, the detail `<id>detail`, the pane itself `<id>pane`.
        least: lines that its detail has at least on a tall screen.
        empty: what stands there before anything is shown.
    """

    def __init__(self, id: str, *, least: int, empty: str = "") -> None:
        super().__init__(id=f"{id}pane", classes="pane")
        self._least, self._legend = least, ""
        self.table: Table | None = None
        self._columns = FittedLines(id=f"{id}columns")
        self._detail = FittedLines(id=f"{id}detail")
        self.list = LinePane[Row](self._line, empty=empty, id=id)

    def compose(self) -> ComposeResult:
        """The heads, the rows, the detail."""
        yield self._columns
        yield self.list
        yield self._detail

    @property
    def row(self) -> Row | None:
        """The row under the cursor."""
        return self.list.row

    def show(self, table: Table | None) -> None:
        """Show a table, rows that are gone last; the cursor stays with its own."""
        before, self.table = self.table, table
        if table is None:
            self.list.show(())
            return
        if before is None or (before.name, before.columns) != (table.name, table.columns):
            self._columns.fit(lambda width, height: [header(table, width)])
        shown = sorted(table.rows, key=lambda row: row.gone)
        at = self.list.row.ref if self.list.row is not None else ""
        self.list.show(shown, next((place for place, row in enumerate(shown) if row.ref == at), None))
        told = legend(table, self.size.width - SUBTITLE)
        if told != self._legend:
            self._legend = self.border_subtitle = told

    def describe(self, row: Row | None) -> None:
        """Show a row in detail: its own as a rule, on a low screen that of the pane with the focus."""
        self._detail.fit(lambda width, height: detail(row, width, height), row)

    def divide(self, *, tall: bool) -> None:
        """Give the list of a tall screen the lines it needs, and the rest to the detail."""
        room = self.size.height - FRAME
        if tall and room > 0:
            self.list.styles.height = max(3, min(len(self.list.rows) or 1, room - self._least))
            self._detail.styles.height = "1fr"
        else:
            self.list.styles.height, self._detail.styles.height = "1fr", 3

    def _line(self, row: Row, width: int) -> Line:
        return row_line(self.table, row, width) if self.table is not None else Line(())
