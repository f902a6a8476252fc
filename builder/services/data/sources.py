"""Where data comes from: folders, zips, files, indexes of the community, and addresses of any of these."""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from builder.bounds import MIB, MOST_BYTES, MOST_SET_BYTES, MOST_SET_FILES, MOST_SET_ZIP_BYTES
from builder.errors import InputError
from builder.formats.battlescribe.packages import Package, RemoteFile, read_bsi, read_json_index
from builder.formats.battlescribe.safezip import unzip_files, unzip_only_file
from builder.formats.detection import is_newrecruit_roster, is_zip
from builder.inputs import read_file, unreadable
from builder.resources import expanded
from builder.scalars import counted
from builder.services.data.datasets import (
    SUFFIXES,
    data_files,
    is_data_file,
    is_other_json,
    split_address,
    unusable,
)

GALLERY = "https://github.com/BSData/gallery/releases/latest/download/bsdata.catpkg-gallery.json"
"""The community's list of data sets."""
MOST_INDEX_BYTES = 16 * MIB
_INDEXES = (".catpkg.json", ".bsi", ".json.gz")
ENDINGS = (*SUFFIXES, ".zip", ".bsr", *_INDEXES)
"""How the names of files end that data can be added from."""
_GZIP = b"\x1f\x8b"

Files = list[tuple[str, str, bytes]]
"""Files to add: name, name for messages, contents."""


@dataclass(frozen=True, slots=True)
class SourceFiles:
    """Files that are to be added; `single` for one that joins its set, `package` is what an index says of them."""

    files: Files
    single: bool = False
    package: Package | None = None


def number_in(folder: Path) -> int:
    """Return how many data files are in a folder itself; none where it cannot be entered."""
    with suppress(InputError):
        return len(data_files(expanded(str(folder))))
    return 0


def is_address(source: str) -> bool:
    """Whether a source is an address of the network rather than a path."""
    return "://" in source


def _fetch(url: str, most: int, which: str = "") -> bytes:
    from builder.services.data.fetching import fetch  # What the network takes is imported by who asks for it.

    return fetch(url, most, which)


def gather(source: str) -> SourceFiles:
    """Return the data files of a folder, a zip, one file, an index, or an address of one of these.

    Of a gallery one package is named behind a `#`. What an index names is fetched, and held against its checksum.

    Raises:
        InputError: there is none, it cannot be read or fetched, or something is not what its index says.
    """
    place, _, wanted = source.partition("#")
    if is_address(place):
        place = _of_repository(place)
        data = _fetch(place, MOST_SET_ZIP_BYTES)
        return _of_bytes(data, PurePosixPath(unquote(split_address(place).path)).name, place, wanted)
    path = Path(place if Path(place).exists() else source)
    try:
        if path.is_dir():
            return SourceFiles(_useful(list(_read(_below(path), path)), source))
        if not path.exists():
            raise unusable("there is no such file or folder", source)
        data = read_file(path, MOST_SET_ZIP_BYTES)
    except OSError as error:
        raise unusable(f"it cannot be read: {error.strerror or error}", source) from None
    return _of_bytes(data, path.name, str(path), wanted)


def packages(source: str = GALLERY) -> tuple[Package, ...]:
    """Return the packages that a gallery lists; nothing of them is fetched.

    Raises:
        InputError: it cannot be read or fetched, or is none.
    """
    data = _fetch(source, MOST_INDEX_BYTES) if is_address(source) else read_file(Path(source), MOST_INDEX_BYTES)
    found = read_json_index(_unzipped(data, source), source)
    if found is None:
        raise unusable("this is no gallery of data sets", source)
    return found


def _of_repository(url: str) -> str:
    """Return the address of the newest state of a repository on GitHub, where that is what an address names."""
    address = split_address(url)
    parts = [part for part in address.path.split("/") if part]
    if address.hostname == "github.com" and len(parts) == 2:
        return f"https://github.com/{parts[0]}/{parts[1].removesuffix('.git')}/archive/HEAD.zip"
    return url


def _of_bytes(data: bytes, name: str, place: str, wanted: str) -> SourceFiles:
    """Return the data files of a file that was read or fetched; `place` is its path or its address."""
    if name.casefold().endswith((".ros", ".rosz")) or is_newrecruit_roster(data):
        mend = "'muster check FILE' checks it, 'muster armies import FILE', or Import among your armies, brings it in"
        raise unusable(f"this is a saved roster and no data: {mend}", place)
    if is_zip(data) and not is_data_file(name):
        if name.casefold().endswith(".bsi"):
            base = place if is_address(place) else ""
            return _fetched(read_bsi(unzip_only_file(data, place), place, base), place)
        found = unzip_files(data, place, lambda path: is_data_file(PurePosixPath(path).name))
        return SourceFiles(
            _useful([(PurePosixPath(path).name, f"{place}/{path}", content) for path, content in found], place)
        )
    if name.casefold().endswith((".json", *_INDEXES)):
        plain = _unzipped(data, place)
        index = read_json_index(plain, place) if name.casefold().endswith(_INDEXES) or b'"repositor' in plain else None
        if index is not None:
            return _fetched(_package_of(index, place, wanted), place)
    if is_data_file(name):
        return SourceFiles([(name, place, data)], single=True)
    raise unusable(f"this is neither a folder, nor a zip, nor an index, nor a {' or '.join(SUFFIXES)} file", place)


