"""Follows the links of the data, and tells of those that lead nowhere or in a circle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from builder.catalogue import walk
from builder.catalogue.circles import Edge, closing
from builder.catalogue.model import (
    Catalogue,
    DataRoot,
    EntryLink,
    InfoGroup,
    InfoLink,
    Profile,
    Rule,
    SelectionEntry,
    SelectionEntryGroup,
)
from builder.errors import Finding, Place, Severity


class Links:
    """Where links lead; what they cannot lead to is in `findings`, and following them never runs in a circle."""

    def __init__(self, roots: Sequence[DataRoot]) -> None:
        self._roots = roots
        self._catalogues = {root.id: root for root in roots if isinstance(root, Catalogue)}
        self._entries: dict[str, SelectionEntry | SelectionEntryGroup] = {}
        self._info: dict[str, Profile | Rule | InfoGroup] = {}
        for root in roots:
            for holder in walk.holders(walk.tops(root)):
                if isinstance(holder, SelectionEntry | SelectionEntryGroup):
                    self._entries.setdefault(holder.id, holder)
            for info in walk.info(root):
                self._info.setdefault(info.id, info)
        circles = list(self._circles())
        self._closing = frozenset(finding.at.entry for finding in circles)
        self.findings: tuple[Finding, ...] = (*self._dangling(), *circles)

    def entry(self, link: EntryLink) -> SelectionEntry | SelectionEntryGroup | None:
        """What an entry link leads to; None if nothing can be reached by it."""
        return None if link.id in self._closing else self._entries.get(link.target_id)

    def info(self, link: InfoLink) -> Profile | Rule | InfoGroup | None:
        """What an info link leads to; None if nothing can be reached by it."""
        return None if link.id in self._closing else self._info.get(link.target_id)

    def _circles(self) -> Iterator[Finding]:
        below = {
            id: [(link.id, link.target_id) for link in walk.entry_links(holder) if link.target_id in self._entries]
            for id, holder in self._entries.items()
        }
        within = {id: list(_groups_in(group)) for id, group in self._info.items() if isinstance(group, InfoGroup)}
        beside = {
            id: [(link.id, link.target_id) for link in catalogue.catalogue_links]
            for id, catalogue in self._catalogues.items()
        }
        for link, target in dict(chain(closing(below), closing(within), closing(beside))).items():
            yield _finding("link-circle", link, f"The link {link} to {target} closes a circle, which is followed once.")

    def _dangling(self) -> Iterator[Finding]:
        categories = {category.id for root in self._roots for category in root.category_entries}
        for root in self._roots:
            holders = list(walk.holders(walk.tops(root)))
            forces = list(walk.forces(root.force_entries))
            for link in (holder for holder in holders if isinstance(holder, EntryLink)):
                if link.target_id not in self._entries:
                    yield _dangles(root, link.id, link.name or link.target_id, "an entry that does not exist")
            of_entries = (link for holder in holders for link in holder.category_links)
            for slot in chain(of_entries, (link for force in forces for link in force.category_links)):
                if slot.target_id not in categories:
                    yield _dangles(root, slot.id, slot.name or slot.target_id, "a category that does not exist")
            for info in walk.info_links(root):
                if info.target_id not in self._info:
                    yield _dangles(root, info.id, info.name or info.target_id, "a profile or rule that does not exist")
        for catalogue in self._catalogues.values():
            for to_catalogue in catalogue.catalogue_links:
                if to_catalogue.target_id not in self._catalogues:
                    name = to_catalogue.name or to_catalogue.target_id
                    yield _dangles(catalogue, to_catalogue.id, name, "a catalogue that is not loaded")


def _groups_in(group: InfoGroup) -> Iterator[Edge]:
    yield from ((link.id, link.target_id) for link in group.info_links if link.type == "infoGroup")
    for child in group.info_groups:
        yield from _groups_in(child)


def _dangles(root: DataRoot, link_id: str, name: str, where: str) -> Finding:
    return _finding("link-dangling", link_id, f"{root.name}: the link “{name}” leads to {where}; it is left out.")


def _finding(code: str, link_id: str, message: str) -> Finding:
    return Finding(Severity.WARNING, code, message, at=Place(entry=link_id))
