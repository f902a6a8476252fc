"""Follows the links of the data, notes in one walk what is where, and tells of links that cannot be followed."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from builder.bounds import MOST_EXPANDED, MOST_LINKED, MOST_OFFERED
from builder.catalogue.model import (
    Catalogue,
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
from builder.errors import Finding, Place, Severity

Edge = tuple[str, str]
"""A link's id and the id of what it leads to."""


class Cut(enum.Enum):
    """Why a link is not followed: it leads back to where it came from, or an element would come to too much with it."""

    CIRCLE = "circle"
    SIZE = "size"


@dataclass(slots=True)
class _WalkStep:
    """An element on the way of a walk: the link that led to it, those that leave it, and what it comes to so far."""

    link: str
    here: str
    ahead: Iterator[Edge]
    size: int
    levels: int = 0

    def took(self, size: int, levels: int, most: int) -> bool:
        """Take in an element of this size, with so many levels of links below it; False where that is too much."""
        if self.size + size > most or levels >= MOST_LINKED:
            return False
        self.size, self.levels = self.size + size, max(self.levels, levels + 1)
        return True


def cut_links(
    edges: Mapping[str, Sequence[Edge]], weights: Mapping[str, int] | None = None, most: int = MOST_EXPANDED
) -> Iterator[tuple[str, str, Cut]]:
    """Yield links with what they lead to and why they are cut; without them, every walk comes to an end, and soon.

    `edges` says which links leave each element, `weights` what each comes to by itself, else 1; with what its links
    lead to it comes to `most` and no more. The walk is depth first, in the order of the data, and visits each element
    once: what it comes to is counted, not walked through.
    """
    done: dict[str, tuple[int, int]] = {}
    cut: set[str] = set()
    for start in edges:
        steps: list[_WalkStep] = []
        trail: set[str] = set()
        ahead: Edge | None = ("", start)
        while True:
            if ahead is not None:
                link, here = ahead
                if here in trail:
                    cut.add(link)
                    yield link, here, Cut.CIRCLE
                elif here not in done:
                    trail.add(here)
                    steps.append(_WalkStep(link, here, iter(edges.get(here, ())), (weights or {}).get(here, 1)))
                elif steps and not steps[-1].took(*done[here], most):
                    cut.add(link)
                    yield link, here, Cut.SIZE
            if not steps:
                break
            ahead = next((edge for edge in steps[-1].ahead if edge[0] not in cut), None)
            if ahead is None:
                step = steps.pop()
                trail.discard(step.here)
                done[step.here] = step.size, step.levels
                # It is met again, now that it is known what it comes to.
                ahead = step.link, step.here


class RootSurvey:
    """The links of one root, in the order in which they are met."""

    def __init__(self) -> None:
        self.entry_links: list[EntryLink] = []
        self.category_links: list[CategoryLink] = []
        self.info_links: list[InfoLink] = []
        self.force_links: list[ForceEntryLink] = []


