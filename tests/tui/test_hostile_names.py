"""Names from files on the screens: none of them is markup, and none of them acts on the terminal."""

from __future__ import annotations

import asyncio
import importlib
import operator
import os
import pkgutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from textual.app import App
from textual.content import Content
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget

import builder.tui
from builder.services.games.games import new_game
from builder.text import clean, clean_name
from builder.tui.app import MusterApp
from builder.tui.dialogs.choose import Choose, ListChoice
from builder.tui.dialogs.prompts import Ask, Confirm, Write
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import PlainText, TextLines, plain
from tests import hostile
from tests.tui.making import play, put, until
from tests.tui.painted import lines, segments

CLICK = "[@click=app.bell]Click[/] [/] [Legends] x"


def widgets() -> list[type[Widget]]:
    for module in pkgutil.walk_packages(builder.tui.__path__, "builder.tui."):
        importlib.import_module(module.name)
    found: list[type[Widget]] = []
    open: list[type[Widget]] = [Widget]
    while open:
        kind = open.pop()
        open += kind.__subclasses__()
        if kind.__module__.startswith("builder.tui") and not issubclass(kind, Screen):
            found.append(kind)
    return found


def test_no_widget_reads_markup_in_its_titles() -> None:
    render = operator.attrgetter("render_str")
    assert len(widgets()) > 10
    assert [kind for kind in widgets() if render(kind) is not render(PlainText)] == []


def army_named(library: Path, file: str, name: str) -> Path:
    path = put(library, file)
    text = path.read_text()
    before = next(line for line in text.splitlines() if line.startswith("name:"))
    path.write_text(text.replace(before, f"name: '{name}'"))
    return path


def title(widget: Widget) -> Content:
    found = widget._border_title
    return found if isinstance(found, Content) else Content()


def test_the_preview_of_the_library_shows_brackets_as_they_are(home: Path) -> None:
    army_named(home / "armies", "Anna [/] list.yaml", CLICK)
    (home / "armies" / "[@click=app.bell]x.yaml").write_text("- [")

    async def part(pilot: Pilot[None]) -> None:
        preview, said = pilot.app.screen.query_one("#preview"), pilot.app.screen.query_one("#said", TextLines)
        await until(pilot, lambda: "cannot be read: [@click=app.bell]x." in said.text)
        told = []
        for key in ("home", "down"):
            await pilot.press(key)
            await pilot.pause()
            told.append(title(preview))
        assert {CLICK, "[@click=app.bell]x"} == {shown.plain for shown in told}
        assert not [shown for shown in told if shown.spans]

    play(MusterApp(), part, (120, 40))


@pytest.mark.long
@pytest.mark.parametrize(
    "dialog",
    [
        Ask(CLICK, CLICK, CLICK),
        Confirm(CLICK, CLICK, CLICK, CLICK),
        Choose(CLICK, [ListChoice("key", CLICK, CLICK)]),
        Write(CLICK, CLICK, CLICK),
    ],
    ids=lambda dialog: type(dialog).__name__,
)
def test_a_dialog_shows_brackets_as_they_are(dialog: Screen[str]) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await pilot.app.push_screen(dialog)
        await pilot.pause()
        shown = "\n".join(lines(pilot.app))
        assert shown.count(CLICK) > 1
        styles = [segment.style for row in segments(pilot.app) for segment in row if segment.style]
        assert not [style for style in styles if "@click" in style.meta]

    play(MusterApp(), part, (120, 40))


def test_a_message_shows_brackets_as_they_are() -> None:
    async def run() -> None:
        async with MusterApp().run_test(size=(120, 40), notifications=True) as pilot:
            text = "[/] [b]x[/b]"
            pilot.app.screen.notify(text, markup=True)
            pilot.app.notify(text, title=text)
            await until(pilot, lambda: "\n".join(lines(pilot.app)).count(text) == 3)

    asyncio.run(run())


ACTS = "A\x1b]0;title\x07B\x9b31mC\u202eD\u200bE\x7fF"


