"""One program at a time: who changes an army file waits until another command has done with it."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

from builder.errors import Finding, Place, Severity
from builder.services.files import STANDARD


class _Held(threading.local):
    """The files that this thread has for itself."""

    def __init__(self) -> None:
        self.paths: set[Path] = set()


_held = _Held()


@contextlib.contextmanager
def locked(path: str | None) -> Iterator[Finding | None]:
    """Have a file to oneself among the programs that ask for it so; wait for those that have it.

    The lock lies beside the file, hidden, so that all who can write the file find the same one; it goes with the last
    who needs it. Yields what should be told where there can be none, and nobody waits.
    """
    if path is None or path == STANDARD:
        yield None
        return
    try:
        target = Path(path).resolve()
    except (OSError, ValueError):  # no file can have that name, as reading or writing it tells
        yield None
        return
    if target in _held.paths:
        yield None
        return
    lock = target.with_name(f".{target.name}.lock")
    handle, told = None, None
    try:
        handle = _locked(lock)
    except FileNotFoundError:  # neither can there be a file in a folder that is missing
        pass
    except OSError as error:
        message = f"two programs can change this file at once, as its lock cannot be made: {error.strerror or error}"
        told = Finding(Severity.WARNING, "lock", message, at=Place(file=path))
    _held.paths.add(target)
    try:
        yield told
    finally:
        _held.paths.discard(target)
        if handle is not None:
            with contextlib.suppress(OSError):
                lock.unlink()  # while it is held still: who waits for it looks whether it is there
            os.close(handle)


def _locked(lock: Path) -> int:
    """Open a lock and wait for it; it is held until it is closed. Raises OSError."""
    while True:
        handle = os.open(lock, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
        try:
            _wait(handle)
            if _is_at(lock, handle):
                return handle
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)  # who had it before has removed it


def _is_at(path: Path, handle: int) -> bool:
    """Whether an open file still has that name."""
    try:
        return os.path.samestat(path.stat(), os.fstat(handle))
    except FileNotFoundError:
        return False


def _wait(handle: int) -> None:
    """Wait for the lock of an open file. Raises OSError."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_LOCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX)
