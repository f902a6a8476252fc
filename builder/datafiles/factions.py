"""Faction files of either shape, units of models or formations of units: the system says which its datasheets have."""

from __future__ import annotations

from builder.catalogue.model import Catalogue, GameSystem
from builder.datafiles.check_formations import check_formation_names, check_formations
from builder.datafiles.compile import compile_datasheets, compile_system
from builder.datafiles.compile_formations import compile_formations, with_limits
from builder.datafiles.datasheet import Faction, SystemFile, datasheet_schema
from builder.datafiles.formations import FormationFaction, FormationFile, formation_schema
from builder.datafiles.options import check_options
from builder.datafiles.references import check_references
from builder.datafiles.validate import validated
from builder.datafiles.yamltext import Document
from builder.errors import Severity
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
