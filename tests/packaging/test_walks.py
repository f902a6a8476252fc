"""The walks that docs/code.md takes through the code go through the files that it names, and through few."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.walks import WALKS

TOP = Path(__file__).parents[2]
MOST = 15
HEADINGS = {
    "check": "An army is checked",
    "print": "A weapon goes from YAML to paper",
    "act": "An act goes from a key to the repaint",
}


def named(heading: str) -> list[str]:
    """The files that a section of docs/code.md lists."""
    said = (TOP / "docs" / "code.md").read_text(encoding="utf-8")
    section = said.partition(f"### {heading}\n")[2].partition("\n#")[0]
    return re.findall(r"^\d+\. `([\w/]+\.py)`", section, re.MULTILINE)


@pytest.mark.parametrize(
    "walk", [walk if walk == "check" else pytest.param(walk, marks=pytest.mark.long) for walk in WALKS]
)
def test_a_walk_comes_to_every_file_that_is_named(walk: str, tmp_path: Path) -> None:
    """With nothing kept from before."""
    fresh = {"MUSTER_CACHE": str(tmp_path / "cache"), "MUSTER_GAMES": str(tmp_path / "games")}
    command = [sys.executable, "-m", "tests.walks", walk]
    done = subprocess.run(command, cwd=TOP, env=os.environ | fresh, capture_output=True, text=True, check=True)
    files = named(HEADINGS[walk])
    assert 10 <= len(files) <= MOST
    assert set(files) <= set(done.stderr.splitlines())
