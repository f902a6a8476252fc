"""Datasheets read, checked and compiled, each file once."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from builder.cache import remembered
from builder.catalogue.library import ArmyData, Library
from builder.datafiles.datasheets.installed import (
    Compiled,
    SheetFile,
    installed,
    installed_file,
    refused_folders,
    sheet_file,
)
from builder.errors import Finding, InputError, Severity


def load(identity: str) -> ArmyData:
    """Load installed datasheets by id, such as `diceless/space-marines`.

    Raises:
        InputError: there are none of that id, or their file has mistakes.
    """
    file = installed_file(identity)
    if file is None:
        from builder.datafiles.text.validate import suggestion

        near = suggestion(identity, [found.id for found in installed()])
        missing = Finding(Severity.ERROR, "input", f"datasheets '{identity}' are not installed{near}")
        raise InputError((missing, *refused_folders()))
    return _loaded(file)


def load_file(path: Path, origin: str = "file") -> ArmyData:
    """Load a faction file.

    Raises:
        InputError: it has mistakes; all of them are told.
    """
    return _loaded(sheet_file(path, origin))


@lru_cache(maxsize=16)
def _loaded(file: SheetFile) -> ArmyData:
    """Files are known by what is in them, so that a file that several armies use is read once."""

    def make() -> Compiled:
        from builder.datafiles.datasheets.forms import read_sheets

        return read_sheets(file.path, file.data, file.frames)

    made = remembered(Compiled, file.sources, make)
    return ArmyData(
        id=made.id,
        catalogue_id=made.catalogue.id,
        library=Library(made.system, [made.catalogue], counts_bearers=True, unit=made.unit),
        path=str(file.path),
        origin=file.origin,
        source=made.source,
        colour=made.colour,
        pattern=made.pattern,
        art=made.art,
        system=made.system.id,
        digest=made.digest,
        findings=made.findings,
    )
