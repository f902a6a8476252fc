"""Indexes by which the community publishes data sets: packages (`.catpkg.json`), `.bsi`, and galleries of packages."""

from __future__ import annotations

from urllib.parse import urljoin

import msgspec
from msgspec import Struct, field

from builder.errors import Finding
from builder.formats.battlescribe.safexml import AGAIN, Build, XmlElement, read_xml, refusal
from builder.record import Record, replace
from builder.text import clean_name

NAMESPACE = "http://www.battlescribe.net/schema/dataIndexSchema"
MOST_ENTRIES = 2_000
"""Packages of a gallery, or files of a package."""


class RemoteFile(Record, frozen=True):
    """A data file of a package: its name, its address, and the SHA-256 of its unpacked bytes where one is told."""

    name: str
    url: str
    sha256: str = ""


class Package(Record, frozen=True, kw_only=True):
    """A data set as an index describes it.

    Args:
        id: what its index calls it; `name` is for reading.
        version: of its last release.
        source: where its authors keep it.
        index: the address of its own index, where this one is a gallery.
        files: those of it; none in a gallery.
    """

    id: str
    name: str
    version: str = ""
    source: str = ""
    index: str = ""
    archived: bool = False
    files: tuple[RemoteFile, ...] = ()


class _File(Struct):
    name: str = ""
    url: str = field(default="", name="fileUrl")
    sha256: str | None = field(default=None, name="sourceSha256")


class _Index(Struct):
    """A package, or a gallery of them."""

    name: str = ""
    description: str | None = None
    version: str | None = None
    archived: bool = False
    source: str | None = field(default=None, name="githubUrl")
    index: str | None = field(default=None, name="repositoryUrl")
    files: list[_File] | None = field(default=None, name="repositoryFiles")
    packages: list[_Index] | None = field(default=None, name="repositories")


def read_json_index(data: bytes, file: str) -> tuple[Package, ...] | None:
    """Return the package of an index, or those of a gallery; None for JSON of another kind.

    Raises:
        InputError: it is damaged, or its fields are not what they are in an index.
    """
    try:
        index = msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"), type=_Index)
    except msgspec.ValidationError as error:
        raise refusal("json", f"the index is not as indexes are ({error}): fetch it again", file) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise refusal("json", "the file is damaged or cut off: fetch it again", file) from None
    if index.packages is None and index.files is None:
        return None
    if max(len(index.packages or ()), len(index.files or ())) > MOST_ENTRIES:
        raise refusal("json", f"the index has more than {MOST_ENTRIES:,} entries, as none has", file)
    return tuple(map(_package, index.packages)) if index.packages is not None else (_package(index),)


def _package(index: _Index) -> Package:
    return Package(
        id=clean_name(index.name),
        name=clean_name(index.description or index.name),
        version=clean_name(index.version or ""),
        source=clean_name(index.source or ""),
        index=clean_name(index.index or ""),
        archived=index.archived,
        files=tuple(
            RemoteFile(clean_name(each.name), clean_name(each.url), (each.sha256 or "").lower())
            for each in index.files or ()
            if each.url
        ),
    )


def read_bsi(data: bytes, file: str, base: str) -> Package:
    """Return the package of a `.bsi` whose `index.xml` this is.

    Its files lie beside it, at `base`; where that is empty, at the address that the index gives itself.

    Raises:
        InputError: it is damaged, is no index, or nothing says where its files are.
    """

    def entry(element: XmlElement) -> RemoteFile:
        path = element.needed("filePath")
        return RemoteFile(element.optional("dataName") or path, path)

    def index(element: XmlElement) -> Package:
        name, source = element.label() or file, element.optional("indexUrl") or base
        if not (base or source):
            raise refusal("xml", "the index does not say where its files are (indexUrl): add its address", file)
        files = element.all(RemoteFile)[:MOST_ENTRIES]
        try:
            files = tuple(replace(each, url=urljoin(base or source, each.url)) for each in files)
        except ValueError:
            raise refusal(
                "xml", f"{base or source}, or a filePath beside it, is not an address: {AGAIN}", file
            ) from None
        return Package(id=name, name=name, source=source, files=files)

    findings: list[Finding] = []
    builders: dict[str, Build] = {"dataIndexEntry": entry, "dataIndex": index}
    read = read_xml(data, file, NAMESPACE, "dataIndex", builders, findings)
    if not isinstance(read, Package) or not read.files:
        raise refusal("xml", f"the index names no file: {AGAIN}", file)
    return read
