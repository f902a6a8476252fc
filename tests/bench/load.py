"""Games at many tables: each with two players and two onlookers, whose devices ask a server as browsers do.

Run as `python -m tests.bench.load --games 200 --seconds 30 [--every 20] [--servers 2] [--store postgresql://…]`;
`--store own` starts a PostgreSQL of its own. With `--table` the lines of the table in docs/scale.md are written.

Servers are programs of their own behind what they take for a proxy, so that each device has an address of its own.
Each player previews an act and does it, and each device reads the game's page again when it is told of news. Beside it
a bare Starlette handler, which inserts a row for each request, is asked as often. What came of it is written as JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias
from urllib.parse import urlencode

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from builder.ids import Ids
from builder.record import replace
from builder.resources import STORE_VARIABLE
from builder.serve.access import FORM
from builder.serve.seats import Seats, new_secret
from builder.serve.server import Server
from builder.services.games.games import new_game
from builder.services.games.keeper import open_store, read_head
from tests.serve.devices import Form
from tests.store.postgres import Postgres, installed

PROXY = "games.example"
ARMIES = ("space-marines-500", "orks-500")


Told: TypeAlias = dict[str, float]
"""Milliseconds, by what they are of."""


@dataclass
class Times:
    """Seconds that things took."""

    answered: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)

    def told(self) -> dict[str, Told]:
        """The median, the 99th of a hundred and the longest of each, in milliseconds."""
        return {name: _told(getattr(self, name)) for name in ("answered", "seen", "pages")}


def _told(times: Sequence[float]) -> Told:
    known = sorted(times) or [0.0]
    chosen = {"half": 0.5, "99 %": 0.99, "longest": 1.0}
    parts = {name: round(1000 * known[min(len(known) - 1, int(part * len(known)))], 1) for name, part in chosen.items()}
    return {"number": len(times), **parts}


class Line:
    """A connection that a device keeps open."""

    def __init__(self, port: int, headers: dict[str, str]) -> None:
        self._port, self._headers = port, headers
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def send(self, method: str, path: str, body: str = "") -> asyncio.StreamReader:
        """Send a request."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        given = self._headers | ({"Content-Type": FORM, "Content-Length": str(len(body))} if method == "POST" else {})
        head = "".join(f"{name}: {value}\r\n" for name, value in given.items())
        writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n{body}".encode())
        return reader

    async def ask(self, method: str, path: str, body: str = "") -> tuple[int, str]:
        """Send a request; the status and the text of the answer."""
        async with asyncio.timeout(60):
            return await self._asked(method, path, body)

    async def _asked(self, method: str, path: str, body: str) -> tuple[int, str]:
        try:
            reader = await self.send(method, path, body)
            head = await reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionError):  # it was idle for too long
            self.close()
            reader = await self.send(method, path, body)
            head = await reader.readuntil(b"\r\n\r\n")
        length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
        return int(head[9:12]), (await reader.readexactly(int(length[15:]))).decode()

    def close(self) -> None:
        """Close it."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


class Table:
    """A game with its devices."""

    def __init__(self, id: str, secrets: Sequence[str], ports: Sequence[int], number: int, times: Times) -> None:
        self.id, self._times = id, times
        self._told = [asyncio.Event() for _ in secrets]
        self._headers = [
            {
                "Host": PROXY,
                "Origin": f"http://{PROXY}",
                "Cookie": f"muster={secret}",
                "X-Forwarded-For": f"10.{number // 250}.{number % 250}.{device + 1}",
            }
            for device, secret in enumerate(secrets)
        ]
        self._ports = [ports[(number + device) % len(ports)] for device in range(len(secrets))]

    async def look(self, device: int) -> None:
        """Listen as a page does, and read it again when something is new."""
        listening, reading = (Line(self._ports[device], self._headers[device]) for _ in range(2))
        reader = await listening.send("GET", f"/game/{self.id}/events")
        try:
            while line := await reader.readline():
                if line.startswith(b"data: "):
                    self._told[device].set()
                    begin = time.perf_counter()
                    status, _ = await reading.ask("GET", f"/game/{self.id}")
                    assert status == 200, status
                    self._times.pages.append(time.perf_counter() - begin)
        finally:
            listening.close()
            reading.close()

    async def play(self, every: float, until: float, chance: random.Random) -> None:
        """Do something again and again, one side after the other; it is seen once all devices are told of it."""
        lines = [Line(self._ports[side], self._headers[side]) for side in (0, 1)]
        await asyncio.sleep(chance.uniform(0, every))
        side = 0
        while time.perf_counter() < until:
            path, side = f"/game/{self.id}/act/points", 1 - side
            given = {"f.player": side + 1, "f.points": "+1", "do": "preview"}
            _, text = await lines[side].ask("POST", path, urlencode(given))
            values = urlencode({**Form(text, "/act/").values, "do": ["do"]}, doseq=True)
            for told in self._told:
                told.clear()
            begin = time.perf_counter()
            status, _ = await lines[side].ask("POST", path, values)
            assert status == 303, status
            self._times.answered.append(time.perf_counter() - begin)
            await asyncio.wait_for(asyncio.gather(*(told.wait() for told in self._told)), 60)
            self._times.seen.append(time.perf_counter() - begin)
            await asyncio.sleep(chance.uniform(0.5, 1.5) * every)
        for line in lines:
            line.close()


def made(number: int) -> list[tuple[str, list[str]]]:
    """Make games that are all alike; their ids, and the secrets of their devices."""
    with new_game(*ARMIES, "Game 1") as session:
        first = session.id
    ids = [first]
    with contextlib.closing(open_store()) as store:
        head, *log = store.entries(first)
        for place in range(2, number + 1):
            ids.append(Ids(ids).mint())
            kept = msgspec.structs.replace(read_head(head), name=f"Game {place}")
            store.append(ids[-1], -1, [replace(head, body=msgspec.json.encode(kept)), *log])
    found, seats = [], Seats()
    for id in ids:
        one, two, onlookers = seats.of_game(id)
        secrets = [new_secret() for _ in range(4)]
        for token, secret in zip((one.token, two.token, onlookers.token, onlookers.token), secrets, strict=True):
            seats.take(token, secret, "")
        found.append((id, secrets))
    seats.close()
    return found


async def played(
    games: Sequence[tuple[str, Sequence[str]]], ports: Sequence[int], seconds: float, every: float
) -> Times:
    """Play them all for a while."""
    warm, times, chance = Times(), Times(), random.Random(5)
    tables = [Table(id, secrets, ports, number, warm) for number, (id, secrets) in enumerate(games)]
    looking = [asyncio.create_task(table.look(device)) for table in tables for device in range(4)]
    while len(warm.pages) < len(looking):
        ended = next((task for task in looking if task.done()), None)
        if ended is not None:
            ended.result()
            raise ConnectionError("a page was told no more news")
        await asyncio.sleep(0.1)
    for table in tables:
        table._times = times
    until = time.perf_counter() + seconds
    await asyncio.gather(*(table.play(every, until, random.Random(chance.random())) for table in tables))
    for task in looking:
        task.cancel()
    await asyncio.gather(*looking, return_exceptions=True)
    return times


async def inserted(port: int, lines: int, seconds: float, every: float) -> list[float]:
    """Ask the bare handler as often as players do something; how long each answer took."""
    times: list[float] = []
    chance = random.Random(5)

    async def ask() -> None:
        line = Line(port, {"Host": PROXY})
        await asyncio.sleep(chance.uniform(0, every))
        while time.perf_counter() < until:
            begin = time.perf_counter()
            await line.ask("POST", "/", "text=something")
            times.append(time.perf_counter() - begin)
            await asyncio.sleep(chance.uniform(0.5, 1.5) * every)
        line.close()

    until = time.perf_counter() + seconds
    await asyncio.gather(*(ask() for _ in range(lines)))
    return times


def serve() -> None:
    """Serve all games, and write the port."""
    with Server(port=0, behind=f"http://{PROXY}") as server:
        print(server.port, flush=True)
        server.run()


def serve_bare() -> None:
    """Insert a row into a file of SQLite for each request, as surely as an act is, and write the port."""
    connection = sqlite3.connect(os.environ["BARE"], isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE rows (text)").close()
    lock = threading.Lock()

    def add(body: bytes) -> None:
        with lock:
            connection.execute("INSERT INTO rows VALUES (?)", (body,)).close()

    async def insert(request: Request) -> Response:
        body = await request.body()
        await run_in_threadpool(add, body)
        return Response(status_code=303, headers={"Location": "/"})

    app = Starlette(routes=[Route("/", insert, methods=["POST"])])
    config = uvicorn.Config(app, port=0, http="h11", access_log=False, log_level="critical")
    listening = config.bind_socket()
    listening.listen()
    print(listening.getsockname()[1], flush=True)
    uvicorn.Server(config).run([listening])


@contextlib.contextmanager
def begun(what: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A server in a program of its own, and its port."""
    command = [sys.executable, "-m", "tests.bench.load", what]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        try:
            yield program, int(program.stdout.readline())
        finally:
            program.kill()


