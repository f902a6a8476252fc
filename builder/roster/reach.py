"""Where modifiers lead that change other elements: New Recruit's data sends them up, down and across a roster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain
from typing import NamedTuple
from weakref import WeakKeyDictionary

from builder.catalogue.entries import Linked, LinkedEntry
from builder.catalogue.info import AppliedModifier, Changes
from builder.catalogue.library import Library
from builder.catalogue.model import Modifier
from builder.record import Record
from builder.roster.count import TYPES, CategoryNode, GroupNode, Here, Scope
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
    @lru_cache(maxsize=1_000)
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


class _Reaching(NamedTuple):
    """What reaches one force or selection: what changes itself, by field; what changes its profiles and rules.

    The latter are sorted by selector and kind, then by field.
    """

    own: dict[str, tuple[AppliedModifier, ...]]
    shown: dict[tuple[str, str], dict[str, tuple[AppliedModifier, ...]]]


_NOTHING = _Reaching({}, {})


class _Sent(NamedTuple):
    """A modifier on its way from where its scope leads, with its place in the order of all of them."""

    order: int
    change: AppliedModifier
    here: Here
    target: Affected


_FITTING: WeakKeyDictionary[Library, dict[tuple[LinkedEntry, str], tuple[frozenset[str], tuple[str, ...]]]] = (
    WeakKeyDictionary()
)
"""Of entries and what modifiers affect: the filters that do not fit, and those that hang on the roster.

