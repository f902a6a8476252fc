"""The state of a game after an event: each of its changes put in its place, without a rule."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import Any, assert_never

from msgspec.structs import replace

from builder.errors import PlayError
from builder.systems.diceless.casualties import Pool
from builder.systems.diceless.play.changes import (
    Agreed,
    Arriving,
    Attacked,
    Begun,
    Boarded,
    Change,
    Dazed,
    DicelessEvent,
    Flagged,
    Held,
    Led,
    Lined,
    Moved,
    Noted,
    Ordered,
    Pooled,
    Reserved,
    Rowed,
    Scored,
    Sped,
    Warped,
)
from builder.systems.diceless.play.state import GameState, SideState, Tokens, UnitState, VehicleState


def begin(event: DicelessEvent) -> GameState:
    """The state that the first event of a game brings.

    Raises:
        PlayError: its armies and how they stand do not fit each other: the log is damaged.
    """
    begun = next(change for change in event.changes if isinstance(change, Begun))
    for side in begun.sides:
        _check_fits(side)
    return evolve(GameState(sides=begun.sides), event)


def evolve(state: GameState, event: DicelessEvent) -> GameState:
    """The state after an event."""
    return _told(reduce(_changed, event.changes, state), event)


def _check_fits(side: SideState) -> None:
    units = side.army.units if side.army else ()
    groups = {unit.id: {group.id for group in unit.groups} for unit in units}
    vehicles = {vehicle.id for unit in units for vehicle in unit.vehicles}
    if groups != {unit: set(now.pools) for unit, now in side.units.items()} or vehicles != side.vehicles.keys():
        raise PlayError(f"the units of {side.name} are not those of its army: its log is damaged")


def _changed(state: GameState, change: Change) -> GameState:
    match change:
        case Begun():
            return replace(state, sides=change.sides)
        case Pooled():
            unit = state.sides[change.side].units[change.unit]
            pool = Pool(change.models, unit.pools[change.group].hp_each, change.noted)
            pools, removed = {**unit.pools, change.group: pool}, unit.removed + change.removed
            return _unit(state, change.side, change.unit, pools=pools, removed=removed)
        case Ordered():
            tested = (*state.sides[change.side].units[change.unit].tested, *filter(None, (change.test,)))
            return _unit(state, change.side, change.unit, op=change.op, tested=tested)
        case Flagged():
            flags, flag = state.sides[change.side].units[change.unit].flags, {change.flag}
            return _unit(state, change.side, change.unit, flags=flags | flag if change.on else flags - flag)
        case Boarded():
            return _unit(state, change.side, change.unit, riding_in=change.riding_in)
        case Led():
            return _unit(state, change.side, change.unit, led_by=change.led_by)
        case Arriving():
            return _unit(state, change.side, change.unit, arrived=change.arrived, put_off=change.put_off)
        case Lined():
            return _vehicle(state, change.side, change.vehicle, lines=change.lines)
        case Rowed():
            return _vehicle(state, change.side, change.vehicle, rows=change.rows, destroyed_weapons=change.weapons)
        case Sped():
            return _vehicle(state, change.side, change.vehicle, speed=change.speed)
        case Dazed():
            return _vehicle(state, change.side, change.vehicle, shaken=change.shaken, stunned=change.stunned)
        case Held():
            tokens = {**state.sides[change.side].tokens, change.kind: Tokens(change.left, change.total)}
            return _side(state, change.side, tokens=tokens)
        case Moved():
            one, other = map(_rested, state.sides)
            moved = replace(state, sides=(one, other), attacks=())
            return replace(moved, turn=change.turn, active=change.active, phase=change.phase)
        case Warped():
            return replace(state, warp_used=change.used)
        case Scored():
            return _side(state, change.side, points=change.points)
        case Reserved():
            return _side(state, change.side, reserve_bonus=change.bonus)
        case Attacked():
            once = (change.volley,) if change.volley.once else ()
            return replace(state, attacks=(*state.attacks, change.volley), used_up=(*state.used_up, *once))
        case Agreed():
            agreed = {"mission": change.mission, "first": change.first, "night": change.night}
            return replace(state, **agreed, largest_first=change.largest_first)
        case Noted():
            return _noted(state, change)
        case _:
            assert_never(change)


def _told(state: GameState, event: DicelessEvent) -> GameState:
    """The units and vehicles that an event was about remember it as their last act."""
    names = ("side", "unit", "vehicle")
    bodies = {tuple(getattr(change, name, None) for name in names) for change in event.changes}
    for side, unit, vehicle in bodies:
        if side is not None and unit is not None:
            state = _unit(state, side, unit, last=event.text)
        if side is not None and vehicle is not None:
            state = _vehicle(state, side, vehicle, last=event.text)
    return state


def _noted(state: GameState, change: Noted) -> GameState:
    if change.side is not None and change.unit is not None:
        return _unit(state, change.side, change.unit, note=change.text)
    if change.side is not None and change.vehicle is not None:
        return _vehicle(state, change.side, change.vehicle, note=change.text)
    return replace(state, notes=(*state.notes, change.text))


def _rested(side: SideState) -> SideState:
    """A side in a new phase: what befell its units in the last one is forgotten."""
    stirred = {unit for unit, now in side.units.items() if now.removed or now.tested}
    units = {unit: replace(now, removed=0, tested=()) if unit in stirred else now for unit, now in side.units.items()}
    return replace(side, units=units) if stirred else side


def _unit(state: GameState, side: int, unit: str, **values: Any) -> GameState:
    units: Mapping[str, UnitState] = state.sides[side].units
    return _side(state, side, units={**units, unit: replace(units[unit], **values)})


def _vehicle(state: GameState, side: int, vehicle: str, **values: Any) -> GameState:
    vehicles: Mapping[str, VehicleState] = state.sides[side].vehicles
    return _side(state, side, vehicles={**vehicles, vehicle: replace(vehicles[vehicle], **values)})


def _side(state: GameState, side: int, **values: Any) -> GameState:
    now: SideState = replace(state.sides[side], **values)
    return replace(state, sides=(now, state.sides[1]) if side == 0 else (state.sides[0], now))
