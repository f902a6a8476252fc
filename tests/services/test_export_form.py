"""Where a file goes and what it is, as a player says it in the form of an export."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.errors import InputError
from builder.services.army.locator import open_army
from builder.services.export.form import ExportPlan, write_export


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
