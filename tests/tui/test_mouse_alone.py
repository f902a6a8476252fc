"""An army that is built by a player who has a mouse alone."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from textual.widgets import Input

from builder.tui.app import MusterApp
from builder.tui.dialogs.prompts import LIMITS
from tests.tui.editing import Seen, edit
from tests.tui.making import until
from tests.tui.mouse import click
from tests.tui.painted import lines

pytestmark = pytest.mark.long


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


def test_a_click_on_a_heading_among_what_was_found_means_no_entry(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("shift+tab", *"scout")
        pane = seen.pane("catalogue")
        heading = next(place for place, row in enumerate(pane.rows) if place and not row.adds and not row.rest)
        assert pane.cursor < heading and pane.rows[heading + 1].adds
        await seen.press("down")
        at = pane.cursor
        assert at > heading
        await seen.pilot.click("#catalogue", offset=(6, heading - pane.scroll_offset.y))
        await seen.settled()
        assert pane.cursor == at and not seen.editor.session.changes, "not the entry above the heading"

    edit(tmp_path / "army.yaml", act)


def test_a_click_in_the_details_of_an_entry_leaves_the_keys_in_the_catalogue(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await click(seen.pilot, "▸ Troops")
        await click(seen.pilot, "1 Scout Squad")
        await seen.until(lambda: "more allowed" in seen.lines("details"))
        await click(seen.pilot, "Can take")
        await seen.settled()
        assert seen.screen.pane == "search" and "more allowed" in seen.lines("details")
        await click(seen.pilot, "+ adds and stays")
        await seen.until(lambda: seen.units().count("Scout Squad") == 2 and seen.screen.pane == "search")
        await click(seen.pilot, "▾ Elites  ")
        assert seen.screen.pane == "army"

    edit(tmp_path / "army.yaml", act, size=(120, 60))


@pytest.mark.parametrize("cursor_is_there", [False, True])
def test_two_clicks_in_a_row_lead_to_the_choices_of_a_unit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cursor_is_there: bool
) -> None:
    """Where the cursor is on it already the first of them does, and the second takes none of it back."""
    monkeypatch.setattr(MusterApp, "CLICK_CHAIN_TIME_THRESHOLD", 3600)

    async def act(seen: Seen) -> None:
        await seen.go("Scout Squad" if cursor_is_there else "Dreadnought")
        await click(seen.pilot, "Scout Squad ×5", times=2)
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


def test_a_click_in_a_name_that_was_proposed_leaves_it_to_be_written_over(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("R")
        line = seen.pilot.app.screen.query_one(Input)
        line.value = "As proposed"
        line.select_all()
        await click(seen.pilot, line.value)
        await seen.press(*"Our own")
        assert line.value == "Our own"
        await click(seen.pilot, line.value, 3)
        await seen.press("s")
        assert line.value == "Ours own", "a click goes to a letter"
        await click(seen.pilot, line.value, 2, times=2)
        await seen.press(*"Mine")
        assert line.value == "Mine", "two in a row select all of it"

    edit(tmp_path / "army.yaml", act)


def test_a_click_on_the_words_of_one_of_several_in_a_line_takes_that_one(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("p")
        await click(seen.pilot, "( ) Letter", 7)
        await until(seen.pilot, partial(shown, seen, "(o) Letter"))
        await click(seen.pilot, "( ) A5", 5)
        await until(seen.pilot, partial(shown, seen, "(o) A5"))

    edit(tmp_path / "army.yaml", act)


def test_the_details_are_those_of_what_was_added_when_the_adder_is_closed(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Dreadnought")
        await seen.press("enter", "a", "end")  # Without letters: there is no search to be emptied.
        await click(seen.pilot, "+ Add, stay", 0)
        await seen.until(lambda: "Whirlwind" in seen.units())
        await click(seen.pilot, "Esc Close")
        await seen.until(lambda: seen.screen.pane == "details" and "Dozer blade" in seen.lines("details"))
        assert seen.screen.board.tree_row is not None and seen.screen.board.tree_row.name == "Whirlwind"

    edit(tmp_path / "army.yaml", act, size=(80, 24))


@pytest.mark.parametrize("limit", ["500", "2000"])
def test_a_click_on_a_limit_that_is_played_often_writes_it(tmp_path: Path, limit: str) -> None:
    """One of a thousand and more has a narrow space in it."""

    async def act(seen: Seen) -> None:
        await seen.press("l")
        row = "  ".join(LIMITS)
        await click(seen.pilot, row, row.index(next(words for words, number in LIMITS.items() if number == limit)))
        assert seen.pilot.app.screen.query_one(Input).value == limit
        await click(seen.pilot, "Enter Take")
        await seen.until(lambda: seen.army.view.cost_limits[0].value == int(limit))

    edit(tmp_path / "army.yaml", act)
