"""Tagged sheets: what PDF/UA-1 and PDF/A-3b ask of a file, as far as its objects tell."""

from __future__ import annotations

import io
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from shutil import which
from typing import Any

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageCms

from builder.errors import InputError
from builder.exporters.designs import read_design
from builder.exporters.pdf.document import srgb_profile
from builder.exporters.pdf.fonts import load_fonts
from builder.services.army.locator import open_army
from builder.services.export.files import export_army
from builder.sheets.block import Strip
from builder.sheets.options import MATCHUP, OUR_SHEETS, SheetOptions
from builder.sheets.page import PLAIN, Placed
from builder.sheets.panels import panel_strips
from builder.sheets.typesetter import Typesetter
from builder.systems.blocks import Check, States, Tally
from tests.exporters.test_starter_sheets import DESIGN
from tests.starters import EACH_STARTER

EVERYTHING = tuple(sheet for sheet in (*OUR_SHEETS, "assault") if sheet != MATCHUP)
SAMPLES = {
    "space-marines-500": SheetOptions(sheets=EVERYTHING),
    "lethal-marines-1000": SheetOptions(sheets=EVERYTHING, merge=True, ink_saver=True),
    "epic-orks-3000": SheetOptions(fillable=True),
    "plain-orks-500": SheetOptions(sheets=EVERYTHING, larger_text=True, gutter=20),
}
SAVED = [
    pytest.param(str(path), id=path.stem)
    for path in sorted((Path(__file__).parents[2] / "../shared/data/rosters").resolve().glob("*Test.ros"))
]
TAGGED_PAGE = 25_000
"""Bytes, with a share of all that pages have together: fonts, tags, the army that is attached."""
SLACK = 3
"""Points by which the box of a figure may be larger than what is seen in it."""
SHOWN = frozenset({"Tj", "S", "f", "B", "Do"})
"""Operators of our pages that leave something to be seen."""


@cache
def pdf_of(army: str, options: SheetOptions) -> bytes:
    return export_army(open_army(army), "pdf", options).data


def kids(element: pikepdf.Object) -> list[Any]:
    """What is below an element: elements, numbers of marked content, or fields."""
    found = element.get("/K", pikepdf.Array())
    return [*found] if isinstance(found, pikepdf.Array) else [found]


def elements(element: pikepdf.Object) -> Iterator[pikepdf.Object]:
    yield element
    for kid in kids(element):
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            assert kid.P.objgen == element.objgen
            yield from elements(kid)


def found_back(tree: pikepdf.Object) -> dict[int, pikepdf.Object]:
    """What a parent tree says."""
    entries: dict[int, pikepdf.Object] = {}
    for leaf in tree.Kids:
        pairs = [*leaf.Nums]
        own = {int(key): value for key, value in zip(pairs[::2], pairs[1::2], strict=True)}
        assert [min(own), max(own)] == [int(limit) for limit in leaf.Limits]
        entries |= own
    return entries


def marked_content(page: pikepdf.Page) -> list[int]:
    """The numbers of marked content on a page, in order; all that is seen is in it, or decoration."""
    numbers: list[int] = []
    open_ones: list[str] = []
    for instruction in pikepdf.parse_content_stream(page):
        operands = instruction.operands
        match str(instruction.operator):
            case "BDC" | "BMC":
                assert not open_ones, "pieces of a page do not stand within each other"
                open_ones.append(str(operands[0]))
                if len(operands) > 1 and "/MCID" in operands[1]:
                    numbers.append(int(operands[1].MCID))
                else:
                    assert open_ones[-1] == "/Artifact"
            case "EMC":
                open_ones.pop()
            case shown if shown in SHOWN:
                assert open_ones, f"{shown} is neither tagged nor decoration"
    assert not open_ones
    return numbers


