"""The list of games: what it tells, a game begun, gone on with and removed."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from builder.services.games.games import list_games, new_game
from builder.services.library.armies import Starter
from builder.systems.registry import usable_systems
from builder.tui.app import MusterApp
from builder.tui.dialogs.choose import Choose
from builder.tui.screens.games import GamesScreen
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import TextLines
from tests.tui.gaming import NAME, Table, play


def test_a_damaged_game_is_told_of_in_the_list_where_it_can_be_read(games: Path) -> None:
    connection = sqlite3.connect(games / "games.sqlite")
    connection.execute("UPDATE entries SET body = x'ff' WHERE seq = 0")
    connection.commit()
    connection.close()

    async def part(table: Table) -> None:
        await table.press("g")
        await table.shows(GamesScreen)
        await table.until(lambda: "is damaged: its head" in table.top.query_one("#mind", TextLines).text)
        keys, mind = (table.top.query_one(each).region for each in ("KeyLine", "#mind"))
        assert mind.height == 1 and not mind.overlaps(keys)

    play(MusterApp(), part, size=(80, 24), opened=False)


@pytest.mark.long
def test_a_game_is_begun_and_removed(games: Path) -> None:
    names = {system.name for system in usable_systems()}

    async def part(table: Table) -> None:
        await table.press("g")
        await table.shows(GamesScreen)
        await table.press("n")
        for wanted in ("orks-500", "?"):
            await table.shows(Choose)
            pane = table.top.query_one("#choices", LinePane)
            pane.cursor = next(place for place, row in enumerate(pane.rows) if wanted in row.key)
            # What has no room beside a name stands on a line of its own.
            armies = [row for row in pane.rows if row.key != "?" and row.right]
            assert armies and all(row.right.startswith("starter, ") for row in armies)
            named = {row.right.rpartition(", ")[2] in names for row in armies}
            assert named == {wanted != "?"}, "their systems are named where there are several"
            await table.press("enter")
            await table.pause()
        await table.press(*"Bob", "enter")
        await table.opened()
        assert "– Bob" in table.said("head")
        await table.press("escape")
        await table.shows(GamesScreen)
        listed = table.top.query_one("#games", LinePane)
        await table.until(lambda: len(listed.rows) == 2)
        await table.press("delete", "y")
        await table.until(lambda: [row.name for row in listed.rows] == [NAME])

    play(MusterApp(), part, opened=False)


@pytest.mark.long
def test_a_new_game_begins_at_the_army_under_the_cursor_of_the_library(games: Path) -> None:
    async def part(table: Table) -> None:
        await table.until(lambda: bool(table.top.query("#armies")))
        armies = table.top.query_one("#armies", LinePane)
        await table.until(lambda: any(isinstance(row, Starter) and "orks-500" in row.path for row in armies.rows))
        place = next(
            place for place, row in enumerate(armies.rows) if isinstance(row, Starter) and "orks-500" in row.path
        )
        armies.cursor = place
        await table.press("g")
        await table.shows(GamesScreen)
        await table.press("n")
        await table.shows(Choose)
        assert getattr(table.top.query_one("#choices", LinePane).row, "key", "") == armies.rows[place].path

    play(MusterApp(), part, opened=False)


@pytest.mark.long
def test_the_cursor_is_on_the_game_that_began_though_a_list_from_before_comes_late(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = list_games()

    async def part(table: Table) -> None:
        await table.press("g")
        await table.shows(GamesScreen)
        shown = table.top
        assert isinstance(shown, GamesScreen)
        new_game("space-marines-500", None, opponent="Bob").close()
        shown._opened = next(game.id for game in list_games() if game not in before)
        shown._load()
        await table.pause()
        monkeypatch.setattr("builder.tui.screens.games.list_games", list_games)
        shown._load()
        listed = shown.query_one("#games", LinePane)
        await table.until(lambda: len(listed.rows) == 2)
        assert "Bob" in listed.rows[listed.cursor].head.sides[1].name

    monkeypatch.setattr("builder.tui.screens.games.list_games", lambda: before)
    play(MusterApp(), part, opened=False)
