"""A pane of lines is never painted with lines that were broken for another size."""

from __future__ import annotations

import asyncio

import pytest
from textual.app import App, ComposeResult
from textual.geometry import Region, Size
from textual.widgets import Static

from builder.tui.typeahead import TypeaheadApp
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import plain


class Broken(App[None]):
    """A pane whose rows say for what room they were made."""

    def compose(self) -> ComposeResult:
        pane = LinePane[str](lambda row, _: plain(row))
        pane.fit = lambda: pane.show([f"made for {pane.room}"] * 4)
        yield pane


def test_lines_are_broken_to_the_room_they_are_painted_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """A screen is painted right after it was laid out, before its panes are told that they have another size."""

    async def look() -> None:
        async with Broken().run_test(size=(80, 10)) as pilot:
            pane = pilot.app.query_one(LinePane)
            for width in (40, 24, 120):
                monkeypatch.setattr(LinePane, "size", Size(width, 10))
                monkeypatch.setattr(LinePane, "scrollable_content_region", Region(0, 0, width, 10))
                pane.render_lines(Region(0, 0, width, 10))
                assert set(pane.rows) == {f"made for {width - 1}"}
            monkeypatch.setattr(LinePane, "scrollable_content_region", Region())
            pane.fit()
            monkeypatch.setattr(LinePane, "scrollable_content_region", Region(0, 0, 120, 10))
            pane.render_lines(Region(0, 0, 120, 10))
            assert set(pane.rows) == {"made for 119"}, "as before it was out of view, not as while it was"

    asyncio.run(look())


class Above(TypeaheadApp):
    """A pane above lines that take more or less of the room."""

    def compose(self) -> ComposeResult:
        yield LinePane[str](lambda row, _: plain(row))
        below = Static()
        below.styles.dock, below.styles.height = "bottom", 5
        yield below


def test_a_pane_that_gets_room_shows_again_what_it_was_scrolled_past() -> None:
    """An act gives the cursor another row before what stands below the pane has its new height."""

    async def look() -> None:
        async with Above().run_test(size=(40, 15)) as pilot:
            pane, below = pilot.app.query_one(LinePane), pilot.app.query_one(Static)

            async def leave(lines: int) -> None:
                below.styles.height = 15 - lines
                await pilot.pause()
                assert pane.size.height == lines

            pane.show([f"line {number}" for number in range(40)])
            await leave(10)
            pane.show(pane.rows, 12)
            assert pane.scroll_offset.y == 3
            await leave(14)
            assert pane.scroll_offset.y == 0, "all of it fits from the top on"

            await leave(10)
            assert pane.scroll_offset.y == 3
            pane.keep_below(2)
            assert pane.scroll_offset.y == 5
            await leave(11)
            assert pane.scroll_offset.y == 4, "what was in view below the cursor stays there"

            pane.scroll_to(y=9, animate=False, immediate=True)
            await leave(14)
            assert pane.scroll_offset.y == 9, "where the player scrolled to"

    asyncio.run(look())
