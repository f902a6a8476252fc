"""Choices brought in line with each other: what follows from what was chosen."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from builder.catalogue.entries import LinkedGroup
from builder.catalogue.library import Library
from builder.roster.count import Here
from builder.roster.effective import Values
from builder.roster.model import Force, Roster, Selection
from builder.roster.tree import SelectionNode, tie


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
