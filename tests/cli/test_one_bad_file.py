"""In every list, what is wrong with one item is told of that item; all others are there."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from builder.resources import find_resources
from builder.services.army.evaluated import EvaluatedArmy, evaluate_file
from builder.services.data.datasheets import installed_data
from builder.services.library.browsing import known_sets
from builder.services.library.commands import bring
from tests.cli.test_commands import Muster, muster, report
from tests.formats.datafiles import SQUAD, catalogue, game_system
from tests.formats.rosterfiles import roster

__all__ = ["muster"]

STARTER = next(found for found in find_resources("templates/armies") if found.id == "orks-500")


@pytest.fixture(autouse=True)
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A library with one army, `good`."""
    folder = tmp_path / "armies"
    folder.mkdir()
    monkeypatch.setenv("MUSTER_ARMIES", str(folder))
    monkeypatch.setenv("MUSTER_DATA", str(tmp_path / "data"))
    (folder / "good.yaml").write_bytes(STARTER.path.read_bytes())
    return folder


@pytest.fixture
def sets(tmp_path: Path) -> Path:
    """The folder of data sets, with one, `wars`, of two catalogues."""
    folder = tmp_path / "data/battlescribe"
    (folder / "wars").mkdir(parents=True)
    (folder / "wars/wars.gst").write_bytes(game_system())
    (folder / "wars/marines.cat").write_bytes(catalogue())
    (folder / "wars/orks.cat").write_bytes(catalogue(id="orks", name="Orks"))
    return folder


@pytest.mark.parametrize("number", ["1e999999999", "9" * 5000, "-1e999999999"])
def test_a_cost_beyond_reckoning_in_a_roster_leaves_the_other_armies_alone(
    muster: Muster, library: Path, number: str
) -> None:
    (library / "bad.ros").write_bytes(roster().replace(b'value="144.0"', f'value="{number}"'.encode()))
    said = muster("armies")
    assert said.status == 0 and "bad" in said.out and "good" in said.out
    assert muster("summary", "good").status == 0
    assert muster("show", "no such army").status == 2
    said = muster("check", "bad")
    assert said.status == 2 and "bad.ros:" in said.err and "no amount" in said.err


