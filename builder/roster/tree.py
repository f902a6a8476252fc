"""A roster tied to its library: each force and selection with its entry."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from builder.catalogue.entries import LinkedEntry, LinkedGroup
from builder.catalogue.library import Library
from builder.catalogue.model import ForceEntry
from builder.roster.model import Force, Roster, Selection
from builder.roster.view import SelectionView


@dataclass(slots=True, eq=False)
class SelectionNode:
    """A selection in its place; `entry` is None when the data no longer has it."""

    selection: Selection
    entry: LinkedEntry | None
    above: SelectionNode | ForceNode
    force: ForceNode
    selections: list[SelectionNode] = field(default_factory=list)

    @property
    def kept(self) -> SelectionView | None:
        """What its file says of it beside what the data knows; None where the data knows all, or nothing."""
        return self.selection.saved if self.entry else None

    @property
    def groups_around(self) -> tuple[LinkedGroup, ...]:
        """The groups that it was chosen from, innermost first; of one that the data lost those that are still there."""
        if self.entry is not None:
            return self.entry.groups_around
        above = self.above.entry if isinstance(self.above, SelectionNode) else None
        held = [group for group in above.all_groups if self._was_in(group)] if above else []
        return held[-1].around if held else ()

    def _was_in(self, group: LinkedGroup) -> bool:
        """Whether a group holds the next link of its path, or is the group that its file names."""
        path, way = self.selection.entry_path.split("::"), [link.id for link in group.links]
        if path[: len(way)] != way or len(path) == len(way):
            return False
        links = (link.id for source in group.sources for link in source.entry_links)
        return group.path == self.selection.group_path or path[len(way)] in links

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
