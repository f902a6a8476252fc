"""A form made of an act's parameters, with what the act would come to below it as it is filled in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType

from builder.errors import MusterError
from builder.tracker.entries import LogLine
from builder.tui.actions import bindings_of
from builder.tui.dialogs.actpane import ActPane, Edit
from builder.tui.dialogs.actrows import ActRow, RowKind
from builder.tui.dialogs.base import Dialog
from builder.tui.dialogs.choose import Choice as Offer
from builder.tui.dialogs.choose import Choose, Tick
from builder.tui.dialogs.openact import OpenAct
from builder.tui.dialogs.proposal import in_the_form
from builder.tui.playing import Beside
from builder.tui.widgets.linepane import LinePane
from builder.tui.widgets.lines import Line
from builder.tui.widgets.plaintext import Vertical

if TYPE_CHECKING:
    from builder.services.games.session import GameSession

Do = Callable[[Callable[["GameSession"], LogLine], Callable[[], object]], Awaitable[LogLine]]
LOW_PREVIEW, TALL = 8, 30
"""Lines of the preview where there is little room, and how many lines there must be for more."""


class ActForm(Dialog[None]):
    """Asks for what an act wants to know; Enter does it once nothing stands against it.

    One form serves all acts of a game: made and removed for each of them, it would take longer than the act.

    Args:
        beside: where the game is asked.
        do: changes the game, does something, and shows what the change came to.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("act")]
    scopes = ("act", "lines", "dialog")

    def __init__(self, beside: Beside, do: Do) -> None:
        super().__init__()
        self._beside, self._do = beside, do
        self.act: OpenAct | None = None

    def compose(self) -> ComposeResult:
        """The rows, and below them what the act would come to."""
        with Vertical(classes="dialog wide act") as window:
            window.border_subtitle = "Enter does it · Space chooses · F1 keys · Esc cancels"
            yield ActPane(self._typed, id="fields")
            yield LinePane[Line](lambda line, width: line, stops=lambda line: False, id="preview")

    # -- opening and closing -------------------------------------------------------
    def ask(self, act: OpenAct) -> None:
        """Open the form of an act."""
        self.act = act
        if self.is_mounted:
            self._begin()
        self.app.push_screen(self)

    def on_mount(self) -> None:
        """Show the act that the form was made for."""
        self._begin()

    def _begin(self) -> None:
        """Show the act, and what is known of it."""
        if self.act is None:
            return
        window = self.query_one(".dialog")
        window.border_title = self.act.title
        window.refresh()  # Other signs may have been chosen since it was drawn.
        self._pane.show((), 0)
        self.set_focus(self._pane)
        self._show()
        self._propose()

    def action_cancel(self) -> None:
        """Close the form; nothing is changed."""
        if self.act is not None:
            self.act = None
            self.dismiss()

    @property
    def _pane(self) -> ActPane:
        return self.query_one("#fields", ActPane)

    # -- what it would come to -----------------------------------------------------
    @work(exclusive=True, group="propose")
    async def _propose(self) -> None:
        """Ask what the act would come to; only the last answer is shown."""
        act = self.act
        if act is None:
            return
        proposal = await self._beside.do(act.propose)
        if act is not self.act:
            return
        act.take(proposal)
        self._show()
        if act.leads:
            self._to_missing(or_empty=act.leads == "empty")
            act.leads = ""
        if act.taking:
            self._take(act)

    @on(LinePane.Resized, "#preview")
    def _show(self) -> None:
        act = self.act
        if act is None:
            return
        self._show_rows()
        pane = self.query_one("#preview", LinePane)
        pane.show(tuple(act.lines(max(20, pane.scrollable_content_region.width - 3))))
        pane.scroll_home(animate=False)

    def _show_rows(self) -> None:
        act = self.act
        if act is None:
            return
        rows = act.rows
        room = self.app.size.height * 92 // 100 - 3
        below = min(LOW_PREVIEW, room // 2) if room < TALL else room // 2
        self._pane.styles.height = max(1, min(len(rows), room - below))
        self.query_one("#preview").styles.height = below
        at = self._pane.row.name if self._pane.row is not None else ""
        self._pane.show(rows, next((place for place, row in enumerate(rows) if row.name == at), None))
        self._explain()

    @on(LinePane.Moved, "#fields")
    def _explain(self) -> None:
        """Say in full what the row under the cursor is for."""
        row = self._pane.row
        text = row.text if row is not None and row.kind not in (RowKind.FOLD, RowKind.NOTHING) else ""
        self.query_one("#preview").border_title = text

    # -- filling in ------------------------------------------------------------------
    def _give(self, name: str, value: str) -> None:
        if self.act is not None:
            self.act.give(name, value)
            self._show_rows()
            self._propose()

    def _typed(self, name: str, edit: Edit) -> None:
        if self.act is not None:
            self._give(name, edit(self.act.given.get(name, "")))

    def action_next(self) -> None:
        """Go to the next choice."""
        self._turn(1)

    def action_before(self) -> None:
        """Go to the choice before."""
        self._turn(-1)

    def _turn(self, by: int) -> None:
        row = self._pane.row
        if row is None:
            return
        if row.kind is RowKind.FOLD:
            self.action_more()
        elif row.kind is RowKind.SWITCH:
            self._give(row.name, "" if row.value else "yes")
        elif row.kind is RowKind.CHOICE:
            values = [choice.value for choice in row.choices]
            at = values.index(row.value) + by if row.value in values else (0 if by > 0 else -1)
            self._give(row.name, values[at % len(values)])

    @on(LinePane.Chosen, "#fields")
    @work
    async def action_choose(self) -> None:
        """Tick the box, or choose from the list."""
        act, row = self.act, self._pane.row
        if act is None or act.doing:
            return
        if row is None or row.kind is not RowKind.CHOICE:
            self._turn(1)
            return
        value = await self._chosen(row)
        if value is not None:
            act.leads = "missing"
            self._give(row.name, value)

    async def _chosen(self, row: ActRow) -> str | None:
        """One of the choices of a row; where several can be given, those that are ticked, with commas between."""
        title = row.text or row.name
        offers = [Offer(choice.value, choice.text) for choice in row.choices]
        if row.many:
            return await self.app.push_screen_wait(Tick(title, offers, filter(None, row.value.split(","))))
        at = next((place for place, choice in enumerate(row.choices) if choice.value == row.value), 0)
        return await self.app.push_screen_wait(Choose(title, offers, at=at))

    def action_more(self) -> None:
        """Show what is seldom wanted, or hide it again; whoever unfolds it stands on the first line of it."""
        act, row, at = self.act, self._pane.row, self._pane.cursor
        if act is None:
            return
        act.folded = not act.folded
        self._show_rows()
        if row is not None and row.kind is RowKind.FOLD and not act.folded:
            self._pane.cursor = at

    def action_clear(self) -> None:
        """Take back what was given."""
        row = self._pane.row
        if row is not None and row.kind is not RowKind.FOLD:
            self._give(row.name, "")

    # -- doing it --------------------------------------------------------------------
    def action_take(self) -> None:
        """Do it, once it is known what it comes to."""
        act = self.act
        if act is not None:
            act.taking = True
            if not act.behind:
                self._take(act)

    def _take(self, act: OpenAct) -> None:
        """Give what was filled in; go to what is missing instead."""
        act.taking = False
        decision = act.proposal.decision
        if decision is not None and not decision.questions:
            self._done(act)
            return
        self._to_missing()
        self._pane.focus()
        self.app.bell()

    @work(group="do")
    async def _done(self, act: OpenAct) -> None:
        """Do it and close, or say what stands against it by now: another program may have been first."""
        if act.doing:
            return
        act.doing, verb, given, seen = True, act.verb.name, dict(act.given), act.proposal.seen
        try:
            # Closed first, what is below is drawn once and not once behind it and once more without it.
            await self._do(lambda session: session.act(verb, given, seen), partial(self._close, act))
        except MusterError as error:
            act.doing, act.behind, act.told = False, True, in_the_form(error, act.verb)
            self._propose()

    def _close(self, act: OpenAct) -> None:
        """Close the form, unless it was closed, or asks about another act by now."""
        if act is self.act:
            self.action_cancel()

    def _to_missing(self, *, or_empty: bool = False) -> None:
        """Go to the first row that must be filled in, if there is one, or else to the first that can be."""
        rows = self._pane.rows
        missing = (place for place, row in enumerate(rows) if row.missing)
        empty = (place for place, row in enumerate(rows) if or_empty and not row.value and row.kind is not RowKind.FOLD)
        self._pane.cursor = next(missing, next(empty, self._pane.cursor))
