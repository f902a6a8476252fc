"""The panes of the game screen: the tables of a side, what is due, one row in detail, the end of the log."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.events import DescendantFocus

from builder.systems.play.view import Reminder, Row, SideView, Table, View
from builder.tracker import LogLine
from builder.tui.screens.game_worker import GameSnapshot
from builder.tui.sentences import in_keys, keyed
from builder.tui.widgets.game_detail import detail
from builder.tui.widgets.game_lines import mind
from builder.tui.widgets.game_log import GrowingPane, LogPart, log_parts, part_line, standing_lines
from builder.tui.widgets.game_table import TablesPane, letters
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import Container, FittedLines, Line, Span, Vertical

RECENT = 200
"""Entries of the log that are shown beside the tables; all of them are on a screen of their own."""
USUAL = 74
"""The width of a row of the tables on 120 columns; for columns that need more, what is due beside them has less."""
UNITS, DUE = "units", "dues"
"""The ids of the lists of rows, and of what is due."""
USE = "use"
"""The action that opens what is wanted most of a row."""
LONG = 4
"""Lines of an entry of the log, where there are no more of them in view."""
KEPT, SAID = 7, 4
"""Lines of the tables that stay in view on a low screen while something is asked: four rows with their frame; and of
how many lines of the screen what is said takes one at most."""
OTHERS = "To be minded"
"""The heading of what has none of its own."""
FRAMED, MANY = 2, 9
"""Cells of a frame on either side of its title; more details of a row than these have more room than the usual."""
BAR, INDENT = 1, 5
"""Cells that a scrollbar may take, and those before the second line of a sentence."""


@dataclass(frozen=True, slots=True)
class DueLine:
    """A line of the pane.

    Args:
        text: a heading, or a line of a sentence.
        right: what stands at its end: how many things are below a heading, or what one would come to.
        due: what is due, on the first line of its sentence, where the cursor stands.
        heading: it is a heading.
        look: how the text looks.
    """

    text: str = ""
    right: str = ""
    due: Reminder | None = None
    heading: bool = False
    look: str = "text"


def is_owed(due: Reminder) -> bool:
    """Whether something can be done or waved away; what cannot is only to be minded."""
    return bool(due.key or due.verb)


def due_lines(view: View, letters: Mapping[str, str], width: int) -> Iterator[DueLine]:
    """Yield what is due by its headings, in the order in which it is told; below it how things stand.

    What is only to be minded stands at the end. Rows are told by their letters.
    """
    kinds = sorted(dict.fromkeys(each.kind for each in view.due), key=lambda kind: not kind)
    nothing = not any(map(is_owed, view.due))
    if nothing:
        yield DueLine("   Nothing is due.", look="dim")
    for place, kind in enumerate(kinds):
        found = [each for each in view.due if each.kind == kind]
        if place or nothing:
            yield DueLine()
        if kind or place or nothing:
            yield DueLine(kind or OTHERS, "" if kind[-1:].isdecimal() else str(len(found)), heading=True)
        for each in found:
            yield from _sentence(each, letters.get(each.ref, " "), width)
    standing = [*_standing(view, width)]
    if standing:
        yield DueLine()
        yield from standing


def _sentence(due: Reminder, letter: str, width: int) -> Iterator[DueLine]:
    """Yield what is due in lines: what it would come to stands at the end of the last, or on one of its own."""
    look = due.look if due.look != "text" or not due.before_end else "text"
    done = due if is_owed(due) else None
    texts = textwrap.wrap(in_keys(due.text), max(10, width - INDENT)) or [""]
    fits = cell_len(texts[-1]) + cell_len(due.outcome) + INDENT + 2 <= width
    last = len(texts) - 1
    for place, text in enumerate(texts):
        right = due.outcome if place == last and fits else ""
        yield DueLine(f"{letter} {text}" if not place else f"    {text}", right, None if place else done, False, look)
    if due.outcome and not fits:
        for text in textwrap.wrap(due.outcome, max(10, width - INDENT)):
            yield DueLine(right=text)


def _standing(view: View, width: int) -> Iterator[DueLine]:
    """Yield what else there is to tell of the sides and of the game."""
    sides = zip(("yours", "theirs"), view.sides, strict=True)
    told = [
        f"{f'{line.label}, ' if line.label else ''}{whose}: {''.join(span.text for span in line.spans)}"
        for whose, side in sides
        for line in side.lines
    ]
    for text in (*told, *(fact.text for fact in view.facts), *view.notes):
        for place, part in enumerate(textwrap.wrap(text, max(10, width - INDENT))):
            yield DueLine(f"  {part}" if not place else f"    {part}", look="dim")


def paint_due(line: DueLine, width: int) -> Line:
    """A line of the pane."""
    if line.heading:
        return Line(((line.text, "slot"),), ((f"{line.right} ", "dim"),))
    letter: tuple[Span, ...] = ((line.text[:1], "focus"), (line.text[1:], line.look))
    ending = "error" if line.right.endswith("fails") else "dim"
    return Line(letter if line.due is not None else ((line.text, line.look),), ((f"{line.right} ", ending),))


class DuePane(LinePane[DueLine]):
    """Lists what is due; the cursor stands on one of the things."""

    def __init__(self, *, id: str) -> None:
        super().__init__(paint_due, stops=lambda line: line.due is not None, id=id)
        self._view: View | None = None
        self._letters: Mapping[str, str] = {}

    @property
    def due(self) -> Reminder | None:
        """What is due under the cursor."""
        return self.row.due if self.row is not None else None

    def tell(self, view: View, letters: Mapping[str, str], *, used: bool = True) -> None:
        """Show what is due as a game stands.

        While the list is `used`, the cursor follows what its thing has led to for the same unit, or stays at its place.
        Else the top is in sight, where tests come.
        """
        at, place = self.due if used else None, self._place if used else 0
        known, self._view, self._letters = (self._view.due if self._view is not None else ()), view, letters
        old = {(each.ref, each.verb) for each in known}
        lines = [*due_lines(view, letters, max(20, self.size.width - BAR - 1))]
        stops = [number for number, line in enumerate(lines) if line.due is not None]
        own = [(n, due) for n in stops if at is not None and (due := lines[n].due) is not None and due.ref == at.ref]
        new = (n for n, due in own if due.ref and (due.ref, due.verb) not in old)
        same = next((n for n, due in own if due == at), next(new, None))
        self.show(lines, same if same is not None or not stops else stops[min(place, len(stops) - 1)])
        if not used:
            self.scroll_home(animate=False)

    def next_after(self, due: Reminder) -> None:
        """Go on to the next thing, where the cursor is still on one that was done."""
        if self.due is not None and self.due.key == due.key:
            self.action_down()

    @property
    def _place(self) -> int:
        """How many things are above the cursor."""
        rows: Sequence[DueLine] = self.rows[: self.cursor]
        return sum(line.due is not None for line in rows)

    def on_resize(self) -> None:
        """Break the sentences anew."""
        super().on_resize()
        if self._view is not None:
            self.tell(self._view, self._letters)


class MindLines(FittedLines):
    """Shows what was said last, whole, in as many lines as that takes; what is due where nothing was."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._due: Sequence[Reminder] = ()
        self.said: tuple[Span, ...] = ()
        self._folded = False

    def tell(self, due: Sequence[Reminder]) -> None:
        """Show what is due."""
        self._due = due
        self._renew()

    def say(self, words: str, look: str) -> None:
        """Say something until the next thing is said; nothing at all brings what is due back."""
        self.said = ((words, look),) if words else ()
        self._renew()

    def fold(self, *, folded: bool) -> None:
        """Leave the lines that it has grown by to a form, or take them back."""
        self._folded = folded
        self._renew()

    def _renew(self) -> None:
        due, said, most = self._due, self.said, self.screen.size.height // SAID
        needed = 0 if self._folded else sum(1 for _ in mind((), said, self.screen.size.width, most))
        self.styles.min_height = needed
        self.fit(lambda width, height: mind(due, said, width, height), (due, said))

    def on_resize(self) -> None:
        """Break what was said anew."""
        super().on_resize()
        self._renew()


