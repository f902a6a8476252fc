"""An army as Diceless 40K understands it: units with HP and OP, tokens to give, findings, cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import field

from builder.errors import Finding, Place, Severity
from builder.record import Record, replace
from builder.roster.view import RosterView
from builder.systems.blocks import Card, RosterPage, Slot
from builder.systems.common.marks import mark_findings, may_deep_strike
from builder.systems.common.units import summary_of, with_codes
from builder.systems.diceless.casualties import ORDER_POINTS_AT_START, group_hit_points, hit_points, unit_hit_points
from builder.systems.diceless.tokens import SCATTER_BY_DEEP_STRIKE, throws_blast_grenades, tokens
from builder.systems.fortyk.model import FortykArmy, Unit, equipment_report
from builder.systems.fortyk.units import read_army
from builder.systems.protocol import Counter, GroupSummary, UnitCache, UnitSummary


class DicelessReading(Record, frozen=True):
    """A read army; `findings` are those of reading it, of its marks and of its tokens.

    What draws its cards is imported when they are asked for: a check needs none.
    """

    army: FortykArmy
    units: tuple[UnitSummary, ...]
    counters: tuple[Counter, ...]
    findings: tuple[Finding, ...]
    extra: Mapping[str, object] = field(default_factory=dict)

    def cards(self, unit: str | None = None) -> Sequence[Card]:
        """Return the cards to print, in the order of the roster (D-90, D-91), or those of one unit."""
        from builder.systems.diceless.cards import army_cards

        return army_cards(self.army, unit)

    def roster_page(self, findings: Sequence[Finding] = (), slots: Sequence[Slot] = (), source: str = "") -> RosterPage:
        """Return the list of the army with all its findings, those of the evaluation too; `source` names its data."""
        from builder.systems.diceless.cards import roster_page

        return with_codes(roster_page(self.army, self.counters, findings, slots, source), self.army.units)


def read(roster: RosterView, kept: UnitCache | None = None) -> DicelessReading:
    """Read an evaluated roster; units that are `kept` are not read again."""
    reading = read_army(roster, kept)
    army = reading.army
    return DicelessReading(
        army=army,
        units=tuple(summary(unit) for unit in army.units),
        counters=tokens(army),
        findings=(*reading.findings, *mark_findings(army.units), *_token_findings(army)),
    )


def summary(unit: Unit) -> UnitSummary:
    """Return what a list shows of a unit: HP (D-02) and OP (D-04) where it has models on foot."""
    hit = unit_hit_points(unit)
    return replace(
        summary_of(unit),
        hp=hit,
        op=None if hit is None else ORDER_POINTS_AT_START,
        groups=tuple(
            GroupSummary(
                id=group.id,
                name=group.name,
                models=group.models,
                hp_each=hit_points(group.profile),
                hp=group_hit_points(group),
            )
            for group in unit.groups
        ),
        extra=equipment_report(unit),
    )


def _token_findings(army: FortykArmy) -> Iterator[Finding]:
    throwing = [unit.name for unit in army.units if throws_blast_grenades(unit)]
    if throwing:
        message = f"Hand grenades with a blast count once per unit, not once per model: {_each_once(throwing)}"
        yield Finding(Severity.INFO, "diceless.grenades", message, "D-70")
    may_arrive = []
    for unit in army.units:
        if unit.is_marked("deep_strike"):
            message = f"{unit.name} deep strikes: {SCATTER_BY_DEEP_STRIKE} Scatter tokens more when the game starts"
            yield Finding(Severity.INFO, "diceless.deep_strike", message, "D-71", Place(unit=unit.id))
        elif may_deep_strike(unit):
            may_arrive.append(unit)
    if may_arrive:
        names = _each_once([unit.name for unit in may_arrive])
        message = f"{names} may deep strike: {SCATTER_BY_DEEP_STRIKE} Scatter tokens more for each that does"
        at = Place(unit=may_arrive[0].id if len(may_arrive) == 1 else None)
        yield Finding(Severity.INFO, "diceless.may_deep_strike", message, "D-71", at)


def _each_once(names: Sequence[str]) -> str:
    return "; ".join(dict.fromkeys(names))