def test_what_acts_on_a_terminal_is_not_painted_even_if_it_comes_so_far() -> None:
    async def part(pilot: Pilot[None]) -> None:
        pane = LinePane[str](lambda row, width: plain(row), id="pane")
        pane.border_title = ACTS
        await pilot.app.push_screen(Ask(ACTS, ACTS, ACTS))
        await pilot.app.screen.mount(pane)
        pane.show([ACTS], 0)
        await until(pilot, lambda: "ABCDEF" in "\n".join(lines(pilot.app)).replace("]0;title", "").replace("31m", ""))
        painted = "\n".join(lines(pilot.app))
        assert clean(painted) == painted

    play(MusterApp(), part, (120, 40))


def is_harmless(app: App[None]) -> None:
    """Whether what is painted acts on no terminal, and nothing on a click but what is ours."""
    painted = "\n".join(lines(app))
    assert clean(painted) == painted
    assert not [
        segment.text for row in segments(app) for segment in row if segment.style and "@click" in segment.style.meta
    ]


def is_on(pilot: Pilot[None], screen: str) -> bool:
    return type(pilot.app.screen).__name__ == screen


async def visit(pilot: Pilot[None], *stops: tuple[str, str]) -> None:
    """Press keys, each of which leads to a screen, and look at all that is painted."""
    for key, screen in stops:
        await pilot.press(key)
        await until(pilot, partial(is_on, pilot, screen))
        is_harmless(pilot.app)


def shows(pilot: Pilot[None], text: str) -> Callable[[], bool]:
    return lambda: any(text in line for line in lines(pilot.app))


@pytest.mark.long
def test_the_library_lists_armies_and_files_of_any_name(home: Path) -> None:
    (home / "armies").mkdir()
    names = [*hostile.file_names()]
    for number, name in enumerate(names):
        (home / "armies" / f"{name}.yaml").write_text(hostile.army(number) if number % 2 else "- [")
    (home / "armies" / "roster.json").write_bytes(hostile.roster())
    os.utime(home / "armies" / f"{names[1]}.yaml", (2**32, 2**32))  # The one that was changed last comes first.

    async def part(pilot: Pilot[None]) -> None:
        said = pilot.app.screen.query_one("#said", TextLines)
        await until(pilot, lambda: "cannot be read" in said.text)
        await pilot.press("home")
        for _ in (*names, "roster"):
            await pilot.pause()
            is_harmless(pilot.app)
            await pilot.press("down")
        await pilot.press("home")
        await visit(pilot, ("r", "Ask"), ("escape", "LibraryScreen"), ("i", "PickFile"), ("escape", "LibraryScreen"))
        await visit(pilot, ("ctrl+p", "Palette"), ("escape", "LibraryScreen"), ("enter", "EditorScreen"))

    play(MusterApp(), part, (120, 40))


@pytest.mark.long
@pytest.mark.parametrize("first", [0, 2, 6])
def test_the_editor_shows_names_as_they_are(home: Path, first: int) -> None:
    path = home / "army.yaml"
    path.write_text(hostile.army(first))

    async def part(pilot: Pilot[None]) -> None:
        await until(pilot, shows(pilot, clean_name(hostile.NAMES[first])[:14]))
        await pilot.press("down", "down", "down")
        back = ("escape", "EditorScreen")
        await visit(
            pilot, ("k", "Choose"), back, ("n", "Write"), back, ("r", "Ask"), back, ("f", "FindingsScreen"), back
        )
        await visit(pilot, ("p", "ExportScreen"), back, ("s", "PreviewScreen"), back, ("question_mark", "Help"))

    play(MusterApp(army=str(path)), part, (120, 40))


@pytest.mark.long
def test_a_game_shows_names_as_they_are(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_PLAYER", hostile.NAMES[2])
    for number, side in enumerate(("mine", "theirs")):
        (home / f"{side}.yaml").write_text(hostile.army(number))
    new_game(str(home / "mine.yaml"), str(home / "theirs.yaml"), hostile.NAMES[0] + hostile.NAMES[2]).close()

    async def part(pilot: Pilot[None]) -> None:
        await visit(pilot, ("g", "GamesScreen"))
        await until(pilot, shows(pilot, hostile.NAMES[0][:14]))
        await visit(pilot, ("enter", "GameScreen"))
        await until(pilot, shows(pilot, "Yours: "))
        await visit(pilot, ("g", "GameLogScreen"), ("escape", "GameScreen"), ("a", "Choose"), ("escape", "GameScreen"))

    play(MusterApp(), part, (120, 40))
