"""A line of text with a left and a right side, in looks that a theme colours, and how it becomes a strip."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

Span = tuple[str, str]
"""A text and its look: `text`, `dim`, `points`, `good`, `warning`, `error`, `info`, `slot`, `focus`, `title`."""

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
    for text, look in line.left:
        size = cell_len(text)
        if size > room:
            short = cut(text, room)
            segments.append(Segment(short, style(look)))
            room -= cell_len(short)
            break
        segments.append(Segment(text, style(look)))
        room -= size
    segments.append(Segment(" " * room, style("text")))
    segments.extend(Segment(text, style(look)) for text, look in line.right)
    return Strip(segments).adjust_cell_length(width, style("text"))


def cut(text: str, width: int) -> str:
    """The text in at most so many cells, with … where something is left out."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1).rstrip() + "…" if width > 0 else ""
