"""The findings of an army in one list, each with what mends it and what that costs; each leads to its place."""

from __future__ import annotations

import asyncio
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Protocol

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Click
from textual.worker import Worker

from builder.errors import Finding, Severity
from builder.scalars import number
from builder.services.editor import suggestions
from builder.services.editor.mend_candidates import Mend
from builder.services.editor.quick_fixes import mends, why_unmended
from builder.services.editor.suggestions import LEFT
from builder.services.editor.view import EditorView, is_unmade
from builder.tui.actions import bindings_of
from builder.tui.screens.base import ActionScreen
from builder.tui.screens.editor_steps import EditStep, mended
from builder.tui.widgets.key_line import KeyLine
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import SIGNS, Line, TextLines, hint_at, plain
from builder.tui.widgets.totals_line import head_line, short_totals, totals_lines

if TYPE_CHECKING:
    from builder.services.editor.document import ArmyDocument
    from builder.services.editor.session import EditorSession
    from builder.tui.screens.editor_panes import EditorBoard

SHOWN = {"errors": Severity.ERROR, "warnings": Severity.WARNING, "notes": Severity.INFO}
WIDE = 100
"""From this width on, what a finding is about stands beside it."""
LOW = 20
"""Below this height there are no rules."""
ARMY = "army"
"""Where a finding is that is about no part of the army."""
LOOKED_AT = 20
"""Of so many findings the mends are looked for before the cursor stands on them."""
MANY = 4
"""More ways than these to choose something are a line, until the cursor is on what is to be chosen."""


@dataclass(frozen=True, slots=True)
class FindingRow:
    """A line of the list: of a finding, or of its mend of a `number`; the cursor stands on the first line of each.

    It is `placed` where the finding is about something that the army shows, and not about the army as a whole.
    """

    line: Line
    finding: Finding | None = None
    number: int = 0
    stops: bool = False
    placed: bool = False

    @property
    def key(self) -> tuple[Finding | None, int]:
        """What it is known by when the lines around it change."""
        return self.finding, self.number


class Editor(Protocol):
    """The editor below: what it shows, and what can be done there."""

    @property
    def session(self) -> EditorSession | None:
        """The army; None until it is open."""

    @property
    def view(self) -> EditorView:
        """The army as it is shown."""

    @property
    def board(self) -> EditorBoard:
        """The panes that show it."""

    def settle(self) -> None:
        """Show all that the last change has come to."""

    def do(self, step: EditStep | None) -> None:
        """Do operations as one step."""

    def allows(self, name: str) -> bool:
        """Whether an action of the editor is possible."""

    def action_undo(self, name: str = "undo") -> None:
        """Take back the last change, or do again what was undone."""

    def action_ask(self, name: str) -> object:
        """Ask what an action needs to know, and do what the player wants."""

    def action_share(self, name: str) -> None:
        """Print or share the army."""


