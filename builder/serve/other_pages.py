"""Pages beside games: coming in, all games and their addresses, the armies of the library."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from urllib.parse import quote

import segno

from builder.errors import MusterError
from builder.scalars import number
from builder.serve.markup import Html, cards, element, page, together
from builder.serve.seats import Seat, players
from builder.services.army.opening import Army
from builder.services.export.files import lines_of_cards
from builder.services.games.games import ListedGame
from builder.services.library.armies import LibraryArmy

E = element


def enter_page(token: str, role: str, game: str) -> str:
    """The page that asks whoever opened the address of a seat for a name: looking at it takes nothing."""
    name = E(
        "label",
        "Your name, for the log",
        E("input", name="name", maxlength="40", autocomplete="nickname", autofocus=True),
    )
    form = E(
        "form",
        name if role in ("1", "2") else None,
        E("button", "Take this seat" if role in ("1", "2") else "Look on", class_="main"),
        method="post",
        action=f"/enter/{token}",
    )
    return page(game, E("p", _INVITED.get(role, _INVITED["onlooker"])), form)


_INVITED = {
    "1": "You are invited to play the first side.",
    "2": "You are invited to play the second side.",
    "onlooker": "You are invited to look on.",
    "organiser": "This address leads to all games and to the addresses of their players.",
}


def token_page(said: str = "") -> str:
    """The page that asks for a token, for whoever has no seat here."""
    form = E(
        "form",
        E("label", "Address or token", E("input", name="token", maxlength="300", autocomplete="off", autofocus=True)),
        E("button", "Go on", class_="main"),
        method="post",
        action="/",
    )
    words = "Scan the code that the computer shows, open the address that it printed, or write its last part here."
    return page("Muster", E("p", words), form, said=said)


def games_page(games: Sequence[ListedGame], told: Callable[[str], tuple[str, Sequence[Seat]]]) -> str:
    """All games with turn and points, for who looks after them; `told` gives the points and the seats of one."""
    return page(
        "Games",
        E("ul", *(_game(game, told) for game in games), class_="rows") if games else E("p", "No games."),
        E("ul", E("li", E("a", "Armies and their sheets", href="/armies")), class_="links"),
    )


def armies_page(armies: Iterable[LibraryArmy]) -> str:
    """The armies of the library, for who looks after all games."""
    rows = [*map(_listed_army, armies)]
    return page("Armies", E("ul", *rows, class_="rows") if rows else E("p", "No armies."), back="/")


def army_page(id: str, army: Army) -> str:
    """An army outside of any game: its cards to read, and its sheets as PDF."""
    at = f"/army/{quote(id, safe='')}"
    links = (
        E("a", "Its sheets (PDF)", href=f"{at}/sheets.pdf"),
        E("a", "Its sheets to fill in (PDF)", href=f"{at}/fillable.pdf"),
    )
    return page(
        army.name,
        E("p", f"{army.system.name} · {'; '.join(map(str, army.findings)) or 'nothing to find fault with'}"),
        E("nav", E("ul", *(E("li", link) for link in links), class_="links"), aria_label="Sheets"),
        *cards(lines_of_cards(army.reading.cards())),
        back="/armies",
    )


def _listed_army(army: LibraryArmy) -> Html:
    if army.line is None:
        return E("li", E("h4", army.name), E("p", "; ".join(map(str, army.mistakes)), class_="error"), class_="row")
    points = f" · {number(army.line.points)} points" if army.line.points is not None else ""
    return E(
        "li",
        E("h4", E("a", army.name, href=f"/army/{quote(army.id, safe='')}")),
        E("p", f"{army.line.system_name} · {army.line.faction}{points}"),
        class_="row",
    )


def _game(game: ListedGame, told: Callable[[str], tuple[str, Sequence[Seat]]]) -> Html:
    if game.findings or game.head is None:
        return E("li", E("h4", game.name), E("p", "; ".join(map(str, game.findings)), class_="error"), class_="row")
    try:
        points, seats = told(game.id)
    except MusterError as error:
        return E("li", E("h4", game.name), E("p", str(error), class_="error"), class_="row")
    here = ", ".join(players(seats)) or "nobody yet"
    return E(
        "li",
        E("h4", E("a", game.name, href=f"/game/{game.id}")),
        E("p", f"{game.where or 'not begun'} · {points}"),
        E("p", here, class_="dim"),
        E("ul", E("li", E("a", "Addresses", href=f"/game/{game.id}/seats")), class_="links"),
        class_="row",
    )


def seats_page(name: str, seats: Sequence[tuple[Seat, str]], back: str) -> str:
    """The addresses of seats, as codes to scan too."""
    return page(name, *(_seat(seat, url) for seat, url in seats), back=back)


def _seat(seat: Seat, url: str) -> Html:
    who = {"1": "First side", "2": "Second side"}.get(seat.role, "Onlookers")
    state = "may be taken" if seat.open else f"taken by {seat.name}"
    return E("section", E("h2", who), E("p", state), *_code(url) if seat.open else ())


def _code(url: str) -> Iterator[Html]:
    """Yield the code of an address, drawn without a style of its own, and the address."""
    rows = [*segno.make_qr(url, error="m").matrix_iter(border=2)]
    path = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    size = len(rows)
    drawn = together(E("rect", width=size, height=size, class_="paper"), E("path", d=path, class_="ink"))
    yield E("svg", drawn, viewBox=f"0 0 {size} {size}", class_="code", role="img", aria_label="The address as a code")
    yield E("p", E("a", url, href=url))
