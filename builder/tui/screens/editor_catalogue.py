"""The catalogue of the editor: everything that can be added, found by a few letters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from textwrap import wrap
from time import perf_counter
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual import on
from textual.binding import Binding, BindingType
from textual.events import Click

from builder.scalars import counted, number
from builder.tui.sentences import keyed
from builder.tui.widgets.adder_lines import (
    COLUMNS,
    adder_line,
    brief_lines,
    every_row,
    force_called,
    found_rows,
    heads_of,
    hint_lines,
    name_of,
    slots_listed,
    told_lines,
)
from builder.tui.widgets.editor_lines import (
    FITS,
    SLIM,
    CatalogueRow,
    catalogue_line,
    catalogue_rest,
    fits_rows,
    one_more,
)
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import FittedLines, Horizontal, Line, SearchInput, Vertical, cut, plain

if TYPE_CHECKING:
    from textual.screen import Screen
    from textual.timer import Timer

    from builder.roster.model import Force
    from builder.services.editor.adding import Adding
    from builder.services.editor.catalogue import CatalogueSlot
    from builder.services.editor.session import EditorSession
    from builder.services.editor.view import SlotLine, Totals

MOST_TRIED = 400
"""Of a catalogue with more entries it is not told: L works it out."""

RESTED, NEXT, AT_ONCE = 1.5, 0.03, 0.005
"""Seconds from a change until that is worked out, between two parts of it, and for one part: keys come first."""

LEAST_FITS = 6
"""Lines that are kept for it below the slots."""

FEWEST_TOLD, LINES_TOLD, MOST_TOLD = 2, 3, 6
"""The lines that what is told of an entry has at least, while something is added, and at most."""

HINT = "{editor.more} adds and stays, {editor.alike} one like the last"

EVERYTHING = "everything that can be added"
ELSEWHERE, HERE = "{editor.add} finds anything", "a few letters find it"
"""What stands where letters are written: the key that leads there, and what to do once there."""

LEGEND = "1 in army · - not now, why below"
"""What stands before the names of entries means; it is told where all of them have room above it."""


class CatalogueSearch(SearchInput):
    """The line for what is looked for; keys that no name begins with act on the entry under the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "submit", "Choose", id="editor.choose")]

    def answered(self) -> None:
        """What is written was answered: it stays for one more of the same, and the next letter takes its place."""
        self.select_all()

    @property
    def acts(self) -> Mapping[str, str]:
        """What keys do: more of them while nothing is written; what was answered can be taken back."""
        acts = {"plus": "count('more')", "equals_sign": "step('alike')"}
        acts |= {"minus": "count('fewer')"} if self.selected_text == self.value else {}
        if not self.value:
            acts |= {"space": "tick", "left": "fold('fold')", "right": "fold('unfold')"}
            acts |= {"home": "find('find_home')", "end": "find('find_end')", "slash": "search"}
        return acts


def titled(screen: Screen[object], words: str, place: int) -> str:
    """A title of a pane; where one is shown at a time, with its place among the three."""
    return f"{words} · {place} of 3" if screen.has_class("-tiny") else words


