"""A few lines that only say something: the head of a screen, totals, findings in brief."""

from __future__ import annotations

from textual.strip import Strip

from builder.tui.widgets.lines import Line, strip_of
from builder.tui.widgets.looks import Looks


class TextLines(Looks):
    """Shows lines as they are given."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines: tuple[Line, ...] = ()

    def show(self, *lines: Line) -> None:
        """Show these lines; nothing is drawn where they are the same."""
        if lines != self._lines:
            self._lines = lines
            self.refresh()

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
