"""A faction file read, checked and compiled, in the form of its system: what the cache saves."""

from __future__ import annotations

import hashlib
from pathlib import Path

from builder.datafiles.datasheets.compiled import Compiled
from builder.datafiles.datasheets.forms import form_of
from builder.datafiles.datasheets.installed import Frames
from builder.datafiles.datasheets.models import FactionHead, SystemFile
from builder.datafiles.text.source import Document, read_document
from builder.datafiles.text.validate import suggestion, validated
from builder.errors import InputError, Severity


def read_sheets(path: Path, data: bytes, frames: Frames) -> Compiled:
    """Read a faction file.

    Raises:
        InputError: it has mistakes; all of them are told.
    """
    document = read_document(data, str(path))
    frame, frame_data = _frame(document, frames)
    if frame is None:
        validated(document, FactionHead)
        raise InputError(document.told())
    file = form_of(frame.id).read(document, frame)
    if file is None or any(finding.severity is Severity.ERROR for finding in document.findings):
        raise InputError(document.told())
    identity = f"{frame.id}/{path.stem}"
    system, catalogue = file.compiled(identity)
    return Compiled(
        id=identity,
        source=file.source,
        system=system,
        catalogue=catalogue,
        digest=hashlib.sha256(frame_data + data).hexdigest(),
        findings=tuple(document.told()),
    )


def _frame(document: Document, frames: Frames) -> tuple[SystemFile | None, bytes]:
    """Return the frame of the system that a faction file names; a wrong name is among the document's findings."""
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
