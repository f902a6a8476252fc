"""The panes of the data screen: sets as lines; what a set holds, found by a few letters, one thing in full below."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from time import monotonic
from typing import ClassVar

from rich.cells import cell_len
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Click, MouseDown
from textual.message import Message

from builder.errors import MusterError
from builder.inputs import progress_to
from builder.scalars import number
from builder.services.data.contents import EVERYTHING, UNITS, ContentEntry, DataContents, contents
from builder.services.library.browsing import EntryDetails, KnownSet, details_of, price_of
from builder.tui.screens.busy import BusyScreen
from builder.tui.screens.data_known import DataKnown
from builder.tui.screens.data_lines import (
    DataHeading,
    FoundRow,
    SetRemark,
    SetRow,
    below_rule,
    details_lines,
    found_heads,
    found_line,
    found_rows,
    headed,
    is_stop,
    legend,
    remarks_on,
    set_line,
    set_rows,
    text_of,
)
from builder.tui.screens.preview import PreviewScreen
from builder.tui.sentences import keyed
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import FittedLines, Horizontal, Input, Line, TextLines, Vertical, cut, plain

SETTLED = 0.12
"""Seconds that the cursor rests on a row before that is worked out in full."""
LOOKS = "looks through the set under the cursor"
"""What the first key does that is told where nothing is looked through yet."""
READ_WIDTH = 100
"""Columns of a thing that is read in full, where the screen has as many."""
ROWS_KEPT, LEGEND, HEAD = 14, 10, 5
"""Lines of the pane of sets that what there is to say of one leaves to the list in any case; those that it has where
there is room for them; those that stand around both."""
TWICE = 0.6
"""Seconds within which a second click at the same place means the same row, though lines came between."""


class SetList(LinePane[SetRow]):
    """Lists sets below headings that fold; what there is to say of the one under the cursor stands below it."""

    def __init__(self, known: DataKnown, *, id: str) -> None:
        super().__init__(set_line, stops=is_stop, marked=True, empty="Looking for data …", id=id)
        self._known = known
        self._folded: set[str] = set()
        self._pressed, self._at, self._told = 0.0, "", ""

    @property
    def set(self) -> KnownSet | None:
        """The set under the cursor."""
        return self.row if isinstance(self.row, KnownSet) else None

    def list_sets(self, wanted: str) -> None:
        """Show the sets, with the cursor on the one that is wanted: else on the first that was added, or on any."""
        sets = self._known.sets
        added = [each.id for each in sets if not each.ours]
        first = next(iter(added or [each.id for each in sets]), "")
        self.go_to(wanted if any(each.id == wanted for each in sets) else first)

    def go_to(self, identity: str) -> None:
        """Put the cursor on a set, though its part of the list be folded."""
        if any(each.id == identity for each in self._known.sets):
            self._at = identity
            if not any(isinstance(row, KnownSet) and row.id == identity for row in self._made()):
                self._folded.clear()
        self._show()

    def work_anew(self) -> None:
        """Say again what there is to say, of the set under the cursor above all."""
        row = self.row
        self._at = row.id if isinstance(row, KnownSet) else row.words if isinstance(row, DataHeading) else self._at
        self._show()

    def _made(self) -> list[SetRow]:
        width = self.room
        remarks = {each.id: remarks_on(each, self._known, width, at=each.id == self._at) for each in self._known.sets}
        return set_rows(self._known.sets, self._folded, remarks)

    def _show(self) -> None:
        rows = self._made()
        names = [row.id if isinstance(row, KnownSet) else row.words if is_stop(row) else "" for row in rows]
        place = names.index(self._at) if self._at in names else None
        self.show(rows, place)
        self.keep_below(sum(isinstance(row, SetRemark) for row in rows[self.cursor + 1 : self.cursor + 6]))

    def fold(self, way: str = "") -> None:
        """Fold the part of the list that the cursor is in, or unfold it (`left`, `right`); without a way the other."""
        heading = next((row for row in self.rows[self.cursor :: -1] if isinstance(row, DataHeading)), None)
        if heading is not None and (way != "right" or heading.folded):
            if heading.folded:
                self._folded.discard(heading.words)
            else:
                self._folded.add(heading.words)
            self._at = heading.words
            self._show()
            self.screen.refresh_bindings()

    def on_mouse_down(self, event: MouseDown) -> None:
        """Take the second of two clicks for the row of the first; know what is told where it is, before lines move."""
        again = event.screen_offset == self.pressed_at and monotonic() - self._pressed < TWICE
        self._pressed = monotonic()
        row = None if again or (index := self.index_at(event)) is None else self.rows[index]
        begins = self.room - cell_len(row.right) if isinstance(row, DataHeading) else 0
        self._told = row.does if isinstance(row, DataHeading | SetRemark) and event.x >= begins else ""
        if again:
            event.prevent_default()
            self._chooses, self._pressed_sign = True, None

    def on_click(self, event: Click) -> None:
        """Do what the clicked words tell of, below a set or at the right of a heading; else choose as in all lists."""
        if self._told and self.is_click(event):
            event.prevent_default()
            self.call_later(self.run_action, f"screen.press('{self._told}')")


class SetsPane(Vertical):
    """The sets, what their columns are called, and below them what can be done with the one under the cursor."""

    def __init__(self, known: DataKnown, *, id: str) -> None:
        super().__init__(id=id, classes="pane")
        self._known = known

    def compose(self) -> ComposeResult:
        """The way to all of them, the list, what there is to say of one."""
        yield TextLines(id="all", clicks=("press('data.everything')",))
        yield FittedLines(id="setshead")
        yield SetList(self._known, id="sets")
        yield FittedLines(id="about")

    def on_mount(self) -> None:
        """Name the columns."""
        self.border_title = "Data sets"
        heads = Line((("   Set", "slot"),), (("Revision ", "slot"),))
        everything = keyed(" {data.everything}"), "focus"
        self.query_one("#all", TextLines).show(Line((everything, (" search all sets", "dim"))))
        self.query_one("#setshead", FittedLines).fit(headed(lambda width: heads))

    @property
    def list(self) -> SetList:
        """The sets as lines."""
        return self.query_one("#sets", SetList)

    def show_about(self) -> None:
        """Show what can be done with the set under the cursor, and where it is from."""
        row = self.list.set
        users = self._known.users(row) if row is not None else []
        height = self.size.height
        room = max(height - HEAD - len(self.list.rows), min(LEGEND, height - ROWS_KEPT))
        told = legend(row, users, max(12, self.size.width - 2), max(0, room))
        about = self.query_one("#about", FittedLines)
        about.clicks = ["", *(f"press('{id}')" if id else "" for _, id in told)]
        about.display = bool(told)
        about.styles.height = len(told) + 1
        about.fit(lambda width, height: below_rule((line for line, _ in told), width))


class FindInput(Input):
    """The line for what is looked for."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "submit", "Open", id="data.open")]


