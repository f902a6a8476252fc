"""`muster tui`, and what `muster` opens on a terminal."""

from __future__ import annotations

import gc
import sys
from contextvars import Context

import click

from builder.errors import InputError


@click.command()
@click.argument("army", metavar="[ARMY]", required=False)
@click.option("--game", metavar="GAME", help="Play on with a game, by its id or its name.")
def tui(army: str | None, game: str | None) -> int:
    """Open ARMY on a screen to edit it, or the library of armies without one.

    ARMY is an army file or the name of a starter army, which stays as it is: a copy is edited.
    """
    if army is not None and game is not None:
        raise InputError("open an army or a game, not both")
    return open_app(army, game)


def open_app(army: str | None = None, game: str | None = None) -> int:
    """Run the app until the player leaves it."""
    if not on_terminal():
        raise InputError("the screens need a terminal: try `muster --help` for commands that do not")
    # What is imported and made on the way to the first screen stays: the app looks for garbage once that is painted.
    gc.disable()
    from builder.tui.app import MusterApp

    app = MusterApp(army, game=game)
    Context().run(app.run)  # Screens tell on lines of their own how far things are, not on that of commands.
    return app.return_code or 0


def on_terminal() -> bool:
    """Whether somebody sits at a terminal."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
