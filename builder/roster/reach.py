"""Modifiers that change something else than their element: where they lead to in a roster.

Such a modifier goes up by its `scope`, and from there down by what it `affects`: `self.entries.recursive.hero` is what
is in the category hero, there or anywhere below, and `profiles.Unit` are the profiles of that type there. Only New
Recruit's data has them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from builder.catalogue.entries import Linked
from builder.catalogue.model import AppliedModifier, Modifier
from builder.record import Record
from builder.roster.count import CategoryNode, GroupNode, Here, Scope
from builder.roster.tree import ForceNode, RosterNode, SelectionNode

_FLAGS = frozenset({"self", "entries", "forces", "recursive", "group"})
PROFILES, RULES = "profiles", "rules"
_OWN_FIELDS = frozenset({"costs", "categories", "constraints"})
_SELECTORS = frozenset({PROFILES, RULES, *_OWN_FIELDS})


class Affected(Record, frozen=True):
    """What a modifier affects: by flags how far below, what that has to be, and which things of it.

    `selector` is empty for the element itself; `kind` narrows profiles to a type, and rules to a name.
    """

    flags: frozenset[str]
    filters: tuple[str, ...]
    selector: str = ""
    kind: str = ""

    @classmethod
    def of(cls, affects: str) -> Affected:
        """Return the target that a text names."""
        words = [word.strip() for word in affects.split(".") if word.strip()]
        place = next((place for place, word in enumerate(words) if word in _SELECTORS), len(words))
        before = words[:place]
        selector, kind = (words[place], ".".join(words[place + 1 :])) if place < len(words) else ("", "")
        flags = frozenset(word for word in before if word in _FLAGS)
        return cls(flags, tuple(word for word in before if word not in _FLAGS and word != "any"), selector, kind)


@dataclass(frozen=True, slots=True)
class ReachingModifier(AppliedModifier):
    """A modifier of one element as it reaches another: its conditions are asked where it is written."""

    here: Here = field(kw_only=True)
    node: SelectionNode | ForceNode = field(kw_only=True)
    filters: tuple[str, ...] = field(kw_only=True)


Changes = Mapping[str, tuple[AppliedModifier, ...]]


class ReachingModifiers:
    """The modifiers that reach forces, selections, and the profiles and rules of either, from elsewhere in one roster.

    Those of `shown` are sorted by selector and kind.
    """

    def __init__(self, top: RosterNode, element: Callable[[str, Here], Scope | None]) -> None:
        self._element = element
        self.nodes: dict[SelectionNode | ForceNode, dict[str, tuple[AppliedModifier, ...]]] = {}
        self.shown: dict[SelectionNode | ForceNode, dict[tuple[str, str], dict[str, tuple[AppliedModifier, ...]]]] = {}
        for node in top.selections:
            for change in node.entry.relative if node.entry else ():
                self._add(change, Here(node, node.above))
            for change in _of_info(node.entry) if node.entry else ():
                self._add(change, Here(node, node))
            for group in node.entry.all_groups if node.entry else ():
                for change in (*group.relative, *_of_info(group)):
                    self._add(change, Here(None, node))
        self.touched = frozenset(part for node in (*self.nodes, *self.shown) for part in _with_above(node))
        """What is reached, or is around what is."""

    def _add(self, change: AppliedModifier, here: Here) -> None:
        modifier = change.modifier
        target = Affected.of(modifier.affects)
        start = self._element(modifier.scope or "self", here)
        for node in _reached(start, target):
            reaching = ReachingModifier(change.modifier, change.groups, here=here, node=node, filters=target.filters)
            if target.selector in ("", *_OWN_FIELDS):
                _append(self.nodes.setdefault(node, {}), modifier, reaching)
            else:
                of_kind = self.shown.setdefault(node, {}).setdefault((target.selector, target.kind), {})
                _append(of_kind, modifier, reaching)


def _of_info(linked: Linked) -> Iterator[AppliedModifier]:
    """Yield the modifiers of profiles and rules that change something else than these."""
    return (change for info in linked.own_info for change in info.visible.relative)


def _append(found: dict[str, tuple[AppliedModifier, ...]], modifier: Modifier, change: AppliedModifier) -> None:
    found[modifier.field] = (*found.get(modifier.field, ()), change)


def _reached(start: Scope | None, target: Affected) -> Iterator[SelectionNode | ForceNode]:
    """Yield what a target means, seen from where the scope leads."""
    if start is None or isinstance(start, CategoryNode | GroupNode):
        return
    below = target.flags & {"entries", "forces"}
    if not isinstance(start, RosterNode) and (not below or "self" in target.flags):
        yield start
    if not below:
        return
    forces = [start] if isinstance(start, ForceNode) else []
    if isinstance(start, RosterNode) or "forces" in target.flags:
        children = start.forces if isinstance(start, RosterNode | ForceNode) else []
        forces += [force for child in children for force in child.walk()]
    roots = (
        start.selections if isinstance(start, SelectionNode) else [one for force in forces for one in force.selections]
    )
    if "entries" in target.flags:
        for root in roots:
            yield from root.walk() if "recursive" in target.flags else (root,)


def _with_above(node: SelectionNode | ForceNode) -> Iterator[SelectionNode | ForceNode]:
    part: SelectionNode | ForceNode | RosterNode = node
    while not isinstance(part, RosterNode):
        yield part
        part = part.above
