"""Every action of the editor does what the table of actions says, by keys alone, and the file says so too."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Static

from builder.roster.view import points_of
from builder.tui.actions import actions_of
from builder.tui.dialogs.choose import Choose
from tests.starters import EACH_STARTER
from tests.tui import test_editor_print, test_editor_tree
from tests.tui.editing import Seen, edit


@pytest.fixture
def army(tmp_path: Path) -> Path:
    return tmp_path / "army.yaml"


TESTED = {
    "choose", "add", "more", "fewer", "remove", "duplicate", "move", "earlier", "later", "rename", "note", "marks",
    "findings", "search", "undo", "redo", "fold", "unfold", "tick", "limit", "forces", "groups", "by_groups", "rules",
    "copy", "paste", "name_army", "save_as", "back", "data", "versions", "notes", "alike", "find_pageup",
    "find_pagedown", "fits", "matchup",
}  # fmt: skip


def test_every_action_is_tested_here() -> None:
    tested = TESTED | test_editor_print.TESTED | test_editor_tree.TESTED
    assert {action.name for action in actions_of("editor")} == tested


def test_what_matters_is_in_view(army: Path) -> None:
    async def act(seen: Seen) -> None:
        assert "Third Company strike force" in seen.said("head")
        assert "500 / 500 points" in seen.said("head")
        assert "0 left" in seen.said("totals")
        assert "HQ 1/2" in seen.said("totals")
        assert "Scatter" in seen.said("totals")
        assert "Tactical Squad Ancora ×10" in seen.lines("army")
        assert "9 kinds" in seen.lines("catalogue")

    edit(army, act)


@pytest.mark.long
def test_what_is_spent_of_a_share_is_in_view(army: Path) -> None:
    """Of Epic's third for war engines and aircraft, before and when it is broken; Support goes by Core (E-07)."""

    async def act(seen: Seen) -> None:
        assert "SU 4/6" in seen.said("totals") and "4 of 0–6" in seen.lines("army")
        assert "WE 2, 425/1\u00a0000" in seen.said("totals") and "2, 425/1\u00a0000" in seen.lines("army")
        rows = {row.name: row.severity for row in seen.screen.view.rows if row.kind == "slot"}
        assert set(rows.values()) == {""}
        for _ in range(2):
            await seen.go("Thunderbolt Fighters")
            await seen.press("d")
        await seen.go("Warhound Pack")
        await seen.press("d", "d")
        broken = {row.name for row in seen.screen.view.rows if row.kind == "slot" and row.severity == "error"}
        assert broken == {"War Engines and Aircraft"}

    edit(army, act, starter="epic-imperial-guard-3000")


