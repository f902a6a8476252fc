"""The library of community data: what is in it, and its catalogues opened for building armies."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from builder.bounds import MOST_BYTES
from builder.cache import digest, file_digest, remembered
from builder.catalogue.library import ArmyData, Library
from builder.catalogue.links import CheckedLinks, check_links
from builder.catalogue.model import Catalogue, Characteristic, GameSystem
from builder.catalogue.roles import ROLES_FILE, ProfileRoles
from builder.catalogue.survey import RootSurvey, Survey
from builder.errors import Finding, InputError, Severity
from builder.formats.battlescribe.catalogues import DataFile
from builder.inputs import gathered, guarded, read_file, tell
from builder.record import Record, without_collector
from builder.resources import Resource, data_sets
from builder.roster.view import ForceView, ProfileView, RosterView, SelectionView
from builder.services.data.datasets import (
    DataFileHead,
    DataSet,
    begins_with,
    contents_of,
    load_file,
    open_set,
    unusable,
)
from builder.services.data.lookup import catalogue_of, find_catalogue, find_set, resource_of
from builder.systems.protocol import System
from builder.systems.registry import readers


@dataclass(frozen=True, slots=True)
class ListedSet:
    """A data set in a list; `data` is None when it cannot be used, for the reasons in `findings`.

    Where it can be, these tell why some files of it cannot.
    """

    id: str
    path: Path
    origin: str
    data: DataSet | None
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenFile:
    """A file of a data set, read: its head, and what became of its contents; known by the digest of these."""

    head: DataFileHead
    path: str
    digest: str
    read: DataFile = field(compare=False)

    def contents(self) -> bytes:
        """Return its contents, which are not held. Raises InputError where it cannot be read or was changed since."""
        return contents_of(self.path, self.digest)


class FilesDigest(Record, frozen=True):
    """The digest of the contents of several files together, as armies say with which data they were saved."""

    digest: str


def listed() -> tuple[ListedSet, ...]:
    """Return every data set in the library, those that cannot be used too."""
    return tuple(_listed(resource) for resource in data_sets())


def catalogue_ids() -> tuple[str, ...]:
    """Return the ids of all catalogues that armies can be built from; sets that cannot be used are passed over."""
    return tuple(
        f"{found.id}/{head.name}"
        for found in listed()
        if found.data
        for head in found.data.catalogues
        if not head.library
    )


def open_catalogue(identity: str, others: Iterable[str] = ()) -> ArmyData:
    """Return a catalogue of the library with all that its links reach, such as `5th edition/Space Marines`.

    Case, signs and blanks do not matter, and a part of a name will do where no other name holds it. `others` are the
    ids of more catalogues of the set, for the forces of allies; those that it does not have are passed over.

    Raises:
        InputError: there is no such data set or catalogue, or a file of it cannot be used.
    """
    data, head = find_catalogue(identity)
    return _opened(data, head, others)


def catalogue_sources(identity: str, others: Iterable[str] = ()) -> Iterator[bytes]:
    """Yield the names and the contents of all files that `open_catalogue` makes a catalogue of.

    Raises:
        InputError: there is no such data set or catalogue, or a file of it cannot be read.
    """
    data, head = find_catalogue(identity)
    by_id = {each.id: each for each in data.catalogues}
    parts = (data.system, *_reached(data, head), *_reached(data, *(by_id[id] for id in others if id in by_id)))
    paths = [data.path / part.file for part in parts]
    for path in (*paths, *(path for path in (data.path / ROLES_FILE,) if path.is_file())):
        yield os.fsencode(path)
        yield read_file(path, MOST_BYTES)


def open_for(game_system_id: str, catalogue_ids: tuple[str, ...], revisions: Mapping[str, int]) -> ArmyData | None:
    """Return the first of some catalogues together with the others, by their ids; None if no data set has them all.

    Raises:
        InputError: a file of them cannot be used.
    """
    found = set_with(game_system_id, catalogue_ids, revisions)
    return open_of(found, catalogue_ids) if found is not None else None


def set_with(game_system_id: str, catalogue_ids: tuple[str, ...], revisions: Mapping[str, int]) -> DataSet | None:
    """Return the data set that has all of these catalogues; of several, such as editions of a game, the nearest one.

    That is the one whose revisions differ least from these, by id. Sets whose files begin with the game system's id are
    looked at first, the others only where none of these is it: reading one for the first time takes seconds.
    """

    def is_meant(data: DataSet) -> bool:
        return data.system.id == game_system_id and {head.id for head in data.catalogues} >= {*catalogue_ids}

    def distance(data: DataSet) -> int:
        return sum(abs(head.revision - revisions[head.id]) for head in data.heads if head.id in revisions)

    likely, others = list[Resource](), list[Resource]()
    for resource in data_sets() if catalogue_ids else ():
        (likely if begins_with(resource.path, game_system_id) else others).append(resource)
    for resources in (likely, others):
        listed_sets = (_listed(resource).data for resource in resources)
        meant = [data for data in listed_sets if data is not None and is_meant(data)]
        if meant:
            return min(meant, key=distance)
    return None


def open_from(identity: str, catalogue_ids: tuple[str, ...]) -> ArmyData:
    """Return some catalogues of one data set together, by their ids; those that it lacks are passed over.

    Raises:
        InputError: there is no such data set, it has none of them, or a file of them cannot be used.
    """
    return open_of(find_set(identity.partition("/")[0]), catalogue_ids)


def open_of(data: DataSet, catalogue_ids: tuple[str, ...]) -> ArmyData:
    """Return some catalogues of a data set that need not be in the library; see `open_from`.

    Raises:
        InputError: it has none of them, or a file of them cannot be used.
    """
    heads = {head.id: head for head in data.catalogues}
    known = [heads[id] for id in catalogue_ids if id in heads]
    if not known:
        raise unusable(f"'{data.id}' has none of the catalogues that this roster is made with", data.path)
    return _opened(data, known[0], [head.id for head in known[1:]])


def open_in(data: DataSet, identity: str, others: Iterable[str] = ()) -> ArmyData:
    """Return a catalogue of a data set that need not be in the library; see `open_catalogue`.

    Raises:
        InputError: it has no such catalogue, or a file of it cannot be used.
    """
    return _opened(data, catalogue_of(data, identity.partition("/")[2]), others)


def digest_in(data: DataSet, identity: str) -> str:
    """Return the digest that `open_in` gives a catalogue of a data set, from its files alone.

    Raises:
        InputError: it has no such catalogue, or a file of it cannot be read.
    """
    head = catalogue_of(data, identity.partition("/")[2])
    paths = [data.path / part.file for part in heads_reached(data, head)]
    return _digest_together([(path, file_digest(path, MOST_BYTES)) for path in paths])


def _digest_together(files: Sequence[tuple[str | Path, str]]) -> str:
    """Return the digest of the contents of files whose own digests are known, under which it is kept."""
    found = remembered(
        FilesDigest,
        [known.encode() for _, known in files],
        lambda: FilesDigest(digest(*(contents_of(path, known) for path, known in files))),
    )
    return found.digest


def widened(data: ArmyData, wanted: str) -> tuple[ArmyData, str]:
    """The same data with one more catalogue of its set, which is named as `open_catalogue` says or by id; and its id.

    Raises:
        InputError: the set has no such catalogue, or a file of it cannot be used.
    """
    if wanted in data.library.catalogues:
        return data, wanted
    found = find_set(data.id.partition("/")[0])
    by_id = {head.id: head for head in found.catalogues}
    head = by_id.get(wanted) or catalogue_of(found, wanted)
    if head.id in data.library.catalogues:
        return data, head.id
    return open_catalogue(data.id, (*data.library.catalogues, head.id)), head.id


def catalogues_beside(data: ArmyData) -> tuple[DataFileHead, ...]:
    """Return the catalogues of the same data set that forces can be made of; datasheets of ours are in none."""
    try:
        return tuple(head for head in find_set(data.id.partition("/")[0]).catalogues if not head.library)
    except InputError:
        return ()


def _opened(data: DataSet, head: DataFileHead, others: Iterable[str]) -> ArmyData:
    files = _read(data, heads_reached(data, head))
    by_id = {each.id: each for each in data.catalogues}
    known = {file.head.id for file in files}
    more = _read(data, _reached(data, *(by_id[id] for id in others if id in by_id)))
    tell(f"Putting the catalogues of {data.id} together")
    with guarded(str(data.path / head.file)):
        library = linked((*files, *(file for file in more if file.head.id not in known)))
    flaws = len(library.findings) + sum(len(file.read.findings) for file in files)
    return ArmyData(
        id=f"{data.id}/{head.name}",
        catalogue_id=head.id,
        library=library,
        digest=_digest_together([(file.path, file.digest) for file in files]),
        path=str(data.path / head.file),
        origin=data.origin,
        source=data.system.name,
        findings=(_flawed(f"{data.id}/{head.name}", flaws),) if flaws else (),
        roles=_roles(data),
    )


def _roles(data: DataSet) -> ProfileRoles | None:
    """Return what the data set says of its profiles. Raises InputError where the file that does is not right."""
    path = data.path / ROLES_FILE
    if not path.is_file():
        return None
    from builder.datafiles.roles import read_roles

    return read_roles(read_file(path, MOST_BYTES), str(path))


def heads_reached(data: DataSet, head: DataFileHead) -> tuple[DataFileHead, ...]:
    """Return the game system and the catalogues that one of the set reaches, itself first among these."""
    return (data.system, *_reached(data, head))


@lru_cache(maxsize=16)
def linked(files: tuple[OpenFile, ...]) -> Library:
    """Return the library that files make together; armies of the same files share it."""
    return library_of(files)


def library_of(files: Sequence[OpenFile], surveys: MutableMapping[str, RootSurvey] | None = None) -> Library:
    """Return the library that files make together, the game system first; `surveys` are as `Library` has them.

    What its links lead to is looked at once: that is kept in the cache under the digests of all files.
    """
    system, *catalogues = (file.read.root for file in files)
    assert isinstance(system, GameSystem), "the first head of a data set is its game system's"
    surveys = {} if surveys is None else surveys
    others = [root for root in catalogues if isinstance(root, Catalogue)]
    digests = [file.digest.encode() for file in files]
    checked = remembered(CheckedLinks, digests, lambda: check_links(Survey((system, *others), surveys)))
    return Library(system, others, surveys=surveys, checked=checked)


def find_listed(identity: str) -> ListedSet:
    """Return the data set of this name as a list shows it, whether it can be used or not.

    Raises:
        InputError: there is none.
    """
    return _listed(resource_of(identity))


def _listed(resource: Resource) -> ListedSet:
    data = None
    findings: list[Finding] = []
    with gathered(str(resource.path), findings):
        data = open_set(resource)
        findings.extend(data.findings)
    return ListedSet(resource.id, resource.path, resource.origin, data, tuple(findings))


def _reached(data: DataSet, *heads: DataFileHead) -> tuple[DataFileHead, ...]:
    """Some catalogues, then those of the set that their links lead to, and on from there; each once."""
    by_id = {each.id: each for each in data.catalogues}
    found = {head.id: head for head in heads}
    ahead = list(heads)
    while ahead:
        targets = [by_id[link] for link in ahead.pop(0).links if link in by_id and link not in found]
        found.update((target.id, target) for target in targets)
        ahead += targets
    return tuple(found.values())


def _read(data: DataSet, heads: Sequence[DataFileHead]) -> tuple[OpenFile, ...]:
    files = []
    with without_collector():
        for number, head in enumerate(heads, 1):
            tell(f"Reading {head.name}, file {number} of {len(heads)}")
            files.append(open_file(data, head))
    return tuple(files)


def open_file(data: DataSet, head: DataFileHead) -> OpenFile:
    """Return a file of a data set, read. Raises InputError where it cannot be used."""
    path = data.path / head.file
    known = file_digest(path, MOST_BYTES)
    return OpenFile(head, str(path), known, load_file(str(path), known, lambda: contents_of(path, known)))


def _flawed(identity: str, flaws: int) -> Finding:
    things = "one thing in this data is" if flaws == 1 else f"{flaws} things in this data are"
    message = f'{things} not as they should be and left out: muster data check "{identity}" lists them'
    return Finding(Severity.INFO, "data.flawed", message)


def readers_of(library: Library) -> tuple[System, ...]:
    """Return the systems that can read armies with the types of profiles that data has."""
    return readers(_sample(library))


def _sample(library: Library) -> RosterView:
    """A roster with one unit that has a profile of every type."""
    types = (found for root in library.roots for found in root.profile_types)
    profiles = tuple(
        ProfileView(
            name=found.name,
            type_id=found.id,
            type_name=found.name,
            characteristics=tuple(Characteristic(c.name, c.id, "1") for c in found.characteristic_types),
        )
        for found in types
    )
    unit = SelectionView(id="unit", name="unit", entry_id="unit", type="model", number=1, profiles=profiles)
    force = ForceView(id="force", name="force", entry_id="force", catalogue_id="", selections=(unit,))
    system = library.game_system
    return RosterView(name=system.name, game_system_id=system.id, forces=(force,))
