"""Where a file goes and what it is, as a player says it in the form of an export."""

from __future__ import annotations

import shlex
from pathlib import Path

import click
import pytest
from msgspec import json

from builder.cli.export import export
from builder.errors import InputError
from builder.scalars import relative_time
from builder.services.army.locator import open_army
from builder.services.army.opening import Army
from builder.services.editor.document import ArmyDocument
from builder.services.editor.operations import ChooseModule
from builder.services.export import words
from builder.services.export.files import FORMS, export_army
from builder.services.export.form import (
    SHEET_FIELDS,
    ExportPlan,
    LastPrint,
    first_plan,
    form_rows,
    must_ask,
    remember_print,
    remembered_print,
    write_export,
)
from builder.services.export.words import offered_sheets
from builder.sheets.options import SheetOptions
from builder.tui.sentences import keyed
from builder.tui.widgets.print_panes import remembered_words


@pytest.mark.parametrize(
    ("written", "target"),
    [
        ("my list", "my list.pdf"),
        ("mine.v2.pdf", "mine.v2.pdf"),
        ("there", "there/a.pdf"),
        ("new/", "new/a.pdf"),
        ("x" * 300, f"{'x' * 300}.pdf"),
        ("mine 1.2", "mine 1.2.pdf"),
        ("a.docx", "a.docx.pdf"),
        ("MINE.PDF", "MINE.PDF"),
    ],
)
def test_a_file_gets_its_ending_and_a_folder_the_file(tmp_path: Path, written: str, target: str) -> None:
    (tmp_path / "there").mkdir()
    plan = ExportPlan("pdf", str(tmp_path / "old" / "a.pdf"))
    assert plan.to(f"{tmp_path}/{written}").target == str(tmp_path / target)


@pytest.mark.parametrize(
    ("form", "written", "becomes"),
    [("pdf", "a.txt", "text"), ("chat", "b.txt", "chat"), ("pdf", "a.rosz", "rosz"), ("chat", "a.json", "json")],
)
def test_an_ending_of_another_form_means_that_form_as_on_the_command_line(
    form: str, written: str, becomes: str
) -> None:
    """A PDF was written under any name, and the command that is shown wrote something else there."""
    plan = ExportPlan(form, "a.pdf").to(written)
    assert (plan.form, plan.target) == (becomes, written)


def test_the_army_itself_is_never_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(Path(open_army("space-marines-500").file).read_bytes())
    with pytest.raises(InputError, match="army itself"):
        write_export(open_army(str(path)), ExportPlan("text", str(path)))


@pytest.mark.long
@pytest.mark.parametrize("form", ["text", "json"])
def test_a_form_without_pages_asks_only_for_what_changes_it(form: str) -> None:
    army, plan = open_army("space-marines-500"), ExportPlan(form, "a.txt")
    asked = {row.name for row in form_rows(plan, {})} - {"form", "target", "looks", "file"}
    written = written_by(army, plan)
    for field in SHEET_FIELDS:
        choices = [choice.value for choice in field.kind.words]
        value = ("units",) if field.key == "sheets" else True if field.switch else choices[-1]
        changed = plan.with_option(field.key, value)
        assert (written_by(army, changed) != written) == (field.key in asked), field.key
        assert (field.label in changed.command("a")) == (field.key in asked)


def written_by(army: Army, plan: ExportPlan) -> bytes:
    return export_army(army, plan.form, plan.options).data


def test_the_folder_is_one_that_can_be_found_wherever_the_program_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    plan = ExportPlan("pdf", "mine.pdf")
    assert file_rows(plan) == [str(tmp_path), "mine.pdf", "will be new"]
    assert file_rows(ExportPlan("pdf", "new/mine.pdf"))[1] == "does not exist: Enter makes it"
    (tmp_path / "mine.pdf").write_bytes(b"mine")
    today = relative_time((tmp_path / "mine.pdf").stat().st_mtime)
    assert file_rows(plan)[-2:] == [f"replaces the one of {today}", "Enter asks first"]
    assert ExportPlan("pdf", "/home/a/old.pdf").to("new").target == "/home/a/new.pdf"


def file_rows(plan: ExportPlan, last: LastPrint | None = None) -> list[str]:
    """What stands below the heading of the file."""
    rows = list(form_rows(plan, {}, last=last))
    return [keyed(row.value) for row in rows[[row.name for row in rows].index("file") + 1 :]]


