"""What an editor offers: the entries that can be chosen in a force or below a selection, with what they would cost."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from builder.catalogue.entries import LinkedEntry, LinkedGroup
from builder.catalogue.library import Library
from builder.errors import EditError
from builder.roster.effective import Values
from builder.roster.limits import Limits, Subject
from builder.roster.model import Roster
from builder.roster.tree import ForceNode, SelectionNode, tie


@dataclass(frozen=True, slots=True)
class Option:
    """An entry on offer, with what one costs: `number` are chosen here, `left` more may be (None: without limit).

    `left_instead` counts those too that may take the place of the default choice of a group. `most` is the limit that
    decides it, `limiter` the entry, the group or the slot that it belongs to, `shared` whether others count for it too.
    """

    entry: LinkedEntry
    name: str
    costs: Mapping[str, Decimal]
    hidden: bool
    number: int
    left: int | None
    left_instead: int | None
    most: int | None = None
    limiter: str = ""
    shared: bool = False


def options(roster: Roster, library: Library, parent_id: str) -> Iterator[Option]:
    """Yield what a force or a selection offers, one after the other, so that nobody waits for what is not looked at.

    Raises EditError if there is no such force or selection. An editor asks its `Evaluator` instead.
    """
    return offers(Values(tie(roster, library)), parent_id)


def offers(values: Values, parent_id: str) -> Iterator[Option]:
    """Yield what a force or a selection offers, from values that are known already."""
    parent = values.top.parts.get(parent_id)
    if parent is None:
        raise EditError(f"There is no force or selection {parent_id} in this army.")
    if isinstance(parent, ForceNode):
        offered = values.top.library.root_entries(parent.force.catalogue_id)
    else:
        offered = parent.entry.entries if parent.entry else ()
    return (_option(entry, parent, values) for entry in offered)


def offer(values: Values, parent_id: str, path: str) -> Option:
    """What a force or a selection offers under this path; EditError if there is no such part or entry."""
    parent = values.top.parts.get(parent_id)
    if isinstance(parent, ForceNode):
        entry = values.top.library.root_entry(parent.force.catalogue_id, path)
    else:
        entry = parent.entry.by_path.get(path) if parent is not None and parent.entry else None
    if parent is None or entry is None:
        raise EditError(f"There is no {path} on offer in {parent_id}.")
    return _option(entry, parent, values)


def _option(entry: LinkedEntry, parent: ForceNode | SelectionNode, values: Values) -> Option:
    limits = Limits(values)
    subjects = tuple(_subjects(entry, parent, limits))
    here = subjects[0].here
    groups = entry.group.around if entry.group else ()
    tightest = _tightest(subjects, limits)
    return Option(
        entry=entry,
        name=values.name(entry, here),
        costs=values.entry_costs(entry, here),
        hidden=any(values.hidden(linked.hidden, linked.changes, here) for linked in (entry, *groups)),
        number=sum(child.selection.number for child in parent.selections if child.entry is entry),
        left=None if tightest is None else max(0, tightest.left),
        left_instead=_left(subjects, limits, {group: _replaceable(entry, group, parent) for group in groups}),
        most=None if tightest is None else tightest.most,
        limiter="" if tightest is None else tightest.name,
        shared=tightest is not None and tightest.shared,
    )


def _subjects(entry: LinkedEntry, parent: ForceNode | SelectionNode, limits: Limits) -> Iterator[Subject]:
    """Yield all whose limits one more of the entry would meet: itself, the groups or the slots that it is in."""
    if isinstance(parent, SelectionNode):
        yield limits.of_child(parent, entry)
        for group in entry.group.around if entry.group else ():
            yield limits.of_child(parent, group)
        return
    yield limits.of_root(parent, entry)
    for link in parent.entry.category_links if parent.entry else ():
        category = limits.library.categories.get(link.target_id)
        if category is not None and category.id in entry.categories:
            yield limits.of_category(parent, category, link)


def _replaceable(entry: LinkedEntry, group: LinkedGroup, parent: ForceNode | SelectionNode) -> int:
    """How many of the default choice of a group can make room for others."""
    default = group.default
    if default is None or default is entry:
        return 0
    return sum(child.selection.number for child in parent.selections if child.entry is default)


def _left(subjects: Iterable[Subject], limits: Limits, room: Mapping[object, int]) -> int | None:
    free = [
        math.floor((room.get(subject.holder, 0) - measure.excess) / measure.models)
        for subject in subjects
        for measure in limits.measure(subject)
        if measure.constraint.type == "max" and measure.constraint.query.field == "selections"
    ]
    return max(0, min(free)) if free else None


@dataclass(frozen=True, slots=True)
class _Limit:
    left: int
    most: int
    name: str
    shared: bool


def _tightest(subjects: Iterable[Subject], limits: Limits) -> _Limit | None:
    """The limit that fits the fewest more, the smallest of these; one that is shared rather than the entry's own."""
    found = (
        _Limit(
            left=math.floor(-measure.excess / measure.models),
            most=math.floor(measure.limit * measure.models),
            name=subject.holder.name,
            shared=isinstance(subject.holder, LinkedGroup) and len(subject.holder.entries) > 1,
        )
        for subject in subjects
        for measure in limits.measure(subject)
        if measure.constraint.type == "max" and measure.constraint.query.field == "selections"
    )
    return min(found, key=lambda limit: (limit.left, limit.most, not limit.shared), default=None)
