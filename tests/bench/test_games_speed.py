"""How fast a command of a game is stored, beside a bare insert; how fast a long game opens, beside one that just began.

Run with: uv run pytest tests/bench/test_games_speed.py --benchmark-only -s
"""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import pytest

from builder.services.games.games import open_game
from tests.bench.games import SQUADS, begin, fill

ENTRIES, TIMES, ACTS = 2000, 9, 60


class Benchmark(Protocol):
    """The fixture of pytest-benchmark, which has no types."""

    extra_info: dict[str, object]

    def pedantic(self, run: object, *, rounds: int, iterations: int) -> None: ...


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two games of sixty units, `long` and `empty`."""
    folder = tmp_path_factory.mktemp("games")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MUSTER_GAMES", str(folder))
        begin(folder, "empty").close()
        with begin(folder, "long") as session:
            fill(session.id, ENTRIES)
    return folder


def seconds(run: Callable[[], object]) -> float:
    begin = time.perf_counter()
    run()
    return time.perf_counter() - begin


def test_a_long_game_is_shown(benchmark: Benchmark, games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole program, `muster game show`, beside the same with an empty game; at most 1.5."""
    monkeypatch.setenv("MUSTER_GAMES", str(games))
    ours, theirs = [], []

    def show(name: str) -> None:
        command = [sys.executable, "-m", "builder", "game", "show", name]
        shown = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        assert shown.count(":tactical-squad-") == 2 * SQUADS

    def run() -> None:
        theirs.append(seconds(lambda: show("empty")))
        ours.append(seconds(lambda: show("long")))

    benchmark.pedantic(run, rounds=TIMES, iterations=1)
    told(benchmark, "a game of 2,000 entries shown, beside an empty one", min(ours), min(theirs))


def test_a_long_game_is_opened(benchmark: Benchmark, games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a program that runs already: how long its log takes by itself."""
    monkeypatch.setenv("MUSTER_GAMES", str(games))
    ours, theirs = [], []

    def opened(name: str, number: int) -> None:
        with open_game(name) as session:
            assert session.seq > number

    def run() -> None:
        theirs.append(seconds(lambda: opened("empty", 0)))
        ours.append(seconds(lambda: opened("long", ENTRIES)))

    benchmark.pedantic(run, rounds=TIMES, iterations=1)
    told(benchmark, "a game of 2,000 entries opened, beside an empty one", min(ours), min(theirs))


def test_an_act_is_done_and_stored(
    benchmark: Benchmark, games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the long game, beside a bare insert that waits for the disk."""
    monkeypatch.setenv("MUSTER_GAMES", str(games))
    ours, theirs = [], []
    table = sqlite3.connect(tmp_path / "bare.sqlite", isolation_level=None)
    table.execute("PRAGMA journal_mode=WAL")
    table.execute("PRAGMA synchronous=FULL")
    table.execute("CREATE TABLE t (body)")

    def run() -> None:
        with open_game("long") as session:
            before = session.seq
            for _ in range(ACTS):
                theirs.append(seconds(lambda: table.execute("INSERT INTO t VALUES (?)", (b"x" * 500,))))
                ours.append(seconds(lambda: session.act("next", {})))
            assert session.seq == before + ACTS
            session.jump(ENTRIES)

    benchmark.pedantic(run, rounds=1, iterations=1)
    table.close()
    told(benchmark, "an act done and stored, beside a bare insert", sorted(ours)[ACTS // 2], sorted(theirs)[ACTS // 2])


def told(benchmark: Benchmark, what: str, ours: float, theirs: float) -> None:
    benchmark.extra_info["ratio"] = ours / theirs
    print(f"\n{what}: {ours * 1000:.1f} ms, the measure {theirs * 1000:.1f} ms, ratio {ours / theirs:.2f}")
