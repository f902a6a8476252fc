"""Whether conditions hold, and how often what hangs on them applies, by what a roster holds."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal

from builder.bounds import MOST_REPEATS
from builder.catalogue.info import AppliedModifier
from builder.catalogue.model import (
    Condition,
    ConditionGroup,
    LocalConditionGroup,
    Modifier,
    ModifierGroup,
    Repeat,
)
from builder.roster.count import TYPES, Counts, Here, Scope, ancestors, is_of, is_of_force, is_of_type
from builder.roster.reach import ReachingModifier
from builder.roster.tree import ForceNode, RosterNode, SelectionNode

_COMPARE: Mapping[str, Callable[[Decimal, Decimal], bool]] = {
    "equalTo": operator.eq,
    "notEqualTo": operator.ne,
    "lessThan": operator.lt,
    "greaterThan": operator.gt,
    "atLeast": operator.ge,
    "atMost": operator.le,
}


_CONSTANT = {"always": True, "never": False}

_INSTANCES = frozenset({"instanceOf", "notInstanceOf"})
"""The types of conditions that ask what a selection is, whoever asks."""


class Conditions:
    """Judges conditions against what a roster holds; `settled` says whether categories stay as they are told now."""

    def __init__(
        self, counts: Counts, categories: Callable[[SelectionNode], Mapping[str, bool]], settled: Callable[[], bool]
    ) -> None:
        self._counts = counts
        self._categories = categories
        self._settled = settled
        self._passed: dict[tuple[int, Scope], tuple[LocalConditionGroup, list[SelectionNode]]] = {}

    def times(self, change: AppliedModifier, here: Here) -> int:
        """Return how often a change applies: 0 unless all conditions hold, else the product of all that repeats it."""
        number = 1
        if isinstance(change, ReachingModifier):
            here = change.here
            if not all(self.matches(change.node, word) for word in change.filters):
                return 0
        for part in change.parts:
            if not self._hold(part, here):
                return 0
            local = [group for group in part.local_condition_groups if group.repeats]
            if part.repeats or local:
                found = (self._repeats(repeat, self._counts.query(repeat.query, here), here) for repeat in part.repeats)
                number *= sum(found) + sum(self._repeats(group, self.passing(group, here), here) for group in local)
        return max(0, min(number, MOST_REPEATS))

    def met(self, change: AppliedModifier, here: Here) -> Iterator[str]:
        """Yield the ids of what is there, or is what a scope is, by the conditions of a change, if it applies."""
        if self.times(change, here):
            for condition in change.conditions():
                compare = _COMPARE.get(condition.type)
                there = condition.type == "instanceOf" or (compare and not compare(Decimal(0), condition.value))
                if there and condition.query.child_id and self.holds(condition, here):
                    yield condition.query.child_id

    def _hold(self, part: Modifier | ModifierGroup | ConditionGroup | LocalConditionGroup, here: Here) -> bool:
        """Whether all conditions and groups of a part hold."""
        return all(self._each(part, here))

    def _each(
        self, part: Modifier | ModifierGroup | ConditionGroup | LocalConditionGroup, here: Here
    ) -> Iterator[bool]:
        for condition in part.conditions:
            yield self.holds(condition, here)
        for group in part.condition_groups:
            yield self.group_holds(group, here)
        for local in part.local_condition_groups:
            yield self.local_holds(local, here)

    def group_holds(self, group: ConditionGroup, here: Here) -> bool:
        """Whether a group of conditions holds; an empty one does."""
        each = self._each(group, here)
        if group.type == "count":
            held = sum(each)
            return held >= group.least and (group.most is None or held <= group.most)
        if group.type == "or" and (group.conditions or group.condition_groups or group.local_condition_groups):
            return any(each)
        return not all(each) if group.type == "not" else all(each)

    def local_holds(self, group: LocalConditionGroup, here: Here) -> bool:
        """Whether a local group holds: how many selections of its scope pass compares as it says."""
        if group.type in _CONSTANT:
            return _CONSTANT[group.type]
        compare, passing = _COMPARE.get(group.type), self.passing(group, here)
        return compare is not None and passing is not None and compare(passing, group.value)

    def passing(self, group: LocalConditionGroup, here: Here) -> Decimal | None:
        """Return how many selections of the scope of a local group meet its conditions, with themselves as `self`."""
        scope = self._counts.scope(group.query.scope, here)
        if scope is None:
            return None
        return self._counts.amount(group.query, self._passing_in(scope, group, here))

    def _passing_in(self, scope: Scope, group: LocalConditionGroup, here: Here) -> list[SelectionNode]:
        """Return the selections of a scope that meet the conditions of a local group.

        Many units ask for the same: where all that is asked is what a selection is, the answer is kept.
        """
        settled = self._settled()
        kept = self._passed.get((id(group), scope)) if settled else None
        if kept is not None:
            return kept[1]
        asker = here.subject if isinstance(here.subject, SelectionNode) else None
        candidates = self._counts.within(group.query, scope)
        passed = [node for node in candidates if self._hold(group, Here(node, node.above, asker))]
        if settled and _asks_what_is(group):
            # The group is kept too, so that no other one gets its number.
            self._passed[id(group), scope] = group, passed
        return passed

    def holds(self, condition: Condition, here: Here) -> bool:
        """Whether a condition holds."""
        if condition.type in _CONSTANT:
            return _CONSTANT[condition.type]
        if condition.type == "before":
            return isinstance(here.subject, SelectionNode) and self._counts.is_before(here.subject, here.asker)
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
            total = self._counts.total(condition.query, scope)
            if total < 0:  # a share of a cost limit that is not set
                return False
            value = value * total / 100
        return compare(counted, value)

    def _repeats(self, repeat: Repeat | LocalConditionGroup, counted: Decimal | None, here: Here) -> int:
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
            return any(self.matches(node, wanted) for node in ancestors(here))
        if scope == "primary-category":
            return self._counts.primary_category(here) == wanted
        element = self._counts.element(scope, here)
        if scope == "primary-catalogue":
            return isinstance(element, ForceNode) and self._counts.is_of_catalogue(element, wanted)
        if isinstance(element, RosterNode) or not isinstance(element, SelectionNode | ForceNode):
            return False
        return self.matches(element, wanted)

    def matches(self, node: SelectionNode | ForceNode, wanted: str) -> bool:
        """Whether a selection or force is of an entry, group, category, type, force or catalogue."""
        if self._counts.is_catalogue(wanted):
            return self._counts.is_of_catalogue(node, wanted)
        if isinstance(node, ForceNode):
            return is_of_force(node.force, wanted)
        if wanted in TYPES:
            return is_of_type(node, wanted)
        return is_of(node, wanted) or wanted in self._categories(node)


def _asks_what_is(group: LocalConditionGroup) -> bool:
    """Whether a local group asks of each selection nothing but what it is."""
    if group.condition_groups or group.local_condition_groups:
        return False
    return all(condition.type in _INSTANCES for condition in group.conditions)
