"""How a game of Diceless stands, as plain values."""

from __future__ import annotations

from functools import lru_cache

from builder.systems.diceless.order_points import TEST_COST, limit
from builder.systems.diceless.play.apart import told_apart
from builder.systems.diceless.play.attacks.this_phase import HAS_FIRED, fired
from builder.systems.diceless.play.finding import Ref, ref_text
from builder.systems.diceless.play.reserve_turns import reserve_text
from builder.systems.diceless.play.same import Same
from builder.systems.diceless.play.standing import gone, led_by, marks, tested_ld, tests_left, units_of
from builder.systems.diceless.play.state import TOKEN_NAMES, GameState, Phase, SideState, Tokens, UnitState
from builder.systems.diceless.play.view.hints import hints
from builder.systems.diceless.play.view.report_types import (
    GameReport,
    GroupReport,
    SideReport,
    TokenReport,
    UnitReport,
    VehicleReport,
)
from builder.systems.diceless.play.view.vehicle_reports import vehicle_reports
from builder.systems.fortyk.model import Unit


def report(state: GameState) -> GameReport:
    """How a game stands, as `muster game show --json` tells it and as its view is made of it."""
    return GameReport(
        turn=state.turn,
        active=state.active,
        phase=state.phase.value,
        sides=(_side(state, 0), _side(state, 1)),
        over=state.phase is Phase.OVER,
        mission=state.mission,
        night=state.night,
        hints=tuple(hints(told_apart(state))),
        notes=state.notes,
    )


Rows = tuple[tuple[UnitReport, ...], tuple[VehicleReport, ...]]


@lru_cache(maxsize=8)
def _rows(known: Same[GameState], number: int) -> Rows:
    state = known.it
    units = units_of(state.sides[number]).values()
    rows = tuple(_unit(state, Ref(number, unit.id), unit) for unit in units if unit.groups)
    return rows, tuple(vehicle_reports(state, number))


def _side(state: GameState, number: int) -> SideReport:
    side, enemies = state.sides[number], state.sides[1 - number]
    # Most acts leave the units of a side, or of both, as they are.
    units, vehicles = _rows(Same(state, side, enemies.army, state.attacks), number)
    return SideReport(
        name=side.name,
        units=units,
        vehicles=vehicles,
        tokens=tuple(_tokens(side, kind) for kind in TOKEN_NAMES),
        points=side.points,
        reserve=reserve_text(state, number),
    )


def _unit(state: GameState, ref: Ref, unit: Unit) -> UnitReport:
    side = state.sides[ref.side]
    shots, follower = fired(state, ref), led_by(side, unit.id)
    return _row(
        Same(unit),
        Same(side.units[unit.id]),
        ref_text(state, ref),
        tested_ld(side, unit.id),
        (*marks(side, unit.id), *([HAS_FIRED] if shots else [])),
        shots,
        "" if follower is None else ref_text(state, Ref(ref.side, follower)),
        gone(side, unit.id),
    )


@lru_cache(maxsize=256)
def _row(
    began: Same[Unit],
    stands: Same[UnitState],
    ref: str,
    ld: int | None,
    marked: tuple[str, ...],
    shots: tuple[str, ...],
    leads: str,
    destroyed: bool,
) -> UnitReport:
    """The row of a unit; most of a side stand as they did before an act."""
    unit, now = began.it, stands.it
    groups = tuple(
        GroupReport(
            id=group.id,
            name=group.name,
            models=pool.models,
            models_full=group.models,
            hp_each=pool.hp_each,
            hp=pool.hp_left,
            hp_full=group.models * pool.hp_each,
        )
        for group in unit.groups
        for pool in (now.pools[group.id],)
    )
    return UnitReport(
        ref=ref,
        name=unit.name,
        models=sum(group.models for group in groups),
        models_full=sum(group.models_full for group in groups),
        hp=sum(group.hp for group in groups),
        hp_full=sum(group.hp_full for group in groups),
        groups=groups,
        op=now.op,
        ld=ld,
        fails_above=None if ld is None else limit(ld),
        fails_above_reroll=None if ld is None else limit(ld, reroll=True),
        tests_left=tests_left(now.op, ld, TEST_COST),
        marks=marked,
        fired=shots,
        leads=leads,
        destroyed=destroyed,
        note=now.note,
        last=now.last,
    )


def _tokens(side: SideState, kind: str) -> TokenReport:
    held = side.tokens.get(kind, Tokens(0, 0))
    return TokenReport(kind, TOKEN_NAMES[kind], held.left, held.total)
