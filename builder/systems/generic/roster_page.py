"""The list of an army of any game: units with what they cost, totals of all costs, and its rules in full."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.errors import Finding
from builder.systems import blocks
from builder.systems.common.listing import errors_first
from builder.systems.common.units import slot_code, with_codes
from builder.systems.generic.cards import rule_text
from builder.systems.generic.model import GenericArmy, GenericUnit

NAME = "Any game"
WORDS = blocks.ListWords("unit", "model", "Wounds", "wounds")


def roster_page(
    army: GenericArmy, findings: Sequence[Finding], slots: Sequence[blocks.Slot] = (), source: str = ""
) -> blocks.RosterPage:
    """Return the list of an army with all its findings, errors first."""
    notes = (f"Chosen for the army: {'; '.join(army.settings)}",) if army.settings else ()
    return blocks.RosterPage(
        title=army.name,
        system=army.game or NAME,
        points=army.points,
        words=WORDS,
        limit=army.limit,
        source="" if source == army.game else source,
        totals=tuple(_totals(army)),
        slots=with_codes(slots),
        rows=tuple(_row(unit, place) for place, unit in enumerate(army.units)),
        findings=errors_first(findings),
        token_title="",
        rules=tuple(map(rule_text, army.passages)),
        notes=notes,
        unit_sheet=WORDS.units,
    )


def _totals(army: GenericArmy) -> Iterator[blocks.Total]:
    units = sum(bool(unit.groups) for unit in army.units)
    models = sum(unit.models for unit in army.units)
    yield blocks.Total(blocks.number(units), "unit" if units == 1 else "units")
    yield blocks.Total(blocks.number(models), "model" if models == 1 else "models")
    for name, value, limit in army.costs:
        yield blocks.Total(blocks.number(value), name if limit is None else f"{name} of {blocks.number(limit)}")


def _row(unit: GenericUnit, place: int) -> blocks.RosterRow:
    carried: dict[str, int] = {}
    for line in (line for table in unit.tables for line in table.lines):
        carried[line.name] = max(carried.get(line.name, 0), line.count)
    things = [name if count <= 1 else f"{count} {name}" for name, count in carried.items()]
    costs = [f"{blocks.number(value)} {name}" for name, value in unit.costs]
    within = [f"in {unit.within}"] if unit.within else []
    return blocks.RosterRow(
        unit=unit.id,
        slot=slot_code(unit.category),
        name=unit.name,
        detail=", ".join((*within, *costs, *things, *unit.choices)),
        models=unit.models,
        points=unit.points,
        value=str(unit.wounds) if unit.wounds_name else "",
        place=place,
        cards=(unit.id,),
    )
