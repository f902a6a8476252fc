"""Asks for an army: a new one, a file to bring in, data to build a roster of another game anew from."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from decimal import Decimal
from pathlib import Path

from textual.app import App

from builder.scalars import BUDGETS, number, read_budget, read_name
from builder.services.army.opening import saved_systems
from builder.services.data.listing import InstalledData
from builder.services.editor.new_army import first_forces, systems_for, usual_limit, usual_name
from builder.services.files import read_army_source
from builder.services.library.armies import LibraryArmy
from builder.services.library.commands import Imported, bring, create
from builder.systems.modules import Module
from builder.systems.registry import Playable, usable_modules
from builder.text import folded, without_bold
from builder.tui.dialogs.pick_file import PickFile
from builder.tui.dialogs.prompts import Ask, Choose, ListChoice, Tick

WITH_MODULES = "+"
"""What stands behind the id of a game that is chosen with modules."""


async def begin_army(app: App[None], known: Sequence[InstalledData], data: str | None) -> Path | None:
    """Ask for data, game, modules, force, name and limit, and begin the army in the library; None if the player leaves.

    Raises:
        InputError: no system reads the data, or the army cannot be written.
    """
    usable = [each for each in known if each.usable]
    if data is None and usable:
        data = await ask_faction(app, usable, "New army: of which faction?")
    if data is None:
        return None
    wanted = data
    faction = next((each.name for each in usable if each.id == wanted), "")
    title = f"New army: {faction}" if faction else "New army"
    game = await _ask_game(app, await asyncio.to_thread(systems_for, wanted), faction or title)
    if game is None:
        return None
    system, modules = game
    forces = [ListChoice(each.id, without_bold(each.name)) for each in await asyncio.to_thread(first_forces, wanted)]
    force = None
    if len(forces) > 1:
        force = await app.push_screen_wait(Choose(f"{faction or title}: beginning with which force?", forces))
        if force is None:
            return None
    usual = usual_name(faction) if faction else ""
    name = await app.push_screen_wait(Ask(title, "What is it called?", usual, read_name))
    if name is None:
        return None
    known_limit = await asyncio.to_thread(usual_limit, wanted)
    empty = "no limit" if known_limit is None else number(known_limit)
    words = f"How many points may it cost? A number {BUDGETS}, such as 500; left empty: {empty}."
    limit = await app.push_screen_wait(Ask(title, words, read=_budget))
    if limit is None:
        return None
    return await asyncio.to_thread(
        lambda: create(wanted, read_name(name), _budget(limit), system=system, force=force, modules=modules)
    )


async def _ask_game(app: App[None], systems: Sequence[Playable], of: str) -> tuple[str, Sequence[str]] | None:
    """Ask for a game, and for modules of its lists where they are wanted; their ids, None if the player leaves."""
    games: list[ListChoice] = []
    able: dict[str, list[Module]] = {}
    for each in systems:
        id = each.system.id
        able[id] = [module for module in usable_modules() if not module.refusal(each.system)]
        games.append(ListChoice(id, each.name))
        if able[id]:
            names = ", ".join(module.name for module in able[id])
            games.append(ListChoice(f"{id}{WITH_MODULES}", f"{each.name} with modules", names))
    usual = next(each.system.id for each in systems if each.usual)
    found: str | None = usual
    if len(games) > 1:
        at = next(place for place, each in enumerate(games) if each.key == usual)
        found = await app.push_screen_wait(Choose(f"{of}: for which game?", games, at=at))
    if found is None:
        return None
    system = found.removesuffix(WITH_MODULES)
    if system == found:
        return system, ()
    choices = [ListChoice(module.id, module.name) for module in able[system]]
    ticked = await app.push_screen_wait(Tick(f"{of}: with which modules?", choices, ()))
    return None if ticked is None else (system, tuple(filter(None, ticked.split(","))))


def _budget(written: str) -> Decimal | None:
    return read_budget(written) if written.strip() else None


async def ask_faction(app: App[None], known: Sequence[InstalledData], title: str, like: str = "") -> str | None:
    """Ask for data to build with, and give its id; None if the player leaves. It begins at what is most `like` it."""
    choices = _factions([each for each in known if each.usable])
    words = {*_words(like)}
    alike = [len(words.intersection(_words(each.words))) if each.key else -1 for each in choices]
    return await app.push_screen_wait(Choose(title, choices, at=alike.index(max(alike)) if choices else 0))


def _words(name: str) -> list[str]:
    return re.findall(r"[^\W_]{3,}", folded(name))


def _factions(usable: Sequence[InstalledData]) -> list[ListChoice]:
    """The factions below the names of their games."""
    choices = []
    for game in dict.fromkeys(each.game for each in usable):
        choices.append(ListChoice("", game))
        choices += [ListChoice(each.id, f"  {each.name}", each.source) for each in usable if each.game == game]
    return choices


Known = Callable[[], Awaitable[Sequence[InstalledData]]]
"""Gives the data to build with."""


async def import_army(app: App[None]) -> Imported | None:
    """Ask for a file, of a saved roster for its game and modules where there are any, and bring it into the library.

    Raises:
        InputError: it cannot be read.
    """
    source = await app.push_screen_wait(PickFile("Import an army file or a saved roster"))
    if not source:
        return None
    systems = await asyncio.to_thread(lambda: saved_systems(*read_army_source(source)))
    if not systems:  # An army file names its game and its modules itself.
        return await asyncio.to_thread(lambda: bring(source))
    game = await _ask_game(app, systems, "Import")
    if game is None:
        return None
    system, modules = game
    return await asyncio.to_thread(lambda: bring(source, system=system, modules=modules))


async def rebuild_army(app: App[None], known: Known, army: LibraryArmy) -> Imported | None:
    """Ask for data, that of its faction first, and build a roster anew from it: units by their names, the rest flagged.

    Raises:
        InputError: it cannot be read, or nothing of it is in that data.
    """
    faction = army.line.faction if army.line is not None else ""
    data = await ask_faction(app, await known(), "Built anew from which faction?", like=faction)
    return await asyncio.to_thread(lambda: bring(str(army.path), anew=data)) if data else None
