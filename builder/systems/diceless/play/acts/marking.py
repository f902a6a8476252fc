"""Marks of units: their states, transports that they enter and leave, characters who join and leave them."""

from __future__ import annotations

from builder.errors import PlayError
from builder.systems.diceless.explained import count
from builder.systems.diceless.parameters import word
from builder.systems.diceless.play.act import Act, Values, decided
from builder.systems.diceless.play.attacks.bodies import Part, check_in_play
from builder.systems.diceless.play.changes import Change, Flagged
from builder.systems.diceless.play.finding import find_living, named_unit
from builder.systems.diceless.play.parameters import ANYWAY, UNIT
from builder.systems.diceless.play.queries import aboard, company, dead, gone, is_character, led_by, name_of
from builder.systems.diceless.play.state import Flag, GameState, SideState, hull_of, unit_of
from builder.systems.diceless.play.wording import sentence
from builder.systems.play.changes import Boarded, Led
from builder.systems.play.events import Decision
from builder.systems.play.verbs import Verb
from builder.systems.questions import Parameter


def mark(state: GameState, given: Values) -> Decision[Change]:
    """A state that a unit enters or leaves."""
    ref, unit = named_unit(state, given["unit"])
    side, flag, on = state.sides[ref.side], given["mark"], not given["off"]
    if (flag in side.bodies[ref.id].flags) == on:
        raise PlayError(f"{unit.name}: {f'marked as {flag} already' if on else f'not marked as {flag}'}")
    if flag is not Flag.DESTROYED and gone(side, ref.id):
        raise PlayError(f"nobody of {unit.name} is left in play")
    if flag is Flag.DESTROYED and not on and dead(side, ref.id):
        raise PlayError(f"nobody of {unit.name} is left: set its models or its boxes, and it is back")
    if on and flag not in (Flag.RESERVE, Flag.DESTROYED):
        check_in_play(state, ref, Part.MARKED)
    changes = [Flagged(side=ref.side, unit=ref.id, flag=flag, on=on)]
    return decided(f"{unit.name}: {'' if on else 'no longer '}{flag}", changes, side=ref.side)


def embark(state: GameState, given: Values) -> Decision[Change]:
    """A unit goes aboard a vehicle of its side, with the character who leads it."""
    ref, unit = find_living(state, given["unit"])
    transport, vehicle = find_living(state, given["transport"])
    side = state.sides[ref.side]
    together = company(side, ref.id)
    if transport.side != ref.side or not vehicle.vehicles or not unit.groups:
        raise PlayError(f"{unit.name} cannot ride in {vehicle.name}: name a unit of models and a vehicle of its side")
    if side.bodies[ref.id].aboard == transport.id:
        raise PlayError(f"{unit.name}: aboard {vehicle.name} already")
    room = sum(each.profile.capacity or 0 for each in vehicle.vehicles)
    riders = [*aboard(side, transport.id), *together]
    models = sum(_models(side, rider) for rider in dict.fromkeys(riders))
    if not given["anyway"] and room and models > room:
        has_room = f"{sentence(vehicle, 'has')} room for {count(room, 'model')}"
        raise PlayError(f"{has_room}, these are {models}; by agreement with --anyway")
    changes = [Boarded(side=ref.side, unit=each, riding_in=transport.id) for each in together]
    return decided(f"{_names(side, together)} in {vehicle.name}", changes, side=ref.side)


def disembark(state: GameState, given: Values) -> Decision[Change]:
    """A unit gets out, with the character who leads it."""
    ref, unit = find_living(state, given["unit"])
    side = state.sides[ref.side]
    carrier = side.bodies[ref.id].aboard
    if carrier is None:
        raise PlayError(f"{unit.name}: on foot already")
    together = [each for each in company(side, ref.id) if side.bodies[each].aboard == carrier]
    changes = [Boarded(side=ref.side, unit=each) for each in together]
    out = f"out of {name_of(side, carrier)}" if carrier in side.bodies else "on foot"
    return decided(f"{_names(side, together)} {out}", changes, side=ref.side)


def join(state: GameState, given: Values) -> Decision[Change]:
    """A character joins a unit of his side and leads it from then on (D-11)."""
    leader, character = find_living(state, given["leader"])
    ref, unit = find_living(state, given["unit"])
    side = state.sides[ref.side]
    if leader.side != ref.side or leader.id == ref.id or not character.groups or not unit.groups:
        raise PlayError(f"{character.name} cannot lead {unit.name}: name two units on foot of one side")
    if not is_character(side, leader.id):
        raise PlayError(f"{character.name} cannot lead {unit.name}: only a unit of one model, a character, can")
    for each in (ref.id, leader.id):
        if len(together := company(side, each)) > 1:
            raise PlayError(f"{_names(side, together)} go together: part them first with the act leave")
    before = [unit for unit, now in side.bodies.items() if now.leader == leader.id]
    changes: list[Change] = [Led(side=ref.side, unit=each) for each in before]
    changes.append(Led(side=ref.side, unit=ref.id, led_by=leader.id))
    riding_in = side.bodies[ref.id].aboard
    if side.bodies[leader.id].aboard != riding_in:
        changes.append(Boarded(side=ref.side, unit=leader.id, riding_in=riding_in))
    return decided(f"{character.name} joins {unit.name}", changes, side=ref.side)


def leave(state: GameState, given: Values) -> Decision[Change]:
    """A character leaves the unit that he leads."""
    leader, character = find_living(state, given["leader"])
    side = state.sides[leader.side]
    unit = led_by(side, leader.id)
    if unit is None:
        raise PlayError(f"{sentence(character, 'leads')} no unit")
    text = f"{character.name} leaves {name_of(side, unit)}"
    return decided(text, [Led(side=leader.side, unit=unit)], side=leader.side)


def _models(side: SideState, unit: str) -> int:
    vehicles = sum(not hull_of(side, each.id).rows.destroyed for each in unit_of(side, unit).vehicles)
    return vehicles + sum(pool.models for pool in side.bodies[unit].pools.values())


def _names(side: SideState, units: tuple[str, ...] | list[str]) -> str:
    return " and ".join(name_of(side, unit) for unit in units)


LEADER = Parameter(name="leader", text="the character", read=str.strip)
MARKING = (
    Act(
        Verb(
            name="mark",
            text="a state that a unit enters or leaves",
            group="Marks",
            parameters=(
                UNIT,
                Parameter(name="mark", text=f"which: {', '.join(Flag)}", read=word(Flag)),
                Parameter(name="off", text="it is taken off"),
            ),
        ),
        mark,
    ),
    Act(
        Verb(
            name="embark",
            text="a unit goes aboard a vehicle",
            group="Marks",
            parameters=(UNIT, Parameter(name="transport", text="the vehicle's unit", read=str.strip), ANYWAY),
        ),
        embark,
    ),
    Act(Verb(name="disembark", text="a unit gets out of its vehicle", group="Marks", parameters=(UNIT,)), disembark),
    Act(
        Verb(name="join", text="a character joins a unit", rule="D-11", group="Marks", parameters=(LEADER, UNIT)),
        join,
    ),
    Act(Verb(name="leave", text="a character leaves his unit", group="Marks", parameters=(LEADER,)), leave),
)
