"""Fillable sheets: every box is a field, by the id that it has everywhere, and says what it is and what it holds."""

from __future__ import annotations

import io
import json
import re
import subprocess
from pathlib import Path
from shutil import which

import pikepdf
import pytest
from fontTools.ttLib import TTFont

from builder.exporters.designs import read_design
from builder.exporters.pdf.fonts import load_fonts
from builder.exporters.pdf.form import OWN, fields_on
from builder.formats.sheets_pdf import read_sheets
from builder.record import replace
from builder.services.army.locator import open_army
from builder.services.army.opening import Army
from builder.services.export.files import cards_of, export_army, roster_page_of, write_output
from builder.sheets.layout import layout
from builder.sheets.options import SheetOptions
from builder.sheets.page import FieldKind, Pages
from builder.systems.blocks import FormationCard, UnitCard
from builder.systems.blocks.fields import emptied, sheet_fields, sheet_results, with_values
from tests.golden import DESIGN

FILLABLE = SheetOptions(fillable=True)
ONE_OF_EACH = ("space-marines-500", "lethal-marines-1000", "epic-orks-3000", "plain-orks-500")


def pages_of(army: Army) -> Pages:
    options = SheetOptions()
    return layout(cards_of(army, options), roster_page_of(army), options, read_design(DESIGN), load_fonts())


@pytest.mark.long
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


@pytest.mark.long
@pytest.mark.parametrize("army", ["imperial-guard-1000", "lethal-orks-1000", "epic-imperial-guard-3000"])
def test_every_result_has_a_place(army: str) -> None:
    opened = open_army(army)
    blocks = (roster_page_of(opened), *cards_of(opened, FILLABLE))
    wanted = {result.id for result in sheet_results(blocks, {each.id for each in sheet_fields(blocks)})}
    with pikepdf.open(io.BytesIO(export_army(opened, "pdf", FILLABLE).data)) as pdf:
        assert len(pdf.Root.AcroForm.CO) == len(wanted)


def test_the_font_of_fields_is_embedded_with_all_that_can_be_written() -> None:
    """PDF/UA-1 wants each font in the file; viewers set what a player writes with this one."""
    with pikepdf.open(io.BytesIO(export_army(open_army("plain-orks-500"), "pdf", FILLABLE).data)) as pdf:
        (font,) = pdf.Root.AcroForm.DR.Font.values()
        program = TTFont(io.BytesIO(font.FontDescriptor.FontFile2.read_bytes()))
        assert len(font.Widths) == font.LastChar - font.FirstChar + 1
        assert {*map(ord, "AZaz09ÄßéŁ–€")} - {ord("Ł")} <= program.getBestCmap().keys()


PAGE = 25_000


@pytest.mark.long
def test_untagged_pages_are_small() -> None:
    """A page takes at most 25 KB, in the most crowded army too."""
    untagged = replace(FILLABLE, no_tags=True)
    for army in ("orks-500", "imperial-guard-500", "imperial-guard-1000"):
        data = export_army(open_army(army), "pdf", untagged).data
        with pikepdf.open(io.BytesIO(data)) as pdf:
            assert len(data) <= PAGE * len(pdf.pages), (army, len(data) / len(pdf.pages))
            (font,) = pdf.Root.AcroForm.DR.Font.values()
            assert font.BaseFont == "/Helvetica" and "/FontDescriptor" not in font


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


NODE = which("node")


def worked_out(pdf: pikepdf.Pdf, filled: dict[str, str | bool]) -> dict[str, str]:
    """What the scripts of a form make of its fields, run as viewers run them."""
    libraries = [str(each.JS) for each in pdf.Root.Names.JavaScript.Names if isinstance(each, pikepdf.Dictionary)]
    named = {full_name(result): str(result.AA.C.JS) for result in pdf.Root.AcroForm.CO}
    given = json.dumps({id: "Yes" if value is True else value for id, value in filled.items()})
    lines = [
        f"const filled={given}, said={{}};",
        f"const there=new Set({json.dumps(sorted(names_of(pdf)))});",
        "let event={};function getField(n){return n in said||n in filled||there.has(n)?"
        "{get value(){return n in said?said[n]:n in filled?filled[n]:'Off'}}:null}",
        *libraries,
        *(f"event={{}};{script};said[{json.dumps(id)}]=event.value;" for id, script in named.items()),
        "console.log(JSON.stringify(said))",
    ]
    ran = subprocess.run([str(NODE), "-"], input="\n".join(lines).encode(), capture_output=True, check=True)
    said: dict[str, str] = json.loads(ran.stdout)
    return said


def names_of(pdf: pikepdf.Pdf) -> set[str]:
    """The names of all fields that stand on pages."""
    boxes = (box for page in pdf.pages for box in page.get("/Annots", ()) if box.Subtype == "/Widget")
    return {full_name(box if "/T" in box else box.Parent) for box in boxes}


def full_name(field: pikepdf.Object) -> str:
    above = field.get("/Parent")
    return f"{full_name(above)}.{field.T}" if above is not None else str(field.T)


@pytest.mark.long
@pytest.mark.skipif(NODE is None, reason="no Node is installed, which runs the scripts of forms")
def test_results_say_what_is_left_and_destroyed() -> None:
    army = open_army("epic-imperial-guard-3000")
    cards = [card for card in cards_of(army, FILLABLE) if isinstance(card, FormationCard)]
    engines = next(card for card in cards if len(card.damage) > 1)
    lost = {check.id for row in engines.damage[:2] for check in row.checks} | {engines.markers[0].id}
    last = {check.id for row in engines.damage for check in row.checks}
    gone = next(card for card in cards if card is not engines)
    with pikepdf.open(io.BytesIO(export_army(army, "pdf", FILLABLE).data)) as pdf:
        said = worked_out(pdf, dict.fromkeys((*lost, *(unit.id for unit in gone.units)), True))
        assert (
            worked_out(pdf, dict.fromkeys(last, True))["points-destroyed"] == f"{engines.head.points} points destroyed"
        )
    left = engines.broken_at - 2 * engines.losses[0][0]
    broken = ": broken" if left <= 1 else ""
    assert said[f"{engines.id}.strength"] == f"1 marker, broken at {left}{broken}"
    assert said["points-destroyed"] == f"{gone.head.points} points destroyed"
    marines = open_army("space-marines-500")
    unit = marines.reading.units[0]
    (first, *_) = (card for card in cards_of(marines, FILLABLE) if isinstance(card, UnitCard) and card.id == unit.id)
    every = {f"{group.box_prefix}{n}": True for group in first.groups for n in range(1, group.total // group.box + 1)}
    with pikepdf.open(io.BytesIO(export_army(marines, "pdf", FILLABLE).data)) as pdf:
        said = worked_out(pdf, {**every, f"{first.track.id}.37": True})
    assert said["points-destroyed"] == f"{first.head.points} points destroyed"
    assert said[f"{first.track.id}.now"].startswith("OP 37: ")


def test_losses_of_a_game_are_counted_once() -> None:
    """The number that breaks a formation, as its card has it, is without the units that are crossed off already."""
    card = next(card for card in cards_of(open_army("epic-orks-3000"), FILLABLE) if isinstance(card, FormationCard))
    played = replace(card, units=(replace(card.units[0], checked=True), *card.units[1:]), broken_at=card.broken_at - 1)
    fresh, later = (
        next(each for each in sheet_results((one,), ()) if each.kind == "mBroken").figures[-1] for one in (card, played)
    )
    assert fresh == later == card.broken_at