class GameBoard(Container):
    """Shows a side of a game, with what is due, a row in detail, and the log beside it."""

    # Panes cover all of it.
    BLANK = True

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.units = TablesPane(UNITS, empty="Opening …")
        self.due = DuePane(id=DUE)
        self.detail = FittedLines(id="detail")
        self.log_pane = GrowingPane[LogPart](part_line, id="log")
        self.view: View | None = None
        self.side = 0
        self._left: dict[int, str] = {}
        self._entries: Sequence[LogLine] = ()

    def compose(self) -> ComposeResult:
        """The tables, what is due, the detail, the log."""
        yield self.units
        with Vertical(id="duepane", classes="pane") as due:
            due.border_title = "Due"
            yield self.due
        with Vertical(id="detailpane", classes="pane"):
            yield self.detail
        with Vertical(id="logpane", classes="pane") as log:
            log.border_title, log.border_subtitle = "Log", keyed("{game.log} shows all · {game.undo} undoes the last")
            yield self.log_pane

    # -- showing -----------------------------------------------------------------
    def show(self, snapshot: GameSnapshot, *, at: str = "") -> None:
        """Show the game as it stands, the cursor on the row `at` where that is another than before."""
        before, self.view = self.view, snapshot.view
        acts, both = snapshot.view.active, snapshot.view.played_by == "both"
        if before is None and not both and snapshot.view.sides[acts].known:
            self.side = acts
        self.show_side(fit=before is None, at=at)
        self.show_log(snapshot.log)
        self.due.tell(snapshot.view, self.letters, used=self.has_class("-due"))
        many = sum(map(is_owed, snapshot.view.due))
        if not many:
            self.remove_class("-due")
        pane = self.query_one("#duepane")
        pane.border_title = f"Due {many}" if many else "Due"
        keys = keyed("{game.due_do} does · {game.due_wave} waves away")
        pane.border_subtitle = keys if any(each.verb for each in snapshot.view.due) else ""

    def show_side(self, *, fit: bool = True, at: str = "") -> None:
        """Show the tables of the side; `fit` where it is another side, or the screen has another size."""
        side = self.shown_side
        if side is None:
            return
        if fit:
            broad = any(column.broad_from > USUAL for table in side.tables for column in table.columns)
            self.set_class(broad, "-broad")
            self.set_class(any(len(row.details) > MANY for table in side.tables for row in table.rows), "-long")
            self.units.border_title = f"{'Theirs' if self.side else 'Yours'}: {side.name}"
            empty = next((table.empty for table in side.tables if table.empty), "")
            self.units.list.say(empty if side.known else f"{side.name} is only a name: its army is not in this game.")
        self.units.show(side.tables, letters(side), heads=self.is_tall, at=at)
        self.describe()

    def follow_turn(self, view: View) -> None:
        """Show the side that acts by now, once a phase is the other player's; not one that is only a name.

        Where sides take turns within a phase, whoever has just acted still has to do what that has brought about. What
        both do together is shown on the side that is looked at.
        """
        before = self.view
        if before is None or view.played_by == "both":
            return
        begins = (before.turn, before.phase) != (view.turn, view.phase)
        if not begins if view.played_by == "turns" else before.active == view.active:
            return
        if self.side != view.active and view.sides[view.active].known:
            self.switch_side()

    def next_to_act(self, view: View) -> str:
        """Return the row that has begun to act and has more to do; else the next behind the one that has acted.

        Empty where the cursor stays: its row can act still, had acted before, or is the last that could.
        """
        sides, was = (self.shown_side, view.sides[self.side]), self.row
        before, rows = ([row for table in each.tables for row in table.rows] if each else [] for each in sides)
        begun = {row.ref for row in before if row.turn == "may"} & {row.ref for row in rows if row.turn == "has"}
        if view.played_by == "turns" and (own := [each.ref for each in view.due if each.verb and each.ref in begun]):
            return own[0]
        place = next((place for place, row in enumerate(rows) if was is not None and row.ref == was.ref), None)
        if was is None or place is None or view.played_by != "turns" or view.acting:
            return ""
        if not (was.turn == "may" or USE in was.does) or rows[place].turn != "has" or USE in rows[place].does:
            return ""
        may = [row.ref for row in (*rows[place:], *rows[:place]) if row.turn == "may"]
        # What is due first is that of a group that has begun to act, before all others that may.
        kind = next((each.kind for each in view.due if each.verb and each.ref in may), None)
        owing = {each.ref for each in view.due if each.kind == kind}
        return next((ref for ref in may if ref in owing), next(iter(may), ""))

    def switch_side(self) -> None:
        """Show the other side, where its cursor was."""
        self._left[self.side] = self.row.ref if self.row is not None else ""
        self.side = 1 - self.side
        side, at = self.shown_side, self._left.get(self.side, "")
        rows = [row for table in side.tables for row in table.rows] if side is not None else []
        left = next((row.ref for row in rows if row.ref == at and not row.gone), "")
        self.show_side(at=left or next((row.ref for row in rows if not row.gone), at))

    def show_log(self, entries: Sequence[LogLine]) -> None:
        """Show the end of what stands, the newest first; the cursor stays on its line unless it is on the newest."""
        self._entries = entries
        log, width = self.log_pane, max(self.log_pane.size.width - BAR - 1, 20)
        standing = [*islice(standing_lines(entries), RECENT)]
        parts = [part for line in standing for part in log_parts(line, width, max(LONG, log.size.height))]
        at = log.row.line.seq if log.cursor and log.row is not None else None
        if standing and self.view is not None:
            last = standing[0].moment
            self.query_one("#logpane").border_title = f"Log · {last}: {self.view.timetable.words(last)}"
        log.show(parts, next((place for place, part in enumerate(parts) if part.line.seq == at), 0))

    @on(LinePane.Resized, "#log")
    def break_log(self) -> None:
        """Break the entries of the log anew: while it was hidden, or another size, they were for another width."""
        self.show_log(self._entries)

    @on(LinePane.CursorMoved, f"#{UNITS}")
    def describe(self) -> None:
        """Show the row under the cursor in detail."""
        row = self.row
        pane, letter = self.query_one("#detailpane"), self.own_letters.get(row.ref, "") if row is not None else ""
        title = f"{letter} {row.name}".strip() if row is not None else ""
        whole = f"{title} · {row.summary}" if row is not None and row.summary else title
        titled = self.is_tall and cell_len(whole) <= pane.size.width - 2 * FRAMED
        pane.border_title = whole if titled else title
        self.detail.fit(lambda width, height: detail(row, width, height, titled=titled), (row, titled))

    @on(LinePane.CursorMoved, f"#{DUE}")
    def name_due_keys(self) -> None:
        """Name the keys that do something with what is under the cursor."""
        self.screen.refresh_bindings()

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """What is due takes the whole of a narrow screen while it or its forms have the focus, if anything is."""
        self.set_class(event.widget is self.due and self.due.due is not None, "-due")

    @property
    def letters(self) -> Mapping[str, str]:
        """The letters of the rows of both sides."""
        return {ref: letter for side in self.view.sides for ref, letter in letters(side).items()} if self.view else {}

    @property
    def own_letters(self) -> Mapping[str, str]:
        """The letters of the rows of the side that is shown."""
        return letters(self.shown_side) if self.shown_side is not None else {}

    # -- what is shown -----------------------------------------------------------
    @property
    def is_tall(self) -> bool:
        """Whether there is room for the heads of each table."""
        return self.screen.has_class("-tall")

    @property
    def room(self) -> int:
        """Lines for what is asked: below the tables, which keep a few lines on a low screen, and none on a flat one."""
        if self.screen.has_class("-flat"):
            return self.size.height
        return self.size.height - (self.units.size.height + 2 if self.is_tall else KEPT)

    def make_room(self, *, asking: bool) -> None:
        """Leave the room for what is asked, or take it back."""
        self.set_class(asking, "-asking")

    @property
    def shown_side(self) -> SideView | None:
        """The side that is shown; None until the game is."""
        return self.view.sides[self.side] if self.view is not None else None

    @property
    def table(self) -> Table | None:
        """The table of the row under the cursor."""
        return self.units.table

    @property
    def row(self) -> Row | None:
        """The row under the cursor of the tables."""
        return self.units.row
