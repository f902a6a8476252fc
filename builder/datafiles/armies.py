"""Army files read into rosters, and new ones begun."""

from __future__ import annotations

from dataclasses import dataclass

from builder.catalogue.library import Library
from builder.datafiles import library as datasheets_library
from builder.datafiles.armybuild import NAMELESS, ArmyBuilder
from builder.datafiles.armyfile import ArmyFile
from builder.datafiles.library import Datasheets
from builder.datafiles.validate import suggestion, validated
from builder.datafiles.yamltext import Document, Value, read_document
from builder.errors import Finding, InputError, Severity
from builder.roster.fill import fill_groups
from builder.roster.model import Roster


@dataclass(frozen=True, slots=True)
class ReadArmy:
    """An army file with its data and the roster it describes; findings are those worth telling, none of them errors."""

    file: ArmyFile
    datasheets: Datasheets
    library: Library
    roster: Roster
    findings: tuple[Finding, ...]


def read_army(data: bytes, name: str) -> ReadArmy:
    """Read an army file; `name` is its name in messages.

    Raises:
        InputError: the file has mistakes; all of them are told.
    """
    document = read_document(data, name)
    file = validated(document, ArmyFile) or _readable_part(document)
    datasheets = _datasheets(document, file) if file else None
    if file is None or datasheets is None:
        raise InputError(document.told())
    linked = Library(datasheets.system, [datasheets.catalogue])
    roster = ArmyBuilder(document, file, linked, datasheets.catalogue.id).roster()
    if any(finding.severity is Severity.ERROR for finding in document.findings):
        raise InputError(document.told())
    _note_changes(document, file, datasheets)
    return ReadArmy(file, datasheets, linked, fill_groups(roster, linked), tuple(document.findings))


def _readable_part(document: Document) -> ArmyFile | None:
    """The file without the fields that have mistakes, so that names in all others are checked in the same run."""
    if not isinstance(document.value, dict):
        return None
    wrong = {path[:3] if path[:1] == ("units",) else path[:1] for path in document.wrong}
    kept: dict[str, Value] = {"name": NAMELESS}
    kept.update((field, value) for field, value in document.value.items() if (field,) not in wrong)
    units = document.value.get("units")
    kept["units"] = [
        {"unit": NAMELESS, **{field: value for field, value in fields.items() if ("units", index, field) not in wrong}}
        if isinstance(fields, dict)
        else {"unit": NAMELESS}
        for index, fields in enumerate(units if isinstance(units, list) else [])
    ]
    return validated(Document(document.file, kept), ArmyFile)


def _datasheets(document: Document, file: ArmyFile) -> Datasheets | None:
    known = {resource.id for resource in datasheets_library.installed()}
    if file.modules:
        document.add(("modules",), f"module '{file.modules[0]}' is not installed; no modules are", "reference")
    if file.data.id not in known:
        where = ("data", "id") if ("data", "id") in document.places else ("data",)
        document.add(
            where, f"datasheets '{file.data.id}' are not installed{suggestion(file.data.id, known)}", "reference"
        )
        return None
    found = datasheets_library.load(file.data.id)
    if found.system.id != file.system:
        document.add(
            ("system",), f"'{file.data.id}' belongs to the system '{found.system.id}', not '{file.system}'", "reference"
        )
    return found


def _note_changes(document: Document, file: ArmyFile, datasheets: Datasheets) -> None:
    if file.data.digest and file.data.digest != datasheets.digest:
        saved, now = file.data.revision, datasheets.catalogue.revision
        which = f" (revision {saved}, now {now})" if saved is not None and saved != now else ""
        message = f"the datasheets have changed since this army was saved{which}: look its points over"
        document.add(("data",), message, "data", Severity.INFO)
