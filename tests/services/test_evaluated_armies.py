"""An army that is kept in the cache is the army that its file and its data make now, or it is not used."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from builder.errors import InputError
from builder.resources import STARTERS, find_resources
from builder.services.army.locator import open_army
from builder.services.army.opening import Army, open_bytes
from tests.formats.datafiles import SQUAD, catalogue, game_system
from tests.starters import EACH_STARTER

SHEETS = Path(__file__).parents[2] / "datasheets"
STARTER_ARMIES = {found.id: found.path for found in find_resources(STARTERS)}
OURS = STARTER_ARMIES["orks-500"].read_bytes()
THEIRS = b"format: muster-army\nversion: 1\nname: Theirs\nsystem: diceless\ndata: wars/Marines\nunits: [unit: Squad]\n"
ORKS = "datasheets/diceless/orks.yaml"
FRAME = "datasheets/diceless/system.yaml"
CATALOGUE = "battlescribe/wars/marines.cat"
GAME_SYSTEM = "battlescribe/wars/wars.gst"


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with the datasheets of Diceless and a data set of the community; the cache is empty."""
    folder = tmp_path / "data"
    shutil.copytree(SHEETS / "diceless", folder / "datasheets/diceless")
    (folder / "battlescribe/wars").mkdir(parents=True)
    (folder / CATALOGUE).write_bytes(catalogue(SQUAD))
    (folder / GAME_SYSTEM).write_bytes(game_system())
    monkeypatch.setenv("MUSTER_DATA", str(folder))
    monkeypatch.setenv("MUSTER_CACHE", str(tmp_path / "cache"))
    return folder


def opened_from_cache(monkeypatch: pytest.MonkeyPatch, contents: bytes) -> Army:
    """The army, where nothing of its file is read anew."""
    with monkeypatch.context() as patch:
        patch.setattr("builder.services.army.evaluated._read_and_evaluate", lambda *_: pytest.fail("read anew"))
        return open_bytes(contents, "army.yaml")


def change(path: Path, old: bytes, new: bytes) -> None:
    """Change a file so that neither its size nor its age tells of it."""
    before, state = path.read_bytes(), path.stat()
    assert old in before and len(old) == len(new)
    path.write_bytes(before.replace(old, new))
    os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))


@pytest.mark.parametrize("starter", EACH_STARTER)
def test_a_kept_army_is_equal_to_the_one_that_was_kept(starter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    contents = STARTER_ARMIES[starter].read_bytes()
    assert open_bytes(contents, "army.yaml") == opened_from_cache(monkeypatch, contents)


def test_an_army_of_the_communitys_data_is_kept_too(monkeypatch: pytest.MonkeyPatch) -> None:
    assert open_bytes(THEIRS, "army.yaml") == opened_from_cache(monkeypatch, THEIRS)


def test_a_changed_file_is_another_army() -> None:
    first = open_bytes(OURS, "army.yaml")
    assert open_bytes(OURS.replace(b"limit: 500", b"limit: 400"), "army.yaml").findings != first.findings


@pytest.mark.parametrize(
    ("army", "file", "old", "new"),
    [
        (OURS, ORKS, b"slugga", b"shlugg"),
        (OURS, FRAME, b"Troops: 2-6", b"Troops: 9-9"),
        (THEIRS, CATALOGUE, b'name="Squad"', b'name="squad"'),
        (THEIRS, GAME_SYSTEM, b"Troops", b"Troopz"),
    ],
)
def test_changed_data_makes_another_army(data: Path, army: bytes, file: str, old: bytes, new: bytes) -> None:
    before = open_bytes(army, "army.yaml")
    change(data / file, old, new)
    after = open_bytes(army, "army.yaml")
    assert before != after
    change(data / file, new, old)
    assert open_bytes(army, "army.yaml") == before


@pytest.mark.parametrize(("army", "file"), [(OURS, ORKS), (OURS, FRAME), (THEIRS, CATALOGUE), (THEIRS, GAME_SYSTEM)])
@pytest.mark.parametrize("damage", [Path.unlink, lambda path: path.write_bytes(b"\0")])
def test_an_army_whose_data_is_gone_or_damaged_is_not_opened(
    data: Path, army: bytes, file: str, damage: Callable[[Path], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builder.resources._PACKAGE", data / "nowhere")
    open_bytes(army, "army.yaml")
    damage(data / file)
    with pytest.raises(InputError):
        open_bytes(army, "army.yaml")


@pytest.mark.long
def test_data_in_a_folder_that_comes_first_is_taken_from_now_on(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = open_bytes(OURS, "army.yaml")
    other = data.with_name("other")
    shutil.copytree(data, other)
    change(other / ORKS, b"slugga", b"shlugg")
    monkeypatch.setenv("MUSTER_DATA", str(other))
    assert open_bytes(OURS, "army.yaml").view != before.view


def test_findings_name_the_file_that_was_opened() -> None:
    saved_before = OURS.replace(b"data: diceless/orks", b"data: {id: diceless/orks, digest: 0123456789abcdef}")
    for name in ("first.yaml", "second.yaml"):
        (changed,) = (found for found in open_bytes(saved_before, name).findings if found.code == "data")
        assert changed.at.file == name


@pytest.mark.parametrize("damage", [lambda data: b"", lambda data: data[:-1], lambda data: data[:99] + b"?" * 99])
def test_a_damaged_entry_of_the_cache_is_worked_out_again(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    before = open_bytes(OURS, "army.yaml")
    for entry in (tmp_path / "cache").iterdir():
        entry.write_bytes(damage(entry.read_bytes()))
    assert open_bytes(OURS, "army.yaml") == before


def test_an_army_with_mistakes_is_refused_each_time() -> None:
    for _ in range(2):
        with pytest.raises(InputError, match="Nobz of Doom"):
            open_bytes(OURS.replace(b"unit: Weirdboy", b"unit: Nobz of Doom"), "army.yaml")


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="names of files are text there")
def test_a_file_whose_name_is_no_text_is_opened(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/b\xff.yaml"))
    path.write_bytes(OURS)
    assert [open_army(str(path)).name for _ in range(2)] == [open_bytes(OURS, "army.yaml").name] * 2
