"""What an attack came to."""

from __future__ import annotations

from dataclasses import dataclass

from builder.record import replace
from builder.systems.diceless.play.changes import Change


@dataclass(frozen=True, slots=True)
class Landing:
    """What an attack came to where it landed: the changes, how they came about, and a sentence for the log."""

    changes: tuple[Change, ...]
    steps: tuple[str, ...]
    text: str

    def after(self, *steps: str) -> Landing:
        """The same, with the steps that came before it."""
        return replace(self, steps=(*steps, *self.steps))