@pytest.mark.long
def test_a_is_for_add(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("a", "down")
        assert seen.screen.pane == "search"
        pane = seen.pane("catalogue")
        pane.cursor = next(place for place, row in enumerate(pane.rows) if row.name == "Dreadnought")
        await seen.press("enter")
        assert seen.units().count("Dreadnought") == 2
        assert seen.screen.board.tree_row is not None
        assert seen.screen.board.tree_row.name == "Dreadnought"
        after = await seen.saved()
        assert [unit.name for unit in after.view.units()].count("Dreadnought") == 2

    edit(army, act)


@pytest.mark.long
def test_slash_finds_by_a_few_letters(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("a", *"lsst")
        assert "Land Speeder Storm" in seen.lines("catalogue").splitlines()[0]
        await seen.press("enter")
        assert "Land Speeder Storm" in seen.units() and seen.screen.pane == "details"
        assert "9 kinds" in seen.lines("catalogue")
        await seen.press("escape")
        assert seen.screen.pane == "army"

    edit(army, act)


@pytest.mark.long
def test_plus_and_minus_count_models(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Scout Squad")
        await seen.press("plus", "plus", "minus")
        assert "Scout Squad ×6" in seen.lines("army")
        (unit,) = [unit for unit in (await seen.saved()).reading.units if unit.name == "Scout Squad"]
        assert unit.models == 6
        await seen.press(*["plus"] * 5)
        assert "Scout Squad ×10" in seen.lines("army") and "at most 10 models" in "".join(seen.told())

    edit(army, act)


@pytest.mark.long
def test_delete_removes_and_undo_brings_back_without_end(army: Path) -> None:
    before = None

    async def act(seen: Seen) -> None:
        nonlocal before
        before = seen.editor.session.state
        for name in ("Scout Squad", "Dreadnought", "Tactical Squad Ancora"):
            await seen.go(name)
            await seen.press("delete")
            assert name not in seen.units()
        await seen.press("u", "u", "u")
        assert seen.editor.session.state.roster.forces == before.roster.forces
        await seen.press("U")
        assert "Scout Squad" not in seen.units()
        assert "Dreadnought" in seen.units()

    edit(army, act)


@pytest.mark.long
def test_d_duplicates_and_c_and_v_copy(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Dreadnought")
        await seen.press("d")
        assert seen.units().count("Dreadnought") == 2
        await seen.press("c", "v")
        assert seen.units().count("Dreadnought") == 3
        assert "Dreadnought (105 points)" in seen.pilot.app.clipboard

    edit(army, act)


@pytest.mark.long
def test_units_move(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Scout Squad")
        place = seen.units().index("Scout Squad")
        await seen.press("shift+up")
        assert seen.units().index("Scout Squad") < place
        await seen.press("shift+down")
        assert seen.units().index("Scout Squad") == place
        await seen.press("m")
        dialog = seen.pilot.app.screen
        assert isinstance(dialog, Choose)
        await seen.press("enter")
        assert seen.units()[-1] == "Scout Squad"

    edit(army, act)


@pytest.mark.long
def test_names_and_notes(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Scout Squad")
        await seen.press("r")
        await seen.write("Eyes")
        await seen.press("n", *"In the ruin", "ctrl+s")
        await seen.press("R")
        await seen.write("Fourth Company")
        assert "Fourth Company" in seen.said("head")
        after = await seen.saved()
        assert after.name == "Fourth Company"
        (unit,) = [unit for unit in after.view.units() if unit.custom_name == "Eyes"]
        assert unit.custom_notes == "In the ruin"

    edit(army, act)


@pytest.mark.long
def test_marks_are_set_and_taken_away(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Dreadnought")
        await seen.press("k", "enter")
        lines = seen.lines("army").splitlines()
        assert "↳ reserve" in lines[next(place for place, line in enumerate(lines) if "Dreadnought" in line) + 1]
        await seen.press("k", "enter")
        assert not any(mark for unit in seen.army.view.units() if unit.name == "Dreadnought" for mark in unit.marks)

    edit(army, act)


@pytest.mark.long
def test_options_are_chosen_in_the_details(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Tactical Squad Ancora")
        await seen.press("enter")
        assert seen.screen.pane == "details"
        before = seen.screen.view.totals.points
        await seen.pick("Meltagun", "Special weapon")
        await seen.press("enter")
        assert "(o) Meltagun" in seen.lines("details")
        assert "( ) Plasma gun" in seen.lines("details")
        assert "Heavy weapon: Missile launcher" in seen.lines("details")
        assert seen.screen.view.totals.points == before - 5
        await seen.pick("Teleport homer")
        await seen.press("space")
        assert "[x] Teleport homer" in seen.lines("details")
        await seen.press("space")
        assert "[ ] Teleport homer" in seen.lines("details")
        await seen.pick("Space Marine")
        await seen.press("minus")
        assert "[ 9] models" in seen.lines("details")
        place = seen.pane("details").cursor - seen.pane("details").scroll_offset.y
        await seen.pilot.click("#details", offset=(6, place))
        await seen.write("6")
        assert "[ 6] models" in seen.lines("details")
        assert "Tactical Squad Ancora ×6" in seen.lines("army")
        assert "needs 10 models, the squad has 6" in seen.lines("details")

    edit(army, act)


@pytest.mark.long
def test_an_option_that_cannot_be_chosen_says_why(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Tactical Squad Ancora")
        await seen.press("enter")
        await seen.pick("Space Marine")
        await seen.press("plus")
        assert any("at most 10 models" in words for words in seen.told())
        assert not seen.editor.session.can_undo

    edit(army, act)


@pytest.mark.long
def test_rows_fold(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Tactical Squad Ancora")
        await seen.press("right")
        assert "Plasma gun" in seen.lines("army")
        await seen.press("down", "left", "left", "left")
        assert "Plasma gun" not in seen.lines("army")
        await seen.press("a", "left")
        assert "Captain" not in seen.lines("catalogue")
        await seen.press("space")
        assert "Captain" in seen.lines("catalogue")

    edit(army, act)


@pytest.mark.long
def test_the_limit_is_set(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("l")
        await seen.write("400")
        assert "100 over" in seen.said("totals")
        assert "[!!] 1 error" in seen.said("totals")
        assert (await seen.saved()).has_errors

    edit(army, act)


@pytest.mark.long
def test_groups_are_planned(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Tankbustas")
        await seen.press("g")
        assert "mark them with Space, then g groups them" in " ".join(seen.lines("choices").split())
        await seen.press("escape", "space")
        await seen.go("Gretchin")
        await seen.press("space", "g")
        assert ("Group 1", 2) in {(group.name, len(group.units)) for group in (await seen.saved()).view.groups}
        await seen.press("g", *"break up group 1", "enter")
        assert "Group 1" not in {group.name for group in seen.army.view.groups}

    edit(army, act, starter="lethal-orks-1000")


@pytest.mark.long
def test_forces_are_added_and_removed(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("F", "enter")
        assert len(seen.army.view.forces) == 2
        assert seen.screen.view.rows[0].kind == "force"
        await seen.press("u")
        assert len(seen.army.view.forces) == 1

    edit(army, act)


@pytest.mark.long
def test_modules_and_house_rules_are_chosen(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("h", "enter")
        assert (await seen.saved()).modules == ("house",)
        await seen.press("h", "down", "down", "enter")
        assert (await seen.saved()).view.settings == (("cover", "modifiers"),)
        await seen.press("h", "enter")
        saved = await seen.saved()
        assert saved.modules == () == saved.view.settings

    edit(army, act)


@pytest.mark.long
def test_save_as_goes_on_in_another_file(army: Path, tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        old = army.read_bytes()
        await seen.press("ctrl+s")
        await seen.write(str(tmp_path / "other.yaml"))
        await seen.until(lambda: str(seen.editor.session.source) == str(tmp_path / "other.yaml"))
        await seen.go("Dreadnought")
        await seen.press("delete")
        after = await seen.saved()
        assert "Dreadnought" not in [unit.name for unit in after.view.units()]
        assert army.read_bytes() == old
        await seen.press("ctrl+s")
        await seen.write(str(army))
        await seen.until(lambda: "already there" in str(seen.pilot.app.screen.query_one("#refused", Static).content))
        await seen.press("escape")
        assert army.read_bytes() == old

    edit(army, act)


@pytest.mark.long
def test_an_impossible_thing_is_told_and_changes_nothing(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Dreadnought")
        await seen.press("plus")
        assert any("Dreadnought" in words for words in seen.told())
        assert not seen.editor.session.dirty

    edit(army, act)


@pytest.mark.long
@pytest.mark.parametrize("starter", EACH_STARTER)
def test_every_line_of_every_army_can_be_stood_on(army: Path, starter: str) -> None:
    """Marks stand below their unit, and the cursor passes over them."""

    async def act(seen: Seen) -> None:
        for row in [row for row in seen.screen.view.rows if row.kind != "mark"][::9]:
            seen.screen.go_to(row.id)
            await seen.pilot.pause()
            assert seen.screen.board.tree_row is not None
            assert seen.screen.board.tree_row.id == row.id
            assert seen.lines("details")
        assert sum(points_of(unit, "points") for unit in seen.army.view.units()) == seen.screen.view.totals.points

    edit(army, act, starter=starter)


@pytest.mark.parametrize("size", [pytest.param((60, 20), marks=pytest.mark.long), (80, 24), (200, 60)])
@pytest.mark.long
def test_it_works_at_every_size(army: Path, size: tuple[int, int]) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Scout Squad")
        await seen.press("plus", "tab", "a", "tab")
        assert "Scout Squad ×6" in seen.lines("army")

    edit(army, act, size=size)


@pytest.mark.long
def test_a_click_does_what_enter_does(army: Path) -> None:
    async def act(seen: Seen) -> None:
        pane = seen.pane("army")
        place = next(place for place, row in enumerate(pane.rows) if row.name == "Dreadnought")
        await seen.pilot.click("#army", offset=(8, place + 1))
        await seen.pilot.pause()
        assert seen.screen.board.tree_row is not None
        assert seen.screen.board.tree_row.name == "Dreadnought"
        await seen.pilot.click("#army", offset=(8, place + 1))
        await seen.pilot.pause()
        assert seen.screen.pane == "details"

    edit(army, act)
