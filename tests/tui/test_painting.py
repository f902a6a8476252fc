"""Of a screen only those lines are asked for that are painted, and they are what Textual paints of all."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from textual._compositor import Compositor
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from builder.tui.painting import LineCompositor
from builder.tui.screens.editor import EditorScreen
from builder.tui.typeahead import TypeaheadApp
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import Horizontal, TextLines, Vertical, plain
from tests.tui.editing import Seen, edit

CROPS = (Region(3, 2, 5, 1), Region(0, 0, 60, 1), Region(20, 4, 30, 6), Region(0, 11, 1, 1), Region(0, 0, 60, 12))


class Panes(TypeaheadApp):
    """A head, two panes in a frame, of which one scrolls, and a line below them."""

    CSS = "TextLines {height: 1} Horizontal {height: 1fr; border: round red} LinePane {width: 1fr; height: 1fr}"

    def get_default_screen(self) -> Screen[None]:
        screen = Screen[None]()
        screen._compositor = LineCompositor()
        return screen

    def compose(self) -> ComposeResult:
        yield TextLines(id="head")
        yield Horizontal(
            LinePane[str](lambda row, _: plain(row), id="many"),
            Vertical(LinePane[str](lambda row, _: plain(row), id="few")),
        )
        yield TextLines(id="foot")


def test_only_lines_that_are_painted_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Region] = []

    async def look() -> None:
        async with Panes().run_test(size=(60, 12)) as pilot:
            for name, number in (("#many", 40), ("#few", 3)):
                pilot.app.query_one(name, LinePane).show([f"{name} {row}" for row in range(number)], 9)
            pilot.app.query_one("#head", TextLines).show(plain("Harkan's Fist"))
            await pilot.pause()
            whole = [painted(pilot.app, Compositor, crop) for crop in CROPS]
            ask = Widget.render_lines

            def noted(widget: Widget, crop: Region) -> list[Strip]:
                asked.append(crop)
                return ask(widget, crop)

            monkeypatch.setattr(Widget, "render_lines", noted)
            for crop, all_of_it in zip(CROPS, whole, strict=True):
                asked.clear()
                assert painted(pilot.app, LineCompositor, crop) == all_of_it
                assert max(each.height for each in asked) <= crop.height
            assert "#many 9" in "".join(strip.text for line in whole[-1] for strip in line if strip)

    asyncio.run(look())


def painted(app: App[None], way: type[Compositor], crop: Region) -> list[list[Strip | None]]:
    """The strips that a compositor paints of part of the screen, line by line."""
    own = app.screen._compositor
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LineCompositor, "_get_renders", way._get_renders)
        chops = own._render_chops(crop, lambda y: crop.y <= y < crop.bottom)
    return [
        [chops[y][x] for x, end in pairwise(own.cuts[y]) if x < crop.right and end > crop.x] for y in crop.line_range
    ]


@pytest.mark.long
@pytest.mark.parametrize("key", ["enter", "escape"])
def test_the_list_of_what_can_be_added_is_not_painted_once_more_when_it_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    """As it would be in its narrow pane, in the room that it has still."""
    painted: list[tuple[bool, bool]] = []
    paint = Screen._compositor_refresh

    async def act(seen: Seen) -> None:
        def noted(screen: Screen[Any]) -> None:
            if isinstance(screen, EditorScreen) and not screen.app._batch_count:
                catalogue = screen.board.catalogue
                painted.append((catalogue.is_adding, catalogue in screen._compositor.visible_widgets))
            paint(screen)

        await seen.press("a", *"scout")
        monkeypatch.setattr(Screen, "_compositor_refresh", noted)
        await seen.press("tab", "shift+tab", key)
        await seen.until(lambda: (False, False) in painted)
        assert (True, True) in painted and (False, True) not in painted

    edit(tmp_path / "army.yaml", act, size=(80, 24))
