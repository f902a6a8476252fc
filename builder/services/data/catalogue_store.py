"""Data sets put into the library and taken out again: whole or not at all."""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from builder.bounds import MOST_BYTES
from builder.catalogue.roles import ROLES_FILE
from builder.inputs import read_file
from builder.record import replace
from builder.resources import ADDED, ASIDE, own_data_sets
from builder.services.data.catalogues import ListedSet, find_listed, listed
from builder.services.data.datasets import (
    SOURCE_FILE,
    STAND_IN,
    DataFileHead,
    DataSet,
    SourceNote,
    data_files,
    read_heads,
    root_of,
    settled_system,
    source_note,
    unusable,
)
from builder.services.data.former_states import former_folder, former_states, numbered
from builder.services.data.lookup import find_set
from builder.services.data.sources import Files, SourceFiles, gather, is_address
from builder.services.data.stand_in import stand_in
from builder.services.files import claim

LEAST_WITHOUT_SYSTEM = 2
"""So many catalogues get a stand-in for a game system that is not there; of one alone it was forgotten."""
_REMOVED = ".removed-"
"""How the folders begin into which data sets go that are removed."""

_ENDINGS = re.compile(r"-(?:master|main|develop)$")
_UNFIT = re.compile(r'[<>:"/\\|?*\x00-\x1f]+')


@dataclass(frozen=True, slots=True)
class Revised:
    """A catalogue or game system whose revision has changed."""

    name: str
    before: int
    now: int

    @property
    def older(self) -> bool:
        """Whether it is of an older revision than what was there."""
        return self.now < self.before

    @property
    def words(self) -> str:
        """Its revisions: `revision 7 → 9`."""
        if self.now == self.before:
            return f"revision {self.now} as before"
        return f"revision {self.before} → {self.now}{', older' if self.older else ''}"


def are_older(files: Iterable[Revised]) -> bool:
    """Whether files are an older state of a set than what was there: some are older, and none is newer."""
    changes = [each.now - each.before for each in files]
    return min(changes, default=0) < 0 and max(changes, default=0) <= 0


@dataclass(frozen=True, slots=True)
class AddedDataSet:
    """What an addition has done; `updated` when the set was there already."""

    data: DataSet
    updated: bool
    new: tuple[str, ...]
    revised: tuple[Revised, ...]
    gone: tuple[str, ...]
    same: int

    @property
    def changed(self) -> bool:
        """Whether the set is another than it was."""
        return bool(self.new or self.revised or self.gone)


@dataclass(frozen=True, slots=True)
class PlannedSet:
    """The files of a data set on their way to its folder, and the set that gives way to them."""

    target: Path
    files: Files
    old: DataSet | None


def add(source: str, name: str | None = None) -> tuple[AddedDataSet, ...]:
    """Put data sets into the library: a folder, a zip, an index, or one file that joins the set of its game system.

    It can also be the https address of one of these (`sources.gather`); how far it is fetched is told.

    Where several game systems stand beside each other, each is a set of its own. A set whose game system is in the
    library already takes its place, unless that is of another name, as the next edition of a game is; `name` is what a
    set is called, new or in the library, else it has the name of its game system.

    Raises:
        InputError: something cannot be used, for the reasons told; the library is as it was, but for the sets before
            one that cannot be written.
    """
    return tuple(put(planned) for planned in prepare(source, name))


def put(planned: PlannedSet, *, keep_former: bool = False) -> AddedDataSet:
    """Make a planned data set the one of the library.

    The one that gives way is gone, or the newest of the `former_states`.

    Raises:
        InputError: it cannot be written; the library is as it was.
    """
    _replace(planned.target, planned.files, keep_former=keep_former)
    return _changes(find_set(planned.target.name), planned.old)


def bring_back(data: DataSet) -> AddedDataSet:
    """Exchange a data set with the newest of its former states.

    Raises:
        InputError: there is none, or it cannot be read or written.
    """
    states = former_states(data)
    paths = [*data_files(states[0]), *_kept_paths(states[0])] if states else []
    if not paths:
        raise unusable("no former state of it is kept: only updates keep one", data.path)
    files = [(path.name, str(path), read_file(path, MOST_BYTES)) for path in paths]
    done = put(PlannedSet(data.path, files, data), keep_former=True)
    forget(states[0])
    return done


def forget(state: Path) -> None:
    """Remove a former state of a data set, or the folder of all of them."""
    shutil.rmtree(state, ignore_errors=True)


