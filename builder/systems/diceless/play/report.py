"""How a game of Diceless stands, as plain values: the JSON of commands, which is documented, is made of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from builder.systems.common.units import has_rule
from builder.systems.diceless.aim import Speed
from builder.systems.diceless.damage import damage_text
from builder.systems.diceless.order_points import TEST_COST, limit
from builder.systems.diceless.play.attacks.uses import HAS_FIRED, fired
from builder.systems.diceless.play.attacks.vehicle_damage import NEVER_MOVES
from builder.systems.diceless.play.attacks.weapons import attacker_of, fires
from builder.systems.diceless.play.hints import hints
from builder.systems.diceless.play.queries import (
    aboard,
    led_by,
    marks,
    points_of,
    reserve_text,
    tested_ld,
    tests_left,
    wrecked,
)
from builder.systems.diceless.play.state import TOKEN_NAMES, Crew, Flag, GameState, Phase, SideState, hull_of
from builder.systems.diceless.tokens import is_hand_grenade
from builder.systems.diceless.vehicle_damage import LINES, ROWS, DamageLineRule, Hit, HitRows, Take, hit
from builder.systems.play.game import Ref, Stock, UnitRef
from builder.systems.play.lookup import ref_text


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupReport:
    """Identical models of a unit, as they stand; HP in hit points."""

    id: str
    name: str
    models: int
    models_full: int
    hp_each: int
    hp: int
    hp_full: int


@dataclass(frozen=True, slots=True)
class ArmReport:
    """A way of a weapon that is fired, of so many models: its range and AP as printed, and the DMG of one of them."""

    name: str
    number: int
    range: str
    ap: str
    damage: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitReport:
    """A unit on foot as it stands.

    Args:
        ref: what commands call it (`u7f3`, or `2:u7f3` where both sides have a unit with that id).
        op: its order points.
        ld: the leadership that it tests on; None where nobody has any.
        fails_above: order points above which its tests fail; None where every test fails.
        fails_above_reroll: the same with a re-roll.
        tests_left: leadership tests that it still passes, one after another.
        marks: its states in words (`reserve`, `falling back`, `in Rhino 1`, `has fired`).
        fired: what it has fired in this phase (`8 × Boltgun`).
        leads: what commands call the unit that it leads.
        arms: the weapons that are left to it and are fired.
        destroyed: whether nobody of it is left in play.
        note: what its player noted of it.
        last: the last act on it, as the log tells it.
    """

    ref: str
    name: str
    models: int
    models_full: int
    hp: int
    hp_full: int
    groups: tuple[GroupReport, ...]
    op: int
    ld: int | None
    fails_above: int | None
    fails_above_reroll: int | None
    tests_left: int
    marks: tuple[str, ...] = ()
    fired: tuple[str, ...] = ()
    leads: str = ""
    arms: tuple[ArmReport, ...] = ()
    destroyed: bool = False
    note: str = ""
    last: str = ""


@dataclass(frozen=True, slots=True)
class BoxReport:
    """A box of a row, and whether it is checked; `text` is what it says (`Crew shaken`, `18G`)."""

    text: str
    checked: bool


@dataclass(frozen=True, slots=True)
class LineReport:
    """A damage line of a vehicle: its letter, DMG on it (0 to 36), and its thresholds."""

    letter: str
    damage: int
    thresholds: tuple[BoxReport, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class VehicleReport:
    """A vehicle as it stands; `next_glancing` and `next_penetrating` say what the next hit of a row would do.

    `last` is the last act on it, as the log tells it; `fired` what it has fired in this phase (`1 × Storm bolter`);
    `carries` what commands call the units aboard; `crew` is `shaken` or `stunned` where it is for now. The first
    glancing box of one that is `open_topped` is checked from the start (D-59).
    """

    ref: str
    name: str
    unit: str
    armour: tuple[int, int, int]
    lines: tuple[LineReport, ...]
    glancing: tuple[BoxReport, ...]
    penetrating: tuple[BoxReport, ...]
    weapons: tuple[BoxReport, ...]
    speed: str = ""
    crew: str = ""
    immobilised: bool = False
    destroyed: bool = False
    marks: tuple[str, ...] = ()
    fired: tuple[str, ...] = ()
    carries: tuple[str, ...] = ()
    next_glancing: str = ""
    next_penetrating: str = ""
    open_topped: bool = False
    note: str = ""
    last: str = ""


@dataclass(frozen=True, slots=True)
class TokenReport:
    """Tokens that a side holds, given by its opponent: how many are left of how many."""

    kind: str
    name: str
    left: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SideReport:
    """A side as it stands; `reserve` says what may arrive, in a sentence."""

    name: str
    units: tuple[UnitReport, ...] = ()
    vehicles: tuple[VehicleReport, ...] = ()
    tokens: tuple[TokenReport, ...] = ()
    points: int = 0
    reserve: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameReport:
    """A game as it stands.

    Args:
        turn: from 1; 0 while armies are deployed.
        active: the side whose turn it is.
        phase: in words.
        over: whether it has ended.
        sides: both, the first the one that set the game up.
        hints: what its players should mind now, in sentences.
        notes: what was noted of the whole game.
    """

    turn: int
    active: int
    phase: str
    sides: tuple[SideReport, SideReport]
    over: bool = False
    mission: str = ""
    night: bool = False
    hints: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class VehicleAround(NamedTuple):
    """What is told of a vehicle that does not hang on itself alone: by what commands call it, its unit and riders."""

    ref: str
    unit: str
    destroyed: bool
    marks: tuple[str, ...]
    fired: tuple[str, ...]
    carries: tuple[str, ...]


def vehicle_around(state: GameState, ref: Ref) -> VehicleAround:
    """Return what is told of a vehicle that does not hang on itself alone."""
    side = state.sides[ref.side]
    unit, shots = side.owners[ref.id], fired(state, ref)
    return VehicleAround(
        ref=ref_text(state, ref),
        unit=ref_text(state, Ref(ref.side, unit)),
        destroyed=wrecked(side, ref.id),
        marks=(*marks(side, unit), *([HAS_FIRED] if shots else [])),
        fired=shots,
        carries=tuple(ref_text(state, Ref(ref.side, each)) for each in aboard(side, unit)),
    )


def vehicle_report(state: GameState, ref: Ref) -> VehicleReport:
    """A vehicle as it stands."""
    now, around = hull_of(state.sides[ref.side], ref.id), vehicle_around(state, ref)
    vehicle, profile = now.vehicle, now.vehicle.profile
    return VehicleReport(
        ref=around.ref,
        name=now.name,
        unit=around.unit,
        armour=(profile.front, profile.side, profile.rear),
        lines=tuple(_line(line, now.lines.get(line.letter, 0)) for line in LINES),
        glancing=_boxes(now.rows, "G"),
        penetrating=_boxes(now.rows, "P"),
        weapons=tuple(BoxReport(weapon.name, each in now.destroyed_weapons) for each, weapon in vehicle.weapons),
        speed=str(now.speed or (Speed.IMMOBILE if _stands(state, ref) else "")),
        crew="" if now.crew is Crew.STEADY or around.destroyed else now.crew.value,
        immobilised=now.rows.immobilised,
        destroyed=around.destroyed,
        marks=around.marks,
        fired=around.fired,
        carries=around.carries,
        next_glancing=next_hit(now.rows, "G"),
        next_penetrating=next_hit(now.rows, "P"),
        open_topped=profile.open_topped,
        note=now.note,
        last=now.last,
    )


def _arms(state: GameState, ref: Ref) -> Iterator[ArmReport]:
    """Yield the weapons that are left to the models of a unit and are fired, hand grenades aside."""
    for stack in attacker_of(state, ref).stacks:
        for mode in stack.weapon.modes:
            if fires(mode) and not is_hand_grenade(stack.weapon, mode):
                damage = damage_text(mode, stack.wielders[0].profile)
                yield ArmReport(mode.name, stack.count, mode.range, mode.ap, damage)


def _stands(state: GameState, ref: Ref) -> bool:
    """Whether a vehicle is one that never moves, and has landed (D-50)."""
    body = state.body(ref)
    return Flag.RESERVE not in body.flags and has_rule(body.unit.rules, NEVER_MOVES)


@lru_cache(maxsize=1024)
def next_hit(rows: HitRows, row: Hit) -> str:
    """What the next hit of a row would do, in words; both results where the attacker may choose (D-55 to D-58)."""
    results: dict[str, None] = {}
    for choice in (Take.WEAPON, Take.IMMOBILISED):
        after = hit(rows, row, choice=choice).value
        results.update({each.result.lower(): None for each in after.landed[len(rows.landed) :]})
    return " or ".join(results)


@cache
def _line(line: DamageLineRule, damage: int) -> LineReport:
    return LineReport(
        line.letter, damage, tuple(BoxReport(f"{value}{hit}", value <= damage) for value, hit in line.thresholds)
    )


@lru_cache(maxsize=1024)
def _boxes(rows: HitRows, row: Hit) -> tuple[BoxReport, ...]:
    checked = rows.checked(row)
    return tuple(BoxReport(text, place in checked) for place, text in enumerate(ROWS[row], 1))


def report(state: GameState) -> GameReport:
    """Return how a game stands, as `muster game show --json` tells it and as its view is made of it."""
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
    """Return what is told of a unit that does not hang on itself alone."""
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
        arms=tuple(_arms(state, ref)),
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
    """Return what is left of a side: HP, models, vehicles, and points by the share of HP; of vehicles all or none.

    Of a unit that was destroyed, as by a sweeping advance, nothing is left.
    """
    bodies = state.sides[side].bodies.values()
    left = [body for body in bodies if not body.gone]
    vehicles = sum(not part.gone for body in left for part in body.parts.values())
    return {
        "HP": sum(pool.hp_left for body in left for pool in body.pools.values()),
        "models": sum(pool.models for body in left for pool in body.pools.values()),
        **({"vehicles": vehicles} if state.sides[side].owners else {}),
        "points": sum(round(points_of(body)) for body in bodies),
    }
