"""A PDF file as it is written: objects by number, small ones packed together, and the table that finds them.

Fields and tags are objects by the thousand: they are written as bytes, since a library that keeps each of them as a
value of its own takes four times as long.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable
from hashlib import sha256
from typing import Final

from builder.text import clean_name

HEADER: Final = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
"""The second line tells programs that the file is not text."""
TOGETHER: Final = 1000
"""Objects that are packed together; a viewer unpacks all of them to read one."""
PAGES_LEVEL: Final = 1
OBJECTS_LEVEL: Final = 6
HARDEST: Final = 9
"""How hard streams are packed. Pages gain a fifth for four times the time."""
LITTLE_MEMORY: Final = 4
"""zlib's memory level (1 to 9): with little, its codes change sooner, as pages and objects do from card to card."""
FEW_OBJECTS: Final = 4 * TOGETHER
"""Objects that are packed as hard as can be, as few pages are."""
PREDICTOR: Final = b"/DecodeParms<</Predictor 12/Columns 7>>"
NEXT_TOGETHER: Final = b"\x02\x00\x00\x00\x00\x00\x00\x01"
"""The row of an object that stands behind the one before it, as the difference from the row of that."""
FREE: Final = 0xFFFF
ALONE: Final = 1 << 48
PACKED: Final = 2 << 48
"""Rows of the table as numbers of seven bytes: no object, one at a place, one of those in a stream."""
TOPS: Final = 0x80808080808080
"""The first bits of seven bytes."""
_NOT_IN_STRINGS: Final = re.compile(rb"[\\()\r]")
_PLAIN: Final = re.compile(r"[ !-'*-\[\]-~]*").fullmatch
"""Whether a text is a string of the file as it is."""
_NOT_IN_NAMES: Final = re.compile(r"[^A-Za-z0-9+.-]")


def held(text: str) -> str:
    """A text as a document holds it: its fonts have no U+FFFD, which would be written for a control character."""
    if text.isascii() and text.isprintable():
        return text
    return clean_name(text).replace("\ufffd", "?")


def string(text: str) -> bytes:
    """Return a text as a string of the file: ASCII as it is, anything else as UTF-16."""
    if _PLAIN(text):
        return b"(%b)" % text.encode()
    data = text.encode() if text.isascii() else b"\xfe\xff" + text.encode("utf-16-be")
    return b"(%b)" % _NOT_IN_STRINGS.sub(_escaped, data)


def _escaped(found: re.Match[bytes]) -> bytes:
    return b"\\r" if found[0] == b"\r" else b"\\" + found[0]


def name(text: str) -> bytes:
    """Return a text as a name of the file."""
    return b"/" + _NOT_IN_NAMES.sub(lambda found: f"#{ord(found[0]):02X}", text).encode()


def ref(number: int) -> bytes:
    """Return how an object is named where another one holds it."""
    return b"%d 0 R" % number


def refs(numbers: Iterable[int]) -> bytes:
    """Return an array of objects."""
    return b"[%b]" % b" ".join([b"%d 0 R" % number for number in numbers])


class PdfFile:
    """Objects on their way to a file: numbered from 1 as they are reserved, packed in the order in which they are set.

    What is set together and says nearly the same takes little room.
    """

    def __init__(self) -> None:
        self._count = 0
        self._bodies: dict[int, bytes] = {}
        self._streams: dict[int, bytes] = {}

    def reserve(self) -> int:
        """Return the number of an object that is set later."""
        self._count += 1
        return self._count

    def set(self, number: int, body: bytes) -> None:
        """Say what an object is."""
        self._bodies[number] = body

    def add(self, body: bytes) -> int:
        """Add an object, and return its number."""
        self._count += 1
        self._bodies[self._count] = body
        return self._count

    def add_stream(
        self, data: bytes, entries: bytes = b"", level: int = OBJECTS_LEVEL, memory: int = zlib.DEF_MEM_LEVEL
    ) -> int:
        """Add a stream with these entries, packed unless `level` is 0, and return its number."""
        number = self.reserve()
        self._streams[number] = _stream(data, entries, level, memory)
        return number

    def to_bytes(self, root: int, info: int) -> bytes:
        """Return the file with its catalogue and its properties; equal objects give equal bytes."""
        out = [HEADER]
        at = len(HEADER)
        places: dict[int, int] = {}

        def put(number: int, stream: bytes) -> None:
            nonlocal at
            written = b"%d 0 obj\n%b\nendobj\n" % (number, stream)
            places[number] = at
            out.append(written)
            at += len(written)

        for number, stream in self._streams.items():
            put(number, stream)
        small = [*self._bodies]
        groups = [small[first : first + TOGETHER] for first in range(0, len(small), TOGETHER)]
        for number, group in enumerate(groups, self._count + 1):
            put(number, self._packed(group, OBJECTS_LEVEL if len(small) > FEW_OBJECTS else HARDEST))
        table = self._count + len(groups) + 1
        places[table] = at
        digest = sha256(b"".join(out)).hexdigest()[:32].encode()
        rows = self._rows(places, groups, table + 1)
        entries = b"/Type/XRef/W[1 4 2]/Size %d/Root %b/Info %b/ID[<%b><%b>]%b" % (
            table + 1, ref(root), ref(info), digest, digest, PREDICTOR,
        )  # fmt: skip
        out.append(b"%d 0 obj\n%b\nendobj\n" % (table, _stream(rows, entries, OBJECTS_LEVEL)))
        out.append(b"startxref\n%d\n%%%%EOF\n" % at)
        return b"".join(out)

    def _packed(self, numbers: list[int], level: int) -> bytes:
        """Return objects as one stream."""
        bodies = [self._bodies[number] for number in numbers]
        heads: list[bytes] = []
        at = 0
        for number, body in zip(numbers, bodies, strict=True):
            heads.append(b"%d %d" % (number, at))
            at += len(body) + 1
        head = b" ".join(heads) + b"\n"
        entries = b"/Type/ObjStm/N %d/First %d" % (len(numbers), len(head))
        return _stream(head + b"\n".join(bodies), entries, level, LITTLE_MEMORY)

    def _rows(self, places: dict[int, int], groups: list[list[int]], size: int) -> bytes:
        """Return where objects stand, each row as the difference from the one before it: most of them are alike."""
        entries = [FREE] * size
        for number, place in places.items():
            entries[number] = ALONE | place << 16
        for stream, group in enumerate(groups, self._count + 1):
            first = PACKED | stream << 16
            for n, number in enumerate(group):
                entries[number] = first | n
        rows: list[bytes] = []
        before = 0
        for entry in entries:
            if entry - before == 1 and entry & 0xFF:
                rows.append(NEXT_TOGETHER)
            else:
                rows.append(b"\x02%b" % _difference(entry, before).to_bytes(7))
            before = entry
        return b"".join(rows)


def _difference(row: int, before: int) -> int:
    """Return a row as the difference from another one, each of its seven bytes for itself."""
    return ((row | TOPS) - (before & ~TOPS)) ^ ((row ^ ~before) & TOPS)


def _stream(data: bytes, entries: bytes, level: int, memory: int = zlib.DEF_MEM_LEVEL) -> bytes:
    if level:
        packer = zlib.compressobj(level, memLevel=memory)
        data = packer.compress(data) + packer.flush()
        entries += b"/Filter/FlateDecode"
    return b"<<%b/Length %d>>stream\n%b\nendstream" % (entries, len(data), data)
