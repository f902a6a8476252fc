"""What is where in the data, noted in one walk through each root; of two elements with one id the first counts."""

from __future__ import annotations

from collections.abc import Iterable, MutableMapping
from typing import TypeVar

from builder.catalogue.model import (
    CategoryLink,
    DataRoot,
    EntryHolder,
    EntryLink,
    ForceEntry,
    ForceEntryLink,
    InfoGroup,
    InfoHolder,
    InfoLink,
    Profile,
    Rule,
    SelectionEntry,
    SelectionEntryGroup,
)

Edge = tuple[str, str]
"""A link's id and the id of what it leads to."""


class RootSurvey:
    """What is where in one root, with its links in the order in which they are met.

    `below` holds, for each entry and group, the entry links anywhere beneath it, with what they lead to; `weights`, of
    how many entries and groups those consist. `within` are the links in an entry or group and the groups in it alone,
    `offered` is how many entries and links stand there. `cost_types` are those that entries and links name.
    """

    def __init__(self, root: DataRoot) -> None:
        self.root = root
        self.entry_links: list[EntryLink] = []
        self.category_links: list[CategoryLink] = []
        self.info_links: list[InfoLink] = []
        self.force_links: list[ForceEntryLink] = []
        self.entries: dict[str, SelectionEntry | SelectionEntryGroup] = {}
        self.info: dict[str, Profile | Rule | InfoGroup] = {}
        self.kinds: dict[str, str] = {}
        self.groups: set[str] = set()
        self.force_entries: dict[str, ForceEntry] = {}
        self.cost_types: dict[str, None] = {}
        self.below: dict[str, list[Edge]] = {}
        self.weights: dict[str, int] = {}
        self.within: dict[str, list[Edge]] = {}
        self.offered: dict[str, int] = {}
        self._passed = 0
        self._walk(root)

    def _walk(self, root: DataRoot) -> None:
        self._note(root.shared_profiles)
        self._note(root.shared_rules)
        self._note(root.rules)
        self._groups(root.shared_info_groups)
        self.info_links += root.info_links
        self._entries(root.selection_entries, "entry")
        self._entry_links(root.entry_links)
        self._entries(root.shared_selection_entries, "entry")
        self._entries(root.shared_selection_entry_groups, "group")
        self._forces(root.force_entries)
        self._forces(root.shared_force_entries)
        for category in root.category_entries:
            self.kinds.setdefault(category.id, "category")
            self._shown(category)

    def _entries(self, holders: Iterable[SelectionEntry | SelectionEntryGroup], kind: str) -> list[Edge]:
        found: list[Edge] = []
        for holder in holders:
            self.entries.setdefault(holder.id, holder)
            self.kinds.setdefault(holder.id, kind)
            if isinstance(holder, SelectionEntryGroup):
                self.groups.add(holder.id)
            else:
                for cost in holder.costs:
                    self.cost_types[cost.type_id] = None
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
            self.kinds.setdefault(link.id, "entry")
            for cost in link.costs:
                self.cost_types[cost.type_id] = None
            found.append((link.id, link.target_id))
            found += self._below(link)
        return found

    def _below(self, holder: EntryHolder) -> list[Edge]:
        """Return the links beneath an entry, group or link, which is looked through."""
        found: list[Edge] = []
        self._shown(holder)
        if holder.category_links:
            self.category_links += holder.category_links
        if holder.selection_entries:
            found += self._entries(holder.selection_entries, "entry")
        if holder.selection_entry_groups:
            found += self._entries(holder.selection_entry_groups, "group")
        if holder.entry_links:
            found += self._entry_links(holder.entry_links)
        return found

    def _forces(self, forces: Iterable[ForceEntry]) -> None:
        for force in forces:
            self.force_entries.setdefault(force.id, force)
            self.kinds.setdefault(force.id, "force")
            self._shown(force)
            self.category_links += force.category_links
            self.force_links += force.force_entry_links
            self.kinds.update((link.id, "force") for link in force.force_entry_links if link.id not in self.kinds)
            self.cost_types.update((cost.type_id, None) for cost in force.costs)
            self._forces(force.force_entries)

    def _shown(self, holder: InfoHolder) -> None:
        if holder.profiles:
            self._note(holder.profiles)
        if holder.rules:
            self._note(holder.rules)
        if holder.info_groups:
            self._groups(holder.info_groups)
        if holder.info_links:
            self.info_links += holder.info_links

    def _groups(self, groups: Iterable[InfoGroup]) -> None:
        for group in groups:
            self.info.setdefault(group.id, group)
            self._shown(group)

    def _note(self, shown: Iterable[Profile | Rule]) -> None:
        for info in shown:
            self.info.setdefault(info.id, info)


class Survey:
    """What is where in several roots together.

    `roots_of_entries` says in which root each entry and group is written, `repeated` which ids of one root stand in
    another one before it. Roots that were looked through before are taken from those `known`, which others join.
    """

    def __init__(self, roots: Iterable[DataRoot], known: MutableMapping[str, RootSurvey] | None = None) -> None:
        self.by_root = [_survey_of(root, {} if known is None else known) for root in roots]
        self.roots = tuple(each.root for each in self.by_root)
        self.entries = _joined(each.entries for each in self.by_root)
        self.info = _joined(each.info for each in self.by_root)
        self.kinds = _joined(each.kinds for each in self.by_root)
        self.groups = frozenset(id for each in self.by_root for id in each.groups)
        self.force_entries = _joined(each.force_entries for each in self.by_root)
        self.cost_types = _joined(each.cost_types for each in self.by_root)
        self.below = _joined(each.below for each in self.by_root)
        self.weights = _joined(each.weights for each in self.by_root)
        self.within = _joined(each.within for each in self.by_root)
        self.offered = _joined(each.offered for each in self.by_root)
        self.roots_of_entries: dict[str, str] = {}
        self.repeated: dict[tuple[str, str], list[str]] = {}
        for each in self.by_root:
            for id in self.roots_of_entries.keys() & each.entries.keys():
                self.repeated.setdefault((each.root.id, self.roots_of_entries[id]), []).append(id)
            self.roots_of_entries = {**dict.fromkeys(each.entries, each.root.id), **self.roots_of_entries}


def _survey_of(root: DataRoot, known: MutableMapping[str, RootSurvey]) -> RootSurvey:
    found = known.get(root.id)
    if found is None or found.root is not root:
        found = known[root.id] = RootSurvey(root)
    return found


T = TypeVar("T")


def _joined(tables: Iterable[dict[str, T]]) -> dict[str, T]:
    """Return tables as one, in their order; of two values with one key the first counts."""
    joined: dict[str, T] = {}
    for table in tables:
        disjoint = joined.keys().isdisjoint(table)
        joined.update(table if disjoint else {id: value for id, value in table.items() if id not in joined})
    return joined
