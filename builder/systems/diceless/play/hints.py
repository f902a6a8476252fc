"""What players should mind now."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from builder.scalars import counted
from builder.systems.common.units import has_rule
from builder.systems.diceless.movement import TREMOR, TURNS_WITHOUT_TECHMARINE
from builder.systems.diceless.order_points import TEST_COST, limit
from builder.systems.diceless.play.acts.lost_assaults import LOST_ASSAULT, NO_RETREAT
from builder.systems.diceless.play.acts.tests import WORDS, OrderTest
from builder.systems.diceless.play.attacks.squads import flight_text
from builder.systems.diceless.play.attacks.uses import may_shoot
from builder.systems.diceless.play.course import owed
from builder.systems.diceless.play.queries import (
    aboard,
    gone,
    landed,
    leader_of,
    led_by,
    pods,
    reserve_text,
    tested_ld,
    tests_left,
    units_of,
    vehicle_name,
    vehicles_of,
)
from builder.systems.diceless.play.state import (
    Flag,
    GameState,
    Phase,
    SideState,
    groups_left,
    hull_of,
    unit_of,
)
from builder.systems.diceless.vehicle_damage import EXPLODES, OWN_REPAIR
from builder.systems.fortyk.model import Unit
from builder.systems.play.clock import agreement
from builder.systems.play.game import UnitRef

MASTERS = ("techmarine", "master of the forge", "enginseer")
"""Those who command servitors, by a part of their names (D-105)."""


def hints(state: GameState) -> Iterator[str]:
    """Yield sentences, those on the side whose turn it is first."""
    if state.clock.phase == Phase.OVER:
        return
    yield from (each.text for each in agreement(state) if not state.mission)
    if state.clock.phase == Phase.SHOOTING:
        left = len({state.unit_of(ref) for ref in may_shoot(state, state.clock.active)})
        whose = "Their" if state.clock.active else "Your"
        yield f"{whose} shooting: {counted(left, 'unit') if left else 'no unit'} may still shoot"
    for number in (state.clock.active, 1 - state.clock.active):
        side, acts = state.sides[number], number == state.clock.active
        moves = acts and state.clock.phase == Phase.MOVEMENT
        yield from _of_all(_stranded, side)
        yield from (words for unit in side.bodies for words in _owed(state, UnitRef(number, unit)))
        if moves:
            yield from _arrivals(state, number)
            yield from _of_all(_flees, side)
            yield from _of_all(hit_by_tremor, side)
        yield from _of_all(_about_to_fail, side)
        if moves and (moving := _speeds_unsaid(side)):
            yield f"Say how far vehicles move, with speed or speeds: {', '.join(moving)}"
        if acts:
            yield from _of_all(_mindlocked, side)
            yield from _of_all(_repairs_itself, side)


def remarks(state: GameState) -> Iterator[str]:
    """Yield those of the hints that tell of nothing which is due by itself."""
    for number in (state.clock.active, 1 - state.clock.active) if state.clock.phase != Phase.OVER else ():
        side, acts = state.sides[number], number == state.clock.active
        yield from _of_all(hit_by_tremor, side) if acts and state.clock.phase == Phase.MOVEMENT else ()
        yield from _of_all(_about_to_fail, side)
        for hint in (_mindlocked, _repairs_itself) if acts else ():
            yield from _of_all(hint, side)


def _owed(state: GameState, ref: UnitRef) -> Iterator[str]:
    """Yield the tests that a unit owes."""
    name = state.body(ref).unit.name
    for each in owed(state, ref):
        if each.test in (LOST_ASSAULT, NO_RETREAT):
            yield f"{name} {each.why}: {'a morale test' if each.test == LOST_ASSAULT else 'no retreat'}"
        elif each.test == OrderTest.MORALE:
            yield f"{name} {each.why}: a morale test"
        else:
            yield f"{name}: a {WORDS[OrderTest(each.test)]} test"


def _of_all(hint: Callable[[SideState, Unit], str], side: SideState) -> Iterator[str]:
    """Yield what a hint has to say of the units of a side."""
    return filter(None, (hint(side, body.unit) for body in side.bodies.values()))


def _arrivals(state: GameState, number: int) -> Iterator[str]:
    arrivals, side = reserve_text(state, number), state.sides[number]
    if "this turn" in arrivals:
        yield f"Reserve: {arrivals}"
    if early := ", ".join(unit_of(side, unit).name for unit in pods(side, state.clock.turn)):
        yield f"Drop Pod Assault: half of the drop pods, rounded up, arrive in turn 1: {early}"


def _stranded(side: SideState, unit: Unit) -> str:
    passengers = aboard(side, unit.id)
    if not passengers or not (gone(side, unit.id) or landed(side, unit.id)):
        return ""
    names = units_of(side)
    listed = ", ".join(names[passenger].name for passenger in passengers)
    if not gone(side, unit.id):
        return f"{unit.name} has landed: {listed} must get out"
    results = [each.result for vehicle in unit.vehicles for each in hull_of(side, vehicle.id).rows.landed]
    if EXPLODES in results:
        return f"{unit.name} has exploded: the act explosion settles it on {listed}"
    return f"{unit.name} is no more: {listed} must get out"


def _speeds_unsaid(side: SideState) -> list[str]:
    """The vehicles that count as moved at the usual speed, since their player has said no other (D-50)."""
    return [
        vehicle_name(unit, vehicle)
        for unit, vehicle in vehicles_of(side)
        if not gone(side, unit.id)
        and Flag.RESERVE not in side.bodies[unit.id].flags
        and hull_of(side, vehicle.id).speed is None
        and not vehicle.profile.walker
        and not (hull_of(side, vehicle.id).rows.immobilised or hull_of(side, vehicle.id).rows.destroyed)
    ]


def _flees(side: SideState, unit: Unit) -> str:
    if Flag.FALLING_BACK not in side.bodies[unit.id].flags or gone(side, unit.id):
        return ""
    return flight_text(unit.name, unit)


def _about_to_fail(side: SideState, unit: Unit) -> str:
    leads = led_by(side, unit.id) is not None and not unit.psykers
    if not unit.groups or leads or gone(side, unit.id):
        return ""
    op, ld = side.bodies[unit.id].op, tested_ld(side, unit.id)
    if ld is None or tests_left(op, ld, TEST_COST):
        return ""
    highest = limit(ld)
    if highest is None:
        return f"{unit.name}: every Ld test fails, its Ld is {ld}"
    return f"{unit.name}: its next Ld test fails ({op} + {TEST_COST} = {op + TEST_COST}, over {highest})"


def _repairs_itself(side: SideState, unit: Unit) -> str:
    """Return what an immobilised vehicle with Repair does each turn (D-62)."""
    stuck = (hull_of(side, each.id) for each in unit.vehicles if has_rule(unit.rules, "repair"))
    if not any(now.rows.immobilised and not now.rows.destroyed and any(now.lines.values()) for now in stuck):
        return ""
    return f"{unit.name} is immobilised: its own repair takes {OWN_REPAIR} DMG off a line each turn"


def _mindlocked(side: SideState, unit: Unit) -> str:
    """Return what servitors do without somebody to command them (D-105)."""
    if gone(side, unit.id) or not any("mindlock" in rule.casefold() for rule in unit.rules):
        return ""
    leader = leader_of(side, unit.id)
    left = [group.name for each in (unit.id, leader) if each for group, _ in groups_left(side, each)]
    if any(master in name.casefold() for name in left for master in MASTERS):
        return ""
    return f"{unit.name}: without a Techmarine servitors work {counted(TURNS_WITHOUT_TECHMARINE, 'turn')}, then no more"


def hit_by_tremor(side: SideState, unit: Unit) -> str:
    """Return how a tremor hinders a unit in its move; empty where none does."""
    if Flag.TREMOR not in side.bodies[unit.id].flags or gone(side, unit.id):
        return ""
    slowed = f'it moves {TREMOR}" less'
    risked = "if it moves it takes DMG as in dangerous terrain, with the act terrain"
    return f"{unit.name} was hit by a tremor: {slowed if unit.groups else risked}"
