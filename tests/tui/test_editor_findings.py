"""The list of findings leads to the place of each, and mends it where the army can be mended."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.errors import Finding, Place, Severity
from builder.services.editor.operations import Add
from builder.services.editor.session import EditorSession
from builder.services.editor.suggestions import LEFT
from builder.tui.dialogs.choose import Choose
from builder.tui.screens.findings import FindingsScreen
from builder.tui.widgets.finding_lines import first_to_see, place_of, said_of
from tests.services.small_wars import small_army
from tests.tui.editing import Seen, edit
from tests.tui.making import keys_shown
from tests.tui.mouse import click
from tests.tui.painted import lines

pytestmark = pytest.mark.long


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


def test_enter_on_a_finding_goes_to_the_choice_itself(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Librarian Orsino Vael")
        unit = seen.screen.board.tree_row
        assert unit is not None
        choices = seen.editor.details(unit.unit, unit.id).choices
        power = next(choice for choice in choices if choice.number and "owers" in choice.group)
        await seen.pick(power.name)
        await seen.press("enter", "escape", "end", "f", "enter")
        row = seen.pane("details").row
        assert seen.screen.pane == "details" and row is not None
        assert row.choice.group == power.group
        await seen.press("f", "down")
        await seen.until(lambda: "1  Take " in seen.lines("findings") and "Take 1 " not in seen.lines("findings"))
        await seen.press("1")
        assert not seen.screen.view.totals.errors

    edit(army, act)


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
        # An error that is new is what the list is opened for; of those that are known it leads to where it was left.
        for limit in ("400", "300"):
            await seen.press("escape", "l")
            await seen.write(limit)
            await seen.press("f")
            row = seen.pane("findings").row
            assert row is not None and ("limit" in row.finding.code) == (limit == "400")
            await seen.press("end")

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


def test_a_figure_too_many_buys_nothing_of_the_points_left_once_all_is_mended(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("l")
        await seen.write("570")
        await seen.go("Librarian Orsino Vael")
        await seen.press("delete", "f")
        await seen.until(lambda: "1  Add " in seen.lines("findings"))
        await seen.press("1")
        await seen.until(lambda: "1  Take " in seen.lines("findings") or "1  Add " in seen.lines("findings"))
        row, before = seen.pane("findings").row, seen.screen.view.totals.points
        assert row is not None and row.finding is not None and row.finding.code == LEFT
        await seen.press("1")
        assert seen.screen.view.totals.points == before
        assert any("to spend the points left" in words for words in seen.told())
        await seen.press("down", "1")
        assert seen.screen.view.totals.points > before

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


def test_of_an_open_choice_what_settles_it_is_shown_and_all_ways_where_the_cursor_is(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("a", *"librarian", "enter", "escape", "f")
        pane = seen.pane("findings")
        await seen.until(lambda: "·  as Librarian Orsino Vael: Vortex of Doom" in seen.lines("findings"))
        assert "Take Smite" not in seen.lines("findings") and "Librarian > Psychic powers" in seen.lines("findings")
        while pane.row is not None and pane.row.finding.code != "min":
            await seen.press("n")
        assert "1  as Librarian Orsino Vael" in seen.lines("findings") and "3  Take Smite" in seen.lines("findings")
        await seen.press("1")
        assert not seen.screen.view.totals.unmade

    edit(army, act)


def test_an_open_choice_that_nothing_settles_at_once_says_what_the_group_offers(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Librarian Orsino Vael")
        await seen.pick("Gate of Infinity")
        await seen.press("space", "escape", "l")
        await seen.write("400")
        await seen.press("f")
        await seen.until(lambda: "·  Enter goes to the group: 8 to choose from, each +0" in seen.lines("findings"))

    edit(army, act)


def test_a_figure_mends_the_finding_of_the_line_under_the_cursor_be_it_a_mend_of_it(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Librarian Orsino Vael")
        await seen.press("delete", "f")
        pane = seen.pane("findings")
        await seen.until(lambda: any(row.number == 3 for row in pane.rows))
        first = next(row for row in pane.rows if row.stops and row.number)
        await seen.press("down", "down")
        assert pane.row is not None and pane.row.number == 2
        await seen.press("1")
        said = "".join(text for text, _ in first.line.left)
        assert any(f"1  Add {row.name}" in said for row in seen.screen.view.rows if row.kind == "unit"), said

    edit(army, act)


def test_the_way_back_leads_to_the_finding_that_was_left(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("a", *"librarian", "enter", "escape", "a", *"librarian", "enter", "escape", "f")
        await seen.press("n", "n", "n")
        pane = seen.pane("findings")
        assert pane.row is not None
        left = pane.row.finding
        assert left.code == "min" and left.at.unit
        await seen.press("enter")
        row = seen.pane("details").row
        assert row is not None and seen.screen.pane == "details" and row.choice.group == "Psychic powers"
        await seen.press("f")
        pane = seen.pane("findings")
        assert pane.row is not None and pane.row.finding == left

    edit(army, act)


def test_what_is_shown_and_hidden_is_told_below_the_list_and_at_the_headings(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("a", *"librarian", "enter", "escape", "f")
        painted = lines(seen.pilot.app)
        assert painted[1].startswith("┏━ Findings ━") and painted[1].endswith("━ 1 error, 1 open choice ━┓")
        assert any("x errors  w open choices  i notes: shown or hidden ━┛" in line for line in painted)
        await seen.press("w")
        assert "hidden, w shows them" in seen.lines("findings") and "choose 2" not in seen.lines("findings")
        await seen.press("x")
        assert "600 points" not in seen.lines("findings")
        await seen.press("x", "w")
        assert "600 points" in seen.lines("findings") and "choose 2" in seen.lines("findings")

    edit(army, act, size=(120, 40))


def test_blank_lines_stand_between_findings_where_all_have_room(army: Path) -> None:
    def blanks_between(seen: Seen) -> bool:
        rows = seen.pane("findings").rows
        places = [place for place, row in enumerate(rows) if row.stops and not row.number]
        return any(row.finding is None and not row.line.left for row in rows[places[0] : places[1]])

    async def act(seen: Seen) -> None:
        await seen.press("a", *"librarian", "enter", "escape", "a", *"librarian", "enter", "escape", "f", "n", "n")
        await seen.until(lambda: "Take Smite" in seen.lines("findings"))
        await seen.pilot.resize_terminal(120, 60)
        await seen.until(lambda: blanks_between(seen))
        await seen.pilot.resize_terminal(120, 24)
        await seen.until(lambda: not blanks_between(seen))

    edit(army, act, size=(120, 60))


def test_on_a_small_screen_each_finding_is_a_page(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("a", *"librarian", "enter", "escape", "f")
        pane = seen.pane("findings")
        await seen.until(lambda: any(row.number == 3 for row in pane.rows))
        assert "1 of 2" in lines(seen.pilot.app)[1] and {row.finding.code for row in pane.rows if row.stops} == {
            "cost-limit"
        }
        await seen.press("end", "down")
        assert "2 of 2" in lines(seen.pilot.app)[1]
        assert pane.row is not None and pane.row.finding.code == "min" and not pane.row.number
        for _ in range(4):  # What is above on the page comes into view before.
            if "2 of 2" in lines(seen.pilot.app)[1]:
                await seen.press("up")
        assert "1 of 2" in lines(seen.pilot.app)[1]
        await seen.press("n", "n")
        await seen.until(lambda: "1 of 2" in lines(seen.pilot.app)[1])

    edit(army, act, size=(40, 12))


def test_on_a_wide_screen_the_army_stands_beside_and_shows_the_unit(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("a", *"librarian", "enter", "escape", "f", "n")
        beside = seen.pane("findingarmy")
        row = seen.pane("findings").row
        assert row is not None
        await seen.until(lambda: beside.row is not None and beside.row.id == row.finding.at.unit)
        assert "Scout Squad" in seen.lines("findingarmy")

    edit(army, act, size=(200, 60))


@pytest.mark.parametrize("by", ["keys", pytest.param("mouse", marks=pytest.mark.long)])
def test_an_army_that_was_broken_in_three_ways_is_mended_by_figures_and_undone(army: Path, by: str) -> None:
    async def act(seen: Seen) -> None:
        async def do(key: str, words: str) -> None:
            """Press a key, or click its words in the list."""
            if by == "keys":
                await seen.press(key)
                return
            await click(seen.pilot, words, 0, times=2)

        await seen.press("a", *"librarian", "enter", "escape", "a", *"librarian", "enter", "escape", "f")
        before = seen.screen.view.totals
        assert (before.errors, before.unmade) == (2, 2)
        await seen.until(lambda: "1  Remove Librarian 1; fixes HQ and its open choice too" in seen.lines("findings"))
        await do("1", "1  Remove Librarian 1")
        await seen.until(lambda: seen.screen.view.totals.unmade == 1)
        await seen.until(lambda: "Set the limit to 600" in seen.lines("findings"))
        place = seen.lines("findings").splitlines()
        number = next(line.split()[0] for line in place if "Set the limit to 600" in line)
        await do(number, "Set the limit to 600")
        await seen.until(lambda: not seen.screen.view.totals.errors)
        await seen.until(lambda: "1  as Librarian Orsino Vael" in seen.lines("findings"))
        await do("1", "1  as Librarian Orsino Vael")
        await seen.until(lambda: not seen.screen.view.totals.unmade)
        assert not seen.army.has_errors
        await seen.press("u", "u", "u")
        await seen.until(lambda: (seen.screen.view.totals.errors, seen.screen.view.totals.unmade) == (2, 2))

    edit(army, act, size=(120, 40))


def test_the_place_of_a_finding_names_a_model_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gun = '<selectionEntry id="{0}" name="{0}" hidden="false" type="upgrade"/>'
    needs = '<constraints><constraint id="one" type="min" field="selections" scope="parent" value="1"/></constraints>'
    group = (
        f'<selectionEntryGroups><selectionEntryGroup id="arms" name="Weapon 1" hidden="false">{needs}<selectionEntries>'
        f"{gun.format('Pistol')}{gun.format('Sword')}</selectionEntries></selectionEntryGroup></selectionEntryGroups>"
    )
    squad = (
        '<selectionEntry id="squad" name="Guard" hidden="false" type="unit"><selectionEntries>'
        f'<selectionEntry id="chief" name="Chief" hidden="false" type="model">{needs.replace("one", "a")}{group}'
        "</selectionEntry></selectionEntries></selectionEntry>"
    )
    editor = EditorSession.open(str(small_army(tmp_path, monkeypatch, squad))).editor
    editor.apply(Add(unit="Guard"))
    finding = next(each for each in editor.army.findings if "Weapon 1" in each.message)
    assert place_of(editor, editor.view, finding).where == "Chief of Guard > Weapon 1"
    arms = group.replace("Weapon 1", "Guard")
    alone = f'<selectionEntry id="squad" name="Guard" hidden="false" type="unit">{arms}</selectionEntry>'
    (other := tmp_path / "other").mkdir()
    editor = EditorSession.open(str(small_army(other, monkeypatch, alone))).editor
    editor.apply(Add(unit="Guard"))
    finding = next(each for each in editor.army.findings if "choose" in each.message)
    assert place_of(editor, editor.view, finding).where == "Guard"


def test_an_open_choice_that_is_new_is_seen_first_where_but_notes_were_read() -> None:
    """Else the first figure would add what fits in the points that are left."""
    left = Finding(Severity.INFO, LEFT, "10 points are left of the limit.")
    error = Finding(Severity.ERROR, "max", "Too many.")
    choice = Finding(Severity.ERROR, "min", "Choose 1.", at=Place(unit="squad", selection="squad"))
    told = (error, choice, left)
    assert first_to_see(told, (error, left), left) == choice
    assert first_to_see(told, (error, left), error) == error, "who mends an error comes back to it"
    assert first_to_see(told, (choice, left), left) == error
    assert first_to_see(told, told, left) == left


@pytest.mark.parametrize("width", [60, 80, 120])
def test_what_digits_do_is_said_whole(width: int) -> None:
    told = said_of([Finding(Severity.ERROR, "max", "Too many.")], width)
    assert 0 < len(told) < width and told.endswith(".")
    assert "digit" in told and "figure" not in told
