"""What is done to armies of the library: begun, copied, renamed, deleted and restored, brought from other programs.

Nothing is ever overwritten: what would have the name of another file gets a number behind it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from builder.errors import Finding, InputError, Place, Severity
from builder.formats.detection import army_ending, is_saved_roster
from builder.inputs import STANDARD
from builder.resources import ARMY_ENDINGS
from builder.scalars import file_stem, read_name
from builder.services.army.locator import army_path, library_files, library_folder, locate_army
from builder.services.files import is_there, read_army_source, read_source, sync_folder, write_target
from builder.services.library.armies import TRASH, LibraryArmy, library_armies

_SCHEMA = re.compile(rb"\A((?:\xef\xbb\xbf)?# yaml-language-server: \$schema=)\S+")


@dataclass(frozen=True, slots=True)
class Imported:
    """An army brought into the library: its file, whether it can be edited, and what is worth telling."""

    path: Path
    editable: bool
    findings: tuple[Finding, ...] = ()


def find_army(name: str) -> Path:
    """Return the file of an army of the library, by its id, its file's name or the army's own name.

    Raises:
        InputError: there is none in the library, or several are called so.
    """
    if (found := army_path(name)) is not None:
        return found
    source = Path(locate_army(name).path)
    for path in library_files().values():
        if path == source or (is_there(str(source)) and path.samefile(source)):
            return path
    raise _refused("this army is not in the library: muster armies import brings it there", name)


def create(
    data: str,
    name: str | None = None,
    limit: Decimal | int | None = None,
    *,
    system: str | None = None,
    force: str | None = None,
    modules: Sequence[str] = (),
) -> Path:
    """Begin an army in the library, and give its file; it has a name of its own after its data if none is said.

    Raises:
        InputError: there is no such data, no system reads it, or several do and none was asked for; or no army file
            can have this name or this limit.
    """
    from builder.services.data.army_data import find_data
    from builder.services.editor.new_army import begin

    called = name or proposed_name(find_data(data).name)
    return _put(called, begin(data, called, limit, system=system, force=force, modules=modules).encode())


def proposed_name(faction: str) -> str:
    """Return what a new army of a faction is called unless the player says otherwise, as no other of the library is."""
    from builder.services.editor.new_army import usual_name

    return free_name(usual_name(faction))


def copy(name: str, new_name: str | None = None) -> Path:
    """Copy an army into the library, one of the starters too: with new ids, comments and layout as they are.

    Raises:
        InputError: it cannot be read, or is a saved roster.
        MusterError: the copy would not be read back as the same army.
    """
    from builder.datafiles.armies.new import copy_army
    from builder.datafiles.armies.read import read_army
    from builder.roster.evaluate import Evaluator
    from builder.services.army.opening import read_as_army
    from builder.services.data.army_data import find_data

    source = locate_army(name)
    data, file = read_army_source(source.path)
    _refuse_saved(data, name, "copied")
    army = read_army(data, file, find_data)
    before = army.roster.name
    called = _read_name(new_name) if new_name else free_name(before)
    view = read_as_army(army, army.roster, file, Evaluator(army.data.library, by_name=False)).view
    costs = {part.id: part.costs for unit in view.units() for part in unit.walk()}
    return _put(called, _schema_here(copy_army(data, army, called, costs)))


def _read_name(name: str) -> str:
    try:
        return read_name(name)
    except ValueError as error:
        raise InputError(f"a name of an army: {error}") from None


def rename(name: str, new_name: str) -> Path:
    """Give an army of the library another name; its file keeps its own, since scripts and histories know it by that.

    Raises:
        InputError: it is not in the library, cannot be read, or is a saved roster.
        MusterError: the file would not be read back as the same army.
    """
    from builder.services.editor.document import ArmyDocument
    from builder.services.editor.operations import ARMY, Rename

    path = find_army(name)
    data, _ = read_source(str(path))
    _refuse_saved(data, name, "renamed")
    session = ArmyDocument.open(str(path))
    session.apply(Rename(id=ARMY, name=new_name))
    if session.dirty:
        session.save()
    return path


def delete(name: str) -> Path:
    """Put an army into the library's trash, and give where it lies there.

    Raises:
        InputError: it is not in the library, or cannot be moved.
    """
    path, base = find_army(name), library_folder()
    return _move(path, base / TRASH / path.relative_to(base))


def trash() -> tuple[LibraryArmy, ...]:
    """Return what is in the trash, in order of ids."""
    return tuple(library_armies(library_folder() / TRASH))


def restore(name: str) -> Path:
    """Take an army out of the trash, by its id or name there, and give its file; nothing is overwritten.

    Raises:
        InputError: there is none of that name, or several are called so.
    """
    deleted = trash()
    found = [army for army in deleted if army.id == name] or [
        army for army in deleted if name.casefold() in (army.id.casefold(), army.name.casefold(), army.path.name)
    ]
    if len(found) != 1:
        ids = ", ".join(army.id for army in found or deleted)
        what = f"{len(found)} armies in the trash are called so" if found else "there is no such army in the trash"
        raise _refused(f"{what}; it holds: {ids or 'nothing'}", name)
    (army,) = found
    return _move(army.path, library_folder() / army.path.relative_to(library_folder() / TRASH))


def bring(
    source: str,
    name: str | None = None,
    *,
    anew: str | None = None,
    system: str | None = None,
    modules: Sequence[str] = (),
) -> Imported:
    """Bring a file into the library: an army as it is, a saved roster as an army file where its data is installed.

    Without its data a saved roster is kept as it is: it can be printed and played, not edited. Its name tells the
    system and the modules that were asked for (`mob.plain+assault.rosz`). With `anew`, such as `diceless/orks`, it is
    built anew from that data, by the names of its units. `system` is the id of the one that it becomes an army of,
    where it is not the usual one.

    Raises:
        InputError: it cannot be read, or nothing of it is in that data; every mistake is told.
    """
    from builder.datafiles.armies.read import read_army
    from builder.services.data.army_data import find_data

    data, file = read_army_source(source)
    if anew is not None and is_saved_roster(data):
        from builder.services.library.rebuilding import rebuilt

        again = rebuilt(data, file, anew, system=system, modules=modules)
        return Imported(_put(name or Path(source).stem, again.data), True, again.findings)
    if not is_saved_roster(data):
        if modules:
            raise InputError(f"{file} is an army file, which names its modules itself: muster edit ARMY module NAME")
        army = read_army(data, file, find_data)
        path = _put(name or (army.roster.name if source == STANDARD else Path(source).stem), data)
        return Imported(path, True, army.findings)
    from builder.services.army.opening import game_in_name, open_saved
    from builder.services.library.rebuilding import army_file
    from builder.systems.registry import with_modules

    before, made = open_saved(data, file, system=system), army_file(data, file, system, modules)
    stem = name or (before.name if source == STANDARD else Path(source).stem)
    if made is not None:
        return Imported(_put(stem, made.data), True, made.findings)
    noticed = tuple(found for found in before.findings if found.code == "unchecked" or found.at.file)
    chosen = tuple(sorted({*before.modules, *modules}))
    with_modules(before.system.id, chosen)  # which says what is wrong with one of them
    known = (system is None and not modules) or game_in_name(source) == (before.system.id, chosen)
    told = "" if known else f".{'+'.join((before.system.id, *chosen))}"
    return Imported(_put(stem, data, f"{told}{_ending(source, data)}"), False, noticed)


def folder() -> Path:
    """Return the folder of the library, made if it is not there.

    Raises:
        InputError: it cannot be made.
    """
    return _made(library_folder())


def _schema_here(data: bytes) -> bytes:
    """Return an army file whose first line names its schema by where that is installed: a copy lies elsewhere."""
    from builder.services.editor.new_army import schema_uri

    return _SCHEMA.sub(lambda found: found[1] + schema_uri("army").encode(), data, count=1)


def _ending(source: str, data: bytes) -> str:
    ending = Path(source).suffix.lower()
    return ending if ending in ARMY_ENDINGS and ending not in (".yaml", ".yml") else army_ending(data)


def place_for(name: str) -> Path:
    """Return a place in the library for an army of this name, where nothing is yet. Raises InputError."""
    return _free(folder() / f"{file_stem(name)}.yaml")


def _put(name: str, data: bytes, ending: str = ".yaml") -> Path:
    path = _free(folder() / f"{file_stem(name)}{ending}")
    write_target(str(path), data, replace=False)
    return path


def _move(path: Path, target: Path) -> Path:
    target = _free(_made(target.parent) / target.name)
    try:
        path.rename(target)
        sync_folder(target.parent)
        sync_folder(path.parent)
    except OSError as error:
        raise _refused(f"it cannot be moved: {error.strerror or error}", str(path)) from None
    return target


def _free(path: Path) -> Path:
    """This path, or the first with a number behind its name of which nothing, whatever its ending, is there."""
    taken = {other.stem.casefold() for other in path.parent.iterdir()}
    if path.stem.casefold() not in taken:
        return path
    before, _, word = path.stem.rpartition(".")
    stem, told = (before, f".{word}") if before and word.isalpha() else (path.stem, "")
    number = 2
    while f"{stem}-{number}{told}".casefold() in taken:
        number += 1
    return path.with_stem(f"{stem}-{number}{told}")


def _made(place: Path) -> Path:
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _refused(f"this folder cannot be made: {error.strerror or error}", str(place)) from None
    return place


def free_name(name: str) -> str:
    """This name, or one with a number that no army of the library has: `Orks 2`."""
    taken = {army.name for army in library_armies()}
    if name not in taken:
        return name
    stem, _, last = name.rpartition(" ")
    stem, number = (stem, int(last)) if stem and last.isdecimal() and len(last) < 3 else (name, 1)
    while (made := f"{stem} {number + 1}") in taken:
        number += 1
    return made


def _refuse_saved(data: bytes, name: str, verb: str) -> None:
    if is_saved_roster(data):
        message = f"a saved roster is not {verb}: muster armies import makes an army of it where its data is installed"
        raise _refused(message, name)


def _refused(message: str, name: str) -> InputError:
    return InputError(Finding(Severity.ERROR, "file", message, at=Place(file=name)))
