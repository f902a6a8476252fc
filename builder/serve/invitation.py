"""What is handed out to those who are to come: addresses, and codes to scan, as lines of a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import segno

from builder.serve.seats import ONE, ORGANISER, TWO, Seat, players
from builder.serve.server import Server
from builder.systems.play.view import View

BESIDE = 4
"""Cells between codes that stand beside each other."""


def invitation(server: Server, width: int) -> Iterator[str]:
    """Yield what is open to whom, the addresses of all seats, who has taken one, and codes in lines of a width."""
    if server.lan:
        yield "Open to every device of this network; without a token nobody sees more than the page that asks for one."
        yield "What is sent can be read by whoever can listen in on the network: it is not encrypted."
    else:
        yield "On this computer alone; --lan opens it to all devices of the network that it is in."
    seats = server.handed_out
    view = server.games.game(server.games.only).session.view if server.games.only is not None else None
    named = [(_who(seat, view), seat, server.address(seat)) for seat in seats]
    for who, seat, url in named:
        yield ""
        yield f"{who}: {', '.join(players((seat,))) or 'nobody yet'}{'' if seat.open else ' (taken)'}"
        yield f"  {url}"
    yield from _codes([(who, [*code_lines(url)]) for who, seat, url in named if seat.open], width)


def code_lines(url: str) -> Iterator[str]:
    """Yield a code to scan, in lines of a terminal: light parts are drawn, since most terminals are dark."""
    rows = [[not dark for dark in row] for row in segno.make_qr(url, error="l").matrix_iter(border=1)]
    rows += [[True] * len(rows[0])] * (len(rows) % 2)
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        yield "".join(" ▄▀█"[2 * up + low] for up, low in zip(upper, lower, strict=True))


def _who(seat: Seat, view: View | None) -> str:
    if seat.role == ORGANISER or view is None:
        return "All games, for who looks after them"
    names = {ONE: view.sides[0].name, TWO: view.sides[1].name}
    return names.get(seat.role, "Onlookers")


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
