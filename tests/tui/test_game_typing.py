"""Typing into the form of an act: keys in their order, letters that find choices, figures, several at once, answers."""

from __future__ import annotations

from textual.pilot import Pilot

from builder.tui.app import MusterApp
from builder.tui.dialogs.actpane import ActPane
from builder.tui.dialogs.actrows import ActRow, RowKind
from builder.tui.dialogs.choose import Choose
from builder.tui.dialogs.openact import OpenAct
from builder.tui.widgets.linepane import LinePane
from tests.tui.gaming import (
    app,
    asked,
    begun,
    both,
    burst,
    form,
    games,
    given,
    log,
    opened,
    preview,
    row_of,
    screen,
    stand_on,
    unit,
)
from tests.tui.making import play, until

__all__ = ["app", "begun", "games"]


def rows(pilot: Pilot[None]) -> list[ActRow]:
    return [row for row in form(pilot).query_one("#fields", ActPane).rows if row.name]


def act_of(pilot: Pilot[None]) -> OpenAct:
    """The act whose form is open, though a list may be over it."""
    found = screen(pilot).form.act
    assert found is not None
    return found


async def act(pilot: Pilot[None], verb: str) -> None:
    """Open the form of an act from the list of all acts."""
    await pilot.press("a")
    await until(pilot, lambda: isinstance(pilot.app.screen, Choose))
    await pilot.press(*verb, "enter")
    await asked(pilot)


@both
def test_keys_hold_their_order_however_fast_they_come(app: MusterApp, size: tuple[int, int]) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await opened(pilot)
        await unit(pilot, "Rhino 1", "vehicles")
        await act(pilot, "set-vehicle")
        await stand_on(pilot, "lines")
        below = rows(pilot)[[row.name for row in rows(pilot)].index("lines") + 1].name
        burst(pilot, "A", "=", "3", "6", "down", "1", "-", "3")
        await until(pilot, lambda: given(pilot).get(below, "").endswith("3"))
        assert given(pilot)["lines"] == "A=36" and given(pilot)[below] == "1-3"

    play(app, part, size)


def test_an_act_is_done_with_all_that_was_typed_before_enter(app: MusterApp) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await opened(pilot)
        await unit(pilot, "Scout Squad")
        await pilot.press("d")
        await asked(pilot)
        burst(pilot, "5", "0", "enter")
        await until(pilot, lambda: len(log(pilot)) == 2)
        assert ": 50 DMG" in log(pilot)[-1]

    play(app, part)


@both
def test_letters_find_a_choice_and_figures_are_taken_as_they_are_typed(app: MusterApp, size: tuple[int, int]) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await opened(pilot)
        await unit(pilot, "Squad Meridius")
        await pilot.press("f")
        await asked(pilot, "Still to be given: target")
        await stand_on(pilot, "target")
        await pilot.press(*"gre")
        await asked(pilot)
        assert row_of(pilot, "target").startswith("Gretchin")
        await pilot.press("down", "up", *"scout", "space")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choose))
        await pilot.press(*"kan", "enter")
        await until(pilot, lambda: row_of(pilot, "target").startswith("Killa Kan"))

    play(app, part, size)


def test_a_figure_that_is_asked_for_can_be_any() -> None:
    row = ActRow(RowKind.CHOICE, "hits", "", figure=True)
    pane = ActPane(lambda name, edit: taken.append(edit("")), id="fields")
    taken: list[str] = []
    pane.rows = [row]
    pane._leap(row, "1")
    pane._leap(row, "2")
    assert taken == ["1", "12"]


@both
def test_where_nobody_fits_a_sentence_says_so_and_nothing_is_typed(app: MusterApp, size: tuple[int, int]) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await opened(pilot)
        await unit(pilot, "Scout Squad")
        await pilot.press("r")
        await asked(pilot, "Nobody falls back.")
        await stand_on(pilot, "unit")
        await pilot.press("x", "space", "right")
        assert given(pilot) == {} and rows(pilot)[0].text == "nobody falls back"

    play(app, part, size)


def test_answers_are_kept_while_what_is_above_them_changes(app: MusterApp) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await opened(pilot)
        await unit(pilot, "Squad Meridius")
        await pilot.press("d")
        await asked(pilot)
        await pilot.press(*"320")
        await asked(pilot, "2 points of DMG left over")
        order = [row.name for row in rows(pilot)]
        await stand_on(pilot, "first")
        await pilot.press("right")
        await until(pilot, lambda: "?" not in preview(pilot))
        answer = given(pilot)["first"]
        await stand_on(pilot, "damage")
        await pilot.press("backspace")
        await until(pilot, lambda: ": 32 DMG" in preview(pilot))
        await pilot.press("0")
        await until(pilot, lambda: ": 320 DMG" in preview(pilot))
        assert given(pilot)["first"] == answer
        assert [row.name for row in rows(pilot)] == order

    play(app, part)


def test_rows_stand_in_the_order_of_the_parameters(app: MusterApp) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await opened(pilot)
        await unit(pilot, "Squad Meridius")
        await pilot.press("d")
        await asked(pilot)
        await pilot.press(*"320")
        await asked(pilot, "2 points of DMG left over")
        session = screen(pilot).session
        assert session is not None
        order = [each.name for each in session.verb("damage").parameters]
        shown = [row.name for row in rows(pilot)]
        assert shown == sorted(shown, key=order.index) and "first" in shown

    play(app, part)


def test_a_character_who_leads_means_the_unit_that_he_leads(app: MusterApp) -> None:
    async def part(pilot: Pilot[None]) -> None:
        shown = await opened(pilot)
        assert shown.standing is not None
        leader = next(row for row in shown.standing.view.sides[0].units if row.leads)
        await unit(pilot, leader.name)
        await pilot.press("l")
        await asked(pilot, "passed")
        assert given(pilot)["unit"] == leader.leads != leader.ref
        await pilot.press("escape")
        carrier = next(row for row in shown.standing.view.sides[0].vehicles if row.carries)
        await unit(pilot, carrier.name, "vehicles")
        await act(pilot, "disembark")
        await until(pilot, lambda: given(pilot).get("unit") == carrier.carries[0])

    play(app, part)


def test_a_stray_space_is_no_value_and_a_mistake_names_the_row(app: MusterApp) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await opened(pilot)
        await unit(pilot, "Scout Squad")
        await pilot.press("d")
        await asked(pilot)
        await pilot.press("space")
        assert "damage" not in given(pilot)
        await pilot.press("x")
        await asked(pilot, "damage: write a whole number")
        assert "--" not in preview(pilot)

    play(app, part)


@both
def test_the_list_of_all_acts_begins_with_verbs_and_names_keys(app: MusterApp, size: tuple[int, int]) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await opened(pilot)
        await pilot.press("a")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choose))
        listed = pilot.app.screen.query_one("#choices", LinePane)
        (shoot,) = [row for row in listed.rows if row.key == "shoot"]
        assert shoot.words.split()[0] == "shoot" and shoot.right == "f"
        await pilot.press(*"sweep")
        await until(pilot, lambda: listed.row is not None and listed.row.key == "sweep")
        await pilot.press("escape", "ctrl+p")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choose))
        await pilot.press(*"sweep", "enter")
        await asked(pilot)
        assert act_of(pilot).title.startswith("Sweep: ")

    play(app, part, size)
