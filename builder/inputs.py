"""Where bytes come into the program: bounded, from regular files and streams; what breaks a reader is one message.

Every file that a player names or keeps is read by `read_file`, every standard input by `read_stream`. Whoever reads
many of them tells by `tell` how far that is, and whoever waits for it listens with `progress_to`.
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
import time
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO, TypeAlias

from builder.bounds import MIB
from builder.errors import Finding, InputError, MusterError, Place, Severity

BREAKING = (ArithmeticError, UnicodeError, RecursionError, MemoryError)
"""What a reader runs into over contents that nobody foresaw, without being at fault itself."""

FAULTS = (*BREAKING, MusterError, OSError, ValueError, LookupError, TypeError, AttributeError, AssertionError)
"""What may go wrong with one item of a list, faults of the program included."""

STANDARD = "-"
"""Stands for standard input or output where a file is named."""

_WITHOUT_WAITING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""A pipe that nobody writes to is opened at once, instead of when somebody does."""


Progress: TypeAlias = Callable[[str], None]
"""Takes how far something that takes long has come, in a few words."""

BAR = 16
"""Cells of a bar that shows how far something is."""
LATE = 1.0
"""After so many seconds whoever waits is told how far things are."""

_listener: ContextVar[Progress | None] = ContextVar("_listener", default=None)


def tell(text: str) -> None:
    """Tell how far something is to whoever waits for it."""
    if (listener := _listener.get()) is not None:
        listener(text)


_SHARE = re.compile(r"(\d+(?:\.\d+)?) of (\d+(?:\.\d+)?)\b")


def barred(text: str, begin: str = "▕", full: str = "█", end: str = "▏") -> str:
    """Return how far something is with a bar before it, where it tells of how much that is."""
    found = _SHARE.search(text)
    share = min(1.0, float(found[1]) / float(found[2])) if found and float(found[2]) else None
    return text if share is None else f"{begin}{full * int(share * BAR):{BAR}}{end} {text}"


@contextlib.contextmanager
def progress_to(listener: Progress, after: float | None = None) -> Iterator[None]:
    """Hand on how far things are that are done meanwhile, once they take so many seconds (`LATE`, if none are named).

    A listener that raises an error stops what is done.
    """
    begun = time.monotonic()

    def late(text: str) -> None:
        if time.monotonic() - begun >= (LATE if after is None else after):
            listener(text)

    before = _listener.set(late)
    try:
        yield
    finally:
        _listener.reset(before)


def read_file(path: str | Path, most: int) -> bytes:
    """Return the bytes of a regular file of at most so many bytes.

    Raises:
        InputError: there is none, it cannot be read, it is a folder, a device or a pipe, or it is larger.
    """
    with regular_file(path) as (stream, size):
        return read_stream(stream, str(path), most, size + 1)


@contextlib.contextmanager
def regular_file(path: str | Path) -> Iterator[tuple[BufferedReader, int]]:
    """Open a regular file to read its bytes, and tell how many it seems to have.

    Raises:
        InputError: there is none, it cannot be read, or it is a folder, a device or a pipe.
    """
    try:
        with open(os.open(path, os.O_RDONLY | _WITHOUT_WAITING), "rb") as stream:  # noqa: PTH123 - opens a descriptor
            state = os.fstat(stream.fileno())
            if stat.S_ISDIR(state.st_mode):
                raise IsADirectoryError
            if not stat.S_ISREG(state.st_mode):
                message = "this is a device or a pipe, not a file: name a file, or hand its contents over as"
                raise _refused(path, f"{message} standard input (-)")
            yield stream, state.st_size
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None


def read_stream(stream: BinaryIO, name: str, most: int, block: int = MIB) -> bytes:
    """Return what is left of a stream, at most so many bytes; `name` is what messages call it.

    It is read block by block, since room is made for all that is asked for, however little there is.

    Raises:
        InputError: there are more.
    """
    parts, left = [], most + 1
    # Some files of the system give None, as they have nothing to say now.
    while left and (part := stream.read(min(left, block))):
        parts.append(part)
        left -= len(part)
    data = b"".join(parts)
    if len(data) > most:
        size = f"{most // MIB} MiB" if most >= MIB else f"{most:,} bytes"
        raise _refused(name, f"this is larger than {size}, as no file of its kind is: name another")
    return data


@contextlib.contextmanager
def gathered(file: str, findings: list[Finding]) -> Iterator[None]:
    """Gather whatever goes wrong with one item of a list, so that the others are listed all the same.

    What is a fault of the program itself is told too: whoever opens the item by itself gets a report of it.
    """
    try:
        yield
    except InputError as error:
        findings.extend(error.findings)
    except FAULTS as error:
        findings.append(Finding(Severity.ERROR, "file", what_broke(error), at=Place(file=file)))


@contextlib.contextmanager
def guarded(file: str) -> Iterator[None]:
    """Make one message of what breaks a reader of this file, or what works on that which it has read.

    Raises:
        InputError: the contents hold a number that is too large, are nested too deep, or the like.
    """
    try:
        yield
    except BREAKING as error:
        raise _refused(
            file, f"{what_broke(error)}: fix it there, or save it again in the program that made it"
        ) from None


def what_broke(error: BaseException) -> str:
    """Return what a breaking error says of a file, in plain words."""
    if isinstance(error, ArithmeticError):
        return "it holds a number that cannot be reckoned with"
    if isinstance(error, UnicodeError):
        return "it holds signs that are no text"
    if isinstance(error, RecursionError):
        return "its parts are nested too deep, or lead to each other too often"
    if isinstance(error, MemoryError):
        return "what it describes is too large for this computer's memory"
    if isinstance(error, MusterError):
        return str(error)
    if isinstance(error, OSError):
        return f"it cannot be read: {error.strerror or error}"
    return f"it cannot be shown, by a fault of Muster ({type(error).__name__}: {error}): please report it"


def unreadable(path: str | Path, error: OSError | ValueError) -> InputError:
    """Return the error for a file that the system does not hand out."""
    if isinstance(error, FileNotFoundError):
        reason = "there is no such file"
    elif isinstance(error, IsADirectoryError):
        reason = "this is a folder: name a file in it"
    else:
        reason = f"it cannot be read: {getattr(error, 'strerror', None) or error}"
    return _refused(path, reason)


def refusals(search: Callable[[Callable[[OSError], None]], object]) -> tuple[Finding, ...]:
    """Return what is wrong with the folders that a search cannot enter; that some are not there is nothing wrong."""
    found: list[Finding] = []

    def refused(error: OSError) -> None:
        if not isinstance(error, FileNotFoundError):
            found.extend(unreadable(error.filename, error).findings)

    search(refused)
    return tuple(found)


def _refused(file: str | Path, message: str) -> InputError:
    return InputError(Finding(Severity.ERROR, "file", message, at=Place(file=str(file))))
