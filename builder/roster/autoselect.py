"""Selects what least numbers ask for that depend on the rest of the roster, once something new is in it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
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
