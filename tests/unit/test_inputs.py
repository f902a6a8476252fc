"""What comes into the program: regular files up to a bound, and one message for whatever breaks a reader."""

from __future__ import annotations

import io
import os
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from builder.bounds import AMOUNT, MIB, read_amount
from builder.errors import Finding, InputError
from builder.inputs import gathered, guarded, read_file, read_stream


def refused(call: Callable[[], object]) -> Finding:
    with pytest.raises(InputError) as caught:
        call()
    (finding,) = caught.value.findings
    return finding


class Endless(io.RawIOBase):
    """A stream that never ends; it counts what was read."""

    def __init__(self) -> None:
        self.read_so_far = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        assert isinstance(buffer, memoryview)
        self.read_so_far += len(buffer)
        return len(buffer)


def test_a_file_is_read_up_to_its_bound(tmp_path: Path) -> None:
    path = tmp_path / "army.yaml"
    path.write_bytes(b"12345")
    assert read_file(path, 5) == b"12345"
    finding = refused(lambda: read_file(path, 4))
    assert finding.at.file == str(path) and "larger than 4 bytes" in finding.message


def test_reading_takes_no_more_room_than_the_file(tmp_path: Path) -> None:
    path = tmp_path / "army.yaml"
    path.write_bytes(b"12345")
    tracemalloc.start()
    try:
        read_file(path, 64 * MIB)
        assert tracemalloc.get_traced_memory()[1] < MIB
    finally:
        tracemalloc.stop()


def test_an_endless_stream_is_read_no_further_than_its_bound() -> None:
    stream = Endless()
    finding = refused(lambda: read_stream(io.BufferedReader(stream), "standard input", 100_000))
    assert "larger than 100,000 bytes" in finding.message
    assert stream.read_so_far < 200_000


def test_a_file_of_the_system_that_has_nothing_to_say_is_an_empty_one() -> None:
    class Waiting(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            return cast(bytes, None)  # as a reader does that would have to wait

    assert read_stream(Waiting(), "kmsg", 5) == b""


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such pipes")
def test_a_pipe_to_which_nobody_writes_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "army.yaml"
    os.mkfifo(path)
    assert "a device or a pipe" in refused(lambda: read_file(path, 5)).message


def test_what_is_no_file_is_told_apart(tmp_path: Path) -> None:
    assert "no such file" in refused(lambda: read_file(tmp_path / "none", 5)).message
    assert "this is a folder" in refused(lambda: read_file(tmp_path, 5)).message
    assert "cannot be read" in refused(lambda: read_file("a\0b", 5)).message


@pytest.mark.parametrize("error", [OverflowError(), RecursionError(), MemoryError(), UnicodeError("bad")])
def test_what_breaks_a_reader_is_one_message_with_the_file(error: Exception) -> None:
    def read() -> None:
        with guarded("army.yaml"):
            raise error

    finding = refused(read)
    assert finding.at.file == "army.yaml" and finding.message


def test_a_fault_of_the_program_is_no_message_about_a_file() -> None:
    with pytest.raises(KeyError), guarded("army.yaml"):
        raise KeyError("x")


def test_in_a_list_a_fault_is_a_finding_of_its_item() -> None:
    findings: list[Finding] = []
    with gathered("army.yaml", findings):
        raise KeyError("x")
    (finding,) = findings
    assert finding.at.file == "army.yaml" and "KeyError" in finding.message


@pytest.mark.parametrize(
    "text", ["1e999999999", "-1e999999999", "1e-999999999", "0e999999999", "NaN", "inf", "9" * 41, ""]
)
def test_what_cannot_be_reckoned_with_is_no_amount(text: str) -> None:
    assert read_amount(text) is None


@pytest.mark.parametrize("text", ["0", "-1.0", "999999999.99", "0.30000000000000004", "1e8", "0.0000001"])
def test_amounts_are_exact(text: str) -> None:
    found = read_amount(text)
    assert found is not None and str(found) == str(type(found)(text)) and abs(found) < AMOUNT


@pytest.mark.parametrize("text", ["1000000000", "-1e9"])
def test_no_amount_is_as_large_as_its_bound(text: str) -> None:
    assert read_amount(text) is None
