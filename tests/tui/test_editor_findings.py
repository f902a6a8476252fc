"""The list of findings leads to the place of each, and mends it where the army can be mended."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.services.editor.suggestions import LEFT
from builder.tui.dialogs.choose import Choose
from builder.tui.screens.findings import FindingsScreen
from tests.tui.editing import Seen, edit
from tests.tui.making import keys_shown
from tests.tui.painted import lines


@pytest.fixture
def army(tmp_path: Path) -> Path:
    return tmp_path / "army.yaml"


def test_findings_lead_to_their_place_and_are_mended(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Librarian Orsino Vael")
        await seen.press("delete", "f")
        assert isinstance(seen.pilot.app.screen, FindingsScreen)
        assert "No unit of HQ" in seen.lines("findings")
        await seen.until(lambda: "Add Captain" in seen.lines("findings"))
        await seen.press("1")
        assert "No unit of HQ" not in seen.lines("findings")
        assert any("HQ" in str(slot.name) and slot.taken == 1 for slot in seen.screen.view.totals.slots)
        await seen.press("u")
        assert "No unit of HQ" in seen.lines("findings")
        await seen.press("U")
        assert "No unit of HQ" not in seen.lines("findings")
        await seen.press("u")
        await seen.press("c")
        assert "No unit of HQ" in seen.pilot.app.clipboard
        await seen.press("x")
        assert "No unit of HQ" not in seen.lines("findings")
        await seen.press("escape")
        assert seen.pilot.app.screen.id == seen.screen.id

    edit(army, act)


def test_enter_on_a_finding_goes_to_its_unit(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("f")
        unit = next(finding.at.unit for finding in seen.army.findings if finding.at.unit)
        await seen.press("enter")
        assert seen.screen.board.tree_row is not None
        assert seen.screen.board.tree_row.unit == unit

    edit(army, act, starter="space-marines-1000")


@pytest.mark.long
def test_enter_on_a_finding_goes_to_the_choice_itself(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Librarian Orsino Vael")
        choices = [row.choice for row in seen.pane("details").rows if row.choice is not None]
        power = next(choice for choice in choices if choice.number and "owers" in choice.group)
        await seen.pick(power.name)
        await seen.press("enter", "escape", "end", "f", "enter")
        row = seen.pane("details").row
        assert seen.screen.pane == "details" and row is not None
        assert row.choice.group == power.group
        await seen.press("f", "down")
        await seen.until(lambda: "1 Take " in seen.lines("findings") and "Take 1 " not in seen.lines("findings"))
        await seen.press("1")
        assert not seen.screen.view.totals.errors

    edit(army, act)


@pytest.mark.long
def test_findings_of_units_of_one_name_say_which_and_a_mend_leaves_the_cursor_on_a_finding(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("a", *"librarian", "enter", "escape", "a", *"librarian", "enter", "escape", "f")
        pane = seen.pane("findings")
        await seen.until(lambda: any(row.number == 2 for row in pane.rows))
        assert "Librarian 1" in seen.lines("findings")
        await seen.press("down", "down")
        assert pane.row is not None and pane.row.number == 2
        await seen.press("enter")
        assert pane.row is not None and pane.row.finding is not None and not pane.row.number

    edit(army, act, size=(60, 12))


def test_what_is_about_the_army_as_a_whole_has_no_place_to_go_to(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("f")
        pane = seen.pane("findings")
        pane.cursor = next(
            place for place, row in enumerate(pane.rows) if row.finding and row.finding.code == "diceless.grenades"
        )
        await seen.until(lambda: "Enter To the army" in "\n".join(lines(seen.pilot.app)[-2:]))
        assert "Enter goes to its place" not in seen.lines("findings")

    edit(army, act, starter="orks-500")


def test_points_that_are_left_stand_among_the_findings_with_what_they_buy(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("f")
        assert "Points left" not in seen.lines("findings"), "none are"
        await seen.press("escape", "l")
        await seen.write("501")
        await seen.press("f")
        assert "1 point is left of the limit." in seen.lines("findings")
        await seen.press("escape", "l")
        await seen.write("525")
        await seen.press("f")
        assert "25 points are left of the limit." in seen.lines("findings")
        await seen.until(lambda: "Enter All that fits" in keys_shown(seen.pilot))
        before = seen.screen.view.totals.points
        await seen.press("1")
        assert before < seen.screen.view.totals.points <= 525
        await seen.press("u")
        assert seen.screen.view.totals.points == before and "25 points are left" in seen.lines("findings")
        await seen.press("enter")
        await seen.until(lambda: isinstance(seen.pilot.app.screen, Choose))

    edit(army, act)


def test_clicks_on_the_totals_lead_to_what_fits_and_to_the_findings(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Rhino 1")
        await seen.press("delete")
        assert "L tells what 35 left buys" in seen.said("totals")
        await seen.pilot.click("#totals", offset=(60, 0))
        await seen.until(lambda: isinstance(seen.pilot.app.screen, Choose))
        await seen.press("escape")
        await seen.pilot.click("#totals", offset=(3, 1))
        await seen.until(lambda: isinstance(seen.pilot.app.screen, FindingsScreen))

    edit(army, act)


def test_a_figure_on_what_nothing_mends_holds_up_no_key_after_it(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("l")
        await seen.write("600")
        await seen.press("f")
        pane = seen.pane("findings")
        pane.cursor = next(place for place, row in enumerate(pane.rows) if row.finding and row.finding.code == LEFT)
        await seen.until(lambda: any(row.number for row in pane.rows))
        await seen.press("9")
        await seen.until(lambda: any(row.number for row in pane.rows))
        await seen.press("home", "1", "escape")
        await seen.until(lambda: not isinstance(seen.pilot.app.screen, FindingsScreen))

    edit(army, act, starter="orks-500")


def test_many_ways_to_choose_are_a_line_until_the_cursor_is_on_what_is_to_be_chosen(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("a", *"librarian", "enter", "escape", "f")
        pane = seen.pane("findings")
        folded = "9 mends, each +0, when the cursor is here"
        await seen.until(lambda: folded in seen.lines("findings"))
        mends = [row for row in pane.rows if row.number]
        assert not any(row.finding.code == "min" for row in mends), "a line stands for them"
        while pane.row is not None and pane.row.finding.code != "min":
            await seen.press("n")
        assert "9 Take " in seen.lines("findings")
        at = pane.row.finding if pane.row is not None else None
        assert len([row for row in pane.rows if row.number and row.finding == at]) == 9

    edit(army, act)
