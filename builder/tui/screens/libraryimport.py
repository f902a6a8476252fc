"""What the library asks when something is brought into it from elsewhere."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from builder.errors import InputError
from builder.services.library import commands as armyacts
from builder.tui.dialogs.confirm import Confirm
from builder.tui.dialogs.newarmy import ask_faction
from builder.tui.dialogs.pickfile import PickFile

if TYPE_CHECKING:
    from builder.tui.screens.library import LibraryScreen


async def bring_in(screen: LibraryScreen) -> None:
    """Ask for a file and bring it into the library; one of a game that nobody here reads may be built anew."""
    source = await screen.app.push_screen_wait(PickFile("Import an army file or a saved roster"))
    if not source:
        return
    try:
        done = await asyncio.to_thread(armyacts.bring, source)
    except InputError as error:
        foreign = next((found for found in error.findings if found.code == armyacts.STAT_LINE), None)
        if foreign is None:
            screen.fail(error)
            return
        words = f"{foreign.message.partition(';')[0]}. Build it anew from data here? What that lacks stays, flagged."
        if await screen.app.push_screen_wait(Confirm("Another game", words, "Build anew", "Leave it")):
            await build_anew(screen, source)
        return
    kept = "" if done.editable else " It is kept as it was, its data is not here: b builds it anew."
    _tell(screen, done, kept)


async def build_anew(screen: LibraryScreen, source: str) -> None:
    """Ask for data, and build a roster anew from it: units by their names, the rest flagged."""
    data = await ask_faction(screen.app, await screen.known(), "Built anew from which faction?")
    done = await screen.tried(lambda: armyacts.bring(source, anew=data)) if data else None
    if done is not None:
        _tell(screen, done)


def _tell(screen: LibraryScreen, done: armyacts.Imported, more: str = "") -> None:
    for finding in done.findings[:3]:
        screen.notify(finding.message)
    screen.changed(done.path, f"{done.path.stem} is in the library.{more}")
