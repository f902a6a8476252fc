"""The server: where it listens, how it is called, and what it bounds."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import threading
from collections.abc import Iterator, Sequence
from typing import Self

import segno
import uvicorn

from builder.errors import InputError
from builder.serve.app import make_app
from builder.serve.seats import Seat, Seats
from builder.serve.served import ServedGames

PORT = 8484
MOST_CONNECTIONS = 500
MOST_HEADER_BYTES = 16 * 1024
KEPT_OPEN = 20
"""Seconds for which a connection without a request stays open."""
_ELSEWHERE = ("192.0.2.1", 9)
"""An address that no computer has: which of ours would lead there is asked, and nothing is sent."""


class Server:
    """A server of one game, or of all of them, on this computer alone or for the network that it is in.

    Raises:
        InputError: there is no such game, or the port is taken.
    """

    def __init__(self, game: str | None = None, *, lan: bool = False, port: int = PORT) -> None:
        self.games, self.seats = ServedGames(game), Seats()
        self._socket = _bound("0.0.0.0" if lan else "127.0.0.1", port)
        self.port: int = self._socket.getsockname()[1]
        self._names = [_own_address()] if lan else []
        names = ("127.0.0.1", "localhost", *self._names, *((socket.gethostname(),) if lan else ()))
        config = uvicorn.Config(
            make_app(self.games, self.seats, [f"{name}:{self.port}" for name in names]),
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            ws="none",
            http="h11",
            limit_concurrency=MOST_CONNECTIONS,
            h11_max_incomplete_event_size=MOST_HEADER_BYTES,
            timeout_keep_alive=KEPT_OPEN,
            timeout_graceful_shutdown=1,
        )
        self._server = uvicorn.Server(config)
        self._thread: threading.Thread | None = None

    @property
    def origin(self) -> str:
        """How other devices call it."""
        return f"http://{(self._names or ['127.0.0.1'])[0]}:{self.port}"

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
        """Let go of the port and the games."""
        self._socket.close()
        self.games.close()

    def run(self) -> None:
        """Answer until Ctrl-C."""
        with contextlib.suppress(KeyboardInterrupt):
            self._server.run([self._socket])

    def start(self) -> None:
        """Answer on a thread of its own, until `stop`."""
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],), name="serve", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop answering."""
        self._server.should_exit = True
        if self._thread is not None:
            self._thread.join()


def code_lines(url: str) -> Iterator[str]:
    """Yield a code to scan, in lines of a terminal: light parts are drawn, since most terminals are dark."""
    rows = [[not dark for dark in row] for row in segno.make_qr(url, error="l").matrix_iter(border=1)]
    rows += [[True] * len(rows[0])] * (len(rows) % 2)
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        yield "".join(" ▄▀█"[2 * up + low] for up, low in zip(upper, lower, strict=True))


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
