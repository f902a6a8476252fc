"""How long each player has thought, by when the entries of the log were made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import zip_longest

from builder.tracker.entries import LogLine


@dataclass(frozen=True, slots=True)
class PlayerClocks:
    """The clocks of both players in seconds: the time that each has used; `running` is whose clock runs.

    `minutes` are the time of each player, 0 for as long as they like.
    """

    used: tuple[float, float]
    running: int | None
    minutes: int

    def left(self, side: int) -> float | None:
        """The seconds that a player has left, less than none where he has used more; None without a limit."""
        return self.minutes * 60 - self.used[side] if self.minutes else None

    def text(self, side: int) -> str:
        """The clock of a player, of what is left where there is a limit: `12:07`, `1:00:00`, `−0:30`."""
        left = self.left(side)
        seconds = int(self.used[side] if left is None else abs(left))
        hours, minutes = divmod(seconds // 60, 60)
        sign = "−" if left is not None and left <= -1 else ""
        return f"{sign}{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{sign}{minutes}:{seconds % 60:02}"

    @property
    def words(self) -> str:
        """Both clocks, the one that runs with a sign: `•12:07 9:40`."""
        return " ".join(f"{'•' if side == self.running else ''}{self.text(side)}" for side in (0, 1))


def clocks_of(log: Sequence[LogLine], now: datetime) -> PlayerClocks | None:
    """The clocks at a time, None where the players have none.

    What was undone took its time too. Where the clocks of two computers differ, no time runs backwards.
    """
    used = [0.0, 0.0]
    for line, after in zip_longest(log, log[1:]):
        if line.timing is None:
            used = [0.0, 0.0]
        elif line.timing.running is not None:
            end = now if after is None else after.at
            used[line.timing.running] += max(0.0, (end - line.at).total_seconds())
    timing = log[-1].timing if log else None
    if timing is None:
        return None
    one, other = (max(0.0, time + 60 * extra) for time, extra in zip(used, timing.extra, strict=True))
    return PlayerClocks((one, other), timing.running, timing.minutes)
