"""What is where in the data, noted in walks through each root; of two elements with one id the first counts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, MutableMapping
from functools import cached_property
from itertools import chain
from typing import TypeVar

from builder.catalogue.model import (
    Catalogue,
    CategoryLink,
    Cost,
    DataRoot,
    Element,
    EntryHolder,
    EntryLink,
    ForceEntry,
    ForceEntryLink,
    InfoGroup,
    InfoHolder,
    InfoLink,
    Modifier,
    ModifierGroup,
    Profile,
    Rule,
    SelectionEntry,
    SelectionEntryGroup,
)
from builder.record import without_collector

Edge = tuple[str, str]
"""A link's id and the id of what it leads to."""


_BATTLESCRIBES = frozenset({"set", "increment", "decrement", "append", "add", "remove", "set-primary", "unset-primary"})
"""The types of modifiers that BattleScribe knows."""

_NEW_RECRUITS = frozenset({"annotation", "error", "warning", "info"})
"""What modifiers change that only New Recruit knows."""


class RootSurvey:
    """What is where in one root: its elements by id, and of what kind each id is."""

    def __init__(self, root: DataRoot) -> None:
        self.root = root
        self.entries: dict[str, SelectionEntry | SelectionEntryGroup] = {}
        self.info: dict[str, Profile | Rule | InfoGroup] = {}
        self.kinds: dict[str, str] = {}
        self.force_entries: dict[str, ForceEntry] = {}
        self.force_links: list[ForceEntryLink] = []
        with without_collector():
            self._walk(root)

    @cached_property
    def links(self) -> RootLinks:
        """Its links; only who checks them asks for these."""
        return RootLinks(self.root)

    @property
    def is_new_recruits(self) -> bool:
        """Whether modifiers or forces say what only New Recruit reads."""
        links = self.links
        elements: Iterable[Element] = chain(
            self.entries.values(), self.info.values(), links.entry_links, links.info_links, links.category_links
        )
        return bool(self.force_links) or any(
            _is_new_recruits(part)
            for element in elements
            if element.modifiers or element.modifier_groups
            for part in (*element.modifiers, *_all_groups(element.modifier_groups))
        )

    def _walk(self, root: DataRoot) -> None:
        self._note(root.shared_profiles)
        self._note(root.shared_rules)
        self._note(root.rules)
        self._groups(root.shared_info_groups)
        self._entries(root.selection_entries, "entry")
        self._entry_links(root.entry_links)
        self._entries(root.shared_selection_entries, "entry")
        self._entries(root.shared_selection_entry_groups, "group")
        self._forces(root.force_entries)
        self._forces(root.shared_force_entries)
        for category in root.category_entries:
            self.kinds.setdefault(category.id, "category")
            self._shown(category)

    def _entries(self, holders: Iterable[SelectionEntry | SelectionEntryGroup], kind: str) -> None:
        entries, kinds = self.entries, self.kinds
        for holder in holders:
            entries.setdefault(holder.id, holder)
            kinds.setdefault(holder.id, kind)
            self._below(holder)

    def _entry_links(self, links: Iterable[EntryLink]) -> None:
        kinds = self.kinds
        for link in links:
            kinds.setdefault(link.id, "entry")
            self._below(link)

    def _below(self, holder: EntryHolder) -> None:
        # Catalogues have tens of thousands of these, most with little in them: asking is cheaper than going through it.
        if holder.profiles or holder.rules or holder.info_groups:
            self._shown(holder)
        if holder.selection_entries:
            self._entries(holder.selection_entries, "entry")
        if holder.selection_entry_groups:
            self._entries(holder.selection_entry_groups, "group")
        if holder.entry_links:
            self._entry_links(holder.entry_links)

    def _forces(self, forces: Iterable[ForceEntry]) -> None:
        for force in forces:
            self.force_entries.setdefault(force.id, force)
            self.kinds.setdefault(force.id, "force")
            self._shown(force)
            self.force_links += force.force_entry_links
            for link in force.force_entry_links:
                self.kinds.setdefault(link.id, "force")
            self._forces(force.force_entries)

    def _shown(self, holder: InfoHolder) -> None:
        if holder.profiles:
            self._note(holder.profiles)
        if holder.rules:
            self._note(holder.rules)
        if holder.info_groups:
            self._groups(holder.info_groups)

    def _groups(self, groups: Iterable[InfoGroup]) -> None:
        for group in groups:
            self.info.setdefault(group.id, group)
            self._shown(group)

    def _note(self, shown: Iterable[Profile | Rule]) -> None:
        noted = self.info
        for info in shown:
            noted.setdefault(info.id, info)


def _all_groups(groups: Iterable[ModifierGroup]) -> Iterator[Modifier | ModifierGroup]:
    for group in groups:
        yield group
        yield from group.modifiers
        yield from _all_groups(group.modifier_groups)


def _is_new_recruits(part: Modifier | ModifierGroup) -> bool:
    if isinstance(part, Modifier) and (part.relative or part.type not in _BATTLESCRIBES or part.field in _NEW_RECRUITS):
        return True
    return bool(part.local_condition_groups)


