"""What Enter does with a heading, as the line of keys says it: fold what is open, unfold what is folded."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from textual.pilot import Pilot

from builder.tui.app import MusterApp
from builder.tui.screens.data import DataScreen
from tests.tui.editing import Seen, edit
from tests.tui.making import complete, done, is_named, play, until

pytestmark = pytest.mark.long


def test_the_key_line_of_the_editor_follows_what_is_folded(tmp_path: Path) -> None:
    """Fold a heading in each pane: the cursor stays on it, and what Enter does there next is the other way round."""

    async def act(seen: Seen) -> None:
        for pane, keys in (("army", ("home",)), ("details", ("down", "enter")), ("search", ("escape", "a"))):
            await seen.press(*keys)
            assert seen.screen.pane == pane
            labels = ("Unfold", "Fold") if pane == "details" else ("Fold", "Unfold")
            for label in (*labels, *labels):
                await seen.until(partial(is_named, seen.pilot, f"Enter {label} "))
                await seen.press("enter")

    edit(tmp_path / "a.yaml", act, size=(80, 24))


def test_the_key_line_of_data_sets_follows_what_is_folded(tmp_path: Path) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await done(pilot)
        await pilot.press("D")
        await complete(pilot, DataScreen)
        await pilot.press("up")
        for key, told in (("enter", "Unfold"), ("enter", "Fold"), ("down", "Look through"), ("enter", "Open")):
            await pilot.press(key)
            await until(pilot, partial(is_named, pilot, f"Enter {told} "))
        for key, told in (("up", "Fold"), ("enter", "Unfold"), ("enter", "Fold")):
            await pilot.press(key)
            await until(pilot, partial(is_named, pilot, f"Enter {told} "))

    play(MusterApp(), part)


def test_a_message_that_takes_a_line_folds_nothing_and_moves_no_table(tmp_path: Path) -> None:
    """Details that have just room for all their groups stay as they are while a message of two lines stands."""

    async def act(seen: Seen) -> None:
        await seen.go("Trukk")
        shown = seen.lines("details")
        assert "▾ Upgrades" in shown
        height = seen.pane("details").size.height
        await seen.press("t")
        await seen.until(lambda: seen.pane("details").size.height < height)
        assert seen.lines("details") == shown
        await seen.press("up", "down")
        await seen.until(lambda: seen.pane("details").size.height == height)
        assert seen.lines("details") == shown

    edit(tmp_path / "a.yaml", act, starter="orks-1000", size=(80, 24))
