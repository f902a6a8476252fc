"""The app: themes, keys, help, the palette; the table of actions and its document."""

from __future__ import annotations

import asyncio
import importlib
import pkgutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.binding import Binding
from textual.dom import DOMNode
from textual.pilot import Pilot
from textual.widgets import Input

import builder.tui
from builder.services.settings import read_settings
from builder.tui.actions import ACTIONS, actions_of
from builder.tui.app import MusterApp
from builder.tui.dialogs.choose import Choose, ListChoice, Tick
from builder.tui.dialogs.dialog import Dialog
from builder.tui.dialogs.help import Help
from builder.tui.dialogs.pick_file import PickFile
from builder.tui.dialogs.prompts import Ask, Confirm, Write
from builder.tui.screens.editor import EditorScreen
from builder.tui.screens.editor_army import ArmyPane
from builder.tui.screens.library import LibraryScreen
from builder.tui.themes import THEMES
from tests.tui.keys import DOCUMENT, document
from tests.tui.making import complete, play, put, until
from tests.tui.painted import lines


def own_classes() -> Iterator[type[DOMNode]]:
    """Every screen, dialog and widget of ours, and the app."""
    for module in pkgutil.walk_packages(builder.tui.__path__, "builder.tui."):
        for value in vars(importlib.import_module(module.name)).values():
            if isinstance(value, type) and issubclass(value, DOMNode) and value.__module__ == module.name:
                yield value


def test_every_key_of_every_screen_is_in_the_table() -> None:
    ids = {action.id for action in ACTIONS}
    own = [vars(kind).get("BINDINGS", ()) for kind in own_classes()]
    bindings = [b for each in own if each is not Input.BINDINGS for b in each if isinstance(b, Binding)]
    assert {binding.id for binding in bindings} == ids


def test_every_action_has_a_method() -> None:
    for kind in own_classes():
        for binding in vars(kind).get("BINDINGS", ()):
            assert isinstance(binding, Binding)
            called, _, _ = binding.action.partition("(")
            method = called.removeprefix("app.")
            assert hasattr(kind if method == called else MusterApp, f"action_{method}"), (kind, binding.action)


def test_the_document_of_keys_is_that_of_the_table() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == document()


@pytest.mark.long
def test_the_first_screen_is_laid_out_for_its_size_at_once_and_makes_room_for_the_library(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    widths: list[int] = []
    resized = ArmyPane.on_resize

    def on_resize(pane: ArmyPane) -> None:
        widths.append(pane.size.width)
        resized(pane)

    monkeypatch.setattr(ArmyPane, "on_resize", on_resize)

    async def part(pilot: Pilot[None]) -> None:
        await complete(pilot, EditorScreen)
        assert len(set(widths)) == len(pilot.app.screen_stack) == 1
        await pilot.press("escape")
        await complete(pilot, LibraryScreen)
        assert len(pilot.app.screen_stack) == 1

    play(MusterApp(str(put(home, "army.yaml"))), part, size=(120, 40))


def test_question_mark_shows_the_keys() -> None:
    async def run() -> None:
        app = MusterApp()
        async with app.run_test() as pilot:
            await pilot.press("question_mark")
            assert isinstance(app.screen, Help)
            frame = app.screen.query_one(".dialog")
            await until(pilot, lambda: " more below · a click" in str(frame.border_subtitle))
            await pilot.press("down", "down")
            await until(pilot, lambda: "2 more above · " in str(frame.border_subtitle))
            await pilot.press("escape")
            assert not isinstance(app.screen, Help)

    asyncio.run(run())


def test_the_keys_end_with_what_signs_of_rules_are() -> None:
    async def part(pilot: Pilot[None]) -> None:
        await pilot.press("question_mark", "end")
        assert "(D-71)" in (shown := " ".join(lines(pilot.app))) and "docs/rules.md" in shown
        await until(pilot, lambda: "Esc Close" in lines(pilot.app)[-2])
        assert "▪ is marked" in shown and "double click folds a heading" in " ".join(shown.replace("┃", "").split())

    play(MusterApp(), part, size=(100, 50))


@pytest.mark.long
def test_the_palette_finds_actions_by_name() -> None:
    async def run() -> None:
        app = MusterApp()
        async with app.run_test() as pilot:
            await pilot.press("ctrl+p")
            assert isinstance(app.screen, Choose)
            await pilot.press(*"theme", "enter")
            await until(
                pilot, lambda: isinstance(app.screen, Choose) and not app.screen.query_one("#find", Input).value
            )
            await pilot.press("down", "enter")
            await until(pilot, lambda: app.theme == THEMES[1].name)

    asyncio.run(run())


def test_keys_and_theme_come_from_the_settings(home: Path) -> None:
    (home / "config").mkdir()
    (home / "config" / "config.toml").write_text('theme = "light"\n[keys]\n"app.help" = "h"\n')

    async def run() -> None:
        app = MusterApp()
        async with app.run_test() as pilot:
            assert app.theme == "light"
            await pilot.press("h")
            assert isinstance(app.screen, Help)

    asyncio.run(run())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("theme = 3", "a theme is a name"),
        ("colour = 'red'", "'colour' is no setting"),
        ("armies = 3", "armies is the path of a folder"),
        ("keys = 3", "keys is a table"),
        ("[keys]\n'app.help' = 3", "the key of 'app.help'"),
        ("theme =", "cannot be read: its end is not written as settings are"),
        ('signs = "auto"\ntheme = "light\n', 'line 2 is not written as settings are, such as theme = "light"'),
    ],
)
def test_settings_that_are_wrong_are_told_of(home: Path, text: str, told: str) -> None:
    (home / "config").mkdir()
    (home / "config" / "config.toml").write_text(text)
    (finding,) = read_settings().findings
    assert told in finding.message


