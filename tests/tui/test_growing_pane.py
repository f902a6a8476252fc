"""A pane that keeps the lines it has drawn: as long as there is as much room for them."""

from __future__ import annotations

import asyncio

import pytest
from textual.app import App, ComposeResult
from textual.geometry import Region, Size

from builder.tui.widgets.game_log import GrowingPane
from builder.tui.widgets.lines import plain


class Shown(App[None]):
    """A pane by itself."""

    def compose(self) -> ComposeResult:
        yield GrowingPane[str](lambda row, _: plain(row), id="log")


def test_lines_drawn_without_room_are_drawn_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a form closes over the pane it has a size already, and no room inside for a moment."""

    async def look() -> None:
        async with Shown().run_test(size=(40, 10)) as pilot:
            pane = pilot.app.query_one(GrowingPane)
            monkeypatch.setattr(GrowingPane, "size", Size(40, 10))
            pane.show(["one", "two"])
            for width, seen in ((0, False), (40, True)):
                monkeypatch.setattr(GrowingPane, "scrollable_content_region", Region(0, 0, width, 10))
                assert ("two" in pane.render_line(1).text) is seen

    asyncio.run(look())


def test_a_bar_that_comes_late_stands_where_the_lines_do() -> None:
    """Lines are passed in the moment in which more come than fit, before there is a bar."""

    async def look() -> None:
        async with Shown().run_test(size=(40, 5)) as pilot:
            pane = pilot.app.query_one(GrowingPane)
            while not pane.size:
                await asyncio.sleep(0.01)
            pane.show([f"line {number}" for number in range(20)])
            pane.show_vertical_scrollbar = False
            pane.cursor = 9
            pane.show_vertical_scrollbar = True
            assert pane.scroll_y and pane.vertical_scrollbar.position == pane.scroll_y

    asyncio.run(look())
