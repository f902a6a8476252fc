"""Printing and sharing on the screen: every option of the sheets, what is written, what cannot be."""

from __future__ import annotations

import shlex
import threading
from functools import partial
from pathlib import Path

import click
import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from builder.cli.export import export
from builder.cli.options import given_of
from builder.errors import InputError
from builder.formats.battlescribe.rosterwriter import write_roster
from builder.services.army.locator import open_army
from builder.services.army.opening import Army
from builder.services.export import form as exportform
from builder.services.export.files import card_text, export_army, sheet_text
from builder.services.export.form import (
    SHEET_FIELDS,
    ExportPlan,
    first_plan,
    form_rows,
    remember_print,
)
from builder.services.files import write_target
from builder.sheets.options import OUR_SHEETS, SheetOptions
from builder.systems.arguments import read
from builder.systems.specs import spec_of
from builder.tui.actions import actions_of
from builder.tui.app import MusterApp
from builder.tui.dialogs.prompts import Ask, Confirm
from builder.tui.screens.export import BROAD, ExportScreen
from builder.tui.screens.preview import PreviewScreen
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.print_panes import TextPane, paint
from tests.systems.generic.making import ferrymen, roster
from tests.tui.conftest import SnapCompare
from tests.tui.editing import notices
from tests.tui.making import burst, keys_shown, meanwhile, play, typed, until
from tests.tui.painted import lines
from tests.tui.printing import NAME, begun, is_told, opened, rows, shown, stand_on, status


def test_every_option_of_sheets_is_in_the_form_and_on_the_command_line() -> None:
    names = {*SheetOptions.__struct_fields__}
    assert names <= {parameter.name for parameter in export.params}
    rows = list(form_rows(ExportPlan("pdf", "a.pdf"), {}))
    assert {row.name for row in rows} == {*names, "form", "target", "looks", "file"}
    assert all(row.choices for row in rows if row.kind == "choice")
    options = {option.name: option for option in export.params if isinstance(option, click.Option)}
    for row in rows:
        if row.name in names - {"sheets"} and row.kind != "heading":
            assert options[row.name].help == row.help


def test_a_command_does_the_same_as_the_form() -> None:
    plan = ExportPlan("pdf", "my army.pdf")
    for field in SHEET_FIELDS:
        choices = [choice.value for choice in field.kind.words]
        value = (*OUR_SHEETS,)[1:3] if field.key == "sheets" else True if field.switch else choices[-1]
        if field.key == "fillable":  # An archive has no fields.
            continue
        plan = plan.with_option(field.key, value)
    words = shlex.split(plan.command("orks-500"))
    assert words[:2] == ["muster", "export"]
    command = click.Context(export)
    export.parse_args(command, words[2:])
    assert command.params["output"] == "my army.pdf" and command.params["army"] == "orks-500"
    assert read(spec_of(SheetOptions), given_of(SHEET_FIELDS, command.params)) == plan.options


def test_the_card_of_a_unit_is_text() -> None:
    army = opened()
    unit = army.reading.units[0]
    assert card_text(army, unit.id).startswith(unit.name)
    assert card_text(army, "none") == ""
    assert all(card_text(army, each.id) for each in army.reading.units)
    lines = card_text(army, unit.id).splitlines()
    assert any("[\u00a0]\u00a0Locked" in line for line in lines), "a line is broken where it is shown, boxes nowhere"
    assert any(len(line) > 80 for line in lines)


def test_no_id_stands_on_a_screen_and_the_file_has_those_that_commands_take() -> None:
    army, options = opened(), SheetOptions(sheets=("roster", "units", "vehicles", "cards"))
    codes = [f"[{unit.id}]" for unit in army.reading.units]
    shown = sheet_text(army, options) + "".join(card_text(army, unit.id) for unit in army.reading.units)
    assert codes and not [code for code in codes if code in shown]
    file = export_army(army, "text", options).data.decode()
    assert all(file.count(code) >= 2 for code in codes)


