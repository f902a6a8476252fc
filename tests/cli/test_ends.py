"""How a command ends when something else goes wrong: a fault of the program, Ctrl-C, an output that is gone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from builder.cli import main
from tests.cli.test_commands import Muster, muster

__all__ = ["muster"]


def test_a_fault_is_one_message_with_a_report_of_it(
    muster: Muster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fault(arguments: list[str]) -> int:
        raise ZeroDivisionError("a slip")

    monkeypatch.setenv("MUSTER_STATE", str(tmp_path / "state"))
    monkeypatch.setattr(main, "_run", fault)
    said = muster("armies")
    assert said.status == 70
    assert "report" in said.err and "Traceback" not in said.err
    report = (tmp_path / "state/fault.txt").read_text(encoding="utf-8")
    assert "ZeroDivisionError: a slip" in report and str(tmp_path / "state/fault.txt") in said.err


def test_a_fault_is_told_in_full_where_no_report_can_be_kept(
    muster: Muster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fault(arguments: list[str]) -> int:
        raise ZeroDivisionError("a slip")

    (tmp_path / "state").write_bytes(b"a file")
    monkeypatch.setenv("MUSTER_STATE", str(tmp_path / "state"))
    monkeypatch.setattr(main, "_run", fault)
    said = muster("armies")
    assert said.status == 70 and "ZeroDivisionError: a slip" in said.err


@pytest.mark.long
@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["datasheets", "list"], ["calc", "--help"]])
def test_who_reads_no_more_is_no_error(arguments: list[str]) -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as nowhere:
        done = subprocess.run(
            [sys.executable, "-m", "builder", *arguments], stdout=nowhere, stderr=subprocess.PIPE, check=False
        )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(os.name == "nt", reason="there is no such signal")
@pytest.mark.parametrize(
    "module", ["builder.cli.main", pytest.param("builder.cli.datasheets", marks=pytest.mark.long), "pydantic"]
)
def test_ctrl_c_while_modules_are_imported_says_nothing(module: str, tmp_path: Path) -> None:
    program = f"""
import os, signal, sys
class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background begins with it ignored
sys.meta_path.insert(0, Interrupting())
sys.argv = ["muster", "datasheets", "check"]
from builder.__main__ import main
main()
"""
    environment = {**os.environ, "MUSTER_CACHE": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, env=environment, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")
