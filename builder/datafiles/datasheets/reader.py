"""A faction file read, checked and compiled, of units of models or of formations: what the cache saves."""

from __future__ import annotations

import hashlib
from pathlib import Path

from builder.catalogue.model import Catalogue, GameSystem
from builder.datafiles.datasheets.agreement import check_options
from builder.datafiles.datasheets.compile import compile_datasheets, compile_system
from builder.datafiles.datasheets.compile_formations import compile_formations, with_limits
from builder.datafiles.datasheets.compiled import Compiled
from builder.datafiles.datasheets.formation_models import FormationFaction, FormationFile, formation_schema
from builder.datafiles.datasheets.formation_references import check_formation_names, check_formations
from builder.datafiles.datasheets.installed import Frames
from builder.datafiles.datasheets.models import DatasheetFile, Faction, FactionHead, SystemFile, datasheet_schema
from builder.datafiles.datasheets.references import check_references
from builder.datafiles.text.source import Document, read_document
from builder.datafiles.text.validate import suggestion, validated
from builder.errors import InputError, Severity
from builder.systems.protocol import FormationLines
from builder.systems.registry import load_system


def faction_schema(system: str) -> type[Faction] | type[FormationFaction]:
    """The schema of the faction files of a system.

    Raises:
        InputError: no such system is installed.
    """
    lines = load_system(system).datasheet_lines()
    return formation_schema(lines) if isinstance(lines, FormationLines) else datasheet_schema(lines)


def checked(document: Document, frame: SystemFile) -> Faction | FormationFaction | None:
    """The document as a faction file; its mistakes, in whatever field, become findings of the document."""
    lines = load_system(frame.id).datasheet_lines()
    if isinstance(lines, FormationLines):
        formations = validated(document, formation_schema(lines))
        check_formation_names(document, frame.slots(), frame.rules, lines)
        if formations is not None and not _has_errors(document):
            check_formations(document, formations, lines)
        return formations
    file = validated(document, datasheet_schema(lines))
    check_references(document, frame.slots(), frame.rules, lines)
    if file is not None and not _has_errors(document):
        check_options(document, file)
    return file


def compiled(file: Faction | FormationFaction, frame: SystemFile, identity: str) -> tuple[GameSystem, Catalogue]:
    """The game system and the catalogue, with that id, of a file without mistakes."""
    system = compile_system(frame, load_system(frame.id).datasheet_lines().columns)
    if isinstance(file, FormationFile):
        return with_limits(system, file.limits), compile_formations(file, frame, identity)
    return system, compile_datasheets(file, frame, identity)


def _has_errors(document: Document) -> bool:
    return any(finding.severity is Severity.ERROR for finding in document.findings)


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
