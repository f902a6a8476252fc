"""What a click does among data sets and what they hold."""

from __future__ import annotations

from pathlib import Path

from textual.pilot import Pilot

from builder.services.data.catalogue_store import add
from builder.tui.app import MusterApp
from builder.tui.widgets.line_pane import LinePane
from tests.formats.datafiles import catalogue, folder, game_system
from tests.tui.making import play, until
from tests.tui.test_data import opened, sets, shown


def test_a_click_on_what_a_set_holds_goes_there_and_to_that_set(tmp_path: Path) -> None:
    add(str(folder(tmp_path / "source", {"s.gst": game_system(), "m.cat": catalogue()})))

    async def part(pilot: Pilot[None]) -> None:
        screen = await opened(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: bool(screen.query_one("#found", LinePane).rows))
        await pilot.press("tab", "down")
        assert getattr(sets(screen).row, "id", "") != "Small Wars"
        await pilot.click("#found", offset=(5, 3))
        await until(pilot, lambda: getattr(sets(screen).row, "id", "") == "Small Wars" and screen.pane == "find")
        await pilot.press("ctrl+n")
        await until(pilot, lambda: "New army: Marines" in shown(pilot))

    play(MusterApp(), part, (120, 40))
