"""The form for printing under test: opened until its pages are counted, its rows, its lines below."""

from __future__ import annotations

from pathlib import Path

from textual.pilot import Pilot

from builder.services.army.locator import open_army
from builder.services.army.opening import Army
from builder.services.export.form import ExportRow
from builder.tui.screens.export import ExportScreen
from builder.tui.widgets.line_pane import LinePane
from builder.tui.widgets.lines import TextLines
from tests.tui.making import until

NAME = "Third Company strike force"


def opened() -> Army:
    return open_army("space-marines-500")


def shown(pilot: Pilot[None]) -> ExportScreen:
    return next(screen for screen in pilot.app.screen_stack if isinstance(screen, ExportScreen))


def is_told(pilot: Pilot[None], words: str) -> bool:
    return words in status(pilot)


def rows(pilot: Pilot[None]) -> tuple[ExportRow, ...]:
    return tuple(shown(pilot).query_one("#form", LinePane).rows)


def status(pilot: Pilot[None]) -> str:
    return shown(pilot).query_one("#status", TextLines).text


async def begun(pilot: Pilot[None], folder: Path) -> None:
    """Open the form and wait until everything is counted."""
    await pilot.app.push_screen(ExportScreen(NAME, opened, "space-marines-500", folder))
    await until(pilot, lambda: any(row.remark.endswith("pages") or row.remark == "1 page" for row in rows(pilot)))


async def at_page(pilot: Pilot[None], words: str) -> None:
    """Wait until a page stands beside the form, or none does."""
    await until(pilot, lambda: words in shown(pilot).query_one("#pagetitle", TextLines).text)


async def stand_on(pilot: Pilot[None], name: str, value: str = "") -> None:
    """Put the cursor on the row of an option."""
    pane = shown(pilot).query_one("#form", LinePane)
    pane.cursor = next(n for n, row in enumerate(rows(pilot)) if row.name == name and value in ("", row.value))
    await pilot.pause()
