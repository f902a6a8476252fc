"""Lists on the game screen: one or several of them are taken, what can be, and the keys that do it."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from builder.services.armyacts import copy
from builder.tui.app import MusterApp
from builder.tui.dialogs.ask import Ask
from builder.tui.dialogs.choose import Choice, Choose, Find, Tick
from builder.tui.screens.games import GamesScreen
from builder.tui.widgets.linepane import LinePane
from tests.tui.gaming import app, asked, begun, both, games, given, lines, opened, row_of, said, stand_on, unit
from tests.tui.making import play, typed, until

__all__ = ["app", "begun", "games"]
PEOPLE = (Choice("a", "Ann"), Choice("b", "Bob"), Choice("c", "Cy"))


async def listed(pilot: Pilot[None]) -> list[Choice]:
    """Wait until a list is open and takes keys, and give its lines."""
    await until(pilot, lambda: isinstance(pilot.app.screen, Choose) and isinstance(pilot.app.focused, Find))
    await until(pilot, lambda: bool(pilot.app.screen.query_one("#choices", LinePane).rows))
    return [*pilot.app.screen.query_one("#choices", LinePane).rows]


def keys_of(pilot: Pilot[None]) -> str:
    """The keys that help names, if it is open."""
    found = pilot.app.screen.query("#keys")
    return lines(found.only_one(LinePane)) if found else ""


@both
def test_several_units_are_ticked_with_space_and_taken_with_enter(app: MusterApp, size: tuple[int, int]) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await opened(pilot)
        await pilot.press("a")
        await listed(pilot)
        await pilot.press(*"sweep", "enter")
        await asked(pilot)
        await pilot.press("space")
        await listed(pilot)
        await pilot.press("space", "down", "space")
        ticked = [row.key for row in await listed(pilot) if row.words.startswith("[x]")]
        assert len(ticked) == 2
        await pilot.press("escape")
        await asked(pilot)
        assert "fleeing" not in given(pilot)
        await pilot.press("space")
        await listed(pilot)
        await pilot.press("space", "down", "space", "enter")
        await asked(pilot)
        assert given(pilot)["fleeing"].split(",") == ticked

    play(app, part, size)


@pytest.mark.parametrize(
    ("before", "keys", "taken"),
    [
        ((), ("enter",), "a"),
        ((), ("down", "enter"), "b"),
        ((), ("space", "down", "down", "space", "enter"), "a,c"),
        ((), ("c", "space", "b", "space", "enter"), "c,b"),
        ((), ("b", "space", "down", "space", "enter"), "b,c"),
        (("b",), ("enter",), "b"),
        (("b",), ("space", "enter"), ""),
        (("b",), ("space", "escape"), None),
    ],
)
def test_what_is_ticked_is_taken_or_else_the_line_under_the_cursor(
    home: Path, before: tuple[str, ...], keys: tuple[str, ...], taken: str | None
) -> None:
    async def part(pilot: Pilot[None]) -> None:
        answers: list[str | None] = []
        pilot.app.push_screen(Tick("Who?", PEOPLE, before), answers.append)
        await listed(pilot)
        await pilot.press(*keys)
        await until(pilot, lambda: bool(answers))
        assert answers == [taken]

    play(MusterApp(), part)


@both
def test_space_in_a_list_chooses_before_letters_are_written(app: MusterApp, size: tuple[int, int]) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await opened(pilot)
        await unit(pilot, "Scout Squad")
        await pilot.press("m")
        await asked(pilot, "Still to be given: mark")
        for keys, mark in ((("down", "space"), "falling back"), ((*"g b", "enter"), "falling back")):
            await pilot.press("space")
            await listed(pilot)
            await pilot.press(*keys)
            await asked(pilot)
            assert row_of(pilot, "mark") == mark

    play(app, part, size)


@both
def test_f1_shows_the_keys_of_the_form_and_of_its_lists(app: MusterApp, size: tuple[int, int]) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await opened(pilot)
        await pilot.press("d")
        await asked(pilot)
        await pilot.press("f1")
        await until(pilot, lambda: "Form of an act" in keys_of(pilot))
        assert "F2" in keys_of(pilot) and "Space" in keys_of(pilot) and "Damage" not in keys_of(pilot)
        await pilot.press("f1")
        await asked(pilot)
        await pilot.press("tab")
        assert pilot.app.focused is pilot.app.screen.query_one("#preview")
        await pilot.press("shift+tab")
        assert pilot.app.focused is pilot.app.screen.query_one("#fields")
        await stand_on(pilot, "unit")
        await pilot.press("space")
        await listed(pilot)
        await pilot.press("f1")
        await until(pilot, lambda: "Dialogs with a list" in keys_of(pilot))
        await pilot.press("escape", "escape")
        await asked(pilot)

    play(app, part, size)


def test_armies_of_one_name_are_told_apart_and_an_opponent_may_be_called_like_one(games: Path) -> None:
    for _ in range(2):
        copy("orks-500", "Mine")

    async def part(pilot: Pilot[None]) -> None:
        await pilot.press("g")
        await until(pilot, lambda: isinstance(pilot.app.screen, GamesScreen))
        await pilot.press("n")
        offered = await listed(pilot)
        mine = [row.right for row in offered if row.words == "Mine"]
        assert len({*mine}) == 2 and any("mine-2" in right for right in mine)
        assert not any("orks-1000" in row.right for row in offered)
        first = pilot.app.screen
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is not first)
        assert (await listed(pilot))[0].words == "Somebody whose army is not here"
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, Ask))
        await typed(pilot, "orks-500")
        await opened(pilot)
        assert "– orks-500" in said(pilot, "head")

    play(MusterApp(), part)


def test_once_a_game_is_over_only_what_is_possible_is_offered(app: MusterApp) -> None:
    async def part(pilot: Pilot[None]) -> None:
        shown = await opened(pilot)
        assert shown.allows("shoot") and shown.allows("points")
        await shown.done(lambda session: session.act("end", {}))
        assert not shown.allows("shoot") and not shown.allows("next") and shown.allows("points")
        await pilot.press("a")
        offered = {row.key for row in await listed(pilot)}
        assert {"note", "set"} < offered and not {"next", "turn", "end", "shoot"} & offered

    play(app, part)
