"""An army of any game as its data describes it: units with costs of all types, models with their wounds, profiles."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import partial

from builder.errors import Finding, Severity
from builder.record import Record, replace
from builder.roster.view import (
    ForceView,
    ProfileView,
    RosterView,
    SelectionView,
    costs_to_show,
    points,
    points_limit,
    points_type,
)
from builder.systems import protocol
from builder.systems.blocks import Card, RosterPage, Slot, number
from builder.systems.common.units import slot_code
from builder.systems.generic.model import AlikeModels, GenericArmy, GenericUnit, Passage, ProfileLine, ProfileTable
from builder.systems.generic.profiles import (
    ProfileTypes,
    invulnerable_save,
    is_save,
    line_of,
    type_of,
    with_save,
    words_of,
)
from builder.systems.protocol import GroupSummary, UnitCache, UnitSummary
from builder.text import without_markup

LONGEST_NAME = 200
LONGEST_CELL = 72
"""Letters of a cell that stand in a table; a longer text stands among the rules and abilities."""
_SEVERAL = re.compile(r"(\d{1,3}) (\D.*)")
"""A selection that is several models by its name: `10 Chainrasps`."""
NO_CATEGORY = frozenset({"uncategorised", "uncategorized", "(no category)"})


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


class _UnitPlace(Record, frozen=True):
    """A selection that is a unit of its own, with the names of its force and of the selection that it stands in."""

    selection: SelectionView
    force: str
    within: str


class _UnitCost(Record, frozen=True):
    """What a unit costs of one type."""

    type: str
    name: str
    value: Decimal


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
        for selection, within in sorted(_units_of(force.selections), key=lambda each: _rank(force, each[0])):
            place = _UnitPlace(selection, name, within)
            if _is_setting(selection, currency):
                settings.append(_setting(selection))
                shared.extend(_passages(types, [part for part in selection.walk() if not part.hidden]))
            else:
                about = (types.about(selection), name, within, currency)
                units.append(cache.of(selection, about, partial(_unit, types, place, currency)))
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


def _is_setting(selection: SelectionView, currency: str) -> bool:
    """Whether a selection says something of the army and is nothing that stands on a table: a size, a detachment.

    It may have rules, which are the army's, and costs other than points.
    """
    return selection.type not in ("unit", "model") and not any(
        part.profiles
        or any(cost.value and cost.type_id == currency for cost in part.costs)
        or part.type in ("unit", "model")
        for part in selection.walk()
    )


def _setting(selection: SelectionView) -> str:
    parts = [part for part in selection.walk() if not part.hidden]
    chosen = ", ".join(line_of(part.name) for part in parts[1:])
    costs = ", ".join(f"{number(cost.value)} {cost.name}" for cost in _costs(parts) if cost.value)
    told = f"{line_of(selection.name)}: {chosen}" if chosen else line_of(selection.name)
    return f"{told} ({costs})" if costs else told


def _rank(force: ForceView, selection: SelectionView) -> int:
    order = [category.entry_id for category in force.categories]
    primary = next((category.entry_id for category in selection.categories if category.primary), "")
    return order.index(primary) if primary in order else len(order)


# -- one unit ------------------------------------------------------------------
def _unit(types: ProfileTypes, place: _UnitPlace, currency: str) -> GenericUnit:
    unit = place.selection
    parts = [part for part in unit.walk() if not part.hidden]
    groups, wounds_name = _groups(types, unit, parts)
    models = sum(group.models for group in groups)
    costs = list(_costs(parts))
    category, keywords = _categories(unit)
    tables = {role: tuple(_tables(types, unit, parts, role, models)) for role in ("statistics", "table")}
    save = invulnerable_save(types, parts, models)
    if save:
        tables["statistics"] = tuple(with_save(table, save) for table in tables["statistics"])
    return GenericUnit(
        id=unit.id,
        entry=unit.entry_id,
        name=line_of(unit.custom_name or unit.name),
        kind="unit" if groups else "other",
        force=place.force,
        within=place.within,
        category=category,
        keywords=keywords,
        points=next((cost.value for cost in costs if cost.type == currency), Decimal(0)),
        costs=tuple((cost.name, cost.value) for cost in costs if cost.type != currency and cost.value),
        groups=groups,
        statistics=tables["statistics"],
        tables=tables["table"],
        passages=tuple(
            each
            for each in _passages(types, parts)
            if not (save == each.text and tables["statistics"] and is_save(each.title))
        ),
        choices=tuple(_choices(types, parts)),
        wounds_name=wounds_name,
        marks=unit.marks,
        notes=without_markup(unit.custom_notes or ""),
    )


def _costs(parts: Iterable[SelectionView]) -> Iterator[_UnitCost]:
    sums: dict[str, Decimal] = {}
    names: dict[str, str] = {}
    for cost in (cost for part in parts for cost in part.costs):
        sums[cost.type_id] = sums.get(cost.type_id, Decimal(0)) + cost.value
        names.setdefault(cost.type_id, cost.name.strip())
    yield from (_UnitCost(id, names[id], value) for id, value in sums.items())


def _categories(unit: SelectionView) -> tuple[str, tuple[str, ...]]:
    """Return the primary category, and the names of the others."""
    names = {category.entry_id: line_of(category.name) for category in unit.categories}
    primary = next((names[each.entry_id] for each in unit.categories if each.primary), "")
    primary = "" if primary.casefold() in NO_CATEGORY else primary
    others = (name for name in names.values() if name != primary and name.casefold() not in NO_CATEGORY)
    return primary, tuple(dict.fromkeys(filter(None, others)))


def _groups(
    types: ProfileTypes, unit: SelectionView, parts: Sequence[SelectionView]
) -> tuple[tuple[AlikeModels, ...], str]:
    """Return the models of a unit by kind and wounds, and what the data calls wounds."""
    common = [profile for part in parts for profile in part.profiles if types.role(profile) == "statistics"]
    bearers = [part for part in parts if part.type == "model" and part.number > 0]
    if bearers and unit.type == "unit":
        # Where a sergeant is a model, data may write the others of the squad as choices with a stat line of their own.
        squad = {each.id for each in unit.children if each.type == "upgrade" and _is_model(types, each)}
        bearers = [part for part in parts if part.number > 0 and (part.type == "model" or part.id in squad)]
    if not bearers:
        if unit.type != "unit" and not common:
            return (), ""
        own = [part for part in parts if any(types.role(each) == "statistics" for each in part.profiles)]
        bearers = [unit] if unit in own or not own else own
    found: dict[tuple[str, int], int] = {}
    name = ""
    for bearer in bearers:
        statistics = _statistics(types, bearer, common)
        told = types.wounds(statistics) if statistics is not None else None
        name = name or (told[0] if told else "")
        kind, several = _told_models(bearer, parts) if bearer.number == 1 else (line_of(bearer.name), 1)
        key = (kind, told[1] if told else 1)
        found[key] = found.get(key, 0) + bearer.number * several
    groups = (
        AlikeModels(f"{unit.id}.{n}", kind, models, wounds)
        for n, ((kind, wounds), models) in enumerate(found.items(), 1)
    )
    return tuple(groups), name


def _told_models(bearer: SelectionView, parts: Sequence[SelectionView]) -> tuple[str, int]:
    """Return what models are called, and how many they are by a name: their own, or that of a choice of a unit."""
    name = line_of(bearer.name)
    named = _SEVERAL.fullmatch(name)
    if named is None and bearer is parts[0]:
        found = (_SEVERAL.fullmatch(line_of(part.name)) for part in parts)
        named = next((each for each in found if each and each[2].casefold() == name.casefold()), None)
    return (named[2], max(1, int(named[1]))) if named else (name, 1)


def _is_model(types: ProfileTypes, choice: SelectionView) -> bool:
    return any(types.role(each) == "statistics" and types.wounds(each) for each in choice.profiles if not each.hidden)


def _statistics(types: ProfileTypes, bearer: SelectionView, common: Sequence[ProfileView]) -> ProfileView | None:
    """Return the profile of a model: its own, that of its name in the unit, else the first that the unit has."""
    own = [
        profile for part in bearer.walk() for profile in part.profiles if types.role(profile) == "statistics"
    ] or list(common)
    named = (each for each in own if line_of(each.name).casefold() == line_of(bearer.name).casefold())
    return next(named, own[0] if own else None)


def _tables(
    types: ProfileTypes, unit: SelectionView, parts: Sequence[SelectionView], role: str, models: int
) -> Iterator[ProfileTable]:
    """Yield a table for each type of profile that has this role, the type first that the army uses most."""
    found: dict[str, Counter[tuple[str, tuple[str, ...]]]] = {}
    for part in parts:
        for profile in part.profiles:
            if not profile.hidden and types.role(profile) == role:
                kind = type_of(profile)
                values = {cell.name: line_of(cell.value) for cell in profile.characteristics}
                cells = tuple(_cell(values.get(column, "")) for column in types.columns(kind))
                count = models if part.type == "unit" and models else part.number
                name = _cell(line_of(profile.name), LONGEST_NAME)
                found.setdefault(kind, Counter())[name, cells] += count
    for kind in types.order:
        if kind in found:
            lines = tuple(ProfileLine(count, name, cells) for (name, cells), count in found[kind].items())
            columns = tuple(map(line_of, types.columns(kind)))
            yield ProfileTable(line_of(kind), columns, lines, types.wordy(kind))


def _cell(text: str, most: int = LONGEST_CELL) -> str:
    return text if 0 < len(text) <= most else f"{text[:most].rpartition(' ')[0] or text[:most]} …" if text else "–"


def _passages(types: ProfileTypes, parts: Sequence[SelectionView]) -> Iterator[Passage]:
    """Yield what of a unit is told in words, each once; the numbers are given for the whole army."""
    met: set[tuple[str, str]] = set()
    for part in parts:
        owner = part.name if part is parts[0] or part.type == "model" else ""
        told = [words_of(each, owner) for each in part.profiles if not each.hidden and types.role(each) == "words"]
        told += [
            (line_of(each.name), f"{line_of(cell.name)}: {without_markup(cell.value)}")
            for each in part.profiles
            if not each.hidden and types.role(each) in ("statistics", "table")
            for cell in each.characteristics
            if len(line_of(cell.value)) > LONGEST_CELL
        ]
        told += [(line_of(rule.name), without_markup(rule.description)) for rule in part.rules if not rule.hidden]
        for title, text in told:
            if (title or text) and (title, text) not in met:
                met.add((title, text))
                yield Passage(title, text, 0)


def _choices(types: ProfileTypes, parts: Sequence[SelectionView]) -> Iterator[str]:
    """Yield what was chosen for a unit and no profile or rule tells of."""
    counts: Counter[str] = Counter()
    for part in parts[1:]:
        told = part.rules or any(types.role(profile) != "hidden" for profile in part.profiles)
        if part.type not in ("model", "unit") and not told and not part.children:
            counts[line_of(part.custom_name or part.name)] += part.number
    yield from (name if count <= 1 else f"{count} {name}" for name, count in counts.items())


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
        Passage(line_of(rule.name), without_markup(rule.description), 0)
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
    for each in (*shared, *(passage for unit in units for passage in unit.passages)):
        every.setdefault((each.title, each.text), replace(each, number=len(every) + 1))
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
        units=tuple(
            replace(unit, passages=tuple(every[each.title, each.text] for each in unit.passages)) for unit in units
        ),
        settings=tuple(settings),
        passages=tuple(every.values()),
        unnamed_wounds=not types.counts_wounds,
    )
