"""The armies there are."""

from __future__ import annotations

from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType

from builder.services.starters import Starter, starter_armies
from builder.tui.actions import bindings_of
from builder.tui.screens.base import ActionScreen
from builder.tui.widgets.keyline import KeyLine
from builder.tui.widgets.linepane import LinePane
from builder.tui.widgets.lines import Line, plain
from builder.tui.widgets.textlines import TextLines


class LibraryScreen(ActionScreen):
    """Lists the starter armies; Enter opens one."""

    scope = "library"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("library")]

    def compose(self) -> ComposeResult:
        """The head, the list, the keys."""
        yield TextLines(id="head")
        armies = LinePane[Starter](_line, empty="Looking for armies …", id="armies")
        armies.border_title = "Armies"
        armies.add_class("pane")
        yield armies
        yield KeyLine()

    def on_mount(self) -> None:
        """Look for the armies."""
        self.query_one("#head", TextLines).show(plain(" Muster", "title"))
        self.query_one("#armies").focus()
        self._load()

    @work(thread=True)
    def _load(self) -> None:
        found = starter_armies()
        self.app.call_from_thread(self.query_one("#armies", LinePane).show, found)

    @on(LinePane.Chosen, "#armies")
    def action_open(self) -> None:
        """Open the army under the cursor in the editor."""
        from builder.tui.screens.editor import EditorScreen

        row = self.query_one("#armies", LinePane).row
        if isinstance(row, Starter):
            self.app.push_screen(EditorScreen(row.id))


def _line(starter: Starter, width: int) -> Line:
    army = starter.army
    if army is None:
        return Line(((starter.id, "text"),), (("has mistakes ", "error"),))
    points = " / ".join(f"{cost.value:f}" for cost in (*army.costs, *army.limits))
    return Line(((army.name, "text"),), ((f"{army.system_name}  ", "dim"), (f"{points} ", "points")))
