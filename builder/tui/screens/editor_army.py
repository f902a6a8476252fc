"""The army of the editor as a tree that can be folded, with what can be done to marked units below it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from textwrap import wrap
from typing import TYPE_CHECKING

from textual import on
from textual.events import Click, MouseDown, MouseEvent, MouseUp
from textual.geometry import Size
from textual.strip import Strip

from builder.record import Record
from builder.scalars import number, signed
from builder.services.editor.view import EditorView, KitLine, TreeRow, rows_above, rows_hiding
from builder.tui.key_names import up_and_down
from builder.tui.sentences import key_of, keyed
from builder.tui.widgets.editor_lines import act_line, groups_to_join, token_lines, tree_line, tree_rest
from builder.tui.widgets.line_pane import LinePane, PaneMessage
from builder.tui.widgets.lines import Line, Span, apart, parted, plain, strip_of

if TYPE_CHECKING:
    from textual.timer import Timer

    from builder.services.editor.session import EditorSession

RIGHT = 3
"""The right button of a mouse."""

LOW = 12
"""Below this height of the army there are no lines for marks."""

LEAST = 2
"""The lines that tell what is marked where there are few."""

ROOMY = 24
"""From this height of the army on, all is told of what can be done to marked units."""

NOTHING_YET = (
    "Nothing yet: {editor.add} adds units. Where they stand in regiments and the like, {editor.forces} adds one first."
)
"""What stands in an army without units."""
ELSEWHERE = 7
"""The lines of the screen that are none of the army's: its frame, the head, totals and keys."""

RESTED = 0.25
"""Seconds from the last mark until it is worked out whether the marked units can be a group: keys come first."""

HEADINGS = ("slot", "group", "force")
"""What a blank line stands before."""

BLANK = TreeRow(id="", depth=0, kind="rest", name="")
"""What stands between two slots."""

Foot = tuple[Line, str]
"""A line below the army, and the action of the screen that a click on it does, if any."""


class Grouping(Record, frozen=True):
    """What stands against a group of marked units, if anything, and which groups they could join."""

    units: tuple[str, ...]
    refusal: str
    others: tuple[str, ...] | None = None
    """None until that is worked out, and so is `against`: why they cannot join the other groups."""
    against: tuple[str, ...] = ()