@pytest.mark.parametrize(
    "make",
    [
        lambda: Ask("Name", "What is it called?", "Squad"),
        lambda: Choose("Army", [ListChoice("a", "An army")]),
        lambda: Confirm("Remove", "Remove the unit?"),
        lambda: Help({"dialog": tuple(actions_of("dialog"))}, {}),
        lambda: PickFile("Import"),
        lambda: Tick("Units", [ListChoice("a", "A unit")], ()),
        lambda: Write("Notes", "What is to be noted?", "a note"),
    ],
    ids=["ask", "choose", "confirm", "help", "pick a file", "tick", "write"],
)
def test_the_program_can_be_ended_in_any_dialog(make: Callable[[], Dialog[Any]]) -> None:
    async def run() -> bool:
        app = MusterApp()
        async with app.run_test() as pilot:
            await app.push_screen(make())
            await pilot.press("ctrl+q")
            await until(pilot, lambda: app._exit)
            return app._exit

    assert asyncio.run(run())


@pytest.mark.parametrize(("settings", "key"), [("", "Ctrl+Q"), ('[keys]\n"app.quit" = "f10"\n', "F10")])
def test_the_key_that_ends_other_programs_says_which_ends_this_one(home: Path, settings: str, key: str) -> None:
    (home / "config").mkdir()
    (home / "config" / "config.toml").write_text(settings, encoding="utf-8")

    async def part(pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+c")
        assert f"{key} quits; everything is saved." in "\n".join(lines(pilot.app))

    play(MusterApp(), part)


@pytest.mark.long
def test_what_is_written_is_not_lost_by_ending_the_program() -> None:
    async def run() -> None:
        app = MusterApp()
        async with app.run_test() as pilot:
            written = Write("Notes", "What is to be noted?", "a note")
            await app.push_screen(written)
            await pilot.press("s", "ctrl+q", "ctrl+q")
            await until(pilot, lambda: isinstance(app.screen, Confirm))
            await pilot.press("n")
            assert app.screen is written and written.text == "a notes"
            await pilot.press("ctrl+q")
            await until(pilot, lambda: isinstance(app.screen, Confirm))
            await pilot.press("y")
            await until(pilot, lambda: app._exit)

    asyncio.run(run())


@pytest.mark.long
@pytest.mark.parametrize(("key", "answer"), [("y", True), ("n", False), ("escape", None)])
def test_a_question_is_answered_with_a_key(key: str, answer: bool | None) -> None:
    async def run() -> list[bool | None]:
        app = MusterApp()
        answers: list[bool | None] = []
        async with app.run_test() as pilot:
            await app.push_screen(Confirm("Remove", "Remove the unit?"), answers.append)
            await pilot.press(key)
            await pilot.pause()
        return answers

    assert asyncio.run(run()) == [answer]


@pytest.mark.long
def test_a_line_is_asked_for() -> None:
    async def run() -> list[str | None]:
        app = MusterApp()
        answers: list[str | None] = []
        async with app.run_test() as pilot:
            await app.push_screen(Ask("Name", "What is it called?", "Squad"), answers.append)
            await pilot.press("end", *" q?", "enter")
            await pilot.pause()
        return answers

    assert asyncio.run(run()) == ["Squad q?"]
