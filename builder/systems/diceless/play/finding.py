"""What players call units, vehicles and each other, and which of them they mean."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from builder.errors import PlayError
from builder.systems.diceless.play.apart import owner
from builder.systems.diceless.play.standing import dead, gone, marks, units_of, vehicle_name, vehicles_of
from builder.systems.diceless.play.state import GameState, SideState, unit_of
from builder.systems.fortyk.model import Unit
from builder.systems.questions import player_called
from builder.systems.words import meant

NEAR = 0.75
"""How like a name must be that is suggested: one letter of four may be another."""


@dataclass(frozen=True, slots=True)
class Ref:
    """A unit or a vehicle in a game: its side and its id."""

    side: int
    id: str


def find_unit(state: GameState, written: str) -> Ref:
    """The unit that a player means: its id, its name or a part of that which no other has.

    `1:` or `2:` stands before it where both sides have one so called.

    Raises:
        PlayError: nothing or more than one is called so.
    """
    return _find(state, written, "unit", _unit_names)


def find_vehicle(state: GameState, written: str) -> Ref:
    """The vehicle that a player means: its id, its name, or those of a unit that is nothing else; see `find_unit`."""
    return _find(state, written, "vehicle", _vehicle_names)


def find_body(state: GameState, written: str) -> Ref:
    """The unit or the vehicle that a player means; a unit that is one vehicle is that vehicle; see `find_unit`."""
    return _find(state, written, "unit or vehicle", lambda side: {**_unit_names(side), **_vehicle_names(side)})


def ref_text(state: GameState, ref: Ref) -> str:
    """What commands call a unit or a vehicle: its id, with its side where both have that id."""
    other = state.sides[1 - ref.side]
    twice = ref.id in other.units or ref.id in other.vehicles
    return f"{ref.side + 1}:{ref.id}" if twice else ref.id


def find_player(state: GameState, written: str) -> int:
    """The side that a player means, 0 or 1: its number, its name or a part of that which the other has not.

    Raises:
        PlayError: neither is called so, or both are.
    """
    return player_called(written, [side.name for side in state.sides])


def named_unit(state: GameState, written: str) -> tuple[Ref, Unit]:
    """The unit that a player means, alive or not."""
    ref = find_unit(state, written)
    return ref, unit_of(state.sides[ref.side], ref.id)


def find_living(state: GameState, written: str) -> tuple[Ref, Unit]:
    """The unit that a player means, of which somebody is left.

    Raises:
        PlayError: there is no such unit, or nobody of it is left.
    """
    ref, unit = named_unit(state, written)
    check_left(state.sides[ref.side], unit)
    return ref, unit


def check_left(side: SideState, unit: Unit) -> None:
    """Whether somebody of a unit is left: a PlayError says how it comes back."""
    if gone(side, unit.id):
        back = "set its models or its boxes" if dead(side, unit.id) else "take the mark destroyed off"
        raise PlayError(f"nobody of {unit.name} is left in play; to bring it back, {back}")


def _unit_names(side: SideState) -> Mapping[str, str]:
    return {unit.id: unit.name for unit in units_of(side).values()}


def _vehicle_names(side: SideState) -> Mapping[str, str]:
    return {vehicle.id: vehicle_name(unit, vehicle) for unit, vehicle in vehicles_of(side)}


def _find(state: GameState, written: str, kind: str, names_of: Callable[[SideState], Mapping[str, str]]) -> Ref:
    prefix, colon, rest = written.strip().partition(":")
    chosen = (int(prefix) - 1,) if colon and prefix in ("1", "2") else (0, 1)
    asked = (rest if len(chosen) == 1 else written).strip().casefold()
    named = {Ref(side, each): name for side in chosen for each, name in names_of(state.sides[side]).items()}
    found = [ref for ref in named if ref.id.casefold() == asked]
    found = found or [ref for ref, name in named.items() if _plain(state, ref, name).casefold() == asked]
    found = found or list(meant(asked, named))
    if len(found) == 1:
        return found[0]
    if not found:
        if any(not side.army and side.name.casefold() == asked for side in state.sides):
            words = "is only a name in this game: muster calc diceless works out what an attack does"
            raise PlayError(f"{written.strip()} {words}")
        near = [ref for ref, name in named.items() if _is_near(asked, name)]
        known = [f"{ref_text(state, ref)} ({named[ref]})" for ref in near or named]
        there_are = f"; there are: {', '.join(known)}" if known else ""
        told = f": did you mean {' or '.join(known)}?" if near else there_are
        raise PlayError(f"no {kind} is called '{written.strip()}'{told}")
    which = " or ".join(f"{ref_text(state, ref)} ({_told(state, ref, named[ref])})" for ref in found)
    raise PlayError(f"'{written.strip()}' can be several: write one of {which}")


def _plain(state: GameState, ref: Ref, name: str) -> str:
    """A name without whose it is, which says nothing more where its side is known."""
    return name.removeprefix(f"{owner(state.sides[ref.side])} ")


def _is_near(asked: str, name: str) -> bool:
    """Whether something is nearly a name, or a word of it."""
    return bool(difflib.get_close_matches(asked, (name.casefold(), *name.casefold().split()), n=1, cutoff=NEAR))


def _told(state: GameState, ref: Ref, name: str) -> str:
    """A unit or a vehicle among others called alike: its name and what state it is in."""
    side = state.sides[ref.side]
    return ", ".join((name, *(marks(side, ref.id) if ref.id in side.units else ())))
