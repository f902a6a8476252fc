"""Editing operations: each takes a roster and gives a new one, so that undo is keeping the old.

They raise EditError for what the data makes impossible and nothing else; a list that breaks limits is no reason, the
findings of `evaluate` tell of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import NamedTuple, TypeVar

from builder.catalogue.entries import LinkedEntry, find_entry
from builder.catalogue.library import Library
from builder.catalogue.model import Cost, ForceEntry
from builder.errors import EditError
from builder.ids import Ids
from builder.record import replace
from builder.roster import fill as grow
from builder.roster.fill import settle
from builder.roster.marks import Mark
from builder.roster.model import CategoryNote, Force, Roster, Selection
from builder.roster.parts import Spot, copy_force, copy_selections, move_force, move_selection, put
from builder.roster.tree import ForceNode, RosterNode, SelectionNode, tie
from builder.text import clean, clean_name


class Added(NamedTuple):
    """A roster with something new in it, and the id of that."""

    roster: Roster
    id: str


def new_roster(library: Library, name: str) -> Roster:
    """Return an empty roster, with the cost limits that the game system sets by default."""
    limits = (
        Cost(cost_type.id, cost_type.default_cost_limit, cost_type.name)
        for cost_type in library.cost_types.values()
        if cost_type.default_cost_limit >= 0
    )
    return Roster(id=Ids(()).mint(), name=name, game_system_id=library.game_system.id, cost_limits=tuple(limits))


def add_force(
    roster: Roster,
    library: Library,
    force_entry_id: str,
    catalogue_id: str | None = None,
    *,
    parent_id: str | None = None,
    defaults: bool | None = None,
    complete: bool = False,
) -> Added:
    """Add a force, to the roster or below another force.

    The entries that have a least number are selected in the roster's first force; `defaults` asks for it or forbids it.
    To `complete` it is as with `select`; then any force of the roster has what it asks for itself.
    Without a catalogue, a child force takes its parent's, and any other the only one there is.
    """
    parent = _force(tie(roster, library), parent_id) if parent_id else None
    catalogue = _catalogue(library, catalogue_id or (parent.force.catalogue_id if parent else None))
    path, entry = _force_entry(library, force_entry_id, parent, catalogue)
    ids = Ids(roster.ids())
    force = Force(id=ids.mint(), entry_id=path, catalogue_id=catalogue, name=entry.name)
    wanted = defaults or (defaults is None and not roster.forces)
    if wanted:
        roots = library.root_entries(catalogue)
        needs = (grow.chosen(root, ids) for root in roots for _ in range(root.minimum))
        force = replace(force, selections=tuple(needs))
    if parent is None:
        with_force = replace(roster, forces=(*roster.forces, force))
    else:
        changed = replace(parent.force, forces=(*parent.force.forces, force))
        with_force = put(roster, {changed.id: changed})
    if wanted:
        with_force = settle(with_force, library, roster.ids(), complete=complete)
    elif complete and defaults is None and parent is None:
        for needed in grow.asked_by_force(tie(with_force, library), force.id):
            with_force = select(with_force, library, force.id, needed.path, complete=True).roster
    return Added(with_force, force.id)


def remove_force(roster: Roster, force_id: str) -> Roster:
    """Remove a force with its selections and child forces."""
    if roster.force(force_id) is None:
        raise EditError(f"There is no force {force_id} in this army.")
    return put(roster, {force_id: None})


def select(
    roster: Roster,
    library: Library,
    parent_id: str,
    entry_id: str,
    *,
    id: str | None = None,
    defaults: bool = True,
    complete: bool = False,
) -> Added:
    """Select one of an entry in a force or below a selection, with what the entry needs below it unless told otherwise.

    To `complete` it also takes what is needed where there is no choice, which `defaults` alone leave to the player,
    and nothing that is hidden. The entry is named by its path, or by its own id or that of a link to it where that
    is enough. Where one more only raises the number of a selection that is there, the id is that selection's.
    """
    parent = tie(roster, library).parts.get(parent_id)
    ids = Ids(roster.ids())
    new_id = ids.claim(id)
    parts: dict[str, Force | Selection] = {}
    if isinstance(parent, ForceNode):
        entry = _entry(library.root_entries(parent.force.catalogue_id), entry_id, parent.force.name)
        new = grow.chosen(entry, ids, new_id, defaults=defaults)
        parts[parent_id] = replace(parent.force, selections=(*parent.force.selections, new))
    elif parent is not None and parent.entry is not None:
        entry = _entry(parent.entry.entries, entry_id, parent.entry.name)
        for node, times in _sharing(parent, entry):
            own_id = new_id if node is parent else None
            parts[node.selection.id] = grow.add(node.selection, entry, times, ids, own_id, defaults=defaults)
    else:
        raise EditError(_lost(parent, parent_id))
    changed = put(roster, parts)
    if changed.selection(new_id) is None:
        new_id = next(node.selection.id for node in parent.selections if node.entry is entry)
    if defaults:
        changed = settle(changed, library, roster.ids(), complete=complete, asked=new_id)
    return Added(changed, new_id)


def deselect(roster: Roster, library: Library, selection_id: str) -> Roster:
    """Select one fewer: a selection whose number is above one below another selection stays, with a lower number."""
    node = _selection(tie(roster, library), selection_id)
    entry, parent = node.entry, node.above
    if entry is None or isinstance(parent, ForceNode):
        return put(roster, {selection_id: None})
    if not entry.collective or entry.separate:
        return put(roster, {selection_id: grow.lower(node.selection, entry)})
    shared = _sharing(parent, entry)
    return put(roster, {other.selection.id: grow.take(other.selection, entry, times) for other, times in shared})


def remove(roster: Roster, selection_id: str) -> Roster:
    """Remove a selection whatever its number, with all below it."""
    if roster.selection(selection_id) is None:
        raise EditError(f"There is no selection {selection_id} in this army.")
    return put(roster, {selection_id: None})


def set_count(roster: Roster, library: Library, selection_id: str, count: int) -> Roster:
    """Give a selection below another one a number; per model of its parent if it is collective; 0 removes it.

    Root selections and those of which each copy is separate have no number: they stay as they are.
    """
    if count < 0:
        raise EditError(f"A number of {count} is not possible: it cannot be below 0.")
    node = _selection(tie(roster, library), selection_id)
    if isinstance(node.above, ForceNode) or (node.entry is not None and node.entry.separate):
        return roster
    if node.entry is None:
        return put(roster, {selection_id: _counted(node.selection, count) if count else None})
    models = max(1, node.above.selection.number) if node.entry.collective else 1
    ids, more = Ids(roster.ids()), count - node.selection.number // models
    parts: dict[str, Selection] = {}
    for other, times in _sharing(node.above, node.entry):
        added = grow.add(other.selection, node.entry, more * times, ids)
        parts[other.selection.id] = grow.take(added, node.entry, -more * times)
    return put(roster, parts)


def duplicate(roster: Roster, id: str, *others: str) -> Added:
    """Copy a force or a selection with all below it, with new ids, to the end of its siblings; give the id of the copy.

    Selections that are copied with it lead, and ride in, each other as the originals do; marks that name any other unit
    stay with the original.
    """
    ids = Ids(roster.ids())
    if (force := roster.force(id)) is not None:
        copy = copy_force(force, ids)
        if force in roster.forces:
            return Added(replace(roster, forces=(*roster.forces, copy)), copy.id)
        above = next(above for above in roster.all_forces() if force in above.forces)
        return Added(put(roster, {above.id: replace(above, forces=(*above.forces, copy))}), copy.id)
    together = dict.fromkeys((id, *others))
    for one in together:
        if roster.selection(one) is None:
            raise EditError(f"There is nothing with the id {one} in this army.")
    twins = copy_selections([found for one in together if (found := roster.selection(one))], ids)
    for one, twin in zip(together, twins, strict=True):
        holder = roster.holder(one)
        roster = put(roster, {holder.id: replace(holder, selections=(*holder.selections, twin))})
    return Added(roster, twins[0].id)


def move(
    roster: Roster,
    library: Library,
    id: str,
    *,
    before: str | None = None,
    after: str | None = None,
    index: int | None = None,
    force_id: str | None = None,
) -> Roster:
    """Move a force or a selection among its siblings, or a unit to another force that offers its entry.

    It goes before or after a sibling there, to an index (from 0, without itself), or else to the end.
    """
    spot = Spot(before=before, after=after, index=index)
    if (force := roster.force(id)) is not None:
        return move_force(roster, force, spot)
    if (selection := roster.selection(id)) is None:
        raise EditError(f"There is nothing with the id {id} in this army.")
    return move_selection(roster, library, selection, spot, force_id)


def set_cost_limit(roster: Roster, library: Library, cost_type_id: str, value: Decimal) -> Roster:
    """Limit what the army may cost of one type; a value below 0 lifts the limit."""
    cost_type = library.cost_types.get(cost_type_id)
    if cost_type is None:
        raise EditError(f"There is no cost type {cost_type_id} in {library.game_system.name}.")
    limits = {limit.type_id: limit for limit in roster.cost_limits}
    limits.pop(cost_type_id, None)
    if value >= 0:
        limits[cost_type_id] = Cost(cost_type_id, value, cost_type.name)
    order = [found for found in library.cost_types if found in limits]
    return replace(roster, cost_limits=tuple(limits[found] for found in order))


def customize(
    roster: Roster, id: str, *, name: str | None = None, notes: str | None = None, category_id: str | None = None
) -> Roster:
    """Give a force, a selection or a category of a force a name and notes of the player's; None leaves, "" clears.

    Spaces around them are dropped.
    """
    part = roster.force(id) or roster.selection(id)
    if part is None:
        raise EditError(f"There is nothing with the id {id} in this army.")
    if category_id is not None:
        if not isinstance(part, Force):
            raise EditError("Only the categories of a force can be named.")
        old = next((note for note in part.category_notes if note.category_id == category_id), None)
        note = _customized(old or CategoryNote(category_id=category_id), name, notes)
        noted = {other.category_id: other for other in part.category_notes} | {category_id: note}
        kept = (noted[each] for each in sorted(noted) if noted[each].custom_name or noted[each].custom_notes)
        return put(roster, {id: replace(part, category_notes=tuple(kept))})
    if isinstance(part, Force):
        return put(roster, {id: _customized(part, name, notes)})
    return put(roster, {id: _customized(part, name, notes)})


def set_marks(roster: Roster, selection_id: str, marks: Iterable[Mark]) -> Roster:
    """Replace what the player notes of a unit: in reserve, led by another one and so on."""
    selection = roster.selection(selection_id)
    if selection is None:
        raise EditError(f"There is no selection {selection_id} in this army.")
    return put(roster, {selection_id: replace(selection, marks=tuple(marks))})


_Named = TypeVar("_Named", Force, Selection, CategoryNote)


def _customized(part: _Named, name: str | None, notes: str | None) -> _Named:
    custom_name = part.custom_name if name is None else clean_name(name).strip() or None
    custom_notes = part.custom_notes if notes is None else clean(notes).strip() or None
    return replace(part, custom_name=custom_name, custom_notes=custom_notes)


def _counted(lost: Selection, count: int) -> Selection:
    """Return a selection that the data no longer has in another number, its last known costs in proportion."""
    costs = (Cost(cost.type_id, cost.value * count / max(1, lost.number), cost.name) for cost in lost.costs)
    return replace(lost, number=count, costs=tuple(costs))


def _sharing(parent: SelectionNode, entry: LinkedEntry) -> list[tuple[SelectionNode, int]]:
    """Return the selections among which one more of the entry is shared, each with how many it gets.

    A collective entry is taken by every model: by the parent and its siblings of the same entry, but never by units.
    What stands in a group with things that models take one by one is taken so itself.
    """
    one_by_one = any(not other.collective for group in entry.groups_around for other in group.entries)
    if not entry.collective or one_by_one or isinstance(parent.above, ForceNode):
        return [(parent, 1)]
    path = parent.selection.entry_path
    siblings = (sibling for sibling in parent.above.selections if sibling.selection.entry_path == path)
    return [(sibling, sibling.selection.number) for sibling in siblings]


def _force(top: RosterNode, id: str) -> ForceNode:
    node = top.parts.get(id)
    if not isinstance(node, ForceNode):
        raise EditError(f"There is no force {id} in this army.")
    return node


def _selection(top: RosterNode, id: str) -> SelectionNode:
    node = top.parts.get(id)
    if not isinstance(node, SelectionNode):
        raise EditError(f"There is no selection {id} in this army.")
    return node


def _entry(entries: Iterable[LinkedEntry], wanted: str, where: str) -> LinkedEntry:
    entry = find_entry(entries, wanted)
    if entry is None:
        raise EditError(f"“{where}” offers no entry {wanted}.")
    return entry


def _force_entry(library: Library, wanted: str, parent: ForceNode | None, catalogue: str) -> tuple[str, ForceEntry]:
    """Return the force entry that is named by its path, its id or that of a link to it, with its path."""
    if parent is None:
        offered = {entry.id: entry for entry in library.forces_from(catalogue)}
    elif parent.entry is None:
        raise EditError(f"The data no longer has the force “{parent.force.name}”: nothing can be added to it.")
    else:
        offered = dict(library.child_forces(parent.entry))
    path = wanted if wanted in offered else next((path for path in offered if wanted in path.split("::")), None)
    if path is None:
        where = f"“{parent.force.name}”" if parent else library.catalogues[catalogue].name
        raise EditError(f"{where} offers no force {wanted}.")
    return path, offered[path]


def _catalogue(library: Library, wanted: str | None) -> str:
    if wanted is None:
        playable = [catalogue.id for catalogue in library.catalogues.values() if not catalogue.library]
        if len(playable) != 1:
            raise EditError("Say which catalogue the force is of: there is not exactly one.")
        return playable[0]
    if wanted not in library.catalogues:
        raise EditError(f"There is no catalogue {wanted}.")
    return wanted


def _lost(parent: SelectionNode | None, parent_id: str) -> str:
    if parent is None:
        return f"There is no force or selection {parent_id} in this army."
    return f"The data no longer has “{parent.selection.name}”: nothing can be added to it."
