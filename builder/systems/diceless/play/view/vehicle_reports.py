"""The vehicles of a side, as the report of a game tells them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from builder.systems.diceless.play.attacks.this_phase import HAS_FIRED, fired
from builder.systems.diceless.play.finding import Ref, ref_text
from builder.systems.diceless.play.same import Same
from builder.systems.diceless.play.standing import aboard, marks, vehicle_name, vehicles_of, wrecked
from builder.systems.diceless.play.state import USUAL_SPEED, Crew, GameState, VehicleState
from builder.systems.diceless.play.view.report_types import BoxReport, LineReport, VehicleReport
from builder.systems.diceless.vehicle_damage import LINES, ROWS, Hit, HitRows, Line, Take, hit
from builder.systems.fortyk.model import Unit, Vehicle


def vehicle_reports(state: GameState, number: int) -> Iterator[VehicleReport]:
    """Yield the vehicles of a side as they stand."""
    side = state.sides[number]
    for unit, vehicle in vehicles_of(side):
        shots = fired(state, Ref(number, vehicle.id))
        yield _row(
            Same((unit, vehicle), unit, vehicle),
            Same(side.vehicles[vehicle.id]),
            (ref_text(state, Ref(number, vehicle.id)), ref_text(state, Ref(number, unit.id))),
            wrecked(side, vehicle.id),
            (*marks(side, unit.id), *([HAS_FIRED] if shots else [])),
            shots,
            tuple(ref_text(state, Ref(number, each)) for each in aboard(side, unit.id)),
        )


@lru_cache(maxsize=1024)
def next_hit(rows: HitRows, row: Hit) -> str:
    """What the next hit of a row would do, in words; both results where the attacker may choose (D-55 to D-58)."""
    results: dict[str, None] = {}
    for choice in (Take.WEAPON, Take.IMMOBILISED):
        after = hit(rows, row, choice=choice).value
        results.update({each.result.lower(): None for each in after.landed[len(rows.landed) :]})
    return " or ".join(results)


@lru_cache(maxsize=128)
def _row(
    began: Same[tuple[Unit, Vehicle]],
    stands: Same[VehicleState],
    refs: tuple[str, str],
    destroyed: bool,
    marked: tuple[str, ...],
    shots: tuple[str, ...],
    carries: tuple[str, ...],
) -> VehicleReport:
    """The row of a vehicle; most of a side stand as they did before an act."""
    (unit, vehicle), now = began.it, stands.it
    profile = vehicle.profile
    return VehicleReport(
        ref=refs[0],
        name=vehicle_name(unit, vehicle),
        unit=refs[1],
        armour=(profile.front, profile.side, profile.rear),
        lines=tuple(_line(line, now.lines.get(line.letter, 0)) for line in LINES),
        glancing=_boxes(now.rows, "G"),
        penetrating=_boxes(now.rows, "P"),
        weapons=tuple(BoxReport(weapon.name, each in now.destroyed_weapons) for each, weapon in vehicle.weapons),
        speed=str(now.speed or ("" if profile.walker else USUAL_SPEED)),
        crew="" if now.crew is Crew.STEADY or destroyed else now.crew.value,
        immobilised=now.rows.immobilised,
        destroyed=destroyed,
        marks=marked,
        fired=shots,
        carries=carries,
        next_glancing=next_hit(now.rows, "G"),
        next_penetrating=next_hit(now.rows, "P"),
        note=now.note,
        last=now.last,
    )


@cache
def _line(line: Line, damage: int) -> LineReport:
    return LineReport(
        line.letter, damage, tuple(BoxReport(f"{value}{hit}", value <= damage) for value, hit in line.thresholds)
    )


@lru_cache(maxsize=1024)
def _boxes(rows: HitRows, row: Hit) -> tuple[BoxReport, ...]:
    checked = rows.checked(row)
    return tuple(BoxReport(text, place in checked) for place, text in enumerate(ROWS[row], 1))
