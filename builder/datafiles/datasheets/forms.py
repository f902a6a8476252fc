"""Faction files read, checked and compiled, in the form of their system: units of models, or formations."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from builder.catalogue.model import Catalogue, GameSystem
from builder.datafiles.datasheets.checks import check_options, check_references
from builder.datafiles.datasheets.compile import compile_datasheets, compile_system
from builder.datafiles.datasheets.compile_formations import (
    check_formation_names,
    check_formations,
    compile_formations,
    with_limits,
)
from builder.datafiles.datasheets.formation_models import FormationFaction, FormationKind, formation_schema
from builder.datafiles.datasheets.installed import Compiled, Frames
from builder.datafiles.datasheets.models import Faction, FactionHead, SystemFile, Unit, datasheet_schema
from builder.datafiles.text.source import Document, read_document
from builder.datafiles.text.validate import suggestion, validated
from builder.errors import InputError, Severity
from builder.scalars import slug
from builder.systems.protocol import DatasheetLines, FormationLines
from builder.systems.registry import load_system, usable_systems
from builder.text import clean_name


@dataclass(frozen=True, slots=True)
class ReadFaction:
    """A faction file as it was read: its source, what its cards look like, and what makes its data, with an id.

    `unit` is what its armies are made of.
    """

    source: str
    compiled: Callable[[str], tuple[GameSystem, Catalogue]]
    colour: str = ""
    pattern: str = ""
    art: tuple[tuple[str, str], ...] = ()
    unit: str = "unit"


class FactionForm(Protocol):
    """How the faction files of a system are written, checked and compiled."""

    @property
    def schema(self) -> type[FactionHead]:
        """What a file is made of."""

    def read(self, document: Document, frame: SystemFile) -> ReadFaction | None:
        """The file; its mistakes, in whatever field, become findings of the document. None where it cannot be one.

        It is compiled only if no finding is an error.
        """


@dataclass(frozen=True, slots=True)
class UnitForm:
    """Datasheets of units of models and vehicles, in the lines of a system."""

    lines: DatasheetLines

    @property
    def schema(self) -> type[Faction]:
        """Datasheets with these lines."""
        return datasheet_schema(self.lines)

    def read(self, document: Document, frame: SystemFile) -> ReadFaction | None:
        """Return the datasheets, each name in them known, and options in agreement with each other."""
        file = validated(document, self.schema)
        check_references(document, frame.slots(), frame.rules, self.lines)
        if file is None:
            return None
        if not _has_errors(document):
            check_options(document, file)

        def compiled(identity: str) -> tuple[GameSystem, Catalogue]:
            return compile_system(frame, self.lines.columns), compile_datasheets(file, frame, identity)

        return ReadFaction(file.source or "", compiled, file.colour or "", file.pattern or "", _art(file.units))


@dataclass(frozen=True, slots=True)
class FormationForm:
    """A list of formations, in the lines of a system."""

    lines: FormationLines

    @property
    def schema(self) -> type[FormationFaction]:
        """A list with these lines."""
        return formation_schema(self.lines)

    def read(self, document: Document, frame: SystemFile) -> ReadFaction | None:
        """Return the list, each name in it known, and each thing in it once."""
        file = validated(document, self.schema)
        check_formation_names(document, frame.slots(), frame.rules, self.lines)
        if file is None:
            return None
        if not _has_errors(document):
            check_formations(document, file, self.lines)

        def compiled(identity: str) -> tuple[GameSystem, Catalogue]:
            system = with_limits(compile_system(frame, self.lines.columns), file.limits)
            return system, compile_formations(file, frame, identity)

        art = _art(file.formations)
        return ReadFaction(file.source or "", compiled, file.colour or "", file.pattern or "", art, unit="formation")


def _art(units: Mapping[str, Unit] | Mapping[str, FormationKind]) -> tuple[tuple[str, str], ...]:
    """Return the paths of pictures, by the ids of the entries of their units."""
    return tuple((unit.id or slug(name), unit.art) for name, unit in units.items() if unit.art)


class _Forms:
    """The forms as systems are offered them."""

    def units(self, lines: DatasheetLines) -> FactionForm:
        return UnitForm(lines)

    def formations(self, lines: FormationLines) -> FactionForm:
        return FormationForm(lines)


def form_of(system: str) -> FactionForm:
    """Return the form of the faction files of a system.

    Raises:
        InputError: no such system is installed, or its armies are built from the community's data alone.
    """
    form = load_system(system).datasheet_form(_Forms())
    if form is None:
        raise InputError(f"system '{system}' has no datasheets: its armies are built from the community's data")
    return form


def forms() -> dict[str, FactionForm]:
    """Return the forms of all systems that have datasheets, by the ids of the systems."""
    found = ((system.id, system.datasheet_form(_Forms())) for system in usable_systems())
    return {id: form for id, form in found if form is not None}


def _has_errors(document: Document) -> bool:
    return any(finding.severity is Severity.ERROR for finding in document.findings)


def read_sheets(path: Path, data: bytes, frames: Frames) -> Compiled:
    """Read a faction file.

    Raises:
        InputError: it has mistakes; all of them are told.
    """
    document = read_document(data, str(path))
    frame, frame_data = _frame(document, frames)
    if frame is None:
        validated(document, FactionHead)
        raise InputError(document.sorted_findings())
    file = form_of(frame.id).read(document, frame)
    if file is None or _has_errors(document):
        raise InputError(document.sorted_findings())
    identity = f"{frame.id}/{clean_name(path.stem)}"
    system, catalogue = file.compiled(identity)
    return Compiled(
        id=identity,
        source=file.source,
        unit=file.unit,
        colour=file.colour,
        pattern=file.pattern,
        art=file.art,
        system=system,
        catalogue=catalogue,
        digest=hashlib.sha256(frame_data + data).hexdigest(),
        findings=tuple(document.sorted_findings()),
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
