"""Panes of lines with a cursor: only the lines in view are made, so a thousand cost no more than twenty."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import ClassVar, Generic, TypeVar

from rich.cells import set_cell_size
from rich.style import Style
from textual.binding import BindingType
from textual.events import Click, MouseDown, MouseEvent
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from builder.tui.actions import bindings_of
from builder.tui.widgets.lines import Line, Looks, strip_of

Row = TypeVar("Row")

SIGN = re.compile(r"\[[x\d _-]{1,4}\]|\([o -]\)|[▸▾]")
"""What looks as if a click changed it: a tick, one of several, a number, a fold."""

ONE_OF_A_LINE = re.compile(r"\([o -]\)(?: [^\s(]+)*")
"""One of several that stand in one line, with the words behind its sign: nothing else can be meant by these."""


class PaneMessage(Message):
    """Something that a pane tells its screen."""

    def __init__(self, pane: ScrollView) -> None:
        super().__init__()
        self.pane = pane

    @property
    def control(self) -> ScrollView:
        """The pane, for `@on`."""
        return self.pane


class LinePane(ScrollView, Looks, Generic[Row], can_focus=True):
    """Shows rows as lines; the cursor stands on rows that something can be done with.

    Args:
        paint: makes the line of a row for a width in cells.
        stops: whether the cursor stands on a row; on every row without it.
        more: whether a row tells more of the one above, and a click on it means that; without it, each may.
        marked: whether the cursor has its mark even while another widget has the focus.
        empty: words to show where there are no rows.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("lines")]

    cursor = reactive(0, repaint=False)
    is_marked = reactive(False)

    class CursorMoved(PaneMessage):
        """The cursor stands on another row, or on the same one with something else in it."""

    class Chosen(PaneMessage):
        """The player clicked the row under the cursor, or a sign in any: `sign` is its place in the line."""

        def __init__(self, pane: ScrollView, sign: int | None = None) -> None:
            super().__init__(pane)
            self.sign = sign

    class Resized(PaneMessage):
        """The pane has another size, or one at all: lines that are broken to its width are to be made anew."""

    class Scrolled(PaneMessage):
        """Other rows are in view, by the cursor or by the wheel."""

    def __init__(
        self,
        paint: Callable[[Row, int], Line],
        *,
        stops: Callable[[Row], bool] | None = None,
        more: Callable[[Row], bool] | None = None,
        marked: bool = False,
        empty: str = "",
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        self._paint, self._stops, self._more, self._empty = paint, stops, more, empty
        self.set_reactive(LinePane.is_marked, marked)
        self.rows: Sequence[Row] = ()
        self.pressed_at: Offset | None = None
        """Where on the screen the mouse was pressed last."""
        self._chooses = self._chose = False
        self.chose_at = 0.0
        """When a click, but for one on a sign, has chosen a row: a second one right after it means nothing."""
        self.leaves_keys: Callable[[], bool] = lambda: False
        """Whether a press leaves the keys where they are, as what is shown belongs to a row there."""
        self._pressed_sign: int | None = None
        self.frame: Widget | None = None
        """In whose lower border it is told how much is out of view; in none without it."""
        self.fit: Callable[[], object] = lambda: None
        """Shows the rows anew, broken to the room of a line. It is done before they are painted at another size."""
        self._broken_to = (Size(), 0)
        self._brought = (0, 0, 0)
        """From which line to which it was scrolled last for the cursor, and how many were in view then."""
        self._hints, self._told, self._tells = ("", ""), "", False

    # -- rows ------------------------------------------------------------------
    def show(self, rows: Sequence[Row], cursor: int | None = None) -> None:
        """Show these rows; lines that stay the same are not drawn again."""
        old, self.rows = self.rows, rows
        self._broken_to = (self.size, self.room)
        self._grow(Size(0, len(rows)))
        wanted = self._stop(self.cursor if cursor is None else cursor, 1)
        top = self.scroll_offset.y
        if len(old) != len(rows) and (not old or not rows):
            self.refresh()
        else:
            changed = [y for y in range(top, top + self.size.height) if not _same(old, rows, y)]
            if changed:
                self._redraw(changed[0], changed[-1])
        if wanted != self.cursor:
            self.cursor = wanted
        elif rows:
            self._in_view()
        self._tell_later()

    def hint(self, words: str, few: str = "") -> None:
        """Say these words in the frame, beside how much is out of view; a `few` of them where that takes the room."""
        self._hints = words, few
        self._tell_hidden()

    def _tell_later(self) -> None:
        """Tell how much is out of view once all else is drawn."""
        if self.frame is not None and not self._tells:
            self._tells = self.call_after_refresh(self._tell_hidden)

    def _tell_hidden(self) -> None:
        """Tell how many rows are out of view above and below: of those that can be stood on, where there are any."""
        self._tells = False
        if self.frame is None:
            return
        top, stops = self.scroll_offset.y, self._stops if self._stops and any(map(self._stops, self.rows)) else None
        hidden = ((self.rows[:top], "above"), (self.rows[top + self.rows_in_view :], "below"))
        counts = ((sum(stops is None or stops(row) for row in rows), where) for rows, where in hidden)
        told = " · ".join(f"{count} more {where}" for count, where in counts if count and self.size.height)
        short, (hint, few) = told.replace(" more ", " "), self._hints  # 3 above · 10 below
        # The keys that a hint names stand in the lines of keys too.
        ways = ((told, hint), (short, few) if few else (), (told,), (short,))
        room = self.frame.size.width - 6
        fitting = (words for words in (" · ".join(filter(None, way)) for way in ways) if 0 < len(words) <= room)
        words = next(fitting, short or hint)
        if words != self._told:
            self.frame.border_subtitle = self._told = words

    def _grow(self, size: Size) -> None:
        """Scroll over so many lines."""
        self.virtual_size = size

    def say(self, words: str) -> None:
        """Say these words where there are no rows."""
        self._empty = words
        self.refresh()

    @property
    def row(self) -> Row | None:
        """The row under the cursor."""
        return self.rows[self.cursor] if 0 <= self.cursor < len(self.rows) else None

    def _stop(self, index: int, by: int) -> int:
        """The row nearest to an index on which the cursor stands, looked for in a direction first."""
        if not self.rows:
            return 0
        index = max(0, min(index, len(self.rows) - 1))
        stops = self._stops
        if stops is None:
            return index
        ways = (range(index, len(self.rows)), range(index, -1, -1))
        for way in ways if by > 0 else reversed(ways):
            found = next((place for place in way if stops(self.rows[place])), None)
            if found is not None:
                return found
        return index

    def _redraw(self, first: int, last: int | None = None) -> None:
        """Draw a row again, or several; one region for all of them costs less than one for each."""
        height = 1 if last is None else last - first + 1
        self.refresh(Region(0, first - self.scroll_offset.y, self.size.width, height))

    # -- cursor ----------------------------------------------------------------
    def watch_cursor(self, old: int, new: int) -> None:
        """Draw the two lines that look different now, and tell of it."""
        self._redraw(old)
        self._redraw(new)
        self._in_view()
        if self.rows:
            self.post_message(self.CursorMoved(self))

    @property
    def rows_in_view(self) -> int:
        """So many lines show rows: all, where nothing stands below them."""
        return self.size.height

    def _in_view(self) -> None:
        if self.size.height:
            self._bring(1 + self.size.height - self.rows_in_view)

    def keep_below(self, count: int) -> None:
        """Keep so many lines below the cursor in view, as far as there is room for both."""
        if count > 0 and self.size.height:
            self._bring(min(count + 1, self.size.height))

    def _bring(self, lines: int) -> None:
        """Scroll until so many lines from the cursor on are in view."""
        top = self.scroll_offset.y
        self.scroll_to_region(Region(0, self.cursor, 1, lines), animate=False, force=True, immediate=True)
        if self.scroll_offset.y > top:
            self._brought = top, self.scroll_offset.y, self.size.height

    def _go_back(self) -> None:
        """Scroll back for the room that has come since it was scrolled for the cursor, if it stands there still."""
        (first, last, height), top = self._brought, self.scroll_offset.y
        if self.size.height > height and first < top <= last:
            back = min(top, max(first, last + height - self.size.height))
            self.scroll_to(y=back, animate=False, force=True, immediate=True)
            self._brought = (0, 0, 0)

    def on_focus(self) -> None:
        """Show the cursor, once it stands on a row that was pressed; a press gives the focus before it is told of."""
        self.call_later(self._show_cursor)
        self._redraw(self.cursor)

    def _show_cursor(self) -> None:
        """Show the cursor, with some of what is below it, where it was out of view."""
        top = self.scroll_offset.y
        if self.rows and not top <= self.cursor < top + self.size.height:
            self.scroll_to(y=max(0, self.cursor - 2), animate=False, force=True, immediate=True)

    def on_resize(self) -> None:
        """Keep the cursor in view where there is less room now, no more than that takes, and tell of the room."""
        self._go_back()
        self._fit_rows()
        self._in_view()
        self._tell_later()
        self.post_message(self.Resized(self))

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Tell that other rows are in view."""
        super().watch_scroll_y(old_value, new_value)
        if round(old_value) != round(new_value):
            self.post_message(self.Scrolled(self))
            self._tell_later()

    def watch_show_vertical_scrollbar(self, shown: bool) -> None:
        """Tell a bar that comes of the lines that were passed before there was one."""
        if shown:
            self.vertical_scrollbar.position = self.scroll_y

    def action_up(self) -> None:
        """Go up; to the very top where no row above can be stood on."""
        self._go_by(-1, 1)

    def action_down(self) -> None:
        """Go down; to the very end where no row below can be stood on."""
        self._go_by(1, 1)

    def action_page_up(self) -> None:
        """Go up by what is in view; to what is above where no row there can be stood on."""
        self._go_by(-max(1, self.rows_in_view - 1), self.size.height - 1)

    def action_page_down(self) -> None:
        """Go down by what is in view; to what is below where no row there can be stood on."""
        self._go_by(max(1, self.rows_in_view - 1), self.size.height - 1)

    def _go_by(self, rows: int, lines: int) -> None:
        """Go so many rows on to one that the cursor can stand on; where there is none, scroll by so many lines.

        On the way back it is scrolled until the cursor is in view, where it is not and no row there can be stood on.
        """
        by, top, end = (1 if rows > 0 else -1), self.scroll_offset.y, self.scroll_offset.y + self.size.height
        behind = self.cursor - max(top, min(self.cursor, end - 1))
        if behind * by > 0 and self._stops is not None and not any(map(self._stops, self.rows[top:end])):
            rows, lines = 0, min(lines, abs(behind))
        index = self._stop(self.cursor + rows, by)
        found = 0 <= index < len(self.rows) and (index - self.cursor) * by > 0
        if found and (self._stops is None or self._stops(self.rows[index])):
            self.cursor = index
        else:
            self.scroll_relative(y=by * lines, animate=False)

    def action_first(self) -> None:
        """Go to the first row."""
        self.cursor = self._stop(0, 1)
        self.scroll_home(animate=False)

    def action_last(self) -> None:
        """Go to the last row."""
        self.cursor = self._stop(len(self.rows) - 1, -1)
        self.scroll_end(animate=False)

    def move(self, key: str) -> None:
        """Move the cursor as `up`, `down`, `pageup`, `pagedown`, `home` or `end` do, while others have the keys."""
        moves = {"up": self.action_up, "down": self.action_down, "home": self.action_first, "end": self.action_last}
        moves |= {"pageup": self.action_page_up, "pagedown": self.action_page_down}
        moves[key]()

    def on_mouse_down(self, event: MouseDown) -> None:
        """Move the cursor to the row that is pressed, or that a line tells more of.

        The click is told of later, when another row may be there: a pane that gets the focus has more room.
        """
        index, stops, more, before = self.index_at(event), self._stops, self._more, self.cursor
        self.pressed_at, self._chooses, self._pressed_sign = event.screen_offset, False, None
        if index is None:
            return
        if stops is None or stops(self.rows[index]):
            self._pressed_sign = self._sign_at(event, self.rows[index])
            self.cursor = index
            self._chooses = index == before or self._pressed_sign is not None
            return
        at = next((row for row in range(index, -1, -1) if stops(self.rows[row])), -1)
        if at >= 0 and (more is None or all(map(more, self.rows[at + 1 : index + 1]))):
            self.cursor = at
            self._chooses = more is not None and at == before

    def on_click(self, event: Click) -> None:
        """Choose the row that was pressed where the cursor was on it before, as it is at the second of two clicks.

        On a sign the first click does it; the second of two in a row is another. Where the first of two has done it as
        the cursor was on the row already, the second does nothing: two clicks do once what they do anywhere.
        """
        again = event.chain % 2 == 0 and self._chose and self._pressed_sign is None
        self._chose = self._chooses and self.is_click(event) and not again
        if self._chose:
            self.chose_at = event.time if self._pressed_sign is None else 0.0
            self.post_message(self.Chosen(self, self._pressed_sign))

    def focus_on_click(self) -> bool:
        """Whether a press gives the keys to the pane."""
        return super().focus_on_click() and not self.leaves_keys()

    def is_click(self, event: MouseEvent) -> bool:
        """Whether the mouse is on the line where it was pressed: a hand that moved a little along it meant a click."""
        return self.pressed_at is not None and event.screen_y == self.pressed_at.y

    def _sign_at(self, event: MouseEvent, row: Row) -> int | None:
        """Which of the signs in the line of a row the mouse is over."""
        place, words = event.get_content_offset(self), "".join(text for text, _ in self._paint(row, self.room).left)
        at = -1 if place is None else len(set_cell_size(words, max(0, place.x - 1)))
        several = [*ONE_OF_A_LINE.finditer(words)]
        signs = several if len(several) > 1 else SIGN.finditer(words)
        return next((n for n, sign in enumerate(signs) if sign.start() <= at < sign.end()), None)

    def index_at(self, event: MouseEvent) -> int | None:
        """The place of the row that the mouse is over."""
        place = event.get_content_offset(self)
        index = -1 if place is None else place.y + self.scroll_offset.y
        return index if 0 <= index < len(self.rows) else None

    # -- drawing ---------------------------------------------------------------
    def _fit_rows(self) -> None:
        # A pane that is not in view has no room: what it was given meanwhile was made for none.
        if self._broken_to != (self.size, self.room):
            self._broken_to = (self.size, self.room)
            self.fit()

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines in view, broken to the size they are painted in: `on_resize` comes after that paint."""
        self._fit_rows()
        return super().render_lines(crop)

    @property
    def room(self) -> int:
        """The cells of a line beside the mark of the cursor."""
        return self.scrollable_content_region.width - 1

    def render_line(self, y: int) -> Strip:
        """The line at a height of the pane."""
        index, width = y + self.scroll_offset.y, self.scrollable_content_region.width
        begins = min(1, self.size.height - 1)
        if not self.rows and y >= begins:
            words = dict(enumerate(wrap(self._empty, max(1, width - 2)), begins)).get(y, "")
            return strip_of(Line(((f" {words}", "dim"),)), width, lambda look: self._style(look, False))
        if index >= len(self.rows):
            return Strip.blank(width, self._style("text", False))
        on = index == self.cursor and (self._stops is None or self._stops(self.rows[index]))
        line = self._paint(self.rows[index], self.room)
        bar = ("▌" if on and (self.has_focus or self.is_marked) else " ", "focus")
        return strip_of(Line((bar, *line.left), line.right), width, lambda look: self._style(look, on))

    def _style(self, look: str, on: bool) -> Style:
        style = self.style_of(look)
        return style + self.cursor_style if on else style


def _same(old: Sequence[object], new: Sequence[object], place: int) -> bool:
    """Whether a row is as it was; most are the same object still, which need not be compared."""
    before, now = (rows[place] if place < len(rows) else None for rows in (old, new))
    return before is now or before == now
