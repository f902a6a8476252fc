"""Army files read into rosters: forces, units in the short form, units in the explicit form, planned groups."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeAlias

from builder.bounds import MOST_SELECTIONS
from builder.catalogue.entries import LinkedEntry
from builder.catalogue.library import ArmyData, Library
from builder.catalogue.model import Cost, CostType
from builder.datafiles.armies.ids import ArmyIds
from builder.datafiles.armies.kept import read_force, read_selection
from builder.datafiles.armies.models import MAIN, AnyUnit, ArmyFile, ArmyForce, ArmyUnit, ChosenPart, PartChoice
from builder.datafiles.armies.read_units import NAMELESS, UnitBuilder
from builder.datafiles.text.source import Document, Path, Value, read_document
from builder.datafiles.text.validate import suggestion, validated
from builder.errors import DATA_MISSING, MOST_MISTAKES, Finding, InputError, Severity
from builder.inputs import guarded
from builder.roster.fill import fill_groups
from builder.roster.marks import PlannedGroup, unit_of_part
from builder.roster.model import CategoryNote, Force, Roster, Selection
from builder.roster.relink import still_kept
from builder.scalars import match_name, slug
from builder.systems.protocol import System
from builder.systems.registry import load_module, load_system, module_ids, system_ids, usable_modules, with_modules


def planned_groups(
    document: Document, file: ArmyFile, units: Sequence[str], ids: Iterable[str]
) -> tuple[PlannedGroup, ...]:
    """Return the groups of an army file, those without an id as `group-<n>`; what is wrong is noted in the document.

    Args:
        document: the file as it was read.
        file: the file as its schema reads it.
        units: the ids of the units that can be grouped, those of transports too.
        ids: all ids that are taken.
    """
    taken = set(ids)
    made = []
    for index, group in enumerate(file.groups):
        for place, unit in enumerate(group.units):
            if unit not in units and unit_of_part(unit) not in units:
                where = ("groups", index, "units", place)
                path = where if where in document.places else where[:-1]
                message = f"no unit of this army has the id '{unit}'{suggestion(unit, units)}"
                document.add(path, message, "reference")
        if group.id in taken:
            message = f"the id '{group.id}' stands here for the second time: give this group another"
            document.add(("groups", index, "id"), message)
        number = index + 1
        while not group.id and f"group-{number}" in taken:
            number += 1
        identity = group.id or f"group-{number}"
        taken.add(identity)
        made.append(PlannedGroup(id=identity, name=group.name or "", units=group.units))
    return tuple(made)


FORCE_ID = ".force"
"""The id of the force whose units stand in the file itself, not in one of its `forces`."""


class ArmyBuilder:
    """Builds the roster of an army file; what the data does not have becomes a finding of the document.

    Where the data has changed since the army was saved (`keep_lost`), what it no longer has is kept.
    """

    def __init__(self, document: Document, file: ArmyFile, data: ArmyData, *, keep_lost: bool = False) -> None:
        self.document, self.file, self.data, self.keep_lost = document, file, data, keep_lost
        self.library = data.library
        self.ids = ArmyIds()
        self._units = UnitBuilder(document, data.library, self.ids, keep_lost=keep_lost)
        self._short: set[str] = set()
        self._size = 0

    def roster(self) -> Roster:
        """The roster, with ids for every selection: those of the file, `<entry>-<n>` for a unit that has none."""
        file = self.file
        self.ids.note_given(file, self.document)
        forces = []
        if file.forces is None or file.units is not None or file.force is not None:
            forces.append(self._own_force())
        forces.extend(self._force(force, ("forces", i)) for i, force in enumerate(file.forces or ()))
        modules = chosen_modules(self.document, file)
        roster = Roster(
            id=file.id or "",
            custom_notes=file.notes,
            name=file.name,
            game_system_id=self.library.game_system.id,
            forces=tuple(forces),
            cost_limits=self._limits(),
            groups=self._groups(forces),
            modules=modules,
            settings=chosen_settings(self.document, file, modules),
        )
        return fill_groups(roster, self.library, self._short)

    def _groups(self, forces: list[Force]) -> tuple[PlannedGroup, ...]:
        units = [unit.id for force in forces for unit in force.units()]
        groups = planned_groups(self.document, self.file, units, self.ids.paths)
        self.ids.paths.update({group.id: ("groups", index) for index, group in enumerate(groups)})
        return groups

    def _limits(self) -> tuple[Cost, ...]:
        main = main_cost(self.library)
        found: dict[str, Cost] = {}
        if self.file.limit is not None and main is not None:
            found[main.id] = Cost(main.id, self.file.limit, main.name)
        for name, value in self.file.limits.items():
            cost_type = cost_type_named(self.library, name)
            if cost_type is None:
                known = [cost_type.name for cost_type in self.library.cost_types.values()]
                message = f"nothing costs '{name}' in this data{suggestion(name, known)}"
                severity = Severity.WARNING if self.keep_lost else Severity.ERROR
                self.document.add(("limits", name), message, "reference", severity)
            id = cost_type.id if cost_type else name
            if id in found:
                self.document.add(("limits", name), f"'{name}' has a limit already: keep one of them")
            found[id] = Cost(id, value, cost_type.name if cost_type else name)
        order = [id for id in self.library.cost_types if id in found]
        return tuple(found[id] for id in (*order, *(id for id in found if id not in order)))

    # -- forces --------------------------------------------------------------
    def _own_force(self) -> Force:
        entries, wanted, catalogue = self.library.force_entries, self.file.force, self.data.catalogue_id
        found = default_force(self.data) if wanted is None else force_named(self.library, wanted)
        if found is None and not self.keep_lost:
            known = [entry.name for entry in entries.values()]
            message = f"force '{wanted}' is not known{suggestion(wanted or '', known)}"
            self.document.add(("force",), message, "reference")
        self.ids.paths[FORCE_ID] = ()
        return Force(
            id=FORCE_ID,
            entry_id=found or wanted or "",
            catalogue_id=catalogue,
            name=entries[found].name if found else wanted or "",
            selections=self._selections(self.file.units or (), catalogue, ("units",)),
        )

    def _force(self, force: ArmyForce, path: Path, above: str | None = None) -> Force:
        entry = self.library.force_entries.get(force.entry)
        catalogue = force.catalogue.id if force.catalogue else above or self.data.catalogue_id
        name = entry.name if entry else force.force or ""
        return Force(
            id=self.ids.of_unit(force.id, name or force.entry, path),
            entry_id=force.entry,
            catalogue_id=catalogue,
            name=name,
            selections=self._selections(force.units, catalogue, (*path, "units")),
            forces=tuple(self._force(child, (*path, "forces", i), catalogue) for i, child in enumerate(force.forces)),
            category_notes=tuple(
                CategoryNote(category_id=note.entry, custom_name=note.name, custom_notes=note.notes)
                for note in force.categories
            ),
            custom_name=force.name,
            custom_notes=force.notes,
            saved=read_force(force.kept, force.catalogue, self.library),
        )

    # -- units ---------------------------------------------------------------
    def _selections(self, units: tuple[AnyUnit, ...], catalogue: str, path: Path) -> tuple[Selection, ...]:
        made: list[Selection] = []
        for index, unit in enumerate(units):
            selection = self._selection(unit, catalogue, (*path, index))
            if selection is not None:
                made.append(selection)
                self._size += sum(1 for _ in selection.walk())
            if self._size > MOST_SELECTIONS:
                message = f"the army has over {MOST_SELECTIONS:,} units and choices, as none has"
                self.document.add((*path, index), message, "size")
                break
            if len(self.document.findings) > MOST_MISTAKES:
                break  # no more of them are told
        return tuple(made)

    def _selection(self, unit: AnyUnit, catalogue: str, path: Path) -> Selection | None:
        if isinstance(unit, ArmyUnit):
            if (made := self._units.unit(unit, catalogue, path)) is not None:
                self._short.add(made.id)
            return made
        entry = self.library.root_entry(catalogue, unit.entry)
        name = entry.name if entry else unit.unit or ""
        return self._part(unit, entry, name, self.ids.of_unit(unit.id, name or unit.entry, path), path)

    def _part(self, part: ChosenPart, entry: LinkedEntry | None, name: str, id: str, path: Path) -> Selection:
        """Return what was chosen, in full; what the data no longer has keeps what the file says of it."""
        if entry is None:
            group, kind, costs = part.group, part.type or "upgrade", self._costs(part.cost)
        else:
            group, kind, costs = entry.group.path if entry.group else None, entry.type, ()
        return Selection(
            id=id,
            entry_path=part.entry,
            number=part.number,
            group_path=group,
            name=name,
            type=kind,
            costs=costs,
            selections=tuple(
                self._choice(choice, entry, id, (*path, "choices", index)) for index, choice in enumerate(part.choices)
            ),
            custom_name=part.name,
            custom_notes=part.notes,
            marks=part.marks,
            art=part.art,
            saved=read_selection(part.kept),
        )

    def _choice(self, choice: PartChoice, above: LinkedEntry | None, above_id: str, path: Path) -> Selection:
        entry = above.by_path.get(choice.entry) if above else None
        name = entry.name if entry else choice.choice or ""
        id = self.ids.of_choice(choice.id, above_id, choice.choice or name or choice.entry, path)
        return self._part(choice, entry, name, id, path)

    def _costs(self, costs: Mapping[str, Decimal]) -> tuple[Cost, ...]:
        made = []
        for name, value in costs.items():
            cost_type = main_cost(self.library) if name == MAIN else cost_type_named(self.library, name)
            made.append(Cost(cost_type.id, value, cost_type.name) if cost_type else Cost(name, value, name))
        return tuple(made)


def main_cost(library: Library) -> CostType | None:
    """Return the cost type that a bare number means: the first of the data."""
    return next(iter(library.cost_types.values()), None)


def cost_type_named(library: Library, name: str) -> CostType | None:
    """Return the cost type of this id, or else of this name."""
    named = (found for found in library.cost_types.values() if slug(found.name) == slug(name))
    return library.cost_types.get(name) or next(named, None)


def force_named(library: Library, name: str) -> str | None:
    """Return the id of the force entry of this id, or else of this name."""
    if name in library.force_entries:
        return name
    return next((id for id, entry in library.force_entries.items() if slug(entry.name) == slug(name)), None)


def default_force(data: ArmyData) -> str | None:
    """Return the id of the first force that an army of this data can begin with."""
    return next((entry.id for entry in data.library.forces_from(data.catalogue_id) if not entry.hidden), None)


Find: TypeAlias = Callable[[str, tuple[str, ...]], ArmyData]
"""Opens the data of an id, and catalogues that forces name; raises InputError for what is missing or has mistakes."""


SHORT = 16
"""So much of a digest stands in an army file: enough to tell that data has changed."""


@dataclass(frozen=True, slots=True)
class ReadArmy:
    """An army file with its data and the roster it describes; findings are those worth telling, none of them errors.

    `value` is the file as plain values, `paths` says where in it forces and selections stand, by id.
    """

    file: ArmyFile
    data: ArmyData
    roster: Roster
    findings: tuple[Finding, ...]
    value: Value
    paths: Mapping[str, Path]


def read_army(data: bytes, name: str, find: Find) -> ReadArmy:
    """Read an army file; `name` is its name in messages, `find` opens the data that it names.

    Raises:
        InputError: the file has mistakes; all of them are told.
    """
    with guarded(name):
        return _read(data, name, find)


def _read(data: bytes, name: str, find: Find) -> ReadArmy:
    document = read_document(data, name)
    file = validated(document, ArmyFile) or _readable_part(document)
    found = _data(document, file, find) if file else None
    if file is not None and found is None:
        chosen_settings(document, file, chosen_modules(document, file))  # their mistakes are told in the same run
    if file is None or found is None:
        raise InputError(document.sorted_findings())
    changed = file.data.digest is not None and file.data.digest[:SHORT] != found.digest[:SHORT]
    roster = (builder := ArmyBuilder(document, file, found, keep_lost=changed)).roster()
    if any(finding.severity is Severity.ERROR for finding in document.findings):
        raise InputError(document.sorted_findings())
    if changed:
        roster = still_kept(roster, found.library, newer=found.revision > (file.data.revision or found.revision))
        _tell_of_change(document, file, found)
    return ReadArmy(file, found, roster, tuple(document.findings), document.value, builder.ids.paths)


def _readable_part(document: Document) -> ArmyFile | None:
    """The file without the fields that have mistakes, so that names in all others are checked in the same run."""
    if not isinstance(document.value, dict):
        return None
    wrong = {path[:3] if path[:1] == ("units",) else path[:1] for path in document.wrong}
    kept: dict[str, Value] = {"name": NAMELESS}
    kept.update((field, value) for field, value in document.value.items() if (field,) not in wrong)
    units = document.value.get("units")
    kept["units"] = [
        {"unit": NAMELESS, **{field: value for field, value in fields.items() if ("units", index, field) not in wrong}}
        if isinstance(fields, dict)
        else {"unit": NAMELESS}
        for index, fields in enumerate(units if isinstance(units, list) else [])
    ]
    return validated(Document(document.file, kept), ArmyFile)


def _data(document: Document, file: ArmyFile, find: Find) -> ArmyData | None:
    try:
        found = find(file.data.id, file.named_catalogues())
    except InputError as error:
        if any(finding.at.file for finding in error.findings):
            raise
        where = ("data", "id") if ("data", "id") in document.places else ("data",)
        for finding in error.findings:
            document.add(where, finding.message, DATA_MISSING if finding.code == DATA_MISSING else "reference")
        return None
    if found.system is not None and found.system not in readable_data(file.system):
        message = f"'{file.data.id}' belongs to the system '{found.system}', not '{file.system}'"
        document.add(("system",), message, "reference")
    return found


def _tell_of_change(document: Document, file: ArmyFile, found: ArmyData) -> None:
    saved, now = file.data.revision, found.revision
    which = f" (revision {saved}, now {now})" if saved is not None and saved != now else ""
    message = f"the data has changed since this army was saved{which}: look its points over"
    document.add(("data",), message, "data", Severity.INFO)


def readable_data(system: str) -> Collection[str]:
    """The ids of the systems whose datasheets a system reads: its own, and those that it shares."""
    return (system, *(load_system(system).shares_datasheets if system in system_ids() else ()))


def chosen_modules(document: Document, file: ArmyFile) -> tuple[str, ...]:
    """Return the ids of the modules of an army file; those that its system cannot have are noted in the document."""
    if not file.modules or file.system not in system_ids():
        return ()
    system, known = load_system(file.system), module_ids()
    chosen: dict[str, None] = {}
    for place, word in enumerate(file.modules):
        where = ("modules", place) if ("modules", place) in document.places else ("modules",)
        name = match_name(word, known)
        if name is None:
            document.add(where, f"module '{word}' is not installed{suggestion(word, known)}", "reference")
        elif why := load_module(name).refusal(system):
            document.add(where, why, "module")
        elif name in chosen:
            document.add(where, f"the module '{name}' stands here for the second time")
        else:
            chosen[name] = None
    return tuple(chosen)


def chosen_settings(document: Document, file: ArmyFile, modules: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return the settings of an army file by the names that the system and its modules give them.

    Unknown ones, and those that the system refuses, are noted in the document.
    """
    if not file.settings or file.system not in system_ids():
        return ()
    system = with_modules(file.system, modules)
    known = {setting.name: setting for setting in system.settings()}
    chosen: dict[str, str] = {}
    for name, choice in file.settings.items():
        setting = known.get(match_name(name, known) or "")
        if setting is None:
            message = f"{system.name} has no setting '{name}'{_of_module(system, name) or suggestion(name, known)}"
            document.add(("settings", name), message, "reference")
            continue
        refused = match_name(choice, setting.refused)
        found = match_name(choice, setting.choices)
        if refused is not None:
            document.add(("settings", name), setting.refused[refused], "module")
        elif found is None:
            message = f"'{choice}' is no choice of the setting '{setting.name}'{suggestion(choice, setting.choices)}"
            document.add(("settings", name), message, "reference")
        else:
            chosen[setting.name] = found
    return tuple(chosen.items())


def _of_module(system: System, name: str) -> str:
    """The end of a message about a setting of a module that a list does not have; empty for any other."""
    for module in (module for module in usable_modules() if not module.refusal(system)):
        if match_name(name, [setting.name for setting in module.settings(system)]):
            return f": {module.name} has one, so name its module: modules: [{module.id}]"
    return ""
