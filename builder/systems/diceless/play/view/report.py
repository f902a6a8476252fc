"""How a game of Diceless stands, as plain values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import NamedTuple

from builder.systems.diceless.casualties import unit_hit_points
from builder.systems.diceless.order_points import TEST_COST, limit
from builder.systems.diceless.play.attacks.uses import HAS_FIRED, fired
from builder.systems.diceless.play.queries import led_by, marks, tested_ld, tests_left
from builder.systems.diceless.play.reserve_turns import reserve_text
from builder.systems.diceless.play.state import TOKEN_NAMES, GameState, Phase, SideState, UnitState
from builder.systems.diceless.play.view.hints import hints
from builder.systems.diceless.play.view.report_types import (
    GameReport,
    GroupReport,
    SideReport,
    TokenReport,
    UnitReport,
)
from builder.systems.diceless.play.view.vehicle_reports import vehicle_report
from builder.systems.play.game import Ref, Stock, UnitRef
from builder.systems.play.lookup import ref_text


def report(state: GameState) -> GameReport:
    """How a game stands, as `muster game show --json` tells it and as its view is made of it."""
    return GameReport(
        turn=state.clock.turn,
        active=state.clock.active,
        phase=str(state.clock.phase),
        sides=(_side(state, 0), _side(state, 1)),
        over=state.clock.phase == Phase.OVER,
        mission=state.mission,
        night=state.extra.night,
        hints=tuple(hints(state)),
        notes=state.notes,
    )


class UnitAround(NamedTuple):
    """What is told of a unit that does not hang on itself alone: by what commands call it, whom it goes with."""

    ref: str
    ld: int | None
    marks: tuple[str, ...]
    fired: tuple[str, ...]
    leads: str


def unit_around(state: GameState, ref: Ref) -> UnitAround:
    """What is told of a unit that does not hang on itself alone."""
    side = state.sides[ref.side]
    shots, follower = fired(state, ref), led_by(side, ref.id)
    return UnitAround(
        ref=ref_text(state, ref),
        ld=tested_ld(side, ref.id),
        marks=(*marks(side, ref.id), *([HAS_FIRED] if shots else [])),
        fired=shots,
        leads="" if follower is None else ref_text(state, Ref(ref.side, follower)),
    )


def unit_report(state: GameState, ref: Ref) -> UnitReport:
    """A unit as it stands."""
    now, around = state.sides[ref.side].bodies[ref.id], unit_around(state, ref)
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
        for group in now.unit.groups
        for pool in (now.pools[group.id],)
    )
    ld = around.ld
    return UnitReport(
        ref=around.ref,
        name=now.name,
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
        marks=around.marks,
        fired=around.fired,
        leads=around.leads,
        destroyed=now.gone,
        note=now.note,
        last=now.last,
    )


def units_shown(state: GameState, number: int) -> Iterator[UnitRef]:
    """Yield the units of a side that are told of by themselves: those with models."""
    return (ref for ref in state.refs(number) if state.body(ref).unit.groups)


def _side(state: GameState, number: int) -> SideReport:
    side = state.sides[number]
    return SideReport(
        name=side.name,
        units=tuple(unit_report(state, ref) for ref in units_shown(state, number)),
        vehicles=tuple(vehicle_report(state, ref) for ref in state.parts(number)),
        tokens=tuple(_tokens(side, kind) for kind in TOKEN_NAMES),
        points=side.points,
        reserve=reserve_text(state, number),
    )


def _tokens(side: SideState, kind: str) -> TokenReport:
    held = side.stock.get(kind, Stock(0, 0))
    return TokenReport(kind, TOKEN_NAMES[kind], held.left, held.total)


def tally(state: GameState, side: int) -> Mapping[str, int]:
    """What is left of a side: HP, models and vehicles, and points by the share of HP; of vehicles all or none."""
    bodies = state.sides[side].bodies.values()
    return {
        "HP": sum(pool.hp_left for body in bodies for pool in body.pools.values()),
        "models": sum(body.size for body in bodies),
        "points": sum(round(_points_left(body)) for body in bodies),
    }


def _points_left(body: UnitState) -> Decimal:
    if body.gone:
        return Decimal(0)
    full = unit_hit_points(body.unit)
    if full:
        return body.unit.points * sum(pool.hp_left for pool in body.pools.values()) / full
    return body.unit.points * sum(not part.gone for part in body.parts.values()) / len(body.parts)


_TESTS = ("test", "assault", "regroup", "psychic")
_RESULT = re.compile(r": (passed|failed)\b")


def tested(kind: str, text: str) -> bool | None:
    """Whether a test was passed, by what the log tells of it; None for what is no test."""
    found = _RESULT.findall(text) if kind in _TESTS else []
    return found[-1] == "passed" if found else None
