"""The smallest type, box and column of printed pages, measured from the PDF files themselves."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from itertools import pairwise, product
from math import hypot
from typing import Any

import pikepdf
import pypdfium2
import pytest

from builder.exporters.designs import read_design
from builder.exporters.pdf.fonts import load_fonts
from builder.record import replace
from builder.services.army.locator import open_army
from builder.services.export.files import export_army, export_blanks, roster_page_of
from builder.sheets.layout import layout
from builder.sheets.options import PAPERS, SheetOptions
from builder.sheets.page import MM, PageField, Pages, Text, flat
from builder.systems.blocks import Card, FormationCard
from builder.systems.registry import load_system
from tests.exporters.test_starter_sheets import DESIGN, FILLED_IN, army, laid_out
from tests.starters import EACH_STARTER

ARMIES = ("space-marines-1000", "lethal-orks-1000", "epic-orks-3000", "plain-orks-500")
LEAST_TYPE, LEAST_BOX, SLACK = 7.0, 3.17, 0.05
"""Points of type, mm of a box: fields stand on whole points, so that one over a box of 3.2 mm is 9 points wide."""
LEAST_PITCH = 6.999
"""mm from the middle of a box of a formation to that of the next."""
LEAST_GAP, LINE, DARK = 1.2, 6, 128
"""mm of white over a card, tenths of them that its heavy line takes, and the grey from which on a spot is ink."""
BUTTON, PATH = 1 << 16, 2
"""The flag of buttons that are pressed, and the type of lines and areas."""
SHEETS = ("roster", "units", "vehicles", "cards")
Box = tuple[float, float, float, float]


def sizes_of(data: bytes) -> Iterator[tuple[float, str]]:
    """Every sign that is printed, with the size of its type in points, as its page is scaled."""
    matrix = pypdfium2.raw.FS_MATRIX()
    with pypdfium2.PdfDocument(data) as document:
        for page in document:
            text = page.get_textpage()
            for n, sign in enumerate(text.get_text_range()):
                if not sign.isspace():
                    pypdfium2.raw.FPDFText_GetMatrix(text, n, matrix)
                    yield pypdfium2.raw.FPDFText_GetFontSize(text, n) * hypot(matrix.c, matrix.d), sign


def boxes_of(data: bytes) -> Iterator[list[Box]]:
    """The check boxes of each page, from its left: left, bottom, right and top in mm."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for page in pdf.pages:
            boxes: list[Box] = []
            for widget in page.Annots if "/Annots" in page else ():
                kind = widget if "/FT" in widget else widget.get("/Parent", widget)
                if kind.get("/FT") == "/Btn" and not int(kind.get("/Ff", 0)) & BUTTON:
                    left, bottom, right, top = (float(edge) / MM for edge in widget.Rect)
                    boxes.append((left, bottom, right, top))
            yield sorted(boxes)


def squares_of(data: bytes) -> Iterator[float]:
    """The sides of what is drawn as high as wide and as large as a box, in mm, without the lines round it."""
    with pypdfium2.PdfDocument(data) as document:
        for page in document:
            for item in page.get_objects(filter=(PATH,), max_depth=4):
                left, bottom, right, top = item.get_bounds()
                if abs((right - left) - (top - bottom)) < 0.5 and 2.4 < (right - left) / MM < 8:
                    yield (right - left) / MM - 0.2


def over_each_other(boxes: list[Box]) -> Iterator[tuple[Box, Box]]:
    for n, one in enumerate(boxes):
        for other in boxes[n + 1 :]:
            if other[0] >= one[2] - SLACK:
                break
            if min(one[3], other[3]) - max(one[1], other[1]) > SLACK:
                yield one, other


def columns_of(data: bytes) -> list[float]:
    """The widths of the columns of the first page that a hand fills in, between upright lines, in mm."""
    with pypdfium2.PdfDocument(data) as document:
        bounds = [each.get_bounds() for each in document[0].get_objects(max_depth=3) if each.type == PATH]
    upright = [
        (round(bottom), left) for left, bottom, right, top in bounds if right - left < 1 and 15 < top - bottom < 19
    ]
    return [
        (right - left) / MM
        for (row, left), (other, right) in pairwise(sorted(upright))
        if row == other and right - left > 1
    ]


