"""The player's games: gone on with, begun, removed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ClassVar, TypeVar

from rich.cells import cell_len
from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType

from builder.errors import MusterError
from builder.services.games.games import ListedGame, list_games, remove_game
from builder.services.relative_time import relative_time
from builder.tui.actions import bindings_of
from builder.tui.dialogs.confirm import Confirm
from builder.tui.dialogs.newgame import begin_game
from builder.tui.screens.base import ActionScreen
from builder.tui.screens.game import GameScreen
from builder.tui.widgets.fitted import FittedLines
from builder.tui.widgets.gamelines import log_length
from builder.tui.widgets.keyline import KeyLine
from builder.tui.widgets.linepane import LinePane
from builder.tui.widgets.lines import Line, cut, plain
from builder.tui.widgets.plaintext import Vertical
from builder.tui.widgets.textlines import TextLines

T = TypeVar("T")
TURN = 9
"""Cells for how far a game is."""


class GamesScreen(ActionScreen):
    """Lists the games, the one played last first."""

    scope = "games"
    CSS_PATH = "game.tcss"
    AUTO_FOCUS = "#games"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("games")]

    def compose(self) -> ComposeResult:
        """The list, and what was done last."""
        yield TextLines(id="head")
        with Vertical(classes="pane", id="gamepane") as listed:
            listed.border_title = "Games"
            yield FittedLines(id="gamecolumns")
            yield LinePane[ListedGame](game_line, empty="Looking for games …", id="games")
        yield TextLines(id="mind")
        yield KeyLine()

    def on_mount(self) -> None:
        """Name the columns."""
        self.query_one("#head", TextLines).show(Line(((" Muster > ", "dim"), ("Games", "title"))))
        self.query_one("#gamecolumns", FittedLines).fit(lambda width, height: [game_header(width)])

    def on_screen_resume(self) -> None:
        """Look again: a game may have gone on while another screen was open."""
        self._load()

    @work(exclusive=True, group="load")
    async def _load(self) -> None:
        games = await self._tried(list_games)
        pane = self.query_one("#games", LinePane)
        pane.say("No game yet: n begins one.")
        pane.show(tuple(games or ()))
        damaged = [finding for game in games or () for finding in game.findings]
        if damaged:
            self._say(damaged[0].message, "error")
        self.refresh_bindings()

    @property
    def _game(self) -> ListedGame | None:
        row = self.query_one("#games", LinePane).row if self.is_mounted else None
        return row if isinstance(row, ListedGame) else None

    def allows(self, name: str) -> bool:
        """Whether there is a game that it can be done with."""
        return self._game is not None or name in ("new", "back")

    @on(LinePane.Chosen, "#games")
    def action_open(self) -> None:
        """Go on with the game under the cursor."""
        if self._game is not None:
            self.app.push_screen(GameScreen.named(self._game.id))

    @work
    async def action_new(self) -> None:
        """Begin a game."""
        try:
            game = await begin_game(self.app)
        except MusterError as error:
            self._say(str(error), "error")
            return
        if game is not None:
            self.app.push_screen(GameScreen.named(game))

    @work
    async def action_remove(self) -> None:
        """Remove the game under the cursor, after a question."""
        game = self._game
        if game is None:
            return
        question = f"Remove “{game.name}” with its log of {log_length(game.seq)}? It cannot be brought back."
        if await self.app.push_screen_wait(Confirm("Games", question, "Remove", "Keep")):
            if await self._tried(lambda: remove_game(game.id)) is not None:
                self._say(f"“{game.name}” is removed.", "good")
            self._load()

    def action_back(self) -> None:
        """Go back to the armies."""
        self.dismiss()

    async def _tried(self, do: Callable[[], T]) -> T | None:
        try:
            return await self.unless_left(asyncio.to_thread(do))
        except MusterError as error:
            self._say(str(error), "error")
            return None

    def _say(self, words: str, look: str) -> None:
        self.query_one("#mind", TextLines).show(plain(f" {words}", look))


def game_header(width: int) -> Line:
    """The heads of the columns; the first cell is the cursor's."""
    name, other = _rooms(width - 1)
    return Line(((f"  {'Game':<{name}}  {'Opponent':<{other}}  {'Turn':<{TURN}}  Played", "dim"),))


def game_line(game: ListedGame, width: int) -> Line:
    """A game: its name, whom it is against, how far it is, when it was played last."""
    name, other = _rooms(width)
    when = relative_time(game.changed.timestamp()) if game.changed else "–"
    opponent = game.head.sides[1].name if game.head is not None else ""
    look = "text" if game.head is not None and not game.findings else "error"
    turn = _filled(game.where or "–", TURN)
    return Line(((f" {_filled(game.name, name)}  {_filled(opponent, other)}  {turn}  ", look), (when, "dim")))


def _filled(text: str, room: int) -> str:
    shown = cut(text, room)
    return shown + " " * (room - cell_len(shown))


def _rooms(width: int) -> tuple[int, int]:
    """Cells for the name and for the opponent."""
    rest = max(24, width - TURN - 25)
    return rest - rest * 2 // 5, rest * 2 // 5