class Survey:
    """What is where; of two elements with one id the first counts.

    `below` holds, for each entry and group, the entry links anywhere beneath it, with what they lead to; `weights`, of
    how many entries and groups those consist. `within` are the links in an entry or group and the groups in it alone,
    `offered` is how many entries and links stand there. `cost_types` are those that entries and links name,
    `roots_of_entries` says in which root each entry and group is written, `repeated` which ids of one root stand in
    another one before it.
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
        self.roots_of_entries: dict[str, str] = {}
        self.repeated: dict[tuple[str, str], list[str]] = {}
        self._root_id = ""
        for root in roots:
            known = len(self.entries)
            self._root_id = root.id
            self._root(root)
            self.roots_of_entries.update(dict.fromkeys(islice(self.entries, known, None), root.id))

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
        self._forces(root.shared_force_entries)
        for category in root.category_entries:
            self.kinds.setdefault(category.id, "category")
            self._shown(category)

    def _entries(self, holders: Iterable[SelectionEntry | SelectionEntryGroup], kind: str) -> list[Edge]:
        found: list[Edge] = []
        for holder in holders:
            if self.entries.setdefault(holder.id, holder) is not holder and holder.id in self.roots_of_entries:
                self.repeated.setdefault((self._root_id, self.roots_of_entries[holder.id]), []).append(holder.id)
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
        """Return the links beneath an entry, group or link, which is looked through."""
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
            self._links.force_links += force.force_entry_links
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
            self._links.info_links += holder.info_links

    def _groups(self, groups: Iterable[InfoGroup]) -> None:
        for group in groups:
            self.info.setdefault(group.id, group)
            self._shown(group)

    def _note(self, shown: Iterable[Profile | Rule]) -> None:
        for info in shown:
            self.info.setdefault(info.id, info)


class Links:
    """Where links lead; what they cannot lead to is in `findings`.

    Following them never runs in a circle, and whatever they lead to comes to no more than the bounds allow.
    """

    def __init__(self, survey: Survey) -> None:
        self._entries = survey.entries
        self._info = survey.info
        self._catalogues = {root.id: root for root, _ in survey.by_root if isinstance(root, Catalogue)}
        cut = list(self._cut(survey))
        self._not_followed = frozenset(finding.at.entry for finding in cut)
        self.findings: tuple[Finding, ...] = (*self._dangling(survey), *cut, *_repeated(survey))

    def entry(self, link: EntryLink) -> SelectionEntry | SelectionEntryGroup | None:
        """Return what an entry link leads to; None if nothing can be reached by it."""
        return None if link.id in self._not_followed else self._entries.get(link.target_id)

    def element(self, id: str) -> SelectionEntry | SelectionEntryGroup | None:
        """Return the entry or group of this id."""
        return self._entries.get(id)

    def info(self, link: InfoLink) -> Profile | Rule | InfoGroup | None:
        """Return what an info link leads to; None if nothing can be reached by it."""
        return None if link.id in self._not_followed else self._info.get(link.target_id)

    def _cut(self, survey: Survey) -> Iterator[Finding]:
        groups = {id: list(_groups_in(group)) for id, group in self._info.items() if isinstance(group, InfoGroup)}
        beside = {
            id: [(link.id, link.target_id) for link in catalogue.catalogue_links]
            for id, catalogue in self._catalogues.items()
        }
        within = {
            id: [edge for edge in links if isinstance(self._entries.get(edge[1]), SelectionEntryGroup)]
            for id, links in survey.within.items()
        }
        found = chain(
            cut_links(survey.below, survey.weights),
            cut_links(within, survey.offered, MOST_OFFERED),
            cut_links(groups),
            cut_links(beside),
        )
        for link, (target, why) in {link: (target, why) for link, target, why in found}.items():
            if why is Cut.CIRCLE:
                message = f"The link {link} to {target} closes a circle, which is followed once."
                yield _finding("link-circle", link, message)
            else:
                message = (
                    f"The link {link} to {target} is not followed: with it an entry comes to over {MOST_EXPANDED:,} "
                    f"others, offers over {MOST_OFFERED:,}, or has over {MOST_LINKED} links one behind the other."
                )
                yield _finding("link-size", link, message)

    def _dangling(self, survey: Survey) -> Iterator[Finding]:
        categories = {category.id for root, _ in survey.by_root for category in root.category_entries}
        for root, links in survey.by_root:
            yield from self._dangling_in(root, links, categories)
            for to_force in links.force_links:
                if to_force.target_id not in survey.force_entries:
                    yield _dangles(
                        root, to_force.id, to_force.name or to_force.target_id, "a force that does not exist"
                    )
        for catalogue in self._catalogues.values():
            for to_catalogue in catalogue.catalogue_links:
                if to_catalogue.target_id not in self._catalogues:
                    name = to_catalogue.name or to_catalogue.target_id
                    yield _dangles(catalogue, to_catalogue.id, name, "a catalogue that is not loaded")

    def _dangling_in(self, root: DataRoot, links: RootSurvey, categories: set[str]) -> Iterator[Finding]:
        for link in links.entry_links:
            if link.target_id not in self._entries:
                yield _dangles(root, link.id, link.name or link.target_id, "an entry that does not exist")
        for slot in links.category_links:
            if slot.target_id not in categories:
                yield _dangles(root, slot.id, slot.name or slot.target_id, "a category that does not exist")
        for info in links.info_links:
            if info.target_id not in self._info:
                yield _dangles(root, info.id, info.name or info.target_id, "a profile or rule that does not exist")


def _repeated(survey: Survey) -> Iterator[Finding]:
    """Tell once of each two roots that have the same ids: links lead to the one that is linked first."""
    names = {root.id: root.name for root, _ in survey.by_root}
    for (root, first), ids in survey.repeated.items():
        times = "an id" if len(ids) == 1 else f"{len(ids)} ids"
        message = (
            f"{names[root]} has {times} that {names[first]} has too ({ids[0]}): links lead to those of {names[first]}"
        )
        yield _finding("id-in-two", ids[0], f"{message}.")


def _groups_in(group: InfoGroup) -> Iterator[Edge]:
    yield from ((link.id, link.target_id) for link in group.info_links if link.type == "infoGroup")
    for child in group.info_groups:
        yield from _groups_in(child)


def _dangles(root: DataRoot, link_id: str, name: str, where: str) -> Finding:
    return _finding("link-dangling", link_id, f"{root.name}: the link “{name}” leads to {where}; it is left out.")


def _finding(code: str, link_id: str, message: str) -> Finding:
    return Finding(Severity.WARNING, code, message, at=Place(entry=link_id))
