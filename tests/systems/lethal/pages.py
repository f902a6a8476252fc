"""The pages of Lethal 40K armies, laid out, and what stands on them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from builder.exporters.designs import read_design
from builder.exporters.pdf.fonts import load_fonts
from builder.resources import find_resource
from builder.services.army.locator import open_army
from builder.services.export.files import roster_page_of
from builder.sheets.layout import layout
from builder.sheets.options import SheetOptions
from builder.sheets.page import Page, PageField, Pages, Text, flat
from builder.systems.blocks import Card, PanelCard

STARTERS = ("lethal-chaos-1000", "lethal-orks-1000", "lethal-levy-500", "lethal-marines-1000")


def pages_of(source: str, sheets: tuple[str, ...], paper: str = "a4", **options: Any) -> Pages:
    army = open_army(source)
    found = find_resource("templates/sheets", "standard")
    assert found
    chosen = SheetOptions(paper=paper, sheets=sheets, **options)
    return layout(army.reading.cards(), roster_page_of(army), chosen, read_design(found.path), load_fonts())


def words(page: Page) -> str:
    return " ".join(item.text for item in flat(page.items) if isinstance(item, Text))


def boxes_of(pages: Pages, start: str) -> list[PageField]:
    every = (item for page in pages.pages for item in flat(page.items) if isinstance(item, PageField))
    return [box for box in every if box.id.startswith(start)]


def card(cards: Iterable[Card], id: str) -> PanelCard:
    found = next(one for one in cards if one.id == id)
    assert isinstance(found, PanelCard)
    return found
