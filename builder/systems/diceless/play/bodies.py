"""Units and vehicles that meet in an attack: what they are called, and whether they can attack or be attacked."""

from __future__ import annotations

from builder.errors import PlayError
from builder.systems.diceless.play.asking import Asking
from builder.systems.diceless.play.attack_parameters import ATTACKER, TARGET
from builder.systems.diceless.play.finding import Ref, find_body
from builder.systems.diceless.play.standing import name_of, units_of
from builder.systems.diceless.play.state import Flag, GameState, unit_of, vehicle_of


def opponents(state: GameState, asking: Asking, fighting: bool = False) -> tuple[Ref, Ref]:
    """Attacker and target of an act; in a fight (`fighting`) the attacker is on the table too.

    Raises:
        PlayError: they are of one side, or one of them is not there.
    """
    attacker, target = find_body(state, asking[ATTACKER]), find_body(state, asking[TARGET])
    if attacker.side == target.side:
        raise PlayError("attacker and target are of one side; damage takes DMG off anybody")
    check_in_play(state, attacker, attacked=fighting)
    check_in_play(state, target)
    return attacker, target


def body_name(state: GameState, ref: Ref) -> str:
    """What players call a unit or a vehicle."""
    return name_of(state.sides[ref.side], ref.id)


def is_vehicle(state: GameState, ref: Ref) -> bool:
    """Whether it is one vehicle.

    Raises:
        PlayError: it is a unit of several vehicles, of which one must be named.
    """
    side = state.sides[ref.side]
    if ref.id in side.vehicles:
        return True
    unit = unit_of(side, ref.id)
    if not unit.groups:
        known = ", ".join(f"{vehicle.id} ({vehicle.name})" for vehicle in unit.vehicles)
        raise PlayError(f"{unit.name} is several vehicles; write one of: {known}")
    return False


def check_in_play(state: GameState, ref: Ref, attacked: bool = True) -> None:
    """Whether somebody can attack, or be attacked: a PlayError says that he is in reserve, or sits in a vehicle."""
    side = state.sides[ref.side]
    unit = vehicle_of(side, ref.id)[0] if ref.id in side.vehicles else unit_of(side, ref.id)
    now = side.units[unit.id]
    if Flag.RESERVE in now.flags:
        raise PlayError(f"{unit.name} is in reserve: let it arrive first")
    if attacked and now.riding_in is not None and now.riding_in in units_of(side):
        vehicle = unit_of(side, now.riding_in).name
        raise PlayError(f"{unit.name} is in {vehicle}: let it get out first, or name {vehicle}")


def check_stands(state: GameState, ref: Ref) -> None:
    """Whether a vehicle can still be hit: a PlayError says that it is destroyed."""
    if state.sides[ref.side].vehicles[ref.id].rows.destroyed:
        raise PlayError(f"{body_name(state, ref)} is destroyed already")