class FindingsScreen(ActionScreen):
    """Lists the findings with their mends."""

    scope = "findings"
    CSS_PATH = "findings.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("findings")]

    def __init__(self, editor: Editor) -> None:
        super().__init__()
        self._editor = editor
        self._hidden: set[Severity] = set()
        self._mends: dict[Finding, tuple[Mend, ...]] = {}
        self._tried_on: ArmyDocument | None = None
        self._search: Worker[None] | None = None
        self._typed = 0
        self._mended: Finding | None = None

    def compose(self) -> ComposeResult:
        """The list."""
        yield TextLines(id="head")
        listed = LinePane[FindingRow](
            lambda row, width: row.line, stops=lambda row: row.stops, empty="Checking …", id="findings"
        )
        yield listed.add_class("pane")
        yield TextLines(id="totals")
        yield KeyLine()

    def on_mount(self) -> None:
        """Show the findings."""
        self.query_one("#findings").focus()

    @property
    def _pane(self) -> LinePane[FindingRow]:
        return self.query_one("#findings", LinePane)

    @on(LinePane.Resized)
    def _show(self) -> None:
        session = self._editor.session
        if session is None:
            return
        self._editor.settle()
        told = self._findings(session)
        pane = self._pane
        at = pane.row.key if pane.row is not None else None
        before = pane.cursor
        pane.border_title = f"Findings: {suggestions.counted_kinds(told) or 'none'}"
        pane.frame = pane
        pane.hint(" ".join(f"[{' ' if kind in self._hidden else 'x'}] {word}" for word, kind in SHOWN.items()))
        pane.say("Nothing of what is shown is wrong." if told else "Nothing is wrong.")
        rows = tuple(self._rows(session, max(30, pane.size.width - 2)))
        stops = [place for place, row in enumerate(rows) if row.stops]
        heads = [place for place in stops if not rows[place].number]
        gone = max((place for place in heads if place <= before), default=None)
        pane.show(rows, next((place for place in stops if rows[place].key == at), gone))
        if pane.cursor in heads:
            pane.keep_below(sum(row.finding == self.finding for row in rows[pane.cursor + 1 :] if row.finding))
        width = self.size.width
        self.query_one("#head", TextLines).show(head_line(self._editor.view, "Findings", width))
        grave = any(each.severity is not Severity.INFO or each.code == LEFT for each in told)
        words = "A figure does a mend of the finding under the cursor, u takes it back." if grave else ""
        words += " The army prints as it is." if width >= WIDE else ""
        totals, low = self._editor.view.totals, self.size.height < LOW
        # Where lines are few, the keys tell that a figure mends.
        lines = [short_totals(totals)] if low else [totals_lines(totals, width)[0], plain(f" {words}", "dim")]
        self.query_one("#totals", TextLines).show(*lines)
        self.query_one("#totals").styles.height = len(lines)
        self._look_for_mends(session)
        self.refresh_bindings()

    def _findings(self, session: EditorSession) -> Sequence[Finding]:
        """What the check finds, and that points are left, with what they buy."""
        left = suggestions.left_over(session.army)
        return (*session.army.findings, left) if left is not None else session.army.findings

    # -- lines ---------------------------------------------------------------------
    def _rows(self, session: EditorSession, width: int) -> Iterator[FindingRow]:
        """Yield all lines, those of each kind of findings under its heading."""
        names = {row.id: row.name for row in self._editor.view.rows}
        for heading, severity, found in suggestions.kinds_of(self._findings(session)):
            if severity in self._hidden:
                continue
            yield FindingRow(Line(((heading, "slot"),), ((f"{len(found)} ", "dim"),)))
            if self.size.height >= LOW:
                yield FindingRow(plain("─" * width, "dim"))
            for finding in found:
                at = next((id for id in session.rows_about(finding) if id in names), "")
                where = session.name_of(at) or names.get(at, ARMY)
                yield from self._told(finding, where, width, placed=bool(at))
            yield FindingRow(Line(()))

    def _told(self, finding: Finding, where: str, width: int, *, placed: bool) -> Iterator[FindingRow]:
        """Yield the lines of a finding and of its mends."""
        look = "warning" if is_unmade(finding) else str(finding.severity)
        sign = SIGNS[look]
        rule = f" ({finding.rule})" if finding.rule else ""
        beside = width >= WIDE
        room = width - 5 - (len(where) + 2 if beside else 0)
        for place, text in enumerate(textwrap.wrap(finding.message + rule, max(20, room)) or [""]):
            left = ((f"{sign if place == 0 else '':<4} ", look), (text, "text"))
            right = ((f"{where} ", "dim"),) if beside and place == 0 else ()
            yield FindingRow(Line(left, right), finding, stops=place == 0, placed=placed)
        if not beside and (placed or self.size.height >= LOW):
            yield FindingRow(plain(f"     {where}", "dim"), finding)
        here = self.finding in (finding, None)
        found = self._mends.get(finding)
        if found is None and here and (finding.severity is not Severity.INFO or finding.code == LEFT):
            what = "fits" if finding.code == LEFT else "mends it"
            yield FindingRow(plain(f"     Looking for what {what} …", "dim"), finding)
        elif not found and here:
            why = why_unmended(self._tried_on, finding) if self._tried_on and finding.severity is Severity.ERROR else ""
            goes = "Enter goes to its place." if placed else ""
            for text in textwrap.wrap(" ".join(filter(None, (why, goes))), max(20, width - 5)):
                yield FindingRow(plain(f"     {text}", "dim"), finding)
        prices = [mend.price for mend in found or ()]
        if is_unmade(finding) and not here and len(prices) > MANY:
            ways = " to ".join(dict.fromkeys(map(_signed, (min(prices), max(prices)))))
            each = "each " if min(prices) == max(prices) else ""
            line = ("     · ", "dim"), (f"{len(prices)} mends, {each}{ways}, when the cursor is here", "dim")
            yield FindingRow(Line(line), finding)
            return
        for count, mend in enumerate(found or (), 1):
            price = _signed(mend.price)
            lines = textwrap.wrap(mend.words, max(20, width - 10 - len(price))) or [""]
            for place, text in enumerate(lines):
                mark = f"{count if here else '·'}" if place == 0 else " "
                left = ((f"     {mark} ", "focus" if here else "dim"), (text, "text" if here else "dim"))
                right = ((f" {price} ", "points"),) if place == 0 else ()
                yield FindingRow(Line(left, right), finding, count, stops=place == 0)

    @property
    def finding(self) -> Finding | None:
        """The finding under the cursor."""
        row = self._pane.row
        return row.finding if row is not None else None

    @on(LinePane.CursorMoved, "#findings")
    def _moved(self) -> None:
        self._show()

    # -- mends ---------------------------------------------------------------------
    def _look_for_mends(self, session: EditorSession) -> None:
        """Look for mends on the army as it is now; those of what is under the cursor are found however late it came."""
        if self._tried_on is None:
            self._mends.clear()
            self._tried_on, self._search = session.session.apart(), None
        if (self._search is None or self._search.is_finished) and self._next(self._tried_on) is not None:
            self._search = self._find_mends(self._tried_on)

    @work(exclusive=True, group="mends")
    async def _find_mends(self, army: ArmyDocument) -> None:
        """Find what mends each finding beside the screen, as long as the army is as it was."""
        while self._tried_on is army and (finding := self._next(army)) is not None:
            wanted = partial(self._is_wanted, army, finding)
            find = suggestions.fitting if finding.code == LEFT else mends
            found = await self.unless_left(asyncio.to_thread(find, army, finding, wanted))
            if self._is_wanted(army, finding):
                self._mends[finding] = found
                self._show()
                if self._typed and finding == self.finding:
                    self._mend(self._typed)

    def _next(self, army: ArmyDocument) -> Finding | None:
        """The finding whose mends are looked for next."""
        at = self.finding
        if at is not None and at not in self._mends:
            return at
        grave = [each for each in army.army.findings if each.severity is not Severity.INFO][:LOOKED_AT]
        left = suggestions.left_over(army.army)
        return next((each for each in (*grave, left) if each is not None and each not in self._mends), None)

    def _is_wanted(self, army: ArmyDocument, finding: Finding) -> bool:
        """Whether the mends of a finding are still of use, and no others are wanted sooner."""
        at = self.finding
        return self._tried_on is army and (at in (finding, None) or at in self._mends)

    @property
    def is_behind(self) -> bool:
        """Whether a mend was chosen that is still looked for."""
        return bool(self._typed)

    def allows(self, name: str) -> bool:
        """Whether there is anything that the action could be done with; a mend can be chosen before it is found."""
        finding = self.finding
        if name.startswith("mend_"):
            return finding is not None and (finding not in self._mends or _number(name) <= len(self._mends[finding]))
        if name in ("undo", "redo"):
            return self._editor.allows(name)
        return finding is not None or name in ("back", "errors", "warnings", "notes", "print")

    def why_not(self, name: str) -> str:
        """Return why there is nothing that the action could be done with."""
        if name in ("undo", "redo"):
            return "nothing was changed yet." if name == "undo" else "nothing was undone."
        return f"this has no mend number {_number(name)}." if self.finding is not None else "nothing is wrong."

    def label(self, name: str) -> str:
        """Return what Enter does on the line under the cursor."""
        row = self._pane.row
        if name != "go" or row is None or row.finding is None:
            return ""
        if row.finding.code == LEFT:
            return "Take" if row.number else "All that fits"
        return "Mend" if row.number else "" if row.placed else "To the army"

    @on(LinePane.Chosen, "#findings")
    def action_go(self) -> None:
        """Go to what the finding is about, or do the mend under the cursor."""
        row = self._pane.row
        if row is None or row.finding is None:
            return
        if row.number:
            self._mend(row.number)
            return
        finding = row.finding
        self.action_back()
        if finding.code == LEFT:
            self._editor.action_ask("fits")
        else:
            self._editor.board.go_to_finding(finding)

    def action_next(self) -> None:
        """Go to the next finding, after the last to the first."""
        pane = self._pane
        firsts = [place for place, row in enumerate(pane.rows) if row.stops and not row.number]
        if firsts:
            pane.cursor = next((place for place in firsts if place > pane.cursor), firsts[0])

    def action_mend(self, name: str) -> None:
        """Do the mend of that number, as soon as the mends are known."""
        self._mend(_number(name))

    def _mend(self, number: int) -> None:
        finding = self.finding
        if finding is None:
            return
        if finding not in self._mends:
            self._typed = number
            return
        self._typed = 0
        if number <= len(self._mends[finding]):
            self._editor.do(mended(self, self._mends[finding][number - 1]))
            self._mended = finding
            self._begin_anew()

    def _begin_anew(self) -> None:
        """The army is another one now."""
        self._tried_on = None
        self._show()

    def action_filter(self, name: str) -> None:
        """Show or hide findings of a severity."""
        self._hidden ^= {SHOWN[name]}
        self._show()

    def on_click(self, event: Click) -> None:
        """Show or hide what the box in the frame that is clicked stands for."""
        words = hint_at(self._pane, event) if event.widget is self._pane else ""
        if (name := words[4:]) in SHOWN:
            self.action_filter(name)

    def action_undo(self, name: str = "undo") -> None:
        """Take back the last change, or do it again; the cursor goes back to what that had mended."""
        self._editor.action_undo(name)
        self._begin_anew()
        rows, wanted = self._pane.rows, self._mended
        place = next((place for place, row in enumerate(rows) if row.stops and row.finding == wanted), None)
        if wanted is not None and place is not None:
            self._pane.cursor = place

    def action_print(self) -> None:
        """Print or share the army as it is now."""
        self._editor.action_share("print")

    def action_copy(self) -> None:
        """Copy all findings as text."""
        session = self._editor.session
        if session is not None:
            self.app.copy_to_clipboard(
                "\n".join(f"{found.severity}: {found.message}" for found in session.army.findings)
            )
            self.notify("Copied.")

    def action_back(self) -> None:
        """Go back to the army."""
        self._tried_on = None
        self.dismiss()


def _signed(price: Decimal) -> str:
    """Return what a mend adds to the points, or takes from them."""
    return f"{'+' if price >= 0 else '−'}{number(abs(price))}"


def _number(name: str) -> int:
    """Return which mend an action does."""
    return int(name.removeprefix("mend_"))
