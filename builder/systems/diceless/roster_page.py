"""The roster page of an army: what an opponent wants to see of a list, and what its player needs beside the cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.errors import Finding, Severity
from builder.systems.blocks import (
    Check,
    Reserve,
    RosterMark,
    RosterPage,
    RosterRow,
    Slot,
    Token,
    Total,
    number,
)
from builder.systems.diceless.aids import aids_of
from builder.systems.diceless.cards import card_ids, companions
from builder.systems.diceless.hp import unit_hit_points
from builder.systems.diceless.reminders import used_rules
from builder.systems.diceless.reserves import arrivals
from builder.systems.fortyk.model import Army, Unit
from builder.systems.protocol import Counter

NAME = "Diceless 40K"
WAITING = {"reserve", "deep_strike"}


def roster_page(
    army: Army, counters: Sequence[Counter], findings: Sequence[Finding], slots: Sequence[Slot] = (), source: str = ""
) -> RosterPage:
    """The list of an army with the tokens it gives (D-77), its findings, errors first, and the rules that it uses."""
    severities = list(Severity)
    relations = companions(army)
    carriers = {mark.target for unit in army.units for mark in unit.marks if mark.kind == "riding_in"}
    givers = {part.unit for counter in counters for part in counter.parts}
    return RosterPage(
        title=army.name,
        system=NAME,
        points=army.points,
        limit=army.limit,
        source=source,
        totals=tuple(_totals(army)),
        slots=tuple(slots),
        rows=tuple(_row(unit, relations[unit.id], tuple(_marks(unit, carriers, givers))) for unit in army.units),
        tokens=tuple(_token(counter) for counter in counters if counter.total_at_start),
        token_remark="to the opponent",
        findings=tuple(sorted(findings, key=lambda finding: severities.index(finding.severity))),
        reserve=_reserve(army),
        rules=used_rules(army),
        aids=aids_of(army, counters),
    )


def _waits(unit: Unit) -> bool:
    return any(mark.kind in WAITING for mark in unit.marks)


def _totals(army: Army) -> Iterator[Total]:
    counts = {
        ("unit", "units"): len(army.units),
        ("model", "models"): sum(unit.models for unit in army.units),
        ("vehicle", "vehicles"): sum(len(unit.vehicles) for unit in army.units),
        ("in reserve", "in reserve"): sum(_waits(unit) for unit in army.units),
    }
    for (one, many), count in counts.items():
        yield Total(number(count), one if count == 1 else many)


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


def _marks(unit: Unit, carriers: set[str | None], givers: set[str]) -> Iterator[RosterMark]:
    if _waits(unit):
        yield RosterMark.RESERVE
    if any(mark.kind == "deep_strike" for mark in unit.marks):
        yield RosterMark.DEEP_STRIKE
    if unit.id in carriers:
        yield RosterMark.TRANSPORT
    if unit.id in givers:
        yield RosterMark.TOKENS


def _token(counter: Counter) -> Token:
    later = counter.total_at_start - counter.total
    return Token(
        counter.name,
        counter.total,
        tuple(
            f"{part.name}, {part.source} {'+' if part.when == 'start' else ''}{part.count}"
            for part in sorted(counter.parts, key=lambda part: part.when == "start")
        ),
        f"{counter.total_at_start} when the game starts" if later else "",
    )


def _reserve(army: Army) -> Reserve | None:
    waiting = [unit for unit in army.units if _waits(unit)]
    if not waiting:
        return None
    return Reserve(
        arrivals(len(waiting)),
        tuple(Check(f"{unit.id}.arrived", unit.name) for unit in waiting),
        "A unit may be delayed one turn, once.",
    )
