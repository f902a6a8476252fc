"""Printing and sharing: a form of what is written and how, the command that does the same, where it goes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from textwrap import wrap
from time import monotonic
from typing import ClassVar

from rich.cells import cell_len
from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Key, Resize

from builder.errors import InputError, MusterError
from builder.scalars import counted, number
from builder.services.army.opening import Army
from builder.services.export import form as forms
from builder.services.export.files import list_text, offered_sheets, page_counts, sheet_pages, sheet_text
from builder.services.export.form import ExportRow
from builder.services.open_external import open_place
from builder.sheets.options import OUR_SHEETS, usual_sheets
from builder.tui.actions import bindings_of
from builder.tui.dialogs.prompts import Ask, Confirm
from builder.tui.screens.base import REFUSED, ActionScreen, Notice, Noticed
from builder.tui.screens.preview import PreviewScreen, TextPane
from builder.tui.widgets.key_line import KeyLine
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import Horizontal, Line, Span, TextLines, Vertical, cut, plain

LABEL = 12
LOW = 20
"""Below this height one line tells what is done, or what the row under the cursor is for."""


def paint(row: ExportRow, width: int) -> Line:
    """A row as a line."""
    label: Span = (f"  {row.label:<{LABEL - 2}}", "dim")
    match row.kind:
        case "heading":
            before: tuple[Span, ...] = ("▾ " if row.on else "▸ ", "dim"), (f"{row.label}: ", "slot")
            words = row.value if row.on or not row.help or row.name == "form" else f"{row.value}, {row.help}"
            room = width - cell_len(row.label) - cell_len(row.remark) - 6
            return Line((*before, (cut(words, room), "text")), ((f" {row.remark} ", "dim"),))
        case "one" | "tick":
            chosen = ("(o)" if row.on else "( )") if row.kind == "one" else "[x]" if row.on else "[ ]"
            value = forms.FORM_NAMES.get(row.value, row.value) if row.kind == "one" else row.value
            room = width - 9 - cell_len(value)
            remark = f" {row.remark} " if cell_len(row.remark) + 2 <= room else ""
            return Line(((f"    {chosen} ", "good" if row.on else "dim"), (value, "text")), ((remark, "dim"),))
        case "choice":
            return Line((label, *_choices(row, width - LABEL - 1)))
    room = width - LABEL - cell_len(row.remark) - 3
    value = row.value if cell_len(row.value) <= room else f"…{row.value[1 - room :]}"  # What tells most stands last.
    return Line((label, (value, "points")), ((f" {row.remark} ", "dim"),))


def _choices(row: ExportRow, width: int) -> Iterator[Span]:
    """Yield all choices where there is room, else the chosen one between arrows."""
    if sum(cell_len(choice) + 6 for choice in row.choices) - 2 <= width:
        for place, choice in enumerate(row.choices):
            chosen, gap = choice == row.value, "  " if place else ""
            yield (f"{gap}({'o' if chosen else ' '}) {choice}", "text" if chosen else "dim")
        return
    value, told = f"‹ {row.value} ›", f"  {row.choices.index(row.value) + 1} of {len(row.choices)}"
    ways = (f"{told}, Left and Right change it", told, "")
    yield (value, "text")
    yield (next(each for each in ways if not each or cell_len(value + each) <= width), "dim")


BROAD = 110
"""From this width on the sheets are shown beside the form."""
BESIDE_FORM = 9
"""Lines of the screen beside the rows of the form."""
LINES_FOR_ONE = 6
"""Lines of the screen for each line that the command may take."""


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
    CSS_PATH = "export.tcss"
    AUTO_FOCUS = "#form"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("export")]

    def __init__(
        self, name: str, opener: Callable[[], Army], source: str, folder: Path | None = None, in_word: bool = False
    ) -> None:
        super().__init__()
        self._army_name, self._open, self._source, self._in_word = name, opener, source, in_word
        self._army: Army | None = None
        self._folder = folder or Path.cwd()
        self.plan = forms.first_plan(name, self._folder)
        self._pages: dict[str, int] = {}
        self._sheets: Sequence[str] = (*OUR_SHEETS,)
        self._folded: set[str] | None = None
        self._said = ("", "text")
        self._busy = False

    # -- what is shown -----------------------------------------------------------
    def compose(self) -> ComposeResult:
        """The head, the form, what is being done, the keys."""
        yield TextLines(id="head")
        with Horizontal():
            with Vertical(id="window") as window:
                window.border_title = "Print"
                window.border_subtitle = "Enter writes, Esc closes"
                yield LinePane[ExportRow](paint, id="form", empty="Looking at the army …")
            preview = TextPane(id="preview")
            preview.border_title = "Preview"
            yield preview
        yield TextLines(id="status")
        yield KeyLine()

    def on_mount(self) -> None:
        """Look at the army and at what can be chosen."""
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
            remembered = await self.unless_left(asyncio.to_thread(forms.remembered_plan, self._source))
        except MusterError as error:
            self._say(str(error), "error")
            return
        if self.plan is first:
            self.plan = remembered or first.with_option("sheets", usual)
        self._head()
        self._show()
        self.refresh_bindings()

    def _head(self) -> None:
        army, name, points = self._army, f" Muster > {self._army_name}", ""
        for cost in army.view.costs[:1] if army is not None else ():
            limits = army.view.cost_limits if army is not None else ()
            most = [f" / {number(each.value)}" for each in limits if each.type_id == cost.type_id]
            points = f"  {number(cost.value)}{''.join(most)} {cost.name} "
        room = self.app.size.width - cell_len(points)
        about = next(each for each in (" · Print and share", "") if cell_len(name + each) <= room or not each)
        self.query_one("#head", TextLines).show(
            Line(((cut(name, room), "title"), (about, "dim")), ((points, "points"),))
        )

    def _show(self) -> None:
        self.query_one("#window").styles.height = len(self._show_rows()) + 2
        self._count()

    def _show_rows(self) -> Sequence[ExportRow]:
        """Show the form; the cursor stays on the row that it is on, whatever was folded above it."""
        pane, at, height = self.query_one("#form", LinePane), self._row, self.app.size.height
        if self._folded is None:
            self._folded = forms.folded_at_first(self.plan, self._sheets, height - BESIDE_FORM, small=height < LOW)
        pages = self._pages if self.plan.form == "pdf" else {}  # No other form has pages.
        rows = tuple(forms.form_rows(self.plan, pages, sheets=self._sheets, folded=self._folded))
        pane.show(rows, next((place for place, row in enumerate(rows) if at is not None and row.id == at.id), None))
        words = [forms.FORM_NAMES.get(self.plan.form, self.plan.form)]
        words += [counted(sum(pages.values()), "page")] if pages else []
        self.query_one("#window").border_title = f"Print · {', '.join(words)}"
        return rows

    @work(exclusive=True, group="count")
    async def _count(self) -> None:
        """Count the pages of what is chosen, and show them where there is room; nothing of what changed meanwhile."""
        army, plan = self._army, self.plan
        if not self._busy:
            self._say("", "text")
        if army is None:
            return
        try:
            if plan.form == "pdf":
                counts = await self.unless_left(asyncio.to_thread(page_counts, army, plan.options))
                if plan == self.plan:
                    self._pages = counts
                    self._show_rows()
            if self.has_class("-beside"):
                text = await self.unless_left(asyncio.to_thread(self._text(army)))
                if plan == self.plan:
                    self.query_one(TextPane).show_text(text)
        except MusterError as error:
            self._say(str(error), "error")

    def _text(self, army: Army) -> Callable[[], str]:
        """Return what makes the text of what would be written."""
        return (
            partial(sheet_text, army, self.plan.options)
            if self.plan.form in forms.SHEET_FORMS
            else partial(list_text, army)
        )

    def on_resize(self, event: Resize) -> None:
        """Show the sheets beside the form where there is room."""
        beside = event.size.width >= BROAD
        if self.has_class("-beside") != beside:
            self.set_class(beside, "-beside")
            self._count()

    def _say(self, words: str, look: str) -> None:
        self._said = (words, look)
        self._show_status()

    @on(LinePane.CursorMoved, "#form")
    def _show_status(self) -> None:
        """Show what the row under the cursor is for, what is being done, and the command that does the same."""
        status, (words, look) = self.query_one("#status", TextLines), self._said
        about = "" if self._row is None else self._row.help
        width, most = max(20, self.size.width - 2), max(1, self.size.height // LINES_FOR_ONE)
        command = wrap(self.plan.command(self._source), width, break_on_hyphens=False)
        if len(command) > most:
            command[most - 1 :] = [cut(" ".join(command[most - 1 :]), width)]
        if self.size.height < LOW:
            lines = [plain(f" {words}", look) if words and look != "text" else plain(f" {cut(about, width)}", "info")]
        else:
            told = wrap(about, width)
            told += [""] * (min(2, most // 2) - len(told))  # The form keeps its height from row to row.
            lines = [*(plain(f" {part}", "info") for part in told), plain(f" {words}", look)]
            lines += [plain(f" {part}", "dim") for part in command]
        status.styles.height = len(lines)
        status.show(*lines)
        self.refresh_bindings()

    # -- filling in --------------------------------------------------------------
    @property
    def _row(self) -> ExportRow | None:
        """The row under the cursor."""
        pane: LinePane[ExportRow] = self.query_one("#form", LinePane)
        return pane.row

    def allows(self, name: str) -> bool:
        """Whether it is possible now."""
        return name not in ("write", "folder", "text", "preview") or (self._army is not None and not self._busy)

    def why_not(self, name: str) -> str:
        """Return why it is not possible now."""
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
            self._fold(row, folded=row.on)
        else:
            self._change(0 if row is not None and row.kind == "one" else 1)

    def action_next(self, by: int = 1) -> None:
        """Go to the next choice, the cursor with it, or open the group."""
        row, pane = self._row, self.query_one("#form", LinePane)
        if row is not None and row.kind == "heading":
            self._fold(row, folded=by < 0)
            return
        self._change(by)
        if row is not None and row.kind == "one":
            pane.cursor = next(n for n, each in enumerate(pane.rows) if (each.name, each.on) == (row.name, True))

    def action_before(self) -> None:
        """Go to the choice before, or fold the group."""
        self.action_next(-1)

    def _fold(self, row: ExportRow, *, folded: bool) -> None:
        if self._folded is not None:
            (self._folded.add if folded else self._folded.discard)(row.name)
            self._show()

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
        kind = self._row.kind if self._row is not None and name == "change" else ""
        return {"one": "Take", "tick": "Tick", "button": "File", "heading": "Fold"}.get(kind, "")

    @work
    async def action_target(self) -> None:
        """Say where the file goes."""
        target = await self.app.push_screen_wait(Ask("File", "Where does it go?", self.plan.target))
        if target and target.strip():
            form = self.plan.form
            try:
                self.plan = self.plan.to(target.strip())
            except InputError as error:
                self.notify(str(error), severity="error")
            if (now := self.plan.form) != form:
                self.notify(f"The format is {forms.FORM_NAMES.get(now, now)} now, as the name of the file says.")
            self._show()

    @work
    async def action_write(self) -> None:
        """Write the file."""
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
            self.notify("Nothing is written yet: o once more writes and opens the file.", kind="refused")
            return
        written = await self._write()
        if written is not None and not await asyncio.to_thread(open_place, written.path):
            self.notify(f"It is here: {written.path}")

    def action_forget(self) -> None:
        """Forget how the army was written before."""
        forms.forget_plan(self._source)
        self.plan = forms.first_plan(self._army_name, self._folder)
        self._show()

    async def _write(self) -> forms.Written | None:
        """Write the file, after asking where one is there already; None if nothing was written."""
        army, plan = self._army, self.plan
        if army is None or self._busy:
            return None
        path = Path(plan.target)
        there = await asyncio.to_thread(path.exists)
        if there:
            question = f"{path.name} is there already. Replace it?"
            if not await self.app.push_screen_wait(Confirm("File", question, "Replace", "Keep")):
                return None
        self._busy, begun = True, monotonic()
        timer = self.set_interval(0.1, lambda: self._say(f"Writing {path.name} … {monotonic() - begun:.1f} s", "focus"))
        self._say(f"Writing {path.name} …", "focus")
        self.refresh_bindings()
        try:
            written = await asyncio.to_thread(partial(forms.write_export, army, plan, force=there))
            await asyncio.to_thread(forms.remember_plan, self._source, plan)
        except MusterError as error:
            self._say(str(error), "error")
            self.notify(str(error), severity="error")
            return None
        finally:
            timer.stop()
            self._busy = False
            self.refresh_bindings()
        for finding in written.findings[:3]:
            self.notify(finding.message, severity="warning")
        said = f"{written.path.name} is written, {max(1, written.size // 1000)} kB."
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
        self.notify("The command is in the clipboard, if your terminal allows it.")

    def action_preview(self) -> None:
        """Show what would be written, sheets as they will be printed."""
        if self._army is not None:
            pages = partial(sheet_pages, self._army, self.plan.options) if self.plan.form == "pdf" else None
            self.app.push_screen(PreviewScreen(self._army_name, self._text(self._army), pages))

    def action_close(self) -> None:
        """Go back."""
        self.dismiss()
