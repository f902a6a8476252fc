"""How fast the game screen is on a terminal of its own, in a game of 60 units and 2,000 events, in the same run.

Run with: uv run pytest tests/bench/test_game_screen_speed.py --benchmark-only -s
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from builder.services.games.games import new_game
from tests.bench.games import begin, fill
from tests.bench.test_screens_speed import KEYS, TABLE, TIMES, Benchmark, first_paint, running, told

ENTRIES = 2000
GAME = "from builder.cli.main import run\nrun(['tui', '--game', {name!r}])\n"
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
    asked, ours, theirs = list[float](), list[float](), list[float]()

    def run() -> None:
        with running(TABLE) as table:
            table.until(rb"Unit 9")
            for _ in range(KEYS):
                theirs.append(table.press(b"\x1b[B", rb"Unit"))
        with running(GAME.format(name="long")) as game:
            game.until(SHOWN)
            for _ in range(KEYS):
                game.press(b"l", rb"(pass|fail)ed")
                asked.append(game.press(b"\r", rb"Ld test, "))
            before = b""
            while len(ours) < KEYS:
                # What is due is shown first, a paint of the whole screen, and a turn ends with its summary, which is
                # another screen: neither is an act, nor is what goes on from there.
                taken = game.press(b" ", rb"same key again goes on|Summary|Turn \d, ")
                if game.found.startswith(b"Turn") and before != b"Summary":
                    ours.append(taken)
                before = game.found

    benchmark.pedantic(run, rounds=1, iterations=1)
    table = sorted(theirs)[KEYS // 2]
    told(benchmark, "a test from its form", sorted(asked)[KEYS // 2], table)
    told(benchmark, "an act done, stored and painted", sorted(ours)[KEYS // 2], table)


@dataclass(frozen=True)
class Played:
    """A system whose games are measured.

    Args:
        armies: the starter armies of both sides.
        act: what fills the log, done again and again with each of `values` for one field.
        form: the key that opens the form of that act, and what it says.
        answer: what is typed into it, for the act of a number: always another one, since what is there already is not
            painted again.
        says: what the message says of it.
    """

    armies: tuple[str, str]
    act: tuple[str, Mapping[str, str], str]
    values: tuple[str, ...]
    form: tuple[bytes, bytes]
    answer: tuple[bytes, ...]
    says: bytes


SYSTEMS = {
    "lethal": Played(
        ("lethal-chaos-1000", "lethal-orks-1000"),
        ("cover", {"unit": "2:Skarboyz"}, "band"),
        ("light", "medium", "hard"),
        (b"C", b"touches the edge"),
        (b"l", b"m"),
        rb"Flayed: (light|medium)",
    ),
    "epic": Played(
        ("epic-imperial-guard-3000", "epic-orks-3000"),
        ("markers", {"unit": "2:Gitstompa's warband"}, "number"),
        ("1", "2", "3"),
        (b"b", b"all of them"),
        (b"1", b"2"),
        b"now",
    ),
}
ACTS = 300


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_game_played_by_turns_of_activations(
    benchmark: Benchmark, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    """Opening beside a game that has just begun; the cursor, and an act from its form, beside a bare DataTable."""
    monkeypatch.setenv("MUSTER_GAMES", str(tmp_path / "games"))
    played = SYSTEMS[system]
    verb, given, field = played.act
    new_game(*played.armies, "empty").close()
    with new_game(*played.armies, "long") as session:
        for number in range(ACTS):
            session.act(verb, {**given, field: played.values[number % len(played.values)]})
    begun: list[float] = []
    opened, moved, acted, table = begun.copy(), begun.copy(), begun.copy(), begun.copy()

    def run() -> None:
        for _ in range(TIMES):
            begun.append(first_paint(GAME.format(name="empty"), SHOWN))
            opened.append(first_paint(GAME.format(name="long"), rb"(?s)Log .*:"))
        with running(TABLE) as bare:
            bare.until(rb"Unit 9")
            table.extend(bare.press(b"\x1b[B", rb"Unit") for _ in range(KEYS))
        with running(GAME.format(name="long")) as game:
            game.until(rb"(?s)Log .*:")
            for number in range(KEYS):
                moved.append(game.press((b"\x1b[B", b"\x1b[A")[number % 2], "▌".encode()))
            for number in range(KEYS):
                game.press(*played.form)
                if answer := played.answer[number % len(played.answer)]:
                    game.press(answer, played.says)
                acted.append(game.press(b"\r", played.says))

    benchmark.pedantic(run, rounds=1, iterations=1)
    told(benchmark, f"a game of {system} on the screen", min(opened), min(begun))
    middle = sorted(table)[KEYS // 2]
    told(benchmark, f"the cursor in a game of {system}", sorted(moved)[KEYS // 2], middle)
    told(benchmark, f"an act of {system} done, stored and painted", sorted(acted)[KEYS // 2], middle)
