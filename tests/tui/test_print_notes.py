"""The notes of the form for printing: what Enter does beside writing stands out, whatever its words are."""

from __future__ import annotations

from pathlib import Path

from builder.services.export.form import ExportPlan, form_rows
from builder.tui.widgets.print_panes import paint


def test_a_folder_that_is_made_stands_out_and_a_new_file_does_not(tmp_path: Path) -> None:
    """That the file will be new is dim; that its folder is made first has the colour of warnings."""
    plan = ExportPlan(form="chat", target=str(tmp_path / "Enter" / "list.txt"))
    notes = [row for row in form_rows(plan, {}, sheets={}, folded=(), last=None) if row.kind == "note"]
    painted = [paint(row, 60).left for row in notes]
    looks = {"".join(text for text, _ in line).strip(): {look for _, look in line} for line in painted}
    assert looks == {"does not exist: Enter makes it": {"warning"}, "will be new": {"dim"}}
