"""What the editor shows: three panes, totals always in view."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from textual import on, work
from textual.app import ComposeResult
from textual.events import DescendantFocus
from textual.widget import Widget

from builder.errors import MusterError
from builder.services.editor.preview_cache import cached_view
from builder.services.editor.view import EditorView, TreeRow
from builder.tui.screens.editorsaving import CHANGED, SAVED, SAVING, SavingScreen
from builder.tui.widgets.editorlines import (
    CatalogueRow,
    catalogue_line,
    head_line,
    totals_lines,
    tree_line,
)
from builder.tui.widgets.keyline import KeyLine
from builder.tui.widgets.linepane import LinePane
from builder.tui.widgets.lines import Line
from builder.tui.widgets.plaintext import Horizontal, Input, Vertical
from builder.tui.widgets.textlines import TextLines
from builder.tui.widgets.treewalk import around, neighbour

if TYPE_CHECKING:
    from builder.roster.model import Force
    from builder.services.editor.operations import Operation
    from builder.services.editor.session import EditorSession, Opened
    from builder.tui.widgets.detaillines import DetailRow

PAINTED_AFTER = 0.01
"""Seconds from the paint of the new totals until the rest is worked out: the terminal gets them meanwhile."""


class EditorFrame(SavingScreen):
    """Shows an army and keeps it saved; `source` is an army file or the name of a starter army."""

    CSS_PATH = "editor.tcss"
    AUTO_FOCUS = "#army"

    def __init__(self, source: str) -> None:
        super().__init__()
        self.source = source
        self.picture = EditorView(name=source)
        self._turned: set[str] = set()
        self._shut: set[str] = set()
        self._query = ""
        self._detailed = ("", "")
        self._behind: str | None = None
        self._force: Force | None = None

    def compose(self) -> ComposeResult:
        """The head, the three panes, the totals, the keys."""
        yield TextLines(id="head")
        with Horizontal(id="panes"):
            with Vertical(id="left", classes="pane") as left:
                left.border_title = "Catalogue"
                yield Input(placeholder="/ search", id="search", compact=True)
                yield LinePane[CatalogueRow](self._paint_entry, empty="Loading …", id="catalogue")
            army = LinePane[TreeRow](self._paint_row, empty="Loading …", id="army")
            army.border_title = "Army"
            yield army.add_class("pane")
            details: LinePane[DetailRow] = LinePane(
                lambda row, width: row.line, stops=lambda row: row.choice is not None, id="details"
            )
            details.border_title = "Details"
            yield details.add_class("pane")
        yield TextLines(id="totals")
        yield KeyLine()

    # -- opening -----------------------------------------------------------------
    def on_mount(self) -> None:
        """Show what was known of the army, and open it meanwhile."""
        known = cached_view(self.source)
        if known is not None:
            self.picture = known
        self._show_picture()
        self.call_after_refresh(self._open)

    @work(exclusive=True, group="open")
    async def _open(self) -> None:
        try:
            opened = await self.unless_left(asyncio.to_thread(_desk, self.source))
        except MusterError as error:
            self._refused(error)
        else:
            self._opened(opened)

    def _refused(self, error: MusterError) -> None:
        if self.desk is not None:
            self.notify(str(error), title="Not opened again", severity="error")
            return
        from builder.tui.screens.preview import PreviewScreen

        words = f"This army cannot be opened.\n\n{error}"
        self.app.push_screen(PreviewScreen(self.source, lambda: words), lambda _: self.dismiss())

    def _opened(self, opened: Opened) -> None:
        self.desk = opened.desk
        for words in opened.told:
            self.notify(words)
        self._saved = "starter: changes go to a copy" if opened.desk.starter else SAVED
        self.query_one("#catalogue", LinePane).say("Nothing fits.")
        self.query_one("#army", LinePane).say("Nothing yet: add units from the catalogue.")
        if self.desk.session.dirty:
            self._saved = SAVING
            self.keep()
        self.show()
        if not self.picture.totals.units:
            self.query_one("#catalogue").focus()

    def reopen(self) -> None:
        """Open the army's file again."""
        if self.desk is not None and self.desk.session.source is not None:
            self.source = self.desk.session.source
            self._open()

    # -- showing -----------------------------------------------------------------
    @property
    def is_behind(self) -> bool:
        """Whether only the totals of the last change are shown."""
        return self._behind is not None

    def show(self, at: str = "") -> None:
        """Show the army as it is now, with the cursor on the row of this id, if it is to be another one."""
        if self.desk is None:
            return
        self.picture = self.desk.picture
        self._show_picture(self._unfolded(at) if at else None)
        self._show_catalogue()
        self.show_details()
        self.refresh_bindings()

    def _show_picture(self, at: str | None = None) -> None:
        army = self.query_one("#army", LinePane)
        wanted, rows = at or (army.row.id if army.row is not None else None), self.picture.folded(self._folded())
        army.show(rows, next((place for place, row in enumerate(rows) if row.id == wanted), None))
        self._show_totals()

    def show_saved(self, words: str) -> None:
        """Show whether the army is saved."""
        super().show_saved(words)
        self._show_totals()

    def _show_totals(self) -> None:
        width = self.size.width
        self.query_one("#head", TextLines).show(head_line(self.picture, self._saved, width))
        self._show_bottom()

    def _show_bottom(self) -> None:
        if not self.picture.system:
            return  # Nothing is known of the army yet.
        self.query_one("#totals", TextLines).show(*totals_lines(self.picture.totals, self.size.width))

    def _folded(self) -> frozenset[str]:
        """Units are folded, slots and forces are open, but for those that the player turned."""
        return frozenset(row.id for row in self.picture.rows if self.is_folded(row))

    def _show_catalogue(self) -> None:
        pane = self.query_one("#catalogue", LinePane)
        desk, force = self.desk, self.force_id
        found = self._force = desk.force_of(force) if desk is not None else None
        if desk is None or found is None:
            return
        from builder.services.editor.catalogue import search

        limits = {row.id.partition("/")[2]: row.slot for row in self.picture.rows if row.id.startswith(f"{found.id}/")}
        rows: list[CatalogueRow] = []
        for slot in search(desk.catalogue(found), self._query):
            shut = slot.id in self._shut and not self._query
            rows.append(CatalogueRow(slot.id, slot.name, folded=shut, limits=limits.get(slot.id)))
            if not shut:
                rows += [CatalogueRow(slot.id, entry.name, entry.path) for entry in slot.entries]
        at = pane.row.path if pane.row is not None else ""
        first = next((place for place, row in enumerate(rows) if row.path), 0) if self._query else None
        pane.show(rows, next((place for place, row in enumerate(rows) if at and row.path == at), first))
        pane.refresh()

    @on(LinePane.Resized, "#details")
    def show_details(self) -> None:
        """Show the details of what is under the cursor."""
        if self.desk is None:
            return
        from builder.tui.widgets.detaillines import choice_key, detail_rows

        pane = self.query_one("#details", LinePane)
        entry, row = self.entry_row, self.tree_row
        force = self.desk.force_of(self.force_id)
        if self.pane in ("catalogue", "search") and entry is not None and entry.path and force is not None:
            details = self.desk.entry_details(force, entry.path)
        elif row is not None and row.unit:
            details = self.desk.details(row.unit, row.id)
        else:
            details = self.desk.summary(row.id if row is not None else "")
        same = (details.unit, details.title) == self._detailed
        self._detailed = (details.unit, details.title)
        at = choice_key(pane.row) if same else None
        rows = detail_rows(details, max(10, pane.content_region.width - 2))
        pane.show(rows, next((n for n, row in enumerate(rows) if at and choice_key(row) == at), pane.cursor * same))
        if not same:
            pane.scroll_home(animate=False)

    def _paint_row(self, row: TreeRow, width: int) -> Line:
        return tree_line(row, self.is_folded(row), width)

    def _paint_entry(self, row: CatalogueRow, width: int) -> Line:
        standing = None
        if row.path and self.desk is not None and self._force is not None:
            standing = self.desk.standing(self._force, row.path)
        return catalogue_line(row, standing, width)

    @on(LinePane.Moved, "#army")
    def _on_army_moved(self) -> None:
        self.show_details()
        self.refresh_bindings()

    @on(LinePane.Moved, "#catalogue")
    def _on_catalogue_moved(self) -> None:
        if self.pane in ("catalogue", "search"):
            self.show_details()
        self.refresh_bindings()

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """The details are those of the pane with the focus; on narrow screens only that pane is shown."""
        shown = {"catalogue": "left", "search": "left"}.get(self.pane, self.pane)
        for id in ("left", "army", "details"):
            self.query_one(f"#{id}", Widget).set_class(id == shown, "shown")
        if self.pane != "details":
            self.show_details()

    def on_resize(self) -> None:
        """Lines depend on the width."""
        self._show_totals()

    # -- where the cursor is -------------------------------------------------------
    @property
    def tree_row(self) -> TreeRow | None:
        """The row of the army under the cursor."""
        self.settle()
        row = self.query_one("#army", LinePane).row
        return row if isinstance(row, TreeRow) else None

    @property
    def entry_row(self) -> CatalogueRow | None:
        """The row of the catalogue under the cursor."""
        row = self.query_one("#catalogue", LinePane).row
        return row if isinstance(row, CatalogueRow) else None

    @property
    def force_id(self) -> str:
        """The id of what is under the cursor in the army: entries are added to its force."""
        row = self.tree_row
        return (row.unit or row.id) if row is not None else ""

    def is_folded(self, row: TreeRow) -> bool:
        """Whether what is below a row of the army is hidden: at first below units, and nowhere else."""
        return (row.kind == "unit") != (row.id in self._turned)

    def is_shut(self, slot: str) -> bool:
        """Whether a slot of the catalogue is folded."""
        return slot in self._shut

    def neighbour(self) -> str | None:
        """The row to stand on once that under the cursor is gone."""
        army = self.query_one("#army", LinePane)
        row = self.tree_row
        if row is None:
            return None
        found = neighbour(army.rows, army.cursor, row)
        return found.id if found is not None else None

    def open_around(self, id: str) -> None:
        """Stand on the row of an element, and unfold what it is below."""
        self._show_picture(self._unfolded(id))
        self.show_details()

    def _unfolded(self, id: str) -> str | None:
        """Unfold what an element is below, and give the row that shows it."""
        rows = self.picture.rows
        place = next((place for place, row in enumerate(rows) if row.id == id), None)
        if place is None:
            unit = self.desk.row_of(id) if self.desk is not None else None
            place = next((place for place, other in enumerate(rows) if other.id == unit), None)
        if place is None:
            return None
        self._turned ^= {row.id for row in around(rows, place) if self.is_folded(row)}
        return rows[place].id

    # -- changing ------------------------------------------------------------------
    def do(self, *operations: Operation, at: str | None = None) -> str | None:
        """Do operations as one step, show what they come to, and give the id of something new."""
        new: list[str | None] = []

        def apply(desk: EditorSession) -> str | None:
            new.append(desk.apply(*operations))
            return at or new[0]

        self.act(apply)
        return new[0] if new else None

    def act(self, act: Callable[[EditorSession], str | None]) -> None:
        """Change the army, show what it costs at once and the rest behind it, save it soon; or say why not.

        `act` gives the id of the row to stand on, if it is to be another one.
        """
        self.settle()
        if self.desk is None:
            return
        try:
            at = act(self.desk)
        except MusterError as error:
            self.notify(str(error), severity="warning")
            return
        self._behind = at or ""
        self.picture, self._saved = self.desk.glimpse, CHANGED
        # What is painted at one time costs as much as all that lies between: the totals alone are there at once.
        self._show_bottom()
        if self.is_current:
            self.call_after_refresh(self._follow)
        else:
            self._follow()

    def _follow(self) -> None:
        """The new totals are painted: keep what was changed, and show the rest."""
        self.keep()
        self.set_timer(PAINTED_AFTER, self.settle)

    def settle(self) -> None:
        """Show all that the last change has come to, if that is not done yet."""
        if self._behind is None:
            return
        at, self._behind = self._behind, None
        self.show(at)

    def turn(self, id: str) -> None:
        """Fold or unfold a row of the army."""
        self._turned ^= {id}
        self._show_picture(id)
        self.query_one("#army", LinePane).refresh()


def _desk(source: str) -> Opened:
    """Open an army; what is needed for it is imported here, where no screen waits for it."""
    from builder.services.editor.session import EditorSession

    return EditorSession.open(source)
