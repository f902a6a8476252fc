"""What follows from a state: who is left, who leads whom, who is aboard of what, who may come from reserve (D-80)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from math import ceil

from builder.systems.calculation import Explained
from builder.systems.common.units import has_rule
from builder.systems.diceless.casualties import unit_hit_points
from builder.systems.diceless.movement import FIRST_TURN, LAST_TURN, POD_ASSAULT, arriving
from builder.systems.diceless.order_points import limit
from builder.systems.diceless.play.state import (
    Flag,
    GameState,
    Phase,
    SideState,
    UnitState,
    groups_left,
    hull_of,
    unit_of,
)
from builder.systems.diceless.vehicle_damage import EXPLODES
from builder.systems.fortyk.model import Unit, Vehicle
from builder.systems.play.lookup import numbered


def units_of(side: SideState) -> Mapping[str, Unit]:
    """The units of a side by id, as the game began; none of an opponent who is only a name."""
    return {each: body.unit for each, body in side.bodies.items()}


def unit_with(side: SideState, body: str) -> Unit:
    """The unit with an id, or the one that a vehicle with that id belongs to."""
    return unit_of(side, side.owners.get(body, body))


def name_of(side: SideState, body: str) -> str:
    """Return what sentences call a unit or a vehicle, by its id."""
    found = hull_of(side, body) if body in side.owners else side.bodies[body]
    return found.distinct_name or found.name


def gone(side: SideState, unit: str) -> bool:
    """Whether nobody of a unit is left in play: it was removed, or is dead."""
    return side.bodies[unit].gone


def dead(side: SideState, unit: str) -> bool:
    """Whether no model of a unit is left; of one of vehicles alone, whether all are wrecked."""
    return side.bodies[unit].dead


def wrecked(side: SideState, vehicle: str) -> bool:
    """Whether a vehicle is destroyed, by its hits or with its unit."""
    body = side.bodies[side.owners[vehicle]]
    return body.parts[vehicle].gone or body.gone


def leader_of(side: SideState, unit: str) -> str | None:
    """The id of the character who leads a unit, while he lives."""
    leader = side.bodies[unit].leader
    return leader if leader is not None and leader in side.bodies and not gone(side, leader) else None


def is_character(side: SideState, unit: str) -> bool:
    """Whether a unit is one model alone, who can lead others."""
    return side.bodies[unit].leads


def led_by(side: SideState, leader: str) -> str | None:
    """The id of the unit that a character leads."""
    return side.led.get(leader)


def aboard(side: SideState, transport: str) -> tuple[str, ...]:
    """The ids of the units that ride in the vehicle of a unit, those of which somebody is left."""
    return side.riders.get(transport, ())


def points_of(body: UnitState) -> Decimal:
    """The points of a unit that are left: by its share of HP, of vehicles by how many."""
    if body.gone:
        return Decimal(0)
    full = unit_hit_points(body.unit)
    if full:
        return body.unit.points * sum(pool.hp_left for pool in body.pools.values()) / full
    return body.unit.points * sum(not part.gone for part in body.parts.values()) / len(body.parts)


def is_transport(side: SideState, unit: str) -> bool:
    """Whether a unit has vehicles that carry others.

    Where the data gives room to some vehicles of the side, the others have none; where to none, all but walkers may.
    """
    room = side.bodies[unit].room
    if room is None or room:
        return bool(room)
    known = any(body.room for body in side.bodies.values())
    return not known and not all(each.profile.walker for each in side.bodies[unit].unit.vehicles)


_NO_RIDERS = ("jump", "bike", "cavalry", "beast", "artillery", "monstrous")
"""Words of the types of models that ride in no transport, as in the base game."""


def rides_nowhere(side: SideState, unit: str) -> str:
    """The type of models of a unit that no transport takes, as the data writes it; empty where there are none."""
    types = (group.profile.unit_type for group, _ in groups_left(side, unit))
    return next((each for each in types if any(word in each.casefold() for word in _NO_RIDERS)), "")


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
    """Return how many tests of so many order points each are still passed, one after another (D-10)."""
    highest = None if ld is None else limit(ld)
    return 0 if highest is None else max(0, (highest - op) // cost)


def vehicle_name(unit: Unit, vehicle: Vehicle) -> str:
    """Return what players call a vehicle: by its unit where it is all of it."""
    return unit.name if not unit.groups and len(unit.vehicles) == 1 else vehicle.name


def vehicles_of(side: SideState) -> Iterator[tuple[Unit, Vehicle]]:
    """Yield every vehicle of a side with its unit."""
    for unit in units_of(side).values():
        for vehicle in unit.vehicles:
            yield unit, vehicle


def burning(side: SideState) -> Iterator[str]:
    """Yield the ids of the vehicles that have exploded while somebody is still aboard (D-61)."""
    for body in side.bodies.values():
        for hull in body.parts.values():
            if aboard(side, body.id) and any(each.result == EXPLODES for each in hull.rows.landed):
                yield hull.id


def deep_strikes(side: SideState, unit: str) -> bool:
    """Whether a unit is marked for deep strike in its army, for which its opponent was given tokens (D-71)."""
    return any(mark.kind == "deep_strike" for mark in unit_of(side, unit).marks)


def marks(side: SideState, unit: str) -> Iterator[str]:
    """Yield the states of a unit in words: its flags, what it rides in, its leader, whom it carries or leads."""
    now, bodies = side.bodies[unit], side.bodies
    if now.gone:
        yield from (f"carried {bodies[passenger].name}" for passenger in aboard(side, unit))
        return
    if now.flags:
        yield from (flag.value for flag in Flag if flag in now.flags and flag is not Flag.DESTROYED)
    if Flag.RESERVE in now.flags:
        if deep_strikes(side, unit):
            yield "deep strike"
        if now.put_off is not None:
            yield "delayed"
    if now.aboard is not None and now.aboard in bodies:
        yield f"{'was in' if bodies[now.aboard].gone else 'in'} {bodies[now.aboard].name}"
    leader, follower = leader_of(side, unit), led_by(side, unit)
    if leader is not None:
        yield f"led by {bodies[leader].name}"
    if follower is not None:
        yield f"leads {bodies[follower].name}"
    if riding := [bodies[passenger].name for passenger in aboard(side, unit)]:
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


def weapons_left(vehicle: Vehicle, destroyed: Iterable[str]) -> dict[str, str]:
    """The weapons of a vehicle that still fire: names by id, those called the same with their number."""
    names = numbered({identity: weapon.name for identity, weapon in vehicle.weapons})
    return {identity: name for identity, name in names.items() if identity not in destroyed}


_WHOLE_UNIT = re.compile(r"(?:unit|squad)\b[^.]{0,60}\b(?:is|are|has|have) (?:the )?fearless", re.IGNORECASE)
_CONDITION = re.compile(r"\bturn|within|once|\bif ", re.IGNORECASE)


def fearless(side: SideState, unit: str) -> Explained[bool]:
    """Whether a unit is fearless, and why; what makes a unit so for a while is for the players to say."""
    known = units_of(side)
    if has_rule(known[unit].rules, "fearless"):
        return Explained(True, (f"{known[unit].name} is fearless by its rules",))
    for each in filter(None, (unit, leader_of(side, unit))):
        for name, text in known[each].rule_texts:
            if _WHOLE_UNIT.search(text) and not _CONDITION.search(text):
                return Explained(True, (f"{known[unit].name} is fearless: {name}",))
    return Explained(False)


@dataclass(frozen=True, slots=True)
class Waiting:
    """The reserve of a side in one of its turns.

    Args:
        turn: the turn of the game.
        left: units of which a part may arrive in it, those that came in it already counted.
        may: how many of them may.
        picked: how many came, or were put off, in it already.
        due: ids of units that were put off before and arrive now, beside those.
        free: ids of the others that wait.
    """

    turn: int
    left: int
    may: int
    picked: int
    due: tuple[str, ...]
    free: tuple[str, ...]

    @property
    def more(self) -> int:
        """How many more may arrive, beside those that are due."""
        return max(0, self.may - self.picked)


def waits(side: SideState, unit: str) -> bool:
    """Whether a unit is in reserve."""
    return unit in side.bodies and Flag.RESERVE in side.bodies[unit].flags and not gone(side, unit)


def comes_with(side: SideState, unit: str) -> str | None:
    """The id of the unit in reserve with which another comes: its transport, or the unit that it leads."""
    return next((other for other in _takes_along(side, unit) if waits(side, other)), None)


def held_back(side: SideState, unit: str) -> bool:
    """Whether a unit is still in reserve: itself, its transport, the unit that it leads, or the transport of that."""
    found = [unit]
    for each in found:
        found += [other for other in _takes_along(side, each) if other not in found]
    return any(waits(side, each) for each in found)


def waiting(side: SideState, turn: int) -> Waiting:
    """The reserve of a side in a turn (D-80).

    A unit aboard of another, and a character with the unit that he leads, come with it and are not counted by
    themselves. One that was put off was picked in that turn: it arrives in the next, beside those that then may.
    """
    inside = [unit for unit in side.bodies if waits(side, unit) and comes_with(side, unit) is None]
    due = tuple(unit for unit in inside if _put_off_before(side, unit, turn))
    late = [unit for unit in inside if side.bodies[unit].put_off == turn]
    came = [unit for unit, now in side.bodies.items() if now.arrived == turn and not _put_off_before(side, unit, turn)]
    left = len({*inside, *came} - {*due})
    return Waiting(
        turn=turn,
        left=left,
        may=arriving(turn, left, side.reserve_bonus),
        picked=len(late) + len(came),
        due=due,
        free=tuple(unit for unit in inside if unit not in (*due, *late, *came)),
    )


def pods(side: SideState, turn: int) -> tuple[str, ...]:
    """The ids of the units of which some may come in turn 1 already, by Drop Pod Assault; none where none may."""
    if turn >= FIRST_TURN:
        return ()
    assault = [unit for unit, each in units_of(side).items() if has_rule(each.rules, POD_ASSAULT)]
    still = tuple(unit for unit in assault if waits(side, unit))
    came = sum(side.bodies[unit].arrived == turn for unit in assault)
    return still if came < ceil((len(still) + came) / 2) else ()


def landed(side: SideState, unit: str) -> bool:
    """Whether a unit is a drop pod that has come: as in the base game, who is aboard of it gets out at once."""
    arrived = side.bodies[unit].arrived is not None and not waits(side, unit)
    return arrived and has_rule(unit_of(side, unit).rules, POD_ASSAULT)


def next_arrivals(state: GameState, side: int) -> Waiting:
    """The reserve of a side in the next turn in which somebody may arrive, this one up to its movement phase."""
    over = state.clock.active == side and state.clock.phase not in (Phase.DEPLOYMENT, Phase.MOVEMENT)
    passed = state.clock.active != side and side == state.clock.first and state.clock.phase != Phase.DEPLOYMENT
    first = max(state.clock.turn + (over or passed), FIRST_TURN)
    turns = (waiting(state.sides[side], turn) for turn in range(first, max(first, LAST_TURN) + 1))
    found = next((reserve for reserve in turns if reserve.more or reserve.due), None)
    return found or waiting(state.sides[side], first)


def reserve_text(state: GameState, side: int) -> str:
    """Return what may arrive of a side, in a sentence; empty where nothing waits, or the game is over."""
    if state.over:
        return ""
    names = {unit: body.name for unit, body in state.sides[side].bodies.items()}
    if early := pods(state.sides[side], state.clock.turn):
        # How many may come later depends on which of them come now.
        return f"half of the drop pods, rounded up, come in turn 1: {_listed(names, early)}"
    arrivals = next_arrivals(state, side)
    when = (
        "this turn" if arrivals.turn == state.clock.turn and state.clock.active == side else f"in turn {arrivals.turn}"
    )
    parts = []
    if arrivals.due:
        parts.append(f"{_listed(names, arrivals.due)} to arrive {when}, delayed before")
    if arrivals.free and arrivals.more >= len(arrivals.free):
        parts.append(f"{_listed(names, arrivals.free)} to arrive {when}")
    elif arrivals.free:
        parts.append(f"{arrivals.more} of {len(arrivals.free)} may arrive {when}: {_listed(names, arrivals.free)}")
    return "; ".join(parts)


def _takes_along(side: SideState, unit: str) -> Iterator[str]:
    """Yield the ids of the units that take another along: its transport, and the unit that it leads."""
    others = (side.bodies[unit].aboard, led_by(side, unit))
    return (other for other in others if other is not None and other in side.bodies)


def _put_off_before(side: SideState, unit: str, turn: int) -> bool:
    put_off = side.bodies[unit].put_off
    return put_off is not None and put_off < turn


def _listed(names: dict[str, str], units: tuple[str, ...]) -> str:
    return ", ".join(names[unit] for unit in units)
