"""Effective values: names, costs, categories, limits and what is hidden, after all modifiers whose conditions hold."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal

from builder.bounds import MOST_REPEATS, MOST_TEXT, read_amount
from builder.catalogue.entries import Linked, LinkedEntry
from builder.catalogue.model import AppliedModifier, Condition, ConditionGroup, Constraint, Modifier, Repeat
from builder.roster import effective as modify
from builder.roster.count import TYPES, Counts, Here, ancestors, is_of, is_of_force
from builder.roster.tree import ForceNode, RosterNode, SelectionNode


def text(value: str, modifier: Modifier, times: int) -> str:
    """Return a text after a modifier; adding to a text that is no number leaves it."""
    if times < 1:
        return value
    if modifier.type == "set":
        return modifier.value
    if modifier.type == "append":
        return " ".join((value, *_repeated(modifier.value, times)))
    if modifier.type == "prepend":
        return " ".join((*_repeated(modifier.value, times), value))
    old, step = read_amount(value), read_amount(modifier.value)
    if old is None or step is None or modifier.type not in ("increment", "decrement"):
        return value
    return plain(number(old, modifier, times))


def number(value: Decimal, modifier: Modifier, times: int) -> Decimal:
    """Return a number after a modifier."""
    step = read_amount(modifier.value)
    if step is None or times < 1:
        return value
    if modifier.type == "set":
        return step
    if modifier.type == "increment":
        return value + step * times
    if modifier.type == "decrement":
        return value - step * times
    return value


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


_COMPARE: Mapping[str, Callable[[Decimal, Decimal], bool]] = {
    "equalTo": operator.eq,
    "notEqualTo": operator.ne,
    "lessThan": operator.lt,
    "greaterThan": operator.gt,
    "atLeast": operator.ge,
    "atMost": operator.le,
}


_PRESENT = frozenset({"atLeast", "equalTo", "greaterThan"})
"""The comparisons that with a number above 0 ask for something to be there."""


class Conditions:
    """Judges conditions against what a roster holds."""

    def __init__(self, counts: Counts, categories: Callable[[SelectionNode], Mapping[str, bool]]) -> None:
        self._counts = counts
        self._categories = categories

    def times(self, change: AppliedModifier, here: Here) -> int:
        """Return how often a change applies: 0 unless all conditions hold, else the product of all that repeats it."""
        number = 1
        for part in change.parts:
            if not self._hold(part.conditions, part.condition_groups, here):
                return 0
            if part.repeats:
                number *= sum(self._repeats(repeat, here) for repeat in part.repeats)
        return min(number, MOST_REPEATS)

    def met(self, change: AppliedModifier, here: Here) -> Iterator[str]:
        """Yield the ids of what is there, or is what a scope is, by the conditions of a change, if it applies."""
        if self.times(change, here):
            for condition in change.conditions():
                there = condition.type == "instanceOf" or (condition.type in _PRESENT and condition.value > 0)
                if there and condition.query.child_id and self.holds(condition, here):
                    yield condition.query.child_id

    def _hold(self, conditions: Iterable[Condition], groups: Iterable[ConditionGroup], here: Here) -> bool:
        return all(self.holds(condition, here) for condition in conditions) and all(
            self.group_holds(group, here) for group in groups
        )

    def group_holds(self, group: ConditionGroup, here: Here) -> bool:
        """Whether a group of conditions holds."""
        if group.type != "or" or not (group.conditions or group.condition_groups):
            return self._hold(group.conditions, group.condition_groups, here)
        return any(self.holds(condition, here) for condition in group.conditions) or any(
            self.group_holds(below, here) for below in group.condition_groups
        )

    def holds(self, condition: Condition, here: Here) -> bool:
        """Whether a condition holds."""
        if condition.type == "instanceOf":
            return self._is_instance(condition, here)
        if condition.type == "notInstanceOf":
            return not self._is_instance(condition, here)
        compare = _COMPARE.get(condition.type)
        counted = self._counts.query(condition.query, here)
        scope = self._counts.scope(condition.query.scope, here)
        if compare is None or counted is None or scope is None:
            return False
        value = condition.value
        if condition.query.percent:
            value = value * self._counts.total(condition.query, scope) / 100
        return compare(counted, value)

    def _repeats(self, repeat: Repeat, here: Here) -> int:
        counted = self._counts.query(repeat.query, here)
        scope = self._counts.scope(repeat.query.scope, here)
        if counted is None or scope is None:
            return 0
        each = repeat.value
        if repeat.query.percent:
            each = each * self._counts.total(repeat.query, scope) / 100
        if each <= 0:
            return 0
        whole = math.ceil(counted / each) if repeat.round_up else math.floor(counted / each)
        return whole * repeat.repeats

    def _is_instance(self, condition: Condition, here: Here) -> bool:
        """Whether the scope itself, not what is in it, is of an entry, group, category, type, force or catalogue."""
        wanted, scope = condition.query.child_id, condition.query.scope
        if wanted is None:
            return False
        if scope == "ancestor":
            return any(self._matches(node, wanted) for node in ancestors(here))
        if scope == "primary-category":
            return self._counts.primary_category(here) == wanted
        element = self._counts.element(scope, here)
        if scope == "primary-catalogue":
            return isinstance(element, ForceNode) and self._counts.is_of_catalogue(element, wanted)
        if isinstance(element, RosterNode) or not isinstance(element, SelectionNode | ForceNode):
            return False
        return self._matches(element, wanted)

    def _matches(self, node: SelectionNode | ForceNode, wanted: str) -> bool:
        if self._counts.is_catalogue(wanted):
            return self._counts.is_of_catalogue(node, wanted)
        if isinstance(node, ForceNode):
            return is_of_force(node.force, wanted)
        if wanted in TYPES:
            return (node.entry or node.selection).type == wanted
        return is_of(node, wanted) or wanted in self._categories(node)


Changes = Mapping[str, tuple[AppliedModifier, ...]]


class EffectiveValues:
    """Works out effective values for one roster and keeps those of its selections.

    Values may depend on each other in a circle: categories that are being worked out then count as they are in the
    data, and costs are worked out as if the units had been added one by one.
    """

    def __init__(self, top: RosterNode) -> None:
        self.top = top
        self.counts = Counts(top, self.categories, self.costs)
        self.conditions = Conditions(self.counts, self.categories)
        self._categories: dict[SelectionNode, Mapping[str, bool]] = {}
        self._costs: dict[SelectionNode, Mapping[str, Decimal]] = {}
        self._replayed: dict[SelectionNode, Mapping[str, Decimal]] | None = None
        self._busy: set[tuple[str, SelectionNode]] = set()

    def applies(self, change: AppliedModifier, here: Here) -> bool:
        """Whether a change applies at all."""
        return self.conditions.times(change, here) > 0

    def text(self, value: str, changes: Changes, field: str, here: Here) -> str:
        """Return a text after the changes of a field."""
        for change in changes.get(field, ()):
            value = modify.text(value, change.modifier, self.conditions.times(change, here))
        return value

    def number(self, value: Decimal, changes: Changes, field: str, here: Here) -> Decimal:
        """Return a number after the changes of a field."""
        for change in changes.get(field, ()):
            value = modify.number(value, change.modifier, self.conditions.times(change, here))
        return value

    def name(self, linked: Linked, here: Here) -> str:
        """Return the name of an entry or group."""
        return self.text(linked.name, linked.changes, "name", here)

    def hidden(self, value: bool, changes: Changes, here: Here) -> bool:
        """Whether something is hidden after its changes."""
        for change in changes.get("hidden", ()):
            value = modify.flag(value, change.modifier, self.conditions.times(change, here))
        return value

    def limit(self, constraint: Constraint, changes: Changes, here: Here) -> Decimal:
        """Return the value of a constraint after the changes that name it."""
        return self.number(constraint.value, changes, constraint.id, here)

    def entry_categories(self, entry: LinkedEntry, here: Here) -> Mapping[str, bool]:
        """Return the categories that an entry has here, with whether each is primary."""
        found = dict(entry.categories)
        for change in entry.changes.get("category", ()):
            found = modify.membership(found, change.modifier, self.conditions.times(change, here))
        return found

    def entry_costs(self, entry: LinkedEntry, here: Here) -> Mapping[str, Decimal]:
        """Return what one of an entry costs here, by cost type: its own in their order, then the others' by name."""
        costs = self.top.library.costs(entry)
        if not entry.changes:
            return costs
        return {id: self.number(value, entry.changes, id, here) for id, value in costs.items()}

    def categories(self, node: SelectionNode) -> Mapping[str, bool]:
        """Return the categories of a selection."""
        if node.entry is None:
            saved = node.selection.saved
            return {category.entry_id: category.primary for category in saved.categories} if saved else {}
        if "category" not in node.entry.changes or ("categories", node) in self._busy:
            return node.entry.categories
        if node not in self._categories:
            self._busy.add(("categories", node))
            self._categories[node] = self.entry_categories(node.entry, here_of(node))
            self._busy.discard(("categories", node))
        return self._categories[node]

    def costs(self, node: SelectionNode) -> Mapping[str, Decimal]:
        """Return what a selection costs without its children, by cost type: the costs of one times its number."""
        if self._replayed is None and node not in self._costs:
            if ("costs", node) in self._busy:
                self._replay_costs()
            else:
                self._busy.add(("costs", node))
                self._costs[node] = self._price(node)
                self._busy.discard(("costs", node))
        return self._costs.get(node, {}) if self._replayed is None else self._replayed.get(node, {})

    def _replay_costs(self) -> None:
        """Work out costs that count each other as if the units had been added one by one, in their order.

        After each, all costs are worked out anew, children first, from those that stand so far: so does the reference
        engine, which is why of three equal units the first may cost less than the last.
        """
        self._replayed = {}
        added: list[SelectionNode] = []
        for root in (root for force in self.top.all_forces() for root in force.selections):
            added.extend(root.walk_up())
            for node in added:
                self._replayed[node] = self._price(node)

    def _price(self, node: SelectionNode) -> Mapping[str, Decimal]:
        if node.entry is None:
            return {cost.type_id: cost.value for cost in node.selection.costs}
        costs = self.entry_costs(node.entry, here_of(node))
        number = node.selection.number
        return costs if number == 1 else {type_id: value * number for type_id, value in costs.items()}


def here_of(node: SelectionNode) -> Here:
    """Return where the conditions of a selection are asked."""
    return Here(node, node.above)


def within(node: SelectionNode | ForceNode) -> Here:
    """Return where the conditions of what a selection or force shows are asked.

    A profile or rule is within the element that shows it: that one is its parent, and the first of its ancestors.
    """
    return Here(node, node)
