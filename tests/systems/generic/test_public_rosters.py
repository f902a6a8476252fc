"""Public rosters of many games, where they are at hand: each opens, and can be printed and told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from builder.services.army.opening import open_bytes
from builder.services.army.reports import summary_report
from builder.services.export.files import FORMS, export_army
from builder.sheets.options import EVERY_PAGE, SheetOptions
from tests.shares import Part

FOLDERS = tuple(Path(__file__).parents[4] / "shared" / "data" / name for name in ("rosters", "pairs/rosters"))
ROSTERS = sorted(path for folder in FOLDERS if folder.is_dir() for path in folder.iterdir() if ".ros" in path.name)


@pytest.mark.long
@pytest.mark.skipif(not ROSTERS, reason="no public rosters are at hand")
def test_every_public_roster_opens_and_is_written_in_every_form(part: Part) -> None:
    for path in part(ROSTERS, 20):
        army = open_bytes(path.read_bytes(), str(path))
        assert army.reading.units and json.dumps(summary_report(army)), path
        for form in FORMS:
            assert export_army(army, form, SheetOptions(sheets=(*EVERY_PAGE, "cards"))).data, (path, form)
        assert export_army(army, "pdf", SheetOptions()).data, path
        if army.system.id == "generic":
            total = sum(unit.points for unit in army.reading.units)
            assert total == army.reading.roster_page((), (), "").points, path