class RootLinks:
    """The links of one root, in the order in which they are met.

    `below` holds, for each entry and group, the entry links anywhere beneath it, with what they lead to; `weights`, of
    how many entries and groups those consist. `within` are the links in an entry or group and the groups in it alone,
    `offered` is how many entries and links stand there. `cost_types` are those that entries and links name.
    """

    def __init__(self, root: DataRoot) -> None:
        self.root = root
        self.entry_links: list[EntryLink] = []
        self.category_links: list[CategoryLink] = []
        self.info_links: list[InfoLink] = list(root.info_links)
        self.groups: set[str] = set()
        self.cost_types: dict[str, None] = {}
        self.below: dict[str, list[Edge]] = {}
        self.weights: dict[str, int] = {}
        self.within: dict[str, list[Edge]] = {}
        self.offered: dict[str, int] = {}
        self._passed = 0
        self._walk(root)

    def _walk(self, root: DataRoot) -> None:
        self._info_groups(root.shared_info_groups)
        self._entries(root.selection_entries)
        self._entry_links(root.entry_links)
        self._entries(root.shared_selection_entries)
        self._entries(root.shared_selection_entry_groups)
        self._forces(root.force_entries)
        self._forces(root.shared_force_entries)
        for category in root.category_entries:
            self._shown(category)

    def _entries(self, holders: Iterable[SelectionEntry | SelectionEntryGroup]) -> list[Edge]:
        found: list[Edge] = []
        for holder in holders:
            if isinstance(holder, SelectionEntryGroup):
                self.groups.add(holder.id)
            else:
                self._costs(holder.costs)
            self._passed += 1
            before = self._passed
            edges = self._below(holder)
            if edges:
                self.below.setdefault(holder.id, edges)
                found += edges
            self.weights.setdefault(holder.id, 1 + self._passed - before)
            if holder.id not in self.offered:
                self._offer(holder)
        return found

    def _offer(self, holder: SelectionEntry | SelectionEntryGroup) -> None:
        """Note what an entry or group offers, once that is known of the groups in it."""
        links = [(link.id, link.target_id) for link in holder.entry_links]
        offered = len(links) + len(holder.selection_entries)
        for group in holder.selection_entry_groups:
            links += self.within.get(group.id, ())
            offered += self.offered.get(group.id, 0)
        self.offered[holder.id] = offered
        if links:
            self.within[holder.id] = links

    def _entry_links(self, links: Iterable[EntryLink]) -> list[Edge]:
        found: list[Edge] = []
        for link in links:
            self.entry_links.append(link)
            self._costs(link.costs)
            found.append((link.id, link.target_id))
            found += self._below(link)
        return found

    def _below(self, holder: EntryHolder) -> list[Edge]:
        """Return the links beneath an entry, group or link, which is looked through."""
        found: list[Edge] = []
        self._shown(holder)
        self.category_links += holder.category_links
        if holder.selection_entries:
            found += self._entries(holder.selection_entries)
        if holder.selection_entry_groups:
            found += self._entries(holder.selection_entry_groups)
        if holder.entry_links:
            found += self._entry_links(holder.entry_links)
        return found

    def _forces(self, forces: Iterable[ForceEntry]) -> None:
        for force in forces:
            self._shown(force)
            self._costs(force.costs)
            self.category_links += force.category_links
            self._forces(force.force_entries)

    def _costs(self, costs: Iterable[Cost]) -> None:
        for cost in costs:
            self.cost_types[cost.type_id] = None

    def _shown(self, holder: InfoHolder) -> None:
        self.info_links += holder.info_links
        if holder.info_groups:
            self._info_groups(holder.info_groups)

    def _info_groups(self, groups: Iterable[InfoGroup]) -> None:
        for group in groups:
            self._shown(group)


class Survey:
    """What is where in several roots together.

    Roots that were looked through before are taken from those `known`, which others join.
    """

    def __init__(self, roots: Iterable[DataRoot], known: MutableMapping[str, RootSurvey] | None = None) -> None:
        self.by_root = [_survey_of(root, {} if known is None else known) for root in roots]
        self.entries = joined(each.entries for each in self.by_root)
        self.info = joined(each.info for each in self.by_root)
        self.kinds = joined(each.kinds for each in self.by_root)
        self.kinds.update((each.root.id, "catalogue") for each in self.by_root if isinstance(each.root, Catalogue))
        self.force_entries = joined(each.force_entries for each in self.by_root)

    @cached_property
    def repeats(self) -> bool:
        """Whether two roots have elements with the same id."""
        tables = ((self.entries, [each.entries for each in self.by_root]), (self.info, [e.info for e in self.by_root]))
        return any(len(whole) < sum(map(len, each)) for whole, each in tables)

    def seen_from(self, roots: Collection[str]) -> Survey:
        """Return the same with these roots first, in their order: of two elements with one id, theirs count."""
        known = {each.root.id: each for each in self.by_root}
        first = [known[id] for id in roots]
        others = [each for each in self.by_root if each.root.id not in roots]
        return Survey([each.root for each in (*first, *others)], known)

    def root_of(self, entry_id: str) -> str | None:
        """Return the id of the first root in which an entry or group of this id is written."""
        return next((each.root.id for each in self.by_root if entry_id in each.entries), None)


def _survey_of(root: DataRoot, known: MutableMapping[str, RootSurvey]) -> RootSurvey:
    found = known.get(root.id)
    if found is None or found.root is not root:
        found = known[root.id] = RootSurvey(root)
    return found


T = TypeVar("T")


def joined(tables: Iterable[Mapping[str, T]]) -> dict[str, T]:
    """Return tables as one, in their order; of two values with one key the first counts."""
    whole: dict[str, T] = {}
    for table in tables:
        # Of two views the shorter one is gone through; nothing is looked up in tables without keys.
        disjoint = whole.keys().isdisjoint(table.keys())
        whole.update(table if disjoint else {id: value for id, value in table.items() if id not in whole})
    return whole
