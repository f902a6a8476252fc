"""What PDF/A wants beside the pages: the colours that are meant, as an ICC profile of sRGB by its published figures."""

from __future__ import annotations

import struct
from typing import Final

from builder.exporters.pdf.file import PdfFile, ref

D50: Final = (0.9642, 1.0, 0.8249)
"""The white of the space in which profiles meet."""
PRIMARIES: Final = {
    b"rXYZ": (0.43607, 0.22249, 0.01392),
    b"gXYZ": (0.38515, 0.71687, 0.09708),
    b"bXYZ": (0.14307, 0.06061, 0.71410),
}
"""Red, green and blue of IEC 61966-2-1, as seen under that white."""
ADAPTATION: Final = (1.04788, 0.02292, -0.05022, 0.02959, 0.99048, -0.01707, -0.00925, 0.01508, 0.75168)
"""From the white of screens, D65, to that one (Bradford)."""
CURVE: Final = (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)
"""From the figures of a colour to its light: the exponent and the coefficients of a curve of type 3."""
VERSION: Final = 0x04200000
MADE: Final = (2020, 1, 1, 0, 0, 0)
"""A profile needs a date; equal documents have equal bytes."""


def output_intent(file: PdfFile) -> int:
    """Add the colours that are meant, and return the number of what says so."""
    profile = file.add_stream(srgb_profile(), b"/N 3")
    return file.add(
        b"<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(sRGB)/Info(sRGB IEC61966-2.1)"
        b"/DestOutputProfile %b>>" % ref(profile)
    )


def srgb_profile() -> bytes:
    """Return an ICC profile, version 4.2, of sRGB."""
    curve = b"para" + struct.pack(">IHH", 0, 3, 0) + _fixed(CURVE)
    tags = {
        b"desc": _words("sRGB IEC61966-2.1"),
        b"cprt": _words("No copyright: made of published figures"),
        b"wtpt": _light(D50),
        b"chad": b"sf32\0\0\0\0" + _fixed(ADAPTATION),
        **{tag: _light(light) for tag, light in PRIMARIES.items()},
        **dict.fromkeys((b"rTRC", b"gTRC", b"bTRC"), curve),
    }
    places: dict[bytes, int] = {}
    data = b""
    start = 128 + 4 + 12 * len(tags)
    for content in tags.values():
        if content not in places:
            places[content] = start + len(data)
            data += content + bytes(-len(content) % 4)
    table = struct.pack(">I", len(tags)) + b"".join(
        tag + struct.pack(">II", places[content], len(content)) for tag, content in tags.items()
    )
    head = struct.pack(
        ">I4sI4s4s4s6H4s28s12s48s",
        start + len(data), b"", VERSION, b"mntr", b"RGB ", b"XYZ ", *MADE, b"acsp", b"", _fixed(D50), b"",
    )  # fmt: skip
    return head + table + data


def _fixed(numbers: tuple[float, ...]) -> bytes:
    """Return numbers with sixteen binary places."""
    return b"".join(struct.pack(">i", round(number * 65536)) for number in numbers)


def _light(light: tuple[float, ...]) -> bytes:
    return b"XYZ \0\0\0\0" + _fixed(light)


def _words(text: str) -> bytes:
    data = text.encode("utf-16-be")
    return b"mluc" + struct.pack(">III4sII", 0, 1, 12, b"enUS", len(data), 28) + data
