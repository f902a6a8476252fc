"""Asks for what a new army needs, one thing after another."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path

from textual.app import App

from builder.scalars import BUDGETS, read_budget, read_name
from builder.services.data.datasheets import InstalledData
from builder.services.editor.new_army import systems_for
from builder.services.library.commands import create
from builder.tui.dialogs.ask import Ask
from builder.tui.dialogs.choose import Choice, Choose


async def begin_army(app: App[None], known: Sequence[InstalledData], data: str | None) -> Path | None:
    """Ask for data, game, name and limit, and begin the army in the library; None if the player leaves.

    Raises:
        InputError: no system reads the data, or the army cannot be written.
    """
    usable = [each for each in known if each.usable]
    if data is None and usable:
        data = await ask_faction(app, usable, "New army: of which faction?")
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
    name = await app.push_screen_wait(Ask("New army", "What is it called?", usual, read_name))
    if name is None:
        return None
    words = f"How many points may it cost? A number {BUDGETS}, such as 500; left empty, what is usual in its game."
    limit = await app.push_screen_wait(Ask("New army", words, read=_budget))
    if limit is None:
        return None
    return await asyncio.to_thread(lambda: create(wanted, read_name(name), _budget(limit), system=system))


def _budget(written: str) -> Decimal | None:
    return read_budget(written) if written.strip() else None


async def ask_faction(app: App[None], known: Sequence[InstalledData], title: str) -> str | None:
    """Ask for data to build with, and give its id; None if the player leaves."""
    usable = [each for each in known if each.usable]
    return await app.push_screen_wait(Choose(title, _factions(usable), at=1))


def _factions(usable: Sequence[InstalledData]) -> list[Choice]:
    """The factions below the names of their games."""
    choices = []
    for game in dict.fromkeys(each.game for each in usable):
        choices.append(Choice("", game))
        choices += [Choice(each.id, f"  {each.name}", each.source) for each in usable if each.game == game]
    return choices
