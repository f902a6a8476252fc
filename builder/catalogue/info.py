"""Profiles and rules as an element shows them: links followed, info groups opened, modifiers merged and by field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from builder.catalogue.links import Links
from builder.catalogue.model import (
    Condition,
    ConditionGroup,
    ConstrainedHolder,
    Constraint,
    CostType,
    Element,
    InfoGroup,
    InfoHolder,
    InfoLink,
    LocalConditionGroup,
    Modifier,
    ModifierGroup,
    Profile,
    Query,
    Rule,
)

AMOUNT, DEFAULT = "defaultAmount", "defaultSelectionEntryId"
"""The fields by which modifiers change how many of an entry its parent begins with, and which entry of a group."""

MESSAGES = frozenset({"error", "warning", "info"})
"""The fields by which modifiers put a message on an element."""


@dataclass(frozen=True, slots=True)
class AppliedModifier:
    """A modifier with the groups around it, outermost first: all their conditions must hold, all repeats multiply."""

    modifier: Modifier
    groups: tuple[ModifierGroup, ...] = ()

    @property
    def parts(self) -> tuple[Modifier | ModifierGroup, ...]:
        """The groups and the modifier."""
        return (*self.groups, self.modifier)

    def conditions(self) -> Iterator[Condition]:
        """Yield its conditions and those of the groups around it, however they are joined."""
        for part in self.parts:
            yield from _conditions(part)

    def queries(self) -> Iterator[Query]:
        """Yield what its conditions and repeats ask."""
        yield from (condition.query for condition in self.conditions())
        yield from (repeat.query for part in self.parts for repeat in part.repeats)
        yield from (group.query for part in self.parts for group in _local(part))

    @property
    def always(self) -> bool:
        """Whether it applies whatever an army has, as what is marked for the programs that read it as this one does."""
        plain = not any(part.condition_groups or part.local_condition_groups or part.repeats for part in self.parts)
        return plain and all(each.type == "always" for each in self.conditions())

    @property
    def is_of_force(self) -> bool:
        """Whether it applies in a force by what force that is and stands in, and by nothing else."""
        conditions = list(self.conditions())
        constant = all(each.type in _KINDRED and each.query.scope in _AROUND for each in conditions)
        return constant and len(conditions) == len(list(self.queries()))

    def counted(self) -> Iterator[str]:
        """Yield the ids of what its conditions and repeats count."""
        return (query.child_id for query in self.queries() if query.child_id)


Changes = Mapping[str, tuple[AppliedModifier, ...]]
"""The modifiers of an element by the field that they change."""

_KINDRED = frozenset({"instanceOf", "notInstanceOf"})
_AROUND = frozenset({"force", "parent", "ancestor", "primary-catalogue"})
"""Scopes that lead from what a force can select to forces and catalogues, which stay what they are."""


def _conditions(part: Modifier | ModifierGroup | ConditionGroup | LocalConditionGroup) -> Iterator[Condition]:
    yield from part.conditions
    groups: tuple[ConditionGroup | LocalConditionGroup, ...] = (*part.condition_groups, *part.local_condition_groups)
    for group in groups:
        yield from _conditions(group)


def _local(part: Modifier | ModifierGroup | ConditionGroup | LocalConditionGroup) -> Iterator[LocalConditionGroup]:
    """Yield all local groups in a part, at whatever depth."""
    yield from part.local_condition_groups
    groups: tuple[ConditionGroup | LocalConditionGroup, ...] = (*part.condition_groups, *part.local_condition_groups)
    for group in groups:
        yield from _local(group)


def changes(
    modifiers: Iterable[Modifier], groups: Iterable[ModifierGroup], enclosing: tuple[ModifierGroup, ...] = ()
) -> Iterator[AppliedModifier]:
    """Yield all modifiers in the order in which they apply: those of the element, then group by group."""
    for modifier in modifiers:
        yield AppliedModifier(modifier, enclosing)
    for group in groups:
        yield from changes(group.modifiers, group.modifier_groups, (*enclosing, group))


@dataclass(frozen=True, slots=True)
class Declared:
    """A constraint with the id of the entry, link, group, category or force that declares it.

    A link's limits are merged into those of its target, whose first of the same kind speaks for them in findings.
    """

    constraint: Constraint
    by: str
    merged_into: tuple[str, str] | None = None

    @property
    def reported(self) -> tuple[str, str]:
        """The ids of the element and the constraint that findings name."""
        return self.merged_into or (self.by, self.constraint.id)


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

    @classmethod
    def of(cls, links: Iterable[Element]) -> LinkPath:
        """The way that leads over these links."""
        return cls(tuple(link.id for link in links))

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


def changes_by_field(elements: Sequence[Element | CostType]) -> Mapping[str, tuple[AppliedModifier, ...]]:
    """Return the modifiers of the elements by the field that they change, in the order in which they are written.

    Those that change something else than their element are left out. One that names an `exactly` changes both bounds
    that it stands for.
    """
    found: dict[str, tuple[AppliedModifier, ...]] = {}
    for element in elements:
        if element.modifiers or element.modifier_groups:
            for change in changes(element.modifiers, element.modifier_groups):
                if not change.modifier.relative:
                    found[change.modifier.field] = (*found.get(change.modifier.field, ()), change)
    holders = (element for element in elements if found and isinstance(element, ConstrainedHolder))
    for constraint in (each for holder in holders for each in holder.constraints):
        if constraint.exactly in found:
            found[constraint.id] = (*found[constraint.exactly], *found.get(constraint.id, ()))
    return found
