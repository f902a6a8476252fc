"""No file makes a reader work or take more than a bounded amount: the operating system sets the bounds."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.guard import LIMITED

HERE = Path(__file__).parent
ROOT = HERE.parents[1]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="these limits are those of Linux")


def limited(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a process whose cases have limits."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, LIMITED: "yes"},
        capture_output=True,
        text=True,
        check=False,
    )


TELLS = """
try:
        bytearray(600 * 1024 * 1024)
    except MemoryError:
        raise InputError(Finding(Severity.ERROR, "file", "too large")) from None
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("case", "ended", "said"),
    [
        ("while True: pass", -signal.SIGXCPU, ""),
        ("bytearray(600 * 1024 * 1024)", 1, "MemoryError"),
        (TELLS.strip(), 1, "it wants more memory than it may have"),
        ("bytearray(100 * 1024 * 1024)", 0, ""),
    ],
    ids=["works for ever", "takes memory", "tells of it as of a bad file", "is fine"],
)
def test_a_case_beyond_the_limits_fails(case: str, ended: int, said: str) -> None:
    imports = "from builder.errors import Finding, InputError, Severity\nfrom tests.guard import limited"
    done = limited("-c", f"{imports}\nwith limited(work=1):\n    {case}")
    assert (done.returncode, said in done.stderr) == (ended, True), done.stderr


@pytest.mark.long
@pytest.mark.parametrize("tests", ["test_hostile_files.py", "test_fuzz_readers.py"])
def test_no_file_takes_more_than_five_seconds_of_work_or_500_mib(tests: str) -> None:
    """All hostile files, and a sample of files changed at random."""
    run = limited(
        "-m", "pytest", "-v", "-n0", str(HERE / tests), "--hypothesis-profile=sample", "-p", "no:cacheprovider"
    )
    assert run.returncode == 0, run.stdout[-5_000:] + run.stderr[-2_000:]