They are the same in all rosters of a library.
"""


class ReachingModifiers:
    """The modifiers that reach forces, selections, and the profiles and rules of either, from elsewhere in one roster.

    What reaches an element is looked for above it when it is asked for: few modifiers change something else than their
    element, but those that do may mean everything below a force.
    """

    def __init__(self, top: RosterNode, element: Callable[[str, Here], Scope | None]) -> None:
        self._top, self._element = top, element
        self._fitting = _FITTING.setdefault(top.library, {})
        self._found: dict[SelectionNode | ForceNode, _Reaching] = {}
        self._around: dict[SelectionNode, bool] = {}

    def __bool__(self) -> bool:
        """Whether any modifier of the roster changes something else than its element."""
        return bool(self._by_scope)

    def changes_of(self, node: SelectionNode | ForceNode) -> Changes:
        """Return what reaches a selection or force itself, by field."""
        return self._reaching(node).own

    def shown_of(self, node: SelectionNode | ForceNode | None) -> Mapping[tuple[str, str], Changes]:
        """Return what reaches the profiles and rules of a selection or force, by selector and kind."""
        return {} if node is None else self._reaching(node).shown

    def touches(self, node: SelectionNode) -> bool:
        """Whether a selection is reached, or anything below it."""
        if not self._by_scope:
            return False
        if node not in self._around:
            reached = self._reaching(node) is not _NOTHING
            self._around[node] = reached or any(self.touches(child) for child in node.selections)
        return self._around[node]

    def _reaching(self, node: SelectionNode | ForceNode) -> _Reaching:
        if not self._by_scope and not _is_apart(node):
            return _NOTHING
        if node not in self._found:
            self._found[node] = self._work_out(node)
        return self._found[node]

    @cached_property
    def _by_scope(self) -> Mapping[RosterNode | SelectionNode | ForceNode, list[_Sent]]:
        """All such modifiers by where their scope leads."""
        return self._sorted(self._top.selections)

    def _sorted(self, nodes: Iterable[SelectionNode]) -> Mapping[RosterNode | SelectionNode | ForceNode, list[_Sent]]:
        """The modifiers of some selections that change something else than these, by where their scope leads."""
        found: dict[RosterNode | SelectionNode | ForceNode, list[_Sent]] = {}
        for order, (change, here) in enumerate(self._sent(nodes)):
            scope = change.modifier.scope or "self"
            # A slot and a group are no elements: nothing of them can be changed.
            start = self._element(scope, here) if scope != "primary-category" else None
            if start is not None and not isinstance(start, CategoryNode | GroupNode):
                sent = _Sent(order, change, here, Affected.of(change.modifier.affects))
                found.setdefault(start, []).append(sent)
        return found

    def _sent(self, nodes: Iterable[SelectionNode]) -> Iterator[tuple[AppliedModifier, Here]]:
        for node in nodes:
            if node.entry is None or not node.entry.reaching:
                continue
            yield from ((change, Here(node, node.above)) for change in node.entry.relative)
            yield from ((change, Here(node, node)) for change in _of_info(node.entry))
            for group in node.entry.all_groups:
                yield from ((change, Here(None, node)) for change in (*group.relative, *_of_info(group)))

    def _work_out(self, node: SelectionNode | ForceNode) -> _Reaching:
        reached = []
        own = self._sorted((node,)) if isinstance(node, SelectionNode) and _is_apart(node) else {}
        for start in _from_here_up(node):
            for sent in (*self._by_scope.get(start, ()), *own.get(start, ())):
                filters = self._filters_left(node, sent.target, sent.change.modifier.affects)
                if filters is not None and _is_meant(node, start, sent.target.flags):
                    reached.append((sent, filters))
        if not reached:
            return _NOTHING
        found = _Reaching({}, {})
        for (_, change, here, target), filters in sorted(reached, key=lambda each: each[0].order):
            reaching = ReachingModifier(change.modifier, change.groups, here=here, node=node, filters=filters)
            if target.selector in ("", *_OWN_FIELDS):
                _append(found.own, change.modifier, reaching)
            else:
                _append(found.shown.setdefault((target.selector, target.kind), {}), change.modifier, reaching)
        return found

    def _filters_left(self, node: SelectionNode | ForceNode, target: Affected, affects: str) -> tuple[str, ...] | None:
        """Return which filters are still to be asked, as they hang on the roster; None if another does not fit."""
        if not target.filters or isinstance(node, ForceNode) or node.entry is None:
            return target.filters
        key = (node.entry, affects)
        known = self._fitting.get(key)
        if known is None:
            fits = {word: _fits(node.entry, word, self._top.library.kinds) for word in target.filters}
            known = self._fitting[key] = (
                frozenset(word for word, found in fits.items() if found is False),
                tuple(word for word, found in fits.items() if found is not True),
            )
        missed, asked = known
        return asked if not missed or missed <= self._categories_given else None

    @cached_property
    def _categories_given(self) -> frozenset[str]:
        """The categories that such modifiers may give, and those that are kept of what a file says."""
        sent = (each.change.modifier for found in self._by_scope.values() for each in found)
        kept = (each.entry_id for node in self._top.selections if node.kept for each in node.kept.categories)
        return frozenset(chain((modifier.value for modifier in sent if modifier.field == "category"), kept))


def may_mean(modifier: Modifier, entry: LinkedEntry, library: Library) -> bool:
    """Whether a modifier of another element can reach an entry, as far as its filters tell."""
    return all(_fits(entry, word, library.kinds) is not False for word in Affected.of(modifier.affects).filters)


def _fits(entry: LinkedEntry, word: str, kinds: Mapping[str, str]) -> bool | None:
    """Whether a filter means what is chosen of an entry; None where that hangs on modifiers of its own."""
    if word in TYPES:
        return entry.type in TYPES[word] or entry.target.sub_type in TYPES[word]
    if word in entry.shared_names or word in entry.exact_names:
        return True
    own = word in entry.categories or any(change.modifier.value == word for change in entry.changes.get("category", ()))
    return None if own or kinds.get(word) == "catalogue" else False


def _is_apart(node: SelectionNode | ForceNode) -> bool:
    """Whether this is something that could be taken, and is not in the roster."""
    return isinstance(node, SelectionNode) and not node.selection.id


def _of_info(linked: Linked) -> Iterator[AppliedModifier]:
    """Yield the modifiers of profiles and rules that change something else than these."""
    return (change for info in linked.own_info for change in info.visible.relative)


def _append(found: dict[str, tuple[AppliedModifier, ...]], modifier: Modifier, change: AppliedModifier) -> None:
    found[modifier.field] = (*found.get(modifier.field, ()), change)


def _from_here_up(node: SelectionNode | ForceNode) -> Iterator[SelectionNode | ForceNode | RosterNode]:
    part: SelectionNode | ForceNode | RosterNode = node
    while not isinstance(part, RosterNode):
        yield part
        part = part.above
    yield part


def _is_meant(
    node: SelectionNode | ForceNode, start: SelectionNode | ForceNode | RosterNode, flags: frozenset[str]
) -> bool:
    """Whether flags mean an element, seen from one that it is or that is around it."""
    if node is start:
        return "self" in flags or flags.isdisjoint(("entries", "forces"))
    if "entries" not in flags or isinstance(node, ForceNode):
        return False
    if isinstance(start, SelectionNode):
        return "recursive" in flags or node.above is start
    in_force = isinstance(start, RosterNode) or "forces" in flags or node.force is start
    return in_force and ("recursive" in flags or isinstance(node.above, ForceNode))