def memory(program: subprocess.Popen[str]) -> float:
    """MiB that a program has taken at most."""
    status = Path(f"/proc/{program.pid}/status").read_text(encoding="utf-8")
    return next(round(int(line.split()[1]) / 1024, 1) for line in status.splitlines() if line.startswith("VmHWM"))


def measured(number: int, seconds: float, every: float, servers: int) -> dict[str, Told]:
    """Play games at tables, and ask the bare handler as often."""
    before = round(os.getloadavg()[0], 1)
    games = made(number)
    with contextlib.ExitStack() as stack:
        programs = [stack.enter_context(begun("serve")) for _ in range(servers)]
        times = asyncio.run(played(games, [port for _, port in programs], seconds, every))
        taken = [memory(program) for program, _ in programs]
    with begun("serve-bare") as (_, port):
        bare = asyncio.run(inserted(port, number, min(10.0, seconds), every))
    return {
        "machine": {"load before": before},
        "load": {"games": number, "devices": 4 * number, "acts a second": round(len(times.answered) / seconds, 1)},
        **times.told(),
        "bare": _told(bare),
        "memory": {f"server {place}": mebibytes for place, mebibytes in enumerate(taken, 1)},
    }


ROWS = {
    "answered": "an act, until it is stored and answered",
    "seen": "until the last of four devices was told of it",
    "pages": "a page read again",
    "bare": "bare handler, one insert",
}


