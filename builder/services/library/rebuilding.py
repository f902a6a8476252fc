"""A roster of another program built anew from data that is installed: units by their names, the rest kept and flagged.

For rosters whose own data is missing, or whose stat lines no game here can read, such as those of another edition.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeVar

from builder.catalogue.model import Cost
from builder.datafiles.armies.read import main_cost
from builder.datafiles.text.write import written
from builder.errors import EditError, Finding, InputError, Place, Severity
from builder.formats.saved import catalogue_ids, read_saved, saved_revisions, tie_saved
from builder.ids import Ids
from builder.record import replace
from builder.roster.model import Force, Roster, Selection
from builder.roster.view import RosterView, SelectionView
from builder.scalars import is_budget
from builder.services.army.locator import locate_army
from builder.services.army.opening import find_saved_data, open_saved, read_with_data
from builder.services.editor.document import SAVED, ArmyDocument
from builder.services.editor.new_army import begin, schema_uri
from builder.services.editor.operations import Add, Count, Operation, Rename, SetOption, State, WriteNote
from builder.services.files import read_army_source
from builder.systems.registry import with_modules
from builder.text import LONGEST, clean_name

T = TypeVar("T", Force, Selection)

STEP = 250
"""A roster without a limit gets what it cost as one, rounded up to as many points."""

UNITS = frozenset({"unit", "model"})
"""The types of selections that stand for units; others are choices of the whole army."""


def rebuilt(
    data: bytes, file: str, identity: str, *, system: str | None = None, modules: Sequence[str] = ()
) -> ArmyFileMade:
    """An army file of data such as `diceless/orks` with the units of a saved roster that are called as units of it.

    Options that the data has by the same names are chosen. What it does not have stands in the notes of its unit; a
    unit that it does not have stays with its name and points, as an error of the army.

    Raises:
        InputError: the roster cannot be read, there is no such data, or no system reads it.
    """
    saved = read_saved(data, file).roster
    name = clean_name(saved.name.strip() or file)[:LONGEST]
    wanted = (_points(saved.cost_limits), Decimal(-(-int(_points(saved.costs)) // STEP) * STEP))
    limit = next(filter(is_budget, wanted), None)
    session = ArmyDocument(begin(identity, name, limit, system=system, modules=modules).encode(), file, None)
    units = [unit for unit in saved.units() if unit.type in UNITS]
    known = sum(_added(session, unit) for unit in units)
    told = f"{known} of {len(units)} units are built anew: look their options and points over"
    if known < len(units):
        told += "; the others stay as they were, flagged: put what is like them in their place"
    return ArmyFileMade(session.written().data, (Finding(Severity.WARNING, "import", told),))


def _added(session: ArmyDocument, unit: SelectionView) -> bool:
    """Add a unit with what the data has of it, or keep it as something that the data does not have."""
    id = next(filter(None, (_id(session, name) for name in dict.fromkeys((unit.name, *_shorter(unit.name))))), None)
    if id is None:
        _keep(session, unit)
        return False
    models = sum(part.number for part in unit.walk() if part.type == "model")
    if models > 1:
        _tried(session, Count(id=id, number=models))
    chosen = [part for part in unit.walk() if part is not unit and part.type != "model"]
    missed = [_counted(part) for part in chosen if not _tried(session, SetOption(id=id, option=part.name))]
    if unit.custom_name:
        _tried(session, Rename(id=id, name=unit.custom_name))
    notes = [*(unit.custom_notes or "").splitlines(), *_missing_units(missed)]
    if notes:
        _tried(session, WriteNote(id=id, text="\n".join(notes)))
    return True


def _id(session: ArmyDocument, name: str) -> str | None:
    """Return the id of a unit of this name, added; None if the data has none."""
    force = session.state.roster.forces[0].id
    try:
        return session.apply(Add(unit=name, force=force)).id
    except EditError:
        return None


def _shorter(name: str) -> Iterator[str]:
    """Yield a name without what stands behind a comma or in brackets."""
    short = re.split(r"[,(\[]", name)[0].strip()
    if short:
        yield short


def _missing_units(missed: Sequence[str]) -> Iterator[str]:
    if missed:
        yield f"In its roster: {', '.join(dict.fromkeys(missed))}"


def _tried(session: ArmyDocument, operation: Operation) -> bool:
    try:
        session.apply(operation)
    except EditError:
        return False
    return True


def _keep(session: ArmyDocument, unit: SelectionView) -> None:
    """Keep a unit that the data does not have, with what it cost and what it had."""
    roster = session.state.roster
    cost = main_cost(session.ground.data.library)
    value = sum((_points(part.costs) for part in unit.walk()), Decimal(0))
    had = [_counted(part) for part in unit.walk() if part is not unit]
    lost = Selection(
        id=Ids(roster.ids()).mint(),
        entry_path=unit.entry_id,
        number=unit.number,
        name=unit.name,
        type=unit.type,
        costs=(Cost(cost.id, value, cost.name),) if cost is not None and value else (),
        custom_name=unit.custom_name,
        custom_notes="\n".join(_missing_units(had)) or None,
    )
    first, *others = roster.forces
    forces = (replace(first, selections=(*first.selections, lost)), *others)
    session.state = State(replace(roster, forces=forces))


def _points(costs: Sequence[Cost]) -> Decimal:
    """Return the points among several costs, as their names say; the first where none does."""
    named = (cost for cost in costs if cost.name.strip().casefold().startswith(("pt", "point")))
    found = next(named, next(iter(costs), None))
    return max(found.value, Decimal(0)) if found is not None else Decimal(0)


def _counted(part: SelectionView) -> str:
    return f"{part.number} {part.name}" if part.number > 1 else part.name


@dataclass(frozen=True, slots=True)
class ArmyFileMade:
    """A saved roster as an army file, with what was noticed on reading it."""

    data: bytes
    findings: tuple[Finding, ...]


def army_file(data: bytes, name: str, system: str | None = None, modules: Sequence[str] = ()) -> ArmyFileMade | None:
    """Return a saved roster as an army file, which can be edited; None where its data is not installed.

    It is one of the `system` of that id, or of the usual one, with these modules and those that its name tells. What
    the roster says and its data knows nothing of, stands in the file.

    Raises:
        MusterError: it cannot be read, no rule system knows its stat lines, or an army file has no place for it.
    """
    saved = read_saved(data, name)
    found = find_saved_data(saved.roster.game_system_id, catalogue_ids(saved.roster), saved_revisions(saved.roster))
    if found is None:
        return None
    army = read_with_data(saved, name, found, system)
    loaded = tie_saved(saved, name, found.library)
    chosen = tuple(sorted({*modules, *army.modules}))
    with_modules(army.system.id, chosen)  # which says what is wrong with one of them
    head = {"format": "muster-army", "version": "1", "name": army.name, "system": army.system.id, "data": found.id}
    lines = [f"# yaml-language-server: $schema={schema_uri('army')}", *written({**head, "forces": []}), ""]
    session = ArmyDocument("\n".join(lines).encode(), name, None)
    forces = tuple(map(_without_free_costs, loaded.roster.forces))
    roster = replace(loaded.roster, forces=forces, program="")  # An army file is ours, whoever saved the roster.
    session.state = State(replace(roster, id=session.state.roster.id, name=army.name, modules=chosen))
    findings = (*loaded.findings, *_unknown(loaded.roster, found.id), *_changed_costs(saved.roster, army.view))
    return ArmyFileMade(session.written().data, findings)


def opened(source: str) -> tuple[ArmyDocument, tuple[Finding, ...]]:
    """Open an army to edit it, or a copy of a saved roster whose data is here, with what was noticed on reading that.

    Raises:
        InputError: it cannot be read; with the code `saved` for a saved roster that can only be looked at.
    """
    try:
        return ArmyDocument.open(source), ()
    except InputError as error:
        if error.findings[0].code != SAVED:
            raise
    data, name = read_army_source(locate_army(source).path)
    made = army_file(data, name)
    if made is not None:
        return ArmyDocument(made.data, name, None), made.findings
    reason = open_saved(data, name).findings[0]
    raise InputError(replace(reason, code=SAVED, at=Place(file=name)))


def _unknown(roster: Roster, data: str) -> Iterator[Finding]:
    """Tell once which choices the data does not know, or not all of: the army file has them as the roster did."""
    names = [part.name for part in roster.all_selections() if part.saved]
    if names:
        first, *more = dict.fromkeys(names)
        others = f" and {len(more)} more" if more else ""
        message = f"{data} does not know “{first}”{others}, or not all of it: the army has it as the roster did"
        yield Finding(Severity.WARNING, "import", message)


def _without_free_costs(part: T) -> T:
    """Return a force or a selection without costs of nothing, which an army file does not say."""
    below = tuple(map(_without_free_costs, part.selections))
    if isinstance(part, Force):
        return replace(part, selections=below, forces=tuple(map(_without_free_costs, part.forces)))
    return replace(part, selections=below, costs=tuple(cost for cost in part.costs if cost.value))


def _changed_costs(saved: RosterView, now: RosterView) -> Iterator[Finding]:
    before = {cost.type_id: cost.value for cost in saved.costs}
    for cost in now.costs:
        if before.get(cost.type_id, cost.value) != cost.value:
            message = f"it cost {before[cost.type_id]:f} {cost.name} when it was saved, by the data now {cost.value:f}"
            yield Finding(Severity.WARNING, "import", message)
