"""How a game of Diceless 40K begins: armies as plain data, in the form that logs keep, and the state of that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace as replaced

from builder.errors import PlayError
from builder.record import replace
from builder.roster.marks import Mark
from builder.systems.common.marks import marks_in_game
from builder.systems.diceless.aim import Speed
from builder.systems.diceless.casualties import Pool, hit_points
from builder.systems.diceless.movement import reserve_bonus
from builder.systems.diceless.play.queries import vehicle_name
from builder.systems.diceless.play.state import TOKEN_NAMES, Flag, GameState, SideState, UnitState, VehicleState
from builder.systems.diceless.vehicle_damage import HitRows
from builder.systems.fortyk.model import FortykArmy, Unit
from builder.systems.play.changes import Change, Outcome
from builder.systems.play.events import Event, Player, begin
from builder.systems.play.game import Stock
from builder.systems.play.lookup import numbered, with_distinct_names

if TYPE_CHECKING:
    from builder.systems.diceless.reading import DicelessReading


class StoredUnit(Struct, frozen=True, kw_only=True):
    """A unit as it stands when a game begins; its fields are those of `UnitState`, as logs call them."""

    pools: Mapping[str, Pool]
    op: int = 0
    flags: frozenset[Flag] = frozenset()
    riding_in: str | None = None
    led_by: str | None = None
    put_off: int | None = None
    arrived: int | None = None
    removed: int = 0
    tested: tuple[str, ...] = ()
    note: str = ""
    last: str = ""


class StoredVehicle(Struct, frozen=True, kw_only=True):
    """A vehicle as it stands when a game begins; its fields are those of `VehicleState`."""

    rows: HitRows
    lines: Mapping[str, int] = {}
    destroyed_weapons: frozenset[str] = frozenset()
    speed: Speed | None = None
    shaken: int = 0
    stunned: int = 0
    note: str = ""
    last: str = ""


class StoredSide(Struct, frozen=True, kw_only=True):
    """A side as it stands when a game begins.

    Args:
        army: None for an opponent who is only a name.
        units: by id; every unit has a state, those of vehicles alone too.
        vehicles: by the ids of the vehicles.
        tokens: that it holds, given by its opponent, by kind.
        reserve_bonus: see `SideState`.
    """

    name: str
    army: FortykArmy | None = None
    units: Mapping[str, StoredUnit] = {}
    vehicles: Mapping[str, StoredVehicle] = {}
    tokens: Mapping[str, Stock] = {}
    points: int = 0
    reserve_bonus: int = 0


class Begun(Change, frozen=True, kw_only=True, tag="begun"):
    """A game begins with these sides, their armies as plain data."""

    sides: tuple[StoredSide, StoredSide]

    def begin(self) -> GameState:
        """The state that it brings.

        Raises:
            PlayError: its armies and how they stand do not fit each other.
        """
        one, other = map(_side, self.sides)
        told = with_distinct_names(GameState(sides=(one, other)))
        one, other = map(_with_distinct_names, told.sides)
        return replaced(told, sides=(one, other))

    def apply(self, game: GameState) -> GameState:
        """The game as it is: it has begun by then."""
        return game


def _side(stored: StoredSide) -> SideState:
    units = stored.army.units if stored.army else ()
    groups = {unit.id: {group.id for group in unit.groups} for unit in units}
    vehicles = {vehicle.id for unit in units for vehicle in unit.vehicles}
    if groups != {unit: {*now.pools} for unit, now in stored.units.items()} or vehicles != stored.vehicles.keys():
        raise PlayError(f"the units of {stored.name} are not those of its army: its log is damaged")
    bodies = {unit.id: _unit(unit, stored) for unit in units}
    return SideState(
        name=stored.name,
        bodies=bodies,
        owners={vehicle: unit for unit, body in bodies.items() for vehicle in body.parts},
        stock=stored.tokens,
        points=stored.points,
        known=bool(bodies),
        army=stored.army,
        reserve_bonus=stored.reserve_bonus,
    )


def _unit(unit: Unit, side: StoredSide) -> UnitState:
    now = side.units[unit.id]
    return UnitState(
        id=unit.id,
        name=unit.name,
        unit=unit,
        parts={hull.id: hull for hull in _hulls(unit, side)},
        pools=now.pools,
        op=now.op,
        flags=frozenset(now.flags),
        aboard=now.riding_in,
        leader=now.led_by,
        put_off=now.put_off,
        arrived=now.arrived,
        removed=now.removed,
        tested=now.tested,
        note=now.note,
        last=now.last,
    )


def _hulls(unit: Unit, side: StoredSide) -> Iterator[VehicleState]:
    for vehicle in unit.vehicles:
        now = side.vehicles[vehicle.id]
        yield VehicleState(
            id=vehicle.id,
            name=vehicle_name(unit, vehicle),
            vehicle=vehicle,
            rows=now.rows,
            lines=now.lines,
            destroyed_weapons=now.destroyed_weapons,
            speed=now.speed,
            shaken=now.shaken,
            stunned=now.stunned,
            note=now.note,
            last=now.last,
        )


def _with_distinct_names(side: SideState) -> SideState:
    """A side whose units and vehicles are called in what they refer to as sentences call them."""
    return replaced(side, bodies={each: _called(body) for each, body in side.bodies.items()})


def _called(body: UnitState) -> UnitState:
    if body.distinct_name == body.name and all(hull.distinct_name == hull.name for hull in body.parts.values()):
        return body
    parts = {
        each: replaced(hull, vehicle=replace(hull.vehicle, name=hull.distinct_name))
        for each, hull in body.parts.items()
    }
    unit = replace(body.unit, name=body.distinct_name, vehicles=tuple(hull.vehicle for hull in parts.values()))
    return replaced(body, unit=unit, parts=parts)


def start(players: Sequence[Player[DicelessReading]]) -> Event[Outcome[GameState]]:
    """The first event of a game of two players."""
    one, other = players
    return begin(Begun(sides=(_listed_side(one, other), _listed_side(other, one))), players)


def _listed_side(player: Player[DicelessReading], opponent: Player[DicelessReading]) -> StoredSide:
    army = _numbered(player.army.army) if player.army else None
    units = army.units if army else ()
    marks = marks_in_game(units)
    given = {counter.id: counter.total_at_start for counter in (opponent.army.counters if opponent.army else ())}
    return StoredSide(
        name=player.name,
        army=army,
        units={unit.id: _listed_unit(unit, marks[unit.id]) for unit in units},
        vehicles={
            vehicle.id: StoredVehicle(rows=HitRows(len(vehicle.weapons), vehicle.profile.open_topped))
            for unit in units
            for vehicle in unit.vehicles
        },
        tokens={kind: Stock(given.get(kind, 0), given.get(kind, 0)) for kind in TOKEN_NAMES},
        reserve_bonus=reserve_bonus(army, opponent.army.army if opponent.army else None),
    )


def _listed_unit(unit: Unit, noted: Sequence[Mark]) -> StoredUnit:
    marks = {mark.kind: mark.target for mark in noted}
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
