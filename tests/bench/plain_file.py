"""A PDF written by hand, as fast as that can be: what the speed of sheets is measured by."""

from __future__ import annotations

import hashlib
import zlib

COMPRESSION = 6
LEAST_PACKED = 512
"""Bytes from which a stream is compressed; a shorter one takes longer to pack than it saves."""
HEADER = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"


class PdfFile:
    """Objects in the order of their numbers; a number may be reserved before its object is known."""

    def __init__(self) -> None:
        self._objects: list[bytes | None] = []

    def reserve(self) -> int:
        """A number for an object that is set later."""
        self._objects.append(None)
        return len(self._objects)

    def set(self, number: int, body: bytes) -> None:
        """Give a reserved number its object."""
        self._objects[number - 1] = body

    def add(self, body: bytes) -> int:
        """Add an object and return its number."""
        self._objects.append(body)
        return len(self._objects)

    def add_stream(self, data: bytes, entries: bytes = b"") -> int:
        """Add a stream, compressed unless it is short, with further entries of its dictionary."""
        if len(data) < LEAST_PACKED:
            return self.add(b"<</Length %d%s>>\nstream\n%s\nendstream" % (len(data), entries, data))
        packed = zlib.compress(data, COMPRESSION)
        return self.add(b"<</Filter/FlateDecode/Length %d%s>>\nstream\n%s\nendstream" % (len(packed), entries, packed))

    def to_bytes(self, root: int, info: int) -> bytes:
        """The whole file; the identifier is made of the content, so that equal files are equal."""
        parts = [HEADER]
        offset = len(HEADER)
        table = [b"0000000000 65535 f \n"]
        for number, body in enumerate(self._objects, 1):
            if body is None:
                raise AssertionError(f"object {number} was reserved and never set")
            part = b"%d 0 obj\n%s\nendobj\n" % (number, body)
            parts.append(part)
            table.append(b"%010d 00000 n \n" % offset)
            offset += len(part)
        digest = hashlib.sha256(b"".join(parts)).hexdigest()[:32].encode()
        parts.append(b"xref\n0 %d\n%s" % (len(table), b"".join(table)))
        parts.append(
            b"trailer\n<</Size %d/Root %d 0 R/Info %d 0 R/ID[<%s><%s>]>>\nstartxref\n%d\n%%%%EOF\n"
            % (len(table), root, info, digest, digest, offset)
        )
        return b"".join(parts)
