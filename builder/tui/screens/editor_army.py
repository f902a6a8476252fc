"""The army of the editor as a tree that can be folded, with what can be done to marked units below it."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.events import Click, MouseDown, MouseUp

from builder.services.editor.view import EditorView, TreeRow, rows_above
from builder.tui.widgets.editor_lines import tree_line, tree_rest
from builder.tui.widgets.line_pane import LinePane, PaneMessage
from builder.tui.widgets.lines import Line

RIGHT = 3
"""The right button of a mouse."""

LOW = 12
"""Below this height of the army there are no lines for marks."""


class ArmyPane(LinePane[TreeRow]):
    """The army as a tree that can be folded: units are folded at first, slots and forces are open."""

    class Dropped(PaneMessage):
        """The player dragged a unit with the mouse to the place of another one."""

        def __init__(self, pane: ArmyPane, unit: str, target: str, *, below: bool) -> None:
            super().__init__(pane)
            self.unit, self.target, self.below = unit, target, below

    def __init__(self, *, id: str) -> None:
        super().__init__(self._line, stops=lambda row: row.kind not in ("mark", "rest"), empty="Loading …", id=id)
        self._view = EditorView(name="")
        self._turned: set[str] = set()
        self._chosen: dict[str, None] = {}
        self._held: TreeRow | None = None

    def show_view(self, view: EditorView, at: str | None = None) -> None:
        """Show an army, with the cursor on the row of this id, if it is to be another one."""
        self._view = view
        units = {row.unit for row in view.rows}
        self._chosen = {id: None for id in self._chosen if id in units}
        self.border_subtitle = f"{len(self._chosen)} marked, Esc unmarks" if self._chosen else ""
        wanted = at or (self.row.id if self.row is not None else None)
        rows = view.folded(frozenset(row.id for row in view.rows if self.is_folded(row)))
        if 0 < self.size.height < LOW:
            rows = tuple(row for row in rows if row.kind != "mark")
        # Before it is laid out, no name is known to lack room: the first picture has the rows whole.
        if self.size.width:
            rows = tuple(line for row in rows for line in (row, *tree_rest(row, self.room)))
        self.show(rows, next((place for place, row in enumerate(rows) if row.id == wanted), None))

    @on(LinePane.Resized)
    def _fit(self) -> None:
        self.show_view(self._view)

    def watch_show_vertical_scrollbar(self, shown: bool) -> None:
        """Break names anew: a bar takes room that they had."""
        super().watch_show_vertical_scrollbar(shown)
        self.call_after_refresh(self._fit)

    @property
    def marked(self) -> tuple[str, ...]:
        """The units that are marked, without those that another one takes along; else that under the cursor."""
        along = {row.id for above, row in self._view.units() if not self._chosen.keys().isdisjoint(above)}
        own = (self.row.unit,) if self.row is not None and self.row.unit else ()
        return tuple(id for id in self._chosen if id not in along) or own

    def beside(self) -> Sequence[list[str]]:
        """The units in their order, those that stand beside one another together."""
        return self._view.beside()

    @property
    def has_marks(self) -> bool:
        """Whether any unit is marked."""
        return bool(self._chosen)

    def mark(self) -> None:
        """Mark the unit under the cursor, or mark it no more; fold a heading."""
        if self.row is not None and not self.row.unit:
            self.toggle(self.row.id)
        if self.row is not None and self.row.unit:
            if self.row.unit in self._chosen:
                del self._chosen[self.row.unit]
            else:
                self._chosen[self.row.unit] = None
            self.show_view(self._view)
            self.refresh()
            self.screen.refresh_bindings()

    def on_mouse_down(self, event: MouseDown) -> None:
        """Take hold of what may be dragged."""
        place = self.index_at(event)
        self._held = self.rows[place] if place is not None else None

    def on_mouse_up(self, event: MouseUp) -> None:
        """Drop the unit that was dragged at the unit that it is over."""
        row, place = self._held, self.index_at(event)
        if row is None or place is None or event.screen_offset == self.pressed_at:
            return  # The rows may have moved under a mouse that has not: a pane that gets the focus has more room.
        target = self.rows[place]
        if row.kind == "unit" and target.unit and target.unit != row.unit:
            top = next((each for each in reversed(self.rows[: place + 1]) if each.depth == row.depth), target)
            below = any(each.unit == row.unit for each in self.rows[:place])
            self.post_message(self.Dropped(self, row.unit, top.unit, below=below))

    @on(LinePane.Chosen)
    def _fold(self, chosen: LinePane.Chosen) -> None:
        """Fold or unfold by a click on the sign of it, which does nothing else."""
        if chosen.sign is not None and self.row is not None:
            chosen.stop()
            self.toggle(self.row.id)

    def on_click(self, event: Click) -> None:
        """Mark the unit that was clicked with Ctrl, Shift or the right button; the end of a drag is no click."""
        if event.screen_offset != self.pressed_at:
            event.prevent_default()
        elif (event.ctrl or event.shift or event.button == RIGHT) and self._held is not None:
            event.prevent_default()
            self.mark()

    def unmark(self) -> None:
        """Mark no unit any more."""
        self._chosen.clear()
        self.show_view(self._view)
        self.refresh()
        self.screen.refresh_bindings()

    def is_folded(self, row: TreeRow) -> bool:
        """Whether what is below a row is hidden."""
        return (row.kind == "unit") != (row.id in self._turned)

    def toggle(self, id: str) -> None:
        """Fold or unfold a row."""
        self._turned ^= {id}
        self.show_view(self._view, id)
        self.refresh()

    def unfold_around(self, view: EditorView, *ids: str | None) -> str | None:
        """Unfold what an element is below: that of the first of these ids that has a row, which is given."""
        places = {row.id: place for place, row in enumerate(view.rows)}
        place = next((places[id] for id in ids if id in places), None)
        if place is None:
            return None
        self._turned ^= {row.id for row in rows_above(view.rows, place) if self.is_folded(row)}
        return view.rows[place].id

    def go_up(self) -> None:
        """Go to the line that the one under the cursor is below."""
        row = self.row
        if row is not None:
            above = (place for place in range(self.cursor, -1, -1) if self.rows[place].depth < row.depth)
            self.cursor = next(above, self.cursor)

    def neighbour(self, id: str | None = None) -> str | None:
        """The row to stand on once one, or that under the cursor, is gone: the next beside it, else the one before."""
        place = self.cursor if id is None else next((at for at, row in enumerate(self.rows) if row.id == id), -1)
        if not 0 <= place < len(self.rows):
            return None
        row, before, behind = self.rows[place], self.rows[:place][-1:], self.rows[place + 1 :]
        beside = [other for other in behind if other.depth <= row.depth][:1]
        if not beside or beside[0].depth < row.depth:  # The heading of its slot may go with it.
            beside = [other for other in (*before, *behind) if other.unit] or [*before]
        return beside[0].id if beside else None

    def _line(self, row: TreeRow, width: int) -> Line:
        return tree_line(row, self.is_folded(row), width, marked=row.kind == "unit" and row.id in self._chosen)