def test_only_the_file_of_the_last_print_as_it_was_written_is_replaced_without_a_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MUSTER_STATE", str(tmp_path / "state"))
    plan = ExportPlan("text", str(tmp_path / "mine.txt"))
    path = write_export(open_army("space-marines-500"), plan).path
    last = remember_print("space-marines-500", plan, 3)
    assert remembered_print("space-marines-500") == last and last.plan == plan and last.pages == 3
    assert not must_ask(plan, last) and "Enter asks first" not in file_rows(plan, last)
    assert must_ask(plan, None) and must_ask(plan.with_form("chat"), last)
    path.write_text("notes of my own", encoding="utf-8")
    assert must_ask(plan, last)
    path.unlink()
    assert not must_ask(plan, None)


def test_what_was_remembered_before_dates_were_kept_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_STATE", str(tmp_path))
    plan = ExportPlan("pdf", "/home/player/mine.pdf", SheetOptions(paper="letter"))
    last = remember_print("orks-500", plan)
    (kept,) = (tmp_path / "printing").iterdir()
    kept.write_bytes(json.encode(plan))
    again = remembered_print("orks-500")
    assert again is not None and again.plan == plan == last.plan and again.at == kept.stat().st_mtime
    assert remembered_words(again).startswith("Remembered for this army: sheets, paper, looks, folder and name, since ")


def test_every_form_and_sheet_and_option_has_words_for_a_player() -> None:
    """Names as commands have them, such as `aid` or `a4`, stood in the form."""
    assert {*words.FORMS} == {*FORMS} and all(said.use and said.about for said in words.FORMS.values())
    rows = list(form_rows(ExportPlan("pdf", "a.pdf"), {}))
    told = {row.said for row in rows if row.kind in ("one", "tick", "choice")}
    assert "" not in told and not told & {"pdf", "text", "json", "rosz", "aid", "a4", "letter", "slot", "0", "63x88"}
    assert {field.key for field in SHEET_FIELDS} - {"sheets", "paper", "sort"} == {*words.OPTIONS}


@pytest.mark.long
def test_a_matchup_is_against_an_army_where_its_sheet_is_written(tmp_path: Path) -> None:
    plan = ExportPlan(
        "text", str(tmp_path / "a.txt"), SheetOptions(sheets=("matchup",)), "orks-500", "Gitstompa's warband"
    )
    assert "Gitstompa" in write_export(open_army("space-marines-500"), plan).path.read_text(encoding="utf-8")
    assert shlex.split(plan.command("a"))[-4:-2] == ["--against", "orks-500"]
    assert any(row.said == "matchup against: Gitstompa's warband" for row in form_rows(plan, {}))
    assert "--against" not in plan.with_option("sheets", ("roster",)).command("a")
    assert "--against" not in plan.with_form("chat").command("a")


def test_sheets_are_called_by_what_the_army_has_for_them() -> None:
    assert offered_sheets(open_army("space-marines-1000"))["tokens"] == "tokens: Scatter 14, Gets Hot! 5"
    assert offered_sheets(open_army("epic-orks-3000"))["units"] == "formations"


def test_vehicles_that_stand_on_pages_of_units_are_not_said_to_be_missing() -> None:
    remarks = dict[str, str]()
    for name in ("orks-500", "imperial-guard-500", "epic-orks-3000"):
        rows = form_rows(ExportPlan("pdf", "a.pdf"), {"roster": 1, "units": 2}, sheets=offered_sheets(open_army(name)))
        remarks[name] = next(f"{row.said}, {row.remark}" for row in rows if row.value == "vehicles")
    assert remarks == {
        "orks-500": "vehicles, on other pages",
        "imperial-guard-500": "vehicles, on other pages",
        "epic-orks-3000": "vehicles: none, nothing to print",
    }


def test_only_sheets_that_the_army_can_have_are_offered() -> None:
    session = ArmyDocument.open("plain-orks-500")
    assert not {"assault", "matchup"} & {*offered_sheets(session.army)}
    session.apply(ChooseModule(module="assault"))
    assert "assault" in offered_sheets(session.army)
    offered = offered_sheets(open_army("space-marines-500"))
    assert "matchup" in offered and "assault" not in offered
    kept = ExportPlan("pdf", "a.pdf", SheetOptions(sheets=("roster", "assault")))
    assert [row.value for row in form_rows(kept, {}, sheets=offered) if row.on and row.kind == "tick"] == [
        "roster",
        "assault",
    ]


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_written_under_its_ending(form: str, tmp_path: Path) -> None:
    army = open_army("space-marines-500")
    plan = first_plan(army, tmp_path).with_form(form)
    written = write_export(army, plan)
    assert written.path.parent == tmp_path and written.path.stem == "third-company-strike-force"
    assert written.path.stat().st_size == written.size > 100
    words = shlex.split(plan.command("space-marines-500"))
    given = click.Context(export)
    export.parse_args(given, words[2:])
    endings = {".pdf": "pdf", ".txt": "text", ".json": "json", ".ros": "ros", ".rosz": "rosz"}
    assert (given.params["form"] or endings[written.path.suffix]) == form
