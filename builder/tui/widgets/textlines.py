"""A few lines that only say something: the head of a screen, totals, findings in brief."""

from __future__ import annotations

from itertools import zip_longest

from textual.geometry import Region
from textual.strip import Strip

from builder.tui.widgets.lines import Line, strip_of
from builder.tui.widgets.looks import Looks


class TextLines(Looks):
    """Shows lines as they are given."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines: tuple[Line, ...] = ()

    def show(self, *lines: Line) -> None:
        """Show these lines; those that are the same are not drawn again."""
        old, self._lines = self._lines, lines
        changed = [y for y, (before, now) in enumerate(zip_longest(old, lines)) if before != now]
        if changed:
            self.refresh(*(Region(0, y, self.size.width, 1) for y in changed))

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
