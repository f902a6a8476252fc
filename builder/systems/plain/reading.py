"""An army as Plain 40K understands it: units with their wounds, findings, cards, the roster page."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from msgspec import field

from builder.errors import Finding
from builder.record import Record, replace
from builder.roster.view import RosterView
from builder.systems.blocks import Card, RosterPage, Slot
from builder.systems.common.marks import mark_findings
from builder.systems.common.units import summary_of, with_codes
from builder.systems.fortyk.model import FortykArmy, ModelGroup, Unit, equipment_report
from builder.systems.fortyk.units import read_army
from builder.systems.protocol import Counter, UnitCache, UnitSummary

_OF_ANOTHER_GAME = re.compile(r"\b[DLEAH]-\d{2,3}\b")
"""A text that names a rule of one of our ledgers says what that game makes of it, with that game's figures."""


class PlainReading(Record, frozen=True):
    """A read army; `findings` are those of reading it and of its marks."""

    army: FortykArmy
    units: tuple[UnitSummary, ...]
    findings: tuple[Finding, ...]
    counters: tuple[Counter, ...] = ()
    extra: Mapping[str, object] = field(default_factory=dict)

    def cards(self, unit: str | None = None) -> Sequence[Card]:
        """Return the cards to print, in the order of the roster, or those of one unit."""
        from builder.systems.plain.cards import army_cards

        return army_cards(self.army, unit)

    def roster_page(self, findings: Sequence[Finding] = (), slots: Sequence[Slot] = (), source: str = "") -> RosterPage:
        """Return the list of the army with all its findings, those of the evaluation too; `source` names its data."""
        from builder.systems.plain.cards import roster_page

        return roster_page(self.army, findings, with_codes(slots), source)


def read(roster: RosterView, kept: UnitCache | None = None) -> PlainReading:
    """Read an evaluated roster; units that are `kept` are not read again."""
    reading = read_army(roster, kept)
    army = replace(reading.army, units=tuple(map(_without_other_games, reading.army.units)))
    return PlainReading(
        army=army,
        units=tuple(map(summary, army.units)),
        findings=(*reading.findings, *mark_findings(army.units)),
    )


def _without_other_games(unit: Unit) -> Unit:
    """A unit whose rules are told as the data has them, but for what they come to in one of our games."""
    texts = tuple((name, text) for name, text in unit.rule_texts if not _OF_ANOTHER_GAME.search(text))
    return unit if len(texts) == len(unit.rule_texts) else replace(unit, rule_texts=texts)


def summary(unit: Unit) -> UnitSummary:
    """Return what a list shows of a unit, with the wounds of its models on foot."""
    wounds = sum(group.wounds for group in unit.groups) if unit.groups else None
    return replace(
        summary_of(unit),
        value="" if wounds is None else str(wounds),
        extra={
            "wounds": wounds,
            "profiles": [{"group": group.id, **_line(group)} for group in unit.groups],
            **equipment_report(unit),
        },
    )


def _line(group: ModelGroup) -> Mapping[str, object]:
    profile = group.profile
    return {
        "WS": profile.ws,
        "BS": profile.bs,
        "S": profile.s,
        "T": str(profile.t),
        "W": profile.w,
        "I": profile.i,
        "A": profile.a,
        "Ld": profile.ld,
        "save": profile.save,
        "invulnerable": profile.invulnerable,
    }
