"""Cards as text and as JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from decimal import Decimal

import pytest

from builder.exporters.card_text import WIDTH
from builder.exporters.designs import read_design
from builder.exporters.json import AIDS, SCORE, write_json
from builder.exporters.json import CARDS as KINDS
from builder.exporters.pdf.fonts import load_fonts
from builder.exporters.text import write_text
from builder.record import replace
from builder.services.army.locator import open_army
from builder.services.export.files import export_army, roster_page_of
from builder.sheets.layout import layout
from builder.sheets.options import EVERY_PAGE, SheetOptions
from builder.sheets.page import Item, Mark, Placed, Role, Text
from builder.systems.blocks import Slot
from builder.systems.diceless.cards import army_cards, roster_page
from tests.exporters import samples
from tests.exporters.test_starter_sheets import army
from tests.golden import DESIGN
from tests.sheets_json import DOCUMENT, records, written
from tests.starters import EACH_STARTER

CARDS = army_cards(samples.MARINES)
PAGE = roster_page(samples.MARINES, samples.COUNTERS, samples.FINDINGS, samples.SLOTS, "Space Marines")
ALL = SheetOptions()


def test_text_reads_as_sentences() -> None:
    lines = write_text(CARDS, PAGE, ALL).splitlines()
    assert lines[:3] == [
        "Third Company strike force",
        "Diceless 40K · 1\u00a0140 of 1\u00a0200 points",
        "Space Marines",
    ]
    assert "Tactical Squad Ancora [t9b8], TR, 215 points" in lines
    assert "  Marine: WS 4, BS 4, S 4, T 4, W 1, I 4, A 1, Ld 8, Sv 3+" in lines
    assert "    Boltgun: 7 × 40 HP = 280, lost ____" in lines
    assert "  Armour: front 13, side 11, rear 10" in lines
    assert any(line.startswith("  Glancing: [x] Crew shaken  [ ] Crew shaken") for line in lines)


def test_text_stays_within_its_width() -> None:
    assert max(map(len, write_text(CARDS, PAGE, ALL).splitlines())) <= WIDTH


def test_a_box_in_a_text_stays_with_its_label() -> None:
    text = write_text(CARDS, PAGE, ALL)
    assert "[ ] 30P" in text
    assert not [
        line for line in text.splitlines() if line.endswith(("[", "[ ]", "[x]")) or line.lstrip().startswith("]")
    ]


def test_the_list_is_told_in_the_order_of_its_page() -> None:
    lines = write_text(CARDS, PAGE, SheetOptions(sheets=("roster",))).splitlines()
    parts = [
        "Total: 26 models, 5 vehicles, 1\u00a0080 HP, 1\u00a0140 points",
        "Reserve",
        "Tokens to give to the opponent",
        "Findings",
    ]
    assert [line for line in lines if line in parts] == parts


def test_text_tells_findings_and_tokens() -> None:
    text = write_text(CARDS, PAGE, SheetOptions(sheets=("roster",)))
    assert "warning: Librarian Vael rides with Squad Ancora" in text
    assert "Scatter 13 (15 when the game starts)" in text
    assert "Hit points" not in text


WORD = re.compile(r"[^\s·,;:()\[\]/-]+")


def words(text: str) -> set[str]:
    return {word.strip(".,!?") for word in WORD.findall(text.casefold())} - {""}


PRINTED_ALONE = words(
    """list to scan: names and points of its units, in words for a phone; page, marks; player, opponent, mission, date
    0 errors, warning, warnings, note, notes; filled: taken; heavy: required, by the table; tick when it comes
    came in; r i – … id
    type, kind, weapon, firepower, unit; weapons: check when destroyed; their texts, each once with its number
    column full: one wound or model gone; number below: models left; cross off, fill from the left
    where; one for each attack on it, each unit lost;
    strike from the right, also strikes the last open number; they meet: broken"""
)
"""Titles of columns whose values say what they are, lines for a pen, how boxes are struck off, codes for a camera."""


def read_out(items: Iterable[Item]) -> Iterator[str]:
    """The words of a page but for those of pictures and of its running head."""
    for item in items:
        if isinstance(item, Mark) and item.role in (Role.FIGURE, Role.ASIDE):
            return
        if isinstance(item, Placed):
            yield from read_out(item.drawing.items)
        elif isinstance(item, Text):
            yield item.text


@pytest.mark.parametrize("name", EACH_STARTER)
def test_all_that_pages_say_is_in_the_text(name: str) -> None:
    """Each figure and each name; and each figure of a card is in the JSON."""
    army = open_army(name)
    options = SheetOptions(sheets=("units", "vehicles", "roster"))
    cards, roster = army.reading.cards(), roster_page_of(army)
    pages = layout(cards, roster, options, read_design(DESIGN), load_fonts()).pages
    told = {word for page in pages for text in read_out(page.items) for word in words(text)}
    assert len(told) > 150
    assert told - words(write_text(cards, roster, options)) - PRINTED_ALONE == set()
    on_cards = [text for page in pages if page.sheet != "roster" for text in read_out(page.items)]
    figures = {word for text in on_cards for word in words(text.replace("\u00a0", "")) if word.isdecimal()}
    held = set(re.findall(r"\w+", write_json(cards, roster, options)))
    assert figures - held == set()


def test_text_can_be_read_aloud() -> None:
    """No dash in the place of a value, no row of boxes, and what tokens are for in words that belong together."""
    plain = open_army("plain-orks-500")
    text = write_text(plain.reading.cards(), roster_page_of(plain), ALL)
    assert "  Trukk [j9k1], 1 vehicle, 30 points" in text.splitlines()
    assert "  Weapon:" in text.splitlines() and "      against vehicles: S\u00a04, Grenade" in text.splitlines()
    epic = open_army("epic-orks-3000")
    text = write_text(epic.reading.cards(), roster_page_of(epic), ALL)
    assert "  Units lost: ____ of 29" in text.splitlines()
    assert "Tokens to have at hand for both players" in text.splitlines()
    assert "[ ] [ ]" not in text


@pytest.mark.parametrize(
    ("sheets", "kinds"), [(("units",), {"unit"}), (("vehicles",), {"vehicle"}), (("roster",), set())]
)
def test_json_holds_the_sheets_chosen(sheets: tuple[str, ...], kinds: set[str]) -> None:
    document = json.loads(write_json(CARDS, PAGE, SheetOptions(sheets=sheets)))
    assert (document["format"], document["version"]) == ("muster-sheets", 1)
    assert {card["kind"] for card in document["cards"]} == kinds
    assert (document["roster"] is not None) is ("roster" in sheets)
    assert document["army"] == {"name": "Third Company strike force", "points": 1140, "limit": 1200}


def test_json_names_the_fields_of_every_box() -> None:
    document = json.loads(write_json(CARDS, PAGE, ALL))
    tactical = next(card for card in document["cards"] if card["id"] == "t9b8")
    assert [group["id"] for group in tactical["groups"]] == ["t9b8.1", "t9b8.2", "t9b8.3", "t9b8.4"]
    assert tactical["groups"][3]["total"] == 280
    assert tactical["track"]["id"] == "t9b8.op"
    ids = list(identities(document["cards"]))
    assert "h9j2.w1" in ids and "d8s9.g1" in ids and "s9j4.F.36" in ids


def test_the_document_names_every_field_of_sheets_in_json() -> None:
    """The table is the contract: fields can be added to it, while one that is gone raises the version."""
    document = DOCUMENT.read_text(encoding="utf-8")
    assert written(document) == document, "run `uv run poe lists`, and look at what has changed"


@pytest.mark.parametrize("name", ["space-marines-500", "lethal-levy-500", "epic-orks-3000", "plain-orks-500"])
def test_each_kind_of_sheet_has_the_fields_of_its_record_in_json(name: str) -> None:
    army = open_army(name)
    options = SheetOptions(sheets=("roster", *EVERY_PAGE[1:]))
    document = json.loads(export_army(army, "json", options).data)
    fields = {KINDS.get(kind, kind.__name__): {*names} for kind, names in records().items()}
    for card in document["cards"]:
        assert card.keys() == fields[card["kind"]] | {"kind", "id"}
    assert document["roster"].keys() == fields["RosterPage"] - {AIDS, SCORE}
    assert document["aids"].keys() == {"tokens", "template", "aid", "reference", "rules"}
    for rule in document["aids"]["rules"]:
        assert rule.keys() == fields["RuleText"]
    for unit in document["roster"]["rows"]:
        assert unit.keys() == fields["RosterRow"]


def test_points_that_are_not_whole_keep_their_fraction() -> None:
    page = replace(PAGE, points=Decimal("12.5"), limit=None)
    assert json.loads(write_json((), page, ALL))["army"] == {
        "name": "Third Company strike force",
        "points": 12.5,
        "limit": None,
    }
    assert "12.5 points" in write_text((), page, ALL)


def identities(value: object) -> Iterator[object]:
    match value:
        case dict():
            if "id" in value:
                yield value["id"]
            for part in value.values():
                yield from identities(part)
        case list():
            for part in value:
                yield from identities(part)


def test_slots_are_told_by_their_names_and_what_is_in_none_too() -> None:
    """Pages have room for codes alone; a row without models counts none."""
    first = PAGE.rows[0]
    altar = replace(first, unit="a", name="Altar", slot="", models=0, detail="", marks=())
    slots = (Slot("EL", "Elites", 1, 0, 3), Slot("HQ", "HQ", 1, 1, None))
    lines = write_text((), replace(PAGE, slots=slots, rows=(replace(first, slot="EL"), altar)), ALL).splitlines()
    assert {"  Elites (EL) 1, allowed 0 to 3", "  HQ 1, at least 1"} < {*lines}
    assert any(line.startswith("Elites (EL): ") for line in lines) and any(
        line.startswith("Without a slot: ") for line in lines
    )
    assert not any("0 models" in line for line in lines)


def test_a_list_counts_the_slots_of_all_its_forces() -> None:
    shown = army("space-marines-500")
    one, *_ = shown.all_slots
    more = replace(one, force="second", taken=2, minimum=1, maximum=3)
    told = roster_page_of(replace(shown, all_slots=(*shown.all_slots, more))).slots
    (found,) = (slot for slot in told if slot.name == one.name)
    assert one.maximum is not None
    assert (found.taken, found.minimum, found.maximum) == (one.taken + 2, one.minimum + 1, one.maximum + 3)
    assert len(told) == len(roster_page_of(shown).slots)
