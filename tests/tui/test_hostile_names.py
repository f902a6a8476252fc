"""Names from files on the screens: none of them is markup, and none of them acts on the terminal."""

from __future__ import annotations

import asyncio
import importlib
import operator
import pkgutil
from pathlib import Path

import pytest
from textual.content import Content
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget

import builder.tui
from builder.text import clean
from builder.tui.app import MusterApp
from builder.tui.dialogs.ask import Ask
from builder.tui.dialogs.choose import Choice, Choose
from builder.tui.dialogs.confirm import Confirm
from builder.tui.dialogs.write import Write
from builder.tui.widgets.linepane import LinePane
from builder.tui.widgets.lines import plain
from builder.tui.widgets.plaintext import PlainText
from builder.tui.widgets.textlines import TextLines
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


@pytest.mark.parametrize(
    "dialog",
    [
        Ask(CLICK, CLICK, CLICK),
        Confirm(CLICK, CLICK, CLICK, CLICK),
        Choose(CLICK, [Choice("key", CLICK, CLICK)]),
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
