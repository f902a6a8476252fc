"""A roster tied to its library: each force and selection with its entry; and the way back from an evaluated form."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from builder.catalogue.entries import LinkedEntry
from builder.catalogue.library import Library
from builder.catalogue.model import ForceEntry
from builder.record import replace
from builder.roster.model import CategoryNote, Force, Roster, Selection
from builder.roster.view import ForceView, ProfileView, RosterView, RuleView, SelectionView


@dataclass(slots=True, eq=False)
class SelectionNode:
    """A selection in its place; `entry` is None when the data no longer has it."""

    selection: Selection
    entry: LinkedEntry | None
    above: SelectionNode | ForceNode
    force: ForceNode
    selections: list[SelectionNode] = field(default_factory=list)

    def walk(self) -> Iterator[SelectionNode]:
        """Yield this selection and all below it, parents first."""
        yield self
        for child in self.selections:
            if child.selections:
                yield from child.walk()
            else:
                yield child

    def walk_up(self) -> Iterator[SelectionNode]:
        """Yield all below this selection and then itself, children first."""
        for child in self.selections:
            yield from child.walk_up()
        yield self

    def root(self) -> SelectionNode:
        """Return the selection of the force that this one belongs to, or this one itself."""
        node = self
        while isinstance(node.above, SelectionNode):
            node = node.above
        return node


@dataclass(slots=True, eq=False)
class ForceNode:
    """A force in its place, with `below` all its selections, parents first; `entry` is None when the data lost it."""

    force: Force
    entry: ForceEntry | None
    above: ForceNode | RosterNode
    selections: list[SelectionNode] = field(default_factory=list)
    forces: list[ForceNode] = field(default_factory=list)
    below: list[SelectionNode] = field(default_factory=list)

    def walk(self) -> Iterator[ForceNode]:
        """Yield this force and all below it, parents first."""
        yield self
        for child in self.forces:
            yield from child.walk()


@dataclass(slots=True, eq=False)
class RosterNode:
    """The whole roster, with all its parts by id and all selections of all forces, parents first."""

    roster: Roster
    library: Library
    forces: list[ForceNode] = field(default_factory=list)
    parts: dict[str, ForceNode | SelectionNode] = field(default_factory=dict)
    selections: list[SelectionNode] = field(default_factory=list)

    def all_forces(self) -> Iterator[ForceNode]:
        """Yield all forces, parents first."""
        for force in self.forces:
            yield from force.walk()


def as_if_taken(entry: LinkedEntry, force: ForceNode) -> SelectionNode:
    """Return what an entry would be behind all that a force has: it is not in the roster, and so without an id."""
    return SelectionNode(Selection(id="", entry_path=entry.path, type=entry.type), entry, force, force)


_tied: tuple[RosterNode, ...] = ()
"""The rosters that were tied last: an edit asks in several places for the one before it and the one that it makes."""


def tie(roster: Roster, library: Library) -> RosterNode:
    """Tie a roster to its library; whoever asks for the same again soon gets the same."""
    global _tied
    known = next((top for top in _tied if top.roster is roster and top.library is library), None)
    if known is None:
        known = _tie(roster, library)
        _tied = (known, *_tied[:1])
    return known


def _tie(roster: Roster, library: Library) -> RosterNode:
    top = RosterNode(roster, library)

    def add_force(force: Force, above: ForceNode | RosterNode) -> ForceNode:
        node = ForceNode(force, library.force_entries.get(force.entry_id), above)
        top.parts[force.id] = node
        for selection in force.selections:
            entry = library.root_entry(force.catalogue_id, selection.entry_path)
            node.selections.append(add_selection(selection, entry, node, node))
        node.forces.extend(add_force(child, node) for child in force.forces)
        return node

    def add_selection(
        selection: Selection, entry: LinkedEntry | None, above: SelectionNode | ForceNode, force: ForceNode
    ) -> SelectionNode:
        node = SelectionNode(selection, entry, above, force)
        top.parts[selection.id] = node
        top.selections.append(node)
        force.below.append(node)
        for child in selection.selections:
            child_entry = entry.by_path.get(child.entry_path) if entry else None
            node.selections.append(add_selection(child, child_entry, node, force))
        return node

    top.forces.extend(add_force(force, top) for force in roster.forces)
    return top


def relink(view: RosterView, library: Library) -> Roster:
    """Return the choices of an evaluated roster, with its ids; names, costs and the rest come from the data again.

    A selection whose entry path the data does not offer in its place stays as it was saved, and so do profiles, rules
    and categories that the data lacks: of older data all that it does not know. With the data that it was evaluated
    against, a roster comes back as it was.
    """
    saved, system = view.game_system_revision, library.game_system.revision
    older = saved is not None and system < saved
    return Roster(
        id=view.id,
        name=view.name,
        game_system_id=view.game_system_id,
        forces=tuple(_force(force, library, older) for force in view.forces),
        cost_limits=view.cost_limits,
        groups=view.groups,
        modules=view.modules,
        settings=view.settings,
        custom_notes=view.custom_notes,
        program=view.program,
    )


def _force(view: ForceView, library: Library, older: bool) -> Force:
    entry, catalogue = library.force_entries.get(view.entry_id), library.catalogues.get(view.catalogue_id)
    if catalogue is not None and view.catalogue_revision is not None:
        older = older or catalogue.revision < view.catalogue_revision
    noted = (category for category in view.categories if category.custom_name or category.custom_notes)
    notes = (
        CategoryNote(category_id=each.entry_id, custom_name=each.custom_name, custom_notes=each.custom_notes)
        for each in sorted(noted, key=lambda category: category.entry_id)
    )
    tops = ((top, library.root_entry(view.catalogue_id, top.entry_id)) for top in view.selections)
    known = entry is not None and catalogue is not None and not library.lacking(view.catalogue_id)
    lacking = older or not known
    return Force(
        id=view.id,
        entry_id=view.entry_id,
        catalogue_id=view.catalogue_id,
        name=entry.name if entry else view.name,
        selections=tuple(_selection(top, root, library, lacking) for top, root in tops),
        forces=tuple(_force(child, library, older) for child in view.forces),
        category_notes=tuple(notes),
        custom_name=view.custom_name,
        custom_notes=view.custom_notes,
        saved=None if known else replace(view, selections=(), forces=()),
    )


def _selection(view: SelectionView, entry: LinkedEntry | None, library: Library, lacking: bool) -> Selection:
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
        selections=tuple(_selection(child, below, library, lacking) for child, below in children),
        custom_name=view.custom_name,
        custom_notes=view.custom_notes,
        marks=view.marks,
        art=view.art,
        saved=_unknown(view, entry, library, lacking) if entry else replace(view, children=()),
    )


def _unknown(view: SelectionView, entry: LinkedEntry, library: Library, lacking: bool) -> SelectionView | None:
    """Return what the data of an entry lacks of its saved form; None where it lacks nothing.

    Data that is `lacking`, being older than the file or without one of its catalogues, may not know more of it than
    what its links lead to.
    """
    gone = entry.dangling

    def lost(text: ProfileView | RuleView) -> bool:
        ids = text.id.split("::")
        return not gone.isdisjoint(ids) or (lacking and bool(text.id) and not entry.follow.shows(ids[-1]))

    profiles = tuple(filter(lost, view.profiles))
    rules = tuple(filter(lost, view.rules))
    unknown = {category.entry_id for category in view.categories} if lacking else entry.categories.keys()
    ids = unknown - library.categories.keys()
    categories = tuple(category for category in view.categories if category.entry_id in ids)
    if not (profiles or rules or categories):
        return None
    return replace(view, children=(), profiles=profiles, rules=rules, categories=categories)
