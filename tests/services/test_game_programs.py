"""Several programs on one game: nothing that was told to be stored is ever lost, however they end."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="programs are made with fork here")


def programs(tmp_path: Path, *arguments: str) -> Any:
    environment = {**os.environ, "MUSTER_GAMES": str(tmp_path)}
    command = [sys.executable, "-m", "tests.services.gameprograms", *arguments]
    done = subprocess.run(
        command, capture_output=True, text=True, env=environment, cwd=Path(__file__).parents[2], check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("most", [10, pytest.param(1000, marks=pytest.mark.long)])
def test_a_program_killed_at_any_moment_loses_nothing_that_it_was_told_is_stored(
    tmp_path: Path, most: int, times: Callable[[int], int]
) -> None:
    often = times(most)
    kills = programs(tmp_path, "kill", str(often), "7")
    assert len(kills) == often
    for each in kills:
        found = each["found"]
        assert set(each["acknowledged"]) <= set(found)
        assert all(later == earlier + 1 for earlier, later in pairwise(found))
    assert sum(bool(each["acknowledged"]) for each in kills) >= often // 3


def test_programs_that_write_at_once_all_have_their_acts_in_the_log(tmp_path: Path) -> None:
    told = programs(tmp_path, "race", "3", "40")
    log = [tuple(line) for line in told["log"]]
    assert [seq for seq, *_ in log] == list(range(1, 3 * 40 + 2))
    for number, acknowledged in enumerate(told["acknowledged"]):
        assert len(acknowledged) == 40 and acknowledged == sorted(acknowledged)
        assert acknowledged == [seq for seq, by, *_ in log if by == f"p{number}"]
    # Each act was decided on what all acts before it came to, whoever's they were: none was lost under another.
    points = 0
    for _, _, kind, text in log[1:]:
        before, points = points, points + (1 if kind == "points" else -1)
        said = f"{before} + 1 = {points}" if kind == "points" else f"{points} + 1 = {before}"
        assert f": {said} victory point" in text
    assert told["points"] == points
