"""What kind of file bytes are, told by how they begin: whatever a file is called, and before any reader is imported."""

from __future__ import annotations

import codecs
import re

_ZIP = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_XML = tuple(
    mark + "<".encode(encoding)
    for mark, encoding in (
        (b"", "ascii"),
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    )
)


def is_zip(data: bytes) -> bool:
    """Whether the bytes begin as a zip does."""
    return data.startswith(_ZIP)


def is_battlescribe_roster(data: bytes) -> bool:
    """Whether the bytes are a zip or begin as XML does, as BattleScribe saves rosters."""
    return is_zip(data) or data.lstrip(b" \t\r\n").startswith(_XML)


def is_pdf(data: bytes) -> bool:
    """Whether the bytes begin as a PDF does."""
    return data.startswith(b"%PDF-")


def is_newrecruit_roster(data: bytes) -> bool:
    """Whether the bytes begin as New Recruit's JSON does."""
    return re.match(rb'(\xef\xbb\xbf)?\s*\{\s*"roster"\s*:', data) is not None


def is_newrecruit_list(data: bytes) -> bool:
    """Whether the bytes are a list as New Recruit keeps it for itself and behind its links, which is no roster."""
    return re.match(rb"(\xef\xbb\xbf)?\s*\{", data) is not None and b'"bsid_system"' in data


def is_saved_roster(data: bytes) -> bool:
    """Whether the bytes begin as a roster that another program saved, so that no reader of army files need try them."""
    return is_battlescribe_roster(data) or is_newrecruit_roster(data) or is_newrecruit_list(data)


def army_ending(data: bytes) -> str:
    """Return how the name of a file with these bytes, an army or a saved roster, ends."""
    if not is_saved_roster(data):
        return ".yaml"
    return ".rosz" if is_zip(data) else ".json" if is_newrecruit_roster(data) else ".ros"
