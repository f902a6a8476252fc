"""Assault cards: on sheets, on cards to cut out, and beside the unit in a game."""

from __future__ import annotations

from pathlib import Path

import pypdfium2

from builder.exporters.designs import read_design
from builder.exporters.pdf.fonts import load_fonts
from builder.resources import find_resource
from builder.services.army.locator import open_army
from builder.services.export.files import export_army
from builder.sheets.card_backs import back_strips
from builder.sheets.options import SheetOptions
from builder.sheets.page import PageField, Text, flat
from builder.sheets.panels import panel_strips
from builder.sheets.typesetter import Typesetter
from builder.systems.assault.cards import assault_cards
from builder.systems.blocks import PanelCard, TablePanel, Tally
from builder.systems.blocks.fields import sheet_fields, with_values
from builder.systems.fortyk.readings import army_of
from builder.systems.play.game import UnitRef
from tests.systems.making import write_card
from tests.systems.modular import EVERY, MOB, Table

BOYZ = "d5f6"


def test_an_assault_card_tells_all_of_a_kind_of_model_in_one_row() -> None:
    """A-05 to A-09: dice, steps, S, then the scores by WS and by T; where there is no room, a table for each group."""
    army = army_of(open_army("plain-orks-500").reading)
    assert army is not None
    card = next(each for unit in army.units if unit.id == BOYZ for each in assault_cards(unit))
    scores = card.below[0]
    assert isinstance(scores, TablePanel) and sum(each.columns for each in scores.groups) == len(scores.table.columns)
    nob = next(row.cells for row in scores.table.rows if row.cells[1] == "Nob")
    assert nob[2:9] == ("4", "5", "4", "1", "1", "10", "8")
    assert nob[9:] == ("3+", "3+", "3+", *("4+",) * 5, "5+", "5+", *("2+",) * 6, "3+", "4+", "5+", "6+")
    dice, step, hits, wounds = scores.parts
    assert [column.title for column in dice.table.columns[1:]] == ["contact", "charges", "after shot", "support"]
    assert len(step.table.columns) == 4 and len(hits.table.rows) == 1 and len(wounds.table.rows) == 2
    assert "  In support: without its weapon: S and step of its own (A-06)" in write_card(card).splitlines()


def test_a_card_tells_what_bars_a_charge() -> None:
    """A-03: heavy weapons, and what fires twice at a stand; nothing of who has neither."""
    army = army_of(open_army("plain-space-marines-500").reading)
    assert army is not None
    told = {card.id: " ".join(write_card(card).split()) for unit in army.units for card in assault_cards(unit)}
    assert "No charge: after standing still to fire: Missile launcher; after standing still and f" in told["t6y7.a"]
    assert "No charge" not in told["e4r5.a"]


def test_models_that_fight_alike_share_a_row_and_keep_their_own_wounds() -> None:
    """A-05 to A-09: whatever they shoot with."""
    army = army_of(open_army("plain-space-marines-500").reading)
    assert army is not None
    card = next(card for unit in army.units if unit.id == "t6y7" for card in assault_cards(unit))
    scores = card.below[0]
    assert isinstance(scores, TablePanel)
    assert [row.cells[:2] for row in scores.table.rows] == [
        ("1", "Sergeant"),
        ("9", "Boltgun, Plasma gun, Missile launcher"),
    ]
    assert [(each.title, each.boxes) for each in card.below if isinstance(each, Tally)] == [
        ("Wounds: Sergeant", 1), ("Boltgun", 7), ("Plasma gun", 1), ("Missile launcher", 1)
    ]  # fmt: skip


