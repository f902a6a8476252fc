"""The game screen where something is missing or changes meanwhile: an opponent's army, an open game, the signs."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from textual.pilot import Pilot

from builder.services.games import new_game, open_game
from builder.services.gamesession import GameSession
from builder.tui.app import MusterApp
from builder.tui.dialogs.act import ActForm
from builder.tui.dialogs.choose import Choose
from builder.tui.screens.game import GameScreen
from tests.tui.gaming import app, asked, begun, both, games, logged, opened, said, screen, unit
from tests.tui.making import play, until
from tests.tui.painted import lines

__all__ = ["app", "begun", "games"]


@both
def test_an_opponent_who_is_only_a_name_is_not_attacked(games: Path, size: tuple[int, int]) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await opened(pilot)
        for key in "fc":
            await pilot.press(key)
            assert said(pilot, "mind").startswith("Somebody is only a name, with nothing to attack: d types in DMG")
        await pilot.press("d")
        await asked(pilot)
        await pilot.press("escape", "o")
        assert screen(pilot).unit is None
        for key in "dlmv":
            await pilot.press(key)
            assert said(pilot, "mind") == "Somebody is only a name, with no units here: o shows yours."
        assert pilot.app.screen is screen(pilot)
        await pilot.press("p")
        await asked(pilot)

    new_game("space-marines-1000", "Somebody", "alone").close()
    play(MusterApp(game="alone"), part, size)


def test_a_key_pressed_while_the_game_is_opened_is_kept(
    app: MusterApp, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pressed = threading.Event()

    def late(name: str) -> GameSession:
        pressed.wait(60)
        return open_game(name)

    async def part(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        await pilot.press("space", "d")
        assert screen(pilot).standing is None
        pressed.set()
        await opened(pilot)
        await logged(pilot, "movement")
        await asked(pilot)

    monkeypatch.setattr("builder.services.games.open_game", late)
    play(app, part)


def test_the_form_is_drawn_in_the_theme_and_signs_that_were_chosen_since(app: MusterApp) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await opened(pilot)
        await unit(pilot, "Scout Squad")
        await pilot.press("l")
        await asked(pilot, "passed")
        await until(pilot, lambda: "┏" in "".join(lines(pilot.app)))
        await pilot.press("escape", "f8")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choose))
        await pilot.press(*["down"] * 3, "enter")
        await pilot.press("ctrl+t")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choose))
        await pilot.press("down", "enter")
        await until(pilot, lambda: pilot.app.screen is screen(pilot) and pilot.app.theme == "light")
        await pilot.press("l")
        await asked(pilot, "passed")
        await until(pilot, lambda: all(line.isascii() for line in lines(pilot.app)))
        window = pilot.app.screen.query_one(".dialog")
        assert window.styles.background.hex == pilot.app.current_theme.background

    play(app, part)


@both
def test_a_form_left_open_is_laid_out_for_another_size(app: MusterApp, size: tuple[int, int]) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await opened(pilot)
        await unit(pilot, "Scout Squad")
        await pilot.press("l")
        form: ActForm = await asked(pilot, "passed")
        before = form.query_one("#preview").size
        await pilot.resize_terminal(200 - size[0], 64 - size[1])
        await until(pilot, lambda: form.query_one("#preview").size != before)
        await pilot.press("escape", "d")
        await asked(pilot)
        assert form.query_one(".dialog").region.width <= 200 - size[0]

    play(app, part, size)