def test_a_fault_of_the_program_over_one_army_leaves_the_others_alone(
    muster: Muster, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def faulty(contents: bytes, name: str) -> EvaluatedArmy:
        if name.endswith("bad.yaml"):
            raise KeyError("a slip")
        return evaluate_file(contents, name)

    monkeypatch.setattr("builder.services.army.opening.evaluate_file", faulty)
    (library / "bad.yaml").write_bytes(STARTER.path.read_bytes() + b"# another\n")
    said = muster("armies", "--json")
    assert said.status == 0 and "KeyError" in said.out
    assert {army["id"] for army in report(said)["armies"]} >= {"bad", "good"}


@pytest.mark.skipif(os.name == "nt", reason="names of files are text there")
def test_a_name_that_is_no_text_leaves_the_other_armies_alone(muster: Muster, library: Path) -> None:
    Path(os.fsdecode(os.fsencode(library) + b"/b\xff.yaml")).write_bytes(STARTER.path.read_bytes())
    said = muster("armies")
    assert said.status == 0 and "good" in said.out
    assert muster("armies", "--json").status == 0


@pytest.mark.parametrize("damage", [b"<catalogue", b"", b"\xff\xfe\0", catalogue()[:-30]])
def test_a_damaged_catalogue_leaves_the_rest_of_its_set_in_use(muster: Muster, sets: Path, damage: bytes) -> None:
    (sets / "wars/orks.cat").write_bytes(damage)
    listed = muster("data", "list")
    assert listed.status == 0 and "wars/Marines" in listed.out and "orks.cat" in listed.err
    (only,) = report(muster("data", "list", "--json"))["sets"]
    assert only["valid"] and only["findings"][0]["at"]["file"].endswith("orks.cat")
    assert muster("data", "show", "wars/Marines").status == 0
    checked = muster("data", "check")
    assert checked.status == 1 and "wars/Marines" in checked.out and "orks.cat" in checked.out


def test_a_damaged_game_system_is_told_and_the_other_sets_are_listed_and_checked(muster: Muster, sets: Path) -> None:
    (sets / "bad").mkdir()
    (sets / "bad/bad.gst").write_bytes(b"<gameSystem")
    listed = muster("data", "list")
    assert listed.status == 0 and "wars/Marines" in listed.out and "bad.gst" in listed.err
    checked = muster("data", "check")
    assert checked.status == 2 and "wars/Marines" in checked.out and "bad.gst" in checked.err


def test_data_is_added_beside_a_damaged_set(muster: Muster, sets: Path, tmp_path: Path) -> None:
    (sets / "wars/wars.gst").write_bytes(b"\0")
    more = tmp_path / "more"
    more.mkdir()
    (more / "more.gst").write_bytes(game_system(id="other", name="Other Wars"))
    assert muster("data", "add", str(more)).status == 0


def test_a_catalogue_added_to_a_set_loses_no_damaged_one(muster: Muster, sets: Path, tmp_path: Path) -> None:
    (sets / "wars/orks.cat").write_bytes(b"damaged")
    fresh = tmp_path / "elves.cat"
    fresh.write_bytes(catalogue(SQUAD, id="elves", name="Elves"))
    assert muster("data", "add", str(fresh)).status == 0
    assert (sets / "wars/orks.cat").read_bytes() == b"damaged"
    mended = tmp_path / "orks.cat"
    mended.write_bytes(catalogue(SQUAD, id="orks", name="Orks"))
    assert muster("data", "add", str(mended)).status == 0
    assert "orks.cat" not in muster("data", "list").err


def test_a_damaged_set_is_removed(muster: Muster, sets: Path) -> None:
    (sets / "wars/wars.gst").write_bytes(b"\0")
    said = muster("data", "remove", "wars")
    assert said.status == 0 and "wars is removed" in said.out
    assert not (sets / "wars").exists()


def test_a_saved_roster_of_a_good_set_is_imported_beside_a_damaged_one(sets: Path, tmp_path: Path) -> None:
    (sets / "wars/wars.gst").write_bytes(b"\0")
    source = tmp_path / "orks.yaml"
    source.write_bytes(STARTER.path.read_bytes())
    assert bring(str(source)).editable


Close = Callable[[Path], None]


@pytest.fixture
def close(monkeypatch: pytest.MonkeyPatch) -> Close:
    """What makes folders so that nobody may look into them."""
    closed: set[str] = set()
    scandir = os.scandir

    def refusing(folder: str | Path) -> object:
        if str(folder) in closed:
            raise PermissionError(errno.EACCES, "Permission denied", str(folder))
        return scandir(folder)

    def close(folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        closed.add(str(folder))

    monkeypatch.setattr(os, "scandir", refusing)
    return close


def test_a_folder_that_cannot_be_entered_is_told_and_the_other_armies_are_there(
    muster: Muster, library: Path, close: Close
) -> None:
    closed = library / "closed"
    close(closed)
    said = muster("armies")
    assert said.status == 2 and f"{closed}: it cannot be read: Permission denied" in said.err and "good" in said.out
    (library / "good.yaml").unlink()
    assert "no armies yet" not in muster("armies").out
    said = muster("check", "mine")
    assert said.status == 2 and "no army of that name" in said.err and "Permission denied" in said.err


def test_a_folder_of_data_sets_that_cannot_be_entered_is_told_wherever_they_are_asked_for(
    muster: Muster, sets: Path, close: Close
) -> None:
    close(sets)
    told = f"{sets}: it cannot be read: Permission denied"
    for words in (["list"], ["check"], ["check", "wars"], ["show", "wars/Marines"], ["search", "wars"]):
        said = muster("data", *words)
        assert said.status == 2 and told in said.err and "No data" not in said.out, words
    assert next(each for each in known_sets() if each.id == str(sets)).findings
    assert not next(each for each in installed_data() if each.id == str(sets)).usable


def test_folders_of_datasheets_and_starter_armies_that_cannot_be_entered_are_told_and_ours_are_there(
    muster: Muster, tmp_path: Path, close: Close
) -> None:
    sheets, starters = tmp_path / "data/datasheets/mine", tmp_path / "data/templates/armies"
    close(sheets)
    close(starters)
    told = f"{sheets}: it cannot be read: Permission denied"
    for words in (["list"], ["list", "--json"], ["check"], ["show", "mine/lads"]):
        said = muster("datasheets", *words)
        assert said.status == 2 and told in said.err and ("orks" in said.out) == (words[0] != "show"), words
    assert next(each for each in known_sets() if each.id == str(sheets)).findings
    said = muster("armies")
    assert said.status == 2 and f"{starters}: it cannot be read" in said.err and "orks-500" in said.out