@pytest.mark.long
@pytest.mark.parametrize("name", ARMIES)
def test_no_type_is_under_seven_points_and_no_box_under_three_millimetres(name: str) -> None:
    army = open_army(name)
    looked_up = ("tokens", "template", "aid", "reference", "rules", "notes")
    known = tuple(sheet for sheet in looked_up if name != "plain-orks-500" or sheet in ("aid", "rules", "notes"))
    for options, least in (
        (SheetOptions(sheets=SHEETS), LEAST_TYPE),
        (SheetOptions(sheets=SHEETS, paper="a5", compact=True), LEAST_TYPE),
        (SheetOptions(sheets=("cards",), card_size="70x120"), LEAST_TYPE),
        (SheetOptions(sheets=known), LEAST_TYPE),
        (SheetOptions(sheets=("roster", "units", "vehicles"), larger_text=True), 1.25 * LEAST_TYPE),
    ):
        printed = export_army(army, "pdf", options).data
        assert min(sizes_of(printed))[0] >= least - 0.01, options
    for size in ("63x88", "70x120"):
        assert min(squares_of(export_army(army, "pdf", SheetOptions(sheets=("cards",), card_size=size)).data)) >= 3.3
    filled = export_army(army, "pdf", SheetOptions(sheets=("units", "vehicles"), fillable=True)).data
    for page in boxes_of(filled):
        assert all(min(right - left, top - bottom) >= LEAST_BOX for left, bottom, right, top in page)
        assert not [*over_each_other(page)]


def white_over_cards(data: bytes) -> Iterator[float]:
    """The white over the heavy line of each card but the first of a page, in mm, as printed at 254 dots per inch."""
    with pikepdf.open(io.BytesIO(data)) as pdf, pypdfium2.PdfDocument(data) as document:
        pages = [page.obj.objgen for page in pdf.pages]
        with pdf.open_outline() as outline:
            spots: list[Any] = [card.destination for sheet in outline.root for card in sheet.children]
        tops = sorted((pages.index(spot[0].objgen), -float(spot[3])) for spot in spots)
        drawn = {n: document[n].render(scale=10 / MM, grayscale=True).to_pil() for n, _ in tops}
    for (n, _), (below, top) in pairwise(tops):
        if n == below:
            picture = drawn[n]
            line = picture.height + round(top * 10 / MM)
            rows = (picture.crop((0, y, picture.width, y + 1)).getextrema()[0] for y in range(line - LINE, 0, -1))
            yield next(white for white, darkest in enumerate(rows) if darkest < DARK) / 10


@pytest.mark.long
@pytest.mark.parametrize("name", ARMIES)
def test_white_is_left_between_cards(name: str) -> None:
    printed = export_army(open_army(name), "pdf", SheetOptions(sheets=("units", "vehicles"))).data
    gaps = [*white_over_cards(printed)]
    assert gaps and min(gaps) >= LEAST_GAP


@pytest.mark.long
def test_blank_cards_have_columns_that_a_hand_can_fill() -> None:
    """Weapons of 34 mm are the column before the first upright line; figures have 9 mm."""
    for system in ("lethal", "diceless", "epic", "plain"):
        for larger in (False, True):
            columns = columns_of(export_blanks(system, SheetOptions(larger_text=larger)).data)
            assert len(columns) > 50 and min(columns) >= 8.9


