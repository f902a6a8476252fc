"""PDF files: right size, right text, embedded fonts, bookmarks, equal bytes."""

from __future__ import annotations

import io
import re
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from builder.errors import ExportError, InputError, Severity
from builder.exporters.designs import read_design
from builder.exporters.pdf.document import write_pdf
from builder.exporters.pdf.fonts import Fonts, load_fonts
from builder.record import replace
from builder.sheets.layout import layout
from builder.sheets.options import SheetOptions
from builder.sheets.page import MM, Pages, Style, Text, Weight
from builder.systems.diceless.cards import army_cards, roster_page
from builder.systems.fortyk.model import FortykArmy
from tests.exporters import samples
from tests.golden import DESIGN


@pytest.fixture(scope="module")
def fonts() -> Fonts:
    return load_fonts()


def pages_of(
    army: FortykArmy, fonts: Fonts, paper: str = "a4", sheets: tuple[str, ...] = ("roster", "units", "vehicles")
) -> Pages:
    page = roster_page(army, samples.COUNTERS, samples.FINDINGS, samples.SLOTS)
    return layout(army_cards(army), page, SheetOptions(paper=paper, sheets=sheets), read_design(DESIGN), fonts)


@pytest.mark.parametrize(("paper", "width", "height"), [("a4", 210, 297), ("a5", 210, 148), ("letter", 215.9, 279.4)])
def test_pages_have_the_true_size_of_their_paper(fonts: Fonts, paper: str, width: float, height: float) -> None:
    with pypdfium2.PdfDocument(write_pdf(pages_of(samples.MARINES, fonts, paper), fonts)) as document:
        for n in range(len(document)):
            assert document.get_page_size(n) == pytest.approx((width * MM, height * MM), abs=0.01)


@pytest.mark.long
def test_equal_armies_give_equal_bytes(fonts: Fonts) -> None:
    first, second = (write_pdf(pages_of(samples.ORKS, fonts), fonts) for _ in range(2))
    assert first == second
    assert first != write_pdf(pages_of(samples.MARINES, fonts), fonts)


@pytest.mark.long
@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data,
        lambda data: data[:-1],
        pytest.param(lambda data: b"?" * len(data), marks=pytest.mark.long),  # The cuts of the font are made anew.
    ],
)
def test_what_the_cache_keeps_of_fonts_and_design_changes_no_byte(
    fonts: Fonts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: Callable[[bytes], bytes]
) -> None:
    before = write_pdf(pages_of(samples.MARINES, fonts), fonts)
    monkeypatch.setenv("MUSTER_CACHE", str(tmp_path))
    for _ in range(2):
        read_anew = load_fonts.__wrapped__()
        assert write_pdf(pages_of(samples.MARINES, read_anew), read_anew) == before
        for entry in tmp_path.iterdir():
            entry.write_bytes(damage(entry.read_bytes()))


def test_the_file_names_itself_and_forbids_scaling(fonts: Fonts) -> None:
    data = write_pdf(pages_of(samples.MARINES, fonts), fonts)
    with pypdfium2.PdfDocument(data) as document:
        assert document.get_metadata_value("Title") == "Third Company strike force – Diceless 40K"
        assert document.get_metadata_value("CreationDate") == ""
    with pikepdf.open(io.BytesIO(data)) as file:
        assert file.Root.ViewerPreferences.PrintScaling == "/None"
        with file.open_metadata() as properties:
            assert properties["dc:title"] == "Third Company strike force – Diceless 40K"


def test_viewers_count_pages_as_their_labels_do(fonts: Fonts) -> None:
    pages = pages_of(samples.MARINES, fonts)
    with pypdfium2.PdfDocument(write_pdf(pages, fonts)) as document:
        assert [document.get_page_label(n) for n in range(len(document))] == [page.label for page in pages.pages]


@pytest.mark.parametrize("army", [samples.MARINES, samples.ORKS], ids=["marines", "orks"])
def test_nothing_is_wrong_with_the_structure_of_the_file(army: FortykArmy, fonts: Fonts) -> None:
    data = write_pdf(pages_of(army, fonts), fonts)
    assert data.startswith(b"%PDF-1.7")
    with pikepdf.open(io.BytesIO(data)) as file:
        assert file.check_pdf_syntax() == []


