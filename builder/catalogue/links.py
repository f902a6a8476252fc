"""Follows the links of the data, and tells of those that lead nowhere, in a circle or to too much."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from builder.bounds import MOST_EXPANDED, MOST_LINKED, MOST_OFFERED
from builder.catalogue.circles import Cut, Edge, cut_links
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
from builder.catalogue.survey import RootSurvey, Survey
from builder.errors import Finding, Place, Severity


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
        self.findings: tuple[Finding, ...] = (*self._dangling(survey), *cut)

    def entry(self, link: EntryLink) -> SelectionEntry | SelectionEntryGroup | None:
        """What an entry link leads to; None if nothing can be reached by it."""
        return None if link.id in self._not_followed else self._entries.get(link.target_id)

    def element(self, id: str) -> SelectionEntry | SelectionEntryGroup | None:
        """The entry or group of this id."""
        return self._entries.get(id)

    def info(self, link: InfoLink) -> Profile | Rule | InfoGroup | None:
        """What an info link leads to; None if nothing can be reached by it."""
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


def _groups_in(group: InfoGroup) -> Iterator[Edge]:
    yield from ((link.id, link.target_id) for link in group.info_links if link.type == "infoGroup")
    for child in group.info_groups:
        yield from _groups_in(child)


def _dangles(root: DataRoot, link_id: str, name: str, where: str) -> Finding:
    return _finding("link-dangling", link_id, f"{root.name}: the link “{name}” leads to {where}; it is left out.")


def _finding(code: str, link_id: str, message: str) -> Finding:
    return Finding(Severity.WARNING, code, message, at=Place(entry=link_id))
