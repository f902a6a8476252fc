"""Sheets of a game: every box that a player would have filled in by then, and no other."""

from __future__ import annotations

from functools import cache

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.errors import PlayError
from builder.record import replace
from builder.services.army.locator import open_army
from builder.services.export.files import pdf_of
from builder.sheets.options import SheetOptions
from builder.systems.blocks import Card, UnitCard, VehicleCard
from builder.systems.diceless.play import PLAY
from builder.systems.diceless.play.changes import (
    Change,
    CrewSet,
    GroupHealthSet,
    HitRowsSet,
    LinesSet,
    Ordered,
    PhaseMoved,
    UnitFlagged,
)
from builder.systems.diceless.play.sheets import sheets
from builder.systems.diceless.play.state import Flag, GameState, Phase, hull_of
from builder.systems.diceless.reading import DicelessReading
from builder.systems.diceless.vehicle_damage import HitRows, hits
from builder.systems.play.changes import Boarded, Noted
from builder.systems.play.events import Event, Player
from tests.systems.diceless.play.games import MARINES, new_game, played

SQUAD, RHINO = "t3k6", "r8n4"


@cache
def starter_game() -> GameState:
    reading = open_army("space-marines-1000").reading
    assert isinstance(reading, DicelessReading)
    return PLAY.begin(PLAY.start([Player("Marines", reading), Player("Gitstompa")]))


@pytest.fixture
def begun() -> GameState:
    return starter_game()


def after(state: GameState, *changes: Change) -> GameState:
    return PLAY.evolve(state, Event(kind="set", text="", changes=changes))


def unit_card(state: GameState, fresh: bool = False) -> UnitCard:
    return next(card for card in sheets(state, 0, fresh).cards if isinstance(card, UnitCard) and card.id == SQUAD)


@cache
def starter_card() -> UnitCard:
    return unit_card(starter_game())


def vehicle_card(state: GameState) -> VehicleCard:
    return next(card for card in sheets(state, 0).cards if isinstance(card, VehicleCard) and card.id == RHINO)


def with_open_boxes(card: Card) -> Card:
    assert isinstance(card, UnitCard | VehicleCard)
    return replace(card, checks=())


def checked(card: Card) -> list[str]:
    assert isinstance(card, UnitCard | VehicleCard)
    return [check.label for check in card.checks if check.checked]


def words_and_ink(cards: tuple[Card, ...], state: GameState) -> tuple[str, int]:
    page = sheets(state, 0).page
    data = pdf_of(cards, page, SheetOptions(sheets=("units",))).data
    with pypdfium2.PdfDocument(data) as document:
        picture = document[0].render(scale=1, grayscale=True).to_pil()
        return document[0].get_textpage().get_text_range(), sum(picture.histogram()[:128])


def test_sheets_of_a_game_that_just_began_are_those_of_the_army(begun: GameState) -> None:
    now, fresh = sheets(begun, 0).cards, sheets(begun, 0, fresh=True).cards
    assert [*map(with_open_boxes, now)] == [*map(with_open_boxes, fresh)]
    waiting = [checked(card) for card in now if checked(card)]
    assert waiting == [["Reserve"]] * len(waiting) and waiting
    reading = open_army("space-marines-1000").reading
    assert sheets(begun, 0, fresh=True).cards == tuple(reading.cards())


@given(models=st.integers(0, 7), noted=st.integers(0, 39), op=st.integers(0, 400))
def test_hit_points_and_order_points_stand_on_the_card(models: int, noted: int, op: int) -> None:
    """D-90."""
    begun, before = starter_game(), starter_card()
    group = next(group for group in before.groups if group.models == 7)
    noted = noted if models else 0
    hurt = after(
        begun,
        GroupHealthSet(side=0, unit=SQUAD, group=group.id, models=models, noted=noted),
        Ordered(side=0, unit=SQUAD, op=op),
    )
    card = unit_card(hurt)
    assert next(each for each in card.groups if each.id == group.id).lost == (7 - models) * 40 + noted
    assert card.track.value == op
    assert (f"now {op}" in card.track.hints) == (op > card.track.size)
    assert unit_card(hurt, fresh=True) == before


def test_a_vehicle_has_its_damage_hits_and_lost_weapons_checked(begun: GameState) -> None:
    """D-91."""
    state = hull_of(begun.sides[0], f"{RHINO}")
    rows = hits(state.rows, [("G", False), ("P", False), ("P", False)]).value
    weapon = vehicle_card(begun).weapons[0].check.id
    hurt = after(
        begun,
        LinesSet(side=0, vehicle=RHINO, lines={"A": 36, "C": 15}),
        HitRowsSet(side=0, vehicle=RHINO, rows=rows, weapons=frozenset({weapon})),
    )
    card = vehicle_card(hurt)
    assert {line.letter: line.damage for line in card.lines if line.damage} == {"A": 36, "C": 15}
    reached = [check.label for line in card.lines for _, check in line.steps if check.checked]
    assert reached == ["36G", "12G"]
    assert [sum(check.checked for check in row.checks) for row in card.hit_rows] == [1, 2]
    assert [mounted.check.checked for mounted in card.weapons] == [True] + [False] * (len(card.weapons) - 1)
    assert not any(check.checked for check in card.checks)