def test_bookmarks_lead_to_every_unit(fonts: Fonts) -> None:
    pages = pages_of(samples.MARINES, fonts)
    with pypdfium2.PdfDocument(write_pdf(pages, fonts)) as document:
        titles = [
            (bookmark.level, bookmark.get_title(), bookmark.get_dest().get_index()) for bookmark in document.get_toc()
        ]
        texts = [page.get_textpage().get_text_range() for page in document]
    assert [title for level, title, _ in titles if level == 0] == ["Roster", "Units", "Vehicles", "Rules"]
    units = {title: page for level, title, page in titles if level == 1}
    assert set(units) == {unit.name for unit in samples.MARINES.units}
    assert all(name in texts[page] for name, page in units.items())
    assert {pages.pages[page].label for page in units.values()} == {"1", "2", "3"}


def test_names_and_numbers_can_be_found_and_copied(fonts: Fonts) -> None:
    with pypdfium2.PdfDocument(write_pdf(pages_of(samples.MARINES, fonts, sheets=("units",)), fonts)) as document:
        text = document[0].get_textpage().get_text_range()
    for words in (
        "Librarian Orsino Vael",
        "f2c8",
        "12–20",
        "16 / 32",
        "of 120",
        "no Sergeant, Ld 8: 144, 185",
        "200",
    ):
        assert words in text


def test_a_card_is_read_column_by_column(fonts: Fonts) -> None:
    data = write_pdf(pages_of(samples.MARINES, fonts, sheets=("units",)), fonts)
    with pypdfium2.PdfDocument(data) as document:
        text = document[0].get_textpage().get_text_range()
    card = text[text.index("Squad Ancora") :]
    words = ("Weapon Range", "Boltgun 24", "Model WS BS", "Sergeant 4 4", "Marine 4 4", "of 40", "Order points")
    assert sorted(words, key=card.index) == list(words)


def test_fonts_are_embedded_as_subsets(fonts: Fonts) -> None:
    data = write_pdf(pages_of(samples.MARINES, fonts), fonts)
    with pikepdf.open(io.BytesIO(data)) as file:
        fonts_used = [each for each in dictionaries(file) if each.get("/Type") == "/FontDescriptor"]
        names = sorted(str(each.FontName) for each in fonts_used)
        assert all("/FontFile2" in each for each in fonts_used)
    assert names == [
        "/MUSTRA+RobotoCondensed-Regular",
        "/MUSTRB+RobotoCondensed-Medium",
        "/MUSTRC+RobotoCondensed-Bold",
    ]
    assert len(data) < 100_000


def test_nothing_in_the_file_is_set_smaller_than_seven_points(fonts: Fonts) -> None:
    """As its operators say, those of furniture too."""
    sheets = ("roster", "units", "vehicles", "reference", "rules", "cards")
    data = write_pdf(pages_of(samples.MARINES, fonts, sheets=sheets), fonts)
    drawn = b"\n".join(streams(data))
    sizes = {float(size) for size in re.findall(rb"/F\d ([\d.]+) Tf", drawn)}
    assert sizes and min(sizes) == 7


def test_the_list_leads_to_cards_and_the_name_of_a_card_back_to_the_list(fonts: Fonts) -> None:
    pages = pages_of(samples.MARINES, fonts)
    with pikepdf.open(io.BytesIO(write_pdf(pages, fonts))) as file:
        leaves = [page.obj.objgen for page in file.pages]
        for n, page in enumerate(pages.pages):
            found = [*file.pages[n].obj.get("/Annots", ())]
            assert len(found) == len(page.links) > 0
            for link, annotation in zip(page.links, found, strict=True):
                assert str(annotation.Contents) == link.words
                assert leaves.index(annotation.Dest[0].objgen) == link.page
                assert float(annotation.Dest[3]) == pytest.approx((page.height - link.to) * MM, abs=0.01)
                there = pages.pages[link.page]
                assert there.sheet == "roster" or link.to in [stay.top for stay in there.stays]
        told = [link.words for link in pages.pages[0].links]
        assert "The card of Devastator Squad" in told and len(told) == len({*told})


def test_furniture_is_in_the_file_once(fonts: Fonts) -> None:
    data = write_pdf(pages_of(samples.MARINES, fonts, sheets=("units",)), fonts)
    track = [stream for stream in streams(data) if stream.count(b" re S") == 40]
    assert len(track) == 1


def test_figures_are_of_one_width(fonts: Fonts) -> None:
    for weight in Weight:
        assert len({fonts.width(figure, weight) for figure in "0123456789"}) == 1


