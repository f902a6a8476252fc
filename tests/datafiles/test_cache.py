"""The cache gives back what was kept, and nothing else."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest

from builder import cache
from builder.catalogue.model import Catalogue, Cost, SelectionEntry
from builder.datafiles.datasheets.library import load
from builder.errors import InputError
from builder.formats.battlescribe.catalogues import DataFile, read_data_file
from builder.record import Record
from tests.formats.datafiles import OLD_ENTRY, SQUAD, catalogue, game_system


class Number(Record, frozen=True):
    number: int


class Word(Record, frozen=True):
    number: str


class Calls:
    """Counts how often a value is worked out."""

    def __init__(self) -> None:
        self.number = 0

    def __call__(self) -> Number:
        self.number += 1
        return Number(self.number)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MUSTER_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def entries(folder: Path) -> list[Path]:
    return sorted(folder.glob(f"*{cache.SUFFIX}"))


def test_a_value_is_worked_out_once(folder: Path) -> None:
    calls = Calls()
    assert [cache.remembered(Number, [b"a"], calls) for _ in range(3)] == [Number(1)] * 3
    assert len(entries(folder)) == 1


def test_other_sources_make_another_value(folder: Path) -> None:
    calls = Calls()
    made = [cache.remembered(Number, sources, calls) for sources in ([b"ab"], [b"a", b"b"], [b"b", b"a"], [b"ab", b""])]
    assert made == [Number(1), Number(2), Number(3), Number(4)]


@pytest.mark.parametrize("size", [0, 1, cache._BLOCK, 2 * cache._BLOCK + 3])
def test_the_digest_of_a_file_is_that_of_its_bytes(tmp_path: Path, size: int) -> None:
    contents = bytes(number % 251 for number in range(size))
    (tmp_path / "file").write_bytes(contents)
    assert cache.file_digest(tmp_path / "file", size) == cache.digest(contents)


def test_no_digest_is_taken_of_a_file_that_is_too_large(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"four")
    with pytest.raises(InputError, match="larger than 3 bytes"):
        cache.file_digest(tmp_path / "file", 3)


def test_another_type_never_gets_the_value(folder: Path) -> None:
    cache.remembered(Number, [b"a"], Calls())
    assert cache.remembered(Word, [b"a"], lambda: Word("one")) == Word("one")


def test_a_changed_program_never_gets_an_old_value(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = Calls()
    cache.remembered(Number, [b"a"], calls)
    monkeypatch.setattr(cache, "_program", lambda: b"another")
    assert cache.remembered(Number, [b"a"], calls) == Number(2)


def test_a_library_that_was_renewed_makes_another_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "msgspec").mkdir()
    monkeypatch.setattr("msgspec.__file__", str(tmp_path / "msgspec/__init__.py"))
    os.utime(tmp_path, ns=(1, 1))
    before = cache._program.__wrapped__()
    assert cache._program.__wrapped__() == before
    (tmp_path / "reportlab-9.dist-info").mkdir()
    assert cache._program.__wrapped__() != before


def test_a_plug_in_that_was_changed_makes_another_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = tmp_path / "rules.py"
    module.write_text("LIMIT = 3")
    monkeypatch.setattr("builder.plugins.data_folders", lambda: (("plug-in", tmp_path),))
    before = cache._program.__wrapped__()
    module.write_text("LIMIT = 30")
    assert cache._program.__wrapped__() != before


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:-1],
        lambda data: data[:20] + b"x" + data[21:],
        lambda data: data[:-1] + bytes([data[-1] ^ 1]),
        lambda data: b"something else",
        lambda data: data + b"more",
    ],
)
def test_a_damaged_entry_is_made_again_and_mended(folder: Path, damage: Callable[[bytes], bytes]) -> None:
    calls = Calls()
    cache.remembered(Number, [b"a"], calls)
    (entry,) = entries(folder)
    entry.write_bytes(damage(entry.read_bytes()))
    assert cache.remembered(Number, [b"a"], calls) == Number(2)
    assert cache.remembered(Number, [b"a"], calls) == Number(2)


def test_an_entry_that_holds_something_else_is_made_again(folder: Path) -> None:
    cache.remembered(Number, [b"a"], Calls())
    cache.remembered(Word, [b"a"], lambda: Word("one"))
    first, second = entries(folder)
    swapped = first.read_bytes(), second.read_bytes()
    second.write_bytes(swapped[0])
    first.write_bytes(swapped[1])
    assert cache.remembered(Number, [b"a"], lambda: Number(7)) == Number(7)


def test_what_fails_is_not_kept(folder: Path) -> None:
    def fail() -> Number:
        raise InputError("no")

    with pytest.raises(InputError):
        cache.remembered(Number, [b"a"], fail)
    assert cache.remembered(Number, [b"a"], Calls()) == Number(1)


def test_a_folder_that_cannot_be_written_is_done_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("MUSTER_CACHE", str(tmp_path / "file" / "below"))
    assert cache.remembered(Number, [b"a"], Calls()) == Number(1)


def test_what_was_not_used_for_longest_goes_first(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = [cache.remembered(Number, [bytes([number])], Calls()) for number in range(3)]
    assert len(kept) == len(entries(folder)) == 3
    size = entries(folder)[0].stat().st_size
    monkeypatch.setattr(cache, "MAX_BYTES", 2 * size)
    (folder / "notes.txt").write_text("not ours")
    again = Calls()
    cache.remembered(Number, [b"new"], again)
    assert len([entry for entry in entries(folder) if entry.suffix == cache.SUFFIX]) == 2
    assert (folder / "notes.txt").exists()
    assert cache.remembered(Number, [b"new"], again) == Number(1)


def test_the_folder_is_gone_through_now_and_then_and_not_for_each_small_entry(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone_through: list[Path] = []
    monkeypatch.setattr(cache, "_prune", gone_through.append)
    for number in range(3):
        cache.remembered(Number, [bytes([number])], Calls())
    assert gone_through == [folder]
    os.utime(folder / cache.STAMP, (0, time.time() - 2 * cache.PRUNED_EVERY))
    cache.remembered(Number, [b"later"], Calls())
    assert gone_through == [folder, folder]


@pytest.mark.parametrize("data", [catalogue(SQUAD + OLD_ENTRY), game_system(), game_system(version="9")])
def test_data_files_come_back_as_they_were(folder: Path, data: bytes) -> None:
    file = read_data_file(data, "x.cat")
    cache.remembered(DataFile, [data], lambda: file)
    found = cache.remembered(DataFile, [data], lambda: pytest.fail("made again"))
    assert found == file


def test_numbers_come_back_exactly(folder: Path) -> None:
    amounts = tuple(Cost("pts", Decimal(text)) for text in ("0.1", "1E+3", "-2", "12345678901234567890.5"))
    made = Catalogue(id="c", name="C", game_system_id="s", selection_entries=(SelectionEntry(id="e", costs=amounts),))
    cache.remembered(Catalogue, [b""], lambda: made)
    found = cache.remembered(Catalogue, [b""], lambda: pytest.fail("made again"))
    assert [str(cost.value) for cost in found.selection_entries[0].costs] == [str(cost.value) for cost in amounts]


def test_a_changed_datasheet_is_read_again(data_folder: Path, folder: Path) -> None:
    assert load("diceless/marines").catalogue.name == "Test Marines"
    path = data_folder / "datasheets/diceless/marines.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("Test Marines", "Best Marines"), encoding="utf-8")
    assert load("diceless/marines").catalogue.name == "Best Marines"
    assert len(entries(folder)) == 2
