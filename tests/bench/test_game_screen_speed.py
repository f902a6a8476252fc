"""How fast the game screen is on a terminal of its own, in a game of 60 units and 2,000 events, in the same run.

Run with: uv run pytest tests/bench/test_game_screen_speed.py --benchmark-only -s
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.games import begin, fill
from tests.bench.test_screens_speed import KEYS, TABLE, TIMES, Benchmark, first_paint, running, told

ENTRIES = 2000
GAME = "from builder.tui.app import MusterApp\nMusterApp(game={name!r}).run()\n"
SHOWN = rb"(?s)Log .*(begun|shootas)"


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games of sixty units, `long` and `empty`."""
    for variable in ("GAMES", "DATA", "STATE", "CONFIG", "CACHE"):
        monkeypatch.setenv(f"MUSTER_{variable}", str(tmp_path / variable.lower()))
    begin(tmp_path, "empty").close()
    with begin(tmp_path, "long") as session:
        fill(session.id, ENTRIES)


@pytest.mark.usefixtures("games")
def test_a_long_game_is_on_the_screen(benchmark: Benchmark) -> None:
    """From the start of the program to units and log, beside a game that has just begun; at most 1.5."""
    ours, theirs = [], []

    def run() -> None:
        theirs.append(first_paint(GAME.format(name="empty"), SHOWN))
        ours.append(first_paint(GAME.format(name="long"), SHOWN))

    benchmark.pedantic(run, rounds=TIMES, iterations=1)
    told(benchmark, "a game of 2,000 events on the screen", min(ours), min(theirs))


@pytest.mark.usefixtures("games")
def test_an_act_is_done_stored_and_painted(benchmark: Benchmark) -> None:
    """From the key to the new log, beside the key that moves the cursor of a bare DataTable; at most 2.0."""
    asked, ours, theirs = [], [], []

    def run() -> None:
        with running(TABLE) as table:
            table.until(rb"Unit 9")
            for _ in range(KEYS):
                theirs.append(table.press(b"\x1b[B", rb"Unit"))
        with running(GAME.format(name="long")) as game:
            game.until(SHOWN)
            for _ in range(KEYS):
                ours.append(game.press(b" ", rb"Turn \d"))
            for _ in range(KEYS):
                game.press(b"l", rb"(pass|fail)ed")
                asked.append(game.press(b"\r", rb"Ld test, "))

    benchmark.pedantic(run, rounds=1, iterations=1)
    table = sorted(theirs)[KEYS // 2]
    told(benchmark, "a test from its form", sorted(asked)[KEYS // 2], table)
    told(benchmark, "an act done, stored and painted", sorted(ours)[KEYS // 2], table)
