"""Asks where a file goes, and whether it may take the place of one that is there."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any

from builder.errors import InputError
from builder.resources import expanded
from builder.tui.dialogs.ask import Ask
from builder.tui.dialogs.confirm import Confirm

if TYPE_CHECKING:
    from textual.app import App


async def ask_target(app: App[Any], title: str, words: str, name: str) -> Path | None:
    """A file to write, `name` in the working folder proposed; None where the player would rather not."""
    stem, dot, ending = name.rpartition(".")
    plain = "-".join("".join(c if c.isalnum() else " " for c in stem).lower().split())
    target = await app.push_screen_wait(Ask(title, words, str(Path.cwd() / f"{plain}{dot}{ending}")))
    if not target or not target.strip():
        return None
    try:
        path = expanded(target.strip())
    except InputError as error:
        app.notify(str(error), severity="error")
        return None
    if await asyncio.to_thread(path.exists):
        question = f"{path.name} is there already. Replace it?"
        if not await app.push_screen_wait(Confirm(title, question, "Replace", "Keep")):
            return None
    return path
