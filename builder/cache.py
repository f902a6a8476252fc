"""What was worked out of files once, kept for the next start: never pickle, always under the digest of its sources.

An entry's name says what it was made from (the bytes of the sources, and the program that read them), so a changed file
or a changed program never finds an old one. What cannot be read back is made again. A cache that cannot be written is
done without: it only saves time.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import tempfile
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

import msgspec

import builder
from builder import plugins
from builder.inputs import read_file, regular_file
from builder.record import without_collector
from builder.resources import cache_folder

SUFFIX = ".muster-cache"
MAX_BYTES = 256 * 1024 * 1024
"""What all entries together may come to; the ones not used for longest go first."""
LARGE = 256
"""Of an entry that takes more than this part of all, room is made at once."""
PRUNED_EVERY = 3600
"""Seconds. Thousands of small entries may stand in the folder: looking at all of them takes longer than most work."""
STAMP = "pruned"
"""The file whose age says when the folder was gone through."""

_HEAD = b"muster-cache 2\n"
_DIGEST = hashlib.sha256
_SUM_SIZE = 4
_BLOCK = 128 * 1024
"""Bytes of a file that are read at once where only its digest is asked for."""
T = TypeVar("T")


def digest(*parts: bytes) -> str:
    """Return the SHA-256 digest of parts, each with its length, so that no two lists of parts have the same."""
    whole = _DIGEST()
    for part in parts:
        whole.update(len(part).to_bytes(8, "big"))
        whole.update(part)
    return whole.hexdigest()


def file_digest(path: str | Path, most: int) -> str:
    """Return the digest of a file of at most so many bytes, without making room for all of them.

    Raises:
        InputError: it cannot be read, or is larger.
    """
    with regular_file(path) as (stream, size):
        whole = _DIGEST(size.to_bytes(8, "big"))
        block, left = memoryview(bytearray(_BLOCK)), size
        while left > 0 and (number := stream.readinto(block)):
            whole.update(block[:number])
            left -= number
    # One that grows or shrinks meanwhile is read as any other, and one that is too large is refused.
    return whole.hexdigest() if not left and size <= most else digest(read_file(path, most))


def remembered(
    kind: type[T],
    sources: Iterable[bytes],
    make: Callable[[], T],
    still_holds: Callable[[T], bool] = lambda _: True,
    *,
    lasting: bool = False,
) -> T:
    """Return the value that `make` works out of the sources, from the cache if it is there.

    Args:
        kind: the type of the value: records, dataclasses and plain types.
        sources: all that the value depends on, besides the program itself: contents of files, and names that it holds.
        make: works the value out; what it raises is passed on, and nothing is kept.
        still_holds: whether a value from the cache holds, where it depends on more that only the value itself names.
        lasting: whether it holds for later versions of the program too, as long as its type is the same.
    """
    folder = cache_folder()
    entry = folder / f"{digest(b'' if lasting else _program(), kind.__qualname__.encode(), *sources)}{SUFFIX}"
    found = _read(entry, kind)
    if found is not None and still_holds(found):
        return found
    value = make()
    with contextlib.suppress(UnicodeEncodeError):  # The name of a file need not be text.
        _write(entry, msgspec.msgpack.encode(value))
    return value


@functools.cache
def _program() -> bytes:
    """Return a digest that tells this program from any other that reads the same files.

    It is the size and age of each module of ours and of the packages with rule systems, and the age of the folder of
    the libraries, which changes when one of them is installed, renewed or removed.
    """
    ours = Path(builder.__file__).parent
    others = (folder for _, folder in plugins.data_folders() if folder != ours)
    modules = sorted(module for folder in (ours, *others) for module in _modules(folder))
    libraries = Path(msgspec.__file__).parents[1].stat().st_mtime_ns
    return digest(repr((libraries, modules)).encode()).encode()


def _modules(folder: Path) -> Iterator[tuple[str, int, int]]:
    with os.scandir(folder) as found:
        for item in found:
            if item.name.endswith(".py"):
                state = item.stat()
                yield item.path, state.st_size, state.st_mtime_ns
            elif item.is_dir() and not item.name.startswith(("_", ".")):
                yield from _modules(Path(item.path))


def _read(entry: Path, kind: type[T]) -> T | None:
    """Return the value of an entry; None where there is none, or a damaged or foreign one."""
    try:
        data = entry.read_bytes()
    except OSError:
        return None
    start = len(_HEAD) + _SUM_SIZE
    payload = memoryview(data)[start:]
    if not data.startswith(_HEAD) or _sum(payload) != data[len(_HEAD) : start]:
        return None
    try:
        with without_collector():
            value = msgspec.msgpack.decode(payload, type=kind)
    except msgspec.MsgspecError:
        return None
    with contextlib.suppress(OSError):
        os.utime(entry)
    return value


def _sum(payload: bytes | memoryview) -> bytes:
    """Return what tells a payload from a damaged one: nobody is kept from writing here, and it is read in no time."""
    return zlib.crc32(payload).to_bytes(_SUM_SIZE, "big")


def _write(entry: Path, payload: bytes) -> None:
    try:
        entry.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=entry.parent, suffix=".tmp")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(_HEAD + _sum(payload) + payload)
            Path(temporary).replace(entry)
        except OSError:
            Path(temporary).unlink(missing_ok=True)
            raise
        if len(payload) > MAX_BYTES // LARGE or _is_long_ago(entry.parent / STAMP):
            _prune(entry.parent)
            (entry.parent / STAMP).touch()
    except OSError:
        return


def _is_long_ago(stamp: Path) -> bool:
    """Whether a folder that says so by this file was not gone through of late."""
    try:
        return not 0 <= time.time() - stamp.stat().st_mtime < PRUNED_EVERY
    except FileNotFoundError:
        return True


def _prune(folder: Path) -> None:
    """Remove the entries that were not used for longest, until the rest fits."""
    states = [(item, item.stat()) for item in folder.iterdir() if item.suffix == SUFFIX]
    room = MAX_BYTES
    for item, state in sorted(states, key=lambda found: found[1].st_mtime_ns, reverse=True):
        room -= state.st_size
        if room < 0:
            item.unlink(missing_ok=True)
