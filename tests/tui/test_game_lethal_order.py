"""Who is to do something next in a game of Lethal 40K: where the cursor goes, what Enter opens, what keys are named."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from builder.services.games.games import new_game
from builder.tui.app import MusterApp
from tests.tui.gaming import Table, play
from tests.tui.painted import lines

pytestmark = pytest.mark.long

NAME = "in order"
SMALL = (80, 24)


def _begun(*acts: tuple[str, Mapping[str, str | bool]]) -> MusterApp:
    with new_game("lethal-marines-1000", "lethal-orks-1000", NAME) as session:
        for verb, given in acts:
            session.act(verb, given)
    return MusterApp(game=NAME)


def _name(table: Table) -> str:
    return row.name if (row := table.screen.board.row) is not None else ""


def test_enter_opens_the_free_move_of_scouts_where_it_is_due() -> None:
    async def part(table: Table) -> None:
        await table.unit("Scouts")
        await table.press("enter")
        await table.asked("Scouts: a free move of 20 cm")

    play(_begun(("next", {}), ("initiative", {"dice": "5,2"})), part, SMALL)


def test_at_the_end_of_a_turn_nobody_may_act_and_no_key_of_actions_is_named() -> None:
    async def part(table: Table) -> None:
        await table.until(lambda: "Space Next" in " ".join(lines(table.app)[-2:]))
        keys, tables = " ".join(lines(table.app)[-2:]), " ".join(lines(table.app))
        assert not any(each in keys for each in ("f Fire", "c Fight", "Move-Move", "Entrench", "Finish")), keys
        assert "may act" not in tables and "•" not in tables

    play(_begun(*[("next", {})] * 4), part, (160, 24))


def test_what_an_act_comes_to_is_in_view_whole_beside_the_rows_of_a_small_form() -> None:
    """L-15: who charges with the leader of a group reads of all whom that shakes before it is done."""
    group = {"plan": "Vanguard", "coherent": "yes", "die": "4"}
    begun = _begun(("next", {}), ("initiative", {"dice": "5,2"}), ("next", {}), ("group", group), ("next", {}))

    async def part(table: Table) -> None:
        await table.form_of("Captain Aldric", "1", "40 cm")
        await table.press("down", "c")
        await table.asked("charges Skarboyz")
        await table.until(lambda: "Squad Taren: shaken" in " ".join(" ".join(lines(table.app)).split()))
        assert table.fields.size.height >= 3

    play(begun, part, SMALL)


def test_the_cursor_goes_to_who_owes_a_check_before_those_who_may_act() -> None:
    """A game is opened on who owes the ammunition die; after it the other side checks the morale of whom it lost."""
    fired = {"unit": "Old Stomper", "target": "Scouts", "hits": "3", "through": "2", "saved": "0"}
    begun = _begun(
        ("next", {}),
        ("initiative", {"dice": "2,5"}),
        ("next", {}),
        ("next", {}),
        ("action", {"unit": "Old Stomper", "action": "Shoot-Shoot"}),
        ("shoot", fired),
    )

    async def part(table: Table) -> None:
        await table.press("o")  # back from one's own side to that on which it was opened
        await table.until(lambda: table.screen.board.side == 1)
        assert _name(table) == "Old Stomper"
        await table.press("enter", "1", "enter")
        await table.logged("out of ammunition")
        await table.until(lambda: table.screen.board.side == 0 and _name(table) == "Scouts")
        await table.press("enter")
        await table.asked("The morale check of Scouts")

    play(begun, part, SMALL)


def test_a_game_opens_on_the_side_that_has_yet_to_strike_in_the_activation_of_the_other() -> None:
    begun = _begun(
        ("next", {}),
        ("initiative", {"dice": "2,5"}),
        ("next", {}),
        ("next", {}),
        ("charge", {"unit": "Deff Dread", "target": "Squad Taren"}),
        ("fight", {"unit": "Deff Dread", "target": "Squad Taren", "hits": "0"}),
    )

    async def part(table: Table) -> None:
        await table.until(lambda: _name(table) != "")
        assert _name(table) == "Squad Taren"
        await table.press("enter")
        await table.asked("Who of Squad Taren strikes?")

    play(begun, part, SMALL)


def test_keys_of_actions_are_named_for_units_that_can_take_them() -> None:
    """Who rides makes no move of its own; who has acted takes no action; a close combat is no unit."""
    charge = {"unit": "Scouts", "action": "Move-Move", "contact": "Gretchin", "anyway": True}
    shaken = ("set", {"unit": "Squad Osric", "morale": "shaken"})
    begun = _begun(*[("next", {})] * 3, shaken, ("finish", {"unit": "Squad Taren", "anyway": True}))

    async def part(table: Table) -> None:
        def named() -> str:
            return " ".join(lines(table.app)[-2:])

        await table.unit("Captain Aldric")
        await table.until(lambda: "1 Move-Move" in named() and "2 Move-Shoot" in named())
        await table.unit("Squad Corvin")
        await table.until(lambda: "1 Move-Move" not in named() and "3 Shoot-Move" in named())
        await table.unit("Squad Osric")
        await table.until(lambda: "1 Move-Move" in named() and "7 Reform" in named() and "Shoot" not in named())
        await table.unit("Squad Taren")
        await table.until(lambda: "Move" not in named() and "Shoot" not in named())
        await table.press("enter")
        await table.until(lambda: "Squad Taren: nothing is wanted now" in table.said("mind"))
        table.screen.change(lambda session: session.act("action", charge))
        await table.logged("charges Gretchin")
        await table.unit("Scouts")
        await table.until(lambda: "c Fight" in named() and "Move" not in named())
        await table.unit("Captain Aldric")
        await table.until(lambda: "t Due" in named() and "Fight" not in named() and "Move" not in named())
        table.screen.change(lambda session: session.act("end-round", {}))
        await table.logged("fight another round")
        await table.form_of("Captain Aldric", "enter", "Captain Aldric joins")

    play(begun, part, (120, 24))


def test_enter_on_a_unit_opens_nothing_that_is_of_no_unit_at_the_end_of_a_turn() -> None:
    async def part(table: Table) -> None:
        await table.unit("Squad Osric")
        await table.press("enter")
        await table.until(lambda: "Squad Osric: nothing is wanted now, in end of turn" in table.said("mind"))
        assert not table.screen.form.is_open

    play(_begun(*[("next", {})] * 4), part, SMALL)


def test_the_result_stands_before_further_questions() -> None:
    """Vehicle hits ask for two dice: the question under the cursor and what comes of it have the room there is."""
    begun = _begun(*[("next", {})] * 3)

    async def part(table: Table) -> None:
        table.screen.acts.play("hit-vehicle", {"vehicle": "Warbuggy 1", "ap": "4"})
        await table.asked("? The hit on Warbuggy 1")
        shown = " ".join(" ".join(lines(table.app)).split()).replace(" ┃ ┃ ", " ")
        assert "? The hit on Warbuggy 1, AP 4 on AV 4 Were it “1” and “1”" in shown
        assert "crew stunned; Warbuggy 1:" in shown and "? The penetrating table" in table.preview

    play(begun, part, SMALL)


def test_a_figure_that_no_die_shows_is_refused_in_words() -> None:
    begun = _begun(*[("next", {})] * 3)

    async def part(table: Table) -> None:
        await table.form_of("Captain Aldric", "2", "? The command check")
        await table.press("9")
        await table.until(lambda: "die: 1 to 6." in " ".join(lines(table.app)))
        assert not table.given.get("die")

    play(begun, part, SMALL)