@pytest.mark.long
def test_ticks_choices_and_arrows_fill_in_the_form(tmp_path: Path) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await begun(pilot, tmp_path)
        await stand_on(pilot, "sheets", "tokens")
        await pilot.press("space")
        assert shown(pilot).plan.options.sheets == ("roster", "units", "vehicles", "tokens")
        await until(pilot, lambda: any(row.value == "tokens" and row.remark for row in rows(pilot)))
        await stand_on(pilot, "paper")
        await pilot.press("right", "down", "right", "right", "left")
        assert shown(pilot).plan.options.paper == "a5"
        await pilot.press("left")
        await stand_on(pilot, "looks")
        await pilot.press("right")
        for flag in ("larger_text", "grey"):
            await stand_on(pilot, flag)
            await pilot.press("space")
        assert "No colour; only the angle template has any." in status(pilot)
        await stand_on(pilot, "larger_text")
        await pilot.press("space")
        assert shown(pilot).plan.options.grey and not shown(pilot).plan.options.larger_text
        await stand_on(pilot, "gutter")
        await pilot.press("right")
        assert shown(pilot).plan.options.gutter == 12 and any("‹ 12 mm ›" in line for line in lines(pilot.app))
        await stand_on(pilot, "sort")
        await pilot.press("right", "down", "right")
        assert shown(pilot).plan.options.sort == "roster"
        await stand_on(pilot, "form")
        await pilot.press("right", "down", "right", "right")
        assert shown(pilot).plan.form == "rosz"
        await stand_on(pilot, "file")
        await pilot.press("right")
        assert "sheets" not in {row.name for row in rows(pilot)}
        assert any(row.label == "Name" and row.value.endswith(".rosz") for row in rows(pilot))
        await stand_on(pilot, "form", "chat")
        await pilot.press("space")
        assert shown(pilot).plan.form == "chat"

    play(MusterApp(), part)


@pytest.mark.long
def test_groups_fold_with_what_is_chosen_on_their_line(tmp_path: Path) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await begun(pilot, tmp_path)
        assert not any(row.name == "grey" for row in rows(pilot)), "what not all have room for is folded at first"
        await stand_on(pilot, "looks")
        await pilot.press("right")
        await stand_on(pilot, "grey")
        await pilot.press("space")
        await stand_on(pilot, "looks")
        await pilot.press("left")
        await until(pilot, lambda: any("▸ Looks: 1 of 13, no colour" in line for line in lines(pilot.app)))
        await stand_on(pilot, "sheets")
        await pilot.press("space")
        await until(
            pilot, lambda: any("▸ Sheets: 3 of 11, roster, units, vehicles" in line for line in lines(pilot.app))
        )
        await until(pilot, lambda: "Space Unfold" in keys_shown(pilot))

    play(MusterApp(), part, (80, 24))


@pytest.mark.long
def test_the_form_of_an_army_of_any_game_has_its_rules_at_first(tmp_path: Path) -> None:
    async def part(pilot: Pilot[None]) -> None:
        file = tmp_path / "list.ros"
        file.write_bytes(write_roster(roster(ferrymen())))
        await pilot.app.push_screen(ExportScreen("The Guild", lambda: open_army(str(file)), str(file), tmp_path))
        await until(pilot, lambda: any(row.remark for row in rows(pilot)))
        assert shown(pilot).plan.options.sheets == ("roster", "units", "vehicles", "rules")

    play(MusterApp(), part)


@pytest.mark.long
def test_the_last_sheet_cannot_be_taken_away(tmp_path: Path) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await begun(pilot, tmp_path)
        for sheet in ("roster", "units", "vehicles"):
            await stand_on(pilot, "sheets", sheet)
            await pilot.press("space")
        assert shown(pilot).plan.options.sheets == ("vehicles",)
        await until(pilot, lambda: any("“vehicles” stays: tick what is printed" in told for told in notices(pilot.app)))
        await stand_on(pilot, "sheets", "notes")
        await pilot.press("space")
        await stand_on(pilot, "sheets", "vehicles")
        await pilot.press("space")
        assert shown(pilot).plan.options.sheets == ("notes",)

    play(MusterApp(), part)


