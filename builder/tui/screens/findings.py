"""The findings of an army: each leads to its place and offers what mends it."""

from __future__ import annotations

import asyncio
import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Protocol

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType

from builder.errors import Finding, Severity
from builder.services.editor.quick_fixes import Mend, mends
from builder.services.editor.view import EditorView, place_of
from builder.tui.actions import bindings_of
from builder.tui.screens.base import ActionScreen
from builder.tui.screens.editor_steps import EditStep
from builder.tui.widgets.editor_lines import head_line
from builder.tui.widgets.key_line import KeyLine
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import SIGNS, Line, TextLines, plain
from builder.tui.widgets.plain_text import Horizontal

if TYPE_CHECKING:
    from builder.services.editor.document import ArmyDocument
    from builder.services.editor.session import EditorSession

SHOWN = {"errors": Severity.ERROR, "warnings": Severity.WARNING, "notes": Severity.INFO}


@dataclass(frozen=True, slots=True)
class FindingRow:
    """A line of a finding; only its first can be stood on."""

    finding: Finding
    text: str
    first: bool


class Editor(Protocol):
    """The editor below: what it shows, and what can be done there."""

    @property
    def session(self) -> EditorSession | None:
        """The army; None until it is open."""

    @property
    def view(self) -> EditorView:
        """The army as it is shown."""

    def settle(self) -> None:
        """Show all that the last change has come to."""

    def do(self, step: EditStep | None) -> None:
        """Do operations as one step."""

    def allows(self, name: str) -> bool:
        """Whether an action of the editor is possible."""

    def action_undo(self) -> None:
        """Take back the last change."""

    def action_share(self, name: str) -> None:
        """Print or share the army."""


class FindingsScreen(ActionScreen):
    """Lists the findings; its answer is the id of the element to go to."""

    scope = "findings"
    CSS_PATH = "findings.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("findings")]

    def __init__(self, editor: Editor) -> None:
        super().__init__()
        self._editor = editor
        self._hidden: set[Severity] = set()
        self._mends: tuple[Mend, ...] | None = None
        self._of: Finding | None = None
        self._typed = 0

    def compose(self) -> ComposeResult:
        """The list, and what mends the finding under the cursor."""
        yield TextLines(id="head")
        with Horizontal(id="panes"):
            listed = LinePane[FindingRow](_line, stops=lambda row: row.first, empty="Checking …", id="findings")
            listed.border_title = "Findings"
            yield listed.add_class("pane")
            mending = LinePane[Line](lambda line, width: line, stops=lambda line: False, id="mends")
            mending.border_title = "How to mend it"
            mending.can_focus = False
            yield mending.add_class("pane")
        yield TextLines(id="totals")
        yield KeyLine()

    def on_mount(self) -> None:
        """Show the findings."""
        self.query_one("#findings").focus()

    @on(LinePane.Resized)
    def _show(self) -> None:
        session = self._editor.session
        if session is None:
            return
        self._editor.settle()
        pane = self.query_one("#findings", LinePane)
        width = max(20, pane.size.width - 6)
        order = list(Severity)
        told = sorted(session.army.findings, key=lambda finding: order.index(finding.severity))
        rows = [
            FindingRow(finding, text, place == 0)
            for finding in told
            if finding.severity not in self._hidden
            for place, text in enumerate(textwrap.wrap(finding.message, width) or [""])
        ]
        shown = " ".join(f"[{' ' if kind in self._hidden else 'x'}] {word}" for word, kind in SHOWN.items())
        pane.border_subtitle = shown
        pane.say("Nothing of what is shown is wrong." if told else "Nothing is wrong.")
        pane.show(rows)
        self.query_one("#head", TextLines).show(head_line(self._editor.view, "Findings", self.size.width))
        words = "The army can be saved, printed and played with its findings."
        self.query_one("#totals", TextLines).show(plain(f" {words}", "dim"))
        self._show_mends()

    @property
    def finding(self) -> Finding | None:
        """The finding under the cursor."""
        row = self.query_one("#findings", LinePane).row
        return row.finding if isinstance(row, FindingRow) else None

    @on(LinePane.CursorMoved, "#findings")
    def _show_mends(self) -> None:
        pane, finding, session = self.query_one("#mends", LinePane), self.finding, self._editor.session
        if finding is None or session is None:
            self._mends, self._of, self._typed = None, None, 0
            pane.show([])
            self.refresh_bindings()
            return
        if finding != self._of:
            self._typed = 0
        if finding is not self._of:
            self._mends, self._of = None, finding
            self._find_mends(session.session.apart(), finding)
        width = max(20, pane.size.width - 2)
        about = ", ".join(filter(None, (session.name_of(place_of(finding)) or "the army", finding.code, finding.rule)))
        said = [plain(text, finding.severity) for text in textwrap.wrap(finding.message, width)]
        said += [plain(about, "dim"), Line(())]
        found = [Line(((f"{n} ", "focus"), (mend.words, "text"))) for n, mend in enumerate(self._mends or (), 1)]
        if not found:
            words = "Looking for what mends it …" if self._mends is None else "Enter goes to its place."
            found.append(plain(words, "dim"))
        # What it is about stands in the list too, and the pane cannot be scrolled: the mends go first.
        pane.show([*said, *found] if len(said) + len(found) <= pane.size.height else found)
        self.refresh_bindings()

    @work(exclusive=True, group="mends")
    async def _find_mends(self, session: ArmyDocument, finding: Finding) -> None:
        """Find what mends a finding beside the screen, as long as the cursor stands on it."""
        found = await self.unless_left(asyncio.to_thread(mends, session, finding, lambda: self._of is finding))
        if self._of is finding:
            self._mends = found
            self._show_mends()
            if self._typed:
                self._mend(self._typed)

    @property
    def is_behind(self) -> bool:
        """Whether a mend was chosen that is still looked for."""
        return bool(self._typed)

    def allows(self, name: str) -> bool:
        """Whether there is anything that the action could be done with; a mend can be chosen before it is found."""
        if name.startswith("mend_"):
            looking = self.finding is not None and self._mends is None
            return looking or _number(name) <= len(self._mends or ())
        if name == "undo":
            return self._editor.allows(name)
        return self.finding is not None or name in ("back", "errors", "warnings", "notes", "print")

    @on(LinePane.Chosen, "#findings")
    def action_go(self) -> None:
        """Go to what the finding is about."""
        if self.finding is not None:
            self._leave(place_of(self.finding))

    def action_mend(self, name: str) -> None:
        """Do the mend of that number, as soon as the mends are known."""
        self._mend(_number(name))

    def _mend(self, number: int) -> None:
        if self._mends is None:
            self._typed = number
            return
        self._typed = 0
        if number <= len(self._mends):
            self._editor.do(EditStep(self._mends[number - 1].operations))
            self._of = None
            self._show()

    def action_filter(self, name: str) -> None:
        """Show or hide findings of a severity."""
        self._hidden ^= {SHOWN[name]}
        self._show()

    def action_undo(self) -> None:
        """Take back the last change."""
        self._editor.action_undo()
        self._of = None
        self._show()

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
        self._leave(None)

    def _leave(self, id: str | None) -> None:
        self._of = None
        self.dismiss(id)


def _number(name: str) -> int:
    """Which mend an action does."""
    return int(name.removeprefix("mend_"))


def _line(row: FindingRow, width: int) -> Line:
    sign = SIGNS[row.finding.severity] if row.first else ""
    return Line(((f"{sign:<4} ", row.finding.severity), (row.text, "text")))
