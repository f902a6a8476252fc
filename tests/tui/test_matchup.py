"""Who beats whom on the screen: the matrix of two armies, the best targets of a unit, by keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from builder.tui.app import MusterApp
from builder.tui.dialogs.choose import Choose
from builder.tui.screens.matchup import MatchupScreen
from builder.tui.screens.targets import TargetsScreen
from builder.tui.widgets.line_pane import LinePane
from tests.tui.editing import Seen, edit
from tests.tui.gaming import Table, both
from tests.tui.gaming import play as play_game
from tests.tui.making import complete, play, put, typed, until
from tests.tui.mouse import click
from tests.tui.painted import lines


def painted(table: Table) -> str:
    return "\n".join(lines(table.app))


async def matrix(table: Table) -> MatchupScreen:
    """Open the matchup of the game, and wait until it is there."""
    await table.press("M")
    await table.shows(MatchupScreen)
    shown = table.top
    assert isinstance(shown, MatchupScreen)
    await until(table.pilot, lambda: shown.matchup is not None and shown._pane.row is not None)
    return shown


async def compared(table: Table, unit: str) -> TargetsScreen:
    await table.unit(unit)
    await table.press("equals_sign")
    await table.shows(TargetsScreen)
    shown = table.top
    assert isinstance(shown, TargetsScreen)
    await until(table.pilot, lambda: shown.compared is not None and shown._pane.row is not None)
    return shown


@pytest.mark.long
@both
def test_every_pair_is_a_cell_and_one_is_told_in_full(game: MusterApp, size: tuple[int, int]) -> None:
    async def part(table: Table) -> None:
        shown = await matrix(table)
        found = shown.matchup
        assert found is not None
        assert [each.unit.id for each in shown._pane.rows] != [each.id for each in found.sides[0]]
        assert {each.unit.id for each in shown._pane.rows} == {each.id for each in found.sides[0]}
        row = shown._pane.row
        assert row is not None
        target = found.sides[1][0]
        assert f"{row.unit.name} at a {target.name}, to 12" in painted(table)
        if size[1] >= 40:  # What is taken for granted is told whole, and no distance parts from what happens there.
            assert "second weapon" in painted(table)
            told = lines(table.app)
            there = next(n for n, line in enumerate(told) if "elsewhere" in line)
            assert not any(line.rstrip(" │").endswith('"') for line in told[there : there + 3])
        assert "[" in next(line for line in lines(table.app) if "▌" in line and row.unit.name[:12] in line)
        await table.press("right", "down")
        other = shown._pane.row
        assert other is not None
        assert f"{other.unit.name} at b {found.sides[1][1].name}" in painted(table)

    play_game(game, part, size)


@pytest.mark.long
def test_keys_change_situation_order_value_side_and_units(game: MusterApp) -> None:
    async def part(table: Table) -> None:
        shown = await matrix(table)
        assert shown.matchup is not None
        await table.press("5")
        assert "Charging" in painted(table)
        await table.press("9")  # no such situation
        assert shown.shown.situation == "charging"
        await table.press("s", "v")
        assert (shown.shown.sort, shown.shown.value) == ("worth", "models")
        assert "models gone" in painted(table)
        await table.press("right", "o")
        assert {each.unit.id for each in shown._pane.rows} == {each.id for each in shown.matchup.sides[1]}
        assert shown._pane.row is not None and shown._pane.row.unit == shown.matchup.sides[1][1]
        await table.press("o", "slash")
        await typed(table.pilot, "scout squad")
        await until(table.pilot, lambda: len(shown._pane.rows) == 1)
        assert "scout squad" in painted(table)
        await table.press("slash")
        await typed(table.pilot, "zzz")
        await until(table.pilot, lambda: not shown._pane.rows)
        assert "No unit fits" in painted(table)
        await table.press("escape")
        assert table.top is table.screen

    play_game(game, part)


@pytest.mark.long
def test_assumptions_are_changed_for_all_cells(game: MusterApp) -> None:
    async def part(table: Table) -> None:
        shown = await matrix(table)
        before = shown.matchup
        await table.press("x", "down", "down", "enter", "down", "down", "down", "enter")
        await until(table.pilot, lambda: shown.matchup is not before)
        assert shown.assumptions.cover == 4
        assert shown.matchup is not None and "cover 4+" in shown.matchup.taken

    play_game(game, part)


@pytest.mark.long
def test_the_best_target_comes_first_and_enter_attacks_it(game: MusterApp) -> None:
    async def part(table: Table) -> None:
        shown = await compared(table, "Scout Squad")
        assert shown.compared is not None
        here = [shown.compared.encounters.get((each.id, "12")) for each in shown._pane.rows]
        points = [each.points for each in here if each is not None]
        assert points == sorted(points, reverse=True)
        target = shown._pane.row
        assert target is not None
        await table.press("enter")
        await until(table.pilot, lambda: table.screen.form.is_open)
        text = painted(table)
        assert "Scout Squad" in text and target.name in text and "12" in text

    play_game(game, part)


@pytest.mark.long
def test_enemies_and_columns_have_the_letters_of_the_table_and_a_letter_attacks(game: MusterApp) -> None:
    async def part(table: Table) -> None:
        letters = table.screen.board.letters
        shown = await compared(table, "Scout Squad")
        row = shown._pane.rows[2]
        letter = letters[row.ref]
        assert f" {letter} {row.name[:12]}" in painted(table)
        await table.press(letter)
        await until(table.pilot, lambda: table.screen.form.is_open)
        assert table.given["target"] == row.ref
        await table.press("escape")
        best = (await matrix(table))._pane.row
        assert best is not None
        assert f"▌{letters[best.unit.ref]} {best.unit.name[:12]}" in painted(table)

    play_game(game, part)


@pytest.mark.long
def test_one_weapon_is_compared_alone(game: MusterApp) -> None:
    async def part(table: Table) -> None:
        shown = await compared(table, "Scout Squad")
        await table.press("plus", "space", "enter")
        await until(table.pilot, lambda: shown.compared is not None and len(shown.compared.used) == 1)
        assert shown.compared is not None
        assert shown.compared.used[0] in painted(table)
        await table.press("right", "4", "escape")
        assert table.top is table.screen

    play_game(game, part)


@pytest.mark.long
@pytest.mark.parametrize("size", [(60, 16), (80, 24)])
def test_small_screens_show_cells_and_what_they_mean(game: MusterApp, size: tuple[int, int]) -> None:
    async def part(table: Table) -> None:
        shown = await matrix(table)
        row = shown._pane.row
        assert row is not None
        text = painted(table)
        assert row.unit.name[:12] in text and "destroyed" in text
        assert all(len(line) <= size[0] for line in lines(table.app))

    play_game(game, part, size)


@pytest.mark.long
def test_an_army_of_the_library_meets_another_one(tmp_path: Path) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await complete(pilot)
        await pilot.press("M")
        await pilot.pause()
        await until(pilot, lambda: any("Orks, 500 points" in line for line in lines(pilot.app)))
        await typed(pilot, "marines 500")
        await until(pilot, lambda: isinstance(pilot.app.screen, MatchupScreen))
        shown = pilot.app.screen
        assert isinstance(shown, MatchupScreen)
        await until(pilot, lambda: bool(shown.query_one("#matrix", LinePane).rows))

    put(tmp_path, "orks.yaml")
    put(tmp_path, "marines.yaml", "space-marines-500")
    play(MusterApp(), part)


@pytest.mark.long
def test_an_army_that_dice_decide_about_says_at_once_that_it_meets_nobody(home: Path) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await complete(pilot)
        shown = pilot.app.screen
        await pilot.press("M")
        await until(pilot, lambda: any("decided by dice" in line for line in lines(pilot.app)))
        assert pilot.app.screen is shown, "nothing is asked first"

    put(home / "armies", "chaos.yaml", "lethal-chaos-1000")
    play(MusterApp(), part)


@pytest.mark.long
def test_the_turns_of_a_game_are_summed_up(game: MusterApp) -> None:
    async def part(table: Table) -> None:
        await table.press("i")
        await until(table.pilot, lambda: "HP lost" in painted(table))
        await table.press("escape")
        assert table.top is table.screen

    play_game(game, part)


@pytest.mark.long
@pytest.mark.parametrize("size", [(40, 12), (60, 14)])
def test_on_the_smallest_screen_lines_go_to_rows_and_not_to_what_one_of_them_says_in_full(
    game: MusterApp, size: tuple[int, int]
) -> None:
    async def part(table: Table) -> None:
        shown = await compared(table, "Scout Squad")
        assert sum(row.name[:8] in painted(table) for row in shown._pane.rows) >= 4
        await table.press("escape")
        matched = await matrix(table)
        assert sum(row.unit.name[:8] in painted(table) for row in matched._pane.rows) >= 3

    play_game(game, part, size)


@pytest.mark.long
def test_where_there_is_no_room_at_all_nothing_breaks(game: MusterApp) -> None:
    async def part(table: Table) -> None:
        await compared(table, "Scout Squad")
        for width, height in ((16, 20), (16, 5), (3, 3), (80, 24)):
            await table.pilot.resize_terminal(width, height)
            await table.pilot.pause()
        await until(table.pilot, lambda: "Scout Squad at" in painted(table))

    play_game(game, part)


@pytest.mark.long
@both
def test_situations_and_columns_are_chosen_by_the_mouse(game: MusterApp, size: tuple[int, int]) -> None:
    async def part(table: Table) -> None:
        shown = await compared(table, "Scout Squad")
        await click(table.pilot, "7 charging")
        assert shown.situation == "charging"
        await click(table.pilot, ' 12"   ')
        assert shown.situation == "12"
        await table.press("escape")
        matched = await matrix(table)
        await click(table.pilot, "5 charging")
        assert matched.shown.situation == "charging"
        row, other = matched._pane.rows[0].unit.name, matched._pane.rows[2].unit.name
        y = next(y for y, line in enumerate(lines(table.app)) if "▌" in line and row[:10] in line)
        left = lines(table.app)[y].index("[")
        right = lines(table.app)[y].index("]")
        await table.pilot.click(offset=(2 * right - left + 1, y + 2))
        await table.pilot.pause()
        assert (matched.column, matched._pane.cursor) == (1, 2)
        assert f"{other} at" in painted(table)
        await table.pilot.click("#columns", offset=(right - 3, 1))
        await table.pilot.pause()
        assert matched.column == 0 and matched._pane.cursor == 2

    play_game(game, part, size)


@pytest.mark.long
def test_who_beats_whom_is_a_key_away_from_the_army_as_it_is_now(tmp_path: Path, home: Path) -> None:
    put(home / "armies", "friend.yaml")

    async def act(seen: Seen) -> None:
        await seen.go("Scout Squad")
        await seen.press("delete", "M")
        await seen.until(lambda: isinstance(seen.pilot.app.screen, Choose))
        await seen.pilot.press("enter")
        await seen.until(lambda: isinstance(seen.pilot.app.screen, MatchupScreen))
        shown = seen.pilot.app.screen
        assert isinstance(shown, MatchupScreen)
        await seen.until(lambda: shown.matchup is not None)
        assert shown.matchup is not None
        assert "Scout Squad" not in [each.name for each in shown.matchup.sides[0]]
        await seen.pilot.press("escape")
        await seen.until(lambda: seen.pilot.app.screen is seen.screen)

    edit(tmp_path / "army.yaml", act)
