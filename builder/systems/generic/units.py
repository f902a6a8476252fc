"""One unit of an army of any game: its models with their wounds, the tables of its profiles, what is told in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from decimal import Decimal

from builder.record import Record, replace
from builder.roster.view import ProfileView, SelectionView
from builder.systems.common.units import data_name_of
from builder.systems.generic.model import (
    LEAST_STEPS,
    AlikeModels,
    GenericUnit,
    Passage,
    ProfileLine,
    ProfileTable,
    scale_of,
)
from builder.systems.generic.profiles import (
    ProfileTypes,
    invulnerable_save,
    is_save,
    line_of,
    type_of,
    with_save,
    words_of,
)
from builder.text import without_markup

LONGEST_NAME = 200
LONGEST_CELL = 72
"""Letters of a cell that stand in a table; a longer text stands among the rules and abilities."""
_SEVERAL = re.compile(r"(\d{1,3})(?: |[x×] ?)(\D.*)")
"""A selection that is several models by its name: `10 Chainrasps`, `2x Gun Drone`."""
_BOLD = re.compile(r"\s*\*\*([^*:]{1,60}):?\*\*:?\s+(?=\S)")
"""What a rule without a name calls itself at its beginning."""
_PLACE = re.compile(r"\(?(\d{1,3})[).:] ?\D|\((\d{1,3})\) ")
"""The place that lines of a table say that they have: `1. Enhanced Musculature`, `(02) 3 Bloodcrushers`."""
NO_CATEGORY = frozenset({"uncategorised", "uncategorized", "(no category)"})


class _UnitCost(Record, frozen=True):
    """What a unit costs of one type."""

    type: str
    name: str
    value: Decimal


class UnitPlace(Record, frozen=True):
    """A selection that is a unit of its own, with the names of its force and of the selection that it stands in."""

    selection: SelectionView
    force: str
    within: str


def unit_of(types: ProfileTypes, place: UnitPlace, currency: str) -> GenericUnit:
    """Read a unit; its passages have no numbers yet."""
    unit = place.selection
    parts = [part for part in unit.walk() if not part.hidden]
    costs = list(costs_of(parts))
    price = next((cost.value for cost in costs if cost.type == currency), Decimal(0))
    bearers = _bearers(types, unit, parts, price)
    groups, wounds_name, borne = _groups(types, unit, parts, bearers)
    models = sum(group.models for group in groups)
    category, keywords = _categories(unit)
    statistics = tuple(_tables(types, parts, "statistics", lambda _, profile: borne.pop(id(profile), 0)))
    single = unit.type == "model" or models <= 1
    on_models = {part.id for bearer in bearers if bearer is not unit for part in bearer.walk()}

    def carried(part: SelectionView, _: ProfileView) -> int:
        """How many carry it: none is told where one choice stands for a unit of several, for it may be all of them."""
        if part is unit and not single:
            return models
        alone = part.number == 1 and part.id not in on_models
        return 0 if not models or (alone and not single) else part.number

    save = invulnerable_save(types, parts, models)
    if save:
        statistics = tuple(with_save(table, save) for table in statistics)
    passages = tuple(
        each for each in passages_of(types, parts) if not (save == each.text and statistics and is_save(each.title))
    )
    return GenericUnit(
        id=unit.id,
        entry=unit.entry_id,
        name=line_of(unit.custom_name or unit.name),
        data_name=data_name_of(unit.custom_name, line_of(unit.name)),
        kind="unit" if groups else "other",
        force=place.force,
        within=place.within,
        category=category,
        keywords=keywords,
        points=price,
        costs=tuple((cost.name, cost.value) for cost in costs if cost.type != currency and cost.value),
        groups=groups,
        statistics=statistics,
        tables=tuple(_tables(types, parts, "table", carried)),
        passages=passages,
        choices=tuple(_choices(types, parts) if groups else _chosen(unit, {each.title for each in passages})),
        picked=tuple(dict.fromkeys(_picked(types, parts, currency))) if groups else (),
        wounds_name=wounds_name,
        marks=unit.marks,
        notes=without_markup(unit.custom_notes or ""),
    )


def costs_of(parts: Iterable[SelectionView]) -> Iterator[_UnitCost]:
    """Yield what selections cost together, of each type that they have."""
    sums: dict[str, Decimal] = {}
    names: dict[str, str] = {}
    for cost in (cost for part in parts for cost in part.costs):
        sums[cost.type_id] = sums.get(cost.type_id, Decimal(0)) + cost.value
        names.setdefault(cost.type_id, cost.name.strip())
    yield from (_UnitCost(id, names[id], value) for id, value in sums.items())


_ID = re.compile(r"[0-9a-f]{2,8}(-[0-9a-f]{2,8}){3}")
"""What data calls something by, where it has no name."""
_FIGURES = re.compile(r"\d+")


def _categories(unit: SelectionView) -> tuple[str, tuple[str, ...]]:
    """Return the primary category, and the names of the others; one that the data does not name has its id alone."""
    named = [category for category in unit.categories if not _ID.fullmatch(category.name)]
    names = {category.entry_id: line_of(category.name) for category in named}
    primary = names.get(unit.primary_id, "")
    primary = "" if primary.casefold() in NO_CATEGORY else primary
    others = (name for name in names.values() if name != primary and name.casefold() not in NO_CATEGORY)
    return primary, tuple(dict.fromkeys(filter(None, others)))


def _bearers(
    types: ProfileTypes, unit: SelectionView, parts: Sequence[SelectionView], price: Decimal
) -> Sequence[SelectionView]:
    """Return the selections that are models of a unit.

    What data calls a unit has none where it is without a model, a stat line and a price: the allegiance of an army.
    """
    bearers = [part for part in parts if part.type == "model" and part.number > 0]
    if bearers and unit.type == "unit":
        # Where a sergeant is a model, data may write the others of the squad as choices with a stat line of their own.
        squad = {each.id for each in unit.children if each.type == "upgrade" and _is_model(types, each)}
        return [part for part in parts if part.number > 0 and (part.type == "model" or part.id in squad)]
    if bearers:
        return bearers
    own = [part for part in parts if any(types.role(each) == "statistics" for each in part.profiles)]
    if not own and (unit.type != "unit" or (types.counts_wounds and not price)):
        return []
    return [unit] if unit in own or not own else own


def _groups(
    types: ProfileTypes, unit: SelectionView, parts: Sequence[SelectionView], bearers: Sequence[SelectionView]
) -> tuple[tuple[AlikeModels, ...], str, Counter[int]]:
    """Return the models of a unit by kind and wounds, what the data calls wounds, and how many have each profile."""
    common = [profile for part in parts for profile in part.profiles if types.role(profile) == "statistics"]
    found: dict[tuple[str, int], int] = {}
    borne: Counter[int] = Counter()
    name = ""
    for bearer in bearers:
        statistics = _statistics(types, bearer, common)
        told = types.wounds(statistics) if statistics is not None else None
        name = name or (told[0] if told else "")
        kind, several = _told_models(bearer, parts)
        key = (kind, told[1] if told else 1)
        found[key] = found.get(key, 0) + bearer.number * several
        borne[id(statistics)] += bearer.number * several
    groups = (
        AlikeModels(f"{unit.id}.{n}", kind, models, wounds)
        for n, ((kind, wounds), models) in enumerate(found.items(), 1)
    )
    return tuple(groups), name, borne


def _told_models(bearer: SelectionView, parts: Sequence[SelectionView]) -> tuple[str, int]:
    """Return what models are called, and how many each is by a name: its own, or that of a choice of a unit.

    Where data has as many of them as the name says, or more, it counts the models themselves.
    """
    name = line_of(bearer.name)
    named = _SEVERAL.fullmatch(name)
    if named is None and bearer is parts[0]:
        found = (_SEVERAL.fullmatch(line_of(part.name)) for part in parts)
        named = next((each for each in found if each and each[2].casefold() == name.casefold()), None)
    if named is None:
        return name, 1
    return (named[2], max(1, int(named[1]))) if bearer.number < int(named[1]) else (named[2], 1)


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
    types: ProfileTypes,
    parts: Sequence[SelectionView],
    role: str,
    number: Callable[[SelectionView, ProfileView], int],
) -> Iterator[ProfileTable]:
    """Yield a table for each type of profile that has this role, the type first that the army uses most.

    Texts that are too long for a table are whole in it, until the number is known under which they stand elsewhere. The
    lines of a scale stand in its order, and no number of bearers with them; so do those whose names say their places.
    """
    found: dict[str, Counter[tuple[str, tuple[str, ...], str]]] = {}
    for part in parts:
        shown = [profile for profile in part.profiles if not profile.hidden and types.role(profile) == role]
        weapon = "" if part is parts[0] else _with_modes(part, shown)
        for profile in shown:
            kind = type_of(profile)
            values = {cell.name: line_of(cell.value) for cell in profile.characteristics}
            cells = tuple(values.get(column) or "–" for column in types.columns(kind))
            name = shortened(line_of(profile.name), LONGEST_NAME)
            found.setdefault(kind, Counter())[name, cells, weapon] += number(part, profile)
    for kind in types.order:
        if kind in found:
            lines = [ProfileLine(count, *line) for line, count in found[kind].items()]
            steps = Counter(scale_of(line.name) for line in lines)
            if len(lines) >= LEAST_STEPS and (len(steps) == 1 or all(_PLACE.match(line.name) for line in lines)):
                lines.sort(key=lambda line: [int(figure) for figure in _FIGURES.findall(line.name)])
            if role == "table":
                lines = [replace(line, count=0) if _is_step(line, steps) else line for line in lines]
            columns = tuple(map(line_of, types.columns(kind)))
            yield ProfileTable(line_of(kind), columns, tuple(lines), types.wordy(kind))


def _with_modes(part: SelectionView, profiles: Sequence[ProfileView]) -> str:
    """Return what a choice is called whose profiles are ways to use it: their names begin with its own."""
    name = line_of(part.name)
    alike = all(line_of(profile.name).casefold().startswith(name.casefold()) for profile in profiles)
    return name if len(profiles) > 1 and alike else ""


def _is_step(line: ProfileLine, steps: Counter[str]) -> bool:
    return steps[scale_of(line.name)] >= LEAST_STEPS or _PLACE.match(line.name) is not None


def shortened(text: str, most: int = LONGEST_CELL) -> str:
    """Return a text with so many letters at most, a dash for none."""
    return text if 0 < len(text) <= most else f"{text[:most].rpartition(' ')[0] or text[:most]} …" if text else "–"


def passages_of(types: ProfileTypes, parts: Sequence[SelectionView]) -> Iterator[Passage]:
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
        told += [_named(line_of(rule.title), rule.description) for rule in part.rules if not rule.hidden]
        for name, text in told:
            title = name if any(letter.isalnum() for letter in name) else ""
            if (title or text) and (title, text) not in met:
                met.add((title, text))
                yield Passage(title, text, 0)


def _named(title: str, text: str) -> tuple[str, str]:
    """Return a rule with its name: the bold words that it begins with, where data gives it none."""
    bold = None if title else _BOLD.match(text)
    return (line_of(bold[1]), without_markup(text[bold.end() :])) if bold else (title, without_markup(text))


def _choices(types: ProfileTypes, parts: Sequence[SelectionView]) -> Iterator[str]:
    """Yield what was chosen for a unit and no profile or rule tells of."""
    counts: Counter[str] = Counter()
    own = line_of(parts[0].name).casefold()
    for part in parts[1:]:
        told = part.rules or any(types.role(profile) != "hidden" for profile in part.profiles)
        several = _SEVERAL.fullmatch(line_of(part.name))
        named = several[2] if several else line_of(part.name)
        told = told or named.casefold() == own  # Its name, or its size, which its models tell.
        if part.type not in ("model", "unit") and not told and not part.children:
            counts[line_of(part.custom_name or part.name)] += part.number
    yield from (name if count <= 1 else f"{count} {name}" for name, count in counts.items())


def _picked(types: ProfileTypes, parts: Sequence[SelectionView], currency: str) -> Iterator[str]:
    """Yield what was picked among others, or paid for, and is told in words alone: an enhancement, a trait.

    What a unit has by itself is told by the words. The list of an army has none of them.
    """
    for part in parts[1:]:
        roles = {types.role(profile) for profile in part.profiles if not profile.hidden} - {"hidden"}
        paid = any(cost.value and cost.type_id == currency for cost in part.costs)
        in_words = roles == {"words"} or (part.rules and not roles)
        if in_words and (paid or part.entry_group_id) and part.type not in ("model", "unit") and not part.children:
            yield line_of(part.custom_name or part.name)


def _chosen(unit: SelectionView, told: Container[str]) -> Iterator[str]:
    """Yield what was chosen of what has no models: a detachment, a lore, but for what a text is called."""
    names = (line_of(part.custom_name or part.name) for part in unit.children if not part.hidden)
    yield from (name for name in dict.fromkeys(names) if name not in told)
