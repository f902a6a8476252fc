"""A pane of lines is never painted with lines that were broken for another size."""

from __future__ import annotations

import asyncio

import pytest
from textual.app import App, ComposeResult
from textual.geometry import Region, Size

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
