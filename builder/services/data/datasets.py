"""The files of a data set of the community: read through the cache, with what each says of itself."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from builder.bounds import MOST_BYTES
from builder.cache import digest, remembered
from builder.catalogue.model import Catalogue, GameSystem
from builder.errors import Finding, InputError, Place, Severity
from builder.formats.battlescribe.catalogues import DataFile, read_data_file
from builder.formats.battlescribe.jsondata import is_json_data
from builder.formats.battlescribe.safezip import unzip_only_file
from builder.formats.detection import is_zip
from builder.inputs import gathered, guarded, read_file, tell, unreadable
from builder.record import Record
from builder.resources import Resource
from builder.text import clean_name, folded, to_json

STAND_IN = "stand-in for the game system.json"
"""The file that stands for a game system that is not there; the real one takes its place when it is added."""
SOURCE_FILE = ".source.json"
"""What the file is called that says where a data set was fetched from, in its folder."""
MOST_NOTE_BYTES = 100_000
CATALOGUE_MISSING = "data.catalogue-missing"
SUFFIXES = (".gst", ".cat", ".gstz", ".catz", ".json")


class DataFileHead(Record, frozen=True, kw_only=True):
    """What a data file says of itself; `links` are the ids of the catalogues that it builds on, with `link_names`.

    `game_system` is the id of its game system: its own, if it is one. A `library` is there for others alone. The
    `digest` is that of the text, zipped or not.
    """

    file: str
    id: str
    name: str
    revision: int
    is_system: bool
    game_system: str
    library: bool = False
    links: tuple[str, ...] = ()
    digest: str = ""
    link_names: tuple[str, ...] = ()


class SetIndex(Record, frozen=True, kw_only=True):
    """The heads of all files of a data set, by name of file, and what is wrong with those that cannot be used."""

    heads: tuple[DataFileHead, ...] = ()
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class DataSet:
    """A data set in the library: its name, where it lies, and the heads of its files.

    `findings` tell why others of its files cannot be used.
    """

    id: str
    path: Path
    origin: str
    system: DataFileHead
    catalogues: tuple[DataFileHead, ...]
    findings: tuple[Finding, ...] = ()

    @property
    def heads(self) -> tuple[DataFileHead, ...]:
        """The game system's head, then those of the catalogues."""
        return (self.system, *self.catalogues)

    @property
    def factions(self) -> list[DataFileHead]:
        """The heads of the catalogues that armies are built from, by name."""
        return sorted((head for head in self.catalogues if not head.library), key=lambda head: folded(head.name))


def load_file(name: str, known: str, contents: Callable[[], bytes]) -> DataFile:
    """Return a data file, from the cache if its bytes, of which `known` is the digest, were read before.

    Raises:
        InputError: it cannot be used.
    """
    with guarded(name):
        return remembered(DataFile, (os.fsencode(name), known.encode()), lambda: read_data_file(contents(), name))


def contents_of(path: str | Path, known: str) -> bytes:
    """Return the contents of a file whose digest was taken before.

    Raises:
        InputError: it cannot be read, or has others by now.
    """
    contents = read_file(path, MOST_BYTES)
    if digest(contents) != known:
        raise unusable("this was changed while it was read: try again", path)
    return contents


def root_of(data: bytes, path: str) -> GameSystem | Catalogue:
    """Return what a file holds whose contents are at hand; see `load_file`."""
    return load_file(path, digest(data), lambda: data).root


def head_of(data: bytes, name: str, path: str) -> DataFileHead:
    """Return what a file says of itself; `name` is its name in the set, `path` the one for messages.

    Raises:
        InputError: it cannot be used.
    """
    known = digest(data)
    root = load_file(path, known, lambda: data).root
    plain = unzip_only_file(data, path) if is_zip(data) else data
    catalogue = root if isinstance(root, Catalogue) else None
    return DataFileHead(
        file=name,
        id=root.id,
        name=root.name or clean_name(Path(name).stem),
        revision=root.revision,
        is_system=isinstance(root, GameSystem),
        game_system=catalogue.game_system_id if catalogue else root.id,
        library=bool(catalogue and catalogue.library),
        links=tuple(link.target_id for link in catalogue.catalogue_links) if catalogue else (),
        digest=known if plain is data else digest(plain),
        link_names=tuple(clean_name(link.name) for link in catalogue.catalogue_links) if catalogue else (),
    )


