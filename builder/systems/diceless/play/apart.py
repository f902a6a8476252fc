"""Names that occur twice: those of one side are numbered, those on both sides say in what is told whose they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import count
from typing import TypeVar

from msgspec.structs import replace as replaced

from builder.systems.diceless.play.standing import units_of
from builder.systems.diceless.play.state import GameState, SideState
from builder.systems.fortyk.model import Army, Unit, Vehicle

Body = TypeVar("Body", Unit, Vehicle)


def told_apart(state: GameState) -> GameState:
    """The same game with units and vehicles of a name that both sides have called by whose they are: `Mia's Guns`."""
    one, other = state.sides
    shared = {*_names(one)} & {*_names(other)}
    return replaced(state, sides=(_renamed(one, shared), _renamed(other, shared))) if shared else state


def numbered(army: Army) -> Army:
    """The same army with units of one name numbered, single vehicles with them: `Trukk 1`, `Trukk 2`."""
    times = Counter(unit.name for unit in army.units)
    free = {name: _free(name, times) for name in times}

    def told(unit: Unit) -> Unit:
        if times[unit.name] == 1:
            return unit
        name = next(free[unit.name])
        alone = not unit.groups and len(unit.vehicles) == 1
        vehicles = tuple(replace(each, name=name) for each in unit.vehicles) if alone else unit.vehicles
        return replace(unit, name=name, vehicles=vehicles)

    return replace(army, units=tuple(map(told, army.units))) if times.total() > len(times) else army


def _free(name: str, taken: Collection[str]) -> Iterator[str]:
    return (each for each in (f"{name} {n}" for n in count(1)) if each not in taken)


def owner(side: SideState) -> str:
    """A side as the owner of what is named after it: `Mia's`."""
    return f"{side.name}'" if side.name.endswith("s") else f"{side.name}'s"


def _names(side: SideState) -> Iterator[str]:
    for unit in units_of(side).values():
        yield unit.name
        yield from (vehicle.name for vehicle in unit.vehicles)


def _renamed(side: SideState, shared: Collection[str]) -> SideState:
    def own(body: Body) -> Body:
        return replace(body, name=f"{owner(side)} {body.name}") if body.name in shared else body

    if side.army is None:
        return side
    units = (replace(own(unit), vehicles=tuple(map(own, unit.vehicles))) for unit in side.army.units)
    return replaced(side, army=replace(side.army, units=tuple(units)))
