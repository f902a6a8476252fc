"""What makes units a group, puts them into another one or takes them out: operations, none of them tried here."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from builder.errors import Finding
from builder.roster.marks import PlannedGroup
from builder.roster.naming import unit_names
from builder.services.editor.document import ArmyDocument
from builder.services.editor.operations import AddGroup, Operation, RemoveGroup


def own_group(groups: Sequence[PlannedGroup], units: tuple[str, ...], name: str = "") -> tuple[Operation, ...]:
    """Make units a group of their own, with a name that is free if none is given; they leave their groups."""
    return (*leaving(groups, units), AddGroup(name=name or free_name(groups), units=units))


def free_name(groups: Sequence[PlannedGroup]) -> str:
    """Return a name that no group has."""
    taken = {group.name for group in groups}
    return next(each for count in range(1, len(groups) + 2) if (each := f"Group {count}") not in taken)


def joining(groups: Sequence[PlannedGroup], group: PlannedGroup, units: tuple[str, ...]) -> tuple[Operation, ...]:
    """Let units leave the groups that they are in and join another one."""
    others = [each for each in groups if each is not group]
    members = tuple(dict.fromkeys((*group.units, *units)))
    again = AddGroup(name=group.name or group.id, units=members)
    return (*leaving(others, units), RemoveGroup(group=group.id), again)


def leaving(groups: Sequence[PlannedGroup], units: Collection[str]) -> tuple[Operation, ...]:
    """Take units out of the groups that they are in: one of a single unit that is left is none."""
    found = list[Operation]()
    for group in groups:
        left = tuple(id for id in group.units if id not in units)
        if left != group.units:
            found.append(RemoveGroup(group=group.id))
            if len(left) > 1:
                found.append(AddGroup(name=group.name or group.id, units=left))
    return tuple(found)


def regroupings(session: ArmyDocument, finding: Finding) -> Iterator[tuple[str, tuple[Operation, ...]]]:
    """Yield how groups may be planned otherwise for a finding about them, in words.

    A unit that is in no group comes into one, those first that lack one as it does; or a group is broken up.
    """
    groups, names, unit = session.state.roster.groups, unit_names(session.army.view), finding.at.unit
    placed = {id for group in groups for id in group.units}
    if unit is not None and unit not in placed:
        who = names.get(unit, "it")
        for group in groups:
            yield f"Add {who} to {group.name or group.id}", joining(groups, group, (unit,))
        alike = (each.at.unit for each in session.army.findings if each.code == finding.code)
        lacking = tuple(id for id in alike if id is not None and id != unit)
        others = ((id,) for id in dict.fromkeys((*lacking, *names)) if id != unit and id not in placed)
        for some in (lacking, *others):
            if some:
                told = ", ".join((who, *(names.get(id, id) for id in some[:-1])))
                yield f"Make {told} and {names.get(some[-1], some[-1])} a group", own_group(groups, (unit, *some))
    for group in groups:
        if group.id in finding.groups:
            yield f"Break up {group.name or group.id}", (RemoveGroup(group=group.id),)