def prepare(source: str, name: str | None = None, *, into: DataSet | None = None) -> list[PlannedSet]:
    """Gather data sets as `add` does, without a change of the library; or only what is of the game system `into`.

    Raises:
        InputError: something cannot be used, for the reasons told.
    """
    _settle(own_data_sets())
    gathered = gather(source)
    if not gathered.single:
        _complete(gathered.files, name, source, into)
    found = _by_system(gathered.files, source)
    if into is not None:
        found = [each for each in found if any(head.game_system == into.system.id for head in each[1])]
    if name is not None and len(found) > 1:
        raise unusable(
            f"there are {len(found)} game systems here, which cannot have one name: leave out --name", source
        )
    remembered = _remembered(source, gathered)
    planned = [
        _planned(files, heads, into or _set_of(heads, name, source), source, name, gathered.single, remembered)
        for files, heads in found
    ]
    if len({each.target for each in planned}) < len(planned):
        raise unusable(
            "two game systems here have one name: give each a folder of its own, and add it with --name", source
        )
    return planned


def _complete(files: Files, name: str | None, source: str, into: DataSet | None) -> None:
    """Put the game system beside catalogues that come without it: that of the set in the library, else a stand-in."""
    heads = read_heads(files)
    systems = {head.game_system for head in heads}
    if any(head.is_system for head in heads) or len(systems) != 1 or len(heads) < LEAST_WITHOUT_SYSTEM:
        return
    (id,), old = systems, into or _set_of(heads, name, source)
    if old is not None and old.system.file != STAND_IN:
        path = old.path / old.system.file
        files.append((path.name, str(path), read_file(path, MOST_BYTES)))
    else:
        roots = (root_of(data, path) for _, path, data in files)
        called = old.system.name if old else _ENDINGS.sub("", name or Path(source.rstrip("/")).stem)
        files.append((STAND_IN, STAND_IN, stand_in(id, called, roots)))


def _remembered(source: str, gathered: SourceFiles) -> Files:
    """Return the file that says where a set was fetched from, so that it can be updated; none for one from the disk."""
    if gathered.single or not is_address(source):
        return []
    package = gathered.package
    note = SourceNote(source, package.version, package.source) if package else SourceNote(source)
    return [(SOURCE_FILE, SOURCE_FILE, note.written())]


Heads = tuple[DataFileHead, ...]


def _by_system(files: Files, source: str) -> list[tuple[Files, Heads]]:
    """Return files and their heads by the game system that they belong to; strangers stay with the first."""
    heads = read_heads(files)
    systems = list(dict.fromkeys(head.id for head in heads if head.is_system))
    found: dict[str, tuple[Files, list[DataFileHead]]] = {}
    for file, head in zip(files, heads, strict=True):
        system = head.game_system if head.game_system in systems or not systems else systems[0]
        beside = found.setdefault(system, ([], []))
        beside[0].append(file)
        beside[1].append(head)
    return [(_with_distinct_names(files, source), tuple(heads)) for files, heads in found.values()]


def _planned(
    files: Files, heads: Heads, old: DataSet | None, source: str, name: str | None, single: bool, remembered: Files
) -> PlannedSet:
    """Return where files go, with those that stay beside them, and the set that gives way to them."""
    if single and old is not None:
        kept = [head for head in old.heads if head.id != heads[0].id]
        replaced = {files[0][0], *(head.file for head in old.heads if head.id == heads[0].id)}
        if any(head.file in replaced for head in kept):
            raise unusable("the data set has another catalogue in a file of this name: rename it", source)
        # Files that cannot be used stay too: the next one added may be their mend.
        beside = [path for path in data_files(old.path) if path.name not in replaced]
        files += [(path.name, str(path), read_file(path, MOST_BYTES)) for path in beside]
        heads = (*heads, *kept)
    note = source_note(old) if old is not None else None
    if old is not None and note and {head.digest for head in heads} != {head.digest for head in old.heads}:
        remembered = remembered or [(SOURCE_FILE, SOURCE_FILE, replace(note, release="", own=True).written())]
    there = {file for file, _, _ in remembered}
    own = _kept_paths(old.path) if old is not None else []
    files += [(path.name, str(path), read_file(path, MOST_BYTES)) for path in own if path.name not in there]
    files += remembered
    system = settled_system(heads, source)
    return PlannedSet(old.path if old is not None else _new_folder(name or system.name, source), files, old)


def remove(identity: str) -> ListedSet:
    """Take a data set out of the library, whether it can be used or not.

    Raises:
        InputError: there is none of that name, or its files cannot be removed.
    """
    _settle(own_data_sets())
    data = find_listed(identity)
    if not data.path.is_relative_to(own_data_sets()):
        raise unusable("this data set is not in your own data folder: remove its folder by hand", data.path)
    try:
        with _working_folder(data.path.parent, _REMOVED) as away:
            data.path.rename(away / "set")
            forget(former_folder(data.path))
    except OSError as error:
        raise unusable(f"it cannot be removed: {error.strerror or error}", data.path) from None
    return data


def _with_distinct_names(files: Files, source: str) -> Files:
    """Return files of one set, whose names are told apart whatever the case."""
    first: dict[str, str] = {}
    for name, path, _ in files:
        if first.setdefault(name.casefold(), path) != path:
            raise unusable(
                f"{first[name.casefold()]} and {path} have the same name: add one data set at a time", source
            )
    return files


