"""Which units act together: groups that are made of several units, joined, left, and planned no more."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from builder.roster.marks import PlannedGroup
from builder.services.editor.document import ArmyDocument
from builder.services.editor.operations import AddGroup, Operation, RemoveGroup
from builder.services.editor.suggestions import Offered, Suggestion, checked


def grouping(session: ArmyDocument, units: tuple[str, ...], name: str = "") -> tuple[Operation, ...]:
    """What makes units a group of their own, with a name that is free if none is given; they leave their groups."""
    groups = session.state.roster.groups
    taken = {group.name for group in groups}
    free = (each for count in range(1, len(groups) + 2) if (each := f"Group {count}") not in taken)
    return (*_leaving(groups, units), AddGroup(name=name or next(free), units=units))


def groups_for(session: ArmyDocument, unit: str) -> Offered:
    """Which groups a unit can join and leave, and which can be planned no more."""
    groups = session.state.roster.groups
    joined, always = list[Suggestion](), list[Suggestion]()
    for group in groups:
        name = group.name or group.id
        if unit in group.units and len(group.units) > 1:
            barred = f"It cannot leave {name}"
            joined.append(Suggestion(words=f"Leave {name}", operations=_leaving([group], {unit}), barred=barred))
        elif unit and unit not in group.units:
            others = [each for each in groups if each is not group]
            again = RemoveGroup(group=group.id), AddGroup(name=name, units=(*group.units, unit))
            words, operations = f"Add it to {name}", (*_leaving(others, {unit}), *again)
            count = f"{len(group.units)} units"
            joined.append(Suggestion(words=words, operations=operations, detail=count, barred=f"Not in {name}"))
        always.append(Suggestion(words=f"Plan {name} no more", operations=(RemoveGroup(group=group.id),)))
    return checked(session, joined, always)


def _leaving(groups: Sequence[PlannedGroup], units: Collection[str]) -> tuple[Operation, ...]:
    """What takes units out of the groups that they are in: one of a single unit that is left is none."""
    found = list[Operation]()
    for group in groups:
        left = tuple(id for id in group.units if id not in units)
        if left != group.units:
            found.append(RemoveGroup(group=group.id))
            if len(left) > 1:
                found.append(AddGroup(name=group.name or group.id, units=left))
    return tuple(found)
