"""Sheets of all kinds meet what a program can check of PDF/UA-1 and PDF/A-3b."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from builder.services.army.locator import open_army
from builder.services.export.files import export_army, export_blanks
from builder.sheets.options import SheetOptions
from tests.exporters.matterhorn import failures

ALL = ("roster", "units", "vehicles", "tokens", "template", "aid", "reference", "rules", "notes")
EXPORTS: dict[str, tuple[str, dict[str, Any]]] = {
    "all sheets": ("space-marines-500", {"sheets": ALL}),
    "cards": ("space-marines-500", {"sheets": ("cards",)}),
    "larger cards for an archive": ("lethal-levy-500", {"sheets": ("cards",), "card_size": "70x120", "archive": True}),
    "matchup": ("orks-500", {"sheets": ("matchup",)}),
    "letter for an archive": ("lethal-chaos-1000", {"paper": "letter", "gutter": 20, "archive": True}),
    "all sheets of Lethal": ("lethal-orks-1000", {"sheets": ALL, "merge": True, "ink_saver": True}),
    "Epic": ("epic-space-marines-3000", {"sheets": ALL, "larger_text": True}),
    "A5": ("epic-orks-3000", {"paper": "a5", "grey": True, "opponent": True}),
    "fillable": ("epic-imperial-guard-3000", {"fillable": True}),
    "plain": ("plain-orks-500", {"compact": True}),
}


SELDOM = ("matchup", "all sheets of Lethal", "Epic", "plain")
EACH = [pytest.param(which, marks=pytest.mark.long if which in SELDOM else ()) for which in EXPORTS]


@pytest.mark.long
@pytest.mark.parametrize("which", EACH)
def test_an_export_meets_what_can_be_checked(which: str) -> None:
    army, options = EXPORTS[which]
    assert failures(export_army(open_army(army), "pdf", SheetOptions(**options)).data) == []


@pytest.mark.parametrize("system", ["diceless", "lethal", "epic"])
def test_blank_cards_meet_it_too(system: str) -> None:
    """Each is called by its number, on the page and in the outline, as long as it has no name."""
    assert failures(export_blanks(system, SheetOptions()).data) == []


def test_signs_that_the_font_lacks_are_as_wide_as_the_file_says(tmp_path: Path) -> None:
    """They are drawn by us, and stand behind all others in the font."""
    path = tmp_path / "army.yaml"
    head = "format: muster-army\nversion: 1\nname: ★ ✕ ■\nsystem: diceless\ndata: diceless/space-marines\nlimit: 500\n"
    path.write_text(f"{head}units:\n  - {{unit: Captain, name: □ → Ωmega Щука 漢字}}\n", encoding="utf-8")
    assert failures(export_army(open_army(str(path)), "pdf", SheetOptions()).data) == []
