"""`muster tui` with its options."""

from __future__ import annotations

import click

from builder.errors import InputError
from builder.tui.start import open_app


@click.command()
@click.argument("army", metavar="[ARMY]", required=False)
@click.option("--game", metavar="GAME", help="Resume a game, by its id or its name.")
def tui(army: str | None, game: str | None) -> int:
    """Open ARMY on a screen to edit it, or the library of armies without one.

    ARMY is an army file, the name of a starter army, or a roster saved with another program. Of the latter two a copy
    is edited; they stay as they are. A roster whose data is not here is shown as it would be printed.
    """
    if army is not None and game is not None:
        raise InputError("open an army or a game, not both")
    return open_app(army, game)
