"""Where the cursor of the library stands: on what was typed for, and on what was begun elsewhere."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from builder.services.library import commands as armyacts
from builder.services.library.armies import LibraryArmy, Starter
from builder.tui.app import MusterApp
from builder.tui.screens.editor import EditorScreen
from tests.tui.making import is_named, play, put, until
from tests.tui.mouse import click
from tests.tui.painted import lines
from tests.tui.test_library import loaded, names, pane_of, screen_of

pytestmark = pytest.mark.long


def test_what_was_typed_leads_to_the_first_that_has_it_and_enter_opens_the_only_one(home: Path) -> None:
    put(home / "armies", "a.yaml")
    put(home / "armies", "b.yaml", "space-marines-500")

    async def part(pilot: Pilot[None]) -> None:
        await loaded(pilot)
        await pilot.press("slash", *"third")
        pane_of(pilot).cursor = len(pane_of(pilot).rows) - 1  # as it stood while fewer letters were there
        await pilot.press(*" company strike")
        rows = [row for row in pane_of(pilot).rows if isinstance(row, (LibraryArmy, Starter))]
        assert pane_of(pilot).row is rows[0] and len(rows) > 1
        await pilot.press("enter")
        assert pilot.app.focused is pane_of(pilot)
        await pilot.press("slash", *(["backspace"] * 40), *"gitstompa's grimzag", "enter")
        await pilot.pause()
        assert pilot.app.screen is screen_of(pilot)  # the starter army has it too
        await pilot.press("slash", *(["backspace"] * 40), *"grey wardens", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))

    play(MusterApp(), part)


def test_the_cursor_goes_to_an_army_that_was_begun_while_another_screen_was_open(home: Path) -> None:
    put(home / "armies", "a.yaml")

    async def part(pilot: Pilot[None]) -> None:
        await loaded(pilot)
        await pilot.press("slash", *"wardens", "down", "D")
        await until(pilot, lambda: pilot.app.screen is not screen_of(pilot))
        path = armyacts.create("diceless/orks", "Begun elsewhere", None, system="diceless")
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is screen_of(pilot) and "Begun elsewhere" in names(pilot))
        await until(pilot, lambda: getattr(pane_of(pilot).row, "path", None) == path)
        assert screen_of(pilot).query_one("#filter", Input).value == ""

    play(MusterApp(), part)


def test_the_cursor_stands_on_the_army_that_the_program_began_with(home: Path) -> None:
    path = put(home / "armies", "b.yaml", "space-marines-500")
    os.utime(path, (1e9, 1e9))
    put(home / "armies", "a.yaml")  # the newest stands first

    for source, row in (
        ("b", lambda row: isinstance(row, LibraryArmy) and row.path == path),
        ("orks-500", lambda row: isinstance(row, Starter) and row.id == "orks-500"),
    ):

        async def part(pilot: Pilot[None], wanted: Callable[[object], bool] = row) -> None:
            await until(
                pilot, lambda: isinstance(pilot.app.screen, EditorScreen) and pilot.app.screen.session is not None
            )
            await pilot.press("escape")
            await loaded(pilot)
            assert wanted(pane_of(pilot).row)

        play(MusterApp(source), part)


def test_a_click_on_the_head_of_a_column_sorts_by_it(home: Path) -> None:
    put(home / "armies", "a.yaml")

    async def part(pilot: Pilot[None]) -> None:
        await loaded(pilot)
        for head, sort in (("Points", "points"), ("Find.", "findings"), ("Faction", "faction"), ("Changed", "changed")):
            await click(pilot, head)
            assert f"sorted by: {sort}" in "".join(lines(pilot.app))

    play(MusterApp(), part, (160, 40))


def test_typing_filters_at_once_and_escape_shows_all(home: Path) -> None:
    put(home / "armies", "a.yaml")
    put(home / "armies", "b.yaml", "space-marines-500")

    async def part(pilot: Pilot[None]) -> None:
        await loaded(pilot)
        await pilot.press("slash", *"tactical MAR")
        assert names(pilot) == ["Third Company strike force"]
        await pilot.press(*"xyz")
        assert not names(pilot)
        await pilot.press("escape")
        assert len(names(pilot)) == 2 and pilot.app.focused is pane_of(pilot)
        await pilot.press("slash", *"git")
        await until(pilot, lambda: is_named(pilot, "Down To the list"))
        await pilot.press("down", "y")
        await pilot.press("ctrl+l")  # what was done is kept
        await until(pilot, lambda: "The list is in the clipboard" in lines(pilot.app)[2])

    play(MusterApp(), part)