def is_data_file(name: str) -> bool:
    """Whether a file of this name may hold a game system or a catalogue; of JSON its contents say so."""
    path = Path(name)
    return path.suffix.lower() in SUFFIXES and not path.name.startswith(".")


def is_other_json(name: str, data: bytes) -> bool:
    """Whether a file is JSON of another kind, such as lies beside data."""
    return name.lower().endswith(".json") and not is_json_data(data)


def data_files(folder: Path) -> list[Path]:
    """Return the data files in a folder, sorted.

    Raises:
        InputError: the folder cannot be entered.
    """
    try:
        return sorted(path for path in folder.iterdir() if path.is_file() and is_data_file(path.name))
    except OSError as error:
        raise unreadable(folder, error) from None


def begins_with(folder: Path, game_system: str) -> bool:
    """Whether a file of a set seems to be of a game system: its first letters hold that one's id, or are packed."""
    with contextlib.suppress(InputError, OSError):
        paths = data_files(folder)
        systems = [path for path in paths if path.suffix.lower() in (".gst", ".gstz")]
        for path in systems or paths[:1]:
            with path.open("rb") as file:
                start = file.read(_START)
            if is_zip(start) or game_system.encode() in start:
                return True
    return False


_START = 4096
"""The length of a file's beginning, in bytes, where its root says what it is."""


def open_set(resource: Resource) -> DataSet:
    """Return the data set in a folder; catalogues that cannot be used are left out, and told of.

    How many of its files are read is told, where they are read for the first time.

    Raises:
        InputError: its game system cannot be used, or its files do not belong together.
    """
    paths = data_files(resource.path)
    states = [f"{path} {state.st_size} {state.st_mtime_ns}" for path in paths for state in (path.stat(),)]

    def make() -> SetIndex:
        findings: list[Finding] = []
        heads: list[DataFileHead] = []
        for number, path in enumerate(paths, 1):
            tell(f"Reading {resource.id}, file {number} of {len(paths)}")
            with gathered(str(path), findings):
                data = read_file(path, MOST_BYTES)
                if not is_other_json(path.name, data):
                    heads.append(head_of(data, path.name, str(path)))
        kept, repeated = once_each(heads, str(resource.path))
        return SetIndex(heads=kept, findings=(*findings, *repeated))

    sources = [os.fsencode(state) for state in states]

    def made() -> SetIndex:
        return remembered(SetIndex, sources, make)

    # What is wrong with a file may be right for a later version; all else it says of itself stays as it is.
    index = remembered(SetIndex, sources, made, lambda kept: not kept.findings, lasting=True)
    if index.findings and not any(head.is_system for head in index.heads):
        raise InputError(index.findings)
    system = settled_system(index.heads, str(resource.path))
    return DataSet(
        id=resource.id,
        path=resource.path,
        origin=resource.origin,
        system=system,
        catalogues=tuple(head for head in index.heads if not head.is_system),
        findings=(
            *index.findings,
            *((_made_up(resource.path),) if system.file == STAND_IN else ()),
            *_lacking(index.heads, resource.path),
        ),
    )


def _lacking(heads: Sequence[DataFileHead], place: Path) -> Iterator[Finding]:
    """Yield what is wrong where catalogues build on others that are not here: most of an army can be missing so."""
    here, builders = {head.id for head in heads}, dict[str, list[str]]()
    for head in heads:
        # What was kept before names were is called one.
        names = head.link_names if len(head.link_names) == len(head.links) else ("one",) * len(head.links)
        for id, name in zip(head.links, names, strict=True):
            if id not in here:
                builders.setdefault(name or "one", []).append(head.name)
    for name, those in builders.items():
        who = f"{those[0]} builds" if len(those) == 1 else f"{len(those)} catalogues build"
        message = f"{who} on {name}, which is not here: what comes from it cannot be taken; add its file too"
        yield Finding(Severity.WARNING, CATALOGUE_MISSING, message, at=Place(file=str(place)))


