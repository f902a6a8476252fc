"""Printing and sharing: a form of what is written and how, the pages beside it, where it goes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from time import monotonic
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import DescendantFocus, Key, Resize

from builder.errors import InputError, MusterError
from builder.services.army.opening import Army
from builder.services.export import form as forms
from builder.services.export.files import list_text, sheet_pages
from builder.services.export.form import ExportRow, LastPrint
from builder.services.export.words import form_name, offered_sheets
from builder.services.open_external import open_place
from builder.sheets.options import MATCHUP, usual_sheets
from builder.tui.actions import actions_of, bindings_for
from builder.tui.dialogs.prompts import Ask, Confirm
from builder.tui.screens.base import REFUSED, ActionScreen, Notice, Noticed
from builder.tui.screens.preview import PreviewScreen
from builder.tui.sentences import keyed
from builder.tui.widgets.key_line import KeyLine
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import Horizontal, TextLines, Vertical
from builder.tui.widgets.print_panes import LOW, Foot, FormPane, PagesBeside, Printout, head_line, printout_of

BROAD, TWO = 110, 160
"""From these widths on a page is shown beside the form, or two."""
ARROWS = ("next", "before")


class ExportScreen(ActionScreen):
    """A form that is filled in with arrows and space.

    Args:
        name: the army's name.
        open: gives the army as it is now; it may take a while.
        source: what commands call the army.
        folder: where files go if nothing else is said; the folder that the program was started in without it.
        in_word: whether the key that led here may be a letter of a word, typed where letters are keys.
    """

    scope = "export"
    keys_in_line_from = 0
    CSS_PATH = "export.tcss"
    AUTO_FOCUS = "#form"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings_for(action for action in actions_of("export") if action.name not in ARROWS),
        # Before the panes are asked, which would scroll aside.
        *bindings_for((action for action in actions_of("export") if action.name in ARROWS), first=True),
    ]

    def __init__(
        self, name: str, opener: Callable[[], Army], source: str, folder: Path | None = None, in_word: bool = False
    ) -> None:
        super().__init__()
        self._army_name, self._open, self._source, self._in_word = name, opener, source, in_word
        self._army: Army | None = None
        self.plan = self._first = forms.first_plan(name, folder or Path.cwd())
        self._last: LastPrint | None = None
        self._forgotten: LastPrint | None = None
        self._printout = Printout.written("", "")
        self._sheets: Mapping[str, str] = forms.SHEET_NAMES
        self._said, self._busy = ("", "text"), False

    # -- what is shown -----------------------------------------------------------
    def compose(self) -> ComposeResult:
        """The head, the form, the pages, what comes of it, the keys."""
        yield TextLines(id="head")
        with Horizontal():
            with Vertical(id="window", classes="pane"):
                yield FormPane(id="form")
            yield PagesBeside(id="pages")
        yield Foot(id="status")
        yield KeyLine()

    def on_mount(self) -> None:
        """Look at the army and at what can be chosen."""
        self.query_one(FormPane).frame = self.query_one("#window")
        self._head()
        self._begin()

    @work
    async def _begin(self) -> None:
        first = self.plan
        try:
            army = await self.beside(self._open, lambda words: self._say(words, "dim"))
            self._sheets = await self.unless_left(asyncio.to_thread(offered_sheets, army))
            usual = await self.unless_left(asyncio.to_thread(lambda: usual_sheets(army.reading.cards())))
            self._army = army
            self._last = await self.unless_left(asyncio.to_thread(forms.remembered_print, self._source))
        except MusterError as error:
            self._say(str(error), "error")
            return
        self._first = first.with_option("sheets", usual)
        if self.plan is first:
            self.plan = self._first if self._last is None else self._last.plan
        self._head()
        self._show()

    def _head(self) -> None:
        self.query_one("#head", TextLines).show(head_line(self._army_name, self._army, self.app.size.width))

    def _show(self) -> None:
        self._show_rows()
        self._count()

    @on(DescendantFocus)
    def _show_rows(self) -> None:
        if self._army is None:
            return
        form = self.query_one(FormPane)
        form.fill(self.plan, self._printout, self._sheets, self._last)
        form.entitle(self.plan, self._printout, in_use=self.pane == "form")

    @work(exclusive=True, group="count")
    async def _count(self) -> None:
        """Lay the sheets out and show them where there is room; nothing of what changed meanwhile."""
        army, plan = self._army, self.plan
        if not self._busy:
            self._say("", "text")
        if army is None:
            return
        try:
            printout = await self.unless_left(asyncio.to_thread(printout_of, army, plan, self._sheets))
        except MusterError as error:
            printout = Printout.written(str(error), "Nothing can be written like this")
            self._say(str(error), "error")
        if plan == self.plan:
            self._printout = printout
            self.query_one(PagesBeside).tell(printout)
            self._show_rows()
            self._show_status()

    def on_resize(self, event: Resize) -> None:
        """Show the sheets beside the form where there is room, two pages where there is more."""
        self.set_class(event.size.width >= BROAD, "-beside")
        self.set_class(event.size.width >= TWO, "-two")
        self.set_class(event.size.height < LOW, "-low")
        self._head()
        self._show_status()
        self.call_after_refresh(self._show_rows)

    def _say(self, words: str, look: str) -> None:
        self._said = (words, look)
        self._show_status()

    @on(LinePane.CursorMoved, "#form")
    def _show_status(self) -> None:
        """Show what comes of the form, and below it what is being done, or what the row under the cursor is for."""
        about = "" if self._row is None or self._row.kind == "heading" else keyed(self._row.help)
        hint = keyed("{export.command} copies the command that does the same")
        self.query_one(Foot).tell(self.plan, self._printout, self._last, self._said, hint, about)
        self.refresh_bindings()

    # -- filling in --------------------------------------------------------------
    @property
    def panes(self) -> Sequence[str]:
        """The form, and the pages where they stand beside it."""
        return ("form", "page", "second")[: 1 + self.has_class("-beside") + self.has_class("-two")]

    @property
    def _row(self) -> ExportRow | None:
        """The row under the cursor."""
        return self.query_one(FormPane).row

    @property
    def _leafs(self) -> bool:
        """Whether Left and Right turn pages: on rows that they change nothing of, and in the pages themselves."""
        return self.pane != "form" or self._row is None or self._row.kind not in ("one", "choice", "heading")

    def allows(self, name: str) -> bool:
        """Whether it is possible now."""
        if name in ARROWS and self._leafs:
            return self.has_class("-beside") and self.query_one(PagesBeside).turns
        lacking = {
            "again": self._forgotten is None,
            "forget": self._last is None,
            "other": not self.has_class("-beside"),
            "against": self._army is None or self.plan.form != "pdf" or MATCHUP not in self._sheets,
        }
        waits = name in ("write", "folder", "text", "preview") and (self._army is None or self._busy)
        return not lacking.get(name, waits)

    def why_not(self, name: str) -> str:
        """Return why it is not possible now."""
        if name in ("forget", "again"):
            return f"nothing {'is remembered of this army' if name == 'forget' else 'was forgotten'}."
        if name == "against" and self._army is not None:
            return "what is written has no sheet of it."
        return "a file is being written." if self._busy else "the army is being opened."

    @on(LinePane.Chosen, "#form")
    def _clicked(self, chosen: LinePane.Chosen) -> None:
        """Take the choice whose sign was clicked; else do as the key does."""
        if (row := self._row) is not None and row.kind == "choice" and chosen.sign is not None:
            self._change(chosen.sign - row.choices.index(row.value))
        else:
            self.action_change()

    def action_change(self) -> None:
        """Tick the box, take the choice, go to the next one, or fold the group."""
        row = self._row
        if row is not None and row.kind == "button":
            self.action_target()
        elif row is not None and row.kind == "heading":
            self._fold(row, row.on)
        else:
            self._change(0 if row is not None and row.kind == "one" else 1)

    def action_next(self, by: int = 1) -> None:
        """Go to the next choice, the cursor with it, open the group, or turn the page."""
        row, pane = self._row, self.query_one(FormPane)
        if self._leafs or row is None:
            self.query_one(PagesBeside).leaf(by)
        elif row.kind == "heading":
            self._fold(row, by < 0)
        else:
            self._change(by)
            if row.kind == "one":
                taken = ("one", row.name, True)
                pane.cursor = next(n for n, each in enumerate(pane.rows) if (each.kind, each.name, each.on) == taken)

    def action_before(self) -> None:
        """Go to the choice before, fold the group, or turn the page back."""
        self.action_next(-1)

    def _fold(self, row: ExportRow, folded: bool) -> None:
        self.query_one(FormPane).fold(row.name, folded=folded)
        self._show_rows()

    def _change(self, by: int) -> None:
        row = self._row
        if row is None or row.kind == "button":
            return
        try:
            self.plan = self.plan.changed(row, by)
        except InputError as error:
            self.notify(str(error), severity="warning", kind=REFUSED)
        self._show()

    def label(self, name: str) -> str:
        """Return what the key does on the line under the cursor."""
        kind = self._row.kind if self._row is not None else ""
        if name == "other" and self.pane != "form":
            return "Form"
        if name == "write":
            return "Take" if self._takes else ""
        if name in ARROWS:
            return "Page" if self._leafs else "Fold" if kind == "heading" else "Choice"
        folds = "Fold" if self._row is not None and self._row.on else "Unfold"
        labels = {"one": "Take", "tick": "Tick", "button": "File", "heading": folds}
        return labels.get(kind, "") if name == "change" else ""

    def names(self, id: str) -> bool:
        """Whether the line of keys names an action: one of a row stands at that, that of the pages in their frame."""
        if id == "export.against":
            return self._row is not None and self._row.value == MATCHUP
        return id.startswith("export.") and (id != "export.preview" or not self.has_class("-beside"))

    @work
    async def action_target(self) -> None:
        """Say where the file goes."""
        target = await self.app.push_screen_wait(Ask("File", "Where does it go?", self.plan.target))
        if target and target.strip():
            form = self.plan.form
            try:
                self.plan = self.plan.to(target.strip())
            except InputError as error:
                self.notify(str(error), severity="error", kind=REFUSED)
            if (now := self.plan.form) != form:
                self.notify(f"It is written as {form_name(now)} now, as the name of the file says.")
            self._show()

    @work
    async def action_against(self) -> None:
        """Say whom the matchup is against."""
        from builder.tui.screens.matchup import ask_enemy

        self.plan = await ask_enemy(self.app, self._army_name, self.plan)
        self._show()

    @property
    def _takes(self) -> bool:
        """Whether Enter takes the choice under the cursor: a file in another form than that is not wanted there."""
        return self._row is not None and self._row.kind == "one" and not self._row.on and self.pane == "form"

    @work
    async def action_write(self) -> None:
        """Write the file; on a choice that is not taken yet, take that first."""
        if self._takes:
            self._change(0)
        else:
            await self._write()

    def on_key(self, event: Key) -> None:
        """Letters that are no keys here are a word that was typed where no word is wanted."""
        known = {key for action in self.actions for key in action.keys.split(",")}
        self._in_word = event.is_printable and event.key.isalpha() and (self._in_word or event.key not in known)

    @work
    async def action_folder(self) -> None:
        """Write the file and open it; as a letter of a word, such as a weapon's name, only where it comes again."""
        if self._in_word:
            self._in_word = False
            said = keyed("Nothing is written yet: {export.folder} once more writes and opens the file.")
            self.notify(said, severity="warning", kind="unwritten")
            return
        written = await self._write()
        if written is not None and not await asyncio.to_thread(open_place, written.path):
            self.notify(f"It is here: {written.path}")

    def action_forget(self) -> None:
        """Forget how the army was written before."""
        self._forgotten, self._last = self._last, None
        forms.forget_print(self._source)
        self.plan = self._first
        self.notify(keyed("Forgotten: the form is as at first. {export.again} remembers it again."), kind="forgotten")
        self._show()

    def action_again(self) -> None:
        """Remember again what was forgotten."""
        if (last := self._forgotten) is not None:
            try:
                forms.remember_print(self._source, last)
            except MusterError as error:
                self.fail(error)
                return
            self._last, self._forgotten, self.plan = last, None, last.plan
            self.outdate("forgotten")
            self._show()

    async def _write(self) -> forms.Written | None:
        """Write the file, after asking where another one is there already; None if nothing was written."""
        army, plan, path = self._army, self.plan, Path(self.plan.target)
        if army is None or self._busy:
            return None
        if await asyncio.to_thread(forms.must_ask, plan, self._last):
            question = f"{path.name} is there already. Replace it?"
            if not await self.app.push_screen_wait(Confirm("File", question, "Replace", "Keep")):
                return None
        there = await asyncio.to_thread(path.exists)
        self._busy, begun = True, monotonic()
        self.outdate("unwritten")
        timer = self.set_interval(0.1, lambda: self._say(f"Writing {path.name} … {monotonic() - begun:.1f} s", "focus"))
        self._say(f"Writing {path.name} …", "focus")
        self.refresh_bindings()
        try:
            written = await asyncio.to_thread(partial(forms.write_export, army, plan, force=there))
            self._last = await asyncio.to_thread(forms.remember_print, self._source, plan, len(self._printout.sheets))
            self._forgotten = None
        except MusterError as error:
            self._say(str(error), "error")
            self.notify(str(error), severity="error", kind=REFUSED)
            return None
        finally:
            timer.stop()
            self._busy = False
            self.refresh_bindings()
        for finding in written.findings[:3]:
            self.notify(finding.message, severity="warning")
        said = f"{written.path.name} is written, {max(1, written.size // 1000)} kB."
        self._show_rows()
        self._say(said, "good")
        self.app.post_message(Noticed(Notice(f"{said} It is in {written.path.parent}.", file=str(written.path))))
        return written

    def action_text(self) -> None:
        """Copy the list as text."""
        if self._army is not None:
            self.app.copy_to_clipboard(list_text(self._army))
            self.notify("The list is in the clipboard, if your terminal allows it.")

    def action_command(self) -> None:
        """Copy the command that does the same."""
        self.app.copy_to_clipboard(self.plan.command(self._source))
        self.notify(f"In the clipboard, if your terminal allows it: {self.app.clipboard}")

    def action_other(self) -> None:
        """Go to the pages, or back to the form."""
        self.focus_next()

    def action_preview(self) -> None:
        """Show what would be written over the whole screen, pages as they will be printed where the terminal can."""
        if self._army is not None:
            pages = partial(sheet_pages, self._army, self.plan.options) if self.plan.form == "pdf" else None
            make, at = partial(printout_of, self._army, self.plan, self._sheets), self.query_one(PagesBeside).at
            self.app.push_screen(PreviewScreen(self._army_name, lambda: make().whole(), pages, page=at))

    def action_close(self) -> None:
        """Go back."""
        self.dismiss()
