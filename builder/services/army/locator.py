"""Armies found and opened by what a player calls them: a file, standard input, one of the library, a starter."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from builder.errors import Finding, InputError, Place, Severity
from builder.inputs import STANDARD, refusals
from builder.record import Record
from builder.resources import OPENED_ENDINGS, STARTERS, armies_folder, army_files, expanded, find_resources
from builder.services.files import is_there, read_army_source
from builder.services.settings import read_settings

if TYPE_CHECKING:
    from builder.services.army.opening import Army
    from builder.systems.calculation import FoundUnit


class ArmyLocation(Record, frozen=True):
    """Where an army lies: a file's path or `-`; a starter army stays as it is."""

    path: str
    starter: bool = False


def locate_army(name: str) -> ArmyLocation:
    """Return where the army of this name lies: a file before the library, the library before the starter armies.

    What is none of these is given back as it is if it looks like a path, so that reading it tells what is wrong.

    Raises:
        InputError: several armies are called so, or none is.
    """
    if name == STANDARD or is_there(name):
        return ArmyLocation(name)
    if (path := army_path(name)) is not None:
        return ArmyLocation(str(path))
    starters = {resource.id: resource for resource in find_resources(STARTERS)}
    if name in starters:
        return ArmyLocation(str(starters[name].path), starter=True)
    if (path := army_called(name)) is not None:
        return ArmyLocation(str(path))
    if Path(name).suffix or len(Path(name).parts) != 1:
        return ArmyLocation(name)
    from builder.datafiles.text.validate import suggestion

    near = suggestion(name, army_ids())
    message = f"there is no such file, and no army of that name{near or ': muster armies lists them'}"
    raise InputError((Finding(Severity.ERROR, "file", message, at=Place(file=name)), *library_findings()))


def army_ids() -> tuple[str, ...]:
    """Return what the armies of the library and the starter armies are called in commands."""
    return (*library_files(), *(resource.id for resource in find_resources(STARTERS)))


def library_folder() -> Path:
    """Return where the library is: `$MUSTER_ARMIES`, the folder in the settings, or `armies` in the data folder."""
    return armies_folder(read_settings().armies)


def library_files(folder: Path | None = None) -> dict[str, Path]:
    """Return the files of a library by the ids of their armies, sorted."""
    base = folder or library_folder()
    files = army_files(base)
    stems = Counter(path.relative_to(base).with_suffix("").as_posix() for path in files)
    named = {}
    for path in files:
        stem = path.relative_to(base).with_suffix("").as_posix()
        named[stem if stems[stem] == 1 else path.relative_to(base).as_posix()] = path
    return dict(sorted(named.items()))


def library_findings() -> tuple[Finding, ...]:
    """Return what is wrong with the library itself, and with the starter armies: folders that cannot be entered."""
    starters = refusals(lambda refused: find_resources(STARTERS, refused))
    return (*refusals(lambda refused: army_files(library_folder(), refused)), *starters)


def army_path(name: str) -> Path | None:
    """Return the file of the army that is called so: by its id or its file's name; None if there is none."""
    files = library_files()
    if name in files:
        return files[name]
    base = library_folder()
    plain = [path for id, path in files.items() if name.casefold() in _called(id, path, base)]
    return plain[0] if len(plain) == 1 else None


def army_called(name: str) -> Path | None:
    """Return the file of the one army that has this name itself, in any case; None if there is none.

    Raises:
        InputError: several have it.
    """
    from builder.services.army.summary import data_stamp, summarize_file  # whoever opens a file needs none of it

    stamp = data_stamp()
    summaries = ((id, path, summarize_file(path, stamp).line) for id, path in library_files().items())
    found = [(id, path, army) for id, path, army in summaries if army and army.name.casefold() == name.casefold()]
    if len(found) > 1:
        ids = " or ".join(f"'{id}'" for id, _, _ in found)
        raise InputError(f"{len(found)} armies are called '{found[0][2].name}': say {ids}")
    return found[0][1] if found else None


def _called(id: str, path: Path, base: Path) -> tuple[str, str]:
    return id.casefold(), path.relative_to(base).as_posix().casefold()


def open_army(source: str, *, as_saved: bool = False, system: str | None = None) -> Army:
    """Open an army file, a saved roster, a PDF of sheets, standard input (`-`), one of the library or a starter army.

    A saved roster that is opened `as_saved` is what its file says, whatever data is installed; `system` is the id of
    the one that reads it, where it is not the usual one.

    Raises:
        InputError: it cannot be read; every mistake is told.
    """
    from builder.services.army.opening import open_bytes  # heavy, and who lists armies opens none

    return open_bytes(*read_army_source(locate_army(source).path), as_saved=as_saved, system=system)


class PathCompletion(Record, frozen=True):
    """A folder, or a file that may hold an army; `size` in bytes."""

    path: Path
    folder: bool
    size: int = 0


def find_unit(written: str) -> FoundUnit:
    """Return the unit of an army that is written as `ARMY:UNIT`, by its id, its name or a part of that.

    Raises:
        InputError: the army cannot be opened.
        ValueError: nothing, or more than one unit, is called so.
    """
    from builder.systems.calculation import FoundUnit
    from builder.systems.parameters import keys_named

    name, _, asked = written.strip().rpartition(":")
    if not name or not asked:
        raise ValueError(f"'{written.strip()}' names no unit: write ARMY:UNIT, such as orks-500:boyz")
    army = open_army(name)
    units = {unit.id: unit.name for unit in army.reading.units}
    found = [asked] if asked in units else keys_named(asked, units)
    if len(found) != 1:
        among = found or [*units]
        there = ", ".join(f"{id} ({units[id]})" for id in among)
        raise ValueError(f"'{asked}' can be several units: {there}" if found else f"no unit is '{asked}': {there}")
    return FoundUnit(found[0], units[found[0]], army.reading)


def places_in(text: str, endings: tuple[str, ...] = OPENED_ENDINGS) -> tuple[PathCompletion, ...]:
    """Return what a path that is being written may become, a folder or a file whose name ends so.

    What begins with the letters comes before what has them within (`10e` in `wh40k-10e.zip`), folders before files;
    hidden ones come only when a dot asks for them.
    """
    try:
        written = expanded(text)
    except InputError:
        return ()
    folder, begin = (written, "") if text.endswith(("/", os.sep)) else (written.parent, written.name.casefold())
    found = []
    try:
        with os.scandir(folder) as items:
            for item in items:
                name = item.name.casefold()
                if begin not in name or (name.startswith(".") and not begin.startswith(".")):
                    continue
                if item.is_dir():
                    found.append(PathCompletion(Path(item.path), True))
                elif name.endswith(endings):
                    found.append(PathCompletion(Path(item.path), False, item.stat().st_size))
    except (OSError, ValueError):
        return ()

    def order(place: PathCompletion) -> tuple[bool, bool, str]:
        name = place.path.name.casefold()
        return not name.startswith(begin), not place.folder, name

    return tuple(sorted(found, key=order))