class ArmyPane(LinePane[TreeRow]):
    """The army as a tree that can be folded: slots and forces are open at first, units where there is room for all."""

    class Dropped(PaneMessage):
        """The player dragged a unit with the mouse to the place of another one, `over` it or what it takes along."""

        def __init__(self, pane: ArmyPane, unit: str, target: str, *, over: str, below: bool) -> None:
            super().__init__(pane)
            self.unit, self.target, self.over, self.below = unit, target, over, below

    def __init__(self, *, id: str) -> None:
        super().__init__(self._line, stops=lambda row: row.stops, empty="Loading …", id=id)
        self.fit = lambda: self.show_view(self.view)
        self.session: EditorSession | None = None
        self.view = EditorView(name="")
        self._turned: dict[str, bool] = {}
        self._opens_units = False
        self._kits: Mapping[str, tuple[KitLine, ...]] = {}
        self._telling: frozenset[str] = frozenset()
        self._chosen: dict[str, None] = {}
        self._held: TreeRow | None = None
        self._foot: tuple[Foot, ...] = ()
        self._grouping: Grouping | None = None
        self._resting: Timer | None = None

    # -- showing -----------------------------------------------------------------
    def show_view(self, view: EditorView, at: str | None = None) -> None:
        """Show an army, with the cursor on the row of this id, if it is to be another one."""
        if view is not self.view:
            self._grouping, self._kits = None, dict(view.kits())
            self._telling = view.chosen_in(self._kits)
        self.view = view
        units = {row.unit for row in view.rows}
        self._chosen = {id: None for id in self._chosen if id in units}
        wanted = at or (self.row.id if self.row is not None else None)
        self._foot = tuple(self._marked_lines()) if self._chosen else ()
        if self._height < LOW:  # What is marked is told, and the line of keys tells the rest: units need the room.
            self._foot = self._foot[1 : 1 + LEAST]
        huge = self.is_attached and self.screen.has_class("-huge")
        rows: tuple[TreeRow, ...] = ()
        # Units are open where all have room so; what is told below them, and blank lines, take what is left.
        for opens in (True, False)[not huge :]:
            self._opens_units = opens
            rows = self._rows_now(view)
            if len(rows) <= self._height:
                break
        for most in (MOST_VERSIONS, 1, 0) if huge and not self._chosen else ():
            self._foot = tuple(self._told_lines(most))
            if len(rows) + 1 + len(self._foot) <= self._height:
                break
            self._foot = ()
        spaced = apart(rows, lambda row: row.kind in HEADINGS, BLANK)
        if self._height > LOW and len(spaced) + len(self._foot) <= self._height:
            rows = spaced
        self.show(rows, next((place for place, row in enumerate(rows) if row.id == wanted), None))

    @property
    def _height(self) -> int:
        """Its lines; before it is laid out, those that it is going to have."""
        return self.size.height or (self.app.size.height - ELSEWHERE if self.is_attached else 0)

    def _rows_now(self, view: EditorView) -> tuple[TreeRow, ...]:
        """The rows in view, names that have no room in several."""
        rows = view.folded(frozenset(row.id for row in view.rows if self.is_folded(row)))
        if 0 < self.size.height < LOW:
            rows = tuple(row for row in rows if row.kind != "mark")
        # Before it is laid out, no name is known to lack room: the first picture has the rows whole.
        if self.size.width:
            room = self.room
            rows = tuple(line for row in rows for line in (row, *tree_rest(row, room, self._kit(row))))
        return rows

    def _line(self, row: TreeRow, width: int) -> Line:
        marked = row.kind == "unit" and row.id in self._chosen
        return tree_line(row, self.is_folded(row), width, marked=marked, kit=next(iter(self._kit(row)), None))

    def _kit(self, row: TreeRow) -> Sequence[KitLine]:
        """What models carry, where their line says it and not those below it."""
        return self._kits.get(row.id, ()) if row.kind == "model" and self.is_folded(row) else ()

    # -- what stands below the army ------------------------------------------------
    def _grow(self, size: Size) -> None:
        """Scroll so far that the last row stands above what is below the army."""
        super()._grow(Size(size.width, size.height + len(self._foot)))

    @property
    def rows_in_view(self) -> int:
        """So many lines show rows."""
        return max(1, self.size.height - len(self._foot))

    @property
    def _foot_top(self) -> int:
        return min(len(self.rows) + 1, self.rows_in_view)

    def index_at(self, event: MouseEvent) -> int | None:
        """The place of the row that the mouse is over; none is below the army."""
        place = event.get_content_offset(self)
        return None if self._foot and place is not None and place.y >= self._foot_top else super().index_at(event)

    def render_line(self, y: int) -> Strip:
        """The line at a height of the pane."""
        place = y - self._foot_top
        if not self._foot or place < -1:
            return super().render_line(y)
        width = self.scrollable_content_region.width
        if not 0 <= place < len(self._foot):
            return Strip.blank(width, self._style("text", False)) if y >= len(self.rows) else super().render_line(y)
        line = self._foot[place][0]
        return strip_of(Line(((" ", "text"), *line.left), line.right), width, lambda look: self._style(look, False))

    def _told_lines(self, most: int) -> Iterator[Foot]:
        """Yield what tokens go to whom, and what it was before the last changes, so many of these at most."""
        rule, counters = plain("─" * (self.room - 1), "dim"), self.view.totals.counters
        yield from ((line, "") for line in ((rule, *token_lines(counters)) if counters else ()))
        document = self.session.session if self.session is not None else None
        if document is None or not most:
            return
        yield from (*(((plain(""), ""),) if counters else ()), (rule, ""), (plain("Versions", "slot"), "versions"))
        for place, step in enumerate(document.states[:most]):
            told = f"{self._key('versions')} compares" if place == 1 else "" if place else "this one"
            cost = document.points_at(step)
            words = f"{'' if cost is None else number(cost)}  {told:<10} "
            yield Line(((f"  {step.when}", "text"),), ((words, "dim"),)), "versions"

    def _marked_lines(self) -> Iterator[Foot]:
        """Yield what can be done to the marked units, and what that costs."""
        width, units, session = self.room, self.marked, self.session
        roomy = self._height >= ROOMY
        yield plain("─" * (width - 1), "dim"), ""
        names = ", ".join(row.title for _, row in self.view.units() if row.id in units)
        esc: tuple[Span, ...] = ((keyed("{editor.back} unmarks "), "focus"),)
        head = f"{len(units)} marked: "
        first, *more = parted(head + names, width - 13, width - 3)
        yield Line(((first, "title"),), esc), "back"
        yield from ((plain(f"  {part}", "title"), "") for part in more)
        if roomy:
            yield plain(""), ""
        if session is not None and session.army.system.plans_groups:
            yield from self._group_lines(width)
        cost = sum((points for id, points in self.view.costs() if id in units), Decimal(0))
        totals = self.view.totals
        over = totals.over_with(cost)
        both = "it" if len(units) == 1 else "both" if len(units) == 2 else "them"
        told = f"{signed(cost, '+0')}{f', over by {number(over)}' if over > 0 else ''}"
        yield (
            act_line(self._key("duplicate"), f"Duplicate {both}", told, "error" if over > 0 else "price"),
            "step('duplicate')",
        )
        yield act_line(self._key("copy"), "Copy", keyed("{editor.paste} pastes")), "share('copy')"
        where = "Move behind a unit" if width > 46 else "Move"
        by_one = up_and_down(self._key("earlier"), self._key("later"))
        yield act_line(self._key("move"), where, f"{by_one} by one"), "ask('move')"
        yield act_line(self._key("remove"), f"Remove {both}", signed(-cost, "−0"), "price"), "step('remove')"
        if roomy and self._grouping is not None and self._grouping.others is not None:
            instead = groups_to_join(self._key("groups"), self._grouping.others, self._grouping.against, width)
            yield from ((line, "ask('groups')") for line in instead)

    def _key(self, name: str) -> str:
        return key_of(f"editor.{name}")

    def _group_lines(self, width: int) -> Iterator[Foot]:
        known = self._grouping
        refusal = known.refusal if known is not None else ""
        if len(self.marked) < 2:
            yield act_line(self._key("groups"), "Group it with others", ""), "ask('groups')"
            return
        yield act_line(self._key("groups"), "Group them", "not allowed:" if refusal else "", "error"), "ask('groups')"
        if known is None:
            return
        yield from ((plain(f"   {part}", "dim"), "") for part in (wrap(refusal, width - 5) if refusal else ()))
        if refusal and self._height >= ROOMY:
            yield plain(keyed("   Nothing is written down until {editor.groups} makes it a group."), "dim"), ""

    def _rest(self) -> None:
        """Work out whether the marked units can be a group once no other was marked for a while."""
        if self._resting is not None:
            self._resting.stop()
        session = self.session
        if session is not None and len(self.marked) > 1 and session.army.system.plans_groups:
            self._resting = self.set_timer(
                RESTED, lambda: self.run_worker(self._try(session), group="look", exclusive=True)
            )

    async def _try(self, session: EditorSession) -> None:
        from builder.services.editor.grouping import groups_instead, refusal_of

        units, document = self.marked, session.session.apart()
        refusal = await asyncio.to_thread(lambda: refusal_of(document, units))
        self._tell(Grouping(units, refusal))
        if refusal:
            offered = await asyncio.to_thread(lambda: groups_instead(document, units, refusal))
            words = tuple(each.words for each in offered.right)
            self._tell(Grouping(units, refusal, words, offered.refusals[1:]))

    def _tell(self, known: Grouping) -> None:
        if self.is_attached and self.marked == known.units and self.has_marks:
            self._grouping = known
            self.show_view(self.view)
            self.refresh()

    # -- marks ---------------------------------------------------------------------
    @property
    def marked(self) -> tuple[str, ...]:
        """The units that are marked, without those that another one takes along; else that under the cursor."""
        along = {row.id for above, row in self.view.units() if not self._chosen.keys().isdisjoint(above)}
        own = (self.row.unit,) if self.row is not None and self.row.unit else ()
        return tuple(id for id in self._chosen if id not in along) or own

    @property
    def has_marks(self) -> bool:
        """Whether any unit is marked."""
        return bool(self._chosen)

    def mark(self) -> None:
        """Mark the unit under the cursor, or mark it no more; fold a heading."""
        if self.row is not None and not self.row.unit:
            self.toggle(self.row.id)
        if self.row is not None and self.row.unit:
            if self.row.unit in self._chosen:
                del self._chosen[self.row.unit]
            else:
                self._chosen[self.row.unit] = None
            self._marks_changed()

    def unmark(self) -> None:
        """Mark no unit any more."""
        self._chosen.clear()
        self._marks_changed()

    def _marks_changed(self) -> None:
        self._grouping = None
        self.show_view(self.view)
        self.refresh()
        self.screen.refresh_bindings()
        self._rest()

    # -- the mouse -------------------------------------------------------------------
    def on_mouse_down(self, event: MouseDown) -> None:
        """Take hold of what may be dragged."""
        self._held = None if (place := self.index_at(event)) is None else self.rows[place]

    def on_mouse_up(self, event: MouseUp) -> None:
        """Drop the unit that was dragged at the unit that it is over."""
        row, place = self._held, self.index_at(event)
        if row is None or place is None or self.is_click(event):
            return  # The rows may have moved under a mouse that has not: a pane that gets the focus has more room.
        target = self.rows[place]
        over, above = (target.id, ()) if target.kind == "group" else (target.unit, self.rows[: place + 1])
        if row.kind == "unit" and over and over != row.unit:
            top = next((each.unit for each in reversed(above) if each.depth == row.depth), over)
            below = any(each.unit == row.unit for each in self.rows[:place])
            self.post_message(self.Dropped(self, row.unit, top, over=over, below=below))

    @on(LinePane.Chosen)
    def _fold(self, chosen: LinePane.Chosen) -> None:
        """Fold or unfold by a click on the sign of it, which does nothing else."""
        if chosen.sign is not None and self.row is not None:
            chosen.stop()
            self.toggle(self.row.id)

    def on_click(self, event: Click) -> None:
        """Mark the unit that was clicked with Ctrl, Shift or the right button; the end of a drag is no click.

        Below the army a click does what the line says.
        """
        place = event.get_content_offset(self)
        below = place.y - self._foot_top if place is not None and self._foot else -1
        if not self.is_click(event):
            event.prevent_default()
        elif 0 <= below < len(self._foot):
            event.prevent_default()
            if action := self._foot[below][1]:
                self.call_later(self.run_action, f"screen.{action}")
        elif (event.ctrl or event.shift or event.button == RIGHT) and self._held is not None:
            event.prevent_default()
            self.mark()

    # -- folding -----------------------------------------------------------------------
    def is_folded(self, row: TreeRow) -> bool:
        """Whether what is below a row is hidden."""
        known = self._turned.get(row.id)
        if known is not None:
            return known
        if row.kind == "unit":
            return not self._opens_units or row.id not in self._telling
        return row.kind == "model" and row.id in self._kits

    def toggle(self, id: str) -> None:
        """Fold or unfold a row."""
        self._turned |= {row.id: not self.is_folded(row) for row in self.view.rows if row.id == id}
        self.show_view(self.view, id)
        self.refresh()
        self.screen.refresh_bindings()

    def unfold_around(self, view: EditorView, *ids: str | None) -> str | None:
        """Unfold what hides an element: that of the first of these ids that has a row, which is given."""
        places = {row.id: place for place, row in enumerate(view.rows)}
        place = next((places[id] for id in ids if id in places), None)
        if place is None:
            return None
        hiding = rows_hiding(view.rows[place], rows_above(view.rows, place))
        self._turned |= {row.id: False for row in hiding if self.is_folded(row)}
        return view.rows[place].id

    # -- going about -------------------------------------------------------------------
    def go_up(self) -> None:
        """Go to the line that the one under the cursor is below."""
        row = self.row
        if row is not None:
            above = (place for place in range(self.cursor, -1, -1) if self.rows[place].depth < row.depth)
            self.cursor = next(above, self.cursor)

    def neighbour(self, id: str | None = None) -> str | None:
        """The row to stand on once one, or that under the cursor, is gone: the next beside it, else the one before."""
        rows = [row for row in self.rows if row.id]
        gone = id if id is not None else self.row.id if self.row is not None else ""
        place = next((at for at, row in enumerate(rows) if row.id == gone), None)
        if place is None:
            return None
        row, before, behind = rows[place], rows[:place][-1:], rows[place + 1 :]
        beside = [other for other in behind if other.depth <= row.depth][:1]
        if not beside or beside[0].depth < row.depth:  # The heading of its slot may go with it.
            beside = [other for other in (*before, *behind) if other.unit] or [*before]
        return beside[0].id if beside else None


MOST_VERSIONS = 4
"""So many of the last states of the army are told below it."""