@pytest.mark.long
@pytest.mark.parametrize("army", SAMPLES)
def test_all_that_is_seen_is_told_in_an_order(army: str, tmp_path: Path) -> None:
    data = pdf_of(army, SAMPLES[army])
    with pikepdf.open(io.BytesIO(data)) as pdf:
        root, tree = pdf.Root, pdf.Root.StructTreeRoot
        assert root.MarkInfo.Marked and str(root.Lang) == "en" and root.ViewerPreferences.DisplayDocTitle
        parents = found_back(tree.ParentTree)
        told = [*elements(tree.K)]
        content: Counter[tuple[tuple[int, int], int]] = Counter()
        for element in told:
            for kid in kids(element):
                if isinstance(kid, int):
                    content[element.Pg.objgen, kid] += 1
        marked = 0
        for page in pdf.pages:
            assert page.obj.Tabs == "/S"
            numbers = marked_content(page)
            assert numbers == [*range(len(numbers))]
            marked += len(numbers)
            owners = [*parents[int(page.obj.StructParents)]]
            assert len(owners) == len(numbers)
            for number, owner in enumerate(owners):
                assert number in kids(owner) and content[page.obj.objgen, number] == 1
            for widget in page.obj.get("/Annots", ()):
                form, is_link = parents[int(widget.StructParent)], widget.Subtype == "/Link"
                assert ("/Link" if is_link else "/Form") == form.S and form.K.Obj.objgen == widget.objgen
                assert "/Contents" in widget if is_link else "/TU" in widget or "/TU" in widget.Parent
        assert sum(content.values()) == marked
    if which("qpdf"):
        path = tmp_path / "army.pdf"
        path.write_bytes(data)
        assert subprocess.run(["qpdf", "--check", path], capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize("army", SAMPLES)
def test_elements_are_what_readers_expect(army: str) -> None:
    with pikepdf.open(io.BytesIO(pdf_of(army, SAMPLES[army]))) as pdf:
        told = [*elements(pdf.Root.StructTreeRoot.K)]
        kinds = [str(element.S) for element in told]
        levels = [kind for kind in kinds if kind in ("/H1", "/H2")]
        assert levels[0] == "/H1" and "/H2" in levels
        for table in (element for element in told if element.S == "/Table"):
            titles, *rows = kids(table)
            assert {str(cell.S) for cell in kids(titles)} == {"/TH"} and rows
            assert {len(kids(row)) for row in (titles, *rows)} == {len(kids(titles))}, (
                "rows have as many cells as titles"
            )
        assert kinds.count("/Table") > 3
        assert all(str(cell.A.Scope) in ("/Column", "/Row") for cell in told if cell.S == "/TH")
        assert all(str(figure.Alt) for figure in told if figure.S == "/Figure")
        cards = [element for element in told if element.S == "/Sect"]
        assert cards and all(kids(card)[0].S == "/H2" for card in cards), "a card begins with its name"


def test_a_card_is_read_as_it_is_meant() -> None:
    """Words of a paragraph that stand apart are told apart; headings of pages are read once for each sheet."""
    army = "space-marines-500"
    data = pdf_of(army, SAMPLES[army])
    with pikepdf.open(io.BytesIO(data)) as pdf:
        told = [*elements(pdf.Root.StructTreeRoot.K)]
        titles = sum(element.S == "/H1" for element in told)
        assert 1 < titles < len(pdf.pages)
        alternatives = [str(element.Alt) for element in told if element.S == "/Figure"]
        assert any(
            re.fullmatch(r"\d+ columns of 4 boxes, a box for 10 HP, and a field for the HP lost", each)
            for each in alternatives
        )
        assert "200 boxes for Order points, 0 of them filled" in alternatives
        assert any(re.fullmatch(r"Armour: front \d+, side \d+, rear \d+", each) for each in alternatives)
        with pdf.open_metadata() as properties:
            assert properties["pdfuaid:part"] == "1"
    if which("pdfinfo"):
        cards = pdf_of(army, SheetOptions(sheets=("units",)))
        words = subprocess.run(["pdfinfo", "-struct-text", "-"], input=cards, capture_output=True, check=True).stdout
        assert re.search(r'"\d+ points \w{4} \d+ models', words.decode())


def test_the_id_of_a_unit_like_another_is_read_before_its_tables(tmp_path: Path) -> None:
    """Its card is drawn as that of the first is, and its id then."""
    path = tmp_path / "army.yaml"
    head = "format: muster-army\nversion: 1\nname: Twins\nsystem: diceless\ndata: diceless/space-marines\nlimit: 500\n"
    path.write_text(f"{head}units:\n  - {{unit: Captain, id: c1}}\n  - {{unit: Captain, id: c2}}\n", encoding="utf-8")
    data = export_army(open_army(str(path)), "pdf", SheetOptions(sheets=("units",))).data
    with pikepdf.open(io.BytesIO(data)) as pdf:
        cards = [element for element in elements(pdf.Root.StructTreeRoot.K) if element.S == "/Sect"]
        first, second = ([str(kid.S) for kid in kids(card)] for card in cards)
    assert first[:4] == ["/H2", "/P", "/P", "/Table"]
    assert second == [*first[:2], "/P", *first[2:]]


def test_figures_say_where_they_stand() -> None:
    """On a page of larger text in a binder: no further than their ink goes."""
    options = SheetOptions(sheets=("units",), larger_text=True, gutter=20)
    data = pdf_of("space-marines-500", options)
    with pikepdf.open(io.BytesIO(data)) as pdf, pypdfium2.PdfDocument(data) as document:
        figures = [element for element in elements(pdf.Root.StructTreeRoot.K) if element.S == "/Figure"]
        assert len(figures) > 20 and all(str(figure.A.O) == "/Layout" for figure in figures)
        first = pdf.pages[0].obj.objgen
        boxes = [[int(edge) for edge in figure.A.BBox] for figure in figures if figure.Pg.objgen == first]
        picture = document[0].render(scale=2, grayscale=True).to_pil()
    for left, bottom, right, top in boxes:
        seen = picture.crop((2 * left, picture.height - 2 * top, 2 * right, picture.height - 2 * bottom))
        ink = seen.point(lambda grey: 255 * (grey < 128)).getbbox()
        assert ink is not None
        assert max(ink[0], ink[1], seen.width - ink[2], seen.height - ink[3]) <= 2 * SLACK


def test_links_are_read_with_what_they_stand_on() -> None:
    """With the unit in its row of the list, and with the name of its card."""
    with pikepdf.open(io.BytesIO(pdf_of("space-marines-500", SheetOptions()))) as pdf:
        told = [*elements(pdf.Root.StructTreeRoot.K)]
        places = Counter(str(link.P.S) for link in told if link.S == "/Link")
        cards = sum(element.S == "/Sect" for element in told)
    assert places == {"/TH": cards, "/H2": cards}


def test_each_box_is_read_with_its_own_words() -> None:
    """A row that begins with a box is not one figure: the words behind it, and the other boxes, are read too."""
    with pikepdf.open(io.BytesIO(pdf_of("lethal-marines-1000", SAMPLES["lethal-marines-1000"]))) as pdf:
        figures = [element for element in elements(pdf.Root.StructTreeRoot.K) if element.S == "/Figure"]
        boxes = Counter(str(figure.Alt) for figure in figures)
        assert boxes["box Unbroken"] == boxes["box Paralysed"] == boxes["box Routed"] > 0
        assert boxes["box Entrenched"] == boxes["box In cover"] > 0


def test_the_score_is_a_table_and_what_is_filled_in_is_read_apart_from_rules() -> None:
    """The score has six turns and their sum; morale stands behind the last rule beside the models."""
    with pikepdf.open(io.BytesIO(pdf_of("lethal-marines-1000", SAMPLES["lethal-marines-1000"]))) as pdf:
        tables = [kids(element) for element in elements(pdf.Root.StructTreeRoot.K) if element.S == "/Table"]
        scores = [[str(kids(row)[0].S) for row in table] for table in tables if len(kids(table[0])) == 8]
        assert scores == [["/TH"] * 5]
    design = read_design(DESIGN)
    setter = Typesetter(design, load_fonts())
    for panel in (
        States(title="Morale", cells=((Check("a", "Shaken"), ""),)),
        Tally(id="a", title="Ammunition", boxes=2, remark="lost on a 1"),
    ):
        first: Any = panel_strips(setter, panel, design.grid.width)[0]
        while isinstance(first, Strip | Placed):
            first = (first.items if isinstance(first, Strip) else first.drawing.items)[0]
        assert first == PLAIN, "what stands before it ends there"


def test_sheets_without_tags_have_nothing_of_them() -> None:
    data = pdf_of("plain-orks-500", SheetOptions(no_tags=True))
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert "/StructTreeRoot" not in pdf.Root and "/MarkInfo" not in pdf.Root
        assert b"BDC" not in pdf.pages[0].Contents.read_bytes() and b"pdfuaid" not in data
    assert len(data) < len(pdf_of("plain-orks-500", SheetOptions()))


@pytest.mark.long
def test_an_archive_is_told_what_its_colours_are() -> None:
    """PDF/A-3b: colours that are meant, fonts in the file, no scripts, metadata that agree, what attachments are."""
    profile = ImageCms.ImageCmsProfile(io.BytesIO(srgb_profile()))
    assert ImageCms.getProfileDescription(profile).strip() == "sRGB IEC61966-2.1"
    same = ImageCms.buildTransform(ImageCms.createProfile("sRGB"), profile, "RGB", "RGB")
    shown = ImageCms.applyTransform(Image.new("RGB", (1, 1), (200, 120, 40)), same)
    assert shown is not None
    assert max(abs(a - b) for a, b in zip(shown.tobytes(), (200, 120, 40), strict=True)) <= 1
    data = pdf_of("space-marines-500", SheetOptions(archive=True))
    with pikepdf.open(io.BytesIO(data)) as pdf:
        (intent,) = pdf.Root.OutputIntents
        assert intent.S == "/GTS_PDFA1" and intent.DestOutputProfile.read_bytes() == srgb_profile()
        with pdf.open_metadata() as properties:
            assert (properties["pdfaid:part"], properties["pdfaid:conformance"]) == ("3", "B")
            assert properties["dc:title"] == str(pdf.docinfo.Title)
        (file,) = pdf.Root.AF
        assert file.AFRelationship == "/Source" and "/Subtype" in file.EF.F
        assert "/JavaScript" not in pdf.Root.Names and "/AcroForm" not in pdf.Root
        assert "/Filter" not in pdf.Root.Metadata and "/ID" in pdf.trailer
        fonts = [each for each in pdf.objects if isinstance(each, pikepdf.Dictionary) and each.get("/Type") == "/Font"]
        assert all("/FontDescriptor" in each or "/DescendantFonts" in each for each in fonts)
    assert data.startswith(b"%PDF-1.7\n%") and all(byte > 127 for byte in data[10:14])
    assert data == pdf_of.__wrapped__("space-marines-500", SheetOptions(archive=True))


def test_an_archive_has_no_fields() -> None:
    with pytest.raises(InputError, match="PDF/A forbids the scripts of fields"):
        SheetOptions(archive=True, fillable=True)


@pytest.mark.parametrize("army", [*EACH_STARTER, *SAVED])
def test_a_tagged_page_is_small(army: str) -> None:
    data = pdf_of(army, SheetOptions())
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert "/StructTreeRoot" in pdf.Root and "/EmbeddedFiles" in pdf.Root.Names
        assert len(data) <= TAGGED_PAGE * len(pdf.pages)


def test_fields_are_read_where_they_stand() -> None:
    """Boxes of models behind the words above them and before the order points, those of the score in its cells."""
    data = export_army(open_army("space-marines-500"), "pdf", SheetOptions(fillable=True)).data
    with pikepdf.open(io.BytesIO(data)) as pdf:
        told = [*elements(pdf.Root.StructTreeRoot.K)]
        in_cells = [named(kid) for each in told if each.S == "/TD" for kid in kids(each)]
        assert "score.1.points.own" in in_cells and "score.all.destroyed.other" in in_cells
        card = next(each for each in told if each.S == "/Sect" and "f2c8.op.1" in map(named, kids(each)))
        read = [*map(named, kids(card))]
        figure = next(n for n, each in enumerate(read) if each.startswith("200 boxes for Order points"))
        assert read.index("f2c8.1.h1") < read.index("f2c8.1.lost") < figure < read.index("f2c8.op.1")
        assert any(not each for each in read[read.index("f2c8.1.lost") : figure])  # Words stand between them.


def named(element: Any) -> str:
    """The name of a field, or the words of a figure; nothing for what has other words."""
    if not isinstance(element, pikepdf.Dictionary) or element.get("/S") != "/Form":
        return str(element.get("/Alt", "")).partition(":")[0] if isinstance(element, pikepdf.Dictionary) else ""
    field, names = element.K.Obj, [str(element.K.Obj.T)]
    while "/Parent" in field:
        field = field.Parent
        names.insert(0, str(field.T))
    return ".".join(names)
