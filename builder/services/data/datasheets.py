"""Installed datasheets listed, shown and checked; and all data that armies can be built from, in one list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from builder.catalogue.library import ArmyData
from builder.catalogue.model import EntryHolder, Modifier, SelectionEntry, SelectionEntryGroup
from builder.datafiles.armies.new import attached_units, root_units
from builder.datafiles.datasheets.installed import installed, refused_folders
from builder.datafiles.datasheets.library import load, load_file
from builder.datafiles.datasheets.sizes import kinds_of, size_of, smallest_points
from builder.datafiles.text.validate import suggestion
from builder.errors import Finding, InputError
from builder.record import replace
from builder.resources import data_sets
from builder.scalars import match_name
from builder.services.data.army_data import is_ours
from builder.services.data.catalogues import listed
from builder.services.data.listing import InstalledData
from builder.services.data.lookup import set_findings
from builder.services.files import is_there
from builder.systems.blocks import HIT_POINT_WORDS, ListWords
from builder.systems.registry import load_system, usable_systems


@dataclass(frozen=True, slots=True)
class Listed:
    """Installed datasheets in a list; `sheets` is None when their file has mistakes."""

    id: str
    path: str
    origin: str
    sheets: ArmyData | None
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class UnitListing:
    """A unit in a list of datasheets."""

    id: str
    name: str
    slot: str
    points: Decimal
    models: str


@dataclass(frozen=True, slots=True)
class ModelShown:
    """A kind of model of a unit: how many, its stat line, what it always carries."""

    name: str
    count: str
    profile: tuple[tuple[str, str], ...]
    carries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChoiceShown:
    """A choice of an option: its points, the models that it adds, and how often it can be taken (None: once)."""

    name: str
    points: Decimal
    adds: tuple[tuple[str, int], ...] = ()
    most: int | None = None


@dataclass(frozen=True, slots=True)
class OptionShown:
    """An option of a unit: for whom, instead of what, how many, and its choices with their points."""

    model: str
    name: str
    replaces: tuple[str, ...]
    take: str
    choices: tuple[ChoiceShown, ...]


def list_datasheets() -> tuple[Listed, ...]:
    """Return every installed faction, those with mistakes too."""
    return tuple(_listed(resource.id, resource.path, resource.origin) for resource in installed())


def folder_findings() -> tuple[Finding, ...]:
    """Return what is wrong with the folders of datasheets themselves: those that cannot be entered."""
    return refused_folders()


def check_files(paths: Sequence[str]) -> tuple[Listed, ...]:
    """Return the named files or installed ids, or all that are installed, each with what is to be said of it."""
    if not paths:
        return list_datasheets()
    known = {resource.id: resource for resource in installed()}
    return tuple(
        _listed(path, known[path].path, known[path].origin)
        if path in known and not is_there(path)
        else _listed(path, Path(path), "file")
        for path in paths
    )


def _listed(identity: str, path: Path, origin: str) -> Listed:
    try:
        sheets = load_file(path, origin)
    except InputError as error:
        return Listed(identity, str(path), origin, None, error.findings)
    return Listed(sheets.id, str(path), origin, sheets, sheets.findings)


def show_datasheets(identity: str) -> tuple[ArmyData, tuple[UnitListing, ...]]:
    """Return the units of a faction, those that come only with others last.

    Raises:
        InputError: there are no such datasheets, or they have mistakes.
    """
    sheets = _sheets(identity)
    return sheets, tuple(_line(entry) for entry in _units(sheets))


def words_of(sheets: ArmyData) -> ListWords:
    """Return what the system of datasheets calls units and what they are made of."""
    return load_system(sheets.system).list_words() if sheets.system else HIT_POINT_WORDS


def show_unit(
    identity: str, name: str
) -> tuple[ArmyData, UnitListing, tuple[ModelShown, ...], tuple[OptionShown, ...]]:
    """One unit of a faction; models that only its options add come last, without a number.

    Raises:
        InputError: there is no such unit, or no such datasheets.
    """
    sheets = _sheets(identity)
    units = {entry.name: entry for entry in _units(sheets)}
    found = match_name(name, units)
    if found is None:
        raise InputError(f"unit '{name}' is not in {sheets.catalogue.name}{suggestion(name, units)}")
    entry = units[found]
    models = tuple(_model(model, dict(_parts(entry))) for model in kinds_of(entry))
    names = {model.name for model in models}
    added = {model.name: model for model in _added_models(entry) if model.name not in names}
    models += tuple(replace(_model(model, {}), count="") for model in added.values())
    points = {unit.id: smallest_points(unit) for unit in units.values()}
    return sheets, _line(entry), models, tuple(_options(entry, points))


def _sheets(identity: str) -> ArmyData:
    """Load datasheets; data of the community has a command of its own."""
    known = {found.id.casefold(): found.id for found in data_sets()}
    name, _, catalogue = identity.partition("/")
    if name.casefold() in known and not is_ours(identity):
        shown = f'show "{identity}"' if catalogue else "list"
        raise InputError(f"'{identity}' is data of the community that you have added: muster data {shown}")
    return load(identity)


def _units(sheets: ArmyData) -> list[SelectionEntry]:
    return [*root_units(sheets.catalogue), *attached_units(sheets.catalogue)]


def _line(entry: SelectionEntry) -> UnitListing:
    least, most = size_of(entry)
    size = _range(str(least), str(most))
    return UnitListing(entry.id, entry.name, entry.category_links[0].name, smallest_points(entry), size)


def _model(model: SelectionEntry, parts: Mapping[str, str]) -> ModelShown:
    cells = tuple((cell.name, cell.value) for profile in model.profiles for cell in profile.characteristics)
    places = (
        entry
        for group in model.selection_entry_groups
        for entry in group.selection_entries[:1]
        if group.default_selection_entry_id
    )
    carries = tuple(dict.fromkeys(entry.name for entry in (*model.selection_entries, *places)))
    return ModelShown(model.name, _count(model, parts), cells, carries)


def _count(model: SelectionEntry, parts: Mapping[str, str]) -> str:
    """Return how many of a kind of model, or how many for every few of another kind."""
    growth = [modifier for modifier in model.modifiers if modifier.repeats]
    if len(growth) == 2:
        repeat = growth[0].repeats[0]
        every = f"{int(repeat.value)} " if repeat.value > 1 else ""
        return f"{_range(growth[0].value, growth[1].value)} for each {every}{parts[repeat.query.child_id or '']}"
    return _range(str(model.bound("min")), str(model.bound("max")))


def _range(least: str, most: str) -> str:
    return least if least == most else f"{least}–{most}"


def _added_models(entry: SelectionEntry) -> Iterator[SelectionEntry]:
    """Yield the models that the options of a unit add to it."""
    for group in entry.selection_entry_groups:
        for choice in group.selection_entries:
            if choice.type != "model":
                yield from (inner for inner in choice.selection_entries if inner.type == "model")


def _options(entry: SelectionEntry, points: Mapping[str, Decimal]) -> Iterator[OptionShown]:
    parts = dict(_parts(entry))
    for model in kinds_of(entry):
        for group in model.selection_entry_groups:
            inner = group.selection_entry_groups if group.default_selection_entry_id else (group,)
            yield from (_option(model, option, points, parts) for option in inner)
    for group in entry.selection_entry_groups:
        if not any(choice.type == "model" for choice in group.selection_entries):
            yield _option(None, group, points, parts)


def _parts(holder: EntryHolder) -> Iterator[tuple[str, str]]:
    """Yield the id and the name of all that a unit is made of, transports too."""
    yield from ((link.target_id, link.name) for link in holder.entry_links)
    for below in (*holder.selection_entries, *holder.selection_entry_groups):
        yield below.id, below.name
        yield from _parts(below)


def _option(
    model: SelectionEntry | None, group: SelectionEntryGroup, points: Mapping[str, Decimal], parts: Mapping[str, str]
) -> OptionShown:
    return OptionShown(
        model=model.name if model else "",
        name=group.name,
        replaces=tuple(_replaced(model, group)) if model else (),
        take=_take(group, parts),
        choices=(
            *map(_choice, group.selection_entries),
            *(ChoiceShown(link.name, points.get(link.target_id, Decimal(0))) for link in group.entry_links),
        ),
    )


def _choice(choice: SelectionEntry) -> ChoiceShown:
    adds = tuple((model.name, model.bound("min")) for model in choice.selection_entries if model.type == "model")
    price = sum((cost.value for cost in choice.costs), Decimal(0))
    return ChoiceShown(choice.name, price, adds, choice.bound("max") or None if adds else None)


def _replaced(model: SelectionEntry, option: SelectionEntryGroup) -> Iterator[str]:
    """Yield what an option takes the place of: what begins its place, and places that shrink when it is taken."""
    for place in model.selection_entry_groups:
        repeats = (repeat for modifier in place.modifiers for repeat in modifier.repeats)
        if option in place.selection_entry_groups or any(repeat.query.child_id == option.id for repeat in repeats):
            yield place.selection_entries[0].name


def _take(group: SelectionEntryGroup, parts: Mapping[str, str]) -> str:
    """Return how many of an option may be taken, in words."""
    grows = [modifier for modifier in group.modifiers if modifier.field.endswith(".max")]
    if not grows:
        alone = group.selection_entries[0].bound("max", 1) if len(group.selection_entries) == 1 else -1
        most = group.bound("max", alone if any(_choice(choice).adds for choice in group.selection_entries) else 1)
        return f"up to {most}" if most >= 0 else "any number"
    (bound,) = grows
    least = next((modifier for modifier in group.modifiers if modifier.field.endswith(".min")), None)
    needs = next((int(condition.value) for condition in bound.conditions if condition.type == "atLeast"), 0)
    begun = (condition for joined in least.condition_groups for condition in joined.conditions) if least else ()
    if any(condition.query.child_id == group.id for condition in begun):
        words = "all or none"
    else:
        words = bound.value if least and least.value == bound.value else f"up to {bound.value}"
        if bound.repeats:
            models = int(bound.repeats[0].value)
            words += " for each model" if models == 1 else f" for every {models} models"
    if any(condition.type == "atMost" for condition in bound.conditions):
        words += " together"
    company = "".join(f", {word} {' or '.join(names)}" for word, names in _company(bound, parts) if names)
    return words + (f", from {needs} models on" if needs else "") + company


def _company(most: Modifier, parts: Mapping[str, str]) -> Iterator[tuple[str, list[str]]]:
    """Yield what else the unit must have one of (`with`) and have none of (`without`), by their names."""
    for joined in most.condition_groups:
        names = dict.fromkeys(parts.get(condition.query.child_id or "", "") for condition in joined.conditions)
        yield ("with" if joined.type == "or" else "without"), [name for name in names if name]


def installed_data() -> tuple[InstalledData, ...]:
    """Return all of it: datasheets first, then what armies can be built from of each data set, by name."""
    systems = usable_systems()
    found = [
        InstalledData(
            each.id,
            each.sheets.name if each.sheets else each.id,
            load_system(each.sheets.system).name if each.sheets and each.sheets.system else "",
            each.sheets.source if each.sheets else "",
            each.sheets.revision if each.sheets else None,
            each.sheets is not None,
            each.findings,
            tuple(other.name for other in systems if each.sheets and each.sheets.system in other.shares_datasheets),
        )
        for each in list_datasheets()
    ]
    for finding in (*folder_findings(), *set_findings()):
        folder = finding.at.file or ""
        found.append(InstalledData(folder, folder, "", "", None, False, (finding,)))
    for each in listed():
        if each.data is None:
            found.append(InstalledData(each.id, each.id, "", "", None, False, each.findings))
            continue
        source = each.data.system.name if each.data.system.name != each.id else ""
        found.extend(
            InstalledData(f"{each.id}/{head.name}", head.name, each.id, source, head.revision, True)
            for head in each.data.factions
        )
    return tuple(found)
