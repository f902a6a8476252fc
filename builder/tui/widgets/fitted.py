"""Lines that are made for the room there is, and made again whenever it changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from builder.tui.widgets.lines import Line
from builder.tui.widgets.textlines import TextLines

Make = Callable[[int, int], Iterable[Line]]
"""Makes lines for a width and a height in cells; those that are too many are left out."""


class FittedLines(TextLines):
    """Shows what is made for its width and height."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._make: Make = lambda width, height: ()
        self._about: object = None

    def fit(self, make: Make, about: object = None) -> None:
        """Show what this makes, now and after each change of size; not again of the same thing, if there is one."""
        same = about is not None and about == self._about
        self._make, self._about = make, about
        if not same:
            self.on_resize()

    def on_resize(self) -> None:
        """Make the lines again."""
        self.show(*list(self._make(self.size.width, self.size.height))[: self.size.height])
