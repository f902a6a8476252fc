"""What is printed is what was looked at: samples compared as text and as pixels."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from builder.sheets.options import kind_of
from tests import golden
from tests.exporters.test_text_and_json import PRINTED_ALONE, read_out
from tests.exporters.test_text_and_json import words as words_of
from tests.golden import EXPORTS, Sample, all_samples, pictures, write

NAMES = sorted(path.stem for path in EXPORTS.glob("*.txt"))
GALLERY = golden.ROOT / "docs/sheets.md"
FRONTS = re.compile(r"cards-|epic-space-marines-3000-cards|.*blank-")
"""Cards with an order track, and with weapons in few letters, whose words the sheets of units hold; blank ones."""
TELL = "run `uv run python -m tests.golden`, look at exports/, and keep what is right"
MEAN_DIFFERENCE = 0.6
"""Of 255; another version of the renderer smooths edges a little differently."""


BESIDE_UNITS = [name for name in NAMES if not FRONTS.match(name)]


@cache
def drawn_now() -> dict[str, Sample]:
    """All samples by their names: they take seconds, which only a run that looks at one of them has to wait."""
    return {sample.name: sample for sample in all_samples()}


@pytest.fixture(params=NAMES)
def sample(request: pytest.FixtureRequest) -> Sample:
    return drawn_now()[request.param]


@pytest.mark.long
def test_every_sample_is_kept() -> None:
    assert sorted(drawn_now()) == NAMES, TELL


def words(pdf: bytes) -> list[str]:
    """The text of each page, as a viewer finds it."""
    with pypdfium2.PdfDocument(pdf) as document:
        return [page.get_textpage().get_text_range() for page in document]


def test_the_text_export_is_the_kept_one(sample: Sample) -> None:
    assert sample.text == (EXPORTS / f"{sample.name}.txt").read_text(encoding="utf-8"), TELL


def test_the_pages_say_what_the_kept_ones_say(sample: Sample) -> None:
    assert words(sample.pdf) == words((EXPORTS / f"{sample.name}.pdf").read_bytes()), TELL


AROUND = words_of(
    """all cut out along the ticks, exactly as many as the list or army gives; cut, flip on the long edge, next page
    modifier, reaches, state, tables, what happens, may do, come, save, square example, 100 mm; give tokens to; u1 u2
    the columns that the game's data has, the first of them as most used, front, back; a card of rules, see there"""
)
"""What is said of scissors and paper, and titles that stand above what says the same."""


@pytest.mark.parametrize("sample", BESIDE_UNITS, indirect=True)
def test_the_text_says_all_that_the_pages_say(sample: Sample) -> None:
    """Those of starters' units are held in `test_text_and_json.py`; these are the other kinds of sheets."""
    told = {word for page in sample.pages.pages for text in read_out(page.items) for word in words_of(text)}
    assert told - words_of(sample.text) - PRINTED_ALONE - AROUND == set()


def test_no_line_of_a_text_stumbles(sample: Sample) -> None:
    """No sentence ends within a list, and no dash or gap stands in the place of a value."""
    stumbling = re.compile(r"\.[,;]|[,;:] ?[,;]|(?<!AP) –(?=[,;])|\S {3,}\S")
    assert "blank" in sample.name or not stumbling.findall(sample.text)


def test_the_pages_look_like_the_kept_ones(sample: Sample) -> None:
    kept = sorted(EXPORTS.glob(f"{sample.name}-*.png"))
    drawn = pictures(sample.pdf)
    assert len(drawn) == len(kept), TELL
    for n, picture in enumerate(drawn, 1):
        with Image.open(EXPORTS / f"{sample.name}-{n}.png") as before:
            assert picture.size == before.size, TELL
            difference = ImageStat.Stat(ImageChops.difference(picture, before.convert("L"))).mean[0]
        assert difference < MEAN_DIFFERENCE, f"page {n} of {sample.name} looks different: {TELL}"


def test_a_moved_word_would_be_noticed(sample: Sample) -> None:
    with Image.open(EXPORTS / f"{sample.name}-1.png") as picture:
        grey = picture.convert("L")
        moved = ImageChops.offset(grey, 0, 4)
        assert ImageStat.Stat(ImageChops.difference(grey, moved)).mean[0] > MEAN_DIFFERENCE


def printed(name: str) -> tuple[str, list[set[str]]]:
    """The game of a kept sample, and the titles of the sheets on each of its pages."""
    with pypdfium2.PdfDocument(EXPORTS / f"{name}.pdf") as document:
        pages: list[set[str]] = [set() for _ in document]
        begun = [(each.get_dest().get_index(), each.get_title()) for each in document.get_toc() if not each.level]
        for page, title in begun:
            pages[page].add(title)
        for before, page in pairwise(pages):
            page |= set() if page else before
        return document.get_metadata_value("Title").rpartition(" – ")[2], pages


def gallery() -> Iterator[tuple[str, str, str, int]]:
    """The rows of the gallery: sheet, what stands under "before", sample and page."""
    row = re.compile(r"\| .*<br>(.*) \| (.*) \| !\[.*\]\(\.\./exports/(.*)-(\d+)\.png\) \|")
    for sheet, before, name, page in row.findall(GALLERY.read_text(encoding="utf-8")):
        yield sheet, before, name, int(page)


@pytest.mark.long
def test_the_gallery_shows_each_sheet_of_each_game() -> None:
    """And what it names is what it shows: pages can move when others are added before them."""
    pages_of = {path.stem: printed(path.stem) for path in EXPORTS.glob("*.pdf")}
    shown = set()
    for how, _before, name, page in gallery():
        game, pages = pages_of[name]
        shown |= {(game, title) for title in pages[page - 1]}
        sheet = re.match(r"`([a-z]+)`", how)
        assert sheet is None or kind_of(sheet[1]).name in pages[page - 1], f"{name}, page {page}"
    assert {(game, title) for game, pages in pages_of.values() for page in pages for title in page} - shown == set()


def test_each_page_of_an_earlier_edition_is_shown_once_beside_the_same_page_of_today() -> None:
    pairs = [(before, name, page) for _sheet, before, name, page in gallery() if before != "not there"]
    assert all(before.endswith(f"(before/{name}-{page}.png)") for before, name, page in pairs)
    kept = sorted(path.stem for path in (GALLERY.parent / "before").iterdir())
    assert sorted(f"{name}-{page}" for _, name, page in pairs) == kept


@pytest.mark.long
def test_the_command_writes_every_kept_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golden, "png", Image.Image.tobytes)  # To make pictures small takes longer than all the rest.
    assert {path.name for path in write(tmp_path)} == {path.name for path in EXPORTS.iterdir()}, TELL
