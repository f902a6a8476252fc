"""The player's library of armies, listed, searched, found by name; and the starter armies."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from builder.errors import DATA_MISSING, Finding
from builder.resources import STARTERS, Resource, find_resources
from builder.services.army.locator import library_files, library_folder
from builder.services.army.summary import ArmySummary, data_stamp, summarize_file
from builder.services.data.listing import InstalledData
from builder.text import clean_name, folded

TRASH = ".trash"
"""The folder in the library that takes what is deleted."""


@dataclass(frozen=True, slots=True)
class LibraryArmy:
    """An army in the library; `line` is None when its file has `mistakes`.

    `id` is its file's name without the ending (with it, where two would be called the same), `changed` when the file
    was changed last, in seconds since 1970.
    """

    id: str
    path: Path
    changed: float
    line: ArmySummary | None
    mistakes: tuple[Finding, ...] = ()

    @property
    def name(self) -> str:
        """The army's own name, or its id where the file cannot be read."""
        return self.line.name if self.line else clean_name(self.id)

    @property
    def lacks_data(self) -> bool:
        """Whether it is as it should be, but its data is not in the library."""
        return bool(self.mistakes) and all(each.code == DATA_MISSING for each in self.mistakes)

    @property
    def editable(self) -> bool:
        """Whether it is an army file: a saved roster is only read."""
        return self.line is not None and not self.line.saved


def library_armies(folder: Path | None = None) -> Iterator[LibraryArmy]:
    """Yield the armies of the library in order of their ids; those that nobody looked at before take a moment each."""
    stamp = data_stamp()
    for id, path in library_files(folder).items():
        if (army := _library_army(id, path, stamp)) is not None:
            yield army


def armies_at(paths: Iterable[Path]) -> tuple[LibraryArmy, ...]:
    """Return the armies in these files of the library or its trash."""
    base, stamp = library_folder(), data_stamp()
    known = {path: id for where in (base, base / TRASH) for id, path in library_files(where).items()}
    made = (_library_army(known.get(path, path.stem), path, stamp) for path in paths)
    return tuple(army for army in made if army is not None)


def _library_army(id: str, path: Path, stamp: bytes) -> LibraryArmy | None:
    """Return an army of the library; None if its file is gone."""
    try:
        changed = path.stat().st_mtime
    except OSError:
        return None
    told = summarize_file(path, stamp)
    return LibraryArmy(id, path, changed, told.line, told.mistakes)


def search(armies: Iterable[LibraryArmy], text: str) -> tuple[LibraryArmy, ...]:
    """The armies in whose name, system, faction or units every word of a text stands, in any case, without accents."""
    return tuple(army for army in armies if matches(army.id, army.line, text))


def matches(id: str, line: ArmySummary | None, text: str) -> bool:
    """Whether every word of a text stands in an army's id, name, system, faction or units."""
    parts = [id]
    if line is not None:
        parts += [line.name, line.system_name, line.faction, *(f"{unit.name} {unit.kind}" for unit in line.units)]
    found = folded("\n".join(parts))
    return all(word in found for word in folded(text).split())


@dataclass(frozen=True, slots=True)
class Starter:
    """A starter army; `army` is None when its file has mistakes."""

    id: str
    path: str
    origin: str
    army: ArmySummary | None


def starter_files() -> tuple[Resource, ...]:
    """Return the files of the starter armies."""
    return find_resources(STARTERS)


def starter_armies() -> tuple[Starter, ...]:
    """Return every starter army, in order of its id."""
    stamp = data_stamp()
    return tuple(
        Starter(found.id, str(found.path), found.origin, summarize_file(found.path, stamp).line)
        for found in starter_files()
    )


def begun_in(armies: Sequence[LibraryArmy], known: Collection[Path]) -> str:
    """Return the path of the one army that was not known before; empty where there is none, or more."""
    new = [str(army.path) for army in armies if army.path not in known]
    return new[0] if len(new) == 1 else ""


def unreadable(
    armies: Iterable[LibraryArmy], data: Iterable[InstalledData], refused: Iterable[Finding]
) -> Iterator[str]:
    """Yield what armies, data and files are called that cannot be read."""
    yield from (army.id for army in armies if army.line is None)
    yield from (each.id for each in data if not each.usable)
    yield from (finding.at.file for finding in refused if finding.at and finding.at.file)


def mistakes_of(army: LibraryArmy) -> str:
    """Return what is wrong with a file that cannot be read, in full; where its data is missing, that alone matters."""
    if army.lacks_data:
        return "\n\n".join(("The data of this army is missing.", *(each.sentence for each in army.mistakes)))
    return "\n\n".join(("This file cannot be read.", *map(str, army.mistakes)))
