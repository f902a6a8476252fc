"""An army that is built by a player who has a mouse alone."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

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


def test_a_click_in_the_details_of_an_entry_leaves_the_keys_in_the_catalogue(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await click(seen.pilot, "▸ Troops")
        await click(seen.pilot, "1 Scout Squad")
        await seen.until(lambda: "more allowed" in seen.lines("details"))
        await click(seen.pilot, "Can take")
        await seen.settled()
        assert seen.screen.pane == "search" and "more allowed" in seen.lines("details")
        await click(seen.pilot, "↳ reserve")
        assert seen.screen.pane == "army"

    edit(tmp_path / "army.yaml", act, size=(120, 40))


@pytest.mark.parametrize("cursor_is_there", [False, True])
def test_two_clicks_in_a_row_lead_to_the_choices_of_a_unit(tmp_path: Path, cursor_is_there: bool) -> None:
    """Where the cursor is on it already the first of them does, and the second takes none of it back."""

    async def act(seen: Seen) -> None:
        await seen.go("Scout Squad" if cursor_is_there else "Dreadnought")
        await click(seen.pilot, "Scout Squad", times=2)
        await seen.until(lambda: seen.screen.pane == "details")
        assert "Scout Squad" in seen.lines("details")
        await click(seen.pilot, "▸ Troops")
        if cursor_is_there:
            await click(seen.pilot, "1 Scout Squad")
        await click(seen.pilot, "1 Scout Squad", times=2)
        await seen.settled()
        await seen.until(lambda: seen.screen.pane == "details")
        assert seen.units().count("Scout Squad") == 2

    edit(tmp_path / "army.yaml", act, size=(120, 40))
