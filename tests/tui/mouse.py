"""What a player does who has a mouse alone."""

from __future__ import annotations

from rich.cells import cell_len
from textual import events
from textual.pilot import Pilot

from tests.tui.making import complete, until
from tests.tui.painted import lines


async def click(pilot: Pilot[None], words: str, letter: int | None = None, *, times: int = 1) -> None:
    """Click the first words on the screen that say so, in their middle or on a letter, once or twice in a row."""
    await until(pilot, lambda: any(words in line for line in lines(pilot.app)))
    await complete(pilot)  # Lines that are worked out still may be elsewhere by the time that the click is there.
    shown = lines(pilot.app)
    y = next(y for y, line in enumerate(shown) if words in line)
    x = cell_len(shown[y][: shown[y].index(words)]) + (len(words) // 2 if letter is None else letter)
    for _ in range(times):
        for kind in (events.MouseDown, events.MouseUp):
            pilot.app.post_message(kind(None, x, y, 0, 0, 1, False, False, False, x, y))
        await until(pilot, lambda: getattr(pilot.app, "is_at_rest", True))
