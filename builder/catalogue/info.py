"""Profiles and rules as an element shows them: links followed, info groups opened, modifiers merged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from builder.catalogue.links import Links
from builder.catalogue.model import (
    AppliedModifier,
    CostType,
    Element,
    InfoGroup,
    InfoHolder,
    InfoLink,
    Profile,
    Rule,
    changes,
)

AMOUNT, DEFAULT = "defaultAmount", "defaultSelectionEntryId"
"""The fields by which modifiers change how many of an entry its parent begins with, and which entry of a group."""


@dataclass(frozen=True, eq=False)
class Visible:
    """What decides whether something is shown: whether it or a link to it is hidden, and what changes that.

    `relative` are the modifiers that change something else than it.
    """

    hidden: bool
    changes: Mapping[str, tuple[AppliedModifier, ...]]
    relative: tuple[AppliedModifier, ...] = ()

    @classmethod
    def of(cls, *elements: Element) -> Visible:
        """That of an element and the links to it."""
        return cls(any(element.hidden for element in elements), changes_by_field(elements), relative_changes(elements))


@dataclass(frozen=True, eq=False)
class LinkedInfo:
    """A profile or rule with the groups around it, all of which must be visible for it to be seen.

    `path` are the ids of the links that lead to it, joined by `::`, then its own.
    """

    info: Profile | Rule
    path: str
    visible: Visible
    around: tuple[Visible, ...]

    @cached_property
    def fixed(self) -> bool:
        """Whether nothing changes it, whatever is in the roster."""
        return not self.visible.changes and not any("hidden" in group.changes for group in self.around)


@dataclass(frozen=True, slots=True)
class LinkPath:
    """How an element is reached: by which links, through which groups."""

    links: tuple[str, ...] = ()
    around: tuple[Visible, ...] = ()

    def to(self, info: Profile | Rule, *links: InfoLink) -> LinkedInfo:
        """Return what is at its end."""
        path = "::".join((*self.links, *(link.id for link in links), info.id))
        return LinkedInfo(info, path, Visible.of(info, *links), self.around)

    def into(self, group: InfoGroup, *links: InfoLink) -> LinkPath:
        """Return the way into a group."""
        return LinkPath((*self.links, *(link.id for link in links)), (*self.around, Visible.of(group, *links)))


HERE = LinkPath()


def gather(holders: Iterable[InfoHolder], links: Links, way: LinkPath = HERE) -> Iterator[LinkedInfo]:
    """Yield what these elements show: their own, what they link to, and that of their groups."""
    for holder in holders:
        infos: tuple[Profile | Rule, ...] = (*holder.profiles, *holder.rules)
        yield from (way.to(info) for info in infos)
        for link in holder.info_links:
            yield from follow(link, links, way)
        for group in holder.info_groups:
            yield from gather((group,), links, way.into(group))


def follow(link: InfoLink, links: Links, way: LinkPath = HERE) -> Iterator[LinkedInfo]:
    """Yield what a link leads to."""
    target = links.info(link)
    if isinstance(target, InfoGroup):
        yield from gather((target,), links, way.into(target, link))
    elif target is not None:
        yield way.to(target, link)


def dangling(holders: Iterable[InfoHolder], links: Links) -> Iterator[InfoLink]:
    """Yield the links by which these elements would show something that cannot be reached."""
    for holder in holders:
        for link in holder.info_links:
            target = links.info(link)
            if target is None:
                yield link
            elif isinstance(target, InfoGroup):
                yield from dangling((target,), links)
        yield from dangling(holder.info_groups, links)


def relative_changes(elements: Iterable[Element]) -> tuple[AppliedModifier, ...]:
    """Return the modifiers of the elements that change something else than their element."""
    changing = (element for element in elements if element.modifiers or element.modifier_groups)
    found = (change for each in changing for change in changes(each.modifiers, each.modifier_groups))
    return tuple(change for change in found if change.modifier.relative)


def changes_by_field(elements: Iterable[Element | CostType]) -> Mapping[str, tuple[AppliedModifier, ...]]:
    """Return the modifiers of the elements by the field that they change, in the order in which they are written.

    Those that change something else than their element are left out.
    """
    found: dict[str, tuple[AppliedModifier, ...]] = {}
    for element in elements:
        if element.modifiers or element.modifier_groups:
            for change in changes(element.modifiers, element.modifier_groups):
                if not change.modifier.relative:
                    found[change.modifier.field] = (*found.get(change.modifier.field, ()), change)
    return found
