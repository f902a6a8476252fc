"""Counts what a roster holds within a scope: selections, forces or costs, of one entry, group, category or type.

Whatever is in a scope is sorted once, so that each further question about it is a lookup.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from threading import Lock
from weakref import WeakKeyDictionary

from builder.catalogue.entries import LinkedEntry, LinkedGroup
from builder.catalogue.library import Library
from builder.catalogue.model import Query, SelectionEntry, primary_of
from builder.record import replace
from builder.roster.model import Force
from builder.roster.tree import ForceNode, RosterNode, SelectionNode

TYPES: Mapping[str, frozenset[str]] = {
    **{word: frozenset({word}) for word in ("unit", "model", "upgrade", "mount", "crew", "unit-group")},
    "model-or-unit": frozenset({"model", "unit"}),
    "non-upgrade-entry": frozenset({"model", "unit"}),
}
"""What queries may say instead of an id, with the types of entries that each means."""

_ITSELF = "-self"
"""What the name of a scope ends with that begins at the element itself and not above it."""

SCOPES = frozenset(
    {"self", "parent", "ancestor", "roster", "force", "primary-catalogue", "primary-category", "root-entry"}
    | {word + end for word in TYPES for end in ("", _ITSELF)}
)
"""The words that name a scope; any other name is an id."""

LIMIT = "limit::"
"""What the fields begin with that ask for a cost limit."""


@dataclass(frozen=True, slots=True)
class CategoryNode:
    """A category of a force: it holds the selections of the force whose primary category it is."""

    force: ForceNode
    category_id: str


@dataclass(frozen=True, slots=True)
class GroupNode:
    """A group of a selection: it holds the selections below it that were chosen from the group."""

    parent: SelectionNode
    group_id: str


Scope = RosterNode | ForceNode | CategoryNode | SelectionNode | GroupNode


@dataclass(frozen=True, slots=True)
class Here:
    """Where a condition is asked: `subject` is the force or selection concerned, None for an entry not (yet) chosen.

    Where selections are looked through one by one, `asker` is the one on whose behalf that is done.
    """

    subject: ForceNode | SelectionNode | None
    parent: RosterNode | ForceNode | SelectionNode
    asker: SelectionNode | None = None


Kind = LinkedEntry | tuple[str, str | None, LinkedEntry | None]
"""What selections are alike by: their entry, or path, group and parent of one that the data no longer has."""


class Names:
    """What queries may call kinds of selections: telling links apart (exact), and not (shared).

    They are the same in all rosters of a library, so those that one asks for are known to the next, on any thread.
    """

    def __init__(self) -> None:
        self.exact: dict[str, list[Kind]] = {}
        self.shared: dict[str, list[Kind]] = {}
        self._known: set[Kind] = set()
        self._learning = Lock()

    def learn(self, nodes: Mapping[Kind, SelectionNode]) -> None:
        """Take up the names of kinds that are new, each with a selection of it."""
        with self._learning:
            for kind in nodes.keys() - self._known:
                for names, found in zip((self.exact, self.shared), _names(nodes[kind]), strict=True):
                    for name in found:
                        names.setdefault(name, []).append(kind)
                self._known.add(kind)


_NAMES: WeakKeyDictionary[Library, Names] = WeakKeyDictionary()
"""The names that rosters of each library have asked for."""


class Census:
    """The selections of one scope, sorted by what one may ask for."""

    def __init__(self, nodes: Iterable[SelectionNode], names: Names) -> None:
        self.all: list[SelectionNode] = list(nodes)
        self._names = names
        self._alike: dict[Kind, list[int]] = {}
        for place, node in enumerate(self.all):
            self._alike.setdefault(_kind(node), []).append(place)

    def of(self, name: str, shared: bool) -> list[SelectionNode]:
        """Return those of an entry or in a group: by its id, whatever links lead to it, if shared; else by its path."""
        kinds = (self._names.shared if shared else self._names.exact).get(name, ())
        places = [place for kind in kinds for place in self._alike.get(kind, ())]
        return [self.all[place] for place in (places if len(kinds) < 2 else sorted(places))]


def _kind(node: SelectionNode) -> Kind:
    above = node.above.entry if isinstance(node.above, SelectionNode) else None
    return node.entry or (node.selection.entry_path, node.selection.group_path, above)


def _names(node: SelectionNode) -> tuple[Collection[str], Collection[str]]:
    """Return what a query may call a selection: telling links apart, and whatever links lead to it."""
    if node.entry is not None:
        return node.entry.exact_names, node.entry.shared_names
    *links, own = node.selection.entry_path.split("::")
    link, group, around = links[-1:], node.selection.group_path, node.groups_around
    paths, ids = ([group], [group.rpartition("::")[2]]) if group else ([], [])
    exact = (node.selection.entry_path, *link, *paths, *(each.path for each in around))
    return dict.fromkeys(exact), dict.fromkeys((own, *link, *ids, *(each.id for each in around)))


class Counts:
    """Answers queries about one roster."""

    def __init__(
        self,
        top: RosterNode,
        categories: Callable[[SelectionNode], Mapping[str, bool]],
        costs: Callable[[SelectionNode], Mapping[str, Decimal]],
    ) -> None:
        self._top = top
        self._categories = categories
        self._costs = costs
        self._places: dict[SelectionNode, int] = {}
        self._censuses: dict[tuple[Scope, bool, bool], Census] = {}

    @cached_property
    def _kinds(self) -> Mapping[Kind, SelectionNode]:
        return {_kind(node): node for node in self._top.selections}

    @cached_property
    def _names(self) -> Names:
        names = _NAMES.setdefault(self._top.library, Names())
        names.learn(self._kinds)
        return names

    def query(self, query: Query, here: Here) -> Decimal | None:
        """Return what a condition or repeat counts; None if it asks for something that does not exist."""
        scope = self.scope(query.scope, here)
        if scope is None or query.child_id is None:
            return None
        return self.count(query, scope, query.child_id)

    def total(self, query: Query, scope: Scope) -> Decimal:
        """Return all that a percentage is of."""
        return self.count(query, scope, "any") or Decimal(0)

    def count(self, query: Query, scope: Scope, child_id: str) -> Decimal | None:
        """Return the amount of a child (an id, a type of entry, or `any`) within a scope.

        None if there is no such child.
        """
        if query.field == "forces":
            # Data asks so how many regiments there are, which stand below the army's force.
            asked = replace(query, include_child_forces=True) if isinstance(scope, RosterNode) else query
            return self.forces(asked, scope, child_id)
        if query.field.startswith(LIMIT):
            limit = self._top.roster.cost_limit(query.field.removeprefix(LIMIT))
            return Decimal(-1) if limit is None else limit
        nodes = self._nodes(query, scope, child_id)
        return None if nodes is None else self.amount(query, nodes)

    def amount(self, query: Query, nodes: Iterable[SelectionNode]) -> Decimal:
        """Return what the queried field of these selections comes to; of a cost limit, it is what they spend of it.

        A selection costs what is chosen below it too, however deep the query looks; what is below another of them
        counts once.
        """
        if query.field == "selections":
            return Decimal(sum(node.selection.number for node in nodes))
        cost_type, paid = query.field.removeprefix(LIMIT), set[SelectionNode]()
        for node in nodes:
            if node not in paid:
                paid.update(node.walk())
        return sum((self._costs(node).get(cost_type, Decimal(0)) for node in paid), Decimal(0))

    def forces(self, query: Query, scope: Scope, child_id: str) -> Decimal:
        """Return the number of forces made from an entry; anything else has none."""
        if not isinstance(scope, RosterNode | ForceNode):
            return Decimal(0)
        deep = query.include_child_forces
        forces = [found.force for force in scope.forces for found in (force.walk() if deep else (force,))]
        return Decimal(sum(child_id == "any" or is_of_force(force, child_id) for force in forces))

    def of_linked(self, query: Query, scope: Scope, linked: LinkedEntry | LinkedGroup) -> list[SelectionNode]:
        """Return the selections of an entry or in a group that its constraint counts."""
        if isinstance(scope, SelectionNode) and not query.include_child_selections:
            name, way = (linked.id, 1) if query.shared else (linked.path, 0)
            return [node for node in scope.selections if name in _names(node)[way]]
        return self._census(query, scope).of(linked.id if query.shared else linked.path, query.shared)

    def entry_called(self, id: str, here: Here) -> SelectionEntry | None:
        """Return the entry that a query asks for by its id, or by that of a link to it which is chosen."""
        force, library = force_of(here), self._top.library
        element = (library.links_from(force.force.catalogue_id) if force else library.links).element(id)
        if element is not None:
            return element if isinstance(element, SelectionEntry) else None
        kinds = (kind for kind in self._names.shared.get(id, ()) if kind in self._kinds)
        return next((kind.target for kind in kinds if isinstance(kind, LinkedEntry) and id in kind.link_id), None)

    def anywhere(self, id: str) -> bool:
        """Whether anything of an entry or in a group is in the roster, by its id."""
        return not self._kinds.keys().isdisjoint(self._names.shared.get(id, ()))

    def in_category(self, query: Query, scope: Scope, category_id: str) -> list[SelectionNode]:
        """Return the selections that are of a category, primary or not."""
        return [node for node in self._census(query, scope).all if category_id in self._categories(node)]

    def in_forces(self, query: Query, scope: Scope, force_entry_id: str) -> list[SelectionNode]:
        """Return the selections of forces that were made from this entry."""
        return [node for node in self._census(query, scope).all if is_of_force(node.force.force, force_entry_id)]

    def scope(self, name: str, here: Here) -> Scope | None:
        """What is counted in a scope, seen from here: one that names a group holds what was chosen from the group."""
        if self._top.library.kinds.get(name) == "group":
            return _nearest_group(name, here)
        return self.element(name, here)

    def element(self, name: str, here: Here) -> Scope | None:
        """The element that a scope names, seen from here: of a group, the nearest selection that was chosen from it."""
        if name == "self":
            return here.subject
        if name == "parent":
            return here.parent
        if name == "roster":
            return self._top
        force = force_of(here)
        if name in ("force", "primary-catalogue"):
            return force
        if name == "primary-category":
            primary = self.primary_category(here)
            return CategoryNode(force, primary) if force and primary else None
        if name == "root-entry":
            return next((node.root() for node in _around(here) if isinstance(node, SelectionNode)), None)
        if name.removesuffix(_ITSELF) in TYPES:
            return _nearest_of_type(name, here)
        node = _nearest(name, here)
        if node is None and force is not None and self._top.library.kinds.get(name) == "category":
            return CategoryNode(force, name)
        return node

    def primary_category(self, here: Here) -> str | None:
        """Return the primary category of the root selection that this is about or below."""
        node = here.subject if isinstance(here.subject, SelectionNode) else here.parent
        if not isinstance(node, SelectionNode):
            return None
        return primary_of(self._categories(node.root())) or None

    def _nodes(self, query: Query, scope: Scope, child_id: str) -> list[SelectionNode] | None:
        census = self._census(query, scope)
        if child_id == "any":
            return census.all
        if child_id in TYPES:
            return [node for node in census.all if is_of_type(node, child_id)]
        kind = self._top.library.kinds.get(child_id.rpartition("::")[2])
        if kind in ("entry", "group"):
            return census.of(child_id, query.shared)
        if kind == "category":
            return self.in_category(query, scope, child_id)
        if kind == "force":
            return self.in_forces(query, scope, child_id)
        if kind == "catalogue":
            return [node for node in census.all if self.is_of_catalogue(node, child_id)]
        known = self.anywhere(child_id) or self._top.library.incomplete
        return census.of(child_id, query.shared) if known else None

    def within(self, query: Query, scope: Scope) -> list[SelectionNode]:
        """Return all selections in a scope, as deep as a query looks."""
        return self._census(query, scope).all

    def is_before(self, node: SelectionNode, other: SelectionNode | None) -> bool:
        """Whether a selection stands before another one in the roster."""
        if not self._places:
            self._places = {each: place for place, each in enumerate(self._top.selections)}
        # What could be taken stands behind all that is there.
        return other is not None and self._places[node] < self._places.get(other, len(self._places))

    def is_catalogue(self, id: str) -> bool:
        """Whether this is the id of a catalogue."""
        return id in self._top.library.catalogues

    def is_of_catalogue(self, node: ForceNode | SelectionNode, catalogue_id: str) -> bool:
        """Whether a force is of this catalogue, or the entry of a selection is written in it."""
        if isinstance(node, ForceNode):
            return node.force.catalogue_id == catalogue_id
        return node.entry is not None and node.entry.follow.root_of(node.entry.id) == catalogue_id

    def _census(self, query: Query, scope: Scope) -> Census:
        key = (scope, query.include_child_selections, query.include_child_forces)
        if key not in self._censuses:
            self._censuses[key] = Census(self._reached(scope, *key[1:]), self._names)
        return self._censuses[key]

    def _reached(self, scope: Scope, deep: bool, child_forces: bool) -> Iterable[SelectionNode]:
        if isinstance(scope, RosterNode) and deep and child_forces:
            return scope.selections
        if isinstance(scope, ForceNode) and deep and not child_forces:
            return scope.below
        roots = self._roots(scope, child_forces)
        return (found for node in roots for found in node.walk()) if deep else roots

    def _roots(self, scope: Scope, child_forces: bool) -> list[SelectionNode]:
        if isinstance(scope, SelectionNode):
            return scope.selections
        if isinstance(scope, GroupNode):
            return [node for node in scope.parent.selections if is_of(node, scope.group_id)]
        if isinstance(scope, CategoryNode):
            return [node for node in scope.force.selections if self._categories(node).get(scope.category_id)]
        forces = [scope] if isinstance(scope, ForceNode) else scope.forces
        reached = [found for force in forces for found in (force.walk() if child_forces else (force,))]
        return [node for force in reached for node in force.selections]


def is_of_type(node: SelectionNode, word: str) -> bool:
    """Whether a selection is of a type that queries name; New Recruit writes the finer type in its rosters."""
    if node.entry is None:
        return node.selection.type in TYPES[word]
    return node.entry.type in TYPES[word] or node.entry.target.sub_type in TYPES[word]


def is_of_force(force: Force, id: str) -> bool:
    """Whether a force was made from this entry, named by path, id or the id of the link to it."""
    return id == force.entry_id or ("::" in force.entry_id and id in force.entry_id.split("::"))


def is_of(node: SelectionNode, child_id: str) -> bool:
    """Whether the selection is of this entry or in this group, named by path, id or the id of the link to it."""
    exact, shared = _names(node)
    return child_id in exact or child_id in shared


def ancestors(here: Here) -> Iterable[SelectionNode | ForceNode]:
    """Return what is around the subject, nearest first."""
    above: RosterNode | ForceNode | SelectionNode = here.parent
    while not isinstance(above, RosterNode):
        yield above
        above = above.above


def force_of(here: Here) -> ForceNode | None:
    """Return the force in which something is asked."""
    for node in (here.subject, here.parent):
        if isinstance(node, ForceNode):
            return node
        if isinstance(node, SelectionNode):
            return node.force
    return None


def _nearest_group(name: str, here: Here) -> GroupNode | None:
    for node in _around(here):
        if isinstance(node, SelectionNode) and isinstance(node.above, SelectionNode) and is_of(node, name):
            return GroupNode(node.above, name)
        if isinstance(node, SelectionNode) and node.entry and any(name == group.id for group in node.entry.all_groups):
            return GroupNode(node, name)
    return None


def _around(here: Here) -> Iterable[SelectionNode | ForceNode]:
    return ([here.subject] if here.subject else []) + list(ancestors(here))


def _nearest_of_type(name: str, here: Here) -> SelectionNode | None:
    """Return the nearest selection of a type above, or here where the name of the scope says so."""
    around = _around(here) if name.endswith(_ITSELF) else ancestors(here)
    selections = (node for node in around if isinstance(node, SelectionNode))
    return next((node for node in selections if is_of_type(node, name.removesuffix(_ITSELF))), None)


def _nearest(name: str, here: Here) -> SelectionNode | ForceNode | None:
    for node in _around(here):
        if isinstance(node, ForceNode) and is_of_force(node.force, name):
            return node
        if isinstance(node, SelectionNode) and is_of(node, name):
            return node
    return None