class ContentsPane(Vertical):
    """Lists what a data set holds; what is written narrows it down."""

    @dataclass
    class LookedThrough(Message):
        """A set was looked through, or it cannot be, for the reason in `error`."""

        held: DataContents | None
        error: MusterError | None = None

    class Entered(Message):
        """The mouse went to what is looked through."""

    class Described(Message):
        """What is under the cursor is worked out in full."""

    def __init__(self, known: DataKnown, *, id: str) -> None:
        super().__init__(id=id, classes="pane")
        self._known = known
        self._details: EntryDetails | None = None
        self._folded: set[str] = set()
        self._prices: dict[ContentEntry, Decimal | None] = {}
        self.held: DataContents | None = None
        """What is looked through."""
        self.called = ""

    def compose(self) -> ComposeResult:
        """The line to write, what was found, one thing of it in full."""
        with Horizontal(id="findline"):
            yield TextLines(id="findword")
            yield FindInput(placeholder="a few letters", id="find")
            yield TextLines(id="count")
        yield FittedLines(id="foundhead")
        found = LinePane[FoundRow](self._line, stops=is_stop, marked=True, id="found")
        found.can_focus = False  # Letters go on to search while the cursor moves.
        yield found
        yield FittedLines(id="details")

    def on_mount(self) -> None:
        """Say how a set is looked through."""
        self.query_one("#findword", TextLines).show(plain(" Find: ", "dim"))
        self.query_one("#foundhead", FittedLines).fit(headed(found_heads))
        self._invite()

    def _invite(self) -> None:
        """Say how a set is looked through, while none is."""
        self.found.say(keyed(f"{{data.look}} {LOOKS}, {{data.everything}} through all of them."))

    def on_resize(self) -> None:
        """Say what can be looked for, where that has room."""
        told = "Look through · units, weapons, profiles, rules"
        self.border_title = told if len(told) < self.size.width - 2 else "Look through"

    async def on_click(self, event: Click) -> None:
        """Say that keys are meant for what is looked through from now on; before that, do what the sentence tells."""
        if self.held is not None:
            self.post_message(self.Entered())
        elif not self.called and event.widget is self.found:
            *lines, last = (self.found.render_line(y).text for y in range(event.y + 1))
            before = " ".join(map(str.strip, (*lines, last[: event.x])))
            if last.strip():
                await self.run_action(f"screen.press('data.{'everything' if LOOKS in before else 'look'}')")

    @property
    def found(self) -> LinePane[FoundRow]:
        """The list of what was found."""
        return self.query_one("#found", LinePane)

    @property
    def input(self) -> Input:
        """The line to write."""
        return self.query_one("#find", Input)

    @property
    def entry(self) -> ContentEntry | None:
        """The entry under the cursor."""
        row = self.found.row
        return row if isinstance(row, ContentEntry) else None

    def forget(self) -> None:
        """Forget what was looked through: it may be another now."""
        self.held, self._details, self.called = None, None, ""
        self._prices.clear()
        self._count("")
        self.found.show([])
        self._invite()
        self._show_details()

    def _count(self, words: str) -> None:
        line = self.query_one("#count", TextLines)
        line.styles.width = len(words)
        line.show(plain(words, "dim"))

    @work(group="reading", exclusive=True)
    async def look_through(self, identity: str, name: str) -> None:
        """Show what a set holds, and tell how far that is."""
        screen = self.screen
        assert isinstance(screen, BusyScreen)
        self.forget()
        self.called = name
        self.found.say("Looking through it …")
        try:
            with progress_to(screen.tell, after=0):
                held = await screen.unless_left(asyncio.to_thread(contents, identity))
        except MusterError as error:
            self.found.say("It cannot be looked through.")
            self.post_message(self.LookedThrough(None, error))
            return
        self.held = held
        self._narrow()
        self.post_message(self.LookedThrough(held))

    # -- what was found --------------------------------------------------------------
    @on(Input.Changed, "#find")
    def _narrow(self) -> None:
        if self.held is None:
            return
        groups = self.held.grouped(self.input.value)
        self.found.say("Nothing is called so.")
        rows = found_rows(groups, self._folded)
        first = next((place for place, row in enumerate(rows) if isinstance(row, ContentEntry)), 0)
        self.found.show(rows, first)
        if first == 1:
            self.found.scroll_home(animate=False)
        where = cut("all sets" if self.held.id == EVERYTHING else self.called, max(8, self.size.width - 35))
        self._count(f" {number(sum(len(those) for _, those in groups))} in {where} ")
        self._work_out()

    def _line(self, row: FoundRow, width: int) -> Line:
        if isinstance(row, DataHeading):
            return found_line(row, width)
        price = self._prices.get(row)
        return found_line(row, width, self._known.place(row), number(price) if price is not None else "")

    @on(LinePane.CursorMoved, "#found")
    @on(LinePane.Scrolled, "#found")
    def _moved(self) -> None:
        self._work_out()

    @work(group="look", exclusive=True)
    async def _work_out(self) -> None:
        """Show what is under the cursor in full, once it rests there, then what the units in view cost."""
        entry, held, screen = self.entry, self.held, self.screen
        assert isinstance(screen, BusyScreen)
        screen.refresh_bindings()
        await screen.unless_left(asyncio.sleep(SETTLED))
        if entry is None or held is None:
            self._details = None
        else:
            try:
                self._details = await screen.unless_left(asyncio.to_thread(details_of, held.id, entry))
            except MusterError as error:
                self._details = EntryDetails(entry.name, texts=(("", str(error)),))
        self._show_details()
        if held is None:
            return
        for each in self._unpriced():
            self._prices[each] = await screen.unless_left(asyncio.to_thread(price_of, held.id, each))
            self.found.refresh()

    def _unpriced(self) -> Iterator[ContentEntry]:
        """The units in view whose price is not known yet."""
        top = self.found.scroll_offset.y
        for row in self.found.rows[top : top + self.found.size.height]:
            if isinstance(row, ContentEntry) and row.group == UNITS and row not in self._prices:
                yield row

    # -- one thing in full --------------------------------------------------------------
    def _show_details(self) -> None:
        self.query_one("#details", FittedLines).fit(
            lambda width, height: below_rule(self.lines(width - 2, height - 1), width)
        )
        self.post_message(self.Described())

    def lines(self, width: int, height: int) -> list[Line]:
        """What is under the cursor in full, as far as there is room."""
        entry = self.entry
        if self._details is None or entry is None:
            return []
        return details_lines(self._details, width, self._known.takers(entry, self.held), height)

    @property
    def text(self) -> str:
        """What is under the cursor as text; empty where nothing is."""
        entry, held = self.entry, self.held
        if entry is None or held is None:
            return ""
        return text_of(details_lines(details_of(held.id, entry), READ_WIDTH, self._known.takers(entry, self.held)))

    @on(LinePane.Chosen, "#found")
    @on(Input.Submitted, "#find")
    def choose(self) -> None:
        """Show what is under the cursor in full on a screen of its own; a heading is folded."""
        row = self.found.row
        if not isinstance(row, DataHeading):
            self.open_entry()
            return
        self._folded ^= {row.words}
        rows = found_rows(self.held.grouped(self.input.value) if self.held is not None else (), self._folded)
        at = next((n for n, each in enumerate(rows) if isinstance(each, DataHeading) and each.words == row.words), 0)
        self.found.show(rows, at)
        self.screen.refresh_bindings()

    def open_entry(self) -> None:
        """Show what is under the cursor in full on a screen of its own."""
        entry, held = self.entry, self.held
        if entry is None or held is None or not self.screen.is_current:
            return
        width = min(READ_WIDTH, self.app.size.width - 4)  # Without the frame and a blank at either side.

        def text() -> str:
            return text_of(details_lines(details_of(held.id, entry), width, self._known.takers(entry, self.held)))

        where = "All sets" if held.id == EVERYTHING else self.called
        self.app.push_screen(PreviewScreen(f"Data > {where} > {entry.name}", text))
