"""What a server answered is on the disk, whenever it is killed; what is sent again is done once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from builder.serve.seats import Seats, new_secret
from builder.serve.server import Server
from builder.services.games.games import new_game, open_game
from tests.serve.devices import Form
from tests.serve.killed import asked


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "fork"), reason="servers are made with fork")
def test_nothing_is_lost_and_nothing_done_twice(times: Callable[[int], int], tmp_path: Path) -> None:
    home = {"MUSTER_GAMES": str(tmp_path / "games"), "MUSTER_STATE": str(tmp_path / "state")}
    command = [sys.executable, "-m", "tests.serve.killed", str(times(1_000)), "7"]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | home)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["points"] == found["acts"]
    assert 0 < found["answered"] <= found["acts"]


@pytest.mark.long
def test_four_devices_write_on_two_servers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever was not first is shown what it comes to by now, and sends it again.

    What two devices of one player send in the same words at the same time is one act: that is told, and not done twice.
    """
    monkeypatch.setenv("MUSTER_GAMES", str(tmp_path / "games"))
    monkeypatch.setenv("MUSTER_STATE", str(tmp_path / "state"))
    with new_game("plain-orks-500", "somebody", "Test") as session:
        id = session.id
    seats, devices = Seats(), [(name, new_secret()) for name in ("Anna", "Ben")]
    for seat, (name, secret) in zip(seats.of_game(id), devices, strict=False):
        seats.take(seat.token, secret, name)
    servers = [Server("Test", port=0) for _ in range(2)]
    for server in servers:
        server.start()

    def write(port: int, side: str, secret: str) -> int:
        done = 0
        for _ in range(ACTS):
            text = asked(port, id, secret, {"f.player": [side], "f.points": ["+1"], "do": ["preview"]})[1]
            while True:
                status, text = asked(port, id, secret, {**Form(text, "/act/").values, "do": ["do"]})
                if status == 303:
                    done += text.endswith("said=done")
                    break
                assert status == 200 and "was first" in text, text
        return done

    try:
        with ThreadPoolExecutor(4) as pool:
            writers = [
                pool.submit(write, server.port, str(side), secret)
                for server in servers
                for side, (_, secret) in enumerate(devices, 1)
            ]
            done = sum(writer.result() for writer in writers)
    finally:
        for server in servers:
            server.stop()
    with open_game(id) as session:
        by = [line.by for line in session.log]
        assert [side.points for side in session.view.sides] == [by.count("Anna"), by.count("Ben")]
    assert done == by.count("Anna") + by.count("Ben") >= 2 * ACTS


ACTS = 15
"""What each device does: together, less than one address may send at once."""
