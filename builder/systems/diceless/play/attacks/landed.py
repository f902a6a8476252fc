"""What an attack came to."""

from __future__ import annotations

from dataclasses import dataclass

from builder.systems.diceless.play.changes import Change


@dataclass(frozen=True, slots=True)
class Landing:
    """What an attack came to where it landed: the changes, how they came about, and a sentence for the log."""

    changes: tuple[Change, ...]
    steps: tuple[str, ...]
    text: str
