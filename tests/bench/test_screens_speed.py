"""How fast the editor is on a terminal of its own, beside the smallest Textual apps there are, in the same run.

Run with: uv run pytest tests/bench/test_screens_speed.py --benchmark-only -s
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import shutil
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import pytest

from builder.resources import find_resource
from builder.services.editor.document import ArmyDocument
from builder.services.editor.new_army import begin
from builder.services.editor.operations import Add
from tests.services.community import SEVENTH_MARINES, SHARED, community_library
from tests.tui.many import many_units

TIMES, KEYS = 5, 15

SMALLEST = """
from textual.app import App
from textual.widgets import Static
class Smallest(App):
    def compose(self):
        yield Static("It is here")
Smallest().run()
"""

TABLE = """
from textual.app import App
from textual.widgets import DataTable
class Table(App):
    def compose(self):
        yield DataTable(cursor_type="row")
    def on_mount(self):
        table = self.query_one(DataTable)
        table.add_columns("Name", "Points", "Models")
        for n in range(1000):
            table.add_row(f"Unit {n}", n, n)
Table().run()
"""

LIBRARY = "from builder.cli.main import run\nrun(['tui'])\n"
EDITOR = "from builder.cli.main import run\nrun(['tui', {path!r}])\n"
SIGNS = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]")


class Benchmark(Protocol):
    """The fixture of pytest-benchmark, which has no types."""

    extra_info: dict[str, object]

    def pedantic(self, run: object, *, rounds: int, iterations: int) -> None: ...


class Terminal:
    """A program on a pseudo-terminal of 120 by 40; `found` is what was waited for last."""

    def __init__(self, code: str) -> None:
        self.start = time.perf_counter()
        self.found = b""
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # What is installed is compiled once, not at every start.
        self.program = subprocess.Popen(
            [sys.executable, "-c", code],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            start_new_session=True,
        )
        os.close(slave)

    def until(self, pattern: bytes, most: float = 60) -> float:
        """Seconds until the program has written what fits; a benchmark fails where that never comes."""
        seen, begin = b"", time.perf_counter()
        while (match := re.search(pattern, SIGNS.sub(b"", seen))) is None:
            assert time.perf_counter() - begin < most, seen[-400:]
            if select.select([self.master], [], [], 1)[0]:
                seen += os.read(self.master, 1 << 16)
        self.found = match.group()
        return time.perf_counter() - begin

    def press(self, key: bytes, pattern: bytes) -> float:
        """Seconds from a key until the program has written what fits."""
        self.quiet()
        os.write(self.master, key)
        return self.until(pattern)

    def shows_after(self, key: bytes, pattern: bytes) -> bool:
        """Whether what the program writes after a key has what fits."""
        os.write(self.master, key)
        seen = b""
        while select.select([self.master], [], [], 0.3)[0]:
            seen += os.read(self.master, 1 << 16)
        return re.search(pattern, SIGNS.sub(b"", seen)) is not None

    def quiet(self, pause: float = 0.4) -> None:
        """Wait until the program writes nothing more."""
        while select.select([self.master], [], [], pause)[0]:
            os.read(self.master, 1 << 16)


@contextmanager
def running(code: str) -> Iterator[Terminal]:
    """A program that is ended at the end."""
    terminal = Terminal(code)
    try:
        yield terminal
    finally:
        terminal.program.kill()
        terminal.program.wait()
        os.close(terminal.master)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for variable in ("ARMIES", "DATA", "STATE", "CONFIG", "CACHE"):
        monkeypatch.setenv(f"MUSTER_{variable}", str(tmp_path / variable.lower()))
    return tmp_path


@pytest.fixture
def army(home: Path) -> str:
    """A starter army of 1,000 points."""
    found = find_resource("templates/armies", "space-marines-1000")
    assert found is not None
    shutil.copy(found.path, home / "army.yaml")
    return str(home / "army.yaml")


SEVENTH_UNITS = ("Captain", "Librarian", "Tactical Squad", "Tactical Squad", "Scout Squad", "Devastator Squad",
                 "Assault Squad", "Terminator Squad", "Rhino")  # fmt: skip


@pytest.fixture
def seventh(home: Path) -> str:
    """An army of the community's catalogue of the 7th edition, whose 286 entries are all on offer."""
    if not SHARED.is_dir():
        pytest.skip("the community's catalogues are not beside the checkout")
    community_library(home / "data")
    path = home / "seventh.yaml"
    path.write_text(begin(SEVENTH_MARINES, "Seventh", 1850, system="diceless"))
    session = ArmyDocument.open(str(path))
    data = session.ground.data
    entries = {entry.name: entry.path for entry in data.library.root_entries(data.catalogue_id) if not entry.hidden}
    for name in SEVENTH_UNITS:
        session.apply(Add(unit=entries[name]))
    session.save()
    return str(path)


