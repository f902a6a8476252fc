"""Programs that play one game at once, or are killed while they do; run as `python -m tests.services.gameprograms`.

Each is a process of its own, made with fork by this one, which starts no thread. The numbers of the entries that it was
told are stored it writes to a pipe, one a line.
"""

from __future__ import annotations

import json
import os
import random
import select
import signal
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from builder.services.games.games import new_game, open_game
from builder.services.games.keeper import PLAYER_VARIABLE
from builder.store.sqlite import SqliteStore
from builder.tracker import LogEntry

ARMY = os.environ.get("GAME_ARMY", "orks-500")
"""The army that is played."""
ACT = {
    "epic-orks-3000": ("markers", {"unit": "bw1g", "number": "+1"}),
    "lethal-orks-1000": ("cover", {"unit": "b4z1", "band": "light"}),
}.get(ARMY, ("points", {"player": "1", "points": "+1"}))
"""What the programs do again and again."""


def main() -> None:
    """Do what the arguments say, and write what came of it as JSON."""
    what, *arguments = sys.argv[1:]
    json.dump({"kill": kill, "race": race}[what](*map(int, arguments)), sys.stdout)


def kill(times: int, seed: int) -> list[dict[str, list[int]]]:
    """Begin a game, have a program play it and kill it at some moment, again and again; every fifth begins a file."""
    chance = random.Random(seed)
    with new_game(ARMY, "Anna") as session:
        id = session.id
    told = []
    for number in range(times):
        if number % 5:
            done = _killed(chance, lambda say: _play(id, say))
            with open_game(id) as session:
                found = [line.seq for line in session.log]
        else:
            path = Path(os.environ["MUSTER_GAMES"]) / f"new{number}.sqlite"
            done = _killed(chance, partial(_fill, path))
            store = SqliteStore(path)
            found = [entry.seq for entry in store.entries("g7f3x")]
            store.close()
        told.append({"acknowledged": done, "found": found})
    return told


def race(programs: int, acts: int) -> dict[str, object]:
    """Have several programs play one game at once, each so many acts, an undo among three; its log and score then."""
    with new_game(ARMY, "Anna") as session:
        id = session.id
    children = []
    for number in range(programs):
        os.environ[PLAYER_VARIABLE] = f"p{number}"
        children.append(_begun(lambda say: _play(id, say, acts)))
    told = [_read(pipe) for _, pipe in children]
    for child, _ in children:
        os.waitpid(child, 0)
    with open_game(id) as session:
        log = [(line.seq, line.by, line.kind, line.text) for line in session.log]
        points = session.view.sides[0].points
    return {"acknowledged": told, "log": log, "points": points}


def _play(id: str, say: Callable[[int], None], acts: int | None = None) -> None:
    with open_game(id) as session:
        done = 0
        while acts is None or done < acts:
            done += 1
            line = session.undo() if done % 3 == 0 else session.act(*ACT)
            assert not session.warning, session.warning
            say(line.seq)


def _fill(path: Path, say: Callable[[int], None]) -> None:
    store = SqliteStore(path)
    seq = -1
    while True:
        store.append("g7f3x", seq, [LogEntry(seq + 1, "say", 1, "2026", "anna", b"x" * 700)])
        seq += 1
        say(seq)


def _begun(play: Callable[[Callable[[int], None]], None]) -> tuple[int, int]:
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    status = 1
    try:
        play(lambda seq: _say(writing, seq))
        status = 0
    finally:
        os._exit(status)


def _say(pipe: int, seq: int) -> None:
    os.write(pipe, b"%d\n" % seq)


def _read(pipe: int) -> list[int]:
    with os.fdopen(pipe, "rb") as stream:
        return [int(line) for line in stream]


def _killed(chance: random.Random, play: Callable[[Callable[[int], None]], None]) -> list[int]:
    """What a program was told before it was killed: a moment after it began, or after it was told the first time."""
    child, pipe = _begun(play)
    if chance.random() < 0.7:
        select.select([pipe], [], [], 600)
    time.sleep(chance.uniform(0, 0.02))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return _read(pipe)


if __name__ == "__main__":
    main()
