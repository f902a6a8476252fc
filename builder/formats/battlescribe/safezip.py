"""What is inside a zip, without falling for bombs, passwords, paths that lead elsewhere or zips in zips."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Callable
from typing import TypeVar

from builder.bounds import (
    MIB,
    MOST_BYTES,
    MOST_SET_BYTES,
    MOST_SET_ZIP_BYTES,
    MOST_SET_ZIP_ENTRIES,
    MOST_UNPACKED,
    MOST_ZIP_BYTES,
    MOST_ZIP_ENTRIES,
)
from builder.errors import InputError
from builder.formats.battlescribe.safexml import refusal
from builder.formats.detection import is_zip

_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 0x1
_AGAIN = "save it again in the program that made it"
T = TypeVar("T")


def unzip_only_file(data: bytes, file: str) -> bytes:
    """Return the content of the only file in a zip.

    Sizes are in bytes: the zip up to 16 MiB, its content up to 64 MiB and 100 times its packed size, up to 16 entries.

    Raises:
        InputError: the zip is damaged, too large, packed too tightly, encrypted, or holds no file, several, or a zip.
    """
    content = _opened(data, file, MOST_ZIP_BYTES, _only_file)
    if is_zip(content):
        raise refusal("zip", "the zip holds another zip: unpack it and open the file inside", file)
    return content


def unzip_files(data: bytes, file: str, wanted: Callable[[str], bool]) -> list[tuple[str, bytes]]:
    """Return the files in a zip whose paths are wanted, with their paths, in the order of the zip.

    Sizes are in bytes: the zip up to 128 MiB, all content up to 512 MiB, each file up to 64 MiB and 100 times its
    packed size, up to 5,000 entries.

    Raises:
        InputError: the zip is damaged, too large, packed too tightly, or encrypted.
    """

    def read(archive: zipfile.ZipFile, file: str) -> list[tuple[str, bytes]]:
        entries = archive.infolist()
        if len(entries) > MOST_SET_ZIP_ENTRIES:
            raise refusal("zip", f"the zip has {len(entries)} entries: unpack it and add the folder you want", file)
        found: list[tuple[str, bytes]] = []
        room = MOST_SET_BYTES
        for entry in entries:
            if entry.is_dir() or not wanted(entry.filename):
                continue
            content = _content(archive, entry, file)
            room -= len(content)
            if room < 0:
                raise _bomb(file)
            found.append((entry.filename, content))
        return found

    return _opened(data, file, MOST_SET_ZIP_BYTES, read)


def _opened(data: bytes, file: str, most: int, read: Callable[[zipfile.ZipFile, str], T]) -> T:
    """Return what is read of an archive; what zipfile raises over damaged bytes becomes a refusal."""
    if len(data) > most:
        raise refusal("zip", f"the zip is over {most // MIB} MiB, as none of this kind is: {_AGAIN}", file)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return read(archive, file)
    # All that zipfile is known to raise over damaged bytes; NotImplementedError is its word for a packing it lacks.
    except (zipfile.BadZipFile, zlib.error, struct.error, EOFError, NotImplementedError, ValueError, OSError) as error:
        raise refusal("zip", f"the zip is damaged ({error}): {_AGAIN}, or fetch it again", file) from None


def _only_file(archive: zipfile.ZipFile, file: str) -> bytes:
    entries = archive.infolist()
    if len(entries) > MOST_ZIP_ENTRIES:
        raise refusal("zip", f"the zip has {len(entries)} entries where one file is expected: {_AGAIN}", file)
    files = [entry for entry in entries if not entry.is_dir() and not entry.filename.startswith("__MACOSX/")]
    if len(files) != 1:
        found = "no file" if not files else f"{len(files)} files"
        raise refusal("zip", f"the zip holds {found} where one is expected: unpack it and open the one you want", file)
    return _content(archive, files[0], file)


def _content(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, file: str) -> bytes:
    """Return what one entry holds."""
    if entry.flag_bits & _ENCRYPTED:
        raise refusal("zip", "the zip is protected by a password: unpack it and open the file inside", file)
    if entry.compress_type not in _METHODS:
        raise refusal("zip", f"the zip is packed in a way that is not read here: {_AGAIN}", file)
    limit = min(MOST_BYTES, max(entry.compress_size, 1) * MOST_UNPACKED)
    if entry.file_size > limit:
        raise _bomb(file)
    with archive.open(entry) as stream:
        content = stream.read(limit + 1)
    if len(content) > limit:
        raise _bomb(file)
    return content


def _bomb(file: str) -> InputError:
    return refusal("zip", f"the zip unpacks to far more than such files hold, and is not opened: {_AGAIN}", file)
