"""Why something was not done is said until the next key or click, on every screen; what was done only for a moment."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from builder.tui.app import MusterApp
from builder.tui.screens import base
from tests.tui.editing import notices
from tests.tui.gaming import Table
from tests.tui.making import play, put, until
from tests.tui.mouse import mouse
from tests.tui.painted import lines

REFUSED = {
    "game": ("", "delete", "Dismiss is for what is due: Tab goes there."),
    "library": ("escape escape", "u", "Undo delete"),
    "editor": ("enter", "v", "Paste: nothing was copied yet"),
    "findings": ("f", "9", "Fix"),
    "versions": ("escape V", "b", "Go back to it"),
    "export": ("escape p", "u", "Remember again"),
    "data": ("escape D", "b", "Bring back"),
    "messages": ("ctrl+l", "u", "Undo: there is nothing to undo."),
}
"""By their scopes: the keys that lead there from the screen before, one that does nothing there, and what is said."""


@pytest.mark.usefixtures("unlooked")
@pytest.mark.long
def test_a_refusal_is_told_until_the_next_key_or_click_on_every_screen(
    game: MusterApp, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base, "NOTICE_TIME", 0.01)
    put(home / "armies", "mine.yaml", "space-marines-500")

    async def part(pilot: Pilot[None]) -> None:
        await Table(pilot).opened()
        for scope, (way, key, words) in REFUSED.items():
            await pilot.press(*way.split())
            await until(pilot, lambda scope=scope: getattr(pilot.app.screen, "scope", "") == scope)  # type: ignore[misc]
            screen = pilot.app.screen
            await pilot.press(key)
            screen.notify("It is done.")
            await until(pilot, lambda screen=screen: "It is done." not in notices(pilot.app))  # type: ignore[misc]
            assert words in "\n".join(lines(pilot.app)), scope
            if scope == "editor":
                mouse(pilot.app, 20, 3)
                await until(pilot, lambda: not notices(pilot.app))
            else:
                await pilot.press("up")
            assert notices(pilot.app) == [], scope

    play(game, part)


@pytest.mark.long
def test_a_warning_that_answers_no_key_is_told_its_time_and_then_until_a_key(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base, "NOTICE_TIME", 3600)

    async def part(pilot: Pilot[None]) -> None:
        screen = pilot.app.screen
        screen.notify("The disk is full.", title="Not saved", severity="error")
        screen.notify("The clock is slow.", severity="warning", timeout=0.01)
        screen.notify("It is done.", timeout=0.01)
        await until(pilot, lambda: len(notices(pilot.app)) == 2)
        await pilot.press("up")
        assert notices(pilot.app) == ["Not saved: The disk is full."]

    play(MusterApp(), part)
