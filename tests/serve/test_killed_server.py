"""What a server answered is on the disk, whenever it is killed; what is sent again is done once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable

import pytest


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "fork"), reason="servers are made with fork")
def test_nothing_is_lost_and_nothing_done_twice(times: Callable[[int], int], any_store: None) -> None:
    command = [sys.executable, "-m", "tests.serve.killed", str(times(1_000)), "7"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["lost"] == 0, "what was answered is there before anything is sent again"
    assert found["points"] == found["acts"], "what is sent again is done once"
    assert 0 < found["answered"] < found["acts"]
