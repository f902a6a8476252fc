"""The lines of findings with what mends them, and of messages; a frame with words at its right."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Protocol

from rich.cells import cell_len
from textual.content import Content

from builder.errors import Finding, Severity, is_unmade, look_of
from builder.record import Record
from builder.scalars import signed
from builder.services.army.opening import Army
from builder.services.editor.finding_places import group_about
from builder.services.editor.mend_candidates import Mend
from builder.services.editor.operations import Limit
from builder.services.editor.suggestions import LEFT, kinds_of, left_over
from builder.services.editor.view import EditorView
from builder.text import without_colon
from builder.tui.sentences import key_of, keyed
from builder.tui.widgets.line_pane import LinePane, PaneMessage
from builder.tui.widgets.lines import SIGNS, Line, parted, plain, width_of

if TYPE_CHECKING:
    from builder.services.editor.session import EditorSession
    from builder.tui.screens.edit_step import EditStep
    from builder.tui.screens.editor_panes import EditorBoard

SHOWN = {
    "errors": ("Errors",),
    "warnings": ("Open choices", "Warnings"),
    "notes": ("Notes", "Points left"),
}
"""The headings of what a key shows or hides."""
TINY = 48
"""Below this width each finding is a page of its own."""
WHOLE = 120
"""From this width on there is room for all words."""
MANY = 4
"""More mends than these are not all shown until the cursor is on their finding."""
FIRST = 3
"""So many of them are."""
WIDE = 100
"""From this width on, where a finding is stands beside it."""
LEAST = 20
"""A text has at least so many cells, whatever stands beside it."""
BEFORE_NUMBER, BEFORE_TEXT = 5, 8
"""Cells before the number of a mend, and before its words."""
AROUND_TITLE = 6
"""Cells of the upper border of a frame beside its title."""


class Editor(Protocol):
    """The editor below a list of what is told: what it shows, and what can be done there."""

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


def framed(left: str, right: str, width: int, *, in_use: bool = True) -> Content:
    """The title of a frame of this width, with words at its right where there is room for both."""
    fill = width - AROUND_TITLE - cell_len(left) - cell_len(right) - 2
    if not right or fill < 1:
        return Content(left)
    sign, look = ("━", "not bold $muster-focus") if in_use else ("─", "$muster-frame")
    return Content.assemble(left, " ", (sign * fill, look), " ", (right, "not bold"))


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


class FindingList(LinePane[FindingRow]):
    """The findings, or one of them: beyond its last line is the next one then."""

    class Turned(PaneMessage):
        """The player goes on to the next finding, or back to the one before."""

        def __init__(self, pane: LinePane[FindingRow], by: int) -> None:
            super().__init__(pane)
            self.by = by

    in_pages = False
    """Whether it shows one finding."""

    def __init__(self) -> None:
        super().__init__(lambda row, width: row.line, stops=lambda row: row.stops, empty="Checking …", id="findings")

    def action_up(self) -> None:
        """Go up; above the first line is the finding before."""
        self._step(-1, super().action_up)

    def action_down(self) -> None:
        """Go down; below the last line is the next finding."""
        self._step(1, super().action_down)

    def action_page_up(self) -> None:
        """Go up by what is in view, or to the finding before."""
        self._step(-1, super().action_page_up)

    def action_page_down(self) -> None:
        """Go down by what is in view, or to the next finding."""
        self._step(1, super().action_page_down)

    def _step(self, by: int, otherwise: Callable[[], None]) -> None:
        before, top = self.cursor, self.scroll_offset.y
        otherwise()
        if self.in_pages and (self.cursor, self.scroll_offset.y) == (before, top):
            self.post_message(self.Turned(self, by))


class About(Record, frozen=True):
    """What is known of a finding beside its sentence.

    Args:
        where: the part of the army that it is about, with the group of choices or the marks there.
        placed: whether the army shows that.
        offers: what can be chosen there, in a few words.
        hint: what is said in the place of mends.
        mends: what mends it; None while that is looked for.
    """

    where: str
    placed: bool = False
    offers: str = ""
    hint: str = ""
    mends: tuple[Mend, ...] | None = None


def heading_rows(heading: str, count: int, width: int, *, rule: bool, hidden: str = "") -> Iterator[FindingRow]:
    """Yield the heading of a kind of findings with how many there are, and which key shows them if they are hidden."""
    words = f"hidden, {hidden} shows them" if hidden else ""
    yield FindingRow(Line(((heading, "slot"), (f"  {words}", "dim")), ((f"{count} ", "dim"),)))
    if rule:
        yield FindingRow(plain("─" * width, "dim"))


def finding_rows(finding: Finding, about: About, width: int, *, here: bool, roomy: bool) -> Iterator[FindingRow]:
    """Yield the lines of a finding and of its mends, which have figures where the cursor is `here`.

    Where it is stands beside it, or below where it is narrow; of the army as a whole that is told where it is `roomy`.
    """
    look = look_of(finding)
    beside = width >= WIDE
    room = width - 5 - (cell_len(about.where) + 2 if beside else 0)
    said = f"{finding.message} ({finding.rule})" if finding.rule else finding.sentence
    for place, text in enumerate(_wrapped(said, room)):
        left = ((f"{SIGNS[look] if place == 0 else '':<4} ", look), (text, "text"))
        right = ((f"{about.where} ", "dim"),) if beside and place == 0 else ()
        yield FindingRow(Line(left, right), finding, stops=place == 0, placed=about.placed)
    if not beside and (about.placed or roomy):
        yield from (FindingRow(plain(f"     {text}", "dim"), finding) for text in _wrapped(about.where, width - 5))
    for text in _wrapped(about.hint, width - 5) if about.hint else ():
        yield FindingRow(plain(f"     {text}", "dim"), finding)
    found = about.mends or ()
    if is_unmade(finding) and not here and len(found) > MANY:
        whole = [mend for mend in found if mend.makes_whole]
        for mend in whole:
            yield from _mend_rows(finding, mend, 0, width)
        if not whole:
            words = keyed("{findings.go} goes to the group: {}", about.offers)
            yield FindingRow(_mend_line("·", words, "", "dim"), finding)
        return
    shown = found if here or len(found) <= MANY else found[:FIRST]
    for count, mend in enumerate(shown, 1):
        yield from _mend_rows(finding, mend, count if here else -count, width)
    if shown != found:
        yield FindingRow(_mend_line("·", f"{len(found) - FIRST} more, when the cursor is here", "", "dim"), finding)


def _mend_rows(finding: Finding, mend: Mend, count: int, width: int) -> Iterator[FindingRow]:
    """Yield the lines of a mend; below zero is one without its figure, and on none of zero the cursor stands."""
    sets_limit = any(isinstance(each, Limit) for each in mend.operations)
    price = signed(mend.price, "" if sets_limit else "+0")
    look = "text" if count > 0 else "dim"
    for place, text in enumerate(_wrapped(mend.words, width - BEFORE_TEXT - cell_len(price) - 2)):
        mark = (f"{count}" if count > 0 else "·") if place == 0 else " "
        line = _mend_line(mark, text, price if place == 0 else "", look)
        yield FindingRow(line, finding, abs(count), stops=place == 0 and count != 0)


def _mend_line(mark: str, text: str, price: str, look: str) -> Line:
    before = f"{'':{BEFORE_NUMBER}}{mark}".ljust(BEFORE_TEXT)
    return Line(((before, "focus" if look == "text" else "dim"), (text, look)), ((f" {price} ", "price"),))


def with_blanks(parts: Sequence[Sequence[FindingRow]], height: int) -> Iterator[FindingRow]:
    """Yield findings one below the other, with a blank line between them where all have room.

    What begins without a finding is a heading, before which there always is one.
    """
    lines = sum(map(len, parts))
    heads = sum(part[0].finding is None for part in parts)
    apart = lines + len(parts) <= height
    for place, part in enumerate(parts):
        is_head = part[0].finding is None
        after_head = place > 0 and parts[place - 1][0].finding is None and not is_head
        if place and not after_head and (is_head or apart) and (apart or lines + heads <= height or is_head):
            yield FindingRow(Line(()))
        yield from part


ARMY = "army"
"""Where a finding is that is about no part of the army."""


def place_of(session: EditorSession, view: EditorView, finding: Finding) -> About:
    """Where a finding is, and what can be chosen there."""
    names = {row.id: row.name for row in view.rows}
    at = next((id for id in session.rows_about(finding) if id in names), "")
    choices = group_about(session.session, finding) if finding.at.selection else ()
    groups = list(dict.fromkeys(choice.group for choice in choices))
    marked = session.session.state.roster.selection(finding.at.unit or "")
    kinds = {mark.kind for mark in marked.marks} if marked is not None else set()
    is_marked = bool(kinds) and finding.code.rpartition(".")[2] in (*kinds, "capacity")
    where = session.name_of(at) or without_colon(names.get(at, ARMY))
    owner, _, title = groups[0].rpartition(" · ") if len(groups) == 1 else ("", "", "")
    within = f"{owner} · {title}" if owner and not where.startswith(f"{owner} of ") else title
    group = f" > {within}" if within and within != where else " > Marks" if is_marked else ""
    offers = offered(choice.price for choice in choices if not (choice.reason or choice.number))
    return About(f"{where}{group}", bool(at), offers)


def offered(prices: Iterable[Decimal]) -> str:
    """What can be chosen, from what each of it costs: `10 to choose from, each +0`."""
    found = list(prices)
    if not found:
        return "nothing to choose from as things stand"
    ways = " to ".join(dict.fromkeys(signed(each, "+0") for each in (min(found), max(found))))
    return f"{len(found)} to choose from, {'each ' if min(found) == max(found) else ''}{ways}"


def _wrapped(text: str, room: int) -> Sequence[str]:
    return textwrap.wrap(text, max(LEAST, room)) or [""]


def same_place(finding: Finding | None, every: Sequence[Finding]) -> Finding | None:
    """The finding of the same kind at the same place, whatever its numbers are now."""
    key = (finding.code, finding.at) if finding is not None else None
    return next((each for each in every if (each.code, each.at) == key), None)


def first_to_see(told: Sequence[Finding], before: Sequence[Finding], left: Finding | None) -> Finding | None:
    """The first error at a place that had none of the kind before; where only notes were read, any open choice such."""
    kinds = ("Errors",) if left is not None and left.severity is not Severity.INFO else ("Errors", "Open choices")
    found = (each for heading, _, those in kinds_of(told) if heading in kinds for each in those)
    return next((each for each in found if same_place(each, before) is None), left)


def said_of(told: Sequence[Finding], width: int) -> str:
    """What figures do, where anything can be mended."""
    grave = any(each.severity is not Severity.INFO or each.code == LEFT for each in told)
    prints = "The army prints as it is." if width >= WIDE else ""
    if not grave:
        return prints
    if width < WHOLE:
        words = "A digit applies a fix of the finding under the cursor, {findings.undo} takes it back. {}"
        brief = keyed("A digit applies a fix, {findings.undo} takes it back.")
        return said if len(said := keyed(words, prints).strip()) < width else brief
    words = "The line under the cursor numbers its fixes: a digit applies one, {findings.undo} takes it back. {}"
    return keyed(words, prints)


def kind_keys(told: Sequence[Finding], width: int) -> str:
    """Which keys show and hide what, for the lower border of a frame."""
    errors, warnings, notes = (key_of(f"findings.{name}") for name in SHOWN)
    if width < TINY:
        return f"{errors} {warnings} {notes} show or hide"
    there = {heading for heading, _, _ in kinds_of(told)}
    second = "warnings" if "Warnings" in there and "Open choices" not in there else "open choices"
    return f"{errors} errors  {warnings} {second}  {notes} notes: shown or hidden"


def kind_named(hint: str) -> str:
    """What the key that a hint of the lower border begins with shows or hides; empty where it begins with none."""
    return next((name for name in SHOWN if hint.split(" ")[0] == key_of(f"findings.{name}")), "")


SHORT = frozenset({"force", "slot", "group", "unit", "mark"})
"""The rows of the army that stand beside any finding; the others stand beside those of their unit."""


def findings_of(army: Army) -> Sequence[Finding]:
    """What the check finds, and that points are left, with what they buy."""
    left = left_over(army)
    return (*army.findings, left) if left is not None else army.findings


def listed(told: Sequence[Finding], hidden: Collection[str]) -> list[Finding]:
    """The findings one below the other, without those of hidden headings."""
    return [each for heading, _, found in kinds_of(told) if heading not in hidden for each in found]


INDENT = 11
"""Cells before what a message says: when it was said."""


class MessageLine(Record, frozen=True):
    """A line of the list: a message under its `number`, of which the first line has the time, and what Enter does."""

    number: int
    text: str
    time: str = ""
    look: str = "text"
    right: str = ""


def message_lines(
    number: int, time: str, text: str, sign: str, look: str, right: str, width: int
) -> Iterator[MessageLine]:
    """Yield a message, broken to the width; beside its first line stands what a key does."""
    room = width - INDENT - 1
    words = f"  {right} " if right else ""
    paragraphs = f"{sign}{text}".splitlines() or [""]
    parts = [
        part
        for place, paragraph in enumerate(paragraphs)
        for part in parted(paragraph, room - (0 if place else width_of([(words, "")])), room)
    ]
    yield MessageLine(number, parts[0], time, look, words)
    yield from (MessageLine(number, part, look=look) for part in parts[1:])


def message_line(row: MessageLine, width: int) -> Line:
    """A line of the list of messages."""
    return Line(((f" {row.time:<{INDENT - 1}}", "dim"), (row.text, row.look)), ((row.right, "info"),))
