"""Fillable sheets in real browsers: boxes are ticked there, results are worked out, what is saved comes back."""

from __future__ import annotations

import io
import time
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image, ImageChops

from builder.services.army.locator import open_army
from builder.services.export.files import export_army
from builder.services.games.filled_sheets import take_in
from builder.sheets.options import SheetOptions
from tests.exporters.browsers import CHROMIUM, FIREFOX, PATIENCE, chromium, firefox

pytestmark = pytest.mark.long

CLICK = "document.getElementsByName(arguments[0])[0].click()"
THERE = "return document.getElementsByName(arguments[0]).length"
VALUE = "const found = document.getElementsByName(arguments[0])[0]; return found && found.value"
SAYS = f"{VALUE} && found.value.includes(arguments[1])"
MANY = 100
"""Shades of grey that a page with text has, and none that is still being opened."""
WIDTH, HEIGHT, LEFT, TOP = 900, 1300, 6, 5
"""Of the window of Chromium, and where it puts the page, in pixels."""


@pytest.fixture
def sheets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MUSTER_GAMES", str(tmp_path / "games"))
    path = tmp_path / "army.pdf"
    options = SheetOptions(sheets=("units",), fillable=True)
    path.write_bytes(export_army(open_army("space-marines-500"), "pdf", options).data)
    return path


@pytest.mark.skipif(FIREFOX is None, reason="no Firefox is installed")
def test_firefox_counts_saves_and_gives_back(sheets: Path, tmp_path: Path) -> None:
    with firefox(tmp_path / "profile") as browser:
        browser.ask("WebDriver:Navigate", url=sheets.as_uri())
        browser.wait(THERE, "t9b8.op.37")
        browser.run(CLICK, "t9b8.op.37")
        assert browser.wait(VALUE, "t9b8.op.now") == "OP 37: passes"
        for word in ("re-roll", "37"):  # ticked, and not any more
            browser.run(CLICK, "t9b8.op.180")
            browser.wait(SAYS, "t9b8.op.now", word)
        saved = tmp_path / "saved.pdf"
        saved.write_bytes(browser.saved())
    taken = take_in([str(saved)])
    with taken.session as session:
        body: Any = session.history[1][-1][1].sides[0].bodies["t9b8"]
        assert body.op == 37 and not taken.left and len(taken.differences) == 1


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
def test_chromium_ticks_a_box_works_out_its_result_saves_and_gives_back(sheets: Path, tmp_path: Path) -> None:
    with pikepdf.open(sheets) as pdf:
        page = pdf.pages[0]
        wide, high = (float(side) for side in page.mediabox[2:])
        places = {named(each): [float(side) for side in each.Rect] for each in page.obj.Annots}
    scale = (WIDTH - 27) / wide

    def corner(x: float, y: float) -> tuple[int, int]:
        return round(LEFT + x * scale), round(TOP + (high - y) * scale)

    left, bottom, right, top = places["f2c8.op.37"]
    west, south, east, north = places["f2c8.op.now"]
    with chromium(tmp_path / "profile", WIDTH, HEIGHT) as browser:
        browser.open(f"{sheets.as_uri()}#toolbar=0&view=FitH")
        before = settled(browser)
        browser.click(*corner((left + right) / 2, (bottom + top) / 2))
        end = time.monotonic() + PATIENCE
        while not changed(before, after := settled(browser), (*corner(west, north), *corner(east, south))):
            assert time.monotonic() < end, "nothing was worked out"
        assert changed(before, after, (*corner(left, top), *corner(right, bottom)))
        saved = tmp_path / "saved.pdf"
        saved.write_bytes(browser.saved())
        browser.open(f"{saved.as_uri()}#toolbar=0&view=FitH")
        again = settled(browser)
        assert changed(before, again, (*corner(left, top), *corner(right, bottom)))
    taken = take_in([str(saved)])
    with taken.session as session:
        body: Any = session.history[1][-1][1].sides[0].bodies["f2c8"]
        assert body.op == 37 and not taken.left and len(taken.differences) == 1


def named(widget: Any) -> str:
    above = widget.get("/Parent")
    return f"{named(above)}.{widget.T}" if above is not None else str(widget.T)


def settled(browser: Any) -> Image.Image:
    """What is on the screen, once it is the same twice and no more one colour."""
    last, end = b"", time.monotonic() + PATIENCE
    while True:
        now = browser.picture()
        if now and now == last:
            picture = Image.open(io.BytesIO(now)).convert("L")
            if len(picture.getcolors() or ()) > MANY:
                return picture
        last = now
        assert time.monotonic() < end, "nothing is shown"
        time.sleep(0.2)


def changed(before: Image.Image, after: Image.Image, box: tuple[int, int, int, int]) -> bool:
    return ImageChops.difference(before.crop(box), after.crop(box)).getbbox() is not None
