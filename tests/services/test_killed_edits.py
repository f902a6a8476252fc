"""Programs killed while they change an army: the file is whole, all that was done to it can be undone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="programs are made with fork here")


def killed(tmp_path: Path, *arguments: str) -> list[dict[str, Any]]:
    root = str(Path(__file__).parents[2])
    environment = {**os.environ, "PYTHONPATH": root}
    environment |= {f"MUSTER_{name.upper()}": str(tmp_path / name) for name in ("state", "cache", "config", "armies")}
    command = [sys.executable, "-m", "tests.services.killing", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert isinstance(told, list)
    return told


def look(kills: list[dict[str, Any]]) -> None:
    """Whether undo led back to the file as it was each time, and the next program found and left all in order."""
    for number, each in enumerate(kills, 1):
        assert not each["lost"], (number, each)
        assert each["remains"] == [], (number, each)
        assert not any("The file changed" in words for words in each["told"]), (number, each)


@pytest.mark.long
@pytest.mark.parametrize("act", ["edit", "undo", "desk", "otherwise"])
def test_a_program_killed_before_any_step_on_the_disk_loses_no_undo(tmp_path: Path, act: str) -> None:
    kills = killed(tmp_path, act)
    assert len(kills) > 15
    assert {each["changed"] for each in kills} == {False, True}
    look(kills)


@pytest.mark.long
@pytest.mark.parametrize("act", ["edit", "undo", "screen"])
def test_a_program_killed_at_any_moment_loses_no_undo(tmp_path: Path, act: str, times: Callable[[int], int]) -> None:
    often = times(1000) if act != "screen" else times(1000) // 2  # which takes long
    kills = killed(tmp_path, act, str(often), "7")
    assert len(kills) == often
    assert sum(each["changed"] for each in kills) >= often / 5
    look(kills)
