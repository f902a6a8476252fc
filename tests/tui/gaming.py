"""What tests of the game screen share: a game of two starter armies, played on by keys."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from textual.events import Key
from textual.pilot import Pilot

from builder.services.games import new_game, open_game
from builder.services.gamesession import GameSession
from builder.tui.app import MusterApp
from builder.tui.dialogs.act import ActForm
from builder.tui.dialogs.actpane import ActPane
from builder.tui.screens.game import GameScreen
from builder.tui.widgets.linepane import LinePane
from builder.tui.widgets.lines import Line
from builder.tui.widgets.textlines import TextLines
from tests.tui.making import until

both = pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=str)
"""Marks a test that is run on terminals of both sizes."""
NAME = "the game"


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of games with one of two starter armies in it, just begun."""
    folder = tmp_path_factory.mktemp("begun")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MUSTER_GAMES", str(folder))
        patch.setenv("MUSTER_PLAYER", "Ann")
        new_game("space-marines-1000", "orks-1000", NAME).close()
    return folder


@pytest.fixture
def games(begun: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of that folder, in which the test plays."""
    shutil.copytree(begun, home / "games")
    monkeypatch.setenv("MUSTER_PLAYER", "Ann")
    return home / "games"


@pytest.fixture
def app(games: Path) -> MusterApp:
    """The app with the game open."""
    return MusterApp(game=NAME)


def other(player: str, monkeypatch: pytest.MonkeyPatch) -> GameSession:
    """The same game in another program, of another player."""
    monkeypatch.setenv("MUSTER_PLAYER", player)
    return open_game(NAME)


def screen(pilot: Pilot[None]) -> GameScreen:
    return next(each for each in pilot.app.screen_stack if isinstance(each, GameScreen))


async def opened(pilot: Pilot[None]) -> GameScreen:
    """Wait until the game is shown."""
    await until(pilot, lambda: any(isinstance(each, GameScreen) for each in pilot.app.screen_stack))
    await until(pilot, lambda: screen(pilot).standing is not None)
    return screen(pilot)


def log(pilot: Pilot[None]) -> list[str]:
    """The log as it stands, the oldest first."""
    standing = screen(pilot).standing
    return [line.text for line in standing.log] if standing else []


async def logged(pilot: Pilot[None], words: str) -> None:
    """Wait until the last entry of the log says something."""
    await until(pilot, lambda: words in log(pilot)[-1])


def form(pilot: Pilot[None]) -> ActForm:
    found = pilot.app.screen
    assert isinstance(found, ActForm)
    return found


async def asked(pilot: Pilot[None], words: str = "") -> ActForm:
    """Wait until a form is open, shows what was last given, and says something in its preview."""

    def is_shown() -> bool:
        shown = pilot.app.screen
        known = isinstance(shown, ActForm) and shown.act is not None and not shown.act.behind
        return known and bool(shown.query("#preview")) and words in preview(pilot)

    await until(pilot, is_shown)
    return form(pilot)


def given(pilot: Pilot[None]) -> dict[str, str]:
    """What is given in the form that is open."""
    act = form(pilot).act
    assert act is not None
    return act.given


def preview(pilot: Pilot[None]) -> str:
    return lines(form(pilot).query_one("#preview", LinePane))


def row_of(pilot: Pilot[None], name: str) -> str:
    """What a row of the form has, in words."""
    rows = form(pilot).query_one("#fields", ActPane).rows
    return next(row.chosen for row in rows if row.name == name)


def burst(pilot: Pilot[None], *keys: str) -> None:
    """Press keys so fast that none is done before the last of them is there."""
    for key in keys:
        pilot.app.post_message(Key(key, key if len(key) == 1 else None))


async def stand_on(pilot: Pilot[None], name: str) -> None:
    """Put the cursor on the row of a parameter, which may be folded away, or come with what was given last."""
    await asked(pilot)
    pane = form(pilot).query_one("#fields", LinePane)
    if name not in [row.name for row in pane.rows]:
        await pilot.press("f2")
    pane.cursor = next(place for place, row in enumerate(pane.rows) if row.name == name)
    await pilot.pause()


async def unit(pilot: Pilot[None], name: str, pane: str = "units") -> str:
    """Put the cursor on a unit or a vehicle of the side that is shown, and give what commands call it."""
    listed = screen(pilot).query_one(f"#{pane}", LinePane)
    listed.focus()
    listed.cursor = next(place for place, row in enumerate(listed.rows) if row.name == name)
    await pilot.pause()
    return str(listed.rows[listed.cursor].ref)


def lines(pane: LinePane[Line]) -> str:
    return "\n".join("".join(text for text, _ in (*line.left, *line.right)) for line in pane.rows)


def said(pilot: Pilot[None], id: str) -> str:
    """What a few lines of the screen say, in one line."""
    return " ".join(screen(pilot).query_one(f"#{id}", TextLines).text.split())


def parameters(pilot: Pilot[None], verb: str) -> set[str]:
    """The names of the parameters of a verb."""
    session = screen(pilot).session
    assert session is not None
    return {parameter.name for parameter in session.verb(verb).parameters}
