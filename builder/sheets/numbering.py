"""Cards and panels with numbers for their ids: those that differ in their ids alone are equal then."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from builder.systems.blocks import (
    Card,
    Check,
    CheckRow,
    DiceTable,
    FormationCard,
    HullPanel,
    Panel,
    PanelCard,
    States,
    Strength,
    TablePanel,
    Tally,
    UnitCard,
    VehicleCard,
)


def numbered(card: Card) -> tuple[Card, tuple[str, ...]]:
    """A card with numbers for its ids, and the ids."""
    numbers = _Numbers()
    alike: Card
    head = replace(card.head, code="")
    match card:
        case UnitCard():
            groups = tuple([replace(group, id=numbers.new(group.id)) for group in card.groups])
            track = replace(card.track, id=numbers.new(card.track.id))
            alike = replace(card, head=head, groups=groups, track=track, checks=numbers.checks(card.checks))
        case VehicleCard():
            weapons = tuple([replace(weapon, check=numbers.check(weapon.check)) for weapon in card.weapons])
            lines = tuple(
                [
                    replace(
                        line, id=numbers.new(line.id), steps=tuple((n, numbers.check(one)) for n, one in line.steps)
                    )
                    for line in card.lines
                ]
            )
            rows = tuple([replace(row, checks=numbers.checks(row.checks)) for row in card.hit_rows])
            checks = numbers.checks(card.checks)
            alike = replace(card, head=head, weapons=weapons, lines=lines, hit_rows=rows, checks=checks)
        case FormationCard():
            damage = tuple([replace(unit, checks=numbers.checks(unit.checks)) for unit in card.damage])
            units, markers = numbers.checks(card.units), numbers.checks(card.markers)
            checks = numbers.checks(card.checks)
            alike = replace(card, head=head, units=units, markers=markers, damage=damage, checks=checks)
        case PanelCard():
            left, right, below = (
                tuple([numbers.panel(panel) for panel in panels]) for panels in (card.left, card.right, card.below)
            )
            alike = replace(card, head=head, left=left, right=right, below=below)
    return alike, tuple(numbers.ids)


def numbered_panel(panel: Panel) -> tuple[Panel, tuple[str, ...]]:
    """A panel with numbers for its ids, and the ids."""
    numbers = _Numbers()
    return numbers.panel(panel), tuple(numbers.ids)


class _Numbers:
    """Numbers for ids, in the order in which they are met."""

    def __init__(self) -> None:
        self.ids: list[str] = []

    def new(self, id_: str) -> str:
        self.ids.append(id_)
        return str(len(self.ids) - 1)

    def check(self, check: Check) -> Check:
        return Check(self.new(check.id), check.label, check.shape, check.checked)

    def checks(self, checks: Iterable[Check]) -> tuple[Check, ...]:
        return tuple([self.check(check) for check in checks])

    def panel(self, panel: Panel) -> Panel:
        match panel:
            case TablePanel():
                if not panel.checks:
                    return panel
                return replace(panel, checks=tuple([check and self.check(check) for check in panel.checks]))
            case Tally() | Strength():
                return replace(panel, id=self.new(panel.id))
            case States():
                return replace(panel, cells=tuple([(self.check(check), text) for check, text in panel.cells]))
            case DiceTable():
                rows = [
                    replace(row, results=tuple([(faces, self.check(check)) for faces, check in row.results]))
                    for row in panel.rows
                ]
                return replace(panel, rows=tuple(rows))
            case CheckRow():
                checks, blank = self.checks(panel.checks), panel.blank and self.check(panel.blank)
                return replace(panel, checks=checks, blank=blank)
            case HullPanel():
                beside = [self.panel(one) for one in panel.beside]
                return replace(panel, beside=tuple([one for one in beside if isinstance(one, TablePanel | Tally)]))
