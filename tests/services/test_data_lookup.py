"""Catalogues are found by what players call them."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.errors import InputError
from builder.services.data import catalogue_store
from builder.services.data.lookup import find_catalogue
from tests.formats.datafiles import catalogue, folder, game_system


def test_a_catalogue_is_found_by_the_last_part_of_its_name_and_several_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("Imperium - Space Marines", "Chaos - Chaos Space Marines", "Imperium - Black Templars")
    files = {f"{n}.cat": catalogue(id=f"c{n}", name=name) for n, name in enumerate(names)}
    monkeypatch.setenv("MUSTER_DATA", str(tmp_path / "own"))
    catalogue_store.add(str(folder(tmp_path / "small-wars", {"small.gst": game_system(), **files})), "Small")
    assert find_catalogue("Small/space marines")[1].name == names[0]
    assert find_catalogue("Small/chaos space")[1].name == names[1]
    with pytest.raises(InputError, match=f"more than one catalogue of Small: {names[0]}, {names[2]}"):
        find_catalogue("Small/imperium")
