"""What a screen paints, as a terminal gets it."""

from __future__ import annotations

from rich.segment import Segment
from textual._context import visible_screen_stack
from textual.app import App


def segments(app: App[None]) -> list[list[Segment]]:
    """The painted segments, line by line."""
    visible_screen_stack.set([*app._background_screens])
    return [list(strip) for strip in app.screen._compositor.render_strips()]


def lines(app: App[None]) -> list[str]:
    """The painted text, line by line."""
    return ["".join(segment.text for segment in line) for line in segments(app)]
