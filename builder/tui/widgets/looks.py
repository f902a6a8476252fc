"""The looks of lines in the colours of the theme."""

from __future__ import annotations

from typing import ClassVar

from rich.style import Style
from textual.widget import Widget

from builder.tui.widgets.lines import LOOKS
from builder.tui.widgets.plaintext import PlainText


class Looks(PlainText, Widget):
    """A widget whose lines have looks; asking the theme for each of them takes longer than drawing the line."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"line--{look}" for look in LOOKS}
    ALLOW_SELECT = False
    _styles_of: dict[str, Style] | None = None

    def style_of(self, look: str) -> Style:
        """The style of a look, or of another part of the line that the theme knows."""
        known = self._styles_of
        if known is None:
            known = self._styles_of = {}
        if look not in known:
            known[look] = self.get_component_rich_style(f"line--{look}")
        return known[look]

    def notify_style_update(self) -> None:
        """Forget the styles of the theme before."""
        super().notify_style_update()
        self._styles_of = None
