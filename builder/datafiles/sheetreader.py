"""A faction file read, checked and compiled: the slow way, which the cache saves."""

from __future__ import annotations

import hashlib
from pathlib import Path

from builder.datafiles.compile import compile_datasheets, compile_system
from builder.datafiles.datasheet import Faction, FactionHead, SystemFile, faction_schema
from builder.datafiles.library import Compiled, Frames
from builder.datafiles.options import check_options
from builder.datafiles.references import check_references
from builder.datafiles.validate import suggestion, validated
from builder.datafiles.yamltext import Document, read_document
from builder.errors import InputError, Severity
from builder.systems.registry import load_system


def read_sheets(path: Path, data: bytes, frames: Frames) -> Compiled:
    """Read a faction file.

    Raises:
        InputError: it has mistakes; all of them are told.
    """
    document = read_document(data, str(path))
    frame, frame_data = _frame(document, frames)
    file = _checked(document, frame)
    errors = [finding for finding in document.findings if finding.severity is Severity.ERROR]
    if file is None or frame is None or errors:
        raise InputError(document.told())
    identity = f"{frame.id}/{path.stem}"
    return Compiled(
        id=identity,
        source=file.source or "",
        system=compile_system(frame, load_system(frame.id).datasheet_lines().columns),
        catalogue=compile_datasheets(file, frame, identity),
        digest=hashlib.sha256(frame_data + data).hexdigest(),
        findings=tuple(document.told()),
    )


def _checked(document: Document, frame: SystemFile | None) -> Faction | None:
    if frame is None:
        validated(document, FactionHead)
        return None
    file = validated(document, faction_schema(frame.id))
    check_references(document, frame.slots(), frame.rules, load_system(frame.id).datasheet_lines())
    if file is not None and not any(finding.severity is Severity.ERROR for finding in document.findings):
        check_options(document, file)
    return file


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
