"""The roster page of an army: its list for the opponent, and the rules it uses for its player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from builder.errors import Finding
from builder.systems import blocks
from builder.systems.common.listing import counter_token, errors_first, roster_marks, totals, waits
from builder.systems.diceless.aids import aids_of
from builder.systems.diceless.casualties import unit_hit_points
from builder.systems.diceless.reserves import planned_arrivals
from builder.systems.diceless.rules import used_rules
from builder.systems.fortyk.model import FortykArmy, Unit
from builder.systems.fortyk.wording import card_ids, companions, weapon_list
from builder.systems.protocol import Counter

NAME = "Diceless 40K"


def roster_page(
    army: FortykArmy,
    counters: Sequence[Counter],
    findings: Sequence[Finding],
    slots: Sequence[blocks.Slot] = (),
    source: str = "",
) -> blocks.RosterPage:
    """The list of an army with the tokens it gives (D-77), its findings, errors first, and the rules that it uses."""
    relations = companions(army)
    carriers = {mark.target for unit in army.units for mark in unit.marks if mark.kind == "riding_in"}
    givers = {part.unit for counter in counters for part in counter.parts}
    return blocks.RosterPage(
        title=army.name,
        system=NAME,
        points=army.points,
        limit=army.limit,
        source=source,
        totals=tuple(totals(army.units)),
        slots=tuple(slots),
        rows=tuple(_row(unit, relations[unit.id], tuple(roster_marks(unit, carriers, givers))) for unit in army.units),
        tokens=tuple(counter_token(counter) for counter in counters if counter.total_at_start),
        token_remark="to the opponent",
        findings=errors_first(findings),
        reserve=_reserve(army),
        rules=used_rules(army),
        aids=aids_of(army, counters),
    )


def _row(unit: Unit, relations: Sequence[str], marks: tuple[blocks.RosterMark, ...]) -> blocks.RosterRow:
    return blocks.RosterRow(
        unit=unit.id,
        slot=unit.slot,
        name=unit.name,
        detail=". ".join(part[0].upper() + part[1:] for part in (weapon_list(unit), *relations) if part),
        models=unit.models,
        points=unit.points,
        hp=unit_hit_points(unit),
        place=unit.place,
        marks=marks,
        cards=card_ids(unit),
    )


def _reserve(army: FortykArmy) -> blocks.Reserve | None:
    waiting = {unit.id: unit for unit in army.units if waits(unit)}
    if not waiting:
        return None
    brought = {mark.target for unit in waiting.values() for mark in unit.marks if mark.kind == "led_by"}
    alone = [unit for unit in waiting.values() if unit.id not in brought and not _comes_aboard(unit, waiting)]
    return blocks.Reserve(
        planned_arrivals(army, [unit.id for unit in alone]),
        tuple(blocks.Check(f"{unit.id}.arrived", unit.name) for unit in waiting.values()),
        "A unit may be delayed one turn, once.",
    )


def _comes_aboard(unit: Unit, waiting: Mapping[str, Unit]) -> bool:
    return any(mark.kind == "riding_in" and mark.target in waiting for mark in unit.marks)