def test_a_wreck_is_marked_as_destroyed(begun: GameState) -> None:
    rows = hits(HitRows(1), [("P", False)] * 5).value
    card = vehicle_card(after(begun, HitRowsSet(side=0, vehicle=RHINO, rows=rows, weapons=frozenset())))
    assert checked(card) == ["Destroyed"]


def test_marks_are_those_that_hold_now(begun: GameState) -> None:
    assert any("rides in Rhino 1" in fact for fact in unit_card(begun).head.facts)
    out = after(
        begun,
        Boarded(side=0, unit=SQUAD, riding_in=None),
        UnitFlagged(side=0, unit=SQUAD, flag=Flag.FALLING_BACK),
        Noted(side=0, unit=SQUAD, text="behind the ruin"),
    )
    card = unit_card(out)
    assert not any("rides" in fact for fact in card.head.facts)
    assert checked(card) == ["Falling back"]
    assert card.notes[-1] == "behind the ruin"


def test_whoever_comes_with_a_unit_in_reserve_is_in_reserve_on_the_card_too() -> None:
    """D-80: the squad in the Rhino, and the captain who leads it."""
    game = played(new_game(), "mark unit=rho mark=reserve")
    waiting = {card.head.name for card in sheets(game, MARINES).cards if "Reserve" in checked(card)}
    assert waiting == {"Rhino 1", "Ancora", "Captain", "Assault squad", "Terminators"}


def limits_of(state: GameState, unit: str, fresh: bool = False) -> tuple[list[str], tuple[str, ...]]:
    """The limits of a unit's track of order points, and the remarks beside them."""
    cards = (card for card in sheets(state, MARINES, fresh).cards if isinstance(card, UnitCard))
    track = next(card.track for card in cards if card.id == unit)
    return [f"{each.words} {each.value}" for each in track.thresholds], track.hints


def test_a_led_unit_is_tested_on_the_ld_of_its_leader_while_he_leads_it() -> None:
    """D-11: the captain's 10, then the sergeant's 9, then the marines' 8."""
    game = new_game()
    led = (["Ld 10 fails above 183", "re-roll above 199"], ("no leader, Ld 9: 167, 194",))
    alone = (["Ld 9 fails above 167", "re-roll above 194"], ("no Sergeant, Ld 8: 144, 185",))
    assert limits_of(game, "anc") == led
    assert limits_of(game, "cap")[1] == ("+25 with each test of its unit",)
    for parted in ("leave leader=cap", "damage unit=cap hp=120"):
        after_that = played(game, parted)
        assert limits_of(after_that, "anc") == alone
        assert limits_of(after_that, "cap")[1] == ()
        assert limits_of(after_that, "anc", fresh=True) == led
    joined = played(game, "leave leader=cap", "join leader=cap unit=dev")
    assert limits_of(joined, "dev") == led


def test_a_unit_is_tested_on_the_best_ld_that_is_left() -> None:
    game = played(new_game(), "leave leader=cap", "damage unit=anc hp=40 group=sergeant")
    assert limits_of(game, "anc") == (["Ld 8 fails above 144", "re-roll above 185"], ())


def test_printed_pages_say_when_and_show_the_damage(begun: GameState) -> None:
    group = unit_card(begun).groups[1]
    hurt = after(
        begun,
        PhaseMoved(turn=3, active=0, phase=Phase.SHOOTING),
        GroupHealthSet(side=0, unit=SQUAD, group=group.id, models=0, noted=0),
        Ordered(side=0, unit=SQUAD, op=120),
    )
    fresh_words, fresh_ink = words_and_ink((unit_card(begun),), begun)
    words, ink = words_and_ink((unit_card(hurt),), hurt)
    assert "printed in turn 3" in words and "printed before turn 1" in fresh_words
    assert f"{group.total}" in words
    assert ink > fresh_ink * 1.2


def test_a_side_that_is_only_a_name_has_no_sheets(begun: GameState) -> None:
    with pytest.raises(PlayError, match="Gitstompa is only a name"):
        sheets(begun, 1)


def test_a_crew_that_is_shaken_stands_on_the_card(begun: GameState) -> None:
    shaken = after(begun, CrewSet(side=0, vehicle=RHINO, shaken=3))
    assert vehicle_card(shaken).notes == (*vehicle_card(begun).notes, "Crew shaken to the end of its turn 3")
    assert vehicle_card(after(shaken, CrewSet(side=0, vehicle=RHINO))).notes == vehicle_card(begun).notes
