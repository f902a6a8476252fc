"""The player's library of armies: a folder of them. Listed, searched, found by name."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from builder.errors import Finding, InputError
from builder.resources import armies_folder, army_files
from builder.services.armyline import ArmyLine, data_stamp, look_at
from builder.services.settings import read_settings
from builder.text import clean_name

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
    line: ArmyLine | None
    mistakes: tuple[Finding, ...] = ()

    @property
    def name(self) -> str:
        """The army's own name, or its id where the file cannot be read."""
        return self.line.name if self.line else clean_name(self.id)

    @property
    def editable(self) -> bool:
        """Whether it is an army file: a saved roster is only read."""
        return self.line is not None and not self.line.saved


def library_folder() -> Path:
    """Where the library is: `$MUSTER_ARMIES`, the folder in the settings, or `armies` in the data folder."""
    return armies_folder(read_settings().armies)


def library_files(folder: Path | None = None) -> dict[str, Path]:
    """The files of a library by the ids of their armies, sorted."""
    base = folder or library_folder()
    files = army_files(base)
    stems = Counter(path.relative_to(base).with_suffix("").as_posix() for path in files)
    named = {}
    for path in files:
        stem = path.relative_to(base).with_suffix("").as_posix()
        named[stem if stems[stem] == 1 else path.relative_to(base).as_posix()] = path
    return dict(sorted(named.items()))


def library_armies(folder: Path | None = None) -> Iterator[LibraryArmy]:
    """Yield the armies of the library in order of their ids; those that nobody looked at before take a moment each."""
    stamp = data_stamp()
    for id, path in library_files(folder).items():
        if (army := _looked_at(id, path, stamp)) is not None:
            yield army


def armies_at(paths: Iterable[Path]) -> tuple[LibraryArmy, ...]:
    """The armies in these files of the library or its trash."""
    base, stamp = library_folder(), data_stamp()
    known = {path: id for where in (base, base / TRASH) for id, path in library_files(where).items()}
    made = (_looked_at(known.get(path, path.stem), path, stamp) for path in paths)
    return tuple(army for army in made if army is not None)


def _looked_at(id: str, path: Path, stamp: bytes) -> LibraryArmy | None:
    """An army of the library; None if its file is gone."""
    try:
        changed = path.stat().st_mtime
    except OSError:
        return None
    told = look_at(path, stamp)
    return LibraryArmy(id, path, changed, told.line, told.mistakes)


def army_path(name: str) -> Path | None:
    """The file of the army that is called so: by its id or its file's name; None if there is none."""
    files = library_files()
    if name in files:
        return files[name]
    base = library_folder()
    plain = [path for id, path in files.items() if name.casefold() in _called(id, path, base)]
    return plain[0] if len(plain) == 1 else None


def army_called(name: str) -> Path | None:
    """The file of the one army that has this name itself, in any case; None if there is none.

    Raises:
        InputError: several have it.
    """
    found = [army for army in library_armies() if army.line and army.line.name.casefold() == name.casefold()]
    if len(found) > 1:
        ids = " or ".join(f"'{army.id}'" for army in found)
        raise InputError(f"{len(found)} armies are called '{found[0].name}': say {ids}")
    return found[0].path if found else None


def search(armies: Iterable[LibraryArmy], text: str) -> tuple[LibraryArmy, ...]:
    """The armies in whose name, system, faction or units every word of a text stands, in any case, without accents."""
    return tuple(army for army in armies if matches(army.id, army.line, text))


def matches(id: str, line: ArmyLine | None, text: str) -> bool:
    """Whether every word of a text stands in an army's id, name, system, faction or units."""
    parts = [id]
    if line is not None:
        parts += [line.name, line.system_name, line.faction, *(f"{unit.name} {unit.kind}" for unit in line.units)]
    found = plain("\n".join(parts))
    return all(word in found for word in plain(text).split())


def plain(text: str) -> str:
    """A text as a search compares it: without case and accents."""
    folded = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in folded if not unicodedata.combining(sign)).replace("’", "'")


def _called(id: str, path: Path, base: Path) -> tuple[str, str]:
    return id.casefold(), path.relative_to(base).as_posix().casefold()
