"""An army of any game: units with costs of all types, models with their wounds, profiles as the data has them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from builder.errors import Finding, Severity
from builder.roster.view import RosterView
from builder.systems.blocks import Card, RosterPage, Slot
from builder.systems.common.units import slot_code
from builder.systems.generic.model import GenericArmy, GenericUnit
from builder.systems.generic.units import read_army
from builder.systems.protocol import Counter, GroupSummary, UnitSummary
from builder.systems.unit_cache import UnitCache


@dataclass(frozen=True, slots=True)
class GenericReading:
    """A read army; what draws its cards is imported when they are asked for: a check needs none."""

    army: GenericArmy
    units: tuple[UnitSummary, ...]
    findings: tuple[Finding, ...]
    counters: tuple[Counter, ...] = ()

    @property
    def extra(self) -> Mapping[str, object]:
        """The game, and what was chosen for the army as a whole, ready for JSON."""
        return {"game": self.army.game, "settings": list(self.army.settings)}

    def cards(self, unit: str | None = None) -> Sequence[Card]:
        """Return a card for each unit, or that of one."""
        from builder.systems.generic.cards import army_cards

        return army_cards(self.army, unit)

    def roster_page(self, findings: Sequence[Finding] = (), slots: Sequence[Slot] = (), source: str = "") -> RosterPage:
        """Return the list of the army with all its findings, those of the evaluation too; `source` names its data."""
        from builder.systems.generic.roster_page import roster_page

        return roster_page(self.army, findings, slots, source)


def read(roster: RosterView, kept: UnitCache | None = None) -> GenericReading:
    """Read an evaluated roster; units that are `kept` are not read again."""
    army = read_army(roster, kept)
    findings: tuple[Finding, ...] = ()
    if army.unnamed_wounds and any(unit.groups for unit in army.units):
        message = "No profile of this army says how many wounds a model has: a box stands for a model."
        findings = (Finding(Severity.INFO, "generic.wounds", message),)
    return GenericReading(army, tuple(map(_summary, army.units)), findings)


def _summary(unit: GenericUnit) -> UnitSummary:
    return UnitSummary(
        id=unit.id,
        entry=unit.entry,
        name=unit.name,
        kind=unit.kind,
        models=unit.models,
        slot=slot_code(unit.category),
        points=unit.points,
        value=f"{unit.wounds} {unit.wounds_name}" if unit.wounds_name else "",
        marks=unit.marks,
        groups=tuple(GroupSummary(id=group.id, name=group.name, models=group.models) for group in unit.groups),
        extra={
            "category": unit.category,
            "costs": {name: float(value) for name, value in unit.costs},
            "wounds": unit.wounds if unit.wounds_name else None,
        },
    )
