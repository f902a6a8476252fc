"""How the screens are begun; nothing of them is imported before there is a terminal for them."""

from __future__ import annotations

import gc
import sys
from contextvars import Context

from builder.errors import InputError


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
