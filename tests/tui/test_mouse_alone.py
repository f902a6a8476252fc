"""An army that is built by a player who has a mouse alone."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from tests.tui.editing import Seen, edit
from tests.tui.making import until
from tests.tui.mouse import click
from tests.tui.painted import lines


def shown(seen: Seen, words: str) -> bool:
    return any(words in line for line in lines(seen.pilot.app))


def test_a_click_on_a_heading_that_stands_for_its_entries_shows_them(tmp_path: Path) -> None:
    """On its sign too, and on the heading where the cursor was before, which is not to be seen there."""

    async def act(seen: Seen) -> None:
        assert "▸ HQ" in seen.lines("catalogue") and "Librarian" not in seen.lines("catalogue")
        for words, letter, entry in (
            ("▸ HQ", 2, "Captain"),
            ("▸ HQ", 0, "Captain"),
            ("▸ Troops", 0, "Scout Squad"),
            ("▸ Heavy Support", 5, "Devastator Squad"),
        ):
            await click(seen.pilot, words, letter)
            await seen.until(lambda: seen.screen.pane == "search")
            await until(seen.pilot, partial(shown, seen, entry))
            row = seen.pane("catalogue").row
            assert row is not None and row.name == words[2:] and "▸" not in seen.lines("catalogue")
            seen.pane("army").focus()
            await seen.until(lambda: "▸ HQ" in seen.lines("catalogue"))

    edit(tmp_path / "army.yaml", act, size=(120, 40))
