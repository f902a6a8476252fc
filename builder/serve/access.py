"""Who is let in: requests that no page of ours sends are turned away, a device is known by its cookie and its seat."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qs

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from builder.errors import InputError, MusterError
from builder.serve import other_pages
from builder.serve.game_page import address
from builder.serve.games import ServedGame, ServedGames
from builder.serve.markup import element, message_page, page, post_button
from builder.serve.seats import ORGANISER, Seat, Seats, new_secret

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
            return 400, "The length of this request is not a number."
        if len(length) > 9 or int(length) > MOST_BODY:
            return 413, "This is larger than any form here."
        return None


COOKIE = "muster"
MONTH = 30 * 24 * 3600
ENTRIES, ENTRY_BURST = 0.2, 20.0
"""Tokens that an address may try: so many a second in the long run, and so many at once."""
MOST_FIELDS = 200
LONGEST_FORM = 20.0
"""Seconds in which a form must be there, once it is begun."""


@dataclass(frozen=True, slots=True)
class PageRequest:
    """What a page is asked for: the game, the seat of who asks, and what he sent.

    Args:
        served: the game.
        seat: the seat of who asks.
        parts: what stands in the address.
        form: the values of its query or of what was sent, by their names.
        sent: whether a form was sent.
        origin: how this server is called by who asks.
    """

    served: ServedGame
    seat: Seat
    parts: Mapping[str, str]
    form: Mapping[str, Sequence[str]]
    sent: bool
    origin: str

    def last(self, name: str) -> str:
        """The last value of a name; empty for none."""
        return self.form.get(name, ("",))[-1]


Handler = Callable[[PageRequest], Response]
Answer = Callable[[Request], Awaitable[Response]]


class SeatedPages:
    """What answers to requests: the pages of some games for those who have seats there."""

    def __init__(self, games: ServedGames, seats: Seats) -> None:
        self.games, self.seats = games, seats
        self._entries = Rates(ENTRIES, ENTRY_BURST)

    # -- who asks ----------------------------------------------------------------
    async def taken(self, request: Request) -> Sequence[Seat]:
        """The seats that a device has taken."""
        return await run_in_threadpool(self.seats.of_device, request.cookies.get(COOKIE, ""))

    async def seat(self, request: Request, game: str) -> Seat | None:
        """The seat of who asks at a game; that of the organiser where he has no other."""
        found = await self.taken(request)
        here = sorted((seat for seat in found if seat.game == game), key=lambda seat: seat.role)
        return next(iter(here), next((seat for seat in found if seat.role == ORGANISER), None))

    def page(self, handler: Handler, *, plays: bool = False, post: bool = False) -> Answer:
        """What answers with a page of a game; one for those who play alone, or one that a form alone asks for."""

        async def answer(request: Request) -> Response:
            seat = await self.seat(request, request.path_params["game"])
            if seat is None:
                return _no_seat()
            if plays and seat.side is None:
                return message_answer("You look on", ["Only those who play can do that."], 403)
            if post and request.method != "POST":
                raise HTTPException(405)
            form = await _form(request)
            return await run_in_threadpool(_answered, self.games, handler, request, seat, form)

        return answer

    def organised(self, make: Callable[[Mapping[str, str]], Response]) -> Answer:
        """Return what answers with a page for who looks after all games, and for nobody else."""

        async def answer(request: Request) -> Response:
            if not any(seat.role == ORGANISER for seat in await self.taken(request)):
                return _no_seat()
            return await run_in_threadpool(_guarded, lambda: make(request.path_params))

        return answer

    # -- coming in ---------------------------------------------------------------
    async def home(self, request: Request) -> Response:
        """The games of who has a seat; the page that asks for a token for all others."""
        if request.method == "POST":
            token = (await _form(request)).get("token", ("",))[-1].strip().rpartition("/")[2]
            return await run_in_threadpool(self._entered, request, token, "", look=True)
        found = await self.taken(request)
        if any(seat.role == ORGANISER for seat in found):
            return await run_in_threadpool(_guarded, self._games)
        if found:
            return RedirectResponse(f"/game/{found[-1].game}", 303)
        return HTMLResponse(other_pages.token_page())

    async def enter(self, request: Request) -> Response:
        """The page of an address that was handed out: what is sent there takes the seat."""
        look = request.method != "POST"
        name = (await _form(request)).get("name", ("",))[-1]
        return await run_in_threadpool(self._entered, request, request.path_params["token"], name, look=look)

    def _entered(self, request: Request, token: str, name: str, *, look: bool) -> Response:
        client = request.client.host if request.client else ""
        if not self._entries.takes(client):
            return message_answer("Wait a moment", ["Too many tokens were tried from there."], 429)
        seat = self.seats.by_token(token)
        if seat is None or (self.games.only is not None and seat.game not in ("", self.games.only)):
            return HTMLResponse(other_pages.token_page("This leads to no seat: look whether all of it is there."), 403)
        secret = request.cookies.get(COOKIE, "")
        leads = RedirectResponse(f"/game/{seat.game}" if seat.game else "/", 303)
        if seat in self.seats.of_device(secret):
            return leads
        if look:
            return _guarded(lambda: HTMLResponse(other_pages.enter_page(token, seat.role, self._name(seat))))
        secret = secret if self.seats.of_device(secret) else new_secret()
        secure = request.url.scheme == "https"

        def taken() -> Response:
            self.seats.take(token, secret, name)
            leads.set_cookie(COOKIE, secret, max_age=MONTH, httponly=True, samesite="strict", secure=secure)
            return leads

        return _guarded(taken)

    def _name(self, seat: Seat) -> str:
        return self.games.game(seat.game).session.name if seat.game else "All games"

    def _games(self) -> Response:
        def told(id: str) -> tuple[str, Sequence[Seat]]:
            points = self.games.game(id).ask(lambda session: [side.points for side in session.view.sides])
            return " – ".join(map(str, points)), self.seats.of_game(id)

        return HTMLResponse(other_pages.games_page(self.games.listed(), told))

    def handed_out(self, ask: PageRequest) -> Response:
        """The addresses of the seats of a game, for the organiser; that of his own for a player, to share it."""
        session, seat = ask.served.session, ask.seat
        if seat.role == ORGANISER:
            shown = self.seats.of_game(session.id)
        elif seat.side is None:
            return message_answer("You look on", ["Only those who play can do that."], 403)
        else:
            shown = [self.seats.share(seat) if ask.sent else seat]
        if seat.role != ORGANISER and not shown[0].open:
            button = post_button("Share my seat", address(session, "share"), main=True)
            words = "Whoever opens the address that this gives plays for your side as you do."
            return HTMLResponse(page("Another device", element("p", words), button, back=address(session)))
        urls = [(each, f"{ask.origin}/enter/{each.token}") for each in shown]
        back = "/" if seat.role == ORGANISER else address(session)
        return HTMLResponse(other_pages.seats_page(session.name, urls, back))

    async def events(self, request: Request) -> Response:
        """Tell a page of a game each time that something is done there."""
        seat = await self.seat(request, request.path_params["game"])
        if seat is None:
            return _no_seat()
        try:
            served = await run_in_threadpool(self.games.game, request.path_params["game"])
        except MusterError as error:
            return _refused(error)

        async def told() -> AsyncIterator[str]:
            try:
                async for stamp in served.stamps(seat.role):
                    yield f"data: {stamp}\n\n" if stamp else ": still there\n\n"
            except InputError as error:
                yield f"event: full\ndata: {str(error).replace(chr(10), ' ')}\n\n"

        return StreamingResponse(told(), media_type="text/event-stream")


def _answered(
    games: ServedGames, handler: Handler, request: Request, seat: Seat, form: Mapping[str, Sequence[str]]
) -> Response:
    """A page of a game, made while nobody else asks it anything."""

    def answer() -> Response:
        served = games.game(request.path_params["game"])
        origin = f"{request.url.scheme}://{request.headers['host']}"
        ask = PageRequest(served, seat, request.path_params, form, request.method == "POST", origin)
        return served.ask(lambda session: handler(ask))

    return _guarded(answer, back=f"/game/{request.path_params['game']}")


def _guarded(answer: Callable[[], Response], back: str = "/") -> Response:
    try:
        return answer()
    except MusterError as error:
        return _refused(error, back)


def _refused(error: MusterError, back: str = "/") -> Response:
    texts = [str(each) for each in error.findings] if isinstance(error, InputError) else [str(error)]
    return message_answer("This cannot be done", texts, 400, back)


def message_answer(title: str, texts: Sequence[str], status: int, back: str = "/") -> Response:
    """A page that tells what stands against something."""
    return HTMLResponse(message_page(title, texts, back), status)


def _no_seat() -> Response:
    return HTMLResponse(other_pages.token_page("You have no seat here yet."), 401)


async def _form(request: Request) -> Mapping[str, Sequence[str]]:
    """The values of what was sent, or of the query, by their names; more than any form has are refused."""
    try:
        async with asyncio.timeout(LONGEST_FORM):
            data = await request.body() if request.method == "POST" else request.url.query.encode()
    except TimeoutError:
        raise HTTPException(408) from None
    try:
        return parse_qs(data.decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="replace")
    except ValueError:
        raise HTTPException(400) from None
