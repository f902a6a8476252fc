"""A pane whose rows grow in number all the time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from builder.tui.widgets.linepane import LinePane
from builder.tui.widgets.lines import Line

Row = TypeVar("Row")
KEPT = 200
"""Lines that are kept."""


class GrowingPane(LinePane[Row]):
    """A pane of a set height: no other widget moves for a row more, so the screen is not laid out anew.

    Each new row moves all others by one: the lines that were drawn last are kept, to be shown elsewhere.
    """

    def __init__(self, paint: Callable[[Row, int], Line], *, id: str | None = None) -> None:
        super().__init__(paint, id=id)
        self._drawn: dict[int, tuple[Row, int, Strip]] = {}

    def render_line(self, y: int) -> Strip:
        """The line at a height of the pane, as it was drawn before where it is the same row."""
        index, width = y + self.scroll_offset.y, self.size.width
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
