"""Requests that no page of ours sends: each is answered, none ends the server, none changes a game."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from builder.serve.access import FORM, MOST_BODY, Guard, Rates
from builder.serve.app import make_app
from builder.serve.games import ServedGames
from builder.serve.seats import Seats
from builder.serve.server import Server
from builder.services.games.games import new_game, open_game
from tests.hostile import NAMES
from tests.serve.devices import HOST, ORIGIN, Device, served

EACH = 10
"""Requests of an example."""
METHODS = st.sampled_from(["GET"] * 5 + ["POST"] * 5 + ["HEAD", "PUT", "OPTIONS", "TRACE", "BREW"])
PARTS = """
    f2c8 p5w2 damage next note log undo agree refuse share seats matchup targets unit act sheets.pdf fresh.pdf events
    .. %2e%2e %00 etc/passwd // ? # ; %ff favicon.ico 1 -1 0 +1 do roll ask preview
"""
NAMED = "f.unit f.damage f.hp m.first row seen shown asked do act token name at side x f.player f.points"
WORDS = st.sampled_from([*PARTS.split(), "x" * 300, "9" * 5_000, "\\", "", *NAMES])
ANY = WORDS | st.text(max_size=8)
INSIDE = st.lists(ANY, max_size=3).map(lambda words: "/".join(("", "game", "GAME", *words)))
PATHS = INSIDE | st.lists(ANY, max_size=3).map(lambda words: "/".join(("", *words)))
FIELDS = st.sampled_from(NAMED.split())
QUERIES = st.dictionaries(FIELDS, ANY, max_size=6).map(lambda values: urlencode(values, errors="replace").encode())
BODIES = QUERIES | st.binary(max_size=200)
HEADERS = st.dictionaries(
    st.sampled_from([b"origin", b"host", b"cookie", b"content-type", b"content-length", b"accept", b"range", b"x"]),
    st.sampled_from([ORIGIN.encode(), HOST.encode(), b"null", b"", b"\xff", b"muster=x", b"y" * 5_000, b"-1"]),
    max_size=2,
)
REQUESTS = st.lists(st.tuples(METHODS, PATHS, QUERIES, BODIES, HEADERS), min_size=EACH, max_size=EACH)
Request = tuple[str, str, bytes, bytes, dict[bytes, bytes]]


async def statuses(app: Guard, requests: Sequence[Request], game: str, cookie: bytes) -> list[int]:
    """What is answered to requests as they might come over the wire, whatever a client would make of them."""
    found = []
    for method, path, query, body, changed in requests:
        path = path.replace("GAME", game).encode("utf-8", "replace").decode()
        headers = {b"host": HOST.encode(), b"origin": ORIGIN.encode(), b"content-type": FORM.encode()}
        scope = {
            "type": "http",
            "http_version": "1.1",
            "scheme": "http",
            "method": method,
            "root_path": "",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query,
            "client": ("127.0.0.1", 5),
            "headers": [*(headers | {b"cookie": cookie} | changed).items()],
            "server": ("127.0.0.1", 8484),
        }
        told: list[int] = []
        messages = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive(messages: list[dict[str, object]] = messages) -> dict[str, object]:
            return messages.pop() if messages else {"type": "http.disconnect"}

        async def send(message: MutableMapping[str, Any], told: list[int] = told) -> None:
            told += [message["status"]] if message["type"] == "http.response.start" else []

        await app(scope, receive, send)
        found += told
    return found


@pytest.fixture(scope="module")
def ben(tmp_path_factory: pytest.TempPathFactory) -> Device:
    """A player whose device sends anything."""
    folder: Path = tmp_path_factory.mktemp("hostile")
    patch = pytest.MonkeyPatch()
    patch.setenv("MUSTER_GAMES", str(folder / "games"))
    patch.setenv("MUSTER_STATE", str(folder / "state"))
    with new_game("space-marines-500", "orks-500", "Test") as session:
        id = session.id
    app, seats = served("Test")
    device = Device.seated(app, seats.of_game(id)[1].token, "Ben")
    device.headers.clear()
    patch.undo()
    return device


@pytest.fixture(scope="module")
def runner() -> Iterator[asyncio.Runner]:
    """One loop for all requests, as a server has: what listens to a game waits on it."""
    with asyncio.Runner() as found:
        yield found


def answered(runner: asyncio.Runner, ben: Device, requests: list[Request]) -> None:
    """Each request is answered, and none by a fault of the server."""
    game, cookie = ben.game.rpartition("/")[2], f"muster={ben.cookies['muster']}".encode()
    found = runner.run(statuses(ben.guard, requests, game, cookie))
    assert len(found) == EACH
    assert max(found) < 500, list(zip(found, requests, strict=True))


@settings(max_examples=12)
@given(REQUESTS)
def test_whatever_is_sent_is_answered(runner: asyncio.Runner, ben: Device, requests: list[Request]) -> None:
    answered(runner, ben, requests)


@pytest.mark.long
def test_a_hundred_thousand_requests_are_answered(
    runner: asyncio.Runner, ben: Device, times: Callable[[int], int]
) -> None:
    @settings(max_examples=times(100_000) // EACH, database=None)
    @given(REQUESTS)
    def each(requests: list[Request]) -> None:
        answered(runner, ben, requests)

    each()


def test_what_no_page_of_ours_sends_is_refused(ben: Device) -> None:
    form = {"Origin": ORIGIN, "Content-Type": "application/x-www-form-urlencoded"}
    page, act = ben.game, f"{ben.game}/act/points"
    values = "f.player=2&f.points=%2B1&do=do&seen=1&shown="
    refused = [
        (421, ben.get(page, headers={"Host": "evil.example"})),
        (421, ben.get(page, headers={"Host": "127.0.0.1:1"})),
        (403, ben.post(act, content=values, headers={**form, "Origin": "http://evil.example"})),
        (403, ben.post(act, content=values, headers={**form, "Origin": "null"})),
        (403, ben.post(act, content=values, headers={"Content-Type": form["Content-Type"]})),
        (415, ben.post(act, content=values, headers={**form, "Content-Type": "text/plain"})),
        (413, ben.post(act, content=b"x" * (MOST_BODY + 1), headers=form)),
        (413, ben.post(act, content=(b"x" * 9_000 for _ in range(9)), headers=form)),
        (400, ben.post(act, content="&".join("x=1" for _ in range(300)), headers=form)),
        (405, ben.put(act, content=values, headers=form)),
        (405, ben.get(f"{page}/undo")),
        (431, ben.get(f"{page}/unit/{'x' * 3_000}")),
        (431, ben.get(page, headers={"X": "x" * 20_000})),
        (404, ben.get(f"{page}/nothing")),
        (404, ben.get("/static/..%2fapp.py")),
    ]
    assert [answer.status_code for _, answer in refused] == [status for status, _ in refused]
    assert all("nosniff" in answer.headers["x-content-type-options"] for _, answer in refused)


def test_more_than_enough_is_refused_until_a_moment_has_passed() -> None:
    moment = [0.0]
    rates = Rates(2, 3, lambda: moment[0])
    assert [rates.takes("a") for _ in range(4)] == [True, True, True, False]
    assert rates.takes("b")
    moment[0] = 1.0
    assert [rates.takes("a") for _ in range(3)] == [True, True, False]
    app = Guard(make_app(ServedGames(), Seats()), [HOST], Rates(0, 1, lambda: 0.0))
    client = TestClient(app, base_url=ORIGIN)
    assert [client.get("/").status_code for _ in range(2)] == [200, 429]


def test_only_forms_with_all_they_saw_change_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_GAMES", str(tmp_path / "games"))
    monkeypatch.setenv("MUSTER_STATE", str(tmp_path / "state"))
    with new_game("plain-orks-500", "somebody", "Test") as session:
        id = session.id
    app, seats = served("Test")
    anna = Device.seated(app, seats.of_game(id)[0].token, "Anna")
    values = {"f.player": "1", "f.points": "+1", "do": "do"}
    for seen, shown in (("1", ""), ("", "x"), ("9", "x" * 24), ("-1", "0" * 24)):
        answer = anna.post(f"{anna.game}/act/points", data={**values, "seen": seen, "shown": shown})
        assert answer.status_code == 200 and "Done." not in answer.text
    assert open_game("Test").seq == 1


@pytest.mark.long
def test_who_begins_a_request_and_never_ends_it_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_GAMES", str(tmp_path / "games"))
    monkeypatch.setenv("MUSTER_STATE", str(tmp_path / "state"))
    monkeypatch.setattr("builder.serve.server.KEPT_OPEN", 0.2)
    monkeypatch.setattr("builder.serve.access.LONGEST_FORM", 0.2)
    monkeypatch.setattr("builder.serve.server.MOST_OF_ADDRESS", 3)
    server = Server(port=0)
    server.start()
    host = f"Host: 127.0.0.1:{server.port}\r\nOrigin: http://127.0.0.1:{server.port}\r\n"
    try:
        for begun, answer in (
            ("", b""),
            ("GET / HTTP/1.1\r\nHost:", b""),
            (f"GET / HTTP/1.1\r\n{host}\r\nGET / HTTP/1.1\r\nHost:", b" 200 "),
            (f"POST / HTTP/1.1\r\n{host}Content-Type: {FORM}\r\nContent-Length: 9\r\n\r\nx", b" 408 "),
        ):
            with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
                connection.sendall(begun.encode())
                told = b""
                while read := connection.recv(4096):
                    told += read
                assert answer in told
        with contextlib.ExitStack() as stack:
            address = ("127.0.0.1", server.port)
            last = [stack.enter_context(socket.create_connection(address, timeout=60)) for _ in range(4)][-1]
            last.sendall(f"GET / HTTP/1.1\r\n{host}\r\n".encode())
            with contextlib.suppress(ConnectionResetError):
                assert not last.recv(4096), "one address has no more connections than that"
    finally:
        server.stop()
