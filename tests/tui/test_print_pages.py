"""Pages beside the form for printing, turned and read; a print from its first choice to the next one, by keys alone."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from builder.tui.app import MusterApp
from builder.tui.dialogs.choose import Choose
from builder.tui.dialogs.prompts import Ask
from builder.tui.screens.export import ExportScreen
from builder.tui.screens.preview import PreviewScreen
from builder.tui.widgets.key_line import KeyLine
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import TextLines
from builder.tui.widgets.print_panes import PagesBeside, TextPane
from tests.tui.making import keys_shown, play, typed, until
from tests.tui.painted import lines
from tests.tui.printing import at_page, begun, is_told, rows, shown, stand_on, status

pytestmark = pytest.mark.long


def test_the_sheets_stand_beside_the_form_where_there_is_room(tmp_path: Path) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await begun(pilot, tmp_path)
        beside = shown(pilot).query_one("#page", TextPane)
        await at_page(pilot, "Page 1 of 3: roster")
        await stand_on(pilot, "sheets", "units")
        await pilot.press("right")
        await at_page(pilot, "Page 2 of 3: units")
        assert "□□□□" in beside.text and "Order points" in beside.text
        await pilot.press("left", "left", "right", "space")
        await at_page(pilot, "Page 2 of 2: vehicles")
        assert "Order points" not in beside.text
        await pilot.press("z")
        await until(pilot, lambda: isinstance(pilot.app.screen, PreviewScreen) and "── Page 2 of 2" in words_on(pilot))
        await pilot.press("left")
        await until(pilot, lambda: "── Page 1 of 2" in words_on(pilot))
        await pilot.press("escape")
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: not beside.region)

    play(MusterApp(), part, size=(120, 40))


def words_on(pilot: Pilot[None]) -> str:
    return "\n".join(lines(pilot.app))


def test_left_and_right_turn_pages_in_the_preview_and_are_choices_in_the_form(tmp_path: Path) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await begun(pilot, tmp_path)
        await at_page(pilot, "Page 1 of 3")
        await stand_on(pilot, "paper", "a4")
        await until(pilot, lambda: "← → Choice" in keys_shown(pilot))
        await pilot.press("tab", "right")
        await at_page(pilot, "Page 2 of 3")
        await until(pilot, lambda: "← → Page" in keys_shown(pilot) and "Tab Form" in keys_shown(pilot))
        assert shown(pilot).plan.options.paper == "a4"
        await pilot.press("tab", "right")
        assert shown(pilot).plan.options.paper == "a5"

    play(MusterApp(), part, size=(120, 40))


def test_two_pages_stand_beside_each_other_where_there_is_room(tmp_path: Path) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await begun(pilot, tmp_path)
        await at_page(pilot, "Page 1 of 3: roster")
        second = shown(pilot).query_one("#secondtitle", TextLines)
        assert "Page 2 of 3: units" in second.text
        await stand_on(pilot, "sheets", "units")
        await pilot.press("right")
        await at_page(pilot, "Page 3 of 3: vehicles")
        assert not second.text.strip()
        await pilot.resize_terminal(120, 40)
        await until(pilot, lambda: not second.region)
        await pilot.press("left")
        await at_page(pilot, "Page 2 of 3: units")
        assert shown(pilot).query_one(PagesBeside).at == 1

    play(MusterApp(), part, size=(200, 60))


def test_a_whole_print_by_keys_is_remembered_and_printed_again_without_a_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builder.tui.screens.export.open_place", lambda path: True)
    path = tmp_path / "club" / "mine.pdf"

    async def part(pilot: Pilot[None]) -> None:
        await begun(pilot, tmp_path)
        await stand_on(pilot, "sheets", "tokens")
        await pilot.press("space", "f")
        await until(pilot, lambda: isinstance(pilot.app.screen, Ask))
        pilot.app.screen.query_one(Input).value = str(path)
        await pilot.press("enter")
        await until(pilot, lambda: any("does not exist: Enter makes it" in line for line in lines(pilot.app)))
        await until(pilot, lambda: any("[x] tokens: Scatter" in line for line in lines(pilot.app)))
        await pilot.press("enter")
        await until(pilot, partial(is_told, pilot, "is written"))
        first = path.stat().st_ino, path.stat().st_mtime_ns
        await pilot.press("escape")
        await begun(pilot, tmp_path)
        await until(pilot, partial(is_told, pilot, "last printed today"))
        assert any("Remembered for this army: sheets, paper," in line for line in lines(pilot.app))
        assert any("replaces the one of today" in line for line in lines(pilot.app))
        await pilot.press("o")
        await until(pilot, lambda: (path.stat().st_ino, path.stat().st_mtime_ns) != first)
        assert isinstance(pilot.app.screen, ExportScreen)

    play(MusterApp(), part, size=(120, 40))


@pytest.mark.parametrize("size", [(40, 12), (80, 24)])
def test_the_rows_fit_a_small_screen_with_the_totals_below(size: tuple[int, int], tmp_path: Path) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await begun(pilot, tmp_path)
        form = shown(pilot).query_one("#form", LinePane)
        await until(pilot, lambda: "3 pages, A4 → …" in status(pilot))
        assert not form.max_scroll_y and {"form", "sheets", "paper", "looks", "sort", "file"} <= {
            row.name for row in form.rows
        }
        assert any("3 pages, A4 →" in line for line in lines(pilot.app)[-4:])

    play(MusterApp(), part, size)


def test_a_says_whom_the_matchup_is_against(tmp_path: Path) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await begun(pilot, tmp_path)
        await stand_on(pilot, "sheets", "roster")
        assert "a Against" not in keys_shown(pilot) and shown(pilot).allows("against")
        await stand_on(pilot, "sheets", "matchup")
        await until(pilot, lambda: "a Against" in keys_shown(pilot))
        await pilot.press("a")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choose))
        await typed(pilot, "Gitstompa")
        await until(pilot, lambda: any("[x] matchup against: Gitstompa" in line for line in lines(pilot.app)))
        assert "--against orks-500" in shown(pilot).plan.command("space-marines-500")
        await until(pilot, lambda: any(row.value == "matchup" and row.remark.isdecimal() for row in rows(pilot)))
        await pilot.press(*["right"] * 3)
        await at_page(pilot, "matchup")
        assert "Gitstompa" in shown(pilot).query_one("#page", TextPane).text

    play(MusterApp(), part, size=(120, 40))


def test_pages_are_turned_and_shown_larger_by_mouse(tmp_path: Path) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await begun(pilot, tmp_path)
        await at_page(pilot, "Page 1 of 3")
        await stand_on(pilot, "sheets", "units")
        await until(pilot, lambda: "← → Page" in keys_shown(pilot))
        keys = keys_shown(pilot).splitlines()[0]
        await pilot.click(KeyLine, offset=(keys.index("→"), 0))
        await at_page(pilot, "Page 2 of 3")
        title = shown(pilot).query_one("#pagetitle", TextLines).render_line(0).text
        for sign, page in (("→", 3), ("←", 2), ("page ", 3), ("←", 2)):
            await pilot.click("#pagetitle", offset=(title.index(sign, title.index("←")), 0))
            await at_page(pilot, f"Page {page} of 3")
        await pilot.click("#pagetitle", offset=(60, 0))
        await until(pilot, lambda: isinstance(pilot.app.screen, PreviewScreen) and "── Page 2 of 3" in words_on(pilot))
        await until(pilot, lambda: "Page before" in keys_shown(pilot))
        keys = keys_shown(pilot).splitlines()[0]
        await pilot.click(pilot.app.screen.query_one(KeyLine), offset=(keys.index("Page before"), 0))
        await until(pilot, lambda: "── Page 1 of 3" in words_on(pilot))

    play(MusterApp(), part, size=(120, 40))


def test_messages_leave_the_totals_in_view(tmp_path: Path) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await begun(pilot, tmp_path)
        await pilot.press("y")
        await until(pilot, lambda: any("In the clipboard" in line for line in lines(pilot.app)))
        await until(pilot, lambda: any("3 pages, A4 →" in line for line in lines(pilot.app)))

    play(MusterApp(), part, size=(80, 24))


def test_enter_takes_a_choice_before_it_writes_a_file_of_it(tmp_path: Path) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await begun(pilot, tmp_path)
        await at_page(pilot, "Page 1 of 3")
        await stand_on(pilot, "form", "chat")
        await until(pilot, lambda: "Enter Take" in keys_shown(pilot))
        await pilot.press("enter")
        await until(pilot, lambda: "Enter Write" in keys_shown(pilot))
        assert shown(pilot).plan.form == "chat" and not list(tmp_path.rglob("*.pdf"))
        assert not list(tmp_path.rglob("*.txt"))

    play(MusterApp(), part, size=(120, 40))
