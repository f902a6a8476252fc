"""Games of sixty units: one that has just begun, and one with two thousand entries in its log."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from pathlib import Path

from builder.resources import games_file
from builder.services.games.games import new_game
from builder.services.games.session import GameSession
from builder.store.sqlite import SqliteStore
from builder.systems.diceless.play import PLAY
from builder.systems.diceless.play.changes import Change, GroupHealthSet, LinesSet, Ordered
from builder.systems.diceless.play.state import GameState
from builder.systems.play.changes import Held
from builder.systems.play.events import Event
from builder.tracker import LogEntry

ARMY = """format: muster-army
version: 1
name: The whole company
system: diceless
data: diceless/space-marines
limit: 9000
units:
"""
SQUAD = "  - {unit: Tactical Squad, count: 10, options: [plasma gun, missile launcher]}\n"
TANK = "  - {unit: Predator}\n"
SQUADS, TANKS = 20, 10
"""How many of each a side has."""


def begin(folder: Path, name: str) -> GameSession:
    """A game of sixty units, thirty of a side: squads of ten, and tanks."""
    army = folder / "army.yaml"
    army.write_text(ARMY + SQUAD * SQUADS + TANK * TANKS)
    return new_game(str(army), str(army), name)


def fill(game: str, number: int) -> None:
    """Give a game that has just begun so many more entries, such as players make: HP lost, hits on lines, tokens."""
    with contextlib.closing(SqliteStore(games_file())) as store:
        _, start = store.entries(game)
        state = PLAY.begin(PLAY.decode(start.version, start.body))
        entries = [
            LogEntry(seq, event.kind, PLAY.version, start.at, start.by, PLAY.encode(event))
            for seq, event in enumerate(_events(state, number), start.seq + 1)
        ]
        store.append(game, start.seq, entries)


def _events(state: GameState, number: int) -> Iterator[Event[Change]]:
    chance = random.Random(3)
    for n in range(number):
        side = chance.randrange(2)
        of = state.sides[side]
        unit = chance.choice([id for id, each in of.bodies.items() if each.pools])
        changes: tuple[Change, ...]
        if n % 4 == 0:
            changes = (LinesSet(side=side, vehicle=chance.choice(list(of.owners)), lines={"A": n % 37, "B": n % 30}),)
        elif n % 9 == 0:
            changes = (Held(side=side, kind="scatter", left=n % 8, total=8),)
        else:
            pools = state.sides[side].bodies[unit].pools.items()
            changes = tuple(
                GroupHealthSet(side=side, unit=unit, group=group, models=pool.models, noted=n % 30, lost=n % 40)
                for group, pool in pools
            )
            changes = (*changes, Ordered(side=side, unit=unit, op=n % 160))
        steps = tuple(f"{count} models × 32 = {count * 32} DMG, AP {count} against 3+" for count in range(1, 6))
        text = f"Tactical Squad {n}: 20 shootas, 320 DMG, 32 a model, saved at 3+: 107 HP lost, one Marine gone"
        yield Event(kind="damage", side=side, text=text, steps=steps, changes=changes)
