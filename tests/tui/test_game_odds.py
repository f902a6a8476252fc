"""The game screen where something is missing or changes meanwhile: an opponent's army, an open game, the signs."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from builder.services.games.games import new_game, open_game
from builder.services.games.session import GameSession
from builder.tui.app import MusterApp
from builder.tui.dialogs.choose import Choose
from builder.tui.screens.act_form import ActForm
from builder.tui.screens.game import GameScreen
from builder.tui.widgets.line_pane import LinePane
from tests.tui.gaming import Table, both, play
from tests.tui.making import meanwhile
from tests.tui.painted import lines

pytestmark = pytest.mark.long


@both
def test_an_opponent_who_is_only_a_name_is_not_attacked(games: Path, size: tuple[int, int]) -> None:
    async def part(table: Table) -> None:
        for key in "fc":
            await table.press(key)
            assert table.said("mind").startswith("Somebody is only a name, with nothing to attack: d types in DMG")
        await table.press("d")
        await table.asked()
        await table.press("escape", "o")
        assert table.screen.board.row is None
        for key in "dlmv":
            await table.press(key)
            assert table.said("mind") == "Somebody is only a name, with no units here: o shows yours."
        assert table.top is table.screen
        await table.press("p")
        await table.asked()

    new_game("space-marines-1000", "Somebody", "alone").close()
    play(MusterApp(game="alone"), part, size)


def test_a_key_pressed_while_the_game_is_opened_is_kept(
    game: MusterApp, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pressed = threading.Event()

    def late(name: str) -> GameSession:
        pressed.wait(60)
        return open_game(name)

    async def part(table: Table) -> None:
        await meanwhile(table.pilot, lambda: isinstance(table.top, GameScreen))
        table.burst("space", "space", "down", "d")
        assert table.screen.snapshot is None
        pressed.set()
        await table.opened()
        await table.logged("movement")
        await table.asked()
        units = table.screen.query_one("#units", LinePane)
        assert units.cursor == 1 and table.given["unit"] == units.rows[1].ref

    monkeypatch.setattr("builder.services.games.games.open_game", late)
    play(game, part, opened=False)


def test_the_form_is_drawn_in_the_theme_and_signs_that_were_chosen_since(game: MusterApp) -> None:
    async def part(table: Table) -> None:
        await table.form_of("Scout Squad", "l", "passed")
        await table.until(lambda: "┏" in "".join(lines(table.app)))
        await table.press("escape", "f8")
        await table.shows(Choose)
        await table.press(*["down"] * 3, "enter")
        await table.press("ctrl+t")
        await table.shows(Choose)
        await table.press("down", "enter")
        await table.until(lambda: table.top is table.screen and table.app.theme == "light")
        await table.press("l")
        await table.asked("passed")
        await table.until(lambda: all(line.isascii() for line in lines(table.app)))
        window = table.form
        assert window.styles.background.hex == table.app.current_theme.background

    play(game, part)


@both
def test_a_form_left_open_is_laid_out_for_another_size(game: MusterApp, size: tuple[int, int]) -> None:
    async def part(table: Table) -> None:
        form: ActForm = await table.form_of("Scout Squad", "l", "passed")
        before = form.query_one("#preview").size
        await table.pilot.resize_terminal(200 - size[0], 64 - size[1])
        await table.until(lambda: form.query_one("#preview").size != before)
        await table.press("escape", "d")
        await table.asked()
        assert form.region.width <= 200 - size[0]

    play(game, part, size)
