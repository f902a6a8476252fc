"""What an army file says of the army as a whole: planned groups of its units, and readings of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from builder.datafiles.armyfile import ArmyFile
from builder.datafiles.names import find
from builder.datafiles.validate import suggestion
from builder.datafiles.yamltext import Document
from builder.roster.view import PlannedGroup, unit_of_part
from builder.systems.registry import load_system, system_ids


def planned_groups(
    document: Document, file: ArmyFile, units: Sequence[str], ids: Iterable[str]
) -> tuple[PlannedGroup, ...]:
    """The groups of an army file, those without an id as `group-<n>`; what is wrong is noted in the document.

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


def chosen_settings(document: Document, file: ArmyFile) -> tuple[tuple[str, str], ...]:
    """The settings of an army file by the system's own names; unknown ones are noted in the document."""
    if not file.settings or file.system not in system_ids():
        return ()
    known = {setting.name: setting.choices for setting in load_system(file.system).settings()}
    chosen: dict[str, str] = {}
    for name, choice in file.settings.items():
        setting = find(name, known)
        if setting is None:
            message = f"{load_system(file.system).name} has no setting '{name}'{suggestion(name, known)}"
            document.add(("settings", name), message, "reference")
            continue
        found = find(choice, known[setting])
        if found is None:
            message = f"'{choice}' is no choice of the setting '{setting}'{suggestion(choice, known[setting])}"
            document.add(("settings", name), message, "reference")
        else:
            chosen[setting] = found
    return tuple(chosen.items())
