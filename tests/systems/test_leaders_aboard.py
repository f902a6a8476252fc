"""Who leads a unit that rides is aboard with it as a game begins, in every system where units have leaders."""

from __future__ import annotations

from typing import Any

import pytest

from builder.record import replace
from builder.roster.marks import Mark
from builder.services.army.locator import open_army
from builder.systems.common.marks import marks_in_game
from builder.systems.play.events import Player
from builder.systems.registry import load_system

CASES = [("diceless", "orks-1000"), ("plain", "orks-1000"), ("generic", "orks-1000"), ("lethal", "lethal-orks-1000")]


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize(("system", "starter"), CASES, ids=[system for system, _ in CASES])
def test_a_leader_begins_where_his_unit_is_unless_his_own_mark_says_where(system: str, starter: str, own: bool) -> None:
    reading: Any = load_system(system).read(open_army(starter).view)
    units = reading.army.units
    leader, squad, *others = (unit for unit in units if unit.groups and unit.models)
    carrier, other = [unit for unit in units if not unit.groups] or others[:2], others[-1]
    marks = {
        leader.id: (Mark("riding_in", other.id),) if own else (),
        squad.id: (Mark("led_by", leader.id), Mark("riding_in", carrier[0].id)),
    }
    army = replace(reading.army, units=tuple(replace(unit, marks=marks.get(unit.id, ())) for unit in units))
    play = load_system(system).play()
    assert play is not None
    begun = play.start([Player("Mia", replace(reading, army=army)), Player("Tom")])
    side = play.begin(begun).sides[0]
    assert side.bodies[squad.id].aboard == carrier[0].id
    assert side.bodies[leader.id].aboard == (other.id if own else carrier[0].id)
    assert marks_in_game(army.units)[carrier[0].id] == ()
