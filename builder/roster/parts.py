"""Parts of a roster replaced, copied and put elsewhere, with ids that are never used twice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import is_
from typing import TypeVar

from builder.catalogue.library import Library
from builder.errors import EditError
from builder.ids import Ids
from builder.record import replace
from builder.roster.marks import Mark, renewed_id, unit_of_part
from builder.roster.model import Force, Roster, Selection

Change = Mapping[str, Force | Selection | None]
"""What becomes of forces and selections by their id; None removes them."""

_Part = TypeVar("_Part", Force, Selection)


def put(roster: Roster, change: Change) -> Roster:
    """Return the roster with some of its parts replaced or removed."""
    return replace(roster, forces=_forces(roster.forces, change))


def copy_force(force: Force, ids: Ids) -> Force:
    """Return a copy with new ids all the way down."""
    return replace(
        force,
        id=ids.mint(),
        selections=copy_selections(force.selections, ids),
        forces=tuple(copy_force(child, ids) for child in force.forces),
    )


def copy_selections(selections: Sequence[Selection], ids: Ids) -> tuple[Selection, ...]:
    """Return copies with new ids all the way down, without the marks that name a unit that is not copied with them."""
    renewed = {part.id: ids.mint() for selection in selections for part in selection.walk()}

    def copied(one: Selection) -> Selection:
        stay = (mark for mark in one.marks if mark.target is None or unit_of_part(mark.target) in renewed)
        return replace(
            one,
            id=renewed[one.id],
            selections=tuple(copied(child) for child in one.selections),
            marks=_renewed_marks(stay, renewed),
        )

    return tuple(copied(selection) for selection in selections)


def with_new_ids(roster: Roster, kept: frozenset[str] = frozenset()) -> tuple[Roster, dict[str, str]]:
    """Return a copy of an army in which everything has a new id, but for those kept, and the new ids by the old ones.

    Marks and groups follow. An id made of that of what it is below (`t9b8.bolter`) is made of the new one again.
    """
    ids = Ids({*roster.ids(), *(group.id for group in roster.groups)})
    renewed = {id: id for id in kept}

    def name(id: str, above: str = "") -> str:
        if id not in renewed:
            derived = above and id.startswith(f"{above}.")
            renewed[id] = renewed[above] + id.removeprefix(above) if derived else ids.mint()
        return renewed[id]

    for force in roster.all_forces():
        name(force.id)
        for unit in force.selections:
            name(unit.id)
            for part in unit.walk():
                for child in part.selections:
                    name(child.id, part.id)
    for group in roster.groups:
        name(group.id)

    def selection(one: Selection) -> Selection:
        below = tuple(selection(child) for child in one.selections)
        return replace(one, id=renewed[one.id], selections=below, marks=_renewed_marks(one.marks, renewed))

    def copied(one: Force) -> Force:
        units = tuple(selection(unit) for unit in one.selections)
        return replace(one, id=renewed[one.id], selections=units, forces=tuple(copied(child) for child in one.forces))

    groups = tuple(
        replace(group, id=renewed[group.id], units=tuple(renewed_id(unit, renewed) for unit in group.units))
        for group in roster.groups
    )
    made = replace(roster, id=ids.mint(), forces=tuple(copied(force) for force in roster.forces), groups=groups)
    return made, renewed


def _renewed_marks(marks: Iterable[Mark], renewed: Mapping[str, str]) -> tuple[Mark, ...]:
    return tuple(replace(mark, target=mark.target and renewed_id(mark.target, renewed)) for mark in marks)


def _forces(forces: tuple[Force, ...], change: Change) -> tuple[Force, ...]:
    made: list[Force] = []
    for force in forces:
        new = change.get(force.id, force)
        if new is force:
            selections, below = _selections(force.selections, change), _forces(force.forces, change)
            same = selections is force.selections and below is force.forces
            new = force if same else replace(force, selections=selections, forces=below)
        if isinstance(new, Force):
            made.append(new)
    return forces if len(made) == len(forces) and all(map(is_, made, forces)) else tuple(made)


def _selections(selections: tuple[Selection, ...], change: Change) -> tuple[Selection, ...]:
    made = [_selection(selection, change) for selection in selections]
    return selections if all(map(is_, made, selections)) else tuple(each for each in made if each is not None)


def _selection(selection: Selection, change: Change) -> Selection | None:
    new = change.get(selection.id, selection)
    if new is selection and selection.selections:
        below = _selections(selection.selections, change)
        return selection if below is selection.selections else replace(selection, selections=below)
    return new if isinstance(new, Selection) else None


_Moved = TypeVar("_Moved", bound=Force | Selection)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A place among siblings: before or after one of them, at an index from 0, or else at the end."""

    before: str | None = None
    after: str | None = None
    index: int | None = None

    def insert(self, siblings: Sequence[_Moved], part: _Moved) -> tuple[_Moved, ...]:
        """Return the siblings with the part at its place, wherever it was; EditError if there is no such sibling."""
        others = [sibling for sibling in siblings if sibling.id != part.id]
        ids = [sibling.id for sibling in others]
        beside = self.before or self.after
        if beside is not None and beside not in ids:
            raise EditError(f"There is nothing with the id {beside} that it could stand beside.")
        place = len(others) if self.index is None else max(0, self.index)
        if beside is not None:
            place = ids.index(beside) + (self.before is None)
        return (*others[:place], part, *others[place:])


def move_force(roster: Roster, force: Force, spot: Spot) -> Roster:
    """Return the roster with a force at another place among those it stands with."""
    if force in roster.forces:
        return replace(roster, forces=spot.insert(roster.forces, force))
    above = next(above for above in roster.all_forces() if force in above.forces)
    return put(roster, {above.id: replace(above, forces=spot.insert(above.forces, force))})


def move_selection(roster: Roster, library: Library, selection: Selection, spot: Spot, force_id: str | None) -> Roster:
    """Return the roster with a selection at another place among its siblings, or in another force that offers it."""
    holder = roster.holder(selection.id)
    target = holder if force_id is None else roster.force(force_id)
    if target is None:
        raise EditError(f"There is no force {force_id} in this army.")
    if target is holder:
        return put(roster, {holder.id: replace(holder, selections=spot.insert(holder.selections, selection))})
    if not isinstance(holder, Force) or not isinstance(target, Force):
        raise EditError(f"“{selection.name}” belongs to “{holder.name}”: only whole units change their force.")
    if library.root_entry(target.catalogue_id, selection.entry_path) is None:
        raise EditError(f"“{target.name}” offers no entry {selection.entry_path}.")
    without = put(roster, {selection.id: None})
    target = without.force(target.id) or target
    return put(without, {target.id: replace(target, selections=spot.insert(target.selections, selection))})
