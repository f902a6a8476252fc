"""Data of the community is known by the digest of its files, which are not held and may change."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.cache import digest, file_digest
from builder.errors import InputError
from builder.services.data import catalogues
from builder.services.data.catalogue_store import add
from builder.services.data.catalogues import digest_in, open_catalogue
from builder.services.data.lookup import find_catalogue
from tests.formats.datafiles import catalogue, folder, game_system


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the one data set that there is."""
    monkeypatch.setenv("MUSTER_DATA", str(tmp_path / "own"))
    add(str(folder(tmp_path / "wars", {"small.gst": game_system(), "marines.cat": catalogue()})))
    return tmp_path / "own" / "battlescribe" / "Small Wars"


def test_the_digest_of_army_data_is_that_of_the_bytes_of_its_files(library: Path) -> None:
    files = [library / name for name in ("small.gst", "marines.cat")]
    data = open_catalogue("Small Wars/Marines")
    assert data.digest == digest(*(file.read_bytes() for file in files))
    found, _ = find_catalogue("Small Wars/Marines")
    assert digest_in(found, "Small Wars/Marines") == data.digest


def test_a_file_that_changes_while_it_is_read_is_not_taken_for_what_it_was(
    library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = library / "marines.cat"
    assert open_catalogue("Small Wars/Marines").revision == 7
    file.write_bytes(catalogue(revision=8))

    def changed(path: Path, most: int) -> str:
        taken = file_digest(path, most)
        if path == file:
            file.write_bytes(catalogue(revision=9))
        return taken

    with monkeypatch.context() as patched:
        patched.setattr(catalogues, "file_digest", changed)
        with pytest.raises(InputError, match="changed while it was read: try again"):
            open_catalogue("Small Wars/Marines")
    assert open_catalogue("Small Wars/Marines").revision == 9
    file.write_bytes(catalogue(revision=8))
    assert open_catalogue("Small Wars/Marines").revision == 8
