"""Data from the network and from indexes: fetched where it is asked for, checked, and never more than there can be."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.errors import InputError
from builder.inputs import progress_to
from builder.resources import data_sets
from builder.services.data import fetching
from builder.services.data.catalogue_store import add
from builder.services.data.sources import packages
from tests.formats.datafiles import catalogue, folder, game_system
from tests.services.loopback.server import CERTIFICATE, Site, serving


@pytest.fixture(autouse=True)
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_DATA", str(tmp_path / "own"))
    for name in ("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    with serving() as served:
        yield served


def zipped(**files: bytes) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name.replace("_", "."), data)
    return content.getvalue()


def package(site: Site, sums: bool = True) -> bytes:
    """A package on the site: its index, with the files that it names beside it, one of them zipped."""
    site.files |= {"/s.gst": game_system(), "/m.catz": zipped(m_cat=catalogue())}
    plain = {"s.gst": game_system(), "m.catz": catalogue()}
    files = [
        {
            "name": name,
            "type": "catalogue",
            "revision": 7,
            "fileUrl": f"{site.base}/{name}",
            **({"sourceSha256": hashlib.sha256(data).hexdigest().upper()} if sums else {}),
        }
        for name, data in plain.items()
    ]
    index = {"name": "small-wars", "version": "v7", "githubUrl": "https://github.com/x/small-wars"}
    return json.dumps({**index, "repositoryFiles": files}).encode()


def xml_index(from_: str, *names: str) -> bytes:
    """The index of a `.bsi`, which says in `from_` where it is from."""
    space = "http://www.battlescribe.net/schema/dataIndexSchema"
    files = (f'<dataIndexEntry filePath="{name}" dataType="catalogue" dataName="x"/>' for name in names or ("m.cat",))
    entries = f"<dataIndexEntries>{''.join(files)}</dataIndexEntries>"
    return f'<dataIndex name="Small Wars"{from_} xmlns="{space}">{entries}</dataIndex>'.encode()


def kept() -> list[str]:
    return [found.id for found in data_sets()]


@pytest.mark.parametrize("where", ["address", "file", "gzip", "gallery"])
def test_a_package_is_fetched_and_held_against_its_checksums(site: Site, tmp_path: Path, where: str) -> None:
    index = package(site)
    gallery = {"name": "g", "repositories": [{"name": "small-wars", "repositoryUrl": f"{site.base}/p.catpkg.json"}]}
    site.files |= {"/p.catpkg.json": index, "/gallery.json": json.dumps(gallery).encode()}
    (tmp_path / "p.catpkg.json").write_bytes(index)
    (tmp_path / "p.catpkg.json.gz").write_bytes(gzip.compress(index))
    sources = {
        "address": f"{site.base}/p.catpkg.json",
        "file": str(tmp_path / "p.catpkg.json"),
        "gzip": str(tmp_path / "p.catpkg.json.gz"),
        "gallery": f"{site.base}/gallery.json#small-wars",
    }
    told: list[str] = []
    with progress_to(told.append, after=0):
        (done,) = add(sources[where])
    assert (done.data.id, [head.name for head in done.data.catalogues]) == ("Small Wars", ["Marines"])
    assert any(text.startswith("2 of 2") for text in told)


def test_a_file_that_is_not_what_its_index_says_adds_nothing(site: Site, tmp_path: Path) -> None:
    (tmp_path / "p.catpkg.json").write_bytes(package(site))
    site.files["/m.catz"] = zipped(m_cat=catalogue(revision=8))
    with pytest.raises(InputError, match="another checksum"):
        add(str(tmp_path / "p.catpkg.json"))
    assert not kept()


@pytest.mark.parametrize("where", ["address", "file"])
def test_an_index_in_xml_names_files_beside_it(site: Site, tmp_path: Path, where: str) -> None:
    package(site)
    from_ = f' indexUrl="{site.base}/x.bsi"' if where == "file" else ""
    index = zipped(index_xml=xml_index(from_, "s.gst", "m.catz"))
    site.files["/x.bsi"] = index
    (tmp_path / "x.bsi").write_bytes(index)
    add(f"{site.base}/x.bsi" if where == "address" else str(tmp_path / "x.bsi"))
    assert kept() == ["Small Wars"]


def test_a_zip_a_bsr_and_a_single_file_are_fetched(site: Site) -> None:
    site.files |= {"/set.zip": zipped(s_gst=game_system(), m_cat=catalogue()), "/m.cat": catalogue(revision=9)}
    site.files["/set.bsr"] = zipped(index_xml=b"<dataIndex/>", s_gst=game_system(), m_cat=catalogue(revision=8))
    add(f"{site.base}/set.zip")
    (repository,) = add(f"{site.base}/set.bsr")
    (done,) = add(f"{site.base}/m.cat")
    assert [(each.before, each.now) for each in (*repository.revised, *done.revised)] == [(7, 8), (8, 9)]


def test_a_gallery_is_listed_and_nothing_of_it_fetched(site: Site) -> None:
    entry = {
        "name": "small-wars",
        "description": "Small Wars",
        "repositoryUrl": "https://nowhere.invalid/x",
        "archived": True,
    }
    site.files["/gallery.json"] = json.dumps({"repositories": [entry]}).encode()
    (found,) = packages(f"{site.base}/gallery.json")
    assert (found.id, found.name, found.archived, site.asked) == ("small-wars", "Small Wars", True, ["/gallery.json"])
    with pytest.raises(InputError, match=r"lists 1 data set \(small-wars\): name one behind a #"):
        add(f"{site.base}/gallery.json")


def test_only_https_is_fetched(site: Site) -> None:
    site.moved |= {"/away": "http://localhost/plain.zip", "/round": f"{site.base}/round"}
    for source, said in (
        ("http://localhost/x.zip", "https://"),
        ("ftp://localhost/x.zip", "https://"),
        ("file:///etc/passwd", "https://"),
        ("https:///x.zip", "names no server"),
        (f"{site.base}/away", "leads to http://localhost/plain.zip"),
        (f"{site.base}/round", "from one address to the next without end: nothing is fetched$"),
        (f"{site.base}/gone.zip", "404"),
    ):
        with pytest.raises(InputError, match=said):
            add(source)
    assert not kept()


def test_a_certificate_that_is_not_trusted_stops_it(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SSL_CERT_FILE")
    with pytest.raises(InputError, match="certificate is not trusted"):
        add(f"{site.base}/set.zip")


def test_without_a_network_it_says_so() -> None:
    with pytest.raises(InputError, match=r"cannot be reached .*from your disk"):
        add("https://localhost:1/set.zip")


def test_no_more_is_fetched_than_there_can_be(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    site.files["/set.zip"] = b"x" * 300_000
    site.lengths["/set.zip"] = 10**12
    with pytest.raises(InputError, match="larger than"):
        add(f"{site.base}/set.zip")
    site.lengths["/set.zip"] = 300_000
    with pytest.raises(InputError, match="larger than 0 MiB"):
        fetching.fetch(f"{site.base}/set.zip", 100_000)


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("x.catpkg.json", b'{"repositoryFiles": [{"fileUrl": 7}]}', "not as indexes are"),
        ("x.catpkg.json", b'{"repositoryFiles": [{"fileUrl": "https', "damaged or cut off"),
        (
            "x.catpkg.json",
            b'{"repositoryFiles": [{"fileUrl": "https://localhost:1/../evil.exe"}]}',
            "is no .gst or",
        ),
        ("x.catpkg.json", b'{"repositoryFiles": [{"fileUrl": "https://[::1"}]}', "not an address"),
        ("x.catpkg.json", b'{"repositories": []}', "lists no data set"),
        ("x.json.gz", b"\x1f\x8bnot a gzip", "damaged or cut off"),
        ("x.json.gz", gzip.compress(b" " * (17 * 2**20)), "larger than 16 MiB"),
        ("x.bsi", zipped(index_xml=b"<dataIndex/>"), "dataIndex"),
        ("x.bsi", zipped(index_xml=xml_index("")), r"does not say where its files are \(indexUrl\)"),
        ("x.bsi", zipped(index_xml=xml_index(' indexUrl="https://[::1"')), "not an address"),
        ("x.txt", b"hello", "neither a folder, nor a zip, nor an index"),
        ("x.rosz", b"PK\x03\x04", "'muster check FILE' checks it"),
        ("x.json", b'{"roster": {}}', "'muster check FILE' checks it"),
    ],
)
def test_what_is_no_index_is_told(tmp_path: Path, name: str, data: bytes, said: str) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(InputError, match=said):
        add(str(tmp_path / name))
    assert not kept()


def test_a_folder_is_added_as_ever(tmp_path: Path) -> None:
    add(str(folder(tmp_path / "set", {"s.gst": game_system(), "m.cat": catalogue()})))
    assert kept() == ["Small Wars"]
