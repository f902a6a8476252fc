"""Where a file goes and what it is, as a player says it in the form of an export."""

from __future__ import annotations

import shlex
from pathlib import Path

import click
import pytest

from builder.cli.export import export
from builder.errors import InputError
from builder.services.army.locator import open_army
from builder.services.army.opening import Army
from builder.services.editor.document import ArmyDocument
from builder.services.editor.operations import ChooseModule
from builder.services.export.files import FORMS, export_army, offered_sheets
from builder.services.export.form import SHEET_FIELDS, ExportPlan, first_plan, form_rows, write_export
from builder.sheets.options import SheetOptions


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


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_form_without_pages_asks_only_for_what_changes_it(form: str) -> None:
    army, plan = open_army("space-marines-500"), ExportPlan(form, "a.txt")
    asked = {row.name for row in form_rows(plan, {})} - {"form", "target", "options"}
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
    folder, file = list(form_rows(ExportPlan("pdf", "mine.pdf"), {}))[-2:]
    assert (folder.value, file.value, file.remark) == (str(tmp_path), "mine.pdf", "will be new")
    (tmp_path / "mine.pdf").write_bytes(b"mine")
    assert list(form_rows(ExportPlan("pdf", "mine.pdf"), {}))[-1].remark == "is there: Enter asks first"
    assert ExportPlan("pdf", "/home/a/old.pdf").to("new").target == "/home/a/new.pdf"


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
