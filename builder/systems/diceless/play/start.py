"""How a game of Diceless 40K begins: armies as plain data, nothing lost yet, tokens in the opponent's hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from builder.systems.diceless.casualties import Pool, hit_points
from builder.systems.diceless.play.apart import numbered
from builder.systems.diceless.play.changes import Begun, DicelessEvent
from builder.systems.diceless.play.state import TOKEN_NAMES, Flag, SideState, Tokens, UnitState, VehicleState
from builder.systems.diceless.vehicle_damage import HitRows
from builder.systems.fortyk.model import Unit
from builder.systems.play.events import Event, Player

if TYPE_CHECKING:
    from builder.systems.diceless.reading import DicelessReading


def start(players: Sequence[Player[DicelessReading]]) -> DicelessEvent:
    """The first event of a game of two players."""
    one, other = players
    names = f"{one.name} – {other.name}"
    sides = (_side(one, other), _side(other, one))
    return Event(kind="start", text=f"Game begun: {names}", changes=(Begun(sides=sides),))


def _side(player: Player[DicelessReading], opponent: Player[DicelessReading]) -> SideState:
    army = numbered(player.army.army) if player.army else None
    units = army.units if army else ()
    given = {counter.id: counter.total_at_start for counter in (opponent.army.counters if opponent.army else ())}
    return SideState(
        name=player.name,
        army=army,
        units={unit.id: _unit(unit) for unit in units},
        vehicles={
            vehicle.id: VehicleState(rows=HitRows(len(vehicle.weapons), vehicle.profile.open_topped))
            for unit in units
            for vehicle in unit.vehicles
        },
        tokens={kind: Tokens(given.get(kind, 0), given.get(kind, 0)) for kind in TOKEN_NAMES},
    )


def _unit(unit: Unit) -> UnitState:
    marks = {mark.kind: mark.target for mark in unit.marks}
    in_reserve = marks.keys() & {"reserve", "deep_strike"}
    return UnitState(
        pools={group.id: Pool(group.models, hit_points(group.profile)) for group in unit.groups},
        flags=frozenset({Flag.RESERVE}) if in_reserve else frozenset(),
        riding_in=marks.get("riding_in"),
        led_by=marks.get("led_by"),
    )
