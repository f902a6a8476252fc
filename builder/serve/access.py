"""Who asks: a device is known by its cookie, takes a seat by a token, and is told of what is new at its game."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qs

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse

from builder.errors import InputError, MusterError
from builder.serve import other_pages
from builder.serve.game_page import address
from builder.serve.games import ServedGame, ServedGames
from builder.serve.guard import Rates
from builder.serve.markup import element, page, post_button, told_page
from builder.serve.seats import ORGANISER, Seat, Seats, new_secret

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
                return told_answer("You look on", ["Only those who play can do that."], 403)
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
            return told_answer("Wait a moment", ["Too many tokens were tried from there."], 429)
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
            return told_answer("You look on", ["Only those who play can do that."], 403)
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
    return told_answer("This cannot be done", texts, 400, back)


def told_answer(title: str, texts: Sequence[str], status: int, back: str = "/") -> Response:
    """A page that tells what stands against something."""
    return HTMLResponse(told_page(title, texts, back), status)


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
