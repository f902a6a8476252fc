"""A server that is killed while a player acts; run as `python -m tests.serve.killed TIMES SEED`.

Each server is a process of its own, made with fork by this one, which starts no thread. What was answered must be in
the store before the next server begins. A form is sent again to that one, as by somebody who saw no answer. What came
of it is written as JSON.
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

from builder.serve.access import FORM
from builder.serve.seats import Seats, new_secret
from builder.serve.server import Server
from builder.services.games.games import new_game, open_game
from tests.serve.devices import Form

LATEST = 2.0
"""When a server is killed at the latest, once a form is sent: so many times as long as a form takes to be looked at."""


def main() -> None:
    """Play with servers that are killed, and tell what was done, and what of it was answered."""
    times, chance = int(sys.argv[1]), random.Random(int(sys.argv[2]))
    with new_game("plain-orks-500", "somebody", "Test") as session:
        id = session.id
    secret = new_secret()
    seats = Seats()
    seats.take(seats.of_game(id)[0].token, secret, "Anna")
    seats.close()  # connections are for one process
    answered = stored = lost = 0
    for done in range(times):
        child, port = _begun()
        _form(port, id, secret)  # the first one takes longer
        begin = time.perf_counter()
        values = _form(port, id, secret)
        latest = LATEST * (time.perf_counter() - begin)
        killer = os.fork()
        if not killer:
            time.sleep(chance.uniform(0, latest))
            os.kill(child, signal.SIGKILL)
            os._exit(0)
        status = _sent(port, id, secret, values)
        os.waitpid(killer, 0)
        os.waitpid(child, 0)
        is_there = _points(id) == done + 1
        answered += status == 303
        stored += is_there and status != 303
        lost += status == 303 and not is_there
        child, port = _begun()
        assert _sent(port, id, secret, values) == 303
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    found = {"acts": times, "answered": answered, "stored": stored, "lost": lost, "points": _points(id)}
    json.dump(found, sys.stdout)


def _points(id: str) -> int:
    """The victory points that are in the store."""
    with open_game(id) as session:
        return session.view.sides[0].points


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
