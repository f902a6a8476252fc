"""Asks for what a new game needs: an army, and whom it plays against."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.app import App

from builder.services.armylibrary import library_armies
from builder.services.starters import starter_armies
from builder.systems.registry import load_system, system_ids
from builder.tui.dialogs.ask import Ask
from builder.tui.dialogs.choose import Choice, Choose

if TYPE_CHECKING:
    from builder.services.armyline import ArmyLine

SOMEBODY = "?"
"""Stands for an opponent of whom only the name is known."""


async def begin_game(app: App[None], army: str | None = None) -> str | None:
    """Ask for an army, unless it is known, and for the opponent, and begin a game; its id, None if the player leaves.

    Raises:
        InputError: an army cannot be read, or their games cannot be tracked.
    """
    known = await asyncio.to_thread(_armies)
    if army is None:
        army = await app.push_screen_wait(Choose("New game: with which army?", _offers(known, None)))
    if army is None:
        return None
    own = known.get(army)
    offers = [Choice(SOMEBODY, "Somebody whose army is not here"), *_offers(known, own.line.system if own else None)]
    against = await app.push_screen_wait(Choose("New game: against which army?", offers))
    if against == SOMEBODY:
        against = await app.push_screen_wait(Ask("New game", "What is your opponent called?"))
    if against is None:
        return None
    return await asyncio.to_thread(_begin, army, against.strip() or None)


@dataclass(frozen=True, slots=True)
class _Army:
    """An army to play with, and whose it is: `yours`, `starter`."""

    line: ArmyLine
    whose: str


def _armies() -> dict[str, _Army]:
    """Every army that can be read and played, by its path: the player's own, then the starter armies."""
    found = {str(each.path): _Army(each.line, "yours") for each in library_armies() if each.line is not None}
    found |= {each.path: _Army(each.army, "starter") for each in starter_armies() if each.army is not None}
    played = {system for system in system_ids() if load_system(system).play() is not None}
    return {path: army for path, army in found.items() if army.line.system in played}


def _offers(known: dict[str, _Army], system: str | None) -> list[Choice]:
    return [
        Choice(path, army.line.name, f"{army.whose}, {army.line.system_name}, {army.line.points or 0:f}")
        for path, army in known.items()
        if system in (None, army.line.system)
    ]


def _begin(army: str, against: str | None) -> str:
    from builder.services.games import new_game

    with new_game(army, against, strict=True) as session:
        return session.id