class CataloguePane(Vertical):
    """The entries that can be added, in slots that can be folded; what is written above them narrows them down."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id, classes="pane")
        self.search = CatalogueSearch(id="search")
        self.list = LinePane[CatalogueRow](self._line, stops=self._stops, more=lambda row: row.rest, id="catalogue")
        self.list.can_focus = False  # Letters go on to search while the cursor moves.
        self.list.frame, self.list.fit = self, self._show
        self.heads, self.hints, self.about = (FittedLines(id=part) for part in ("heads", "hints", "about"))
        self._count = FittedLines(id="count")
        self.is_adding = False
        """Whether it was opened to add something: with columns, and what an entry would come to beside it."""
        self._session: EditorSession | None = None
        self._force: Force | None = None
        self._query, self._is_tried, self._room = "", False, 0
        self._shut: set[str] = set()
        self._last: CatalogueRow | None = None
        self._leads = False  # whether the last click has led here from another pane
        self._found: list[tuple[Decimal, CatalogueRow]] = []
        self._taken: list[tuple[Decimal, CatalogueRow]] = []
        self._trying: Iterator[None] = iter(())
        self._waiting: Timer | None = None

    async def add_parts(self) -> None:
        """Add the search, the list and what is told of an entry, which have nothing to do before the army is open."""
        asks = FittedLines(id="asks")
        asks.fit(lambda width, height: [plain(" Add:", "dim")])
        self.heads.fit(lambda width, height: self._heads(width))
        self.hints.fit(lambda width, height: [plain(f" {line}", "dim") for line in hint_lines(width - 1)])
        await self.mount(Horizontal(asks, self.search, self._count, id="finder"))
        await self.mount(self.heads, self.list, self.about, self.hints)

    def _heads(self, width: int) -> Iterator[Line]:
        """What stands above the list: the heads of its columns, apart from what is written where there is room."""
        room = width - 2  # Of the list the mark of the cursor and a scroll bar take a cell each.
        heads = [heads_of(room)] if room >= COLUMNS else []
        if self.screen.has_class("-low"):
            return iter(heads)
        return iter((plain(""), *heads, plain(f" {'─' * (width - 2)}", "dim")))

    def show_title(self) -> None:
        """Show what is listed, and of what was looked for how many were found."""
        found = sum(row.adds for row in self.list.rows) if self._query else 0
        told = f"{number(found)} found" if found else ""
        self._count.fit(lambda width, height: [Line((), ((f"{told} ", "dim"),))])
        if not self.is_adding:
            self.border_title = titled(self.screen, f"Catalogue · {told}" if found else "Catalogue", 1)
            return
        room = self._room = self.size.width - 2 if self.size.width else self._room  # Beside the preview it has none.
        left = cut(f"Add to {force_called(self._session, self._force) or 'the army'}", room - 2)
        gap = room - cell_len(left) - len(EVERYTHING) - 4
        line = "━" if self.has_focus_within else "─"
        self.border_title = f"{left} {line * gap} {EVERYTHING}" if gap > 0 else left

    def begin(self, *, adding: bool) -> None:
        """Begin to add, or end it."""
        if self.is_adding != adding:
            self.is_adding = adding
            self._show_use()
            self._show()

    @property
    def row(self) -> CatalogueRow | None:
        """The row under the cursor."""
        return self.list.row

    def show(self, session: EditorSession, force: Force | None) -> None:
        """Show what can be added to a force of an army."""
        self._session, self._force = session, force
        self._show()
        self._begin_to_try()

    def follow(self, force: Force | None) -> None:
        """Show what can be added to the force under the cursor of the army, once that is another one."""
        shown = self._force
        if self._session is not None and force is not None and (shown is None or force.id != shown.id):
            self.show(self._session, force)

    def tell(self, facts: Sequence[str]) -> None:
        """Say of the entry under the cursor, of which these are known, what no other pane has room for."""
        upgrade = self.row.upgrade if self.row is not None else None
        facts = (upgrade.reason,) if upgrade is not None else facts if self.row is not None and self.row.path else ()
        # Why something cannot be taken is told whole, whatever else has room.
        lines = len(wrap(" · ".join(facts[1:-1] or facts), max(10, self.size.width - 4))) if facts else 0
        self.about.styles.height = max(FEWEST_TOLD, min(lines, MOST_TOLD))
        self.about.fit(
            lambda width, height: [plain(f" {line}", "info") for line in told_lines(facts, width - 2, height)]
        )

    def preview(self, told: Adding | None) -> None:
        """Say below the list what adding the entry under the cursor comes to, where no pane beside it has room."""
        self.about.styles.height = FEWEST_TOLD if self.screen.has_class("-low") else LINES_TOLD
        row, totals = self.row, self._session.view.totals if self._session is not None else None

        def about(width: int, height: int) -> Sequence[Line]:
            return [plain(f" {line}", "info") for line in brief_lines(told, row, totals, max(10, width - 2), height)]

        self.about.fit(about)

    def look_for(self, words: str) -> None:
        """Show the entries that fit these words, and stand on what fits best, wherever the cursor was before."""
        self._query = words
        self._show()
        if words:
            self.list.cursor = self._first(self.list.rows)

    def _first(self, rows: Sequence[CatalogueRow]) -> int:
        """The place of what fits best; of entries in several slots with its name, of the one that can be taken."""
        first = next((place for place, row in enumerate(rows) if row.adds), 0)
        alike = [place for place, row in enumerate(rows) if row.path and row.name == rows[first].name]
        return next(filter(lambda place: self._is_free(rows[place]), alike), first) if len(alike) > 1 else first

    def _is_free(self, row: CatalogueRow) -> bool:
        if self._session is None or self._force is None:
            return True
        standing = self._session.standing(self._force, row.path)
        return standing is not None and standing.left != 0 and not standing.reason

    def look_in(self, slot: str) -> None:
        """Go to the first entry of a slot."""
        self._shut -= {slot}
        self.screen.set_focus(self.search)
        self.search.value = ""
        self.look_for("")
        rows = enumerate(self.list.rows)
        self.list.cursor = next((place for place, row in rows if row.slot == slot and row.path), self.list.cursor)

    async def on_click(self, event: Click) -> None:
        """Write on after a click on an entry; one on a heading that stands for its entries shows them."""
        row, self._leads = self.row, self.is_brief
        if self._leads and row is not None:
            if row.slot == FITS and not row.path:
                await self.screen.run_action("ask('fits')")
                return
            self._shut -= {row.slot}
            self._last = row
        self.search.focus()

    @on(LinePane.Chosen)
    def _go_only(self, event: LinePane.Chosen) -> None:
        """Choose nothing by a click that has led here, with no cursor to be seen on its row, or on why it was found."""
        at, row = self.list.pressed_at, self.list.cursor - self.list.scroll_offset.y
        if self._leads or at is None or at.y != self.list.region.y + row:
            event.stop()

    def on_mount(self) -> None:
        """Say how to come here."""
        self.search.placeholder = keyed(ELSEWHERE)

    def on_descendant_focus(self) -> None:
        """Say what keys do, or say it no longer."""
        self._show_use()

    on_descendant_blur = on_descendant_focus

    def _show_use(self) -> None:
        """Show on what Enter acts and what other keys do, while it is in use: the focus tells whether it is."""
        used = self.has_focus_within or self.is_adding
        self.list.is_marked = used
        self.search.placeholder = HERE if used else keyed(ELSEWHERE)
        self.list.hint(keyed(HINT) if used and not self.is_adding else "")
        self.call_later(self.show_title)

    def is_folded(self, slot: str) -> bool:
        """Whether a slot is folded."""
        return slot in self._shut

    def toggle(self, slot: str) -> None:
        """Fold or unfold a slot, and stand on its heading."""
        self._shut ^= {slot}
        self._show()
        heading = (place for place, row in enumerate(self.list.rows) if row.slot == slot and not row.path)
        self.list.cursor = next(heading, self.list.cursor)
        self.screen.refresh_bindings()

    @property
    def is_brief(self) -> bool:
        """Whether headings and numbers stand for all entries: half of their names would have no room."""
        # What is told of the focus comes later, before or behind the end of adding.
        return 0 < self.list.room < SLIM and not (self.has_focus_within or self._query or self.is_adding)

    def _show(self) -> None:
        session, force = self._session, self._force
        if session is None or force is None:
            return
        if self.is_brief:
            self._show_brief(session.view.totals, slots_listed(session, force), session.slots(force))
            return
        room, columns = self.list.room, self._has_columns
        if self._query:
            rows = [*found_rows(session, force, self._query, room, columns=columns, by_slot=not self.is_adding)]
        else:
            rows = [*every_row(session, force, self._shut, room, columns=columns)]
        if rows and not (self._query or self.is_adding) and len(rows) < self.list.rows_in_view:
            rows.append(CatalogueRow("", LEGEND, rest=True))
        nothing = f"Nothing fits “{self._query}”: Ctrl+U empties the line."
        self.list.say(nothing if self._query else "Nothing can be added.")
        led, stood, self._last = self._last, self._last or self.row, None
        at = stood.place if stood is not None else None
        first = self._first(rows) if self._query else None
        places = (place for place, row in enumerate(rows) if row.place == at)
        self.list.show(rows, next(places, first))
        self.list.keep_below(MOST_TOLD if led is not None and not led.path else 0)
        self.list.refresh()
        self.show_title()

    @property
    def _has_columns(self) -> bool:
        return self.is_adding and self.list.room >= COLUMNS

    def _show_brief(self, totals: Totals, slots: Sequence[CatalogueSlot], limits: Mapping[str, SlotLine]) -> None:
        """Show the slots with how many kinds each has, and some of what fits in the limit."""
        self._last = self._last or self.row
        height, rows, told = self.list.size.height, list[CatalogueRow](), list[CatalogueRow]()
        told += fits_rows(totals, self._found, self._taken, self._is_tried, self.list.room)
        lines = next((each for each in (3, 2) if each * len(slots) + min(len(told), LEAST_FITS) <= height), 1)
        for slot in slots:
            rows.append(CatalogueRow(slot.id, slot.name, folded=True, limits=limits.get(slot.id)))
            rows += catalogue_rest(rows[-1], self.list.room)
            if lines > 1:
                rows.append(CatalogueRow(slot.id, counted(len(slot.entries), "kind"), rest=True, indent=2))
            if lines > 2:
                rows.append(CatalogueRow(slot.id, "", rest=True))
        if lines > 2:
            rows.insert(0, CatalogueRow("", "", rest=True))
        if told and lines > 2 and height - len(rows) > LEAST_FITS:
            rows.append(CatalogueRow(FITS, "─" * (self.list.room - 1), rest=True, indent=0))
        if told:
            room = max(LEAST_FITS, height - len(rows)) - 1
            end = next((place for place in range(room, 0, -1) if place >= len(told) or not told[place].rest), 0)
            told = told[:end]  # No name is told in part.
            more = (CatalogueRow(FITS, "L: all that fits"),) if told[0].name.startswith("Fits") else ()
            rows += (*told, *more)
        self.list.show(rows)
        self.list.refresh()
        self.show_title()

    def _begin_to_try(self) -> None:
        """Work out what fits once no key was pressed for a while."""
        if self._waiting is not None:
            self._waiting.stop()
        self._trying, self._is_tried = self._try(), False
        self._waiting = self.set_timer(RESTED, self._go_on) if self.screen.has_class("-wide") else None

    def _go_on(self) -> None:
        """Work out a part of what fits; all of it is shown at its end."""
        end = perf_counter() + AT_ONCE
        while perf_counter() < end:
            if next(self._trying, self) is self:
                if self.is_brief:
                    self._show()
                return
        self._waiting = self.set_timer(NEXT, self._go_on)

    def _try(self) -> Iterator[None]:
        """Work out step by step which entries fit in the points that are left."""
        session, force = self._session, self._force
        if session is None or force is None:
            return
        from builder.services.editor.choices import choices_of  # the first paint needs none of it
        from builder.services.editor.suggestions import has_room

        totals, slots, limits = session.view.totals, session.catalogue(force), session.slots(force)
        left, found = (totals.limit or 0) - totals.points, list[tuple[Decimal, CatalogueRow]]()
        if sum(len(slot.entries) for slot in slots) > MOST_TRIED:
            return
        for slot in slots if left > 0 else ():
            full = limits[slot.id].full if slot.id in limits else False
            for entry in () if full else slot.entries:
                standing = session.standing(force, entry.path)
                if standing is not None and not standing.reason and standing.price > 0:
                    found.append((standing.price, CatalogueRow(FITS, name_of(session, force, entry), entry.path)))
                yield
        taken = list[tuple[Decimal, CatalogueRow]]()
        for unit in session.army.view.units() if left > 0 else ():
            for choice in choices_of(session.session, unit.id, unit.id):
                free = not choice.reason and 0 < choice.price <= left
                if not free or (choice.number and choice.control != "number"):
                    continue
                if has_room(session.session, choice):
                    row = CatalogueRow(FITS, one_more(choice), upgrade=choice)
                    taken.append((choice.price, row))
                yield
            yield
        self._found = sorted(found, key=lambda each: -each[0])
        told_once = {(price, row.name): row for price, row in taken}  # of what several units could take
        self._is_tried = True
        self._taken = sorted(((price, row) for (price, _), row in told_once.items()), key=lambda each: -each[0])

    def _stops(self, row: CatalogueRow) -> bool:
        """Whether the cursor stands on a row: on a heading only where it can be folded."""
        return row.adds or not (row.rest or self._query)

    def _line(self, row: CatalogueRow, width: int) -> Line:
        standing = None
        if row.path and self._session is not None and self._force is not None:
            standing = self._session.standing(self._force, row.path)
        if not self._has_columns or row.rest:
            return catalogue_line(row, standing, width)
        return adder_line(row, standing, self._session.view.totals if self._session is not None else None, width)
