"""What printing is chosen and seen in: the rows of its form as lines, and the pages that come of it as text."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.events import Click

from builder.record import Record
from builder.scalars import counted, number
from builder.services.army.locator import open_army
from builder.services.export.files import list_text, printed_pages, sheet_text
from builder.services.export.form import (
    SHEET_FORMS,
    ExportPlan,
    ExportRow,
    LastPrint,
    folded_at_first,
    form_rows,
)
from builder.services.export.words import choice_name, form_name, short_name, short_path
from builder.tui.sentences import key_of, keyed
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import Horizontal, Line, Span, TextLines, Vertical, cut, plain

if TYPE_CHECKING:
    from builder.services.army.opening import Army

LABEL = 8
"""Cells of what stands before folder and name."""
LOW = 16
"""Below this height one line tells what is done, or what comes of it."""
NARROW = 20
"""Below this height nothing is open at first, and only rows that something can be done with are shown."""
AROUND = 7
"""Lines of the screen around the rows of the form: head, frame, foot and keys."""
KEPT = 3
"""Lines for what is remembered, for which groups are folded at first."""
GAPS = ("sheets", "paper", "file")
"""The groups before which a line is left empty, where all rows have room with it."""
WIDEST = 100
"""Cells of the longest line of a text: longer ones are hard to read."""
PAGE_WIDTH = 76
"""The width of a page over the whole screen."""
NO_BREAK = "\u00a0"
"""Holds boxes and their words together until lines are broken."""
ARROWS = {"Left": "←", "Right": "→"}
"""Signs of keys that stand together, where two would not have room in words."""
PAGE = "── Page "
"""How the heading of a page begins where all of them are one text."""


def turn_keys() -> str:
    """The keys that turn the page beside the form, by their signs where they are arrows; a click on either does."""
    before, after = (ARROWS.get(key, key) for key in map(key_of, ("export.before", "export.next")))
    return f"{before} {after} page"


def remembered_words(last: LastPrint | None) -> str:
    """Return what is remembered of how an army was written, in a sentence."""
    what = "sheets, paper, looks, folder and name"
    if last is None:
        return keyed("{export.write} writes, and remembers {} for this army.", what)
    return f"Remembered for this army: {what}{f', since {last.day}' if last.day else ''}."


def head_line(name: str, army: Army | None, width: int) -> Line:
    """The first line of the screen: the army, and once it is open what it comes to."""
    title, points = f" Muster > {name}", ""
    for cost in army.view.costs[:1] if army is not None else ():
        limits = army.view.cost_limits if army is not None else ()
        most = [f" / {number(each.value)}" for each in limits if each.type_id == cost.type_id]
        points = f"  {number(cost.value)}{''.join(most)} {cost.name} "
    room = width - cell_len(points)
    about = " · Print and share" if cell_len(title) + 18 <= room else ""
    return Line(((cut(title, room), "title"), (about, "dim")), ((points, "points"),))


def two_titles(left: str, right: str, width: int, in_use: bool) -> Content:
    """A title at the left of a frame of this width, and one at its right; the left alone where room lacks."""
    between = width - 8 - cell_len(left + right)
    if between < 1:
        return Content(left)
    line = ("━" * between, "not bold $muster-focus") if in_use else ("─" * between, "$muster-frame")
    return Content.assemble(left, " ", line, f" {right}")


# -- the form -----------------------------------------------------------------------
def paint(row: ExportRow, width: int) -> Line:
    """A row as a line."""
    remark = f" {row.remark} " if row.remark else ""
    match row.kind:
        case "heading":
            about = keyed(row.help) if row.name == "file" else row.help  # Of all others it has names of armies.
            words = f": {row.value}, {about}" if about and not row.on else f": {row.value}"
            told = "" if row.on and row.name == "file" else words
            told = cut(told, width - cell_len(row.label) - cell_len(remark) - 4)
            before = "▾ " if row.on else "▸ "
            return Line(((before, "dim"), (row.label, "slot"), (told, "text")), ((remark, "dim"),))
        case "one" | "tick":
            chosen = ("(o)" if row.on else "( )") if row.kind == "one" else "[x]" if row.on else "[ ]"
            fits = row.kind == "tick" or 9 + cell_len(row.said) + cell_len(remark) <= width
            name = cut(row.said, width - 8 - cell_len(remark)) if row.kind == "tick" else row.said
            look = "good" if row.on else "dim"
            return Line(((f"    {chosen} ", look), (name, "text")), ((remark if fits else "", "dim"),))
        case "choice":
            label = f"    {row.label}  " if row.label else "    "
            return Line(((label, "text"), *_choices(row, width - cell_len(label) - 1)))
        case "note":
            return plain(f"    {'':{LABEL}}{keyed(row.value)}", "warning" if row.on else "dim")
        case "rule":
            return plain("─" * (width - 1), "dim")
        case "gap" | "words":
            return plain(row.value, "dim")
    room = width - LABEL - 5
    return Line(((f"    {row.label:<{LABEL}}", "dim"), (_end(row.value, room), "points")))


def _end(text: str, room: int) -> str:
    """A path in so many cells: what tells most stands last."""
    return text if cell_len(text) <= room else f"…{text[1 - room :]}"


def _choices(row: ExportRow, width: int) -> Iterator[Span]:
    """Yield all choices where there is room, else the chosen one between arrows."""
    names = [choice_name(row.name, choice) for choice in row.choices]
    if sum(cell_len(name) + 7 for name in names) - 3 <= width:
        for place, (choice, name) in enumerate(zip(row.choices, names, strict=True)):
            chosen, gap = choice == row.value, "   " if place else ""
            yield f"{gap}({'o' if chosen else ' '}) ", "good" if chosen else "dim"
            yield name, "text"
        return
    yield (f"‹ {row.said} ›", "text")


def spaced(rows: Sequence[ExportRow], last: LastPrint | None, room: int, width: int) -> list[ExportRow]:
    """Return the rows with what is remembered below them and empty lines, as far as there is room for all of it."""
    words = textwrap.wrap(remembered_words(last), max(20, width - 2))
    foot = [ExportRow("rule", "", ""), *(ExportRow("words", str(n), part) for n, part in enumerate(words))]
    left = room - len(rows) - len(foot)
    if left < 0:
        return [*rows]
    gaps = [each for each in GAPS if any(row.kind == "heading" and row.name == each for row in rows)][:left]
    shown: list[ExportRow] = []
    for row in rows:
        shown += [ExportRow("gap", "", "")] * (row.kind == "heading" and row.name in gaps)
        shown.append(row)
    return [*shown, *[ExportRow("gap", "", "")] * (left > len(gaps)), *foot]


class FormPane(LinePane[ExportRow]):
    """The rows of the form, whose groups fold."""

    def __init__(self, *, id: str) -> None:
        super().__init__(paint, stops=lambda row: row.stops, id=id, empty="Looking at the army …")
        self._folded: set[str] | None = None

    def fold(self, group: str, *, folded: bool) -> None:
        """Fold a group, or open it, when the form is filled the next time."""
        if self._folded is not None:
            (self._folded.add if folded else self._folded.discard)(group)

    def entitle(self, plan: ExportPlan, printout: Printout, *, in_use: bool) -> None:
        """Show in the frame what is written, and of how many pages."""
        what = "PDF" if plan.form == "pdf" else form_name(plan.form)
        pages = f", {counted(len(printout.sheets), 'page')}" if printout.sheets else ""
        if self.frame is not None:
            self.frame.border_title = two_titles("Print", f"{what}{pages}", self.frame.size.width, in_use)

    def fill(self, plan: ExportPlan, printout: Printout, sheets: Mapping[str, str], last: LastPrint | None) -> None:
        """Show the form; the cursor stays on the row that it is on, whatever was folded above it."""
        at, (width, height) = self.row, self.app.size
        room = height - AROUND + (2 if height < LOW else 0)
        if self._folded is None:
            small = height < NARROW
            self._folded = folded_at_first(plan, sheets, room if small else room - KEPT, small=small)
        rows = [*form_rows(plan, printout.counts, sheets=sheets, folded=self._folded, last=last)]
        if height >= NARROW:
            rows = spaced(rows, last, room, self.size.width or width)
        self.show(rows, next((place for place, row in enumerate(rows) if at is not None and row.id == at.id), None))


def totals_line(plan: ExportPlan, printout: Printout, last: LastPrint | None, width: int) -> Line:
    """Return how long it gets, where it goes, and when it was written last, where there is room for that."""
    length = f"{counted(len(printout.sheets), 'page')}, " if printout.sheets else ""
    what = f"{length}{choice_name('paper', plan.options.paper)}" if plan.form == "pdf" else form_name(plan.form)
    before, path = f" {what} → ", Path(plan.target).absolute()
    ways = [""]
    if last is not None and last.day:
        day = f"last {'printed' if last.form == 'pdf' else 'written'} {last.day}"
        ways = [f"{day}, {counted(last.pages, 'page')} ", f"{day} ", ""] if last.pages else [f"{day} ", ""]
    printed = next(each for each in ways if not each or cell_len(f"{before}…/{path.name}  {each}") <= width)
    room = max(8, width - cell_len(before + printed) - 2)
    return Line(((before, "text"), (_end(short_path(path), room), "points")), ((printed, "dim"),))


def _message_lines(said: str, look: str, hint: str, about: str, width: int) -> list[Line]:
    """What is being done; else a hint, and at its right what a row is for, which stands alone where both lack room."""
    if said:
        return [plain(f" {part}", look) for part in textwrap.wrap(said, width - 2)[:4]]
    if cell_len(hint) + cell_len(about) + 4 <= width:
        return [Line(((f" {hint}", "dim"),), ((f"{about} ", "info"),))]
    return [plain(f" {cut(about, width - 2)}", "info")]


class Foot(TextLines):
    """The lines below form and pages: what comes of it, and what is being done or what a row is for."""

    def tell(
        self, plan: ExportPlan, printout: Printout, last: LastPrint | None, said: tuple[str, str], hint: str, about: str
    ) -> None:
        """Show it, as much as the height of the screen has room for."""
        width, height = max(20, self.app.size.width), self.app.size.height
        lines = _message_lines(*said, hint, about, width)
        if height >= LOW or not said[0]:
            lines = [totals_line(plan, printout, last, width), *(lines if height >= LOW else ())]
        self.styles.height = len(lines)
        self.show(*lines)


# -- the pages ----------------------------------------------------------------------
class Printout(Record, frozen=True):
    """What would be written, to be read: `sheets` names the sheet of each page; without them it is one text."""

    title: str
    sheets: tuple[str, ...]
    page: Callable[[int, int], Sequence[str]]
    """Gives the lines of a page in a width."""
    counts: Mapping[str, int] = {}

    @classmethod
    def printed(
        cls, sheets: Sequence[str], page: Callable[[int, int], Sequence[str]], names: Mapping[str, str]
    ) -> Printout:
        """Return pages that are printed: the sheet of each, what tells its lines, and the names of sheets."""
        called = tuple(short_name(names.get(sheet, sheet)) for sheet in sheets)
        return cls("", called, page, {sheet: sheets.count(sheet) for sheet in dict.fromkeys(sheets)})

    @classmethod
    def written(cls, text: str, title: str) -> Printout:
        """Return a text as it is written."""
        lines = tuple(text.splitlines())
        return cls(title, (), lambda page, width: lines)

    def heading(self, at: int) -> str:
        """What stands above a page."""
        return f"Page {at + 1} of {len(self.sheets)}: {self.sheets[at]}" if self.sheets else self.title

    def whole(self) -> str:
        """Return all pages one after the other, each below its heading."""
        if not self.sheets:
            return "\n".join(self.page(0, PAGE_WIDTH))
        parts = ((f"── {self.heading(at)} ──", "", *self.page(at, PAGE_WIDTH)) for at in range(len(self.sheets)))
        return "\n\n".join(map("\n".join, parts))


def printout_of(army: Army, plan: ExportPlan, names: Mapping[str, str]) -> Printout:
    """Return what would be written of an army, pages laid out; raises a MusterError as writing does."""
    if plan.form == "pdf":
        enemy = open_army(plan.opponent) if plan.opponent else None
        return Printout.printed(*printed_pages(army, plan.options, enemy), names)
    if plan.form in SHEET_FORMS:
        title = "What is in it" if plan.form == "json" else "As it is written"
        return Printout.written(sheet_text(army, plan.options), title)
    title = "As it is written" if plan.form == "chat" else "What is in it, as a list"
    return Printout.written(list_text(army), title)


class TextPane(LinePane[str]):
    """A text to read, whose lines are broken to the width of the pane."""

    def __init__(self, *, id: str) -> None:
        super().__init__(_line, empty="Laying out …", id=id)
        self.text = ""

    def show_text(self, text: str, cursor: int | None = None) -> None:
        """Show a text; of the one before, the place in it is kept where none is given."""
        self.text = text
        self._break_lines()
        if cursor is not None:
            self.cursor = cursor

    def to_top(self, row: int) -> None:
        """Go to a row, and have it in the first line as far as enough follows on it."""
        self.cursor = row
        self.scroll_to(y=row, animate=False, immediate=True)

    @on(LinePane.Resized)
    def _break_lines(self) -> None:
        width = min(WIDEST, max(20, self.scrollable_content_region.width - 2))
        broken = (part for line in self.text.splitlines() for part in _wrapped(line, width))
        rows = [part.replace(NO_BREAK, " ") for part in broken]
        self.show(rows, min(self.cursor, max(0, len(rows) - 1)))


class PagesBeside(Horizontal):
    """The pages beside the form: one, or two where there is room."""

    PICTURES = (
        "Larger as pictures where the terminal can show them (kitty, iTerm, sixel); else this text. "
        "Same pages either way."
    )

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._printout: Printout | None = None
        self.at = 0
        """The page that is shown, the left one of two."""

    def compose(self) -> ComposeResult:
        """A frame for each page, the second only where there is room."""
        for name in ("page", "second"):
            with Vertical(id=f"{name}frame", classes="pane") as frame:
                frame.border_title = "Preview" if name == "page" else ""
                yield TextLines(id=f"{name}title")
                yield TextPane(id=name)
                yield TextLines(id=f"{name}foot")

    async def on_click(self, event: Click) -> None:
        """Turn the page by the arrows above it; show it larger by the other words there."""
        title = event.widget
        if not isinstance(title, TextLines) or title.id not in ("pagetitle", "secondtitle") or event.y:
            return
        if title.word_at(event.screen_offset) == turn_keys():
            before = set_cell_size(title.render_line(0).text, event.x + 1)
            self.leaf(-1 if before.rstrip().endswith(turn_keys().split(" ")[0]) else 1)
        else:
            await self.screen.run_action("preview")

    def on_resize(self) -> None:
        """Break the pages to the room there is."""
        self.call_after_refresh(self._show)

    @property
    def turns(self) -> bool:
        """Whether there is another page."""
        return self._printout is not None and len(self._printout.sheets) > self._beside

    @property
    def _beside(self) -> int:
        """How many pages are shown at once."""
        return 2 if self.screen.has_class("-two") else 1

    def tell(self, printout: Printout) -> None:
        """Show these pages; the number of the page is kept."""
        self._printout = printout
        self.at = min(self.at, max(0, len(printout.sheets) - 1))
        self._show()

    def leaf(self, by: int) -> None:
        """Turn the page, or both; nowhere beyond the first and the last."""
        pages = len(self._printout.sheets) if self._printout is not None else 0
        at = self.at + by * self._beside
        if 0 <= at < pages:
            self.at = at
            self._show(top=True)

    def _show(self, *, top: bool = False) -> None:
        printout = self._printout
        if printout is None:
            return
        for n, name in enumerate(("page", "second")):
            pane, title, foot = (self.query_one(f"#{name}{part}") for part in ("", "title", "foot"))
            at, width = self.at + n, pane.scrollable_content_region.width - 2
            if not (isinstance(pane, TextPane) and isinstance(title, TextLines) and isinstance(foot, TextLines)):
                continue
            if width <= 0:
                continue
            is_there = at < max(1, len(printout.sheets)) and (n == 0 or bool(printout.sheets))
            larger = f"{key_of('export.preview', 'z')} larger "
            keys = f"{turn_keys()}   {larger}" if self.turns else larger
            words = printout.heading(at) if is_there else ""
            fits = cell_len(words) + cell_len(keys) + 2 <= width + 2
            title.show(Line(((f" {words}", "title"),), ((keys if fits and n == 0 else "", "dim"),)), plain(""))
            pane.show_text("\n".join(printout.page(at, width)) if is_there else " ", 0 if top else None)
            about = textwrap.wrap(self.PICTURES, width) if printout.sheets and n == 0 and self.size.height > 20 else []
            lines = [plain(f" {'─' * width}", "dim"), *(plain(f" {part}", "dim") for part in about)] if about else []
            foot.styles.height = len(lines)
            foot.show(*lines)


def _wrapped(line: str, width: int) -> list[str]:
    """A line, or several where it is too long, each as far in as the first."""
    indent = line[: len(line) - len(line.lstrip())] + "  "
    if len(line) <= width or len(indent) > width // 2:
        return [line]
    return textwrap.wrap(line, width, subsequent_indent=indent, break_on_hyphens=False) or [line]


def _line(text: str, width: int) -> Line:
    return Line(((text, "text"),))
