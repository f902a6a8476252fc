"""The installed datasheets: found, read, checked and compiled, each file once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from builder.bounds import MOST_YAML_BYTES
from builder.catalogue.armydata import ArmyData
from builder.catalogue.library import Library
from builder.datafiles.cache import remembered
from builder.datafiles.datasheets.compiled import Compiled, Frames
from builder.errors import InputError
from builder.inputs import read_file
from builder.resources import Resource, find_resources

FRAME = "system"
"""The name of the file that holds a system's frame, beside its factions."""


def installed() -> tuple[Resource, ...]:
    """The faction files of all systems, wherever they lie."""
    return tuple(
        found for found in find_resources("datasheets") if "/" in found.id and not found.id.endswith(f"/{FRAME}")
    )


def load(identity: str) -> ArmyData:
    """Load installed datasheets by id, such as `diceless/space-marines`.

    Raises:
        InputError: there are none of that id, or their file has mistakes.
    """
    found = {resource.id: resource for resource in installed()}
    if identity not in found:
        from builder.datafiles.text.validate import suggestion

        raise InputError(f"datasheets '{identity}' are not installed{suggestion(identity, found)}")
    return load_file(found[identity].path, found[identity].origin)


def load_file(path: Path, origin: str = "file") -> ArmyData:
    """Load a faction file.

    Raises:
        InputError: it has mistakes; all of them are told.
    """
    frames = tuple((system, file, read_file(file, MOST_YAML_BYTES)) for system, file in _frame_files())
    return _loaded(path, origin, read_file(path, MOST_YAML_BYTES), frames)


@lru_cache(maxsize=16)
def _loaded(path: Path, origin: str, data: bytes, frames: Frames) -> ArmyData:
    """Files are known by what is in them, so that a file that several armies use is read once."""

    def make() -> Compiled:
        from builder.datafiles.datasheets.reader import read_sheets

        return read_sheets(path, data, frames)

    places = (str(path), *(f"{system} {file}" for system, file, _ in frames))
    made = remembered(
        Compiled, (*(os.fsencode(place) for place in places), data, *(frame for *_, frame in frames)), make
    )
    return ArmyData(
        id=made.id,
        catalogue_id=made.catalogue.id,
        library=Library(made.system, [made.catalogue], counts_bearers=True),
        path=str(path),
        origin=origin,
        source=made.source,
        system=made.system.id,
        digest=made.digest,
        findings=made.findings,
    )


def _frame_files() -> Iterator[tuple[str, Path]]:
    """Yield the id of every installed system with the file of its frame."""
    for found in find_resources("datasheets"):
        if found.id.endswith(f"/{FRAME}"):
            yield found.id.removesuffix(f"/{FRAME}"), found.path
