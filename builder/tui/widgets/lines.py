"""Lines of text with looks that a theme colours, and the widgets that only show them; no markup is read in texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import zip_longest
from textwrap import wrap
from typing import ClassVar, TypeVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual import containers, on, widgets
from textual.binding import BindingType
from textual.content import Content
from textual.events import Click, Key, Paste
from textual.geometry import Offset, Region, Size
from textual.strip import Strip
from textual.widget import Widget

from builder.record import Record
from builder.tui.key_names import key_name
from builder.tui.themes import cursor_style, look_style

Span = tuple[str, str]
"""A text and its look: `text`, `dim`, `good`, `warning`, `error`, `info`, `focus`, `title`, `key`; `slot` for headings,
those of columns too, `points` for sums, and `price` for what one thing costs."""

SIGNS = {"error": "[!!]", "warning": "[!]", "info": "[i]", "information": "[i]"}
"""The signs of findings and messages, by how grave they are; `[x]` is what is chosen."""


class Line(Record, frozen=True):
    """A line: what stands at its left, cut where it is too long, and what stands at its right, always whole."""

    left: tuple[Span, ...]
    right: tuple[Span, ...] = ()


def plain(text: str, look: str = "text") -> Line:
    """A line of one text."""
    return Line(((text, look),))


def width_of(spans: Iterable[Span]) -> int:
    """The cells that spans take."""
    return sum(cell_len(text) for text, _ in spans)


def strip_of(line: Line, width: int, style: Callable[[str], Style]) -> Strip:
    """The line in exactly so many cells; `style` gives the style of a look."""
    room = max(0, width - width_of(line.right))
    segments: list[Segment] = []
    left = width_of(line.left)
    for text, look in line.left:
        size = cell_len(text)
        left -= size
        if size > room or (size == room and left):
            short = cut(text, room) if size > room else cut(f"{text} ", room)
            segments.append(Segment(short, style(look)))
            room -= cell_len(short)
            break
        segments.append(Segment(text, style(look)))
        room -= size
    segments.append(Segment(" " * room, style("text")))
    segments.extend(Segment(text, style(look)) for text, look in line.right)
    return Strip(segments).adjust_cell_length(width, style("text"))


def beside(name: str, width: int, ways: Sequence[tuple[Span, ...]]) -> tuple[Span, ...]:
    """The first of these ends of a row beside which a name has room, else the last: columns go before a name is cut."""
    return next((way for way in ways if cell_len(name) + width_of(way) <= width), ways[-1])


def cut(text: str, width: int) -> str:
    """The text in at most so many cells, with … where something is left out."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1).rstrip() + "…" if width > 0 else ""


BARRED = "\N{BOX DRAWINGS LIGHT DOUBLE DASH HORIZONTAL}"
"""What stands before the name of what cannot be taken; its plain sign is `!`, as `-` is an open fold there."""


def cut_before_number(text: str, width: int) -> str:
    """The text in at most so many cells; a number that ends it tells it from others and stays: `Age of S… 4.0`."""
    first, _, last = text.rpartition(" ")
    if cell_len(text) <= width or not any(map(str.isdigit, last)) or cell_len(last) > width // 2:
        return cut(text, width)
    return f"{cut(first, width - cell_len(last) - 1)} {last}"


@lru_cache(4096)
def parted(text: str, first: int, others: int) -> tuple[str, ...]:
    """Return a text in lines, broken between words: the first of so many cells, the others of so many."""
    if cell_len(text) <= first:
        return (text,)
    head = wrap(text, max(1, first), break_on_hyphens=False)[:1] or [""]
    rest = text[len(head[0]) :].strip()
    return (*head, *wrap(rest, max(1, others), break_on_hyphens=False))


Row = TypeVar("Row")


def apart(rows: Sequence[Row], begins: Callable[[Row], bool], blank: Row) -> tuple[Row, ...]:
    """Return rows with a blank one before each that begins a part, but for the first row."""
    return tuple(each for at, row in enumerate(rows) for each in ((blank, row) if at and begins(row) else (row,)))


