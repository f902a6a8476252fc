"""Which units, vehicles and players are meant by what acts of the table were given, as it was written."""

from __future__ import annotations

from builder.systems.diceless.play.attacks.eligibility import check_left
from builder.systems.diceless.play.course import RULES
from builder.systems.diceless.play.state import GameState
from builder.systems.fortyk.model import Unit
from builder.systems.play import lookup
from builder.systems.play.game import PartRef, Ref, UnitRef
from builder.systems.play.lookup import At


def find_unit(state: GameState, written: str) -> UnitRef:
    """The unit that a player means; see `lookup.find_unit`."""
    return lookup.find_unit(At(state, RULES), written)


def find_vehicle(state: GameState, written: str) -> PartRef:
    """The vehicle that a player means; see `lookup.find_part`."""
    return lookup.find_part(At(state, RULES), written)


def find_body(state: GameState, written: str) -> Ref:
    """The unit or the vehicle that a player means; see `lookup.find_any`."""
    return lookup.find_any(At(state, RULES), written)


def find_player(state: GameState, written: str) -> int:
    """The side that a player means, 0 or 1; see `lookup.find_side`."""
    return lookup.find_side(At(state, RULES), written)


def named_unit(state: GameState, written: str) -> tuple[UnitRef, Unit]:
    """The unit that a player means, alive or not."""
    ref = find_unit(state, written)
    return ref, state.body(ref).unit


def find_living(state: GameState, written: str) -> tuple[UnitRef, Unit]:
    """The unit that a player means, of which somebody is left.

    Raises:
        PlayError: there is no such unit, or nobody of it is left.
    """
    ref, unit = named_unit(state, written)
    check_left(state, ref)
    return ref, unit
