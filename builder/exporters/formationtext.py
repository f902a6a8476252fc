"""The card of a formation as plain text."""

from __future__ import annotations

from collections.abc import Iterator

from builder.systems.blocks import FormationCard, UnitRow

NONE = "–"


def formation_lines(card: FormationCard) -> Iterator[str]:
    """Its initiative, units with their weapons, breaking point, damage capacity, who rides."""
    yield f"  Initiative {card.initiative or NONE}"
    for row in card.rows:
        yield from _unit(card, row)
    units = "1 unit" if len(card.units) == 1 else f"{len(card.units)} units"
    yield f"  {units}, broken at {card.broken_at} blast markers; each unit lost lowers it by one"
    if card.units:
        yield f"  Units lost: {' '.join('[ ]' for _ in card.units)}"
        yield f"  Blast markers: {' '.join('[ ]' for _ in card.markers)}"
    for unit in card.damage:
        yield f"  Damage capacity of {unit.label}: {' '.join('[ ]' for _ in unit.checks)}"
    if card.transport:
        yield f"  Transport: {card.transport}"
    if card.checks:
        yield "  " + "  ".join(f"[{'x' if check.checked else ' '}] {check.label}" for check in card.checks)
    yield from (f"  Note: {note}" for note in card.notes)


def _unit(card: FormationCard, row: UnitRow) -> Iterator[str]:
    number, name, *values = row.cells
    said = [f"{title} {value}" for title, value in zip(card.unit_titles[2:], values, strict=True) if value != NONE]
    yield f"  {number} {name}: {', '.join(said)}".rstrip(": ")
    if row.notes:
        yield f"    {row.notes}"
    for weapon in row.weapons:
        name, reach, firepower, notes = weapon
        words = [f"range {reach}" if reach != NONE else "", firepower, notes]
        yield f"    {name}: {', '.join(part for part in words if part)}"
