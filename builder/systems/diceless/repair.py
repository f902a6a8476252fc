"""Repairs of vehicles: DMG taken off one line, and boxes unchecked with it (D-62)."""

from __future__ import annotations

from dataclasses import dataclass

from builder.systems.diceless.hit_rows import ROW_NAMES, HitRows, without_last_box
from builder.systems.diceless.vehicle_damage import LETTERS, Lines
from builder.systems.diceless.vehicles import LINES, Hit
from builder.systems.diceless.worked import Worked

TECHMARINE, BY_SERVO_ARM, SERVO_HARNESS = 12, 6, 6
"""DMG that a Techmarine takes off, and what each servitor with a servo-arm and a servo-harness add."""
OWN_REPAIR = 6
"""DMG that an immobilised Rhino takes off each turn."""


@dataclass(frozen=True, slots=True)
class Repaired:
    """The lines after a repair, the DMG that came off, and the hits that are undone, last threshold first."""

    lines: Lines
    removed: int
    undone: tuple[Hit, ...] = ()


def techmarine_repairs(servo_arms: int = 0, servo_harness: bool = False) -> Worked[int]:
    """DMG that a Techmarine takes off a line: 12, +6 for each servitor with a servo-arm, +6 for a harness (D-62)."""
    removed = TECHMARINE + servo_arms * BY_SERVO_ARM + servo_harness * SERVO_HARNESS
    parts = [f"Techmarine {TECHMARINE}"]
    if servo_arms:
        parts.append(f"servo-arms {servo_arms} × {BY_SERVO_ARM}")
    if servo_harness:
        parts.append(f"servo-harness {SERVO_HARNESS}")
    return Worked(removed, (f"{' + '.join(parts)} = {removed} DMG off one line",))


def own_repair(rows: HitRows) -> Worked[int]:
    """DMG that a vehicle with Repair takes off a line each turn while it is immobilised, the owner's choice (D-62)."""
    if rows.immobilised:
        return Worked(OWN_REPAIR, (f"immobilised: {OWN_REPAIR} DMG off one line",))
    return Worked(0, ("it is not immobilised: nothing is repaired",))


def repair(lines: Lines, letter: str, amount: int) -> Worked[Repaired]:
    """Take DMG off a line, not below 0; the thresholds that it no longer reaches are undone (D-62)."""
    before = lines.get(letter, 0)
    now = max(0, before - amount)
    line = LINES[LETTERS.index(letter)]
    unreached = [(value, hit) for value, hit in line.thresholds if now < value <= before][::-1]
    steps = [f"line {letter}: {before} − {before - now} = {now}"]
    steps += (
        f"{value}{hit} is no longer reached: the last {ROW_NAMES[hit]} box is unchecked" for value, hit in unreached
    )
    after = {each: value for each, value in {**lines, letter: now}.items() if value}
    return Worked(Repaired(after, before - now, tuple(hit for _, hit in unreached)), tuple(steps))


def undo(rows: HitRows, repaired: Repaired) -> HitRows:
    """The hit rows after a repair: for each threshold that is undone the last box of its row (D-62)."""
    for row in repaired.undone:
        rows = without_last_box(rows, row)
    return rows
