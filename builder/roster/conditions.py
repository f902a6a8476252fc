"""Whether conditions hold, and how often a change applies."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal

from builder.bounds import MOST_REPEATS
from builder.catalogue.logic import Change, Condition, ConditionGroup, Repeat
from builder.roster.count import TYPES, Counts, Here, ancestors, is_of
from builder.roster.tree import ForceNode, RosterNode, SelectionNode

_COMPARE: Mapping[str, Callable[[Decimal, Decimal], bool]] = {
    "equalTo": operator.eq,
    "notEqualTo": operator.ne,
    "lessThan": operator.lt,
    "greaterThan": operator.gt,
    "atLeast": operator.ge,
    "atMost": operator.le,
}


class Conditions:
    """Judges conditions against what a roster holds."""

    def __init__(self, counts: Counts, categories: Callable[[SelectionNode], Mapping[str, bool]]) -> None:
        self._counts = counts
        self._categories = categories

    def times(self, change: Change, here: Here) -> int:
        """How often a change applies: 0 unless all conditions hold, else the product of all that repeats it."""
        number = 1
        for part in change.parts:
            if not self._hold(part.conditions, part.condition_groups, here):
                return 0
            if part.repeats:
                number *= sum(self._repeats(repeat, here) for repeat in part.repeats)
        return min(number, MOST_REPEATS)

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
            return isinstance(element, ForceNode) and element.force.catalogue_id == wanted
        if isinstance(element, RosterNode) or not isinstance(element, SelectionNode | ForceNode):
            return False
        return self._matches(element, wanted)

    def _matches(self, node: SelectionNode | ForceNode, wanted: str) -> bool:
        if isinstance(node, ForceNode):
            return node.force.entry_id == wanted
        if wanted in TYPES:
            return (node.entry or node.selection).type == wanted
        return is_of(node, wanted) or wanted in self._categories(node)
