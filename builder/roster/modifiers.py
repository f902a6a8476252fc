"""What modifiers make of texts, numbers and memberships of categories; where those lead that change other elements."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from builder.bounds import AMOUNT, MOST_TEXT, read_amount
from builder.catalogue.entries import Linked, LinkedEntry
from builder.catalogue.info import AppliedModifier
from builder.catalogue.library import Library
from builder.catalogue.model import Modifier
from builder.record import Record
from builder.roster.count import TYPES, CategoryNode, GroupNode, Here, Scope
from builder.roster.tree import ForceNode, RosterNode, SelectionNode

T = TypeVar("T")

_ADDING = frozenset({"append", "prepend"})
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")

_LAST = {"floor": 3, "ceil": 3, "cumulative-add": 4, "cumulative-multiply": 4, "cumulative-power": 4, "replace": 4}
_STEPS = {**dict.fromkeys(("set", "add", "remove", "set-primary", "unset-primary"), 0), "append": 1, "prepend": 1}
"""The steps in which New Recruit applies modifiers, whatever the order of the file; arithmetic is the second."""


def in_order(changes: Sequence[AppliedModifier], *, by_steps: bool) -> Sequence[AppliedModifier]:
    """Return modifiers in the order in which they apply: as they are written, or by New Recruit's steps."""
    if len(changes) < 2 or not by_steps:
        return changes
    return sorted(changes, key=lambda change: {**_STEPS, **_LAST}.get(change.modifier.type, 2))


def text(value: str, modifier: Modifier, times: int, *, once: bool = False) -> str:
    """Return a text after a modifier; what changes numbers changes those that stand in it.

    New Recruit adds to a text `once` however often a modifier is repeated, BattleScribe each time.
    """
    times = min(times, 1) if once and modifier.type in _ADDING else times
    if times < 1 or (modifier.skip_if_present and modifier.type in _ADDING and modifier.value in value):
        return value
    if modifier.type == "set":
        return modifier.value
    if modifier.type == "append":
        return modifier.join.join((value, *_repeated(modifier.value, times)))
    if modifier.type == "prepend":
        return modifier.join.join((*_repeated(modifier.value, times), value))
    if modifier.type == "replace":
        return _replaced(value, modifier)
    old = read_amount(value)
    if old is not None:
        return plain(number(old, modifier, times)) if modifier.type in _ARITHMETIC else value
    return _with_numbers(value, modifier, times) if modifier.type in _ARITHMETIC else value


def _replaced(value: str, modifier: Modifier) -> str:
    """Return a text with another in place of `arg`; without one, an empty text is filled."""
    if not modifier.arg:
        return value or modifier.value
    found = [match.start() for match in re.finditer(re.escape(modifier.arg), value)]
    for start in reversed(_at(found, modifier.position or 0)):
        value = value[:start] + modifier.value + value[start + len(modifier.arg) :]
    return value[:MOST_TEXT]


def _with_numbers(value: str, modifier: Modifier, times: int) -> str:
    """Return a text with the numbers in it changed that are meant: the first, if the modifier does not say."""
    found = list(_NUMBER.finditer(value[:MOST_TEXT]))
    for match in reversed(_at(found, 1 if modifier.position is None else modifier.position)):
        old = read_amount(match[0])
        if old is not None:
            value = value[: match.start()] + plain(number(old, modifier, times)) + value[match.end() :]
    return value


def _at(found: list[T], position: int) -> list[T]:
    """Return what is at a position, from 1 or from the end below 0; all for 0."""
    if position == 0:
        return found
    index = position - 1 if position > 0 else len(found) + position
    return found[index : index + 1] if index >= 0 else []


def _clamped(value: Decimal) -> Decimal:
    return max(-AMOUNT, min(AMOUNT, value))


def _powered(value: Decimal, step: Decimal, times: int) -> Decimal:
    for _ in range(min(times, _MOST_POWERS)):
        value = _clamped(value**step) if abs(step) <= _MOST_POWERS and step == int(step) and value else value
    return value


def _multiplied(value: Decimal, step: Decimal, times: int) -> Decimal:
    for _ in range(min(times, _MOST_POWERS)):
        value = _clamped(value * step)
    return value


def _divided(value: Decimal, step: Decimal, times: int) -> Decimal:
    for _ in range(min(times, _MOST_POWERS) if step else 0):
        value /= step
    return value


_MOST_POWERS = 100
"""How often a number is multiplied: a few dozen times make of any number one that is larger than every amount."""

