"""How a game of Diceless 40K begins: armies as plain data, nothing lost yet, tokens in the opponent's hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from builder.record import replace
from builder.systems.diceless.casualties import Pool, hit_points
from builder.systems.diceless.play.beginning import Begun, StoredSide, StoredUnit, StoredVehicle
from builder.systems.diceless.play.changes import DicelessEvent
from builder.systems.diceless.play.state import TOKEN_NAMES, Flag
from builder.systems.diceless.reserves import reserve_bonus
from builder.systems.diceless.vehicle_damage import HitRows
from builder.systems.fortyk.model import FortykArmy, Unit
from builder.systems.play.events import Player, begin
from builder.systems.play.game import Stock
from builder.systems.play.lookup import numbered

if TYPE_CHECKING:
    from builder.systems.diceless.reading import DicelessReading


def start(players: Sequence[Player[DicelessReading]]) -> DicelessEvent:
    """The first event of a game of two players."""
    one, other = players
    return begin(Begun(sides=(_side(one, other), _side(other, one))), players)


def _side(player: Player[DicelessReading], opponent: Player[DicelessReading]) -> StoredSide:
    army = _numbered(player.army.army) if player.army else None
    units = army.units if army else ()
    given = {counter.id: counter.total_at_start for counter in (opponent.army.counters if opponent.army else ())}
    return StoredSide(
        name=player.name,
        army=army,
        units={unit.id: _unit(unit) for unit in units},
        vehicles={
            vehicle.id: StoredVehicle(rows=HitRows(len(vehicle.weapons), vehicle.profile.open_topped))
            for unit in units
            for vehicle in unit.vehicles
        },
        tokens={kind: Stock(given.get(kind, 0), given.get(kind, 0)) for kind in TOKEN_NAMES},
        reserve_bonus=reserve_bonus(army, opponent.army.army if opponent.army else None),
    )


def _unit(unit: Unit) -> StoredUnit:
    marks = {mark.kind: mark.target for mark in unit.marks}
    in_reserve = marks.keys() & {"reserve", "deep_strike"}
    return StoredUnit(
        pools={group.id: Pool(group.models, hit_points(group.profile)) for group in unit.groups},
        flags=frozenset({Flag.RESERVE}) if in_reserve else frozenset(),
        riding_in=marks.get("riding_in"),
        led_by=marks.get("led_by"),
    )


def _numbered(army: FortykArmy) -> FortykArmy:
    """The same army with units of one name numbered, single vehicles with them: `Trukk 1`, `Trukk 2`."""
    names = numbered({unit.id: unit.name for unit in army.units})

    def called(unit: Unit, name: str) -> Unit:
        if unit.name == name:
            return unit
        alone = not unit.groups and len(unit.vehicles) == 1
        vehicles = tuple(replace(each, name=name) for each in unit.vehicles) if alone else unit.vehicles
        return replace(unit, name=name, vehicles=vehicles)

    return replace(army, units=tuple(called(unit, names[unit.id]) for unit in army.units))
