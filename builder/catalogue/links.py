"""Follows the links of the data, and tells of links that cannot be followed."""

from __future__ import annotations

import enum
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from builder.bounds import MOST_EXPANDED, MOST_LINKED, MOST_OFFERED
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
from builder.catalogue.survey import Edge, RootLinks, Survey, joined
from builder.errors import Finding, Place, Severity
from builder.record import Record


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


class _CannotFollowError(Exception):
    """Something comes to more than is followed, or back to itself."""


def all_can_be_followed(
    edges: Mapping[str, Sequence[Edge]],
    weights: Mapping[str, int],
    most: int = MOST_EXPANDED,
    among: Container[str] | None = None,
) -> bool:
    """Whether `cut_links` would cut nothing, which is quickly told of all data but the strangest.

    With `among`, only edges to these are followed, and others count nothing.
    """
    done: dict[str, tuple[int, int]] = {}

    def size(here: str, depth: int) -> tuple[int, int]:
        # A circle comes to too many links one behind the other.
        if depth > MOST_LINKED:
            raise _CannotFollowError
        total, levels = weights.get(here, 1), 0
        for _, target in edges.get(here, ()):
            if among is None or target in among:
                found = done.get(target)
                if found is None:
                    found = done[target] = size(target, depth + 1) if target in edges else (weights.get(target, 1), 0)
                total += found[0]
                levels = max(levels, found[1] + 1)
        if total > most or levels > MOST_LINKED:
            raise _CannotFollowError
        return total, levels

    try:
        for start in edges:
            if start not in done:
                done[start] = size(start, 0)
    except _CannotFollowError:
        return False
    return True


class CheckedLinks(Record, frozen=True):
    """What looking at all links of some roots has shown.

    Args:
        not_followed: the ids of the links that lead in a circle or to too much.
        findings: what is to be told of these, of links that lead nowhere, and of ids that two roots have.
        cost_types: the ids of those that entries, links and forces name, in their order.
        new_recruits: the ids of the roots that say what only New Recruit reads.
    """

    not_followed: frozenset[str]
    findings: tuple[Finding, ...]
    cost_types: tuple[str, ...]
    new_recruits: frozenset[str] = frozenset()


def check_links(survey: Survey) -> CheckedLinks:
    """Look at all links of some roots."""
    check = _LinkCheck(survey)
    cut = tuple(check.cut())
    findings = (*check.dangling(), *cut, *_repeated(survey))
    links = frozenset(finding.at.entry for finding in cut if finding.at.entry is not None)
    theirs = frozenset(each.root.id for each in survey.by_root if each.is_new_recruits)
    return CheckedLinks(links, findings, tuple(joined(each.cost_types for each in check.by_root)), theirs)


class Links:
    """Where links lead.

    Following them never runs in a circle, and whatever they lead to comes to no more than the bounds allow.
    """

    def __init__(self, survey: Survey, not_followed: frozenset[str]) -> None:
        self._entries = survey.entries
        self._info = survey.info
        self._not_followed = not_followed
        self.root_of = survey.root_of

    def entry(self, link: EntryLink) -> SelectionEntry | SelectionEntryGroup | None:
        """Return what an entry link leads to; None if nothing can be reached by it."""
        return None if link.id in self._not_followed else self._entries.get(link.target_id)

    def element(self, id: str) -> SelectionEntry | SelectionEntryGroup | None:
        """Return the entry or group of this id."""
        return self._entries.get(id)

    def shows(self, id: str) -> bool:
        """Whether there is a profile, a rule or a group of these of this id."""
        return id in self._info

    def info(self, link: InfoLink) -> Profile | Rule | InfoGroup | None:
        """Return what an info link leads to; None if nothing can be reached by it."""
        return None if link.id in self._not_followed else self._info.get(link.target_id)


def not_followed(survey: Survey) -> frozenset[str]:
    """Return the ids of the links that lead in a circle or to too much."""
    return frozenset(link for link, _, _ in _LinkCheck(survey).cuts())


