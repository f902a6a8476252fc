"""What stands before all pages: requests that no page of ours sends are answered here, and bounded."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BODY = 64 * 1024
"""Bytes of a form; that of the largest act is a tenth of it."""
MOST_PATH = 2_000
MOST_HEADERS = 64
MOST_HEADER_BYTES = 16 * 1024
"""Of all headers together: what comes in one piece is not bounded by who reads it from the connection."""
REQUESTS, BURST = 60.0, 300.0
"""Requests of one address: so many a second in the long run, and so many at once; a page takes six."""
MOST_ADDRESSES = 4_096
POLICY = (
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'; img-src 'self'"
)
FORM = "application/x-www-form-urlencoded"
_HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class Rates:
    """How many requests each address may send: so many at once, and so many a second from then on."""

    def __init__(self, each_second: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._each_second, self._burst, self._clock = each_second, burst, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def takes(self, address: str) -> bool:
        """Whether one more request of an address is answered."""
        now = self._clock()
        left, before = self._left.pop(address, (self._burst, now))
        left = min(self._burst, left + (now - before) * self._each_second)
        allowed = left >= 1
        self._left[address] = (left - 1 if allowed else left, now)
        while len(self._left) > MOST_ADDRESSES:
            self._left.popitem(last=False)
        return allowed


class Guard:
    """Answers what is none of our pages' requests, and adds to each answer what browsers are to keep to.

    Args:
        app: the pages.
        hosts: the names by which this server is called, with its port.
        rates: how many requests an address may send.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str], rates: Rates | None = None) -> None:
        self._app = app
        self._hosts = frozenset(each.lower() for each in hosts)
        self._rates = rates or Rates(REQUESTS, BURST)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers[name] = value
            await send(message)

        refused = self._refused(scope)
        if refused is not None:
            status, text = refused
            more = {"Retry-After": "2"} if status == 429 else {}
            await PlainTextResponse(f"{text}\n", status, more)(scope, receive, send_with_headers)
            return
        left = MOST_BODY

        async def receive_bounded() -> Message:
            nonlocal left
            message = await receive()
            left -= len(message.get("body", b""))
            if left < 0:
                raise HTTPException(413)
            return message

        await self._app(scope, receive_bounded, send_with_headers)

    def _refused(self, scope: Scope) -> tuple[int, str] | None:
        """The status and the words of a request that is not answered further."""
        headers = Headers(scope=scope)
        client = scope.get("client")
        if not self._rates.takes(client[0] if client else ""):
            return 429, "Too many requests: wait a moment."
        size = sum(len(name) + len(value) for name, value in scope["headers"])
        path = scope.get("raw_path") or scope["path"]
        if len(headers) > MOST_HEADERS or size > MOST_HEADER_BYTES or len(path) > MOST_PATH:
            return 431, "This request is longer than any of ours."
        hosts = headers.getlist("host")
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            return 421, "This server is not called so: open the address that it printed."
        if scope["method"] not in ("GET", "HEAD", "POST"):
            return 405, "Pages are read and forms are sent here, and nothing else."
        return self._refused_form(scope, headers) if scope["method"] == "POST" else None

    @staticmethod
    def _refused_form(scope: Scope, headers: Mapping[str, str]) -> tuple[int, str] | None:
        """The status and the words of a form that no page of ours sent."""
        if headers.get("origin", "") != f"{scope['scheme']}://{headers['host']}":
            return 403, "This form was not sent by a page of this server."
        if headers.get("content-type", "").partition(";")[0].strip().lower() != FORM:
            return 415, "Forms are sent as browsers do."
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdecimal():
            return 400, "The length of this request is no number."
        if len(length) > 9 or int(length) > MOST_BODY:
            return 413, "This is larger than any form here."
        return None
