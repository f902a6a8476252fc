"""Puts a force or a selection to another place: among its siblings, or a unit into another force."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from builder.catalogue.library import Library
from builder.errors import EditError
from builder.roster.model import Force, Roster, Selection
from builder.roster.parts import put

_Part = TypeVar("_Part", bound=Force | Selection)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A place among siblings: before or after one of them, at an index from 0, or else at the end."""

    before: str | None = None
    after: str | None = None
    index: int | None = None

    def insert(self, siblings: Sequence[_Part], part: _Part) -> tuple[_Part, ...]:
        """The siblings with the part at its place, wherever it was; EditError if there is no such sibling."""
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
    """The roster with a force at another place among those it stands with."""
    if force in roster.forces:
        return replace(roster, forces=spot.insert(roster.forces, force))
    above = next(above for above in roster.all_forces() if force in above.forces)
    return put(roster, {above.id: replace(above, forces=spot.insert(above.forces, force))})


def move_selection(roster: Roster, library: Library, selection: Selection, spot: Spot, force_id: str | None) -> Roster:
    """The roster with a selection at another place among its siblings, or in another force that offers it."""
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
