"""Units inside a unit: transports and squads chosen within another unit are units of their own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from builder.roster.view import SelectionView
from builder.systems.fortyk.bodies import has_stat_line, stat_lines
from builder.systems.fortyk.columns import Kind, columns, kind_of, of_kind
from builder.systems.fortyk.statlines import capacity

_TRANSPORT_CATEGORIES = frozenset({"dedicated transport", "transport"})


@dataclass(frozen=True, slots=True)
class Detached:
    """A unit on its own: its selection without the units inside it, and whether it came out of another one."""

    selection: SelectionView
    inner: bool = False


def detach(selection: SelectionView) -> Iterator[Detached]:
    """Yield a unit and the units inside it, each as if chosen on its own.

    A nested unit is one. So is a vehicle that the data makes an upgrade or a model of another unit: one below a model
    (a drop pod of a dreadnought, the tank of its commander), and a transport, or any upgrade, among models on foot.
    Guns stay with their crew and squadrons together. A unit with nothing of its own leaves
    its cost, marks, name and notes to its first part.
    """
    found: list[SelectionView] = []
    rest = _without(selection, selection, False, found)
    if has_stat_line(rest) or not found:
        yield Detached(rest)
    else:
        found[0] = replace(
            found[0],
            costs=(*found[0].costs, *(cost for one in rest.walk() for cost in one.costs)),
            marks=(*rest.marks, *found[0].marks),
            custom_name=found[0].custom_name or rest.custom_name,
            custom_notes=found[0].custom_notes or rest.custom_notes,
        )
    for inner in found:
        for unit in detach(inner):
            yield replace(unit, inner=True)


def is_transport(selection: SelectionView) -> bool:
    """Whether a vehicle carries others."""
    if any(of_kind(selection.profiles, Kind.TRANSPORT)):
        return True
    if any(category.name.strip().lower() in _TRANSPORT_CATEGORIES for category in selection.categories):
        return True
    lines = [columns(profile) for profile in stat_lines(selection)]
    return any("transport" in line.get("type", "").lower() or capacity(line.get("capacity", "")) for line in lines)


def _without(selection: SelectionView, unit: SelectionView, below: bool, found: list[SelectionView]) -> SelectionView:
    """The selection without the units inside it, which go to `found`; `below` tells of a stat line above."""
    below = below or bool(stat_lines(selection))
    kept: list[SelectionView] = []
    for child in selection.children:
        if _stands_alone(child, unit, below):
            found.append(child)
        else:
            kept.append(_without(child, unit, below, found))
    return selection if tuple(kept) == selection.children else replace(selection, children=tuple(kept))


def _stands_alone(child: SelectionView, unit: SelectionView, below: bool) -> bool:
    if child.type == "unit":
        return has_stat_line(child)
    lines = stat_lines(child)
    if not lines or kind_of(lines[0]) is not Kind.VEHICLE or "artillery" in columns(lines[0]).get("type", "").lower():
        return False
    return below or (_others_on_foot(unit, child) and (child.type == "upgrade" or is_transport(child)))


def _others_on_foot(unit: SelectionView, vehicle: SelectionView) -> bool:
    inside = {id(one) for one in vehicle.walk()}
    return any(
        kind_of(profile) is Kind.MODEL for one in unit.walk() if id(one) not in inside for profile in stat_lines(one)
    )
