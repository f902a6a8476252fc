"""The one file inside a zip, without falling for bombs, passwords or zips in zips."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib

from builder.errors import InputError
from builder.formats.battlescribe.refusal import refusal

MAX_ARCHIVE = 16 * 1024 * 1024
MAX_CONTENT = 64 * 1024 * 1024
MAX_ENTRIES = 16
MAX_RATIO = 100

_SIGNATURES = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 0x1
_AGAIN = "save it again in the program that made it"


def is_zip(data: bytes) -> bool:
    """Whether the bytes begin as a zip does, whatever the file is called."""
    return data.startswith(_SIGNATURES)


def unzip_only_file(data: bytes, file: str) -> bytes:
    """The content of the only file in a zip.

    Sizes are in bytes: the zip up to 16 MiB, its content up to 64 MiB and 100 times its packed size, up to 16 entries.

    Raises:
        InputError: the zip is damaged, too large, packed too tightly, encrypted, or holds no file, several, or a zip.
    """
    if len(data) > MAX_ARCHIVE:
        raise refusal("zip", f"the zip is over {MAX_ARCHIVE // 2**20} MiB, no roster is: {_AGAIN}", file)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            content = _read(archive, file)
    # All that zipfile is known to raise over damaged bytes; NotImplementedError is its word for a packing it lacks.
    except (zipfile.BadZipFile, zlib.error, struct.error, EOFError, NotImplementedError, ValueError, OSError) as error:
        raise refusal("zip", f"the zip is damaged ({error}): {_AGAIN}, or fetch it again", file) from None
    if is_zip(content):
        raise refusal("zip", "the zip holds another zip: unpack it and open the file inside", file)
    return content


def _read(archive: zipfile.ZipFile, file: str) -> bytes:
    entries = archive.infolist()
    if len(entries) > MAX_ENTRIES:
        raise refusal("zip", f"the zip has {len(entries)} entries where one file is expected: {_AGAIN}", file)
    files = [entry for entry in entries if not entry.is_dir() and not entry.filename.startswith("__MACOSX/")]
    if len(files) != 1:
        found = "no file" if not files else f"{len(files)} files"
        raise refusal("zip", f"the zip holds {found} where one is expected: unpack it and open the one you want", file)
    entry = files[0]
    if entry.flag_bits & _ENCRYPTED:
        raise refusal("zip", "the zip is protected by a password: unpack it and open the file inside", file)
    if entry.compress_type not in _METHODS:
        raise refusal("zip", f"the zip is packed in a way that is not read here: {_AGAIN}", file)
    limit = min(MAX_CONTENT, max(entry.compress_size, 1) * MAX_RATIO)
    if entry.file_size > limit:
        raise _bomb(file)
    with archive.open(entry) as stream:
        content = stream.read(limit + 1)
    if len(content) > limit:
        raise _bomb(file)
    return content


def _bomb(file: str) -> InputError:
    return refusal("zip", f"the zip unpacks to far more than a roster holds, and is not opened: {_AGAIN}", file)
