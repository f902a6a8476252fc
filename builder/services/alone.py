"""One program at a time: who changes an army file waits until another command has done with it."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator

from builder.resources import state_folder
from builder.services.files import STANDARD, key_of

_held: set[str] = set()
"""The files that this very program has for itself."""


@contextlib.contextmanager
def alone(path: str | None) -> Iterator[None]:
    """Have a file to oneself among the programs that ask for it so; wait for those that have it.

    Where the state folder cannot be written to, nobody waits. Nothing stays behind when a program ends midway.
    """
    name = key_of(path) if path and path != STANDARD else None
    if name is None or name in _held:
        yield
        return
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            folder = state_folder() / "locks"
            folder.mkdir(parents=True, exist_ok=True)
            handle = os.open(folder / name, os.O_RDWR | os.O_CREAT, 0o600)
            stack.callback(os.close, handle)
            _lock(handle)
        _held.add(name)
        stack.callback(_held.discard, name)
        yield


def _lock(handle: int) -> None:
    """Wait for the lock of an open file, which goes when it is closed."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_LOCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX)
