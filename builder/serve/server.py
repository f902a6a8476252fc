"""The server: where it listens, how it is called, what it bounds, and what it hands out on a terminal."""

from __future__ import annotations

import contextlib
import ipaddress
import logging
import socket
import sys
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from logging.handlers import RotatingFileHandler
from typing import Any, ClassVar, Self
from urllib.parse import urlsplit

import segno
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from builder.bounds import MIB
from builder.errors import InputError
from builder.resources import state_folder
from builder.serve.access import MOST_HEADER_BYTES, Guard
from builder.serve.app import make_app
from builder.serve.games import ServedGame, ServedGames
from builder.serve.seats import ORGANISER, Seat, Seats, players
from builder.services.files import make_folder

PORT = 8484
MOST_CONNECTIONS = 2_000
MOST_OF_ADDRESS = 256
"""Connections of one address; behind a proxy, from which all come, there is no such bound."""
KEPT_OPEN = 20
"""Seconds for which a connection without a request stays open."""
BESIDE = 4
"""Cells between codes that stand beside each other."""
CODE_PARTS = " ▄▀█"
"""Two parts of a code in one cell, the upper one counting two."""
_ELSEWHERE = ("192.0.2.1", 9)
"""An address that no computer has: which of ours would lead there is asked, and nothing is sent."""


class Server:
    """A server of one game, or of all of them, on this computer alone or for the network that it is in.

    Raises:
        InputError: there is no such game, or the port is taken.
    """

    def __init__(
        self, game: str | None = None, *, lan: bool = False, port: int | None = None, behind: str | None = None
    ) -> None:
        """Listen at a port; at the usual one without one, or at any that is free where that is taken.

        `behind` is how a proxy is called that passes requests on: it is believed who sent them.
        """
        self._behind = _proxy(behind) if behind is not None else ""
        self.games, self.seats, self.lan = ServedGames(game), Seats(), lan
        host = "0.0.0.0" if lan else "127.0.0.1"
        self._socket = _bound(host, port) if port is not None else _usual(host)
        self.port: int = self._socket.getsockname()[1]
        self._names = [_own_address()] if lan else []
        names = ("127.0.0.1", "localhost", *self._names, *((socket.gethostname(),) if lan else ()))
        hosts = [*(f"{name}:{self.port}" for name in names), *self._behind.split("//")[1:]]
        self.app = Guard(make_app(self.games, self.seats), hosts)
        config = uvicorn.Config(
            self.app,
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=bool(self._behind),
            forwarded_allow_ips="*" if lan else "127.0.0.1",
            ws="none",
            http=_Prompt,
            limit_concurrency=MOST_CONNECTIONS,
            h11_max_incomplete_event_size=MOST_HEADER_BYTES,
            timeout_keep_alive=KEPT_OPEN,
            timeout_graceful_shutdown=1,
        )
        _keep_log()
        self._server = uvicorn.Server(config)
        self._thread: threading.Thread | None = None

    @property
    def origin(self) -> str:
        """How other devices call it."""
        return self._behind or f"http://{(self._names or ['127.0.0.1'])[0]}:{self.port}"

    @property
    def handed_out(self) -> Sequence[Seat]:
        """The seats whose addresses are handed out: those of the game, or that of who looks after all games."""
        return self.seats.of_game(self.games.only) if self.games.only is not None else (self.seats.organiser(),)

    def address(self, seat: Seat) -> str:
        """The address of a seat."""
        return f"{self.origin}/enter/{seat.token}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Close the port and the games."""
        self._socket.close()
        self.games.close()
        self.seats.close()

    def run(self) -> None:
        """Answer until Ctrl-C."""
        _allow_connections()
        with contextlib.suppress(KeyboardInterrupt):
            self._server.run([self._socket])

    def start(self) -> None:
        """Answer on a thread of its own, until `stop`."""
        self._thread = threading.Thread(target=self._serve, name="serve")
        self._thread.start()

    def _serve(self) -> None:
        self._server.run([self._socket])
        self.seats.close()

    def stop(self, *, wait: bool = True) -> None:
        """Stop answering; else than with `wait` it ends by itself, within a second or so."""
        self._server.should_exit = True
        if wait and self._thread is not None:
            self._thread.join()


class _Prompt(H11Protocol):
    """A connection on which a request must come before long: else nobody else could have it."""

    open: ClassVar[Counter[str]] = Counter()
    """Connections by the addresses from which they come."""

    def connection_made(self, transport: Any) -> None:
        """Wait for a request, but not for ever, and not on too many connections of one address."""
        super().connection_made(transport)
        self._last: object = None
        self._address = self.client[0] if self.client else ""
        self.open[self._address] += 1
        if self.open[self._address] > MOST_OF_ADDRESS and not self.config.proxy_headers:
            transport.close()
        else:
            self.loop.call_later(KEPT_OPEN, self._close_unused)

    def connection_lost(self, exc: Exception | None) -> None:
        """One of its address is gone."""
        super().connection_lost(exc)
        self.open[self._address] -= 1
        if not self.open[self._address]:
            del self.open[self._address]

    def _close_unused(self) -> None:
        """Close it where no request came, whole, since the last look, and none is being answered."""
        answered = self.cycle is None or self.cycle.response_complete
        if answered and self.cycle is self._last:
            self.transport.close()
        elif not self.transport.is_closing():
            self._last = self.cycle if answered else self
            self.loop.call_later(KEPT_OPEN, self._close_unused)


