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


def programs(tmp_path: Path, *arguments: str, army: str = "orks-500") -> Any:
    environment = {**os.environ, "MUSTER_GAMES": str(tmp_path), "GAME_ARMY": army}
    command = [sys.executable, "-m", "tests.services.gameprograms", *arguments]
    done = subprocess.run(
        command, capture_output=True, text=True, env=environment, cwd=Path(__file__).parents[2], check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("army", "most"),
    [
        ("orks-500", 10),
        pytest.param("orks-500", 1000, marks=pytest.mark.long),
        pytest.param("epic-orks-3000", 100, marks=pytest.mark.long),
        pytest.param("lethal-orks-1000", 100, marks=pytest.mark.long),
    ],
)
def test_a_program_killed_at_any_moment_loses_nothing_that_it_was_told_is_stored(
    tmp_path: Path, army: str, most: int, times: Callable[[int], int]
) -> None:
    often = times(most)
    kills = programs(tmp_path, "kill", str(often), "7", army=army)
    assert len(kills) == often
    for each in kills:
        found = each["found"]
        assert set(each["acknowledged"]) <= set(found)
        assert all(later == earlier + 1 for earlier, later in pairwise(found))
    assert sum(bool(each["acknowledged"]) for each in kills) >= often // 3


@pytest.mark.long
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


@pytest.mark.long
def test_two_programs_play_epic_at_once_and_every_marker_counts(tmp_path: Path) -> None:
    """Each marker is put on those that are there by then, whoever put them; an undo takes the last one back."""
    told = programs(tmp_path, "race", "2", "15", army="epic-orks-3000")
    log = [tuple(line) for line in told["log"]]
    assert [seq for seq, *_ in log] == list(range(1, 2 * 15 + 2))
    markers = 0
    for _, _, kind, text in log[1:]:
        markers += 1 if kind == "markers" else -1
        assert kind != "markers" or f": +1 marker, {markers} now" in text


@pytest.mark.long
def test_two_programs_play_lethal_at_once_and_each_act_is_in_the_log(tmp_path: Path) -> None:
    told = programs(tmp_path, "race", "2", "15", army="lethal-orks-1000")
    log = [tuple(line) for line in told["log"]]
    assert [seq for seq, *_ in log] == list(range(1, 2 * 15 + 2))
    assert {kind for _, _, kind, _ in log[1:]} == {"cover", "undo"}
    assert all(text == "Skarboyz: light cover" for _, _, kind, text in log[1:] if kind == "cover")