_ARITHMETIC: Mapping[str, Callable[[Decimal, Decimal, int], Decimal]] = {
    "increment": lambda value, step, times: value + step * times,
    "decrement": lambda value, step, times: value - step * times,
    "multiply": _multiplied,
    "divide": _divided,
    "modulo": lambda value, step, times: value % step if step else value,
    "power": _powered,
    "floor": lambda value, step, times: max(value, step),
    "ceil": lambda value, step, times: min(value, step),
    "cumulative-add": lambda value, step, times: value + step * times,
    "cumulative-multiply": _multiplied,
    "cumulative-power": _multiplied,
}
"""What changes a number by another one, so many times. New Recruit's `floor` and `ceil` clamp and do not round.

How the cumulative ones add up is not public: where data has them, a price doubles with each further copy.
"""

KINDS = frozenset(
    {"set", "append", "prepend", "replace", "add", "remove", "set-primary", "unset-primary", *_ARITHMETIC}
)
"""The types of modifiers that change something here."""


def number(value: Decimal, modifier: Modifier, times: int) -> Decimal:
    """Return a number after a modifier."""
    step = read_amount(modifier.value)
    if step is None or times < 1:
        return value
    if modifier.type == "set":
        return step
    change = _ARITHMETIC.get(modifier.type)
    return value if change is None else _clamped(change(value, step, times))


def flag(value: bool, modifier: Modifier, times: int) -> bool:
    """Return a yes or no after a modifier."""
    return modifier.value.lower() == "true" if times > 0 and modifier.type == "set" else value


def membership(categories: dict[str, bool], modifier: Modifier, times: int) -> dict[str, bool]:
    """Categories, with whether they are primary, after a modifier."""
    id = modifier.value
    if times < 1:
        return categories
    if modifier.type == "add":
        return {**categories, id: categories.get(id, False)}
    if modifier.type == "remove":
        return {other: primary for other, primary in categories.items() if other != id}
    if modifier.type == "set-primary":
        return {**dict.fromkeys(categories, False), id: True}
    if modifier.type == "unset-primary" and id in categories:
        return {**categories, id: False}
    return categories


def plain(value: Decimal) -> str:
    """Return a number as players write it: without needless zeros and never with an exponent."""
    return f"{value.normalize():f}" if value else "0"


def _repeated(addition: str, times: int) -> list[str]:
    """Return what is added to a text so many times, or as often as a text may hold it."""
    return [addition] * min(times, 1 + MOST_TEXT // (len(addition) + 1))


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


Changes = Mapping[str, tuple[AppliedModifier, ...]]


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
        if not self._by_scope:
            return _NOTHING
        if node not in self._found:
            self._found[node] = self._work_out(node)
        return self._found[node]

    @cached_property
    def _by_scope(self) -> Mapping[RosterNode | SelectionNode | ForceNode, list[_Sent]]:
        """All such modifiers by where their scope leads."""
        found: dict[RosterNode | SelectionNode | ForceNode, list[_Sent]] = {}
        for order, (change, here) in enumerate(self._sent()):
            scope = change.modifier.scope or "self"
            # A slot and a group are no elements: nothing of them can be changed.
            start = self._element(scope, here) if scope != "primary-category" else None
            if start is not None and not isinstance(start, CategoryNode | GroupNode):
                sent = _Sent(order, change, here, Affected.of(change.modifier.affects))
                found.setdefault(start, []).append(sent)
        return found

    def _sent(self) -> Iterator[tuple[AppliedModifier, Here]]:
        for node in self._top.selections:
            if node.entry is None or not node.entry.reaching:
                continue
            yield from ((change, Here(node, node.above)) for change in node.entry.relative)
            yield from ((change, Here(node, node)) for change in _of_info(node.entry))
            for group in node.entry.all_groups:
                yield from ((change, Here(None, node)) for change in (*group.relative, *_of_info(group)))

    def _work_out(self, node: SelectionNode | ForceNode) -> _Reaching:
        reached = []
        for start in _from_here_up(node):
            for sent in self._by_scope.get(start, ()):
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
        """The categories that such modifiers may give."""
        sent = (each.change.modifier for found in self._by_scope.values() for each in found)
        return frozenset(modifier.value for modifier in sent if modifier.field == "category")


def _fits(entry: LinkedEntry, word: str, kinds: Mapping[str, str]) -> bool | None:
    """Whether a filter means what is chosen of an entry; None where that hangs on modifiers of its own."""
    if word in TYPES:
        return entry.type in TYPES[word] or entry.target.sub_type in TYPES[word]
    if word in entry.shared_names or word in entry.exact_names:
        return True
    own = word in entry.categories or any(change.modifier.value == word for change in entry.changes.get("category", ()))
    return None if own or kinds.get(word) == "catalogue" else False


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