def _unzipped(data: bytes, place: str) -> bytes:
    """Return the content of a gzip, and other bytes as they are."""
    if not data.startswith(_GZIP):
        return data
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            plain = file.read(MOST_INDEX_BYTES + 1)
    except (OSError, EOFError, zlib.error):
        raise unusable("the file is damaged or cut off: fetch it again", place) from None
    if len(plain) > MOST_INDEX_BYTES:
        raise unusable(f"the index is larger than {MOST_INDEX_BYTES // MIB} MiB, as none is", place)
    return plain


def _package_of(index: tuple[Package, ...], place: str, wanted: str) -> Package:
    """Return the package that an index is, or the one of a gallery that is wanted."""
    if len(index) == 1 and index[0].files:
        return index[0]
    if not index:
        raise unusable("this lists no data set: name another index", place)
    named = [each for each in index if wanted and wanted.casefold() in (each.id.casefold(), each.name.casefold())]
    if len(named) != 1:
        some = ", ".join(each.id for each in index[:5]) + (" …" if len(index) > 5 else "")
        many = counted(len(index), "data set")
        none = f", none of them called '{wanted}'" if wanted else ""
        raise unusable(f"this lists {many} ({some}){none}: name one behind a #, as in FILE#NAME", place)
    (chosen,) = named
    if not chosen.index:
        raise unusable(f"'{chosen.id}' has no index: add its repository, {chosen.source or 'which is not told'}", place)
    plain = _unzipped(_fetch(chosen.index, MOST_INDEX_BYTES), chosen.index)
    own = read_json_index(plain, chosen.index)
    if own is None or len(own) != 1 or not own[0].files:
        raise unusable("this is no package with files", chosen.index)
    return own[0]


def _fetched(package: Package, place: str) -> SourceFiles:
    """Return the files of a package, each fetched and held against its checksum."""
    if len(package.files) > MOST_SET_FILES:
        raise unusable(f"the index names {len(package.files)} files, more than any data set has", place)
    room, files = MOST_SET_BYTES, Files()
    names = [_named(file) for file in package.files]
    for number, file in enumerate(package.files, 1):
        content = _fetch(file.url, MOST_BYTES, f"{number} of {len(package.files)}, ")
        room -= len(content)
        if room < 0:
            raise unusable(f"its files are over {MOST_SET_BYTES // MIB} MiB together", place)
        _checked(file, content)
        files.append((names[number - 1], file.url, content))
    return SourceFiles(_useful(files, place), package=package)


def _named(file: RemoteFile) -> str:
    """Return the name of a file of an index. Raises InputError where no data file is called so."""
    name = PurePosixPath(unquote(split_address(file.url).path)).name
    if not is_data_file(name) or name != Path(name).name:
        raise unusable(f"'{name}' is no {' or '.join(SUFFIXES)} file", file.url)
    return name


def _checked(file: RemoteFile, content: bytes) -> None:
    """Raise InputError where a file that was fetched is not what its index says."""
    plain = unzip_only_file(content, file.url) if is_zip(content) else content
    if file.sha256 and hashlib.sha256(plain).hexdigest() != file.sha256:
        raise unusable("it is not what its index says (another checksum): nothing is added; try again later", file.url)


def _useful(files: Files, source: str) -> Files:
    files = [file for file in files if not is_other_json(file[0], file[2])]
    if not files:
        raise unusable(f"there is no data here: no {' or '.join(SUFFIXES)} file", source)
    return files


def _read(paths: Iterable[Path], folder: Path) -> Iterator[tuple[str, str, bytes]]:
    """Yield the files of a folder, which together are no larger than a data set is."""
    room = MOST_SET_BYTES
    for path in paths:
        data = read_file(path, MOST_BYTES)
        room -= len(data)
        if room < 0:
            raise unusable(f"the files here are over {MOST_SET_BYTES // MIB} MiB: name the folder of one set", folder)
        yield path.name, str(path), data


def _below(folder: Path) -> list[Path]:
    def refused(error: OSError) -> None:
        raise unreadable(error.filename, error)

    named = (Path(here, name) for here, _, names in os.walk(folder, onerror=refused) for name in names)
    found = sorted(path for path in named if is_data_file(path.name) and path.is_file())
    if len(found) > MOST_SET_FILES:
        raise unusable(f"there are {len(found)} data files here, more than any data set has: name its folder", folder)
    return found