def test_the_figures_of_the_card_stand_beside_the_unit() -> None:
    """A-05 to A-09: of who is left; the row is the same object until its unit changes."""
    table = Table(("assault",))
    view = table.play.viewer()
    row = next(each for each in view(table.game).sides[0].tables[0].rows if each.ref == BOYZ)
    told = ["".join(span.text for span in each.spans) for each in row.details if each.label == "Assault"]
    assert told[-1] == (
        "4 dice, charging 5, step 1, S 8: Nob; after shooting 4, in support 1; hits 3+ to WS 3, 4+ to WS 8, 5+ to WS 10"
        "; wounds 2+ to T 6, 3+ to T 7, 4+ to T 8, 5+ to T 9, 6+ to T 10"
    )
    low = ["".join(span.text for span in ways[-1]) for ways in row.brief]
    assert low[-1] == "4 dice, charging 5, step 1, S 8: Nob", "a low screen has what matters most"
    assert row is next(each for each in view(table.game).sides[0].tables[0].rows if each.ref == BOYZ)
    table.do("wounds", unit=BOYZ, wounds="2", models="nob")
    row = next(each for each in view(table.game).sides[0].tables[0].rows if each.ref == BOYZ)
    assert "Nob" not in str([each for each in row.details if each.label == "Assault"])


def test_every_round_has_a_box_for_wounds_given_and_taken(tmp_path: Path) -> None:
    """A-10: on sheets and on cards, within their edges; cards tell the dice of all four places."""
    path = tmp_path / "mob.yaml"
    path.write_text(MOB, "utf-8")
    army = open_army(str(path))
    card = next(card for card in army.reading.cards() if card.id == "b1.a")
    for n in (1, 4):
        assert f"  Round {n}: wounds given ____, taken ____" in write_card(card).splitlines()
    fields = {each.id: each.words for each in sheet_fields((card,))}
    assert fields["b1.a.given1"].endswith("round 1, given") and "b1.a.taken4" in fields
    found = find_resource("templates/sheets", "standard")
    assert found and isinstance(card, PanelCard)
    setter, pairs = Typesetter(read_design(found.path), load_fonts()), card.below[-1]
    for width, rows in ((190.0, 2), (58.0, 3)):
        strips = panel_strips(setter, pairs, width)
        halves = [item for strip in strips for item in flat(strip.items) if isinstance(item, PageField)]
        assert sum(strip.rows for strip in strips) == rows, "below its title where there is no room beside it"
        assert len(halves) == 8 and all(each.x + each.width <= width for each in halves)
    data = export_army(army, "pdf", SheetOptions(sheets=("cards",))).data
    with pypdfium2.PdfDocument(data) as document:
        text = " ".join(page.get_textpage().get_text_range() for page in document)
    assert "contact 3 · charges 4 · after shot 3 · support 1" in text and "I 2 · cover 10 · S 3" in text


def test_what_is_filled_in_on_assault_cards_comes_into_the_game() -> None:
    """H-03, H-05: and the boxes of house rules, but for that of who stood still, which no game keeps."""
    table = Table(("assault", "house"), EVERY)
    assert table.play.sheets is not None and table.play.filled is not None
    cards = {card.id: card for card in table.play.sheets(table.game, 0, False).cards}
    ticked = {f"{BOYZ}.a.{box}": True for box in ("engaged", "slugga.1", "slugga.2")}
    ticked |= {f"{BOYZ}.{box}": True for box in ("on_overwatch", "stood_still", "falling_back")}
    group = next(each.id for each in table.game.body(UnitRef(0, BOYZ)).unit.groups)
    ticked = {id.replace("slugga", group): value for id, value in ticked.items()}
    for id in (BOYZ, f"{BOYZ}.a"):
        for change in table.play.filled(table.game, 0, cards[id], with_values(cards[id], ticked)):
            table.game = change.apply(table.game)
    assert table.flags(BOYZ) == {"engaged", "on overwatch", "falling back"}
    assert table.game.body(UnitRef(0, BOYZ)).on_foot == 20


def test_the_back_of_a_card_tells_scores_from_one_enemy_to_another() -> None:
    """A-07, A-08: of S 8, from the first T to the last that the same score wounds."""
    army = army_of(open_army("plain-orks-500").reading)
    assert army is not None
    card = next(each for unit in army.units if unit.id == BOYZ for each in assault_cards(unit))
    found = find_resource("templates/sheets", "standard")
    assert found is not None
    setter = Typesetter(read_design(found.path), load_fonts())
    drawn = [item.text for strip in back_strips(setter, card) for item in flat(strip.items) if isinstance(item, Text)]
    assert "1–3: 3+ · 4–8: 4+ · 9–10: 5+" in drawn
    assert "1–6: 2+ · 7: 3+ · 8: 4+ · 9: 5+ · 10: 6+" in drawn
