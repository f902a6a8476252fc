"""What is printed is what was looked at: samples compared as text and as pixels."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from tests import golden
from tests.golden import EXPORTS, Sample, all_samples, pictures, write

SAMPLES = tuple(all_samples())
TELL = "run `uv run python -m tests.golden`, look at exports/, and keep what is right"
MEAN_DIFFERENCE = 0.6
"""Of 255; another version of the renderer smooths edges a little differently."""


@pytest.fixture(params=SAMPLES, ids=lambda sample: sample.name)
def sample(request: pytest.FixtureRequest) -> Sample:
    assert isinstance(request.param, Sample)
    return request.param


def words(pdf: bytes) -> list[str]:
    """The text of each page, as a viewer finds it."""
    with pypdfium2.PdfDocument(pdf) as document:
        return [page.get_textpage().get_text_range() for page in document]


def test_the_text_export_is_the_kept_one(sample: Sample) -> None:
    assert sample.text == (EXPORTS / f"{sample.name}.txt").read_text(encoding="utf-8"), TELL


def test_the_pages_say_what_the_kept_ones_say(sample: Sample) -> None:
    assert words(sample.pdf) == words((EXPORTS / f"{sample.name}.pdf").read_bytes()), TELL


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


@pytest.mark.long
def test_the_command_writes_every_kept_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golden, "png", Image.Image.tobytes)  # To make pictures small takes longer than all the rest.
    assert {path.name for path in write(tmp_path)} == {path.name for path in EXPORTS.iterdir()}, TELL
