"""A few lines that only say something: the head of a screen, totals, findings in brief."""

from __future__ import annotations

from typing import ClassVar

from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from builder.tui.widgets.lines import LOOKS, Line, strip_of


class TextLines(Widget):
    """Shows lines as they are given."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"line--{look}" for look in LOOKS}
    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines: tuple[Line, ...] = ()
        self._styles_of: dict[str, Style] = {}

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
            return Strip.blank(width, self._style("text"))
        return strip_of(self._lines[y], width, self._style)

    def _style(self, look: str) -> Style:
        if look not in self._styles_of:
            self._styles_of[look] = self.get_component_rich_style(f"line--{look}")
        return self._styles_of[look]

    def notify_style_update(self) -> None:
        """Forget the styles of the theme before."""
        super().notify_style_update()
        self._styles_of = {}
