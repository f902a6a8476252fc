"""Whether the force of a unit has a slot for it, and which other force has one: what has none cannot be there."""

from __future__ import annotations

from builder.catalogue.info import changes_by_field
from builder.catalogue.model import ForceEntry, primary_of
from builder.roster.count import Here
from builder.roster.effective import EffectiveValues
from builder.roster.limits import Limits
from builder.roster.reasons import Needs, joined
from builder.roster.tree import ForceNode, SelectionNode
from builder.text import without_colon


class Places:
    """The slots of the forces of a roster, of its `values`; which forces can be added is worked out once for each."""

    def __init__(self, values: EffectiveValues, limits: Limits) -> None:
        self.values, self.limits = values, limits
        self._below: dict[ForceNode, list[ForceEntry]] = {}

    def why_none(self, unit: SelectionNode, where: str = "this force") -> Needs:
        """Return that the force of a unit, called `where`, has no slot for it; empty where it has one, or none at all.

        It needs one for the category that the unit has by itself, or by what changes it there. What a file kept stands.
        """
        force, categories, slots = unit.force, self.values.categories(unit), self.limits.slot_ids(unit.force)
        own = unit.entry.categories if unit.entry else {}
        primary = [id for id in map(primary_of, (categories, own)) if id]
        kept = (unit.kept and unit.kept.categories) or force.force.saved
        if kept or not slots or not primary or not slots.isdisjoint(primary):
            return Needs()
        top = self.values.top
        there, could = (
            joined(" or ", (each.name for each in those if not set(primary).isdisjoint(each.slot_ids)))
            for those in ([each.entry for each in top.all_forces() if each.entry], self._children(force))
        )
        known = top.library.categories.get(primary[-1])
        instead = f", but one in {there}" if there else f": add {could} first" if could else ""
        slot = without_colon(known.name) if known else primary[-1]
        return Needs(f"no slot for {slot} in {where}{instead}")

    def _children(self, force: ForceNode) -> list[ForceEntry]:
        """The forces that can be added below one."""
        if force not in self._below:
            children = self.values.top.library.child_forces(force.entry).values() if force.entry else ()
            here = Here(None, force)
            hidden = self.values.hidden
            self._below[force] = [e for e in children if not hidden(e.hidden, changes_by_field((e,)), here)]
        return self._below[force]
