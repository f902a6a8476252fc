"""Files read whole and written whole: nothing is ever left half-written."""

from __future__ import annotations

import contextlib
import hashlib
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from builder.bounds import MOST_BYTES
from builder.errors import Finding, InputError, Place, Severity
from builder.inputs import read_file, read_stream
from builder.services.staged_file import StagedFile

STANDARD = "-"
"""Stands for standard input or output."""


def read_source(source: str, most: int = MOST_BYTES) -> tuple[bytes, str]:
    """The bytes of a file or of standard input, at most so many, and its name for messages.

    Raises:
        InputError: it cannot be read, is no regular file, or is larger.
    """
    if source == STANDARD:
        if sys.stdin is None:
            raise InputError(Finding(Severity.ERROR, "file", "there is no standard input: name a file"))
        return read_stream(sys.stdin.buffer, "standard input", most), "standard input"
    return read_file(source, most), source


def is_there(path: str) -> bool:
    """Whether there is a file of that name; no for one that none can have, or in a closed folder."""
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def key_of(path: str) -> str:
    """A name for what is kept of a file elsewhere: the same for every way to write its path."""
    return hashlib.sha256(str(Path(path).resolve()).encode("utf-8", "surrogateescape")).hexdigest()[:32]


def write_target(target: str, data: bytes, *, replace: bool = True) -> None:
    """Write a file, or standard output; see `prepared`.

    Raises:
        InputError: it cannot be written, or it is there already and `replace` is false.
    """
    there = target != STANDARD and is_there(target)
    if there and not replace and not _is_special(target):
        message = "this file is already there: choose another name, or add --force to replace it"
        raise InputError(Finding(Severity.ERROR, "file", message, at=Place(file=target)))
    with prepared(target, data) as put:
        put()


@contextlib.contextmanager
def prepared(target: str, data: bytes) -> Iterator[Callable[[], None]]:
    """Write a file beside its target, and yield what puts it in its place; nothing has changed before that is called.

    Links are followed. What is no plain file (standard output, a pipe, a device) is written to as it is
    when it is put.

    Raises:
        InputError: it cannot be written; so does what is yielded.
    """
    if target == STANDARD or _is_special(target):
        yield partial(_write_through, target, data)
        return
    try:
        staged = StagedFile(Path(target), data)
    except OSError as error:
        raise _unwritable(target, error) from None
    with staged:
        yield partial(_put, target, staged)


def _put(target: str, staged: StagedFile) -> None:
    try:
        staged.put()
    except OSError as error:
        raise _unwritable(target, error) from None


def _is_special(target: str) -> bool:
    """Whether there is something of that name which is neither a file nor a folder: a pipe, a device."""
    return is_there(target) and not Path(target).is_file() and not Path(target).is_dir()


def _write_through(target: str, data: bytes) -> None:
    if target == STANDARD:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        with Path(target).open("wb") as stream:
            stream.write(data)
    except OSError as error:
        raise _unwritable(target, error) from None


def _unwritable(name: str, error: OSError) -> InputError:
    if isinstance(error, FileNotFoundError):
        reason = "its folder does not exist: make it first"
    elif isinstance(error, IsADirectoryError):
        reason = "this is a folder: name a file in it"
    else:
        reason = f"it cannot be written: {error.strerror or error}"
    return InputError(Finding(Severity.ERROR, "file", reason, at=Place(file=name)))
