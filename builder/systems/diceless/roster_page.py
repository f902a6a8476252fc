"""The roster page of an army: what an opponent wants to see of a list, and what its player needs beside the cards."""

from __future__ import annotations

from collections.abc import Sequence

from builder.errors import Finding
from builder.systems.blocks import (
    Check,
    Reserve,
    RosterMark,
    RosterPage,
    RosterRow,
    Slot,
)
from builder.systems.common.listing import counter_token, errors_first, roster_marks, totals, waits
from builder.systems.diceless.aids import aids_of
from builder.systems.diceless.cards import card_ids, companions
from builder.systems.diceless.hp import unit_hit_points
from builder.systems.diceless.reminders import used_rules
from builder.systems.diceless.reserves import arrivals
from builder.systems.fortyk.model import Army, Unit
from builder.systems.protocol import Counter

NAME = "Diceless 40K"


def roster_page(
    army: Army, counters: Sequence[Counter], findings: Sequence[Finding], slots: Sequence[Slot] = (), source: str = ""
) -> RosterPage:
    """The list of an army with the tokens it gives (D-77), its findings, errors first, and the rules that it uses."""
    relations = companions(army)
    carriers = {mark.target for unit in army.units for mark in unit.marks if mark.kind == "riding_in"}
    givers = {part.unit for counter in counters for part in counter.parts}
    return RosterPage(
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


def _row(unit: Unit, relations: Sequence[str], marks: tuple[RosterMark, ...]) -> RosterRow:
    weapons = ", ".join(
        carried.weapon.name if carried.count == 1 else f"{carried.count} {carried.weapon.name}"
        for carried in unit.weapons
    )
    return RosterRow(
        unit=unit.id,
        slot=unit.slot,
        name=unit.name,
        detail=". ".join(part[0].upper() + part[1:] for part in (weapons, *relations) if part),
        models=unit.models,
        points=unit.points,
        hp=unit_hit_points(unit),
        place=unit.place,
        marks=marks,
        cards=card_ids(unit),
    )


def _reserve(army: Army) -> Reserve | None:
    waiting = [unit for unit in army.units if waits(unit)]
    if not waiting:
        return None
    return Reserve(
        arrivals(len(waiting)),
        tuple(Check(f"{unit.id}.arrived", unit.name) for unit in waiting),
        "A unit may be delayed one turn, once.",
    )
