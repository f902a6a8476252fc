"""Files read whole and written whole: nothing is ever left half-written."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import tempfile
from pathlib import Path

from builder.bounds import MOST_BYTES
from builder.errors import Finding, InputError, Place, Severity
from builder.inputs import read_file, read_stream

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


def write_target(target: str, data: bytes, *, replace: bool = True, source: str | None = None) -> None:
    """Write a file, or standard output: to a temporary file beside it first, which then takes its name.

    Links are followed, and what is no plain file (a pipe, a device) is written to as it is.

    Raises:
        InputError: it cannot be written, it is there already and `replace` is false, or it is the `source`.
    """
    if target == STANDARD:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    if source is not None and is_there(source) and is_there(target) and Path(source).samefile(target):
        message = "this is the army itself, which would be lost: choose another name"
        raise InputError(Finding(Severity.ERROR, "file", message, at=Place(file=target)))
    if is_there(target) and not Path(target).is_file() and not Path(target).is_dir():
        _write_through(target, data)
        return
    path = Path(target)
    if not replace and is_there(target):
        message = "this file is already there: choose another name, or add --force to replace it"
        raise InputError(Finding(Severity.ERROR, "file", message, at=Place(file=target)))
    try:
        path = path.resolve()
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise _unwritable(target, error) from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        # A temporary file is for its owner alone; what takes its place has the rights that a new file would have.
        Path(temporary).chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
        Path(temporary).replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        raise _unwritable(target, error) from None


def _write_through(target: str, data: bytes) -> None:
    try:
        with Path(target).open("wb") as stream:
            stream.write(data)
    except OSError as error:
        raise _unwritable(target, error) from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _unwritable(name: str, error: OSError) -> InputError:
    if isinstance(error, FileNotFoundError):
        reason = "its folder does not exist: make it first"
    elif isinstance(error, IsADirectoryError):
        reason = "this is a folder: name a file in it"
    else:
        reason = f"it cannot be written: {error.strerror or error}"
    return InputError(Finding(Severity.ERROR, "file", reason, at=Place(file=name)))
