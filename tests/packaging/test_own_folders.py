"""Tests keep out of the folders of whoever runs them, from the moment their modules are imported."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

FOLDERS = ("ARMIES", "CACHE", "CONFIG", "DATA", "GAMES", "STATE")
AT_IMPORT = {name: os.environ.get(f"MUSTER_{name}") for name in FOLDERS}


@pytest.mark.parametrize("name", FOLDERS)
def test_modules_of_tests_are_imported_with_folders_of_their_own(name: str) -> None:
    folder = AT_IMPORT[name]
    assert folder is not None
    assert Path(folder).is_relative_to(tempfile.gettempdir())
