"""The vehicles of a side, as the report of a game tells them."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from builder.systems.diceless.play.attacks.uses import HAS_FIRED, fired
from builder.systems.diceless.play.queries import aboard, marks, wrecked
from builder.systems.diceless.play.state import Crew, GameState, hull_of
from builder.systems.diceless.play.view.report_types import BoxReport, LineReport, VehicleReport
from builder.systems.diceless.vehicle_damage import LINES, ROWS, DamageLineRule, Hit, HitRows, Take, hit
from builder.systems.play.game import Ref
from builder.systems.play.lookup import ref_text


class VehicleAround(NamedTuple):
    """What is told of a vehicle that does not hang on itself alone: by what commands call it, its unit and riders."""

    ref: str
    unit: str
    destroyed: bool
    marks: tuple[str, ...]
    fired: tuple[str, ...]
    carries: tuple[str, ...]


def vehicle_around(state: GameState, ref: Ref) -> VehicleAround:
    """What is told of a vehicle that does not hang on itself alone."""
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
        speed=str(now.speed or ""),
        crew="" if now.crew is Crew.STEADY or around.destroyed else now.crew.value,
        immobilised=now.rows.immobilised,
        destroyed=around.destroyed,
        marks=around.marks,
        fired=around.fired,
        carries=around.carries,
        next_glancing=next_hit(now.rows, "G"),
        next_penetrating=next_hit(now.rows, "P"),
        note=now.note,
        last=now.last,
    )


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
