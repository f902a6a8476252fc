"""The roster page of an army: activations, strategy rating, formations, blast markers to bring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from builder.errors import Finding, Severity
from builder.systems.blocks import ListWords, RosterPage, RosterRow, Slot, Token, Total, number
from builder.systems.epic.aids import aids_of, rule_texts
from builder.systems.epic.cards import score, slot_code
from builder.systems.epic.model import EpicArmy, Formation
from builder.systems.protocol import Counter

NAME = "Epic"
WORDS = ListWords("formation", "unit", "Init", "initiative")


def roster_page(
    army: EpicArmy,
    counters: Sequence[Counter],
    findings: Sequence[Finding],
    slots: Sequence[Slot] = (),
    source: str = "",
) -> RosterPage:
    """The list of an army with all its findings, errors first; slots that may hold any number show no limit."""
    severities = list(Severity)
    return RosterPage(
        title=army.name,
        system=NAME,
        points=army.points,
        words=WORDS,
        limit=army.limit,
        source=source,
        totals=tuple(_totals(army)),
        slots=tuple(replace(slot, code=slot.code or slot_code(slot.name)) for slot in slots),
        rows=tuple(_row(formation) for formation in army.formations),
        tokens=tuple(
            Token(counter.name, counter.total, tuple(f"{part.name} {part.count}" for part in counter.parts))
            for counter in counters
            if counter.total
        ),
        token_remark="at hand for both players",
        findings=tuple(sorted(findings, key=lambda finding: severities.index(finding.severity))),
        rules=rule_texts(),
        aids=aids_of(counters),
        unit_sheet=WORDS.units,
    )


def _totals(army: EpicArmy) -> Iterator[Total]:
    activations = sum(bool(formation.units) for formation in army.formations)
    yield Total(number(activations), "activation" if activations == 1 else "activations")
    if army.strategy is not None:
        yield Total(str(army.strategy), "strategy rating")
    units = sum(formation.units for formation in army.formations)
    yield Total(number(units), "unit" if units == 1 else "units")


def _row(formation: Formation) -> RosterRow:
    members = ", ".join(f"{kind.count} {kind.name}" for kind in (*formation.characters, *formation.kinds))
    return RosterRow(
        unit=formation.id,
        slot=slot_code(formation.slot),
        name=formation.name,
        detail=f"broken at {formation.broken_at}: {members}",
        models=formation.units,
        points=formation.points,
        value=score(formation.initiative),
        cards=(formation.id,),
    )
