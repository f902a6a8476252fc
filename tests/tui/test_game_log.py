"""The log of a game on the screen: read in full, jumped in, copied, written into files."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest

from builder.services.games.games import new_game, open_game
from builder.tui.app import MusterApp
from builder.tui.dialogs.prompts import Ask, Confirm
from builder.tui.screens.game_views import GameLogScreen
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import TextLines
from tests.tui.gaming import Table, both, play, text_of
from tests.tui.painted import lines
from tests.tui.terminals import end_from_outside, on_terminal, wait_for

pytestmark = pytest.mark.long


async def shown(table: Table) -> GameLogScreen:
    """Play two acts, and open the log."""
    await table.unit("Scout Squad")
    await table.go_on()
    await table.logged("movement")
    await table.press("l", "enter")
    await table.logged("Scout Squad: Ld test")
    await table.press("g")
    await table.shows(GameLogScreen)
    await table.pause()
    found = table.top
    assert isinstance(found, GameLogScreen)
    return found


def told(table: Table) -> str:
    return table.top.query_one("#mind", TextLines).text


@both
def test_an_entry_is_read_in_full(game: MusterApp, size: tuple[int, int]) -> None:
    async def part(table: Table) -> None:
        whole = await shown(table)
        assert [line.text for line in whole.query_one("#entries", LinePane).rows] == table.log[::-1]
        full = text_of(whole.query_one("#full", LinePane))
        assert "Ann" in full and "1.1  turn 1, your movement · entry 3" in full and "0 OP + 25 = 25 OP" in full
        await table.press("end")
        assert "Game begun" in text_of(whole.query_one("#full", LinePane))
        await table.press("escape")
        assert table.top is table.screen

    play(game, part, size)


def test_z_shows_how_the_last_act_on_the_row_came_about(game: MusterApp) -> None:
    async def part(table: Table) -> None:
        await shown(table)
        await table.press("escape")
        await table.go_on()
        await table.logged("shooting")
        await table.unit("Scout Squad")
        await table.press("z")
        await table.shows(GameLogScreen)
        whole = table.top
        await table.pause()
        assert "0 OP + 25 = 25 OP" in text_of(whole.query_one("#full", LinePane)), "not the newest entry"
        assert whole.query_one("#full").has_focus
        await table.press("escape")
        assert table.top is table.screen
        title = str(table.screen.board.query_one("#logpane").border_title)
        assert title == "Log · 1.2: turn 1, your shooting", "what the figures before entries mean"
        await table.press("home", "z")
        await table.until(lambda: "no entry of the log tells of it yet" in table.said("mind"))

    play(game, part, (120, 40))


@both
def test_any_point_is_gone_to_after_a_question(game: MusterApp, size: tuple[int, int]) -> None:
    async def part(table: Table) -> None:
        await shown(table)
        await table.press("end", "j")
        await table.shows(Confirm)
        await table.press("n")
        await table.pause()
        assert len(table.log) == 3
        await table.press("j")
        await table.shows(Confirm)
        await table.press("y")
        await table.until(lambda: len(table.log) == 5)
        assert "stands as after entry 1. U in the game leads back: 2 times." in told(table)
        assert "1 entry, 2 undone" in str(table.top.query_one("#entrypane").border_subtitle)
        entries = table.top.query_one("#entries", LinePane)
        await table.until(lambda: len(entries.rows) == 2)
        assert "▸ 2 entries undone; Right shows them" in " ".join(lines(table.app)), "as often as U leads back"
        await table.press("right")
        await table.until(lambda: len(entries.rows) == 5)
        await table.press("g")
        assert "deployment" in table.said("head")
        await table.press("U", "U")
        await table.until(lambda: len(table.log) == 7)
        assert "turn 1 · your movement" in table.said("head")

    play(game, part, size)


@pytest.mark.parametrize("ending", ["txt", "json"])
def test_it_is_written_into_a_file(game: MusterApp, tmp_path: Path, ending: str) -> None:
    target = tmp_path / f"log.{ending}"

    async def part(table: Table) -> None:
        await shown(table)
        for answer in (None, "n", "y"):
            await table.press("e")
            await table.shows(Ask)
            await table.typed(str(target))
            if answer is not None:
                await table.shows(Confirm)
                await table.press(answer)
            await table.shows(GameLogScreen)
            if answer is None:
                await table.until(lambda: "is written" in told(table))
                target.write_text("something else")
            elif answer == "n":
                assert target.read_text() == "something else"
        await table.until(lambda: target.read_text() not in ("", "something else"))

    play(game, part)
    text = target.read_text(encoding="utf-8")
    if ending == "json":
        assert [line["kind"] for line in json.loads(text)["log"]] == ["start", "next", "test"]
    else:
        assert "Scout Squad: Ld test" in text and "0 OP + 25 = 25 OP" in text


def test_a_folder_gets_the_file_and_is_not_asked_to_give_way(game: MusterApp, tmp_path: Path) -> None:
    async def part(table: Table) -> None:
        await shown(table)
        await table.press("e")
        await table.shows(Ask)
        await table.typed(str(tmp_path))
        await table.until(lambda: "is written" in told(table))

    play(game, part)
    assert [path.suffix for path in tmp_path.iterdir() if "log" in path.name] == [".txt"]


def test_where_it_cannot_be_written_is_said(game: MusterApp, tmp_path: Path) -> None:
    async def part(table: Table) -> None:
        await shown(table)
        await table.press("e")
        await table.shows(Ask)
        await table.typed(str(tmp_path / "none" / "log.txt"))
        await table.until(lambda: "There is no folder" in "".join(lines(table.app)))
        await table.press("escape")

    play(game, part)


def test_it_is_copied(game: MusterApp) -> None:
    async def part(table: Table) -> None:
        await shown(table)
        await table.press("c")
        assert table.app.clipboard.splitlines()[-1].startswith("1.1  Scout Squad: Ld test")

    play(game, part)


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGHUP, None], ids=["SIGTERM", "SIGHUP", "no terminal"])
def test_a_game_that_is_ended_from_outside_has_all_that_was_done(sent: signal.Signals | None) -> None:
    """What was done is in the log, what is still a form is not."""
    with new_game("epic-space-marines-3000", "epic-orks-3000", "Rijn") as session:
        session.act("next", {})
        session.act("strategy", {"dice": "6,1"})
        before = len(session.log)
    with on_terminal(game="Rijn") as (program, terminal):
        wait_for(terminal, b"Yours")
        os.write(terminal, b"7")
        wait_for(terminal, b"Enter does it")
        os.write(terminal, b"\r")
        wait_for(terminal, b"1\\+ without a die, passed")
        os.write(terminal, b"f")
        wait_for(terminal, b"who fires")
        assert end_from_outside(program, terminal, sent) == 128 + (sent or signal.SIGHUP)
    with open_game("Rijn") as session:
        assert len(session.log) == before + 1 and "sustained fire" in session.log[-1].text
