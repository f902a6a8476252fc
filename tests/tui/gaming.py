"""What tests of the game screen share: a game on the screen, and a player at its keys."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

from builder.services.games.games import open_game
from builder.services.games.session import GameSession
from builder.tui.app import MusterApp
from builder.tui.dialogs.help import HelpRow
from builder.tui.screens.act_form import ActForm
from builder.tui.screens.act_pane import ActPane
from builder.tui.screens.game import GameScreen
from builder.tui.widgets.game_due import DuePane
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import Line, TextLines
from tests.tui import making

both = pytest.mark.parametrize("size", [(80, 24), pytest.param((120, 40), marks=pytest.mark.long)], ids=str)
"""Marks a test of what keys do on terminals of both sizes: in every run on the small one, where less is in view."""
NAME = "the game"


class Table:
    """A game on the screen, and a player at its keys."""

    def __init__(self, pilot: Pilot[None]) -> None:
        self.pilot = pilot

    @property
    def app(self) -> App[None]:
        return self.pilot.app

    @property
    def top(self) -> Screen[Any]:
        """The screen, or the dialog, that stands over all others."""
        return self.app.screen

    @property
    def screen(self) -> GameScreen:
        """The screen of the game, though others may stand over it."""
        return next(each for each in self.app.screen_stack if isinstance(each, GameScreen))

    @property
    def log(self) -> list[str]:
        """The log as it stands, the oldest first."""
        shown = self.screen.snapshot
        return [line.text for line in shown.log] if shown else []

    def said(self, id: str) -> str:
        """What a few lines of the screen say, in one line."""
        return " ".join(self.screen.query_one(f"#{id}", TextLines).text.split())

    # -- keys and waiting ----------------------------------------------------------
    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    def burst(self, *keys: str) -> None:
        """Press keys so fast that none is done before the last of them is there."""
        making.burst(self.pilot, *keys)

    async def pause(self, seconds: float | None = None) -> None:
        await self.pilot.pause(seconds)

    async def typed(self, text: str) -> None:
        """Write a text in place of what stands in the line."""
        await making.typed(self.pilot, text)

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until something is so."""
        await making.until(self.pilot, is_so)

    async def shows(self, kind: type[Screen[Any]]) -> None:
        """Wait until a screen, or a dialog, of a kind stands over all others."""
        await self.until(lambda: isinstance(self.top, kind))

    async def opened(self) -> None:
        """Wait until the game is shown, and then one's own side of it."""
        await self.until(lambda: any(isinstance(each, GameScreen) for each in self.app.screen_stack))
        await self.until(lambda: self.screen.snapshot is not None)
        if self.screen.board.side:
            await self.press("o")

    async def logged(self, words: str) -> None:
        """Wait until the last entry of the log says something."""
        await self.until(lambda: words in self.log[-1])

    async def unit(self, name: str) -> str:
        """Put the cursor on a unit or a vehicle of the side that is shown, and give what commands call it."""
        listed = self.screen.query_one("#units", LinePane)
        listed.focus()
        listed.cursor = next(place for place, row in enumerate(listed.rows) if row.name == name)
        await self.pause()
        return str(listed.rows[listed.cursor].ref)

    @property
    def due(self) -> DuePane:
        """What is due."""
        return self.screen.board.due

    # -- the form of an act ----------------------------------------------------------
    @property
    def form(self) -> ActForm:
        """The form that is open."""
        assert self.screen.form.is_open
        return self.screen.form

    @property
    def fields(self) -> ActPane:
        """Its rows."""
        return self.form.query_one("#fields", ActPane)

    @property
    def given(self) -> dict[str, str]:
        """What is given in it, though a list may stand over it."""
        act = self.screen.form.act
        assert act is not None
        return act.given

    @property
    def preview(self) -> str:
        return " ".join(text_of(self.form.query_one("#preview", LinePane)).split())

    async def asked(self, words: str = "") -> ActForm:
        """Wait until a form is open, shows what was last given, and says something in its preview."""

        def is_shown() -> bool:
            act = self.screen.form.act
            return act is not None and not act.behind and words in self.preview

        await self.until(is_shown)
        return self.form

    async def form_of(self, name: str, key: str, words: str = "") -> ActForm:
        """Put the cursor on a unit or a vehicle, press the key of an act, and wait until its form says something."""
        await self.unit(name)
        await self.press(key)
        return await self.asked(words)

    def row_of(self, name: str) -> str:
        """What a row of the form has, in words."""
        return next(row.chosen for row in self.fields.rows if row.name == name)

    async def go_on(self) -> None:
        """Go on to the next phase, past what is due where something is."""
        await self.press("space")
        if self.due.has_focus:
            await self.press("space")

    async def stand_on(self, name: str) -> None:
        """Put the cursor on the row of a parameter, which may be folded away, or come with what was given last."""
        await self.asked()
        if name not in [row.name for row in self.fields.rows]:
            await self.press("f2")
        self.fields.cursor = next(place for place, row in enumerate(self.fields.rows) if row.name == name)
        await self.pause()

    def parameters(self, verb: str) -> set[str]:
        """The names of the fields of an act."""
        session = self.screen.session
        assert session is not None
        return {field.name for field in session.spec(verb).fields}


def play(
    app: MusterApp,
    part: Callable[[Table], Awaitable[None]],
    size: tuple[int, int] = making.SIZE,
    *,
    opened: bool = True,
) -> None:
    """Run the app and play a part on it, once its game is `opened` if that is to be waited for."""

    async def whole(pilot: Pilot[None]) -> None:
        table = Table(pilot)
        if opened:
            await table.opened()
        await part(table)

    making.play(app, whole, size, opened=opened)


def other(player: str, monkeypatch: pytest.MonkeyPatch) -> GameSession:
    """The same game in another program, of another player."""
    monkeypatch.setenv("MUSTER_PLAYER", player)
    return open_game(NAME)


def text_of(pane: LinePane[Line]) -> str:
    lines = [row.line if isinstance(row, HelpRow) else row for row in pane.rows]
    return "\n".join("".join(text for text, _ in (*line.left, *line.right)) for line in lines)
