"""Files are written whole or not at all."""

from __future__ import annotations

import os
import stat
import sys
import threading
from pathlib import Path

import pytest

from builder.errors import InputError
from builder.services.army.saving import locked
from builder.services.files import StagedFile, is_there, prepared, read_source, write_target


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "army.yaml"
    write_target(str(path), b"old")
    write_target(str(path), b"new")
    assert path.read_bytes() == b"new"
    assert [found.name for found in tmp_path.iterdir()] == ["army.yaml"]


def test_a_file_that_is_there_stays_when_it_must(tmp_path: Path) -> None:
    path = tmp_path / "army.yaml"
    path.write_bytes(b"mine")
    with pytest.raises(InputError, match="already there"):
        write_target(str(path), b"new", replace=False)
    assert path.read_bytes() == b"mine"


def test_when_writing_fails_the_old_file_stays_and_nothing_is_left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "army.yaml"
    path.write_bytes(b"old")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError, match="No space left on device"):
        write_target(str(path), b"new")
    assert path.read_bytes() == b"old"
    assert [found.name for found in tmp_path.iterdir()] == ["army.yaml"]


@pytest.mark.parametrize(("name", "said"), [("none/army.pdf", "its folder does not exist"), (".", "this is a folder")])
def test_a_target_that_cannot_be_is_one_message(tmp_path: Path, name: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        write_target(str(tmp_path / name), b"new")
    assert len(caught.value.findings) == 1 and said in str(caught.value)


@pytest.mark.parametrize(("name", "said"), [("none.yaml", "there is no such file"), (".", "this is a folder")])
def test_a_source_that_cannot_be_read_is_one_message(tmp_path: Path, name: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        read_source(str(tmp_path / name))
    assert len(caught.value.findings) == 1 and said in str(caught.value)


def test_a_link_keeps_pointing_where_it_did(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    write_target(str(tmp_path / "link"), b"new")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "real").read_bytes() == b"new"


def test_a_device_is_written_to_and_stays_one() -> None:
    before = Path(os.devnull).stat()
    write_target(os.devnull, b"new")
    assert Path(os.devnull).stat().st_rdev == before.st_rdev


@pytest.mark.parametrize("name", ["a" * 300, "nul\0"])
def test_a_name_that_no_file_can_have_is_one_message(name: str) -> None:
    assert not is_there(name)
    with pytest.raises(InputError):
        read_source(name)


def test_a_new_file_has_the_rights_of_any_new_file(tmp_path: Path) -> None:
    path, other = tmp_path / "army.yaml", tmp_path / "other"
    write_target(str(path), b"new")
    other.write_bytes(b"")
    assert path.stat().st_mode == other.stat().st_mode


def test_nothing_has_changed_before_a_prepared_file_is_put(tmp_path: Path) -> None:
    path = tmp_path / "army.yaml"
    path.write_bytes(b"old")
    with prepared(str(path), b"new") as put:
        assert path.read_bytes() == b"old"
        put()
        assert path.read_bytes() == b"new"
    with pytest.raises(KeyboardInterrupt), prepared(str(path), b"newer"):
        raise KeyboardInterrupt
    assert path.read_bytes() == b"new" and [found.name for found in tmp_path.iterdir()] == ["army.yaml"]


def test_a_new_name_is_on_the_disk_before_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[tuple[bool, bool]] = []
    sync = os.fsync
    path = tmp_path / "army.yaml"

    def watched(handle: int) -> None:
        synced.append((stat.S_ISDIR(os.fstat(handle).st_mode), path.exists()))
        sync(handle)

    monkeypatch.setattr(os, "fsync", watched)
    write_target(str(path), b"new")
    assert synced == [(False, False), (True, True)]


@pytest.mark.skipif(sys.platform == "win32", reason="files in use cannot be told apart there")
def test_what_killed_programs_left_is_cleared_and_nothing_else(tmp_path: Path) -> None:
    left, likely = tmp_path / ".other.pdf.abcd1234.muster-new", tmp_path / ".army.yaml.abcd1234"
    left.write_bytes(b"half")
    likely.write_bytes(b"mine")
    with StagedFile(tmp_path / "slow.pdf", b"slow") as slow:
        write_target(str(tmp_path / "army.yaml"), b"new")
        slow.put()
    assert sorted(found.name for found in tmp_path.iterdir()) == [".army.yaml.abcd1234", "army.yaml", "slow.pdf"]


def test_who_wants_a_locked_file_waits_and_no_lock_stays_behind(tmp_path: Path) -> None:
    path = str(tmp_path / "army.yaml")
    order: list[str] = []

    def other() -> None:
        with locked(path):
            order.append("other")

    with locked(path) as told:
        assert told is None and [found.name for found in tmp_path.iterdir()] == [".army.yaml.lock"]
        thread = threading.Thread(target=other)
        thread.start()
        with locked(path):  # who has it need not wait for himself
            order.append("first")
    thread.join()
    assert order == ["first", "other"] and list(tmp_path.iterdir()) == []


def test_a_lock_that_cannot_be_made_is_told_of_once(tmp_path: Path) -> None:
    path = tmp_path / "army.yaml"
    path.with_name(".army.yaml.lock").mkdir()
    with locked(str(path)) as told:
        assert told is not None and "two programs can change this file at once" in str(told)
        with locked(str(path)) as again:
            assert again is None


def test_locks_of_one_file_are_the_same_however_it_is_called(tmp_path: Path) -> None:
    (tmp_path / "link.yaml").symlink_to("army.yaml")
    with locked(str(tmp_path / "link.yaml")):
        assert (tmp_path / ".army.yaml.lock").exists()
