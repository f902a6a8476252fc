"""What follows from limits that data changes: the numbers of other choices of a unit, and units that a force brings."""

from __future__ import annotations

import math
from collections.abc import Container, Iterator
from decimal import Decimal
from typing import NamedTuple

from builder.catalogue.entries import LinkedEntry, LinkedGroup
from builder.catalogue.library import Library
from builder.ids import Ids
from builder.record import replace
from builder.roster.count import GroupNode
from builder.roster.effective import EffectiveValues
from builder.roster.fill import chosen, settle
from builder.roster.limits import Limits, Measure
from builder.roster.model import Roster
from builder.roster.parts import put
from builder.roster.tree import ForceNode, RosterNode, SelectionNode, tie

_ROUNDS = 50
"""No edit brings along more units than this; data whose limits never agree stops here."""


class Taken(NamedTuple):
    """So many of an entry."""

    entry: LinkedEntry
    number: int


def taken(parent: SelectionNode, entry: LinkedEntry, library: Library) -> int:
    """Return how many of an entry are chosen below a selection; of what each model takes, how many each has."""
    return number_of(parent, entry) // each(parent, entry, library)


def each(parent: SelectionNode, entry: LinkedEntry, library: Library) -> int:
    """By how much one more of an entry raises what is counted: every model of the parent takes a collective one.

    Our datasheets count the models that carry a thing instead.
    """
    return max(1, parent.selection.number) if entry.collective and not library.counts_bearers else 1


def number_of(parent: SelectionNode, entry: LinkedEntry) -> int:
    """Return how many of an entry are selected below a selection."""
    return sum(child.selection.number for child in parent.selections if child.entry is entry)


def followers(unit: SelectionNode, now: Limits, then: Limits, top: RosterNode) -> Iterator[tuple[SelectionNode, Taken]]:
    """Yield what should have another number: the models of a squad that is reinforced, say.

    What is in a group follows limits that are `automatic` where they have changed: the default comes back or goes.
    """
    for node in unit.walk():
        below: tuple[LinkedEntry | LinkedGroup, ...] = node.entry.constrained if node.entry else ()
        for linked in below:
            changed = [found.constraint for found in linked.constraints if found.constraint.id in linked.changes]
            automatic, is_group = any(constraint.automatic for constraint in changed), isinstance(linked, LinkedGroup)
            if automatic or (not is_group and {"min", "max"} <= {constraint.type for constraint in changed}):
                least, most = (
                    tuple(found for found in now.of_number(node, linked, kind) if _is_met(found, node, unit))
                    for kind in ("min", "max")
                )
                if is_group:
                    old = top.parts.get(node.selection.id)
                    former: list[Decimal] = []
                    if isinstance(old, SelectionNode):
                        former = [
                            found.limit
                            for kind in ("min", "max")
                            for found in then.of_number(old, linked, kind)
                            if _is_met(found, old, old.root())
                        ]
                    fixed = bool(former) and former != [found.limit for found in (*least, *most)]
                else:
                    fixed = automatic or bool(
                        least and most and max(found.limit for found in least) == min(found.limit for found in most)
                    )
                lack, over = (max((found.excess for found in bound), default=0) for bound in (least, most))
                entry = _meant(node, linked, lack > 0)
                if fixed and max(lack, over) > 0 and entry is not None:
                    change = math.ceil(max(lack, over) / each(node, entry, now.library))
                    number = taken(node, entry, now.library)
                    wanted = number + change if lack > 0 else max(0, number - change)
                    if wanted != number:  # What is too many may be chosen by another link.
                        yield node, Taken(entry, wanted)


def _is_met(measure: Measure, parent: SelectionNode, unit: SelectionNode) -> bool:
    """Whether a limit is one of the unit, and counts what is chosen below a part of it.

    What the whole army needs, any unit may bring; a limit that looks less deep than where things are is never met.
    """
    scope = measure.scope.parent if isinstance(measure.scope, GroupNode) else measure.scope
    if not isinstance(scope, SelectionNode) or scope.root() is not unit:
        return False
    holder = measure.subject.holder
    members = holder.entries if isinstance(holder, LinkedGroup) else (holder,)
    there = [child for child in parent.selections if child.entry in members]
    return not there or any(child in measure.held for child in there)


def _meant(parent: SelectionNode, linked: LinkedEntry | LinkedGroup, lacks: bool) -> LinkedEntry | None:
    """Return what gets another number so that a limit holds: of a group its default, or what was chosen last."""
    if isinstance(linked, LinkedEntry):
        return linked
    chosen_last = (child.entry for child in reversed(parent.selections) if child.entry in linked.entries)
    return linked.default or linked.only if lacks else next(chosen_last, None)


def follow(before: Roster, roster: Roster, library: Library) -> Roster:
    """Return a roster with the units that `automatic` limits bring along, or take away, after an edit.

    They follow where the edit has changed the limit: a regiment has its units when it is added.
    """
    old = {force.id for force in before.all_forces()}
    if roster is before or not any(
        library.automatic_roots(force.catalogue_id, new=force.id not in old) for force in roster.all_forces()
    ):
        return roster
    then = {key: measure.limit for key, _, measure in _automatic(before, library, old)}
    now = _automatic(roster, library, old)
    moved = {key for key, _, found in now if found.limit != then.get(key, found.constraint.value)}
    for _ in range(_ROUNDS if moved else 0):
        found = (each for each in _automatic(roster, library, old) if each[0] in moved and each[2].excess > 0)
        step = next(found, None)
        if step is None:
            break
        roster = _brought(roster, library, *step[1:])
    return roster


_Key = tuple[str, str, str]


def _automatic(roster: Roster, library: Library, old: Container[str]) -> Iterator[tuple[_Key, ForceNode, Measure]]:
    """Yield the automatic limits of what forces can select, each with its key and its force; some are new."""
    top = tie(roster, library)
    limits = Limits(EffectiveValues(top))
    for force in top.all_forces():
        for entry in library.automatic_roots(force.force.catalogue_id, new=force.force.id not in old):
            for measure in limits.measure(limits.of_root(force, entry)):
                if measure.constraint.automatic and measure.constraint.query.field == "selections":
                    yield (force.force.id, entry.path, measure.constraint.id), force, measure


def _brought(roster: Roster, library: Library, force: ForceNode, measure: Measure) -> Roster:
    """Return the roster with one more of what a limit asks for in a force, or without the last of too many."""
    entry = measure.subject.holder
    assert isinstance(entry, LinkedEntry), "a force selects entries"
    if measure.constraint.type == "max":
        return put(roster, {measure.held[-1].selection.id: None})
    new = chosen(entry, Ids(roster.ids()))
    more = put(roster, {force.force.id: replace(force.force, selections=(*force.force.selections, new))})
    return settle(more, library, roster.ids(), complete=True, asked=new.id)
