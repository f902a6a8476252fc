"""Names that occur twice: those of one side are numbered, those on both sides say in what is told whose they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import count
from typing import TypeVar

from msgspec.structs import replace as replaced

from builder.systems.diceless.play.same import Same
from builder.systems.diceless.play.state import GameState, SideState
from builder.systems.fortyk.model import Army, Unit, Vehicle

Body = TypeVar("Body", Unit, Vehicle)


def told_apart(state: GameState) -> GameState:
    """The same game with units and vehicles of a name that both sides have called by whose they are: `Mia's Guns`."""
    one, other = state.sides
    armies = _armies(Same(one.army), owner(one), Same(other.army), owner(other))
    if armies[0] is one.army and armies[1] is other.army:
        return state
    return replaced(state, sides=(_with(Same(one), Same(armies[0])), _with(Same(other), Same(armies[1]))))


@lru_cache(maxsize=8)
def _armies(
    one: Same[Army | None], whose: str, other: Same[Army | None], others: str
) -> tuple[Army | None, Army | None]:
    """Both armies, with what both have called by whose it is."""
    shared = {*_names(one.it)} & {*_names(other.it)}
    return (_renamed(one.it, whose, shared), _renamed(other.it, others, shared)) if shared else (one.it, other.it)


@lru_cache(maxsize=8)
def _with(side: Same[SideState], army: Same[Army | None]) -> SideState:
    """A side with an army told apart; the same one again for a side that stays as it is."""
    return replaced(side.it, army=army.it)


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


def _names(army: Army | None) -> Iterator[str]:
    for unit in army.units if army is not None else ():
        yield unit.name
        yield from (vehicle.name for vehicle in unit.vehicles)


def _renamed(army: Army | None, whose: str, shared: Collection[str]) -> Army | None:
    def own(body: Body) -> Body:
        return replace(body, name=f"{whose} {body.name}") if body.name in shared else body

    if army is None:
        return None
    units = (replace(own(unit), vehicles=tuple(map(own, unit.vehicles))) for unit in army.units)
    return replace(army, units=tuple(units))
