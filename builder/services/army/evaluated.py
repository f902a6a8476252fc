"""Army files evaluated against their data: once, and kept until the file, its data or the program changes."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from decimal import ROUND_FLOOR
from typing import TYPE_CHECKING

from builder.cache import remembered
from builder.errors import Finding
from builder.inputs import guarded
from builder.record import Record, replace
from builder.roster.view import RosterView
from builder.services.data.army_data import Data, find_data, sources_digest
from builder.systems.blocks import Slot

if TYPE_CHECKING:
    from builder.catalogue.library import ArmyData
    from builder.datafiles.armies.read import ReadArmy
    from builder.roster.evaluate import Evaluator
    from builder.roster.model import Roster


class EvaluatedArmy(Record, frozen=True, kw_only=True):
    """What an army file comes to before its rule system reads it; `id` and `notes` are empty where it has none."""

    id: str
    name: str
    notes: str
    system: str
    modules: tuple[str, ...]
    data: Data
    view: RosterView
    slots: tuple[Slot, ...]
    findings: tuple[Finding, ...]


def evaluate_army(army: ReadArmy, roster: Roster, evaluator: Evaluator) -> EvaluatedArmy:
    """Evaluate a roster of a read army file, as it is or edited since."""
    evaluation = evaluator.evaluate(roster)
    return EvaluatedArmy(
        id=roster.id,
        name=roster.name,
        notes=roster.custom_notes or "",
        system=army.file.system,
        modules=roster.modules,
        data=Data.of(army.data),
        view=evaluation.view if army.data.roles is None else replace(evaluation.view, roles=army.data.roles),
        slots=tuple(slots_of(evaluator, roster, evaluation.view)),
        findings=(*army.findings, *evaluation.findings),
    )


class _Kept(Record, frozen=True):
    """An army in the cache, with what its file calls its data, and the digest of the files that this was read from."""

    army: EvaluatedArmy
    data: str
    others: tuple[str, ...]
    sources: str

    def still_holds(self) -> bool:
        """Whether its data is what it was evaluated against."""
        return bool(self.sources) and self.sources == sources_digest(self.data, self.others)


def evaluate_file(contents: bytes, name: str) -> EvaluatedArmy:
    """Evaluate an army file; `name` is what messages call it.

    Raises:
        InputError: it cannot be read; every mistake is told.
    """
    return remembered(
        _Kept, (os.fsencode(name), contents), lambda: _read_and_evaluate(contents, name), _Kept.still_holds
    ).army


def _read_and_evaluate(contents: bytes, name: str) -> _Kept:
    from builder.datafiles.armies.read import read_army
    from builder.roster.evaluate import Evaluator

    sources = ""

    def find(data: str, others: tuple[str, ...]) -> ArmyData:
        nonlocal sources
        # Before the files are read: if they change meanwhile, the next start finds another digest and reads them again.
        sources = sources_digest(data, others)
        return find_data(data, others)

    army = read_army(contents, name, find)
    with guarded(name):
        evaluated = evaluate_army(army, army.roster, Evaluator(army.data.library, by_name=False))
    return _Kept(evaluated, army.file.data.id, army.file.named_catalogues(), sources)


def slots_of(evaluator: Evaluator, roster: Roster, view: RosterView) -> Iterator[Slot]:
    """Yield the slots of every force, with how many units they have and may have, and the whole points for these.

    What a limit of the force counts are all units of the category, whatever slot they stand in.
    """
    for force in view.all_forces():
        taken = Counter(unit.primary_id for unit in force.selections)
        for limits in evaluator.slots(roster, force.id):
            yield Slot(
                code="",
                name=limits.category.name,
                taken=taken[limits.category.id] if limits.taken is None else int(limits.taken),
                minimum=int(limits.least),
                maximum=None if limits.most is None else int(limits.most),
                spent=limits.spent,
                allowance=limits.allowance and limits.allowance.to_integral_value(ROUND_FLOOR),
                force=force.id,
                category=limits.category.id,
            )