def table(found: dict[str, Told]) -> Iterator[str]:
    """Yield the lines of the table in docs/scale.md that one run fills."""
    memory = ", ".join(f"{each:.0f}" for each in found["memory"].values())
    for name, words in ROWS.items():
        yield f"| {words} | {found[name]['half']:.0f} | {found[name]['99 %']:.0f} |"
    ratios = (found["answered"][each] / found["bare"][each] for each in ("half", "99 %"))
    yield f"| *ratio of an act to that* | {' | '.join(f'*{ratio:.1f}*' for ratio in ratios)} |"
    yield f"load {found['machine']['load before']} before, {memory} MiB, {found['load']['acts a second']} acts a second"


def main() -> None:
    """Do what the arguments say."""
    if sys.argv[1:] in (["serve"], ["serve-bare"]):
        {"serve": serve, "serve-bare": serve_bare}[sys.argv[1]]()
        return
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--every", type=float, default=20, help="seconds between two acts of a game")
    parser.add_argument("--servers", type=int, default=1)
    parser.add_argument("--store", default="")
    parser.add_argument("--table", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name in ("games", "state", "data"):
            os.environ[f"MUSTER_{name.upper()}"] = str(Path(folder, name))
        os.environ["BARE"] = str(Path(folder, "bare.sqlite"))
        with contextlib.ExitStack() as stack:
            programs = installed() if given.store == "own" else None
            store = stack.enter_context(Postgres(programs)).new() if programs else given.store
            if store:
                os.environ[STORE_VARIABLE] = store
            found = measured(given.games, given.seconds, given.every, given.servers)
            print("\n".join(table(found)) if given.table else json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