@pytest.mark.long
def test_a_row_is_changed_with_the_mouse(tmp_path: Path) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await begun(pilot, tmp_path)
        place = next(n for n, row in enumerate(rows(pilot)) if row.value == "units")
        form = shown(pilot).query_one("#form", LinePane)
        await pilot.click("#form", offset=(6, place - form.scroll_offset.y))
        await until(pilot, lambda: shown(pilot).plan.options.sheets == ("roster", "vehicles"))
        await stand_on(pilot, "paper")
        await pilot.press("right")
        shown_lines = ["".join(text for text, _ in paint(row, form.room).left) for row in rows(pilot)]
        place = next(n for n, line in enumerate(shown_lines) if line.count("( )") > 1)
        await pilot.click("#form", offset=(shown_lines[place].rindex("( )") + 2, place - form.scroll_offset.y))
        await until(pilot, lambda: rows(pilot)[place].value == rows(pilot)[place].choices[-1])

    play(MusterApp(), part)


@pytest.mark.long
def test_a_file_is_written_and_one_that_is_there_only_replaced_after_a_question(tmp_path: Path) -> None:
    path = tmp_path / "third-company-strike-force.pdf"

    def is_kept(kept: bool) -> bool:
        return (path.read_bytes() == b"mine") == kept

    async def part(pilot: Pilot[None]) -> None:
        await begun(pilot, tmp_path)
        await pilot.press("enter")
        await until(pilot, lambda: "is written" in status(pilot))
        assert path.read_bytes().startswith(b"%PDF")
        path.write_bytes(b"mine")
        for answer, kept in (("n", True), ("y", False)):
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(pilot.app.screen, Confirm))
            await pilot.press(answer)
            await until(pilot, lambda: isinstance(pilot.app.screen, ExportScreen))
            await until(pilot, partial(is_kept, kept))

    play(MusterApp(), part)


@pytest.mark.long
def test_the_file_goes_where_the_player_says_and_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await begun(pilot, tmp_path)
        (tmp_path / "file").write_text("no folder", encoding="utf-8")
        for target, told in (("file/a.pdf", "cannot be made"), ("new/folder/mine.pdf", "is written")):
            await pilot.press("f")
            await until(pilot, lambda: isinstance(pilot.app.screen, Ask))
            pilot.app.screen.query_one(Input).value = str(tmp_path / target)
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(pilot.app.screen, ExportScreen))
            folder = next(row for row in rows(pilot) if row.label == "Folder")
            assert folder.value == str((tmp_path / target).parent)
            assert any("does not exist: Enter makes it" in line for line in lines(pilot.app))
            await pilot.press("enter")
            await until(pilot, partial(is_told, pilot, told))

    play(MusterApp(), part, (160, 40))
    assert (tmp_path / "new" / "folder" / "mine.pdf").exists()


@pytest.mark.long
def test_the_form_follows_the_name_of_the_file_and_says_so(tmp_path: Path) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await begun(pilot, tmp_path)
        await pilot.press("f")
        await until(pilot, lambda: isinstance(pilot.app.screen, Ask))
        await typed(pilot, str(tmp_path / "mine.txt"))
        await until(pilot, lambda: any("It is written as sheets as text now" in told for told in notices(pilot.app)))
        await pilot.press("enter")
        await until(pilot, partial(is_told, pilot, "is written"))

    play(MusterApp(), part, (80, 24))
    assert (tmp_path / "mine.txt").read_bytes()[:5] != b"%PDF-"


