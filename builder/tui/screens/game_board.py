"""The panes of the game screen: the tables of a side, what is due, one row in detail, the end of the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.events import DescendantFocus

from builder.systems.play.view import Reminder, Row, SideView, Table, View
from builder.tracker import LogLine
from builder.tui.screens.game_worker import GameSnapshot
from builder.tui.sentences import keyed
from builder.tui.widgets.game_detail import detail
from builder.tui.widgets.game_due import BAR, DuePane, is_owed
from builder.tui.widgets.game_log import GrowingPane, LogPart, log_parts, part_line, standing_lines
from builder.tui.widgets.game_table import TablesPane, letters
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import Container, FittedLines, Vertical

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
KEPT = 7
"""Lines of the tables that stay in view on a low screen while something is asked: four rows with their frame."""
FRAMED, MANY = 2, 9
"""Cells of a frame on either side of its title; more details of a row than these have more room than the usual."""


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
        self._acted: tuple[str, Row | None] = ("", None)
        """The row that the cursor has gone to by itself, and the one before, which acted last."""
        self._entries: Sequence[LogLine] = ()
        self._barred: tuple[str, ...] = ()

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
            owing = (side for side in (acts, 1 - acts) if self._wanted_first(snapshot.view, side))
            self.side = next(owing, acts)
            at = self._wanted_first(snapshot.view, self.side) or self._next_that_may(snapshot.view, after="")
        self.show_side(fit=before is None, at=at)
        self.show_log(snapshot.log)
        self.due.tell(snapshot.view, self.letters, used=self.has_class("-due"))
        many = sum(map(is_owed, snapshot.view.due))
        if not many:
            self.remove_class("-due")
        pane = self.query_one("#duepane")
        pane.border_title = f"Due {many}" if many else "Due"
        self._hint_due()

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

    def follow_turn(self, view: View) -> str:
        """Show the side that acts by now, and return the row that may act there; not one that is only a name.

        Where sides take turns within a phase, whoever has just acted first does what that has brought about, and then
        the other side what is wanted of it. What both do together is shown on the side that is looked at. In a new
        phase of the same player the cursor stays on a row that may act.
        """
        before, turns = self.view, view.played_by == "turns"
        if before is None or view.played_by == "both":
            return ""
        begins = (before.turn, before.phase) != (view.turn, view.phase)
        passes, to = (begins and turns) or before.active != view.active, view.active
        if turns and not begins:
            returns = bool(view.acting) and before.active == self.side != view.active
            passes = returns or (self._has_to_do(before) and not self._has_to_do(view))
            if not passes and self._is_done(view) and not self._wanted_first(view, self.side):
                to = 1 - self.side
                passes = self._wanted_first(view, to) != ""
        if passes and self.side != to and view.sides[to].known:
            self.switch_side()
        elif not begins:
            return ""
        at = self.row.ref if self.row is not None else ""
        return self._wanted_first(view, self.side) or self._next_that_may(view, after="" if begins and turns else at)

    def _next_that_may(self, view: View, *, after: str) -> str:
        """Return the row that is in an action, or else may act, from that of a reference on; empty for none.

        Where sides take turns what is due first is that of a group that has begun to act, before all others that may.
        """
        if begun := self._in_action(view):
            return begun
        rows = _rows(view, self.side)
        place = next((n for n, row in enumerate(rows) if row.ref == after), 0)
        may = [row.ref for row in (*rows[place:], *rows[:place]) if row.turn == "may"]
        due = view.due if view.played_by == "turns" else ()
        # What may be done into an action that is over is no reason to stand there.
        kind = next((each.kind for each in due if each.verb and each.ref in may and each.look != "dim"), None)
        owing = {each.ref for each in due if each.kind == kind}
        return next((ref for ref in may if ref in owing), next(iter(may), ""))

    def _wanted_first(self, view: View, side: int) -> str:
        """Return the row of a side that must do something before all else, the one of which it is due first."""
        wanted = {row.ref: row.does.get(USE, "") for row in _rows(view, side)}
        must = (each for each in view.due if each.before_end and each.verb)
        return next((each.ref for each in must if wanted.get(each.ref) == each.verb), "")

    def _in_action(self, view: View) -> str:
        """Return the row with something to do in the action that is in progress, or into it; empty for none."""
        rows = [row for row in _rows(view, self.side) if view.acting]
        begun = {row.ref for row in rows if row.turn == "has"}
        return next((each.ref for each in view.due if each.verb and each.kind and each.ref in begun), "")

    def _has_to_do(self, view: View) -> bool:
        """Whether it is for the side that is shown to act, or to do what is due of its rows.

        What is only to be minded can wait, and so can who may act once an action that is in progress is over.
        """
        own = {row.ref for row in _rows(view, self.side) if not (view.acting and row.turn == "may")}
        return view.active == self.side or any(each.verb and each.kind and each.ref in own for each in view.due)

    def _is_done(self, view: View) -> bool:
        """Whether the row under the cursor has acted, or done what was wanted of it, and has nothing more to do."""
        was = self.row
        now = next((row for row in _rows(view, self.side) if was is not None and row.ref == was.ref), None)
        if was is None or now is None or view.played_by != "turns" or view.acting or USE in now.does:
            return False
        return USE in was.does or (was.turn == "may" and now.turn == "has")

    def go_on_from(self, view: View) -> str:
        """Return the row that the cursor goes to after an act, and keep whose act that was; empty where it stays.

        Once the act is undone it is back on who may act again.
        """
        to, before = self._acted
        if (
            before is not None
            and view.played_by not in ("turns", "both")
            and self.row is not None
            and self.row.ref == to
        ):
            self._acted = ("", None)
            if any(row.ref == before.ref and row.turn == "may" for row in _rows(view, self.side)):
                return before.ref
        at = self.next_to_act(view)
        self._acted = (at, self.row) if at else ("", None)
        return at

    @property
    def acted(self) -> str:
        """The name of who acted last, where the cursor has gone on by itself, else of the row under it."""
        row, (to, before) = self.row, self._acted
        return "" if row is None else before.name if before is not None and row.ref == to else row.name

    def next_to_act(self, view: View) -> str:
        """Return the row that has begun to act and has more to do; else the next behind the one that has acted.

        What is wanted of another row before any action comes first. Empty where the cursor stays: its row can act
        still, had acted before, or is the last that could.
        """
        before, rows = (_rows(each, self.side) if each else () for each in (self.view, view))
        begun = {row.ref for row in before if row.turn == "may"} & {row.ref for row in rows if row.turn == "has"}
        if view.played_by == "turns" and (own := [each.ref for each in view.due if each.verb and each.ref in begun]):
            return own[0]
        if view.played_by not in ("turns", "both"):
            return "" if self.has_class("-due") else self._next_alike(view)
        if not self._is_done(view):
            return ""
        now = next(
            (row for row in rows if self.row is not None and row.ref == self.row.ref and row.turn == "has"), None
        )
        return self._wanted_first(view, self.side) or (self._next_that_may(view, after=now.ref) if now else "")

    def _next_alike(self, view: View) -> str:
        """Return the next row of which the same is due that the row under the cursor has just done by its only act."""
        was, rows = self.row, _rows(view, self.side)
        now = next((row for row in rows if was is not None and row.ref == was.ref), None)
        if was is None or now is None or self.view is None or (was.turn, now.turn) != ("may", "has"):
            return ""
        done = {each.kind for each in self.view.due if each.ref == was.ref and each.verb}
        owing = {each.ref for each in view.due if each.verb and each.kind in done}
        place = rows.index(now)
        return next((row.ref for row in (*rows[place:], *rows[:place]) if row.ref in owing and row.turn == "may"), "")

    def switch_side(self) -> None:
        """Show the other side where its cursor was, or at who has something to do where that has acted."""
        self._left[self.side] = self.row.ref if self.row is not None else ""
        self.side = 1 - self.side
        side, view, at = self.shown_side, self.view, self._left.get(self.side, "")
        rows = [row for table in side.tables for row in table.rows] if side is not None else []
        if view is not None and view.played_by == "turns":
            has_acted = view.active == self.side and any(row.ref == at and row.turn == "has" for row in rows)
            at = self._in_action(view) or (self._next_that_may(view, after=at) if has_acted else "") or at
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
        """Show the row under the cursor in detail, and name the keys that do something with it."""
        row = self.row
        if (barred := row.barred if row is not None else ()) != self._barred:
            self._barred = barred
            self.screen.refresh_bindings()
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
        used = event.widget is self.due and self.due.due is not None
        if self.has_class("-due") and not used:
            self.due.action_first()  # beside the tables its top is in sight
        self.set_class(used, "-due")
        self._hint_due()

    def on_descendant_blur(self) -> None:
        """The keys of what is due do something else once it has lost the focus."""
        self._hint_due()

    def _hint_due(self) -> None:
        """Name the keys of what is due in its frame while they are meant for it."""
        meant = self.due.has_focus and self.view is not None and any(each.verb for each in self.view.due)
        keys = keyed("{game.due_do} does · {game.due_wave} dismisses") if meant else ""
        self.query_one("#duepane").border_subtitle = keys

    @property
    def has_wanted(self) -> bool:
        """Whether something is wanted of a row of the side that is shown."""
        return self.view is not None and any(USE in row.does for row in _rows(self.view, self.side))

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

    def about(self, due: Reminder) -> tuple[SideView | None, Table | None, Row | None]:
        """The row that something due is about, or the first one left of its parts, with its table and its side."""
        sides = self.view.sides if self.view is not None else ()
        found = [(side, table, row) for side in sides for table in side.tables for row in table.rows]
        same = (each for each in found if each[2].ref == due.ref)
        parts = (each for each in found if due.ref and each[2].offers.get("unit", ())[:1] == (due.ref,))
        return next(same, None) or next((each for each in parts if not each[2].gone), (None, None, None))

    @property
    def meant(self) -> tuple[SideView | None, Table | None, Row | None]:
        """What keys mean: what is due under the cursor where that is in use, else the row under that of the tables."""
        due = self.due.due if self.due.has_focus else None
        found = self.about(due) if due is not None else (None, None, None)
        return found if found[2] is not None else (self.shown_side, self.table, self.row)


def _rows(view: View, side: int) -> tuple[Row, ...]:
    """Return the rows of all tables of a side."""
    return tuple(row for table in view.sides[side].tables for row in table.rows)
