"""Army files read into rosters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from builder.catalogue.armydata import ArmyData
from builder.datafiles.armybuild import ArmyBuilder
from builder.datafiles.armyfile import ArmyFile, ArmyForce
from builder.datafiles.armyunits import NAMELESS
from builder.datafiles.validate import validated
from builder.datafiles.yamltext import Document, Path, Value, read_document
from builder.errors import Finding, InputError, Severity
from builder.inputs import guarded
from builder.roster.model import Roster

Find: TypeAlias = Callable[[str, tuple[str, ...]], ArmyData]
"""Opens the data of an id, and catalogues that forces name; raises InputError for what is missing or has mistakes."""


SHORT = 16
"""So much of a digest stands in an army file: enough to tell that data has changed."""


@dataclass(frozen=True, slots=True)
class ReadArmy:
    """An army file with its data and the roster it describes; findings are those worth telling, none of them errors.

    `value` is the file as plain values, `paths` says where in it forces and selections stand, by id.
    """

    file: ArmyFile
    data: ArmyData
    roster: Roster
    findings: tuple[Finding, ...]
    value: Value
    paths: Mapping[str, Path]


def read_army(data: bytes, name: str, find: Find) -> ReadArmy:
    """Read an army file; `name` is its name in messages, `find` opens the data that it names.

    Raises:
        InputError: the file has mistakes; all of them are told.
    """
    with guarded(name):
        return _read(data, name, find)


def _read(data: bytes, name: str, find: Find) -> ReadArmy:
    document = read_document(data, name)
    file = validated(document, ArmyFile) or _readable_part(document)
    found = _data(document, file, find) if file else None
    if file is None or found is None:
        raise InputError(document.told())
    changed = file.data.digest is not None and file.data.digest[:SHORT] != found.digest[:SHORT]
    builder = ArmyBuilder(document, file, found, keep_lost=changed)
    roster = builder.roster()
    if any(finding.severity is Severity.ERROR for finding in document.findings):
        raise InputError(document.told())
    if changed:
        _tell_of_change(document, file, found)
    return ReadArmy(file, found, roster, tuple(document.findings), document.value, builder.ids.paths)


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


def _data(document: Document, file: ArmyFile, find: Find) -> ArmyData | None:
    if file.modules:
        document.add(("modules",), f"module '{file.modules[0]}' is not installed; no modules are", "reference")
    try:
        found = find(file.data.id, tuple(dict.fromkeys(_catalogues(file.forces or ()))))
    except InputError as error:
        if any(finding.at.file for finding in error.findings):
            raise
        where = ("data", "id") if ("data", "id") in document.places else ("data",)
        for finding in error.findings:
            document.add(where, finding.message, "reference")
        return None
    if found.system is not None and found.system != file.system:
        message = f"'{file.data.id}' belongs to the system '{found.system}', not '{file.system}'"
        document.add(("system",), message, "reference")
    return found


def _catalogues(forces: Iterable[ArmyForce]) -> Iterator[str]:
    """Yield the ids of the catalogues that forces name."""
    for force in forces:
        if force.catalogue:
            yield force.catalogue.id
        yield from _catalogues(force.forces)


def _tell_of_change(document: Document, file: ArmyFile, found: ArmyData) -> None:
    saved, now = file.data.revision, found.revision
    which = f" (revision {saved}, now {now})" if saved is not None and saved != now else ""
    message = f"the data has changed since this army was saved{which}: look its points over"
    document.add(("data",), message, "data", Severity.INFO)
