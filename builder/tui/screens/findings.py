"""The findings of an army in one list, each with what mends it and what that costs; each leads to its place."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar
from weakref import WeakKeyDictionary

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Click
from textual.worker import Worker

from builder.errors import Finding, Severity
from builder.record import replace
from builder.services.editor import suggestions
from builder.services.editor.mend_candidates import Mend
from builder.services.editor.quick_fixes import mends, why_unmended
from builder.services.editor.suggestions import LEFT
from builder.services.editor.view import TreeRow
from builder.tui.actions import bindings_of
from builder.tui.screens.base import ActionScreen
from builder.tui.screens.edit_step import mended
from builder.tui.sentences import key_of, keyed
from builder.tui.widgets.editor_lines import tree_line
from builder.tui.widgets.finding_lines import (
    SHORT,
    SHOWN,
    TINY,
    About,
    Editor,
    FindingList,
    FindingRow,
    finding_rows,
    findings_of,
    first_to_see,
    framed,
    heading_rows,
    kind_keys,
    kind_named,
    listed,
    place_of,
    said_of,
    same_place,
    with_blanks,
)
from builder.tui.widgets.key_line import KeyLine
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import Horizontal, Line, TextLines, hint_at, plain
from builder.tui.widgets.totals_line import ROOMY, head_line, short_totals, totals_lines

if TYPE_CHECKING:
    from builder.services.editor.document import ArmyDocument
    from builder.services.editor.session import EditorSession

LOW = 20
"""Below this height there are no rules."""
LOOKED_AT = 20
"""Of so many findings the mends are looked for before the cursor stands on them."""

_LEFT_AT: WeakKeyDictionary[EditorSession, tuple[Finding | None, Sequence[Finding]]] = WeakKeyDictionary()
"""The finding on which the list of an army was left, and all that was found then."""


class FindingsScreen(ActionScreen):
    """Lists the findings with their mends."""

    scope = "findings"
    keys_in_line_from = 80
    CSS_PATH = "findings.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("findings")]

    def __init__(self, editor: Editor) -> None:
        super().__init__()
        self._editor = editor
        self._hidden: set[str] = set()
        self._mends: dict[Finding, tuple[Mend, ...]] = {}
        self._about: dict[Finding, About] = {}
        self._tried_on: ArmyDocument | None = None
        self._search: Worker[None] | None = None
        self._typed = 0
        self._mended: Finding | None = None
        self._landed: tuple[Finding | None, int] | None = None
        """The line of points that are left where the cursor came by itself: figures do nothing there."""
        self._page: Finding | None = None
        """The finding to stand on: the one of the page, at first an error that is new or where the list was left."""

    def compose(self) -> ComposeResult:
        """The list, with the army beside it where there is room."""
        yield TextLines(id="head")
        with Horizontal(id="both"):
            yield FindingList().add_class("pane")
            army = LinePane[TreeRow](self._army_line, marked=True, id="findingarmy")
            army.can_focus = False
            yield army.add_class("pane")
        yield TextLines(id="totals")
        yield KeyLine()

    def on_mount(self) -> None:
        """Show the findings."""
        self.query_one("#findings").focus()
        self.query_one("#findingarmy").border_title = "Army"
        if (session := self._editor.session) is not None:
            self._editor.settle()
            left, before = _LEFT_AT.get(session, (None, ()))
            self._page = first_to_see(findings_of(session.army), before, left)

    @property
    def _pane(self) -> FindingList:
        return self.query_one("#findings", FindingList)

    def on_resize(self) -> None:
        """Show the army beside its findings where there is room."""
        self.query_one("#findingarmy").display = self.app.size.width >= ROOMY

    @on(LinePane.Resized, "#findings")
    @on(LinePane.CursorMoved, "#findings")
    def _show(self) -> None:
        session = self._editor.session
        if session is None:
            return
        self._editor.settle()
        told = findings_of(session.army)
        pane = self._pane
        row, before = pane.row, pane.cursor
        self._landed = self._landed if row is not None and row.key == self._landed else None
        at = row.key if row is not None else (self._page, 0)
        pane.in_pages = self.size.width < TINY
        every = listed(told, self._hidden)
        if pane.in_pages:
            self._page = at[0] if at[0] in every else same_place(self._page, every) or next(iter(every), None)
        elif at[0] not in every:
            at = (same_place(at[0], every), 0)
        counts = suggestions.counted_kinds(told) or "none"
        if pane.in_pages and self._page in every:
            counts = f"{every.index(self._page) + 1} of {len(every)}"
        pane.border_title = framed("Findings", counts, pane.outer_size.width)
        pane.frame = pane
        pane.hint(kind_keys(told, self.size.width))
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
        totals, low = self._editor.view.totals, self.size.height < LOW
        # Where lines are few, the keys tell that a figure mends.
        words = plain(f" {said_of(listed(told, self._hidden), width)}", "dim")
        lines = [short_totals(totals)] if low else [totals_lines(totals, width)[0], words]
        self.query_one("#totals", TextLines).show(*lines)
        self.query_one("#totals").styles.height = len(lines)
        self._show_army(session)
        self._look_for_mends(session)
        self.refresh_bindings()

    def _show_army(self, session: EditorSession) -> None:
        """Show the army beside its findings, what the one under the cursor is about unfolded."""
        pane, finding = self.query_one("#findingarmy", LinePane), self.finding
        if not pane.display:
            return
        ids = session.rows_about(finding) if finding is not None else ()
        unit = finding.at.unit if finding is not None else None
        rows = [row for row in self._editor.view.rows if row.kind in SHORT or (row.unit and row.unit == unit)]
        place = next((n for id in ids for n, row in enumerate(rows) if row.id == id), None)
        pane.is_marked = place is not None
        pane.show(rows, place or 0)

    def _army_line(self, row: TreeRow, width: int) -> Line:
        """A line of the army; units of one name have the number here that findings call them by."""
        session, finding = self._editor.session, self.finding
        unit = finding.at.unit if finding is not None else None
        named = replace(row, name=session.name_of(row.id)) if session is not None and row.kind == "unit" else row
        return tree_line(named, row.kind == "unit" and row.id != unit, width)

    # -- lines ---------------------------------------------------------------------
    def _rows(self, session: EditorSession, width: int) -> Iterator[FindingRow]:
        """Yield all lines, those of each kind of findings under its heading; of one finding where it is a page."""
        parts: list[list[FindingRow]] = []
        rule, here = self.size.height >= LOW, self.finding
        for heading, _, found in suggestions.kinds_of(findings_of(session.army)):
            is_hidden = heading in self._hidden
            shown = [] if is_hidden else found
            if self._pane.in_pages:
                shown, here = [each for each in shown if each == self._page], self._page
                if not shown and not is_hidden:
                    continue
            kind = next(name for name, headings in SHOWN.items() if heading in headings)
            hidden = key_of(f"findings.{kind}") if is_hidden else ""
            parts.append([*heading_rows(heading, len(found), width, rule=rule, hidden=hidden)])
            for finding in shown:
                is_here = here in (finding, None)
                about = self._told(session, finding, here=is_here)
                parts.append([*finding_rows(finding, about, width, here=is_here, roomy=rule)])
        yield from with_blanks(parts, self._pane.size.height)

    def _told(self, session: EditorSession, finding: Finding, *, here: bool) -> About:
        """What stands beside and below a finding as things stand."""
        if finding not in self._about:
            self._about[finding] = place_of(session, self._editor.view, finding)
        about, found = self._about[finding], self._mends.get(finding)
        hint = ""
        if found is None and here and (finding.severity is not Severity.INFO or finding.code == LEFT):
            hint = f"Looking for what {'fits' if finding.code == LEFT else 'fixes it'} …"
        elif not found and here:
            why = why_unmended(self._tried_on, finding) if self._tried_on and finding.severity is Severity.ERROR else ""
            hint = f"{why} {keyed('{findings.go} goes to its place.') if about.placed else ''}".strip()
        return replace(about, hint=hint, mends=found)

    @property
    def finding(self) -> Finding | None:
        """The finding under the cursor."""
        row = self._pane.row
        return row.finding if row is not None else None

    @on(FindingList.Turned)
    def _turned(self, turned: FindingList.Turned) -> None:
        self._turn(turned.by)

    def _turn(self, by: int) -> None:
        """Show the next finding of all, or the one before."""
        session = self._editor.session
        every = listed(findings_of(session.army), self._hidden) if session is not None else []
        if every and self._page in every:
            self._page = every[(every.index(self._page) + by) % len(every)]
            self._pane.show((), 0)
            self._show()

    # -- mends ---------------------------------------------------------------------
    def _look_for_mends(self, session: EditorSession) -> None:
        """Look for mends on the army as it is now; those of what is under the cursor are found however late it came."""
        if self._tried_on is None:
            self._mends.clear()
            self._about.clear()
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

    @property
    def wanted(self) -> tuple[str, ...]:
        """What the line of keys names first."""
        return "findings.go", "findings.mend_1", "lines.up", "lines.down", "findings.next", "findings.copy"

    def why_not(self, name: str) -> str:
        """Return why there is nothing that the action could be done with."""
        if name in ("undo", "redo"):
            return "there is nothing to undo." if name == "undo" else "there is nothing to redo."
        return f"this has no fix number {_number(name)}." if self.finding is not None else "nothing is wrong."

    def label(self, name: str) -> str:
        """Return what Enter does on the line under the cursor."""
        row = self._pane.row
        if name == "mend_1":
            count = len(self._mends.get(self.finding, ())) if self.finding is not None and not self._landed else 0
            several = {2: "2 Fix"}.get(count, f"to {count} Fix" if count > 2 else "")
            return several if self.size.width >= TINY else ""
        if name != "go" or row is None or row.finding is None:
            return ""
        if row.finding.code == LEFT:
            return "Take" if row.number else "All that fits"
        return "Fix" if row.number else "" if row.placed else "To the army"

    @on(LinePane.Chosen, "#findings")
    def action_go(self) -> None:
        """Go to what the finding is about, or do the mend under the cursor."""
        row = self._pane.row
        if row is None or (finding := row.finding) is None:
            return
        if row.number:
            self._mend(row.number)
            return
        self.action_back()
        if finding.code == LEFT:
            self._editor.action_ask("fits")
        else:
            self._editor.board.go_to_finding(finding)

    def action_next(self) -> None:
        """Go to the next finding, after the last to the first."""
        pane = self._pane
        if pane.in_pages:
            self._turn(1)
            return
        if firsts := [place for place, row in enumerate(pane.rows) if row.stops and not row.number]:
            pane.cursor = next((place for place in firsts if place > pane.cursor), firsts[0])

    def action_mend(self, name: str) -> None:
        """Do the mend of that number, as soon as the mends are known."""
        if self._landed is None:
            self._mend(_number(name))
        else:
            self.notify(keyed("Nothing is left to fix: to spend the points left, move to a line, then {findings.go}."))

    def _mend(self, number: int) -> None:
        finding = self.finding
        if finding is None:
            return
        self._typed = 0 if finding in self._mends else number
        if finding not in self._mends:
            return
        if number <= len(self._mends[finding]):
            self._editor.do(mended(self._mends[finding][number - 1]))
            self._mended = finding
            self._begin_anew()
            if (row := self._pane.row) is not None and row.finding and row.finding.code == LEFT != finding.code:
                self._landed = row.key

    def _begin_anew(self) -> None:
        """The army is another one now."""
        self._tried_on = None
        self._show()

    def action_filter(self, name: str) -> None:
        """Show or hide findings of some kinds."""
        self._hidden ^= {*SHOWN[name]}
        self._show()

    def on_click(self, event: Click) -> None:
        """Show or hide what the key in the frame that is clicked does."""
        if event.widget is self._pane and (name := kind_named(hint_at(self._pane, event))):
            self.action_filter(name)

    def action_undo(self, name: str = "undo") -> None:
        """Take back the last change, or do it again; the cursor goes back to what that had mended."""
        self._editor.action_undo(name)
        self._begin_anew()
        rows, wanted = enumerate(self._pane.rows), self._mended
        place = next((place for place, row in rows if row.stops and row.finding == wanted), None)
        if wanted is not None and place is not None:
            self._pane.cursor = place

    def action_print(self) -> None:
        """Print or share the army as it is now."""
        self._editor.action_share("print")

    def action_copy(self) -> None:
        """Copy all findings as text."""
        if (session := self._editor.session) is not None:
            said = (f"{found.severity}: {found.message}" for found in session.army.findings)
            self.app.copy_to_clipboard("\n".join(said))
            self.notify("The findings are in the clipboard, if your terminal allows it.")

    def action_back(self) -> None:
        """Go back to the army."""
        self._tried_on = None
        if (session := self._editor.session) is not None:
            _LEFT_AT[session] = self.finding, findings_of(session.army)
        self.dismiss()


def _number(name: str) -> int:
    """Return which mend an action does."""
    return int(name.removeprefix("mend_"))
