"""Everything by mouse: rows, keys of the last lines, ways back, and clicks that come twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input

from builder.services.library.armies import LibraryArmy
from builder.tui.app import MusterApp
from builder.tui.dialogs.choose import Choose
from builder.tui.dialogs.help import Help
from builder.tui.screens.editor import EditorScreen
from builder.tui.widgets.key_line import KeyHint, KeyLine
from builder.tui.widgets.line_pane import LinePane
from tests.tui.editing import Seen, edit
from tests.tui.gaming import Table
from tests.tui.gaming import play as play_game
from tests.tui.making import complete, keys_shown, play, put, until
from tests.tui.mouse import click, mouse

pytestmark = pytest.mark.long


@pytest.fixture
def army(tmp_path: Path) -> Path:
    return tmp_path / "army.yaml"


def test_each_of_two_keys_that_stand_together_can_be_clicked(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Scout Squad")
        await seen.until(lambda: "+ − Number" in keys_shown(seen.pilot))
        at, points = keys_shown(seen.pilot).index("+ − Number"), [seen.screen.view.totals.points]
        for offset in (0, 0, 2, 6):
            await seen.pilot.click(KeyLine, offset=(at + offset, 0))
            await seen.settled()
            points.append(seen.screen.view.totals.points)
        assert points[0] < points[1] < points[2] and points[1] == points[3] and points[2] == points[4], points

    edit(army, act, size=(80, 24))


def test_a_click_on_the_key_line_and_on_rows_does_what_keys_do(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.until(lambda: "a Add" in keys_shown(seen.pilot).splitlines()[0])
        at = keys_shown(seen.pilot).splitlines()[0].index("a Add")
        await seen.pilot.click(KeyLine, offset=(at, 0))
        await seen.pilot.pause()
        assert seen.screen.pane == "search"
        pane = seen.pane("catalogue")
        await seen.press(*"scout")
        place = next(place for place, row in enumerate(pane.rows) if row.rest and "carries" in row.name)
        await seen.pilot.click("#catalogue", offset=(6, place), times=2)
        await seen.pilot.pause()
        assert pane.row == pane.rows[place - 1] and "Land Speeder Storm" not in seen.units()
        await seen.press("ctrl+u", "home")
        place = next(place for place, row in enumerate(pane.rows) if row.name == "Chaplain")
        await seen.pilot.click("#catalogue", offset=(6, place), times=2)
        await seen.settled()
        assert "Chaplain" in seen.units()
        await seen.go("Dreadnought")
        await seen.pilot.click("#army", offset=(9, seen.pane("army").cursor + 1))
        await seen.pilot.pause()
        details = seen.screen.board.details
        for column in (11, 6):  # A click on its name only goes to it; one on its box ticks it.
            details.cursor = 0
            place = next(
                place for place, row in enumerate(details.rows) if row.choice and row.choice.name == "Drop Pod"
            )
            await seen.pilot.click("#details", offset=(column, place - details.scroll_offset.y))
            await seen.settled()
            assert details.choice is not None and details.choice.name == "Drop Pod"
            assert bool(details.choice.number) == (column == 6)
        army = seen.pane("army")
        slot = next(place for place, row in enumerate(army.rows) if row.kind == "slot" and row.name == "HQ")
        below, before = army.rows[slot + 1], army.cursor
        assert before != slot
        units = len(seen.units())
        await seen.press("d")  # the unit whose details these are
        assert len(seen.units()) == units + 1
        await seen.press("u")
        await seen.pilot.click("#army", offset=(2, slot + 1))
        await seen.pilot.pause()
        assert army.cursor == slot and below not in army.rows

    edit(army, act)


def test_keys_of_the_second_line_are_clicked_too(home: Path) -> None:
    put(home / "armies", "a.yaml")

    async def part(pilot: Pilot[None]) -> None:
        pane = pilot.app.screen.query_one("#armies", LinePane)
        await until(pilot, lambda: isinstance(pane.row, LibraryArmy))
        keys = pilot.app.screen.query_one(KeyLine)
        await until(pilot, lambda: "Enter Open" in keys.render_line(0).text)
        lines = [keys.render_line(y).text for y in (0, 1)]
        assert "q Quit" in lines[1]
        assert await pilot.click(KeyLine, offset=(lines[1].index("? Keys"), 1))
        await until(pilot, lambda: isinstance(pilot.app.screen, Help))

    play(MusterApp(), part)


@pytest.mark.parametrize(
    "size", [(80, 24), *(pytest.param(size, marks=pytest.mark.long) for size in ((60, 20), (40, 12)))]
)
@pytest.mark.parametrize("keys", [("f",), ("down",), ("down", "enter"), ("a",), ("V",)], ids="-".join)
def test_screens_are_left_by_the_key_line_alone(army: Path, keys: tuple[str, ...], size: tuple[int, int]) -> None:
    async def act(seen: Seen) -> None:
        await seen.press(*keys)
        await complete(seen.pilot)
        named = keys_shown(seen.pilot).rstrip()
        way = "Esc Close" if keys == ("a",) else "Esc Back"
        assert named.endswith(way)
        screen, pane = seen.pilot.app.screen, seen.screen.pane
        at = (named.splitlines()[-1].index(way), len(named.splitlines()) - 1)
        await seen.pilot.click(KeyLine, offset=at)
        await seen.until(lambda: seen.pilot.app.screen is not screen or seen.screen.pane != pane)

    edit(army, act, size=size)


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 12)], ids=str)
def test_a_game_is_left_by_the_key_line_from_its_tables_from_what_is_due_and_from_a_form(
    game: MusterApp, size: tuple[int, int]
) -> None:
    async def part(table: Table) -> None:
        for keys, way in ((("t",), "Esc Tables"), (("escape",), "Esc Back"), (("d",), "Esc Cancel")):
            await table.press(*keys)
            await complete(table.pilot)
            named = keys_shown(table.pilot).rstrip()
            assert named.endswith(way) and all(cell_len(line.rstrip()) <= size[0] for line in named.splitlines()), keys

    play_game(game, part, size)


def test_a_dialog_is_left_by_a_click_beside_it_and_not_by_one_on_it(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("question_mark")
        keys = seen.pilot.app.screen
        assert isinstance(keys, Help)
        await seen.pilot.click("#keys", offset=(3, 0))
        assert seen.pilot.app.screen is keys
        await seen.pilot.click(offset=(0, 0))
        await seen.until(lambda: seen.pilot.app.screen is seen.screen)

    edit(army, act)


def test_the_second_of_two_clicks_does_nothing_on_the_screen_to_which_the_first_has_led(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MusterApp, "CLICK_CHAIN_TIME_THRESHOLD", 3600)
    for name in ("a", "b"):
        put(home / "armies", f"{name}.yaml")

    async def part(pilot: Pilot[None]) -> None:
        library = pilot.app.screen
        pane = library.query_one("#armies", LinePane)
        await until(pilot, lambda: isinstance(pane.row, LibraryArmy))
        x, y = pane.content_region.x + 5, pane.content_region.y + pane.cursor

        async def again() -> None:
            mouse(pilot.app, x, y)
            await pilot.pause()

        await again()
        await until(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        army = pilot.app.screen.query_one("#army", LinePane)
        await until(pilot, lambda: len(army.rows) > y)
        assert army.cursor == 0
        await again()
        assert army.cursor == 0 and len(pilot.app.screen_stack) == 2
        monkeypatch.setattr(MusterApp, "CLICK_CHAIN_TIME_THRESHOLD", -1)
        await again()
        assert army.cursor > 0

    play(MusterApp(), part)


@pytest.mark.parametrize("cursor_is_there", [False, True])
def test_two_clicks_in_a_row_do_once_what_they_do(army: Path, cursor_is_there: bool) -> None:
    """Where the cursor is on the row already the first of them does it, and the second not once more."""

    async def act(seen: Seen) -> None:
        pane = seen.pane("army")
        place = next(place for place, row in enumerate(pane.rows) if row.name == "Troops")
        pane.cursor = place if cursor_is_there else 0
        await seen.pilot.click("#army", offset=(9, place + 1), times=2)
        await seen.until(lambda: "Scout Squad" not in seen.lines("army"))
        await seen.press("right", "a")
        entries = seen.pane("catalogue")
        place = next(place for place, row in enumerate(entries.rows) if row.name == "Chaplain")
        entries.cursor = place if cursor_is_there else 0
        await seen.pilot.click("#catalogue", offset=(6, place), times=2)
        await seen.settled()
        assert seen.units().count("Chaplain") == 1

    edit(army, act)


def test_what_a_dialog_asks_for_is_taken_and_cancelled_by_clicks_on_the_keys_in_its_frame(army: Path) -> None:
    async def act(seen: Seen) -> None:
        for name, key, called in (("Mine", "Enter takes it", "Mine"), ("Yours", "Esc cancels", "Mine")):
            await seen.press("R")
            seen.pilot.app.screen.query_one(Input).value = name
            await click(seen.pilot, key)
            await seen.until(lambda: seen.pilot.app.screen is seen.screen)
            await seen.settled()
            assert seen.screen.view.name == called

    edit(army, act)


def test_the_keys_in_the_frame_of_the_findings_hide_and_show_them(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Scout Squad")
        await seen.press("delete", "f")
        await seen.until(lambda: "of Troops" in seen.lines("findings"))
        await click(seen.pilot, "x errors")
        await seen.until(lambda: "of Troops" not in seen.lines("findings"))
        await click(seen.pilot, "x errors")
        await seen.until(lambda: "of Troops" in seen.lines("findings"))

    edit(army, act)


def test_a_form_is_filled_in_and_done_by_clicks_alone_figures_too(game: MusterApp) -> None:
    async def part(table: Table) -> None:
        await table.form_of("Scout Squad", "d")
        await click(table.pilot, "hp    ", 0, times=2)
        await until(table.pilot, lambda: isinstance(table.app.screen, Choose))
        await click(table.pilot, "5          ", 0, times=2)
        await table.asked("5 HP")
        await click(table.pilot, "Enter Do it", 0)
        await table.logged("5 HP")
        await click(table.pilot, "l leads", 0)  # A sign of marks in the frame of the tables: no key.
        await table.pause()
        assert not table.screen.form.is_open

    play_game(game, part)


def test_a_click_on_what_a_row_of_a_form_is_offered_gives_it(game: MusterApp) -> None:
    """One of several in a line, too; then the next row is asked for, and has the keys."""

    async def part(table: Table) -> None:
        await table.form_of("Scout Squad", "f", "h Lootas")
        await click(table.pilot, "h Lootas")
        await table.asked("how far is the target?")
        assert table.row_of("target").startswith("Lootas") and table.fields.has_focus
        await click(table.pilot, '2 under 24"', 2)
        await table.until(lambda: table.given.get("distance") == "23")

    play_game(game, part)


def test_a_click_waits_for_the_letters_that_were_typed_before_it(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("a")
        entries, app = seen.pane("catalogue"), seen.pilot.app
        x, y = entries.content_region.x + 6, entries.content_region.y
        for letter in "whirlwind":
            app.post_message(events.Key(letter, letter))
        mouse(app, x, y)
        await seen.until(lambda: "Whirlwind" in seen.units())
        await seen.settled()
        assert seen.screen.pane == "details" and len(seen.pilot.app.screen_stack) == 1

    edit(army, act)


def test_a_click_in_the_preview_of_the_adder_leaves_the_letters_to_the_search(army: Path) -> None:
    async def act(seen: Seen) -> None:
        search = seen.screen.board.catalogue.search
        await seen.press("a", *"whi")
        await seen.pilot.click("#preview", offset=(5, 5))
        await seen.press(*"rl")
        assert search.value == "whirl" and seen.screen.pane == "search"
        await seen.press("tab")
        assert seen.screen.pane == "preview"
        await seen.until(lambda: keys_shown(seen.pilot).lstrip().startswith("letters Find"))
        assert "a Add  " not in keys_shown(seen.pilot) and "f Findings" not in keys_shown(seen.pilot)
        await seen.press(*"scout")
        assert search.value == "scout" and seen.screen.pane == "search"

    edit(army, act)


def test_the_way_back_is_called_what_it_does_to_marked_units(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Scout Squad")
        await seen.press("space")
        await click(seen.pilot, "Esc Unmark")
        await seen.until(lambda: keys_shown(seen.pilot).rstrip().endswith("Esc Back"))
        assert not seen.screen.board.army.has_marks and seen.pilot.app.screen is seen.screen

    edit(army, act)


@pytest.mark.parametrize("button", [1, 3])
def test_a_click_of_a_hand_that_moves_a_little_is_a_click(army: Path, button: int) -> None:
    async def act(seen: Seen) -> None:
        pane = seen.pane("army")
        await seen.go("Scout Squad")
        x, y = pane.content_region.x + 8, pane.content_region.y + pane.cursor
        mouse(seen.pilot.app, x, y, to=1, button=button)
        await seen.until(lambda: seen.screen.pane == "details" if button == 1 else seen.screen.board.army.has_marks)

    edit(army, act)


def test_a_click_on_why_something_is_not_offered_chooses_nothing(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Librarian Orsino Vael")
        await seen.press("j")
        await seen.until(lambda: isinstance(seen.pilot.app.screen, Choose))
        await click(seen.pilot, "Not Tactical Squad Ancora")
        await click(seen.pilot, "Not Tactical Squad Ancora")
        assert isinstance(seen.pilot.app.screen, Choose) and not seen.editor.session.can_undo

    edit(army, act)


def test_a_click_on_the_profile_below_the_choices_means_none_of_them(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Librarian Orsino Vael")
        await seen.press("enter")
        stood = seen.pane("details").row
        await click(seen.pilot, "WS BS S T")
        assert seen.pane("details").row is stood and seen.pilot.app.screen is seen.screen

    edit(army, act, size=(120, 60))


def test_the_limit_and_the_number_of_models_are_given_by_clicks_alone(army: Path) -> None:
    async def act(seen: Seen) -> None:
        await click(seen.pilot, "? Keys")
        await seen.until(lambda: isinstance(seen.pilot.app.screen, Help))
        keys = seen.pane("keys")
        place = next(place for place, row in enumerate(keys.rows) if row.action == "editor.limit")
        keys.scroll_to(y=place, animate=False, immediate=True)
        await seen.pilot.click("#keys", offset=(25, place - keys.scroll_offset.y))
        for words in ("750", "Enter takes it"):
            await click(seen.pilot, words)
        await seen.until(lambda: seen.pilot.app.screen is seen.screen)
        await seen.settled()
        assert seen.screen.view.totals.limit == 750
        await seen.go("Scout Squad")
        await seen.press("enter")
        details = seen.pane("details")
        place = next(place for place, row in enumerate(details.rows) if row.choice and row.choice.is_size)
        await seen.pilot.click("#details", offset=(6, place - details.scroll_offset.y))
        for words in (" 6 ", "Enter takes it"):
            await click(seen.pilot, words)
        await seen.settled()
        assert "[ 6] models" in seen.lines("details")

    edit(army, act)


def test_a_click_on_a_line_of_the_help_does_what_it_says_or_says_why_not(army: Path) -> None:
    async def act(seen: Seen) -> None:
        async def choose(id: str) -> None:
            await seen.press("f1")
            keys = seen.pane("keys")
            await seen.until(lambda: bool(keys.rows))
            place = next(place for place, row in enumerate(keys.rows) if row.action == id)
            keys.scroll_to(y=place, animate=False, immediate=True)
            await seen.pilot.click("#keys", offset=(25, place - keys.scroll_offset.y))
            await seen.until(lambda: not isinstance(seen.pilot.app.screen, Help))
            await seen.settled()

        await choose("editor.paste")
        assert seen.told() == ["Paste: nothing was copied yet; c copies the unit under the cursor."]
        await seen.go("Scout Squad")
        await choose("editor.duplicate")
        assert seen.units().count("Scout Squad") == 2
        await choose("app.messages")
        await seen.until(lambda: seen.pilot.app.screen is not seen.screen)

    edit(army, act)


def test_the_blank_behind_the_second_of_two_keys_is_part_of_that() -> None:
    hint = KeyHint("+", "Number", x=10, other="-")
    assert [hint.key_at(x) for x in range(10, 16)] == ["+", "+", "-", "-", "+", "+"]
