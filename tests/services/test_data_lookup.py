"""Catalogues are found by what players call them; of an army whose data is gone that alone is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.errors import InputError
from builder.services.data import catalogue_store
from builder.services.data.lookup import find_catalogue
from builder.services.editor.new_army import begin
from builder.services.library.armies import library_armies, mistakes_of
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


def test_an_army_whose_data_went_says_which_and_how_it_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MUSTER_ARMIES", str(tmp_path / "armies"))
    for name in ("Small", "Other"):
        monkeypatch.setenv("MUSTER_DATA", str(tmp_path / name))
        catalogue_store.add(str(folder(tmp_path / f"of {name}", {"s.gst": game_system(), "m.cat": catalogue()})), name)
    monkeypatch.setenv("MUSTER_DATA", str(tmp_path / "Small"))
    folder(tmp_path / "armies", {"one.yaml": begin("Small/Marines", "One", None).encode()})
    for here in ("nowhere", "Other"):
        monkeypatch.setenv("MUSTER_DATA", str(tmp_path / here))
        (army,) = library_armies()
        assert army.lacks_data and "line" not in mistakes_of(army)
        assert "The data of this army is missing" in mistakes_of(army)
        assert "there is no data set 'Small': add it with 'muster data add', or under Data" in mistakes_of(army)


def test_a_name_that_can_mean_several_sets_is_no_missing_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_ARMIES", str(tmp_path / "armies"))
    monkeypatch.setenv("MUSTER_DATA", str(tmp_path / "data"))
    for name in ("Small 1st", "Small 2nd"):
        catalogue_store.add(str(folder(tmp_path / f"of {name}", {"s.gst": game_system(), "m.cat": catalogue()})), name)
    text = begin("Small 1st/Marines", "One", None).encode().replace(b"Small 1st/", b"Small/")
    folder(tmp_path / "armies", {"one.yaml": text})
    (army,) = library_armies()
    assert army.mistakes and not army.lacks_data
    assert "'Small' can be more than one data set: Small 1st, Small 2nd" in mistakes_of(army)
