"""Writes the pictures of docs/serve.md: a game and the form of an act as a phone shows them.

Run as `python -m tests.serve.pictures`; it needs Chromium.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from builder.serve.server import Server
from builder.services.games.games import new_game
from tests.serve.browser import Browser

DOCS = Path(__file__).parents[2] / "docs"


def main() -> None:
    """Write them."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        for name in ("games", "state"):
            os.environ[f"MUSTER_{name.upper()}"] = str(Path(folder, name))
        with new_game("space-marines-500", "orks-500", "Third Company") as session:
            for _ in range(2):
                session.act("next", {})
            session.act("damage", {"unit": "t9b8", "hp": "120"})
        with Server("Third Company", port=0) as server, Browser(Path(folder)) as browser:
            server.start()
            try:
                _pictures(server, browser)
            finally:
                server.stop()


def _pictures(server: Server, browser: Browser) -> None:
    page = browser.page()
    page.open(server.address(server.handed_out[0]))
    page.run("document.querySelector('[name=name]').value = 'Anna'")
    page.click("Take this seat")
    page.wait("document.querySelector('.side')")
    page.picture(DOCS / "serve-game.png", whole=False)
    game = page.run("location.pathname")
    page.open(f"{server.origin}{game}/act/damage?f.unit=t9b8&f.hp=60")
    page.wait("document.querySelector('.result')")
    page.picture(DOCS / "serve-act.png", whole=False)


if __name__ == "__main__":
    main()
