"""When something was done, in the words of a list."""

from __future__ import annotations

from datetime import datetime, timedelta


def relative_time(seconds: float, now: datetime | None = None) -> str:
    """A moment, in seconds since 1970, as a player says it: `today 20:14`, `yesterday`, `3 May`, `3 May 2025`."""
    then, now = datetime.fromtimestamp(seconds), now or datetime.now()
    if then.date() == now.date():
        return f"today {then:%H:%M}"
    if then.date() == now.date() - timedelta(days=1):
        return "yesterday"
    day = f"{then.day} {then:%B}"
    return day if then.year == now.year else f"{day} {then.year}"
