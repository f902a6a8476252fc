"""An army opened, whatever kind of file it is: evaluated where its data is known, read by its rule system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_FLOOR
from typing import TYPE_CHECKING

from builder.errors import Finding, Severity
from builder.formats.saved import looks_saved
from builder.inputs import guarded
from builder.roster.view import RosterView
from builder.services.armyname import find_source
from builder.services.data import Data
from builder.services.files import read_source
from builder.systems.blocks import Slot
from builder.systems.protocol import Reading, System
from builder.systems.registry import load_system

if TYPE_CHECKING:
    from builder.datafiles.armies import ReadArmy
    from builder.roster.evaluate import Evaluator
    from builder.roster.model import Roster
    from builder.systems.kept import KeptUnits


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


def open_army(source: str) -> Army:
    """Open an army file, a saved roster, standard input (`-`), an army of the library or a starter army.

    Raises:
        InputError: it cannot be read; every mistake is told.
    """
    source = find_source(source).path
    data, name = read_source(source)
    if looks_saved(data):
        from builder.services.savedarmy import open_saved

        return open_saved(data, name)
    return _written(data, name)


def _written(data: bytes, name: str) -> Army:
    from builder.datafiles.armies import read_army
    from builder.roster.evaluate import Evaluator
    from builder.services.armydata import find_data

    army = read_army(data, name, find_data)
    return read_as_army(army, army.roster, name, Evaluator(army.data.library, by_name=False))


def read_as_army(
    army: ReadArmy, roster: Roster, name: str, evaluator: Evaluator, kept: KeptUnits | None = None
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
