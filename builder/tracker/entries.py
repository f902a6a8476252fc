"""The entries of a game's log as they are kept, and the lines that players read of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from builder.systems.play.game import Timing

START = 1
"""The number of the entry that a game begins with; it cannot be undone."""

UNDO, REDO = "undo", "redo"
"""The kinds of the entries that take an act back and that put it in its place again."""


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry that has no place in the log yet.

    Args:
        kind: the verb of an act, or `undo`, or `redo`.
        version: that of the system's events.
        body: JSON: an event as its system encodes it; the number of the act that is undone or redone.
    """

    kind: str
    version: int
    body: bytes


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An entry of a log: its number, when it was made (ISO 8601, UTC) and by whom, and what it holds; see `Draft`."""

    seq: int
    kind: str
    version: int
    at: str
    by: str
    body: bytes


def time_of(at: str) -> datetime | None:
    """Return the time of an entry, in UTC; None for a text that is none, or one at the ends of the calendar."""
    try:
        moment = datetime.fromisoformat(at).astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        return None
    return moment if 1970 < moment.year < 9999 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine:
    """A line of a game's log.

    Args:
        seq: the number of its entry, from 1 on.
        at: when it was made, in UTC.
        by: who made it.
        side: the player whose act it is, 0 or 1; None where it is nobody's.
        moment: turn and phase in which it left the game (`3.2`).
        kind: the verb, or `undo`, or `redo`.
        text: a sentence, with figures.
        steps: how the figures came about.
        undone: whether the act is taken back, for now or for good.
        about: the number of the act that an undo takes back, or a redo puts back; None for an act.
        timing: how the clocks of the players stand from then on; None where they have none.
    """

    seq: int
    at: datetime
    by: str
    side: int | None
    moment: str
    kind: str
    text: str
    steps: tuple[str, ...] = ()
    undone: bool = False
    about: int | None = None
    timing: Timing | None = None
