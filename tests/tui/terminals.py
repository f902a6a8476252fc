"""The program on a terminal of its own, as a player runs it: what it writes, and how it ends from outside."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tests.tui.quiet import MOST

UNHEARD = "import signal; signal.signal(signal.SIGHUP, signal.SIG_DFL); "
"""Whoever runs the tests may have a signal ignored, as `nohup` does, and the programs that they start with it."""


@contextmanager
def on_terminal(army: str | None = None, game: str | None = None) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """The program with an army or a game on a terminal that nobody else has, and the other end of that."""
    script = UNHEARD + f"import sys; from builder.tui.start import open_app; sys.exit(open_app({army!r}, {game!r}))"
    master, slave = pty.openpty()
    program = subprocess.Popen(
        [sys.executable, "-c", script],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        start_new_session=True,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "120", "LINES": "40"},
    )
    os.close(slave)
    try:
        yield program, master
    finally:
        program.kill()
        program.wait()
        os.close(master)


def wait_for(terminal: int, pattern: bytes) -> None:
    """Read what the program writes until this comes."""
    seen, end = b"", time.monotonic() + MOST
    while not re.search(pattern, seen, re.DOTALL):
        ready, _, _ = select.select([terminal], [], [], max(0, end - time.monotonic()))
        assert ready, seen[-500:]
        seen += os.read(terminal, 65536)


def end_from_outside(program: subprocess.Popen[bytes], terminal: int, sent: signal.Signals | None) -> int:
    """End the program by a signal, or by taking its terminal away without one; returns its exit status."""
    if sent is None:
        os.dup2(os.open(os.devnull, os.O_RDWR), terminal)
        return program.wait(MOST)
    program.send_signal(sent)
    end = time.monotonic() + MOST
    while program.poll() is None:
        assert time.monotonic() < end, "the program did not end"
        if select.select([terminal], [], [], 0.1)[0]:
            with contextlib.suppress(OSError):  # which the end of a terminal is
                os.read(terminal, 65536)
    return program.returncode
