"""What players should mind now."""

from __future__ import annotations

from collections.abc import Iterator

from builder.systems.diceless.hit_rows import EXPLODES
from builder.systems.diceless.leadership import TEST_COST, limit
from builder.systems.diceless.movement import TURNS_WITHOUT_TECHMARINE
from builder.systems.diceless.play.attacks.sheltering import has_rule
from builder.systems.diceless.play.attacks.squads import fall_back_text
from builder.systems.diceless.play.attacks.this_phase import may_shoot
from builder.systems.diceless.play.finding import Ref
from builder.systems.diceless.play.reserve_turns import pods, reserve_text
from builder.systems.diceless.play.standing import (
    aboard,
    gone,
    leader_of,
    led_by,
    tested_ld,
    tests_left,
    units_of,
    vehicle_name,
    vehicles_of,
)
from builder.systems.diceless.play.state import USUAL_SPEED, Flag, GameState, Phase, SideState, groups_left
from builder.systems.diceless.play.view.due import tests_due
from builder.systems.diceless.repair import OWN_REPAIR
from builder.systems.diceless.worked import count
from builder.systems.fortyk.model import Unit

MASTERS = ("techmarine", "master of the forge", "enginseer")
"""Those who command servitors, by a part of their names (D-105)."""


def hints(state: GameState) -> Iterator[str]:
    """Yield sentences, those on the side whose turn it is first."""
    if state.phase is Phase.OVER:
        return
    if state.phase is Phase.DEPLOYMENT and not state.mission:
        yield "Agree on the mission and on who has the first turn"
    if state.phase is Phase.SHOOTING:
        left = len(may_shoot(state, state.active))
        whose = "Their" if state.active else "Your"
        yield f"{whose} shooting: {count(left, 'unit') if left else 'no unit'} may still shoot"
    for number in (state.active, 1 - state.active):
        side = state.sides[number]
        units = [unit for unit in units_of(side).values()]
        yield from (hint for unit in units if (hint := _stranded(side, unit)))
        yield from (due for unit in units for due in tests_due(state, Ref(number, unit.id)))
        if number == state.active and state.phase is Phase.MOVEMENT:
            arrivals = reserve_text(state, number)
            if "this turn" in arrivals:
                yield f"Reserve: {arrivals}"
            if early := ", ".join(unit.name for unit in units if unit.id in pods(side, state.turn)):
                yield f"Drop Pod Assault: half of the drop pods, rounded up, arrive in turn 1: {early}"
            yield from (
                f"{unit.name} {fall_back_text(unit)}, unless it regroups" for unit in units if _flees(side, unit)
            )
        yield from (hint for unit in units if (hint := _about_to_fail(side, unit)))
        if number == state.active and state.phase is Phase.MOVEMENT and (moving := _speeds_unsaid(side)):
            yield f"Say how far vehicles move, with speed; until then {USUAL_SPEED}: {', '.join(moving)}"
        if number == state.active:
            yield from (hint for unit in units if (hint := _mindlocked(side, unit)))
            yield from (hint for unit in units if (hint := _repairs_itself(side, unit)))


def _stranded(side: SideState, unit: Unit) -> str:
    passengers = aboard(side, unit.id)
    if not passengers or not gone(side, unit.id):
        return ""
    names = units_of(side)
    listed = ", ".join(names[passenger].name for passenger in passengers)
    results = [each.result for vehicle in unit.vehicles for each in side.vehicles[vehicle.id].rows.landed]
    if EXPLODES in results:
        return f"{unit.name} has exploded: the act explosion settles it on {listed}"
    return f"{unit.name} is no more: {listed} must get out"


def _speeds_unsaid(side: SideState) -> list[str]:
    """The vehicles that count as moved at the usual speed, since their player has said no other (D-50)."""
    return [
        vehicle_name(unit, vehicle)
        for unit, vehicle in vehicles_of(side)
        if not gone(side, unit.id)
        and Flag.RESERVE not in side.units[unit.id].flags
        and side.vehicles[vehicle.id].speed is USUAL_SPEED
        and not (side.vehicles[vehicle.id].rows.immobilised or side.vehicles[vehicle.id].rows.destroyed)
    ]


def _flees(side: SideState, unit: Unit) -> bool:
    return Flag.FALLING_BACK in side.units[unit.id].flags and not gone(side, unit.id)


def _about_to_fail(side: SideState, unit: Unit) -> str:
    leads = led_by(side, unit.id) is not None and not unit.psykers
    if not unit.groups or leads or gone(side, unit.id):
        return ""
    op, ld = side.units[unit.id].op, tested_ld(side, unit.id)
    if ld is None or tests_left(op, ld, TEST_COST):
        return ""
    highest = limit(ld)
    if highest is None:
        return f"{unit.name}: every Ld test fails, its Ld is {ld}"
    return f"{unit.name}: its next Ld test fails ({op} + {TEST_COST} = {op + TEST_COST}, over {highest})"


def _repairs_itself(side: SideState, unit: Unit) -> str:
    """What an immobilised vehicle with Repair does each turn (D-62)."""
    stuck = (side.vehicles[each.id] for each in unit.vehicles if has_rule(unit.rules, "repair"))
    if not any(now.rows.immobilised and not now.rows.destroyed and any(now.lines.values()) for now in stuck):
        return ""
    return f"{unit.name} is immobilised: its own repair takes {OWN_REPAIR} DMG off a line each turn"


def _mindlocked(side: SideState, unit: Unit) -> str:
    """What servitors do without somebody to command them (D-105)."""
    if gone(side, unit.id) or not any("mindlock" in rule.casefold() for rule in unit.rules):
        return ""
    leader = leader_of(side, unit.id)
    left = [group.name for each in (unit.id, leader) if each for group, _ in groups_left(side, each)]
    if any(master in name.casefold() for name in left for master in MASTERS):
        return ""
    return f"{unit.name}: without a Techmarine servitors work {count(TURNS_WITHOUT_TECHMARINE, 'turn')}, then no more"
