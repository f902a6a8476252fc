"""Dice on the game screen: one key rolls those that an act asks for; they stand in the form and in the log."""

from __future__ import annotations

from functools import partial

import pytest

from builder.services.games.games import new_game
from builder.tui.app import MusterApp
from tests.tui.gaming import Table, play
from tests.tui.making import keys_shown


@pytest.fixture
def lethal(monkeypatch: pytest.MonkeyPatch) -> MusterApp:
    """A game of Lethal 40K on the screen, as both roll for the initiative; dice show 6 and 2 in turn."""
    shown = [5, 1] * 20
    monkeypatch.setattr("builder.services.games.session.secrets.randbelow", lambda faces: shown.pop(0))
    with new_game("lethal-chaos-1000", "lethal-orks-1000", "Dice") as session:
        session.act("next", {})
    return MusterApp(game="Dice")


def test_where_dice_decide_keys_that_compare_units_say_why_they_cannot(lethal: MusterApp) -> None:
    async def part(table: Table) -> None:
        for key, label in (("equals_sign", "Targets"), ("M", "Matchup")):
            await table.press(key)
            await table.until(partial(_is_said, table, f"{label}: in Lethal 40K dice decide"))

    play(lethal, part)


def _is_said(table: Table, words: str) -> bool:
    return words in keys_shown(table.pilot)


@pytest.mark.parametrize("key", ["r", "ctrl+r"])
def test_a_key_rolls_the_dice_that_are_asked_for(lethal: MusterApp, key: str) -> None:
    async def part(table: Table) -> None:
        await table.press("I")
        await table.asked("? ")
        await table.press(key)
        await table.asked("Broken Gate 6")
        assert table.given == {"dice": "6,2"}
        await table.press("enter")
        await table.logged("(rolled dice 6, 2)")

    play(lethal, part)


def test_dice_that_a_player_types_over_are_his_own(lethal: MusterApp) -> None:
    async def part(table: Table) -> None:
        await table.press("I")
        await table.asked("? ")
        await table.press("r")
        await table.until(lambda: table.given == {"dice": "6,2"})
        await table.press("delete")
        await table.until(lambda: table.given == {})
        await table.asked("? ")
        await table.press("5")
        await table.until(lambda: table.given == {"dice": "5"})
        await table.asked("? ")
        await table.press("r")
        await table.until(lambda: table.given == {"dice": "5,6"})

    play(lethal, part)


def test_several_dice_are_typed_one_behind_another(lethal: MusterApp) -> None:
    async def part(table: Table) -> None:
        table.burst("I", "5", "2", "enter")
        await table.logged("Broken Gate 5, Gutrippa's stampede 2")

    play(lethal, part)


def test_dice_typed_where_all_are_there_begin_anew(lethal: MusterApp) -> None:
    async def part(table: Table) -> None:
        table.burst("I", "5", "2")
        await table.asked("Broken Gate 5")
        table.burst("3", "4")
        await table.asked("Broken Gate 3, Gutrippa's stampede 4")
        assert table.given == {"dice": "3,4"}
        table.burst("6")
        await table.until(lambda: table.given == {"dice": "6"})
        await table.asked("? ")
        table.burst("1", "enter")
        await table.logged("Broken Gate 6, Gutrippa's stampede 1")

    play(lethal, part)
