"""A phase on the game screen: where the cursor is as it begins, what is done at once, and how that is taken back."""

from __future__ import annotations

import pytest

from builder.services.games.games import new_game
from builder.tui.app import MusterApp
from builder.tui.screens.game_views import GameLogScreen
from tests.tui.gaming import Table, play
from tests.tui.painted import lines

pytestmark = pytest.mark.long

GAME = "Phases"


def keys_of(table: Table) -> str:
    return " ".join(lines(table.app)[-2:])


def row_of(table: Table) -> str:
    """The name of the row under the cursor of the tables."""
    row = table.screen.board.row
    return row.name if row is not None else ""


def test_a_phase_begins_on_a_row_that_may_act() -> None:
    """The cursor stays where it is on one that may; what was undone is named right behind undo."""
    with new_game("space-marines-1000", "imperial-guard-1000", GAME) as session:
        session.act("agree", {"mission": "Raid"})
        session.act("next", {})

    async def part(table: Table) -> None:
        await table.press("t")
        await table.until(lambda: table.due.has_focus)
        assert "All tests" not in keys_of(table), "whether a unit comes from reserve is for its player to say"
        await table.press("escape")
        await table.unit("Tactical Squad Oriel")
        await table.go_on()
        await table.logged("shooting")
        await table.until(lambda: row_of(table) == "Scout Squad")
        assert "U Redo" not in keys_of(table)
        await table.press("u")
        await table.until(lambda: "u Undo  U Redo" in keys_of(table))
        await table.press("U")
        await table.logged("shooting")
        await table.unit("Whirlwind")
        await table.go_on()
        await table.logged("assault")
        await table.until(lambda: row_of(table) == "Chapter Master Teor Harkan")

    play(MusterApp(game=GAME), part, (80, 24))


def test_after_a_shot_the_cursor_goes_to_the_next_who_may_shoot_and_steps_are_those_of_the_shot() -> None:
    """It stays on a unit that has fired one of its weapons and has others left."""
    with new_game("space-marines-1000", "imperial-guard-1000", GAME) as session:
        for verb, given in (("agree", {"mission": "Raid"}), ("next", {}), ("next", {})):
            session.act(verb, given)
    shot = {"attacker": "Scout Squad", "target": "Second Squad", "distance": "20", "first": "Sergeant"}

    async def part(table: Table) -> None:
        await table.unit("Scout Squad")
        table.screen.change(lambda session: session.act("shoot", {**shot, "weapon": "Sniper rifle"}))
        await table.logged("Scout Squad, ")
        await table.until(lambda: not table.screen.is_behind)
        assert row_of(table) == "Scout Squad"
        table.screen.change(lambda session: session.act("fire", {**shot, "distance": "10"}))
        await table.until(lambda: row_of(table) == "Scout Bike Squad")
        await table.press("z")
        await table.shows(GameLogScreen)
        await table.until(lambda: "Scout Squad at Second Squad" in "\n".join(lines(table.app)[14:]))
        await table.press("escape", "u")
        await table.until(lambda: row_of(table) == "Scout Squad")

    play(MusterApp(game=GAME), part, (80, 24))


def test_all_that_was_done_at_once_is_said() -> None:
    """Of several tests the last one alone would hide that another one failed."""
    with new_game("space-marines-1000", "imperial-guard-1000", GAME) as session:
        for verb, given in (
            ("next", {}),
            ("set", {"unit": "Scout Squad", "op": "160"}),
            ("next", {}),
            ("damage", {"unit": "Scout Squad", "hp": "80", "group": "Sniper rifle"}),
            ("damage", {"unit": "Scout Bike Squad", "hp": "50", "group": "Scout Biker"}),
        ):
            session.act(verb, given)

    async def part(table: Table) -> None:
        await table.press("t")
        await table.until(lambda: table.due.has_focus)
        await table.press("A")
        await table.until(lambda: "Scout Bike Squad: morale test" in table.said("mind"))
        assert 'Scout Squad: morale test, 160 + 25 = 185 of 167: failed, it falls back 7"' in table.said("mind")

    play(MusterApp(game=GAME), part, (80, 24))


def test_a_tiny_screen_names_what_is_due_and_what_goes_on() -> None:
    """The palette has no room there, help names it; what has none leaves it to a shorter one."""
    with new_game("space-marines-500", "orks-500", GAME) as session:
        session.act("agree", {"mission": "Raid"})

    async def part(table: Table) -> None:
        await table.until(lambda: keys_of(table).strip().endswith("t Due  Space Next  a Acts  ?  Esc Back"))
        for _ in range(2):
            await table.go_on()
        await table.until(lambda: keys_of(table).strip().endswith("f Fire  . Again  a Acts  ?  Esc Back"))

    play(MusterApp(game=GAME), part, (40, 12))