def _made_up(place: Path) -> Finding:
    message = (
        "its game system is not here and is made up of what the catalogues say: armies have one force, and no limits"
    )
    mend = "add the game system's own file (.gst, or its .json) to put it in its place"
    return Finding(Severity.WARNING, "data.stand-in", f"{message}; {mend}", at=Place(file=str(place)))


def read_heads(files: Sequence[tuple[str, str, bytes]]) -> tuple[DataFileHead, ...]:
    """Return the heads of files to add (name, name for messages, contents), and tell how far that is.

    Raises:
        InputError: some cannot be used; all mistakes are told.
    """
    heads: list[DataFileHead] = []
    findings: list[Finding] = []
    for number, (name, path, data) in enumerate(files, 1):
        tell(f"reading file {number} of {len(files)}")
        try:
            heads.append(head_of(data, name, path))
        except InputError as error:
            findings.extend(error.findings)
    if findings:
        raise InputError(findings)
    return tuple(heads)


def once_each(heads: Iterable[DataFileHead], place: str) -> tuple[tuple[DataFileHead, ...], tuple[Finding, ...]]:
    """Return the heads of which each catalogue is the first with its id, and what is to be told of the others."""
    first: dict[str, DataFileHead] = {}
    findings: list[Finding] = []
    for head in heads:
        other = first.setdefault(head.id, head)
        if other is not head:
            message = f"it is the same catalogue ({head.id}) as {other.file}, which is used: remove one of the two"
            at = Place(file=str(Path(place) / head.file))
            findings.append(Finding(Severity.WARNING, "data.catalogue-repeated", message, at=at))
    return tuple(first.values()), tuple(findings)


def settled_system(heads: Sequence[DataFileHead], place: str) -> DataFileHead:
    """Return the one game system of a data set, whose catalogues all belong to it.

    Raises:
        InputError: there is none, or there are two, or a catalogue belongs to another.
    """
    systems = [head for head in heads if head.is_system]
    if not systems:
        raise unusable("there is no game system (.gst) here: add the folder or zip that holds it too", place)
    if len(systems) > 1:
        names = " and ".join(f"{head.name} ({head.file})" for head in systems)
        raise unusable(f"there are {len(systems)} game systems here, {names}: give each a folder of its own", place)
    (system,) = systems
    strangers = [head for head in heads if head.game_system != system.id]
    if strangers:
        names = ", ".join(head.file for head in strangers)
        raise unusable(f"these catalogues belong to another game system than {system.name}: {names}: move them", place)
    return system


@dataclass(frozen=True, slots=True)
class SourceNote:
    """Where a data set was fetched from: the address, the release, and where its authors keep it.

    `own` says that the player has put in other files since: it is of no release any more, and updated from there still.
    """

    address: str
    release: str = ""
    kept_at: str = ""
    own: bool = False

    def written(self) -> bytes:
        """Return it as a file has it."""
        return to_json({"format": "muster-data-source", "version": 1, **asdict(self)}).encode()


def source_note(data: DataSet) -> SourceNote | None:
    """Return where a data set was fetched from; None where it was not, or that cannot be read."""
    try:
        note = json.loads(read_file(data.path / SOURCE_FILE, MOST_NOTE_BYTES))
    except (InputError, ValueError, RecursionError):
        return None
    if not isinstance(note, dict):
        return None
    values = (note.get(name) for name in ("address", "release", "kept_at"))
    address, release, kept_at = (clean_name(value) if isinstance(value, str) else "" for value in values)
    return SourceNote(address, release, kept_at, note.get("own") is True) if address else None


def unusable(message: str, place: str | Path) -> InputError:
    """Return the error for a data set or a file of one that cannot be used."""
    return InputError(Finding(Severity.ERROR, "data", message, at=Place(file=str(place))))


def split_address(url: str) -> SplitResult:
    """Return the parts of an address. Raises InputError where it has none."""
    try:
        parts = urlsplit(url)
        _ = parts.hostname, parts.port  # told of here, and not where they are asked for
    except ValueError:
        raise unusable("this is not an address", url) from None
    return parts
