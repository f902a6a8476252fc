"""A roster out of its evaluated form: what was chosen, tied to the data again."""

from __future__ import annotations

from builder.catalogue.entries import LinkedEntry
from builder.catalogue.library import Library
from builder.roster.model import CategoryNote, Force, Roster, Selection
from builder.roster.view import ForceView, RosterView, SelectionView


def relink(view: RosterView, library: Library) -> Roster:
    """The choices of an evaluated roster, with its ids; names, costs and the rest come from the data again.

    A selection whose entry path the data does not offer in its place keeps its last known name, type and costs. With
    the data that it was evaluated against, a roster comes back as it was.
    """
    return Roster(
        id=view.id,
        name=view.name,
        game_system_id=view.game_system_id,
        forces=tuple(_force(force, library) for force in view.forces),
        cost_limits=view.cost_limits,
        groups=view.groups,
        settings=view.settings,
        custom_notes=view.custom_notes,
    )


def _force(view: ForceView, library: Library) -> Force:
    entry = library.force_entries.get(view.entry_id)
    noted = (category for category in view.categories if category.custom_name or category.custom_notes)
    notes = (
        CategoryNote(category_id=each.entry_id, custom_name=each.custom_name, custom_notes=each.custom_notes)
        for each in sorted(noted, key=lambda category: category.entry_id)
    )
    tops = ((top, library.root_entry(view.catalogue_id, top.entry_id)) for top in view.selections)
    return Force(
        id=view.id,
        entry_id=view.entry_id,
        catalogue_id=view.catalogue_id,
        name=entry.name if entry else view.name,
        selections=tuple(_selection(top, root) for top, root in tops),
        forces=tuple(_force(child, library) for child in view.forces),
        category_notes=tuple(notes),
        custom_name=view.custom_name,
        custom_notes=view.custom_notes,
    )


def _selection(view: SelectionView, entry: LinkedEntry | None) -> Selection:
    children = ((child, entry.by_path.get(child.entry_id) if entry else None) for child in view.children)
    group = entry.group.path if entry and entry.group else None
    return Selection(
        id=view.id,
        entry_path=view.entry_id,
        number=view.number,
        group_path=group if entry else view.entry_group_id,
        name=entry.name if entry else view.name,
        type=entry.type if entry else view.type,
        costs=() if entry else view.costs,
        selections=tuple(_selection(child, below) for child, below in children),
        custom_name=view.custom_name,
        custom_notes=view.custom_notes,
        marks=view.marks,
    )
