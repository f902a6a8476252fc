"""Dice on the game screen: one key rolls those that an act asks for; they stand in the form and in the log."""

from __future__ import annotations

from functools import partial

import pytest

from builder.services.games.games import new_game
from builder.tui.app import MusterApp
from tests.tui.gaming import Table, play
from tests.tui.making import keys_shown

pytestmark = pytest.mark.long

RAPID = "Rapid fire"


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


def _fires_boltguns() -> MusterApp:
    """A squad that may fire its boltguns: a distance doubles the dice of rapid fire (L-81)."""
    with new_game("lethal-marines-1000", "lethal-orks-1000", RAPID) as session:
        for verb, given in (("next", {}), ("initiative", {"dice": "5,2"}), ("next", {}), ("next", {})):
            session.act(verb, given)
        session.act("action", {"unit": "Squad Taren", "action": "Shoot-Shoot"})
    return MusterApp(game=RAPID)


async def _asked_how_far(table: Table) -> None:
    await table.unit("Squad Taren")
    await table.press("f")
    await table.asked("target")
    await table.press("d")
    await table.asked("Within 30 Boltgun fires twice")


def test_r_rolls_no_dice_before_that_is_answered_which_they_may_hang_on() -> None:
    """A distance is asked for in words that have an r."""

    async def part(table: Table) -> None:
        await _asked_how_far(table)
        await table.press("r")
        await table.pause()
        row = table.fields.row
        assert row is not None and row.name == "distance" and "hits" not in table.given

    play(_fires_boltguns(), part, (80, 24))


@pytest.mark.parametrize("key", ["r", "ctrl+r"])
def test_a_key_behind_a_distance_rolls_the_dice_that_it_leaves(key: str) -> None:
    async def part(table: Table) -> None:
        await _asked_how_far(table)
        table.burst("4", "5", key)
        await table.until(lambda: "hits" in table.given)
        assert table.given["distance"] == "45" and table.given["hits"].count(",") == 6, "seven dice, and not fourteen"

    play(_fires_boltguns(), part, (80, 24))


def test_no_dice_are_rolled_where_a_distance_was_taken_back_just_before() -> None:
    async def part(table: Table) -> None:
        await _asked_how_far(table)
        table.burst("4", "5")
        act = table.screen.form.act
        assert act is not None
        await table.until(lambda: not act.behind and not act.before_dice)
        table.burst("delete", "ctrl+r")
        await table.until(lambda: any("before dice are rolled" in each.text for each in table.screen.notices))
        await table.asked("Within 30 Boltgun fires twice")
        row = table.fields.row
        assert row is not None and row.name == "distance" and "hits" not in table.given

    play(_fires_boltguns(), part, (80, 24))


def test_figures_that_were_typed_in_another_form_or_before_going_away_begin_no_number() -> None:
    """Hits of two figures are those that are typed now: `4` that was typed before is no part of `14`."""

    async def part(table: Table) -> None:
        async def hits(*keys: str, are: str) -> None:
            table.burst(*keys)
            await table.until(lambda: table.given.get("hits") == are)

        await _asked_how_far(table)
        table.burst("2", "0", "down")
        await hits("1", are="1")
        await hits("down", "up", "1", "4", are="14")
        await table.press("escape")
        await table.until(lambda: not table.screen.form.is_open)
        await _asked_how_far(table)
        table.burst("2", "0", "down")
        await hits("1", "4", are="14")

    play(_fires_boltguns(), part, (80, 24))
