"""Saved rosters (`.ros`, `.rosz`) as evaluated rosters: numbers, costs and profiles are taken as the file has them."""

from __future__ import annotations

import codecs

from builder.errors import Finding
from builder.formats.battlescribe.rosterelements import BUILDERS, SavedRoster, settle
from builder.formats.battlescribe.safexml import read_xml
from builder.formats.battlescribe.safezip import is_zip, unzip_only_file
from builder.roster.view import RosterView

NAMESPACE = "http://www.battlescribe.net/schema/rosterSchema"

_BEGINNINGS = tuple(
    mark + "<".encode(encoding)
    for mark, encoding in (
        (b"", "ascii"),
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    )
)


def looks_like_roster(data: bytes) -> bool:
    """Whether the bytes are a zip or begin as XML does, so that no YAML reader need try them."""
    return is_zip(data) or data.lstrip(b" \t\r\n").startswith(_BEGINNINGS)


def read_roster(data: bytes, name: str) -> SavedRoster:
    """Read a saved roster, zipped or not.

    Args:
        data: the bytes of the file.
        name: what the file is called, for messages alone.

    Raises:
        InputError: one message that names the file, the spot in it and the mend.
    """
    document = unzip_only_file(data, name) if is_zip(data) else data
    findings: list[Finding] = []
    read = read_xml(document, name, NAMESPACE, "roster", BUILDERS, findings)
    assert isinstance(read, RosterView), "read_xml checks the root, whose builder makes this"
    return settle(read, name, findings)
