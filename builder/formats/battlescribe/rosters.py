"""Saved rosters (`.ros`, `.rosz`) as evaluated rosters: numbers, costs and profiles are taken as the file has them."""

from __future__ import annotations

from builder.errors import Finding
from builder.formats.battlescribe.rosterelements import BUILDERS, SavedRoster, settle
from builder.formats.battlescribe.safexml import read_xml
from builder.formats.battlescribe.safezip import unzip_only_file
from builder.formats.detection import is_zip
from builder.roster.view import RosterView

NAMESPACE = "http://www.battlescribe.net/schema/rosterSchema"


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
