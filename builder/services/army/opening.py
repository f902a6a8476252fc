"""An army opened, whatever kind of file it is: evaluated where its data is known, read by its rule system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from decimal import ROUND_FLOOR
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from builder.catalogue.armydata import ArmyData
from builder.errors import Finding, InputError, Severity
from builder.formats.battlescribe import SavedRoster
from builder.formats.saved import catalogue_ids, looks_saved, read_saved, tie_saved
from builder.inputs import guarded
from builder.resources import data_sets, find_resources
from builder.roster.view import RosterView
from builder.services.data.army_data import Data
from builder.systems.blocks import Slot
from builder.systems.protocol import Reading, System
from builder.systems.registry import load_system, system_ids
from builder.text import clean_name

if TYPE_CHECKING:
    from builder.datafiles.armies.read import ReadArmy
    from builder.roster.evaluate import Evaluator
    from builder.roster.model import Roster
    from builder.systems.unit_cache import UnitCache


@dataclass(frozen=True, slots=True, kw_only=True)
class Army:
    """An army as services hand it on; `data` is None for a saved roster whose data is not installed."""

    id: str | None
    name: str
    file: str
    notes: str
    system: System
    modules: tuple[str, ...]
    data: Data | None
    view: RosterView
    reading: Reading
    all_slots: tuple[Slot, ...]
    findings: tuple[Finding, ...]

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The slots of its first force: those that are in use, required or limited."""
        first = self.view.forces[0].id if self.view.forces else ""
        return tuple(slot for slot in self.all_slots if slot.force == first and _matters(slot))

    @property
    def valid(self) -> bool | None:
        """Whether no finding is an error; None when there is no data to say so."""
        return None if self.data is None else not self.has_errors

    @property
    def has_errors(self) -> bool:
        """Whether any finding is an error."""
        return any(finding.severity is Severity.ERROR for finding in self.findings)


def open_bytes(data: bytes, name: str) -> Army:
    """Open an army file or a saved roster that was read; `name` is what messages call it.

    Raises:
        InputError: it cannot be read; every mistake is told.
    """
    return open_saved(data, name) if looks_saved(data) else _written(data, name)


def _written(data: bytes, name: str) -> Army:
    from builder.datafiles.armies.read import read_army
    from builder.roster.evaluate import Evaluator
    from builder.services.data.army_data import find_data

    army = read_army(data, name, find_data)
    return read_as_army(army, army.roster, name, Evaluator(army.data.library, by_name=False))


def read_as_army(
    army: ReadArmy, roster: Roster, name: str, evaluator: Evaluator, kept: UnitCache | None = None
) -> Army:
    """A roster of a read army file, as it is or edited since: evaluated, and read by its rule system."""
    system, data = load_system(army.file.system), army.data
    with guarded(name):
        evaluation = evaluator.evaluate(roster)
        reading = system.read(evaluation.view, kept)
        slots = tuple(slots_of(evaluator, roster, evaluation.view))
    return Army(
        id=roster.id or None,
        name=roster.name,
        file=name,
        notes=roster.custom_notes or "",
        system=system,
        modules=army.file.modules,
        data=Data(data.id, data.name, data.revision, data.digest, data.source),
        view=evaluation.view,
        reading=reading,
        all_slots=slots,
        findings=(*army.findings, *evaluation.findings, *reading.findings, *_groups_of_no_use(system, evaluation.view)),
    )


def _groups_of_no_use(system: System, view: RosterView) -> Iterator[Finding]:
    """Tell of planned groups in an army of a system that has none."""
    if view.groups and not system.plans_groups:
        names = ", ".join(group.name or group.id for group in view.groups)
        message = f"{system.name} has no groups of units: what is planned as {names} means nothing; take it out."
        yield Finding(Severity.WARNING, "groups", message)


def slots_of(evaluator: Evaluator, roster: Roster, view: RosterView) -> Iterator[Slot]:
    """Yield the slots of every force, with how many units they have and may have, and the whole points for these."""
    for force in view.all_forces():
        taken = Counter(
            category.entry_id for unit in force.selections for category in unit.categories if category.primary
        )
        for limits in evaluator.slots(roster, force.id):
            yield Slot(
                code="",
                name=limits.link.name,
                taken=taken[limits.link.target_id],
                minimum=int(limits.least),
                maximum=None if limits.most is None else int(limits.most),
                spent=limits.spent,
                allowance=limits.allowance and limits.allowance.to_integral_value(ROUND_FLOOR),
                force=force.id,
                category=limits.link.target_id,
            )


def _matters(slot: Slot) -> bool:
    return bool(slot.taken or slot.minimum or slot.spent) or slot.maximum is not None


FindSavedData: TypeAlias = Callable[[str, tuple[str, ...]], ArmyData | None]
"""Finds the data that a roster was made with, by the ids of its game system and of its forces' catalogues."""


def find_saved_data(game_system_id: str, catalogues: tuple[str, ...]) -> ArmyData | None:
    """The data that a roster was made with: our datasheets of one faction, else catalogues of the community's data.

    None where they are not installed, or not all of them.

    Raises:
        InputError: a file of them cannot be used.
    """
    if len(catalogues) == 1 and catalogues[0] in {found.id for found in find_resources("datasheets")}:
        from builder.services.data.army_data import find_data

        return find_data(catalogues[0])
    if not data_sets():
        return None
    from builder.services.data.catalogues import open_for

    return open_for(game_system_id, catalogues)


def open_saved(data: bytes, name: str, find: FindSavedData = find_saved_data) -> Army:
    """Open a saved roster; `name` is what messages call its file.

    Raises:
        InputError: it cannot be read, or no rule system knows its stat lines.
    """
    saved = read_saved(data, name)
    found = find(saved.roster.game_system_id, catalogue_ids(saved.roster))
    with guarded(name):
        return _as_saved(saved, name) if found is None else read_with_data(saved, name, found)


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


def read_with_data(saved: SavedRoster, name: str, data: ArmyData) -> Army:
    """A saved roster evaluated against its data.

    Raises:
        InputError: it was made with another game system, or no rule system knows its stat lines.
    """
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


def _fitting(view: RosterView, name: str) -> System:
    """The first system that can read the stat lines of a roster."""
    systems = [load_system(system) for system in system_ids()]
    fitting = next((system for system in systems if not system.missing(view)), None)
    if fitting is None:
        raise InputError([replace(f, at=replace(f.at, file=name)) for f in systems[0].missing(view)])
    return fitting
