"""The vehicles of a side as screens and commands show them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from builder.systems.diceless.hit_rows import ROWS, Choice, HitRows, hit
from builder.systems.diceless.play.attacks.this_phase import HAS_FIRED, fired
from builder.systems.diceless.play.finding import Ref, ref_text
from builder.systems.diceless.play.standing import aboard, marks, vehicle_name, vehicles_of, wrecked
from builder.systems.diceless.play.state import GameState
from builder.systems.diceless.vehicles import LINES, Hit, Line
from builder.systems.fortyk.model import Unit, Vehicle
from builder.systems.gameview import Box, LineRow, VehicleRow


def vehicle_rows(state: GameState, number: int) -> Iterator[VehicleRow]:
    """Yield the vehicles of a side as they stand."""
    for unit, vehicle in vehicles_of(state.sides[number]):
        yield _row(state, number, unit, vehicle)


@lru_cache(maxsize=1024)
def next_hit(rows: HitRows, row: Hit) -> str:
    """What the next hit of a row would do, in words; both results where the attacker may choose (D-55 to D-58)."""
    results: dict[str, None] = {}
    for choice in (Choice.WEAPON, Choice.IMMOBILISED):
        after = hit(rows, row, choice=choice).value
        results.update({each.result.lower(): None for each in after.landed[len(rows.landed) :]})
    return " or ".join(results)


def _row(state: GameState, number: int, unit: Unit, vehicle: Vehicle) -> VehicleRow:
    side = state.sides[number]
    now, profile = side.vehicles[vehicle.id], vehicle.profile
    shots = fired(state, Ref(number, vehicle.id))
    return VehicleRow(
        ref=ref_text(state, Ref(number, vehicle.id)),
        name=vehicle_name(unit, vehicle),
        unit=ref_text(state, Ref(number, unit.id)),
        armour=(profile.front, profile.side, profile.rear),
        lines=tuple(_line(line, now.lines.get(line.letter, 0)) for line in LINES),
        glancing=_boxes(now.rows, "G"),
        penetrating=_boxes(now.rows, "P"),
        weapons=tuple(Box(weapon.name, each in now.destroyed_weapons) for each, weapon in vehicle.weapons),
        speed=now.speed.value,
        immobilised=now.rows.immobilised,
        destroyed=wrecked(side, vehicle.id),
        marks=(*marks(side, unit.id), *([HAS_FIRED] if shots else [])),
        fired=shots,
        carries=tuple(ref_text(state, Ref(number, each)) for each in aboard(side, unit.id)),
        next_glancing=next_hit(now.rows, "G"),
        next_penetrating=next_hit(now.rows, "P"),
        note=now.note,
        last=now.last,
    )


@cache
def _line(line: Line, damage: int) -> LineRow:
    return LineRow(line.letter, damage, tuple(Box(f"{value}{hit}", value <= damage) for value, hit in line.thresholds))


@lru_cache(maxsize=1024)
def _boxes(rows: HitRows, row: Hit) -> tuple[Box, ...]:
    checked = rows.checked(row)
    return tuple(Box(text, place in checked) for place, text in enumerate(ROWS[row], 1))
