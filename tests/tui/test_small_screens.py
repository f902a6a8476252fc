"""What matters is painted on small screens too, and nothing covers it."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from builder.services.army.locator import open_army
from builder.tui.app import MusterApp
from builder.tui.dialogs.prompts import Confirm
from builder.tui.screens.editor import EditorScreen
from builder.tui.screens.export import ExportScreen
from builder.tui.screens.findings import FindingsScreen
from builder.tui.screens.game_views import GameLogScreen
from builder.tui.screens.library import LibraryScreen
from builder.tui.widgets.key_line import KeyLine
from tests.tui.editing import Seen, edit, notices
from tests.tui.gaming import Table
from tests.tui.gaming import play as play_game
from tests.tui.making import complete, meanwhile, play, put, until
from tests.tui.painted import lines

SMALL = [(40, 12), (60, 16), (79, 24), (80, 24)]
NAME = "Third Company strike force"


@pytest.mark.long
@pytest.mark.parametrize("size", SMALL)
def test_the_head_of_the_editor_names_the_army_and_says_whether_it_is_saved(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Dreadnought")
        await seen.press("delete")
        await seen.until(lambda: "saved" in lines(seen.pilot.app)[0])
        painted = lines(seen.pilot.app)
        assert NAME in painted[0]
        assert any(line.startswith(" No findings") or "left  no findings" in line for line in painted)

    edit(tmp_path / "army.yaml", act, size=size)


@pytest.mark.parametrize("size", [(40, 12), (80, 24)])
def test_a_long_question_is_shown_to_its_end_with_its_answers(home: Path, size: tuple[int, int]) -> None:
    async def part(pilot: Pilot[None]) -> None:
        words = "\n".join(f"line {number}" for number in range(size[1] - 9))
        pilot.app.push_screen(Confirm("Update", f"{words}\nArmies: none.", "Bring it in", "Leave it"))
        await until(pilot, lambda: isinstance(pilot.app.screen, Confirm))
        await until(pilot, lambda: "Bring it in (y)" in (shown := "\n".join(lines(pilot.app))) and "Armies" in shown)

    play(MusterApp(), part, size)


@pytest.mark.long
def test_the_catalogue_is_whole_where_the_army_changed_while_it_was_out_of_view(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("shift+tab")
        before = seen.lines("catalogue").splitlines()
        await seen.press("tab")
        await seen.go("Dreadnought")
        await seen.press("delete", "shift+tab")
        await seen.until(lambda: seen.screen.board.in_catalogue)
        assert "Captain" in " ".join(before)
        now = seen.lines("catalogue").splitlines()
        assert [line.split()[:1] for line in now[:4]] == [line.split()[:1] for line in before[:4]]

    edit(tmp_path / "army.yaml", act, size=(40, 12))


@pytest.mark.long
def test_totals_and_keys_share_a_line_each_where_the_screen_is_low(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Librarian Orsino Vael")
        await seen.press("enter")
        await complete(seen.pilot)
        painted = lines(seen.pilot.app)
        assert "Librarian Orsino Vael" in painted[1], "the unit stands in the frame of its choices"
        assert "500 / 500  0 left" in painted[-2] and "Enter" in painted[-1]
        at = next(place for place, line in enumerate(painted) if "▌" in line)
        assert "▾" in painted[at - 1], "the heading of a group is in view with its first choice"
        await seen.press("escape", "a", *"scout")
        assert "army 500 + 75 = 575, 75 over" in " ".join(seen.lines("preview").split())
        await seen.press("escape", "f")
        painted = lines(seen.pilot.app)
        assert "Findings" in painted[1] and "500 / 500  0 left" in painted[-2], "findings have the same two lines"

    edit(tmp_path / "army.yaml", act, size=(40, 12))


@pytest.mark.long
def test_the_smallest_screen_names_findings_and_printing(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.until(lambda: lines(seen.pilot.app)[-1] == " a Add  f Findings  p Print  ?  Esc Back")
        await seen.press("down", "enter")
        # Its name stands in the frame, so what it costs has no line of its own.
        await seen.until(lambda: seen.lines("details").splitlines()[0].startswith("1 model · "))

    edit(tmp_path / "army.yaml", act, size=(40, 12))


def test_a_name_that_is_longer_than_the_screen_leaves_room_for_the_points(tmp_path: Path) -> None:
    path = put(tmp_path, "army.yaml", "space-marines-500")
    path.write_bytes(path.read_bytes().replace(NAME.encode(), b"long name " * 20))

    async def act(seen: Seen) -> None:
        assert "500 / 500 points" in lines(seen.pilot.app)[0]

    edit(path, act, size=(120, 40))


def test_nothing_is_said_of_an_army_before_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EditorScreen, "_open", lambda screen: None)

    async def part(pilot: Pilot[None]) -> None:
        await meanwhile(pilot, lambda: any("Loading" in line for line in lines(pilot.app)))
        painted = "".join(lines(pilot.app))
        assert "points" not in painted and "none" not in painted

    path = put(tmp_path, "army.yaml")
    path.write_bytes(path.read_bytes() + b"# never seen before\n")
    play(MusterApp(str(path)), part)


def test_the_library_says_that_it_looks_for_armies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LibraryScreen, "_load", lambda screen: None)

    async def part(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: any("Looking for armies" in line for line in lines(pilot.app)))

    play(MusterApp(), part)


@pytest.mark.parametrize("size", SMALL)
@pytest.mark.long
def test_the_finding_is_painted_and_all_its_mends_where_there_is_room(tmp_path: Path, size: tuple[int, int]) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Librarian Orsino Vael")
        await seen.press("delete", "f")
        assert isinstance(seen.pilot.app.screen, FindingsScreen)
        await seen.until(lambda: any("1  Add Captain" in line for line in lines(seen.pilot.app)))
        painted = "\n".join(lines(seen.pilot.app))
        assert "[!!] No unit of HQ, the army" in painted
        assert size[1] < 24 or "5  Add Captain in Terminator" in painted

    edit(tmp_path / "army.yaml", act, size=size)


@pytest.mark.long
def test_a_long_command_is_copied_and_told_whole_and_the_end_of_a_long_path_is_in_view() -> None:
    army = "/home/somebody/armies of the club/on saturdays/third-company.yaml"

    async def part(pilot: Pilot[None]) -> None:
        form = ExportScreen(NAME, lambda: open_army("space-marines-500"), army, Path(army).parent)
        await pilot.app.push_screen(form)
        await until(pilot, lambda: any("copies the command" in line for line in lines(pilot.app)))
        assert any("A4 → …" in line and line.rstrip().endswith("strike-force.pdf") for line in lines(pilot.app))
        await pilot.press("y")
        assert pilot.app.clipboard == form.plan.command(army)
        assert any(form.plan.command(army) in told for told in notices(pilot.app))

    play(MusterApp(), part)


@pytest.mark.long
def test_what_the_log_of_a_game_says_stands_above_the_keys(game: MusterApp) -> None:
    async def part(table: Table) -> None:
        await table.press("g")
        await table.shows(GameLogScreen)
        await table.press("c")
        painted = lines(table.app)
        assert any("The log is in the clipboard" in line for line in painted)
        assert any("? Keys" in line for line in painted)

    play_game(game, part)


@pytest.mark.parametrize(
    "size",
    [
        (40, 12),
        pytest.param((40, 24), marks=pytest.mark.long),
        pytest.param((60, 16), marks=pytest.mark.long),
        (60, 24),
        (79, 12),
    ],
)
@pytest.mark.long
def test_a_game_shows_units_and_vehicles_and_what_a_form_still_needs(game: MusterApp, size: tuple[int, int]) -> None:
    async def part(table: Table) -> None:
        await table.press("down", "down")
        assert any(line.lstrip("┃").startswith("▌c T") for line in lines(table.app))
        await table.press("end")
        assert any(line.lstrip("│┃").startswith("▌") and "□□□" in line for line in lines(table.app))
        await table.press("f")
        await table.asked()
        painted = "\n".join(lines(table.app))
        assert "attacker " in painted and "target " in painted and "choose" in painted
        await table.press("escape", "g")
        await table.shows(GameLogScreen)
        assert any("Game begun" in line for line in lines(table.app))

    play_game(game, part, size)


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (200, 60)])
@pytest.mark.long
def test_tab_leads_through_all_panes_also_those_that_have_no_room(tmp_path: Path, size: tuple[int, int]) -> None:
    async def act(seen: Seen) -> None:
        found = []
        for _ in range(4):
            await seen.press("tab")
            found.append(seen.screen.pane)
        told = {str(seen.screen.query_one(f"#{pane}").border_title)[-8:] for pane in ("left", "army", "right")}
        assert (told == {f"· {place} of 3" for place in (1, 2, 3)}) == (size[0] < 80)
        wide = size[0] >= 160
        assert found == ["details", *(("profile", "search", "army") if wide else ("search", "army", "details"))]
        await seen.press("shift+tab")
        assert seen.screen.pane == ("search" if wide else "army")

    edit(tmp_path / "army.yaml", act, size=size)


@pytest.mark.long
def test_keys_and_versions_are_told_whole_on_the_smallest_screen(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("question_mark")
        shown = "\n".join(lines(seen.pilot.app))
        assert "Enter  Choose" in shown and "…" not in shown.partition("Esc closes")[0]
        await seen.press("escape", "V")
        await seen.until(lambda: "Nothing was changed yet" in "\n".join(lines(seen.pilot.app)))

    edit(tmp_path / "army.yaml", act, size=(40, 12))


@pytest.mark.long
@pytest.mark.parametrize(
    ("width", "shown"),
    [(79, 1), (80, 2), (109, 2), (110, 3), (159, 3), (160, 4)],
)
def test_panes_of_the_editor_by_the_width_of_the_screen(tmp_path: Path, width: int, shown: int) -> None:
    """Two below 110 columns, three above, four from 160 on; below 80 one at a time; each pane can be come to."""

    async def act(seen: Seen) -> None:
        panes = [seen.screen.query_one(f"#{id}") for id in ("left", "army", "right", "profile")]
        for _ in seen.screen.panes:
            widths = [pane.size.width for pane in panes if pane.display]
            assert len(widths) == shown
            within = seen.screen.focused.ancestors_with_self if seen.screen.focused is not None else ()
            (used,) = [pane for pane in panes if pane in within]
            assert used.display and used.size.width >= (max(widths) - 1 if shown < 4 else 34)
            await seen.press("tab")

    edit(tmp_path / "army.yaml", act, size=(width, 24))


@pytest.mark.long
@pytest.mark.parametrize(("width", "least"), [(110, 52), (120, 56), (135, 56), (136, 56), (159, 56), (200, 56)])
def test_the_pane_in_use_gets_the_width_and_the_catalogue_what_its_names_need(
    tmp_path: Path, width: int, least: int
) -> None:
    async def act(seen: Seen) -> None:
        left, army, right = (seen.screen.query_one(f"#{id}") for id in ("left", "army", "right"))
        catalogue = left.outer_size.width
        assert catalogue == 24 if width < 136 else catalogue >= 40, "headings alone, or names"
        if width < 160:
            assert army.outer_size.width >= least - (width == 110) * 2
        await seen.press("tab")
        assert right.outer_size.width >= least - (width == 110) * 2
        if width == 120:
            assert (left.outer_size.width, army.outer_size.width, right.outer_size.width) == (24, 40, 56)

    edit(tmp_path / "army.yaml", act, size=(width, 40))


@pytest.mark.long
def test_names_of_the_catalogue_stand_in_one_line_where_other_panes_have_room(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        for width in (200, 160):
            await seen.pilot.resize_terminal(width, 60)
            await seen.press("a")
            await seen.until(lambda: "Chapter Master in Terminator Armour" in "\n".join(lines(seen.pilot.app)))
            await seen.press("escape")
        await seen.pilot.resize_terminal(200, 60)
        await seen.until(lambda: "Chapter Master in Terminator Armour" in "\n".join(lines(seen.pilot.app)))

    edit(tmp_path / "army.yaml", act, starter="space-marines-1000", size=(200, 60))


@pytest.mark.parametrize("size", [(40, 12), (80, 24)])
@pytest.mark.long
def test_what_an_entry_would_come_to_is_told_where_the_details_have_no_room(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async def act(seen: Seen) -> None:
        await seen.press("a")
        about = seen.screen.query_one("#about")
        await seen.until(lambda: "what an entry is, can take and costs" in " ".join(seen.said("about").split()))
        await seen.press(*"captain")
        await seen.until(lambda: "army 500 + 100 = 600, 100 over" in " ".join(seen.said("about").split()))
        assert about.display and about.size.height
        if size == (80, 24):
            await seen.press(*["backspace"] * 7, *"fist", "tab", "tab")
            await seen.until(lambda: "army 500 + 25 = 525, 25 over" in seen.said("about"))
            await seen.until(lambda: "everything that can be added" in lines(seen.pilot.app)[1])
            await seen.press(*["backspace"] * 4, *"captain", "tab", "tab")
            await seen.until(lambda: "army 500 + 100 = 600, 100 over · 120 HP, no tokens" in seen.said("about"))
        await seen.press("tab", "escape")  # to the preview and back
        await seen.until(lambda: any("━ Add to the army ━" in line for line in lines(seen.pilot.app)))
        await seen.press("escape")
        await seen.until(lambda: not about.display)

    edit(tmp_path / "army.yaml", act, size=size)


@pytest.mark.parametrize("width", [80, 110, 120])
def test_names_of_armies_and_of_their_units_are_whole_in_the_library(home: Path, width: int) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "Chapter Master Harkan's spearhead" in "\n".join(lines(pilot.app)))
        await until(pilot, lambda: width == 80 or "Lieutenant Orsk's squad" in "\n".join(lines(pilot.app)))

    play(MusterApp(), part, (width, 40))


@pytest.mark.long
def test_no_heading_stands_without_what_is_below_it_however_the_details_are_scrolled(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Tactical Squad Ancora")
        await seen.press("enter")
        pane, hidden = seen.screen.board.details, 0
        rows = pane.rows
        for _ in range(40):
            await seen.press("down")
            seen.screen.board.show_details()
            await seen.pilot.pause()
            assert pane.rows == rows, "what is told hangs on where it was scrolled"
            height = pane.size.height
            at = pane.scroll_offset.y + height - 1
            around = rows[at - 1 : at + 2]
            if [bool(row.line.left) for row in around] == [False, True, True] and not around[1].stops:
                hidden += 1
                assert not pane.render_line(height - 1).text.strip()
        assert hidden

    edit(tmp_path / "army.yaml", act, size=(80, 24))


@pytest.mark.long
def test_rules_behind_the_last_choice_are_read_upwards_as_they_were_downwards(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        await seen.go("Dreadnought")
        await seen.press("tab")
        pane = seen.pane("details")

        async def after(key: str) -> tuple[str, int]:
            await seen.press(key)
            return pane.row.tie if pane.row is not None else "", pane.scroll_offset.y

        last, end = await after("end")
        at = pane.cursor
        assert last == "note" and end == pane.max_scroll_y > at + pane.size.height
        assert await after("pageup") == (last, end - pane.size.height + 1)
        assert [await after("down") for _ in range(2)][-1] == (last, end - pane.size.height + 3)
        while pane.scroll_offset.y > at + 3:
            await after("pageup")
        assert pane.scroll_offset.y >= at, "not past what is under the cursor"
        while (y := pane.scroll_offset.y) > at:
            assert await after("up") == (last, y - 1), "line by line"
        assert (await after("up"))[0] == "marks", "once the last choice is in view, the cursor goes on"

    edit(tmp_path / "army.yaml", act, size=(40, 12))


@pytest.mark.long
def test_below_a_dialog_stand_its_own_keys_and_a_click_on_one_is_that_key(tmp_path: Path) -> None:
    async def act(seen: Seen) -> None:
        keys = ""

        def are(words: str) -> bool:
            nonlocal keys
            keys = lines(seen.pilot.app)[-2].rstrip()
            return keys == words

        await seen.press("l")
        await seen.until(lambda: are(" Enter Take  F1 Keys  Esc Cancel"))
        assert seen.pilot.app.screen is not seen.screen
        await seen.pilot.click(seen.pilot.app.screen.query_one(KeyLine), offset=(keys.index("Esc") + 1, 0))
        await seen.until(lambda: seen.pilot.app.screen is seen.screen and "a Add" in lines(seen.pilot.app)[-2])
        await seen.go("Tactical Squad Ancora")
        await seen.press("m")
        await seen.until(lambda: are(" Enter Choose  F1 Keys  Esc Cancel"))
        seen.screen.notify("It is said below a dialog too.")
        await seen.until(lambda: "[i] It is said below" in lines(seen.pilot.app)[-1])
        await seen.press("escape")

    edit(tmp_path / "army.yaml", act, size=(80, 24))
