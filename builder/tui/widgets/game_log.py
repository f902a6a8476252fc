"""The log of a game: its lines, its entries in full, and a pane in which a new one moves all others by a line."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from builder.systems.play.game import Timetable
from builder.tracker import LogLine
from builder.tui.widgets.game_lines import broken, lit
from builder.tui.widgets.line_pane import LinePane, Row
from builder.tui.widgets.lines import Line, Span, plain
from builder.tui.widgets.shortening import shortened

MOMENT = 5
"""Cells for turn and phase: `3.2`."""

KEPT = 200
"""Lines that are kept."""


def log_line(line: LogLine, width: int) -> Line:
    """An entry of the log; one that was undone says so."""
    when: Span = (f" {line.moment:<{MOMENT}}", "dim")
    if line.undone:
        room = width - MOMENT - 11
        return Line((when, ("× ", "warning"), (shortened(line.text, room), "dim")), ((" undone ", "warning"),))
    return Line((when, *lit(shortened(line.text, width - MOMENT - 1))))


@dataclass(frozen=True, slots=True)
class LogPart:
    """A line of an entry of the log, which may take several; the first has its moment."""

    line: LogLine
    text: str
    first: bool = True


@lru_cache(maxsize=1024)
def log_parts(line: LogLine, width: int, most: int) -> tuple[LogPart, ...]:
    """An entry in lines of a width, at most so many."""
    texts = broken(line.text, max(10, width - MOMENT - 1), most)
    return tuple(LogPart(line, text, not place) for place, text in enumerate(texts))


def part_line(part: LogPart, width: int) -> Line:
    """A line of an entry of the log."""
    when: Span = (f" {part.line.moment if part.first else '':<{MOMENT}}", "dim")
    return Line((when, *lit(part.text)))


@dataclass(frozen=True, slots=True)
class Undone:
    """Entries one after another that were undone, so `many`, or that undid others, folded into one line."""

    many: int


def folded_lines(lines: Sequence[LogLine]) -> Iterator[LogLine | Undone]:
    """Yield the log, the newest first, what was undone and the undoing of it folded away."""
    away: list[LogLine] = []
    for line in reversed(lines):
        if line.undone or line.about is not None:
            away.append(line)
            continue
        if away:
            yield Undone(_undone(away))
            away = []
        yield line
    if away:
        yield Undone(_undone(away))


def _undone(lines: Iterable[LogLine]) -> int:
    """Return how many acts were undone: what tells of the undoing is none."""
    return sum(line.undone and line.about is None for line in lines)


def entry_line(row: LogLine | Undone, width: int) -> Line:
    """An entry of the log, or how many are folded away."""
    if isinstance(row, Undone):
        told = (
            f"{log_length(row.many)} undone; Right shows them" if row.many else "undone and done again; Right shows it"
        )
        return plain(f" {'':<{MOMENT}}▸ {told}", "dim")
    return log_line(row, width)


def log_length(entries: int) -> str:
    """Return how long a log is, in words."""
    return "1 entry" if entries == 1 else f"{entries} entries"


def log_sums(lines: Sequence[LogLine]) -> str:
    """Return how many entries of a log stand, and how many were undone."""
    standing, away = sum(1 for _ in standing_lines(lines)), _undone(lines)
    return f"{log_length(standing)}{f', {away} undone' if away else ''}"


def standing_lines(lines: Sequence[LogLine]) -> Iterator[LogLine]:
    """Yield the log, the newest first, without what was undone, and without the undoing."""
    return (line for line in reversed(lines) if not line.undone and line.about is None)


def log_detail(line: LogLine | None, width: int, timetable: Timetable) -> Iterator[Line]:
    """Yield an entry of the log in full: its sentence, how its figures came about, who wrote it and when."""
    if line is None:
        return
    state, when = ", undone" if line.undone else "", f" {line.moment}  {timetable.words(line.moment)}"
    yield Line(((f"{when} · entry {line.seq}{state}", "dim"),), ((f"{line.by} ", "dim"),))
    for text in textwrap.wrap(line.text, max(10, width - 2)):
        yield Line(((" ", "text"), *lit(text)))
    for step in line.steps:
        for place, text in enumerate(textwrap.wrap(step, max(10, width - 6))):
            yield plain(f"   {'·' if not place else ' '} {text}", "dim")


class GrowingPane(LinePane[Row]):
    """A pane of a set height: no other widget moves for a row more, so the screen is not laid out anew.

    Each new row moves all others by one: the lines that were drawn last are kept, to be shown elsewhere.
    """

    def __init__(self, paint: Callable[[Row, int], Line], *, id: str | None = None) -> None:
        super().__init__(paint, id=id)
        self._drawn: dict[int, tuple[Row, int, Strip]] = {}

    def render_line(self, y: int) -> Strip:
        """The line at a height of the pane, as it was drawn before where it is the same row."""
        index, width = y + self.scroll_offset.y, self.scrollable_content_region.width
        if index >= len(self.rows) or index == self.cursor:
            return super().render_line(y)
        row = self.rows[index]
        kept = self._drawn.get(id(row))
        if kept is not None and kept[0] is row and kept[1] == width:
            return kept[2]
        if len(self._drawn) > KEPT:
            self._drawn.clear()
        strip = super().render_line(y)
        self._drawn[id(row)] = (row, width, strip)
        return strip

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines in view. They are whole, without border or padding: nothing is added around them, or kept."""
        strips = [self.render_line(y) for y in crop.line_range]
        background = self.background_colors[1]
        for line_filter in self.get_line_filters():
            strips = [strip.apply_filter(line_filter, background) for strip in strips]
        return (
            strips if crop.column_span == (0, self.size.width) else [strip.crop(*crop.column_span) for strip in strips]
        )

    def notify_style_update(self) -> None:
        """Forget what was drawn in the theme before."""
        super().notify_style_update()
        self._drawn.clear()

    def _grow(self, size: Size) -> None:
        if size != self.virtual_size:
            self.set_reactive(ScrollView.virtual_size, size)
            self._scroll_update(size)
