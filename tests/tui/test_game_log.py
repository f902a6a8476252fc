"""The log of a game on the screen: read in full, jumped in, copied, written into files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from textual.pilot import Pilot

from builder.tui.app import MusterApp
from builder.tui.dialogs.ask import Ask
from builder.tui.dialogs.confirm import Confirm
from builder.tui.screens.gamelog import GameLogScreen
from builder.tui.widgets.linepane import LinePane
from builder.tui.widgets.textlines import TextLines
from tests.tui.gaming import app, begun, both, games, lines, log, logged, opened, said, screen, unit
from tests.tui.making import play, typed, until

__all__ = ["app", "begun", "games"]


async def shown(pilot: Pilot[None]) -> GameLogScreen:
    """Play two acts, and open the log."""
    await opened(pilot)
    await unit(pilot, "Scout Squad")
    await pilot.press("space")
    await logged(pilot, "movement")
    await pilot.press("l", "enter")
    await logged(pilot, "Scout Squad: Ld test")
    await pilot.press("g")
    await until(pilot, lambda: isinstance(pilot.app.screen, GameLogScreen))
    await pilot.pause()
    found = pilot.app.screen
    assert isinstance(found, GameLogScreen)
    return found


def told(pilot: Pilot[None]) -> str:
    return pilot.app.screen.query_one("#mind", TextLines).text


@both
def test_an_entry_is_read_in_full(app: MusterApp, size: tuple[int, int]) -> None:
    async def part(pilot: Pilot[None]) -> None:
        whole = await shown(pilot)
        assert [line.text for line in whole.query_one("#entries", LinePane).rows] == log(pilot)[::-1]
        full = lines(whole.query_one("#full", LinePane))
        assert "Ann" in full and "1.1  number 3, test" in full and "0 OP + 25 = 25 OP" in full
        await pilot.press("end")
        assert "Game begun" in lines(whole.query_one("#full", LinePane))
        await pilot.press("escape")
        assert pilot.app.screen is screen(pilot)

    play(app, part, size)


@both
def test_any_point_is_gone_to_after_a_question(app: MusterApp, size: tuple[int, int]) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await shown(pilot)
        await pilot.press("end", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, Confirm))
        await pilot.press("n")
        await pilot.pause()
        assert len(log(pilot)) == 3
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, Confirm))
        await pilot.press("y")
        await until(pilot, lambda: len(log(pilot)) == 5)
        assert "as it did after entry 1" in told(pilot)
        await pilot.press("g")
        assert "deployment" in said(pilot, "head")
        await pilot.press("U", "U")
        await until(pilot, lambda: len(log(pilot)) == 7)
        assert "turn 1 · your movement" in said(pilot, "head")

    play(app, part, size)


@pytest.mark.parametrize("ending", ["txt", "json"])
def test_it_is_written_into_a_file(app: MusterApp, tmp_path: Path, ending: str) -> None:
    target = tmp_path / f"log.{ending}"

    async def part(pilot: Pilot[None]) -> None:
        await shown(pilot)
        for answer in (None, "n", "y"):
            await pilot.press("e")
            await until(pilot, lambda: isinstance(pilot.app.screen, Ask))
            await typed(pilot, str(target))
            if answer is not None:
                await until(pilot, lambda: isinstance(pilot.app.screen, Confirm))
                await pilot.press(answer)
            await until(pilot, lambda: isinstance(pilot.app.screen, GameLogScreen))
            if answer is None:
                await until(pilot, lambda: "is written" in told(pilot))
                target.write_text("something else")
            elif answer == "n":
                assert target.read_text() == "something else"
        await until(pilot, lambda: target.read_text() not in ("", "something else"))

    play(app, part)
    text = target.read_text(encoding="utf-8")
    if ending == "json":
        assert [line["kind"] for line in json.loads(text)["log"]] == ["start", "next", "test"]
    else:
        assert "Scout Squad: Ld test" in text and "0 OP + 25 = 25 OP" in text


def test_where_it_cannot_be_written_is_said(app: MusterApp, tmp_path: Path) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await shown(pilot)
        await pilot.press("e")
        await until(pilot, lambda: isinstance(pilot.app.screen, Ask))
        await typed(pilot, str(tmp_path / "none" / "log.txt"))
        await until(pilot, lambda: "none" in told(pilot))

    play(app, part)


def test_it_is_copied(app: MusterApp) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await shown(pilot)
        await pilot.press("c")
        assert pilot.app.clipboard.splitlines()[-1].startswith("1.1  Scout Squad: Ld test")

    play(app, part)
