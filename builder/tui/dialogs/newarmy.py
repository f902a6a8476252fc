"""Asks for what a new army needs, one thing after another."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from textual.app import App

from builder.services.armyacts import create
from builder.services.installed import InstalledData
from builder.services.newarmy import systems_for
from builder.tui.dialogs.ask import Ask
from builder.tui.dialogs.choose import Choice, Choose


async def begin_army(app: App[None], known: Sequence[InstalledData], data: str | None) -> Path | None:
    """Ask for data, game, name and limit, and begin the army in the library; None if the player leaves.

    Raises:
        InputError: no system reads the data, or the army cannot be written.
    """
    usable = [each for each in known if each.usable]
    if data is None and usable:
        choices = [Choice(each.id, each.id, each.source) for each in usable]
        data = await app.push_screen_wait(Choose("New army: of which data?", choices))
    if data is None:
        return None
    wanted = data
    systems = await asyncio.to_thread(systems_for, wanted)
    system: str | None = systems[0].id
    if len(systems) > 1:
        games = [Choice(each.id, each.name) for each in systems]
        system = await app.push_screen_wait(Choose("New army: for which game?", games))
    if system is None:
        return None
    usual = next((f"New {each.name} army" for each in usable if each.id == wanted), "")
    name = await app.push_screen_wait(Ask("New army", "What is it called?", usual))
    if not name or not name.strip():
        return None
    words = "How many points may it cost? Nothing for what is usual in its game."
    limit = await app.push_screen_wait(Ask("New army", words))
    if limit is None:
        return None
    points = int(limit) if limit.strip().isdecimal() and int(limit) else None
    return await asyncio.to_thread(lambda: create(wanted, name.strip(), points, system=system))
