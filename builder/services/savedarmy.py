"""A roster of another program opened as an army: against its data where that is installed, else as it was saved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from builder.catalogue.armydata import ArmyData
from builder.errors import Finding, InputError, Severity
from builder.formats.battlescribe import SavedRoster
from builder.formats.saved import catalogue_ids, read_saved, tie_saved
from builder.inputs import guarded
from builder.resources import data_sets, find_resources
from builder.roster.view import RosterView
from builder.services.army import Army, slots_of
from builder.services.data import Data
from builder.systems.protocol import System
from builder.systems.registry import load_system, system_ids
from builder.text import clean_name

FindSavedData: TypeAlias = Callable[[str, tuple[str, ...]], ArmyData | None]
"""Finds the data that a roster was made with, by the ids of its game system and of its forces' catalogues."""


def find_saved_data(game_system_id: str, catalogues: tuple[str, ...]) -> ArmyData | None:
    """The data that a roster was made with: our datasheets of one faction, else catalogues of the community's data.

    None where they are not installed, or not all of them.

    Raises:
        InputError: a file of them cannot be used.
    """
    if len(catalogues) == 1 and catalogues[0] in {found.id for found in find_resources("datasheets")}:
        from builder.services.armydata import find_data

        return find_data(catalogues[0])
    if not data_sets():
        return None
    from builder.services.catalogues import open_for

    return open_for(game_system_id, catalogues)


def open_saved(data: bytes, name: str, find: FindSavedData = find_saved_data) -> Army:
    """Open a saved roster; `name` is what messages call its file.

    Raises:
        InputError: it cannot be read, or no rule system knows its stat lines.
    """
    saved = read_saved(data, name)
    found = find(saved.roster.game_system_id, catalogue_ids(saved.roster))
    with guarded(name):
        return _as_saved(saved, name) if found is None else _with_data(saved, name, found)


def _as_saved(saved: SavedRoster, name: str) -> Army:
    system = _fitting(saved.roster, name)
    reading = system.read(saved.roster)
    unchecked = Finding(
        Severity.INFO,
        "unchecked",
        "This is a saved roster without its data: it can be printed and played, but not checked for legality.",
    )
    return Army(
        id=None,
        name=saved.roster.name or clean_name(Path(name).stem),
        file=name,
        notes=saved.roster.custom_notes or "",
        system=system,
        modules=(),
        data=None,
        view=saved.roster,
        reading=reading,
        all_slots=(),
        findings=(unchecked, *saved.findings, *reading.findings),
    )


def _with_data(saved: SavedRoster, name: str, data: ArmyData) -> Army:
    from builder.roster.evaluate import Evaluator

    loaded = tie_saved(saved, name, data.library)
    evaluator = Evaluator(data.library, by_name=False)
    evaluation = evaluator.evaluate(loaded.roster)
    view = evaluation.view
    system = load_system(data.system) if data.system else _fitting(view, name)
    reading = system.read(view)
    return Army(
        id=None,
        name=view.name or clean_name(Path(name).stem),
        file=name,
        notes=view.custom_notes or "",
        system=system,
        modules=(),
        data=Data(data.id, data.name, data.revision, data.digest, data.source),
        view=view,
        reading=reading,
        all_slots=tuple(slots_of(evaluator, loaded.roster, view)),
        findings=(*loaded.findings, *evaluation.findings, *reading.findings),
    )


@dataclass(frozen=True, slots=True)
class ArmyFileMade:
    """A saved roster as an army file, with what was noticed on reading it."""

    data: bytes
    findings: tuple[Finding, ...]


def army_file(data: bytes, name: str, find: FindSavedData = find_saved_data) -> ArmyFileMade | None:
    """A saved roster as an army file, which can be edited; None where its data is not installed.

    Raises:
        MusterError: it cannot be read, no rule system knows its stat lines, or an army file has no place for it.
    """
    from builder.datafiles.yamlwrite import written
    from builder.services.editing import EditSession
    from builder.services.newarmy import schema_uri
    from builder.services.operations import State

    saved = read_saved(data, name)
    found = find(saved.roster.game_system_id, catalogue_ids(saved.roster))
    if found is None:
        return None
    army = _with_data(saved, name, found)
    loaded = tie_saved(saved, name, found.library)
    head = {"format": "muster-army", "version": "1", "name": army.name, "system": army.system.id, "data": found.id}
    lines = [f"# yaml-language-server: $schema={schema_uri('army')}", *written({**head, "forces": []}), ""]
    session = EditSession("\n".join(lines).encode(), name, None)
    session.state = State(replace(loaded.roster, id=session.state.roster.id, name=army.name))
    findings = (*loaded.findings, *_changed_costs(saved.roster, army.view))
    return ArmyFileMade(session.written().data, findings)


def _changed_costs(saved: RosterView, now: RosterView) -> Iterator[Finding]:
    before = {cost.type_id: cost.value for cost in saved.costs}
    for cost in now.costs:
        if before.get(cost.type_id, cost.value) != cost.value:
            message = f"it cost {before[cost.type_id]:f} {cost.name} when it was saved, by the data now {cost.value:f}"
            yield Finding(Severity.WARNING, "import", message)


def _fitting(view: RosterView, name: str) -> System:
    """The first system that can read the stat lines of a roster."""
    systems = [load_system(system) for system in system_ids()]
    fitting = next((system for system in systems if not system.missing(view)), None)
    if fitting is None:
        raise InputError([replace(f, at=replace(f.at, file=name)) for f in systems[0].missing(view)])
    return fitting
