"""Names that occur twice: those of one side are numbered, those on both sides say in what is told whose they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import count
from typing import TypeVar

from msgspec.structs import replace as replaced

from builder.systems.diceless.play.state import GameState, SideState
from builder.systems.fortyk.model import Army, Unit, Vehicle

Body = TypeVar("Body", Unit, Vehicle)


def told_apart(state: GameState) -> GameState:
    """The same game with units and vehicles of a name that both sides have called by whose they are: `Mia's Guns`."""
    one, other = state.sides
    armies = _armies(_Owned(one.army, owner(one)), _Owned(other.army, owner(other)))
    if armies[0] is one.army and armies[1] is other.army:
        return state
    return replaced(state, sides=(replaced(one, army=armies[0]), replaced(other, army=armies[1])))


@dataclass(frozen=True, slots=True, eq=False)
class _Owned:
    """An army and whose it is; the same as another if that is: armies stay as they are in a game, and are large."""

    army: Army | None
    owner: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Owned) and self.army is other.army and self.owner == other.owner

    def __hash__(self) -> int:
        return hash((id(self.army), self.owner))


@lru_cache(maxsize=8)
def _armies(one: _Owned, other: _Owned) -> tuple[Army | None, Army | None]:
    """Both armies, with what both have called by whose it is."""
    shared = {*_names(one.army)} & {*_names(other.army)}
    return (_renamed(one, shared), _renamed(other, shared)) if shared else (one.army, other.army)


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


def _renamed(owned: _Owned, shared: Collection[str]) -> Army | None:
    def own(body: Body) -> Body:
        return replace(body, name=f"{owned.owner} {body.name}") if body.name in shared else body

    if owned.army is None:
        return None
    units = (replace(own(unit), vehicles=tuple(map(own, unit.vehicles))) for unit in owned.army.units)
    return replace(owned.army, units=tuple(units))