def first_paint(code: str, pattern: bytes) -> float:
    with running(code) as terminal:
        return terminal.until(pattern)


def test_the_armies_of_the_library(benchmark: Benchmark, home: Path) -> None:
    """From the start of the program to the first starter army in the list, beside an app that shows three words."""
    with running(LIBRARY) as terminal:
        terminal.until(rb"all read")
    ours, theirs = [], []

    def run() -> None:
        theirs.append(first_paint(SMALLEST, rb"It is here"))
        ours.append(first_paint(LIBRARY, rb"(?s)None yet.*Starter armies"))

    benchmark.pedantic(run, rounds=TIMES, iterations=1)
    told(benchmark, "the library", min(ours), min(theirs))


def test_the_first_paint_of_an_army(benchmark: Benchmark, army: str) -> None:
    """Title, totals and tree of a 1,000-point army, beside an app that shows three words; at most 1.3."""
    editor = EDITOR.format(path=army)
    with running(editor) as terminal:
        terminal.until(rb"saved")
        terminal.quiet()
    ours, theirs = [], []

    def run() -> None:
        theirs.append(first_paint(SMALLEST, rb"It is here"))
        ours.append(first_paint(editor, rb"(?s)Harkan.*Whirlwind.*0 left"))

    benchmark.pedantic(run, rounds=TIMES, iterations=1)
    told(benchmark, "first paint", min(ours), min(theirs))


@pytest.mark.parametrize(("opened", "unit"), [("army", "Squad Meridius"), ("seventh", "Terminator Squad")])
def test_a_key_that_changes_the_army(
    benchmark: Benchmark, opened: str, unit: str, request: pytest.FixtureRequest
) -> None:
    """From the key to the new totals, beside the key that moves the cursor of a bare DataTable; at most 1.25."""
    army: str = request.getfixturevalue(opened)
    ours, theirs = [], []

    def run() -> None:
        with running(TABLE) as table, running(EDITOR.format(path=army)) as editor:
            table.until(rb"Unit 9")
            editor.until(rb"  saved")
            editor.quiet()
            under_cursor = f"▌[ ▸▾]*{unit}".encode()
            assert any(editor.shows_after(b"\x1b[B", under_cursor) for _ in range(30))
            for step in range(KEYS):
                theirs.append(table.press(b"\x1b[B", rb"Unit"))
                ours.append(editor.press(b"+" if step % 2 == 0 else b"-", rb"(left|over)"))

    benchmark.pedantic(run, rounds=1, iterations=1)
    told(benchmark, "key to new totals", sorted(ours)[len(ours) // 2], sorted(theirs)[len(theirs) // 2])


CATALOGUE_KEYS = {
    "cursor": ([b"a"], [b"\x1b[B"], rb"Mob"),
    "search": ([b"/"], [b"g", b"\x7f"], rb"Mob"),
    "change": ([b"\x1b[B"], [b"+", b"-"], rb"(left|over)"),
}
"""What to press first, what is pressed in turns, and what then comes."""


@pytest.mark.parametrize("what", CATALOGUE_KEYS)
def test_a_catalogue_of_two_thousand_units(benchmark: Benchmark, home: Path, what: str) -> None:
    """From a key to what it shows, beside the same with a hundred units; about 1.0."""
    first, keys, pattern = CATALOGUE_KEYS[what]
    times: dict[int, list[float]] = {100: [], 2_000: []}

    def run() -> None:
        armies = [EDITOR.format(path=str(many_units(home / "data", number))) for number in times]
        with running(armies[0]) as few, running(armies[1]) as many:
            for editor in (few, many):
                editor.until(rb"  saved")
                for key in first:
                    editor.quiet()
                    os.write(editor.master, key)
            for step in range(KEYS):
                times[100].append(few.press(keys[step % len(keys)], pattern))
                times[2_000].append(many.press(keys[step % len(keys)], pattern))

    benchmark.pedantic(run, rounds=1, iterations=1)
    few, many = (sorted(taken)[KEYS // 2] for taken in times.values())
    told(benchmark, f"{what} among 2,000 units", many, few)


def told(benchmark: Benchmark, what: str, ours: float, theirs: float) -> None:
    benchmark.extra_info["ratio"] = ours / theirs
    print(f"\n{what}: {ours * 1000:.1f} ms, the measure {theirs * 1000:.1f} ms, ratio {ours / theirs:.2f}")
