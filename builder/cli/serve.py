"""`muster serve`: games on phones, tablets and other computers."""

from __future__ import annotations

import shutil

import click

from builder.cli.output import echo, styled
from builder.serve.seats import ONE, ORGANISER, TWO
from builder.serve.server import PORT, Server, code_lines
from builder.systems.play.view import View

BESIDE = 4
"""Cells between codes that stand beside each other."""


@click.command()
@click.argument("game", metavar="[GAME]", required=False)
@click.option("--lan", is_flag=True, help="For all devices of the network that this computer is in.")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="The port; 0 for any.")
@click.option("--new", "renew", is_flag=True, help="Hand out new addresses: whoever has an old one is out.")
def serve(game: str | None, lan: bool, port: int, renew: bool) -> int:
    """Show GAME on phones, tablets and other computers, where players can act and others look on; or all your games.

    Each player has an address of his own, which the first device that opens it keeps.
    """
    with Server(game, lan=lan, port=port) as server:
        if renew:
            server.seats.renew(server.games.only or "")
        _tell(server, lan)
        server.run()
    return 0


def _tell(server: Server, lan: bool) -> None:
    """Write what is open to whom, and the addresses."""
    if lan:
        echo("Open to every device of this network; without a token nobody sees more than the page that asks for one.")
        echo("What is sent can be read by whoever can listen in on the network: it is not encrypted.")
    else:
        echo("On this computer alone; --lan opens it to all devices of the network that it is in.")
    view = server.games.game(server.games.only).session.view if server.games.only is not None else None
    shown = [(_who(seat.role, view), server.address(seat), seat.open) for seat in server.handed_out]
    for who, url, is_open in shown:
        echo("\n", styled(who, bold=True), "" if is_open else ", taken")
        echo(f"  {url}")
    _show_codes([(who, [*code_lines(url)]) for who, url, is_open in shown if is_open])
    echo("\nCtrl-C ends it; the game is stored at each act.")


def _who(role: str, view: View | None) -> str:
    if role == ORGANISER or view is None:
        return "All games, for who looks after them"
    names = {ONE: view.sides[0].name, TWO: view.sides[1].name}
    return names.get(role, "Onlookers")


def _show_codes(codes: list[tuple[str, list[str]]]) -> None:
    """Write codes beside each other where there is room, else one below the other."""
    if not codes:
        return
    width = max(len(lines[0]) for _, lines in codes) + BESIDE
    each_time = max(1, shutil.get_terminal_size().columns // width)
    for first in range(0, len(codes), each_time):
        row = codes[first : first + each_time]
        echo()
        echo("".join(f"{who[: width - BESIDE]:<{width}}" for who, _ in row).rstrip())
        for number in range(max(len(lines) for _, lines in row)):
            parts = (lines[number] if number < len(lines) else "" for _, lines in row)
            echo("".join(f"{part:<{width}}" for part in parts).rstrip())
