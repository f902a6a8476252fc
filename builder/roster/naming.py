"""What sentences call the forces and units of an army: so that one of several alike is meant, and no other.

Lists, findings, mends and marks ask here, so that a unit has the same name wherever it is one among others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from builder.roster.view import ForceView, RosterView, SelectionView
from builder.text import numbered, without_bold


def unit_names(view: RosterView) -> Mapping[str, str]:
    """Return what the units of an army are called, those that others take with them too, by their ids.

    It is the player's name, else that of the data, with a number where several have the same: `Tactical Squad 2`.
    """
    return numbered({unit.id: own_name(unit) for unit in _units(view)})


def part_name(view: RosterView, part: SelectionView) -> str:
    """What a unit is called; something below one with the unit that it is of: `Melta bombs of Tactical Squad 2`.

    A model that is called as its unit is, as a `Librarian` by himself, is told by the name of the unit alone.
    """
    names = unit_names(view)
    name = names.get(part.id) or own_name(part)
    owner = next((unit for unit in view.units() if any(below.id == part.id for below in unit.walk())), None)
    if owner is None or owner.id == part.id:
        return name
    return names[owner.id] if name in (own_name(owner), without_bold(owner.name)) else f"{name} of {names[owner.id]}"


def force_names(view: RosterView) -> Mapping[str, str]:
    """Return what the forces of an army are called, by their ids: one among several alike by who leads it."""
    return names_with_leaders((force.id, own_name(force), _leader(force)) for force in view.all_forces())


def names_with_leaders(forces: Iterable[tuple[str, str, str]]) -> Mapping[str, str]:
    """Return names of forces by id, from their ids, their own names and those of who leads them, if anybody does.

    One among several of a name is called by its leader, `Regiment of Bloodsecrator`, else it has a number.
    """
    found = list(forces)
    times = Counter(name for _, name, _ in found)
    return numbered({id: f"{name} of {leader}" if leader and times[name] > 1 else name for id, name, leader in found})


def own_name(part: SelectionView | ForceView) -> str:
    """The name that the player gave to a part of an army, else that of the data."""
    return part.custom_name or without_bold(part.name)


def _leader(force: ForceView) -> str:
    """The name of the first unit of a force, in the order of its slots."""
    by_slot = {unit.primary_id: unit for unit in reversed(force.selections)}
    first = next((by_slot[slot.entry_id] for slot in force.categories if slot.entry_id in by_slot), None)
    return own_name(first) if first is not None else ""


def _units(view: RosterView) -> Iterator[SelectionView]:
    for top in view.units():
        yield from (part for part in top.walk() if part is top or part.type == "unit")
