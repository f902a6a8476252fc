"""What modifiers make of texts, numbers and memberships of categories; where those lead that change other elements."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TypeVar

from builder.bounds import AMOUNT, MOST_TEXT, read_amount
from builder.catalogue.entries import Linked
from builder.catalogue.info import AppliedModifier
from builder.catalogue.model import Modifier
from builder.record import Record
from builder.roster.count import CategoryNode, GroupNode, Here, Scope
from builder.roster.tree import ForceNode, RosterNode, SelectionNode

T = TypeVar("T")

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")

_LATER = {"floor": 1, "ceil": 1, "cumulative-add": 2, "cumulative-multiply": 2, "cumulative-power": 2, "replace": 2}
"""What New Recruit applies after all else, whatever the order of the file; BattleScribe has none of these."""


def in_order(changes: Iterable[AppliedModifier]) -> list[AppliedModifier]:
    """Return modifiers in the order in which they apply: as they are written, those that clamp or replace last."""
    return sorted(changes, key=lambda change: _LATER.get(change.modifier.type, 0))


def text(value: str, modifier: Modifier, times: int) -> str:
    """Return a text after a modifier; what changes numbers changes those that stand in it."""
    if times < 1:
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
            if node.entry is None or not top.library.reaching(node.entry):
                continue
            for change in node.entry.relative:
                self._add(change, Here(node, node.above))
            for change in _of_info(node.entry):
                self._add(change, Here(node, node))
            for group in node.entry.all_groups:
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
