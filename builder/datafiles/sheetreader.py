"""A faction file read, checked and compiled: the slow way, which the cache saves."""

from __future__ import annotations

import hashlib
from pathlib import Path

from builder.datafiles.datasheet import DatasheetFile, FactionHead, SystemFile
from builder.datafiles.factions import checked, compiled
from builder.datafiles.formations import FormationFile
from builder.datafiles.library import Compiled, Frames
from builder.datafiles.validate import suggestion, validated
from builder.datafiles.yamltext import Document, read_document
from builder.errors import InputError, Severity


def read_sheets(path: Path, data: bytes, frames: Frames) -> Compiled:
    """Read a faction file.

    Raises:
        InputError: it has mistakes; all of them are told.
    """
    document = read_document(data, str(path))
    frame, frame_data = _frame(document, frames)
    file = checked(document, frame) if frame else validated(document, FactionHead)
    errors = [finding for finding in document.findings if finding.severity is Severity.ERROR]
    if frame is None or errors or not isinstance(file, DatasheetFile | FormationFile):
        raise InputError(document.told())
    identity = f"{frame.id}/{path.stem}"
    system, catalogue = compiled(file, frame, identity)
    return Compiled(
        id=identity,
        source=file.source or "",
        system=system,
        catalogue=catalogue,
        digest=hashlib.sha256(frame_data + data).hexdigest(),
        findings=tuple(document.told()),
    )


def _frame(document: Document, frames: Frames) -> tuple[SystemFile | None, bytes]:
    """The frame of the system that a faction file names; a wrong name is among the document's findings."""
    root = document.value
    named = root.get("system") if isinstance(root, dict) else None
    if not isinstance(named, str):
        return None, b""
    found = next(((file, data) for system, file, data in frames if system == named), None)
    if found is None:
        known = [system for system, _, _ in frames]
        document.add(("system",), f"system '{named}' is not known{suggestion(named, known)}", "reference")
        return None, b""
    path, data = found
    frame = read_document(data, str(path))
    made = validated(frame, SystemFile)
    document.findings.extend(frame.findings)
    return made, data
