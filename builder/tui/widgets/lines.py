"""A line of text with a left and a right side, in looks that a theme colours, and how it becomes a strip."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

Span = tuple[str, str]
"""A text and its look: `text`, `dim`, `points`, `good`, `warning`, `error`, `info`, `slot`, `focus`, `title`."""

LEAST = 14
"""Cells that a sentence keeps of its beginning where that is cut for the sake of its end."""

LOOKS = ("text", "dim", "points", "good", "warning", "error", "info", "slot", "focus", "title")


@dataclass(frozen=True, slots=True)
class Line:
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


def shortened(text: str, width: int) -> str:
    """A sentence in so many cells, its result whole if there is room: … stands for words left out before a colon."""
    if cell_len(text) <= width:
        return text
    places = [found.start() for found in re.finditer(": ", text)]
    for place in places:
        room = width - cell_len(text[place:])
        if room >= min(place, LEAST):
            return cut(text[:place], room) + text[place:]
    if not places:
        return cut(text, width)
    return cut(cut(text[: places[-1]], LEAST) + text[places[-1] :], width)


def cut(text: str, width: int) -> str:
    """The text in at most so many cells, with … where something is left out."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1).rstrip() + "…" if width > 0 else ""
