"""What can be done about a finding: operations that were tried, and after which it is gone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import partial

from builder.catalogue.entries import LinkedEntry, LinkedGroup
from builder.errors import EditError, Finding
from builder.roster.model import Force, Roster, Selection
from builder.services.editor.document import ArmyDocument
from builder.services.editor.operations import Add, Count, Limit, Operation, Remove, SetOption, Unmark

MOST = 5
"""So many mends are offered at most, and no more than three times as many are tried."""


@dataclass(frozen=True, slots=True)
class Mend:
    """Something that makes a finding go away, in a few words."""

    words: str
    operations: tuple[Operation, ...]


def mends(session: ArmyDocument, finding: Finding, wanted: Callable[[], bool] = lambda: True) -> tuple[Mend, ...]:
    """Yield what mends a finding, the obvious first. Each was tried on the army as it is.

    Trying takes a while: no more are tried once they are not `wanted` any longer.
    """
    found: list[Mend] = []
    for tried, mend in enumerate(_candidates(session, finding)):
        if len(found) == MOST or tried == 3 * MOST or not wanted():
            break
        if _helps(session, mend, finding):
            found.append(mend)
    return tuple(found)


def _helps(session: ArmyDocument, mend: Mend, finding: Finding) -> bool:
    try:
        after = session.preview(mend.operations).findings
    except EditError:
        return False
    before = session.army.findings
    return finding not in after and sum(f.severity == finding.severity for f in after) <= sum(
        f.severity == finding.severity for f in before
    )


def _candidates(session: ArmyDocument, finding: Finding) -> Iterator[Mend]:
    roster, at = session.state.roster, finding.at
    match finding.code:
        case "cost-limit":
            cost = next((c for c in session.army.view.costs if c.type_id == at.constraint), None)
            if cost is not None:
                raised = Limit(number=f"{cost.value.normalize():f}", cost=cost.name)
                yield Mend(f"Raise the limit to {raised.number}", (raised,))
            for unit in reversed([unit for force in roster.all_forces() for unit in force.selections]):
                yield _removing(unit)
        case "entry-missing":
            if lost := roster.selection(at.selection or ""):
                yield _removing(lost)
        case "max" | "hidden":
            yield from _fewer(session, roster, finding)
        case "min":
            yield from _more(session, roster, finding)
        case _:
            yield from _marks(roster, finding)


def _removing(part: Selection) -> Mend:
    return Mend(f"Remove {part.custom_name or part.name}", (Remove(id=part.id),))


def _fewer(session: ArmyDocument, roster: Roster, finding: Finding) -> Iterator[Mend]:
    at = finding.at
    part = roster.selection(at.selection or "")
    if part is None:
        forces = [force for force in roster.all_forces() if at.owner_id in (None, force.id)]
        yield from (
            _removing(unit)
            for force in forces
            for unit in reversed(force.selections)
            if _counts(session, force, unit, at.entry)
        )
        return
    below = [child for child in part.walk() if child is not part]
    named = [child for child in below if at.entry in child.entry_path.split("::")]
    grouped = [child for child in below if at.entry in (child.group_path or "").split("::")]
    for child in reversed(named or grouped):
        if child.number > 1:
            yield Mend(f"One {child.name} fewer", (Count(id=child.id, number=child.number - 1),))
        yield _removing(child)
    if not below or not (named or grouped):
        yield _removing(part)


def _counts(session: ArmyDocument, force: Force, unit: Selection, category: str | None) -> bool:
    """Whether a unit is of a category, or of the slot of a force that has this id."""
    library = session.ground.data.library
    entry = library.root_entry(force.catalogue_id, unit.entry_path)
    return entry is not None and _category(session, force, category) in entry.categories


def _category(session: ArmyDocument, force: Force, id: str | None) -> str | None:
    frame = session.ground.data.library.force_entries.get(force.entry_id)
    links = frame.category_links if frame else ()
    return next((link.target_id for link in links if link.id == id), id)


def _more(session: ArmyDocument, roster: Roster, finding: Finding) -> Iterator[Mend]:
    at, library = finding.at, session.ground.data.library
    part = roster.selection(at.selection or "")
    if part is not None:
        unit = at.unit or part.id
        for option in session.options(part.id):
            around: tuple[LinkedEntry | LinkedGroup, ...] = (
                option.entry,
                *(option.entry.group.around if option.entry.group else ()),
            )
            ids = {id for one in around for id in (one.id, *one.link_id)}
            if at.entry in ids and not option.hidden:
                number = max(option.number + 1, option.entry.minimum)
                taken = SetOption(id=unit, option=option.entry.path, number=number, under=part.id)
                yield Mend(f"Take {number} {option.name}", (taken,))
        return
    for force in roster.all_forces():
        if at.owner in ("force", "category") and at.owner_id != force.id:
            continue
        wanted = _category(session, force, at.owner_entry if at.owner == "category" else at.entry)
        fitting = [
            entry
            for entry in library.root_entries(force.catalogue_id)
            if not entry.hidden and (wanted in entry.categories or at.entry in (entry.id, *entry.link_id))
        ]
        for entry in sorted(fitting, key=partial(_price, session, force)):
            yield Mend(f"Add {entry.name}", (Add(unit=entry.path, force=force.id),))


def _price(session: ArmyDocument, force: Force, entry: LinkedEntry) -> Decimal:
    """What adding a unit adds to the points of the army; more than any other costs what is not complete by then."""
    added = session.addition(force, entry)
    return Decimal("Infinity") if added.needs else added.of_type(session.points_type)


def _marks(roster: Roster, finding: Finding) -> Iterator[Mend]:
    """Marks are what a player says himself: what is wrong with one is mended by taking it away."""
    unit = roster.selection(finding.at.unit or "")
    for mark in unit.marks if unit else ():
        words = mark.kind.replace("_", " ")
        target = roster.selection(mark.target or "")
        named = f"{words} {target.custom_name or target.name}" if target else words
        yield Mend(f"Take away “{named}”", (Unmark(id=finding.at.unit or "", mark=(words,)),))
