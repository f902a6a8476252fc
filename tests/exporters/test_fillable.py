"""Fillable sheets: every box is a field, by the id that it has everywhere, and says what it is and what it holds."""

from __future__ import annotations

import io
import re
import subprocess
from pathlib import Path
from shutil import which

import pikepdf
import pytest

from builder.exporters.designs import read_design
from builder.exporters.pdf.fonts import load_fonts
from builder.exporters.pdf.form import OWN, fields_on
from builder.formats.sheets_pdf import read_sheets
from builder.services.army.locator import open_army
from builder.services.army.opening import Army
from builder.services.export.files import cards_of, export_army, roster_page_of, write_output
from builder.sheets.layout import layout
from builder.sheets.options import SheetOptions
from builder.sheets.page import FieldKind, Pages
from builder.systems.blocks.fields import emptied, sheet_fields, with_values
from tests.golden import DESIGN

FILLABLE = SheetOptions(fillable=True)
ONE_OF_EACH = ("space-marines-500", "lethal-marines-1000", "epic-orks-3000", "plain-orks-500")


def pages_of(army: Army) -> Pages:
    options = SheetOptions()
    return layout(cards_of(army, options), roster_page_of(army), options, read_design(DESIGN), load_fonts())


@pytest.mark.parametrize("army", ONE_OF_EACH)
def test_every_box_on_the_pages_is_a_field_of_its_own(army: str, tmp_path: Path) -> None:
    opened = open_army(army)
    data = export_army(opened, "pdf", FILLABLE).data
    assert data == export_army(opened, "pdf", FILLABLE).data
    drawn = [field for page in pages_of(opened).pages for field in fields_on(page)]
    ids = {field.id for field in drawn if field.kind is not FieldKind.TEXT}
    read = {name.removesuffix(f".{OWN}") for name in read_sheets(data, army, (), fields=True).fields}
    assert len(drawn) == len({field.id for field in drawn}) and ids <= read
    if which("qpdf"):
        path = tmp_path / "army.pdf"
        path.write_bytes(data)
        assert subprocess.run(["qpdf", "--check", path], capture_output=True, check=False).returncode == 0


def test_fields_are_branches_of_names_with_words_and_share_how_they_look() -> None:
    army = open_army("space-marines-500")
    with pikepdf.open(io.BytesIO(export_army(army, "pdf", FILLABLE).data)) as pdf:
        widgets = [widget for page in pdf.pages for widget in page.obj.get("/Annots", ())]
        boxes = [widget for widget in widgets if "/AS" in widget]
        assert all(str(widget.TU) and widget.V == widget.AS for widget in boxes)
        assert len({widget.AP.objgen for widget in boxes}) <= 3
        group = next(unit.groups[0] for unit in army.reading.units if len(unit.groups) > 1)
        words = [str(widget.TU) for widget in boxes if group.name in str(widget.TU)]
        assert any("model 1, HP 11 to 20" in each for each in words)


@pytest.mark.parametrize("army", ONE_OF_EACH)
def test_what_is_filled_in_makes_the_same_card_as_the_game_would(army: str) -> None:
    opened = open_army(army)
    blocks = (roster_page_of(opened), *cards_of(opened, FILLABLE))
    for block in blocks:
        values = {field.id: field.value for field in sheet_fields((block,))}
        assert with_values(emptied(block), values) == block
        ticked = {id: (value is False or value) for id, value in values.items()}
        full = with_values(block, ticked)
        # Ammunition that was found is crossed off in further boxes, which no state of a game has.
        assert not {each.id for each in sheet_fields((full,)) if each.value is False and ".ammo." not in each.id}
        assert emptied(full) == emptied(block)


@pytest.mark.parametrize("army", ONE_OF_EACH[:3])
def test_results_are_empty_look_at_fields_of_their_card_and_cover_none(army: str) -> None:
    opened = open_army(army)
    data = export_army(opened, "pdf", FILLABLE).data
    names = read_sheets(data, army, (), fields=True).fields.keys()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        results = list(pdf.Root.AcroForm.CO)
        assert len(results) > len(opened.reading.units) // 2
        for result in results:
            assert "/V" not in result and int(result.Ff) & 1
            for name in re.findall(r'"([a-z0-9.]+\.)"', str(result.AA.C.JS)):
                assert any(each.startswith(name) for each in names), name
        for page in pdf.pages:
            places = [(widget, [float(side) for side in widget.Rect]) for widget in page.obj.get("/Annots", ())]
            for one, (left, bottom, right, top) in places:
                for other, (west, south, east, north) in places:
                    apart = right <= west or east <= left or top <= south or north <= bottom
                    assert apart or one == other or "/AA" not in one or "/MaxLen" in other


def test_a_sheet_with_ticks_gives_way_only_to_force(tmp_path: Path) -> None:
    data = export_army(open_army("plain-orks-500"), "pdf", FILLABLE).data
    path = tmp_path / "army.pdf"
    path.write_bytes(data)
    write_output(str(path), data)
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        widget = next(each for each in pdf.pages[1].obj.Annots if "/AS" in each)
        widget.V = widget.AS = pikepdf.Name.Yes
        pdf.save(path)
    with pytest.raises(Exception, match="filled in"):
        write_output(str(path), data)
    write_output(str(path), data, force=True)
