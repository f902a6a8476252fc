"""The editor: the screen where an army is made. Each action is a call of an editing operation, or a question first."""

from __future__ import annotations

from asyncio import gather
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType

from builder.errors import MusterError
from builder.services.editor.view import EditorView, cached_view
from builder.tui.actions import bindings_of
from builder.tui.painting import paint
from builder.tui.screens import editor_steps as steps
from builder.tui.screens.army_saver import CHANGED, SAVING, ArmySaver, open_session, words_at_first
from builder.tui.screens.base import REFUSED, ActionScreen
from builder.tui.screens.edit_step import RETRACED, EditStep
from builder.tui.screens.editor_army import ArmyPane
from builder.tui.screens.editor_details import DetailsPane
from builder.tui.screens.editor_panes import EditorBoard
from builder.tui.widgets.key_line import LOW, KeyLine
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import Input, TextLines, plain
from builder.tui.widgets.totals_line import head_line, short_totals, totals_lines

if TYPE_CHECKING:
    from builder.services.editor.session import EditorSession, Opened

LOOK_EVERY = 2.0
"""Seconds between two looks whether somebody else changed the file."""

PAINTED_AFTER = 0.01
"""Seconds from the paint of the new totals until the rest is worked out: the terminal gets them meanwhile."""


class EditorScreen(ActionScreen):
    """Shows an army, changes it and keeps it saved; `source` is an army file or the name of a starter army."""

    scope, keys_in_line_from = "editor", 80
    CSS_PATH = "editor.tcss"
    AUTO_FOCUS = "#army"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("editor")]

    def __init__(self, source: str) -> None:
        super().__init__()
        self.HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (80, "-narrow"), (110, "-wide"), (136, "-broad"), (160, "-huge")]
        self.VERTICAL_BREAKPOINTS = [(0, "-low"), (20, "-high")]
        self.source = source
        self.session: EditorSession | None = None
        self.view = EditorView(name=source)
        self.saver = ArmySaver(self, self._show_head, self._reopen)
        self.board = EditorBoard(self.settle, id="panes")
        self._behind: str | None = None
        self._opening = False

    def compose(self) -> ComposeResult:
        """The head, the three panes, the totals, the keys."""
        yield TextLines(id="head")
        yield self.board
        yield TextLines(id="totals", clicks=("ask('fits')", "findings"))
        yield KeyLine()

    # -- opening -----------------------------------------------------------------
    def on_mount(self) -> None:
        """Show what was known of the army, open it meanwhile, and look after its file from then on."""
        self.view = cached_view(self.source) or self.view
        self.board.show_army(self.view)
        self._show_head()
        self.set_interval(LOOK_EVERY, self.saver.look)

    @on(LinePane.Resized, "#army")
    def _laid_out(self) -> None:
        """Open the army once what is known of it is painted: what is read and worked out for it would delay that."""
        if not self._opening:
            self._opening = True
            self.call_after_refresh(self._open)

    @work(exclusive=True, group="open")
    async def _open(self) -> None:
        totals = self.query_one("#totals", TextLines)
        opening = self.beside(lambda: open_session(self.source), lambda words: totals.show(plain(f" {words} …", "dim")))
        try:
            opened, _ = await self.unless_left(gather(opening, self.board.add_rest()))
        except MusterError as error:
            self._refused(error)
        else:
            self._begin(opened)

    def _refused(self, error: MusterError) -> None:
        if self.session is not None:
            self.notify(str(error), title="Not opened again", severity="error")
            self._show_head()
            return
        from builder.tui.screens.preview import not_edited

        self.app.push_screen(not_edited(self.source, error), lambda _: self.dismiss())

    def _begin(self, opened: Opened) -> None:
        self.session = self.saver.session = opened.editor
        for words in opened.notices:
            self.notify(words)
        self.saver.words = words_at_first(opened.editor)
        self.board.open(opened.editor)
        if opened.editor.session.dirty:
            self.saver.words = SAVING
            self.saver.keep()
        self.show()

    def _reopen(self) -> None:
        """Open the army's file again."""
        self.source = self.saver.path or self.source
        self._open()

    # -- leaving -------------------------------------------------------------------
    @property
    def has_work(self) -> bool:
        """Whether something is not saved yet that can be."""
        return self.saver.has_work

    async def finish(self) -> None:
        """Save what is not saved yet, before the screen goes."""
        await self.saver.finish()

    @property
    def exit_message(self) -> str:
        """That something could not be saved, and where it is."""
        return self.saver.exit_message

    # -- showing -----------------------------------------------------------------
    @property
    def is_behind(self) -> bool:
        """Whether only the totals of the last change are shown."""
        return self._behind is not None

    def show(self, at: str = "") -> None:
        """Show the army as it is now, with the cursor on the row of this id, if it is to be another one."""
        if self.session is None:
            return
        self.view = self.session.view
        self.board.show(self.view, at=at)
        self._show_head()
        self.refresh_bindings()

    def _show_head(self) -> None:
        if self.view.system:  # Else nothing is known of the army yet.
            self.query_one("#head", TextLines).show(head_line(self.view, self.saver.words, self.app.size.width))
            self._show_totals()

    @on(EditorBoard.Previewed)
    def _show_totals(self) -> None:
        totals, shown, (width, height) = self.view.totals, self.query_one("#totals", TextLines), self.app.size
        lines = (short_totals(totals),) if height < LOW else totals_lines(totals, width, self.board.warning)
        shown.styles.height = len(lines)
        shown.show(*lines)

    @on(LinePane.CursorMoved, "#army, #catalogue, #details")
    def _moved(self) -> None:
        self.refresh_bindings()

    def on_resize(self) -> None:
        """Lines depend on the width."""
        self._show_head()

    def go_to(self, id: str | None) -> None:
        """Move the cursor to the row of an element, whatever is folded around it."""
        if id:
            self.board.go_to(id)

    # -- changing ------------------------------------------------------------------
    def do(self, step: EditStep | None) -> None:
        """Do operations as one step, if there is something to do, and show what they come to."""
        if step is not None:
            self.act(partial(step.apply, self), keeps_marks=step.keeps_marks)

    def act(self, act: Callable[[EditorSession], str | None], *, keeps_marks: bool = False) -> None:
        """Change the army, show what it costs at once and the rest behind it, save it soon; or say why not.

        `act` gives the id of the row to stand on, if it is to be another one.
        """
        self.settle()
        self.outdate(RETRACED)
        if self.session is None:
            return
        try:
            at = act(self.session)
        except MusterError as error:
            self.notify(str(error), severity="warning", kind=REFUSED)
            return
        self._behind = at or ""
        if self.board.army.has_marks and not keeps_marks:
            self.board.army.unmark()
        self.view, self.saver.words = self.session.glimpse, CHANGED
        # What is painted at one time costs as much as all that lies between: the terminal gets the totals alone first.
        self._show_totals()
        paint(self.query_one("#totals"))
        self.set_timer(PAINTED_AFTER, self.settle)

    def settle(self) -> None:
        """Keep what was changed last, and show all that it has come to, if that is not done yet."""
        if self._behind is None:
            return
        at, self._behind = self._behind, None
        self.saver.keep()
        self.show(at)

    # -- what is possible ----------------------------------------------------------
    def allows(self, name: str) -> bool:
        """Whether there is anything that the action could be done with."""
        return steps.is_possible(name, self.board, self.session)

    def why_not(self, name: str) -> str:
        """Return why there is nothing that the action could be done with."""
        return steps.why_not(name, self.board, self.session)

    def label(self, name: str) -> str:
        """Return what Enter does on the line under the cursor."""
        return steps.label(name, self.board)

    @property
    def wanted(self) -> Sequence[str]:
        """The ids of the actions that are most wanted in the pane with the focus."""
        return steps.wanted(self.board)

    # -- going about ---------------------------------------------------------------
    @on(LinePane.Chosen)
    def action_choose(self) -> None:
        """Do what the line under the cursor is for."""
        match self.pane:
            case "army":
                self.board.choose()
            case "search" | "preview":
                self._add_found()
            case "details":
                self.board.details.pick()

    @property
    def panes(self) -> Sequence[str]:
        """The ids of the panes that Tab leads to."""
        return self.board.panes

    def action_search(self) -> None:
        """Write what to look for: in the unit, or where no unit is under the cursor in the catalogue."""
        self.board.search()

    def action_find(self, name: str) -> None:
        """Go up or down in what is found while letters are written."""
        (self.board.catalogue.list if self.pane == "search" else self.board.details).move(name.removeprefix("find_"))

    @on(Input.Submitted, "#search")
    def _add_found(self) -> None:
        """Add what is under the cursor, and go to its first choice."""
        entry = self.board.entry_row
        self._add_or_toggle()
        if self.is_behind:
            self.settle()
            self.board.go_to_added(entry)

    def action_back(self) -> None:
        """Leave the search, then go to the army, then leave the army."""
        if self.pane == "find":
            self.board.find.value = ""
            self.board.details.focus()
        elif self.pane == "preview":
            self.board.catalogue.search.focus()
        elif self.pane == "search":
            self.board.close_adder()
        elif self.pane != "army":
            self.board.army.focus()
        elif self.board.army.has_marks:
            self.board.army.unmark()
        else:
            self.run_worker(self._leave(), group="leave")

    async def _leave(self) -> None:
        await self.finish()
        if self.is_current:  # Else it asks what to do about the file.
            self.dismiss()
            if self.exit_message:
                self.app.notify(self.exit_message, severity="warning")

    def action_fold(self, name: str) -> None:
        """Hide what is below the line, or show it."""
        (self.board.details if self.pane == "details" else self.board).fold(folded=name == "fold")

    def action_tick(self) -> None:
        """Mark the unit, tick the choice, or fold the slot of the catalogue."""
        if self.pane == "details":
            self.board.details.pick()
        elif self.pane == "army":
            self.board.army.mark()
        elif self.pane == "search":
            self.board.toggle()

    # -- adding and choosing -------------------------------------------------------
    def action_step(self, name: str) -> None:
        """Do what an action is for to what is under the cursor."""
        self.do(steps.STEPS[name](self.board))

    def action_add(self) -> None:
        """Go to where anything that can be added is found."""
        self.board.open_adder()

    def _add_or_toggle(self) -> None:
        if (act := steps.adding(self, self.board)) is not None:
            self.act(act)

    def action_count(self, name: str) -> None:
        """One more, or one fewer."""
        by = 1 if name == "more" else -1
        if self.pane in ("details", "find"):
            self.board.details.count(by, anywhere=self.pane == "find")
        elif self.pane != "army" and by > 0:
            self._add_or_toggle()
        else:
            self.do(steps.count(self.board, self.session, by))

    @on(DetailsPane.Picked)
    def _pick(self, picked: DetailsPane.Picked) -> None:
        """Give a choice of the details the number that it is to have."""
        if picked.number is None:
            self._ask_number(picked)
        else:
            self.act(partial(steps.choose, self, picked.choice, picked.number))

    @work
    async def _ask_number(self, picked: DetailsPane.Picked) -> None:
        from builder.tui.screens.editor_dialogs import ask_number

        if (number := await ask_number(self.app, picked.choice)) is not None:
            self.board.details.give(picked.choice, number)

    # -- the army ----------------------------------------------------------------------
    @on(ArmyPane.Dropped)
    def _drop(self, dropped: ArmyPane.Dropped) -> None:
        """Move a unit that was dragged, or join it to the one where it was dropped."""
        self.do(steps.drop(self, self.session, dropped) if self.session is not None else None)

    @work
    async def action_ask(self, name: str) -> None:
        """Ask what an action needs to know, and do what the player wants."""
        from builder.tui.screens.editor_dialogs import PROMPTS, Prompter

        if self.session is not None:
            prompter = Prompter(self.app, self.session, self.view, self.board.tree_row, self.board.army.marked)
            self.do(await PROMPTS[name](prompter))

    def action_by_groups(self) -> None:
        """Show the units in their groups, or in their slots."""
        if self.session is not None:
            self.session.by_groups = not self.session.by_groups
            self.show(self.board.army.marked[0] if self.board.army.marked else "")

    @work
    async def action_save_as(self) -> None:
        """Ask for another file, and go on in that."""
        from builder.tui.screens.editor_dialogs import ask_file

        session = self.session
        if session is not None and (target := await ask_file(self.app, session.session.source)) is not None:
            self.saver.save_as(target)

    def action_undo(self, name: str = "undo") -> None:
        """Take back the last change, or do again what was undone, tell what that was and go to it."""
        self.act(lambda session: steps.retrace(self, self.board, name, session))

    def action_share(self, name: str) -> None:
        """Print the army as it is now, whether or not it is saved yet, show its sheets or copy it."""
        from builder.tui.screens.sharing import SHARES

        if self.session is not None:
            SHARES[name](self, self.session, self.board)

    @work
    async def action_matchup(self) -> None:
        """Work out who beats whom against another army, with this one as it is now."""
        from builder.tui.screens.matchup import match_against

        if self.session is not None:
            await match_against(self, self.session.army)

    def action_findings(self) -> None:
        """Show what is wrong, with ways to mend it."""
        from builder.tui.screens.findings import FindingsScreen

        self.app.push_screen(FindingsScreen(self))

    def action_versions(self) -> None:
        """Show what the army was before beside what it is now."""
        from builder.tui.screens.versions import VersionsScreen

        if self.session is not None:
            self.app.push_screen(VersionsScreen(self.session, self.act))
