"""An army as Epic understands it: formations with initiative and breaking point, blast markers to bring, findings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from builder.errors import Finding, Place, Severity
from builder.roster.view import RosterView
from builder.systems.blocks import Card, RosterPage, Slot
from builder.systems.epic.model import SETTINGS, EpicArmy, Formation, UnitType, models_are_legal, score, stand_is_legal
from builder.systems.epic.statlines import UnreadTexts
from builder.systems.epic.transport import board, boarding_text
from builder.systems.epic.units import read_army
from builder.systems.protocol import Counter, CounterPart, GroupSummary, UnitCache, UnitSummary


@dataclass(frozen=True, slots=True)
class EpicReading:
    """A read army; `findings` are those of reading it and of its formations.

    What draws its cards is imported when they are asked for: a check needs none.
    """

    army: EpicArmy
    units: tuple[UnitSummary, ...]
    counters: tuple[Counter, ...]
    findings: tuple[Finding, ...]

    @property
    def extra(self) -> Mapping[str, object]:
        """The strategy rating (E-05) and the formations (E-04), ready for JSON."""
        return {
            "strategy": self.army.strategy,
            "settings": {setting.name: setting.chosen(self.army.settings) for setting in SETTINGS},
            "formations": [_formation(formation) for formation in self.army.formations],
        }

    def cards(self, unit: str | None = None) -> Sequence[Card]:
        """Return a card for each formation, or that of one."""
        from builder.systems.epic.cards import army_cards

        return army_cards(self.army, unit)

    def roster_page(self, findings: Sequence[Finding] = (), slots: Sequence[Slot] = (), source: str = "") -> RosterPage:
        """Return the list of the army with all its findings, those of the evaluation too; `source` names its data."""
        from builder.systems.epic.roster_page import roster_page

        return roster_page(self.army, self.counters, findings, slots, source)


def read(roster: RosterView, kept: UnitCache | None = None) -> EpicReading:
    """Read an evaluated roster; formations that are `kept` are not read again."""
    unreadable = UnreadTexts()
    army = read_army(roster, unreadable, kept)
    return EpicReading(
        army=army,
        units=tuple(summary(formation) for formation in army.formations),
        counters=(blast_markers(army),),
        findings=(*unreadable.findings(), *findings(army)),
    )


def summary(formation: Formation) -> UnitSummary:
    """Return what a list shows of a formation: its units by kind, as the groups of it."""
    kinds = (*formation.kinds, *formation.characters)
    return UnitSummary(
        id=formation.id,
        entry=formation.entry,
        name=formation.name,
        kind="formation",
        models=formation.units,
        slot=formation.slot,
        points=formation.points,
        value=score(formation.initiative),
        marks=formation.marks,
        groups=tuple(GroupSummary(id=kind.id, name=kind.name, models=kind.count) for kind in kinds),
    )


def blast_markers(army: EpicArmy) -> Counter:
    """Return the blast markers to bring: for each formation as many as its units and half again."""
    return Counter(
        id="blast",
        name="Blast markers",
        remark="at hand for both players",
        parts=tuple(
            CounterPart(
                formation.id,
                formation.name,
                _half_again(formation.units),
                formation.markers,
            )
            for formation in army.formations
            if formation.units
        ),
    )


def _half_again(units: int) -> str:
    return "1 unit and half again" if units == 1 else f"{units} units and half again"


MEANINGLESS = {
    "riding_in": ("epic.riding", "transports carry units of their own formation alone"),
    "led_by": ("epic.mark", "formations do not lead each other; characters are bought in a formation"),
    "deep_strike": ("epic.mark", "the core rules have none, so a note would say more"),
    "reserve": ("epic.mark", "the core rules have none, so a note would say more"),
}
"""The marks of armies that mean nothing in Epic, and why, by their codes."""


def findings(army: EpicArmy) -> Iterator[Finding]:
    """Yield what the rules have to say of an army, formation by formation."""
    if army.formations and army.strategy is None:
        message = "The data does not say the strategy rating of this army."
        yield Finding(Severity.WARNING, "epic.strategy", message, "E-05")
    for formation in army.formations:
        at = Place(unit=formation.id)
        if not formation.units:
            message = f"{formation.name} has no unit: characters need one to join."
            yield Finding(Severity.WARNING, "epic.no_unit", message, "E-04", at)
        if formation.initiative is None:
            message = f"{formation.name}: the data does not say its initiative."
            yield Finding(Severity.WARNING, "epic.initiative", message, "E-04", at)
        for mark in formation.marks:
            code, why = MEANINGLESS.get(mark.kind, ("epic.mark", "means nothing here"))
            message = f"{formation.name} is marked '{mark.kind.replace('_', ' ')}': {why}."
            yield Finding(Severity.WARNING, code, message, "E-06" if code == "epic.riding" else "", at)
        yield from _stands(formation, at)
        yield from _riders(formation, at)


def _stands(formation: Formation, at: Place) -> Iterator[Finding]:
    for kind in formation.kinds:
        stand = kind.line.stand
        if stand and not stand_is_legal(stand.width, stand.depth):
            message = (
                f"{formation.name}: a stand of {kind.name} is {stand.width} × {stand.depth} mm; "
                "each way 5 to 40 mm, one way at least 20 mm."
            )
            yield Finding(Severity.ERROR, "epic.stand", message, "E-03", at)
        on_foot = UnitType.INF in kind.line.types
        if stand and on_foot and stand.models is not None and not models_are_legal(stand.models):
            message = f"{formation.name}: a stand of {kind.name} has {stand.models} models; it takes three to seven."
            yield Finding(Severity.ERROR, "epic.stand", message, "E-03", at)


def _riders(formation: Formation, at: Place) -> Iterator[Finding]:
    boarding = board(formation)
    if boarding.unknown:
        message = f"{formation.name}: {boarding_text(boarding)}."
        yield Finding(Severity.INFO, "epic.transport", message, "E-06", at)
        return
    if boarding.everyone or not (boarding.transports or formation.mechanised):
        return
    severity = Severity.ERROR if formation.mechanised else Severity.INFO
    asked = ", and the list is mechanised" if formation.mechanised else ""
    yield Finding(severity, "epic.transport", f"{formation.name}: {boarding_text(boarding)}{asked}.", "E-06", at)


def _formation(formation: Formation) -> dict[str, object]:
    return {
        "id": formation.id,
        "name": formation.name,
        "initiative": formation.initiative,
        "units": [kind.id for kind in formation.kinds],
        "characters": [kind.id for kind in formation.characters],
        "broken_at": formation.broken_at,
    }
