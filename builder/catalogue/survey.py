"""One walk through all that the roots hold, noting what links, editing and evaluation look up.

A large catalogue has thousands of elements, and every start of the program takes this walk: it is made once, for all
questions together.
"""

from __future__ import annotations

from collections.abc import Iterable

from builder.catalogue.circles import Edge
from builder.catalogue.model import (
    CategoryLink,
    DataRoot,
    EntryHolder,
    EntryLink,
    ForceEntry,
    InfoGroup,
    InfoHolder,
    InfoLink,
    Profile,
    Rule,
    SelectionEntry,
    SelectionEntryGroup,
)


class RootSurvey:
    """The links of one root, in the order in which they are met."""

    def __init__(self) -> None:
        self.entry_links: list[EntryLink] = []
        self.category_links: list[CategoryLink] = []
        self.info_links: list[InfoLink] = []


class Survey:
    """What is where; of two elements with one id the first counts.

    `below` holds, for each entry and group, the entry links anywhere beneath it, with what they lead to; `weights`, of
    how many entries and groups those consist. `within` are the links in an entry or group and the groups in it alone,
    `offered` is how many entries and links stand there. `cost_types` are those that entries and links name.
    """

    def __init__(self, roots: Iterable[DataRoot]) -> None:
        self.entries: dict[str, SelectionEntry | SelectionEntryGroup] = {}
        self.info: dict[str, Profile | Rule | InfoGroup] = {}
        self.kinds: dict[str, str] = {}
        self.force_entries: dict[str, ForceEntry] = {}
        self.cost_types: dict[str, None] = {}
        self.below: dict[str, list[Edge]] = {}
        self.weights: dict[str, int] = {}
        self.within: dict[str, list[Edge]] = {}
        self.offered: dict[str, int] = {}
        self._passed = 0
        self.by_root: list[tuple[DataRoot, RootSurvey]] = []
        for root in roots:
            self._root(root)

    def _root(self, root: DataRoot) -> None:
        self._links = RootSurvey()
        self.by_root.append((root, self._links))
        self._note(root.shared_profiles)
        self._note(root.shared_rules)
        self._note(root.rules)
        self._groups(root.shared_info_groups)
        self._links.info_links += root.info_links
        self._entries(root.selection_entries, "entry")
        self._entry_links(root.entry_links)
        self._entries(root.shared_selection_entries, "entry")
        self._entries(root.shared_selection_entry_groups, "group")
        self._forces(root.force_entries)
        for category in root.category_entries:
            self.kinds.setdefault(category.id, "category")
            self._shown(category)

    def _entries(self, holders: Iterable[SelectionEntry | SelectionEntryGroup], kind: str) -> list[Edge]:
        found: list[Edge] = []
        for holder in holders:
            self.entries.setdefault(holder.id, holder)
            self.kinds.setdefault(holder.id, kind)
            if isinstance(holder, SelectionEntry):
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
            self._links.entry_links.append(link)
            self.kinds.setdefault(link.id, "entry")
            for cost in link.costs:
                self.cost_types[cost.type_id] = None
            found.append((link.id, link.target_id))
            found += self._below(link)
        return found

    def _below(self, holder: EntryHolder) -> list[Edge]:
        """The links beneath an entry, group or link, which is looked through."""
        found: list[Edge] = []
        self._shown(holder)
        if holder.category_links:
            self._links.category_links += holder.category_links
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
            self._links.category_links += force.category_links
            self._forces(force.force_entries)

    def _shown(self, holder: InfoHolder) -> None:
        if holder.profiles:
            self._note(holder.profiles)
        if holder.rules:
            self._note(holder.rules)
        if holder.info_groups:
            self._groups(holder.info_groups)
        if holder.info_links:
            self._links.info_links += holder.info_links

    def _groups(self, groups: Iterable[InfoGroup]) -> None:
        for group in groups:
            self.info.setdefault(group.id, group)
            self._shown(group)

    def _note(self, shown: Iterable[Profile | Rule]) -> None:
        for info in shown:
            self.info.setdefault(info.id, info)
