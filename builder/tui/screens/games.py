"""The player's games: gone on with, begun, removed; what a new one needs is asked for."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeVar

from rich.cells import cell_len
from textual import on, work
from textual.app import App, ComposeResult
from textual.binding import BindingType

from builder.errors import MusterError, Severity
from builder.scalars import counted, relative_time
from builder.services.games.games import ListedGame, list_games, remove_game
from builder.services.library.armies import library_armies, starter_armies
from builder.systems.registry import usable_systems
from builder.tui.actions import bindings_of
from builder.tui.dialogs.choose import Choose, ListChoice
from builder.tui.dialogs.prompts import Ask, Confirm
from builder.tui.screens.base import ActionScreen
from builder.tui.screens.game import GameScreen
from builder.tui.sentences import keyed
from builder.tui.widgets.game_log import log_length
from builder.tui.widgets.key_line import KeyLine
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import FittedLines, Line, TextLines, Vertical, cut, plain

if TYPE_CHECKING:
    from builder.services.army.summary import ArmySummary

SOMEBODY = "?"
"""Stands for an opponent of whom only the name is known."""


async def begin_game(app: App[None], likely: str = "") -> str | None:
    """Ask for an army, beginning at the `likely` one, and for the opponent; the id of the game, None if he leaves.

    Raises:
        InputError: an army cannot be read, or their games cannot be tracked.
    """
    known = await asyncio.to_thread(_armies)
    at = list(known).index(likely) if likely in known else 0
    army = await app.push_screen_wait(Choose("New game: with which army?", _offers(known), at=at).add_class("broad"))
    if army is None:
        return None
    offers = [ListChoice(SOMEBODY, "Somebody whose army is not here"), *_offers(known, known[army].line.system)]
    against = await app.push_screen_wait(Choose("New game: against which army?", offers).add_class("broad"))
    if against != SOMEBODY:
        return None if against is None else await asyncio.to_thread(_begin, army, against, None)
    opponent = await app.push_screen_wait(Ask("New game", "What is your opponent called?"))
    return None if opponent is None else await asyncio.to_thread(_begin, army, None, opponent.strip() or None)


@dataclass(frozen=True, slots=True)
class _Army:
    """An army to play with: what commands call it, and whose it is: `yours`, `starter`."""

    id: str
    line: ArmySummary
    whose: str


def _armies() -> dict[str, _Army]:
    """Every army that can be read and played, by its path: the player's own, then the starter armies."""
    found = {str(each.path): _Army(each.id, each.line, "yours") for each in library_armies() if each.line is not None}
    found |= {each.path: _Army(each.id, each.army, "starter") for each in starter_armies() if each.army is not None}
    played = {system.id for system in usable_systems() if system.play() is not None}
    return {path: army for path, army in found.items() if army.line.system in played}


def _offers(known: dict[str, _Army], system: str | None = None) -> list[ListChoice]:
    """The armies of a system, or of all; those of one name are told apart by what commands call them."""
    names = Counter(army.line.name for army in known.values())
    offers = []
    for path, army in known.items():
        if system in (None, army.line.system):
            told = [army.whose, *army.line.standing]
            told += [_doubt(army.line)] if _doubt(army.line) else []
            told += [army.id] if names[army.line.name] > 1 else []
            told += [army.line.system_name] if system is None else []
            offers.append(ListChoice(path, army.line.name, ", ".join(told)))
    return offers


def _doubt(line: ArmySummary) -> str:
    """Return what players should know of an army before they agree to play with it; empty for most."""
    errors = line.count(Severity.ERROR)
    if not line.units:
        return "no units"
    return counted(errors, "error") if errors else ""


def _begin(army: str, against: str | None, opponent: str | None) -> str:
    from builder.services.games.games import new_game

    with new_game(army, against, opponent=opponent, strict=True) as session:
        return session.id


T = TypeVar("T")
TURN = 9
"""Cells for how far a game is."""
DATE = 11
"""Cells for when it was played last: `today 20:14`, `22 Sep 2025`."""
NAMES = 32
"""Cells that the names of a game and of the opponent have at least, where there are so many."""


