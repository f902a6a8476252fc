"""Saved rosters (`.ros`, `.rosz`) as evaluated rosters: numbers, costs and profiles are taken as the file has them."""

from __future__ import annotations

import codecs
from collections.abc import Mapping
from dataclasses import replace

from builder.errors import Finding, Place, Severity
from builder.formats.battlescribe.rosterelements import BUILDERS, Origin, SavedRoster
from builder.formats.battlescribe.safexml import read_xml
from builder.formats.battlescribe.safezip import is_zip, unzip_only_file
from builder.roster.view import ForceView, SelectionView

__all__ = ["Origin", "SavedRoster", "looks_like_roster", "read_roster"]

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
    read = read_xml(document, name, NAMESPACE, "roster", BUILDERS)
    assert isinstance(read, SavedRoster), "read_xml checks the root, whose builder makes this"
    settled = _Settled(name)
    forces = tuple(settled.force(force) for force in read.roster.forces)
    return replace(read, roster=replace(read.roster, forces=forces), findings=tuple(settled.findings))


class _Settled:
    """Gives every element an id of its own and every selection the name of its publication."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.seen: set[str] = set()
        self.findings: list[Finding] = []

    def force(self, force: ForceView) -> ForceView:
        books = dict(force.publications)
        return replace(
            force,
            id=self.own_id(force.id, force.name),
            selections=tuple(self.selection(selection, books) for selection in force.selections),
            forces=tuple(self.force(child) for child in force.forces),
        )

    def selection(self, selection: SelectionView, books: Mapping[str, str]) -> SelectionView:
        return replace(
            selection,
            id=self.own_id(selection.id, selection.name),
            publication_name=books.get(selection.publication_id or ""),
            children=tuple(self.selection(child, books) for child in selection.children),
        )

    def own_id(self, element_id: str, name: str) -> str:
        own, copy = element_id, 2
        while own in self.seen:
            own, copy = f"{element_id}-{copy}", copy + 1
        self.seen.add(own)
        if own != element_id:
            message = f"{name} has the id {element_id} of another element and is called {own} here"
            at = Place(selection=own, file=self.file)
            self.findings.append(Finding(Severity.WARNING, "roster.duplicate_id", message, at=at))
        return own
