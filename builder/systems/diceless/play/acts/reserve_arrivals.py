"""Who comes from reserve now, with whom, and why somebody may not (D-80)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builder.errors import PlayError
from builder.systems.diceless.explained import count
from builder.systems.diceless.movement import FIRST_TURN
from builder.systems.diceless.play.act import Values
from builder.systems.diceless.play.changes import Arriving, Change, Flagged
from builder.systems.diceless.play.finding import find_living
from builder.systems.diceless.play.queries import deep_strikes, name_of, with_company
from builder.systems.diceless.play.reserve_turns import comes_with, pods, waiting
from builder.systems.diceless.play.state import Flag, GameState, Phase
from builder.systems.diceless.play.wording import sentence
from builder.systems.fortyk.model import Unit
from builder.systems.play.game import Ref


@dataclass(frozen=True, slots=True)
class Coming:
    """A unit in reserve with whom it comes with, and what the rules say of its arrival now."""

    ref: Ref
    name: str
    units: tuple[str, ...]
    steps: tuple[str, ...]


def coming_in(state: GameState, given: Values) -> Coming:
    """The unit that is to come, with whom it comes.

    Raises:
        PlayError: it does not wait in reserve, or may not arrive now and nothing else was agreed.
    """
    ref, unit = find_living(state, given["unit"])
    side = state.sides[ref.side]
    if Flag.RESERVE not in side.bodies[ref.id].flags:
        raise PlayError(f"{unit.name}: not in reserve; if that is wrong, mark it so first")
    with_whom = comes_with(side, ref.id)
    if with_whom is not None:
        raise PlayError(f"{sentence(unit, 'comes')} with {name_of(side, with_whom)}: name that, or part them first")
    forbidden = "" if given["anyway"] else refused(state, ref, unit)
    if forbidden:
        raise PlayError(f"{forbidden}; by agreement with --anyway")
    reserve = waiting(side, state.clock.turn)
    why = f"turn {state.clock.turn}: {reserve.may} of {reserve.left} may arrive, {reserve.picked} picked before"
    if ref.id in reserve.due:
        why = "it was put off before and arrives beside those that may now"
    elif ref.id in pods(side, state.clock.turn):
        why = "Drop Pod Assault: half of the drop pods, rounded up, arrive in turn 1"
    elif given["anyway"]:
        why = "it arrives as the players agreed"
    return Coming(ref, unit.name, with_company(side, ref.id), (why,))


def walking_in(state: GameState, given: Values) -> Coming:
    """The unit that is to come over an edge of the table, as one does that is not marked for deep strike.

    Raises:
        PlayError: it is so marked and nothing else was agreed; see `coming_in`.
    """
    coming = coming_in(state, given)
    if deep_strikes(state.sides[coming.ref.side], coming.ref.id) and not given["anyway"]:
        why = "marked for deep strike, for which the opponent was given tokens (D-71): let it deep-strike"
        raise PlayError(f"{coming.name}: {why}; by agreement with --anyway")
    return coming


def refused(state: GameState, ref: Ref, unit: Unit) -> str:
    """Why a unit may not arrive now; empty where it may (D-80)."""
    if state.clock.active != ref.side or state.clock.phase != Phase.MOVEMENT:
        return f"{sentence(unit, 'arrives')} in a movement phase of {state.sides[ref.side].name}"
    reserve = waiting(state.sides[ref.side], state.clock.turn)
    if ref.id in reserve.due or ref.id in pods(state.sides[ref.side], state.clock.turn):
        return ""
    if state.clock.turn < FIRST_TURN:
        return "nobody arrives from reserve in turn 1"
    if ref.id not in reserve.free:
        return f"{sentence(unit, 'was picked')} in this turn already: delayed to the next"
    if not reserve.more:
        return f"turn {state.clock.turn}: {reserve.may} of {count(reserve.left, 'unit')} may arrive, and no more"
    return ""


def come(state: GameState, coming: Coming) -> Sequence[Change]:
    """The changes that bring a unit in, and all who come with it."""
    side, number = state.sides[coming.ref.side], coming.ref.side
    waited = [unit for unit in coming.units if Flag.RESERVE in side.bodies[unit].flags]
    return [
        *(Flagged(side=number, unit=unit, flag=Flag.RESERVE, on=False) for unit in waited),
        Arriving(side=number, unit=coming.ref.id, arrived=state.clock.turn, put_off=side.bodies[coming.ref.id].put_off),
    ]


def removed(coming: Coming) -> Sequence[Change]:
    """The changes that take it off the table for good."""
    return [Flagged(side=coming.ref.side, unit=unit, flag=Flag.DESTROYED) for unit in coming.units]
