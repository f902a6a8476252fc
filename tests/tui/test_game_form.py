"""The form of an act on the game screen: what it asks for, shows and says, on terminals of both sizes."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from builder.tui.app import MusterApp
from builder.tui.dialogs.act import ActForm
from builder.tui.dialogs.actpane import ActPane
from builder.tui.dialogs.choose import Choose
from builder.tui.dialogs.proposal import propose
from builder.tui.screens.game import SHORTCUTS, Shortcut
from builder.tui.widgets.linepane import LinePane
from tests.tui.gaming import (
    app,
    asked,
    begun,
    both,
    form,
    games,
    given,
    log,
    logged,
    opened,
    other,
    parameters,
    preview,
    row_of,
    said,
    screen,
    stand_on,
    unit,
)
from tests.tui.making import play, until

__all__ = ["app", "begun", "games"]


@both
def test_damage_is_shown_while_it_is_typed_and_done_with_enter(app: MusterApp, size: tuple[int, int]) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await opened(pilot)
        await unit(pilot, "Scout Squad")
        await pilot.press("d")
        await asked(pilot)
        assert row_of(pilot, "unit") == "Scout Squad"
        await pilot.press(*"50")
        await asked(pilot, "50 DMG")
        before = screen(pilot).unit
        await pilot.press("enter")
        await logged(pilot, "50 DMG")
        now = screen(pilot).unit
        assert before is not None and now is not None and now.hp < before.hp == before.hp_full
        assert "50 DMG" in said(pilot, "unitdetail")

    play(app, part, size)


@both
def test_a_choice_of_the_players_keeps_an_act_open(app: MusterApp, size: tuple[int, int]) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await opened(pilot)
        await unit(pilot, "Squad Meridius")
        await pilot.press("d")
        await asked(pilot)
        await pilot.press(*"320")
        await asked(pilot, "2 points of DMG left over")
        await pilot.press("enter")
        await pilot.pause()
        pane = form(pilot).query_one("#fields", LinePane)
        assert pane.row is not None and pane.row.name == "first" and pane.row.missing
        assert len(log(pilot)) == 1
        await pilot.press("right", "enter")
        await logged(pilot, "320 DMG")
        assert not isinstance(pilot.app.screen, ActForm)

    play(app, part, size)


@both
def test_every_act_with_a_key_asks_for_what_it_needs(app: MusterApp, size: tuple[int, int]) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await opened(pilot)
        await unit(pilot, "Scout Squad")
        for name, shortcut in SHORTCUTS.items():
            if not shortcut.at_once:
                await pilot.app.run_action(name, default_namespace=screen(pilot))
                await asked(pilot)
                assert preview(pilot), name
                await asks_for_what_it_needs(pilot, name, shortcut)
                await pilot.press("escape")
                assert pilot.app.screen is screen(pilot) and len(log(pilot)) == 1, name

    play(app, part, size)


async def asks_for_what_it_needs(pilot: Pilot[None], name: str, shortcut: Shortcut) -> None:
    assert shown(pilot) <= parameters(pilot, shortcut.verb), name
    if "more: Space or F2" in form(pilot).query_one("#fields", LinePane).rows[-1].text:
        await pilot.press("f2")
    session = screen(pilot).session
    assert session is not None
    idle = set(propose(session, session.verb(shortcut.verb), given(pilot)).idle)
    hidden = {each for each in idle if not needed(pilot, each)}
    assert shown(pilot) == parameters(pilot, shortcut.verb) - hidden, name
    assert all(given(pilot)[key] == value for key, value in shortcut.given.items()), name


def shown(pilot: Pilot[None]) -> set[str]:
    return {row.name for row in form(pilot).query_one("#fields", LinePane).rows if row.name}


def needed(pilot: Pilot[None], name: str) -> bool:
    """Whether a parameter was given a value, or must be."""
    rows = form(pilot).query_one("#fields", ActPane).rows
    return any(row.name == name and (row.value or row.missing) for row in rows)


@both
def test_what_is_seldom_wanted_is_folded_and_what_does_not_matter_hidden(app: MusterApp, size: tuple[int, int]) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await opened(pilot)
        await unit(pilot, "Squad Meridius")
        await pilot.press("space", "space")
        await logged(pilot, "shooting")
        await pilot.press("f")
        await asked(pilot, "Still to be given: target")
        assert shown(pilot) == {"attacker", "target"}
        await choose(pilot, "target", "Gretchin")
        await until(pilot, lambda: shown(pilot) == {"attacker", "target", "weapon"})
        await choose(pilot, "weapon", "Bolt pistol")
        usual = {"attacker", "target", "weapon", "models", "distance", "cover"}
        await until(pilot, lambda: shown(pilot) == {*usual, "mode", "first"})
        await pilot.press("end", "space")
        on_units = {"armour", "first", "lost", "reroll-to-wound"}
        on_vehicles = {"side", "speed", "av", "extra", "tank-hunters", "plus-one", "take", "destroyed"}
        assert shown(pilot) >= {*usual, *on_units, "bs", "strength"}
        assert not {"hits", "zone", "toughness", "indirect", *on_vehicles} & shown(pilot)
        await choose(pilot, "target", "Killa Kan 1")
        await until(pilot, lambda: on_vehicles <= shown(pilot) and not on_units & shown(pilot))
        await stand_on(pilot, "strength")
        await pilot.press(*"9", "f2")
        assert shown(pilot) >= usual | {"strength"} and row_of(pilot, "strength") == "9"
        assert not {"av", "speed", "rending"} & shown(pilot)

    play(app, part, size)


@both
def test_tokens_that_the_opponent_holds_are_not_folded(app: MusterApp, size: tuple[int, int]) -> None:
    """D-32: where a weapon fires a blast, and as long as its figures are typed."""

    async def part(pilot: Pilot[None]) -> None:
        await opened(pilot)
        await unit(pilot, "Squad Meridius")
        await pilot.press("f")
        await asked(pilot, "Still to be given: target")
        await choose(pilot, "attacker", "Whirlwind")
        await choose(pilot, "target", "Gretchin")
        await until(pilot, lambda: "mode" in shown(pilot))
        assert "scatter" not in shown(pilot)
        await choose(pilot, "mode", "vengeance")
        await until(pilot, lambda: "scatter" in shown(pilot))
        assert not {"gets-hot", "indirect", "bs"} & shown(pilot)
        await stand_on(pilot, "hits")
        await pilot.press(*"99")
        await asked(pilot, "at most, not 99")
        assert "scatter" in shown(pilot)

    play(app, part, size)


@both
def test_what_decides_on_nothing_is_told_and_answers_that_nobody_asks_for_are_dropped(
    app: MusterApp, size: tuple[int, int]
) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await opened(pilot)
        await unit(pilot, "Scout Squad")
        await pilot.press("d")
        await asked(pilot)
        await choose(pilot, "cover", "4+")
        await stand_on(pilot, "hp")
        await pilot.press(*"30")
        await asked(pilot, "cover counts only where cover saves are taken")
        await choose(pilot, "cover", "6+")
        await stand_on(pilot, "cover")
        await pilot.press("backspace")
        await asked(pilot, "30 HP lost")
        await pilot.press("escape")
        await unit(pilot, "Squad Meridius")
        await pilot.press("f")
        await asked(pilot, "Still to be given: target")
        await choose(pilot, "target", "Killa Kan 1")
        await until(pilot, lambda: "weapon" in shown(pilot))
        await choose(pilot, "weapon", "Bolt pistol")
        await until(pilot, lambda: "side" in shown(pilot))
        await choose(pilot, "side", "rear")
        await choose(pilot, "target", "Gretchin")
        await asked(pilot, "at Gretchin")
        assert "side" not in shown(pilot) and "side" not in given(pilot)

    play(app, part, size)


async def choose(pilot: Pilot[None], name: str, words: str) -> None:
    """Give a parameter the choice that begins with some words."""
    await stand_on(pilot, name)
    for _ in range(20):
        await pilot.press("right")
        if row_of(pilot, name).startswith(words):
            return


def test_rows_are_filled_in_with_keys(app: MusterApp) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await opened(pilot)
        await unit(pilot, "Scout Squad")
        await pilot.press("l")
        await asked(pilot, "passed")
        await stand_on(pilot, "kind")
        await pilot.press("p")
        assert given(pilot)["kind"] == "pinning"
        await pilot.press("left")
        assert given(pilot)["kind"] == "leadership"
        await pilot.press("delete")
        assert "kind" not in given(pilot)
        await pilot.press("space")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choose))
        await pilot.press(*"mor", "enter")
        await until(pilot, lambda: given(pilot).get("kind") == "morale")
        await stand_on(pilot, "reroll")
        await pilot.press("space")
        assert given(pilot)["reroll"] == "yes"
        await pilot.press("right")
        assert "reroll" not in given(pilot)
        await stand_on(pilot, "cost")
        await pilot.press(*"500", "backspace")
        assert given(pilot)["cost"] == "50"
        await pilot.press("enter")
        await logged(pilot, "50")

    play(app, part)


def test_the_cursor_stays_on_its_row_while_questions_come_and_go(app: MusterApp) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await opened(pilot)
        await unit(pilot, "Squad Meridius")
        await pilot.press("d")
        await asked(pilot)
        for written in ("3", "32", "320"):
            await pilot.press(written[-1])
            await asked(pilot, f": {written} DMG")
            assert given(pilot)["damage"] == written

    play(app, part)


def test_what_cannot_be_done_is_said_in_the_form(app: MusterApp) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await opened(pilot)
        await unit(pilot, "Scout Squad")
        await pilot.press("d")
        await asked(pilot)
        await pilot.press(*"x1", "enter")
        await asked(pilot, "write a whole number")
        assert len(log(pilot)) == 1
        await pilot.press("delete", *"10", "enter")
        await logged(pilot, "10 DMG")

    play(app, part)


@pytest.mark.usefixtures("unlooked")
def test_a_form_comes_back_where_another_program_was_first(app: MusterApp, monkeypatch: pytest.MonkeyPatch) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await opened(pilot)
        ref = await unit(pilot, "Scout Squad")
        await pilot.press("l")
        await asked(pilot, "passed")
        with other("Bob", monkeypatch) as bob:
            bob.act("mark", {"unit": ref, "mark": "destroyed"})
        await pilot.press("enter")
        await asked(pilot, "nobody of Scout Squad is left")

    play(app, part)


@pytest.mark.usefixtures("unlooked")
def test_a_form_that_showed_another_phase_does_not_go_on(app: MusterApp, monkeypatch: pytest.MonkeyPatch) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await opened(pilot)
        screen(pilot).play("turn", {})
        await asked(pilot, "movement")
        with other("Bob", monkeypatch) as bob:
            bob.act("next", {})
        assert await screen(pilot).ask(lambda session: session.refresh())
        await pilot.press("enter")
        await asked(pilot, "Bob was first: Turn 1")

    play(app, part)
