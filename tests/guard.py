"""Ends what hangs or eats the memory, so that a test fails instead of running for ever.

It decides nothing about how fast something is: work is what the processor has done, however busy the machine is.
"""

from __future__ import annotations

import contextlib
import math
import os
import signal
import sys
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


LIMITED = "MUSTER_TEST_LIMITED"
"""Set in the environment of a process whose cases have limits."""

MOST_WORK, MOST_MEMORY = 5, 500 * 1024 * 1024
"""Seconds of work for one case, and bytes of memory for its process, with what that takes without any case."""


@contextlib.contextmanager
def limited(work: int = MOST_WORK) -> Iterator[None]:
    """Let the operating system end this process where one case works or takes more than it may.

    That is so in processes that are started for it; elsewhere nothing is done.
    """
    if not os.environ.get(LIMITED) or sys.platform == "win32":
        yield
        return
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF)
    allowed = math.ceil(used.ru_utime + used.ru_stime) + work
    resource.setrlimit(resource.RLIMIT_CPU, (allowed, resource.getrlimit(resource.RLIMIT_CPU)[1]))
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, resource.getrlimit(resource.RLIMIT_DATA)[1]))
    try:
        yield
    except Exception as error:
        # Readers tell of what there is no memory for as of any other file that they cannot use.
        causes: list[BaseException] = [error]
        while (before := causes[-1].__context__) is not None and before not in causes:
            causes.append(before)
        assert not any(isinstance(cause, MemoryError) for cause in causes), "it wants more memory than it may have"
        raise
