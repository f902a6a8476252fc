"""The pages by their addresses; whatever goes wrong is answered."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator, Mapping
from importlib.resources import files

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from builder.errors import MusterError
from builder.serve import other_pages
from builder.serve.access import PageRequest, SeatedPages, message_answer
from builder.serve.acts import agree, answered_act, refuse, undo
from builder.serve.game_page import address, game_page, log_page
from builder.serve.games import ServedGames
from builder.serve.seats import Seats
from builder.serve.unit_page import matchup_page, targets_page, unit_page
from builder.services.army.locator import library_files, open_army
from builder.services.army.opening import Army
from builder.services.export.files import Exported, export_army
from builder.services.games.session import GameSession
from builder.services.games.sheets import print_game
from builder.services.library.armies import library_armies
from builder.sheets.options import SheetOptions, usual_sheets

STATIC = {"style.css": "text/css", "live.js": "text/javascript", "icon.svg": "image/svg+xml", "icon.png": "image/png",
          "manifest.webmanifest": "application/manifest+json"}  # fmt: skip


def make_app(games: ServedGames, seats: Seats) -> Starlette:
    """Return the pages of games, which stand behind a guard."""
    pages = SeatedPages(games, seats)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        games.close()

    at = "/game/{game}"
    both = ["GET", "POST"]
    routes = [
        Route("/", pages.home, methods=both),
        Route("/enter/{token}", pages.enter, methods=both),
        Route("/static/{name}", _static),
        Route(at, pages.page(_game)),
        Route(f"{at}/events", pages.events),
        Route(f"{at}/log", pages.page(lambda ask: HTMLResponse(log_page(ask.served, ask.seat)))),
        Route(
            f"{at}/unit/{{ref}}",
            pages.page(lambda ask: HTMLResponse(unit_page(ask.served, ask.seat, ask.parts["ref"]))),
        ),
        Route(f"{at}/act/{{verb}}", pages.page(_act, plays=True), methods=both),
        Route(f"{at}/undo", pages.page(_undo, plays=True, post=True), methods=both),
        Route(f"{at}/agree", pages.page(_agree, plays=True, post=True), methods=both),
        Route(f"{at}/refuse", pages.page(_refuse, plays=True, post=True), methods=both),
        Route(f"{at}/targets/{{ref}}", pages.page(_targets)),
        Route(f"{at}/matchup", pages.page(_matchup)),
        Route(f"{at}/{{sheets}}.pdf", pages.page(_sheets, plays=True)),
        Route("/armies", pages.organised(lambda _: HTMLResponse(other_pages.armies_page(library_armies())))),
        Route("/army/{army}", pages.organised(_army)),
        Route("/army/{army}/{sheets}.pdf", pages.organised(_army_sheets)),
        Route(f"{at}/share", pages.page(pages.handed_out), methods=both),
        Route(f"{at}/seats", pages.page(pages.handed_out), methods=both),
    ]
    handlers = {HTTPException: _http_error, ClientDisconnect: _gone, MusterError: _unusable}
    return Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers)


async def _static(request: Request) -> Response:
    """The style and the script of the pages: they tell nothing of any game."""
    name = request.path_params["name"]
    if name not in STATIC:
        raise HTTPException(404)
    return Response((files("builder.serve") / "static" / name).read_bytes(), media_type=STATIC[name])


async def _http_error(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    return message_answer("Nothing here", [_WRONG.get(status, "This cannot be read.")], status)


_WRONG = {
    404: "There is no such page.",
    405: "This is sent by a form.",
    413: "This is larger than any form here.",
    408: "This took too long to be sent.",
}


async def _unusable(request: Request, error: Exception) -> Response:
    logging.getLogger("uvicorn").error("%s", error)  # who has no seat need not know where games are
    return message_answer("This cannot be answered just now", ["Games cannot be read just now: try again soon."], 503)


async def _gone(request: Request, error: Exception) -> Response:
    return Response(status_code=400)


# -- pages of a game -----------------------------------------------------------------
def _game(ask: PageRequest) -> Response:
    return HTMLResponse(game_page(ask.served, ask.seat, _SAID.get(ask.last("said"), "")))


_SAID = {
    "done": "Done.",
    "before": "That was done already: nothing is done twice.",
    "asked": "The other side is asked.",
}


def _act(ask: PageRequest) -> Response:
    verb, served = ask.parts["verb"], ask.served
    said, text = answered_act(served, ask.seat, verb, ask.form, sent=ask.sent)
    return _back(served.session, said) if said else HTMLResponse(text)


def _undo(ask: PageRequest) -> Response:
    return _back(ask.served.session, undo(ask.served, ask.seat, ask.last("act")))


def _agree(ask: PageRequest) -> Response:
    return _back(ask.served.session, agree(ask.served, ask.seat, ask.last("seen")))


def _refuse(ask: PageRequest) -> Response:
    refuse(ask.served)
    return _back(ask.served.session, "")


def _targets(ask: PageRequest) -> Response:
    at = ask.last("at") or "12"
    return HTMLResponse(targets_page(ask.served, ask.seat, ask.parts["ref"], at))


def _matchup(ask: PageRequest) -> Response:
    side = int(ask.last("side") == "2") if ask.last("side") else ask.seat.side or 0
    return HTMLResponse(matchup_page(ask.served, ask.seat, side, ask.last("at")))


def _sheets(ask: PageRequest) -> Response:
    kind = ask.parts["sheets"]
    if kind not in ("sheets", "fresh", "fillable"):
        raise HTTPException(404)
    assert ask.seat.side is not None
    options = SheetOptions(fillable=kind == "fillable")
    side, fresh = str(ask.seat.side + 1), kind == "fresh"
    return _pdf(print_game(ask.served.session, side, options, usual=True, fresh=fresh, whole=False), kind)


def _pdf(made: Exported, name: str) -> Response:
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"'}
    return Response(made.data, media_type="application/pdf", headers=headers)


# -- armies outside of games ---------------------------------------------------------
def _army(parts: Mapping[str, str]) -> Response:
    return HTMLResponse(other_pages.army_page(parts["army"], _opened_army(parts)))


def _army_sheets(parts: Mapping[str, str]) -> Response:
    kind = parts["sheets"]
    if kind not in ("sheets", "fillable"):
        raise HTTPException(404)
    army = _opened_army(parts)
    options = SheetOptions(sheets=usual_sheets(army.reading.cards()), fillable=kind == "fillable")
    return _pdf(export_army(army, "pdf", options), kind)


def _opened_army(parts: Mapping[str, str]) -> Army:
    """An army of the library; no other file is read, whatever stands in the address."""
    path = library_files().get(parts["army"])
    if path is None:
        raise HTTPException(404)
    return open_army(str(path))


def _back(session: GameSession, said: str) -> Response:
    return RedirectResponse(address(session, **({"said": said} if said else {})), 303)
