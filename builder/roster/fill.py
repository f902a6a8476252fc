"""Choices brought in line with each other: what follows from what was chosen, and what least numbers ask for."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from builder.catalogue.entries import LinkedEntry, LinkedGroup
from builder.catalogue.library import Library
from builder.roster import grow
from builder.roster.count import Here
from builder.roster.effective import Values
from builder.roster.ids import Ids
from builder.roster.model import Force, Roster, Selection
from builder.roster.parts import put
from builder.roster.tree import ForceNode, RosterNode, SelectionNode, tie

_ROUNDS = 10
"""How often what was selected may make something else necessary; data whose demands never end stop here."""


def settle(roster: Roster, library: Library, old: Collection[str], *, complete: bool = False) -> Roster:
    """Select what is necessary by modified least numbers in the new forces and selections: those without an old id.

    To `complete` them is more than the reference engine does: a group that needs more and has but one entry gets it.
    """
    for _ in range(_ROUNDS):
        top = tie(roster, library)
        parts = dict(_completed(top, old, complete))
        if not parts:
            break
        roster = put(roster, parts)
    return roster


def _completed(top: RosterNode, old: Collection[str], complete: bool) -> Iterator[tuple[str, Force | Selection]]:
    """Yield new parts that lack something, each with it; what is below them waits for the next round."""
    values, ids = Values(top), Ids(top.parts)
    waiting: set[ForceNode | SelectionNode | RosterNode] = set()
    for id, node in top.parts.items():
        if node.above in waiting:
            waiting.add(node)
        elif id not in old and (part := _with_demands(node, values, ids, complete)) is not None:
            waiting.add(node)
            yield id, part


def _with_demands(
    node: ForceNode | SelectionNode, values: Values, ids: Ids, complete: bool
) -> Force | Selection | None:
    if isinstance(node, ForceNode):
        roots = values.top.library.root_entries(node.force.catalogue_id)
        wanted = _demands(roots, node, values, complete)
        new = [grow.chosen(entry, ids) for entry, times in wanted.items() for _ in range(times)]
        return replace(node.force, selections=(*node.force.selections, *new)) if new else None
    if node.entry is None:
        return None
    selection = node.selection
    for entry, times in _demands(node.entry.constrained, node, values, complete).items():
        selection = grow.add(selection, entry, times, ids)
    return selection if selection is not node.selection else None


def _demands(
    below: Collection[LinkedEntry | LinkedGroup], node: ForceNode | SelectionNode, values: Values, complete: bool
) -> Mapping[LinkedEntry, int]:
    """How many of which entries are missing."""
    here, missing = Here(None, node), {}
    for linked in below:
        entry = linked.default if isinstance(linked, LinkedGroup) else linked
        certain = complete and isinstance(linked, LinkedGroup)
        if entry is None and isinstance(linked, LinkedGroup) and complete:
            entry = linked.only
        demands = [found.constraint for found in linked.minimums if certain or found.constraint.id in linked.changes]
        if entry is None or not demands:
            continue
        least = max(int(values.limit(constraint, linked.changes, here)) for constraint in demands)
        within = linked.entries if isinstance(linked, LinkedGroup) else (linked,)
        held = sum(child.selection.number for child in node.selections if child.entry in within)
        if held < least:
            missing[entry] = least - held
    return missing


def fill_groups(roster: Roster, library: Library, units: Collection[str]) -> Roster:
    """Give the one choice of a group that can follow from the others its number, in the units with these ids.

    The default of a group, where it is selected, gets what the group's least leaves it beside the others; one that
    comes to nothing goes. In a group whose least begins with its first choice (all models take it, or none), a single
    choice that was taken once is raised to that least.
    """
    return _filled(_filled(roster, library, units, defaults=False), library, units, defaults=True)


def _filled(roster: Roster, library: Library, units: Collection[str], *, defaults: bool) -> Roster:
    values = Values(tie(roster, library))
    numbers: dict[str, int] = {}
    for force in values.top.all_forces():
        for root in force.selections:
            for node in root.walk() if root.selection.id in units else ():
                numbers.update(_followers(values, node, defaults))
    return replace(roster, forces=tuple(_force(force, numbers) for force in roster.forces))


def _followers(values: Values, node: SelectionNode, defaults: bool) -> Iterator[tuple[str, int]]:
    """Yield the ids of choices below a selection that follow from others, with the numbers that they come to."""
    for group in node.entry.all_groups if node.entry else ():
        if (group.default is not None) is not defaults:
            continue
        members = {entry.path for entry in group.entries}
        chosen = [child for child in node.selection.selections if child.entry_path in members]
        follower = _follower(group, chosen)
        if follower is not None:
            others = sum(child.number for child in chosen if child is not follower)
            least = _least(values, node, group) - others
            yield follower.id, max(least, 0 if defaults else follower.number)


def _follower(group: LinkedGroup, chosen: Sequence[Selection]) -> Selection | None:
    if group.default is not None:
        return next((child for child in chosen if child.entry_path == group.default.path), None)
    return chosen[0] if len(chosen) == 1 and chosen[0].number == 1 and begun_by(group) else None


def begun_by(group: LinkedGroup) -> frozenset[str]:
    """The groups of which any choice makes the least of a group hold, itself among them; none for other groups."""
    bounds = (declared.constraint.id for declared in group.constraints if declared.constraint.type == "min")
    modifiers = (change.modifier for bound in bounds for change in group.changes.get(bound, ()))
    for modifier in modifiers:
        for conditions in (modifier.conditions, *(joined.conditions for joined in modifier.condition_groups)):
            ids = frozenset(condition.query.child_id or "" for condition in conditions)
            if group.id in ids:
                return ids
    return frozenset()


def _least(values: Values, node: SelectionNode, group: LinkedGroup) -> int:
    limits = (
        values.limit(declared.constraint, group.changes, Here(None, node))
        for declared in group.constraints
        if declared.constraint.type == "min"
    )
    return int(max(limits, default=0))


def _force(force: Force, numbers: dict[str, int]) -> Force:
    return replace(
        force,
        selections=tuple(_selection(selection, numbers) for selection in force.selections),
        forces=tuple(_force(child, numbers) for child in force.forces),
    )


def _selection(selection: Selection, numbers: dict[str, int]) -> Selection:
    """The selection with its new number and those of its parts, which come with each of it."""
    number = numbers.get(selection.id, selection.number)
    kept = (child for child in selection.selections if numbers.get(child.id, child.number) > 0)
    if number != selection.number and selection.number > 0:
        kept = (replace(child, number=child.number * number // selection.number) for child in kept)
    return replace(selection, number=number, selections=tuple(_selection(child, numbers) for child in kept))
