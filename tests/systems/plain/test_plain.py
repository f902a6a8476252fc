"""Plain 40K: 40K profiles without a figure of another game, and games in which wounds are kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
import yaml

from builder.errors import InputError, PlayError
from builder.exporters.text import write_text
from builder.record import replace
from builder.services.army.locator import open_army
from builder.services.export.files import export_army, roster_page_of
from builder.sheets.options import SheetOptions
from builder.systems.blocks import CheckRow, PanelCard, Tally
from builder.systems.fortyk.squads import CHARGED, HULL_STATES, FortykGame
from builder.systems.plain.cards import unit_cards
from builder.systems.plain.game_view import SIGNS
from builder.systems.plain.play import PLAY
from builder.systems.plain.reading import _with_dice
from builder.systems.play.events import Player
from builder.systems.play.lookup import mark_of
from tests.exporters import samples
from tests.exporters.test_starter_sheets import boxes, laid_out
from tests.systems.making import write_card

ARMIES = ("plain-orks-500", "plain-space-marines-500", "plain-imperial-guard-500")


def begun() -> FortykGame[Any]:
    """Orks against marines, the first turn of the orks."""
    armies = [open_army(name).reading for name in ARMIES[:2]]
    game = PLAY.begin(PLAY.start([Player("Mia", armies[0]), Player("Tom", armies[1])]))
    return done(game, "next")


def done(game: FortykGame[Any], verb: str, **given: str | bool) -> FortykGame[Any]:
    """The game after an act."""
    return PLAY.evolve(game, PLAY.decide(game, PLAY.read(game, verb, given)).event)


@pytest.mark.parametrize("name", ARMIES)
def test_its_sheets_have_no_figure_of_another_game(name: str) -> None:
    army = open_army(name)
    every = SheetOptions(sheets=("roster", "units", "vehicles", "tokens", "reference", "rules"))
    text = write_text(army.reading.cards(), roster_page_of(army), every)
    assert not re.search(r"\b(HP|OP|DMG|[DLEAH]-\d\d)\b|[Oo]rder points|token", text)
    assert "wounds" in text and "BS " in text
    assert not re.search(r"\b[Aa]gree\b|fixed here|no effect", text)
    data = export_army(army, "pdf", SheetOptions(sheets=("roster",))).data
    with pypdfium2.PdfDocument(data) as document:
        assert "Tokens" not in document[0].get_textpage().get_text_range()


@pytest.mark.parametrize(
    ("rule", "text", "told"),
    [
        ("'Ere We Go!", "Re-rolls charge distances, which are fixed here (no effect).", "dice of a charge distance"),
        ("Bosspole", "Helps with the Mob Rule; agree how.", "Re-rolls the roll for the Mob Rule."),
        ("Accurate bombardment", "At most three Scatter tokens are used on a blast (agree).", "re-roll where a blast"),
        ("Truce", "The players agree who holds it.", "The players agree who holds it."),
        ("Order", "The unit fires with BS +1 (D-21).", ""),
    ],
)
def test_what_a_game_without_dice_leaves_to_agreement_is_told_as_dice_have_it(rule: str, text: str, told: str) -> None:
    assert told in _with_dice(rule, text) and "fixed here" not in _with_dice(rule, text)
    assert bool(told) == bool(_with_dice(rule, text))


@pytest.mark.parametrize("army", ["orks", "imperial-guard", "space-marines"])
def test_each_rule_that_our_data_words_for_a_game_without_dice_has_words_with_dice(army: str) -> None:
    data = yaml.safe_load((Path(__file__).parents[3] / "datasheets" / "diceless" / f"{army}.yaml").read_text("utf-8"))
    told = [(name, _with_dice(name, text)) for name, text in _rules(data)]
    assert len(told) > 50
    assert [name for name, text in told if not text or re.search(r"\b[Aa]gree\b|\bfixed here\b|\bHP\b", text)] == []


def _rules(part: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """The rules of datasheets with what they say, those of gear and powers too."""
    if isinstance(part, dict):
        for key, value in part.items():
            if isinstance(value, str) and (name == "rules" or key == "text"):
                yield (key if name == "rules" else name), value
            yield from _rules(value, key)
    elif isinstance(part, list):
        for value in part:
            yield from _rules(value)


def test_a_box_stands_for_each_wound() -> None:
    card = next(card for card in open_army("plain-orks-500").reading.cards() if card.id == "d5f6")
    assert isinstance(card, PanelCard)
    boxes = {panel.title: panel.boxes for panel in card.right if isinstance(panel, Tally)}
    assert boxes == {"Slugga": 19, "Rokkit launcha": 2, "Nob": 2}
    assert "Falling back" in write_card(card)


@pytest.mark.parametrize("system", ["plain", "diceless"])
def test_paper_says_with_its_number_whom_a_character_leads_where_two_squads_have_one_name(
    system: str, tmp_path: Path
) -> None:
    army = (Path(__file__).parents[3] / "templates" / "armies" / "plain-orks-500.yaml").read_text("utf-8")
    for old, new in (
        ("    name: Skarmaw's boyz\n", ""),
        ("    name: Trukk boyz\n", ""),
        ("    marks: [riding in j9k1]\n", "    marks: [led by a3s4, riding in j9k1]\n"),
        ("system: plain", f"system: {system}"),
    ):
        assert old in army
        army = army.replace(old, new)
    path = tmp_path / "boyz.army.yaml"
    path.write_text(army, "utf-8")
    opened = open_army(str(path))
    text = write_text(opened.reading.cards(), roster_page_of(opened), SheetOptions(sheets=("roster", "units")))
    assert "Leads Boyz 2" in text and "· leads Boyz 2" in text
    assert "Carries Boyz 2" in text


def test_wounds_fall_on_one_model_until_it_is_dead() -> None:
    game = done(begun(), "wounds", unit="d5f6", wounds="5", models="slugga")
    game = done(game, "wounds", unit="d5f6", wounds="1", models="nob")
    body = game.sides[0].bodies["d5f6"]
    assert [body.left(group) for group in body.unit.groups] == [14, 2, 1]
    assert done(game, "wounds", unit="d5f6", wounds="+1", models="nob").sides[0].bodies["d5f6"].on_foot == 16
    with pytest.raises(PlayError, match="there are 2"):
        done(game, "wounds", unit="d5f6", wounds="3", models="nob")


@pytest.mark.parametrize(
    ("wounds", "told"), [("1", ": 1 wound lost,"), ("2", ": 2 wounds lost,"), ("+1", ": 0 + 1 = 1 wound lost,")]
)
def test_wounds_are_counted_in_words(wounds: str, told: str) -> None:
    game = begun()
    text = PLAY.decide(game, PLAY.read(game, "wounds", {"unit": "a3s4", "wounds": wounds})).event.text
    assert told in text


def test_what_is_no_number_is_told_with_all_that_can_be_written() -> None:
    game = begun()
    with pytest.raises(InputError, match=r"such as 7; or \+3, -1 for how many more or fewer"):
        PLAY.read(game, "wounds", {"unit": "a3s4", "wounds": "few"})


def test_whose_wounds_they_are_is_asked_where_there_are_several_kinds_of_models() -> None:
    game = begun()
    asked = PLAY.decide(game, PLAY.read(game, "wounds", {"unit": "d5f6", "wounds": "1"})).questions
    assert [question.parameter for question in asked] == ["models"]
    assert done(game, "wounds", unit="a3s4", wounds="2").sides[0].bodies["a3s4"].gone


def test_a_vehicle_is_wrecked_and_works_again() -> None:
    game = done(begun(), "vehicle", vehicle="l2z3", what="l2z3.w1")
    game = done(game, "vehicle", vehicle="l2z3", what="wrecked")
    assert game.sides[0].bodies["l2z3"].gone
    with pytest.raises(PlayError, match="is wrecked"):
        done(game, "vehicle", vehicle="l2z3", what="shaken")
    game = done(game, "vehicle", vehicle="l2z3", what="wrecked", off=True)
    assert not game.sides[0].bodies["l2z3"].gone


def test_what_a_unit_did_is_done_with_its_players_turn() -> None:
    game = done(begun(), "mark", unit="d5f6", mark=CHARGED)
    game = done(done(game, "next"), "next")
    assert CHARGED in game.sides[0].bodies["d5f6"].flags
    assert CHARGED not in done(game, "next").sides[0].bodies["d5f6"].flags


def test_the_sheets_of_a_game_show_what_is_lost() -> None:
    game = done(begun(), "wounds", unit="d5f6", wounds="5", models="slugga")
    game = done(game, "mark", unit="d5f6", mark="falling back")
    assert PLAY.sheets is not None
    now, fresh = PLAY.sheets(game, 0, False), PLAY.sheets(game, 0, True)
    assert now.page.note == "printed in turn 1" and not fresh.page.note
    card = next(card for card in now.cards if card.id == "d5f6")
    assert isinstance(card, PanelCard)
    assert [panel.struck for panel in card.right if isinstance(panel, Tally)] == [5, 0, 0]
    (states,) = (panel for panel in card.below if isinstance(panel, CheckRow))
    assert [box.label for box in states.checks if box.checked] == ["Falling back"]


def test_the_units_of_the_side_that_waits_are_those_that_are_meant_by_acts_on_them() -> None:
    view = PLAY.viewer()(begun())
    assert [side.fields for side in view.sides] == [(), ("target", "targets", "at")]
    assert set(view.sides[0].tables[0].rows[0].offers) == {"unit", "about", "leader"}


def test_each_state_has_a_letter_of_its_own_and_who_rides_gets_out_by_the_key_for_it() -> None:
    view = PLAY.viewer()(begun())
    carrier = next(
        each for each in view.sides[1].tables[1].rows if any(m.text.startswith("carries") for m in each.marks)
    )
    assert [(mark.sign, mark.means) for mark in carrier.marks] == [("c", "carries …")]
    rider = next(each for each in view.sides[1].tables[0].rows if each.ref == "t6y7")
    assert rider.does == {"reserve": "disembark"} and [mark.sign for mark in rider.marks] == ["i"]
    signs = [mark_of(state, SIGNS).sign for state in (*PLAY.rules.flags, *HULL_STATES)]
    assert len(set(signs)) == len(signs)


def test_who_waits_in_reserve_has_its_box_ticked() -> None:
    unit, waiting = replace(samples.TACTICALS, marks=()), replace(samples.TACTICALS, marks=samples.TERMINATORS.marks)
    for each, ticked in ((unit, []), (waiting, [f"{unit.id}.reserve"])):
        (card, *_) = unit_cards(each)
        assert isinstance(card, PanelCard)
        rows = [row for row in card.below if isinstance(row, CheckRow)]
        assert [check.id for row in rows for check in row.checks if check.checked] == ticked


def test_boxes_of_a_few_models_share_a_row_and_a_letter_page_holds_five_cards() -> None:
    page = laid_out("plain-space-marines-500", SheetOptions(sheets=("units", "vehicles"), paper="letter")).pages
    assert [len(each.stays) for each in page] == [5]
    tops = {box.id.rpartition(".")[0]: box.y for box in boxes(page[0]) if ".w." in box.id}
    assert len(tops) > len({*tops.values()})
