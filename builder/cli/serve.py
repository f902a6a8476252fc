"""`muster serve`: games on phones, tablets and other computers."""

from __future__ import annotations

import shutil

import click

from builder.cli.output import STORE, echo, styled
from builder.serve.server import PORT, Server, invitation, is_code


@click.command()
@click.argument("game", metavar="[GAME]", required=False)
@STORE
@click.option("--lan", is_flag=True, help="For all devices of the network that this computer is in.")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="The port; 0 for any.")
@click.option("--behind", metavar="URL", help="The address of a proxy that passes requests on, https://games.example.")
@click.option("--new", "renew", is_flag=True, help="Hand out new addresses: the old ones no longer work.")
def serve(game: str | None, lan: bool, port: int, behind: str | None, renew: bool) -> int:
    """Show GAME, or all your games, on phones, tablets and other computers: players can act, others look on.

    Each player has an address of his own; the first device that takes the seat there keeps it.
    """
    with Server(game, lan=lan, port=port, behind=behind) as server:
        if renew:
            server.seats.renew(server.games.only or "")
        for line in invitation(server, shutil.get_terminal_size().columns):
            # A terminal may be light, which no program can ask of all of them: codes bring their own ground.
            echo(styled(line, fg="bright_white", bg="black") if is_code(line) else line)
        echo("\nCtrl-C ends it; the game is stored at each act.")
        server.run()
    return 0
