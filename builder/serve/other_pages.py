"""Pages beside the game: coming in, who beats whom, the best targets of a unit, all games and their addresses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from urllib.parse import quote

import segno

from builder.errors import MusterError
from builder.serve.game_page import address, found_row
from builder.serve.markup import Html, element, page, together
from builder.serve.seats import Seat, players
from builder.serve.served import ServedGame
from builder.services.army.opening import Army
from builder.services.export.files import list_text, sheet_text
from builder.services.games.analysis import game_matchup, game_targets
from builder.services.games.games import ListedGame
from builder.services.games.public import hidden_refs, public_view
from builder.services.library.armies import LibraryArmy
from builder.services.matchups import (
    Shown,
    TargetAssumptions,
    cell_text,
    rows_of,
    situation_of,
    targets_in_order,
)
from builder.systems.play.matchup import Assumptions, Combatant, Situation

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


def targets_page(served: ServedGame, seat: Seat, ref: str, at: str) -> str:
    """What a unit would do to each of its enemies as a game stands, the best target first.

    Raises:
        MusterError: dice decide that, or there is no such unit to be seen.
    """
    session = served.session
    hidden = hidden_refs(session, seat.side)
    side = found_row(public_view(session, seat.side), ref)[0]
    found = served.kept(ref, lambda: game_targets(session, ref, (), TargetAssumptions()))
    situation = situation_of(found.situations, at)
    rows = (
        E(
            "tr",
            E("th", target.name, scope="row"),
            E("td", cell_text(found.encounters[target.id, situation], target, "hp")),
            E("td", str(found.encounters[target.id, situation].models)),
            E("td", str(round(found.encounters[target.id, situation].points))),
        )
        for target in targets_in_order(found, situation)
        if not target.absent and f"{2 - side}:{target.id}" not in hidden
    )
    head = E("tr", *(E("th", text, scope="col") for text in ("Target", "HP", "Gone", "Points")))
    return page(
        f"{found.attacker.name}: best targets",
        _situations(found.situations, situation, lambda id: address(session, "targets", ref, at=id)),
        E("div", E("table", E("thead", head), E("tbody", *rows)), class_="wide"),
        E("p", f"With {', '.join(found.used) or 'all weapons that reach'}.", class_="dim"),
        _taken(found.taken),
        back=address(session, "unit", ref),
    )


def matchup_page(served: ServedGame, seat: Seat, side: int, at: str) -> str:
    """What each unit of a side does to each unit of the other as a game stands.

    Raises:
        MusterError: dice decide that, or one side is only a name.
    """
    session = served.session
    hidden = hidden_refs(session, seat.side)
    found = served.kept("", lambda: game_matchup(session, Assumptions()))
    situation = situation_of(found.situations, at)
    rows = rows_of(found, Shown(situation=situation, side=side))
    targets: Sequence[tuple[int, Combatant]] = [
        (number, each) for number, each in enumerate(found.sides[1 - side]) if f"{2 - side}:{each.id}" not in hidden
    ]
    head = E("tr", E("th", "Unit", scope="col"), *(E("th", target.name, scope="col") for _, target in targets))
    lines = (
        E(
            "tr",
            E("th", row.unit.name, scope="row"),
            *(E("td", cell_text(row.encounters[number], target, "hp")) for number, target in targets),
        )
        for row in rows
        if f"{side + 1}:{row.unit.id}" not in hidden
    )
    other = address(session, "matchup", side=str(2 - side), at=situation)
    return page(
        f"{found.names[side]} – {found.names[1 - side]}",
        _situations(found.situations, situation, lambda id: address(session, "matchup", side=str(side + 1), at=id)),
        E("p", E("a", f"What {found.names[1 - side]} does", href=other)),
        E("div", E("table", E("thead", head), E("tbody", *lines)), class_="wide", tabindex="0"),
        _taken(found.taken),
        back=address(session),
    )


def games_page(games: Sequence[ListedGame], told: Callable[[str], tuple[str, Sequence[Seat]]]) -> str:
    """All games with turn and points, for who looks after them; `told` gives the points and the seats of one."""
    return page(
        "Games",
        E("ul", *(_game(game, told) for game in games), class_="rows") if games else E("p", "No games."),
        E("p", E("a", "Armies and their sheets", href="/armies")),
    )


def armies_page(armies: Iterable[LibraryArmy]) -> str:
    """The armies of the library, for who looks after all games."""
    rows = [*map(_listed_army, armies)]
    return page("Armies", E("ul", *rows, class_="rows") if rows else E("p", "No armies."), back="/")


def army_page(id: str, army: Army) -> str:
    """An army outside of any game: its list, its sheets as text, and as PDF."""
    at = f"/army/{quote(id, safe='')}"
    links = (
        E("a", "Its sheets (PDF)", href=f"{at}/sheets.pdf"),
        E("a", "Its sheets to fill in (PDF)", href=f"{at}/fillable.pdf"),
    )
    return page(
        army.name,
        E("p", f"{army.system.name} · {'; '.join(map(str, army.findings)) or 'nothing to find fault with'}"),
        E("nav", E("ul", *(E("li", link) for link in links)), aria_label="Sheets"),
        E("section", E("h2", "List"), E("pre", list_text(army))),
        E("section", E("h2", "Sheets"), E("pre", sheet_text(army))),
        back="/armies",
    )


def _listed_army(army: LibraryArmy) -> Html:
    if army.line is None:
        return E("li", E("h4", army.name), E("p", "; ".join(map(str, army.mistakes)), class_="error"), class_="row")
    points = f" · {army.line.points:f} points" if army.line.points is not None else ""
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
        E("p", f"{here} · ", E("a", "addresses", href=f"/game/{game.id}/seats"), class_="dim"),
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


def _situations(known: Sequence[Situation], shown: str, href: Callable[[str], str]) -> Html:
    links = (
        E("li", E("a", each.text, href=href(each.id), aria_current="true" if each.id == shown else None))
        for each in known
    )
    return E("nav", E("ul", *links, class_="acts"), aria_label="Distances")


def _taken(taken: Sequence[str]) -> Html:
    return E("p", f"Taken: {'; '.join(taken)}.", class_="dim")