def test_all_letters_that_the_font_lacks_are_one_finding_and_each_is_a_box(fonts: Fonts) -> None:
    bikes = replace(samples.BIKES, name="Warbikers 神", notes="神 again")
    nobz = replace(samples.NOBZ, name="Nobz 👨\u200d👩\u200d👧 e\u0301 x\u20dd", notes="漢字仮名")
    pages = pages_of(replace(samples.ORKS, units=(bikes, nobz)), fonts)
    (finding,) = pages.findings
    assert finding.severity is Severity.WARNING
    assert "lacks 神 (U+795E)," in finding.message and "more characters" in finding.message
    with pypdfium2.PdfDocument(write_pdf(pages, fonts)) as document:
        text = "\n".join(page.get_textpage().get_text_range() for page in document)
    assert "Warbikers ☐" in text and "Nobz ☐☐☐ é x" in text and "�" not in text


def test_letters_of_other_alphabets_are_printed(fonts: Fonts) -> None:
    strange = replace(samples.BIKES, name="Żółte Жуки Übermut Ωμέγα")
    pages = pages_of(replace(samples.ORKS, units=(strange,)), fonts)
    assert pages.findings == ()
    with pypdfium2.PdfDocument(write_pdf(pages, fonts)) as document:
        assert strange.name in document[1].get_textpage().get_text_range()


def test_hundreds_of_different_letters_are_found_again(fonts: Fonts) -> None:
    """Codes of pages have one byte as long as there are such, then two."""
    letters = "".join(map(chr, (*range(0x21, 0x7F), *range(0xC0, 0x17F), *range(0x410, 0x450))))
    style = Style(Weight.REGULAR, 8, 1)
    items = tuple(Text(10, 20 + 5 * n, letters[n * 32 :][:32], style, 100) for n in range(len(letters) // 32 + 1))
    blank = pages_of(samples.MARINES, fonts)
    made = replace(blank, pages=(replace(blank.pages[0], items=items, links=()),), outline=(), form=None)
    data = write_pdf(made, fonts)
    with pypdfium2.PdfDocument(data) as document:
        assert "".join(document[0].get_textpage().get_text_range().split()) == letters
    with pikepdf.open(io.BytesIO(data)) as pdf:
        widths = next(iter(pdf.pages[0].Resources.Font.values())).DescendantFonts[0].W
        shown = [int(width) for width in widths[1] if width]
        assert shown == [round(fonts.width(letter, Weight.REGULAR) * 1000) for letter in " " + letters]


def test_only_the_sheets_chosen_are_printed(fonts: Fonts) -> None:
    assert {page.sheet for page in pages_of(samples.MARINES, fonts, sheets=("vehicles",)).pages} == {"vehicles"}
    with pytest.raises(ExportError, match="nothing for the sheets chosen: vehicles"):
        pages_of(replace(samples.ORKS, units=(samples.BOYZ,)), fonts, sheets=("vehicles",))


def test_unknown_papers_and_sheets_are_named(fonts: Fonts) -> None:
    with pytest.raises(InputError, match="paper 'a3' is not known; choose from: a4, a5, letter"):
        pages_of(samples.ORKS, fonts, paper="a3")
    with pytest.raises(
        InputError, match="sheet 'maps' is not known; choose from: roster, units, vehicles, assault, tokens"
    ):
        SheetOptions(sheets=("maps",))


def dictionaries(file: pikepdf.Pdf) -> Iterator[pikepdf.Dictionary]:
    yield from (each for each in file.objects if isinstance(each, pikepdf.Dictionary))


def streams(data: bytes) -> Iterator[bytes]:
    with pikepdf.open(io.BytesIO(data)) as file:
        yield from (each.read_bytes() for each in file.objects if isinstance(each, pikepdf.Stream))


@pytest.mark.long
def test_hundreds_of_units_are_printed(fonts: Fonts) -> None:
    def peak(copies: int) -> tuple[int, int]:
        units = (
            replace(unit, id=f"{unit.id}{n}", groups=tuple(replace(g, id=f"{unit.id}{n}.{g.id}") for g in unit.groups))
            for n in range(copies)
            for unit in samples.MARINES.units
            if unit.groups
        )
        army = replace(samples.MARINES, units=tuple(units))
        tracemalloc.start()
        with pypdfium2.PdfDocument(write_pdf(pages_of(army, fonts, sheets=("units",)), fonts)) as document:
            pages = len(document)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return pages, most

    peak(1)
    (few, little), (many, much) = peak(8), peak(48)
    assert many > 5 * few and many > 50
    assert much < 9 * little, "memory grows no faster than the army"
