"""What can be asked of a state without a rule: who is left, who leads whom, who is aboard of what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from builder.systems.diceless.order_points import limit
from builder.systems.diceless.play.same import Same
from builder.systems.diceless.play.state import Flag, SideState, groups_left, unit_of, vehicle_of
from builder.systems.diceless.vehicle_damage import EXPLODES
from builder.systems.fortyk.model import Unit, Vehicle


def units_of(side: SideState) -> Mapping[str, Unit]:
    """The units of a side by id, as the game began; none of an opponent who is only a name."""
    return {unit.id: unit for unit in side.army.units} if side.army else {}


def unit_with(side: SideState, body: str) -> Unit:
    """The unit with an id, or the one that a vehicle with that id belongs to."""
    units = units_of(side).values()
    return next(unit for unit in units if body in (unit.id, *(vehicle.id for vehicle in unit.vehicles)))


def name_of(side: SideState, body: str) -> str:
    """What players call a unit or a vehicle, by its id."""
    vehicles = {vehicle.id: vehicle_name(unit, vehicle) for unit, vehicle in vehicles_of(side)}
    return vehicles.get(body) or unit_of(side, body).name


def gone(side: SideState, unit: str) -> bool:
    """Whether nobody of a unit is left in play: it was removed, or is dead."""
    return Flag.DESTROYED in side.units[unit].flags or dead(side, unit)


def dead(side: SideState, unit: str) -> bool:
    """Whether no model of a unit is left; of one of vehicles alone, whether all are wrecked."""
    began = unit_of(side, unit)
    if began.groups:
        return not any(pool.models for pool in side.units[unit].pools.values())
    return all(side.vehicles[vehicle.id].rows.destroyed for vehicle in began.vehicles)


def wrecked(side: SideState, vehicle: str) -> bool:
    """Whether a vehicle is destroyed, by its hits or with its unit."""
    return side.vehicles[vehicle].rows.destroyed or gone(side, vehicle_of(side, vehicle)[0].id)


def leader_of(side: SideState, unit: str) -> str | None:
    """The id of the character who leads a unit, while he lives."""
    leader = side.units[unit].led_by
    return leader if leader is not None and leader in side.units and not gone(side, leader) else None


def is_character(side: SideState, unit: str) -> bool:
    """Whether a unit is one model alone, who can lead others."""
    return sum(group.models for group in unit_of(side, unit).groups) == 1


def led_by(side: SideState, leader: str) -> str | None:
    """The id of the unit that a character leads."""
    return _led(Same(side)).get(leader)


@lru_cache(maxsize=8)
def _led(side: Same[SideState]) -> Mapping[str, str]:
    """The ids of the units that are led, by those of the characters who lead them."""
    led: dict[str, str] = {}
    for unit, now in side.it.units.items():
        if now.led_by is not None and not gone(side.it, unit):
            led.setdefault(now.led_by, unit)
    return led


def aboard(side: SideState, transport: str) -> tuple[str, ...]:
    """The ids of the units that ride in the vehicle of a unit, those of which somebody is left."""
    return _riding(Same(side)).get(transport, ())


@lru_cache(maxsize=8)
def _riding(side: Same[SideState]) -> Mapping[str, tuple[str, ...]]:
    """The ids of the units that ride, by those of the units of their vehicles."""
    riding: dict[str, tuple[str, ...]] = {}
    for unit, now in side.it.units.items():
        if now.riding_in is not None and not gone(side.it, unit):
            riding[now.riding_in] = (*riding.get(now.riding_in, ()), unit)
    return riding


def leaderships(side: SideState, unit: str) -> tuple[int, ...]:
    """The Ld of every model left in a unit, of those that have one; a leader's is not among them."""
    return tuple(
        group.profile.ld
        for group, pool in groups_left(side, unit)
        for _ in range(pool.models)
        if group.profile.ld is not None
    )


def best_ld(side: SideState, unit: str) -> int | None:
    """The best Ld left in a unit, a leader's not counted; None where nobody has any."""
    known = (group.profile.ld for group, _ in groups_left(side, unit))
    return max((ld for ld in known if ld is not None), default=None)


def tested_ld(side: SideState, unit: str) -> int | None:
    """The Ld that a unit tests on: that of the character who leads it, be it worse (D-11), else its best one."""
    leader = leader_of(side, unit)
    led = None if leader is None else best_ld(side, leader)
    return best_ld(side, unit) if led is None else led


def tests_left(op: int, ld: int | None, cost: int) -> int:
    """How many tests of so many order points each are still passed, one after another (D-10)."""
    highest = None if ld is None else limit(ld)
    return 0 if highest is None else max(0, (highest - op) // cost)


def vehicle_name(unit: Unit, vehicle: Vehicle) -> str:
    """What players call a vehicle: by its unit where it is all of it."""
    return unit.name if not unit.groups and len(unit.vehicles) == 1 else vehicle.name


def vehicles_of(side: SideState) -> Iterator[tuple[Unit, Vehicle]]:
    """Yield every vehicle of a side with its unit."""
    for unit in units_of(side).values():
        for vehicle in unit.vehicles:
            yield unit, vehicle


def burning(side: SideState) -> Iterator[str]:
    """Yield the ids of the vehicles that have exploded while somebody is still aboard (D-61)."""
    for unit, vehicle in vehicles_of(side):
        landed = side.vehicles[vehicle.id].rows.landed
        if aboard(side, unit.id) and any(each.result == EXPLODES for each in landed):
            yield vehicle.id


def deep_strikes(side: SideState, unit: str) -> bool:
    """Whether a unit is marked for deep strike in its army, for which its opponent was given tokens (D-71)."""
    return any(mark.kind == "deep_strike" for mark in unit_of(side, unit).marks)


def marks(side: SideState, unit: str) -> Iterator[str]:
    """Yield the states of a unit in words: its flags, what it rides in, its leader, whom it carries or leads."""
    now = side.units[unit]
    if gone(side, unit):
        yield from (f"carried {unit_of(side, passenger).name}" for passenger in aboard(side, unit))
        return
    yield from (flag.value for flag in Flag if flag in now.flags and flag is not Flag.DESTROYED)
    if Flag.RESERVE in now.flags:
        if deep_strikes(side, unit):
            yield "deep strike"
        if now.put_off is not None:
            yield "delayed"
    if now.riding_in is not None and now.riding_in in side.units:
        yield f"{'was in' if gone(side, now.riding_in) else 'in'} {unit_of(side, now.riding_in).name}"
    leader, follower = leader_of(side, unit), led_by(side, unit)
    if leader is not None:
        yield f"led by {unit_of(side, leader).name}"
    if follower is not None:
        yield f"leads {unit_of(side, follower).name}"
    if riding := [unit_of(side, passenger).name for passenger in aboard(side, unit)]:
        yield f"carries {' and '.join(riding)}"


def company(side: SideState, unit: str) -> tuple[str, ...]:
    """The ids of a unit and of whom it goes with: the character who leads it, or the unit that he leads."""
    return tuple(each for each in (unit, leader_of(side, unit), led_by(side, unit)) if each is not None)


def with_company(side: SideState, unit: str) -> tuple[str, ...]:
    """The ids of a unit, of whom it goes with, of all who ride in its vehicle, and of whom those go with."""
    found = [unit]
    for each in found:
        found += [other for other in (*company(side, each), *aboard(side, each)) if other not in found]
    return tuple(found)