def test_blank_units_of_lethal_have_all_columns_of_weapons_over_the_whole_width() -> None:
    """Their number too; and all models on a line, with what is checked beside them."""
    page = replace(roster_page_of(army("lethal-levy-500")), rows=())
    cards = load_system("lethal").blank_cards()
    pages = layout(cards, page, SheetOptions(sheets=FILLED_IN), read_design(DESIGN), load_fonts()).pages
    assert [len(each.stays) for each in pages] == [3, 3]
    texts = [item for item in flat(pages[0].items) if isinstance(item, Text)]
    titles = {word: next(item.x for item in texts if item.text == word) for word in ("Weapon", "Kind", "Shots", "1/10")}
    assert titles["Weapon"] == pytest.approx(19.9) and titles["Kind"] - titles["Weapon"] == pytest.approx(43)
    assert "No" in {item.text for item in texts}
    fields = {item.id: item for item in flat(pages[0].items) if isinstance(item, PageField)}
    assert len({round(fields[f"u1.c.{n}"].y, 2) for n in range(1, 21)}) == 1
    assert fields["u1.aboard"].x > fields["u1.c.20"].x > fields["u1.c.1"].x


EPIC = [each for each in EACH_STARTER if str(each.values[0]).startswith("epic")]
WAYS = {
    "usual": SheetOptions(sheets=FILLED_IN),
    "compact": SheetOptions(sheets=FILLED_IN, compact=True),
    "merged": SheetOptions(sheets=FILLED_IN, merge=True),
    "larger": SheetOptions(sheets=FILLED_IN, larger_text=True),
}


def pitches_of(pages: Pages, cards: Iterable[Card]) -> Iterator[float]:
    """From one box of a formation to the next on its line, in mm on paper, of units, markers and damage."""
    formations = [card for card in cards if isinstance(card, FormationCard)]
    rows = [row for card in formations for row in (*card.damage, *card.once)]
    groups = [group for card in formations for group in (card.units, card.markers)]
    counted = {check.id for group in (*groups, *(row.checks for row in rows)) for check in group}
    for page in pages.pages:
        boxes = [item for item in flat(page.items) if isinstance(item, PageField) and item.id in counted]
        lines = {round(box.y + box.height / 2, 2) for box in boxes}
        assert lines, page.label
        for line in lines:
            middles = sorted(box.x + box.width / 2 for box in boxes if round(box.y + box.height / 2, 2) == line)
            yield from ((right - left) * page.scale for left, right in pairwise(middles))


@pytest.mark.parametrize("way", WAYS.values(), ids=list(WAYS))
@pytest.mark.parametrize("name", EPIC)
def test_boxes_of_formations_are_seven_millimetres_from_each_other(name: str, way: SheetOptions) -> None:
    """However wide a gutter is, or small the paper: fewer stand on a line then."""
    cards = army(name).reading.cards()
    for paper, gutter in product(PAPERS, (0, 20, 30)):
        if paper != "a5" or not way.larger_text:
            pages = laid_out(name, replace(way, paper=paper, gutter=gutter))
            assert min(pitches_of(pages, cards)) > LEAST_PITCH, (paper, gutter)


def test_boxes_of_blank_formations_are_too() -> None:
    cards, page = load_system("epic").blank_cards(), roster_page_of(army("epic-orks-3000"))
    for paper, gutter, larger in product(PAPERS, (0, 20, 30), (False, True)):
        if paper != "a5" or not larger:
            options = SheetOptions(sheets=("units",), paper=paper, gutter=gutter, larger_text=larger)
            pages = layout(cards, page, options, read_design(DESIGN), load_fonts())
            assert min(pitches_of(pages, cards)) > LEAST_PITCH, (paper, gutter, larger)


@pytest.mark.parametrize(("paper", "counts"), [("a4", [3, 5]), ("letter", [2, 4])])
def test_blank_cards_fill_a_page_of_each_kind(paper: str, counts: list[int]) -> None:
    """One that would stand alone on another page is left out."""
    page = replace(roster_page_of(army("space-marines-500")), rows=())
    options = SheetOptions(sheets=("units", "vehicles"), paper=paper)
    pages = layout(load_system("diceless").blank_cards(), page, options, read_design(DESIGN), load_fonts())
    assert [len(each.stays) for each in pages.pages] == counts
