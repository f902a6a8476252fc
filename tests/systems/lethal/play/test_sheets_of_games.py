"""The sheets of a game of Lethal 40K: boxes filled as it stands."""

from __future__ import annotations

from typing import TypeVar

import pytest

from builder.errors import PlayError
from builder.record import replace
from builder.systems.blocks import Check, CheckRow, HullPanel, PanelCard, States, Strength, TablePanel, Tally
from builder.systems.lethal.play import PLAY
from builder.systems.lethal.play.state import LethalGame
from builder.systems.play.game import UnitRef
from tests.systems.lethal.play.games import TO_COMBAT, begun, played

P = TypeVar("P")


def card(game: LethalGame, identity: str, *, fresh: bool = False) -> PanelCard:
    """A card of the first side."""
    assert PLAY.sheets is not None
    (found,) = [each for each in PLAY.sheets(game, 0, fresh).cards if each.id == identity]
    assert isinstance(found, PanelCard)
    return found


def panel(of: PanelCard, kind: type[P]) -> P:
    """The first panel of a kind."""
    return next(each for each in (*of.left, *of.right, *of.below) if isinstance(each, kind))


def checked(boxes: tuple[Check | None, ...]) -> list[str]:
    """The ids of boxes that are checked."""
    return [box.id for box in boxes if box is not None and box.checked]


def stands() -> LethalGame:
    """A game in which something has happened to a unit and to a vehicle."""
    return played(
        *TO_COMBAT,
        ("known-losses", {"unit": "h5v6", "models": "2"}),
        ("morale", {"unit": "h5v6", "dice": "1,2"}),
        ("ammo", {"unit": "h5v6", "die": "1"}),
        ("mark", {"unit": "h5v6", "mark": "entrenched"}),
        ("hit-vehicle", {"vehicle": "p6t2", "ap": "5", "side": "side", "armour_dice": "2", "table_dice": "2",
                         "lots": "p6t2.w1"}),
        ("note", {"text": "behind the wall", "about": "h5v6"}),
    )  # fmt: skip


def test_losses_ammunition_and_states_are_filled_in() -> None:
    """L-20, L-30, L-31."""
    havocs = card(stands(), "h5v6")
    assert panel(havocs, Strength).struck == 2
    assert panel(havocs, Tally).struck == 1
    assert checked(tuple(box for box, _ in panel(havocs, States).cells)) == ["h5v6.shaken"]
    assert checked(panel(havocs, CheckRow).checks) == ["h5v6.entrenched"]
    assert "behind the wall" in havocs.notes


def test_what_a_vehicle_lost_is_filled_in() -> None:
    """L-52."""
    predator = card(stands(), "p6t2")
    assert checked(panel(predator, TablePanel).checks) == ["p6t2.w1.destroyed"]
    hull = panel(predator, HullPanel)
    assert [each.struck for each in hull.beside if isinstance(each, Tally)] == [0]
    gone = card(played(("set-vehicle", {"vehicle": "p6t2", "destroyed": "yes"})), "p6t2")
    assert [each.struck for each in panel(gone, HullPanel).beside if isinstance(each, Tally)] == [1]


def test_who_is_destroyed_has_nothing_left_on_his_card() -> None:
    """L-31, L-54: also where models were left as the unit was destroyed."""
    gone = card(played(("mark", {"unit": "h5v6", "mark": "destroyed"})), "h5v6")
    assert panel(gone, Strength).struck == panel(gone, Strength).models and "destroyed" in gone.notes
    assert not checked(tuple(box for box, _ in panel(gone, States).cells))


def test_fresh_sheets_are_those_of_before() -> None:
    havocs = card(stands(), "h5v6", fresh=True)
    assert panel(havocs, Strength).struck == 0 and not checked(panel(havocs, CheckRow).checks)


def test_a_sheet_says_when_it_was_printed() -> None:
    assert PLAY.sheets is not None
    notes = [PLAY.sheets(game, 0, False).page.note for game in (PLAY.begin(begun()), stands(), played(("end", {})))]
    assert notes == ["printed before turn 1", "printed in turn 1", "printed after the game"]


def test_a_side_that_is_only_a_name_has_no_sheets() -> None:
    from builder.services.army.locator import open_army
    from builder.systems.play.events import Player

    event = PLAY.start([Player("Mia", open_army("lethal-levy-500").reading), Player("Tom")])
    game = PLAY.begin(PLAY.decode(PLAY.version, PLAY.encode(event)))
    assert PLAY.sheets is not None and PLAY.sheets(game, 0, False).cards
    with pytest.raises(PlayError, match="Tom is only a name"):
        PLAY.sheets(game, 1, False)


def test_what_a_unit_did_this_turn_is_filled_in_and_taken_back() -> None:
    """L-72, L-94: actions that are used, who rides in what now, who was hit in a corridor of fire."""
    assert PLAY.filled is not None
    game = played(
        *TO_COMBAT,
        ("disembark", {"unit": "m4k7", "enemy_near": "no"}),
        ("action", {"unit": "r8n3", "action": "Move-Shoot", "half": True}),
        ("set", {"unit": "m4k7", "used": "1"}),
    )
    now = card(game, "m4k7")
    boxes = {box.id: box for each in now.left if isinstance(each, CheckRow) for box in each.checks}
    assert {each for each in boxes if boxes[each].checked} == {"m4k7.used_1"}
    assert not any("rides in" in fact for fact in now.head.facts)
    assert any("rides in" in fact for fact in card(game, "m4k7", fresh=True).head.facts)
    rows = tuple(
        replace(each, checks=tuple(replace(box, checked=box.id == "m4k7.used_2" or box.checked) for box in each.checks))
        if isinstance(each, CheckRow)
        else each
        for each in now.left
    )
    (change,) = PLAY.filled(game, 0, now, replace(now, left=rows))
    assert change.apply(game).body(UnitRef(0, "m4k7")).deeds.used == 2
