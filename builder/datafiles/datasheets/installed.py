"""The installed files of datasheets: what each is compiled from, and what the cache keeps of that."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

from builder.bounds import MOST_YAML_BYTES
from builder.catalogue.model import Catalogue, GameSystem
from builder.errors import Finding
from builder.inputs import read_file, refusals
from builder.record import Record
from builder.resources import Resource, find_resources

KIND = "datasheets"
"""The folder of datasheets below a data folder."""

FRAME = "system"
"""The name of the file that holds a system's frame, beside its factions."""


Frames: TypeAlias = tuple[tuple[str, Path, bytes], ...]
"""The frames of the installed systems: id, file, contents."""


class SheetFile(Record, frozen=True):
    """A faction file and the frames of all installed systems, as they are now."""

    path: Path
    origin: str
    data: bytes
    frames: Frames

    @property
    def sources(self) -> tuple[bytes, ...]:
        """All that its datasheets are made from: contents, and the names that messages give."""
        names = (str(self.path), *(f"{system} {file}" for system, file, _ in self.frames))
        return (*map(os.fsencode, names), self.data, *(frame for *_, frame in self.frames))


class Compiled(Record, frozen=True, kw_only=True):
    """What a faction file and its system's frame come to, wherever they lie; `unit` is what an army is made of."""

    id: str
    source: str
    system: GameSystem
    catalogue: Catalogue
    digest: str
    unit: str
    colour: str = ""
    pattern: str = ""
    art: tuple[tuple[str, str], ...] = ()
    findings: tuple[Finding, ...] = ()


def installed() -> tuple[Resource, ...]:
    """Return the faction files of all systems, wherever they lie."""
    return _factions(find_resources(KIND))


def refused_folders() -> tuple[Finding, ...]:
    """Return what is wrong with the folders of datasheets themselves: those that cannot be entered."""
    return refusals(lambda refused: find_resources(KIND, refused))


def installed_file(identity: str) -> SheetFile | None:
    """Return the file of datasheets of this id, such as `diceless/space-marines`; None if there is none.

    Raises:
        InputError: it cannot be read, or a system's frame cannot.
    """
    resources = find_resources(KIND)
    found = next((faction for faction in _factions(resources) if faction.id == identity), None)
    return None if found is None else _read(found.path, found.origin, resources)


def sheet_file(path: Path, origin: str) -> SheetFile:
    """Any faction file, as it would be installed.

    Raises:
        InputError: it cannot be read, or a system's frame cannot.
    """
    return _read(path, origin, find_resources(KIND))


def _factions(resources: Iterable[Resource]) -> tuple[Resource, ...]:
    return tuple(found for found in resources if "/" in found.id and not _is_frame(found))


def _is_frame(found: Resource) -> bool:
    return found.id.endswith(f"/{FRAME}")


def _read(path: Path, origin: str, resources: Iterable[Resource]) -> SheetFile:
    frames = tuple((system, file, read_file(file, MOST_YAML_BYTES)) for system, file in _frames(resources))
    return SheetFile(path, origin, read_file(path, MOST_YAML_BYTES), frames)


def _frames(resources: Iterable[Resource]) -> Iterator[tuple[str, Path]]:
    """Yield the id of every installed system with the file of its frame."""
    for found in resources:
        if _is_frame(found):
            yield found.id.removesuffix(f"/{FRAME}"), found.path
