"""Bursts of keys written to a terminal of its own at once, while the program may be anywhere in what they set off."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from tests.bench.test_screens_speed import Terminal, running
from tests.tui.bursts import Bursts
from tests.tui.gaming import NAME
from tests.tui.making import put

TIMES = 10
"""How often each burst is written in a whole run."""

BYTES = {
    "space": b" ",
    "plus": b"+",
    "down": b"\x1b[B",
    "enter": b"\r",
    "escape": b"\x1b",
    "tab": b"\t",
    "ctrl+u": b"\x15",
    "ctrl+q": b"\x11",
}
MOST = 120
"""Seconds after which the program should have ended, however busy the machine."""

DOWN = ("down",) * 3
BEGIN = ("n", *"orks", "enter", "ctrl+u", *"Fast", "enter", *"500", "enter")
ADD = ("enter", *DOWN, "enter", "tab", "down", "plus", "plus", "x", "tab", "down", "plus")
DAMAGE = (*DOWN, "d", *"50", "enter", "space", "l", "enter", "down", "d", *"30", "enter")
LEAVE = (
    "d",
    *"9",
    "escape",
    "f",
    "escape",
    "escape",
    "down",
    "m",
    "escape",
    "plus",
    "escape",
    "enter",
    "escape",
    "d",
    *"7",
    "enter",
)
TAKE_BACK = ("o", "down", "d", *"10", "enter", "u", "m", "space", "enter", "enter", "space", "space")
TASKS = {
    "library": ((*BEGIN, *ADD), None, b"Library"),
    "game": ((*DAMAGE, *LEAVE, *TAKE_BACK), NAME, b"Yours|Opening|Units"),
}
"""Keys, the game that the program begins with, and what it shows once it takes keys."""


def press(terminal: Terminal, keys: Sequence[str]) -> None:
    """Write keys, and the one that ends the program, at once; wait until it has ended."""
    os.write(terminal.master, b"".join(BYTES.get(key, key.encode()) for key in (*keys, "ctrl+q")))
    end = time.monotonic() + MOST
    while terminal.program.poll() is None:
        assert time.monotonic() < end, "the program did not end"
        if select.select([terminal.master], [], [], 0.1)[0]:
            with suppress(OSError):  # It ends while this is read.
                os.read(terminal.master, 1 << 16)
    assert terminal.program.returncode == 0


@pytest.mark.long
@pytest.mark.parametrize("task", TASKS)
def test_a_burst_comes_to_what_the_same_keys_come_to_slowly(
    task: str, games: Path, home: Path, share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys, game, begun = TASKS[task]
    put(home / "armies", "a.yaml", "space-marines-500")
    bursts = Bursts(home, monkeypatch)
    slow = bursts.outcome(keys, at_once=False, size=(120, 40), army=None, game=game)
    for _ in range(max(2, round(share * TIMES))):
        bursts.reset()
        with running(f"from builder.tui.app import MusterApp\nMusterApp(game={game!r}).run()") as terminal:
            terminal.until(begun)
            press(terminal, keys)
        assert bursts.files() == slow.files
        assert bursts.logs() == slow.logs
