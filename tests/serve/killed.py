"""A server that is killed while a player acts; run as `python -m tests.serve.killed TIMES SEED`.

Each server is a process of its own, made with fork by this one, which starts no thread. A form is sent again to the
next server, as by somebody who saw no answer. What came of it is written as JSON.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import random
import signal
import sys
import time
from urllib.parse import urlencode

from builder.serve.guard import FORM
from builder.serve.seats import Seats, new_secret
from builder.serve.server import Server
from builder.services.games.games import new_game, open_game
from tests.serve.devices import Form

LATEST = 0.02
"""Seconds after which a server is killed at the latest, once a form is sent."""


def main() -> None:
    """Play with servers that are killed, and tell what was done, and what of it was answered."""
    times, chance = int(sys.argv[1]), random.Random(int(sys.argv[2]))
    with new_game("plain-orks-500", "somebody", "Test") as session:
        id = session.id
    secret = new_secret()
    seats = Seats()
    seats.take(seats.of_game(id)[0].token, secret, "Anna")
    seats.close()  # connections are for one process
    answered = 0
    for _ in range(times):
        child, port = _begun()
        values = _form(port, id, secret)
        killer = os.fork()
        if not killer:
            time.sleep(chance.uniform(0, LATEST))
            os.kill(child, signal.SIGKILL)
            os._exit(0)
        status = _sent(port, id, secret, values)
        answered += status == 303
        os.waitpid(killer, 0)
        os.waitpid(child, 0)
        child, port = _begun()
        assert _sent(port, id, secret, values) == 303
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    with open_game(id) as session:
        json.dump({"acts": times, "answered": answered, "points": session.view.sides[0].points}, sys.stdout)


def _begun() -> tuple[int, int]:
    """A server, and its port, at which it listens by now."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        with os.fdopen(reading, "rb") as pipe:
            return child, int(pipe.readline())
    status = 1
    try:
        server = Server("Test", port=0)
        os.write(writing, b"%d\n" % server.port)
        os.close(writing)
        server.run()
        status = 0
    finally:
        os._exit(status)


def _form(port: int, id: str, secret: str) -> dict[str, list[str]]:
    """The form of one victory point more, with what it comes to."""
    given = {"f.player": ["1"], "f.points": ["+1"], "do": ["preview"]}
    _, text = asked(port, id, secret, given)
    return {**Form(text, "/act/").values, "do": ["do"]}


def _sent(port: int, id: str, secret: str, values: dict[str, list[str]]) -> int:
    """The status that is answered to a form; 0 where no answer comes."""
    with contextlib.suppress(OSError, http.client.HTTPException):
        return asked(port, id, secret, values)[0]
    return 0


def asked(port: int, id: str, secret: str, values: dict[str, list[str]]) -> tuple[int, str]:
    """The status that is answered to the form of victory points, and the text, or the address that it leads to."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    origin = f"http://127.0.0.1:{port}"
    headers = {"Origin": origin, "Content-Type": FORM, "Cookie": f"muster={secret}"}
    with contextlib.closing(connection):
        connection.request("POST", f"/game/{id}/act/points", urlencode(values, doseq=True), headers)
        answer = connection.getresponse()
        return answer.status, answer.getheader("Location") or answer.read().decode()


if __name__ == "__main__":
    main()
