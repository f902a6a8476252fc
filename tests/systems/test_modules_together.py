"""Trial Assault and the house rules in one game: each adds itself to its course, and neither knows the other."""

from __future__ import annotations

import pytest

from builder.errors import PlayError
from builder.record import replace
from builder.systems.play.game import UnitRef, with_body
from tests.systems.modular import EVERY, Table

BOYZ, SQUAD, RIDERS = "d5f6", "n8m9", "h4g5"


def test_overwatch_fires_between_declaring_and_moving() -> None:
    """H-03, H-06: neither module knows the other; who falls back from the fire does not charge."""
    table = Table(("assault", "house"), EVERY)
    for _ in range(4):
        table.do("next")
    assert table.game.clock.active == 1
    table.do("overwatch", unit=SQUAD, dice="3,4")
    assert "on overwatch" in table.flags(SQUAD, 1)
    while table.game.clock.active == 1 or table.game.clock.phase != "assault":
        table.do("next")
    said = table.do("declare-charge", unit=BOYZ, targets=SQUAD, distance="5")
    assert "First Squad may fire from overwatch before it moves" in said
    assert table.due.startswith("First Squad may fire from overwatch"), "before all that comes after it"
    held = Table.__new__(Table)
    held.play, held.game = table.play, table.game
    assert "held its overwatch fire" in held.do("charge-move", unit=BOYZ)
    assert "on overwatch" in held.flags(SQUAD, 1)
    assert "falls back, and does not assault" in table.do("overwatch-fire", unit=SQUAD, at=BOYZ, falls_back=True)
    assert "on overwatch" not in table.flags(SQUAD, 1)
    with pytest.raises(PlayError, match="declare it first"):
        table.do("charge-move", unit=BOYZ)


def test_dice_of_difficult_terrain_are_rolled_before_overwatch_fires() -> None:
    """A-04, H-03: whoever is on overwatch knows of them, and may fire though the charge will be too short."""
    table = Table(("assault", "house"), EVERY)
    table.do("next")
    table.do("turn")
    table.do("overwatch", unit=SQUAD, dice="3,4")
    table.do("turn")
    table.phase("assault")
    (asked,) = table.decision("declare-charge", unit=BOYZ, targets=SQUAD, distance="5.5", difficult=True).questions
    assert (asked.parameter, asked.dice) == ("dice", 2)
    said = table.do("declare-charge", unit=BOYZ, targets=SQUAD, distance="5.5", dice="2,5")
    assert 'over difficult terrain: 5"; First Squad may fire from overwatch' in said
    table.do("overwatch-fire", unit=SQUAD, at=BOYZ)
    assert 'does not charge: 5" is too short for 5.5"' in table.do("charge-move", unit=BOYZ)


def test_mounted_infantry_assaults_six_inches_whatever_its_datasheet_says() -> None:
    """A-02, H-04: without that house rule, and on foot, it charges as far as its datasheet has it."""
    choices: tuple[tuple[dict[str, str], str], ...] = (({}, 'boyz, 9" away'), (EVERY, 'charges 6"'))
    for settings, words in choices:
        table = Table(("assault", "house"), settings, ("plain-imperial-guard-500", "plain-orks-500"))
        body = table.game.body(UnitRef(0, RIDERS))
        swift = replace(body.unit, rule_texts=(("Swift", 'It charges up to 12".'),))
        table.game = with_body(table.game, UnitRef(0, RIDERS), unit=swift)
        table.phase("assault")
        try:
            said = table.decision("declare-charge", unit=RIDERS, targets=BOYZ, distance="9").event.text
        except PlayError as error:
            said = str(error)
        assert words in said
