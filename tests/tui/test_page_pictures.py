"""Pages as pictures in the preview: leafed through, with the text a key away, where terminal and packages allow it."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from functools import partial
from importlib import import_module
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual_image.widget import SixelImage

from builder.services.army.locator import open_army
from builder.services.export.files import sheet_pages, sheet_text
from builder.tui.app import MusterApp
from builder.tui.screens import preview
from builder.tui.screens.preview import PreviewScreen, picture_kind_of
from builder.tui.widgets.page_pictures import PagePane
from builder.tui.widgets.print_panes import TextPane
from tests.tui.editing import notices
from tests.tui.making import complete, play, put, until
from tests.tui.painted import lines
from tests.tui.quiet import MOST, app_that_runs

pytestmark = pytest.mark.long

ARMY = "space-marines-500"
"""Its sheets are three pages."""


async def shown(pilot: Pilot[None]) -> PreviewScreen:
    """The sheets of an army in the preview, when all there is to see is there."""
    army = open_army(ARMY)
    screen = PreviewScreen("An army", partial(sheet_text, army), partial(sheet_pages, army))
    await pilot.app.push_screen(screen)
    await complete(pilot, PreviewScreen)
    return screen


def test_pages_are_leafed_through_and_the_text_is_a_key_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preview, "picture_kind_of", lambda app: SixelImage)

    async def part(pilot: Pilot[None]) -> None:
        screen = await shown(pilot)
        pages, text = screen.query_one(PagePane), screen.query_one(TextPane)
        assert pages.has_focus and not text.display
        picture = pages.query_one(SixelImage)
        assert picture.size.height > pages.size.height and picture.size.width > pages.size.width - 4
        assert pages.border_subtitle == "page 1 of 3"
        assert lines(app_that_runs())[-2].startswith(" Right Next page  v Text")
        first = picture.image
        await pilot.press("end", "right")
        assert pages.border_subtitle == "page 2 of 3" and pages.scroll_y == 0
        assert picture.image is not first
        await pilot.press("pagedown")
        assert pages.scroll_y > 0
        await pilot.press("left", "left")
        assert pages.border_subtitle == "page 1 of 3" and picture.image is first
        await pilot.press("v")
        assert text.has_focus and not pages.display and "Third Company strike force" in text.text
        await pilot.press("right", "v")
        assert pages.has_focus and pages.border_subtitle == "page 1 of 3"

    play(MusterApp(), part, (60, 16))


@pytest.mark.parametrize("lacks", ["packages", "colours", "signs", "terminal"])
def test_without_packages_colours_or_signs_no_terminal_is_asked(lacks: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if lacks == "packages":
        monkeypatch.setattr(preview, "find_spec", lambda name: None)
    elif lacks == "colours":
        monkeypatch.setenv("NO_COLOR", "1")
    elif lacks == "signs":
        monkeypatch.setenv("LC_ALL", "C")
    app = MusterApp()
    if lacks != "terminal":
        monkeypatch.setattr(app, "suspend", lambda: pytest.fail("the terminal was asked"))

    async def part(pilot: Pilot[None]) -> None:
        assert picture_kind_of(app) is None
        screen = await shown(pilot)
        assert "Third Company strike force" in screen.text and not screen.query(PagePane)
        assert "v Pictures" not in " ".join(lines(app))
        await pilot.press("v")
        told = (
            "they take pip install 'musterbook[pictures]'"
            if lacks == "packages"
            else "they take a terminal with kitty's"
        )
        await until(pilot, lambda: any(f"Pictures: {told}" in each for each in notices(app)))
        await pilot.press("question_mark")
        await until(pilot, lambda: "Shows the pages as" in " ".join(lines(app)))

    play(app, part)


PATIENT = """
from textual_image import _terminal

read = _terminal.read
_terminal.read = lambda fd, length, timeout: read(fd, length, 5)

from builder.__main__ import main

main()
"""
"""The program on a terminal that may be slow to answer: its library waits for a tenth of a second."""


@pytest.mark.parametrize(
    ("attributes", "graphics", "expected"),
    [
        (b"62;4;22", b"", rb'\x1bP[0-9;]*q"1;1;1000;\d+'),
        (b"62;22", b"OK", rb"\x1b_Gi=\d+,m=1,f=100"),
        (b"62;22", b"", None),
    ],
    ids=["sixel", "kitty", "neither"],
)
def test_a_terminal_is_shown_what_it_says_it_can_show(
    attributes: bytes, graphics: bytes, expected: bytes | None, home: Path
) -> None:
    """The program runs on a terminal that answers what it is asked, as such terminals do."""
    (home / "armies").mkdir()
    put(home / "armies", "a.yaml", ARMY)
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 1200, 800))
    program = subprocess.Popen(
        [sys.executable, "-c", PATIENT, "tui"],
        stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "120", "LINES": "40"},
    )  # fmt: skip
    os.close(slave)
    seen, answered, end = b"", 0, time.monotonic() + MOST

    def until(pattern: bytes) -> None:
        nonlocal seen, answered
        while not re.search(pattern, seen, re.DOTALL):
            ready, _, _ = select.select([master], [], [], max(0, end - time.monotonic()))
            assert ready, seen[-500:]
            seen += os.read(master, 65536)
            # What is read at once may ask twice.
            while asked := re.compile(rb"\x1b\[c|\x1b_Gi=(\d+)[^\x1b]*a=q[^\x1b]*\x1b\\").search(seen, answered):
                answered = asked.end()
                if asked[1] is None:
                    os.write(master, b"\x1b[?" + attributes + b"c")
                elif graphics:
                    os.write(master, b"\x1b_Gi=" + asked[1] + b";" + graphics + b"\x1b\\")

    try:
        until(b"Third Company")
        os.write(master, b"v")
        until(expected or rb"a=q.*Roster")
        os.write(master, b"\x1b")
        assert expected is not None or not re.search(rb'\x1bP[0-9;]*q"|\x1b_Gi=\d+,m=', seen)
    finally:
        program.kill()
        program.wait()
        os.close(master)


def test_the_module_that_asks_the_terminal_is_imported_by_the_preview_alone() -> None:
    script = "import sys, builder.tui.screens.preview, builder.tui.screens.export; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert not {"textual_image", "PIL", "pypdfium2"} & {*done.stdout.split()}
    assert import_module("builder.tui.widgets.page_pictures").picture_kind() is None  # tests have no terminal
