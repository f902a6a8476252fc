"""Which units act together: what makes a group of them, which groups they could join, and what stands against that."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from builder.roster.marks import PlannedGroup, unit_of_part
from builder.roster.naming import unit_names
from builder.roster.view import points_of, points_type
from builder.scalars import counted, number
from builder.services.army.opening import Army
from builder.services.editor.details import Details
from builder.services.editor.document import ArmyDocument
from builder.services.editor.group_operations import joining, leaving, own_group
from builder.services.editor.operations import Operation, RemoveGroup
from builder.services.editor.suggestions import Offered, Suggestion, checked, reason_in, refused
from builder.services.editor.view import place_of
from builder.systems.protocol import sizes


def grouping(session: ArmyDocument, units: tuple[str, ...], name: str = "") -> tuple[Operation, ...]:
    """What makes units a group of their own, with a name that is free if none is given; they leave their groups."""
    return own_group(session.state.roster.groups, units, name)


def refusal_of(session: ArmyDocument, units: tuple[str, ...]) -> str:
    """Return why units can be no group of their own, with the rule; empty where they can."""
    wrong = refused(session, grouping(session, units))
    return reason_in(session, wrong, ruled=True) if wrong is not None else ""


def is_several(session: ArmyDocument, unit: str) -> bool:
    """Whether a unit deploys as several, which can be a group by themselves."""
    return sum(unit_of_part(each.id) == unit for each in session.army.reading.units) > 1


def groups_for(session: ArmyDocument, unit: str) -> Offered:
    """Which groups a unit can join and leave, and which can be broken up."""
    groups = session.state.roster.groups
    joined, always = list[Suggestion](), list[Suggestion]()
    for group in groups:
        name = group.name or group.id
        if unit in group.units and len(group.units) > 1:
            barred = f"It cannot leave {name}"
            leaves = leaving([group], {unit})
            joined.append(Suggestion(words=f"Leave {name}", operations=leaves, barred=barred, group=name))
        elif unit and unit not in group.units:
            joined.append(_joining(groups, group, (unit,), f"Add it to {name}", f"Not in {name}"))
        always.append(Suggestion(words=f"Break up {name}", operations=(RemoveGroup(group=group.id),)))
    return checked(session, joined, always)


def brought_to_group(session: ArmyDocument, unit: str, id: str) -> Offered:
    """Return how a unit comes into the group of this id, or out of its own where no group has it; or why it cannot."""
    groups, name = session.state.roster.groups, unit_names(session.army.view).get(unit, unit)
    group = next((each for each in groups if each.id == id), None)
    own = next((each for each in groups if unit in each.units), None)
    about = group or own
    if about is None:
        return Offered()
    called = about.name or about.id
    if group is not None:
        found = _joining(groups, group, (unit,), f"{name} joins {called}", f"{name} cannot join {called}")
    else:
        leaves = leaving([about], {unit})
        barred = f"{name} cannot leave {called}"
        found = Suggestion(words=f"{name} leaves {called}", operations=leaves, barred=barred, group=called)
    wrong = refused(session, found.operations)
    if wrong is None:
        return Offered((found,))
    return Offered(refusals=(f"{found.barred}: {reason_in(session, wrong, found.group, ruled=True)}.",))


def groups_instead(session: ArmyDocument, units: tuple[str, ...], refusal: str) -> Offered:
    """Which groups units could join, all of them or each alone, that for a reason are no group of their own.

    Of the others it is told why not.
    """
    groups, names = session.state.roster.groups, unit_names(session.army.view)
    right, reasons = list[Suggestion](), dict[tuple[str, str], list[str]]()
    for some in (units, *((unit,) for unit in units)):
        who = "them" if len(some) > 1 else names.get(some[0], some[0])
        for group in (each for each in groups if not {*some} <= {*each.units}):
            name = group.name or group.id
            found = _joining(groups, group, some, f"Add {who} to {name}", "")
            wrong = refused(session, found.operations)
            if wrong is None:
                right.append(found)
            elif len(some) == 1:
                reason = reason_in(session, wrong, name, ruled=True)
                reasons.setdefault((name, reason), []).append(who)
    told = (
        f"{name}: {reason}" if len(those) == len(units) else f"{' and '.join(those)} in {name}: {reason}"
        for (name, reason), those in reasons.items()
    )
    return Offered(tuple(right), (f"Not a group of their own: {refusal}", *told))


def _joining(
    groups: Sequence[PlannedGroup], group: PlannedGroup, units: tuple[str, ...], words: str, barred: str
) -> Suggestion:
    """That units leave the groups that they are in and join another one."""
    detail, joins = counted(len(group.units), "unit"), joining(groups, group, units)
    return Suggestion(words=words, operations=joins, detail=detail, barred=barred, group=group.name or group.id)


def group_details(army: Army, id: str) -> Details | None:
    """Return what is worth knowing of the group of this id: its points, who is in it, their findings; None for none."""
    group = next((each for each in army.view.groups if each.id == id), None)
    if group is None:
        return None
    ids, kind, names = {*map(unit_of_part, group.units)}, points_type(army.view), unit_names(army.view)
    units = [unit for unit in army.view.units() if unit.id in ids]
    members = [each for each in army.reading.units if unit_of_part(each.id) in ids]
    title = army.system.list_words().title
    return Details(
        unit=id,
        title=group.name or group.id,
        points=number(sum((points_of(unit, kind) for unit in units), Decimal(0))),
        facts=(army.system.group_words(members) or "a group", *army.system.list_words().counted(*sizes(members))),
        findings=tuple(found for found in army.findings if unit_of_part(place_of(found)) in ids),
        lines=tuple(
            f"{names.get(each.id, each.name)}{f': {title} {each.value}' if each.value else ''}" for each in members
        ),
    )
