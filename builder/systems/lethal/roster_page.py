"""The roster page of an army: its list, what it brings, and the play aids."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from builder.errors import Finding
from builder.systems.blocks import Aids, ListWords, Outline, RosterPage, RosterRow, RuleText, Slot, TokenKind
from builder.systems.fortyk.listing import counter_sources, counter_token, errors_first, roster_marks, totals
from builder.systems.lethal.cards import card_ids
from builder.systems.lethal.model import Army, Unit
from builder.systems.lethal.planned import UnitGroup
from builder.systems.lethal.reference import reference_tables
from builder.systems.protocol import Counter

NAME = "Lethal 40K"
WORDS = ListWords("unit", "model", "CM", "CM")
_RULE = re.compile(r"\((L-\d+)\)")


def roster_page(
    army: Army,
    groups: Sequence[UnitGroup],
    counters: Sequence[Counter],
    findings: Sequence[Finding],
    slots: Sequence[Slot] = (),
    source: str = "",
) -> RosterPage:
    """The list of an army with its ammunition counters (L-21), planned groups and findings, errors first."""
    carriers = {mark.target for unit in army.units for mark in unit.marks if mark.kind == "riding_in"}
    return RosterPage(
        title=army.name,
        system=NAME,
        points=army.points,
        words=WORDS,
        limit=army.limit,
        source=source,
        totals=tuple(totals(army.units)),
        slots=tuple(slots),
        rows=tuple(_row(unit, groups, carriers) for unit in army.units),
        tokens=tuple(counter_token(counter) for counter in counters if counter.total_at_start),
        token_title="Counters to bring",
        findings=errors_first(findings),
        rules=_rules(army),
        aids=Aids(
            tokens=tuple(_counters(counters)),
            token_title="Put one beside each unit",
            reference=tuple(reference_tables(army)),
        ),
    )


def _row(unit: Unit, groups: Sequence[UnitGroup], carriers: set[str | None]) -> RosterRow:
    weapons: dict[str, int] = {}
    for carried in unit.weapons:
        weapons[carried.weapon.name] = weapons.get(carried.weapon.name, 0) + carried.count
    for vehicle in unit.vehicles:
        for _, weapon in vehicle.weapons:
            weapons[weapon.name] = weapons.get(weapon.name, 0) + 1
    listed = ", ".join(name if count == 1 else f"{count} {name}" for name, count in weapons.items())
    extra = f"{unit.extra_ammo} extra ammunition" if unit.extra_ammo else ""
    grouped = next((f"group {group.name}" for group in groups if unit in group.units), "")
    return RosterRow(
        unit=unit.id,
        slot=unit.slot,
        name=unit.name,
        detail=". ".join(part[0].upper() + part[1:] for part in (listed, extra, grouped) if part),
        models=unit.models,
        points=unit.points,
        value=f"{unit.command}+",
        marks=tuple(roster_marks(unit, carriers, set())),
        cards=card_ids(unit),
    )


def _rules(army: Army) -> tuple[RuleText, ...]:
    """The special rules of the army, each once, with the units that have it."""
    bearers: dict[str, list[str]] = {}
    texts: dict[str, str] = {}
    for unit in army.units:
        for name, text in unit.rule_texts:
            texts.setdefault(name, text)
            if unit.name not in bearers.setdefault(name, []):
                bearers[name].append(unit.name)
    return tuple(RuleText(f"{name} ({', '.join(bearers[name])})", text, _number(text)) for name, text in texts.items())


def _number(text: str) -> str:
    found = _RULE.search(text)
    return found[1] if found else ""


def _counters(counters: Sequence[Counter]) -> Iterator[TokenKind]:
    for counter in counters:
        if counter.total:
            yield TokenKind(
                name="Ammo",
                outline=Outline.BULLET,
                line="gone on a 1",
                count=counter.total,
                sources=tuple(counter_sources(counter, "list")),
                text="After each shooting action of infantry the opponent rolls a die: a 1 costs one. None left: no"
                " shooting, until Find Ammo brings back one.",
            )