class _LinkCheck:
    """Looks at the links of some roots together."""

    def __init__(self, survey: Survey) -> None:
        self.survey = survey
        self.by_root = [each.links for each in survey.by_root]
        self.catalogues = {each.root.id: each.root for each in self.by_root if isinstance(each.root, Catalogue)}

    def cuts(self) -> Iterator[tuple[str, str, Cut]]:
        """Yield the links that cannot be followed, with what they lead to and why."""
        below, weights = joined(each.below for each in self.by_root), joined(each.weights for each in self.by_root)
        groups = {id: list(_groups_in(group)) for id, group in self.survey.info.items() if isinstance(group, InfoGroup)}
        beside = {
            id: [(link.id, link.target_id) for link in catalogue.catalogue_links]
            for id, catalogue in self.catalogues.items()
        }
        return chain(
            () if all_can_be_followed(below, weights) else cut_links(below, weights),
            self._cut_in_offers(),
            cut_links(groups),
            cut_links(beside),
        )

    def cut(self) -> Iterator[Finding]:
        """Tell of the links that cannot be followed."""
        for link, (target, why) in {link: (target, why) for link, target, why in self.cuts()}.items():
            if why is Cut.CIRCLE:
                message = f"The link {link} to {target} closes a circle, which is followed once."
                yield _finding("link-circle", link, message)
            else:
                message = (
                    f"The link {link} to {target} is not followed: with it an entry comes to over {MOST_EXPANDED:,} "
                    f"others, offers over {MOST_OFFERED:,}, or has over {MOST_LINKED} links one behind the other."
                )
                yield _finding("link-size", link, message)

    def _cut_in_offers(self) -> Iterable[tuple[str, str, Cut]]:
        """Return the links to groups that are cut since an entry would offer too much with them."""
        within, offered = joined(each.within for each in self.by_root), joined(each.offered for each in self.by_root)
        groups = frozenset(id for each in self.by_root for id in each.groups)
        if all_can_be_followed(within, offered, MOST_OFFERED, groups):
            return ()
        to_groups = {id: [edge for edge in links if edge[1] in groups] for id, links in within.items()}
        return cut_links(to_groups, offered, MOST_OFFERED)

    def dangling(self) -> Iterator[Finding]:
        """Tell of the links that lead nowhere."""
        survey = self.survey
        categories = {category.id for links in self.by_root for category in links.root.category_entries}
        for each, links in zip(survey.by_root, self.by_root, strict=True):
            yield from self._dangling_in(links, categories)
            for to_force in each.force_links:
                if to_force.target_id not in survey.force_entries:
                    name = to_force.name or to_force.target_id
                    yield _dangles(each.root, to_force.id, name, "a force that does not exist")
        for catalogue in self.catalogues.values():
            for to_catalogue in catalogue.catalogue_links:
                if to_catalogue.target_id not in self.catalogues:
                    name = to_catalogue.name or to_catalogue.target_id
                    yield _dangles(catalogue, to_catalogue.id, name, "a catalogue that is not loaded")

    def _dangling_in(self, links: RootLinks, categories: set[str]) -> Iterator[Finding]:
        root, survey = links.root, self.survey
        for link in links.entry_links:
            if link.target_id not in survey.entries:
                yield _dangles(root, link.id, link.name or link.target_id, "an entry that does not exist")
        for slot in links.category_links:
            if slot.target_id not in categories:
                yield _dangles(root, slot.id, slot.name or slot.target_id, "a category that does not exist")
        for info in links.info_links:
            if info.target_id not in survey.info:
                yield _dangles(root, info.id, info.name or info.target_id, "a profile or rule that does not exist")


def _repeated(survey: Survey) -> Iterator[Finding]:
    """Tell once of each two roots that have the same ids: a force's links lead to the one that is nearest to it."""
    firsts: dict[str, str] = {}
    for each in survey.by_root:
        root = each.root
        repeated: dict[str, list[str]] = {}
        for id in sorted(firsts.keys() & each.entries.keys()):
            repeated.setdefault(firsts[id], []).append(id)
        for first, ids in repeated.items():
            times = "an id" if len(ids) == 1 else f"{len(ids)} ids"
            message = f"{root.name} has {times} that {first} has too ({min(ids)}): links of a force lead to those"
            yield _finding("id-in-two", min(ids), f"{message} of its own catalogue, else to those of {first}.")
        firsts = {**dict.fromkeys(each.entries, root.name), **firsts}


def _groups_in(group: InfoGroup) -> Iterator[Edge]:
    yield from ((link.id, link.target_id) for link in group.info_links if link.type == "infoGroup")
    for child in group.info_groups:
        yield from _groups_in(child)


def _dangles(root: DataRoot, link_id: str, name: str, where: str) -> Finding:
    return _finding("link-dangling", link_id, f"{root.name}: the link “{name}” leads to {where}; it is left out.")


def _finding(code: str, link_id: str, message: str) -> Finding:
    return Finding(Severity.WARNING, code, message, at=Place(entry=link_id))
