"""How a formation of Epic stands on a page."""

from __future__ import annotations

from collections.abc import Iterator

from builder.services.army.locator import open_army
from builder.sheets.options import SheetOptions
from builder.sheets.page import PageField, Pages, Text, flat
from tests.exporters.test_starter_sheets import laid_out
from tests.systems.making import write_card


def sheets(army: str) -> Pages:
    return laid_out(army, SheetOptions(sheets=("units",)))


def fields(pages: Pages, start: str) -> Iterator[PageField]:
    items = (item for page in pages.pages for item in flat(page.items))
    return (item for item in items if isinstance(item, PageField) and item.id.startswith(start))


def test_few_markers_stand_beside_the_damage_of_war_engines() -> None:
    pages = sheets("epic-orks-3000")
    damage = list(fields(pages, "ss7p.1.1."))
    markers = [box for box in fields(pages, "ss7p.b") if box.id[-1].isdecimal()]
    assert len(damage) == 4 and len(markers) == 2
    assert max(box.x + box.width for box in damage) < markers[0].x
    middle = damage[0].y + damage[0].height / 2
    assert all(box.y < middle < box.y + box.height for box in markers)


def test_firepower_has_the_room_of_notes_that_a_weapon_has_not() -> None:
    pages = sheets("epic-orks-3000")
    texts = {item.text for page in pages.pages for item in flat(page.items) if isinstance(item, Text)}
    assert any("AP6+ / AT6+ / AA6+" in text.replace("\u00a0", " ") for text in texts), "in one line"


def test_the_text_of_a_formation_goes_the_way_of_its_card() -> None:
    """What it has done stands in its head, who rides below its markers."""
    army = open_army("epic-orks-3000")
    lines = write_card(next(iter(army.reading.cards()))).splitlines()
    begun = ("Skragdakka", "  29 units", "  Initiative", "  [ ] Activated", "  1 Oddboy", "  Units lost", "  Transport")
    places = [next(n for n, line in enumerate(lines) if line.startswith(words)) for words in begun]
    assert places == sorted(places)
