"""Entries and groups as a player reaches them: links followed, and what a link adds merged in.

A path names such an entry in rosters: the ids of the links that lead to it, joined by `::`, then its own id. The same
shared entry reached by two links is two entries here. Children are resolved when they are first asked for and kept, so
that a large catalogue costs nothing until somebody looks at it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from builder.catalogue.info import (
    DEFAULT,
    AppliedModifier,
    Declared,
    LinkedInfo,
    LinkPath,
    changes_by_field,
    dangling,
    gather,
    relative_changes,
)
from builder.catalogue.links import Links
from builder.catalogue.model import (
    EntryHolder,
    EntryLink,
    SelectionEntry,
    SelectionEntryGroup,
)


@dataclass(frozen=True, eq=False)
class Linked(ABC):
    """What entries and groups share once links are followed: `links` leads here, `link` points at this very element."""

    follow: Links
    links: tuple[EntryLink, ...]
    group: LinkedGroup | None
    link: EntryLink | None

    @property
    @abstractmethod
    def target(self) -> EntryHolder:
        """The element itself, behind the links."""

    @cached_property
    def sources(self) -> tuple[EntryHolder, ...]:
        """The element and the link to it: each brings children, limits, modifiers, profiles, categories."""
        return (self.target, self.link) if self.link else (self.target,)

    @property
    def id(self) -> str:
        """The id of the element itself."""
        return self.target.id

    @cached_property
    def path(self) -> str:
        """The ids of the links, then the id of the element, joined by `::`."""
        return "::".join((*(link.id for link in self.links), self.target.id))

    @property
    def link_id(self) -> tuple[str, ...]:
        """The id of the link that points at this very element, if one does."""
        return (self.link.id,) if self.link else ()

    @property
    def name(self) -> str:
        """The name before modifiers."""
        return self.target.name

    @cached_property
    def hidden(self) -> bool:
        """Whether the element or the link to it is hidden, before modifiers."""
        return any(source.hidden for source in self.sources)

    @cached_property
    def collective(self) -> bool:
        """Whether its number counts per model of the parent."""
        return any(source.collective for source in self.sources)

    @cached_property
    def constraints(self) -> tuple[Declared, ...]:
        """Its constraints, then those of the link."""
        own = [Declared(found, self.target.id) for found in self.target.constraints]
        kinds = {(found.constraint.type, found.constraint.query.field): found.reported for found in reversed(own)}
        added = self.link.constraints if self.link else ()
        by = self.link.id if self.link else ""
        return (*own, *(Declared(found, by, kinds.get((found.type, found.query.field))) for found in added))

    @cached_property
    def minimum(self) -> int:
        """How many it asks for by itself: its greatest least number of selections, in whatever scope, if unmodified."""
        fixed = (found.constraint for found in self.minimums if found.constraint.id not in self.changes)
        return max((int(constraint.value) for constraint in fixed), default=0)

    @cached_property
    def default_amounts(self) -> tuple[int, ...]:
        """How many of it a new parent begins with, where the data says so: a link's word comes before its target's."""
        return next((source.default_amounts for source in reversed(self.sources) if source.default_amounts), ())

    @cached_property
    def sort_index(self) -> int:
        """Its place among what is offered beside it; what the data gives none comes last, as in New Recruit."""
        return next((each.sort_index for each in reversed(self.sources) if each.sort_index is not None), 10_000)

    @cached_property
    def minimums(self) -> tuple[Declared, ...]:
        """Its constraints that ask for a number of selections."""
        least = ((found, found.constraint.query) for found in self.constraints if found.constraint.type == "min")
        return tuple(found for found, query in least if query.field == "selections" and not query.percent)

    @cached_property
    def checked(self) -> bool:
        """Whether it has constraints or may be hidden."""
        return bool(self.constraints) or self.hidden or "hidden" in self.changes

    @cached_property
    def simple(self) -> bool:
        """Whether nothing changes its limits, and they count no more than its number in its parent."""
        queries = [found.constraint.query for found in self.constraints]
        near = all(query.scope == "parent" and query.field == "selections" for query in queries)
        wide = any(query.percent or query.include_child_selections for query in queries)
        changed = self.changes.keys() & {"hidden", *(found.constraint.id for found in self.constraints)}
        return near and not wide and not changed and not self.hidden

    @cached_property
    def limited_by(self) -> frozenset[str]:
        """The ids of what its limits depend on."""
        return frozenset(id for change in self._limiting for id in change.counted())

    @cached_property
    def limited_by_all(self) -> bool:
        """Whether its limits depend on more than what they name: they are shares, or change with whatever is there."""
        shares = any(found.constraint.query.percent for found in self.constraints)
        return shares or any(next(change.counted(), None) is None for change in self._limiting)

    @property
    def _limiting(self) -> Iterator[AppliedModifier]:
        """Yield what changes its limits."""
        return (change for found in self.constraints for change in self.changes.get(found.constraint.id, ()))

    @cached_property
    def demanding(self) -> bool:
        """Whether it may be broken by too few, and so where nothing of it is chosen."""
        return any(found.constraint.type == "min" for found in self.constraints)

    def bound(self, kind: str, otherwise: int = 0) -> int:
        """Return the first `min` or `max` that it declares, before modifiers; `otherwise` without one."""
        return next((int(it.constraint.value) for it in self.constraints if it.constraint.type == kind), otherwise)

    @cached_property
    def changes(self) -> Mapping[str, tuple[AppliedModifier, ...]]:
        """Its modifiers by the field that they change, in the order in which they apply."""
        return changes_by_field(self.sources)

    @cached_property
    def relative(self) -> tuple[AppliedModifier, ...]:
        """Its modifiers that change something else than itself."""
        return relative_changes(self.sources)

    @cached_property
    def own_info(self) -> tuple[LinkedInfo, ...]:
        """The profiles and rules of the element and the link to it; those that stand on a link do not bear its id."""
        ways = ((source, LinkPath.of(links)) for source, links in self._prefixes)
        return tuple(info for source, way in ways for info in gather((source,), self.follow, way))

    @property
    @abstractmethod
    def per_model(self) -> bool:
        """Whether its limits count per model of the parent."""

    @property
    def _prefixes(self) -> tuple[tuple[EntryHolder, tuple[EntryLink, ...]], ...]:
        """The sources, each with the links that the paths of its children begin with: on a link itself, not its own."""
        own = (self.target, self.links)
        return (own, (self.link, self.links[:-1])) if self.link else (own,)

    def _children(self, group: LinkedGroup | None) -> Iterator[LinkedEntry]:
        for source, links in self._prefixes:
            for entry in source.selection_entries:
                yield LinkedEntry(self.follow, links, group, None, entry)
            for link in source.entry_links:
                target = self.follow.entry(link)
                if isinstance(target, SelectionEntry):
                    yield LinkedEntry(self.follow, (*links, link), group, link, target)

    def _child_groups(self, group: LinkedGroup | None) -> Iterator[LinkedGroup]:
        for source, links in self._prefixes:
            for child in source.selection_entry_groups:
                yield LinkedGroup(self.follow, links, group, None, child)
            for link in source.entry_links:
                target = self.follow.entry(link)
                if isinstance(target, SelectionEntryGroup):
                    yield LinkedGroup(self.follow, (*links, link), group, link, target)


@dataclass(frozen=True, eq=False)
class LinkedGroup(Linked):
    """A group of entries; `group` is the group around it, within the same entry."""

    target_group: SelectionEntryGroup

    @property
    def target(self) -> SelectionEntryGroup:
        """The group itself, behind the links."""
        return self.target_group

    @cached_property
    def own_entries(self) -> tuple[LinkedEntry, ...]:
        """The entries directly in the group."""
        return tuple(self._children(self))

    @cached_property
    def groups(self) -> tuple[LinkedGroup, ...]:
        """The groups directly in the group."""
        return tuple(self._child_groups(self))

    @cached_property
    def entries(self) -> tuple[LinkedEntry, ...]:
        """The entries in the group and in the groups within it."""
        return (*self.own_entries, *(entry for group in self.groups for entry in group.entries))

    @cached_property
    def default(self) -> LinkedEntry | None:
        """The entry that is chosen when the group needs one; named by its own id or that of the link to it.

        Modifiers without conditions may name another. Data that names none may give an entry an amount to begin with.
        """
        always = [change.modifier for change in self.changes.get(DEFAULT, ()) if next(change.queries(), None) is None]
        wanted = always[-1].value if always else self.target_group.default_selection_entry_id
        named = find_entry(self.entries, wanted) if wanted else None
        alone = (entry for entry in self.entries if len(entry.default_amounts) == 1 and entry.default_amounts[0])
        return named or next(alone, None)

    @cached_property
    def only(self) -> LinkedEntry | None:
        """Its entry, if there is no choice."""
        return self.entries[0] if len(self.entries) == 1 else None

    @cached_property
    def per_model(self) -> bool:
        """Whether all its entries are collective, so that its constraints count per model of the parent."""
        return bool(self.entries) and all(entry.collective for entry in self.entries)

    @cached_property
    def around(self) -> tuple[LinkedGroup, ...]:
        """This group and the groups around it, innermost first."""
        return (self, *self.group.around) if self.group else (self,)


@dataclass(frozen=True, eq=False)
class LinkedEntry(Linked):
    """A selection entry; `group` is the group it is directly in, if any."""

    target_entry: SelectionEntry

    @property
    def target(self) -> SelectionEntry:
        """The selection entry itself, behind the links."""
        return self.target_entry

    @property
    def per_model(self) -> bool:
        """Whether its limits count per model of the parent: a collective entry's do."""
        return self.collective

    @property
    def type(self) -> str:
        """`unit`, `model` or `upgrade`."""
        return self.target_entry.type

    @cached_property
    def groups_around(self) -> tuple[LinkedGroup, ...]:
        """The groups that it is in, innermost first."""
        return self.group.around if self.group else ()

    @cached_property
    def costs(self) -> Mapping[str, Decimal]:
        """Costs of one, by cost type and before modifiers: what a link says of a type replaces what its target says."""
        costs = (*self.target_entry.costs, *(self.link.costs if self.link else ()))
        return {cost.type_id: cost.value for cost in costs}

    @cached_property
    def groups(self) -> tuple[LinkedGroup, ...]:
        """The groups directly in the entry."""
        return tuple(self._child_groups(None))

    @cached_property
    def all_groups(self) -> tuple[LinkedGroup, ...]:
        """The groups in the entry and the groups within those, outer ones first."""

        def of(groups: Iterable[LinkedGroup]) -> Iterator[LinkedGroup]:
            for group in groups:
                yield group
                yield from of(group.groups)

        return tuple(of(self.groups))

    @cached_property
    def reaching(self) -> bool:
        """Whether it, a group of it, or a profile or rule of either changes something else; few entries do."""
        parts = (self, *self.all_groups)
        return any(part.relative or any(info.visible.relative for info in part.own_info) for part in parts)

    @cached_property
    def constrained(self) -> tuple[LinkedEntry | LinkedGroup, ...]:
        """The entries and groups below this one that have something to check."""
        below: tuple[LinkedEntry | LinkedGroup, ...] = (*self.entries, *self.all_groups)
        return tuple(linked for linked in below if linked.checked)

    @cached_property
    def simply_constrained(self) -> tuple[LinkedEntry | LinkedGroup, ...]:
        """Those of them whose limits are simple."""
        return tuple(linked for linked in self.constrained if linked.simple)

    @cached_property
    def decisive(self) -> frozenset[str]:
        """The ids of what the limits of anything below this one depend on."""
        return frozenset(id for linked in self.constrained for id in linked.limited_by)

    @cached_property
    def entries(self) -> tuple[LinkedEntry, ...]:
        """All entries that can be chosen below this one: its own, then those of its groups."""
        return (*self._children(None), *(entry for group in self.groups for entry in group.entries))

    @cached_property
    def by_path(self) -> Mapping[str, LinkedEntry]:
        """The entries below this one by their path."""
        return {entry.path: entry for entry in reversed(self.entries)}

    @cached_property
    def categories(self) -> Mapping[str, bool]:
        """The ids of its categories, with whether each is the primary one: a link's choice comes before the entry's."""
        around = [source for group in self.groups_around for source in group.sources]
        links = [link for source in (*self.sources, *around) for link in source.category_links]
        by_choice = [link for source in (*reversed(self.sources), *around) for link in source.category_links]
        primary = next((link.target_id for link in by_choice if link.primary), None)
        return {link.target_id: link.target_id == primary for link in links}

    @cached_property
    def shown(self) -> tuple[LinkedInfo, ...]:
        """The profiles and rules that it and the link to it show, before modifiers, and those of its group.

        Of the groups around it, the nearest one that shows any speaks for all: a weapons team among guardsmen has its
        own stat line.
        """
        around = (group.own_info for group in self.groups_around)
        return (*self.own_info, *next((info for info in around if info), ()))

    @cached_property
    def dangling(self) -> frozenset[str]:
        """The ids of the links by which it would show profiles and rules that the data lacks, and of these."""
        around = (source for group in self.groups_around for source in group.sources)
        found = dangling((*self.sources, *around), self.follow)
        return frozenset(id for link in found for id in (link.id, link.target_id))

    @cached_property
    def exact_names(self) -> frozenset[str]:
        """What a query may call it that tells links apart: its path, the link to it, and its groups' paths."""
        return frozenset((self.path, *self.link_id, *(group.path for group in self.groups_around)))

    @cached_property
    def shared_names(self) -> frozenset[str]:
        """What a query may call it whatever links lead to it: its id, the link to it, and its groups' ids.

        The id of a link to a group names nothing: the programs that wrote the data never counted by it.
        """
        return frozenset((self.id, *self.link_id, *(group.id for group in self.groups_around)))

    @cached_property
    def pooled(self) -> bool:
        """Whether its models are one selection with a number, and what they carry counts for all of them together.

        Data says so by giving both, the models and something that they carry, an amount above one to begin with.
        """
        amounts = (sum(child.default_amounts) for child in self.entries)
        stacks = self.default_amounts
        return self.type == "model" and len(stacks) == 1 and stacks[0] > 1 and max(amounts, default=0) > 1

    @cached_property
    def initial(self) -> int:
        """How many of it a new parent begins with, before modifiers: what the data says, or its least number."""
        return max(self.minimum, sum(self.default_amounts))

    @cached_property
    def separate(self) -> bool:
        """Whether each copy is a selection of its own, since it can be equipped differently; others have a number."""
        apart = ((not child.collective and not child.hidden) or child.separate for child in self.entries)
        return not self.pooled and any(apart)


def find_entry(entries: Iterable[LinkedEntry], wanted: str) -> LinkedEntry | None:
    """Return the entry of this path, else the first that has this id among its own and those of the links to it."""
    entries = tuple(entries)
    exact = next((entry for entry in entries if entry.path == wanted), None)
    return exact or next((entry for entry in entries if wanted in entry.path.split("::")), None)
