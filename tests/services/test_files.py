"""Files are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from builder.errors import InputError
from builder.services.files import is_there, read_source, write_target


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


def test_the_army_itself_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "army.yaml"
    path.write_bytes(b"mine")
    with pytest.raises(InputError, match="the army itself"):
        write_target(f"{tmp_path}/./army.yaml", b"new", source=str(path))
    assert path.read_bytes() == b"mine"


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
