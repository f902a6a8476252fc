"""An army of any game as its data describes it: units with costs of all types, models with their wounds, profiles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import partial

from builder.errors import Finding, Severity
from builder.record import replace
from builder.roster.view import (
    RosterView,
    SelectionView,
    costs_to_show,
    points,
    points_limit,
    points_type,
)
from builder.systems import protocol
from builder.systems.blocks import Card, RosterPage, Slot, number
from builder.systems.common.leader_text import leader_findings
from builder.systems.common.units import rank_in, slot_code
from builder.systems.generic.model import GenericArmy, GenericUnit, Passage, ProfileLine, ProfileTable
from builder.systems.generic.profiles import (
    ProfileTypes,
    line_of,
    words_of,
)
from builder.systems.generic.units import LONGEST_CELL, UnitPlace, costs_of, passages_of, shortened, unit_of
from builder.systems.protocol import ANY_ROOM, GroupSummary, UnitCache, UnitSummary
from builder.text import without_markup


@dataclass(frozen=True, slots=True)
class GenericReading:
    """A read army; what draws its cards is imported when they are asked for: a check needs none."""

    army: GenericArmy
    units: tuple[UnitSummary, ...]
    findings: tuple[Finding, ...]
    counters: tuple[protocol.Counter, ...] = ()

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
        from builder.systems.generic.cards import roster_page

        return roster_page(self.army, findings, slots, source)


def read(roster: RosterView, kept: UnitCache | None = None) -> GenericReading:
    """Read an evaluated roster; units that are `kept` are not read again."""
    army = read_army(roster, kept)
    findings: tuple[Finding, ...] = ()
    if army.unnamed_wounds and any(unit.groups for unit in army.units):
        message = "No profile of this army says how many wounds a model has: a box stands for a model."
        findings = (Finding(Severity.INFO, "generic.wounds", message),)
    return GenericReading(army, tuple(map(_summary, army.units)), (*findings, *leader_findings(roster)))


def _summary(unit: GenericUnit) -> UnitSummary:
    return UnitSummary(
        id=unit.id,
        entry=unit.entry,
        name=unit.name,
        kind="vehicle" if unit.is_vehicle else unit.kind,
        models=unit.models,
        vehicles=unit.vehicles,
        slot=slot_code(unit.category),
        points=unit.points,
        value=f"{unit.wounds} {unit.wounds_name}" if unit.wounds_name else "",
        marks=unit.marks,
        room=ANY_ROOM if unit.carries else 0,
        groups=tuple(GroupSummary(id=group.id, name=group.name, models=group.models) for group in unit.groups),
        extra={
            "category": unit.category,
            "costs": {name: float(value) for name, value in unit.costs},
            "wounds": unit.wounds if unit.wounds_name else None,
        },
    )


def read_army(roster: RosterView, kept: UnitCache | None = None) -> GenericArmy:
    """Read an evaluated roster; units that are `kept` are not read again."""
    cache = kept or UnitCache()
    types = ProfileTypes(roster, cache)
    currency = points_type(roster)
    several = sum(bool(force.selections) for force in roster.all_forces()) > 1
    units: list[GenericUnit] = []
    settings: list[str] = []
    shared: list[Passage] = []
    for force in roster.all_forces():
        name = line_of(force.custom_name or force.name) if several else ""
        for selection, within in sorted(_units_of(force.selections), key=lambda each: rank_in(force, each[0])):
            place = UnitPlace(selection, name, within)
            if _is_setting(selection, currency, types.counts_wounds):
                settings.append(_setting(selection))
                shared.extend(passages_of(types, [part for part in selection.walk() if not part.hidden]))
            else:
                about = (types.about(selection), name, within, currency)
                units.append(cache.of(selection, about, partial(unit_of, types, place, currency)))
    units.sort(key=lambda unit: not unit.groups and not unit.points)
    return _army(roster, units, settings, shared, currency, types)


# -- which selections are units ------------------------------------------------
def _units_of(selections: Iterable[SelectionView], within: str = "") -> Iterator[tuple[SelectionView, str]]:
    """Yield the selections that are units, those inside a formation apart from it."""
    for selection in selections:
        if selection.hidden:
            continue
        inner = [child for child in selection.children if child.type == "unit"]
        if selection.type in ("unit", "model") or not inner:
            yield selection, within
            continue
        rest = tuple(child for child in selection.children if child.type != "unit")
        yield replace(selection, children=rest), within
        yield from _units_of(inner, line_of(selection.custom_name or selection.name))


def _is_setting(selection: SelectionView, currency: str, counts_wounds: bool) -> bool:
    """Whether a selection says something of the army and is nothing that stands on a table: a size, a detachment.

    It may have rules, which are the army's, and costs other than points. What data calls a unit is one that has nothing
    of these, where units have stat lines.
    """
    called_unit = selection.type == "unit"
    if selection.type == "model" or (called_unit and not counts_wounds):
        return False
    return not any(
        part.profiles
        or (called_unit and part.rules)
        or any(cost.value and cost.type_id == currency for cost in part.costs)
        or (part.type in ("unit", "model") and part is not selection)
        for part in selection.walk()
    )


def _setting(selection: SelectionView) -> str:
    parts = [part for part in selection.walk() if not part.hidden]
    chosen = ", ".join(line_of(part.name) for part in parts[1:])
    costs = ", ".join(f"{number(cost.value)} {cost.name}" for cost in costs_of(parts) if cost.value)
    told = f"{line_of(selection.name)}: {chosen}" if chosen else line_of(selection.name)
    return f"{told} ({costs})" if costs else told


# -- the army ------------------------------------------------------------------
def _army(
    roster: RosterView,
    units: Sequence[GenericUnit],
    settings: Iterable[str],
    chosen: Iterable[Passage],
    currency: str,
    types: ProfileTypes,
) -> GenericArmy:
    shared = [
        Passage(line_of(rule.title), without_markup(rule.description), 0)
        for force in roster.all_forces()
        for rule in force.rules
        if not rule.hidden and rule.description.strip()
    ]
    shared += [
        Passage(*words_of(profile, ""), 0)
        for force in roster.all_forces()
        for profile in force.profiles
        if not profile.hidden
    ]
    shared += chosen
    every: dict[tuple[str, str], Passage] = {}
    told = 0
    for each in (*shared, *(passage for unit in units for passage in unit.passages)):
        if (each.title, each.text) not in every:
            told += bool(each.text)
            every[each.title, each.text] = replace(each, number=told if each.text else 0)
    limits: Mapping[str, Decimal] = {limit.type_id: limit.value for limit in roster.cost_limits}
    names = {cost.type_id: cost.name.strip() for unit in roster.units() for part in unit.walk() for cost in part.costs}
    names.update({cost.type_id: cost.name.strip() for cost in roster.costs})
    return GenericArmy(
        name=line_of(roster.name),
        game=line_of(roster.game_system_name),
        points=points(roster, currency),
        points_name=names.get(currency, "points"),
        limit=points_limit(roster, currency),
        costs=tuple(
            (cost.name.strip(), cost.value, limits.get(cost.type_id))
            for cost in costs_to_show(roster)
            if cost.type_id != currency
        ),
        units=tuple(_numbered(unit, every) for unit in units),
        settings=tuple(settings),
        passages=tuple(every.values()),
        unnamed_wounds=not types.counts_wounds,
    )


def _numbered(unit: GenericUnit, every: Mapping[tuple[str, str], Passage]) -> GenericUnit:
    """Return a unit whose passages have their numbers; these stand in tables for the texts that are too long there."""
    passages = tuple(every[each.title, each.text] for each in unit.passages)
    statistics, tables = (
        tuple(_referring(table, passages) for table in tables) for tables in (unit.statistics, unit.tables)
    )
    return replace(unit, passages=passages, statistics=statistics, tables=tables)


def _referring(table: ProfileTable, passages: Sequence[Passage]) -> ProfileTable:
    if not any(len(cell) > LONGEST_CELL for line in table.lines for cell in line.cells):
        return table
    numbers = {(each.title, line_of(each.text)): each.number for each in passages}

    def cell(line: ProfileLine, column: str, text: str) -> str:
        found = numbers.get((line.name, f"{column}: {text}")) if len(text) > LONGEST_CELL else 0
        return f"[{found}]" if found else shortened(text)

    lines = (
        replace(line, cells=tuple(cell(line, *each) for each in zip(table.columns, line.cells, strict=True)))
        for line in table.lines
    )
    return replace(table, lines=tuple(lines))
