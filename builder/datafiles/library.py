"""The installed datasheets: found, read, checked and compiled, each file once."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

from builder.catalogue.model import Catalogue, GameSystem
from builder.datafiles.compile import compile_datasheets, compile_system
from builder.datafiles.datasheet import Faction, FactionHead, SystemFile, faction_schema
from builder.datafiles.options import check_options
from builder.datafiles.references import check_references
from builder.datafiles.validate import suggestion, validated
from builder.datafiles.yamltext import Document, read_document
from builder.errors import Finding, InputError, Place, Severity
from builder.resources import Resource, find_resources
from builder.systems.registry import load_system

FRAME = "system"
"""The name of the file that holds a system's frame, beside its factions."""


Frames: TypeAlias = tuple[tuple[str, Path, bytes], ...]
"""The frames of the installed systems: id, file, contents."""


@dataclass(frozen=True, slots=True)
class Datasheets:
    """A faction's data, ready to build armies from, with the digest of the files it was read from."""

    id: str
    path: Path
    origin: str
    source: str
    system: GameSystem
    catalogue: Catalogue
    digest: str
    findings: tuple[Finding, ...] = ()


def read_file(path: Path) -> bytes:
    """The bytes of a file.

    Raises:
        InputError: it cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        reason = error.strerror or "it cannot be read"
        raise InputError(Finding(Severity.ERROR, "file", f"{reason}", at=Place(file=str(path)))) from None


def installed() -> tuple[Resource, ...]:
    """The faction files of all systems, wherever they lie."""
    return tuple(
        found for found in find_resources("datasheets") if "/" in found.id and not found.id.endswith(f"/{FRAME}")
    )


def load(identity: str) -> Datasheets:
    """Load installed datasheets by id, such as `diceless/space-marines`.

    Raises:
        InputError: there are none of that id, or their file has mistakes.
    """
    found = {resource.id: resource for resource in installed()}
    if identity not in found:
        raise InputError(f"datasheets '{identity}' are not installed{suggestion(identity, found)}")
    return load_file(found[identity].path, found[identity].origin)


def load_file(path: Path, origin: str = "file") -> Datasheets:
    """Load a faction file.

    Raises:
        InputError: it has mistakes; all of them are told.
    """
    frames = tuple((system, file, read_file(file)) for system, file in _frame_files())
    return _loaded(path, origin, read_file(path), frames)


@lru_cache(maxsize=16)
def _loaded(path: Path, origin: str, data: bytes, frames: Frames) -> Datasheets:
    """Files are known by what is in them, so that a file that several armies use is read once."""
    document = read_document(data, str(path))
    frame, frame_data = _frame(document, frames)
    file = _checked(document, frame)
    errors = [finding for finding in document.findings if finding.severity is Severity.ERROR]
    if file is None or frame is None or errors:
        raise InputError(document.told())
    identity = f"{frame.id}/{path.stem}"
    return Datasheets(
        id=identity,
        path=path,
        origin=origin,
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


def _frame_files() -> Iterator[tuple[str, Path]]:
    """Yield the id of every installed system with the file of its frame."""
    for found in find_resources("datasheets"):
        if found.id.endswith(f"/{FRAME}"):
            yield found.id.removesuffix(f"/{FRAME}"), found.path


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
