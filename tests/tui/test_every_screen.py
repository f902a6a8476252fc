"""Every screen and dialog in every theme, in plain signs and without colours: read, and seen where the cursor is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from rich.segment import Segment
from textual.color import Color
from textual.pilot import Pilot
from textual.theme import Theme
from textual.widgets import Input, TextArea

from builder.services.settings import keep_setting
from builder.tui.app import MusterApp
from builder.tui.dialogs.dialog import Dialog
from builder.tui.screens.base import ActionScreen
from builder.tui.screens.editor import EditorScreen
from builder.tui.screens.game import GameScreen
from builder.tui.screens.library import LibraryScreen
from builder.tui.themes import THEMES
from builder.tui.widgets.line_pane import LinePane
from tests.tui.gaming import NAME
from tests.tui.making import SIZE, complete, play, put
from tests.tui.painted import lines, segments
from tests.tui.test_looks import contrast, reversed_in

pytestmark = pytest.mark.long

Look = Callable[[MusterApp, str], None]
Begin = Callable[[type[ActionScreen]], MusterApp]

STOPS = {
    LibraryScreen: (
        "", "n", "n enter", "i", "r", "v", "g", "slash o r k", "p", "delete", "question_mark", "ctrl+p", "ctrl+t", "f8",
    ),
    EditorScreen: (
        "", "enter", "enter slash p", "a", "a s c o", "a tab", "tab tab", "space", "space g", "G", "f", "l minus enter",
        "V", "V o", "p", "p down right", "p tab", "p f", "p v", "D", "D enter", "D enter b o", "D a", "M",
        "M o r k enter", "M o r k enter enter", "N", "s", "n", "l", "L", "k", "t", "j", "h", "F", "R", "m", "ctrl+s",
        "delete", "f", "question_mark", "ctrl+p", "ctrl+l",
    ),
    GameScreen: (
        "", "a", "d 4 0", "d f2", "f", "f e", "c", "t", "equals_sign", "g", "g enter", "i", "m", "o", "v", "n", "M",
        "z", "P", "question_mark", "ctrl+p",
    ),
}  # fmt: skip
"""Keys that lead from a screen to others and to its dialogs, each from the first unit; what stops at one stays done."""

each_screen = pytest.mark.parametrize("kind", STOPS, ids=lambda kind: kind.__name__)
each_size = pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=str)


def tour(
    app: MusterApp,
    kind: type[ActionScreen],
    size: tuple[int, int],
    look: Look,
    themes: Sequence[Theme] = THEMES[:1],
) -> None:
    """Go from a screen to all that keys lead to, on large screens to some, and look at each in all of some themes."""
    stops = STOPS[kind] if size == SIZE else STOPS[kind][::3]

    async def part(pilot: Pilot[None]) -> None:
        await complete(pilot, kind)
        for stop in stops:
            await go_back(pilot, kind)
            await pilot.press("home", "down", *stop.split())
            await complete(pilot)
            for theme in themes:
                app.theme = theme.name
                await complete(pilot)
                look(app, stop)

    play(app, part, size)


async def go_back(pilot: Pilot[None], kind: type[ActionScreen]) -> None:
    """Leave all that stands over a screen, or has its keys."""
    first = {LibraryScreen: "armies", EditorScreen: "army", GameScreen: "units"}[kind]
    while not isinstance(pilot.app.screen, kind) or pilot.app.focused is None or pilot.app.focused.id != first:
        await pilot.press("escape")
        await complete(pilot)
    if isinstance(pilot.app.screen, EditorScreen) and pilot.app.screen.board.army.has_marks:
        await pilot.press("escape")


def looked_at(app: MusterApp) -> list[Segment]:
    """What is painted but for what is behind a dialog."""
    top, found = app.screen, list[Segment]()
    box = top.query_one(".dialog").region if isinstance(top, Dialog) else top.region
    for line in segments(app)[box.y : box.bottom]:
        x = 0
        for segment in line:
            if box.x <= x < box.right:
                found.append(segment)
            x += segment.cell_length
    return found


@pytest.fixture
def begin(home: Path, games: Path) -> Callable[[type[ActionScreen]], MusterApp]:
    """Begin with a screen."""
    path = put(home / "armies", "a.yaml", "space-marines-1000")

    def begin(kind: type[ActionScreen]) -> MusterApp:
        return MusterApp(str(path) if kind is EditorScreen else None, game=NAME if kind is GameScreen else None)

    return begin


@each_screen
@each_size
def test_what_is_painted_can_be_read(begin: Begin, kind: type[ActionScreen], size: tuple[int, int]) -> None:
    """Letters and figures have 4.5 to 1 against what they stand on, frames and signs 3 to 1."""

    def look(app: MusterApp, stop: str) -> None:
        for text, style, _ in looked_at(app):
            if text.strip() and style and style.color and style.bgcolor:
                written, ground = (Color(*each.get_truecolor()) for each in (style.color, style.bgcolor))
                wanted = 4.5 if any(map(str.isalnum, text)) else 3
                assert contrast(written, ground) >= wanted, (app.theme, stop, text)
        assert any(sign in text for text, *_ in looked_at(app) for sign in "┏━"), stop

    tour(begin(kind), kind, size, look, THEMES)


@each_screen
@each_size
def test_without_colours_and_in_plain_signs_the_cursor_is_seen_and_nothing_else_is_painted(
    begin: Begin, kind: type[ActionScreen], size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    keep_setting("signs", "ascii")

    def look(app: MusterApp, stop: str) -> None:
        painted = lines(app)
        strange = {sign for line in painted for sign in line if not sign.isascii() and not sign.isalpha()}
        assert not strange, (stop, strange)
        assert all(len(line) == size[0] for line in painted), stop
        styles = [style for line in segments(app) for _, style, _ in line if style]
        assert all(style.color is None or style.color.is_default for style in styles), stop
        assert all(style.bgcolor is None or style.bgcolor.is_default for style in styles), stop
        focused = app.focused
        if isinstance(focused, LinePane):
            stands = focused.row is not None and (focused._stops is None or focused._stops(focused.row))
            assert bool(reversed_in(app)) or not stands, stop
        elif isinstance(focused, Input | TextArea):
            focused.cursor_blink = False  # It might be painted in the half second in which it is not seen.
            assert reversed_in(app), stop

    tour(begin(kind), kind, size, look)