@pytest.mark.long
def test_folder_name_and_options_of_an_army_are_remembered_and_forgotten(tmp_path: Path, home: Path) -> None:
    plan = first_plan(NAME, tmp_path / "club").with_option("paper", "letter")

    async def part(pilot: Pilot[None]) -> None:
        await begun(pilot, tmp_path)
        shown(pilot).plan = plan
        await pilot.press("enter")
        await until(pilot, partial(is_told, pilot, "is written"))
        await pilot.press("escape")
        await begun(pilot, tmp_path)
        await until(pilot, lambda: shown(pilot).plan == plan)
        await pilot.press("r")
        assert shown(pilot).plan == first_plan(NAME, tmp_path)
        assert any("u remembers it again" in told for told in notices(pilot.app))
        await pilot.press("u")
        assert shown(pilot).plan == plan and "last printed today" in status(pilot)
        assert not shown(pilot).allows("again") and shown(pilot).allows("forget")
        await pilot.press("r", "escape")
        remember_print("space-marines-500", plan)
        (kept,) = (home / "state" / "printing").iterdir()
        for damaged in ("", "[]", '{"form": "pdf", "target": 3}', kept.read_text().replace("roster", "nothing")):
            kept.write_text(damaged, encoding="utf-8")
            await begun(pilot, tmp_path)
            assert shown(pilot).plan == first_plan(NAME, tmp_path)
            await pilot.press("escape")

    play(MusterApp(), part)


@pytest.mark.long
def test_the_folder_is_opened_or_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(variable, raising=False)

    async def part(pilot: Pilot[None]) -> None:
        await begun(pilot, tmp_path)
        await pilot.press("o")
        await until(pilot, lambda: "is written" in status(pilot))
        await until(pilot, lambda: any(str(tmp_path) in words for words in notices(pilot.app)))

    play(MusterApp(), part)


@pytest.mark.long
def test_text_command_and_preview_are_copied_and_shown(tmp_path: Path) -> None:
    async def part(pilot: Pilot[None]) -> None:
        await begun(pilot, tmp_path)
        await pilot.press("c")
        await until(pilot, lambda: NAME in pilot.app.clipboard)
        await pilot.press("y")
        await until(pilot, lambda: pilot.app.clipboard.startswith("muster export space-marines-500 -o "))
        await pilot.press("v")
        await until(
            pilot, lambda: isinstance(pilot.app.screen, PreviewScreen) and "Order points" in pilot.app.screen.text
        )
        await pilot.press("escape", "escape")
        await until(pilot, lambda: not isinstance(pilot.app.screen, ExportScreen))

    play(MusterApp(), part)


@pytest.mark.long
def test_an_army_that_cannot_be_opened_is_told() -> None:
    def fails() -> Army:
        raise InputError("the army is gone")

    async def part(pilot: Pilot[None]) -> None:
        await pilot.app.push_screen(ExportScreen(NAME, fails, "a"))
        await until(pilot, lambda: "the army is gone" in status(pilot))
        await pilot.press("enter", "v", "c", "space")
        assert isinstance(pilot.app.screen, ExportScreen)

    play(MusterApp(), part)


@pytest.mark.long
def test_keys_wait_while_a_file_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    go = threading.Event()

    def slow(target: str, data: bytes, **given: object) -> None:
        go.wait(60)
        write_target(target, data)

    monkeypatch.setattr(exportform, "write_output", slow)

    async def part(pilot: Pilot[None]) -> None:
        await begun(pilot, tmp_path)
        burst(pilot, "enter")
        await meanwhile(pilot, lambda: "Writing" in status(pilot) and " s" in status(pilot))
        assert not shown(pilot).allows("write")
        burst(pilot, "escape")
        go.set()
        await until(pilot, lambda: not isinstance(pilot.app.screen, ExportScreen))
        assert any(path.suffix == ".pdf" and path.read_bytes().endswith(b"%%EOF\n") for path in tmp_path.rglob("*"))

    play(MusterApp(), part)


def test_every_action_of_the_form_is_tested() -> None:
    files = (Path(__file__), Path(__file__).with_name("test_print_pages.py"))
    text = "".join(path.read_text(encoding="utf-8") for path in files)
    assert all(any(f'"{key}"' in text for key in action.keys.split(",")) for action in actions_of("export"))


@pytest.mark.long
@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_form_looks_as_it_did(size: tuple[int, int], snap_compare: SnapCompare) -> None:
    async def ready(pilot: Pilot[None]) -> None:
        await begun(pilot, Path("/home/player/armies"))
        await until(pilot, lambda: size[0] < BROAD or "5 units" in shown(pilot).query_one("#page", TextPane).text)
        await stand_on(pilot, "sheets", "units")

    assert snap_compare(MusterApp(), ExportScreen, ready, size)
