"""What a player does who has a mouse alone."""

from __future__ import annotations

from rich.cells import cell_len
from textual import events
from textual.app import App
from textual.pilot import Pilot

from tests.tui.making import complete, until
from tests.tui.painted import lines


def mouse(app: App[None], x: int, y: int, *, to: int = 0, button: int = 1) -> None:
    """Press a button of the mouse as a terminal tells it, and let it go so many cells further to the right."""
    for kind, at in ((events.MouseDown, x), (events.MouseUp, x + to)):
        app.post_message(kind(None, at, y, 0, 0, button, False, False, False, at, y))


async def click(pilot: Pilot[None], words: str, letter: int | None = None, *, times: int = 1) -> None:
    """Click the first words on the screen that say so, in their middle or on a letter, once or twice in a row."""
    await until(pilot, lambda: any(words in line for line in lines(pilot.app)))
    await complete(pilot)  # Lines that are worked out still may be elsewhere by the time that the click is there.
    shown = lines(pilot.app)
    y = next(y for y, line in enumerate(shown) if words in line)
    x = cell_len(shown[y][: shown[y].index(words)]) + (len(words) // 2 if letter is None else letter)
    for _ in range(times):
        mouse(pilot.app, x, y)
        await until(pilot, lambda: getattr(pilot.app, "is_at_rest", True))