def _keep_log() -> None:
    """Write what goes wrong into a file: nobody reads it beside codes on a terminal, or over the screen of a game."""
    log = logging.getLogger("uvicorn")
    log.propagate = False
    log.setLevel(logging.WARNING)
    if not log.handlers:
        make_folder(state_folder())
        path = state_folder() / "serve.log"
        log.addHandler(RotatingFileHandler(path, maxBytes=MIB, backupCount=1, encoding="utf-8", delay=True))


def _allow_connections() -> None:
    """Let as many connections and files be open at once as the system allows: by itself it allows few."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = 2 * MOST_CONNECTIONS
        if soft != resource.RLIM_INFINITY and soft < wanted:
            allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))


def _proxy(address: str) -> str:
    """Return how a proxy is called, without what follows. Raises InputError where that is no address of one."""
    with contextlib.suppress(ValueError):
        found = urlsplit(address)
        if found.scheme in ("http", "https") and found.netloc and found.path in ("", "/") and not found.query:
            return f"{found.scheme}://{found.netloc.lower()}"
    raise InputError(f"'{address}' is not an address of a proxy: --behind https://games.example")


def _usual(host: str) -> socket.socket:
    """A socket that listens at the usual port, or at any that is free."""
    try:
        return _bound(host, PORT)
    except InputError:
        return _bound(host, 0)


def _bound(host: str, port: int) -> socket.socket:
    """A socket that listens. Raises InputError where the port is taken."""
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
        found.listen()
    except (OSError, OverflowError) as error:
        found.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"port {port} cannot be used: {reason}; choose another one with --port") from None
    return found


def _own_address() -> str:
    """The address by which other devices of the network reach this computer.

    Raises:
        InputError: it is in no network.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
            found: str = probe.getsockname()[0]
        except OSError:
            found = "0.0.0.0"
    if ipaddress.ip_address(found).is_unspecified:
        raise InputError("this computer is in no network: leave --lan out, or join one")
    return found


# -- what is handed out -----------------------------------------------------------------
def invitation(server: Server, width: int, *, dark: bool = True) -> Iterator[str]:
    """Yield what is open to whom, the addresses of all seats, who is there, and codes in lines of a width.

    `dark` is whether text is light on dark where it is shown: a code is to be light with dark parts either way.
    """
    if server.lan:
        yield "Open to every device of this network; without a token nobody sees more than the page that asks for one."
        yield "What is sent can be read by whoever can listen in on the network: it is not encrypted."
    else:
        yield "On this computer alone; --lan opens it to all devices of the network that it is in."
    game = server.games.game(server.games.only) if server.games.only is not None else None
    named = [(_who(seat, game), seat, server.address(seat)) for seat in server.handed_out]
    for who, seat, url in named:
        pages = game.here[seat.role] if game is not None else 0
        shown = (
            f", {pages} {'page' if pages == 1 else 'pages'} open" if pages else ", no page open" if seat.devices else ""
        )
        yield ""
        yield f"{who}: {', '.join(players((seat,))) or 'nobody yet'}{'' if seat.open else ' (taken)'}{shown}"
        yield f"  {url}"
    yield from _codes([(who, [*code_lines(url, dark=dark)]) for who, seat, url in named if seat.open], width)


def code_lines(url: str, *, dark: bool) -> Iterator[str]:
    """Yield a code to scan, in lines of text that is light on dark, or dark on light."""
    rows = [[part != dark for part in map(bool, row)] for row in segno.make_qr(url, error="l").matrix_iter(border=2)]
    rows += [[dark] * len(rows[0])] * (len(rows) % 2)
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        yield "".join(CODE_PARTS[2 * up + low] for up, low in zip(upper, lower, strict=True))


def is_code(line: str) -> bool:
    """Whether a line of an invitation belongs to codes."""
    return bool(line) and set(line) <= set(CODE_PARTS)


def _who(seat: Seat, game: ServedGame | None) -> str:
    if seat.role == ORGANISER or game is None:
        return "All games, for who looks after them"
    return game.session.view.sides[seat.side].name if seat.side is not None else "Onlookers"


def _codes(codes: Sequence[tuple[str, Sequence[str]]], room: int) -> Iterator[str]:
    """Yield codes beside each other where there is room, else one below the other."""
    width = max((len(lines[0]) for _, lines in codes), default=0) + BESIDE
    each_time = max(1, (room + BESIDE) // width)
    for first in range(0, len(codes), each_time):
        row = codes[first : first + each_time]
        yield ""
        yield "".join(f"{who[: width - BESIDE]:<{width}}" for who, _ in row).rstrip()
        for number in range(max(len(lines) for _, lines in row)):
            parts = (lines[number] if number < len(lines) else "" for _, lines in row)
            yield "".join(f"{part:<{width}}" for part in parts).rstrip()
