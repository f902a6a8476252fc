"""Asks for what a new game needs: an army, and whom it plays against."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.app import App

from builder.errors import Severity
from builder.services.library.armies import library_armies, starter_armies
from builder.systems.registry import usable_systems
from builder.tui.dialogs.ask import Ask
from builder.tui.dialogs.choose import Choice, Choose

if TYPE_CHECKING:
    from builder.services.army.summary import ArmySummary

SOMEBODY = "?"
"""Stands for an opponent of whom only the name is known."""


async def begin_game(app: App[None]) -> str | None:
    """Ask for an army and for the opponent, and begin a game; its id, None if the player leaves.

    Raises:
        InputError: an army cannot be read, or their games cannot be tracked.
    """
    known = await asyncio.to_thread(_armies)
    army = await app.push_screen_wait(Choose("New game: with which army?", _offers(known)))
    if army is None:
        return None
    offers = [Choice(SOMEBODY, "Somebody whose army is not here"), *_offers(known, known[army].line.system)]
    against = await app.push_screen_wait(Choose("New game: against which army?", offers))
    if against != SOMEBODY:
        return None if against is None else await asyncio.to_thread(_begin, army, against, None)
    opponent = await app.push_screen_wait(Ask("New game", "What is your opponent called?"))
    return None if opponent is None else await asyncio.to_thread(_begin, army, None, opponent.strip() or None)


@dataclass(frozen=True, slots=True)
class _Army:
    """An army to play with: what commands call it, and whose it is: `yours`, `starter`."""

    id: str
    line: ArmySummary
    whose: str


def _armies() -> dict[str, _Army]:
    """Every army that can be read and played, by its path: the player's own, then the starter armies."""
    found = {str(each.path): _Army(each.id, each.line, "yours") for each in library_armies() if each.line is not None}
    found |= {each.path: _Army(each.id, each.army, "starter") for each in starter_armies() if each.army is not None}
    played = {system.id for system in usable_systems() if system.play() is not None}
    return {path: army for path, army in found.items() if army.line.system in played}


def _offers(known: dict[str, _Army], system: str | None = None) -> list[Choice]:
    """The armies of a system, or of all; those of one name are told apart by what commands call them."""
    names = Counter(army.line.name for army in known.values())
    offers = []
    for path, army in known.items():
        if system in (None, army.line.system):
            told = [army.whose, f"{army.line.points or 0:f} points"]
            told += [_doubt(army.line)] if _doubt(army.line) else []
            told += [army.id] if names[army.line.name] > 1 else []
            told += [army.line.system_name] if system is None else []
            offers.append(Choice(path, army.line.name, ", ".join(told)))
    return offers


def _doubt(line: ArmySummary) -> str:
    """What players should know of an army before they agree to play with it; empty for most."""
    errors = line.count(Severity.ERROR)
    if not line.units:
        return "no units"
    return f"{errors} error{'s' if errors > 1 else ''}" if errors else ""


def _begin(army: str, against: str | None, opponent: str | None) -> str:
    from builder.services.games.games import new_game

    with new_game(army, against, opponent=opponent, strict=True) as session:
        return session.id
