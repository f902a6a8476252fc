"""Names that occur on both sides: in a log, and in what players are told, they say whose they are."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import TypeVar

from msgspec.structs import replace as replaced

from builder.systems.diceless.play.standing import units_of
from builder.systems.diceless.play.state import GameState, SideState
from builder.systems.fortyk.model import Unit, Vehicle

Body = TypeVar("Body", Unit, Vehicle)


def told_apart(state: GameState) -> GameState:
    """The same game with units and vehicles of a name that both sides have called by whose they are: `Mia's Guns`."""
    one, other = state.sides
    shared = {*_names(one)} & {*_names(other)}
    return replaced(state, sides=(_renamed(one, shared), _renamed(other, shared))) if shared else state


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