class PlainText:
    """A widget whose titles are plain text; it stands before Textual's own class among the bases."""

    def render_str(self, text_content: str | Content) -> Content:
        """A text as Textual shows it, its brackets as they are."""
        return text_content if isinstance(text_content, Content) else Content(text_content)


class Backdrop(PlainText, Widget):
    """What lies below other widgets: all its lines, but those of a frame, are one blank strip that is made once."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """Lines of nothing but the background, and the frame."""
        gutter = self.styles.gutter
        if any(gutter):
            first, last = gutter.top, self.outer_size.height - gutter.bottom - 1
            alike = {y: first if first <= y <= last else y for y in crop.line_range}
            made = {y: super(Backdrop, self).render_lines(Region(crop.x, y, crop.width, 1)) for y in {*alike.values()}}
            return [made[alike[y]][0] for y in crop.line_range]
        background = self.background_colors[1]
        strip = Strip.blank(crop.width, Style(bgcolor=background.rich_color))
        for line_filter in self.get_line_filters():
            strip = strip.apply_filter(line_filter, background)
        return [strip] * crop.height


class Container(containers.Container, Backdrop):
    """Holds widgets."""


def hint_at(widget: Widget, event: Click) -> str:
    """Which of the hints in the lower frame of a widget was clicked, parted by commas, dots or blanks; else nothing."""
    last, hints = widget.outer_size.height - 1, str(widget.border_subtitle or "").replace("\\[", "[")
    if event.y != last:
        return ""
    frame = "".join(strip.text for strip in widget.render_lines(Region(0, last, widget.outer_size.width, 1)))
    begins = cell_len(frame[: max(0, frame.find(hints[:5]))])
    parts = re.finditer(r"[^\s,·]+(?: [^\s,·]+)*", hints)
    return next((part.group() for part in parts if part.start() <= event.x - begins < part.end()), "")


class Vertical(containers.Vertical, Backdrop):
    """Holds widgets one below the other."""

    @on(Click)
    def _press_named(self, event: Click) -> None:
        """Press the key that the lower frame names where it is clicked: who has a mouse alone has no other."""
        name = hint_at(self, event).partition(" ")[0]
        for key in (key for key, active in self.screen.active_bindings.items() if active.enabled):
            if key_name(key) == name:
                self.app.call_later(self.app.simulate_key, key)
                return


class Horizontal(containers.Horizontal, Backdrop):
    """Holds widgets side by side."""


def in_one_line(text: str) -> str:
    """Lines of a text one behind the other."""
    lines = text.splitlines()
    return text if len(lines) == 1 and lines[0] == text else " ".join(line.strip() for line in lines if line.strip())


class Input(PlainText, widgets.Input, inherit_bindings=False):
    """A line to write; it scrolls nothing, so that up and down are keys of the screen.

    Where all of it is selected, as it is at first, a click leaves that so: what is typed takes the place of what was
    proposed. The next click goes to a letter, and two in a row select all of it.
    """

    BINDINGS: ClassVar[list[BindingType]] = widgets.Input.BINDINGS

    _was_whole = False

    def on_mouse_down(self) -> None:
        """Remember whether all of it was selected, before the press goes to a letter."""
        self._was_whole = not self._was_whole and {*self.selection} == {0, len(self.value)}

    def on_click(self, event: Click) -> None:
        """Select all of it, unless letters were selected by moving the mouse over them."""
        if self.selection.is_empty and (self._was_whole or event.chain == 2):
            self.select_all()

    def _on_paste(self, event: Paste) -> None:
        """Make one line of several that are pasted, of which Textual would write the first alone."""
        event.text = in_one_line(event.text)


class SearchInput(Input):
    """A line for what is looked for, in which some keys do something instead of being written."""

    @property
    def acts(self) -> Mapping[str, str]:
        """What the screen does at a key, as things stand."""
        return {}

    async def _on_key(self, event: Key) -> None:
        act = self.acts.get(event.key)
        if act is not None:
            event.prevent_default()
            if await self.app.run_action(act, self.screen):
                event.stop()  # Else the app hears of it, and says why it does nothing.

    def check_consume_key(self, key: str, character: str | None = None) -> bool:
        """Whether a key is written, and so no key of the screen."""
        return key not in self.acts and super().check_consume_key(key, character)


class Static(PlainText, widgets.Static):
    """Shows a text."""

    def __init__(self, text: str, *, id: str | None = None) -> None:
        super().__init__(text, id=id, markup=False)


class Looks(PlainText, Widget):
    """A widget whose lines have looks.

    They are no component classes: Textual works out the styles of each of those anew, for every widget in a pane that
    gets or loses the focus, which takes longer than an act of a game.
    """

    ALLOW_SELECT = False
    _styles_of: dict[str, Style] | None = None

    def style_of(self, look: str) -> Style:
        """The style of a look."""
        known = self._styles_of
        if known is None:
            known = self._styles_of = {}
        if look not in known:
            known[look] = look_style(self.app.current_theme, look)
        return known[look]

    @property
    def cursor_style(self) -> Style:
        """What the line under the cursor has over the looks of its parts."""
        return cursor_style(self.app.current_theme, focus=self.has_focus, colours=not self.app.no_color)

    def notify_style_update(self) -> None:
        """Forget the styles of the theme before."""
        super().notify_style_update()
        self._styles_of = None


class TextLines(Looks):
    """Shows lines as they are given; `clicks` are the actions of the screen that clicks on them do, line by line."""

    def __init__(self, *, id: str | None = None, clicks: Sequence[str] = ()) -> None:
        super().__init__(id=id)
        self._lines: tuple[Line, ...] = ()
        self.clicks = clicks

    async def on_click(self, event: Click) -> None:
        """Do what a click on this line is for."""
        if event.y < len(self.clicks) and self.clicks[event.y]:
            await self.screen.run_action(self.clicks[event.y])

    def show(self, *lines: Line) -> None:
        """Show these lines; those that are the same are not drawn again."""
        old, self._lines = self._lines, lines
        changed = [y for y, (before, now) in enumerate(zip_longest(old, lines)) if before != now]
        if changed:
            self.refresh(*(Region(0, y, self.size.width, 1) for y in changed))

    def word_at(self, place: Offset) -> str:
        """The words at a place of the screen, up to where two spaces part them from others; empty beside the lines."""
        if not self.content_region.contains_point(place):
            return ""
        x, y = place - self.content_region.offset
        text = self.render_line(y).text
        at = len(set_cell_size(text, x))
        words = re.finditer(r"[^ ]+(?: [^ ]+)*", text)  # A number has narrow spaces in it, as in 2 000.
        return next((found.group() for found in words if found.start() <= at < found.end()), "")

    @property
    def text(self) -> str:
        """What the lines say."""
        return "\n".join("".join(text for text, _ in (*line.left, *line.right)) for line in self._lines)

    def render_line(self, y: int) -> Strip:
        """One of the lines."""
        width = self.size.width
        if y >= len(self._lines):
            return Strip.blank(width, self.style_of("text"))
        return strip_of(self._lines[y], width, self.style_of)


Make = Callable[[int, int], Iterable[Line]]
"""Makes lines for a width and a height in cells; those that are too many are left out."""


class FittedLines(TextLines):
    """Shows what is made for its width and height."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._make: Make = lambda width, height: ()
        self._about: object = None
        self._made_for = Size(0, 0)

    def fit(self, make: Make, about: object = None) -> None:
        """Show what this makes, now and after each change of size; not again of the same thing, if there is one."""
        same = about is not None and about == self._about
        self._make, self._about = make, about
        if not same:
            self.on_resize()

    def on_resize(self) -> None:
        """Make the lines again; where there is no room at all, none are."""
        self.show(*self._made())

    def _made(self) -> tuple[Line, ...]:
        width, height = self._made_for = self.size
        return tuple(self._make(width, height) if self.size else ())[:height]

    def render_line(self, y: int) -> Strip:
        """One of the lines, made for the room that there is: of some that it gets Textual does not tell a widget."""
        if self._made_for != self.size:
            self._lines = self._made()
        return super().render_line(y)
