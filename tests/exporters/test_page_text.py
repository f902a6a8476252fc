"""Printed pages as text for a screen: the cards of each page with their boxes, other sheets page by page."""

from __future__ import annotations

import pytest

from builder.exporters.page_text import drawn
from builder.services.army.locator import open_army
from builder.services.export.files import printed_pages
from builder.sheets.options import SheetOptions
from builder.systems.blocks import Head, ProfileCard

ORIEL = """\
TR  Tactical Squad Oriel                         170
    10 models · 400 HP · rides in Rhino 1

             WS BS S T W I A Ld Sv
Sergeant      4  4 4 4 1 4 2  9 3+
Space Marine  4  4 4 4 1 4 1  8 3+
"""


def text_of(army: str, page: int, **options: object) -> str:
    _, lines = printed_pages(open_army(army), SheetOptions(**options))  # type: ignore[arg-type]
    return "\n".join(lines(page, 66))


def test_a_unit_is_drawn_with_its_boxes_as_on_paper() -> None:
    text = text_of("space-marines-1000", 1)
    assert ORIEL in text
    assert "Boltgun 7 × 40 HP = 280\n□□□□ □□□□ □□□□ □□□□ □□□□ □□□□ □□□□\n" in text
    assert "Sergeant 40   Flamer 40   Missile launcher 40\n□□□□          □□□□        □□□□\n" in text
    track = "□□□□□ □□□□□ □□□□□ □□□□□ □□□□□ □□□□□ □□□□□ □□□□□\n   25    50    75   100   125   150   175   200\n"
    assert f"Order points      Ld 9 fails above 167, re-roll above 194\n{track}" in text
    assert "t3k6" not in text


def test_a_slot_that_is_written_whole_stands_apart_from_the_name() -> None:
    card = ProfileCard(head=Head("k6np", "Epic Hero", "Azrael", "105"))
    assert next(drawn(card, 60)).startswith("Epic Hero  Azrael   ")


def test_a_page_has_the_cards_that_are_printed_on_it() -> None:
    sheets, lines = printed_pages(open_army("space-marines-1000"), SheetOptions())
    assert sheets == ("roster", "units", "units", "vehicles")
    told = ["\n".join(lines(n, 66)) for n in range(len(sheets))]
    assert [n for n, text in enumerate(told) if "Order points" in text and "Scout Squad" in text] == [1]
    assert [n for n, text in enumerate(told) if "    5 models · 200 HP · deep strike" in text] == [2]
    assert "10 units, 29 models, 4 vehicles" in told[0] and "Whirlwind" in told[3]


@pytest.mark.parametrize("width", [36, 53, 66])
def test_tables_and_boxes_fit_the_width(width: int) -> None:
    _, lines = printed_pages(open_army("space-marines-1000"), SheetOptions(sheets=("units",)))
    drawn = [line for line in lines(0, width) if line.startswith("□□") or line.endswith("Ld Sv")]
    assert len(drawn) > 10 and all(len(line) <= width for line in drawn)


def test_every_sheet_of_every_game_is_told_on_its_pages() -> None:
    for army in ("orks-500", "epic-orks-3000", "lethal-marines-1000", "plain-orks-500"):
        sheets, lines = printed_pages(
            open_army(army), SheetOptions(sheets=("roster", "units", "vehicles", "tokens", "rules"))
        )
        assert all(any(line.strip() for line in lines(n, 66)) for n in range(len(sheets))), army


def test_boxes_of_formations_and_models_are_drawn() -> None:
    assert "Blast markers\n□□□□□" in text_of("epic-orks-3000", 0, sheets=("units",)).replace("○", "□")
    assert "□" in text_of("plain-orks-500", 0, sheets=("units",))


def test_what_is_struck_off_is_drawn_and_glancing_hits_are_round() -> None:
    text = text_of("lethal-marines-1000", 0, sheets=("units",))
    assert "\nModels, check: so many lost at once, or below half\n□\n" in text
    hits = text_of("space-marines-1000", 0, sheets=("vehicles",)).replace("\u00a0", " ")
    assert "\nGlancing: ○ Crew shaken" in hits and "\nPenetrating: □ Crew shaken" in hits


def test_backs_of_cards_to_cut_out_tell_what_is_on_them() -> None:
    sheets, lines = printed_pages(open_army("space-marines-1000"), SheetOptions(sheets=("cards",)))
    assert sheets == ("cards",) * 4
    assert "HP off behind a save:" in "\n".join(lines(1, 66)) and "Chapter Master Teor Harkan, back" in lines(1, 66)
    assert "HP off behind a save:" not in "\n".join(lines(0, 66))


def test_a_copy_for_the_opponent_tells_no_notes() -> None:
    note = "The bombardment falls before the pod does."
    assert note in text_of("space-marines-1000", 1)
    assert note not in text_of("space-marines-1000", 1, opponent=True)
