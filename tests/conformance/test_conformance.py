"""The engine against the public conformance suite, where its cases lie beside the checkout."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SUITE = (ROOT / "../shared/conformance").resolve()
FLOOR = json.loads((Path(__file__).parent / "floor.json").read_text())
"""How many cases of each category passed when somebody last raised it; it only ever rises."""


@pytest.mark.long
@pytest.mark.skipif(not SUITE.is_dir(), reason="the conformance cases are not beside the checkout")
def test_no_category_of_the_conformance_suite_falls(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    adapter = f"{sys.executable} {ROOT / 'tests/conformance/adapter.py'}"
    command = [sys.executable, str(SUITE / "run.py"), "--adapter", adapter, "--json", str(report)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    tally = json.loads(report.read_text())["tally"]
    fallen = {name: (passed, FLOOR[name]) for name, (passed, _) in tally.items() if passed < FLOOR.get(name, 0)}
    assert tally, run.stderr
    assert not fallen, f"passed now, and before: {fallen}"
