"""Ends what hangs, so that a test fails instead of running for ever; it decides nothing about how fast something is."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType

HANGS = 60.0
"""What should take milliseconds and has worked for so many seconds hangs, however slow the machine is."""


@contextlib.contextmanager
def ended(after: float = HANGS) -> Iterator[None]:
    """Raise TimeoutError in what works for more seconds than this; does nothing where there is no such alarm."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def hangs(number: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"it still runs after {after:g} s of work")

    before = signal.signal(signal.SIGPROF, hangs)
    signal.setitimer(signal.ITIMER_PROF, after)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