class GamesScreen(ActionScreen):
    """Lists the games, the one played last first.

    Args:
        opened: the id of the game that was gone on with before it came, if there was one.
        army: the path of the army that a new game is likely to be played with.
    """

    scope = "games"
    CSS_PATH = "game.tcss"
    AUTO_FOCUS = "#games"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("games")]

    def __init__(self, opened: str = "", *, army: str = "") -> None:
        super().__init__()
        self._opened, self._army = opened, army
        """The id of the game that was gone on with last."""

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
        games = tuple(await self.tried(list_games) or ())
        pane = self.query_one("#games", LinePane)
        places = {game.id: place for place, game in enumerate(games)}
        if self._opened in places:  # A list that was asked for before a game began does not have it yet.
            at, self._opened = self._opened, ""
        else:
            at = self._game.id if self._game else ""
        pane.say(keyed("No game yet: {games.new} begins one."))
        pane.show(games, places.get(at))
        damaged = [finding for game in games for finding in game.findings]
        if damaged:
            self.say(damaged[0].message, "error")
        self.refresh_bindings()

    @property
    def _game(self) -> ListedGame | None:
        row = self.query_one("#games", LinePane).row if self.is_mounted else None
        return row if isinstance(row, ListedGame) else None

    def allows(self, name: str) -> bool:
        """Whether there is a game that it can be done with."""
        return self._game is not None or name in ("new", "back")

    def why_not(self, name: str) -> str:
        """Return why there is no game that it can be done with."""
        return "no game is under the cursor."

    @on(LinePane.Chosen, "#games")
    def action_open(self) -> None:
        """Go on with the game under the cursor."""
        if self._game is not None:
            self._go_on(self._game.id)

    def _go_on(self, game: str) -> None:
        self._opened = game
        self.app.push_screen(GameScreen.named(game))

    @work
    async def action_new(self) -> None:
        """Begin a game."""
        try:
            game = await begin_game(self.app, self._army)
        except MusterError as error:
            self.say(str(error), "error")
            return
        if game is not None:
            self._go_on(game)

    @work
    async def action_remove(self) -> None:
        """Remove the game under the cursor, after a question."""
        game = self._game
        if game is None:
            return
        question = f"Remove “{game.name}” with its log of {log_length(game.seq)}? It cannot be brought back."
        if await self.app.push_screen_wait(Confirm("Games", question, "Remove", "Keep")):
            if await self.tried(lambda: remove_game(game.id)) is not None:
                self.say(f"“{game.name}” is removed.", "good")
            self._load()

    def action_back(self) -> None:
        """Go back to the armies."""
        self.dismiss()

    def say(self, words: str, look: str = "dim") -> None:
        """Tell what was done, or why not."""
        super().say(words, look)
        self.query_one("#mind", TextLines).show(plain(f" {words}", look))


def game_header(width: int) -> Line:
    """The heads of the columns; the first cell is the cursor's."""
    name, other, more = _rooms(width - 1)
    columns = (f"{'Game':<{name}}", f"{'Opponent':<{other}}", f"{'Turn':<{TURN}}", "Played")
    return Line(((f"  {'  '.join(columns[: 2 + more])}", "slot"),))


def game_line(game: ListedGame, width: int) -> Line:
    """A game: its name, whom it is against, how far it is, when it was played last."""
    name, other, more = _rooms(width)
    when = relative_time(game.changed.timestamp(), short=True) if game.changed else "–"
    opponent = game.head.sides[1].name if game.head is not None else ""
    look = "text" if game.head is not None and not game.findings else "error"
    turn = _filled(game.where or "–", TURN)
    # The usual name is that of both sides, with a number behind it where there are several: that is never cut.
    own, _, number = game.name.partition(f" – {opponent}") if opponent else (game.name, "", "")
    shown = cut(own, name - cell_len(number)) + number
    ends = ((f"  {turn}", look), (f"  {when}", "dim"))
    return Line(((f" {_filled(shown, name)}  {_filled(opponent, other)}", look), *ends[:more]))


def _filled(text: str, room: int) -> str:
    shown = cut(text, room)
    return shown + " " * (room - cell_len(shown))


def _rooms(width: int) -> tuple[int, int, int]:
    """Cells for the name and the opponent, and how many columns stand behind them: these go before names are cut."""
    rests = {2: width - TURN - DATE - 7, 1: width - TURN - 5, 0: width - 3}
    more = next((more for more, rest in rests.items() if rest >= NAMES), 0)
    rest = max(24, rests[more])
    return rest - rest * 4 // 9, rest * 4 // 9, more
