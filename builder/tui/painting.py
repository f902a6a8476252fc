"""What is painted of a screen: only lines in which something changed, and at once what a key is waited for."""

from __future__ import annotations

from collections.abc import Iterable

from textual._compositor import Compositor
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget


class LineCompositor(Compositor):
    """Asks widgets for the lines that are painted: Textual asks all that are on the screen for all their lines."""

    def _get_renders(self, crop: Region | None = None) -> Iterable[tuple[Region, Region, list[Strip]]]:
        """Yield where each widget is, which part of it is seen and painted, and the lines of that."""
        lines = self.size.region if crop is None else Region(0, crop.y, self.size.width, crop.height)
        for widget, (region, clip) in self.visible_widgets.items():
            seen = clip.intersection(lines)
            part = region.intersection(seen)
            if part and (crop is None or crop.overlaps(part)):
                yield region, seen, widget.render_lines(part.translate(-region.offset))


def paint(widget: Widget) -> None:
    """Paint now what has changed of a widget: on Textual's way there are five tasks, one of them a timer's.

    What needs another layout is painted with that, as ever.
    """
    if not widget._layout_required:
        widget._repaint_required = False
        widget.screen._dirty_widgets.add(widget)
        widget.screen._on_timer_update()