def _kept_paths(folder: Path) -> list[Path]:
    """Return what stays in the folder of a set when it is brought to a new state: what a player wrote, its address."""
    return [path for name in (ROLES_FILE, SOURCE_FILE) if (path := folder / name).is_file()]


def _set_of(heads: Sequence[DataFileHead], name: str | None, source: str) -> DataSet | None:
    """Return the data set in the player's own folder that these belong to: that of this name, or of their game's name.

    Editions of a game can have one id and stand beside each other.

    Raises:
        InputError: there are several.
    """
    systems, called = {head.game_system for head in heads}, {head.name for head in heads if head.is_system}
    own = (each.data for each in listed() if each.path.parent == own_data_sets())
    found = [each for each in own if each is not None and each.system.id in systems]
    if name is not None:
        return next((each for each in found if each.id.casefold() == _folder_name(name).casefold()), None)
    alike = [each for each in found if not called or each.system.name in called or each.system.file == STAND_IN]
    if len(alike) > 1:
        names = " and ".join(f"'{each.id}'" for each in alike)
        raise unusable(f"{names} are of this game: say with --name which is meant, or how a new one is called", source)
    return alike[0] if alike else None


def _folder_name(name: str) -> str:
    return " ".join(_UNFIT.sub(" ", _ENDINGS.sub("", name)).strip(" .").split())


def _new_folder(name: str, source: str) -> Path:
    """Return where a data set of this name goes, whose folder is not there yet."""
    folder = _folder_name(name)
    if not folder:
        raise unusable("the data set has no name: give it one with --name", source)
    target = own_data_sets() / folder
    if target.exists():
        raise unusable(f"'{target.name}' is another data set: choose another name with --name", source)
    return target


def _replace(target: Path, files: Files, *, keep_former: bool = False) -> None:
    """Make the folder hold these files: written beside it first, then put in its place."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with _working_folder(target.parent, ADDED) as work:
            # Until the new set is in its place the former one is found where it is put aside, also after a kill.
            fresh, former = work / "new", work / ASIDE / target.name
            fresh.mkdir()
            former.parent.mkdir()
            for name, _, data in files:
                (fresh / name).write_bytes(data)
            if not target.exists():
                fresh.rename(target)
                return
            target.rename(former)
            try:
                fresh.rename(target)
            except OSError:
                former.rename(target)
                raise
            if keep_former:
                folder = former_folder(target)
                folder.mkdir(parents=True, exist_ok=True)
                newest = int(next((path.name for path in numbered(folder)), "0"))
                former.rename(folder / str(newest + 1))
    except OSError as error:
        raise unusable(f"it cannot be written: {error.strerror or error}", target) from None


@contextmanager
def _working_folder(base: Path, prefix: str) -> Iterator[Path]:
    """A folder beside data sets that is gone at the end, marked as in use until then."""
    with tempfile.TemporaryDirectory(dir=base, prefix=prefix, ignore_cleanup_errors=True) as name:
        if sys.platform == "win32":
            yield Path(name)
            return
        handle = os.open(name, os.O_RDONLY)
        try:
            claim(handle)
            yield Path(name)
        finally:
            os.close(handle)


def _settle(base: Path) -> None:
    """Put back what killed programs have put aside, and clear what else they left; what is in use stays."""
    if sys.platform == "win32":  # which cannot tell whether a folder is in use
        return
    for work in (*base.glob(f"{ADDED}*"), *base.glob(f"{_REMOVED}*")):
        with suppress(OSError):
            handle = os.open(work, os.O_RDONLY)
            try:
                if claim(handle):
                    _clear(work, base)
            finally:
                os.close(handle)


def _clear(work: Path, base: Path) -> None:
    put_aside = [*(work / ASIDE).glob("*")]
    if not all(former.is_dir() for former in put_aside):
        return  # the files of a set whose name is not known
    for former in put_aside:
        if not (base / former.name).exists():
            former.rename(base / former.name)
    shutil.rmtree(work)


def _changes(data: DataSet, old: DataSet | None) -> AddedDataSet:
    before = {head.id: head for head in old.heads} if old else {}
    now = {head.id: head for head in data.heads}
    shared: Sequence[tuple[DataFileHead, DataFileHead]] = [
        (before[id], head) for id, head in now.items() if id in before
    ]
    return AddedDataSet(
        data=data,
        updated=old is not None,
        new=tuple(head.name for id, head in now.items() if id not in before),
        revised=tuple(
            Revised(head.name, was.revision, head.revision) for was, head in shared if was.digest != head.digest
        ),
        gone=tuple(head.name for id, head in before.items() if id not in now),
        same=sum(was.digest == head.digest for was, head in shared),
    )
